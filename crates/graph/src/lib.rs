//! Documents, node definitions, validation, lowering and programs.
#![forbid(unsafe_code)]
