//! Node types as text for terminals, and as Markdown.

pub mod markdown;
pub mod text;
