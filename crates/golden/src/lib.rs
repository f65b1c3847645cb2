//! Golden pictures: render, compare, report, bless.
//!
//! A [`Case`] is a graph and the place of the pictures that are kept of its outputs. A [`Run`] renders cases and
//! compares what comes out with what is kept: exactly, as decoded pixels, and by a hash of the floats behind them, so
//! that a change of a single bit shows. Failures go into one HTML page that shows expected, actual and difference side
//! by side; [`Run::bless`] keeps what was rendered.
//!
//! ```
//! use travertine::Context;
//! use travertine_golden::{Case, Run};
//!
//! let folder = tempfile::tempdir()?;
//! let case = Case {
//!     name: "clouds".to_owned(),
//!     document: br#"{"format": "travertine", "version": 1,
//!         "nodes": {"noise": {"type": "noise/perlin"}}, "outputs": {"height": {"node": "noise"}}}"#.to_vec(),
//!     picture: folder.path().join("clouds.png"),
//! };
//! let run = || Run::new(std::slice::from_ref(&case), travertine::registry(), &Context::default());
//! assert!(!run()?.is_same(), "no picture is kept yet");
//! # if !travertine_golden::in_ci() {
//! run()?.bless()?;
//! assert!(run()?.is_same());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Apart from that, [`Picture`] and [`Difference`] compare any two picture files.
#![forbid(unsafe_code)]

mod bless;
mod case;
mod difference;
mod error;
mod kept;
mod picture;
mod report;
mod run;

pub use bless::{Blessed, SIZE_LIMIT, in_ci};
pub use case::{Case, find, strays};
pub use difference::{Difference, FirstPixel, Mismatch};
pub use error::Error;
pub use kept::SIDE;
pub use picture::Picture;
pub use picture::png::KEYWORD;
pub use run::{Outcome, Run, Verdict};
