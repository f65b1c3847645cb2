//! Files of an editor: the document's own file, preferences, and unsaved documents kept for recovery.

mod autosave;
mod bytes;
mod folders;
mod generations;
pub mod preferences;
mod problem;
mod recovery;
mod stamp;
mod workspace;
mod writing;

pub use autosave::{Autosave, INTERVAL};
pub use folders::Folders;
pub use preferences::{Look, Preferences};
pub use problem::FileProblem;
pub use recovery::{Recovery, recoveries};
pub use workspace::{Disk, Workspace, read};
pub use writing::Writing;
