//! Sites at which shaders are compared with the library.

use travertine::stages::program::{Site, SurfacePoint};
use travertine::stages::render::Sampler;
use travertine::{Context, Texture};
use travertine_shader::Shader;

use crate::cpp;

/// Deterministic random numbers from -1 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f32 / 8_388_608.0) - 1.0
    }
}

/// Sites near the origin, farther away, and far: x, y, z, time, the normal, the curvature and texture coordinates.
pub fn sites(count: usize) -> Vec<[f32; 10]> {
    let mut random = Random(7);
    (0..count)
        .map(|index| {
            let size = [1.0, 1.0, 1.0, 8.0, 100.0, 1e5][index % 6];
            let mut site = [0.0; 10];
            for coordinate in &mut site[..4] {
                *coordinate = random.next() * size;
            }
            // Exact places: whole numbers, the origin, planes.
            match index % 31 {
                0 => site[..4].iter_mut().for_each(|x| *x = x.round()),
                1 => site[2] = 0.0,
                2 => site[..4].fill(0.0),
                3 => site[3] = 0.0,
                _ => {}
            }
            let normal = [random.next(), random.next(), random.next()];
            let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt().max(1e-3);
            for (place, part) in site[4..7].iter_mut().zip(normal) {
                *place = part / length;
            }
            site[7] = random.next() * 4.0;
            site[8] = random.next();
            site[9] = random.next();
            site
        })
        .collect()
}

/// The floats of the outputs of shaders at sites, as the library defines them for the textures.
pub fn expected(shaders: &[(&Texture, Shader)], sites: &[[f32; 10]]) -> Vec<f32> {
    let programs: Vec<_> = shaders
        .iter()
        .flat_map(|(texture, shader)| shader.functions().iter().map(|function| (*texture, function.output.as_str())))
        .map(|(texture, output)| texture.program_of(&[output]).unwrap())
        .collect();
    for (program, bound) in &programs {
        // It makes rasters on all threads.
        drop(Sampler::new(program, bound, &Context::default()).unwrap());
    }
    let mut expected = Vec::new();
    for [x, y, z, time, nx, ny, nz, curvature, u, v] in sites {
        let surface = SurfacePoint { normal: [*nx, *ny, *nz], curvature: *curvature, uv: Some([*u, *v]) };
        let site = Site { position: [*x, *y, *z, *time], surface: Some(surface) };
        for (program, bound) in &programs {
            expected.extend(program.sample(bound, site));
        }
    }
    expected
}

/// The floats of shaders as one C++ program, and of the library, for each shader; `None` without a C++ compiler.
pub fn both(shaders: &[(&Texture, Shader)], flags: &[&str], sites: &[[f32; 10]]) -> Option<Vec<[Vec<f32>; 2]>> {
    let floats = [cpp::run(shaders.iter().map(|(_, shader)| shader), flags, sites)?, expected(shaders, sites)];
    assert_eq!(floats[0].len(), floats[1].len());
    // Those of a site lie together.
    let width = floats[0].len() / sites.len();
    let mut end = 0;
    let parts = shaders.iter().map(|(_, shader)| {
        let start = end;
        end += shader.functions().iter().map(|function| function.value_type.width()).sum::<usize>();
        floats.each_ref().map(|floats| floats.chunks(width).flat_map(|site| &site[start..end]).copied().collect())
    });
    Some(parts.collect())
}

/// Whether two floats are equal, apart from the sign of zero and from subnormal ones.
pub fn same(a: f32, b: f32) -> bool {
    let flushed = |x: f32| if x.abs() < f32::MIN_POSITIVE { 0.0 } else { x };
    flushed(a) == flushed(b)
}
