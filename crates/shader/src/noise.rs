//! Functions of noises: each generator stands for a definition in the crate `travertine-noise`.

mod cellular;
mod coordinates;
mod gabor;
mod lattice;
mod random;
mod reference;
mod simplex;

use travertine_noise::{Noise, reference::Reference};
use travertine_program::BasisFunction;

use crate::generated::{Call, Passed, operands};
use crate::tier::Tier;

/// The call of lattice noise. Operands are the coordinates, then the frequency of the octave if it has periods.
pub(crate) fn lattice(noise: Noise) -> Call {
    Call { function: lattice::noise(noise), arguments: on_lattice(noise) }
}

/// The call of a basis function; `None` for those that programs in full do not have.
pub(crate) fn basis(function: BasisFunction, tier: Tier) -> Option<Call> {
    let with = |periods: Option<[u32; 4]>, seed: u32| {
        let periods = periods.into_iter().flat_map(|periods| periods.into_iter().take(function.dimensions()));
        // Periods in cells are at most 2^24.
        let periods = periods.map(|period| Passed::Int(period as i32));
        operands(function.operands()).into_iter().chain(periods).chain([Passed::Uint(seed)]).collect()
    };
    let (function, arguments) = match function {
        BasisFunction::Random(random) => (random::random(random), with(None, random.seed())),
        BasisFunction::Simplex(simplex) => (simplex::noise(simplex, tier), with(None, simplex.seed())),
        BasisFunction::Slope(slope) => (lattice::slope(slope), on_lattice(slope.noise())),
        BasisFunction::SimplexSlope(slope) => (simplex::slope(slope, tier), with(None, slope.noise().seed())),
        BasisFunction::Cellular(noise) => (cellular::cellular(noise, tier), with(noise.periods(), noise.seed())),
        BasisFunction::Gabor(gabor) => (gabor::gabor(gabor), with(gabor.periods(), gabor.seed())),
        BasisFunction::GaborSlope(slope) => {
            let noise = slope.noise();
            (gabor::slope(slope), with(noise.periods(), noise.seed()))
        }
        BasisFunction::Dots(dots) => (cellular::dots(dots), with(dots.periods(), dots.seed())),
        BasisFunction::Strokes(_) => return None,
    };
    Some(Call { function, arguments })
}

/// The call of a published noise. `index` distinguishes noises with different tables.
pub(crate) fn reference(noise: &Reference, tier: Tier, index: usize) -> Call {
    let mut arguments = operands(noise.dimensions().into());
    if let Reference::ValueElias(noise) = noise {
        arguments.extend(noise.primes().map(Passed::Uint));
    }
    Call { function: reference::reference(noise, tier, index), arguments }
}

/// The arguments of functions on a lattice: coordinates, the periods of the octave if it has some, and the seed.
fn on_lattice(noise: Noise) -> Vec<Passed> {
    let dimensions = usize::from(noise.dimensions());
    let periods = noise.periods().into_iter().flat_map(|periods| periods.into_iter().take(dimensions));
    // The frequency follows the coordinates.
    let periods = periods.map(|period| Passed::OctavePeriod(period, dimensions));
    operands(dimensions).into_iter().chain(periods).chain([Passed::Uint(noise.seed())]).collect()
}
