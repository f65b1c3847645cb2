//! The strokes around a cell, and those of them that may touch samples.

use super::line::{self, Column, Line};
use super::pen::{ARGUMENTS, Pen};
use crate::blocks::BLOCK;
use crate::far;
use crate::math;

/// Strokes around cells in which samples were, all drawn with one pen.
pub(super) struct Memory<const K: usize> {
    pub pen: Pen<f32>,
    places: [Place<K>; PLACES],
}

/// The number of cells that are remembered: a power of 2.
const PLACES: usize = 64;

/// A place for the strokes around a cell.
#[derive(Clone, Copy)]
struct Place<const K: usize> {
    /// The bits of the coordinates of the lower corner; `None` while the place is free.
    corner: Option<[u32; 2]>,
    nearby: Nearby<K>,
}

impl<const K: usize> Memory<K> {
    /// Nothing remembered. `None` unless all samples have one pen, and an ordinary one: strokes can be left out, and
    /// nothing overflows on a stroke.
    #[inline(always)]
    pub fn new(args: &[&[f32]; ARGUMENTS]) -> Option<Self> {
        let mut sample = [0.0; ARGUMENTS];
        for n in 2..ARGUMENTS {
            sample[n] = *args[n].first()?;
            let mut different = 0;
            for number in args[n] {
                different |= number.to_bits() ^ sample[n].to_bits();
            }
            if different != 0 {
                return None;
            }
        }
        let pen = Pen::of(&sample);
        let free = Place { corner: None, nearby: Nearby::NONE };
        pen.is_ordinary().then_some(Memory { pen, places: [free; PLACES] })
    }

    /// The strokes around the cell with this lower corner.
    #[inline(always)]
    pub fn nearby(&mut self, corner: [f32; 2], starts: &[u32; 3]) -> &Nearby<K> {
        let (along, across) = (far::cell(corner[0]).0, far::cell(corner[1]).0);
        let place = &mut self.places[across.wrapping_add(along.wrapping_mul(5)) as usize % PLACES];
        let bits = [corner[0].to_bits(), corner[1].to_bits()];
        if place.corner != Some(bits) {
            *place = Place { corner: Some(bits), nearby: Nearby::new(corner, &self.pen, starts) };
        }
        &place.nearby
    }
}

/// The strokes around one cell. Each quantity is stored for all of them together.
#[derive(Clone, Copy)]
pub(super) struct Nearby<const K: usize> {
    place: [[f32; K]; 2],
    strength: [f32; K],
    id: [f32; K],
    half_length: [f32; K],
    /// The inverse of half the length.
    per_length: [f32; K],
    tilt: [f32; K],
    bow: [f32; K],
    wave: [f32; K],
    presence: [f32; K],
    half_width: f32,
    slope: f32,
}

impl<const K: usize> Nearby<K> {
    const NONE: Self = Nearby {
        place: [[0.0; K]; 2],
        strength: [0.0; K],
        id: [0.0; K],
        half_length: [0.0; K],
        per_length: [0.0; K],
        tilt: [0.0; K],
        bow: [0.0; K],
        wave: [0.0; K],
        presence: [0.0; K],
        half_width: 0.0,
        slope: 0.0,
    };

    #[inline(always)]
    fn new(corner: [f32; 2], pen: &Pen<f32>, starts: &[u32; 3]) -> Self {
        let mut nearby = Nearby { half_width: pen.half_width, slope: pen.slope, ..Self::NONE };
        let columns = [Column::new(corner[0], 0.0, pen), Column::new(corner[0], 1.0, pen)];
        let mut cells = [[0; K]; 2];
        for k in 0..K {
            let column = &columns[k % 2];
            cells[0][k] = column.cell;
            cells[1][k] = column.across(corner[1], line::steps::<K>(k)[1], pen);
        }
        let mut numbers = [[0.0; K]; 3];
        for channel in 0..3 {
            for k in 0..K {
                numbers[channel][k] = line::number([cells[0][k], cells[1][k]], starts[channel]);
            }
        }
        for k in 0..K {
            let line = Line::new::<K>([numbers[0][k], numbers[1][k], numbers[2][k]], pen);
            [nearby.place[0][k], nearby.place[1][k]] = line.place;
            nearby.strength[k] = line.strength;
            nearby.id[k] = line.id;
            nearby.half_length[k] = line.half_length;
            nearby.per_length[k] = 1.0 / line.half_length;
            nearby.tilt[k] = line.tilt;
            nearby.bow[k] = line.bow;
            nearby.wave[k] = line.wave;
            nearby.presence[k] = line.presence;
        }
        nearby
    }

    /// The stroke of the cell with an index.
    #[inline(always)]
    pub fn line(&self, k: usize) -> Line {
        Line {
            place: [self.place[0][k], self.place[1][k]],
            strength: self.strength[k],
            id: self.id[k],
            half_length: self.half_length[k],
            tilt: self.tilt[k],
            bow: self.bow[k],
            wave: self.wave[k],
            half_width: self.half_width,
            presence: self.presence[k],
            slope: self.slope,
        }
    }

    /// A bit for each stroke that may touch one of the samples that are `alike`, at parts of a cell above the corner.
    ///
    /// The samples lie in a rectangle. Its middle is compared with the nearest place of the stroke along it; how far
    /// the stroke rises and turns within the rectangle is bounded by the derivatives of its curve.
    #[inline(always)]
    pub fn touching(&self, part: &[[f32; BLOCK]; 2], alike: &[u32; BLOCK]) -> u32 {
        // Both are in cells, with room for rounding.
        let ([middle, other_middle], [extent, other_extent]) = rectangle(part, alike);
        let mut touching = 0;
        for k in 0..K {
            let [step, other_step] = line::steps::<K>(k);
            let [tilt, bow, wave] = [self.tilt[k], self.bow[k], self.wave[k]];
            let along = (middle - step + 0.5 - self.place[0][k]) * self.per_length[k];
            let reach = extent * self.per_length[k];
            let nearest = if along > 1.0 { 1.0 } else { along };
            let nearest = if nearest > -1.0 { nearest } else { -1.0 };
            let (arch, swing) = (1.0 - nearest * nearest, nearest * wave + bow);
            let height = nearest * tilt + arch * swing;
            let rise = tilt + arch * wave - nearest * swing * 2.0;
            // The second derivative is -6 t wave - 2 bow.
            let turn = (wave.abs() * 6.0 + bow.abs() * 2.0) * reach;
            let steepest = match K {
                8 => self.slope.abs() + (rise.abs() + turn) * self.per_length[k],
                _ => self.slope.abs(),
            };
            // Above the root of 1 and the square: chords of it.
            let (flat, steep) = (steepest * 0.414_22 + 1.0, steepest + 0.414_22);
            let secant = if flat > steep { flat } else { steep };
            let room = self.half_width * secant
                + other_extent * line::narrow::<K>()
                + (rise.abs() + turn) * reach
                + (tilt.abs() + bow.abs() + wave.abs()) * 1e-5;
            let across = (other_middle - other_step + 0.5 - self.place[1][k]) * line::narrow::<K>() - height;
            // Comparisons that are true for what is no number.
            let misses = (along.abs() > 1.0 + reach) | (across.abs() > room * 1.001) | (self.presence[k] == 0.0);
            touching |= u32::from(!misses) << k;
        }
        touching
    }
}

/// The least of some numbers.
#[inline(always)]
fn least(numbers: [f32; BLOCK]) -> f32 {
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for i in 0..8 {
        eight[i] = math::min(numbers[i], numbers[i + 8]);
    }
    for i in 0..4 {
        four[i] = math::min(eight[i], eight[i + 4]);
    }
    math::min(math::min(four[0], four[2]), math::min(four[1], four[3]))
}

/// The middle of the least rectangle around some samples, and half its size, which is slightly enlarged.
#[inline(always)]
fn rectangle(part: &[[f32; BLOCK]; 2], alike: &[u32; BLOCK]) -> ([f32; 2], [f32; 2]) {
    let (mut middle, mut extent) = ([0.0; 2], [0.0; 2]);
    for axis in 0..2 {
        let (mut low, mut high) = ([1.0; BLOCK], [0.0; BLOCK]);
        for i in 0..BLOCK {
            let (own, other) = (part[axis][i].to_bits() & alike[i], 1.0f32.to_bits() & !alike[i]);
            (low[i], high[i]) = (f32::from_bits(own | other), -f32::from_bits(own));
        }
        let (low, high) = (least(low), -least(high));
        middle[axis] = (low + high) * 0.5;
        extent[axis] = (high - low) * 0.5 + 2e-6;
    }
    (middle, extent)
}
