//! A sheet of variations of an output.

use std::path::Path;

use travertine::{Detail, PictureFile};

use super::Job;
use crate::command::Words;
use crate::error::Error;
use crate::order::Report;
use crate::settings;
use travertine_jobs::variations::{Grid, SHEET, Sweep, Variations, cell_file};

impl settings::Sheet {
    /// The varied parameter.
    fn sweep(&self) -> Option<Sweep> {
        let is_given = !self.parameter.is_empty();
        is_given.then(|| Sweep::new(&self.parameter, self.first, self.last, self.count))
    }
}

impl Job<'_> {
    /// A folder with a sheet, and with a file for each picture.
    pub(super) fn variations(&self) -> Result<Report, Error> {
        let (settings, texture) = (&self.settings.sheet, self.texture()?);
        let sweep = settings.sweep();
        if sweep.is_none() && settings.seeds < 2 {
            return Err(Error::usage("nothing varies; use more than one seed, or choose a parameter"));
        }
        let seeds = (settings.seeds > 1).then(|| 0..=settings.seeds - 1);
        let grid = Grid::new(&texture, seeds, sweep.as_slice())?;
        let (output, slice) = (&self.settings.output, self.settings.slice());
        let variations = Variations {
            texture: &texture,
            output,
            grid: &grid,
            slice,
            columns: None,
            format: PictureFile::new(cell_file(0))?.format,
            detail: Detail::default(),
            overwrite: self.settings.overwrite,
        };
        let arguments = |cell: usize| {
            let file = cell_file(cell);
            let mut words = Words::new("render", Path::new("graph.json"), Path::new(&file));
            words.picture(self.settings, Some(output));
            if let Some(seed) = grid.seed(cell) {
                words.flag("--seed", seed);
            }
            for (name, value) in grid.parameters(cell) {
                words.flag("--param", format!("{name}={value}"));
            }
            words.arguments()
        };
        let folder = Path::new(self.settings.target());
        self.check(variations.files(folder))?;
        let written =
            variations.write(folder, arguments, &self.context, |cost| self.progress.total(cost.samples))?;
        let mut report = self.report(written.clipped, written.pixels, "pixels");
        report.files = vec![folder.join(SHEET)];
        Ok(report)
    }
}
