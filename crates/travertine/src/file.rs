//! Picture files: a path, a format and a mark.

mod format;
#[cfg(feature = "formats")]
mod others;

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "formats")]
use travertine_files::AtomicFile;
use travertine_files::{Fingerprint, resolve};
use travertine_render::sink::{self, Sink};
#[cfg(any(feature = "formats", feature = "png"))]
use travertine_render::sink::{BitDepth, Encoding};
#[cfg(feature = "exr")]
use travertine_render::sink::{Exr, ExrStream};
#[cfg(feature = "png")]
use travertine_render::sink::{Png, PngStream};
use travertine_render::{Context, Format, Image, Rectangle, Render, RenderError, Rows, Slice};

pub use self::format::{JPEG_QUALITY, PictureFormat};
use crate::{Error, Field};

/// A picture file to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Format of the file.
    pub format: PictureFormat,
    /// A line of text in the file that identifies its content; none writes no mark.
    pub mark: Option<String>,
}

/// The existing content at the path of a picture file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// No file.
    Nothing,
    /// A picture with the same mark: it need not be rendered again.
    Same,
    /// A picture with another mark: an outdated one of Travertine's.
    Marked,
    /// Anything without a mark, which Travertine may not have written.
    Foreign,
}

impl PictureFile {
    /// A file whose ending chooses the format: `.png`, `.tif`, `.tiff`, `.tga`, `.jpg`, `.jpeg` or `.webp` (8 bits,
    /// sRGB for colors), `.exr`, or `.ktx2` or `.dds` (compressed in blocks, without mip levels).
    ///
    /// # Errors
    ///
    /// [`Error::Ending`] for any other ending.
    pub fn new(path: impl AsRef<Path>) -> Result<PictureFile, Error> {
        let path = path.as_ref().to_owned();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let format = match ending.as_deref().and_then(|ending| ending.to_str()) {
            #[cfg(feature = "png")]
            Some("png") => Some(PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto }),
            #[cfg(feature = "exr")]
            Some("exr") => Some(PictureFormat::Exr),
            #[cfg(feature = "formats")]
            Some("tif" | "tiff") => Some(PictureFormat::Tiff { depth: BitDepth::Eight, encoding: Encoding::Auto }),
            #[cfg(feature = "formats")]
            Some("tga") => Some(PictureFormat::Tga { encoding: Encoding::Auto }),
            #[cfg(feature = "formats")]
            Some("jpg" | "jpeg") => Some(PictureFormat::Jpeg { quality: JPEG_QUALITY, encoding: Encoding::Auto }),
            #[cfg(feature = "formats")]
            Some("webp") => Some(PictureFormat::WebP { encoding: Encoding::Auto }),
            #[cfg(feature = "formats")]
            Some("ktx2") => Some(PictureFormat::Texture(sink::TextureContainer::Ktx2, sink::TextureOptions::default())),
            #[cfg(feature = "formats")]
            Some("dds") => Some(PictureFormat::Texture(sink::TextureContainer::Dds, sink::TextureOptions::default())),
            _ => None,
        };
        match format {
            Some(format) => Ok(PictureFile { path, format, mark: None }),
            None => Err(Error::Ending { path }),
        }
    }

    /// The file with a mark that identifies pictures of this field over this slice in this format.
    pub fn marked(self, field: &Field, slice: &Slice, crop: Option<Rectangle>) -> PictureFile {
        let field = field.fingerprint().with_text(|out| self.format.write_canonical(out));
        self.marked_by(field, slice, crop)
    }

    /// As [`PictureFile::marked`], given the fingerprint of the field in this format: one for many files.
    pub fn marked_by(self, field: Fingerprint, slice: &Slice, crop: Option<Rectangle>) -> PictureFile {
        let mark = field
            .with_text(|out| slice.write_canonical(out))
            .with_text(|out| crop.map_or(Ok(()), |crop| crop.write_canonical(out)));
        PictureFile { mark: Some(mark.to_string()), ..self }
    }

    /// The existing content at the path.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn existing(&self) -> Result<Existing, Error> {
        match sink::mark(&self.path) {
            Ok(None) => Ok(Existing::Foreign),
            Ok(mark) if mark == self.mark => Ok(Existing::Same),
            Ok(Some(_)) => Ok(Existing::Marked),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Existing::Nothing),
            Err(source) => Err(travertine_files::Error::read(&self.path)(source).into()),
        }
    }

    /// Renders a single output into the file, which appears when it is complete. Returns the number of clipped pixels.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the file cannot be written. An existing file is then unchanged.
    pub fn write(&self, render: &Render) -> Result<u64, Error> {
        Ok(PictureFile::write_all(&[self], render)?[0])
    }

    /// Renders every output into a file of its own, in one evaluation. Returns the number of clipped pixels of each.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or a file cannot be written. Some of the other files may then be complete.
    ///
    /// # Panics
    ///
    /// If the number of files differs from the number of outputs.
    pub fn write_all(files: &[&PictureFile], render: &Render) -> Result<Vec<u64>, Error> {
        files.iter().try_for_each(|file| file.check())?;
        files.iter().zip(render.formats()).try_for_each(|(file, picture)| file.format.check(*picture))?;
        render.run(files.to_vec()).map_err(|error| match error {
            RenderError::Sink { output, source } => travertine_files::Error::write(&files[output].path)(source).into(),
            other => other.into(),
        })
    }

    /// Checks that the file can be written at its path, as far as possible without writing.
    ///
    /// # Errors
    ///
    /// If the folder is missing or cannot be written to, or something other than a file is at the path.
    pub fn check(&self) -> Result<(), Error> {
        resolve(&self.path).map_err(travertine_files::Error::write(&self.path))?;
        Ok(())
    }

    /// Writes an image to the file, which appears when it is complete. Returns the number of clipped pixels.
    ///
    /// # Errors
    ///
    /// As [`PictureFile::write`].
    pub fn write_image(&self, image: &Image, context: &Context) -> Result<u64, Error> {
        self.format.check(image.format)?;
        image.write(self, context).map_err(|error| match error {
            RenderError::Sink { source, .. } => travertine_files::Error::write(&self.path)(source).into(),
            other => other.into(),
        })
    }
}

/// The refusal of a format that the crate is built without.
#[cfg(not(all(feature = "exr", feature = "formats", feature = "png")))]
fn unsupported(path: &Path, _: Option<&str>, _: Format, _: &mut Rows) -> io::Error {
    let message = format!("{} has a format that this program is built without", path.display());
    io::Error::new(ErrorKind::Unsupported, message)
}

impl PictureFormat {
    /// Memory for writing a picture in this format with `threads` threads, in addition to that of the render, in bytes.
    pub fn memory(self, picture: Format, threads: usize) -> u64 {
        match self {
            #[cfg(feature = "png")]
            PictureFormat::Png { depth, encoding } => {
                Png { path: PathBuf::new(), depth, encoding, mark: None }.memory(picture, threads)
            }
            #[cfg(feature = "exr")]
            PictureFormat::Exr => Exr { path: PathBuf::new(), mark: None }.memory(picture, threads),
            #[cfg(feature = "formats")]
            PictureFormat::Tiff { .. }
            | PictureFormat::TiffFloat
            | PictureFormat::Tga { .. }
            | PictureFormat::Jpeg { .. }
            | PictureFormat::WebP { .. }
            | PictureFormat::Texture(..) => others::memory(self, picture, threads),
            #[cfg(not(all(feature = "exr", feature = "formats", feature = "png")))]
            _ => picture.row_len() as u64 * threads as u64,
        }
    }
}

/// The output is the number of clipped pixels.
impl Sink for &PictureFile {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        self.format.memory(format, threads)
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let (path, mark) = (self.path.clone(), self.mark.clone());
        match self.format {
            #[cfg(feature = "png")]
            PictureFormat::Png { depth, encoding } => Png { path, depth, encoding, mark }.write(format, rows),
            #[cfg(feature = "exr")]
            PictureFormat::Exr => Exr { path, mark }.write(format, rows).map(|()| 0),
            #[cfg(feature = "formats")]
            PictureFormat::Tiff { .. }
            | PictureFormat::TiffFloat
            | PictureFormat::Tga { .. }
            | PictureFormat::Jpeg { .. }
            | PictureFormat::WebP { .. }
            | PictureFormat::Texture(..) => {
                let mut file = AtomicFile::create(&path)?;
                let clipped = others::write(self.format, &mut file, format, rows)?;
                file.finish()?;
                Ok(clipped)
            }
            #[cfg(not(all(feature = "exr", feature = "formats", feature = "png")))]
            _ => Err(unsupported(&path, mark.as_deref(), format, rows)),
        }
    }
}

/// A picture to be written to a stream, such as standard output. Its output is the number of clipped pixels.
///
/// A PNG or TGA is written as its rows arrive. OpenEXR and TIFF files begin with the places of their parts, so their
/// bytes wait in memory until the last; JPEG, WebP, KTX2 and DDS files are encoded as a whole.
#[derive(Clone, Debug)]
pub struct PictureStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// Format of the file.
    pub format: PictureFormat,
}

impl<W: Write> Sink for PictureStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        let whole = match self.format {
            PictureFormat::Exr | PictureFormat::TiffFloat => format.floats() * size_of::<f32>() as u64,
            PictureFormat::Tiff { .. } => format.floats() * 2,
            _ => 0,
        };
        self.format.memory(format, threads) + whole
    }

    fn write(mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let clipped = self.encode(format, rows)?;
        self.target.flush()?;
        Ok(clipped)
    }
}

impl<W: Write> PictureStream<W> {
    /// Writes all bytes of the file.
    fn encode(&mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        match self.format {
            #[cfg(feature = "png")]
            PictureFormat::Png { depth, encoding } => {
                PngStream { target: &mut self.target, depth, encoding, mark: None }.write(format, rows)
            }
            #[cfg(feature = "exr")]
            PictureFormat::Exr => {
                let mut bytes = io::Cursor::new(Vec::new());
                ExrStream { target: &mut bytes, mark: None }.write(format, rows)?;
                self.target.write_all(bytes.get_ref())?;
                Ok(0)
            }
            #[cfg(feature = "formats")]
            PictureFormat::Tiff { .. } | PictureFormat::TiffFloat => {
                let mut bytes = io::Cursor::new(Vec::new());
                let clipped = others::write(self.format, &mut bytes, format, rows)?;
                self.target.write_all(bytes.get_ref())?;
                Ok(clipped)
            }
            #[cfg(feature = "formats")]
            PictureFormat::Tga { encoding } => {
                sink::TgaStream { target: &mut self.target, encoding }.write(format, rows)
            }
            #[cfg(feature = "formats")]
            PictureFormat::Jpeg { quality, encoding } => {
                sink::JpegStream { target: &mut self.target, quality, encoding }.write(format, rows)
            }
            #[cfg(feature = "formats")]
            PictureFormat::WebP { encoding } => {
                sink::WebPStream { target: &mut self.target, encoding }.write(format, rows)
            }
            #[cfg(feature = "formats")]
            PictureFormat::Texture(container, options) => {
                sink::TextureStream { target: &mut self.target, container, options }.write(format, rows)
            }
            #[cfg(not(all(feature = "exr", feature = "formats", feature = "png")))]
            _ => Err(unsupported(Path::new("the stream"), None, format, rows)),
        }
    }
}

impl Field {
    /// Renders a slice into a file. The ending chooses the format: `.png` for 8 bits, `.exr` for floats.
    ///
    /// # Errors
    ///
    /// As [`Field::render`], or if the file cannot be written.
    pub fn save(&self, slice: Slice, path: impl AsRef<Path>, context: &Context) -> Result<(), Error> {
        let file = PictureFile::new(path)?;
        file.write(&self.prepare_file(slice, None, context)?)?;
        Ok(())
    }
}

#[cfg(test)]
#[cfg(all(feature = "exr", feature = "formats", feature = "png"))]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Context, Slice, Texture};

    const TEXT: &str = r#"{
        "format": "travertine", "version": 1,
        "nodes": {
            "noise": {"type": "noise/perlin", "inputs": {"scale": 7, "octaves": 3}},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
            "place": {"type": "input/position"}
        },
        "outputs": {"color": {"node": "ramp"}, "height": {"node": "noise"}, "place": {"node": "place", "output": "position"}}
    }"#;

    #[test]
    fn outputs_together_are_the_outputs_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let texture = Texture::parse(TEXT).unwrap();
        let names: Vec<&str> = texture.outputs().collect();
        let slice = Slice::new(700, 90);
        for threads in [1, 2, 3] {
            let context = Context::default().threads(threads);
            let file =
                |name: &str, ending: &str| PictureFile::new(folder.path().join(format!("{name}{ending}"))).unwrap();
            let together = [file("color", ".png"), file("height", ".png"), file("place", ".exr")];
            let fields = texture.fields(&names).unwrap();
            let render = fields.prepare(slice, None, &context).unwrap();
            PictureFile::write_all(&together.each_ref(), &render).unwrap();
            let images = render.images().unwrap();
            for ((name, together), image) in names.iter().zip(&together).zip(images) {
                let alone = file("alone", &format!(".{}", together.path.extension().unwrap().display()));
                let field = texture.field(name).unwrap();
                let render = field.prepare(slice, None, &context).unwrap();
                alone.write(&render).unwrap();
                assert!(fs::read(&together.path).unwrap() == fs::read(alone.path).unwrap(), "{name}");
                assert_eq!(render.image().unwrap(), image, "{name}");
            }
        }
    }

    #[test]
    fn the_file_that_fails_is_named_and_none_is_left_in_halves() {
        let folder = tempfile::tempdir().unwrap();
        let texture = Texture::parse(TEXT).unwrap();
        let fields = texture.fields(&["height", "color"]).unwrap();
        let render = fields.prepare(Slice::new(900, 900), None, &Context::default()).unwrap();
        let good = PictureFile::new(folder.path().join("height.png")).unwrap();
        let bad = PictureFile::new(folder.path().join("missing").join("color.png")).unwrap();
        let error = PictureFile::write_all(&[&good, &bad], &render).unwrap_err();
        let names = |error: &travertine_files::Error| matches!(error, travertine_files::Error::Write { path, .. } if *path == bad.path);
        assert!(matches!(&error, Error::File(error) if names(error)), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn formats_that_are_encoded_as_a_whole_count_all_pixels() {
        let texture = Texture::parse(TEXT).unwrap();
        let field = texture.field("color").unwrap();
        let render = field.prepare(Slice::new(4000, 4000), None, &Context::default()).unwrap();
        let [picture] = render.formats() else { panic!("one output") };
        let memory = |name: &str| PictureFile::new(name).unwrap().format.memory(*picture, 1);
        assert!(memory("a.png") < 24_000_000);
        for name in ["a.jpg", "a.webp"] {
            assert!(memory(name) > 48_000_000, "{name}");
        }
    }

    #[test]
    fn whatever_changes_a_picture_changes_its_mark() {
        let text = r#"{
            "format": "travertine", "version": 1,
            "parameters": {"cells": {"type": "float", "default": 4}},
            "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}}}},
            "outputs": {"height": {"node": "noise"}}
        }"#;
        let png = PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto };
        let slice = Slice::new(8, 8);
        let mark = |set: &dyn Fn(&mut Texture), format, slice: Slice, crop| {
            let mut texture = Texture::parse(text).unwrap();
            set(&mut texture);
            let file = PictureFile { path: "any".into(), format, mark: None };
            file.marked(&texture.first_field().unwrap(), &slice, crop).mark
        };
        let crop = Some(Rectangle { x: 0, y: 0, width: 8, height: 4 });
        let same = mark(&|_| {}, png, slice, None);
        assert_eq!(mark(&|_| {}, png, slice, None), same);
        let others = [
            mark(&|texture| texture.set("cells", 5.0).unwrap(), png, slice, None),
            mark(&|texture| texture.set_seed(5), png, slice, None),
            mark(&|texture| texture.set_input("noise", "octaves", "3").unwrap(), png, slice, None),
            mark(&|_| {}, PictureFormat::Exr, slice, None),
            mark(&|_| {}, png, Slice { time: 1.0, ..slice }, None),
            mark(&|_| {}, png, Slice::new(9, 8), None),
            mark(&|_| {}, png, slice, crop),
        ];
        for other in others {
            assert_ne!(other, same);
        }
    }
}
