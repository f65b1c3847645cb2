//! Masks and heights from a distance, with edges that are smooth over a pixel.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::soft_step;
use crate::parts::distances::shape_mask;
use crate::parts::sampling::coverage;

pub fn definition() -> Definition {
    let definition = shape_mask::describe(Definition::new(module_path!(), "Shape mask", lower));
    shape_mask::outputs(definition.input(coverage::soften())).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let depth = context.float("offset")? - context.float("distance")?;
    let (width, softness) = (context.float("width")?.max(0.0), context.float("softness")?.max(0.0));
    let change = coverage::change(context, |at| {
        let [offset, distance] = ["offset", "distance"].map(|input| context.any_at(input, at).map(Field::to_float));
        Ok(offset? - distance?)
    })?;
    let zero = context.constant(0.0);
    let edge = |level: Expr<'a>, softness: Expr<'a>| {
        let edge = soft_step::around(level, zero, softness);
        change.map_or(edge, |change| coverage::step(edge, level, softness, change))
    };
    let outline = match change {
        // What lies inside its outer edge but not inside its inner one, so that a fine outline gets fainter.
        Some(_) => edge(depth + width * 0.5, softness) - edge(depth - width * 0.5, softness),
        None => edge(width * 0.5 - depth.abs(), softness),
    };
    // Without a width the slope is a step at the border.
    let bevel = width.select((depth / width).clamp01(), edge(depth, zero));
    let numbers = [
        edge(depth, softness),
        // An outline without a width is no line of the width of its softness.
        width.select(outline, 0.0),
        bevel,
        shape_mask::profile(context, bevel),
        width.select(soft_step::between(depth, -width, zero), edge(depth, zero)),
    ];
    Ok(numbers.map(Field::Float).into())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Target",
  "nodes": {
    "disc": {"type": "shape/sphere", "inputs": {"radius": 0.3, "dimensions": 2}},
    "mask": {"type": "shape/mask@2", "inputs": {"distance": {"node": "disc"}, "width": 0.06, "softness": 0}},
    "red": {"type": "blend/mix", "inputs": {"a": "#f3ede0", "b": "#b8352a", "factor": {"node": "mask"}}},
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "red"}, "b": "#1d2b3a", "factor": {"node": "mask", "output": "outline"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{named_at, spaced_outputs};

    #[test]
    fn without_pixels_it_is_the_first_version() {
        for inputs in
            ["", r#", "softness": 0"#, r#", "width": 0, "softness": 0"#, r#", "offset": 0.1, "softness": 0.1"#]
        {
            for output in ["fill", "outline", "bevel", "height", "glow"] {
                for step in -10..10 {
                    let inputs = format!(r#"{{"distance": {}{inputs}}}"#, 0.0125 * step as f32);
                    let [first, second] =
                        ["shape/mask", "shape/mask@2"].map(|node| named_at(node, output, &inputs, [0.0; 4]));
                    assert_eq!(first, second, "{output} of {inputs}");
                }
            }
        }
    }

    #[test]
    fn an_outline_finer_than_a_pixel_is_faint() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "mask": {
              "type": "shape/mask@2",
              "inputs": {"distance": {"node": "position", "output": "x"}, "width": 0.125, "softness": 0}
            }
          },
          "outputs": {"outline": {"node": "mask", "output": "outline"}}
        }"#;
        let at = spaced_outputs(document, 1, Some(0.5));
        assert_eq!([0.0, 0.125, 0.25, 0.5].map(|x| at([x, 0.0, 0.0, 0.0])[0]), [0.25, 0.25, 0.125, 0.0]);
    }
}
