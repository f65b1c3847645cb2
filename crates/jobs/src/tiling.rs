//! Describes the nodes that break a tiling or a loop, and the fields that fix it: [`spell`](crate::spell) names them.

use travertine::stages::graph::diagnostic::quote;
use travertine_tiling::{Break, Change, Tiling};

use crate::describe;

/// The flags of `travertine render` that fix all breaks.
pub fn flags(tiling: &Tiling) -> String {
    let flags = tiling.breaks.iter().filter(|broken| !broken.fix.is_empty()).map(flags_of);
    flags.collect::<Vec<_>>().join(" ")
}

/// The flags that fix one break.
pub fn flags_of(broken: &Break) -> String {
    broken.fix.iter().map(flag).collect::<Vec<_>>().join(" ")
}

/// A break in words: the node, and the changes that fix it.
pub fn describe_break(broken: &Break) -> String {
    let node = format!("{} ({}) breaks the repetition", quote(&broken.node), broken.node_type);
    if broken.fix.is_empty() {
        return format!("{node}; no tried value of its inputs fixes it");
    }
    let changes = broken.fix.iter().map(|change| match change {
        Change::Input { node, input, value } => {
            let of = if *node == broken.node { String::new() } else { format!(" of {}", quote(node)) };
            format!("{}{of} {}", quote(input), describe::constant(value))
        }
        Change::Parameter { name, value } => {
            format!("the parameter {} {}", quote(name), describe::constant(value))
        }
    });
    format!("{node}; fixed by {}", changes.collect::<Vec<_>>().join(", "))
}

fn flag(change: &Change) -> String {
    match change {
        Change::Input { node, input, value } => {
            format!("⟦set={node}.{input}={}⟧", describe::constant(value))
        }
        Change::Parameter { name, value } => format!("⟦param={name}={}⟧", describe::constant(value)),
    }
}
