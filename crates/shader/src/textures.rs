//! Textures of samples that shaders read: rasters and images, each at its own resolution.

use std::sync::Arc;

use travertine::{Format, Image, Type};
use travertine_program::RasterKey;
use travertine_program::image::Pyramid;
use travertine_raster::Raster;

use crate::name::{Names, stable};

/// Planes of a texture: red, green and blue. An alpha would change colors in programs that multiply by it.
const PLANES: usize = 3;

/// A texture of samples: up to three planes of one size.
#[derive(Clone, Debug)]
pub struct SampleTexture {
    identifier: String,
    size: [u32; 2],
    planes: Vec<Plane>,
}

/// A plane of a texture.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    /// The origin of the samples.
    pub source: PlaneSource,
    /// A line about it.
    pub about: String,
}

/// The origin of a plane's samples.
#[derive(Clone, Debug)]
pub(crate) enum PlaneSource {
    /// A channel of a raster.
    Raster { key: RasterKey, channel: usize },
    /// A channel of an image.
    Image(Arc<Pyramid>),
}

impl PlaneSource {
    fn is(&self, other: &PlaneSource) -> bool {
        match (self, other) {
            (PlaneSource::Raster { key: a, channel: b }, PlaneSource::Raster { key: c, channel: d }) => {
                (a, b) == (c, d)
            }
            (PlaneSource::Image(a), PlaneSource::Image(b)) => a.identity() == b.identity(),
            _ => false,
        }
    }
}

impl SampleTexture {
    /// Name in shaders.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// Samples of a row, and of a column.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Name of the texture's file next to that of the code, whose name without the ending is `stem`.
    pub fn file(&self, stem: &str) -> String {
        format!("{stem}.{}.exr", self.identifier.trim_end_matches('_'))
    }

    /// Lines about the planes.
    pub(crate) fn about(&self) -> impl Iterator<Item = String> {
        let channels = ["red", "green", "blue"];
        channels.into_iter().zip(&self.planes).map(|(channel, plane)| format!("{channel}: {}", plane.about))
    }

    /// The samples, as a picture of three floats.
    pub(crate) fn picture(&self, rasters: &[(RasterKey, &Raster)]) -> Image {
        let [width, height] = self.size;
        let samples = width as usize * height as usize;
        let mut data = vec![0.0; samples * PLANES];
        for (channel, plane) in self.planes.iter().enumerate() {
            let places = data[channel..].iter_mut().step_by(PLANES);
            match &plane.source {
                PlaneSource::Raster { key, channel } => {
                    if let Some((_, raster)) = rasters.iter().find(|(known, _)| known == key) {
                        let plane = raster.channel(*channel);
                        places.enumerate().for_each(|(sample, place)| *place = plane.at(sample));
                    }
                }
                PlaneSource::Image(pyramid) => {
                    let width = width as usize;
                    places.enumerate().for_each(|(texel, place)| {
                        *place = pyramid.texel(texel % width, texel / width);
                    });
                }
            }
        }
        Image { format: Format { width, height, value_type: Type::Vector, opaque: true }, data }
    }
}

/// The textures of a shader under construction.
#[derive(Debug, Default)]
pub(crate) struct Textures {
    pub list: Vec<SampleTexture>,
    /// Names of textures and of other arguments.
    names: Names,
}

impl Textures {
    /// No textures, which will have other names than these.
    pub fn new<'n>(taken: impl Iterator<Item = &'n str>) -> Textures {
        let mut names = Names::default();
        taken.for_each(|name| drop(names.take(name)));
        Textures { list: Vec::new(), names }
    }

    /// The index of the texture that has a plane, and its channel. A new plane joins one of its size that has room.
    pub fn place(&mut self, plane: Plane, size: [u32; 2], name: &str) -> (usize, usize) {
        for (index, texture) in self.list.iter().enumerate() {
            if let Some(channel) = texture.planes.iter().position(|known| known.source.is(&plane.source)) {
                return (index, channel);
            }
        }
        let has_room = |texture: &SampleTexture| texture.size == size && texture.planes.len() < PLANES;
        let index = self.list.iter().position(has_room).unwrap_or_else(|| {
            let identifier = stable(self.names.take(name));
            self.list.push(SampleTexture { identifier, size, planes: Vec::new() });
            self.list.len() - 1
        });
        let planes = &mut self.list[index].planes;
        planes.push(plane);
        (index, planes.len() - 1)
    }
}
