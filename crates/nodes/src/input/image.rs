//! A picture of a file.

use std::array;
use std::f32::consts::{FRAC_1_PI, TAU};

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};
use travertine_images::{Channel, ColorSpace, PICTURE_FORMATS, Picture};
use travertine_program::image::{ImageEdge, ImageFunction};
use travertine_program::{Axis, Expr, LUMINANCE};
use travertine_raster::Sampling;

use crate::parts::positions::{axis, triplanar};

const EDGES: [ImageEdge; 3] = [ImageEdge::Repeat, ImageEdge::Mirror, ImageEdge::Clamp];

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Image", lower)
        .describe(format!(
            "A picture of a {PICTURE_FORMATS} file: scans, photographs, painted masks, logos. The \
             document holds it, or names a file beside it with the SHA-256 of its bytes. It lies flat on the plane z = 0 and goes through all \
             depths, on all sides of a solid, around a cylinder, or around a ball. With \
             --footprint, smaller levels of the picture replace it where samples are far apart. Without an image all outputs are 0.",
        ))
        .search(&[
            "bitmap", "picture", "photo", "texture", "file", "png", "jpeg", "exr", "tiff", "webp", "hdr", "logo", "decal", "label", "scan",
            "triplanar", "box mapping", "equirectangular", "environment",
        ])
        .input(InputDefinition::image("image").describe("The name of an image of the document."))
        .input(
            InputDefinition::choice("projection", &["plane", "triplanar", "cylinder", "sphere"]).describe(
                "How the picture lies in space: flat, with its upper left corner at the origin; flat on each side of a \
                 solid, blended by the direction of the surface; once around the vertical axis through `center`; or \
                 once around the ball at `center`, poles at the top and at the bottom. Its middle faces the viewer.",
            ),
        )
        .input(InputDefinition::float("size", 1.0).soft(0.1..=4.0).step(0.01).unit("units").describe(
            "The length of the shorter side of a flat picture, and the height of a picture around a cylinder. A ball \
             may have any size.",
        ))
        .input(
            axis::center().describe("The middle of the cylinder or the ball: that of solids by default."),
        )
        .input(InputDefinition::float("sharpness", 4.0).soft(1.0..=16.0).step(0.1).describe(
            "How fast one side goes over into the next, where the projection is triplanar: high numbers give seams, \
             low ones soft transitions.",
        ))
        .input(InputDefinition::position())
        .input(InputDefinition::choice("color_space", &ColorSpace::ALL.map(ColorSpace::name)).describe(
            "What the numbers of the file mean: `srgb` is decoded to linear light, `linear` is linear light, and `data` \
             are heights, masks or normals, whose alpha is a number like the others. `auto` is what a PNG \
             states, or else `srgb` for whole numbers and `linear` for floats.",
        ))
        .input(
            InputDefinition::choice("interpolation", &["nearest", "linear", "cubic"])
                .default_choice("linear")
                .describe(
                    "The values between texels: those of the nearest one, linear, or cubic, which is smooth, sharper, \
                     and exceeds its texels at edges.",
                ),
        )
        .input(InputDefinition::choice("edge", &EDGES.map(ImageEdge::name)).describe(
            "What lies beyond the edges: the picture again, its mirror image, or the texels at the edge.",
        ))
        .color_output("color", "The picture, in linear light unless it is data.")
        .float_output("value", "The luminance of the color: the height or the mask of a gray picture.")
        .float_output("red", "The red channel.")
        .float_output("green", "The green channel.")
        .float_output("blue", "The blue channel.")
        .float_output("alpha", "The opacity; 1 in a picture without one.")
        .example(EXAMPLE)
}

/// The picture of a node, and how it is read.
struct Reading<'p> {
    picture: &'p Picture,
    space: ColorSpace,
    sampling: Sampling,
    edge: ImageEdge,
}

/// A place in the picture, and the distance between neighboring samples in texels.
struct Place<'a> {
    u: Expr<'a>,
    v: Expr<'a>,
    footprint: Option<Expr<'a>>,
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let Some(picture) = context.picture("image") else {
        let zero = context.constant(0.0);
        let outputs = [Field::Color([zero; 4])].into_iter().chain([Field::Float(zero); 5]);
        return Ok(outputs.collect());
    };
    let space = context.choice("color_space");
    let edge = context.choice("edge");
    let reading = Reading {
        picture,
        space: ColorSpace::ALL.into_iter().find(|known| known.name() == space).unwrap_or(ColorSpace::Auto),
        sampling: match context.choice("interpolation") {
            "nearest" => Sampling::Nearest,
            "cubic" => Sampling::Cubic,
            _ => Sampling::Linear,
        },
        edge: EDGES.into_iter().find(|known| known.name() == edge).unwrap_or(ImageEdge::Repeat),
    };
    let position = context.input_position()?;
    let texel = match context.choice("projection") {
        "triplanar" => triplanar(context, &reading, position)?,
        "cylinder" | "sphere" => reading.at(context, &around(context, picture, position)?),
        _ => reading.at(context, &flat(context, picture, position, [position.x, position.y])?),
    };
    let [red, green, blue, alpha] = reading.finished(texel);
    let value = red * LUMINANCE[0] + green * LUMINANCE[1] + blue * LUMINANCE[2];
    let color = Field::Color([red, green, blue, alpha]);
    Ok([color].into_iter().chain([value, red, green, blue, alpha].map(Field::Float)).collect())
}

/// The place of a point of the plane, whose x goes to the right and whose y goes down.
fn flat<'a>(
    context: &LoweringContext<'a>,
    picture: &Picture,
    position: Position<'a>,
    [x, y]: [Expr<'a>; 2],
) -> Result<Place<'a>, Suspended> {
    let (width, height) = picture.size();
    let shorter = width.min(height) as f32;
    let size = context.float("size")?;
    let texels = shorter / size;
    Ok(Place {
        u: x / (size * (width as f32 / shorter)),
        v: y / (size * (height as f32 / shorter)),
        footprint: position.footprint.map(|footprint| footprint * texels.abs()),
    })
}

/// The place of a point around the vertical axis through the center: on a cylinder or a ball.
fn around<'a>(
    context: &LoweringContext<'a>,
    picture: &Picture,
    position: Position<'a>,
) -> Result<Place<'a>, Suspended> {
    let (width, height) = picture.size();
    let (width, height) = (width as f32, height as f32);
    let (center, size) = (context.vector("center")?, context.float("size")?);
    let point = position.vector();
    let [right, down, back] = [0, 1, 2].map(|axis: usize| point[axis] - center[axis]);
    let from_axis = axis::radius(right, back);
    // A circle through the position turns by 1 / (2π distance) per unit.
    let turning = |distance: Expr<'a>, footprint: Expr<'a>| footprint / (distance.max(footprint) * TAU);
    let u = axis::turn(right, -back);
    Ok(if context.choice("projection") == "cylinder" {
        let footprint = position
            .footprint
            .map(|footprint| (turning(from_axis, footprint) * width).max(footprint * (height / size).abs()));
        Place { u, v: down / size + 0.5, footprint }
    } else {
        let distance = axis::radius(from_axis, down);
        let footprint = position.footprint.map(|footprint| {
            (turning(from_axis, footprint) * width).max(turning(distance, footprint) * (2.0 * height))
        });
        Place { u, v: down.atan2(from_axis) * FRAC_1_PI + 0.5, footprint }
    })
}

/// The picture on each of three sides, seen from outside, weighted by the direction of the surface.
fn triplanar<'a>(
    context: &LoweringContext<'a>,
    reading: &Reading,
    position: Position<'a>,
) -> Result<[Expr<'a>; 4], Suspended> {
    let normal = [Axis::NormalX, Axis::NormalY, Axis::NormalZ].map(|axis| context.surface(axis));
    let [share_of_top, share_of_front] = triplanar::mix_factors(normal, context.float("sharpness")?);
    let places = triplanar::places(position.vector(), normal);
    let mut seen = Vec::new();
    for place in places {
        seen.push(reading.at(context, &flat(context, reading.picture, position, place)?));
    }
    Ok(array::from_fn(|channel| {
        seen[0][channel].mix(seen[1][channel], share_of_top).mix(seen[2][channel], share_of_front)
    }))
}

impl Reading<'_> {
    /// Red, green, blue and alpha at a place, colors multiplied by alpha where texels are weighed by it.
    fn at<'a>(&self, context: &LoweringContext<'a>, place: &Place<'a>) -> [Expr<'a>; 4] {
        Channel::ALL.map(|channel| match self.picture.plane(channel, self.space) {
            Some(pyramid) => {
                let has_footprint = place.footprint.is_some();
                let image =
                    ImageFunction { pyramid, sampling: self.sampling, edge: self.edge, has_footprint, orders: [0; 4] };
                context.image(image, [place.u, place.v, place.footprint.unwrap_or(place.u)])
            }
            None => context.constant(1.0),
        })
    }

    /// Colors that are not multiplied by alpha.
    fn finished<'a>(&self, [red, green, blue, alpha]: [Expr<'a>; 4]) -> [Expr<'a>; 4] {
        if !self.picture.is_multiplied(self.space) {
            return [red, green, blue, alpha];
        }
        let [red, green, blue] = [red, green, blue].map(|channel| match self.picture.is_bounded(self.space) {
            true => (channel / alpha).clamp01(),
            // Light without coverage, such as a flame's, is unchanged.
            false => channel / alpha.abs().select(alpha, 1.0),
        });
        [red, green, blue, alpha]
    }
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Badges on stone",
  "description": "The badge is a PNG with an alpha, embedded in the document.",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 6, "seed": 3}},
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "noise"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#6f7a80"}, {"position": 0.5, "color": "#a9b0ae"}, {"position": 1, "color": "#e4e2da"}
          ]
        }
      }
    },
    "image": {"type": "input/image", "inputs": {"image": "badge", "size": 0.5}},
    "covered": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "stone"}, "b": {"node": "image"}, "factor": {"node": "image", "output": "alpha"}}
    }
  },
  "outputs": {"color": {"node": "covered"}},
  "images": {
    "badge": {
      "data": "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAx0lEQVR42mNgGAVo4IiDhjIQLwbij0D8n0r4I9RMZUKWuwPxDypajI5BZrvj8zktLUd2hDI2Byymg+UwvBibAz7S0QEfsTngPz0xUQ640Fz4//mJLRRhkBlkO+DajLb/395cowiDzBh1ANkOOB7u8v9sWSoGvjq5EcMikBg2tSAzyHYALgwyGN0BIDGq54JRB4w6YNQBQ8oB6AURrgKIZg4gtggeHg4ABS/IAnz4VEYYyQ4Y8CbZgDdKB7ZZPuAdk0HRNRuRAABBWlG5hHcwAwAAAABJRU5ErkJggg=="
    }
  }
}"##;

#[cfg(test)]
mod tests {
    use travertine_graph::arguments::{Arguments, Detail};
    use travertine_graph::document::{Document, Image, Input, Node};
    use travertine_graph::graph::Graph;
    use travertine_graph::lowering::lower;
    use travertine_program::{Site, SurfacePoint};

    /// A gray PNG of 4 x 2 texels, with the bytes 0, 20, 40 and so on, row by row.
    const GRAY: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAAAAABawyK/AAAAEklEQVR42mNgENGwYQhIqegBAAcSAjGt8ZrCAAAAAElFTkSuQmCC";

    /// A PNG of 2 x 1 texels with an alpha: opaque white, and black that is transparent.
    const ALPHA: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4DwQMQAAAGe8D/XGg2n4AAAAASUVORK5CYII=";

    /// An OpenEXR picture whose texels have the light 2, 1, 0.5 and no alpha.
    const LIGHT: &str = concat!(
        "di8xAQIAAABjaGFubmVscwBjaGxpc3QASQAAAEEAAQAAAAAAAAABAAAAAQAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAA",
        "AAABAAAAAQAAAFIAAQAAAAAAAAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAAA2RhdGFXaW5kb3cAYm94",
        "MmkAEAAAAAAAAAAAAAAAAwAAAAMAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAAMAAAADAAAAbGluZU9yZGVy",
        "AGxpbmVPcmRlcgABAAAAAHBpeGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgA",
        "AAAAAAAAAAAAAHNjcmVlbldpbmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/dHlwZQBzdHJpbmcADQAAAHNjYW5saW5laW1hZ2UA",
        "cAEAAAAAAAAAAAAAFAAAAHheY2igHOwA4hYodiCRDwDsoT/B",
    );

    /// The outputs of the node with an image and inputs, at sites, for samples that are `spacing` apart.
    fn outputs(image: &str, inputs: &str, spacing: Option<f32>, sites: &[Site]) -> Vec<Vec<f32>> {
        let text = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{"node": {{"type": "input/image", "inputs": {{"image": "it", {inputs}}}}}}},
              "outputs": {{"color": {{"node": "node"}}, "value": {{"node": "node", "output": "value"}}}},
              "images": {{"it": {{"data": "{image}"}}}}
            }}"#
        );
        let document = Document::parse(text.as_bytes()).unwrap_or_else(|found| panic!("{found}"));
        let graph =
            Graph::new(&document, crate::checks::evaluate::registry()).unwrap_or_else(|found| panic!("{found}"));
        let mut arguments = Arguments::new(&graph);
        arguments.set_detail(Detail { spacing, faintest: None });
        let program = lower(&graph, &[0, 1], &arguments).unwrap();
        let bound = arguments.bind(&program);
        sites.iter().map(|site| program.sample(&bound, *site)).collect()
    }

    fn gray(inputs: &str, [x, y, z]: [f32; 3]) -> f32 {
        outputs(GRAY, &format!(r#""color_space": "data", {inputs}"#), None, &[[x, y, z, 0.0].into()])[0][0] * 255.0
    }

    fn assert_close(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-3, "{found} instead of {expected}");
    }

    #[test]
    fn the_shorter_side_has_the_size() {
        // Texels of a quarter of a unit: 4 x 2 of them cover 1 x 0.5 units.
        for row in 0..2 {
            for column in 0..4 {
                let place = [(column as f32 + 0.5) * 0.25, (row as f32 + 0.5) * 0.25, 0.7];
                for interpolation in ["nearest", "linear", "cubic"] {
                    let inputs = format!(r#""size": 0.5, "interpolation": "{interpolation}""#);
                    assert_close(gray(&inputs, place), (20 * (row * 4 + column)) as f32);
                    assert_close(
                        gray(&inputs, [place[0] - 2.0, place[1] + 1.5, 0.0]),
                        (20 * (row * 4 + column)) as f32,
                    );
                }
            }
        }
        assert_close(gray(r#""size": 0.5"#, [0.25, 0.25, 0.0]), 50.0);
        assert_close(gray(r#""size": 0.5, "edge": "clamp""#, [9.0, 0.125, 0.0]), 60.0);
        assert_close(gray(r#""size": 0.5, "edge": "mirror""#, [1.125, 0.125, 0.0]), 60.0);
    }

    #[test]
    fn it_goes_once_around_and_faces_the_viewer() {
        let around = |projection: &str, place| {
            gray(&format!(r#""projection": "{projection}", "interpolation": "nearest""#), place)
        };
        for projection in ["cylinder", "sphere"] {
            // Just right of the middle of the front, the right, just right of the middle of the back, the left.
            for (place, upper) in
                [([0.55, 0.3, 0.0], 40.0), ([1.0, 0.3, 0.45], 40.0), ([0.55, 0.3, 1.0], 60.0), ([0.0, 0.3, 0.45], 20.0)]
            {
                assert_close(around(projection, place), upper);
                assert_close(around(projection, [place[0], 0.7, place[2]]), upper + 80.0);
            }
        }
    }

    #[test]
    fn triplanar_sides_are_those_that_the_surface_faces() {
        let seen = |normal: [f32; 3]| {
            let surface = SurfacePoint { normal, curvature: 0.0, uv: None };
            let site = Site { position: [0.3, 0.6, 1.1, 0.0], surface: Some(surface) };
            outputs(GRAY, r#""projection": "triplanar", "size": 2, "color_space": "data""#, None, &[site])[0][0] * 255.0
        };
        let flat = |x: f32, y: f32| gray(r#""size": 2"#, [x, y, 0.0]);
        assert_close(seen([0.0, 0.0, -1.0]), flat(0.3, 0.6));
        assert_close(seen([0.0, 0.0, 1.0]), flat(-0.3, 0.6));
        assert_close(seen([1.0, 0.0, 0.0]), flat(1.1, 0.6));
        assert_close(seen([-1.0, 0.0, 0.0]), flat(-1.1, 0.6));
        assert_close(seen([0.0, -1.0, 0.0]), flat(0.3, -1.1));
        let half = 0.5f32.sqrt();
        assert_close(seen([half, 0.0, -half]), (flat(0.3, 0.6) + flat(1.1, 0.6)) / 2.0);
    }

    #[test]
    fn transparent_texels_do_not_darken_their_neighbors() {
        let at = |x: f32| outputs(ALPHA, r#""edge": "clamp""#, None, &[[x, 0.5, 0.0, 0.0].into()])[0].clone();
        assert_eq!(at(0.5)[..4], [1.0, 1.0, 1.0, 1.0]);
        let halfway = at(1.0);
        assert_close(halfway[0], 1.0);
        assert_close(halfway[3], 0.5);
        assert_eq!(at(1.6)[..4], [0.0; 4]);
    }

    #[test]
    fn light_without_alpha_stays() {
        for inputs in [r#""interpolation": "nearest""#, r#""interpolation": "cubic", "projection": "sphere""#] {
            let found = &outputs(LIGHT, inputs, None, &[[0.5, 0.5, 0.0, 0.0].into()])[0];
            assert_eq!(found[..4], [2.0, 1.0, 0.5, 0.0], "{inputs}");
        }
    }

    #[test]
    fn where_samples_are_far_apart_it_is_the_mean() {
        let [sharp, blurred] = [None, Some(1.0)].map(|spacing| {
            outputs(GRAY, r#""color_space": "data", "size": 0.01"#, spacing, &[[0.0012, 0.0031, 0.0, 0.0].into()])[0][0]
        });
        assert_close(blurred * 255.0, 70.0);
        assert!((sharp - blurred).abs() > 0.02);
    }

    #[test]
    fn without_an_image_all_is_0() {
        let document = Document::default()
            .node("node", Node::new("input/image"))
            .output("color", Input::wire("node"))
            .image("unused", Image::embedded(b"no picture"));
        let error = Graph::new(&document, crate::checks::evaluate::registry()).unwrap_err().to_string();
        assert!(
            error.contains("the image `unused` is not a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD or DF3 file"),
            "{error}"
        );
        let document = Document { images: Default::default(), ..document };
        let graph = Graph::new(&document, crate::checks::evaluate::registry()).unwrap();
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &[0], &arguments).unwrap();
        assert_eq!(program.sample(&arguments.bind(&program), [0.3; 4]), [0.0; 4]);
    }
}
