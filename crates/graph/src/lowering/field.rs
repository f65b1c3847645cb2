//! Fields at positions: the values that nodes compute with.

use travertine_program::{Expr, LUMINANCE, Type, Value};

/// A position at which a node is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// To the right, in graph units.
    pub x: Expr<'a>,
    /// Down, in graph units.
    pub y: Expr<'a>,
    /// Away from the viewer, in graph units.
    pub z: Expr<'a>,
    /// Time, in units of the graph.
    pub time: Expr<'a>,
    /// Distance between neighboring samples in units of this position's coordinates, along the direction where it is
    /// greatest; `None` if detail does not depend on it.
    pub footprint: Option<Expr<'a>>,
}

/// Identity of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PositionKey {
    pub coordinates: [Value; 4],
    pub footprint: Option<Value>,
}

impl<'a> Position<'a> {
    /// x, y and z.
    pub fn vector(self) -> [Expr<'a>; 3] {
        [self.x, self.y, self.z]
    }

    /// Another position at the same time, with the same footprint.
    pub fn at(self, [x, y, z]: [Expr<'a>; 3]) -> Position<'a> {
        Position { x, y, z, ..self }
    }

    /// The position with its footprint multiplied by a factor.
    pub fn spread(self, factor: Expr<'a>) -> Position<'a> {
        Position { footprint: self.footprint.map(|footprint| footprint * factor.abs()), ..self }
    }

    /// The position without a footprint: with all detail.
    pub fn without_footprint(self) -> Position<'a> {
        Position { footprint: None, ..self }
    }

    /// x, y, z and time.
    pub fn coordinates(self) -> [Expr<'a>; 4] {
        [self.x, self.y, self.z, self.time]
    }

    pub(super) fn key(self) -> PositionKey {
        PositionKey { coordinates: self.coordinates().map(Expr::value), footprint: self.footprint.map(Expr::value) }
    }
}

/// The value of a field at a position.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// One number.
    Float(Expr<'a>),
    /// x, y and z.
    Vector([Expr<'a>; 3]),
    /// Linear red, green, blue and alpha.
    Color([Expr<'a>; 4]),
}

impl<'a> Field<'a> {
    /// The components, 1, 3 or 4.
    pub fn components(&self) -> &[Expr<'a>] {
        match self {
            Field::Float(value) => std::slice::from_ref(value),
            Field::Vector(values) => values,
            Field::Color(values) => values,
        }
    }

    /// As a float: the luminance of a color, the mean of a vector's components.
    pub fn to_float(self) -> Expr<'a> {
        match self {
            Field::Float(value) => value,
            Field::Vector([x, y, z]) => (x + y + z) / 3.0,
            Field::Color([red, green, blue, _]) => red * LUMINANCE[0] + green * LUMINANCE[1] + blue * LUMINANCE[2],
        }
    }

    /// As a vector: a float is repeated, a color becomes red, green and blue.
    pub fn to_vector(self) -> [Expr<'a>; 3] {
        match self {
            Field::Float(value) => [value; 3],
            Field::Vector(values) => values,
            Field::Color([red, green, blue, _]) => [red, green, blue],
        }
    }

    /// As a color: a float is repeated, x, y and z become red, green and blue; alpha is 1.
    pub fn to_color(self) -> [Expr<'a>; 4] {
        if let Field::Color(values) = self {
            return values;
        }
        let [red, green, blue] = self.to_vector();
        [red, green, blue, red.builder().constant(1.0)]
    }

    /// Converts the value to a type.
    pub fn convert(self, value_type: Type) -> Field<'a> {
        match value_type {
            Type::Float => Field::Float(self.to_float()),
            Type::Vector => Field::Vector(self.to_vector()),
            Type::Color => Field::Color(self.to_color()),
        }
    }

    /// Applies a function to each component.
    pub fn map(self, f: impl Fn(Expr<'a>) -> Expr<'a>) -> Field<'a> {
        match self {
            Field::Float(value) => Field::Float(f(value)),
            Field::Vector(values) => Field::Vector(values.map(f)),
            Field::Color(values) => Field::Color(values.map(f)),
        }
    }

    /// Combines the components of two values, both converted to the wider type.
    pub fn zip(self, other: Field<'a>, f: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>) -> Field<'a> {
        let value_type = self.value_type().max(other.value_type());
        match (self.convert(value_type), other.convert(value_type)) {
            (Field::Vector([a, b, c]), Field::Vector([d, e, g])) => Field::Vector([f(a, d), f(b, e), f(c, g)]),
            (Field::Color([a, b, c, d]), Field::Color([e, g, h, i])) => {
                Field::Color([f(a, e), f(b, g), f(c, h), f(d, i)])
            }
            (a, b) => Field::Float(f(a.to_float(), b.to_float())),
        }
    }

    /// Type of the value.
    pub fn value_type(self) -> Type {
        match self {
            Field::Float(_) => Type::Float,
            Field::Vector(_) => Type::Vector,
            Field::Color(_) => Type::Color,
        }
    }
}

impl<'a> From<Expr<'a>> for Field<'a> {
    fn from(value: Expr<'a>) -> Field<'a> {
        Field::Float(value)
    }
}

impl<'a> From<[Expr<'a>; 3]> for Field<'a> {
    fn from(values: [Expr<'a>; 3]) -> Field<'a> {
        Field::Vector(values)
    }
}

impl<'a> From<[Expr<'a>; 4]> for Field<'a> {
    fn from(values: [Expr<'a>; 4]) -> Field<'a> {
        Field::Color(values)
    }
}
