//! The font: the glyphs of characters, and the problems of texts that it cannot write.

use std::fmt;

use crate::composed::COMPOSED;
use crate::glyph::{Corner, Glyph};
use crate::kerning::PAIRS;
use crate::letters::{CAPITALS, DIGITS, OTHERS, SMALL};
use crate::signs::{ASCII, MARKS, SIGNS};

/// Maximum number of characters of a text.
pub const MAX_LENGTH: usize = 1000;

/// The width of a space, in hundredths of the height of capital letters.
pub const SPACE: i32 = 36;

/// A reason why a text cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Nothing but spaces, or nothing at all.
    Empty,
    /// More characters than [`MAX_LENGTH`]: this many.
    TooLong(usize),
    /// A character that the font lacks.
    Missing {
        /// The character.
        character: char,
        /// The line that it is in, from 1.
        line: usize,
        /// Its number in the line, from 1.
        column: usize,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::Empty => write!(f, "the text has no letters"),
            Problem::TooLong(count) => write!(f, "the text has {count} characters"),
            Problem::Missing { character, line, column } => {
                let character = character.escape_debug();
                write!(f, "no glyph for `{character}`, character {column} of line {line} of the text")
            }
        }
    }
}

/// Checks that the font can write a text.
///
/// # Errors
///
/// The first problem of the text.
pub fn check(text: &str) -> Result<(), Problem> {
    let count = text.chars().count();
    if count > MAX_LENGTH {
        return Err(Problem::TooLong(count));
    }
    for (line, characters) in lines(text).enumerate() {
        for (column, character) in characters.chars().enumerate() {
            if !is_space(character) && Drawn::of(character).is_none() {
                return Err(Problem::Missing { character, line: line + 1, column: column + 1 });
            }
        }
    }
    if lines(text).flat_map(str::chars).all(is_space) { Err(Problem::Empty) } else { Ok(()) }
}

/// The lines of a text, which end with a line feed, after a carriage return or not.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// Whether a character is a space; the second one does not break lines elsewhere.
pub fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\u{a0}')
}

/// The characters that have a glyph, without spaces.
pub fn characters() -> impl Iterator<Item = char> {
    let tables = TABLES.iter().flat_map(|table| table.iter().map(|(character, _)| *character));
    tables.chain(COMPOSED.iter().map(|(character, ..)| *character))
}

static TABLES: [&[(char, Glyph)]; 7] = [CAPITALS, SMALL, DIGITS, ASCII, OTHERS, SIGNS, MARKS];

fn glyph(character: char) -> Option<&'static Glyph> {
    let row = TABLES.iter().flat_map(|table| table.iter()).find(|(known, _)| *known == character);
    row.map(|(_, glyph)| glyph)
}

/// What is drawn for a character: a glyph, and perhaps a mark.
#[derive(Debug)]
pub struct Drawn {
    /// The character, without its mark.
    base: char,
    glyph: &'static Glyph,
    /// A mark, and how far it is moved to the right and up.
    mark: Option<(&'static Glyph, i32, i32)>,
}

impl Drawn {
    /// What is drawn for a character; `None` if the font lacks it.
    pub fn of(character: char) -> Option<Drawn> {
        if let Some(glyph) = glyph(character) {
            return Some(Drawn { base: character, glyph, mark: None });
        }
        let (_, base, mark, middle, up) = COMPOSED.iter().find(|(known, ..)| *known == character)?;
        let (glyph, mark) = (glyph(*base)?, glyph(*mark)?);
        let right = i32::from(*middle) - i32::from(mark.width / 2);
        Some(Drawn { base: *base, glyph, mark: Some((mark, right, i32::from(*up))) })
    }

    /// The space on the left. A wide mark on a narrow letter takes more than the letter alone.
    pub fn left(&self) -> i32 {
        let mark = self.mark.map_or(0, |(_, right, _)| MARGIN - right);
        mark.max(i32::from(self.glyph.left))
    }

    /// The distance from the left side to that of the next letter.
    pub fn advance(&self) -> i32 {
        let width = i32::from(self.glyph.width);
        let mark = self.mark.map_or(0, |(mark, right, _)| right + i32::from(mark.width) + MARGIN);
        self.left() + (width + i32::from(self.glyph.right)).max(mark)
    }

    /// The paths, each with the distances by which it is moved to the right and up.
    pub fn paths(&self) -> impl Iterator<Item = (&'static [Corner], [i32; 2])> {
        let mark = self.mark.into_iter();
        let glyphs = [(self.glyph, [0, 0])].into_iter().chain(mark.map(|(mark, x, y)| (mark, [x, y])));
        glyphs.flat_map(|(glyph, shift)| glyph.paths.iter().map(move |path| (*path, shift)))
    }

    /// The change of the space between this letter and the next one.
    pub fn kerning(&self, next: &Drawn) -> i32 {
        let pair = PAIRS.iter().find(|(a, b, _)| a.contains(self.base) && b.contains(next.base));
        pair.map_or(0, |(.., change)| i32::from(*change))
    }
}

/// The least space next to a mark.
const MARGIN: i32 = 9;
