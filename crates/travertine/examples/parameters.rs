//! Lists the parameters of a graph, as an interface for users would, and sets them.
//!
//!     cargo run --example parameters
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use travertine::{Context, Slice, Texture};

fn main() -> Result<(), Box<dyn Error>> {
    let mut texture = Texture::parse(include_str!("veins.json"))?;
    for parameter in texture.parameters() {
        println!("{} ({}): {}", parameter.name, parameter.value_type, parameter.description);
        println!("    {:?}, in {:?} {}", parameter.value, parameter.range, parameter.unit);
    }

    texture.set("vein_scale", 5.0)?;
    texture.set("light", "#ffd0a0")?;
    texture.set_seed(42);

    // A mistake says what is possible, and changes nothing.
    for mistake in [texture.set("vein_scale", 9.0), texture.set("vein_scal", 1.0)] {
        if let Err(error) = mistake {
            println!("{error}");
        }
    }

    let mean = |texture: &Texture| -> Result<f32, travertine::Error> {
        let image = texture.field("color")?.render(Slice::new(64, 64), &Context::default())?;
        Ok(image.data.iter().sum::<f32>() / image.data.len() as f32)
    };
    for scale in [0.5, 2.0, 8.0] {
        texture.set("vein_scale", scale)?; // numbers and colors do not compile the graph again
        println!("{scale} veins per unit have a mean of {:.3}", mean(&texture)?);
    }
    Ok(())
}
