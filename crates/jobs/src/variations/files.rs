//! File names in the folder of a sheet.

/// The contact sheet.
pub const SHEET: &str = "sheet.png";

/// The picture of a cell.
pub fn cell(cell: usize) -> String {
    format!("cells/{cell:04}.png")
}
