//! The exports of an editor: settings, orders, and their queue.
//!
//! The editor's [`Settings`] have the fields of a job as texts. [`Settings::command`] is the equivalent command line;
//! with a document they are an [`Order`], which a [`Queue`] carries out in the background.
#![forbid(unsafe_code)]

mod error;
mod job;
mod kept;
mod kind;
mod order;
mod queue;
mod running;
mod settings;

pub use error::Error;
pub use kept::{keep, kept};
pub use kind::Kind;
pub use order::{Order, Report};
pub use queue::{Entry, Queue, Status};
pub use settings::{BETWEEN, Settings, capitalized};
