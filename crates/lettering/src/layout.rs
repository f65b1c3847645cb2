//! Layouts: the places of the letters of a text.

use crate::font::{self, Drawn, SPACE};
use crate::glyph;
use crate::stroke::Stroke;

/// How lines lie next to each other, and which of their ends lies at x = 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Align {
    /// They start at 0.
    Left,
    /// Their middles are at 0.
    Center,
    /// They end at 0.
    Right,
}

/// What lies at y = 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// The top of the capital letters of the first line.
    Top,
    /// The middle between this and the last baseline.
    Middle,
    /// The first baseline.
    Baseline,
    /// The last baseline.
    Bottom,
}

/// A text and its settings. Lengths are in the height of capital letters.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The text.
    pub text: String,
    /// The space that is added after each letter; negative values bring letters closer.
    pub letter_spacing: f32,
    /// The distance between baselines.
    pub line_spacing: f32,
    /// The alignment of lines.
    pub align: Align,
    /// The anchor of the block.
    pub anchor: Anchor,
}

/// A letter in its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Letter {
    /// The middle of its width and of the height of capital letters; y goes down.
    pub center: [f32; 2],
}

/// Letters, and strokes with the number of the letter that they belong to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Placed {
    /// The letters, without spaces, in the order of reading.
    pub letters: Vec<Letter>,
    /// The strokes.
    pub strokes: Vec<(Stroke, u16)>,
}

impl Layout {
    /// The greatest spacing between letters or lines, which keeps places exact to a thousandth.
    pub const MOST_SPACING: f32 = 100.0;

    /// Number of the letters and of their strokes, or a little more.
    pub fn count(&self) -> (usize, usize) {
        let letters = self.text.chars().filter_map(Drawn::of);
        letters.fold((0, 0), |(letters, strokes), drawn| {
            (letters + 1, strokes + drawn.paths().map(|(path, _)| glyph::count(path)).sum::<usize>())
        })
    }

    /// The places of the letters and their strokes. Characters that the font lacks leave a space.
    pub fn place(&self) -> Placed {
        let most = f64::from(Layout::MOST_SPACING);
        let letter_spacing = f64::from(self.letter_spacing).clamp(-most, most) * 100.0;
        let line_spacing = f64::from(self.line_spacing).clamp(-most, most) * 100.0;
        let last = font::lines(&self.text).count().saturating_sub(1) as f64 * line_spacing;
        // The first baseline, upward.
        let baseline = match self.anchor {
            Anchor::Top => -100.0,
            Anchor::Middle => (last - 100.0) / 2.0,
            Anchor::Baseline => 0.0,
            Anchor::Bottom => last,
        };
        let (letters, strokes) = self.count();
        let mut placed = Placed { letters: Vec::with_capacity(letters), strokes: Vec::with_capacity(strokes) };
        for (index, line) in font::lines(&self.text).enumerate() {
            let (letters, width) = spread(line, letter_spacing);
            let start = match self.align {
                Align::Left => 0.0,
                Align::Center => -width / 2.0,
                Align::Right => -width,
            };
            let baseline = baseline - index as f64 * line_spacing;
            for (drawn, x) in letters {
                let number = placed.letters.len() as u16;
                let left = start + x;
                let center = [left + f64::from(drawn.advance()) / 2.0, -baseline - 50.0];
                placed.letters.push(Letter { center: center.map(|each| (each / 100.0) as f32) });
                for (path, [right, up]) in drawn.paths() {
                    let origin = [left + f64::from(drawn.left()) + f64::from(right), baseline + f64::from(up)];
                    glyph::strokes(path, origin, &mut |stroke| placed.strokes.push((stroke, number)));
                }
            }
        }
        placed
    }
}

/// The letters of a line with their left sides, and the width of the line, in hundredths. The space after the last
/// letter does not count.
fn spread(line: &str, spacing: f64) -> (Vec<(Drawn, f64)>, f64) {
    let mut letters: Vec<(Drawn, f64)> = Vec::new();
    let (mut x, mut end, mut follows) = (0.0, 0.0, false);
    for character in line.chars() {
        let Some(drawn) = Drawn::of(character) else {
            // A space, or a character that the font lacks.
            end = x + f64::from(SPACE);
            x = end + spacing;
            follows = false;
            continue;
        };
        if let (true, Some((before, _))) = (follows, letters.last()) {
            x += f64::from(before.kerning(&drawn));
        }
        end = x + f64::from(drawn.advance());
        letters.push((drawn, x));
        x = end + spacing;
        follows = true;
    }
    (letters, end)
}
