//! Variations: a graph with many seeds and parameter values, and a contact sheet.

mod axis;
mod canvas;
mod files;
mod manifest;
mod pixels;
mod sheet;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use travertine::stages::render::within_memory;
use travertine::{Context, Detail, Estimate, Existing, Interval, PictureFile, PictureFormat, Slice, Texture};
use travertine_files::{Error as FileError, TEMPORARY, resolve, resolve_folder, write_folder};

pub use self::axis::{Grid, Sweep};
pub use self::files::{SHEET, cell as cell_file};
pub use self::manifest::read as read_manifest;
use self::pixels::Pixels;
use self::sheet::Sheet;
use crate::failure::Failure;

/// The file that lists the pictures.
const MANIFEST: &str = "manifest.json";
/// The copy of the graph, which the commands of the list read.
const GRAPH: &str = "graph.json";

/// The pictures of a sheet.
pub struct Variations<'a> {
    /// The graph.
    pub texture: &'a Texture,
    /// The output that the pictures show.
    pub output: &'a str,
    /// The seeds and values.
    pub grid: &'a Grid,
    /// The slice of each picture.
    pub slice: Slice,
    /// The number of pictures in a row; the grid's without one.
    pub columns: Option<u32>,
    /// The format of the pictures, which is a PNG.
    pub format: PictureFormat,
    /// The detail of the pictures.
    pub detail: Detail,
    /// Whether to write into a folder with other files, and to replace files that Travertine did not write.
    pub overwrite: bool,
}

/// What was written.
#[derive(Debug, Default)]
pub struct Written {
    /// The number of pictures that existed already.
    pub reused: u64,
    /// The number of pixels of the others.
    pub pixels: u64,
    /// The number of pixels that were clipped.
    pub clipped: u64,
    /// The range of each component of the pictures.
    pub ranges: Vec<Interval>,
}

impl Variations<'_> {
    /// Writes the pictures, the graph, the manifest and the sheet into a folder. Pictures that exist already are kept.
    /// `arguments` gives the arguments of `travertine` that render a picture in the folder, and `expect` receives the
    /// cost of all pictures before the first: the context will report their samples.
    ///
    /// # Errors
    ///
    /// If the sheet exceeds a limit, the folder contains other files, another process writes there, it is cancelled, or
    /// a file cannot be written.
    pub fn write(
        &self,
        folder: &Path,
        arguments: impl Fn(usize) -> Vec<String>,
        context: &Context,
        expect: impl FnOnce(Estimate),
    ) -> Result<Written, Failure> {
        let cells = self.grid.len();
        let sheet = Sheet::new(self.texture, self.output, self.grid, &self.slice, self.columns)?;
        within_memory(sheet.memory(), context.memory_limit()).map_err(|over| {
            Failure::limit(format!("the sheet {over}; choose smaller pictures or fewer columns, or raise ⟦memory⟧"))
        })?;
        // Before the folder is created: a graph that cannot be rendered leaves nothing behind.
        let field = self.variation(0)?.field(self.output)?;
        let one = field.prepare_file(self.slice, None, &context.without_progress())?.estimate();
        // Each picture may need its own rasters.
        let of_all = |of_one: u64| of_one.saturating_mul(cells as u64);
        let Estimate { pixels, samples, operations, work, memory } = one;
        let [pixels, samples, operations, work] = [pixels, samples, operations, work].map(of_all);
        context.check_work(work)?;
        expect(Estimate { pixels, samples, operations, work, memory: memory.max(sheet.memory()) });
        self.prepare(folder)?;
        write_folder(folder, || self.fill(folder, &sheet, arguments, context))
    }

    /// The files that [`Variations::write`] writes into a folder.
    pub fn files(&self, folder: &Path) -> Vec<PathBuf> {
        let cells = (0..self.grid.len()).map(|cell| folder.join(cell_file(cell)));
        [SHEET, MANIFEST, GRAPH].into_iter().map(|name| folder.join(name)).chain(cells).collect()
    }

    /// Writes the sheet alone, into a file.
    ///
    /// # Errors
    ///
    /// If the sheet exceeds a limit, it is cancelled, or the file cannot be written.
    pub fn write_sheet(&self, file: &Path, context: &Context) -> Result<(), Failure> {
        let sheet = Sheet::new(self.texture, self.output, self.grid, &self.slice, self.columns)?;
        sheet.write(file, self.grid, |cell| {
            let image = self.variation(cell)?.field(self.output)?.render(self.slice, context)?;
            Ok(Pixels::from(&image))
        })
    }

    /// Writes all files into the folder.
    fn fill(
        &self,
        folder: &Path,
        sheet: &Sheet,
        arguments: impl Fn(usize) -> Vec<String>,
        context: &Context,
    ) -> Result<Written, Failure> {
        let sheet_file = folder.join(SHEET);
        resolve(&sheet_file).map_err(FileError::write(&sheet_file))?;
        let manifest = manifest::text(self.output, self.grid, sheet.columns, arguments);
        travertine_files::write(&folder.join(MANIFEST), manifest.as_bytes())?;
        let document = self.texture.document().with_embedded_images();
        travertine_files::write(&folder.join(GRAPH), document.to_json().as_bytes())?;
        let written = self.cells(folder, context)?;
        sheet.write(&sheet_file, self.grid, |cell| {
            let path = folder.join(cell_file(cell));
            Ok(Pixels::read(&path).map_err(FileError::read(&path))?)
        })?;
        Ok(written)
    }

    /// Creates the folders. Refuses a folder with other files.
    fn prepare(&self, folder: &Path) -> Result<(), Failure> {
        let failed = |source| Failure::from(FileError::write(folder)(source));
        match resolve_folder(folder) {
            // Parent folders are created below.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            found => drop(found.map_err(failed)?),
        }
        let cells = folder.join("cells");
        // A run that was killed before it wrote the manifest has left only these folders.
        let foreign = has_others(folder).and_then(|others| Ok(others || has_others(&cells)?)).map_err(failed)?
            && !manifest::is_one(&folder.join(MANIFEST));
        if foreign && !self.overwrite {
            return Err(Failure::refused(format!(
                "{} contains other files; choose another folder, or add ⟦overwrite⟧",
                folder.display()
            )));
        }
        fs::create_dir_all(cells).map_err(failed)
    }

    /// The texture of a cell, with its seed and parameter values.
    fn variation(&self, cell: usize) -> Result<Texture, Failure> {
        let mut texture = self.texture.clone();
        if let Some(seed) = self.grid.seed(cell) {
            texture.set_seed(seed);
        }
        for (parameter, value) in self.grid.parameters(cell) {
            texture.set(parameter, value)?;
        }
        texture.set_detail(self.detail);
        Ok(texture)
    }

    fn cells(&self, folder: &Path, context: &Context) -> Result<Written, Failure> {
        let file = |cell: usize| PictureFile::new(folder.join(cell_file(cell)));
        let cells = self.grid.len();
        for cell in 0..cells {
            let file = file(cell)?;
            if file.existing()? == Existing::Foreign && !self.overwrite {
                return Err(FileError::Foreign { path: file.path }.into());
            }
        }
        let mut written = Written::default();
        for cell in 0..cells {
            let field = self.variation(cell)?.field(self.output)?;
            let file = PictureFile { format: self.format, ..file(cell)? };
            let file = file.marked(&field, &self.slice, None);
            let render = field.prepare_file(self.slice, None, context)?;
            let Estimate { samples, .. } = render.estimate();
            written.ranges.extend(field.ranges());
            if file.existing()? == Existing::Same {
                written.reused += 1;
                context.advance(samples);
            } else {
                written.clipped += file.write(&render)?;
            }
        }
        let pixels = u64::from(self.slice.width) * u64::from(self.slice.height);
        written.pixels = pixels * (cells as u64 - written.reused);
        Ok(written)
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
