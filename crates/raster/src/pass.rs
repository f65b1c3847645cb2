//! Passes: algorithms over all samples of a grid.
//!
//! A pass is one file: its settings, its `Definition` and its algorithm, all of which the list below reads. Its bits
//! depend on the grid, the settings and the planes, but not on the number of threads. A pass documented as sequential
//! runs on one thread.

mod blur;
mod definition;
mod dilate;
mod distance;
mod drips;
#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod erode;
mod flow;
mod hydraulic;
mod islands;
mod levels;
mod neighbors;
mod normals;
mod order;
mod perturb;
#[cfg(test)]
mod plain;
mod rows;
#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod smooth;
mod stop;
#[cfg(test)]
mod testing;
mod thermal;
mod transpose;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod wave;

use std::fmt::{self, Write};

use travertine_noise::{Interval, Level};

pub use definition::Cost;
pub use stop::{Stop, Watch};

use crate::grid::Grid;
use crate::plane::Plane;
use definition::Definition;

/// Each pass as its canonical name, its file and type, and its settings in canonical order. Stored fingerprints contain
/// names and settings, so neither may change.
macro_rules! passes {
    ($($name:literal = $file:ident::$pass:ident { $($setting:ident),* };)+) => {
        $(pub use $file::$pass;)+

        /// An algorithm over the samples of a grid, which it receives as planes.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each type is documented")]
        pub enum Pass {
            $($pass($pass),)+
        }

        $(impl From<$pass> for Pass {
            fn from(pass: $pass) -> Pass {
                Pass::$pass(pass)
            }
        })+

        impl Pass {
            /// Number of passes.
            #[cfg(test)]
            const COUNT: usize = [$($name),+].len();

            /// What it does, for a user who waits: `Eroding`.
            pub fn doing(self) -> &'static str {
                match self {
                    $(Pass::$pass(_) => $pass::DOING,)+
                }
            }

            /// Number of input planes.
            pub fn planes(self) -> usize {
                match self {
                    $(Pass::$pass(_) => $pass::PLANES,)+
                }
            }

            /// Number of channels of the result.
            pub fn channels(self) -> usize {
                match self {
                    $(Pass::$pass(_) => $pass::CHANNELS,)+
                }
            }

            /// Memory and work on a grid.
            pub fn cost(self, grid: Grid) -> Cost {
                match self {
                    $(Pass::$pass(pass) => pass.cost(grid),)+
                }
            }

            /// Interval of a channel for given intervals of the planes.
            pub fn interval(self, channel: usize, planes: &[Interval]) -> Interval {
                match self {
                    $(Pass::$pass(pass) => pass.interval(channel, planes),)+
                }
            }

            /// The channels of the result; `None` if stopped.
            ///
            /// # Panics
            ///
            /// If there are fewer planes than [`planes`](Pass::planes).
            pub fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
                match self {
                    $(Pass::$pass(pass) => pass.run(grid, planes, level, stop),)+
                }
            }

            /// Writes the canonical text: its name and its settings, separated by spaces.
            ///
            /// # Errors
            ///
            /// If `out` fails.
            pub fn write_canonical(self, out: &mut impl Write) -> fmt::Result {
                match self {
                    $(Pass::$pass($pass { $($setting),* }) => {
                        write!(out, $name)?;
                        $(write!(out, " {}", $setting)?;)*
                    })+
                }
                Ok(())
            }
        }
    };
}

passes! {
    "perturb" = perturb::Perturb {};
    "erode" = erode::Erode { iterations };
    "smooth" = smooth::Smooth { iterations };
    "normals" = normals::Normals {};
    "thermal" = thermal::Thermal { iterations };
    "hydraulic" = hydraulic::Hydraulic { rounds, seed };
    "distance" = distance::Distance {};
    "islands" = islands::Islands { diagonal, seed };
    "flow" = flow::Flow { overflow };
    "levels" = levels::Levels { low, high };
    "dilate" = dilate::Dilate { radius, least };
    "blur" = blur::Blur { deviation };
    "drips" = drips::Drips { length, chance, seed };
}

impl Pass {
    /// Work of the pass on a grid, in operations.
    pub fn work(self, grid: Grid) -> u64 {
        // Before the pass, the heights are clamped and their range is found; after it, they are copied.
        (grid.samples() as u64).saturating_mul(self.cost(grid).work + 4)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::grid::{Edge, Sampling};

    #[test]
    fn every_pass_keeps_its_text_and_checks_for_a_stop_in_every_row() {
        let side = 64;
        let grid = Grid { resolution: side as u32, across: 1, down: 1, edge: Edge::Repeat, sampling: Sampling::Linear };
        let rough = Plane::Full((0..side * side).map(|sample| (sample * 37 % 101) as f32 * 0.01).collect());
        let passes: [(Pass, usize, &str); 14] = [
            (Perturb.into(), 1, "perturb"),
            (Erode { iterations: 3 }.into(), 3, "erode 3"),
            (Smooth { iterations: 3 }.into(), 3, "smooth 3"),
            (Normals.into(), 1, "normals"),
            (Thermal { iterations: 3 }.into(), 3, "thermal 3"),
            (Hydraulic { rounds: 3, seed: 1 }.into(), 3, "hydraulic 3 1"),
            (Distance.into(), 1, "distance"),
            (Islands { diagonal: true, seed: 1 }.into(), 3, "islands true 1"),
            (Levels { low: 10, high: 999_000 }.into(), 2, "levels 10 999000"),
            (Dilate { radius: 700, least: false }.into(), 1, "dilate 700 false"),
            (Blur { deviation: 3000 }.into(), 2, "blur 3000"),
            (Drips { length: 1000, chance: 1 << 23, seed: 1 }.into(), 1, "drips 1000 8388608 1"),
            (Flow { overflow: true }.into(), 4, "flow true"),
            (Flow { overflow: false }.into(), 4, "flow false"),
        ];
        let kinds: HashSet<_> = passes.iter().map(|(pass, ..)| std::mem::discriminant(pass)).collect();
        assert_eq!(kinds.len(), Pass::COUNT, "every pass is in the list");
        for (pass, rounds, text) in passes {
            let mut written = String::new();
            pass.write_canonical(&mut written).unwrap();
            assert_eq!(written, text, "fingerprints keep their texts");
            let checks = AtomicUsize::new(0);
            let planes: Vec<Plane> =
                (0..pass.planes()).map(|n| if n == 0 { rough.clone() } else { Plane::Uniform(0.5) }).collect();
            let run = |after: usize| {
                checks.store(0, Ordering::Relaxed);
                pass.run(grid, &planes, Level::detect(), &|| checks.fetch_add(1, Ordering::Relaxed) >= after)
            };
            assert!(run(usize::MAX).is_some(), "{pass:?}");
            let all = checks.load(Ordering::Relaxed);
            assert!(all >= rounds * side, "{pass:?} checks {all} times");
            for after in [0, all / 2, all - 1] {
                assert_eq!(run(after), None, "{pass:?} stopped after {after} checks of {all}");
            }
        }
    }
}
