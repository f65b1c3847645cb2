//! Surfaces: the outputs of a texture that define a solid's material.

use travertine::stages::program::LUMINANCE;
use travertine::{Context, Error, Fields, Sampler, Site, Texture, Type};

use crate::error::ShapeError;

/// The source of a property of a surface.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Channel {
    /// The output with the name of the property, if the graph has one.
    #[default]
    Named,
    /// The output with this name.
    Output(String),
    /// A constant.
    Value(f32),
}

/// The sources of the properties of a surface.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Channels {
    /// Output of the color. Default: `color` or `base_color`, else the first output. A float is gray.
    pub color: Option<String>,
    /// Roughness, from 0 (mirror) to 1 (matte). Default: `roughness`, else 0.4.
    pub roughness: Channel,
    /// Metallic channel, 0 or 1. Default: `metallic`, else 0.
    pub metallic: Channel,
    /// Height for bumps and displacement. Default: `height` or `bump`, else none.
    pub height: Channel,
    /// Ambient occlusion, from 0 (dark) to 1 (open). Default: `occlusion`, else 1.
    pub occlusion: Channel,
    /// Emission. Default: `emission`, else 0.
    pub emission: Channel,
}

/// The material of a solid: a texture with the parameter values at its creation.
#[derive(Clone, Debug)]
pub struct Surface {
    fields: Fields,
    color: Components,
    roughness: Property,
    metallic: Property,
    occlusion: Property,
    emission: Property,
    height: Option<Height>,
}

/// The height of a surface.
#[derive(Clone, Debug)]
struct Height {
    /// All outputs with the height, which shares most of its values with them.
    all: Fields,
    /// The height among the outputs of `all`.
    within: Components,
    /// The height alone, for positions at which only the height is needed.
    alone: Fields,
}

/// The position of a value among the floats of a sample.
#[derive(Clone, Copy, Debug)]
struct Components {
    first: usize,
    value_type: Type,
}

#[derive(Clone, Copy, Debug)]
enum Property {
    At(Components),
    Constant(f32),
}

/// The material at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Look {
    pub(crate) color: [f32; 3],
    pub(crate) roughness: f32,
    pub(crate) metallic: f32,
    pub(crate) occlusion: f32,
    pub(crate) emission: [f32; 3],
    /// NaN if no height is needed.
    pub(crate) height: f32,
}

impl Look {
    /// The look where there is no surface.
    pub(crate) const NONE: Look =
        Look { color: [0.0; 3], roughness: 0.0, metallic: 0.0, occlusion: 0.0, emission: [0.0; 3], height: f32::NAN };
}

impl Surface {
    /// The surface of a texture.
    ///
    /// # Errors
    ///
    /// If the texture lacks a named output, or the graph unfolds into too many operations.
    pub fn new(texture: &Texture, channels: &Channels) -> Result<Surface, ShapeError> {
        let mut names: Vec<String> = Vec::new();
        let has = |name: &&str| texture.outputs().any(|output| output == *name);
        let mut named = |channel: &Channel, usual: &[&str], otherwise: f32| match channel {
            Channel::Value(value) => Err(*value),
            Channel::Output(name) => {
                names.push(name.clone());
                Ok(names.len() - 1)
            }
            Channel::Named => match usual.iter().find(|name| has(name)) {
                Some(name) => {
                    names.push((*name).to_owned());
                    Ok(names.len() - 1)
                }
                None => Err(otherwise),
            },
        };
        let color = channels.color.clone().map_or(Channel::Named, Channel::Output);
        let color = named(&color, &["color", "base_color"], 0.0);
        let roughness = named(&channels.roughness, &["roughness"], 0.4);
        let metallic = named(&channels.metallic, &["metallic"], 0.0);
        let occlusion = named(&channels.occlusion, &["occlusion"], 1.0);
        let emission = named(&channels.emission, &["emission"], 0.0);
        let color = color.unwrap_or_else(|_| {
            names.extend(texture.outputs().next().map(str::to_owned));
            names.len() - 1
        });
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        let fields = texture.fields(&names)?;

        let components = |index: usize| Components::of(&fields, index);
        let property = |found: Result<usize, f32>| match found {
            Ok(index) => Property::At(components(index)),
            Err(value) => Property::Constant(value),
        };
        let height = match &channels.height {
            Channel::Value(_) => None,
            Channel::Output(name) => Some(name.as_str()),
            Channel::Named => ["height", "bump"].into_iter().find(has),
        };
        Ok(Surface {
            color: components(color),
            roughness: property(roughness),
            metallic: property(metallic),
            occlusion: property(occlusion),
            emission: property(emission),
            height: match height {
                Some(name) => {
                    names.push(name);
                    let all = texture.fields(&names)?;
                    let within = Components::of(&all, names.len() - 1);
                    Some(Height { all, within, alone: texture.fields(&[name])? })
                }
                None => None,
            },
            fields,
        })
    }

    /// Whether the surface has a height.
    pub fn has_height(&self) -> bool {
        self.height.is_some()
    }

    /// Names of the outputs in groups that are evaluated together: those of the look, and if the height is needed, as
    /// [`Scene::needs_height`](crate::Scene::needs_height) says, those of the look with the height, and the height. An
    /// [`Evaluator`](travertine::Evaluator) needs a kernel for each group.
    pub fn groups(&self, height: bool) -> Vec<Vec<&str>> {
        let groups = match self.height.as_ref().filter(|_| height) {
            Some(height) => vec![&height.all, &height.alone],
            None => vec![&self.fields],
        };
        groups.into_iter().map(|fields| fields.outputs().iter().map(|output| output.name.as_str()).collect()).collect()
    }

    /// Prepares the evaluation at points, with the height if it is needed.
    pub(crate) fn samplers(&self, height: bool, context: &Context) -> Result<Samplers<'_>, Error> {
        let Some(height) = self.height.as_ref().filter(|_| height) else {
            return Ok(Samplers { surface: self, looks: self.fields.sampler(context)?, heights: None });
        };
        let looks = height.all.sampler(context)?;
        let held = looks.bytes().min(context.memory_limit());
        let left = context.clone().memory(context.memory_limit() - held);
        let alone = height.alone.sampler(&left).map_err(|error| error.beside(held))?;
        Ok(Samplers { surface: self, looks, heights: Some(Heights { within: height.within, alone }) })
    }
}

/// A surface that is ready to be evaluated.
pub(crate) struct Samplers<'a> {
    surface: &'a Surface,
    looks: Sampler<'a>,
    heights: Option<Heights<'a>>,
}

/// A height that is ready to be evaluated.
struct Heights<'a> {
    /// The height among the floats of a look.
    within: Components,
    alone: Sampler<'a>,
}

impl Samplers<'_> {
    /// The work of evaluating the material at `points` and the height at `heights` positions, in operations.
    pub(crate) fn work(&self, points: u64, heights: u64) -> u64 {
        let height = self.heights.as_ref().map_or(0, |height| height.alone.work(heights));
        self.looks.work(points).saturating_add(height)
    }

    /// Whether the surface has a height.
    pub(crate) fn have_height(&self) -> bool {
        self.heights.is_some()
    }

    /// Maximum memory, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let height = self.heights.as_ref().map_or(0, |height| height.alone.bytes());
        self.looks.bytes().saturating_add(height)
    }

    /// The material at each site, with the height if it is needed.
    pub(crate) fn looks(&self, points: &[Site]) -> Result<Vec<Look>, Error> {
        let width = self.looks.width();
        let mut floats = vec![0.0; points.len() * width];
        self.looks.sample(points, &mut floats)?;
        let surface = self.surface;
        let look = |floats: &[f32]| Look {
            color: surface.color.rgb(floats),
            roughness: surface.roughness.scalar(floats),
            metallic: surface.metallic.scalar(floats),
            occlusion: surface.occlusion.scalar(floats),
            emission: match surface.emission {
                Property::At(components) => components.rgb(floats),
                Property::Constant(value) => [value; 3],
            },
            height: self.heights.as_ref().map_or(f32::NAN, |height| height.within.scalar(floats)),
        };
        Ok(floats.chunks_exact(width).map(look).collect())
    }

    /// The height at each site, or `None` if no height is needed.
    pub(crate) fn heights(&self, points: &[Site]) -> Result<Option<Vec<f32>>, Error> {
        let Some(Heights { within: Components { value_type, .. }, alone }) = &self.heights else { return Ok(None) };
        let mut floats = vec![0.0; points.len() * alone.width()];
        alone.sample(points, &mut floats)?;
        if *value_type != Type::Float {
            let components = Components { first: 0, value_type: *value_type };
            floats = floats.chunks_exact(value_type.width()).map(|floats| components.scalar(floats)).collect();
        }
        Ok(Some(floats))
    }
}

impl Components {
    /// Those of an output of fields.
    fn of(fields: &Fields, index: usize) -> Components {
        let before = fields.outputs()[..index].iter().map(|output| output.value_type.width());
        Components { first: before.sum(), value_type: fields.outputs()[index].value_type }
    }

    /// A color. A float is gray, a vector is red, green and blue; alpha is ignored.
    fn rgb(self, floats: &[f32]) -> [f32; 3] {
        let at = |component: usize| floats[self.first + component];
        if self.value_type == Type::Float { [at(0); 3] } else { [at(0), at(1), at(2)] }
    }

    /// A float, or the luminance of a vector or color.
    fn scalar(self, floats: &[f32]) -> f32 {
        match self.value_type {
            Type::Float => floats[self.first],
            _ => {
                let [red, green, blue] = self.rgb(floats);
                red * LUMINANCE[0] + green * LUMINANCE[1] + blue * LUMINANCE[2]
            }
        }
    }
}

impl Property {
    fn scalar(self, floats: &[f32]) -> f32 {
        match self {
            Property::At(components) => components.scalar(floats),
            Property::Constant(value) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Finish, Scene};
    use crate::shape::Shape;

    #[test]
    fn the_height_is_in_two_groups_where_it_is_needed() {
        let texture = Texture::parse(
            r#"{"format": "travertine", "version": 1, "nodes": {"noise": {"type": "noise/perlin"}},
              "outputs": {"roughness": {"node": "noise"}, "color": {"node": "noise"}, "height": {"node": "noise"}}}"#,
        );
        let surface = Surface::new(&texture.unwrap(), &Channels::default()).unwrap();
        let flat = Scene { relief: 0.0, ..Scene::new(Shape::Sphere) };
        let rough = Scene { relief: 0.01, ..flat.clone() };
        let unlit = Scene { finish: Finish::Unlit, ..rough.clone() };
        let displaced = Scene { displacement: 0.1, ..unlit.clone() };
        let groups = |scene: &Scene| surface.groups(scene.needs_height());
        assert_eq!(groups(&rough), [vec!["color", "roughness", "height"], vec!["height"]]);
        assert_eq!(groups(&displaced), groups(&rough));
        assert_eq!([groups(&flat), groups(&unlit)], [[["color", "roughness"]], [["color", "roughness"]]]);
    }
}
