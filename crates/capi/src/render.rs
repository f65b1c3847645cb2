//! Renders of slices and bricks into buffers of the caller.

use travertine::stages::render::Brick;
use travertine::{Context, Error, Field, Format, Image, Plane, Rectangle, Slice, Volume};

use crate::border::{self, ArrayOut, Buffer, Options};
use crate::failure::Failure;
use crate::layout::{self, Layout};
use crate::options;

pub const PLANE_XY: i32 = 0;
pub const PLANE_XZ: i32 = 1;
pub const PLANE_YZ: i32 = 2;

/// Renders a slice, or its crop.
///
/// # Errors
///
/// If the slice, the buffer or the options are wrong, a limit is exceeded, or it is cancelled.
pub fn slice(field: &Field, given: &border::Slice, buffer: &Buffer, options: Option<&Options>) -> Result<(), Failure> {
    let slice = slice_of(given)?;
    let crop = match [given.crop_width, given.crop_height] {
        // With a start, it leaves the picture and is refused.
        [0, 0] => Rectangle { x: given.crop_x, y: given.crop_y, width: slice.width, height: slice.height },
        [width, height] => Rectangle { x: given.crop_x, y: given.crop_y, width, height },
    };
    let layout = Layout::new(buffer, field.channels(), [crop.width, crop.height, 1])?;
    let out = pixels(buffer, &layout)?;
    let samples = crop.area().saturating_mul(u64::from(slice.samples_per_side).pow(2));
    options::with_context(options, samples, |context| {
        let held = layout.encoded_bytes();
        let context = beside(context, held);
        let render = field.prepare(slice, Some(crop), &context).map_err(|error| error.beside(held))?;
        if let Some(floats) = direct(&layout, out) {
            return Ok(render.write_into(vec![floats]).map_err(Error::from)?);
        }
        let image = render.image().map_err(|error| Error::from(error).beside(held))?;
        layout.write(&image, out);
        Ok(())
    })
}

/// Renders a brick of a volume.
///
/// # Errors
///
/// If the volume, the buffer or the options are wrong, a limit is exceeded, or it is cancelled.
pub fn volume(
    field: &Field,
    given: &border::Volume,
    buffer: &Buffer,
    options: Option<&Options>,
) -> Result<(), Failure> {
    let volume = volume_of(given);
    volume.check().map_err(Error::from)?;
    let brick = brick_of(given, &volume)?;
    let layout = Layout::new(buffer, field.channels(), brick.size)?;
    let out = pixels(buffer, &layout)?;
    options::with_context(options, brick.samples(), |context| {
        let render = |context: &Context, floats: &mut [f32]| {
            let render = field.prepare_volume(volume, brick.size, context)?;
            render.brick(brick, floats).map_err(Error::from)?;
            Ok::<Format, Error>(render.format())
        };
        if let Some(floats) = direct(&layout, out) {
            render(context, floats)?;
            return Ok(());
        }
        // The layout fits in memory with at least one byte for each channel, so its floats can be counted.
        let floats = brick.samples() * field.channels() as u64;
        let held = layout.encoded_bytes() + 4 * floats;
        context.check_memory(held).map_err(Error::from)?;
        let mut data = vec![0.0; floats as usize];
        let format = render(&beside(context, held), &mut data).map_err(|error| error.beside(held))?;
        let height = brick.size[1] * brick.size[2];
        layout.write(&Image { format: Format { width: brick.size[0], height, ..format }, data }, out);
        Ok(())
    })
}

/// The same context, while `held` bytes of its memory are in use.
fn beside<'c>(context: &Context<'c>, held: u64) -> Context<'c> {
    context.clone().memory(context.memory_limit().saturating_sub(held))
}

/// The caller's memory for the pixels.
fn pixels<'c>(buffer: &Buffer, layout: &Layout) -> Result<&'c mut [u8], Failure> {
    ArrayOut::new(buffer.data.cast::<u8>()).items(layout.span, "buffer->data")
}

/// The caller's memory as floats, if the renderer can write there.
fn direct<'o>(layout: &Layout, out: &'o mut [u8]) -> Option<&'o mut [f32]> {
    let fits = layout.format == layout::Format::Floats && layout.is_contiguous();
    if fits { bytemuck::try_cast_slice_mut(out).ok() } else { None }
}

fn slice_of(given: &border::Slice) -> Result<Slice, Failure> {
    let plane = match given.plane {
        PLANE_XY => Plane::Xy,
        PLANE_XZ => Plane::Xz,
        PLANE_YZ => Plane::Yz,
        number => {
            return Err(Failure::call(format!(
                "the slice's plane is {number}; expected 0 (TRAVERTINE_PLANE_XY) to 2 (TRAVERTINE_PLANE_YZ)"
            )));
        }
    };
    let default = Slice::new(given.width, given.height);
    Ok(Slice {
        plane,
        depth: given.depth,
        time: given.time,
        region: if given.region == [0.0; 4] { default.region } else { given.region },
        samples_per_side: given.samples_per_side.max(1),
        ..default
    })
}

fn volume_of(given: &border::Volume) -> Volume {
    let default = Volume::new(given.width, given.height, given.depth);
    Volume { time: given.time, region: if given.region == [0.0; 6] { default.region } else { given.region }, ..default }
}

/// The brick to render, inside the volume.
fn brick_of(given: &border::Volume, volume: &Volume) -> Result<Brick, Failure> {
    let start = [given.brick_x, given.brick_y, given.brick_z];
    let size = match [given.brick_width, given.brick_height, given.brick_depth] {
        [0, 0, 0] => volume.size(),
        size => size,
    };
    let inside = |axis: usize| {
        let end = start[axis].checked_add(size[axis]);
        size[axis] > 0 && end.is_some_and(|end| end <= volume.size()[axis])
    };
    if !(0..3).all(inside) {
        return Err(Failure::geometry(format!(
            "the brick of {size:?} samples from {start:?} does not lie inside the volume of {:?}",
            volume.size()
        )));
    }
    if size[1].checked_mul(size[2]).is_none() {
        return Err(Failure::geometry("the brick has more than 2^32 - 1 rows; render it in parts"));
    }
    Ok(Brick { start, size })
}
