//! Programs with the derivatives of their outputs.

use crate::axes::Axis;
use crate::builder::{Builder, TooLarge};
use crate::function::FunctionId;
use crate::operation::{Operation, RasterId, Value};
use crate::program::{Program, Slot};
use crate::types::Type;

/// What a program is differentiated by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// A coordinate of the site.
    Coordinate(Axis),
    /// A component of a parameter.
    Slot(Slot),
}

impl Program {
    /// A program that also computes derivatives of the outputs: after each output comes one of the same type for each
    /// variable, under the name of the output, a point, and the name that is given with the variable.
    ///
    /// The derivatives are those of [`Builder::derivative`]; a parameter that decides about the planes of a raster has
    /// none through it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the program exceeds the limits of [`Builder`].
    pub fn with_derivatives(&self, by: &[(String, Variable)]) -> Result<Program, TooLarge> {
        let (builder, program) = (Builder::new(), self.in_full());
        let values = builder.import_whole(program);
        let mut outputs: Vec<(String, Type, Vec<Value>)> = Vec::new();
        for output in &program.outputs {
            let own: Vec<Value> = output.values.iter().map(|value| values[value.index()]).collect();
            outputs.push((output.name.clone(), output.value_type, own.clone()));
            for (name, variable) in by {
                let variable = match variable {
                    Variable::Coordinate(axis) => Some(builder.coordinate(*axis)),
                    Variable::Slot(slot) => program.slots.contains(slot).then(|| builder.parameter(*slot)),
                };
                let slope = |value: &Value| {
                    let slope = variable.and_then(|by| builder.derivative(builder.expression(*value), by));
                    slope.unwrap_or_else(|| builder.constant(0.0)).value()
                };
                outputs.push((format!("{}.{name}", output.name), output.value_type, own.iter().map(slope).collect()));
            }
        }
        builder.finish(&outputs)
    }

    /// A program of other outputs, each of values of this one under a name.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the program exceeds the limits of [`Builder`].
    pub fn with_outputs(&self, outputs: &[(String, Type, Vec<Value>)]) -> Result<Program, TooLarge> {
        let builder = Builder::new();
        let values = builder.import_whole(self);
        let imported = outputs.iter().map(|(name, value_type, parts)| {
            (name.clone(), *value_type, parts.iter().map(|value| values[value.index()]).collect())
        });
        builder.finish(&imported.collect::<Vec<_>>())
    }
}

impl Builder {
    /// The values of a program's operations, with its rasters and slots.
    fn import_whole(&self, program: &Program) -> Vec<Value> {
        // The slots keep their order, so that the same floats are bound to both programs.
        for slot in &program.slots {
            self.slot(*slot);
        }
        let mut rasters = Vec::new();
        for source in &program.rasters {
            let values = self.import(&source.planes, &rasters);
            let outputs = source.planes.outputs.iter().flat_map(|output| &output.values);
            let planes = outputs.map(|value| values[value.index()]).collect();
            rasters.push(self.raster_index(source.grid, source.pass, planes));
        }
        self.import(program, &rasters)
    }

    /// The values of a program's operations, given the indices of its rasters here.
    fn import(&self, program: &Program, rasters: &[u32]) -> Vec<Value> {
        let functions = program.functions.iter().map(|function| self.function_id(function.clone()));
        let functions: Vec<FunctionId> = functions.collect();
        let mut values: Vec<Value> = Vec::with_capacity(program.operations.len());
        for (operation, origin) in program.operations.iter().zip(&program.origins) {
            self.set_origin_of(*origin);
            let operation = operation.map_operands(|operand| values[operand.index()]);
            values.push(self.push(match operation {
                Operation::Parameter(slot) => Operation::Parameter(self.slot(program.slots[slot as usize])),
                Operation::Function(id, operands) => Operation::Function(functions[id.index()], operands),
                Operation::Raster(id, at) => Operation::Raster(RasterId { index: rasters[id.index()], ..id }, at),
                operation => operation,
            }));
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use travertine_raster::pass::Smooth;
    use travertine_raster::{Edge, Grid, Sampling};

    use super::*;
    use crate::bound::Bound;

    #[test]
    fn outputs_stay_and_are_followed_by_their_derivatives() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let slot = Slot { parameter: 2, component: 1 };
        let scale = builder.parameter(slot);
        let value = (x * y * scale).value();
        let outputs = [
            ("product".to_owned(), Type::Float, vec![value]),
            ("place".to_owned(), Type::Vector, vec![x.value(), y.value(), value]),
        ];
        let program = builder.finish(&outputs).unwrap();
        let by = [("dy", Variable::Coordinate(Axis::Y)), ("scale", Variable::Slot(slot))];
        let by = by.map(|(name, variable)| (name.to_owned(), variable));
        let derived = program.with_derivatives(&by).unwrap();
        let names: Vec<&str> = derived.outputs().iter().map(|output| output.name.as_str()).collect();
        assert_eq!(names, ["product", "product.dy", "product.scale", "place", "place.dy", "place.scale"]);
        assert_eq!(derived.slots(), program.slots());
        let bound = Bound::from(vec![0.5]);
        let found = derived.sample(&bound, [3.0, 4.0, 0.0, 0.0]);
        assert_eq!(found, [6.0, 1.5, 12.0, 3.0, 4.0, 6.0, 0.0, 1.0, 1.5, 0.0, 0.0, 12.0]);
        assert_eq!(found[0], program.sample(&bound, [3.0, 4.0, 0.0, 0.0])[0]);
    }

    #[test]
    fn rasters_are_those_of_the_program() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let grid = Grid { resolution: 16, across: 1, down: 1, edge: Edge::Repeat, sampling: Sampling::Linear };
        let smooth = builder.raster(grid, Smooth { iterations: 2 }, &[(x * 6.0).sin()], [x, y])[0];
        let program = builder.finish(&[("height".to_owned(), Type::Float, vec![smooth.value()])]).unwrap();
        let derived = program.with_derivatives(&[("dx".to_owned(), Variable::Coordinate(Axis::X))]).unwrap();
        let bound = Bound::default();
        assert_eq!(derived.raster_keys(&bound), program.raster_keys(&bound));
        let height = |x: f32| program.sample(&bound, [x, 0.5, 0.0, 0.0])[0];
        let [value, slope] = derived.sample(&bound, [0.36, 0.5, 0.0, 0.0])[..] else { panic!("two floats") };
        assert_eq!(value, height(0.36));
        // Within a sample.
        let expected = (height(0.36 + 1.0 / 256.0) - height(0.36 - 1.0 / 256.0)) * 128.0;
        assert!((slope - expected).abs() < 1e-3 * expected.abs(), "{slope}, {expected}");
    }
}
