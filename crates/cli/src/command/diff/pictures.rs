//! Pictures of two graphs and of their difference.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::render::within_memory;
use travertine::{Context, Document, PictureFile, Slice, Texture, attach_images, image_files, registry};
use travertine_golden::{Difference, Picture};
use travertine_jobs::flags::value::Size;

use crate::document::invalid;
use crate::failure::{Failure, of_golden};
use crate::progress::Progress;
use crate::target::check_written;

/// The flags for pictures of a difference.
#[derive(Args)]
pub struct PictureFlags {
    /// Also write before.png, after.png and difference.png into this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Pictures")]
    pictures: Option<PathBuf>,

    /// Name of the output that the pictures show [default: the first output of each graph]
    #[arg(long, value_name = "NAME", help_heading = "Pictures", requires = "pictures")]
    output: Option<String>,

    /// Size of the pictures in pixels: N x N, or width x height
    #[arg(long, value_name = "N|WxH", default_value = "512", help_heading = "Pictures", requires = "pictures")]
    size: Size,
}

impl PictureFlags {
    /// Writes the pictures, if the flags ask for them, and says how much they differ.
    pub(super) fn write(
        &self,
        [before, after]: [(&Path, Document); 2],
        context: &Context,
    ) -> Result<Option<String>, Failure> {
        let Some(folder) = &self.pictures else { return Ok(None) };
        // Both graphs are held at a time.
        let of_each = &context.clone().memory(context.memory_limit() / 2);
        let mut read = Vec::new();
        let mut texture = |(path, document): (&Path, Document)| {
            let beside = path.parent().unwrap_or(path);
            attach_images(&document, registry(), beside, of_each.memory_limit())
                .map_err(|error| Failure::from(error).of(path))?;
            read.push(path.to_owned());
            read.extend(image_files(&document, beside));
            let texture = Texture::from_document_within(document, registry(), of_each.memory_limit());
            texture.map_err(|error| match error {
                travertine::Error::Invalid { diagnostics, .. } => invalid(&path.display().to_string(), diagnostics),
                other => Failure::from(other).of(path),
            })
        };
        // Neither picture is written if one of them cannot be.
        let textures = [(before.0, texture(before)?), (after.0, texture(after)?)];
        let [before, after] = textures.map(|(path, texture)| {
            let output = self.output.as_deref().or_else(|| texture.outputs().next()).unwrap_or_default();
            texture.field(output).map_err(|error| Failure::from(error).of(path))
        });
        let (before, after) = (before?, after?);
        let files = ["before.png", "after.png", "difference.png"].map(|name| folder.join(name));
        check_written(&files, &read)?;
        fs::create_dir_all(folder).map_err(travertine_files::Error::write(folder))?;
        let slice = Slice::new(self.size.width, self.size.height);
        let [one, other, difference_file] = files;
        let (one, other) = (PictureFile::new(one)?, PictureFile::new(other)?);
        let progress = Progress::new();
        progress.of(2 * u64::from(slice.width) * u64::from(slice.height));
        let advance = |done| progress.advance(done);
        let rendering = of_each.clone().progress(&advance);
        one.write(&before.prepare_file(slice, None, &rendering)?)?;
        other.write(&after.prepare_file(slice, None, &rendering)?)?;
        progress.end();
        let shown = format!("pictures of {} in {}", quote(after.name()), folder.display());
        drop((before, after));

        let open = |file: &PictureFile| Picture::open_within(&file.path, context.memory_limit() / 2);
        let (one, other) = (open(&one).map_err(of_golden)?, open(&other).map_err(of_golden)?);
        within_memory(Difference::bytes(&one, &other), context.memory_limit()).map_err(|over| {
            Failure::Limit(format!("error: the comparison {over}; use a smaller --size, or raise --memory"))
        })?;
        Ok(Some(match Difference::new(&one, &other) {
            Ok(difference) => {
                difference.save(&difference_file).map_err(of_golden)?;
                format!(
                    "{shown}: greatest difference {}, {} of {} pixels differ",
                    difference.describe(difference.greatest),
                    difference.differing,
                    difference.width * difference.height
                )
            }
            Err(mismatch) => format!("{shown} cannot be compared: {mismatch}"),
        }))
    }
}
