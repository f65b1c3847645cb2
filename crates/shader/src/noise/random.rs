//! Random numbers by cell or position.

use travertine_noise::{Grain, Random};

use super::coordinates::{AXES, coordinates};
use crate::code::Code;
use crate::generated::Generated;

pub(super) fn random(random: Random) -> Generated {
    let axes = &AXES[..random.dimensions().into()];
    let (kind, key, about) = match random.grain() {
        Grain::Cell => ("cell", "cell_index", "A random number from 0 to 1 for each lattice cell."),
        Grain::Position => ("position", "position_key", "A random number from 0 to 1 for each position."),
    };
    let name = format!("random_by_{kind}_{}d", axes.len());
    let mut code = Code::default();
    code.comment(about);
    code.open(format_args!("fn {name}({}, seed: u32) -> f32", coordinates(axes).join(", ")));
    let mut state = String::from("hash_start(seed)");
    for axis in axes[1..].iter().rev() {
        state = format!("hash_next({state}, {key}({axis}))");
    }
    code.line(format_args!("return hash_to_unit(hash_end({state}, {key}(x)));"));
    code.close();
    Generated { name, text: code.finish() }
}
