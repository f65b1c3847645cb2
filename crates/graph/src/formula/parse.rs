//! The parser of formulas, by the precedence of operators. Its stack replaces recursion.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::function::Function;
use super::step::Step;
use super::token::{Kind, Token, place, tokens};
use crate::diagnostic::{Diagnostic, one_of, quote};
use crate::suggest::nearest;

// Precedences, from the loosest to the tightest: `-x^2` is `-(x^2)`, and `2*-x` needs no parentheses.
const COMPARISON: u8 = 1;
const SUM: u8 = 2;
const PRODUCT: u8 = 3;
const SIGN: u8 = 4;
const POWER: u8 = 5;

/// The beginnings of a value, for messages.
const VALUE: &str = "a number, a name or `(`";

/// The steps of a formula.
pub(super) fn parse(text: &str) -> Result<Vec<Step>, Diagnostic> {
    let tokens = tokens(text)?.into_iter().peekable();
    Parser { tokens, last: None, steps: Vec::new(), pending: Vec::new() }.formula()
}

struct Parser<'t> {
    tokens: Peekable<IntoIter<Token<'t>>>,
    /// The token that was taken last.
    last: Option<Token<'t>>,
    steps: Vec<Step>,
    /// What waits for more operands, from the outermost to the innermost.
    pending: Vec<Pending<'t>>,
}

enum Pending<'t> {
    /// An operator, with its precedence.
    Operator(Function, u8),
    /// An open parenthesis, of a call or of a group.
    Parenthesis { open: Token<'t>, call: Option<Call<'t>> },
}

struct Call<'t> {
    function: Function,
    name: Token<'t>,
    /// The number of arguments up to here.
    arguments: usize,
}

impl<'t> Parser<'t> {
    fn formula(mut self) -> Result<Vec<Step>, Diagnostic> {
        let mut is_value = false;
        while let Some(token) = self.next() {
            is_value = if is_value { self.after_value(token)? } else { self.value(token)? };
        }
        if !is_value {
            return Err(error(match self.last {
                Some(last) => {
                    format!("the formula ends after {}, where {VALUE} is expected", quote(last.text))
                }
                None => "the formula is empty".to_owned(),
            }));
        }
        self.reduce(0);
        match self.pending.last() {
            Some(Pending::Parenthesis { open, .. }) => Err(error(format!("{} is not closed", open.describe()))),
            _ => Ok(self.steps),
        }
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let token = self.tokens.next();
        self.last = token.or(self.last);
        token
    }

    /// Takes the next token if it is this sign.
    fn take(&mut self, sign: &str) -> Option<Token<'t>> {
        let token = self.tokens.next_if(|token| token.text == sign);
        self.last = token.or(self.last);
        token
    }

    /// Reads a token where a value begins. Returns whether it is a whole value.
    fn value(&mut self, token: Token<'t>) -> Result<bool, Diagnostic> {
        match (token.kind, token.text) {
            (Kind::Number(number), _) => self.steps.push(Step::Number(number)),
            (Kind::Name, _) => return self.name(token),
            (Kind::Sign, "-") => {
                self.pending.push(Pending::Operator(Function::Negate, SIGN));
                return Ok(false);
            }
            (Kind::Sign, "(") => {
                self.pending.push(Pending::Parenthesis { open: token, call: None });
                return Ok(false);
            }
            (Kind::Sign, sign) => {
                return Err(error(format!("{VALUE} is expected {}, not {}", place(token.at), quote(sign))));
            }
        }
        Ok(true)
    }

    /// Reads a name, with the parenthesis after that of a function. Returns whether it is a whole value.
    fn name(&mut self, name: Token<'t>) -> Result<bool, Diagnostic> {
        let open = self.take("(");
        match (Function::from_name(name.text), Step::from_name(name.text), open) {
            (Some(function), _, Some(open)) => {
                if self.take(")").is_some() {
                    return Err(wrong_number(&Call { function, name, arguments: 0 }));
                }
                let call = Some(Call { function, name, arguments: 1 });
                self.pending.push(Pending::Parenthesis { open, call });
                Ok(false)
            }
            (Some(function), _, None) => {
                let help = format!("write {} after it in parentheses", arguments(function.arity()));
                Err(error(format!("{} is a function", name.describe())).help(help))
            }
            (None, Some(step), None) => {
                self.steps.push(step);
                Ok(true)
            }
            (None, Some(_), Some(_)) => Err(error(format!("{} is not a function", name.describe()))
                .help("to multiply, write `*` before the parenthesis")),
            (None, None, open) => Err(unknown(name, open.is_some())),
        }
    }

    /// Reads a token after a value. Returns whether a whole value is before the next token, too.
    fn after_value(&mut self, token: Token<'t>) -> Result<bool, Diagnostic> {
        match (token.text, operator(token.text)) {
            (")", _) => self.close(token).map(|()| true),
            (",", _) => self.comma(token).map(|()| false),
            (_, Some((function, precedence))) => self.operator(token, function, precedence).map(|()| false),
            _ => Err(error(format!("an operator is expected {}, before {}", place(token.at), quote(token.text)))
                .help("to multiply, write `*`")),
        }
    }

    fn operator(&mut self, token: Token<'t>, function: Function, precedence: u8) -> Result<(), Diagnostic> {
        // Powers group from the right, and comparisons do not group. The others group from the left.
        let takes_equals = !matches!(precedence, POWER | COMPARISON);
        self.reduce(if takes_equals { precedence } else { precedence + 1 });
        if precedence == COMPARISON && matches!(self.pending.last(), Some(Pending::Operator(_, COMPARISON))) {
            return Err(error(format!("{} compares the result of a comparison", token.describe()))
                .help("put the first comparison in parentheses"));
        }
        self.pending.push(Pending::Operator(function, precedence));
        Ok(())
    }

    fn comma(&mut self, token: Token<'t>) -> Result<(), Diagnostic> {
        self.reduce(0);
        match self.pending.last_mut() {
            Some(Pending::Parenthesis { call: Some(call), .. }) => {
                call.arguments += 1;
                Ok(())
            }
            _ => Err(error(format!("{} separates no arguments of a function", token.describe()))
                .help("decimal numbers have a point, as in 0.5")),
        }
    }

    fn close(&mut self, token: Token<'t>) -> Result<(), Diagnostic> {
        self.reduce(0);
        match self.pending.pop() {
            Some(Pending::Parenthesis { call: None, .. }) => Ok(()),
            Some(Pending::Parenthesis { call: Some(call), .. }) => {
                if call.arguments != call.function.arity() {
                    return Err(wrong_number(&call));
                }
                self.steps.push(Step::Apply(call.function));
                Ok(())
            }
            // No operator is left.
            Some(Pending::Operator(..)) | None => Err(error(format!("{} closes nothing", token.describe()))),
        }
    }

    /// Applies the pending operators that bind at least as tightly as `precedence`, up to the innermost parenthesis.
    fn reduce(&mut self, precedence: u8) {
        while let Some(Pending::Operator(function, binding)) = self.pending.last()
            && *binding >= precedence
        {
            self.steps.push(Step::Apply(*function));
            self.pending.pop();
        }
    }
}

/// The operator between two values, with its precedence.
fn operator(sign: &str) -> Option<(Function, u8)> {
    Some(match sign {
        "<" => (Function::Less, COMPARISON),
        ">" => (Function::Greater, COMPARISON),
        "<=" => (Function::AtMost, COMPARISON),
        ">=" => (Function::AtLeast, COMPARISON),
        "+" => (Function::Add, SUM),
        "-" => (Function::Subtract, SUM),
        "*" => (Function::Multiply, PRODUCT),
        "/" => (Function::Divide, PRODUCT),
        "%" => (Function::Modulo, PRODUCT),
        "^" => (Function::Power, POWER),
        _ => return None,
    })
}

fn error(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("", message)
}

fn unknown(name: Token, is_call: bool) -> Diagnostic {
    let functions = || Function::NAMED.iter().map(|(name, _)| *name);
    let values = || Step::NAMED.iter().map(|(name, _)| *name);
    if is_call {
        error(format!("unknown function {}", name.describe()))
            .did_you_mean(nearest(name.text, functions()))
            .expected(one_of(functions()))
    } else {
        error(format!("unknown name {}", name.describe()))
            .did_you_mean(nearest(name.text, values().chain(functions())))
            .expected(one_of(values()))
    }
}

fn wrong_number(call: &Call) -> Diagnostic {
    let expected = arguments(call.function.arity());
    error(format!("{} takes {expected}, not {}", call.name.describe(), call.arguments))
}

fn arguments(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}
