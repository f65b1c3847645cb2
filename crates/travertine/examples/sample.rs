//! Samples a color and a height at positions in space: for vertices of a mesh, for placing things, for physics.
//!
//!     cargo run --example sample
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use travertine::{Context, Texture};

fn main() -> Result<(), Box<dyn Error>> {
    let texture = Texture::parse(include_str!("veins.json"))?;
    let positions = [[0.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0], [0.5, 0.25, -1.0, 0.0]]; // x, y, z, time

    // A list now and then.
    let colors = texture.field("color")?.sample(&positions)?;
    for ([x, y, z, _], color) in positions.iter().zip(&colors) {
        println!("at {x}, {y}, {z}: red {:.3}, green {:.3}, blue {:.3}", color[0], color[1], color[2]);
    }

    // Many lists, from any number of threads: prepared once, into buffers of one's own.
    let fields = texture.fields(&["height", "color"])?;
    let sampler = fields.sampler(&Context::default())?;
    let mut values = vec![0.0; positions.len() * sampler.width()];
    sampler.sample(&positions, &mut values)?;
    println!("the height there: {:?}", values.chunks(sampler.width()).map(|sample| sample[0]).collect::<Vec<_>>());

    let range = &texture.field("height")?.ranges()[0];
    println!("anywhere at all, the height lies from {} to {}", range.min, range.max);
    Ok(())
}
