//! Makes node types of one's own at run time: their names come from data, and closures compute them.
//!
//!     cargo run --example node
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use travertine::definition::{Definition, InputDefinition};
use travertine::{Slice, Texture, registry};

/// A node type that raises a value to a power, which is known when the type is made.
fn power(name: &str, exponent: u32) -> Definition {
    Definition::with_id(format!("mine/{name}"), format!("Power of {exponent}"), move |context| {
        let value = context.float("value")?;
        Ok(vec![(1..exponent).fold(value, |power, _| power * value).into()])
    })
    .describe(format!("A value to the power of {exponent}."))
    .input(InputDefinition::float("value", 0.0).describe("The value to raise."))
    .float_output("value", format!("The value to the power of {exponent}."))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut registry = registry().clone();
    for (name, exponent) in [("square", 2), ("cube", 3), ("fourth", 4)] {
        registry.insert(power(name, exponent));
    }

    let texture = Texture::with_registry(
        r#"{
            "format": "travertine", "version": 1,
            "nodes": {
                "place": {"type": "input/position"},
                "cube": {"type": "mine/cube", "inputs": {"value": {"node": "place", "output": "x"}}}
            },
            "outputs": {"height": {"node": "cube"}}
        }"#,
        &registry,
    )?;
    let height = texture.field("height")?;
    println!("0.5 to the power of 3 is {}", height.sample(&[[0.5, 0.0, 0.0, 0.0]])?[0][0]);

    // It has everything that a built-in node has: SIMD, ranges, sharing along axes, messages.
    println!("its values lie in {:?}", height.ranges());
    let estimate = height.prepare(Slice::new(512, 512), None, &travertine::Context::default())?.estimate();
    println!("{} operations for {} pixels", estimate.operations, estimate.pixels);
    if let Err(error) = Texture::parse(texture.document().to_json()) {
        println!("without the type:\n{error}");
    }
    Ok(())
}
