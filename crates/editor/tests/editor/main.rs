//! The editor as its user meets it: found by what assistive technology is told, and looked at.

mod bundled;
mod frames;
mod looks;
mod painter;
mod paths;
mod support;
