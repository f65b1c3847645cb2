//! Pictures of a document during editing, rendered on threads of their own.

mod command;
mod display;
mod export;
mod fingerprint;
mod instance;
mod jobs;
mod picture;
mod scheduler;
mod share;
mod snapshot;
mod view;
mod viewport;
mod worker;

pub use command::{command, shape_command};
pub use display::{Channel, Display, DisplayRange, Pixels, observed, show};
pub use export::{Export, Exporting};
pub use fingerprint::{Fingerprint, Fingerprints};
pub use picture::{Outcome, Picture};
pub use snapshot::Snapshot;
pub use view::{Subject, View};
pub use viewport::{SAMPLES, Viewport};
pub use worker::Worker;
