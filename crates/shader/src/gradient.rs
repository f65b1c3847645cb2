//! The programs of an output's derivatives.

use travertine_program::{Axis, Program, TooLarge, Type, Value, Variable};

/// For a program of one output, programs of its derivatives along x, y and z, with the endings of their functions'
/// names: one of a vector for a float, and three for a vector or a color.
pub(crate) fn gradients(program: &Program) -> Result<Vec<(&'static str, Program)>, TooLarge> {
    let along = [("dx", Axis::X), ("dy", Axis::Y), ("dz", Axis::Z)];
    let by = along.map(|(name, axis)| (name.to_owned(), Variable::Coordinate(axis)));
    let derived = program.with_derivatives(&by)?;
    // The first output is the value itself.
    let [own, derivatives @ ..] = derived.outputs() else { return Ok(Vec::new()) };
    if own.value_type == Type::Float {
        let values: Vec<Value> = derivatives.iter().flat_map(|output| output.values.clone()).collect();
        let gradient = (format!("{}.gradient", own.name), Type::Vector, values);
        return Ok(vec![("gradient", derived.with_outputs(&[gradient])?)]);
    }
    let single = derivatives.iter().zip(along).map(|(output, (ending, _))| {
        let output = (output.name.clone(), output.value_type, output.values.clone());
        Ok((ending, derived.with_outputs(&[output])?))
    });
    single.collect()
}
