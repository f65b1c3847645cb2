//! Drops of rain that run together, one in each lane.

use travertine_noise::Kernel;

use super::record::{BELOW, Deposit, Passage, REACHED, Records, WATER_UNITS, Wash, weight, whole};
use crate::grid::{Edge, Grid};
use crate::plane::Plane;

/// Drops that run together.
const LANES: usize = 8;
type Lanes = [f64; LANES];
/// Maximum number of steps of a drop, each one sample long.
const STEPS: u32 = 64;
/// Maximum number of records of each kind of a drop: in each step, and when it ends.
pub(super) const RECORDS: usize = STEPS as usize + 1;
const GRAVITY: f64 = 4.0;
/// Minimum capacity of a drop, relative to the range of heights.
const LEAST_CAPACITY: f64 = 0.001;
/// Drops whose direction is shorter are at rest.
const LEAST_HEADING: f64 = 1e-12;

/// Runs drops from their starts to their ends. What they do to the land goes to `records`.
pub(super) struct Rain<'a> {
    pub(super) grid: Grid,
    pub(super) heights: Heights<'a>,
    pub(super) controls: &'a [Plane],
    pub(super) starts: &'a [[f64; 2]],
    pub(super) records: &'a mut Records,
}

/// Heights from 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Heights<'a> {
    pub(super) values: &'a [f64],
    /// Distance of two rows.
    pub(super) stride: usize,
}

/// The four samples around each drop.
#[derive(Clone, Copy)]
struct Corners {
    inside: [bool; LANES],
    /// The sample with the greatest weight.
    nearest: [i32; LANES],
    /// Slope to the right and down, per sample.
    gradient: [Lanes; 2],
    height: Lanes,
}

impl Kernel for Rain<'_> {
    #[inline(always)]
    fn run(self) {
        let Rain { grid, heights, controls, starts, records } = self;
        let mut starts = starts.iter();
        let mut position = [[0.0; LANES]; 2];
        let (mut water, mut speed, mut soil) = ([1.0; LANES], [1.0; LANES], [0.0; LANES]);
        let mut heading = [[0.0; LANES]; 2];
        let mut here = corners(grid, heights, &position);
        let (mut runs, mut steps) = ([false; LANES], [0; LANES]);
        loop {
            // A drop falls on each lane without one. It runs from the next step on.
            let (mut falls, mut starting) = ([false; LANES], [[0.0; LANES]; 2]);
            if runs != [true; LANES] {
                for lane in 0..LANES {
                    if !runs[lane]
                        && let Some([x, y]) = starts.next()
                    {
                        falls[lane] = true;
                        (starting[0][lane], starting[1][lane]) = (*x, *y);
                    }
                }
                if runs == [false; LANES] && falls == [false; LANES] {
                    return;
                }
            }
            let control = |index: usize, most: f64| controlled(&controls[index], &here.nearest, most);
            let (strength, capacity, deposition) = (control(0, 1.0), control(1, 64.0), control(2, 1.0));
            let (inertia, evaporation) = (control(3, 1.0), control(4, 1.0));

            let (mut length, mut next_position) = ([0.0; LANES], position);
            for lane in 0..LANES {
                for axis in 0..2 {
                    heading[axis][lane] =
                        heading[axis][lane] * inertia[lane] - here.gradient[axis][lane] * (1.0 - inertia[lane]);
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
                    let moved = match grid.edge {
                        Edge::Extend => moved,
                        Edge::Repeat if moved < 0.0 => moved + counts[axis],
                        Edge::Repeat if moved >= counts[axis] => moved - counts[axis],
                        Edge::Repeat => moved,
                    };
                    next_position[axis][lane] = if falls[lane] { starting[axis][lane] } else { moved };
                }
            }
            let next = corners(grid, heights, &next_position);

            let (mut deposited, mut washed) = ([0.0; LANES], [0.0; LANES]);
            let (mut rests, mut washes) = ([false; LANES], [false; LANES]);
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
                rests[lane] = (length[lane] < LEAST_HEADING) | (steps[lane] == STEPS);
            }
            let (mut passes, mut erodes, mut leaves) = ([false; LANES], [false; LANES], [false; LANES]);
            let mut units = [0; LANES];
            let mut washing = false;
            for lane in 0..LANES {
                passes[lane] = runs[lane] & !rests[lane];
                erodes[lane] = passes[lane] & next.inside[lane] & washes[lane];
                // A drop that leaves the grid takes its soil along.
                leaves[lane] = runs[lane] & (rests[lane] | (next.inside[lane] & !washes[lane]));
                units[lane] = whole(water[lane] * WATER_UNITS) as i32;
                washing |= erodes[lane];
            }
            let total = if washing { totals(grid, &position) } else { [1.0; LANES] };
            for lane in 0..LANES {
                let from = [position[0][lane], position[1][lane]];
                let wash = Wash { position: from, amount: washed[lane], total: total[lane] };
                let amount = if rests[lane] { soil[lane] } else { deposited[lane] };
                records.washes.add_if(erodes[lane], wash);
                records.deposits.add_if(leaves[lane], Deposit { position: from, amount });
                records.passages.add_if(passes[lane], Passage { sample: here.nearest[lane], water: units[lane] });
            }
            for lane in 0..LANES {
                let rise = next.height[lane] - here.height[lane];
                let change = if washes[lane] { washed[lane] } else { -deposited[lane] };
                let squared = speed[lane] * speed[lane] - rise * GRAVITY;
                let slowed = (if 0.0 > squared { 0.0 } else { squared }).sqrt();
                let falls = falls[lane];
                soil[lane] = if falls { 0.0 } else { soil[lane] + change };
                speed[lane] = if falls { 1.0 } else { slowed };
                water[lane] = if falls { 1.0 } else { water[lane] * (1.0 - evaporation[lane]) };
                for axis in 0..2 {
                    heading[axis][lane] = if falls { 0.0 } else { heading[axis][lane] };
                }
                steps[lane] = if falls { 0 } else { steps[lane] + 1 };
                runs[lane] = (passes[lane] | falls) & next.inside[lane];
            }
            (position, here) = (next_position, next);
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

/// The samples around positions. A position beyond the edge is not inside, and has others.
#[inline(always)]
fn corners(grid: Grid, heights: Heights, position: &[Lanes; 2]) -> Corners {
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
    let (mut places, mut weights) = ([[0; LANES]; 4], [[0.0; LANES]; 4]);
    let stride = heights.stride as i32;
    for lane in 0..LANES {
        let [above, below] = [first[1][lane] * stride, second[1][lane] * stride];
        let [left, right] = [first[0][lane], second[0][lane]];
        places[0][lane] = above + left;
        places[1][lane] = above + right;
        places[2][lane] = below + left;
        places[3][lane] = below + right;
        let [u, v] = [fractions[0][lane], fractions[1][lane]];
        weights[0][lane] = (1.0 - u) * (1.0 - v);
        weights[1][lane] = u * (1.0 - v);
        weights[2][lane] = (1.0 - u) * v;
        weights[3][lane] = u * v;
    }
    let mut values = [[0.0; LANES]; 4];
    let last = heights.values.len() - 1;
    for corner in 0..4 {
        for lane in 0..LANES {
            // The limit is never needed, but takes less time than a check.
            values[corner][lane] = heights.values[(places[corner][lane] as usize).min(last)];
        }
    }
    let (mut gradient, mut height) = ([[0.0; LANES]; 2], [0.0; LANES]);
    for lane in 0..LANES {
        let [a, b, c, d] = [values[0][lane], values[1][lane], values[2][lane], values[3][lane]];
        let [u, v] = [fractions[0][lane], fractions[1][lane]];
        gradient[0][lane] = (b - a) * (1.0 - v) + (d - c) * v;
        gradient[1][lane] = (c - a) * (1.0 - u) + (d - b) * u;
        height[lane] = a * weights[0][lane] + b * weights[1][lane] + c * weights[2][lane] + d * weights[3][lane];
    }
    let mut nearest = [0; LANES];
    for lane in 0..LANES {
        let (mut column, mut row, mut most) = (first[0][lane], first[1][lane], weights[0][lane]);
        for corner in 1..4 {
            let more = weights[corner][lane] > most;
            most = if more { weights[corner][lane] } else { most };
            column = if more { if corner % 2 == 1 { second[0][lane] } else { first[0][lane] } } else { column };
            row = if more { if corner >= 2 { second[1][lane] } else { first[1][lane] } } else { row };
        }
        nearest[lane] = row * counts[0] + column;
    }
    Corners { inside, nearest, gradient, height }
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
