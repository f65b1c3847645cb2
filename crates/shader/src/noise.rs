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

use crate::generated::Call;
use crate::tier::Tier;

/// The call of lattice noise. Operands are the coordinates, then the frequency of the octave if it has periods.
pub(crate) fn lattice(noise: Noise) -> Call {
    Call { function: lattice::noise(noise), arguments: vec![seed(noise.seed())] }
}

/// The call of a basis function; `None` for those that programs in full do not have.
pub(crate) fn basis(function: BasisFunction, tier: Tier) -> Option<Call> {
    Some(match function {
        BasisFunction::Random(random) => {
            Call { function: random::random(random), arguments: vec![seed(random.seed())] }
        }
        BasisFunction::Simplex(simplex) => {
            Call { function: simplex::noise(simplex, tier), arguments: vec![seed(simplex.seed())] }
        }
        BasisFunction::Slope(slope) => {
            Call { function: lattice::slope(slope), arguments: vec![seed(slope.noise().seed())] }
        }
        BasisFunction::SimplexSlope(slope) => {
            Call { function: simplex::slope(slope, tier), arguments: vec![seed(slope.noise().seed())] }
        }
        BasisFunction::Cellular(cellular) => {
            let mut arguments = periods(cellular.periods(), cellular.dimensions());
            arguments.push(seed(cellular.seed()));
            Call { function: cellular::cellular(cellular, tier), arguments }
        }
        BasisFunction::Gabor(gabor) => {
            let mut arguments = periods(gabor.periods(), gabor.dimensions());
            arguments.push(seed(gabor.seed()));
            Call { function: gabor::gabor(gabor), arguments }
        }
        BasisFunction::GaborSlope(slope) => {
            let noise = slope.noise();
            let mut arguments = periods(noise.periods(), noise.dimensions());
            arguments.push(seed(noise.seed()));
            Call { function: gabor::slope(slope), arguments }
        }
        BasisFunction::Dots(dots) => {
            let mut arguments = periods(dots.periods(), dots.dimensions());
            arguments.push(seed(dots.seed()));
            Call { function: cellular::dots(dots), arguments }
        }
        BasisFunction::Strokes(_) => return None,
    })
}

/// The call of a published noise. `name` distinguishes noises with different tables.
pub(crate) fn reference(noise: &Reference, tier: Tier, index: usize) -> Call {
    let arguments = match noise {
        Reference::ValueElias(noise) => noise.primes().map(|prime| format!("{prime}u")).to_vec(),
        _ => Vec::new(),
    };
    Call { function: reference::reference(noise, tier, index), arguments }
}

fn seed(seed: u32) -> String {
    format!("{seed}u")
}

/// The periods of the axes as arguments; `None` if the noise does not repeat.
fn periods(periods: Option<[u32; 4]>, dimensions: u8) -> Vec<String> {
    let periods = periods.into_iter().flat_map(|periods| periods.into_iter().take(dimensions.into()));
    periods.map(|period| period.to_string()).collect()
}
