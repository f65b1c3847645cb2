//! Strokes: thin bent lines, one in each cell of a lattice of long and narrow cells.
//!
//! A sample may be touched by the strokes of the cells around it, of which few touch any sample of a block. Samples in
//! one cell share the random numbers of these strokes, and strokes that provably touch none of them are left out
//! (`nearby.rs`). What remains is the arithmetic of the definition (`line.rs`).

mod line;
mod nearby;
mod pen;

use std::hint::select_unpredictable;

use self::line::{Column, Line, Touch};
use self::nearby::{Memory, Nearby};
use self::pen::{ARGUMENTS, arguments};
use crate::blocks::{BLOCK, STRIP};
use crate::hash::{octave_seed, start};
use crate::level::{Kernel, Level};
use crate::math;

pub use self::pen::Pen;

/// The shape of strokes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StrokeShape {
    /// Long round fibers at random heights, which wave. Their cells are 3 times longer than wide.
    Fiber,
    /// Nearly straight grooves. Their cells are 8 times longer than wide.
    Groove,
}

/// The quantity that [`Strokes`] return for the highest stroke at a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StrokeFeature {
    /// The height of a fiber, or the depth of a groove; 0 beside all strokes.
    Height,
    /// A random number in [0, 1) that belongs to the stroke; 0 beside all strokes.
    Value,
}

/// Strokes in two dimensions, one in each cell. A small `Copy` description.
///
/// Coordinates are in cells, along the strokes and across them. Of equally high strokes the first one counts, row by
/// row from low to high coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strokes {
    shape: StrokeShape,
    feature: StrokeFeature,
    seed: u32,
}

impl Strokes {
    /// Strokes of a shape.
    pub fn new(shape: StrokeShape, feature: StrokeFeature, seed: u32) -> Strokes {
        Strokes { shape, feature, seed }
    }

    /// The shape of the strokes.
    pub fn shape(self) -> StrokeShape {
        self.shape
    }

    /// The quantity that they return.
    pub fn feature(self) -> StrokeFeature {
        self.feature
    }

    /// The seed.
    pub fn seed(self) -> u32 {
        self.seed
    }

    /// The search for the strokes. Strokes with equal searches can be evaluated [together](Strokes::lanes_together):
    /// they differ only in their features.
    pub fn search(self) -> Strokes {
        Strokes { feature: StrokeFeature::Height, ..self }
    }

    /// The feature at a position along and across the strokes. This is the definition.
    pub fn at(&self, position: [f32; 2], pen: Pen<f32>) -> f32 {
        let args = arguments(position, pen);
        let highest = match self.shape {
            StrokeShape::Fiber => Search::<8>::new(&[*self]).one(args),
            StrokeShape::Groove => Search::<4>::new(&[*self]).one(args),
        };
        highest.feature(self.feature)[0]
    }

    /// Several features of strokes with the same [search](Strokes::search): index `i` of each slice of `out` for index
    /// `i` of the position and the pen, with the bits of the [definition](Strokes::at). `out` has a slice for each
    /// feature.
    ///
    /// # Panics
    ///
    /// If a slice differs in length from those of `out`.
    pub fn lanes_together(
        features: &[Strokes],
        level: Level,
        position: [&[f32]; 2],
        pen: Pen<&[f32]>,
        out: &mut [&mut [f32]],
    ) {
        let Some(first) = features.first() else { return };
        let args = arguments(position, pen);
        match first.shape {
            StrokeShape::Fiber => Search::<8>::new(features).lanes(level, args, out),
            StrokeShape::Groove => Search::<4>::new(features).lanes(level, args, out),
        }
    }
}

/// The search for strokes, prepared for many samples. `K` is the number of cells around a sample: two along the
/// strokes, and the others across.
struct Search<'a, const K: usize> {
    features: &'a [Strokes],
    /// The hash states of the three random numbers of a cell.
    starts: [u32; 3],
}

impl<'a, const K: usize> Search<'a, K> {
    fn new(features: &'a [Strokes]) -> Self {
        Search { features, starts: [0, 1, 2].map(|channel| start(octave_seed(features[0].seed, channel))) }
    }

    /// The highest stroke at one sample.
    #[inline(never)]
    fn one(&self, args: [f32; ARGUMENTS]) -> Highest<1> {
        let strip = Strip::new([[args[0]], [args[1]]]);
        let mut sample = [[0.0]; ARGUMENTS];
        for n in 0..ARGUMENTS {
            sample[n] = [args[n]];
        }
        self.each::<1, true>(&strip, |i| pen_of(&sample, i))
    }

    fn lanes(&self, level: Level, args: [&[f32]; ARGUMENTS], out: &mut [&mut [f32]]) {
        let count = args[0].len();
        let lengths = args.iter().map(|arg| arg.len()).chain(out.iter().map(|out| out.len()));
        lengths.for_each(|length| assert_eq!(length, count, "every argument must have the length of the output"));
        if level == Level::Scalar {
            for i in 0..count {
                let highest = self.one(args.map(|arg| arg[i]));
                for (strokes, out) in self.features.iter().zip(out.iter_mut()) {
                    out[i] = highest.feature(strokes.feature)[0];
                }
            }
        } else if count > 0 {
            level.run(InStrips { search: self, args, out });
        }
    }

    /// Offers samples the strokes around their cells, which those in one cell share. `None` if the cells are too narrow
    /// for that.
    #[inline(always)]
    fn share(&self, memory: &mut Memory<K>, strip: &Strip<STRIP>) -> Option<Highest<STRIP>> {
        if strip.changes() > MOST_CHANGES {
            return None;
        }
        let mut all = Highest::NONE;
        for start in (0..STRIP).step_by(BLOCK) {
            let (mut cell, mut part) = ([[0.0; BLOCK]; 2], [[0.0; BLOCK]; 2]);
            for axis in 0..2 {
                for i in 0..BLOCK {
                    cell[axis][i] = strip.cell[axis][start + i];
                    part[axis][i] = strip.part[axis][start + i];
                }
            }
            let mut highest = Highest::<BLOCK>::NONE;
            let mut left = u32::MAX >> (32 - BLOCK);
            while left != 0 {
                let first = left.trailing_zeros() as usize % BLOCK;
                let corner = [cell[0][first], cell[1][first]];
                let (mut alike, mut bits) = ([0; BLOCK], [0; BLOCK]);
                for i in 0..BLOCK {
                    let different =
                        (cell[0][i].to_bits() ^ corner[0].to_bits()) | (cell[1][i].to_bits() ^ corner[1].to_bits());
                    alike[i] = if different == 0 { u32::MAX } else { 0 };
                    bits[i] = alike[i] & 1 << i;
                }
                left &= !union(bits);
                offer(memory.nearby(corner, &self.starts), &part, &alike, &mut highest);
            }
            for i in 0..BLOCK {
                all.height[start + i] = highest.height[i];
                all.id[start + i] = highest.id[i];
            }
        }
        Some(all)
    }

    /// Offers each sample the strokes around its own cell.
    #[inline(always)]
    fn each<const B: usize, const SATURATED: bool>(
        &self,
        strip: &Strip<B>,
        pen: impl Fn(usize) -> Pen<f32>,
    ) -> Highest<B> {
        let mut highest = Highest::NONE;
        let mut columns = [[Column::default(); B]; 2];
        for (step, columns) in columns.iter_mut().enumerate() {
            for i in 0..B {
                columns[i] = Column::new(strip.cell[0][i], step as f32, &pen(i));
            }
        }
        for k in 0..K {
            let step = line::steps::<K>(k);
            let mut numbers = [[0.0; B]; 3];
            for i in 0..B {
                let column = columns[k % 2][i];
                let cell = [column.cell, column.across(strip.cell[1][i], step[1], &pen(i))];
                numbers[0][i] = line::number(cell, self.starts[0]);
                numbers[1][i] = line::number(cell, self.starts[1]);
                numbers[2][i] = line::number(cell, self.starts[2]);
            }
            let (mut heights, mut ids) = ([0.0; B], [0.0; B]);
            for i in 0..B {
                let line = Line::new::<K>([numbers[0][i], numbers[1][i], numbers[2][i]], &pen(i));
                let touch = line.touch::<K, SATURATED>([strip.part[0][i], strip.part[1][i]], step);
                (heights[i], ids[i]) = (touch.height, touch.id);
            }
            highest.take(&heights, &ids);
        }
        highest
    }
}

/// The pen of a sample.
#[inline(always)]
fn pen_of<const B: usize>(args: &[[f32; B]; ARGUMENTS], i: usize) -> Pen<f32> {
    let mut sample = [0.0; ARGUMENTS];
    for n in 2..ARGUMENTS {
        sample[n] = args[n][i];
    }
    Pen::of(&sample)
}

/// Where samples are.
struct Strip<const B: usize> {
    /// The coordinates of the lower corner of each sample's cell, half a cell below those that divide its strokes.
    cell: [[f32; B]; 2],
    /// The part of a cell above the corner.
    part: [[f32; B]; 2],
}

impl<const B: usize> Strip<B> {
    #[inline(always)]
    fn new(position: [[f32; B]; 2]) -> Self {
        let mut strip = Strip { cell: [[0.0; B]; 2], part: [[0.0; B]; 2] };
        for axis in 0..2 {
            for i in 0..B {
                let from_corner = math::sub(position[axis][i], 0.5);
                strip.cell[axis][i] = math::floor(from_corner);
                strip.part[axis][i] = math::fract(from_corner);
            }
        }
        strip
    }

    /// The number of times that the cell changes from one sample to the next.
    #[inline(always)]
    fn changes(&self) -> u32 {
        let mut next = self.cell;
        for axis in 0..2 {
            next[axis].copy_within(1.., 0);
        }
        let mut changes = 0;
        for i in 0..B {
            changes += u32::from((self.cell[0][i] != next[0][i]) | (self.cell[1][i] != next[1][i]));
        }
        changes
    }
}

/// Many samples, in strips.
struct InStrips<'a, 'o, const K: usize> {
    search: &'a Search<'a, K>,
    args: [&'a [f32]; ARGUMENTS],
    out: &'a mut [&'o mut [f32]],
}

impl<const K: usize> Kernel for InStrips<'_, '_, K> {
    #[inline(always)]
    fn run(self) {
        let InStrips { search, args, out } = self;
        let mut memory = Memory::<K>::new(&args);
        let count = args[0].len();
        for start in (0..count).step_by(STRIP) {
            let strip = Strip::new([padded(args[0], start), padded(args[1], start)]);
            let shared = match &mut memory {
                Some(memory) => search.share(memory, &strip),
                None => None,
            };
            let highest = match (shared, &memory) {
                (Some(highest), _) => highest,
                (None, Some(memory)) => search.each::<STRIP, false>(&strip, |_| memory.pen),
                (None, None) => {
                    let mut all = [[0.0; STRIP]; ARGUMENTS];
                    for n in 2..ARGUMENTS {
                        all[n] = padded(args[n], start);
                    }
                    let mut extreme = 0;
                    for i in 0..STRIP {
                        extreme += u32::from(!pen_of(&all, i).is_ordinary());
                    }
                    match extreme {
                        0 => search.each::<STRIP, false>(&strip, |i| pen_of(&all, i)),
                        _ => search.each::<STRIP, true>(&strip, |i| pen_of(&all, i)),
                    }
                }
            };
            for (strokes, out) in search.features.iter().zip(out.iter_mut()) {
                let (out, values) = (&mut out[start..], highest.feature(strokes.feature));
                match out.first_chunk_mut() {
                    Some(whole) => *whole = *values,
                    None => out.copy_from_slice(&values[..count - start]),
                }
            }
        }
    }
}

/// The numbers of a strip; the last one repeats.
#[inline(always)]
fn padded(numbers: &[f32], start: usize) -> [f32; STRIP] {
    match numbers[start..].first_chunk() {
        Some(whole) => *whole,
        None => std::array::from_fn(|i| numbers[(start + i).min(numbers.len() - 1)]),
    }
}

/// The most changes of the cell from sample to sample in a strip whose samples share their strokes.
const MOST_CHANGES: u32 = 20;

/// Offers the strokes around one cell to the samples in it, which have all bits of `alike`.
#[inline(always)]
fn offer<const K: usize>(
    nearby: &Nearby<K>,
    part: &[[f32; BLOCK]; 2],
    alike: &[u32; BLOCK],
    highest: &mut Highest<BLOCK>,
) {
    let mut touching = nearby.touching(part, alike);
    while touching != 0 {
        let k = touching.trailing_zeros() as usize % K;
        touching &= touching - 1;
        let (line, step) = (nearby.line(k), line::steps::<K>(k));
        let (mut heights, ids) = ([0.0; BLOCK], [line.id; BLOCK]);
        for i in 0..BLOCK {
            let touch: Touch = line.touch::<K, false>([part[0][i], part[1][i]], step);
            heights[i] = f32::from_bits(touch.height.to_bits() & alike[i]);
        }
        highest.take(&heights, &ids);
    }
}

/// All bits of some numbers.
#[inline(always)]
fn union(bits: [u32; BLOCK]) -> u32 {
    let (mut eight, mut four) = ([0; 8], [0; 4]);
    for i in 0..8 {
        eight[i] = bits[i] | bits[i + 8];
    }
    for i in 0..4 {
        four[i] = eight[i] | eight[i + 4];
    }
    four[0] | four[1] | four[2] | four[3]
}

/// The highest stroke so far, the first of equally high ones.
struct Highest<const B: usize> {
    height: [f32; B],
    id: [f32; B],
}

impl<const B: usize> Highest<B> {
    const NONE: Self = Highest { height: [0.0; B], id: [0.0; B] };

    #[inline(always)]
    fn feature(&self, feature: StrokeFeature) -> &[f32; B] {
        match feature {
            StrokeFeature::Height => &self.height,
            StrokeFeature::Value => &self.id,
        }
    }

    #[inline(always)]
    fn take(&mut self, heights: &[f32; B], ids: &[f32; B]) {
        for i in 0..B {
            self.id[i] = select_unpredictable(self.height[i] < heights[i], ids[i], self.id[i]);
            self.height[i] = math::max(self.height[i], heights[i]);
        }
    }
}
