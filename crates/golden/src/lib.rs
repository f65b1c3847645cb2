//! Golden pictures: render, compare, report, bless.
//!
//! A [`Case`] is a graph and the paths of its outputs' golden pictures. A [`Run`] renders cases and compares each
//! picture with its golden picture exactly: the decoded pixels, and a hash of the rendered floats, so that a change of
//! a single bit shows. [`Run::write_report`] writes one HTML page with expected, actual and difference side by side;
//! [`Run::bless`] replaces the golden pictures. A [`TestReport`] has the results as JUnit XML or JSON, for services
//! that run tests.
//!
//! ```
//! use travertine::Context;
//! use travertine_golden::{Case, Run};
//!
//! let folder = tempfile::tempdir()?;
//! let graph = folder.path().join("clouds.json");
//! std::fs::write(&graph, r#"{"format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin"}}, "outputs": {"height": {"node": "noise"}}}"#)?;
//! let case = Case { name: "clouds".to_owned(), graph, picture: folder.path().join("clouds.png") };
//! let run = || Run::new(std::slice::from_ref(&case), travertine::registry(), &Context::default());
//! assert!(!run()?.is_same(), "there is no golden picture yet");
//! # if !travertine_golden::in_ci() {
//! run()?.bless()?;
//! assert!(run()?.is_same());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Picture`] and [`Difference`] also compare any two picture files.
#![forbid(unsafe_code)]

mod bless;
mod case;
mod difference;
mod error;
mod golden_file;
mod picture;
mod report;
mod run;
mod strays;
mod test_report;

pub use bless::{Blessed, in_ci};
pub use case::{Case, find, inputs, is_other_format};
pub use difference::{Difference, FirstPixel, Mismatch};
pub use error::Error;
pub use golden_file::{KEYWORD, SIDE};
pub use picture::Picture;
pub use run::{Outcome, Prepare, Run, Settings, Verdict};
pub use strays::strays;
pub use test_report::{Status, TestReport, TestResult};
