//! The exports of an editor: settings, orders, and their queue.
//!
//! The editor's [`Settings`] describe an export. [`Settings::command`] is the equivalent command line; with a document
//! they are an [`Order`], which a [`Queue`] carries out in the background.
#![forbid(unsafe_code)]

mod command;
mod error;
mod kept;
mod making;
mod options;
mod order;
mod queue;
mod settings;

pub use error::Error;
pub use kept::Kept;
pub use options::BETWEEN;
pub use order::{Order, Report};
pub use queue::{Entry, Queue, Status};
pub use settings::{Animation, Area, Kind, Maps, Mesh, Settings, Sheet, Solid, Volume};
