//! Functions in OSL: heads, variables and statements.

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Block, Expression, Function, Handle, LocalVariable, Module, ScalarKind, Statement, SwitchValue, Type, TypeInner,
    VectorSize,
};

use super::names::safe;
use crate::code::Code;

/// A writer of a module's functions.
pub(super) struct Writer<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
}

/// A writer of one function.
pub(super) struct Body<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub info: &'a FunctionInfo,
    /// The text of each expression that is known.
    pub texts: Vec<Option<String>>,
    code: Code,
}

impl<'a> Writer<'a> {
    pub fn new(module: &'a Module, info: &'a ModuleInfo) -> Writer<'a> {
        Writer { module, info }
    }

    /// The functions, each after those that it calls.
    pub fn write(&self) -> Result<String, String> {
        let functions = self.module.functions.iter();
        let texts = functions.map(|(handle, function)| {
            Body {
                module: self.module,
                function,
                info: &self.info[handle],
                texts: vec![None; function.expressions.len()],
                code: Code::default(),
            }
            .write()
        });
        Ok(texts.collect::<Result<Vec<String>, String>>()?.join("\n"))
    }
}

impl Body<'_> {
    fn write(mut self) -> Result<String, String> {
        let function = self.function;
        let result = function.result.as_ref().ok_or("a function without a result")?;
        let mut arguments = Vec::new();
        for argument in &function.arguments {
            let name = argument.name.as_deref().unwrap_or("argument");
            arguments.push(format!("{} {}", self.type_name(argument.ty)?, safe(name)));
        }
        let name = safe(function.name.as_deref().unwrap_or_default());
        self.code.line(format_args!("{} {name}({})", self.type_name(result.ty)?, arguments.join(", ")));
        self.code.open_block();
        self.tables()?;
        for (handle, variable) in function.local_variables.iter() {
            let (name, kind) = (self.local(handle), self.type_name(variable.ty)?);
            let value = match variable.init {
                Some(init) => self.text(init)?,
                None => self.zero(variable.ty)?,
            };
            self.code.line(format_args!("{kind} {name} = {value};"));
        }
        self.block(&function.body)?;
        self.code.close();
        Ok(self.code.finish())
    }

    /// Declares the tables that the function reads.
    fn tables(&mut self) -> Result<(), String> {
        let mut declared = Vec::new();
        for (_, expression) in self.function.expressions.iter() {
            if let Expression::Constant(handle) = expression
                && !declared.contains(handle)
            {
                declared.push(*handle);
                let constant = &self.module.constants[*handle];
                let TypeInner::Array { base, size: naga::ArraySize::Constant(size), .. } =
                    self.module.types[constant.ty].inner
                else {
                    continue;
                };
                let Expression::Compose { components, .. } = &self.module.global_expressions[constant.init] else {
                    return Err("an unexpected table".into());
                };
                let numbers: Vec<String> = components
                    .iter()
                    .map(|component| self.literal(&self.module.global_expressions[*component]))
                    .collect::<Result<_, String>>()?;
                let name = constant.name.as_deref().unwrap_or("table");
                let kind = self.type_name(base)?;
                self.code.line(format_args!("{kind} {name}[{size}] = {{ {} }};", numbers.join(", ")));
            }
        }
        Ok(())
    }

    pub fn type_name(&self, handle: Handle<Type>) -> Result<&'static str, String> {
        self.inner_name(&self.module.types[handle].inner)
    }

    /// The type in OSL.
    pub fn inner_name(&self, inner: &TypeInner) -> Result<&'static str, String> {
        match inner {
            TypeInner::Scalar(scalar) => match scalar.kind {
                ScalarKind::Float => Ok("float"),
                ScalarKind::Sint | ScalarKind::Uint | ScalarKind::Bool => Ok("int"),
                _ => Err(format!("an unexpected type {inner:?}")),
            },
            TypeInner::Vector { size, scalar } if scalar.kind == ScalarKind::Float => match size {
                VectorSize::Bi | VectorSize::Tri => Ok("vector"),
                VectorSize::Quad => Ok("vec4"),
            },
            // The name of its file.
            TypeInner::Image { .. } => Ok("string"),
            other => Err(format!("an unexpected type {other:?}")),
        }
    }

    pub fn local(&self, handle: Handle<LocalVariable>) -> String {
        let name = self.function.local_variables[handle].name.as_deref().unwrap_or("local");
        // Several loops may use one name; OSL has no blocks of their own for the variables, which are all declared
        // first.
        format!("{}_{}", safe(name), handle.index())
    }

    fn zero(&self, ty: Handle<Type>) -> Result<String, String> {
        Ok(match self.type_name(ty)? {
            "vector" => "vector(0.0)".into(),
            "vec4" => "zero_vec4()".into(),
            "float" => "0.0".into(),
            _ => "0".into(),
        })
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        block.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), String> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.emit(handle)?;
                }
            }
            Statement::Block(block) => {
                self.code.open_block();
                self.block(block)?;
                self.code.close();
            }
            Statement::If { condition, accept, reject } => {
                let condition = self.text(*condition)?;
                self.code.open(format_args!("if ({condition})"));
                self.block(accept)?;
                if !reject.is_empty() {
                    self.code.otherwise();
                    self.block(reject)?;
                }
                self.code.close();
            }
            Statement::Switch { selector, cases } => {
                let selector = self.text(*selector)?;
                for case in cases {
                    match case.value {
                        SwitchValue::I32(value) => self.code.open(format_args!("if ({selector} == {value})")),
                        SwitchValue::U32(value) => self.code.open(format_args!("if ({selector} == {value})")),
                        SwitchValue::Default => self.code.open_block(),
                    }
                    // Every case of the library returns.
                    self.block(&case.body)?;
                    self.code.close();
                }
            }
            Statement::Loop { body, continuing, break_if: None } => {
                self.code.open("while (1)");
                self.block(body)?;
                self.block(continuing)?;
                self.code.close();
            }
            Statement::Break => self.code.line("break;"),
            Statement::Return { value: Some(value) } => {
                let value = self.text(*value)?;
                self.code.line(format_args!("return {value};"));
            }
            Statement::Store { pointer, value } => {
                let (pointer, value) = (self.place(*pointer)?, self.text(*value)?);
                self.code.line(format_args!("{pointer} = {value};"));
            }
            Statement::Call { function, arguments, result: Some(result) } => {
                let name = safe(self.module.functions[*function].name.as_deref().unwrap_or_default());
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.text(*argument)).collect::<Result<_, String>>()?;
                let call = format!("{name}({})", arguments.join(", "));
                self.name(*result, &call)?;
            }
            other => return Err(format!("an unexpected statement {other:?}")),
        }
        Ok(())
    }

    /// Notes the text of an expression, or gives it a variable if it has a name, is long, or reads one that may change.
    fn emit(&mut self, handle: Handle<Expression>) -> Result<(), String> {
        let text = self.expression(handle)?;
        let reads = matches!(self.function.expressions[handle], Expression::Load { .. });
        let several = self.info[handle].ref_count > 1 && text.contains([' ', '(']);
        if reads || several || self.function.named_expressions.contains_key(&handle) {
            self.name(handle, &text)
        } else {
            self.texts[handle.index()] = Some(text);
            Ok(())
        }
    }

    /// Writes a variable for an expression.
    fn name(&mut self, handle: Handle<Expression>, text: &str) -> Result<(), String> {
        let kind = self.inner_name(self.info[handle].ty.inner_with(&self.module.types))?;
        let name = match self.function.named_expressions.get(&handle) {
            Some(name) => safe(name),
            // As other translators; `readable` finds a name.
            None => format!("_e{}", handle.index()),
        };
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let is_whole = |inside: &&str| {
            let mut depth = 0;
            inside.chars().all(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth >= 0
            })
        };
        let text = inside.filter(is_whole).unwrap_or(text);
        self.code.line(format_args!("{kind} {name} = {text};"));
        self.texts[handle.index()] = Some(name);
        Ok(())
    }
}
