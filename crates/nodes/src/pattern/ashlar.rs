//! Stones cut to many sizes.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::lattices::random;
use crate::parts::tilings::brick_row;
use crate::parts::tilings::pieces::{self, Periods, Piece};

/// The part of a stone by which jitter moves a cut, up to half of this to either side.
const SPREAD: f32 = 0.8;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Ashlar", lower)
        .describe(
            "Rectangular stones of many sizes that fit without gaps: natural stone walls, terraces of flagstones, \
             stained glass, city blocks, circuit boards, abstract paintings. Blocks in rows are cut in two again \
             and again, at random places and mostly across their longer side. The stones are columns along z.",
        )
        .search(&[
            "stone wall",
            "random masonry",
            "flagstone",
            "rubble",
            "rectangles",
            "mondrian",
            "uneven bricks",
            "subdivision",
            "quadtree",
            "treemap",
            "city",
            "panels",
            "hull plating",
            "circuit",
            "greeble",
        ])
        .input(
            pieces::size([0.5, 0.5, 0.0])
                .describe("The size of a block before it is cut, along x and y. z is ignored."),
        )
        .input(InputDefinition::integer("cuts", 4).hard(0.0..=10.0).soft(0.0..=8.0).describe(
            "How often every stone is cut in two: 0 leaves the blocks whole, 4 makes up to 16 stones of each.",
        ))
        .input(
            InputDefinition::float("least", 0.06)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=0.5)
                .step(0.005)
                .unit("units")
                .describe("The least width and height of a stone: what would be smaller is not cut."),
        )
        .input(InputDefinition::float("proportion", 1.6).hard(0.0..=f32::MAX).soft(0.25..=4.0).step(0.05).describe(
            "The width of a stone for its height: 1 makes about squares, higher values long stones, lower \
                     ones upright stones.",
        ))
        .input(InputDefinition::fraction("whole", 0.15).describe(
            "The part of the stones that each round of cuts leaves whole: 0 gives stones of similar sizes, higher \
             values large ones among small ones.",
        ));
    let definition = pieces::joints(definition, 0.012, 0.012)
        .input(pieces::jitter_of(0.6).describe("The irregularity of the cuts: 0 halves the stones, 1 cuts anywhere."));
    pieces::placed(definition, "blocks along x and y.")
        .float_output("column", "The number of the block in its row, which its stones share.")
        .float_output("row", "The number of the row of blocks.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, periods) = (context.input_position()?, Periods::of(context)?);
    let [width, height, _] = context.vector("size")?;
    let (least, proportion, whole) = (context.float("least")?, context.float("proportion")?, context.float("whole")?);
    let (jitter, none) = (pieces::irregularity(context)?, context.constant(0.0));

    let random = |cut| random::of_piece(context, [none, periods.wrap(1, cut), none], 1);
    let row = brick_row::brick_at(position.y, height, none, jitter, random);
    let wrapped_row = periods.wrap(1, row.index);
    // Joints of blocks in different rows do not meet.
    let shift = random::of_piece(context, [none, wrapped_row, none], 2);
    let random = |cut| random::of_piece(context, [periods.wrap(0, cut), wrapped_row, none], 3);
    let block = brick_row::brick_at(position.x, width, shift, jitter, random);
    let wrapped_block = periods.wrap(0, block.index);

    // The position and the sides of the stone, from the middle of the block.
    let at = [block.local, row.local];
    let [mut high, mut low] = [0.5, -0.5].map(|part| [block.length * part, row.length * part]);
    // The stone's number: 1, and a digit for the side of each cut.
    let mut stone = context.constant(1.0);
    for _ in 0..context.integer("cuts") {
        let random = |channel| random::of_piece(context, [wrapped_block, wrapped_row, stone], channel);
        let size = [high[0] - low[0], high[1] - low[1]];
        let is_upright = (size[1] * proportion * (random(4) * 0.6 + 0.7)).less(size[0]);
        let pick = |[x, y]: [_; 2]| is_upright.select(x, y);
        let (from, size) = (pick(low), pick(size));
        let part = (random(5) - 0.5) * (jitter * SPREAD) + 0.5;
        let is_cut = (1.0 - (size * part.min(1.0 - part)).less(least)) * (1.0 - random(6).less(whole));
        let cut = from + size * part;
        let is_beyond = cut.less(pick(at));
        let [above, below] = [is_cut * is_beyond, is_cut * (1.0 - is_beyond)];
        let [across, along] = [is_upright, 1.0 - is_upright];
        low = [(above * across).select(cut, low[0]), (above * along).select(cut, low[1])];
        high = [(below * across).select(cut, high[0]), (below * along).select(cut, high[1])];
        stone = stone * 2.0 + above;
    }

    let side = |axis: usize| (at[axis] - low[axis]).min(high[axis] - at[axis]);
    let [x, y] = [0, 1].map(|axis| (low[axis] + high[axis]) * 0.5);
    let piece = Piece {
        cell: [wrapped_block, wrapped_row, stone],
        edge: side(0).min(side(1)),
        center: [block.center + x, row.center + y, none],
        local: [at[0] - x, at[1] - y, position.z],
    };
    let mut outputs = piece.outputs(context, position)?;
    outputs.extend([block.index, row.index].map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Natural stone wall",
  "nodes": {
    "position": {"type": "input/position"},
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 8, "octaves": 3, "seed": 8}},
    "shift": {"type": "math/multiply", "inputs": {"a": {"node": "wobble", "output": "gradient"}, "b": 0.0005}},
    "uneven": {
      "type": "math/add",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": {"node": "shift"}}
    },
    "stones": {
      "type": "pattern/ashlar",
      "inputs": {"joint": 0.01, "bevel": 0.022, "seed": 5, "position": {"node": "uneven"}}
    },
    "far": {"type": "math/multiply", "inputs": {"a": {"node": "stones", "output": "id"}, "b": 30}},
    "own": {
      "type": "math/add",
      "inputs": {"a": {"node": "stones", "output": "local"}, "b": {"node": "far"}}
    },
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 9, "octaves": 6, "persistence": 0.6, "seed": 5, "position": {"node": "own"}}
    },
    "shade": {"type": "math/formula", "inputs": {
      "formula": "0.1 + 0.8*a + 0.5*b", "a": {"node": "stones", "output": "id"}, "b": {"node": "grain"}
    }},
    "rock": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#57504a"},
            {"position": 0.25, "color": "#86786a"},
            {"position": 0.5, "color": "#b19b7d"},
            {"position": 0.75, "color": "#cbb694"},
            {"position": 1, "color": "#a98d6d"}
          ],
          "space": "srgb"
        }
      }
    },
    "wall": {
      "type": "blend/mix",
      "inputs": {"a": [0.2, 0.18, 0.15, 1], "b": {"node": "rock"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "stones", "output": "edge"}, "low": 0.004, "high": 0.01}
    },
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.022*a + 0.016*b", "a": {"node": "stones"}, "b": {"node": "grain"}
    }},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.002}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.6, 0.9]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "wall"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/ashlar";

    #[test]
    fn pieces_are_stones() {
        Tiling::new(NODE, "").check([1.5, 1.5]);
        Tiling::new(NODE, r#""size": [1, 0.3, 0], "cuts": 6, "jitter": 1, "least": 0.02"#).check([1.5, 1.5]);
        Tiling::new(NODE, r#""size": [0.3, 0.4, 0], "cuts": 1, "proportion": 0.3"#).check([1.5, 1.5]);
    }

    #[test]
    fn cuts_halve_the_stones() {
        let regular = r#""size": [0.5, 0.5, 0], "jitter": 0, "whole": 0, "least": 0, "proportion": 1"#;
        for cuts in 0..=4 {
            let tiling = Tiling::new(NODE, &format!(r#"{regular}, "cuts": {cuts}"#));
            // Four blocks, of which each has the same number of stones.
            let mut ids = HashSet::new();
            for step in 0..64 * 64 {
                let [x, y] = [(step % 64) as f32, (step / 64) as f32].map(|part| part / 64.0 + 1.0 / 128.0);
                ids.insert(tiling.at([x, y, 0.0]).id.to_bits());
            }
            // Shifted rows cut off two blocks.
            assert!((4 << cuts..=6 << cuts).contains(&ids.len()), "{cuts} cuts: {}", ids.len());
        }
    }

    #[test]
    fn no_stone_is_smaller_than_the_least() {
        let tiling = Tiling::new(NODE, r#""least": 0.1, "cuts": 10, "whole": 0, "jitter": 1"#);
        for step in 0..3000 {
            let [x, y] = [0.754_877_7, 0.569_840_3].map(|part: f64| (part * f64::from(step)).fract() as f32 * 4.0);
            // In the middle of a stone, the border is half its lesser side away.
            let middle = tiling.at(tiling.at([x, y, 0.0]).center);
            assert!(middle.edge > 0.04999, "{middle:?}");
        }
    }

    #[test]
    fn ids_repeat() {
        let tiling = Tiling::new(NODE, r#""size": [0.5, 0.25, 0], "cuts": 3"#);
        tiling.check_period([4, 3, 0], [2.0, 0.75, 0.0]);
    }

    #[test]
    fn blocks_are_numbered() {
        // Without a period, blocks of two rows of the same number have other shifts.
        let inputs = r#""size": [0.5, 0.25, 0], "cuts": 3, "period": [4, 3, 0]"#;
        Tiling::new(NODE, inputs).check_numbers([4, 3], [2.0, 0.75]);
    }
}
