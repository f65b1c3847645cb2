//! A picture of a file.

use std::array;
use std::f32::consts::{FRAC_1_PI, TAU};

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};
use travertine_images::{Channel, ColorSpace, Picture};
use travertine_program::image::{ImageEdge, ImageFunction};
use travertine_program::raster::Sampling;
use travertine_program::{Axis, Expr, LUMINANCE};

use crate::{axis, sides};

const EDGES: [ImageEdge; 3] = [ImageEdge::Repeat, ImageEdge::Mirror, ImageEdge::Clamp];

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Image", lower)
        .describe(
            "A picture of a PNG, JPEG or OpenEXR file: scans, photographs, painted masks, logos. The document holds it, or \
             names a file beside it with the SHA-256 of its bytes. It lies flat on the plane z = 0 and goes through all \
             depths, on all sides of a solid, around a cylinder, or around a ball. Where samples are far apart and detail \
             follows them, smaller levels of the picture replace it. Without an image all outputs are 0.",
        )
        .search(&[
            "bitmap", "picture", "photo", "texture", "file", "png", "jpeg", "exr", "logo", "decal", "label", "scan",
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
             are heights, masks or normals, whose alpha is a number like the others. `auto` is `srgb` for PNG and JPEG, \
             and `linear` for OpenEXR.",
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
        .float_output("value", "The luminance of the colour: the height or the mask of a grey picture.")
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

/// A place in the picture, and the distance between neighbouring samples in texels.
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

/// The place of a point around the vertical axis through the centre: on a cylinder or a ball.
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
    let [share_of_top, share_of_front] = sides::shares(normal, context.float("sharpness")?);
    let places = sides::places(position.vector(), normal);
    let mut seen = Vec::new();
    for place in places {
        seen.push(reading.at(context, &flat(context, reading.picture, position, place)?));
    }
    Ok(array::from_fn(|channel| {
        seen[0][channel].mix(seen[1][channel], share_of_top).mix(seen[2][channel], share_of_front)
    }))
}

impl Reading<'_> {
    /// Red, green, blue and alpha at a place, colours multiplied by alpha where texels are weighed by it.
    fn at<'a>(&self, context: &LoweringContext<'a>, place: &Place<'a>) -> [Expr<'a>; 4] {
        Channel::ALL.map(|channel| match self.picture.plane(channel, self.space) {
            Some(pyramid) => {
                let has_footprint = place.footprint.is_some();
                let image =
                    ImageFunction { pyramid, sampling: self.sampling, edge: self.edge, has_footprint };
                context.image(image, [place.u, place.v, place.footprint.unwrap_or(place.u)])
            }
            None => context.constant(1.0),
        })
    }

    /// Colours that are not multiplied by alpha.
    fn finished<'a>(&self, [red, green, blue, alpha]: [Expr<'a>; 4]) -> [Expr<'a>; 4] {
        if !self.picture.is_multiplied(self.space) {
            return [red, green, blue, alpha];
        }
        let [red, green, blue] = [red, green, blue].map(|channel| {
            let color = channel / alpha;
            if self.picture.is_bounded() { color.clamp01() } else { color }
        });
        [red, green, blue, alpha]
    }
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "An image",
  "nodes": {"image": {"type": "input/image", "inputs": {"image": "card"}}},
  "outputs": {"color": {"node": "image"}},
  "images": {"card": {"data": "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAYAAABU1PscAAAH0ElEQVR42hXVIegyBwDG4X8ZDIsLhs9yDCxfEcYVFwyzHAPLlYNhuQXDLPKB5crBsNzChVlkYLkiDIsLhl2RgeWKMCwuGGaRgWVx7b/H8LRfedP79vb29v72GS3adOgS0Ht7f/9In5ABQ0ZEjDUxCRNSpsyYs9Bk5CwpKFmxZqOp2LJjz4GaIydNw5kLV27cefDUvL19bgAt2nToEtD73AD6hAwYMiJirIlJmJAyZcachSYjZ0lByYo1G03Flh17DtQcOWkazly4cuPOg+fnrwFfGECLNh26BPS+MIA+IQOGjIgYa2ISJqRMmTFnocnIWVJQsmLNRlOxZceeAzVHTpqGMxeu3Ljz4PnFa8AHA2jRpkOXgN4HA+gTMmDIiIixJiZhQsqUGXMWmoycJQUlK9ZsNBVbduw5UHPkpGk4c+HKjTsPnh9eA740gBZtOnQJ6H1pAH1CBgwZETHWxCRMSJkyY85Ck5GzpKBkxZqNpmLLjj0Hao6cNA1nLly5cefB88vXgI8G0KJNhy4BvY8G0CdkwJAREWNNTMKElCkz5iw0GTlLCkpWrNloKrbs2HOg5shJ03DmwpUbdx48P74GfGUALdp06BLQ+8oA+oQMGDIiYqyJSZiQMmXGnIUmI2dJQcmKNRtNxZYdew7UHDlpGs5cuHLjzoPnV68BXxtAizYdugT0vjaAPiEDhoyIGGtiEiakTJkxZ6HJyFlSULJizUZTsWXHngM1R06ahjMXrty48+CpeX/75v39M1q06dAloPfN+9tH+oQMGDIiYqyJSZiQMmXGnIUmI2dJQcmKNRtNxZYdew7UHDlpGs5cuHLjzoPnN68B3xpAizYdugT0vjWAPiEDhoyIGGtiEiakTJkxZ6HJyFlSULJizUZTsWXHngM1R06ahjMXrty48+D57WtAbAAt2nToEtCLDaBPyIAhIyLGmpiECSlTZsxZaDJylhSUrFiz0VRs2bHnQM2Rk6bhzIUrN+48eMavAd8ZQIs2HboE9L4zgD4hA4aMiBhrYhImpEyZMWehychZUlCyYs1GU7Flx54DNUdOmoYzF67cuPPg+d1rwPcG0KJNhy4Bve8NoE/IgCEjIsaamIQJKVNmzFloMnKWFJSsWLPRVGzZsedAzZGTpuHMhSs37jx4fv8a8IMBtGjToUtA7wcD6BMyYMiIiLEmJmFCypQZcxaajJwlBSUr1mw0FVt27DlQc+SkaThz4cqNOw+eP7wGfDKAFm06dAnofTKAPiEDhoyIGGtiEiakTJkxZ6HJyFlSULJizUZTsWXHngM1R06ahjMXrty48+D56TUgM4AWbTp0CehlBtAnZMCQERFjTUzChJQpM+YsNBk5SwpKVqzZaCq27NhzoObISdNw5sKVG3cePLPXkf3oyGjRpkOXgN6Pjow+IQOGjIgYa2ISJqRMmTFnocnIWVJQsmLNRlOxZceeAzVHTpqGMxeu3Ljz4Pnja8BPBtCiTYcuAb2fDKBPyIAhIyLGmpiECSlTZsxZaDJylhSUrFiz0VRs2bHnQM2Rk6bhzIUrN+48eP70GvCzAbRo06FLQO9nA+gTMmDIiIixJiZhQsqUGXMWmoycJQUlK9ZsNBVbduw5UHPkpGk4c+HKjTsPnj+/BvxiAC3adOgS0PvFAPqEDBgyImKsiUmYkDJlxpyFJiNnSUHJijUbTcWWHXsO1Bw5aRrOXLhy486D5y+vAZUBtGjToUtArzKAPiEDhoyIGGtiEiakTJkxZ6HJyFlSULJizUZTsWXHngM1R06ahjMXrty48+BZvQb8agAt2nToEtD71QD6hAwYMiJirIlJmJAyZcachSYjZ0lByYo1G03Flh17DtQcOWkazly4cuPOg+evrwG/GUCLNh26BPR+M4A+IQOGjIgYa2ISJqRMmTFnocnIWVJQsmLNRlOxZceeAzVHTpqGMxeu3Ljz4Pnba8DvBtCiTYcuAb3fDaBPyIAhIyLGmpiECSlTZsxZaDJylhSUrFiz0VRs2bHnQM2Rk6bhzIUrN+48eP7+OrI/HBkt2nToEtD7w5HRJ2TAkBERY01MwoSUKTPmLDQZOUsKSlas2WgqtuzYc6DmyEnTcObClRt3Hjz/eA1oDKBFmw5dAnqNAfQJGTBkRMRYE5MwIWXKjDkLTUbOkoKSFWs2mootO/YcqDly0jScuXDlxp0Hz+Y14E8DaNGmQ5eA3p8G0CdkwJAREWNNTMKElCkz5iw0GTlLCkpWrNloKrbs2HOg5shJ03DmwpUbdx48/3wN+MsAWrTp0CWg95cB9AkZMGRExFgTkzAhZcqMOQtNRs6SgpIVazaaii079hyoOXLSNJy5cOXGnQfPv14D/jaAFm06dAno/W0AfUIGDBkRMdbEJExImTJjzkKTkbOkoGTFmo2mYsuOPQdqjpw0DWcuXLlx58Hz79eAfwygRZsOXQJ6/xhAn5ABQ0ZEjDUxCRNSpsyYs9Bk5CwpKFmxZqOp2LJjz4GaIydNw5kLV27cefD85zXgXwNo0aZDl4DevwbQJ2TAkBERY01MwoSUKTPmLDQZOUsKSlas2WgqtuzYc6DmyEnTcObClRt3Hjz/fQ34zwBatOnQJaD3nwH0CRkwZETEWBOTMCFlyow5C01GzpKCkhVrNpqKLTv2HKg5ctI0nLlw5cadB8//3v8HM5ig01vEY/kAAAAASUVORK5CYII="}}
}"##;
