//! Tests of `travertine volume`.

mod formats;
mod refusals;
mod resume;
mod stores;
