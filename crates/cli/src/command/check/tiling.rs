//! Describes whether outputs tile.

use std::path::Path;

use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::json::pointer::pointer;
use travertine::{Context, Texture};
use travertine_jobs::tiling::{describe_break, flags};

use travertine_jobs::{Naming, quoted, spell};
use travertine_tiling::{PROGRESS, tilings};

use super::depth::Depth;
use crate::failure::Failure;
use crate::messages::{Message, Messages, Severity};
use crate::output::Output;
use crate::progress::Progress;

/// Prints whether each output tiles, and how to fix it if it does not. Fails unless all outputs tile.
pub fn describe(
    path: &Path,
    texture: &Texture,
    depth: Depth,
    context: &Context,
    messages: &mut Messages,
    output: &mut Output,
) -> Result<(), Failure> {
    let progress = Progress::new();
    progress.of(PROGRESS);
    let advance = |done| progress.advance(done);
    let found = tilings(texture, &context.clone().progress(&advance))?;
    progress.end();
    let mut all_tile = true;
    for tiling in found {
        all_tile &= tiling.tiles;
        let name = quote(&tiling.output);
        if tiling.tiles {
            if depth == Depth::Everything {
                output.line(format_args!("  {name} tiles over the unit square"))?;
            }
            continue;
        }
        if depth == Depth::Nothing {
            output.line(format_args!("{}:", path.display()))?;
        }
        let breaks: Vec<String> = tiling.breaks.iter().map(describe_break).collect();
        output.line(format_args!("  {name} does not tile over the unit square:"))?;
        for broken in &breaks {
            output.line(format_args!("    {broken}"))?;
        }
        let flags = spell(&flags(&tiling), Naming::Flags);
        let mut help = Vec::new();
        match (tiling.fixed, flags.is_empty()) {
            (true, _) => help.push(format!("to tile, add {flags}")),
            (false, false) => help.push(format!("these flags help, but are not enough: {flags}")),
            (false, true) => {}
        }
        if !tiling.fixed {
            let variant = path.with_file_name(format!("{}-tile.json", path.file_stem().unwrap_or_default().display()));
            let [graph, variant] = [path, &variant].map(|path| quoted(&path.to_string_lossy()));
            help.push(format!("to blend its borders instead: travertine tile {graph} -o {variant}"));
        }
        for line in &help {
            output.line(format_args!("    {line}"))?;
        }
        let reasons = if breaks.is_empty() { String::new() } else { format!(": {}", breaks.join("; ")) };
        let message = format!("{name} does not tile over the unit square{reasons}");
        messages.add_located(
            path,
            Message {
                pointer: pointer(&["outputs", &tiling.output]),
                help: Some(help.join("; ")),
                ..Message::new(&path.display().to_string(), Severity::Error, message)
            },
        );
    }
    if all_tile { Ok(()) } else { Err(Failure::Differs) }
}
