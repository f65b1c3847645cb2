//! Contact sheets: all pictures of a grid with their labels.

use std::io::Write;
use std::path::Path;

use noto_sans_mono_bitmap::FontWeight;
use travertine::stages::render::sink::png_error;
use travertine::{MAX_SIDE, Slice, Texture};
use travertine_files::{AtomicFile, Error as FileError};

use super::axis::{Grid, short};
use super::canvas::{Canvas, Color, LINE, text_width};
use super::pixels::Pixels;
use crate::failure::Failure;

const BACKGROUND: Color = [27, 28, 31];
const BORDER: Color = [62, 64, 70];
const FAINT: Color = [158, 161, 170];
const CLEAR: Color = [238, 239, 242];

/// Margin around the sheet, in pixels.
const MARGIN: usize = 24;
/// Gap between pictures, in pixels.
const GAP: usize = 16;
/// Space between a picture and its label, in pixels.
const SPACE: usize = 5;

/// The layout of a sheet.
pub struct Sheet {
    /// Pictures per row.
    pub columns: usize,
    title: String,
    subtitle: String,
    /// Width and height of a picture, in pixels.
    width: usize,
    height: usize,
    /// Distance from one picture to the next in a row, in pixels.
    across: usize,
    /// Characters per line of a label.
    characters: usize,
    /// Lines per label.
    lines: usize,
    cells: usize,
}

impl Sheet {
    /// The sheet for pictures of a slice.
    pub fn new(
        texture: &Texture,
        output: &str,
        grid: &Grid,
        slice: &Slice,
        columns: Option<u32>,
    ) -> Result<Sheet, Failure> {
        let (width, height) = (slice.width as usize, slice.height as usize);
        let label = |(name, value): (&str, &str)| name.chars().count() + 1 + short(value).chars().count();
        let longest = (0..grid.len()).flat_map(|cell| grid.labels(cell)).map(label).max().unwrap_or_default();
        // Long names may widen the columns, up to 26 characters.
        let characters = longest.min(width.max(text_width(26)) / text_width(1));
        let cells = grid.len();
        let sheet = Sheet {
            columns: columns.map_or_else(|| grid.columns(), |columns| columns as usize).min(cells),
            title: texture.graph().name.clone().unwrap_or_else(|| "Variations".to_owned()),
            subtitle: format!("{output}, {}", grid.describe()),
            width,
            height,
            across: width.max(text_width(characters)) + GAP,
            characters,
            lines: grid.labels(0).len(),
            cells,
        };
        let side = u64::from(MAX_SIDE);
        if sheet.whole_width() as u64 > side || sheet.whole_height() as u64 > side {
            return Err(Failure::limit(format!(
                "the sheet would have {} x {} pixels, and the limit of a side is {side}; choose smaller \
                 pictures",
                sheet.whole_width(),
                sheet.whole_height()
            )));
        }
        Ok(sheet)
    }

    fn whole_width(&self) -> usize {
        let pictures = self.columns * self.across - GAP;
        let title = text_width(self.title.chars().count() + 2 + self.subtitle.chars().count());
        // Longer titles are cut at the edge.
        2 * MARGIN + pictures.max(title.min(text_width(96)))
    }

    /// Height of the title with its margins, in pixels.
    fn head(&self) -> usize {
        MARGIN + LINE + GAP
    }

    /// Distance from one row of pictures to the next, in pixels.
    fn down(&self) -> usize {
        self.height + SPACE + self.lines * LINE + GAP
    }

    fn whole_height(&self) -> usize {
        self.head() + self.cells.div_ceil(self.columns) * self.down() - GAP + MARGIN
    }

    /// Bytes needed to draw the sheet: a row of pictures, and one decoded picture of up to 4 channels.
    pub fn memory(&self) -> u64 {
        let row = self.whole_width() as u64 * (self.down() + MARGIN) as u64;
        3 * row + 4 * self.width as u64 * self.height as u64
    }

    /// Draws the sheet into a file, row by row, from the picture of each cell.
    pub fn write(
        &self,
        path: &Path,
        grid: &Grid,
        picture: impl Fn(usize) -> Result<Pixels, Failure>,
    ) -> Result<(), Failure> {
        let failed = |source| Failure::from(FileError::write(path)(source));
        let mut file = AtomicFile::create(path).map_err(failed)?;
        let mut encoder = png::Encoder::new(&mut file, self.whole_width() as u32, self.whole_height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut png = encoder.write_header().map_err(|error| failed(png_error(error)))?;
        let mut rows = png.stream_writer().map_err(|error| failed(png_error(error)))?;
        rows.write_all(self.title().bytes()).map_err(failed)?;
        for first in (0..self.cells).step_by(self.columns) {
            let last = first + self.columns >= self.cells;
            let height = if last { self.down() - GAP + MARGIN } else { self.down() };
            let mut canvas = Canvas::new(self.whole_width(), height, BACKGROUND);
            for cell in first..(first + self.columns).min(self.cells) {
                let left = MARGIN + (cell - first) * self.across;
                self.draw(&mut canvas, left, &picture(cell)?, grid.labels(cell));
            }
            rows.write_all(canvas.bytes()).map_err(failed)?;
        }
        rows.finish().map_err(|error| failed(png_error(error)))?;
        png.finish().map_err(|error| failed(png_error(error)))?;
        file.finish().map_err(failed)
    }

    fn title(&self) -> Canvas {
        let mut canvas = Canvas::new(self.whole_width(), self.head(), BACKGROUND);
        let end = canvas.text(MARGIN, MARGIN, &self.title, CLEAR, FontWeight::Bold);
        canvas.text(end + text_width(2), MARGIN, &self.subtitle, FAINT, FontWeight::Regular);
        canvas
    }

    /// Draws a cell at the top of a canvas.
    fn draw(&self, canvas: &mut Canvas, left: usize, picture: &Pixels, labels: Vec<(&str, &str)>) {
        // A border of one pixel at the left, right and bottom, so that dark pictures stand out.
        canvas.fill(left - 1, 0, self.width + 2, self.height + 1, BORDER);
        canvas.picture(left, 0, self.width, picture.channels, &picture.bytes);
        for (line, (name, value)) in labels.into_iter().enumerate() {
            let top = self.height + SPACE + line * LINE;
            let value = short(value);
            let room = self.characters.saturating_sub(value.chars().count() + 1);
            let name: String = if name.chars().count() > room {
                name.chars().take(room.saturating_sub(2)).chain("..".chars()).collect()
            } else {
                name.to_owned()
            };
            let end = canvas.text(left, top, &name, FAINT, FontWeight::Regular);
            canvas.text(end + text_width(1), top, &value, CLEAR, FontWeight::Bold);
        }
    }
}
