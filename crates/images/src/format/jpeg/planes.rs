//! The samples of components, and the texels that they make up.

use crate::transfer::times;

use super::frame::{Colors, Frame};
use super::transform;

/// The samples of a component, in whole blocks and units.
pub(super) struct Plane {
    width: usize,
    height: usize,
    samples: Vec<u8>,
    /// The table that holds at the first scan of the component.
    quantization: Option<[u16; 64]>,
    /// Samples along x and y that belong to the picture.
    inner: (usize, usize),
}

impl Plane {
    pub(super) fn new(frame: &Frame, index: usize) -> Plane {
        let (units, component) = (frame.units(), frame.components[index]);
        let (width, height) = (8 * units.0 * component.across, 8 * units.1 * component.down);
        let samples = vec![0; width * height];
        Plane { width, height, samples, quantization: None, inner: frame.samples(index) }
    }

    /// Begins a scan of the component with this table.
    pub(super) fn begin(&mut self, table: [u16; 64]) {
        self.quantization.get_or_insert(table);
    }

    pub(super) fn is_read(&self) -> bool {
        self.quantization.is_some()
    }

    /// Blocks of a row.
    pub(super) fn blocks(&self) -> usize {
        self.width / 8
    }

    /// Puts the samples of a block of coefficients in its place.
    pub(super) fn put(&mut self, column: usize, row: usize, coefficients: &[i16; 64]) {
        let table = self.quantization.unwrap_or([0; 64]);
        let block = std::array::from_fn(|index| i32::from(coefficients[index]) * i32::from(table[index]));
        let samples = transform::samples(&block);
        let rows = self.samples[8 * row * self.width..].chunks_mut(self.width);
        for (target, samples) in rows.zip(samples.as_chunks::<8>().0) {
            target[8 * column..][..8].copy_from_slice(samples);
        }
    }

    /// Continues the last samples of the picture over those that fill blocks, which may be anything.
    pub(super) fn extend(&mut self) {
        let (width, height) = self.inner;
        for row in self.samples.chunks_exact_mut(self.width).take(height) {
            let last = row[width - 1];
            row[width..].fill(last);
        }
        for row in height..self.height {
            self.samples.copy_within((height - 1) * self.width..height * self.width, row * self.width);
        }
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.samples[row * self.width..][..self.width]
    }
}

/// How the samples of a component become one for each texel.
struct Sampling<'p> {
    plane: &'p Plane,
    /// Samples of the picture for one of the component, as a fraction.
    across: (usize, usize),
    down: (usize, usize),
    near: Vec<u8>,
}

impl Sampling<'_> {
    /// A row of the picture: half as many samples are interpolated, other numbers repeated.
    fn row(&mut self, row: usize, target: &mut Vec<u8>) {
        let ratio = |(most, factor): (usize, usize)| if most % factor == 0 { most / factor } else { 0 };
        let (across, down) = (ratio(self.across), ratio(self.down));
        let is_smooth = matches!((across, down), (1 | 2, 1 | 2));
        let near = row * self.down.1 / self.down.0;
        self.near.clear();
        if is_smooth && down == 2 {
            let far =
                if row.is_multiple_of(2) { near.saturating_sub(1) } else { (near + 1).min(self.plane.height - 1) };
            let pairs = self.plane.row(near).iter().zip(self.plane.row(far));
            self.near.extend(pairs.map(|(near, far)| nearer(*near, *far)));
        } else {
            self.near.extend(self.plane.row(near));
        }
        target.clear();
        if across == 1 {
            target.append(&mut self.near);
        } else if is_smooth {
            let (Some(first), Some(last)) = (self.near.first(), self.near.last()) else { return };
            target.push(*first);
            for pair in self.near.windows(2) {
                target.extend([nearer(pair[0], pair[1]), nearer(pair[1], pair[0])]);
            }
            target.push(*last);
        } else {
            let (most, factor) = self.across;
            target.extend((0..self.near.len() * most / factor).map(|column| self.near[column * factor / most]));
        }
    }
}

/// Three quarters of a sample and a quarter of its neighbor.
fn nearer(near: u8, far: u8) -> u8 {
    ((3 * u16::from(near) + u16::from(far) + 2) >> 2) as u8
}

/// The texels of the picture.
pub(super) fn texels(frame: &Frame, planes: &[Plane], colors: Colors) -> Vec<u8> {
    let factors = frame.factors();
    let mut samplings: Vec<Sampling> = planes
        .iter()
        .zip(&frame.components)
        .map(|(plane, component)| Sampling {
            plane,
            across: (factors.0, component.across),
            down: (factors.1, component.down),
            near: Vec::new(),
        })
        .collect();
    let mut rows = vec![Vec::new(); planes.len()];
    let mut texels = Vec::with_capacity(frame.width * frame.height * colors.channels());
    for row in 0..frame.height {
        samplings.iter_mut().zip(&mut rows).for_each(|(sampling, target)| sampling.row(row, target));
        match &*rows {
            [first, second, third, rest @ ..] => {
                let rest = rest.first();
                texels.extend((0..frame.width).flat_map(|column| {
                    let texel = [first[column], second[column], third[column]];
                    let black = rest.map_or(0, |rest| rest[column]);
                    match colors {
                        Colors::Gray | Colors::Rgb => texel,
                        Colors::YCbCr => rgb(texel),
                        Colors::Cmyk => texel.map(|ink| times(ink, black)),
                        Colors::Ycck => rgb(texel).map(|ink| times(255 - ink, black)),
                    }
                }));
            }
            rows => texels.extend(rows.iter().flat_map(|row| &row[..frame.width])),
        }
    }
    texels
}

/// Red, green and blue of YCbCr, ITU-R BT.601 with the full range, with 14 bits of fraction.
fn rgb([y, cb, cr]: [u8; 3]) -> [u8; 3] {
    // A half, rounded down.
    let y = i32::from(y) * (1 << 14) + (1 << 13) - 1;
    let [cb, cr] = [cb, cr].map(|chroma| i32::from(chroma) - 128);
    [y + 22970 * cr, y - 11700 * cr - 5638 * cb, y + 29032 * cb].map(|color| (color >> 14).clamp(0, 255) as u8)
}
