//! A random number for each lattice cell.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::Grain;

use crate::parts::lattices::periods::{self, Periods};
use crate::parts::lattices::{cells, random};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Cell noise", lower)
        .describe(
            "A random number and a random color for each cell of a square or cubic lattice, constant within \
             the cell. Use it to vary tiles, bricks and mosaics.",
        )
        .search(&["random", "squares", "tiles", "mosaic", "checker", "pixels", "blocks", "hash", "id"])
        .input(cells::scale())
        .example(EXAMPLE);
    periods::of_cells(random::describe(definition))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    random::lower(context, Grain::Cell, Periods::of(context).wrap(cells::position(context)?))
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Harlequin",
  "nodes": {
    "cells": {"type": "noise/cell", "inputs": {"scale": 7, "seed": 5}},
    "turned": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "cells", "output": "value"}, "rotate": [0, 0, 45]}
    },
    "stretched": {"type": "domain/transform", "inputs": {"value": {"node": "turned"}, "scale": [1, 2, 1]}},
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stretched"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1d3557"},
            {"position": 0.25, "color": "#2a9d8f"},
            {"position": 0.5, "color": "#e9c46a"},
            {"position": 0.75, "color": "#f4a261"},
            {"position": 1, "color": "#c1442e"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "colors", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use super::Grain;
    use crate::checks::evaluate::value_at;
    use travertine_noise::Random;

    #[test]
    fn a_cell_has_one_value() {
        let at = |x: f32, y: f32| value_at("noise/cell", r#"{"scale": 2, "seed": 9}"#, [x, y, 0.1, 0.0]);
        let random = Random::new(Grain::Cell, 3, 9).unwrap();
        assert_eq!(at(0.51, 0.01), [random.at([1.0, 0.0, 0.0, 0.0])]);
        assert_eq!(at(0.51, 0.01), at(0.99, 0.49));
        assert_ne!(at(0.51, 0.01), at(0.49, 0.01));
    }
}
