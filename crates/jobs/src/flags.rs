//! Fields that several kinds of jobs share, as flags of a command line.

pub mod device;
pub mod execution;
pub mod picture;
pub mod pixels;
pub mod profile;
pub mod quality;
pub mod slice;
pub mod source;
pub mod time;
pub mod value;
