//! Runs programs over domains, and writes pictures.
#![forbid(unsafe_code)]
