//! Files of an editor: the document's own file, recent files, and unsaved documents kept for recovery.

mod autosave;
mod bytes;
mod chosen_device;
mod favorites;
mod folders;
mod generations;
mod latest;
mod list;
mod looks;
mod problem;
mod recent;
mod recent_colors;
mod recent_nodes;
mod recovery;
mod stamp;
mod workspace;
mod writing;

pub use autosave::{Autosave, INTERVAL};
pub use chosen_device::ChosenDevice;
pub use favorites::Favorites;
pub use folders::Folders;
pub use looks::{Look, Looks};
pub use problem::FileProblem;
pub use recent::Recent;
pub use recent_colors::RecentColors;
pub use recent_nodes::RecentNodes;
pub use recovery::{Recovery, recoveries};
pub use workspace::{Disk, Workspace, read};
pub use writing::Writing;
