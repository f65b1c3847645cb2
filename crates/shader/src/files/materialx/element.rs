//! Elements of XML.

use crate::code::Code;

/// An element with attributes and children.
#[derive(Debug)]
pub(super) struct Element {
    name: String,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
}

impl Element {
    pub fn new(name: impl Into<String>) -> Element {
        Element { name: name.into(), attributes: Vec::new(), children: Vec::new() }
    }

    /// The element with another attribute.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Element {
        self.attributes.push((name, value.into()));
        self
    }

    /// The element with another child.
    pub fn child(mut self, child: Element) -> Element {
        self.children.push(child);
        self
    }

    /// The element with more children.
    pub fn children(mut self, children: impl IntoIterator<Item = Element>) -> Element {
        self.children.extend(children);
        self
    }

    /// Writes the element.
    pub fn write(&self, code: &mut Code) {
        let attributes: String =
            self.attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect();
        let name = &self.name;
        if self.children.is_empty() {
            code.line(format_args!("<{name}{attributes} />"));
            return;
        }
        code.line(format_args!("<{name}{attributes}>"));
        code.indented(|code| self.children.iter().for_each(|child| child.write(code)));
        code.line(format_args!("</{name}>"));
    }
}

/// A text in an attribute, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no such characters.
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_escaped() {
        let element = Element::new("a").with("b", "1 < 2 & \"x\"\u{1}\ny").child(Element::new("c"));
        let mut code = Code::default();
        element.write(&mut code);
        assert_eq!(code.finish(), "<a b=\"1 &lt; 2 &amp; &quot;x&quot;  y\">\n    <c />\n</a>\n");
    }
}
