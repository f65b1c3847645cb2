//! Expressions in OSL.

use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, TypeInner, UnaryOperator, VectorSize,
};

use super::function::Body;
use super::names::safe;
use super::number;

impl Body<'_> {
    /// The text of an expression that was emitted, or that needs none.
    pub fn text(&mut self, handle: Handle<Expression>) -> Result<String, String> {
        match &self.texts[handle.index()] {
            Some(text) => Ok(text.clone()),
            None => self.expression(handle),
        }
    }

    /// The place that a pointer leads to.
    pub fn place(&mut self, handle: Handle<Expression>) -> Result<String, String> {
        match self.function.expressions[handle] {
            Expression::LocalVariable(variable) => Ok(self.local(variable)),
            Expression::AccessIndex { base, index } => {
                let base_text = self.place(base)?;
                Ok(self.part(base, &base_text, index))
            }
            ref other => Err(format!("an unexpected place {other:?}")),
        }
    }

    /// A constant number.
    pub fn literal(&self, expression: &Expression) -> Result<String, String> {
        match expression {
            Expression::Literal(Literal::F32(value)) if value.is_sign_negative() => Ok(format!("({})", number(*value))),
            Expression::Literal(Literal::F32(value)) => Ok(number(*value)),
            Expression::Literal(Literal::I32(value)) => Ok(int(*value)),
            Expression::Literal(Literal::U32(value)) => Ok(int(value.cast_signed())),
            Expression::Literal(Literal::Bool(value)) => Ok(i32::from(*value).to_string()),
            other => Err(format!("an unexpected constant {other:?}")),
        }
    }

    fn inner(&self, handle: Handle<Expression>) -> &TypeInner {
        self.info[handle].ty.inner_with(&self.module.types)
    }

    fn is_unsigned(&self, handle: Handle<Expression>) -> bool {
        self.inner(handle).scalar_kind() == Some(ScalarKind::Uint)
    }

    fn is_four(&self, handle: Handle<Expression>) -> bool {
        matches!(self.inner(handle), TypeInner::Vector { size: VectorSize::Quad, .. })
    }

    /// A part of a vector.
    fn part(&self, base: Handle<Expression>, text: &str, index: u32) -> String {
        let inner = self.inner(base).pointer_base_type();
        let inner = inner.as_ref().map_or(self.inner(base), |inner| inner.inner_with(&self.module.types));
        match inner {
            TypeInner::Vector { size: VectorSize::Quad, .. } => {
                format!("{text}.{}", ["x", "y", "z", "w"][index as usize % 4])
            }
            _ => format!("{text}[{index}]"),
        }
    }

    pub fn expression(&mut self, handle: Handle<Expression>) -> Result<String, String> {
        let expression = self.function.expressions[handle].clone();
        Ok(match expression {
            Expression::Literal(_) => self.literal(&expression)?,
            Expression::Constant(constant) => {
                self.module.constants[constant].name.clone().unwrap_or_else(|| "table".into())
            }
            Expression::ZeroValue(_) => "0".into(),
            Expression::FunctionArgument(index) => {
                safe(self.function.arguments[index as usize].name.as_deref().unwrap_or("argument"))
            }
            Expression::Compose { ref components, .. } => {
                let mut parts: Vec<String> =
                    components.iter().map(|component| self.text(*component)).collect::<Result<_, String>>()?;
                if parts.len() == 2 {
                    parts.push("0.0".into());
                }
                let kind = if parts.len() == 4 { "make_vec4" } else { "vector" };
                format!("{kind}({})", parts.join(", "))
            }
            Expression::Access { base, index } => format!("{}[{}]", self.text(base)?, self.text(index)?),
            Expression::AccessIndex { base, index } => {
                let text = self.text(base)?;
                self.part(base, &text, index)
            }
            Expression::Load { pointer } => self.place(pointer)?,
            Expression::Splat { value, .. } => format!("vector({})", self.text(value)?),
            Expression::Unary { op, expr } => {
                let text = self.text(expr)?;
                match op {
                    UnaryOperator::Negate if self.is_four(expr) => format!("negate_vec4({text})"),
                    UnaryOperator::Negate => format!("(-{text})"),
                    UnaryOperator::LogicalNot => format!("(!{text})"),
                    UnaryOperator::BitwiseNot => format!("(~{text})"),
                }
            }
            Expression::Binary { op, left, right } => self.binary(op, left, right)?,
            Expression::Select { condition, accept, reject } => {
                let [condition, accept_text, reject] = [condition, accept, reject].map(|part| self.text(part));
                let (condition, yes, no) = (condition?, accept_text?, reject?);
                if self.is_four(accept) {
                    format!("choose_vec4({condition}, {yes}, {no})")
                } else {
                    format!("({condition} ? {yes} : {no})")
                }
            }
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                let function = match fun {
                    MathFunction::Abs => "abs",
                    MathFunction::Min => "min",
                    MathFunction::Max => "max",
                    MathFunction::Clamp => "clamp",
                    MathFunction::Floor => "floor",
                    MathFunction::Ceil => "ceil",
                    MathFunction::Trunc => "trunc",
                    MathFunction::Sqrt => "sqrt",
                    MathFunction::Exp2 => "exp2",
                    MathFunction::Log2 => "log2",
                    MathFunction::Sign => "sign",
                    other => return Err(format!("an unexpected function {other:?}")),
                };
                let arguments = [Some(arg), arg1, arg2].into_iter().flatten();
                let arguments: Vec<String> =
                    arguments.map(|argument| self.text(argument)).collect::<Result<_, String>>()?;
                format!("{function}({})", arguments.join(", "))
            }
            Expression::ImageLoad { image, coordinate, .. } => {
                let Expression::Compose { ref components, .. } = self.function.expressions[coordinate] else {
                    return Err("an unexpected place in a texture".into());
                };
                let place: Vec<String> =
                    components.clone().iter().map(|part| self.text(*part)).collect::<Result<_, String>>()?;
                format!("pixel_of({}, {})", self.text(image)?, place.join(", "))
            }
            Expression::As { expr, kind, convert } => {
                let (text, from) = (self.text(expr)?, self.inner(expr).scalar_kind());
                match (kind, convert, from) {
                    (ScalarKind::Float, Some(_), Some(ScalarKind::Uint)) => {
                        format!("unsigned_to_float({text})")
                    }
                    (ScalarKind::Float, Some(_), _) => format!("float({text})"),
                    (_, Some(_), Some(ScalarKind::Float)) => format!("floor_int({text})"),
                    (_, None, Some(ScalarKind::Float)) => format!("bits_of({text})"),
                    // Signed and unsigned integers are one.
                    (ScalarKind::Sint | ScalarKind::Uint, ..) => text,
                    other => return Err(format!("an unexpected conversion {other:?}")),
                }
            }
            other => return Err(format!("an unexpected expression {other:?}")),
        })
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<String, String> {
        let [a, b] = [left, right].map(|part| self.text(part));
        let (a, b) = (a?, b?);
        let sign = match op {
            BinaryOperator::Add if self.is_four(left) => return Ok(format!("add_vec4({a}, {b})")),
            BinaryOperator::Subtract if self.is_four(left) => return Ok(format!("subtract_vec4({a}, {b})")),
            BinaryOperator::Multiply if self.is_four(right) => return Ok(format!("scale_vec4({a}, {b})")),
            BinaryOperator::ShiftRight if self.is_unsigned(left) => {
                return Ok(format!("shift_right({a}, {b})"));
            }
            BinaryOperator::Less if self.is_unsigned(left) => return Ok(format!("unsigned_less({a}, {b})")),
            BinaryOperator::Greater if self.is_unsigned(left) => {
                return Ok(format!("unsigned_less({b}, {a})"));
            }
            BinaryOperator::Divide
            | BinaryOperator::Modulo
            | BinaryOperator::LessEqual
            | BinaryOperator::GreaterEqual
                if self.is_unsigned(left) =>
            {
                return Err(format!("an unexpected operation on unsigned integers: {op:?}"));
            }
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "%",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
            BinaryOperator::And => "&",
            BinaryOperator::ExclusiveOr => "^",
            BinaryOperator::InclusiveOr => "|",
            BinaryOperator::LogicalAnd => "&&",
            BinaryOperator::LogicalOr => "||",
            BinaryOperator::ShiftLeft => "<<",
            BinaryOperator::ShiftRight => ">>",
        };
        Ok(format!("({a} {sign} {b})"))
    }
}

/// An integer; OSL has no literal for the least one.
fn int(value: i32) -> String {
    match value {
        i32::MIN => "(-2147483647 - 1)".into(),
        0.. => value.to_string(),
        _ => format!("({value})"),
    }
}
