//! The steps that the operations of a program are, in no order yet.

use std::collections::HashMap;
use std::sync::LazyLock;

use travertine::Texture;
use travertine_noise::Interval;
use travertine_program::{Bound, Curve, Operation, Program, Value};

use crate::arithmetic::Arithmetic;
use crate::curve;
use crate::error::{Error, refusal};
use crate::expression::Expression;
use crate::form::{Form, form};
use crate::generated::Call;
use crate::library::Library;
use crate::reading::Reading;
use crate::sampling;
use crate::step::{StepKind, data};
use crate::textures::{Plane, SampleTexture, Textures};
use crate::tier::Tier;

/// The index in [`Steps::kinds`] of the arithmetic that one kernel does.
pub(crate) const ARITHMETIC: usize = 0;

/// The step of an operation.
pub(crate) struct Step {
    /// Index of its kind.
    pub kind: usize,
    /// Index of the texture that it reads.
    pub texture: Option<usize>,
    /// The words of its data, in the order of the parameters of its kind.
    pub data: Vec<u32>,
}

/// The steps of a program.
pub(crate) struct Steps {
    /// The kinds of steps. The first is arithmetic, even if there is none.
    pub kinds: Vec<StepKind>,
    /// The step of each operation; `None` for constants, slots and coordinates.
    pub steps: Vec<Option<Step>>,
    /// The tables of curves, to which data refers.
    pub table: Vec<u32>,
    pub textures: Vec<SampleTexture>,
}

/// The arithmetic that one kernel does: what needs no integers in double precision, whose long code would slow it down.
static QUICK: LazyLock<Quick> = LazyLock::new(Quick::new);

struct Quick {
    kind: StepKind,
    codes: HashMap<Arithmetic, u32>,
}

impl Quick {
    fn new() -> Quick {
        let is_quick = |(_, expression): &(Arithmetic, Expression)| {
            let called = Library::of(Tier::Exact).called_by([expression.text.as_str()].into_iter());
            !called.iter().any(|text| text.contains("double_"))
        };
        let all = Arithmetic::all().map(|arithmetic| (arithmetic, expression(arithmetic)));
        let (operations, expressions): (Vec<Arithmetic>, Vec<Expression>) = all.filter(is_quick).unzip();
        Quick { kind: StepKind::arithmetic(&expressions), codes: operations.into_iter().zip(0..).collect() }
    }
}

/// The code of arithmetic that copies its operand.
pub(crate) const COPY: u32 = u32::MAX;

/// Arithmetic on operands named a, b and c.
fn expression(arithmetic: Arithmetic) -> Expression {
    let names = ["a", "b", "c"].map(Expression::atom);
    let operands: Vec<&Expression> = names.iter().take(arithmetic.operands()).collect();
    arithmetic.expression(&operands, &[Interval::EVERYTHING; 3], Tier::Exact)
}

impl Steps {
    /// The steps of a program of these outputs of a texture.
    pub fn new(texture: &Texture, outputs: &str, program: &Program, bound: &Bound) -> Result<Steps, Error> {
        let mut steps = Steps {
            kinds: vec![QUICK.kind.clone()],
            steps: Vec::with_capacity(program.operations().len()),
            table: Vec::new(),
            textures: Vec::new(),
        };
        let mut known = HashMap::from([(QUICK.kind.clone(), ARITHMETIC)]);
        let mut curves = HashMap::new();
        let mut textures = Textures::default();
        for (operation, origin) in program.operations().iter().zip(program.origins()) {
            let form = form(program, bound, *operation, Tier::Exact, 0);
            let form = form.map_err(|reason| refusal(texture, *origin, outputs, reason, ""))?;
            let (kind, texture, data) = match (form, Arithmetic::of(operation)) {
                (None, Some(arithmetic)) => match QUICK.codes.get(&arithmetic) {
                    Some(code) => {
                        steps.steps.push(Some(Step { kind: ARITHMETIC, texture: None, data: vec![*code] }));
                        continue;
                    }
                    None => (StepKind::expression(&expression(arithmetic), arithmetic.operands()), None, Vec::new()),
                },
                (None, None) => {
                    steps.steps.push(None);
                    continue;
                }
                (Some(Form::Call(call)), _) => called(&call, operation.operands(), None),
                (Some(Form::Curve(curve)), _) => {
                    let Operation::Function(id, _) = operation else { continue };
                    let place = curves.entry(id.index()).or_insert_with(|| steps.place_curve(curve));
                    (StepKind::curve(curve), None, place.to_vec())
                }
                (Some(Form::Samples { reading, .. }), _) => {
                    let Reading { source, size, .. } = &reading;
                    let plane = Plane { source: source.clone(), about: String::new() };
                    let (index, channel) = textures.place(plane, *size, "samples");
                    called(&sampling::call(&reading, channel, Tier::Exact), operation.operands(), Some(index))
                }
            };
            let next = steps.kinds.len();
            let index = *known.entry(kind).or_insert_with_key(|kind| {
                steps.kinds.push(kind.clone());
                next
            });
            steps.steps.push(Some(Step { kind: index, texture, data }));
        }
        steps.textures = textures.list;
        Ok(steps)
    }

    /// Adds the table of a curve, and returns where it is and the number of its pieces.
    fn place_curve(&mut self, curve: &Curve) -> [u32; 2] {
        let first = self.table.len() as u32;
        self.table.extend(curve::table(curve).flatten().map(f32::to_bits));
        [first, curve.points.len() as u32]
    }
}

/// The kind, texture and data of a call.
fn called(call: &Call, operands: &[Value], texture: Option<usize>) -> (StepKind, Option<usize>, Vec<u32>) {
    (StepKind::call(call, operands.len()), texture, data(call))
}
