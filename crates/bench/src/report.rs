//! Reports: a table of speeds, and of the targets that are met.

use std::fmt;

use serde_json::{Value, json};
use sysinfo::{CpuRefreshKind, RefreshKind, System};
use travertine_noise::Level;

use crate::contender::{BASELINE, Who};
use crate::workload::Workload;

/// Target of the speedup by two threads.
const TWO_THREADS: f64 = 1.9;

/// The results of all workloads.
pub struct Report {
    /// Conditions of the measurement.
    pub conditions: Conditions,
    /// A row for each workload.
    pub rows: Vec<Row>,
}

/// Conditions of a measurement.
pub struct Conditions {
    /// Name of the CPU.
    pub processor: String,
    /// Number of hardware threads.
    pub cores: usize,
    /// Load average of the last minute.
    pub load: f64,
    /// Turns of each contender.
    pub turns: usize,
}

impl Conditions {
    /// The conditions on this machine, now.
    pub fn here(turns: usize) -> Conditions {
        let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
        let cpus = system.cpus();
        let processor = cpus.first().map_or("unknown processor", |cpu| cpu.brand().trim()).to_owned();
        Conditions { processor, cores: cpus.len(), load: System::load_average().one, turns }
    }
}

/// The times of a workload.
pub struct Row {
    /// The workload.
    pub workload: Workload,
    /// Time of each contender, in seconds.
    pub times: Vec<(Who, f64)>,
    /// Times with one and with two threads in seconds, if measured.
    pub threads: Option<[f64; 2]>,
}

/// A speedup and its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The measured speedup.
    pub factor: f64,
    /// The minimum speedup, if there is a target.
    pub target: Option<f64>,
}

impl Verdict {
    /// Whether the speedup meets the target; `None` without a target.
    pub fn met(self) -> Option<bool> {
        self.target.map(|target| self.factor >= target)
    }
}

/// The speedup and its target, as in `21.3x (22 missed)`.
impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let decimals = if self.factor < 10.0 { 2 } else { 1 };
        write!(formatter, "{:.decimals$}x", self.factor)?;
        let (Some(target), Some(met)) = (self.target, self.met()) else { return Ok(()) };
        write!(formatter, " ({target} {})", if met { "met" } else { "**missed**" })
    }
}

impl Row {
    fn time(&self, who: Who) -> Option<f64> {
        self.times.iter().find(|(other, _)| *other == who).map(|(_, time)| *time)
    }

    /// Samples per second.
    fn speed(&self, who: Who) -> Option<f64> {
        self.time(who).map(|time| self.workload.grid.samples() as f64 / time)
    }

    /// The speedup of Travertine on one thread over the crate `noise`.
    pub fn over_baseline(&self, level: Level) -> Option<Verdict> {
        let factor = self.time(BASELINE)? / self.time(Who::Travertine(level))?;
        Some(Verdict { factor, target: self.workload.target(level) })
    }

    /// The speedup of Travertine by two threads.
    pub fn two_threads(&self) -> Option<Verdict> {
        self.threads.map(|[one, two]| Verdict { factor: one / two, target: Some(TWO_THREADS) })
    }

    fn json(&self, levels: &[Level]) -> Value {
        let verdict =
            |verdict: Verdict| json!({"factor": verdict.factor, "target": verdict.target, "met": verdict.met()});
        let times = self.times.iter().map(|(who, time)| (who.name(), json!(time)));
        let ratios = levels
            .iter()
            .filter_map(|level| self.over_baseline(*level).map(|found| (level.name().to_owned(), verdict(found))));
        json!({
            "workload": self.workload.name,
            "samples": self.workload.grid.samples(),
            "seconds": Value::Object(times.collect()),
            "against_noise": Value::Object(ratios.collect()),
            "threads": self.threads,
            "two_threads": self.two_threads().map(verdict),
        })
    }
}

impl Report {
    /// All peers and levels of the rows, in order of appearance.
    fn columns(&self) -> (Vec<Who>, Vec<Level>) {
        let (mut peers, mut levels) = (Vec::new(), Vec::new());
        for (who, _) in self.rows.iter().flat_map(|row| &row.times) {
            match *who {
                Who::Peer(_) if !peers.contains(who) => peers.push(*who),
                Who::Travertine(level) if !levels.contains(&level) => levels.push(level),
                _ => {}
            }
        }
        (peers, levels)
    }

    /// The report as JSON, with times in seconds.
    pub fn json(&self) -> Value {
        let (_, levels) = self.columns();
        let Conditions { processor, cores, load, turns } = &self.conditions;
        json!({
            "processor": processor,
            "cores": cores,
            "load": load,
            "turns": turns,
            "rows": self.rows.iter().map(|row| row.json(&levels)).collect::<Vec<_>>(),
        })
    }
}

/// A Markdown table: million samples per second, and speedups.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (peers, levels) = self.columns();
        write!(formatter, "| |")?;
        peers.iter().try_for_each(|peer| write!(formatter, " `{}` |", peer.name()))?;
        levels.iter().try_for_each(|level| write!(formatter, " {level} | of `noise` |"))?;
        writeln!(formatter, " two threads |")?;
        writeln!(formatter, "|---|{}---|", "---|".repeat(peers.len() + 2 * levels.len()))?;
        for row in &self.rows {
            write!(formatter, "| {} |", row.workload.title)?;
            for peer in &peers {
                cell(formatter, row.speed(*peer).map(millions))?;
            }
            for level in &levels {
                cell(formatter, row.speed(Who::Travertine(*level)).map(millions))?;
                cell(formatter, row.over_baseline(*level))?;
            }
            cell(formatter, row.two_threads())?;
            writeln!(formatter)?;
        }
        Ok(())
    }
}

fn cell(formatter: &mut fmt::Formatter, content: Option<impl fmt::Display>) -> fmt::Result {
    match content {
        Some(content) => write!(formatter, " {content} |"),
        None => write!(formatter, " |"),
    }
}

fn millions(speed: f64) -> String {
    let millions = speed / 1e6;
    format!("{millions:.*}", if millions < 100.0 { 1 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::ALL;

    fn report() -> Report {
        let times = vec![
            (BASELINE, 0.1),
            (Who::Peer("other"), 0.05),
            (Who::Travertine(Level::Avx2), 0.004),
            (Who::Travertine(Level::Avx512), 0.002),
        ];
        let conditions = Conditions { processor: "abacus".to_owned(), cores: 2, load: 0.5, turns: 3 };
        let rows = vec![
            Row { workload: ALL[0], times, threads: Some([0.008, 0.004]) },
            Row { workload: ALL[1], times: vec![(BASELINE, 0.2)], threads: None },
        ];
        Report { conditions, rows }
    }

    #[test]
    fn the_table_has_speeds_speedups_and_targets() {
        let expected = "\
| | `noise` | `other` | avx2 | of `noise` | avx512 | of `noise` | two threads |
|---|---|---|---|---|---|---|---|
| Perlin, slice | 10.5 | 21.0 | 262 | 25.0x (22 met) | 524 | 50.0x (60 **missed**) | 2.00x (1.9 met) |
| fBm, 4 octaves, slice | 5.2 | | | | | | |
";
        assert_eq!(report().to_string(), expected);
    }

    #[test]
    fn json_has_times_and_verdicts() {
        let json = report().json();
        assert_eq!(json["processor"], "abacus");
        let row = &json["rows"][0];
        assert_eq!(row["seconds"]["travertine avx512"], 0.002);
        assert_eq!(row["against_noise"]["avx512"], json!({"factor": 50.0, "target": 60.0, "met": false}));
        assert_eq!(row["threads"], json!([0.008, 0.004]));
        assert_eq!(row["two_threads"]["met"], true);
        assert_eq!(json["rows"][1]["two_threads"], Value::Null);
    }
}
