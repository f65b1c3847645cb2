//! Renders into buffers that a window or a game owns: unclipped floats, and bytes of red, green, blue and alpha.
//!
//!     cargo run --example buffer
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use travertine::{Context, Slice, Texture};

/// A picture of a window: four bytes for each pixel.
struct Frame {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let texture = Texture::parse(include_str!("veins.json"))?;
    let (color, height) = (texture.field("color")?, texture.field("height")?);
    let context = Context::default();

    let mut frame = Frame { width: 160, height: 90, rgba: vec![0; 160 * 90 * 4] };
    for tick in 0..3 {
        let slice = Slice { depth: tick as f32 * 0.1, ..Slice::new(frame.width, frame.height) };
        color.render(slice, &context)?.write_rgba8(&mut frame.rgba);
        println!("frame {tick} begins with {:?}", &frame.rgba[..4]);
    }

    // A height map for a terrain, without a copy.
    let slice = Slice::new(65, 65);
    let mut heights = vec![0.0; 65 * 65 * height.channels()];
    height.render_into(slice, &mut heights, &context)?;
    println!("the middle of the terrain is {} high", heights[32 * 65 + 32]);
    Ok(())
}
