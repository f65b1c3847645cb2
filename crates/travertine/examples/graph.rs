//! Makes a graph by code, without JSON; saves it as the file that the command line and the editor open.
//!
//!     cargo run --example graph [FOLDER]
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::path::PathBuf;

use travertine::document::{Document, Input, Node, Parameter};
use travertine::{Context, Slice, Texture, registry};

fn main() -> Result<(), Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let folder = std::env::args_os().nth(1).map_or(temporary.path().to_owned(), PathBuf::from);

    let document = Document::named("Veins")
        .parameter("vein_scale", Parameter::new("float", 2).range(0.5, 8.0).describe("Veins per unit."))
        .node("noise", Node::new("noise/perlin").input("scale", 3).input("octaves", 4).input("seed", 7))
        .node("place", Node::new("input/position"))
        .node("sum", Node::new("math/add").input("a", Input::output("place", "x")).input("b", Input::wire("noise")))
        .node(
            "veins",
            Node::new("math/cosine")
                .input("value", Input::wire("sum"))
                .input("frequency", Input::parameter("vein_scale")),
        )
        .node(
            "ramp",
            Node::new("color/ramp")
                .input("value", Input::wire("veins"))
                .input("ramp", Input::ramp([(0.0, "#f4f1ea"), (1.0, "#5b5f66")])),
        )
        .output("color", Input::output("ramp", "color"));

    let path = folder.join("veins.json");
    std::fs::write(&path, document.to_json())?;
    println!("{} has {} nodes", path.display(), document.nodes.len());

    let texture = Texture::from_document(document, registry())?;
    let image = texture.field("color")?.render(Slice::new(64, 64), &Context::default())?;
    println!("the first pixel is {:?}", image.pixel(0, 0));
    Ok(())
}
