//! Turns from the axes of a program to those of the texture.

use travertine_graph::document::{Turn, Up};

use crate::shader::Shader;

impl Shader {
    /// For each coordinate in the texture, the coordinate that it is in a program with this up, and its sign.
    pub(crate) fn turn(&self, from: Up) -> [(usize, f32); 3] {
        let turn = Turn::new(from, self.up);
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| turn.apply(axis));
        // Exactly one axis reaches each coordinate.
        std::array::from_fn(|coordinate| {
            let source = axes.iter().position(|axis| axis[coordinate] != 0.0).unwrap_or(coordinate);
            (source, axes[source][coordinate] as f32)
        })
    }

    /// A vector of a program with this up, in a language with `.x`, turned to the axes of the texture.
    pub(crate) fn turned(&self, from: Up, vector: &str) -> String {
        let parts = self.turn(from).map(|(source, sign)| {
            let sign = if sign < 0.0 { "-" } else { "" };
            format!("{sign}{vector}.{}", ["x", "y", "z"][source])
        });
        format!("vec3({})", parts.join(", "))
    }
}
