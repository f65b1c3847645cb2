//! The icons of the editor. All come from one font, so they share weight and size.

pub use egui_phosphor::regular::{
    ARROW_SQUARE_OUT as DETACH, ARROWS_CLOCKWISE as READ_AGAIN, ARROWS_HORIZONTAL as DISTRIBUTE,
    CARET_DOWN as UNFOLDED, CARET_RIGHT as FOLDED, CORNERS_IN as SHRINK, CORNERS_OUT as FILL, DICE_FIVE as RANDOM,
    DOTS_THREE as MORE, EYEDROPPER, FOLDER_OPEN as OPEN, FRAME_CORNERS as FIT, IMAGES as EXAMPLES, INFO,
    LOCK_SIMPLE as LOCKED, LOCK_SIMPLE_OPEN as UNLOCKED, MINUS as REMOVE, PAUSE, PLAY, PLUS as ADD, STAR as FAVORITE,
    SWAP, X as CLOSE,
};

use egui_phosphor::regular as font;

/// The icon of a category of nodes.
pub fn of_category(category: &str) -> &'static str {
    match category {
        "blend" => font::INTERSECT,
        "color" => font::PALETTE,
        "domain" => font::PERSPECTIVE,
        "filter" => font::FUNNEL,
        "fractal" => font::STACK,
        "input" => font::SIGN_IN,
        "math" => font::MATH_OPERATIONS,
        "noise" => font::WAVES,
        "pattern" => font::CHECKERBOARD,
        "reference" => font::BOOKMARK_SIMPLE,
        "shape" => font::SHAPES,
        "terrain" => font::MOUNTAINS,
        "util" => font::WRENCH,
        "vector" => font::VECTOR_THREE,
        _ => font::PUZZLE_PIECE,
    }
}

/// Adds the icons to the fonts, after the letters.
pub fn install(context: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    context.set_fonts(fonts);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_category_has_an_icon_of_its_own() {
        let ids = travertine::registry().ids();
        let categories: HashSet<&str> = ids.filter_map(|id| id.split('/').next()).collect();
        let icons: HashSet<&str> = categories.iter().map(|category| of_category(category)).collect();
        assert_eq!(icons.len(), categories.len());
        assert!(!icons.contains(font::PUZZLE_PIECE), "it is the icon of what the user makes");
    }
}
