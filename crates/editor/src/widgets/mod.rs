//! Widgets: a field for every kind of value, which returns the new value if the user changed it, and buttons.

pub mod buttons;
pub mod choice;
pub mod color;
pub mod curve;
pub mod formula;
pub mod number;
pub mod ramp;
pub mod seed;
