//! The form that noises, curves and samples have in shaders.

use travertine_program::{Bound, Curve, Function, Operation, Program};

use crate::generated::Call;
use crate::noise;
use crate::reading::Reading;
use crate::tier::Tier;

/// What an operation that is not arithmetic is in shaders.
pub(crate) enum Form<'p> {
    /// A call of a generated function.
    Call(Call),
    /// A curve of its operand.
    Curve(&'p Curve),
    /// Samples at the place that its first two operands are. Without textures it is refused, for a reason.
    Samples { reading: Reading, refusal: &'static str },
}

/// The form of an operation; `None` for arithmetic and what has no operands. `index` distinguishes functions with
/// different tables.
///
/// # Errors
///
/// A clause that says why it has none.
pub(crate) fn form<'p>(
    program: &'p Program,
    bound: &Bound,
    operation: Operation,
    tier: Tier,
    index: usize,
) -> Result<Option<Form<'p>>, &'static str> {
    Ok(Some(match operation {
        Operation::Constant(_)
        | Operation::Parameter(_)
        | Operation::Coordinate(_)
        | Operation::Unary(..)
        | Operation::Binary(..)
        | Operation::Ternary(..) => return Ok(None),
        Operation::Noise(noise, _) => Form::Call(noise::lattice(noise)),
        Operation::Basis(function, _) => {
            Form::Call(noise::basis(function, tier).ok_or("it is a search that only CPUs perform")?)
        }
        Operation::Function(id, _) => match &program.functions()[id.index()] {
            Function::Curve(curve) => Form::Curve(curve),
            Function::Reference(reference) => Form::Call(noise::reference(reference, tier, index)),
            Function::Image(image) => Form::Samples {
                reading: Reading::of_image(image).ok_or("it reads smaller levels of a picture, for a footprint")?,
                refusal: "it reads a file of samples",
            },
            Function::Volume(_) => return Err("it reads a volume"),
            Function::Lettering(_) => return Err("it has the outlines of a font"),
        },
        Operation::Raster(id, _) => Form::Samples {
            reading: Reading::of_raster(program, bound, id),
            refusal: "it is computed over a whole grid",
        },
    }))
}
