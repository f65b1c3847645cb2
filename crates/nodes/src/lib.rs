//! The node definitions of Travertine, one file each.
#![forbid(unsafe_code)]
