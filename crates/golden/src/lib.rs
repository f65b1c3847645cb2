//! Golden pictures: render, compare, report, bless.
#![forbid(unsafe_code)]
