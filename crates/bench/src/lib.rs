//! Benchmarks of Travertine beside its peers.
#![forbid(unsafe_code)]
