//! Stopping a pass before it is done.

/// Asked now and then by passes that take long: whether to stop.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);
