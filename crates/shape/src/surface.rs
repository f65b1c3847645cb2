//! Surfaces: which outputs of a texture make a solid look as it does.

use travertine::stages::program::LUMINANCE;
use travertine::{Context, Error, Fields, Sampler, Texture, Type};

use crate::error::ShapeError;

/// Where a property of a surface comes from.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Channel {
    /// The output that has its name, if the graph has one.
    #[default]
    Named,
    /// The output that is called so.
    Output(String),
    /// The same everywhere.
    Value(f32),
}

/// Where the properties of a surface come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Channels {
    /// The colour: an output; by default `color` or `base_color`, else the first one. A float is a grey.
    pub color: Option<String>,
    /// From a mirror, 0, to chalk, 1: by default `roughness`, else 0.4.
    pub roughness: Channel,
    /// Whether it is metal: by default `metallic`, else 0.
    pub metallic: Channel,
    /// What is bumped and displaced by: by default `height` or `bump`, else flat.
    pub height: Channel,
    /// How much of the light from all around arrives: by default `occlusion`, else all.
    pub occlusion: Channel,
    /// What glows: by default `emission`, else nothing.
    pub emission: Channel,
}

/// A texture as the surface of a solid, with the values that its parameters had when it was made.
#[derive(Clone, Debug)]
pub struct Surface {
    fields: Fields,
    color: Place,
    roughness: Property,
    metallic: Property,
    occlusion: Property,
    emission: Property,
    /// The height by itself, for places where nothing else is asked for.
    height: Option<Fields>,
}

/// Where a value is among the floats of a sample.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    value_type: Type,
}

#[derive(Clone, Copy, Debug)]
enum Property {
    At(Place),
    Constant(f32),
}

/// What a surface is at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Look {
    pub(crate) color: [f32; 3],
    pub(crate) roughness: f32,
    pub(crate) metallic: f32,
    pub(crate) occlusion: f32,
    pub(crate) emission: [f32; 3],
}

impl Surface {
    /// The surface that a texture gives.
    ///
    /// # Errors
    ///
    /// If an output that is named is not there, or the graph unfolds into too many operations.
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
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let fields = texture.fields(&names)?;

        let place = |index: usize| {
            let before = fields.outputs()[..index].iter().map(|output| output.value_type.width());
            Place { first: before.sum(), value_type: fields.outputs()[index].value_type }
        };
        let property = |found: Result<usize, f32>| match found {
            Ok(index) => Property::At(place(index)),
            Err(value) => Property::Constant(value),
        };
        let height = match &channels.height {
            Channel::Value(_) => None,
            Channel::Output(name) => Some(name.as_str()),
            Channel::Named => ["height", "bump"].into_iter().find(has),
        };
        Ok(Surface {
            color: place(color),
            roughness: property(roughness),
            metallic: property(metallic),
            occlusion: property(occlusion),
            emission: property(emission),
            height: height.map(|name| texture.fields(&[name])).transpose()?,
            fields,
        })
    }

    /// Whether it has a height.
    pub fn has_height(&self) -> bool {
        self.height.is_some()
    }

    /// Makes it ready to be evaluated at points.
    pub(crate) fn samplers(&self, context: &Context) -> Result<Samplers<'_>, Error> {
        let looks = self.fields.sampler(context)?;
        let heights = match &self.height {
            Some(height) => {
                let value_type = height.outputs()[0].value_type;
                let held = looks.bytes().min(context.memory_limit());
                let left = context.clone().memory(context.memory_limit() - held);
                Some((height.sampler(&left).map_err(|error| error.beside(held))?, value_type))
            }
            None => None,
        };
        Ok(Samplers { surface: self, looks, heights })
    }
}

/// A surface that is ready to be asked at points.
pub(crate) struct Samplers<'a> {
    surface: &'a Surface,
    looks: Sampler<'a>,
    heights: Option<(Sampler<'a>, Type)>,
}

impl Samplers<'_> {
    /// How much work it is to evaluate the looks at so many points, in operations.
    pub(crate) fn work(&self, points: u64) -> u64 {
        self.looks.work(points)
    }

    /// What the surface is at each of these points.
    pub(crate) fn looks(&self, points: &[[f32; 4]]) -> Result<Vec<Look>, Error> {
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
                Property::At(place) => place.rgb(floats),
                Property::Constant(value) => [value; 3],
            },
        };
        Ok(floats.chunks_exact(width).map(look).collect())
    }

    /// The height at each of these points; none if there is no height.
    pub(crate) fn heights(&self, points: &[[f32; 4]]) -> Result<Option<Vec<f32>>, Error> {
        let Some((sampler, value_type)) = &self.heights else { return Ok(None) };
        let mut floats = vec![0.0; points.len() * sampler.width()];
        sampler.sample(points, &mut floats)?;
        if *value_type != Type::Float {
            let place = Place { first: 0, value_type: *value_type };
            floats = floats.chunks_exact(value_type.width()).map(|floats| place.scalar(floats)).collect();
        }
        Ok(Some(floats))
    }
}

impl Place {
    /// A float is a grey, a vector the red, green and blue of a colour; a solid has no alpha.
    fn rgb(self, floats: &[f32]) -> [f32; 3] {
        let at = |component: usize| floats[self.first + component];
        if self.value_type == Type::Float { [at(0); 3] } else { [at(0), at(1), at(2)] }
    }

    /// A float as it is, the luminance of anything else.
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
            Property::At(place) => place.scalar(floats),
            Property::Constant(value) => value,
        }
    }
}
