//! What rays of light show: rays become points of the surface, points colors and light.

use travertine::Site;
use travertine_mesh::Vector;

use crate::bumps::bumps;
use crate::displaced::Displaced;
use crate::error::ShapeError;
use crate::hit::Hit;
use crate::lattice::{Point, Window};
use crate::model::Spot;
use crate::ray::Ray;
use crate::scene::{Finish, Scene, Size};
use crate::stage::Stage;
use crate::studio::{self, Light, Studio, shade, smooth, tone};
use crate::surface::{Look, Samplers};
use crate::trace::{light_past, meet, openness};

/// Breadth of the main light, as the tangent of its angular radius.
const BREADTH: f64 = 0.3;

/// Traces the rays of a picture.
pub(crate) struct Tracer<'p, 's> {
    pub(crate) stage: Stage<'p, 's>,
    studios: Vec<Studio>,
}

impl<'p, 's> Tracer<'p, 's> {
    pub(crate) fn new(scene: &'p Scene, size: Size, samplers: &'p Samplers<'s>) -> Result<Tracer<'p, 's>, ShapeError> {
        let stage = Stage::new(scene, size, samplers)?;
        let studios = Studio::all(scene, &stage.camera);
        Ok(Tracer { stage, studios })
    }

    /// The ray through a point of the lattice.
    pub(crate) fn ray(&self, point: Point) -> Ray {
        let [x, y] = self.stage.lattice.position(point);
        self.stage.camera.ray(x, y)
    }

    fn above(&self, point: Vector) -> Vector {
        if self.stage.displaced.is_some() { Displaced::above(point) } else { point }
    }

    /// The distances at which rays meet the solid, infinite where they miss it.
    pub(crate) fn distances(&self, rays: &[Ray]) -> Result<Vec<f64>, ShapeError> {
        let distances: Vec<Option<f64>> = match (&self.stage.displaced, &self.stage.scene.model) {
            (Some(displaced), _) => displaced.meet(rays, &self.stage.camera)?,
            (None, Some(model)) => rays.iter().map(|ray| model.meet(ray)).collect(),
            (None, None) => rays.iter().map(|ray| meet(self.stage.scene.shape, ray)).collect(),
        };
        Ok(distances.into_iter().map(|distance| distance.unwrap_or(f64::INFINITY)).collect())
    }

    /// The distances at points of the lattice, with the points at which the texture is evaluated.
    pub(crate) fn texels(&self, points: &[Point]) -> Result<Vec<(f64, [f32; 3])>, ShapeError> {
        let rays: Vec<Ray> = points.iter().map(|point| self.ray(*point)).collect();
        let texel = |(distance, ray): (f64, &Ray)| match distance.is_finite() {
            true => (distance, self.above(ray.at(distance)).narrow()),
            false => (distance, [0.0; 3]),
        };
        Ok(self.distances(&rays)?.into_iter().zip(&rays).map(texel).collect())
    }

    /// The rays through points of the lattice, and where they meet the solid. The window has the distances.
    fn known_hits(&self, points: impl Iterator<Item = Point> + Clone, window: &Window) -> (Vec<Ray>, Vec<Hit>) {
        let rays: Vec<Ray> = points.clone().map(|point| self.ray(point)).collect();
        let distances: Vec<f64> = points.map(|point| window.distance(point)).collect();
        let hits = self.hits(&rays, &distances);
        (rays, hits)
    }

    /// The points beside each of some points whose heights are needed for slopes.
    pub(crate) fn all_beside(&self, points: &[Point], window: &Window) -> Vec<[Point; 2]> {
        let (_, hits) = self.known_hits(points.iter().copied(), window);
        hits.iter().map(|hit| self.stage.beside(hit, points[hit.ray])).collect()
    }

    /// The heights at points of the lattice, NaN where there is no solid.
    pub(crate) fn heights(&self, points: &[Point], window: &Window) -> Result<Vec<f32>, ShapeError> {
        let (_, hits) = self.known_hits(points.iter().copied(), window);
        let mut heights = vec![f32::NAN; points.len()];
        if let Some(evaluated) = self.stage.samplers.heights(&self.sites(&hits))? {
            hits.iter().zip(evaluated).for_each(|(hit, height)| heights[hit.ray] = height);
        }
        Ok(heights)
    }

    /// The looks at points of the lattice.
    pub(crate) fn looks(&self, points: &[Point], window: &Window) -> Result<Vec<Look>, ShapeError> {
        let (_, hits) = self.known_hits(points.iter().copied(), window);
        let mut looks = vec![Look::NONE; points.len()];
        let evaluated = self.stage.samplers.looks(&self.sites(&hits))?;
        hits.iter().zip(evaluated).for_each(|(hit, look)| looks[hit.ray] = look);
        Ok(looks)
    }

    /// The sites of hits in the texture.
    fn sites(&self, hits: &[Hit]) -> Vec<Site> {
        hits.iter().map(|hit| hit.site(self.stage.scene, Vector::default())).collect()
    }

    /// The intersections of rays with the solid at known distances.
    pub(crate) fn hits(&self, rays: &[Ray], distances: &[f64]) -> Vec<Hit> {
        let mut hits = Vec::with_capacity(rays.len());
        for (index, (ray, distance)) in rays.iter().zip(distances).enumerate() {
            if distance.is_finite()
                && let Some(hit) = self.hit(index, ray, *distance)
            {
                hits.push(hit);
            }
        }
        hits
    }

    #[inline]
    fn hit(&self, index: usize, ray: &Ray, distance: f64) -> Option<Hit> {
        let shape = self.stage.scene.shape;
        let (spot, tangents) = if let Some(model) = &self.stage.scene.model {
            let spot = model.spot(ray)?;
            let tangents = spot.normal.basis_by_sign();
            (spot, tangents)
        } else {
            let point = ray.at(distance);
            let normal = if self.stage.displaced.is_some() { point.normalized() } else { shape.normal(point) };
            let tangents = normal.basis_by_sign();
            let curvature = match &self.stage.displaced {
                Some(_) => Displaced::CURVATURE,
                None => shape.curvature(point, tangents),
            };
            (Spot { distance, point, origin: point + normal * 1e-4, normal, curvature, openness: 1.0 }, tangents)
        };
        let Spot { distance, point, origin, normal: facing, curvature, openness } = spot;
        let footprint = self.stage.camera.footprint(distance);
        Some(Hit {
            ray: index,
            point,
            texel: self.above(point),
            origin,
            facing,
            curvature,
            openness,
            tangents,
            footprint,
        })
    }

    /// The light at points of the lattice with these looks, multiplied by its opacity, and the opacity. The window has
    /// their distances.
    pub(crate) fn lights(&self, points: &[(Point, Look)], window: &Window) -> Result<Vec<[f32; 4]>, ShapeError> {
        let (rays, hits) = self.known_hits(points.iter().map(|(point, _)| *point), window);
        let mut lights: Vec<Option<Light>> = vec![None; rays.len()];
        if self.stage.scene.finish == Finish::Unlit {
            for hit in &hits {
                lights[hit.ray] = Some(points[hit.ray].1.color.map(f64::from));
            }
        } else {
            for (hit, light) in hits.iter().zip(self.shade(&rays, &hits, points, window)?) {
                lights[hit.ray] = Some(self.shown(light));
            }
        }
        let light = |(light, ray): (Option<Light>, &Ray)| match light {
            Some([red, green, blue]) => [red as f32, green as f32, blue as f32, 1.0],
            None => [0.0, 0.0, 0.0, self.shadow(ray) as f32],
        };
        Ok(lights.into_iter().zip(&rays).map(light).collect())
    }

    fn shown(&self, light: Light) -> Light {
        match self.stage.scene.finish {
            Finish::Studio => tone(light),
            Finish::Light | Finish::Unlit => light,
        }
    }

    /// The light that the viewer sees at each hit.
    fn shade(
        &self,
        rays: &[Ray],
        hits: &[Hit],
        points: &[(Point, Look)],
        window: &Window,
    ) -> Result<Vec<Light>, ShapeError> {
        let Scene { shape, ref model, .. } = *self.stage.scene;
        let (normals, hollows) = bumps(&self.stage, hits, points, window)?;
        let lit = self.studios.iter().map(|studio| self.lit(hits, studio.key));
        let lit = lit.collect::<Result<Vec<_>, _>>()?;
        let ground = self.stage.scene.ground();
        let light = |(index, hit): (usize, &Hit)| {
            let above_ground = |point: Vector| ground.map_or(f64::INFINITY, |ground| ground - point.y);
            let open = if self.stage.displaced.is_some() || ground.is_none() && self.stage.scene.is_convex() {
                1.0
            } else if model.is_some() || shape.is_convex() {
                // A convex shape does not occlude itself; the occlusion of a model is known.
                hit.openness * openness(hit.point, hit.facing, above_ground)
            } else {
                openness(hit.point, hit.facing, |point| shape.distance(point).min(above_ground(point)))
            };
            let point = studio::Point {
                facing: hit.facing,
                normal: normals[index],
                viewer: -rays[hit.ray].direction,
                look: points[hit.ray].1,
                openness: open * hollows[index],
            };
            shade(&point, self.studios.iter().zip(lit.iter().map(|lit| lit[index])))
        };
        Ok(hits.iter().enumerate().map(light).collect())
    }

    /// The part of a main light that each hit sees, 0 to 1.
    fn lit(&self, hits: &[Hit], key: Vector) -> Result<Vec<f64>, ShapeError> {
        let shape = self.stage.scene.shape;
        Ok(match (&self.stage.displaced, &self.stage.scene.model) {
            (Some(displaced), _) => {
                let points: Vec<Vector> = hits.iter().map(|hit| hit.point).collect();
                displaced.light_past(&points, key, BREADTH)?
            }
            (None, Some(model)) => hits
                .iter()
                .map(|hit| match hit.facing.dot(key) > 0.0 {
                    true => model.light_past(hit.origin, key, self.is_single()),
                    false => 0.0,
                })
                .collect(),
            (None, None) if shape.is_convex() => vec![1.0; hits.len()],
            (None, None) => hits.iter().map(|hit| light_past(shape, hit.origin, key, BREADTH)).collect(),
        })
    }

    /// Whether each pixel has a single ray.
    fn is_single(&self) -> bool {
        self.stage.lattice.half() == 0
    }

    /// The opacity of the shadow where a ray meets the ground, 0 to 0.8.
    fn shadow(&self, ray: &Ray) -> f64 {
        let Some(ground) = self.stage.scene.ground().filter(|ground| ray.origin.y < *ground) else { return 0.0 };
        if ray.direction.y <= 0.0 {
            return 0.0;
        }
        let point = ray.at((ground - ray.origin.y) / ray.direction.y);
        let (shape, radius) = (self.stage.scene.shape, self.stage.scene.radius());
        let off = (point.x * point.x + point.z * point.z).sqrt();
        // The shadow fades out before the edge of the picture.
        let [across, along] = self.stage.camera.margins(ray).map(|margin| smooth(0.0, 0.4, margin));
        let fade = (1.0 - smooth(0.8 * radius, 1.6 * radius, off)) * across * along;
        if fade == 0.0 {
            return 0.0;
        }
        let open = match &self.stage.scene.model {
            Some(model) => model.ground_openness(point),
            None => openness(point, Vector::new(0.0, -1.0, 0.0), |point| shape.distance(point)),
        };
        let lit = |studio: &Studio| match &self.stage.scene.model {
            _ if studio.key.y >= -0.05 => 1.0,
            Some(model) => model.light_past(point, studio.key, self.is_single()),
            None => light_past(shape, point, studio.key, 1.6 * BREADTH),
        };
        let lit = self.studios.iter().map(lit).sum::<f64>() / self.studios.len() as f64;
        0.8 * fade * (1.0 - open * (0.5 + 0.5 * lit))
    }
}
