//! `travertine variations`: renders a graph with many seeds and parameter values, and a contact sheet.

mod arguments;
pub mod cell;
mod manifest;

use std::path::PathBuf;

use travertine::stages::graph::diagnostic::quote;
use travertine::{Estimate, Format, PictureFile, Slice, Texture, Type};

pub use self::arguments::Arguments;
use crate::estimate::{self, Cost};
use crate::failure::Failure;
use crate::flags::value::{self, Size};
use crate::host::Host;
use crate::kind::{Definition, Job};
use crate::target::{check_job, is_standard_output};
use crate::variations::{Grid, SHEET, Variations, cell_file};
use crate::{clipping, describe};

/// The default size of the pictures.
const SIZE: Size = Size::single(128);

impl Definition for Arguments {
    const NAME: &'static str = "variations";
    const KEEPS_GRAPH: bool = true;
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        let texture = self.source.check(texture)?;
        Grid::new(&texture, self.seeds.clone(), &self.sweeps)?;
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        if let Some(cell) = self.cell {
            let (manifest, file) = (self.source.graph.clone(), self.target.clone());
            let (size, execution) = (self.size, self.execution);
            return cell::Arguments { manifest, cell, file, size, execution }.run(host);
        }
        let texture = self.source.texture(host, &self.execution)?;
        let grid = Grid::new(&texture, self.seeds.clone(), &self.sweeps)?;
        if let Some((name, _)) = self.source.values.assignments(&texture).iter().find(|(name, _)| grid.varies(name)) {
            return Err(Failure::usage(format!("⟦param⟧ and ⟦sweep⟧ both set {}; remove one of them", quote(name))));
        }
        let output = self.source.output_of(&texture)?;
        let slice = self.picture.sampled(self.slice.slice(self.size.unwrap_or(SIZE), self.time.time));
        let Slice { width, height, .. } = slice;
        let folder = self.folder()?;
        let sheet = Variations {
            texture: &texture,
            output: &output,
            grid: &grid,
            slice,
            columns: self.columns,
            format: self.picture.format(PictureFile::new(cell_file(0))?.format)?,
            detail: self.picture.detail(&slice),
            overwrite: self.overwrite,
        };
        check_job(host, &texture, &[], sheet.files(&folder))?;
        let advance = |done| host.advance(done);
        let context = self.execution.context_of(host).progress(&advance);
        let arguments = |cell| manifest::command(self, &texture, &output, &grid, &slice, cell);
        let pictures = describe::count(grid.len() as u64, "picture");
        let expect = |estimate: Estimate| {
            let Estimate { samples, work, memory, .. } = estimate;
            // At most: with alpha. The sheet holds the pictures once more.
            let picture = Format { width, height, value_type: Type::Color, opaque: false };
            let bytes = 2 * grid.len() as u64 * sheet.format.bytes(&picture);
            let measure = || {
                let field = texture.field(&output).ok()?;
                let one = field.prepare_file(slice, None, &context.without_progress()).ok()?.seconds()?;
                Some((one + sheet.format.seconds(&picture) / context.thread_count() as f64) * grid.len() as f64)
            };
            estimate::note(host, &pictures, &Cost { samples, work, memory, bytes }, &context, measure);
            host.begin(samples);
        };
        let written = sheet.write(&folder, arguments, &context, expect)?;
        host.end();
        if written.reused > 0 {
            let pictures = describe::count(written.reused, "existing picture");
            host.note(&format_args!("note: reused {pictures}"));
        }
        clipping::warn(
            host,
            written.ranges,
            written.clipped,
            written.pixels,
            "pixels",
            "render one of them as an .exr",
        );
        host.wrote(&[&folder.join(SHEET)], &describe::count(grid.len() as u64, "picture"));
        Ok(())
    }
}

impl Arguments {
    fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.target {
            folder if is_standard_output(folder.as_deref()) => {
                Err(Failure::usage("a sheet is a folder, which standard output cannot take; name one"))
            }
            Some(folder) if value::is_named_as_a_file(folder) => Err(Failure::usage(format!(
                "{} must be a folder, but has the name of a file; choose another name",
                folder.display()
            ))),
            Some(folder) => Ok(folder.clone()),
            None if self.source.is_standard_input() => {
                Err(Failure::usage("a graph from standard input has no name to use for the folder; add ⟦to=DIR⟧"))
            }
            None => {
                let mut name = self.source.graph.file_stem().unwrap_or_default().to_owned();
                name.push("-variations");
                Ok(PathBuf::from(name))
            }
        }
    }
}
