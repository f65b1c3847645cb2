//! Lines and columns of diagnostics.

use super::Diagnostics;
use crate::json::{Locator, locations, parse};

impl Diagnostics {
    /// Finds missing locations and sorts all diagnostics by location.
    ///
    /// `text` is the text of the document. If it is not JSON, nothing changes.
    pub fn locate(&mut self, text: &[u8]) {
        if self.kept.iter().all(|diagnostic| diagnostic.location.is_some()) {
            return;
        }
        let (Ok(parsed), Ok(text)) = (parse(text), std::str::from_utf8(text)) else {
            return;
        };
        let mut locator = Locator::new(&parsed.root);
        let offsets: Vec<usize> =
            self.kept.iter().map(|diagnostic| locator.offset(&diagnostic.pointer, diagnostic.at_key)).collect();
        for (diagnostic, location) in self.kept.iter_mut().zip(locations(text, &offsets)) {
            diagnostic.location.get_or_insert(location);
        }
        self.kept.sort_by_key(|diagnostic| diagnostic.location);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn locating_sorts_by_location() {
        let text = b"{\n \"a\": 1,\n \"b\": 2\n}";
        let mut diagnostics = Diagnostics::from(Diagnostic::warning("/b", "second"));
        diagnostics.push(Diagnostic::error("/a", "first").at_key());
        diagnostics.locate(text);
        assert_eq!(diagnostics.render(None), "2:2: error: first\n  /a\n3:7: warning: second\n  /b\n");
        assert!(diagnostics.has_errors());
    }
}
