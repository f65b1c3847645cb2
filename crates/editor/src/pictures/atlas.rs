//! Small pictures in shared textures. Shapes that follow each other are drawn at once if they have the same texture.

use egui::{Color32, ColorImage, Context, Pos2, Rect, TextureHandle, TextureId, TextureOptions, Vec2};

/// Pixels along each side of a picture.
pub const SIDE: u32 = 128;

/// Pictures along each side of a texture.
const CELLS: usize = 8;

/// Pictures in a texture.
const CELLS_OF_PAGE: usize = CELLS * CELLS;

/// The texture coordinates of a white place, which every texture has.
pub const WHITE: Pos2 = Pos2::new(0.5 / CELLS as f32, 0.5 / CELLS as f32);

/// The place of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(usize);

/// A part of a texture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Region {
    pub texture: TextureId,
    /// Texture coordinates of the centers of the outer pixels: interpolation reads no neighbor.
    pub uv: Rect,
}

/// Textures with room for many pictures.
#[derive(Default)]
pub struct Atlas {
    pages: Vec<TextureHandle>,
    free: Vec<Cell>,
}

impl Atlas {
    /// Reserves the place of a picture.
    pub fn reserve(&mut self, context: &Context) -> Cell {
        if let Some(cell) = self.free.pop() {
            return cell;
        }
        let first = self.pages.len() * CELLS_OF_PAGE;
        let side = CELLS * SIDE as usize;
        let white = ColorImage::filled([side, side], Color32::WHITE);
        self.pages.push(context.load_texture("pictures of nodes", white, TextureOptions::LINEAR));
        // The first place stays white. The next ones are taken in their order.
        self.free.extend((first + 2..first + CELLS_OF_PAGE).rev().map(Cell));
        Cell(first + 1)
    }

    /// Gives a place back.
    pub fn release(&mut self, cell: Cell) {
        self.free.push(cell);
    }

    /// Puts a picture into its place.
    pub fn set(&mut self, Cell(index): Cell, image: ColorImage) {
        debug_assert_eq!(image.size, [SIDE as usize; 2], "pictures of nodes have one size");
        let corner = corner(index).map(|place| place * SIDE as usize);
        self.pages[index / CELLS_OF_PAGE].set_partial(corner, image, TextureOptions::LINEAR);
    }

    /// The place of a picture.
    pub fn region(&self, Cell(index): Cell) -> Region {
        let [left, top] = corner(index).map(|place| place as f32 / CELLS as f32);
        let cell = Rect::from_min_size(Pos2::new(left, top), Vec2::splat(1.0 / CELLS as f32));
        let uv = cell.shrink(0.5 / (CELLS as f32 * SIDE as f32));
        Region { texture: self.pages[index / CELLS_OF_PAGE].id(), uv }
    }

    /// A texture with a white place; `None` before there are pictures.
    pub fn any(&self) -> Option<TextureId> {
        self.pages.first().map(TextureHandle::id)
    }
}

/// The column and the row of a place in its texture.
fn corner(index: usize) -> [usize; 2] {
    let place = index % CELLS_OF_PAGE;
    [place % CELLS, place / CELLS]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_overlap() {
        let context = Context::default();
        let mut atlas = Atlas::default();
        let mut cells: Vec<Cell> = (0..150).map(|_| atlas.reserve(&context)).collect();
        assert_eq!(atlas.pages.len(), 3);
        let regions: Vec<Region> = cells.iter().map(|cell| atlas.region(*cell)).collect();
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        for (index, Region { texture, uv }) in regions.iter().enumerate() {
            assert!(!uv.contains(WHITE) && whole.contains_rect(*uv));
            let overlaps = |other: &Region| other.texture == *texture && other.uv.intersects(*uv);
            assert!(!regions[..index].iter().any(overlaps), "{uv:?}");
        }
        let given_back = cells.swap_remove(70);
        atlas.release(given_back);
        assert_eq!(atlas.reserve(&context), given_back);
    }
}
