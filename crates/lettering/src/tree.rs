//! A tree of boxes around strokes, which finds the nearest one without looking at most of them.

use crate::stroke::Stroke;

/// The nearest stroke.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Nearest {
    /// The square of its distance.
    pub squared: f32,
    /// The number of its letter. Where several letters are equally near, the first of them.
    pub letter: u16,
}

impl Nearest {
    /// Farther than all.
    pub const NONE: Nearest = Nearest { squared: f32::MAX, letter: u16::MAX };

    /// Keeps the nearer one of this and another. The result does not depend on the order of several.
    #[inline(always)]
    pub fn keep(&mut self, other: Nearest) {
        let is_nearer = other.squared < self.squared || (other.squared == self.squared && other.letter < self.letter);
        if is_nearer {
            *self = other;
        }
    }
}

/// Strokes, ordered so that those of a box follow each other, and boxes, each before those inside it.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    strokes: Vec<(Stroke, u16)>,
    boxes: Vec<Bounded>,
}

#[derive(Clone, Copy, Debug)]
struct Bounded {
    least: [f32; 2],
    greatest: [f32; 2],
    inside: Inside,
}

#[derive(Clone, Copy, Debug)]
enum Inside {
    /// Two boxes: the next one, and that with this index.
    Boxes(u32),
    /// The strokes from one index up to another.
    Strokes(u32, u32),
}

/// The most strokes in a box without boxes.
const LEAF: usize = 4;
/// Room for the boxes that wait to be looked at: one for each doubling of the strokes, of which there are fewer than
/// 2^31.
const DEPTH: usize = 32;

impl Tree {
    /// A tree of strokes with the numbers of their letters.
    pub fn new(mut strokes: Vec<(Stroke, u16)>) -> Tree {
        let mut boxes = Vec::new();
        let count = strokes.len();
        if count > 0 {
            grow(&mut strokes, 0, &mut boxes);
        }
        boxes.shrink_to_fit();
        Tree { strokes, boxes }
    }

    /// Memory of a tree of so many strokes, in bytes: leaves hold three of them on average, and there are as many boxes
    /// of boxes.
    pub fn bytes(strokes: usize) -> u64 {
        (strokes * size_of::<(Stroke, u16)>() + strokes * 2 / 3 * size_of::<Bounded>()) as u64
    }

    /// The strokes, in the order of the tree.
    pub fn strokes(&self) -> &[(Stroke, u16)] {
        &self.strokes
    }

    /// The nearest stroke to a point, of all strokes.
    #[inline(always)]
    pub fn nearest(&self, point: [f32; 2]) -> Nearest {
        let mut nearest = Nearest::NONE;
        let mut reach = f32::MAX;
        let mut waiting = [(0_u32, 0.0_f32); DEPTH];
        let mut count = usize::from(!self.boxes.is_empty());
        while count > 0 {
            count -= 1;
            let (mut index, squared) = waiting[count];
            if squared > reach {
                continue;
            }
            loop {
                match self.boxes[index as usize].inside {
                    Inside::Strokes(from, to) => {
                        for (stroke, letter) in &self.strokes[from as usize..to as usize] {
                            nearest.keep(Nearest { squared: stroke.squared(point), letter: *letter });
                        }
                        let distance = nearest.squared.sqrt();
                        let distance = distance + slack(distance);
                        reach = distance * distance;
                        break;
                    }
                    Inside::Boxes(other) => {
                        let (one, two) = (index + 1, other);
                        let [first, second] = [one, two].map(|each| self.boxes[each as usize].squared(point));
                        let (near, far, farther) = if first <= second { (one, two, second) } else { (two, one, first) };
                        if farther <= reach && count < DEPTH {
                            waiting[count] = (far, farther);
                            count += 1;
                        }
                        if first.min(second) > reach {
                            break;
                        }
                        index = near;
                    }
                }
            }
        }
        nearest
    }

    /// Puts the strokes within a distance of a point into `found` and returns their number; `None` if there is no room
    /// for them all.
    #[inline(always)]
    pub fn within<const N: usize>(&self, point: [f32; 2], distance: f32, found: &mut [u32; N]) -> Option<usize> {
        let reach = distance + slack(distance);
        let reach = reach * reach;
        let mut number = 0;
        let mut waiting = [0_u32; DEPTH];
        let mut count = usize::from(!self.boxes.is_empty());
        while count > 0 {
            count -= 1;
            let index = waiting[count];
            let bounded = &self.boxes[index as usize];
            if bounded.squared(point) > reach {
                continue;
            }
            match bounded.inside {
                Inside::Strokes(from, to) => {
                    for index in from..to {
                        if self.strokes[index as usize].0.squared(point) <= reach {
                            *found.get_mut(number)? = index;
                            number += 1;
                        }
                    }
                }
                Inside::Boxes(other) => {
                    for each in [other, index + 1] {
                        *waiting.get_mut(count)? = each;
                        count += 1;
                    }
                }
            }
        }
        Some(number)
    }
}

/// What rounding may add to or take from distances: some ulps of the coordinates from the middle of a stroke, which are
/// at most the distance and the size of a stroke. Ten times as much is allowed.
#[inline(always)]
pub fn slack(distance: f32) -> f32 {
    (distance + 2.0) * 2e-5
}

impl Bounded {
    /// The square of the distance from a point to the box.
    #[inline(always)]
    fn squared(&self, point: [f32; 2]) -> f32 {
        let outside = |axis: usize| {
            let (before, after) = (self.least[axis] - point[axis], point[axis] - self.greatest[axis]);
            let outside = if before > after { before } else { after };
            if outside > 0.0 { outside } else { 0.0 }
        };
        let (x, y) = (outside(0), outside(1));
        x * x + y * y
    }
}

/// Adds the boxes of strokes, the first of which has the index `first`, and orders them. Each box has half of the
/// strokes of the one around it, so the recursion is shallow.
fn grow(strokes: &mut [(Stroke, u16)], first: usize, boxes: &mut Vec<Bounded>) {
    let (mut least, mut greatest) = ([f32::MAX; 2], [f32::MIN; 2]);
    for (stroke, _) in strokes.iter() {
        let [low, high] = stroke.bounds();
        for axis in 0..2 {
            // The bounds are rounded, and more so far from the middle of the text.
            let margin = |place: f32| 1e-5 + 1e-6 * place.abs();
            least[axis] = least[axis].min(low[axis] - margin(low[axis]));
            greatest[axis] = greatest[axis].max(high[axis] + margin(high[axis]));
        }
    }
    let index = boxes.len();
    let end = first + strokes.len();
    boxes.push(Bounded { least, greatest, inside: Inside::Strokes(first as u32, end as u32) });
    if strokes.len() <= LEAF {
        return;
    }
    let axis = usize::from(greatest[1] - least[1] > greatest[0] - least[0]);
    let middle = |(stroke, _): &(Stroke, u16)| {
        let [low, high] = stroke.bounds();
        low[axis] + high[axis]
    };
    strokes.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    let half = strokes.len() / 2;
    let (before, after) = strokes.split_at_mut(half);
    grow(before, first, boxes);
    boxes[index].inside = Inside::Boxes(boxes.len() as u32);
    grow(after, first + half, boxes);
}
