//! Describes whether outputs tile.

use travertine::stages::graph::diagnostic::quote;
use travertine::{Context, Texture};
use travertine_tiling::tilings;

use crate::failure::Failure;
use crate::output::Output;
use crate::tiling::{describe_break, flags};

/// Prints whether each output tiles, and how to fix it if it does not. Fails unless all outputs tile.
pub fn describe(texture: &Texture, context: &Context, output: &mut Output) -> Result<(), Failure> {
    let mut all_tile = true;
    for tiling in tilings(texture, context)? {
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
        let flags = flags(&tiling);
        match (tiling.fixed, flags.is_empty()) {
            (true, _) => output.line(format_args!("    to tile, add {}", flags))?,
            (false, false) => {
                output.line(format_args!("    these flags help, but are not enough: {}", flags))?
            }
            (false, true) => {}
        }
    }
    if all_tile { Ok(()) } else { Err(Failure::Differs) }
}
