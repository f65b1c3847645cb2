//! Letterings: texts as distances to their strokes.

use std::fmt::{self, Write};
use std::sync::{Arc, OnceLock};

use travertine_noise::{Interval, Kernel, Level};

use crate::font::{Problem, check};
use crate::layout::{Align, Anchor, Layout, Letter};
use crate::stroke::Stroke;
use crate::tree::{Nearest, Tree, slack};

/// A text that can be written. Its letters are put in their places when they are first needed.
#[derive(Clone, Debug)]
pub struct Lettering {
    layout: Layout,
    content: OnceLock<Content>,
}

/// The letters in their places, and their strokes.
#[derive(Clone, Debug)]
struct Content {
    letters: Vec<Letter>,
    tree: Tree,
}

/// An output of a lettering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LetteringOutput {
    /// The distance to the nearest stroke, 0 or more.
    Distance,
    /// The number of the letter with the nearest stroke, from 0, without spaces.
    Letter,
    /// The x of the middle of this letter.
    CenterX,
    /// The y of the middle of this letter.
    CenterY,
}

/// An output of a lettering as a function of x and y.
#[derive(Clone, Debug)]
pub struct LetteringFunction {
    /// The text in its place.
    pub lettering: Arc<Lettering>,
    /// The output.
    pub output: LetteringOutput,
}

/// A lettering function as a key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LetteringKey {
    text: Box<str>,
    spacings: [u32; 2],
    align: Align,
    anchor: Anchor,
    output: LetteringOutput,
}

/// Positions beyond this, in the height of capital letters, count as being there: squares of distances stay finite.
const FARTHEST: f32 = 1e15;

impl Lettering {
    /// The text of a layout.
    ///
    /// ```
    /// use travertine_lettering::{Align, Anchor, Layout, Lettering};
    ///
    /// let layout = Layout {
    ///     text: "I".to_owned(),
    ///     letter_spacing: 0.0,
    ///     line_spacing: 1.7,
    ///     align: Align::Center,
    ///     anchor: Anchor::Middle,
    /// };
    /// let lettering = Lettering::new(layout)?;
    /// assert_eq!(lettering.distance([0.25, 0.1]), 0.25);
    /// # Ok::<(), travertine_lettering::Problem>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the font cannot write the text.
    pub fn new(layout: Layout) -> Result<Lettering, Problem> {
        check(&layout.text)?;
        Ok(Lettering { layout, content: OnceLock::new() })
    }

    fn content(&self) -> &Content {
        self.content.get_or_init(|| {
            let placed = self.layout.place();
            Content { letters: placed.letters, tree: Tree::new(placed.strokes) }
        })
    }

    /// Memory of the letters in their places, in bytes, whether they are there yet or not.
    pub fn bytes(&self) -> u64 {
        let (letters, strokes) = self.layout.count();
        Tree::bytes(strokes) + (letters * size_of::<Letter>() + self.layout.text.len()) as u64
    }

    /// Work of putting the letters in their places, in operations.
    pub fn work(&self) -> u64 {
        /// Sorting strokes into boxes, again and again, and finding the extent of each.
        const STROKE: u64 = 1000;
        self.layout.count().1 as u64 * STROKE
    }

    /// The letters, without spaces, in the order of reading.
    pub fn letters(&self) -> &[Letter] {
        &self.content().letters
    }

    /// The distance from a point to the nearest stroke.
    pub fn distance(&self, point: [f32; 2]) -> f32 {
        self.content().tree.nearest(point.map(near)).squared.sqrt()
    }

    fn centers(&self, axis: usize) -> Interval {
        let centers = self.letters().iter().map(|letter| Interval::point(letter.center[axis]));
        centers.reduce(Interval::hull).unwrap_or(Interval::point(0.0))
    }
}

impl Content {
    /// An output, made of the nearest stroke.
    #[inline(always)]
    fn output(&self, output: LetteringOutput, nearest: Nearest) -> f32 {
        let center = |axis: usize| {
            // A text has at least one letter, and every stroke belongs to one.
            self.letters.get(usize::from(nearest.letter)).map_or(0.0, |letter| letter.center[axis])
        };
        match output {
            LetteringOutput::Distance => nearest.squared.sqrt(),
            LetteringOutput::Letter => f32::from(nearest.letter),
            LetteringOutput::CenterX => center(0),
            LetteringOutput::CenterY => center(1),
        }
    }
}

/// A coordinate that is not too far away.
#[inline(always)]
fn near(coordinate: f32) -> f32 {
    coordinate.clamp(-FARTHEST, FARTHEST)
}

impl LetteringFunction {
    /// The output at a point.
    pub fn at(&self, [x, y]: [f32; 2]) -> f32 {
        let content = self.lettering.content();
        content.output(self.output, content.tree.nearest([near(x), near(y)]))
    }

    /// The output at many points, bit-equal to [`LetteringFunction::at`]. All slices have the same length.
    pub fn lanes(&self, level: Level, [x, y]: [&[f32]; 2], out: &mut [f32]) {
        level.run(Points { content: self.lettering.content(), output: self.output, x, y, out });
    }

    /// Interval of the output for given intervals of x and y.
    ///
    /// The distance changes by no more than the distance between two points, so its value in the middle of a rectangle
    /// bounds it everywhere there.
    pub fn interval(&self, [x, y]: [Interval; 2]) -> Interval {
        let lettering = &*self.lettering;
        match self.output {
            LetteringOutput::Distance => {
                let [x, y] = [x, y].map(|axis| [near(axis.min), near(axis.max)]);
                let middle = [x, y].map(|[min, max]| min / 2.0 + max / 2.0);
                let radius = farthest(middle, [x, y]);
                let distance = lettering.distance(middle);
                let slack = 2.0 * slack(distance + radius);
                Interval { min: (distance - radius - slack).max(0.0), max: distance + radius + slack }
            }
            LetteringOutput::Letter => Interval::new(0.0, lettering.letters().len().saturating_sub(1) as f32),
            LetteringOutput::CenterX => lettering.centers(0),
            LetteringOutput::CenterY => lettering.centers(1),
        }
    }

    /// The function as a key.
    pub fn key(&self) -> LetteringKey {
        let layout = &self.lettering.layout;
        LetteringKey {
            text: layout.text.as_str().into(),
            spacings: [layout.letter_spacing.to_bits(), layout.line_spacing.to_bits()],
            align: layout.align,
            anchor: layout.anchor,
            output: self.output,
        }
    }

    /// Writes the canonical text of the function, without a line feed: the output, the middles `x:y` of the letters,
    /// and the strokes, each the letter and numbers, joined by `:`. Floats are the hexadecimal digits of their bits.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(match self.output {
            LetteringOutput::Distance => "distance",
            LetteringOutput::Letter => "letter",
            LetteringOutput::CenterX => "center-x",
            LetteringOutput::CenterY => "center-y",
        })?;
        for letter in self.lettering.letters() {
            let [x, y] = letter.center.map(f32::to_bits);
            write!(out, " {x:08x}:{y:08x}")?;
        }
        for (stroke, letter) in self.lettering.content().tree.strokes() {
            let (numbers, count) = stroke.numbers();
            write!(out, " {letter}")?;
            numbers[..count].iter().try_for_each(|number| write!(out, ":{:08x}", number.to_bits()))?;
        }
        Ok(())
    }
}

impl PartialEq for LetteringFunction {
    fn eq(&self, other: &LetteringFunction) -> bool {
        self.key() == other.key()
    }
}

/// The distance from a point to the farthest one of a rectangle, rounded.
#[inline(always)]
fn farthest(point: [f32; 2], [x, y]: [[f32; 2]; 2]) -> f32 {
    let farther = |place: f32, [min, max]: [f32; 2]| {
        let (before, after) = (place - min, max - place);
        if before > after { before } else { after }
    };
    let (x, y) = (farther(point[0], x), farther(point[1], y));
    (x * x + y * y).sqrt()
}

/// The output at many points.
struct Points<'a> {
    content: &'a Content,
    output: LetteringOutput,
    x: &'a [f32],
    y: &'a [f32],
    out: &'a mut [f32],
}

/// The number of points that share a search, if they are near each other.
const GROUP: usize = 16;
/// The most strokes that may be nearest to points of a group. With more, each point has a search of its own.
const MOST: usize = 32;

impl Kernel for Points<'_> {
    #[inline(always)]
    fn run(self) {
        let Points { content, output, x, y, out } = self;
        for ((x, y), out) in x.chunks(GROUP).zip(y.chunks(GROUP)).zip(out.chunks_mut(GROUP)) {
            let [Some(last_x), Some(last_y)] = [x.last(), y.last()] else { continue };
            // A group with fewer points repeats the last one.
            let (mut xs, mut ys) = ([near(*last_x); GROUP], [near(*last_y); GROUP]);
            for index in 0..x.len() {
                (xs[index], ys[index]) = (near(x[index]), near(y[index]));
            }
            let nearest = if output == LetteringOutput::Distance {
                group::<false>(&content.tree, &xs, &ys)
            } else {
                group::<true>(&content.tree, &xs, &ys)
            };
            for (out, nearest) in out.iter_mut().zip(nearest) {
                *out = content.output(output, nearest);
            }
        }
    }
}

/// The nearest strokes to the points of a group; without `LETTERS`, letters are not reported.
///
/// If the nearest stroke to the middle of the group is `d` away, and no point of the group is farther than `r` from the
/// middle, then the nearest stroke to each point is at most `d + r` away from it, and so at most `d + 2 r` from the
/// middle.
#[inline(always)]
fn group<const LETTERS: bool>(tree: &Tree, xs: &[f32; GROUP], ys: &[f32; GROUP]) -> [Nearest; GROUP] {
    let [x, y] = [xs, ys].map(|places| {
        let mut ends = [places[0]; 2];
        for place in places {
            ends = [if *place < ends[0] { *place } else { ends[0] }, if *place > ends[1] { *place } else { ends[1] }];
        }
        ends
    });
    let middle = [x, y].map(|[min, max]| min / 2.0 + max / 2.0);
    let radius = farthest(middle, [x, y]);
    let distance = tree.nearest(middle).squared.sqrt();
    let mut found = [0; MOST];
    let reach = distance + 2.0 * radius;
    let Some(count) = tree.within(middle, reach + 2.0 * slack(reach), &mut found) else {
        let mut nearest = [Nearest::NONE; GROUP];
        for index in 0..GROUP {
            nearest[index] = tree.nearest([xs[index], ys[index]]);
        }
        return nearest;
    };
    let (mut squares, mut letters) = ([f32::MAX; GROUP], [u16::MAX; GROUP]);
    for index in &found[..count] {
        let (stroke, letter) = tree.strokes()[*index as usize];
        let mut new = [0.0; GROUP];
        // Each kind has a loop of its own, which the compiler vectorizes.
        match stroke {
            Stroke::Line { middle, along, half } => {
                for lane in 0..GROUP {
                    new[lane] = Stroke::Line { middle, along, half }.squared([xs[lane], ys[lane]]);
                }
            }
            Stroke::Arc { center, towards, radius, half } => {
                for lane in 0..GROUP {
                    new[lane] = Stroke::Arc { center, towards, radius, half }.squared([xs[lane], ys[lane]]);
                }
            }
        }
        for lane in 0..GROUP {
            if LETTERS {
                let mut nearest = Nearest { squared: squares[lane], letter: letters[lane] };
                nearest.keep(Nearest { squared: new[lane], letter });
                (squares[lane], letters[lane]) = (nearest.squared, nearest.letter);
            } else {
                squares[lane] = if new[lane] < squares[lane] { new[lane] } else { squares[lane] };
            }
        }
    }
    let mut nearest = [Nearest::NONE; GROUP];
    for lane in 0..GROUP {
        nearest[lane] = Nearest { squared: squares[lane], letter: letters[lane] };
    }
    nearest
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::font::{Drawn, characters};
    use crate::{composed, glyph, kerning};

    fn layout(text: &str) -> Layout {
        Layout {
            text: text.to_owned(),
            letter_spacing: 0.0,
            line_spacing: 1.7,
            align: Align::Center,
            anchor: Anchor::Middle,
        }
    }

    fn lettering(text: &str) -> Arc<Lettering> {
        Arc::new(Lettering::new(layout(text)).unwrap())
    }

    const OUTPUTS: [LetteringOutput; 4] =
        [LetteringOutput::Distance, LetteringOutput::Letter, LetteringOutput::CenterX, LetteringOutput::CenterY];

    /// The definition: the nearest one of all strokes.
    fn of_all(function: &LetteringFunction, [x, y]: [f32; 2]) -> f32 {
        let mut nearest = Nearest::NONE;
        for (stroke, letter) in function.lettering.content().tree.strokes() {
            nearest.keep(Nearest { squared: stroke.squared([near(x), near(y)]), letter: *letter });
        }
        function.lettering.content().output(function.output, nearest)
    }

    /// Rows of points near each other, points of all distances, and points in one place.
    fn points() -> Vec<[f32; 2]> {
        let random = |index: usize| (index * 7919 % 10_007) as f32 / 10_007.0 - 0.5;
        let mut points = Vec::new();
        for row in 0..23 {
            points.extend((0..211).map(|column| [column as f32 * 0.05 - 5.0, row as f32 * 0.21 - 2.4]));
        }
        for spread in [1.0, 10.0, 1e3, 1e6, 1e15, 3e38] {
            points.extend((0..150).map(|index| [random(index) * spread, random(index + 5000) * spread]));
        }
        points.extend([[0.0; 2], [-0.0, 0.5], [f32::MAX, f32::MIN], [f32::MIN, f32::MIN], [1e-40, -1e-40]]);
        points
    }

    #[test]
    fn every_level_gives_the_bits_of_looking_at_all_strokes() {
        let points = points();
        let [x, y] = [0, 1].map(|axis: usize| points.iter().map(|point| point[axis]).collect::<Vec<f32>>());
        for text in [".", "O8%", "II\nII", "The quick brown\nfox — 12 × 9", &"@&g ".repeat(250)] {
            for output in OUTPUTS {
                let function = LetteringFunction { lettering: lettering(text), output };
                for level in Level::available() {
                    let mut out = vec![0.0; points.len()];
                    function.lanes(level, [&x, &y], &mut out);
                    let few = if text.len() > 100 { 17 } else { 1 };
                    for (point, out) in points.iter().zip(out).step_by(few) {
                        let expected = of_all(&function, *point);
                        assert_eq!(out.to_bits(), expected.to_bits(), "{text} {output:?} {level:?} {point:?}");
                        let found = function.at(*point);
                        assert_eq!(found.to_bits(), expected.to_bits(), "{text} {output:?} {point:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn outputs_lie_in_their_intervals() {
        let points = points();
        for output in OUTPUTS {
            let function = LetteringFunction { lettering: lettering("Zürich\n№ 8"), output };
            for (index, a) in points.iter().enumerate() {
                let b = points[index * 31 % points.len()];
                let interval = function.interval([0, 1].map(|axis: usize| Interval::new(a[axis], b[axis])));
                for part in [0.0, 0.3, 0.5, 1.0] {
                    let between = |axis: usize| (f64::from(a[axis]) * (1.0 - part) + f64::from(b[axis]) * part) as f32;
                    let value = function.at([between(0), between(1)]);
                    assert!(interval.contains(value) && value.is_finite(), "{output:?} {a:?} {b:?}: {value}");
                }
            }
        }
    }

    #[test]
    fn a_distance_changes_by_no_more_than_the_way() {
        let lettering = lettering("Slope & g@ß\n(8%)");
        let points = points();
        for pair in points.windows(2).filter(|pair| pair.iter().flatten().all(|place| place.abs() < 100.0)) {
            let (a, b) = (lettering.distance(pair[0]), lettering.distance(pair[1]));
            let [x, y] = [0, 1].map(|axis: usize| pair[0][axis] - pair[1][axis]);
            assert!((a - b).abs() <= (x * x + y * y).sqrt() * 1.00001 + 1e-5, "{pair:?}: {a} and {b}");
        }
    }

    /// The strokes of a character, with its left side at 0, and its advance.
    fn strokes(character: char) -> (Vec<Stroke>, f32) {
        let layout = Layout { align: Align::Left, anchor: Anchor::Baseline, ..layout(&character.to_string()) };
        let advance = Drawn::of(character).unwrap().advance() as f32 / 100.0;
        (layout.place().strokes.into_iter().map(|(stroke, _)| stroke).collect(), advance)
    }

    #[test]
    fn the_font_has_ascii_latin_1_and_signs() {
        let latin = ('\u{a1}'..='\u{ff}').filter(|character| *character != '\u{ad}');
        let others = "–—·•°×±€“”‘’…№ŁłŠšŽžŐőŰűŒœȘșțĽľĢģ←→↑↓";
        for character in ('!'..='~').chain(latin).chain(others.chars()) {
            assert!(Drawn::of(character).is_some(), "{character}");
        }
        let mut known = HashSet::new();
        assert!(characters().all(|character| known.insert(character)), "a character has two glyphs");
        for (character, base, mark, ..) in composed::COMPOSED {
            assert!(Drawn::of(*character).is_some(), "{character} is made of {base} and {mark}");
        }
        for (first, second, _) in kerning::PAIRS {
            assert!(first.chars().chain(second.chars()).all(|each| known.contains(&each)), "{first} {second}");
        }
    }

    #[test]
    fn glyphs_lie_within_their_advance_and_between_the_lines() {
        for character in characters() {
            let (strokes, advance) = strokes(character);
            assert!(!strokes.is_empty(), "{character} is empty");
            for stroke in strokes {
                let [[left, top], [right, bottom]] = stroke.bounds();
                assert!(left > -1e-5 && right < advance + 1e-5, "{character}: {left} to {right} of {advance}");
                assert!(top > -1.42 && bottom < 0.35, "{character}: {top} to {bottom}");
            }
        }
    }

    #[test]
    fn glyphs_differ() {
        let mut known: HashMap<Vec<u32>, char> = HashMap::new();
        for character in characters() {
            let (strokes, _) = strokes(character);
            let bits = strokes.iter().flat_map(|stroke| stroke.numbers().0.map(f32::to_bits)).collect();
            if let Some(other) = known.insert(bits, character) {
                // These look alike everywhere: a comma below is a quotation mark, and two languages share a capital.
                let pair = [character.min(other), character.max(other)];
                assert!([['Ð', 'Đ'], [',', '‚']].contains(&pair), "{character} looks like {other}");
            }
        }
    }

    #[test]
    fn paths_join_and_arcs_keep_close_to_their_radii() {
        for character in characters() {
            let Some(drawn) = Drawn::of(character) else { continue };
            for (path, _) in drawn.paths() {
                let mut count = 0;
                glyph::strokes(path, [0.0; 2], &mut |stroke| {
                    let (numbers, used) = stroke.numbers();
                    assert!(numbers[..used].iter().all(|number| number.is_finite()), "{character}");
                    count += 1;
                });
                assert!(count > 0, "{character}");
                // An arc in the place of a right angle passes at 0.42 radii; sharper corners are farther away.
                let reach = |corner: &glyph::Corner| 0.01 + 1.2 * f32::from(corner.radius) / 100.0;
                for corner in path.iter().filter(|_| path.len() > 1) {
                    let mut least = f32::MAX;
                    let point = [f32::from(corner.x) / 100.0, f32::from(corner.y) / -100.0];
                    glyph::strokes(path, [0.0; 2], &mut |stroke| least = least.min(stroke.squared(point)));
                    assert!(least.sqrt() < reach(corner), "{character} misses {corner:?}");
                }
            }
        }
    }

    #[test]
    fn texts_lie_as_they_are_aligned_and_anchored() {
        let bounds = |layout: Layout| {
            let strokes = layout.place().strokes;
            strokes.iter().map(|(stroke, _)| stroke.bounds()).fold([[f32::MAX; 2], [f32::MIN; 2]], |all, each| {
                [
                    [all[0][0].min(each[0][0]), all[0][1].min(each[0][1])],
                    [all[1][0].max(each[1][0]), all[1][1].max(each[1][1])],
                ]
            })
        };
        let close = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-5, "{found}, {expected}");
        // An H has 20 on both sides of a width of 60.
        let [[left, top], [right, bottom]] = bounds(layout("H\nHH"));
        close(left, -0.8);
        close(right, 0.8);
        close(top, -1.35);
        close(bottom, 1.35);
        let [[left, top], ..] = bounds(Layout { align: Align::Left, anchor: Anchor::Top, ..layout("H\nHH") });
        close(left, 0.2);
        close(top, 0.0);
        let [_, [right, bottom]] = bounds(Layout { align: Align::Right, anchor: Anchor::Bottom, ..layout("H\nHH") });
        close(right, -0.2);
        close(bottom, 0.0);
        let [_, [right, bottom]] =
            bounds(Layout { align: Align::Right, anchor: Anchor::Baseline, ..layout("H\r\nHH") });
        close(right, -0.2);
        close(bottom, 1.7);
        let [[left, _], [right, _]] = bounds(Layout { letter_spacing: 0.5, ..layout("HH") });
        close(right - left, 2.1);
        let [[left, _], [right, _]] = bounds(layout("H H"));
        close(right - left, 1.96);
    }

    #[test]
    fn some_pairs_stand_closer_with_and_without_marks() {
        let width = |text: &str| {
            let letters = layout(text).place().letters;
            letters[1].center[0] - letters[0].center[0]
        };
        assert!(width("AV") < width("AH") - 0.1);
        assert_eq!(width("ÄV"), width("AV"));
        assert!(width("A V") > width("AV") + 0.36, "a space parts the pair");
    }

    #[test]
    fn texts_that_cannot_be_written_say_why() {
        let problem = |text: &str| Lettering::new(layout(text)).unwrap_err().to_string();
        assert_eq!(problem(""), "the text has no letters");
        assert_eq!(problem(" \n \u{a0}\r\n"), "the text has no letters");
        assert_eq!(problem("Grüße, Мир"), "no glyph for `М`, character 8 of line 1 of the text");
        assert_eq!(problem("a\ne\u{301}"), "no glyph for `\\u{301}`, character 2 of line 2 of the text");
        assert_eq!(problem("a\tb"), "no glyph for `\\t`, character 2 of line 1 of the text");
        assert_eq!(problem("ש"), "no glyph for `ש`, character 1 of line 1 of the text");
        assert_eq!(problem("ok \u{202e}"), "no glyph for `\\u{202e}`, character 4 of line 1 of the text");
        assert_eq!(problem("🙂"), "no glyph for `🙂`, character 1 of line 1 of the text");
        assert_eq!(problem(&"x".repeat(1001)), "the text has 1001 characters");
        assert_eq!(problem(&"\u{0}".repeat(9999)), "the text has 9999 characters");
        assert!(Lettering::new(layout(&"@".repeat(1000))).is_ok());
        assert!(Lettering::new(layout(&"\n".repeat(999))).is_err());
    }
}
