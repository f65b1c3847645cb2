//! Text of functions under construction.

use std::fmt::{self, Display, Write};

/// Lines of code, indented.
#[derive(Debug, Default)]
pub(crate) struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// Adds a line.
    pub fn line(&mut self, line: impl Display) {
        let indent = 4 * self.depth;
        // Writing into a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "");
    }

    /// Adds a comment, in lines of at most 110 characters.
    pub fn comment(&mut self, comment: &str) {
        for paragraph in comment.lines() {
            let mut line = String::from("//");
            for word in paragraph.split_whitespace() {
                if line.len() + word.len() > 110 {
                    self.line(&line);
                    line.truncate(2);
                }
                line.push(' ');
                line.push_str(word);
            }
            self.line(line);
        }
    }

    /// Adds a line that opens a block.
    pub fn open(&mut self, line: impl Display) {
        self.line(format_args!("{line} {{"));
        self.depth += 1;
    }

    /// Opens a block whose names are its own.
    pub fn open_block(&mut self) {
        self.line("{");
        self.depth += 1;
    }

    /// Adds lines that are indented more.
    pub fn indented(&mut self, add: impl FnOnce(&mut Code)) {
        self.depth += 1;
        add(self);
        self.depth -= 1;
    }

    /// Closes a block and opens the one for the other case.
    pub fn otherwise(&mut self) {
        self.depth -= 1;
        self.line("} else {");
        self.depth += 1;
    }

    /// Closes a block.
    pub fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

/// A float as WGSL writes it, exact.
pub(crate) struct Float(pub f32);

impl Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let size = self.0.abs();
        if size == f32::MAX {
            // Browsers refuse the shorter 3.4028235e38, which is a little above it.
            return write!(f, "{}3.4028234e38f", if self.0 < 0.0 { "-" } else { "" });
        }
        if size != 0.0 && !(1e-5..1e9).contains(&size) {
            return write!(f, "{:e}f", self.0);
        }
        // `Debug` writes `1.0` for whole numbers.
        write!(f, "{:?}f", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_exact_and_short() {
        for (number, text) in [
            (1.0, "1.0f"),
            (0.1, "0.1f"),
            (-0.0, "-0.0f"),
            (1e-10, "1e-10f"),
            (f32::MAX, "3.4028234e38f"),
            (f32::MIN, "-3.4028234e38f"),
            (16_777_216.0, "16777216.0f"),
        ] {
            assert_eq!(Float(number).to_string(), text);
            assert_eq!(text.trim_end_matches('f').parse::<f32>().map(f32::to_bits), Ok(number.to_bits()));
        }
    }

    #[test]
    fn blocks_are_indented_and_long_comments_wrapped() {
        let mut code = Code::default();
        code.comment(&"word ".repeat(30));
        code.open("fn f()");
        code.line("return;");
        code.close();
        let text = code.finish();
        assert!(text.ends_with("fn f() {\n    return;\n}\n") && text.lines().all(|line| line.len() <= 112));
        assert!(text.lines().take(2).all(|line| line.starts_with("// word")));
    }
}
