//! The test of a GPU before it is used.

use travertine::{SiteGrid, Slice, Texture};
use travertine_shader::Tier;

use crate::error::Error;
use crate::kernel::Kernel;

/// Number of positions.
const COUNT: usize = 1000;

/// Size of the slice.
const WIDTH: u32 = 37;
const HEIGHT: u32 = 11;

/// The greatest difference of the close tier. Drivers may compute a sine to within 2^-11.
const TOLERANCE: f32 = 1e-2;

/// Compares a small texture of noise, a division, a root, powers and angles with the library, at positions near and
/// far, and at the pixels of a slice.
pub(crate) fn run(
    name: &str,
    tier: Tier,
    prepare: impl FnOnce(&Texture, &[&str]) -> Result<Kernel, Error>,
) -> Result<(), Error> {
    let texture = Texture::parse(include_str!("self_test.json")).map_err(travertine_shader::Error::from)?;
    let outputs: Vec<&str> = texture.outputs().collect();
    let kernel = prepare(&texture, &outputs)?;
    let (program, bound) = texture.program_of(&outputs).map_err(travertine_shader::Error::from)?;
    for sites in [SiteGrid::list(&positions(tier)), SiteGrid::slice(&Slice::new(WIDTH, HEIGHT))] {
        let mut values = vec![0.0; sites.len() * kernel.width()];
        kernel.evaluate(&sites, &mut values)?;
        for (index, found) in values.chunks_exact(kernel.width()).enumerate() {
            let position = sites.site(index).position;
            let expected = program.sample(&bound, position);
            let differing = found.iter().zip(&expected).find(|(found, expected)| !is_equal(**found, **expected, tier));
            if let Some((found, expected)) = differing {
                return Err(Error::Wrong {
                    name: name.to_owned(),
                    output: outputs.join(", "),
                    position,
                    found: *found,
                    expected: *expected,
                });
            }
        }
    }
    Ok(())
}

/// Positions near the origin, and in the exact tier far from it, too.
fn positions(tier: Tier) -> Vec<[f32; 4]> {
    let sizes = match tier {
        Tier::Close => [1.0, 4.0, 16.0],
        Tier::Exact => [1.0, 100.0, 1e5],
    };
    // A linear congruential generator.
    let mut state = 7_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    (0..COUNT).map(|index| [(); 4].map(|()| random() * sizes[index % sizes.len()])).collect()
}

fn is_equal(found: f32, expected: f32, tier: Tier) -> bool {
    match tier {
        // Zeros of either sign are equal.
        Tier::Exact => found == expected,
        Tier::Close => (found - expected).abs() <= TOLERANCE,
    }
}
