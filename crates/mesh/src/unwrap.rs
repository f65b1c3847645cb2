//! Unwrapping: UVs without overlaps, for meshes that have none.
//!
//! Triangles that face roughly the same way form charts ([`charts`](self::charts)), which are divided where they
//! overlap ([`overlaps`](self::overlaps)), laid flat ([`flat`](self::flat)) and packed ([`packing`](self::packing)).
//! All of it is exact arithmetic in a fixed order, so that UVs are the same everywhere.

mod charts;
mod flat;
mod overlaps;
mod packing;
mod topology;
mod work;

use travertine_noise::math::cos;
use travertine_render::{Context, RenderError};

use self::flat::{Counts, Flat, quarter};
use self::overlaps::Overlaps;
use self::packing::{Packing, Place};
use self::topology::NONE;
use self::work::Work;
use crate::error::Error;
use crate::memory::Budget;
use crate::mesh::Mesh;

/// How to unwrap meshes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unwrap {
    /// The greatest angle between a triangle and the mean of its chart, in degrees, within [`Unwrap::ANGLES`]. Greater
    /// angles make fewer charts, whose slanted parts have fewer texels.
    pub angle: f32,
    /// Texels between charts. `None` takes 1/512 of the texture's smaller side, at least 1.
    pub padding: Option<u32>,
}

impl Default for Unwrap {
    fn default() -> Unwrap {
        Unwrap { angle: Unwrap::ANGLE, padding: None }
    }
}

/// What an unwrapping has made.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Unwrapped {
    /// Number of charts in all textures.
    pub charts: u64,
    /// The share of the textures that charts fill, 0 to 1.
    pub filled: f64,
}

impl Unwrap {
    /// The angle if none is given.
    pub const ANGLE: f32 = 45.0;

    /// The angles to choose from.
    pub const ANGLES: std::ops::RangeInclusive<f32> = 1.0..=80.0;

    /// The greatest padding, in texels.
    pub const MAX_PADDING: u32 = 512;

    /// How often each triangle is reported as progress.
    pub const ROUNDS: u64 = charts::ROUNDS as u64 + 2;

    /// The padding on a texture.
    fn padding(&self, [width, height]: [u32; 2]) -> u32 {
        self.padding.unwrap_or_else(|| (width.min(height) / 512).max(1))
    }

    /// Upper bound of the bytes of meshes, and of finding their charts. What charts need is checked as soon as there
    /// are charts.
    pub(crate) fn bytes(meshes: &[Mesh]) -> u64 {
        let vertices = meshes.iter().map(|mesh| mesh.positions.len() as u64).max().unwrap_or(0);
        let triangles = meshes.iter().map(|mesh| mesh.triangles.len() as u64).max().unwrap_or(0);
        let found = topology::bytes(vertices, triangles).max(charts::bytes(triangles));
        meshes.iter().map(Mesh::bytes).sum::<u64>() + found
    }

    /// Replaces the UVs of meshes that share a texture of `size` texels. Returns the number of charts, and the area
    /// that they fill, in texels.
    pub(crate) fn apply(
        &self,
        name: &str,
        meshes: &mut [Mesh],
        size: [u32; 2],
        context: &Context,
    ) -> Result<(u64, f64), Error> {
        let texels = f64::from(size[0]) * f64::from(size[1]);
        let space = |mesh: &Mesh| {
            (0..mesh.triangles.len() as u32).map(|triangle| mesh.area(triangle).length() / 2.0).sum::<f64>()
        };
        let area: f64 = meshes.iter().map(space).sum();
        let without_area = || {
            let message = format!("the meshes of `{name}` have no area that can be unwrapped; scale or repair them");
            Error::Usage(message)
        };
        if !(area > 0.0 && area.is_finite()) {
            return Err(without_area());
        }
        let cells = (texels / area).sqrt();
        let mut flats = Vec::new();
        let mut ends = Vec::with_capacity(meshes.len());
        let mut work = Work::new(name);
        let mut budget = Budget::new(format!("`{name}` with new UVs"), context.memory_left());
        budget.take(meshes.iter().map(Mesh::bytes).sum())?;
        for mesh in meshes.iter() {
            flats.append(&mut self.flatten(mesh, cells, &mut work, &mut budget, context)?);
            ends.push(flats.len());
        }
        if flats.is_empty() {
            return Err(without_area());
        }
        let padding = self.padding(size);
        let packed = packing::pack(&flats, size, padding, context)?;
        let Some(Packing { scale, places }) = packed else {
            let message = format!(
                "the {} charts of `{name}` do not fit a texture of {} x {} with {padding} texels between them; choose a \
                 larger `size`, a greater angle of `unwrap`, or less `padding`",
                flats.len(),
                size[0],
                size[1]
            );
            return Err(Error::Limit(message));
        };
        let mut first = 0;
        for (mesh, end) in meshes.iter_mut().zip(ends) {
            replace(mesh, &flats[first..end], &places[first..end], scale, size);
            context.advance(mesh.triangles.len() as u64);
            first = end;
        }
        let filled = flats.iter().map(|flat| flat.area * scale * scale).sum();
        Ok((flats.len() as u64, filled))
    }

    /// The charts of a mesh. `cells` is the number of texels for a unit of length, about.
    fn flatten(
        &self,
        mesh: &Mesh,
        cells: f64,
        work: &mut Work,
        budget: &mut Budget,
        context: &Context,
    ) -> Result<Vec<Flat>, Error> {
        let neighbors = topology::neighbors(mesh);
        let limit = f64::from(cos(self.angle * (std::f32::consts::PI / 180.0)));
        let charts = charts::charts(mesh, &neighbors, limit, work, context)?;
        let triangles = mesh.triangles.len() as u64;
        // Beside what is counted there: neighbors, the triangles of charts, and points or charts of vertices.
        let beside = 12 * triangles + charts::bytes_of(&charts) + 8 * mesh.positions.len() as u64;
        let largest = charts.iter().map(|chart| chart.triangles.len() as u64).max().unwrap_or(0);
        budget.check(beside + overlaps::bytes(triangles, largest))?;
        let mut overlaps = Overlaps::new(mesh, &neighbors, cells);
        let mut apart = Vec::with_capacity(charts.len());
        for chart in charts {
            if context.is_cancelled() {
                return Err(RenderError::Cancelled.into());
            }
            apart.append(&mut overlaps.divide(&chart, work, context)?);
        }
        drop(overlaps);
        let mut owners = vec![NONE; mesh.triangles.len()];
        for (index, chart) in (0..).zip(&apart) {
            chart.triangles.iter().for_each(|triangle| owners[*triangle as usize] = index);
        }
        let counts = Counts::of(mesh, &neighbors, &apart, &owners);
        // The mesh with the new UVs, too.
        budget.take(counts.bytes() + Mesh::bytes_of(counts.vertices, triangles, 0))?;
        budget.check(beside + 4 * triangles)?;
        let mut locals = vec![[NONE; 2]; mesh.positions.len()];
        let flat = |chart| Flat::new(mesh, &neighbors, chart, &owners, &mut locals);
        Ok(apart.into_iter().map(flat).collect())
    }
}

/// Gives each chart vertices of its own, with UVs. Triangles in no chart, which have no area, get the UVs 0.
fn replace(mesh: &mut Mesh, flats: &[Flat], places: &[Place], scale: f64, size: [u32; 2]) {
    let count = flats.iter().map(|flat| flat.vertices.len()).sum();
    let (mut from, mut uvs) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut triangles = vec![[NONE; 3]; mesh.triangles.len()];
    let mut locals = vec![NONE; mesh.positions.len()];
    for (flat, place) in flats.iter().zip(places) {
        let start = from.len() as u32;
        (start..).zip(&flat.vertices).for_each(|(new, vertex)| locals[*vertex as usize] = new);
        for triangle in &flat.triangles {
            triangles[*triangle as usize] = mesh.triangles[*triangle as usize].map(|vertex| locals[vertex as usize]);
        }
        from.extend(&flat.vertices);
        uvs.extend(flat.places.iter().map(|point| {
            let [x, y] = quarter(*point, flat.size, place.turns);
            let [x, y] = [f64::from(place.corner[0]) + x * scale, f64::from(place.corner[1]) + y * scale];
            [(x / f64::from(size[0])) as f32, (1.0 - y / f64::from(size[1])) as f32]
        }));
    }
    for (new, old) in triangles.iter_mut().zip(&mesh.triangles).filter(|(new, _)| new[0] == NONE) {
        *new = old.map(|vertex| {
            from.push(vertex);
            uvs.push([0.0; 2]);
            from.len() as u32 - 1
        });
    }
    // Not to be taken.
    mesh.uvs = None;
    mesh.take_vertices(&from);
    (mesh.triangles, mesh.uvs) = (triangles, Some(uvs));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Cells, Outline};
    use crate::read;
    use crate::shapes;

    /// A sphere, displaced by waves, with `rings` rings of twice as many quads.
    fn sphere(rings: u32, waves: f32) -> Mesh {
        use travertine_noise::math::sin;
        let mut obj = String::new();
        for ring in 0..=rings {
            for sector in 0..=2 * rings {
                let [up, around] =
                    [ring, sector % (2 * rings)].map(|part| part as f32 / rings as f32 * std::f32::consts::PI);
                let radius = 1.0 + waves * sin(5.0 * around) * sin(7.0 * up);
                let position = [sin(up) * cos(around), cos(up), sin(up) * sin(around)].map(|part| part * radius);
                obj += &format!("v {} {} {}\n", position[0], position[1], position[2]);
            }
        }
        let at = |ring: u32, sector: u32| ring * (2 * rings + 1) + sector + 1;
        for (ring, sector) in (0..rings).flat_map(|ring| (0..2 * rings).map(move |sector| (ring, sector))) {
            let corners = [at(ring, sector), at(ring, sector + 1), at(ring + 1, sector + 1), at(ring + 1, sector)];
            obj += &format!("f {} {} {} {}\n", corners[0], corners[1], corners[2], corners[3]);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sphere.obj");
        std::fs::write(&path, obj).unwrap();
        read::read(&path, 0, None, u64::MAX).unwrap().remove(0)
    }

    /// A strip that winds around the z axis like a spiral staircase, so that its turns overlap seen from above.
    fn staircase(turns: u32) -> Mesh {
        let count = 24 * turns;
        let mut mesh = shapes::cube();
        (mesh.positions, mesh.normals) = (Vec::new(), Vec::new());
        for step in 0..=count {
            let angle = step as f32 / 24.0 * std::f32::consts::TAU;
            for radius in [1.0, 2.0] {
                mesh.positions.push(
                    [radius * cos(angle), radius * travertine_noise::math::sin(angle), step as f32 * 0.01]
                        .map(f64::from),
                );
                mesh.normals.push([0.0, 0.0, 1.0]);
            }
        }
        let quad = |step: u32| [[2 * step, 2 * step + 1, 2 * step + 3], [2 * step, 2 * step + 3, 2 * step + 2]];
        (mesh.triangles, mesh.uvs) = ((0..count).flat_map(quad).collect(), None);
        mesh
    }

    #[test]
    fn parts_that_need_more_memory_are_refused_before_they_are_made() {
        let refused = |mesh: Mesh, memory: u64| {
            let context = Context::default().memory(memory);
            Unwrap::default().apply("it", &mut [mesh], [256; 2], &context).unwrap_err().to_string()
        };
        let bytes = Unwrap::bytes(&[staircase(100)]);
        let problem = refused(staircase(100), bytes);
        assert!(problem.contains("`it` with new UVs needs"), "{problem}");
    }

    fn unwrapped(mesh: Mesh, size: [u32; 2], padding: u32) -> (Mesh, u64, f64) {
        let mut meshes = [mesh];
        let unwrap = Unwrap { padding: Some(padding), ..Unwrap::default() };
        let (charts, texels) = unwrap.apply("it", &mut meshes, size, &Context::default()).unwrap();
        let [mesh] = meshes;
        (mesh, charts, texels / f64::from(size[0]) / f64::from(size[1]))
    }

    /// Checks that charts do not overlap and keep their distance, and that texels have a similar size everywhere.
    fn check(mesh: &Mesh, size: [u32; 2], padding: u32, name: &str) {
        let uvs = mesh.uvs.as_ref().unwrap();
        let mut cells = Cells::new(0, size[0], size[1]);
        let mut density = Vec::new();
        // The chart of each vertex: the smallest vertex that it is connected with.
        let mut first = std::collections::HashMap::new();
        let place = |vertex: usize| *first.entry(uvs[vertex].map(f32::to_bits)).or_insert(vertex as u32);
        let places: Vec<u32> = (0..uvs.len()).map(place).collect();
        let mut charts = places.clone();
        loop {
            let before = charts.clone();
            for corners in &mesh.triangles {
                let places = corners.map(|vertex| places[vertex as usize] as usize);
                let least = places.map(|place| charts[place]).into_iter().min().unwrap();
                places.iter().for_each(|place| charts[*place] = least);
            }
            if charts == before {
                break;
            }
        }
        for triangle in 0..mesh.triangles.len() as u32 {
            let corners = mesh.corners(uvs, triangle);
            assert!(corners.as_flattened().iter().all(|part| (0.0..=1.0).contains(part)), "{name}");
            let texels = corners.map(|uv| [0, 1].map(|axis| f64::from(uv[axis]) * f64::from(size[axis])));
            let space = mesh.area(triangle).length();
            if space > 1e-5 {
                let upright = texels.map(|[x, y]| [x, -y]);
                let plane = charts::turn(upright);
                assert!(plane > 0.0, "{name}: {triangle} is mirrored");
                density.push(plane / space);
            }
            Outline::new(texels).iter().for_each(|outline| cells.draw(triangle, outline));
        }
        assert_eq!(cells.overlaps, 0, "{name}");
        density.sort_by(f64::total_cmp);
        let (least, most) = (density[density.len() / 50], density[density.len() - 1 - density.len() / 50]);
        assert!(most / least < 2.5, "{name}: {least} {most}");
        // Between the cells of two charts lie at least `padding` others.
        let chart = |column: u32, row: u32| match cells.owner(column, row) {
            crate::coverage::Owner::Covered(triangle) => {
                Some(charts[places[mesh.triangles[triangle as usize][0] as usize] as usize])
            }
            _ => None,
        };
        for row in 0..size[1] {
            let mut last: Option<(u32, u32)> = None;
            for column in 0..size[0] {
                if let Some(chart) = chart(column, row) {
                    if let Some((before, other)) = last {
                        assert!(other == chart || column - before > padding, "{name}: {column}, {row}");
                    }
                    last = Some((column, chart));
                }
            }
        }
    }

    #[test]
    fn meshes_far_from_the_origin_have_the_same_charts() {
        for mesh in [shapes::cube(), sphere(24, 0.0)] {
            let (_, charts, filled) = unwrapped(mesh.clone(), [256; 2], 2);
            let mut far = mesh;
            for position in &mut far.positions {
                *position = [position[0] + 500_000.0, position[1] - 4_649_776.0, position[2]];
            }
            let (_, charts_far, filled_far) = unwrapped(far, [256; 2], 2);
            assert_eq!(charts_far, charts);
            assert!((filled_far - filled).abs() < 0.01, "{filled_far} {filled}");
        }
    }

    #[test]
    fn charts_lie_apart_with_texels_of_one_size() {
        let size = [256, 256];
        for (name, mesh, most, least) in [
            ("cube", shapes::cube(), 6, 0.55),
            ("sphere", sphere(24, 0.0), 24, 0.4),
            ("waves", sphere(48, 0.1), 80, 0.35),
            ("staircase", staircase(3), 6, 0.2),
        ] {
            let (mesh, charts, filled) = unwrapped(mesh, size, 4);
            check(&mesh, size, 4, name);
            println!("{name}: {charts} charts, {filled}");
            assert!(charts <= most && filled > least, "{name}: {charts} charts, {filled}");
        }
        let (mesh, ..) = unwrapped(shapes::cube(), [512, 128], 2);
        check(&mesh, [512, 128], 2, "wide");
    }
}
