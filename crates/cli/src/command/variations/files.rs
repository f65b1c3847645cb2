//! The names of the files of a sheet, in its folder.

/// The sheet.
pub const SHEET: &str = "sheet.png";

/// The file of a cell's picture, in the sheet's folder.
pub fn cell(cell: usize) -> String {
    format!("cells/{cell:04}.png")
}
