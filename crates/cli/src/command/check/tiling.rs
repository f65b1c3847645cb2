//! Whether outputs tile, in words.

use travertine::graph::diagnostic::quote;
use travertine::{Break, Change, Texture};

use crate::describe;
use crate::failure::Failure;
use crate::output::Output;

/// Prints what is known of each output's tiling; fails if one does not tile.
pub fn describe(texture: &Texture, output: &mut Output) -> Result<(), Failure> {
    let mut all_tile = true;
    for tiling in texture.tilings()? {
        all_tile &= tiling.tiles;
        let name = quote(&tiling.output);
        if tiling.tiles {
            output.line(format_args!("  {name} tiles over the unit square"))?;
            continue;
        }
        output.line(format_args!("  {name} does not tile over the unit square:"))?;
        for broken in &tiling.breaks {
            output.line(format_args!("    {}", describe_break(broken)))?;
        }
        let flags: Vec<String> = tiling.breaks.iter().flat_map(|broken| &broken.mend).map(flag).collect();
        match (tiling.mended, flags.is_empty()) {
            (true, _) => output.line(format_args!("    it tiles with {}", flags.join(" ")))?,
            (false, false) => {
                output.line(format_args!("    it does not yet tile with {}", flags.join(" ")))?
            }
            (false, true) => {}
        }
    }
    if all_tile { Ok(()) } else { Err(Failure::Differs) }
}

fn describe_break(broken: &Break) -> String {
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

/// The flag of `travertine render` that makes the change.
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
