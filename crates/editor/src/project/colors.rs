//! The colors of a graph, which the color picker offers.

use travertine_editing::{Held, Outline, Socket};
use travertine_graph::constant::Constant;

/// The colors that the nodes of a graph hold, each once, in the order of the nodes.
pub fn used(outline: &Outline) -> Vec<[f32; 4]> {
    let mut colors: Vec<[f32; 4]> = Vec::new();
    let mut add = |color: [f32; 4]| {
        if !colors.contains(&color) {
            colors.push(color);
        }
    };
    for (id, node) in &outline.document().nodes {
        for name in node.inputs.keys() {
            match outline.held(&Socket::new(id, name)) {
                Some(Held::Constant { value: Constant::Color(color), .. }) => add(color),
                Some(Held::Constant { value: Constant::Ramp(ramp), .. }) => {
                    ramp.stops.iter().for_each(|stop| add(stop.color));
                }
                _ => {}
            }
        }
    }
    colors
}
