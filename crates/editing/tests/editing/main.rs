//! Sessions of editing as a user makes them, without a window.
#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod groups;
mod kill;
mod orbit;
mod random_edits;
mod raster_cache;
