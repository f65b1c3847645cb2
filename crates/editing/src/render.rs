//! Pictures of a document during editing, rendered on threads of their own.

mod device;
mod fingerprint;
mod heat;
mod instance;
mod jobs;
mod picture;
mod raster_progress;
mod scheduler;
mod share;
mod shown;
mod snapshot;
mod sound;
mod view;
mod viewport;
mod worker;

pub use device::{Device, DeviceError, Groups};
pub use fingerprint::{Fingerprint, Fingerprints};
pub use heat::Heat;
pub use picture::{Outcome, Picture};
pub use share::{context, share};
pub use snapshot::Snapshot;
pub use view::{Subject, View};
pub use viewport::{SAMPLES, Viewport};
pub use worker::Worker;

pub use travertine_presentation::{Channel, Display, DisplayRange, Pixels, observed, show};
