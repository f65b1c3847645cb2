//! Pictures of a document while it is edited, made on other threads than the window's.

mod command;
mod display;
mod export;
mod fingerprint;
mod frame;
mod jobs;
mod picture;
mod scheduler;
mod share;
mod snapshot;
mod view;
mod worker;

pub use command::{command, shape_command};
pub use display::{Channel, Display, Pixels, Span, observed, show};
pub use export::{Export, Exporting};
pub use fingerprint::{Fingerprint, fingerprints};
pub use frame::{Frame, SAMPLES};
pub use picture::{Outcome, Picture};
pub use snapshot::Snapshot;
pub use view::{Subject, View};
pub use worker::Worker;
