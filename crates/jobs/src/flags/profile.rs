//! The flags that show where the time of a job goes.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use travertine::document::Value;
use travertine::stages::graph::json::Writer;
use travertine::{Context, Profile, Texture};

use crate::failure::Failure;
use crate::host::Host;

/// Number of rows of each table that are shown; the file has all.
const ROWS: usize = 20;

/// The flags of a command that computes fields.
#[derive(Args)]
#[command(next_help_heading = "Execution")]
pub struct ProfileFlags {
    /// Show how much time each node and operation takes: that of all threads on the CPU, without files, rays and light.
    /// A pass over a raster counts for all threads
    #[arg(long)]
    profile: bool,

    /// Write these times to a file, as JSON
    #[arg(long, value_name = "FILE")]
    profile_file: Option<PathBuf>,
}

/// The profile of a job, if it has one.
pub struct Profiling<'f> {
    flags: &'f ProfileFlags,
    profile: Option<Arc<Profile>>,
}

impl ProfileFlags {
    /// The file that the job writes the times to.
    pub fn file(&self) -> impl Iterator<Item = &PathBuf> {
        self.profile_file.iter()
    }

    /// Begins a profile if there is a flag for one.
    pub fn begin(&self) -> Profiling<'_> {
        let is_wanted = self.profile || self.profile_file.is_some();
        Profiling { flags: self, profile: is_wanted.then(Arc::default) }
    }
}

impl Profiling<'_> {
    /// The context with the profile.
    pub fn context<'c>(&self, context: Context<'c>) -> Context<'c> {
        match &self.profile {
            Some(profile) => context.profile(profile),
            None => context,
        }
    }

    /// Reports the times of the nodes of a texture.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn end(&self, texture: &Texture, host: &dyn Host) -> Result<(), Failure> {
        let Some(profile) = &self.profile else { return Ok(()) };
        let times = Times::new(profile, texture);
        if self.flags.profile {
            times.table().iter().for_each(|line| host.note(line));
        }
        if let Some(path) = &self.flags.profile_file {
            travertine_files::write(path, times.json().as_bytes())?;
            host.wrote(&[path], &"profile");
        }
        Ok(())
    }
}

/// The times of a profile, the longest first.
struct Times {
    all: Duration,
    /// By id and type of the node.
    nodes: Vec<([String; 2], Duration)>,
    operations: Vec<([String; 1], Duration)>,
}

impl Times {
    fn new(profile: &Profile, texture: &Texture) -> Times {
        let (mut nodes, mut operations) = (HashMap::new(), HashMap::new());
        let mut all = Duration::ZERO;
        for (part, time) in profile.parts() {
            let node = part.origin.and_then(|node| texture.graph().nodes.get(node as usize));
            let named =
                |node: &travertine::stages::graph::graph::Node| [node.id.clone(), node.definition.id.to_string()];
            let node = node.map_or_else(|| ["".to_owned(), "".to_owned()], named);
            *nodes.entry(node).or_default() += time;
            *operations.entry([part.operation.to_owned()]).or_default() += time;
            all += time;
        }
        Times { all, nodes: sorted(nodes), operations: sorted(operations) }
    }

    fn share(&self, time: Duration) -> f64 {
        if self.all.is_zero() { 0.0 } else { time.as_secs_f64() / self.all.as_secs_f64() }
    }

    fn table(&self) -> Vec<String> {
        let mut lines = vec![format!("{:.3} s of all threads; by node:", self.all.as_secs_f64())];
        let width = self.nodes.iter().take(ROWS).map(|([id, _], _)| id.chars().count()).max().unwrap_or(0);
        lines.extend(self.rows(&self.nodes, |[id, node_type]| match id.as_str() {
            "" => "(coordinates and output)".to_owned(),
            id => format!("{id:width$}  {node_type}"),
        }));
        lines.push("by operation:".to_owned());
        lines.extend(self.rows(&self.operations, |[operation]| operation.clone()));
        lines
    }

    fn rows<const N: usize>(
        &self,
        times: &[([String; N], Duration)],
        name: impl Fn(&[String; N]) -> String,
    ) -> Vec<String> {
        let row = |time: Duration, name: String| format!("{:5.1} %  {name}", 100.0 * self.share(time));
        let (shown, others) = times.split_at(times.len().min(ROWS));
        let mut rows: Vec<String> = shown.iter().map(|(of, time)| row(*time, name(of))).collect();
        if !others.is_empty() {
            let rest = others.iter().map(|(_, time)| *time).sum();
            rows.push(row(rest, format!("({} others)", others.len())));
        }
        rows
    }

    fn json(&self) -> String {
        let entry = |names: &[(&str, &String)], time: Duration| {
            let names = names.iter().map(|(key, name)| ((*key).to_owned(), Value::from(name.as_str())));
            let times = [("seconds", time.as_secs_f64()), ("share", self.share(time))];
            Value::Object(names.chain(times.map(|(key, value)| (key.to_owned(), Value::from(value)))).collect())
        };
        let nodes = self.nodes.iter().map(|([id, node_type], time)| entry(&[("node", id), ("type", node_type)], *time));
        let operations = self.operations.iter().map(|([operation], time)| entry(&[("operation", operation)], *time));
        let mut writer = Writer::new();
        writer.value(&Value::Object(vec![
            ("seconds".to_owned(), Value::from(self.all.as_secs_f64())),
            ("nodes".to_owned(), Value::List(nodes.collect())),
            ("operations".to_owned(), Value::List(operations.collect())),
        ]));
        writer.finish()
    }
}

fn sorted<const N: usize>(times: HashMap<[String; N], Duration>) -> Vec<([String; N], Duration)> {
    let mut times: Vec<_> = times.into_iter().collect();
    times.sort_unstable_by(|(a, longer), (b, shorter)| shorter.cmp(longer).then(a.cmp(b)));
    times
}
