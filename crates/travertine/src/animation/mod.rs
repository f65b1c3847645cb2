//! Animations: a slice of a field at one time after the other.

mod animated_field;
mod file;
mod frames;
mod limits;
mod timeline;

pub use animated_field::Animation;
pub use file::{AnimationFile, AnimationKind};
pub use frames::{FrameFiles, Made};
pub(crate) use limits::FPS;
pub use limits::MAX_FRAMES;
pub use timeline::Timeline;
