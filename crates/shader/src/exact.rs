//! The pass that makes arithmetic exact.
//!
//! The result of each addition, subtraction, multiplication and division of floats becomes
//! `bitcast<f32>(bitcast<u32>(result) + zero)`, where `zero` is a uniform variable that is 0. No compiler knows its
//! value, so none may fuse or reorder what is on the two sides of it: see `docs/equal-bits.md`.

use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Module, Range, ScalarKind, Span, Statement, SwitchCase,
    TypeInner, VectorSize,
    valid::{FunctionInfo, ModuleInfo},
};

/// Name of the uniform variable that is 0.
pub(crate) const ZERO: &str = "zero";

/// Makes the arithmetic of every function of a module exact. The module must have the variable [`ZERO`].
pub(crate) fn make_exact(module: &mut Module, info: &ModuleInfo) -> Result<(), String> {
    let zero = module.global_variables.iter().find(|(_, variable)| variable.name.as_deref() == Some(ZERO));
    let (zero, _) = zero.ok_or("the variable zero is missing")?;
    let handles: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    for handle in handles {
        let function = std::mem::take(&mut module.functions[handle]);
        module.functions[handle] = Pass::run(module, &info[handle], function, zero)?;
    }
    Ok(())
}

struct Pass {
    /// The new handle of each expression.
    renamed: Vec<Renamed>,
}

/// An expression in the new function: its handle, and the first of the expressions made for it.
#[derive(Clone, Copy)]
struct Renamed {
    first: Handle<Expression>,
    handle: Handle<Expression>,
}

impl Pass {
    fn run(
        module: &Module,
        info: &FunctionInfo,
        function: Function,
        zero: Handle<naga::GlobalVariable>,
    ) -> Result<Function, String> {
        let floats = |handle: Handle<Expression>| float_vector(info[handle].ty.inner_with(&module.types));
        let rounds = |expression: &Expression| {
            matches!(
                expression,
                Expression::Binary {
                    op: BinaryOperator::Add
                        | BinaryOperator::Subtract
                        | BinaryOperator::Multiply
                        | BinaryOperator::Divide,
                    ..
                }
            )
        };
        let has_arithmetic = |(handle, expression)| rounds(expression) && floats(handle).is_some();
        if !function.expressions.iter().any(has_arithmetic) {
            return Ok(function);
        }
        let mut new = Function {
            name: function.name,
            arguments: function.arguments,
            result: function.result,
            ..Function::default()
        };
        let span = Span::UNDEFINED;
        let pointer = new.expressions.append(Expression::GlobalVariable(zero), span);
        let zero = new.expressions.append(Expression::Load { pointer }, span);
        new.named_expressions.insert(zero, "exactly".into());

        let mut pass = Pass { renamed: Vec::with_capacity(function.expressions.len()) };
        for (old, expression) in function.expressions.iter() {
            let first = new.expressions.append(pass.expression(expression)?, span);
            let handle = match floats(old).filter(|_| rounds(expression)) {
                None => first,
                Some(size) => {
                    let bits = Expression::As { expr: first, kind: ScalarKind::Uint, convert: None };
                    let left = new.expressions.append(bits, span);
                    let right = match size {
                        None => zero,
                        Some(size) => new.expressions.append(Expression::Splat { size, value: zero }, span),
                    };
                    let kept = Expression::Binary { op: BinaryOperator::Add, left, right };
                    let expr = new.expressions.append(kept, span);
                    let float = Expression::As { expr, kind: ScalarKind::Float, convert: None };
                    new.expressions.append(float, span)
                }
            };
            pass.renamed.push(Renamed { first, handle });
        }
        for (_, variable) in function.local_variables.iter() {
            let mut variable = variable.clone();
            variable.init = variable.init.map(|init| pass.handle(init));
            new.local_variables.append(variable, span);
        }
        for (handle, name) in &function.named_expressions {
            new.named_expressions.insert(pass.handle(*handle), name.clone());
        }
        let mut body = Block::new();
        body.push(Statement::Emit(Range::new_from_bounds(zero, zero)), span);
        for (statement, span) in function.body.span_iter() {
            body.push(pass.statement(statement)?, *span);
        }
        new.body = body;
        Ok(new)
    }

    fn handle(&self, old: Handle<Expression>) -> Handle<Expression> {
        self.renamed[old.index()].handle
    }

    fn option(&self, old: Option<Handle<Expression>>) -> Option<Handle<Expression>> {
        old.map(|old| self.handle(old))
    }

    fn expression(&self, expression: &Expression) -> Result<Expression, String> {
        Ok(match expression {
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::CallResult(_) => expression.clone(),
            Expression::Compose { ty, components } => {
                let components = components.iter().map(|component| self.handle(*component)).collect();
                Expression::Compose { ty: *ty, components }
            }
            Expression::Access { base, index } => {
                Expression::Access { base: self.handle(*base), index: self.handle(*index) }
            }
            Expression::AccessIndex { base, index } => {
                Expression::AccessIndex { base: self.handle(*base), index: *index }
            }
            Expression::Splat { size, value } => Expression::Splat { size: *size, value: self.handle(*value) },
            Expression::Swizzle { size, vector, pattern } => {
                Expression::Swizzle { size: *size, vector: self.handle(*vector), pattern: *pattern }
            }
            Expression::ImageLoad { image, coordinate, array_index, sample, level } => Expression::ImageLoad {
                image: self.handle(*image),
                coordinate: self.handle(*coordinate),
                array_index: self.option(*array_index),
                sample: self.option(*sample),
                level: self.option(*level),
            },
            Expression::Load { pointer } => Expression::Load { pointer: self.handle(*pointer) },
            Expression::Unary { op, expr } => Expression::Unary { op: *op, expr: self.handle(*expr) },
            Expression::Binary { op, left, right } => {
                Expression::Binary { op: *op, left: self.handle(*left), right: self.handle(*right) }
            }
            Expression::Select { condition, accept, reject } => Expression::Select {
                condition: self.handle(*condition),
                accept: self.handle(*accept),
                reject: self.handle(*reject),
            },
            Expression::Math { fun, arg, arg1, arg2, arg3 } => Expression::Math {
                fun: *fun,
                arg: self.handle(*arg),
                arg1: self.option(*arg1),
                arg2: self.option(*arg2),
                arg3: self.option(*arg3),
            },
            Expression::As { expr, kind, convert } => {
                Expression::As { expr: self.handle(*expr), kind: *kind, convert: *convert }
            }
            other => return Err(format!("unexpected expression {other:?}")),
        })
    }

    fn block(&self, block: &Block) -> Result<Block, String> {
        let mut new = Block::new();
        for (statement, span) in block.span_iter() {
            new.push(self.statement(statement)?, *span);
        }
        Ok(new)
    }

    fn statement(&self, statement: &Statement) -> Result<Statement, String> {
        Ok(match statement {
            Statement::Emit(range) => match range.first_and_last() {
                None => statement.clone(),
                Some((first, last)) => {
                    let first = self.renamed[first.index()].first;
                    Statement::Emit(Range::new_from_bounds(first, self.handle(last)))
                }
            },
            Statement::Block(block) => Statement::Block(self.block(block)?),
            Statement::If { condition, accept, reject } => Statement::If {
                condition: self.handle(*condition),
                accept: self.block(accept)?,
                reject: self.block(reject)?,
            },
            Statement::Switch { selector, cases } => {
                let case = |case: &SwitchCase| {
                    let body = self.block(&case.body)?;
                    Ok(SwitchCase { value: case.value, body, fall_through: case.fall_through })
                };
                let cases = cases.iter().map(case).collect::<Result<_, String>>()?;
                Statement::Switch { selector: self.handle(*selector), cases }
            }
            Statement::Loop { body, continuing, break_if } => Statement::Loop {
                body: self.block(body)?,
                continuing: self.block(continuing)?,
                break_if: self.option(*break_if),
            },
            Statement::Break | Statement::Continue => statement.clone(),
            Statement::Return { value } => Statement::Return { value: self.option(*value) },
            Statement::Store { pointer, value } => {
                Statement::Store { pointer: self.handle(*pointer), value: self.handle(*value) }
            }
            Statement::Call { function, arguments, result } => Statement::Call {
                function: *function,
                arguments: arguments.iter().map(|argument| self.handle(*argument)).collect(),
                result: self.option(*result),
            },
            other => return Err(format!("unexpected statement {other:?}")),
        })
    }
}

/// For floats, the size of the vector, or `None` for a single float.
fn float_vector(inner: &TypeInner) -> Option<Option<VectorSize>> {
    match inner {
        TypeInner::Scalar(scalar) if scalar.kind == ScalarKind::Float => Some(None),
        TypeInner::Vector { size, scalar } if scalar.kind == ScalarKind::Float => Some(Some(*size)),
        _ => None,
    }
}
