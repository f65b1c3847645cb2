//! Estimates of time beside the time that things take, in one process and on one thread.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use travertine::{Context, Slice, Texture};

use crate::waits::graphs;

/// The largest factor between an estimate and the time that it is good enough for.
const GOOD: f64 = 1.5;

/// Renders the first output of each graph of a folder at this size, and returns estimates and times as a table in
/// Markdown.
///
/// # Errors
///
/// If the folder or a graph cannot be read or rendered.
pub fn table(folder: &Path, side: u32) -> Result<String, Box<dyn Error>> {
    let context = Context::default().threads(1);
    let mut table = String::from("| | estimate | took | ratio |\n|---|---|---|---|\n");
    let mut good = 0;
    let graphs = graphs(folder)?;
    for graph in &graphs {
        let texture = Texture::open(graph)?;
        let field = texture.field(texture.outputs().next().ok_or("a graph without outputs")?)?;
        let render = field.prepare_file(Slice::new(side, side), None, &context)?;
        let estimate = render.seconds().ok_or("no estimate")?;
        let start = Instant::now();
        render.images()?;
        let took = start.elapsed().as_secs_f64();
        let ratio = estimate / took;
        good += usize::from((GOOD.recip()..=GOOD).contains(&ratio));
        let name = graph.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(table, "| {name} | {estimate:.2} | {took:.2} | {ratio:.2} |")?;
    }
    writeln!(table, "\n{good} of {} within a factor of {GOOD}", graphs.len())?;
    Ok(table)
}
