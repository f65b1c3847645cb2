//! A field cut into hexagonal patches at random.

use std::array;

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Suspended};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::positions::angle::turned_back;

/// The least weight of a value, so that black patches have weights, too.
const FAINTEST: f32 = 1e-3;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Hex tile", lower)
        .describe(
            "Covers the plane with patches that are cut out of a small part of a texture at random places, turned \
             and blended: a repeated photograph no longer repeats visibly, and with `period` any texture becomes a \
             seamless tile. Three patches overlap at every place; brighter values prevail, so that detail stays \
             crisp. Best for textures without large forms, such as grass, gravel, rust or cloth. After Morten \
             Mikkelsen, \"Practical Real-Time Hex-Tiling\" (2022); patches are cut out around random places of the \
             texture instead of their own.",
        )
        .search(&[
            "hexagon",
            "seamless",
            "make tile",
            "repetition",
            "stochastic",
            "texture bombing",
            "patches",
            "random",
            "no tiling",
            "quilt",
            "blend",
        ])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to cut up."))
        .input(InputDefinition::vector("size", [0.25, 0.25, 0.0]).soft(0.0..=1.0).step(0.01).unit("units").describe(
            "The distance between the middles of patches along x, and between rows of patches along y. z has no \
                 effect.",
        ))
        .input(InputDefinition::float("rotation", 180.0).soft(0.0..=180.0).step(1.0).unit("degrees").describe(
            "The greatest rotation of a patch in either direction: 0 keeps the direction of the texture, 180 loses \
             it.",
        ))
        .input(InputDefinition::float("distance", 1.0).soft(0.0..=4.0).step(0.01).unit("units").describe(
            "The side of the square, right of and below the texture's origin, in which the middles of the patches \
             lie: 0 shows the same patch everywhere.",
        ))
        .input(InputDefinition::fraction("contrast", 0.6).describe(
            "How much brighter values prevail over darker ones where patches meet: 0 ignores the values, 1 lets \
                 0 give way to everything.",
        ))
        .input(InputDefinition::float("sharpness", 7.0).soft(1.0..=16.0).step(0.1).describe(
            "How narrow the transitions between patches are: 1 blends widely, which blurs the texture; high \
                 values show the hexagons.",
        ))
        .input(InputDefinition::seed())
        .input(random::period().describe(
            "The number of patches along x, and of rows along y, after which the pattern repeats, whatever the \
             texture is; 0 does not repeat. The number of rows must be even. A picture of one unit tiles if this \
             times `size` is 1.",
        ))
        .output("value", OutputType::like(&["value"]), "The blended patches.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let ([width, height, _], position) = (context.vector("size")?, context.position());
    let [rotation, distance] = [context.float("rotation")?, context.float("distance")?];
    let period = context.vector("period")?;
    // A lattice of triangles: rows, each half a patch to the right of the one above.
    let row = position.y / height;
    let column = position.x / width - row * 0.5;
    let (i, j, u, v) = (column.floor(), row.floor(), column.fract(), row.fract());
    // 1 in the lower right triangle of a cell, 0 in the upper left one.
    let lower = 1.0 - (u + v).less(1.0);
    let (one, none) = (context.constant(1.0), context.constant(0.0));
    let corners = [[lower, lower], [one, none], [none, one]];
    let weights = [(1.0 - u - v).abs(), lower.select(1.0 - v, u), lower.select(1.0 - u, v)];
    let patches: [Result<Field, Suspended>; 3] = corners.map(|[right, down]| {
        let (i, j) = (i + right, j + down);
        // Counted from the left in every row, so that the numbers repeat along x and y.
        let index = random::within([i + (j * 0.5).floor(), j, none], period);
        let random = |channel| random::of_piece(context, index, channel);
        let from_middle = [((u - right) + (v - down) * 0.5) * width, (v - down) * height];
        let [x, y] = turned_back(from_middle, (random(0) * 2.0 - 1.0) * rotation);
        context.any_at("value", position.at([x + random(1) * distance, y + random(2) * distance, position.z]))
    });
    let [first, second, third] = patches;
    let patches = [first?, second?, third?];

    let (contrast, sharpness) = (context.float("contrast")?, context.float("sharpness")?);
    // The greatest weight becomes 1, so that the sum is not 0 however high the power.
    let greatest = weights[0].max(weights[1]).max(weights[2]);
    let [first, second, third] = array::from_fn(|patch: usize| {
        let bright = one.mix(patches[patch].to_float(), contrast).max(FAINTEST);
        bright * (weights[patch] / greatest).pow(sharpness)
    });
    // Mixtures stay between the patches, and so does their interval.
    let two = patches[0].zip(patches[1], |a: Expr, b| a.mix(b, (second / (first + second)).clamp01()));
    let all = two.zip(patches[2], |two, c| two.mix(c, (third / (first + second + third)).clamp01()));
    Ok(vec![all])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Straw, cut from straight fibers",
  "nodes": {
    "fibres": {
      "type": "noise/perlin",
      "inputs": {"scale": 9, "octaves": 4, "persistence": 0.65, "dimensions": 2, "min": 0, "max": 1, "seed": 5}
    },
    "long": {"type": "domain/transform", "inputs": {"value": {"node": "fibres"}, "scale": [3, 0.28, 1]}},
    "straw": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "long"},
        "ramp": {
          "stops": [
            {"position": 0.25, "color": "#1f1408"},
            {"position": 0.42, "color": "#6b4415"},
            {"position": 0.52, "color": "#b98427"},
            {"position": 0.62, "color": "#e8bf5b"},
            {"position": 0.75, "color": "#fff0b8"}
          ]
        }
      }
    },
    "patches": {
      "type": "domain/hex-tile",
      "inputs": {
        "value": {"node": "straw", "output": "color"},
        "size": [0.125, 0.125, 0], "distance": 3, "contrast": 0.8, "seed": 4, "period": [8, 8, 0]
      }
    }
  },
  "outputs": {"color": {"node": "patches"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{output_at, scattered, value_at};

    /// The patches of a field that varies with x and y, or of the position itself.
    fn tiled(value: &str, inputs: &str, [x, y, z]: [f32; 3]) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "noise": {{"type": "noise/perlin", "inputs": {{"scale": 3}}}},
                "tiles": {{"type": "domain/hex-tile", "inputs": {{"value": {value}, {inputs}}}}}
              }},
              "outputs": {{"value": {{"node": "tiles"}}}}
            }}"#
        );
        output_at(&document, [x, y, z, 0.0])
    }

    const POSITION: &str = r#"{"node": "position", "output": "position"}"#;

    #[test]
    fn a_constant_stays() {
        for point in scattered(40, 2.0) {
            let [x, y, z] = point;
            assert_eq!(value_at("domain/hex-tile", r#"{"value": 0.3}"#, [x, y, z, 0.0]), [0.3]);
            assert_eq!(value_at("domain/hex-tile", r#"{"value": 0}"#, [x, y, z, 0.0]), [0.0]);
        }
    }

    /// With a high sharpness, each place shows the patch whose middle is nearest; unturned and without a distance, it
    /// shows the position from there.
    #[test]
    fn patches_lie_around_the_points_of_a_triangular_lattice() {
        let inputs = r#""size": [0.5, 0.25, 0], "rotation": 0, "distance": 0, "contrast": 0, "sharpness": 1e6"#;
        for [x, y, z] in scattered(80, 3.0) {
            // Where the distances in the lattice differ, the weights do.
            let mut places: Vec<(f32, f32, f32)> = Vec::new();
            for row in -14..15 {
                for column in -24..25 {
                    let middle = ((column as f32 + row as f32 * 0.5) * 0.5, row as f32 * 0.25);
                    let (a, b) = (x - middle.0, y - middle.1);
                    // Coordinates in which the triangles have equal sides.
                    let (right, down) = (a / 0.5, b / 0.25 * 0.75f32.sqrt());
                    places.push((right * right + down * down, a, b));
                }
            }
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            if places[1].0 - places[0].0 < 0.01 {
                continue;
            }
            let expected = [places[0].1, places[0].2, z];
            let found = tiled(POSITION, inputs, [x, y, z]);
            let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
            assert!(near, "{x}, {y}: {found:?}, not {expected:?}");
        }
    }

    #[test]
    fn any_texture_becomes_a_tile() {
        let inputs = r#""period": [4, 4, 0], "seed": 3"#;
        let mut values = Vec::new();
        for [x, y, z] in scattered(60, 2.0) {
            let at = |x, y| tiled(r#"{"node": "noise"}"#, inputs, [x, y, z])[0].to_bits();
            assert_eq!([at(x + 1.0, y), at(x, y + 1.0), at(x - 3.0, y + 2.0)], [at(x, y); 3]);
            assert_ne!(at(x + 0.5, y + 0.5), at(x, y));
            values.push(at(x, y));
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 50);
    }

    #[test]
    fn transitions_have_no_breaks() {
        const STEP: f32 = 1.0 / 1024.0;
        let at = |x: f32| tiled(r#"{"node": "noise"}"#, r#""size": [0.5, 0.5, 0]"#, [x, x * 0.75 + 0.1, 0.3])[0];
        for step in 0..1500 {
            let x = step as f32 * STEP;
            assert!((at(x + STEP) - at(x)).abs() < 0.03, "{x}");
        }
    }
}
