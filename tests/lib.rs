//! What the tests that cross crates share.
#![forbid(unsafe_code)]
