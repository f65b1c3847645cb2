//! Where a picture is written: a file, or standard output.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use travertine::stages::render::RenderError;
use travertine::{Context, Error, Image, PictureFile, PictureFormat, PictureStream, Render, Texture};
use travertine_files::{Inputs, check_distinct};

use crate::failure::Failure;
use crate::host::Host;

/// The flag of [`PictureFormat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormatFlag {
    /// Integers of 8 or 16 bits.
    Png,
    /// Linear floats of 32 bits.
    Exr,
    /// Integers of 8 or 16 bits, or linear floats of 32 bits.
    Tif,
    /// Integers of 8 bits.
    Tga,
    /// Integers of 8 bits, compressed with losses, without alpha.
    Jpg,
    /// Integers of 8 bits, compressed without loss.
    Webp,
    /// A texture for GPUs.
    Ktx2,
    /// A texture for Direct3D.
    Dds,
}

/// Whether `-o` names standard output.
pub fn is_standard_output(path: Option<&Path>) -> bool {
    path == Some(Path::new("-"))
}

/// Where a picture is written.
pub enum Target {
    /// A file, which appears when it is complete.
    File(PictureFile),
    /// Standard output, in a format.
    StandardOutput(PictureFormat),
}

impl Target {
    /// The target that `-o` and `--format` choose.
    pub fn new(path: PathBuf, format: Option<FormatFlag>, host: &dyn Host) -> Result<Target, Failure> {
        let ending = |format: FormatFlag| match format {
            FormatFlag::Png => "png",
            FormatFlag::Exr => "exr",
            FormatFlag::Tif => "tif",
            FormatFlag::Tga => "tga",
            FormatFlag::Jpg => "jpg",
            FormatFlag::Webp => "webp",
            FormatFlag::Ktx2 => "ktx2",
            FormatFlag::Dds => "dds",
        };
        if is_standard_output(Some(&path)) {
            host.standard_output()?;
            let name = format!("-.{}", ending(format.unwrap_or(FormatFlag::Png)));
            return Ok(Target::StandardOutput(PictureFile::new(name)?.format));
        }
        let file = PictureFile::new(path)?;
        match format {
            Some(format) if PictureFile::new(format!("-.{}", ending(format)))?.format != file.format => {
                Err(Failure::usage(format!(
                    "⟦format={}⟧ contradicts the ending of {}; leave out one of them",
                    ending(format),
                    file.path.display()
                )))
            }
            _ => Ok(Target::File(file)),
        }
    }

    /// The format of the picture.
    pub fn format(&mut self) -> &mut PictureFormat {
        match self {
            Target::File(file) => &mut file.format,
            Target::StandardOutput(format) => format,
        }
    }

    /// Checks that a file can be written at its path, as far as possible without writing.
    pub fn check(&self) -> Result<(), Failure> {
        match self {
            Target::File(file) => Ok(file.check()?),
            Target::StandardOutput(_) => Ok(()),
        }
    }

    /// Renders the picture and writes it. Returns the number of clipped pixels.
    pub fn write(&self, render: &Render, host: &dyn Host) -> Result<u64, Failure> {
        match self {
            Target::File(file) => Ok(file.write(render)?),
            Target::StandardOutput(format) => {
                render.formats().iter().try_for_each(|picture| format.check(*picture))?;
                let stream = PictureStream { target: host.standard_output()?, format: *format };
                Ok(render.run(vec![stream]).map_err(closed)?[0])
            }
        }
    }

    /// Writes an image. Returns the number of clipped pixels.
    pub fn write_image(&self, image: &Image, context: &Context, host: &dyn Host) -> Result<u64, Failure> {
        match self {
            Target::File(file) => Ok(file.write_image(image, context)?),
            Target::StandardOutput(format) => {
                format.check(image.format)?;
                let stream = PictureStream { target: host.standard_output()?, format: *format };
                image.write(stream, context).map_err(closed)
            }
        }
    }

    /// Reports that the file was written, and facts about it.
    pub fn note(&self, host: &dyn Host, facts: impl Display) {
        if let Target::File(file) = self {
            host.wrote(&[&file.path], &facts);
        }
    }
}

/// Refuses to write over a file that a job reads: one of its graph, of its place, or of `others`.
pub fn check_job(
    host: &dyn Host,
    texture: &Texture,
    others: &[PathBuf],
    written: impl IntoIterator<Item: AsRef<Path>>,
) -> Result<(), Failure> {
    check_written(written, host.inputs().iter().chain(texture.files()).chain(others))
}

/// Refuses to write over a file that the command reads, or one file twice. Standard output may be among them.
pub fn check_written(
    written: impl IntoIterator<Item: AsRef<Path>>,
    read: impl IntoIterator<Item: AsRef<Path>>,
) -> Result<(), Failure> {
    // A shell may have opened a file for standard input.
    let read = read.into_iter().map(|path| path.as_ref().to_owned()).chain([PathBuf::from("/dev/stdin")]);
    let written: Vec<_> = written.into_iter().collect();
    Inputs::new(read).check(written.iter().filter(|path| !is_standard_output(Some(path.as_ref()))))?;
    Ok(check_distinct(&written)?)
}

fn closed(error: RenderError) -> Failure {
    match error {
        RenderError::Sink { source, .. } => failed(source),
        other => Failure::from(Error::from(other)),
    }
}

/// The failure of a write to standard output, whose reader may be gone.
pub fn failed(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedOutput,
        _ => Failure::InputOutput(format!("error: cannot write to standard output: {error}")),
    }
}
