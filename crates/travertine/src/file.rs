//! Picture files: a path, a format and a mark.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use travertine_files::{Fingerprint, resolve};
#[cfg(feature = "exr")]
use travertine_render::sink::Exr;
#[cfg(feature = "png")]
use travertine_render::sink::Png;
use travertine_render::sink::{self, BitDepth, Encoding, Sink};
use travertine_render::{Context, Format, Image, Rectangle, Render, RenderError, Rows, Slice};

use crate::{Error, Field};

/// The format of a picture file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// PNG: integers. Values outside 0 to 1 are clipped.
    Png {
        /// Bits of a channel.
        depth: BitDepth,
        /// The curve from linear values to integers.
        encoding: Encoding,
    },
    /// OpenEXR: 32-bit floats, linear and unclipped.
    Exr,
}

impl PictureFormat {
    /// Writes `png`, the bits of a channel and the curve, or `exr`, and a line feed: a text for hashes that are stored.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let PictureFormat::Png { depth, encoding } = self else { return writeln!(out, "exr") };
        let bits = match depth {
            BitDepth::Eight => 8,
            BitDepth::Sixteen => 16,
        };
        let curve = match encoding {
            Encoding::Auto => "auto",
            Encoding::Srgb => "srgb",
            Encoding::Linear => "linear",
        };
        writeln!(out, "png {bits} {curve}")
    }
}

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
    /// A file whose ending chooses the format: `.png` (8 bits, sRGB for colours) or `.exr`.
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
        render.run(files.to_vec()).map_err(|error| match error {
            RenderError::Sink { output, source } => {
                travertine_files::Error::write(&files[output].path)(source).into()
            }
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
        image.write(self, context).map_err(|error| match error {
            RenderError::Sink { source, .. } => travertine_files::Error::write(&self.path)(source).into(),
            other => other.into(),
        })
    }
}

/// The refusal of a format that the crate is built without.
#[cfg(not(all(feature = "exr", feature = "png")))]
fn unsupported(path: &Path, _: Option<&str>, _: Format, _: &mut Rows) -> io::Error {
    let message = format!("{} has a format that this program is built without", path.display());
    io::Error::new(ErrorKind::Unsupported, message)
}

/// The output is the number of clipped pixels.
impl Sink for &PictureFile {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        match self.format {
            #[cfg(feature = "png")]
            PictureFormat::Png { depth, encoding } => {
                Png { path: PathBuf::new(), depth, encoding, mark: None }.memory(format, threads)
            }
            #[cfg(feature = "exr")]
            PictureFormat::Exr => Exr { path: PathBuf::new(), mark: None }.memory(format, threads),
            #[cfg(not(all(feature = "exr", feature = "png")))]
            _ => format.row_len() as u64 * threads as u64,
        }
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let (path, mark) = (self.path.clone(), self.mark.clone());
        match self.format {
            #[cfg(feature = "png")]
            PictureFormat::Png { depth, encoding } => Png { path, depth, encoding, mark }.write(format, rows),
            #[cfg(feature = "exr")]
            PictureFormat::Exr => Exr { path, mark }.write(format, rows).map(|()| 0),
            #[cfg(not(all(feature = "exr", feature = "png")))]
            _ => Err(unsupported(&path, mark.as_deref(), format, rows)),
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
#[cfg(all(feature = "exr", feature = "png"))]
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
            let file = |name: &str, ending: &str| {
                PictureFile::new(folder.path().join(format!("{name}{ending}"))).unwrap()
            };
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
