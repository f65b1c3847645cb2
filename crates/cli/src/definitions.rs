//! Node types as text for terminals, and as Markdown.

mod escape;
pub mod markdown;
pub mod text;
