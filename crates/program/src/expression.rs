//! Expressions: values of a program under construction, written as formulas.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use travertine_noise::Noise;
use travertine_noise::reference::Reference;

use crate::axes::Axis;
use crate::basis::BasisFunction;
use crate::builder::Builder;
use crate::curve::Curve;
use crate::function::Function;
use crate::lattice;
use crate::operation::{Operation, RasterId, Value};
use crate::operations::{Binary, Ternary, Unary};
use crate::program::Slot;
use crate::raster::Grid;
use crate::raster::pass::Pass;

/// A value of a [`Builder`]; the usual operators and functions append operations to it.
#[derive(Clone, Copy)]
pub struct Expr<'a> {
    builder: &'a Builder,
    value: Value,
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $operation:ident;)+) => {
        $($(#[$doc])* pub fn $name(self) -> Expr<'a> { self.unary(Unary::$operation) })+
    };
}

impl<'a> Expr<'a> {
    /// The value that it stands for.
    pub fn value(self) -> Value {
        self.value
    }

    /// The builder that it belongs to.
    pub fn builder(self) -> &'a Builder {
        self.builder
    }

    /// The number that it is everywhere, if that is known already; parameters are not.
    pub fn constant_value(self) -> Option<f32> {
        self.builder.constant_value(self.value)
    }

    functions! {
        /// The value without its sign.
        abs = Absolute;
        /// 1 above zero, -1 below, 0 at zero.
        sign = Sign;
        /// The square root; 0 for negative values.
        sqrt = SquareRoot;
        /// The greatest integer that is not above.
        floor = Floor;
        /// The least integer that is not below.
        ceil = Ceiling;
        /// The nearest integer, halves away from zero.
        round = Round;
        /// What is above the floor.
        fract = Fract;
        /// Limited to 0..1.
        clamp01 = Clamp;
        /// Limited to 0..1, then eased: `3t² - 2t³`.
        smoothstep = Smoothstep;
        /// The sine of an angle in radians.
        sin = Sine;
        /// The cosine of an angle in radians.
        cos = Cosine;
        /// The tangent of an angle in radians.
        tan = Tangent;
        /// The angle whose sine it is.
        asin = Arcsine;
        /// The angle whose cosine it is.
        acos = Arccosine;
        /// The angle whose tangent it is.
        atan = Arctangent;
        /// e to this power.
        exp = Exponential;
        /// 2 to this power.
        exp2 = Exponential2;
        /// The natural logarithm.
        ln = Logarithm;
        /// The logarithm to base 2.
        log2 = Logarithm2;
        /// From the sRGB curve to linear light.
        srgb_to_linear = SrgbToLinear;
        /// From linear light to the sRGB curve.
        linear_to_srgb = LinearToSrgb;
    }

    /// The smaller one.
    pub fn min(self, other: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Minimum, other)
    }

    /// The greater one.
    pub fn max(self, other: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Maximum, other)
    }

    /// To the power of `exponent`.
    pub fn pow(self, exponent: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Power, exponent)
    }

    /// What is left after whole multiples of `divisor`; 0 for divisor 0.
    pub fn modulo(self, divisor: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Modulo, divisor)
    }

    /// The angle of the point (x, self) in radians.
    pub fn atan2(self, x: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Arctangent2, x)
    }

    /// 1 where it is below `other`, else 0.
    pub fn less(self, other: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Less, other)
    }

    /// From itself at `t` = 0 to `other` at 1, exact at both.
    pub fn mix(self, other: impl Operand<'a>, t: impl Operand<'a>) -> Expr<'a> {
        let operands = [self, other.on(self.builder), t.on(self.builder)].map(Expr::value);
        self.builder.append(Operation::Ternary(Ternary::Mix, operands))
    }

    /// `yes` where it is above 0, else `no`.
    pub fn select(self, yes: impl Operand<'a>, no: impl Operand<'a>) -> Expr<'a> {
        let operands = [self, yes.on(self.builder), no.on(self.builder)].map(Expr::value);
        self.builder.append(Operation::Ternary(Ternary::Select, operands))
    }

    fn unary(self, operation: Unary) -> Expr<'a> {
        self.builder.append(Operation::Unary(operation, [self.value]))
    }

    fn binary(self, operation: Binary, other: impl Operand<'a>) -> Expr<'a> {
        let other = other.on(self.builder);
        self.builder.append(Operation::Binary(operation, [self.value, other.value]))
    }
}

impl Builder {
    /// A number.
    pub fn constant(&self, value: f32) -> Expr<'_> {
        self.append(Operation::Constant(value))
    }

    /// A coordinate of the position.
    pub fn coordinate(&self, axis: Axis) -> Expr<'_> {
        self.append(Operation::Coordinate(axis))
    }

    /// A component of a graph parameter.
    pub fn parameter(&self, slot: Slot) -> Expr<'_> {
        self.append(Operation::Parameter(self.slot(slot)))
    }

    /// A curve at an argument.
    pub fn curve<'a>(&'a self, curve: &Curve, argument: Expr<'a>) -> Expr<'a> {
        self.function(Function::Curve(curve.clone()), [argument; 3])
    }

    /// One of the published noises at a position x, y, z.
    pub fn reference<'a>(&'a self, noise: Reference, position: [Expr<'a>; 3]) -> Expr<'a> {
        self.function(Function::Reference(noise), position)
    }

    fn function<'a>(&'a self, function: Function, operands: [Expr<'a>; 3]) -> Expr<'a> {
        let id = self.function_id(function);
        let mut operands = operands.map(Expr::value);
        // Operands beyond those that count must not tell two equal operations apart.
        let first = operands[0];
        operands[id.operands()..].fill(first);
        self.append(Operation::Function(id, operands))
    }

    /// Noise at a position x, y, z, time. One with periods is that for an octave of this frequency.
    pub fn noise<'a>(&'a self, noise: Noise, position: [Expr<'a>; 4], frequency: Expr<'a>) -> Expr<'a> {
        self.append(Operation::Noise(
            noise,
            operands(position, noise.dimensions().into(), &[frequency], lattice::operands(noise)),
        ))
    }

    /// A basis function at a position x, y, z, time, with the numbers that control it.
    pub fn basis<'a>(
        &'a self,
        function: BasisFunction,
        position: [Expr<'a>; 4],
        controls: &[Expr<'a>],
    ) -> Expr<'a> {
        self.append(Operation::Basis(
            function,
            operands(position, function.dimensions(), controls, function.operands()),
        ))
    }

    /// The channels that a pass leaves on a grid, at a place x, y.
    ///
    /// The planes are what the pass takes, as values of the coordinates x and y: these stand for the samples of the grid
    /// there.
    ///
    /// # Panics
    ///
    /// If the pass takes another number of planes.
    pub fn raster<'a>(
        &'a self,
        grid: Grid,
        pass: Pass,
        planes: &[Expr<'a>],
        [x, y]: [Expr<'a>; 2],
    ) -> Vec<Expr<'a>> {
        assert_eq!(planes.len(), pass.planes(), "a plane for each that the pass takes");
        let planes = planes.iter().map(|plane| plane.value()).collect();
        let index = self.raster_index(grid, pass, planes);
        (0..pass.channels())
            .map(|channel| {
                let id = RasterId { index, channel: channel as u8 };
                self.append(Operation::Raster(id, [x.value(), y.value()]))
            })
            .collect()
    }

    /// A value as an expression.
    pub fn expression(&self, value: Value) -> Expr<'_> {
        Expr { builder: self, value }
    }

    fn append(&self, operation: Operation) -> Expr<'_> {
        self.expression(self.push(operation))
    }
}

/// The coordinates that count, then the controls; so many in all, and the first one in the places that are left.
fn operands<const N: usize>(
    position: [Expr; 4],
    dimensions: usize,
    controls: &[Expr],
    count: usize,
) -> [Value; N] {
    let mut operands = [position[0].value(); N];
    for (operand, used) in operands.iter_mut().zip(position[..dimensions].iter().chain(controls)).take(count)
    {
        *operand = used.value();
    }
    operands
}

/// What a formula may combine with an [`Expr`]: another one, or a number.
pub trait Operand<'a> {
    /// As an expression of that builder.
    fn on(self, builder: &'a Builder) -> Expr<'a>;
}

impl<'a> Operand<'a> for Expr<'a> {
    fn on(self, _: &'a Builder) -> Expr<'a> {
        self
    }
}

impl<'a> Operand<'a> for f32 {
    fn on(self, builder: &'a Builder) -> Expr<'a> {
        builder.constant(self)
    }
}

macro_rules! operators {
    ($($trait:ident::$method:ident = $operation:ident;)+) => {
        $(
            impl<'a, T: Operand<'a>> $trait<T> for Expr<'a> {
                type Output = Expr<'a>;

                fn $method(self, other: T) -> Expr<'a> {
                    self.binary(Binary::$operation, other)
                }
            }

            impl<'a> $trait<Expr<'a>> for f32 {
                type Output = Expr<'a>;

                fn $method(self, other: Expr<'a>) -> Expr<'a> {
                    self.on(other.builder).binary(Binary::$operation, other)
                }
            }
        )+
    };
}

operators! {
    Add::add = Add;
    Sub::sub = Subtract;
    Mul::mul = Multiply;
    Div::div = Divide;
}

impl<'a> Neg for Expr<'a> {
    type Output = Expr<'a>;

    fn neg(self) -> Expr<'a> {
        self.unary(Unary::Negate)
    }
}
