//! Places for new nodes and copies: in view, and clear of other nodes.

use egui::{Context, Rect, Vec2};
use travertine_editing::{Action, Edit, Outline};

use super::Canvas;
use super::positions::{point, rect};
use super::sizes::{GRID, TYPICAL, expected};

/// Distance of neighboring places, and from other nodes.
const STEP: f32 = GRID as f32;

/// Number of rings of places around the wanted one.
const RINGS: i32 = 120;

impl Canvas {
    /// Moves the nodes and frames that an action adds, all by the same offset, to the nearest place that is in view and
    /// clear of others. If there is none in view, the view follows.
    pub fn place(&mut self, context: &Context, outline: &Outline, mut action: Action) -> Action {
        let mut added = Rect::NOTHING;
        let mut taken: Vec<Rect> = self.outlines(context).into_iter().map(|(rect, _)| rect).collect();
        for edit in action.edit.parts() {
            match edit {
                Edit::Position(id, Some(position)) if is_new_node(outline, id) => {
                    added = added.union(Rect::from_min_size(point(*position), size(outline, &action, id)));
                }
                Edit::Frame(id, Some(frame)) if is_new_frame(outline, id) => {
                    added = added.union(rect(frame));
                    taken.extend(outline.document().annotations.frames.values().map(rect));
                }
                _ => {}
            }
        }
        if !added.is_positive() {
            return action;
        }
        let taken: Vec<Rect> = taken.into_iter().map(|rect| rect.expand(STEP)).collect();
        let view = self.view.scene_rect.shrink(STEP);
        let begin = into(added, view);
        let wanted = added.translate(begin);
        let free = free(wanted, &taken, view).or_else(|| free(wanted, &taken, Rect::EVERYTHING));
        let offset = (begin + free.unwrap_or_default()).round();
        let missing = into(added.translate(offset), view);
        self.view.scene_rect = self.view.scene_rect.translate(-missing);
        shift(&mut action.edit, outline, offset);
        action
    }
}

/// The size of a node that an action adds.
fn size(outline: &Outline, action: &Action, id: &str) -> Vec2 {
    let node = action.edit.parts().into_iter().find_map(|edit| match edit {
        Edit::Node(added, Some(node)) if added == id => Some(node),
        _ => None,
    });
    let definition = node.and_then(|node| outline.registry().find(&node.node_type));
    definition.map_or(TYPICAL, |definition| expected(definition))
}

fn is_new_node(outline: &Outline, id: &str) -> bool {
    !outline.document().nodes.contains_key(id)
}

fn is_new_frame(outline: &Outline, id: &str) -> bool {
    !outline.document().annotations.frames.contains_key(id)
}

/// Moves what an edit adds.
fn shift(edit: &mut Edit, outline: &Outline, offset: Vec2) {
    let moved = |position: &mut [f64; 2]| {
        position[0] += f64::from(offset.x);
        position[1] += f64::from(offset.y);
    };
    match edit {
        Edit::All(edits) => edits.iter_mut().for_each(|edit| shift(edit, outline, offset)),
        Edit::Position(id, Some(position)) if is_new_node(outline, id) => moved(position),
        Edit::Frame(id, Some(frame)) if is_new_frame(outline, id) => moved(&mut frame.position),
        _ => {}
    }
}

/// The offset that brings a rectangle into view, along each axis on which it fits.
fn into(rect: Rect, view: Rect) -> Vec2 {
    let along = |[low, high]: [f32; 2], [least, most]: [f32; 2]| match high - low <= most - least {
        true => (least - low).max(0.0) + (most - high).min(0.0),
        false => 0.0,
    };
    Vec2::new(
        along([rect.left(), rect.right()], [view.left(), view.right()]),
        along([rect.top(), rect.bottom()], [view.top(), view.bottom()]),
    )
}

/// The least offset, in whole steps, that keeps a rectangle clear of others and inside `room`.
fn free(rect: Rect, taken: &[Rect], room: Rect) -> Option<Vec2> {
    let is_free = |offset: &Vec2| {
        let moved = rect.translate(*offset);
        room.contains_rect(moved) && !taken.iter().any(|taken| taken.intersects(moved))
    };
    let nearest = |a: &Vec2, b: &Vec2| a.length_sq().total_cmp(&b.length_sq());
    (0..=RINGS).find_map(|ring| places(ring).filter(is_free).min_by(nearest))
}

/// The offsets of a square ring of places.
fn places(ring: i32) -> impl Iterator<Item = Vec2> {
    (-ring..=ring).flat_map(move |row| {
        let across = if row.abs() == ring { 1 } else { 2 * ring as usize };
        (-ring..=ring).step_by(across).map(move |column| STEP * Vec2::new(column as f32, row as f32))
    })
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    fn square(x: f32, y: f32) -> Rect {
        Rect::from_min_size(Pos2::new(x, y), Vec2::splat(100.0))
    }

    #[test]
    fn a_free_place_is_near_and_clear() {
        let everywhere = Rect::EVERYTHING;
        assert_eq!(free(square(0.0, 0.0), &[square(200.0, 0.0)], everywhere), Some(Vec2::ZERO));
        assert_eq!(free(square(10.0, 0.0), &[square(0.0, 0.0)], everywhere).unwrap().length(), 100.0);
        let beside = free(square(30.0, 0.0), &[square(0.0, 0.0)], everywhere);
        assert_eq!(beside, Some(Vec2::new(80.0, 0.0)));
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::splat(150.0));
        assert_eq!(free(square(0.0, 0.0), &[square(50.0, 50.0)], room), None, "there is no room");
    }

    #[test]
    fn what_fits_comes_into_view() {
        let view = Rect::from_min_size(Pos2::ZERO, Vec2::new(300.0, 120.0));
        assert_eq!(into(square(20.0, 10.0), view), Vec2::ZERO);
        assert_eq!(into(square(250.0, 90.0), view), Vec2::new(-50.0, -70.0));
        assert_eq!(into(square(-30.0, -5.0), view), Vec2::new(30.0, 5.0));
        assert_eq!(into(Rect::from_min_size(Pos2::new(-9.0, 0.0), Vec2::splat(310.0)), view), Vec2::ZERO);
    }
}
