//! What breaks a tiling or a loop, in words, and the flags that mend it.

use travertine::graph::diagnostic::quote;
use travertine::{Break, Change, Tiling};

use crate::describe;

/// The flags of `travertine render` that make all changes which the breaks name.
pub fn flags(tiling: &Tiling) -> String {
    let flags = tiling.breaks.iter().filter(|broken| !broken.mend.is_empty()).map(flags_of);
    flags.collect::<Vec<_>>().join(" ")
}

/// The same for one of them.
pub fn flags_of(broken: &Break) -> String {
    broken.mend.iter().map(flag).collect::<Vec<_>>().join(" ")
}

/// What breaks a tiling, and what would mend it.
pub fn describe_break(broken: &Break) -> String {
    let node = format!("{} ({}) breaks it", quote(&broken.node), broken.node_type);
    if broken.mend.is_empty() {
        return format!("{node}, and no other value of its inputs that was tried mends it");
    }
    let changes = broken.mend.iter().map(|change| match change {
        Change::Input { node, input, value } => {
            let of = if *node == broken.node { String::new() } else { format!(" of {}", quote(node)) };
            format!("{}{of} {}", quote(input), describe::constant(value))
        }
        Change::Parameter { name, value } => {
            format!("the parameter {} {}", quote(name), describe::constant(value))
        }
    });
    format!("{node}; it would not with {}", changes.collect::<Vec<_>>().join(", "))
}

fn flag(change: &Change) -> String {
    let (flag, assignment) = match change {
        Change::Input { node, input, value } => {
            ("--set", format!("{node}.{input}={}", describe::constant(value)))
        }
        Change::Parameter { name, value } => ("--param", format!("{name}={}", describe::constant(value))),
    };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-=".contains(letter);
    if assignment.chars().all(plain) {
        format!("{flag} {assignment}")
    } else {
        format!("{flag} '{}'", assignment.replace('\'', r"'\''"))
    }
}
