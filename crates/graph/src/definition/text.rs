//! Texts of definitions.

use std::borrow::Cow;

/// A name or a sentence of a definition: static in the built-in ones, owned where a program makes node types at run
/// time.
pub type Text = Cow<'static, str>;
