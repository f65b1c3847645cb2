//! A field repeated in cells.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Repeat", lower)
        .describe(
            "Repeats a texture in equal cells, like wallpaper, printed cloth or tiles: every cell shows the \
             same motif. Rows can be shifted like bricks, and every second cell can be a mirror image, which \
             leaves no seams. The numbers of the cells help to vary them.",
        )
        .search(&[
            "tile",
            "tiling",
            "wallpaper",
            "pattern",
            "array",
            "lattice",
            "grid",
            "copies",
            "mirror",
            "flip",
            "modulo",
            "wrap",
            "infinite",
            "repeat warp",
        ])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture with the motif."))
        .input(
            InputDefinition::vector("size", [0.5, 0.5, 0.0])
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The size of a cell along x, y and z. With 0, the texture does not repeat along the axis."),
        )
        .input(InputDefinition::choice("motif", &["whole", "corner", "center"]).describe(
            "What a cell shows: the whole unit square or cube, scaled to fit into the cell; the texture at its own \
             size, with its origin in the cell's upper left corner; or the same with its origin in the middle.",
        ))
        .input(InputDefinition::float("offset", 0.0).soft(0.0..=1.0).step(0.01).describe(
            "The shift of each row along x against the row above, as a part of the cell: 0.5 lays the cells like \
             bricks.",
        ))
        .input(
            InputDefinition::boolean("mirror", false)
                .describe("Mirrors every second cell along each axis, so that neighbors meet without a seam."),
        )
        .output("value", OutputType::like(&["value"]), "The repeated texture.")
        .vector_output("cell", "The number of the cell along x, y and z: whole numbers, 0 for the cell at the origin.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let size = context.vector("size")?.map(Expr::abs);
    let [x, y, z] = context.position().vector();
    let row = (y / size[1]).floor();
    // A fraction of the cell, so that the shift does not grow with the row.
    let shift = (row * context.float("offset")?).fract() * size[0];
    let point = [x - shift, y, z];
    let cell = [0, 1, 2].map(|axis: usize| (point[axis] / size[axis]).floor());
    let motif = context.choice("motif");
    let local = [0, 1, 2].map(|axis: usize| {
        let (size, coordinate) = (size[axis], point[axis]);
        let in_cell = if context.boolean("mirror") {
            let there_and_back = coordinate.modulo(size * 2.0);
            there_and_back.min(size * 2.0 - there_and_back).min(size)
        } else {
            coordinate.modulo(size)
        };
        let shown = match motif {
            "corner" => in_cell,
            "center" => in_cell - size * 0.5,
            _ => in_cell / size,
        };
        size.select(shown, coordinate)
    });
    let position = context.position().at(local);
    let position = if motif == "whole" {
        let [x, y, z] = size.map(|size| size.select(1.0 / size, 1.0));
        position.spread(x.max(y).max(z))
    } else {
        position
    };
    Ok(vec![context.any_at("value", position)?, Field::Vector(cell)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Printed cloth",
  "nodes": {
    "flower": {
      "type": "math/formula",
      "inputs": {
        "formula": "sqrt((x-0.5)^2 + (y-0.5)^2) / (0.35 + 0.09*cos(6*atan2(x-0.5, y-0.5)))"
      }
    },
    "bud": {
      "type": "math/formula",
      "inputs": {"formula": "1 - sqrt((0.25 - abs(fract(x*2)-0.5)/2)^2 + (0.5 - abs(y-0.5))^2)/0.12"}
    },
    "petals": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "flower"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#8f2d20"},
            {"position": 0.13, "color": "#b8442c"},
            {"position": 0.16, "color": "#f6c667"},
            {"position": 0.27, "color": "#f6c667"},
            {"position": 0.3, "color": "#c8503f"},
            {"position": 0.64, "color": "#f0a88f"},
            {"position": 0.84, "color": "#fbe9dc"},
            {"position": 0.87, "color": "#1f3a4a"}
          ]
        }
      }
    },
    "buds": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bud"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1f3a4a00"},
            {"position": 0.06, "color": "#5f9c8a"},
            {"position": 0.4, "color": "#5f9c8a"},
            {"position": 0.46, "color": "#f6c667"}
          ]
        }
      }
    },
    "motif": {
      "type": "blend/mix",
      "inputs": {
        "a": {"node": "petals", "output": "color"}, "b": {"node": "buds", "output": "color"},
        "factor": {"node": "buds", "output": "alpha"}
      }
    },
    "cloth": {
      "type": "domain/repeat",
      "inputs": {"value": {"node": "motif"}, "size": [0.25, 0.25, 0], "offset": 0.5}
    }
  },
  "outputs": {"color": {"node": "cloth"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, named_at, scattered};

    /// The coordinate in a cell of the size 0.75, in double precision; exact, as all coordinates are multiples of
    /// 1/1024.
    fn in_cell(x: f64, mirror: bool) -> f64 {
        let cell = (x / 0.75).floor();
        let rest = x - cell * 0.75;
        if mirror && cell.rem_euclid(2.0) == 1.0 { 0.75 - rest } else { rest }
    }

    #[test]
    fn cells_repeat_the_motif() {
        for mirror in [false, true] {
            for (motif, shown) in
                [("corner", (|x| x) as fn(f64) -> f64), ("center", |x| x - 0.375), ("whole", |x| x / 0.75)]
            {
                let inputs =
                    format!(r#""size": [0.75, -0.75, 0], "motif": "{motif}", "mirror": {mirror}, "offset": 0.25"#);
                for [x, y, z] in scattered(60, 9.0) {
                    let row = (f64::from(y) / 0.75).floor();
                    let shift = (row * 0.25).rem_euclid(1.0) * 0.75;
                    let expected = [f64::from(x) - shift, f64::from(y)].map(|part| shown(in_cell(part, mirror)) as f32);
                    let found = moved("domain/repeat", &inputs, [x, y, z]);
                    assert_eq!(found, [expected[0], expected[1], z], "{inputs} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn cells_are_numbered() {
        let inputs = r#"{"value": 0, "size": [0.5, 0.25, 0], "offset": 0.5}"#;
        for (position, cell) in [
            ([0.1, 0.1, 5.0, 0.0], [0.0, 0.0, 0.0]),
            ([-0.1, -0.1, 0.0, 0.0], [-1.0, -1.0, 0.0]),
            // The row is shifted to the right by half a cell.
            ([0.2, 0.3, 0.0, 0.0], [-1.0, 1.0, 0.0]),
            ([0.3, 0.3, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ] {
            assert_eq!(named_at("domain/repeat", "cell", inputs, position), cell, "{position:?}");
        }
    }
}
