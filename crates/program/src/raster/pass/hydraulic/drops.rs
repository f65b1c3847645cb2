//! Drops of rain that run together, one in each lane.

use travertine_noise::Kernel;

use super::record::{BELOW, LANES, Lanes, REACHED, Record, weight};
use crate::raster::{Edge, Grid, Plane};

/// Maximum number of steps of a drop, each one sample long.
const STEPS: u32 = 64;
const GRAVITY: f64 = 4.0;
/// Minimum capacity of a drop, relative to the range of heights.
const LEAST_CAPACITY: f64 = 0.001;
/// Drops whose direction is shorter are at rest.
const LEAST_HEADING: f64 = 1e-12;

/// Runs drops from their starts to their ends. What they do to the land goes to `records`.
pub(super) struct Rain<'a> {
    pub(super) grid: Grid,
    pub(super) heights: &'a [f64],
    pub(super) controls: &'a [Plane],
    /// At most one for each lane.
    pub(super) starts: &'a [[f64; 2]],
    pub(super) records: &'a mut Vec<Record>,
}

/// The four samples around each drop.
#[derive(Clone, Copy)]
struct Corners {
    inside: [bool; LANES],
    samples: [[i32; LANES]; 4],
    weights: [Lanes; 4],
    /// Slope to the right and down, per sample.
    gradient: [Lanes; 2],
    height: Lanes,
}

impl Kernel for Rain<'_> {
    #[inline(always)]
    fn run(self) {
        let Rain { grid, heights, controls, starts, records } = self;
        let mut position = [[0.0; LANES]; 2];
        for (lane, start) in starts.iter().enumerate().take(LANES) {
            [position[0][lane], position[1][lane]] = *start;
        }
        let (mut water, mut speed, mut soil) = ([1.0; LANES], [1.0; LANES], [0.0; LANES]);
        let mut heading = [[0.0; LANES]; 2];
        let mut here = corners(grid, heights, &position);
        let mut runs = here.inside;
        for lane in starts.len()..LANES {
            runs[lane] = false;
        }
        for _ in 0..STEPS {
            if runs == [false; LANES] {
                return;
            }
            let nearest = nearest(&here);
            let control = |index: usize, most: f64| controlled(&controls[index], &nearest, most);
            let (strength, capacity, deposition) = (control(0, 1.0), control(1, 64.0), control(2, 1.0));
            let (inertia, evaporation) = (control(3, 1.0), control(4, 1.0));

            let (mut length, mut next_position) = ([0.0; LANES], position);
            for lane in 0..LANES {
                for axis in 0..2 {
                    heading[axis][lane] = heading[axis][lane] * inertia[lane]
                        - here.gradient[axis][lane] * (1.0 - inertia[lane]);
                }
                let [x, y] = [heading[0][lane], heading[1][lane]];
                length[lane] = (x * x + y * y).sqrt();
            }
            for lane in 0..LANES {
                // A drop at rest ends below.
                let divisor = if length[lane] < LEAST_HEADING { 1.0 } else { length[lane] };
                for axis in 0..2 {
                    heading[axis][lane] /= divisor;
                }
            }
            let counts = [grid.columns() as f64, grid.rows() as f64];
            for axis in 0..2 {
                for lane in 0..LANES {
                    let moved = position[axis][lane] + heading[axis][lane];
                    next_position[axis][lane] = match grid.edge {
                        Edge::Extend => moved,
                        Edge::Repeat => moved - (moved / counts[axis]).floor() * counts[axis],
                    };
                }
            }
            let next = corners(grid, heights, &next_position);

            let (mut deposited, mut washed) = ([0.0; LANES], [0.0; LANES]);
            let mut washes = [false; LANES];
            for lane in 0..LANES {
                let rise = next.height[lane] - here.height[lane];
                let (speed, water, soil) = (speed[lane], water[lane], soil[lane]);
                let carries = -rise * speed * water * capacity[lane];
                let least = LEAST_CAPACITY * water;
                let carries = if least > carries { least } else { carries };
                // Uphill: the drop is in a pit and fills it with its soil.
                let filled = if rise < soil { rise } else { soil };
                let settled = (soil - carries) * deposition[lane];
                deposited[lane] = if rise > 0.0 { filled } else { settled };
                let share = (carries - soil) * strength[lane];
                washed[lane] = if -rise < share { -rise } else { share };
                washes[lane] = (rise <= 0.0) & (soil <= carries);
            }
            let mut washing = false;
            for lane in 0..LANES {
                washing |= runs[lane] & next.inside[lane] & (length[lane] >= LEAST_HEADING) & washes[lane];
            }
            let total = if washing { totals(grid, &position) } else { [1.0; LANES] };
            for lane in 0..LANES {
                if !runs[lane] {
                    continue;
                }
                let (from, mut record) = ([position[0][lane], position[1][lane]], Record::default());
                record.position = from;
                if length[lane] < LEAST_HEADING {
                    record.amount = soil[lane];
                    runs[lane] = false;
                } else {
                    record.nearest = nearest[lane];
                    record.water = water[lane];
                    if !next.inside[lane] {
                        // A drop that leaves the grid takes its soil along.
                        runs[lane] = false;
                    } else if washes[lane] {
                        (record.amount, record.total) = (washed[lane], total[lane]);
                    } else {
                        record.amount = deposited[lane];
                    }
                }
                records.push(record);
            }
            for lane in 0..LANES {
                let rise = next.height[lane] - here.height[lane];
                let change = if washes[lane] { washed[lane] } else { -deposited[lane] };
                soil[lane] += change;
                let squared = speed[lane] * speed[lane] - rise * GRAVITY;
                speed[lane] = (if 0.0 > squared { 0.0 } else { squared }).sqrt();
                water[lane] *= 1.0 - evaporation[lane];
            }
            (position, here) = (next_position, next);
        }
        for lane in 0..LANES {
            if runs[lane] {
                let position = [position[0][lane], position[1][lane]];
                records.push(Record { position, amount: soil[lane], ..Record::default() });
            }
        }
    }
}

/// A control at the given samples, limited to 0..`most`.
#[inline(always)]
fn controlled(plane: &Plane, samples: &[i32; LANES], most: f64) -> Lanes {
    let mut values = [0.0; LANES];
    match plane {
        Plane::Uniform(value) => values = [f64::from(*value); LANES],
        Plane::Full(plane) => {
            for lane in 0..LANES {
                values[lane] = f64::from(plane[samples[lane] as usize]);
            }
        }
    }
    for value in &mut values {
        *value = value.clamp(0.0, most);
    }
    values
}

/// The corner with the greatest weight.
#[inline(always)]
fn nearest(corners: &Corners) -> [i32; LANES] {
    let mut nearest = corners.samples[0];
    for lane in 0..LANES {
        let mut most = corners.weights[0][lane];
        for corner in 1..4 {
            let more = corners.weights[corner][lane] > most;
            most = if more { corners.weights[corner][lane] } else { most };
            nearest[lane] = if more { corners.samples[corner][lane] } else { nearest[lane] };
        }
    }
    nearest
}

/// The samples around positions. A position beyond the edge is not inside, and has others.
#[inline(always)]
fn corners(grid: Grid, heights: &[f64], position: &[Lanes; 2]) -> Corners {
    let repeat = grid.edge == Edge::Repeat;
    let counts = [grid.columns() as i32, grid.rows() as i32];
    let mut inside = [true; LANES];
    let (mut fractions, mut first, mut second) = ([[0.0; LANES]; 2], [[0; LANES]; 2], [[0; LANES]; 2]);
    for axis in 0..2 {
        // Without repetition, the next sample must exist, too.
        let end = f64::from(if repeat { counts[axis] } else { counts[axis] - 1 });
        for lane in 0..LANES {
            let below = position[axis][lane].floor();
            fractions[axis][lane] = position[axis][lane] - below;
            let within = (below >= 0.0) & (below < end);
            inside[lane] &= within;
            let below = if within { below } else { 0.0 };
            first[axis][lane] = below as i32;
            let next = first[axis][lane] + 1;
            second[axis][lane] = if next == counts[axis] { 0 } else { next };
        }
    }
    let (mut samples, mut weights) = ([[0; LANES]; 4], [[0.0; LANES]; 4]);
    for lane in 0..LANES {
        let [above, below] = [first[1][lane] * counts[0], second[1][lane] * counts[0]];
        let [left, right] = [first[0][lane], second[0][lane]];
        samples[0][lane] = above + left;
        samples[1][lane] = above + right;
        samples[2][lane] = below + left;
        samples[3][lane] = below + right;
        let [u, v] = [fractions[0][lane], fractions[1][lane]];
        weights[0][lane] = (1.0 - u) * (1.0 - v);
        weights[1][lane] = u * (1.0 - v);
        weights[2][lane] = (1.0 - u) * v;
        weights[3][lane] = u * v;
    }
    let mut values = [[0.0; LANES]; 4];
    for corner in 0..4 {
        for lane in 0..LANES {
            values[corner][lane] = heights[samples[corner][lane] as usize];
        }
    }
    let (mut gradient, mut height) = ([[0.0; LANES]; 2], [0.0; LANES]);
    for lane in 0..LANES {
        let [a, b, c, d] = [values[0][lane], values[1][lane], values[2][lane], values[3][lane]];
        let [u, v] = [fractions[0][lane], fractions[1][lane]];
        gradient[0][lane] = (b - a) * (1.0 - v) + (d - c) * v;
        gradient[1][lane] = (c - a) * (1.0 - u) + (d - b) * u;
        height[lane] =
            a * weights[0][lane] + b * weights[1][lane] + c * weights[2][lane] + d * weights[3][lane];
    }
    Corners { inside, samples, weights, gradient, height }
}

/// The sums of the weights with which drops erode the samples around them.
#[inline(always)]
fn totals(grid: Grid, position: &[Lanes; 2]) -> Lanes {
    let counts = [grid.columns() as f64, grid.rows() as f64];
    let repeat = grid.edge == Edge::Repeat;
    // Squares of the distances along each axis; beyond the edge, far enough to weigh nothing.
    let mut squares = [[[0.0; LANES]; REACHED]; 2];
    for axis in 0..2 {
        for step in 0..REACHED {
            for lane in 0..LANES {
                let at = position[axis][lane];
                let sample = at.floor() + (step as f64 - BELOW as f64);
                let exists = repeat | ((sample >= 0.0) & (sample < counts[axis]));
                let distance = sample - at;
                squares[axis][step][lane] = if exists { distance * distance } else { 1e6 };
            }
        }
    }
    let mut totals = [0.0; LANES];
    for down in 0..REACHED {
        for across in 0..REACHED {
            for lane in 0..LANES {
                totals[lane] += weight(squares[0][across][lane] + squares[1][down][lane]);
            }
        }
    }
    totals
}
