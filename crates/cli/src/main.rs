//! The command line of Travertine.
#![forbid(unsafe_code)]

fn main() {}
