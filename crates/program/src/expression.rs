//! Expressions: values of a program under construction, written as formulas.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use travertine_lettering::LetteringFunction;
use travertine_noise::Noise;
use travertine_noise::reference::Reference;
use travertine_raster::Grid;
use travertine_raster::pass::Pass;

use crate::axes::Axis;
use crate::basis::BasisFunction;
use crate::builder::Builder;
use crate::curve::Curve;
use crate::function::Function;
use crate::image::{ImageFunction, VolumeFunction};
use crate::lattice;
use crate::operation::{Operation, RasterId, Value};
use crate::operations::{Binary, Ternary, Unary};
use crate::program::Slot;

/// A value of a [`Builder`]. Operators and functions append operations to the builder.
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
    /// The value of the expression.
    pub fn value(self) -> Value {
        self.value
    }

    /// The builder of the expression.
    pub fn builder(self) -> &'a Builder {
        self.builder
    }

    /// The constant that the expression equals, if it is known. Parameters are not constants.
    pub fn constant_value(self) -> Option<f32> {
        self.builder.constant_value(self.value)
    }

    /// Whether it is known to be this number everywhere; parameters are not.
    pub fn is_constant(self, number: f32) -> bool {
        self.builder.is_constant(self.value, number)
    }

    functions! {
        /// Absolute value; never negative.
        abs = Absolute;
        /// 1 for positive values, -1 for negative ones, 0 for 0.
        sign = Sign;
        /// Square root; 0 for negative values.
        sqrt = SquareRoot;
        /// Greatest integer that is not greater than the value.
        floor = Floor;
        /// Least integer that is not less than the value.
        ceil = Ceiling;
        /// Nearest integer, halves away from zero.
        round = Round;
        /// The value minus its floor.
        fract = Fract;
        /// The value clamped to 0..1.
        clamp01 = Clamp;
        /// The value clamped to 0..1, then eased: `3t² - 2t³`.
        smoothstep = Smoothstep;
        /// Sine of an angle in radians.
        sin = Sine;
        /// Cosine of an angle in radians.
        cos = Cosine;
        /// Tangent of an angle in radians.
        tan = Tangent;
        /// Arcsine in radians, of the value clamped to -1..1.
        asin = Arcsine;
        /// Arccosine in radians, of the value clamped to -1..1.
        acos = Arccosine;
        /// Arctangent in radians, between -pi/2 and pi/2.
        atan = Arctangent;
        /// e to the power of the value.
        exp = Exponential;
        /// 2 to the power of the value.
        exp2 = Exponential2;
        /// Natural logarithm. For values of 0 or less, that of the smallest positive float.
        ln = Logarithm;
        /// Logarithm to base 2. For values of 0 or less, -149, that of the smallest positive float.
        log2 = Logarithm2;
        /// Decodes sRGB to linear light.
        srgb_to_linear = SrgbToLinear;
        /// Encodes linear light as sRGB.
        linear_to_srgb = LinearToSrgb;
    }

    /// Minimum of two values.
    pub fn min(self, other: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Minimum, other)
    }

    /// Maximum of two values.
    pub fn max(self, other: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Maximum, other)
    }

    /// The value to the power of `exponent`.
    pub fn pow(self, exponent: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Power, exponent)
    }

    /// `self - divisor * floor(self / divisor)`; 0 for divisor 0.
    pub fn modulo(self, divisor: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Modulo, divisor)
    }

    /// Angle of the point (x, self) in radians, from -pi to pi.
    pub fn atan2(self, x: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Arctangent2, x)
    }

    /// 1 where the value is less than `other`, else 0.
    pub fn less(self, other: impl Operand<'a>) -> Expr<'a> {
        self.binary(Binary::Less, other)
    }

    /// Linear interpolation from the value at `t` = 0 to `other` at 1, exact at both.
    pub fn mix(self, other: impl Operand<'a>, t: impl Operand<'a>) -> Expr<'a> {
        let operands = [self, other.on(self.builder), t.on(self.builder)].map(Expr::value);
        self.builder.append(Operation::Ternary(Ternary::Mix, operands))
    }

    /// `yes` where the value is positive, else `no`.
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
    /// An expression of a constant.
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

    /// A slot in place of a constant that is `number` at present: a *variable*. Folding leaves it alone; what lowering
    /// decides by its number becomes one of the [conditions](Builder::conditions).
    pub fn variable(&self, slot: Slot, number: f32) -> Expr<'_> {
        let variable = self.parameter(slot);
        self.note_present(variable.value, number);
        variable
    }

    /// A curve at an argument.
    pub fn curve<'a>(&'a self, curve: &Curve, argument: Expr<'a>) -> Expr<'a> {
        self.function(Function::Curve(curve.clone()), [argument; 4])
    }

    /// A published noise at a position x, y, z.
    pub fn reference<'a>(&'a self, noise: Reference, [x, y, z]: [Expr<'a>; 3]) -> Expr<'a> {
        self.function(Function::Reference(noise), [x, y, z, x])
    }

    /// A channel of a picture at a place (u, v), with the distance between neighboring samples in texels if the
    /// function has a footprint.
    pub fn image<'a>(&'a self, image: ImageFunction, [u, v, footprint]: [Expr<'a>; 3]) -> Expr<'a> {
        self.function(Function::Image(image), [u, v, footprint, u])
    }

    /// A channel of a volume at a place (u, v, w), with the distance between neighboring samples in texels if the
    /// function has a footprint.
    pub fn volume<'a>(&'a self, volume: VolumeFunction, operands: [Expr<'a>; 4]) -> Expr<'a> {
        self.function(Function::Volume(volume), operands)
    }

    /// An output of a text at a point x, y, in the height of its capital letters.
    pub fn lettering<'a>(&'a self, lettering: LetteringFunction, [x, y]: [Expr<'a>; 2]) -> Expr<'a> {
        self.function(Function::Lettering(lettering), [x, y, x, x])
    }

    fn function<'a>(&'a self, function: Function, operands: [Expr<'a>; Function::MOST_OPERANDS]) -> Expr<'a> {
        let id = self.function_id(function);
        let mut operands = operands.map(Expr::value);
        // Unread operands repeat the first one, so that equal operations compare equal.
        let first = operands[0];
        operands[id.operands()..].fill(first);
        self.append(Operation::Function(id, operands))
    }

    /// Lattice noise at a position x, y, z, time. If it has periods, `frequency` is that of the octave.
    pub fn noise<'a>(&'a self, noise: Noise, position: [Expr<'a>; 4], frequency: Expr<'a>) -> Expr<'a> {
        self.append(Operation::Noise(
            noise,
            operands(position, noise.dimensions().into(), &[frequency], lattice::operands(noise)),
        ))
    }

    /// A basis function at a position x, y, z, time, with its controls.
    pub fn basis<'a>(&'a self, function: BasisFunction, position: [Expr<'a>; 4], controls: &[Expr<'a>]) -> Expr<'a> {
        self.append(Operation::Basis(
            function,
            operands(position, function.dimensions(), controls, function.operands()),
        ))
    }

    /// The value of a definition, found by a basis function that gives the same bits faster. Derivatives are those of
    /// the definition, and programs [in full](crate::Program::in_full) compute it.
    pub fn found_by<'a>(
        &'a self,
        definition: Expr<'a>,
        function: BasisFunction,
        position: [Expr<'a>; 4],
        controls: &[Expr<'a>],
    ) -> Expr<'a> {
        let found = self.basis(function, position, controls);
        self.define(found.value(), definition.value());
        found
    }

    /// The channels of a pass over a grid, sampled at x and y.
    ///
    /// The planes are the pass's inputs. In them, the coordinates x and y are those of the grid's samples.
    ///
    /// # Panics
    ///
    /// If the number of planes is not [`Pass::planes`].
    pub fn raster<'a>(
        &'a self,
        grid: Grid,
        pass: impl Into<Pass>,
        planes: &[Expr<'a>],
        [x, y]: [Expr<'a>; 2],
    ) -> Vec<Expr<'a>> {
        let pass = pass.into();
        assert_eq!(planes.len(), pass.planes(), "one plane for each input of the pass");
        let planes = planes.iter().map(|plane| plane.value()).collect();
        let index = self.raster_index(grid, pass, planes);
        (0..pass.channels())
            .map(|channel| {
                let id = RasterId { index, channel: channel as u8, orders: [0; 2] };
                self.append(Operation::Raster(id, [x.value(), y.value()]))
            })
            .collect()
    }

    /// The expression of a value.
    pub fn expression(&self, value: Value) -> Expr<'_> {
        Expr { builder: self, value }
    }

    pub(crate) fn append(&self, operation: Operation) -> Expr<'_> {
        self.expression(self.push(operation))
    }
}

/// The first coordinates, then the controls, `count` in all. The remaining operands repeat the first coordinate.
fn operands<const N: usize>(position: [Expr; 4], dimensions: usize, controls: &[Expr], count: usize) -> [Value; N] {
    let mut operands = [position[0].value(); N];
    for (operand, used) in operands.iter_mut().zip(position[..dimensions].iter().chain(controls)).take(count) {
        *operand = used.value();
    }
    operands
}

/// An operand of a formula: an [`Expr`] or a number.
pub trait Operand<'a> {
    /// The operand as an expression of a builder.
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
