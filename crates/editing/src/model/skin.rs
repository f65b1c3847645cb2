//! The material of a model: the outputs of a texture at points of its surface.

use travertine::stages::program::LUMINANCE;
use travertine::{Context, Error, Fields, Sampler, Site, Texture, Type};

/// The properties of a material beside its color: the names of outputs that may hold them, and the value without one.
/// They are those of [`travertine_shape::Channels`].
const PROPERTIES: [(&[&str], f32); 4] =
    [(&["roughness"], 0.4), (&["metallic"], 0.0), (&["occlusion"], 1.0), (&["emission"], 0.0)];

/// The outputs that may hold the height.
const HEIGHTS: &[&str] = &["height", "bump"];

/// A value among the floats of a sample: its first float and its type, or a constant.
type Place = Result<(usize, Type), f32>;

/// The material of a model.
pub(crate) struct Skin {
    fields: Fields,
    places: [Place; 5],
    height: Option<Fields>,
}

/// The material at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub color: [f32; 3],
    pub roughness: f32,
    pub metallic: f32,
    pub occlusion: f32,
    pub emission: [f32; 3],
}

impl Skin {
    /// The material whose color is this output, and whose other properties are outputs with their names.
    pub fn new(texture: &Texture, color: &str) -> Result<Skin, Error> {
        let has = |name: &&&str| texture.outputs().any(|output| output == **name);
        let found = PROPERTIES.map(|(names, otherwise)| names.iter().find(has).ok_or(otherwise));
        let names: Vec<&str> = [color].into_iter().chain(found.iter().flatten().map(|name| **name)).collect();
        let fields = texture.fields(&names)?;
        let mut next = 0;
        let mut outputs = fields.outputs().iter().map(|output| {
            let first = next;
            next += output.value_type.width();
            (first, output.value_type)
        });
        let mut take = |otherwise: f32| outputs.next().ok_or(otherwise);
        let color = take(0.0);
        let [roughness, metallic, occlusion, emission] = found.map(|found| found.and_then(|_| take(0.0)));
        let height = HEIGHTS.iter().find(has).map(|name| texture.fields(&[name])).transpose()?;
        Ok(Skin { places: [color, roughness, metallic, occlusion, emission], fields, height })
    }

    /// Prepares the evaluation at points.
    pub fn samplers(&self, context: &Context) -> Result<Samplers<'_>, Error> {
        let looks = self.fields.sampler(context)?;
        let left = context.clone().memory(context.memory_limit().saturating_sub(looks.bytes()));
        let heights = match &self.height {
            Some(height) => Some((height.sampler(&left)?, (0, height.outputs()[0].value_type))),
            None => None,
        };
        Ok(Samplers { places: self.places, looks, heights })
    }
}

/// A material that is ready to be evaluated.
pub(crate) struct Samplers<'a> {
    places: [Place; 5],
    looks: Sampler<'a>,
    heights: Option<(Sampler<'a>, (usize, Type))>,
}

impl Samplers<'_> {
    /// The material at each site.
    pub(super) fn looks(&self, sites: &[Site]) -> Result<Vec<Look>, Error> {
        let floats = sample(&self.looks, sites)?;
        let [color, roughness, metallic, occlusion, emission] = self.places;
        let look = |floats: &[f32]| Look {
            color: rgb(color, floats),
            roughness: scalar(roughness, floats),
            metallic: scalar(metallic, floats),
            occlusion: scalar(occlusion, floats),
            emission: rgb(emission, floats),
        };
        Ok(floats.chunks_exact(self.looks.width()).map(look).collect())
    }

    /// The height at each site, or none if the material has none.
    pub(super) fn heights(&self, sites: &[Site]) -> Result<Option<Vec<f32>>, Error> {
        let Some((sampler, place)) = &self.heights else { return Ok(None) };
        let floats = sample(sampler, sites)?;
        Ok(Some(floats.chunks_exact(sampler.width()).map(|floats| scalar(Ok(*place), floats)).collect()))
    }
}

fn sample(sampler: &Sampler, sites: &[Site]) -> Result<Vec<f32>, Error> {
    let mut floats = vec![0.0; sites.len() * sampler.width()];
    sampler.sample(sites, &mut floats)?;
    Ok(floats)
}

/// A color. A float is gray, a vector is red, green and blue; alpha is ignored.
fn rgb(place: Place, floats: &[f32]) -> [f32; 3] {
    match place {
        Ok((first, Type::Float)) => [floats[first]; 3],
        Ok((first, _)) => [0, 1, 2].map(|channel: usize| floats[first + channel]),
        Err(constant) => [constant; 3],
    }
}

/// A number: a float, or the luminance of a color.
fn scalar(place: Place, floats: &[f32]) -> f32 {
    let [red, green, blue] = rgb(place, floats);
    match place {
        Ok((_, Type::Float)) | Err(_) => red,
        Ok(_) => red * LUMINANCE[0] + green * LUMINANCE[1] + blue * LUMINANCE[2],
    }
}
