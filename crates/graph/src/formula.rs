//! Formulas: one line of arithmetic, such as `fract(x*8) + 0.3*sin(a)`.
//!
//! A formula is parsed when a document is checked, into steps for a stack. It has no state, no loops and no names of
//! its own. What each [`Function`] computes is defined by the node that lowers it.

mod function;
mod parse;
mod step;
mod token;

use crate::diagnostic::Diagnostic;

pub use function::Function;
pub use step::{Step, Variable};

/// A formula without errors.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    text: String,
    steps: Vec<Step>,
}

impl Formula {
    /// Maximum length of a formula in characters. It bounds the number of steps and the nesting, too.
    pub const MAX_LENGTH: usize = 1000;

    /// The formula that a text describes.
    ///
    /// ```
    /// use travertine_graph::formula::Formula;
    ///
    /// assert!(Formula::parse("fract(x*8) + 0.3*sin(a)").is_ok());
    /// let problem = Formula::parse("2*flor(x)").unwrap_err();
    /// assert_eq!(problem.message, "unknown function `flor` at character 3 of the formula");
    /// assert_eq!(problem.help.as_deref(), Some("did you mean `floor`?"));
    /// ```
    ///
    /// # Errors
    ///
    /// The first problem of the text, without a pointer.
    pub fn parse(text: &str) -> Result<Formula, Diagnostic> {
        if text.chars().nth(Formula::MAX_LENGTH).is_some() {
            let message = format!("the formula has {} characters", text.chars().count());
            return Err(Diagnostic::error("", message).expected(format!("at most {}", Formula::MAX_LENGTH)));
        }
        Ok(Formula { text: text.to_owned(), steps: parse::parse(text)? })
    }

    /// The text as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The steps that compute the formula on a stack. Each operand comes before the function that takes it, and one
    /// value is left.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Computes the formula. Operands beyond [`Function::arity`] are unread; they repeat the last one.
    pub fn fold<T: Copy>(
        &self,
        number: impl Fn(f32) -> T,
        variable: impl Fn(Variable) -> T,
        apply: impl Fn(Function, [T; 3]) -> T,
    ) -> T {
        let mut stack = Vec::new();
        for step in &self.steps {
            let value = match *step {
                Step::Number(value) => number(value),
                Step::Variable(name) => variable(name),
                Step::Apply(function) => {
                    let operands = stack.split_off(stack.len() - function.arity());
                    apply(function, [0, 1, 2].map(|index: usize| operands[index.min(operands.len() - 1)]))
                }
            };
            stack.push(value);
        }
        stack[0]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A tree with the structure of a formula.
    #[derive(Clone, PartialEq, Debug)]
    enum Tree {
        Number(f32),
        Variable(Variable),
        Apply(Function, Vec<Tree>),
    }

    fn tree(formula: &Formula) -> Tree {
        let mut stack: Vec<Tree> = Vec::new();
        for step in formula.steps() {
            let made = match *step {
                Step::Number(number) => Tree::Number(number),
                Step::Variable(variable) => Tree::Variable(variable),
                Step::Apply(function) => Tree::Apply(function, stack.split_off(stack.len() - function.arity())),
            };
            stack.push(made);
        }
        assert_eq!(stack.len(), 1, "{formula:?}");
        stack.remove(0)
    }

    /// A tree with all its parentheses, for people.
    fn shown(tree: &Tree) -> String {
        match tree {
            Tree::Number(number) => number.to_string(),
            Tree::Variable(variable) => format!("{variable:?}"),
            Tree::Apply(function, operands) => {
                let operands: Vec<String> = operands.iter().map(shown).collect();
                format!("{function:?}({})", operands.join(", "))
            }
        }
    }

    fn read(text: &str) -> String {
        shown(&tree(&Formula::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))))
    }

    fn problem(text: &str) -> String {
        let problem = Formula::parse(text).expect_err(text);
        problem.message + &problem.help.map_or(String::new(), |help| format!("; {help}"))
    }

    #[test]
    fn operators_bind_as_in_mathematics() {
        for (text, same) in [
            ("x + y*z", "x + (y*z)"),
            ("x - y - z", "(x - y) - z"),
            ("x / y * z % a", "((x / y) * z) % a"),
            ("x ^ y ^ z", "x ^ (y ^ z)"),
            ("-x^2", "-(x^2)"),
            ("2^-x^2", "2^(-(x^2))"),
            ("2^-x*3", "(2^(-x))*3"),
            ("-x*y", "(-x)*y"),
            ("- - x", "-(-x)"),
            ("x - -y", "x - (-y)"),
            ("x*2 < y + 1", "(x*2) < (y + 1)"),
            ("(x < y) < z", "((x) < (y)) < (z)"),
            ("max(x, y + 1)*2", "(max((x), ((y + 1))))*2"),
            ("x%y", "mod(x, y)"),
            ("x^y", "pow(x, y)"),
            ("ln(t)", "log(time)"),
        ] {
            assert_eq!(read(text), read(same), "{text}");
        }
        assert_eq!(read("x + y*-z"), "Add(X, Multiply(Y, Negate(Z)))");
        assert_eq!(read("clamp(a, b, c) >= d"), "AtLeast(Clamp(A, B, C), D)");
        assert_eq!(read("step(a, b) <= c"), "AtMost(Step(A, B), C)");
        assert_ne!(read("x - (y - z)"), read("x - y - z"));
    }

    #[test]
    fn numbers_and_names_are_read() {
        assert_eq!(read(" 1.5e-3+.5\t+\n1. + 2E2 "), "Add(Add(Add(0.0015, 0.5), 1), 200)");
        assert_eq!(read("e + 1e1*pi"), format!("Add({}, Multiply(10, {}))", std::f32::consts::E, std::f32::consts::PI));
        assert_eq!(read("1e-999"), "0");
        let all: Vec<&str> =
            (Step::NAMED.iter().map(|(name, _)| *name)).chain(Function::NAMED.iter().map(|(name, _)| *name)).collect();
        for (index, name) in all.iter().enumerate() {
            assert!(!all[..index].contains(name), "two things are called {name}");
        }
    }

    #[test]
    fn the_text_stays_as_typed() {
        let text = " x*8  + 1.50 ";
        assert_eq!(Formula::parse(text).unwrap().text(), text);
    }

    #[test]
    fn a_fold_computes_the_formula() {
        let formula = Formula::parse("mix(a, 2 - x, 0.25)*-y").unwrap();
        let value = formula.fold(
            |number| number,
            |variable| if variable == Variable::Y { 3.0 } else { 1.0 },
            |function, [a, b, c]: [f32; 3]| match function {
                Function::Mix => a + (b - a) * c,
                Function::Subtract => a - b,
                Function::Multiply => a * b,
                Function::Negate => -a,
                other => panic!("{other:?}"),
            },
        );
        assert_eq!(value, -3.0);
    }

    #[test]
    fn every_problem_is_told_with_its_place() {
        for (text, expected) in [
            ("", "the formula is empty"),
            (" \u{a0}\n", "the formula is empty"),
            ("x +", "the formula ends after `+`, where a number, a name or `(` is expected"),
            ("sin(", "the formula ends after `(`, where a number, a name or `(` is expected"),
            ("max(x,", "the formula ends after `,`, where a number, a name or `(` is expected"),
            ("fooo + x", "unknown name `fooo` at character 1 of the formula"),
            ("x + tme", "unknown name `tme` at character 5 of the formula; did you mean `time`?"),
            ("2*Pi", "unknown name `Pi` at character 3 of the formula; did you mean `pi`?"),
            ("flor(x)", "unknown function `flor` at character 1 of the formula; did you mean `floor`?"),
            ("NaN", "unknown name `NaN` at character 1 of the formula; did you mean `tan`?"),
            ("inf", "unknown name `inf` at character 1 of the formula"),
            ("größe * 2", "unknown name `größe` at character 1 of the formula"),
            ("é + grün", "unknown name `é` at character 1 of the formula"),
            ("x² ", "unknown name `x²` at character 1 of the formula; did you mean `x`?"),
            ("1 + (x*(2 + y)", "`(` at character 5 of the formula is not closed"),
            ("sin(x", "`(` at character 4 of the formula is not closed"),
            ("x)", "`)` at character 2 of the formula closes nothing"),
            ("x * / 2", "a number, a name or `(` is expected at character 5 of the formula, not `/`"),
            ("()", "a number, a name or `(` is expected at character 2 of the formula, not `)`"),
            ("+x", "a number, a name or `(` is expected at character 1 of the formula, not `+`"),
            ("sin(,x)", "a number, a name or `(` is expected at character 5 of the formula, not `,`"),
            ("2x", "an operator is expected at character 2 of the formula, before `x`; to multiply, write `*`"),
            ("2(x)", "an operator is expected at character 2 of the formula, before `(`; to multiply, write `*`"),
            ("1.2.3", "an operator is expected at character 4 of the formula, before `.3`; to multiply, write `*`"),
            (
                "x(2)",
                "`x` at character 1 of the formula is not a function; to multiply, write `*` before the parenthesis",
            ),
            ("sin x", "`sin` at character 1 of the formula is a function; write 1 argument after it in parentheses"),
            ("2*mix", "`mix` at character 3 of the formula is a function; write 3 arguments after it in parentheses"),
            ("sin(x, 2)", "`sin` at character 1 of the formula takes 1 argument, not 2"),
            ("1 + max(x)", "`max` at character 5 of the formula takes 2 arguments, not 1"),
            ("abs()", "`abs` at character 1 of the formula takes 1 argument, not 0"),
            (
                "0,5",
                "`,` at character 2 of the formula separates no arguments of a function; decimal numbers have a \
                 point, as in 0.5",
            ),
            (
                "max((x, y))",
                "`,` at character 7 of the formula separates no arguments of a function; decimal numbers have a \
                 point, as in 0.5",
            ),
            (
                "0 < x <= 1",
                "`<=` at character 7 of the formula compares the result of a comparison; put the first comparison \
                 in parentheses",
            ),
            (
                "x = 2",
                "`=` at character 3 of the formula has no meaning; formulas compare with `<`, `>`, `<=` and `>=`, \
                 and assign nothing",
            ),
            // Characters come before names.
            ("é§", "`§` at character 2 of the formula has no meaning"),
            ("x § 2", "`§` at character 3 of the formula has no meaning"),
            ("x × 2", "`×` at character 3 of the formula has no meaning; did you mean `*`?"),
            ("x − 2", "`−` at character 3 of the formula has no meaning; did you mean `-`?"),
            ("x\u{0}", "`\\0` at character 2 of the formula has no meaning"),
            ("x \u{202e}", "`\\u{202e}` at character 3 of the formula has no meaning"),
            ("2 + .", "`.` at character 5 of the formula is not a number"),
            ("x*1e39", "`1e39` at character 3 of the formula is too large"),
            ("1e99999999999999999999", "`1e99999999999999999999` at character 1 of the formula is too large"),
        ] {
            assert_eq!(problem(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_and_deep_formulas_are_safe() {
        assert_eq!(problem(&"(".repeat(10_000)), "the formula has 10000 characters");
        let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(read(&nested(499)), "X");
        assert_eq!(problem(&nested(500)), "the formula has 1001 characters");
        let signs = Formula::parse(&format!("{}x", "-".repeat(999))).unwrap();
        assert_eq!(signs.steps().len(), 1000);
        let powers = Formula::parse(&format!("{}x", "x^".repeat(499))).unwrap();
        assert_eq!(powers.fold(|_| 0, |_| 0, |_, [a, b, _]| 1 + a.max(b)), 499);
        // The length is that in characters, not in bytes.
        assert_eq!(
            problem(&"é".repeat(1000)),
            format!("unknown name `{}...` at character 1 of the formula", "é".repeat(80))
        );
    }

    /// A tree as text with the fewest parentheses, for a place that takes this precedence and tighter ones.
    fn written(tree: &Tree, least: u8) -> String {
        let (precedence, text) = match tree {
            Tree::Number(number) => (9, format!("{number:e}")),
            Tree::Variable(variable) => (9, format!("{variable:?}").to_lowercase()),
            Tree::Apply(Function::Negate, operands) => (4, format!("-{}", written(&operands[0], 4))),
            Tree::Apply(function, operands) => {
                let (precedence, sign) = match function {
                    Function::Less => (1, "<"),
                    Function::Greater => (1, ">"),
                    Function::AtMost => (1, "<="),
                    Function::AtLeast => (1, ">="),
                    Function::Add => (2, "+"),
                    Function::Subtract => (2, "-"),
                    Function::Multiply => (3, "*"),
                    Function::Divide => (3, "/"),
                    Function::Modulo => (3, "%"),
                    Function::Power => (5, "^"),
                    _ => {
                        let name = Function::NAMED.iter().find(|(_, named)| named == function).unwrap().0;
                        let operands: Vec<String> = operands.iter().map(|each| written(each, 0)).collect();
                        return format!("{name}({})", operands.join(", "));
                    }
                };
                let (left, right) = match precedence {
                    1 => (2, 2),
                    // A sign after the operator needs no parentheses.
                    5 => (6, 4),
                    _ => (precedence, precedence + 1),
                };
                (precedence, format!("{}{sign}{}", written(&operands[0], left), written(&operands[1], right)))
            }
        };
        if precedence < least { format!("({text})") } else { text }
    }

    fn trees() -> impl Strategy<Value = Tree> {
        let variables = Step::NAMED.into_iter().filter_map(|(_, step)| match step {
            Step::Variable(variable) => Some(Tree::Variable(variable)),
            _ => None,
        });
        let leaf = prop_oneof![
            prop::sample::select(variables.collect::<Vec<_>>()),
            any::<f32>()
                .prop_filter("finite", |number| number.is_finite())
                .prop_map(|number| Tree::Number(number.abs())),
        ];
        let operators = [
            Function::Negate,
            Function::Add,
            Function::Subtract,
            Function::Multiply,
            Function::Divide,
            Function::Modulo,
            Function::Power,
            Function::Less,
            Function::Greater,
            Function::AtMost,
            Function::AtLeast,
        ];
        let named = Function::NAMED.iter().map(|(_, function)| *function);
        let functions: Vec<Function> = operators.into_iter().chain(named).collect();
        leaf.prop_recursive(5, 40, 3, move |inner| {
            (prop::sample::select(functions.clone()), prop::collection::vec(inner, 3)).prop_map(
                |(function, mut operands)| {
                    operands.truncate(function.arity());
                    Tree::Apply(function, operands)
                },
            )
        })
    }

    proptest! {
        #[test]
        fn a_written_tree_is_read_as_it_was(tree_ in trees()) {
            let text = written(&tree_, 0);
            prop_assume!(text.len() <= Formula::MAX_LENGTH);
            let formula = Formula::parse(&text).map_err(|problem| TestCaseError::fail(format!("{text}: {problem}")))?;
            prop_assert_eq!(tree(&formula), tree_, "{}", text);
        }

        #[test]
        fn no_text_panics(text in "[-0-9.,()^*/%<>=+ xyeaπ×²\u{0}]{0,40}|\\PC{0,40}|((sin|max|mix|pi|e|x)[-+*/(), ]){0,12}") {
            if let Ok(formula) = Formula::parse(&text) {
                tree(&formula);
                formula.fold(|_| (), |_| (), |_, _| ());
            }
        }
    }
}
