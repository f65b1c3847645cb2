//! What people wait for: whole commands of the command line, measured with one or two programs.
//!
//! Each command runs in a process of its own, from the file of a graph to the written file. Most use one thread, so
//! that their CPU time is what a person waits on one core. Two programs, one from before a change, take turns.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use travertine_noise::math::{cos, sin};

use crate::measure::median;
use crate::report::Conditions;

/// Quads along and around the torus of the bake, each of two triangles: 3,672 in total.
const TORUS: [u32; 2] = [54, 34];

/// The resolution of CPU time, in seconds: Linux counts hundredths here, whatever its own clock.
const TICK: f64 = 0.01;

/// Programs, graphs and a folder for files.
pub struct Waits {
    /// The measured program: `travertine`.
    pub program: PathBuf,
    /// The same program before a change, to compare with.
    pub before: Option<PathBuf>,
    /// The folder of the graphs.
    pub graphs: PathBuf,
    /// Runs of each command with each program; a figure is their median.
    pub turns: usize,
}

/// Seconds of a command.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Seconds {
    wall: f64,
    cpu: f64,
}

/// The graphs of a folder, sorted.
pub(crate) fn graphs(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut graphs = paths?;
    graphs.retain(|path| path.extension() == Some(OsStr::new("json")));
    graphs.sort();
    Ok(graphs)
}

/// A command under the name of its row.
struct Wait {
    name: String,
    arguments: Vec<OsString>,
}

impl Waits {
    /// Measures pictures and solids of all graphs, as a page in Markdown.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or a command fails.
    pub fn of_graphs(&self) -> Result<String, Box<dyn Error>> {
        let names = self.names()?;
        let mut page = self.heading();
        for (title, command) in [
            ("Pictures: `render GRAPH --size 2048`", "render GRAPH --size 2048 --threads 1 -o picture.png"),
            ("Solids: `shape GRAPH`, 512 pixels, default quality", "shape GRAPH --threads 1 -o solid.png"),
        ] {
            let waits = names.iter().map(|name| self.wait(name, command, name)).collect();
            page += &self.table(title, waits)?;
        }
        Ok(page)
    }

    /// Measures all else, as a page in Markdown.
    ///
    /// # Errors
    ///
    /// If the folder for files cannot be written, or a command fails.
    pub fn of_commands(&self) -> Result<String, Box<dyn Error>> {
        let sets = ["brick-wall", "denim", "granite", "rusty-paint"].map(|graph| {
            let command = "render GRAPH --for unreal --size 2048 --threads 1 -o set-{output}.png";
            self.wait(&format!("set of maps of {graph} at 2,048"), command, graph)
        });
        let marble = [
            ("BC7 with mips at 2,048", "render GRAPH --size 2048 --mips -o blocks.ktx2"),
            ("BC1 with mips at 2,048", "render GRAPH --size 2048 --mips --compression bc1 -o blocks.dds"),
            ("slice of the height at 4,096", "render GRAPH --output height --size 4096 -o slice.exr"),
            ("volume of the height at 256^3", "volume GRAPH --output height --size 256 -o volume.nrrd"),
            ("bake at 1,024", "bake GRAPH torus.obj --size 1024 -o plain.glb"),
            ("bake with occlusion at 1,024", "bake GRAPH torus.obj --size 1024 --occlusion -o occluded.glb"),
        ];
        let marble = marble.map(|(name, command)| {
            self.wait(&format!("{name}, of marble"), &format!("{command} --threads 1"), "marble")
        });
        let golden = self.wait("golden pictures of all graphs", "golden GRAPHS --bless --pictures golden", "");
        let cores = Conditions::here(self.turns).cores;
        let threads = std::iter::successors(Some(1), |count| Some(2 * count)).take_while(|count| *count <= cores);
        let threads = threads.map(|count| {
            let command = format!("render GRAPH --size 4096 --threads {count} -o threads.png");
            self.wait(&format!("marble at 4,096 on {count} threads"), &command, "marble")
        });
        let waits = sets.into_iter().chain(marble).chain([golden]).chain(threads).collect();
        Ok(self.heading() + &self.table("Commands", waits)?)
    }

    /// A command from words, GRAPH and GRAPHS in place of a graph's path and that of the folder.
    fn wait(&self, name: &str, command: &str, graph: &str) -> Wait {
        let word = |word: &str| match word {
            "GRAPH" => self.graphs.join(format!("{graph}.json")).into(),
            "GRAPHS" => self.graphs.clone().into(),
            word => word.into(),
        };
        Wait { name: name.to_owned(), arguments: command.split(' ').map(word).collect() }
    }

    /// The names of the graphs, sorted.
    fn names(&self) -> Result<Vec<String>, Box<dyn Error>> {
        Ok(graphs(&self.graphs)?
            .iter()
            .filter_map(|path| path.file_stem())
            .map(|name| name.to_string_lossy().into_owned())
            .collect())
    }

    fn heading(&self) -> String {
        let Conditions { processor, cores, load, turns } = Conditions::here(self.turns);
        format!(
            "{processor}, {cores} hardware threads, load {load:.1} at the start; medians of {turns} runs, in seconds of \
             CPU time\n"
        )
    }

    /// Measures commands as a table in Markdown.
    fn table(&self, title: &str, waits: Vec<Wait>) -> Result<String, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("torus.obj"), torus())?;
        let mut rows = Vec::new();
        for wait in waits {
            rows.push(self.row(wait, folder.path())?);
        }
        Ok(Table { title, rows }.to_string())
    }

    fn row(&self, wait: Wait, folder: &Path) -> Result<Row, Box<dyn Error>> {
        let mut now = Vec::new();
        let mut before = Vec::new();
        for _ in 0..self.turns {
            if let Some(program) = &self.before {
                before.push(run(program, &wait.arguments, folder)?);
            }
            now.push(run(&self.program, &wait.arguments, folder)?);
        }
        let before = (!before.is_empty()).then(|| medians(&before));
        Ok(Row { name: wait.name, now: medians(&now), before })
    }
}

/// A command's row: its seconds now, and before.
struct Row {
    name: String,
    now: Seconds,
    before: Option<Seconds>,
}

/// A table of rows, with the median and the worst of their ratios.
struct Table<'a> {
    title: &'a str,
    rows: Vec<Row>,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let title = self.title;
        if self.rows.iter().all(|row| row.before.is_none()) {
            write!(formatter, "\n{title}:\n\n| | CPU | wall |\n|---|---|---|\n")?;
            return self.rows.iter().try_for_each(|Row { name, now, .. }| {
                writeln!(formatter, "| {name} | {:.2} | {:.2} |", now.cpu, now.wall)
            });
        }
        write!(formatter, "\n{title}:\n\n| | before | now | ratio | wall |\n|---|---|---|---|---|\n")?;
        let mut ratios = Vec::new();
        for Row { name, now, before } in &self.rows {
            let Some(before) = before else { continue };
            let ratio = now.cpu / before.cpu.max(TICK);
            ratios.push(ratio);
            writeln!(formatter, "| {name} | {:.2} | {:.2} | {ratio:.3} | {:.2} |", before.cpu, now.cpu, now.wall)?;
        }
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        writeln!(formatter, "| median, worst | | | {:.3}, {worst:.3} | |", median(ratios))
    }
}

/// The median of each time.
fn medians(times: &[Seconds]) -> Seconds {
    let of = |time: fn(&Seconds) -> f64| median(times.iter().map(time).collect());
    Seconds { wall: of(|time| time.wall), cpu: of(|time| time.cpu) }
}

/// Runs a program in a folder.
fn run(program: &Path, arguments: &[OsString], folder: &Path) -> Result<Seconds, Box<dyn Error>> {
    let (start, used) = (Instant::now(), children());
    let mut command = Command::new(program);
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    let wall = start.elapsed().as_secs_f64();
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} {arguments:?}: {message}", program.display()).into());
    }
    let cpu = children().zip(used).map_or(wall, |(now, before)| now - before);
    Ok(Seconds { wall, cpu })
}

/// CPU time of all processes that this one has waited for, in seconds, where the system tells.
fn children() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces. The fields after it are numbered from 3.
    let fields = stat.rsplit_once(") ")?.1;
    let mut times = fields.split(' ').skip(16 - 3).take(2).map(|ticks| ticks.parse::<f64>());
    Some((times.next()?.ok()? + times.next()?.ok()?) * TICK)
}

/// A torus with UVs, as OBJ.
fn torus() -> String {
    let [along, around] = TORUS;
    let mut text = String::new();
    for i in 0..=along {
        for j in 0..=around {
            let [u, v] = [i as f32 / along as f32, j as f32 / around as f32];
            let [a, b] = [u, v].map(|turn| turn * std::f32::consts::TAU);
            let radius = 0.7 + 0.3 * cos(b);
            let [x, y, z] = [radius * cos(a), 0.3 * sin(b), radius * sin(a)];
            // Writing to a string cannot fail.
            let _ = writeln!(text, "v {x:.6} {y:.6} {z:.6}\nvt {u:.6} {v:.6}");
        }
    }
    for i in 0..along {
        for j in 0..around {
            let corner = |i: u32, j: u32| i * (around + 1) + j + 1;
            let [a, b, c, d] = [corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)];
            let _ = writeln!(text, "f {a}/{a} {b}/{b} {c}/{c}\nf {a}/{a} {c}/{c} {d}/{d}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, now: f64, before: Option<f64>) -> Row {
        let seconds = |cpu| Seconds { wall: cpu, cpu };
        Row { name: name.to_owned(), now: seconds(now), before: before.map(seconds) }
    }

    #[test]
    fn ratios_are_of_one_run() {
        let rows = vec![row("a", 1.0, Some(4.0)), row("b", 3.0, Some(4.0)), row("c", 1.0, Some(2.0))];
        let text = Table { title: "T", rows }.to_string();
        assert!(text.contains("| b | 4.00 | 3.00 | 0.750 | 3.00 |\n"), "{text}");
        assert!(text.ends_with("| median, worst | | | 0.500, 0.750 | |\n"), "{text}");
        let text = Table { title: "T", rows: vec![row("a", 1.0, None)] }.to_string();
        assert_eq!(text, "\nT:\n\n| | CPU | wall |\n|---|---|---|\n| a | 1.00 | 1.00 |\n");
    }

    #[test]
    fn the_torus_is_as_large_as_described() {
        assert_eq!(torus().lines().filter(|line| line.starts_with("f ")).count(), 3672);
    }

    #[test]
    fn a_command_that_fails_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let error = run(Path::new("no-such-program"), &[], folder.path()).unwrap_err();
        assert!(error.to_string().starts_with("no-such-program: "), "{error}");
    }
}
