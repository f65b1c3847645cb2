//! Solids: a shape or a model, and the light around it.

use std::sync::Arc;

use travertine::{Context, Format, Image, Type};
use travertine_shape::{Scene, ShapeError, Size, Surface};

use crate::model::{Environment, Model};

/// What a picture of a solid shows.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The shape, its place in the texture, the camera and the direction of the light.
    pub scene: Scene,
    /// The light around it.
    pub environment: Environment,
    /// The model that takes the place of the shape.
    pub model: Option<Arc<Model>>,
}

impl From<Scene> for Solid {
    /// The shape of a scene in the studio.
    fn from(scene: Scene) -> Solid {
        Solid { scene, environment: Environment::Studio, model: None }
    }
}

impl PartialEq for Solid {
    /// Models are equal if they are the same.
    fn eq(&self, other: &Solid) -> bool {
        let models = [&self.model, &other.model].map(|model| model.as_ref().map(Arc::as_ptr));
        models[0] == models[1] && self.environment == other.environment && self.scene == other.scene
    }
}

impl Solid {
    /// The point of the solid at a position in a picture, as [`Scene::pick`].
    pub fn pick(&self, size: [u32; 2], at: [f32; 2]) -> Option<[f32; 3]> {
        match &self.model {
            Some(model) => model.pick(&self.scene, size, at),
            None => self.scene.pick(size, at),
        }
    }

    /// The position of a point of the solid in a picture, as [`Scene::seen`].
    pub fn seen(&self, size: [u32; 2], point: [f32; 3]) -> Option<[f32; 2]> {
        match &self.model {
            Some(model) => model.seen(&self.scene, size, point),
            None => self.scene.seen(size, point),
        }
    }
}

/// Renders the shape of a scene in an environment: the sum of its pictures in each of the lights.
///
/// # Errors
///
/// As [`travertine_shape::render`].
pub(super) fn in_environment(
    surface: &Surface,
    scene: &Scene,
    environment: Environment,
    size: Size,
    context: &Context,
) -> Result<Image, ShapeError> {
    if environment == Environment::Studio {
        return travertine_shape::render(surface, scene, size, context);
    }
    let Size { width, height, .. } = size;
    let format = Format { width, height, value_type: Type::Color, opaque: scene.background.is_some() };
    let mut image = Image { format, data: vec![0.0; format.row_len() * height as usize] };
    let (channels, lights) = (format.channels(), environment.lights(scene.light));
    let share = 1.0 / lights.len() as f32;
    for (light, color) in lights {
        let lit = travertine_shape::render(surface, &Scene { light, ..scene.clone() }, size, context)?;
        for (sum, lit) in image.data.chunks_exact_mut(channels).zip(lit.data.chunks_exact(channels)) {
            let alpha = lit.get(3).copied().unwrap_or(1.0);
            (0..3).for_each(|channel| sum[channel] += color[channel] * lit[channel] * alpha);
            sum[3..].iter_mut().for_each(|sum| *sum += alpha * share);
        }
    }
    for pixel in image.data.chunks_exact_mut(channels) {
        let alpha = pixel.get(3).copied().unwrap_or(1.0);
        if alpha > 0.0 {
            pixel[..3].iter_mut().for_each(|channel| *channel /= alpha);
        }
    }
    Ok(image)
}

#[cfg(test)]
mod tests {
    use travertine::Texture;
    use travertine_shape::{Channels, Shape};

    use super::*;

    #[test]
    fn environments_light_a_shape_differently_and_keep_its_outline() {
        let texture = Texture::open("../../tests/graphs/marble.json").unwrap();
        let surface = Surface::new(&texture, &Channels::default()).unwrap();
        let scene = Scene { shadow: false, ..Scene::new(Shape::Torus) };
        let size = Size { width: 24, height: 24, samples: 4 };
        let context = Context::default();
        let pictures = Environment::ALL
            .map(|environment| in_environment(&surface, &scene, environment, size, &context).unwrap().data);
        let plain = travertine_shape::render(&surface, &scene, size, &context).unwrap().data;
        assert_eq!(pictures[0], plain);
        for picture in &pictures[1..] {
            assert_ne!(*picture, plain);
            let alphas = picture.chunks(4).zip(plain.chunks(4)).map(|(a, b)| (a[3] - b[3]).abs());
            assert!(alphas.fold(0.0, f32::max) < 1e-6, "the same coverage");
            assert!(picture.iter().all(|value| (0.0..1.5).contains(value)));
        }
    }
}
