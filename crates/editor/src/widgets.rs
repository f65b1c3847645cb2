//! Widgets: a field for every kind of value, which returns the new value if the user changed it, and buttons.

pub mod buttons;
pub mod choice;
pub mod color;
pub mod color_bars;
pub mod curve;
pub mod curve_presets;
pub mod draft;
pub mod eyedropper;
pub mod formula;
pub mod histogram;
pub mod number;
pub mod picker;
pub mod picker_content;
pub mod ramp;
pub mod ramp_file;
pub mod screen_color;
pub mod search;
pub mod seed;
pub mod text;
pub mod toggle;
