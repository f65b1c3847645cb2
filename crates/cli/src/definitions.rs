//! Node types as text for terminals, and as Markdown.

mod escape;
pub mod html;
pub mod markdown;
pub mod text;
