//! The C library of Travertine.
//!
//! `include/travertine.h` is its documentation; `tests/header.rs` keeps the header and `exports.rs` equal.
//!
//! - `exports.rs` has the functions, each a few lines of safe Rust.
//! - `border` has everything that trusts the caller: pointers, structures, texts. It alone has unsafe code; the
//!   exported names of `exports.rs` are `unsafe` attributes.
//! - The other modules do the work, and know nothing of C.

mod border;
mod cancel;
mod description;
mod exports;
mod failure;
mod job;
mod layout;
mod options;
mod render;
mod sampler;
mod texture;
