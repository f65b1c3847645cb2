//! The editor as its user meets it: found by what assistive technology is told, and looked at.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here is a test that fails")]

mod bundled;
mod files;
mod frames;
mod looks;
mod painter;
mod paths;
mod previews;
mod support;
