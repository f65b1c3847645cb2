//! What a user does: functions that make [actions](crate::Action) of a document, or say why it cannot be done.

mod clipboard;
mod connect;
mod delete;
mod ids;
mod insert;
mod nodes;
mod outputs;

pub use clipboard::{copy, cut, duplicate, paste};
pub use connect::{check_wire, connect, conversion, disconnect, move_wire};
pub use delete::delete;
pub use ids::fresh_id;
pub use insert::{Candidate, Loose, candidates, insert, insert_connected, insert_on_wire, put_on_wire};
pub use nodes::{collapse, fold, move_to, mute, rename, reset_input, set_input};
pub use outputs::{add_output, move_output, remove_output, rename_output, set_output};
