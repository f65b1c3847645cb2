//! Files of pictures and volumes: what is read from them, and files that are refused.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod exr;
mod formats;
mod jpeg;
mod others;
mod stated;
mod tiff;
mod volumes;
