//! Input of the keyboard and the mouse, where egui's own order of events or of the focus does not fit.

pub mod focus;
pub mod sequence;
