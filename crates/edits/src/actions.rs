//! User actions: functions that make an [action](crate::Action) from a document, or refuse with a reason.

mod arrange;
mod clipboard;
mod connect;
mod delete;
mod frames;
mod group_names;
mod groups;
mod ids;
mod images;
mod insert;
mod join;
mod nodes;
mod outputs;
mod parameters;
mod presets;
mod replace;
mod vary;

pub use arrange::{Direction, NodeBox, Side, align, arrange, distribute, snap};
pub use clipboard::{copy, cut, duplicate, paste};
pub use connect::{check_wire, connect, conversion, disconnect, move_wire};
pub use delete::{delete, remove_wire};
pub use frames::{fit_frame, frame, framed, move_by, note, set_frame};
pub use group_names::{fresh_group, group_of_type, groups_of};
pub use groups::{
    group, insert_group, keep_group, remove_unused_groups, rename_group, set_group, ungroup, unused_groups,
};
pub use ids::fresh_id;
pub(crate) use insert::fit;
pub use insert::{Candidate, Loose, candidates, insert, insert_connected, insert_on_wire, put_on_wire};
pub use join::{fitting_input, fitting_output, join};
pub use nodes::{collapse, fold, move_to, mute, rename, reset_input, set_input};
pub use outputs::{add_output, move_output, remove_output, rename_output, set_output};
pub use parameters::{
    expose, move_parameter, remove_parameter, rename_parameter, set_default, set_parameter, set_range, use_parameter,
};
pub use presets::{apply_preset, present_preset, remove_preset, rename_preset, save_preset};
pub use replace::replace;
pub use vary::{Roll, definition_of, vary};
