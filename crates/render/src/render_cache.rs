//! The render cache: values that one render leaves for the next, while a user changes a texture.

use std::collections::HashMap;
use std::sync::Arc;

use travertine_program::{Bound, Operation, Program, Value};

use crate::context::Context;
use crate::domain::{Domain, Rectangle, Shape, Slice};
use crate::error::RenderError;
use crate::format::Format;
use crate::image::Image;
use crate::renderer::Render;
use crate::reuse::{Reuse, Samples};

/// Values that take fewer operations than this are computed again instead of stored.
const MIN_CACHED_COST: u32 = 16;

/// Values of the last render that the next one may need again: the noise, when the ramp after it is changed.
///
/// The cache holds the values at which the unchanged part of a program meets the changed part. After the first change
/// of a slider, the following ones compute only what depends on it. The bits of a result do not depend on the cache.
#[derive(Debug)]
pub struct RenderCache {
    limit: u64,
    last: Option<Last>,
}

/// The last render: its program, its domain, and stored values.
#[derive(Debug)]
struct Last {
    program: Arc<Program>,
    bound: Bound,
    slice: Slice,
    crop: Option<Rectangle>,
    /// Samples of each stored value, by the value's index.
    planes: HashMap<usize, Image>,
}

impl RenderCache {
    /// An empty cache of at most `limit` bytes.
    pub fn new(limit: u64) -> RenderCache {
        RenderCache { limit, last: None }
    }

    /// Size of the stored values in bytes.
    pub fn bytes(&self) -> u64 {
        let planes = self.last.iter().flat_map(|last| last.planes.values());
        planes.map(|plane| size_of_val(plane.data.as_slice()) as u64).sum()
    }

    /// Renders the outputs of a program into images as [`Render::with_alpha`] does, with the cached values, and caches
    /// values for the next render. The cache is empty after an error.
    ///
    /// # Errors
    ///
    /// As [`Render::with_alpha`] and [`Render::images_into`].
    ///
    /// # Panics
    ///
    /// As [`Render::with_alpha`].
    pub fn images_into(
        &mut self,
        program: &Arc<Program>,
        bound: &Bound,
        slice: Slice,
        crop: Option<Rectangle>,
        images: &mut Vec<Image>,
        context: &Context,
    ) -> Result<(), RenderError> {
        if slice.samples_per_side > 1 {
            // The cache stores samples, but a finished picture holds pixels.
            self.last = None;
            return Render::with_alpha(program, bound, slice, crop, context)?.images_into(images);
        }
        let mut last = self.last.take().filter(|last| last.slice == slice && last.crop == crop);
        let mut planes = HashMap::new();
        let mut keep = Vec::new();
        if let Some(last) = &mut last {
            let matches = if Arc::ptr_eq(program, &last.program) {
                program.unchanged_values(bound, &last.bound)
            } else {
                program.matching_values(bound, &last.program, &last.bound)
            };
            let pixels = crop.map_or(u64::from(slice.width) * u64::from(slice.height), Rectangle::area);
            let most = self.limit / (pixels * size_of::<f32>() as u64).max(1);
            for value in frontier(program, &slice, &matches).into_iter().take(most as usize) {
                let before = matches[value.index()].map(Value::index);
                match before.and_then(|before| last.planes.remove(&before)) {
                    Some(plane) => drop(planes.insert(value.index(), plane)),
                    None => keep.push(value),
                }
            }
        }
        let pixels = crop.unwrap_or(Rectangle { x: 0, y: 0, width: slice.width, height: slice.height });
        let known = planes.iter().map(|(value, plane)| (*value, Samples { samples: &plane.data, pixels })).collect();
        let reuse = Reuse { known, keep };
        let render = Render::reusing(program, bound, slice, crop, context, &reuse, Format::of_pixels)?;
        render.images_into(images)?;
        let kept = images.split_off(program.outputs().len());
        let indices: Vec<usize> = reuse.keep.iter().map(|value| value.index()).collect();
        planes.extend(indices.into_iter().zip(kept));
        // The floats alone: the rasters are not sampled again.
        let bound = bound.values().to_vec().into();
        self.last = Some(Last { program: Arc::clone(program), bound, slice, crop, planes });
        Ok(())
    }
}

/// Unchanged values that a changed operation or an output reads; the most expensive first.
fn frontier(program: &Program, slice: &Slice, matches: &[Option<Value>]) -> Vec<Value> {
    let operations = program.operations();
    let mut costs: Vec<u32> = Vec::with_capacity(operations.len());
    for operation in operations {
        let own = match operation {
            Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) => 0,
            Operation::Noise(..) | Operation::Function(..) => 8,
            Operation::Basis(..) | Operation::Raster(..) => 64,
            _ => 1,
        };
        let operands = operation.operands().iter().map(|operand| costs[operand.index()]);
        costs.push(operands.fold(own, u32::saturating_add));
    }
    let new = operations.iter().zip(matches).filter(|(_, before)| before.is_none());
    let read = new.flat_map(|(operation, _)| operation.operands());
    let outputs = program.outputs().iter().flat_map(|output| &output.values);
    let worth = |value: &Value| {
        let index = value.index();
        let full = slice.shape(program.axes()[index]) == Shape::Full;
        matches[index].is_some() && costs[index] >= MIN_CACHED_COST && full
    };
    let mut frontier: Vec<Value> = read.chain(outputs).copied().filter(worth).collect();
    frontier.sort_by_key(|value| (std::cmp::Reverse(costs[value.index()]), *value));
    frontier.dedup();
    frontier
}
