//! `travertine variations`: renders a graph with many seeds and parameter values, and a contact sheet.

mod arguments;
mod axis;
mod canvas;
mod files;
mod manifest;
mod sheet;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use travertine::stages::graph::diagnostic::quote;
use travertine::stages::render::within_memory;
use travertine::{Estimate, Existing, PictureFile, Slice, Texture};
use travertine_files::{Error, Lock, TEMPORARY, resolve, resolve_folder};

pub use self::arguments::Arguments;
use self::axis::Grid;
use self::sheet::Sheet;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::value::{self, Size};
use crate::{clipping, describe, terminal};

/// The default size of the pictures.
const SIZE: Size = Size { width: 128, height: 128 };

/// Maximum number of pictures of a sheet.
const MAX_CELLS: usize = 10_000;

/// The file in the folder that a process locks while it writes there.
const LOCK: &str = ".travertine-lock";

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        match self.cell {
            Some(cell) => {
                let file =
                    self.target.clone().unwrap_or_else(|| PathBuf::from(format!("cell-{cell:04}.png")));
                manifest::cell(&self.source.graph, cell, file, self.size, &self.execution)?.run(interrupt)
            }
            None => self.sheet(interrupt),
        }
    }

    fn sheet(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let texture = self.source.texture()?;
        let grid = Grid::new(&texture, self.seeds.clone(), &self.sweeps)?;
        if let Some((name, _)) = self.source.assignments(&texture).iter().find(|(name, _)| grid.varies(name))
        {
            return Err(Failure::usage(format!(
                "--param and --sweep both set {}; remove one of them",
                quote(name)
            )));
        }
        if grid.len() > MAX_CELLS {
            let cells = describe::count(grid.len() as u64, "picture");
            let most = describe::count(MAX_CELLS as u64, "picture");
            return Err(Failure::Limit(format!(
                "error: {cells} exceed the limit of {most}; use fewer seeds or values"
            )));
        }
        let slice = self.picture.sampled(self.slice.slice(self.size.unwrap_or(SIZE), self.time.time));
        let folder = self.folder()?;
        let sheet = Sheet::new(&texture, self.source.output_of(&texture), &grid, &slice, self.columns)?;
        within_memory(sheet.memory(), self.execution.context().memory_limit()).map_err(|over| {
            Failure::Limit(format!(
                "error: the sheet {over}; choose smaller pictures or fewer columns, or raise --memory"
            ))
        })?;
        // Before the folder is created: a graph that cannot be rendered leaves nothing behind.
        let first = self.variation(&texture, &grid, 0, &slice)?;
        let (field, context) = (first.field(self.source.output_of(&texture))?, self.execution.context());
        let work = field.prepare_file(slice, None, &context)?.estimate().work;
        // Each picture may need its own rasters.
        context.check_work(work.saturating_mul(grid.len() as u64))?;
        let lock = self.prepare(&folder)?;
        let written = self.fill(&folder, &texture, &grid, &sheet, &slice, interrupt);
        // A file that stays does no harm, since the lock is released.
        let _ = lock.remove();
        written
    }

    /// Writes all files into the folder.
    fn fill(
        &self,
        folder: &Path,
        texture: &Texture,
        grid: &Grid,
        sheet: &Sheet,
        slice: &Slice,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        let sheet_file = folder.join(files::SHEET);
        resolve(&sheet_file).map_err(Error::write(&sheet_file))?;
        let manifest = manifest::text(self, texture, grid, sheet, slice);
        travertine_files::write(&folder.join("manifest.json"), manifest.as_bytes())?;
        let document = texture.document().with_embedded_images();
        travertine_files::write(&folder.join("graph.json"), document.to_json().as_bytes())?;
        self.cells(folder, texture, grid, slice, interrupt)?;
        sheet.write(folder, grid)
    }

    fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.target {
            Some(folder) if value::is_named_as_a_file(folder) => Err(Failure::usage(format!(
                "{} must be a folder, but has the name of a file; choose another name",
                folder.display()
            ))),
            Some(folder) => Ok(folder.clone()),
            None if self.source.is_standard_input() => Err(Failure::usage(
                "a graph from standard input has no name to use for the folder; add -o DIR",
            )),
            None => {
                let mut name = self.source.graph.file_stem().unwrap_or_default().to_owned();
                name.push("-variations");
                Ok(PathBuf::from(name))
            }
        }
    }

    /// Creates the folders and locks them against other processes. Refuses a folder with other files.
    fn prepare(&self, folder: &Path) -> Result<Lock, Failure> {
        let failed = |source| Failure::from(Error::write(folder)(source));
        match resolve_folder(folder) {
            // Parent folders are created below.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            found => drop(found.map_err(failed)?),
        }
        let cells = folder.join("cells");
        // A run that was killed before it wrote the manifest has left only these folders.
        let foreign =
            has_others(folder).and_then(|others| Ok(others || has_others(&cells)?)).map_err(failed)?
                && !manifest::is_one(&folder.join("manifest.json"));
        if foreign && !self.overwrite {
            return Err(Failure::InputOutput(format!(
                "error: {} contains other files; choose another folder, or add --overwrite",
                folder.display()
            )));
        }
        fs::create_dir_all(cells).map_err(failed)?;
        let busy = || Error::Busy { path: folder.to_owned() };
        Ok(Lock::acquire(&folder.join(LOCK)).map_err(failed)?.ok_or_else(busy)?)
    }

    /// The texture of a cell, with its seed and parameter values.
    fn variation(
        &self,
        texture: &Texture,
        grid: &Grid,
        cell: usize,
        slice: &Slice,
    ) -> Result<Texture, Failure> {
        let mut texture = texture.clone();
        if let Some(seed) = grid.seed(cell) {
            texture.set_seed(seed);
        }
        for (parameter, value) in grid.parameters(cell) {
            texture.set(parameter, value)?;
        }
        texture.set_detail(self.picture.detail(slice));
        Ok(texture)
    }

    fn cells(
        &self,
        folder: &Path,
        texture: &Texture,
        grid: &Grid,
        slice: &Slice,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        let file = |cell: usize| PictureFile::new(folder.join(files::cell(cell)));
        for cell in 0..grid.len() {
            let file = file(cell)?;
            if file.existing()? == Existing::Foreign && !self.overwrite {
                return Err(Error::Foreign { path: file.path }.into());
            }
        }
        let progress = Progress::new();
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let (mut reused, mut clipped, mut ranges) = (0, 0, Vec::new());
        for cell in 0..grid.len() {
            let field = self.variation(texture, grid, cell, slice)?.field(self.source.output_of(texture))?;
            let mut file = file(cell)?;
            file.format = self.picture.format(file.format)?;
            let file = file.marked(&field, slice, None);
            let render = field.prepare_file(*slice, None, &context)?;
            let Estimate { samples, .. } = render.estimate();
            ranges.extend(field.ranges());
            progress.of(samples * grid.len() as u64);
            if file.existing()? == Existing::Same {
                reused += 1;
                progress.advance(samples);
            } else {
                clipped += file.write(&render)?;
            }
        }
        progress.end();
        if reused > 0 {
            terminal::note(format!("note: reused {}", describe::count(reused, "existing picture")));
        }
        let pixels = u64::from(slice.width) * u64::from(slice.height) * (grid.len() as u64 - reused);
        clipping::warn(ranges, clipped, pixels, "pixels", "write .exr with --cell");
        Ok(())
    }
}

/// Whether a folder contains anything except the folder of cells and temporary files.
fn has_others(folder: &Path) -> io::Result<bool> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let (name, is_folder) = (entry.file_name(), entry.file_type()?.is_dir());
        let name = name.to_string_lossy();
        if !(name.starts_with(TEMPORARY) || name == "cells" && is_folder) {
            return Ok(true);
        }
    }
    Ok(false)
}
