//! Measures Travertine and other libraries, and prints the page `docs/performance/README.md`.
#![forbid(unsafe_code)]

use std::error::Error;
use std::fs;
use std::path::{self, Path, PathBuf};

use clap::Parser;
use clap::builder::PossibleValuesParser;
use travertine_bench::report::{Conditions, Row};
use travertine_bench::{
    Report, Waits, Workload, contenders, estimates, growth, instructions, measure, nodes, page, travertine, workload,
};

/// Side of the pictures whose time is estimated.
const ESTIMATED: u32 = 1024;

/// Measure Travertine and other libraries, and print a page with the results
///
/// Without --workloads and --table, the page is docs/performance/README.md.
#[derive(Parser)]
#[command(name = "travertine-bench", max_term_width = 100)]
struct CommandLine {
    /// Measure only these workloads, separated by commas, and print their table
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = PossibleValuesParser::new(names()))]
    workloads: Vec<String>,

    /// Print only the table of workloads
    #[arg(long)]
    table: bool,

    /// Turns per library; a figure is their median
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u16).range(1..))]
    repeats: u16,

    /// Also write the table to this file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Measure all nodes, and print docs/performance/nodes.md
    #[arg(long, conflicts_with_all = ["workloads", "table", "json"])]
    nodes: bool,

    /// Measure pictures and solids of all graphs of --graphs-of with this `travertine`, and print their tables
    #[arg(long, value_name = "PROGRAM", group = "commands", conflicts_with_all = ["workloads", "table", "json", "nodes"])]
    graphs: Option<PathBuf>,

    /// Measure other commands that people wait for with this `travertine`, and print their table
    #[arg(long, value_name = "PROGRAM", group = "commands", conflicts_with_all = ["workloads", "table", "json", "nodes"])]
    waits: Option<PathBuf>,

    /// With --graphs and --waits: also measure this `travertine`, from before a change, and print ratios
    #[arg(long, value_name = "PROGRAM", requires = "commands")]
    before: Option<PathBuf>,

    /// With --graphs, --waits and --estimates: the folder of the graphs [default: tests/graphs/measured of the project]
    #[arg(long, value_name = "DIR", requires = "commands")]
    graphs_of: Option<PathBuf>,

    /// Compare estimates of time with the time of pictures of all graphs of --graphs-of, and print a table
    #[arg(long, group = "commands", conflicts_with_all = ["workloads", "table", "json", "nodes", "before"])]
    estimates: bool,

    /// Measure both tiers on the fastest GPU, or the first with NAME in its name, and print their table
    #[cfg(feature = "gpu")]
    #[arg(long, value_name = "NAME", num_args = 0..=1, conflicts_with_all = ["workloads", "table", "json", "nodes"])]
    gpu: Option<Option<String>>,

    /// Side of pictures on a GPU, in pixels; that of volumes is a fourth
    #[cfg(feature = "gpu")]
    #[arg(
        long, value_name = "N", default_value = "4096", requires = "gpu",
        value_parser = clap::value_parser!(u32).range(4..=16384)
    )]
    side: u32,

    /// Measure the times from an edit to a picture on that GPU instead
    #[cfg(feature = "gpu")]
    #[arg(long, requires = "gpu")]
    edits: bool,

    /// Run a kernel to count its instructions
    #[arg(long, hide = true, requires = "rows")]
    kernel: Option<String>,

    /// Number of rows
    #[arg(long, hide = true)]
    rows: Option<usize>,
}

fn names() -> impl Iterator<Item = &'static str> {
    workload::ALL.iter().map(|workload| workload.name)
}

#[expect(clippy::print_stdout, reason = "the page is the result")]
fn main() -> Result<(), Box<dyn Error>> {
    let line = CommandLine::parse();
    if let (Some(kernel), Some(rows)) = (&line.kernel, line.rows) {
        instructions::run(kernel, rows);
        return Ok(());
    }
    let turns = usize::from(line.repeats);
    if line.nodes {
        print!("{}", nodes::page(turns));
        return Ok(());
    }
    let measured = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/graphs/measured");
    if line.estimates {
        print!("{}", estimates::table(&line.graphs_of.unwrap_or_else(measured), ESTIMATED)?);
        return Ok(());
    }
    if let Some(program) = line.graphs.as_ref().or(line.waits.as_ref()) {
        let absolute = |path: &PathBuf| path::absolute(path);
        let waits = Waits {
            program: absolute(program)?,
            before: line.before.as_ref().map(absolute).transpose()?,
            graphs: absolute(&line.graphs_of.unwrap_or_else(measured))?,
            turns,
        };
        print!("{}", if line.graphs.is_some() { waits.of_graphs()? } else { waits.of_commands()? });
        return Ok(());
    }
    #[cfg(feature = "gpu")]
    if let Some(name) = &line.gpu {
        let table = if line.edits { travertine_bench::gpu::edits } else { travertine_bench::gpu::table };
        print!("{}", table(name.as_deref(), line.side, turns)?);
        return Ok(());
    }
    let conditions = Conditions::here(turns);
    let chosen =
        |workload: &Workload| line.workloads.is_empty() || line.workloads.iter().any(|name| name == workload.name);
    let rows = workload::ALL.into_iter().filter(chosen).map(|workload| row(workload, turns)).collect();
    let report = Report { conditions, rows };
    if let Some(path) = &line.json {
        fs::write(path, format!("{:#}\n", report.json()))?;
    }
    if line.table || !line.workloads.is_empty() {
        print!("{report}");
        return Ok(());
    }
    report_progress("growth");
    let growth = growth::all(turns);
    report_progress("instructions");
    print!("{}", page::page(&report, &growth, instructions::count()));
    Ok(())
}

fn row(workload: Workload, turns: usize) -> Row {
    report_progress(workload.title);
    let mut contenders = contenders::all(&workload);
    let times = measure::measure(&mut contenders, turns);
    let times = contenders.iter().map(|contender| contender.who).zip(times).collect();
    let threads = [1, 2].map(|threads| travertine::threaded(&workload, threads));
    let threads = match threads {
        [Some(one), Some(two)] => measure::measure(&mut [one, two], turns).try_into().ok(),
        _ => None,
    };
    Row { workload, times, threads }
}

/// Prints the current step on standard error.
#[expect(clippy::print_stderr, reason = "progress of a long measurement")]
fn report_progress(what: &str) {
    eprintln!("measuring: {what}");
}
