//! Runs: render cases and compare them with their golden pictures.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use travertine::stages::graph::diagnostic::quote;
use travertine::{Context, Field, Registry, Texture};
use travertine_files::folded;

use crate::case::Case;
use crate::difference::Difference;
use crate::error::Error;
use crate::golden_file::{self, Rendering};

/// The result of one output of a case, or of its first output with a preset.
#[derive(Debug)]
pub struct Outcome {
    /// The case's name, and the output's if it is not the first, or the preset's.
    pub name: String,
    /// Path of its golden picture.
    pub picture: PathBuf,
    /// The result of the comparison.
    pub verdict: Verdict,
    /// The time that it took to render and compare.
    pub time: Duration,
    /// The new render, unless it matches.
    pub(crate) rendering: Option<Rendering>,
    /// The bytes of the golden picture, unless it matches or cannot be read.
    pub(crate) golden: Option<Vec<u8>>,
}

/// How a new render compares with the golden picture.
#[derive(Debug)]
pub enum Verdict {
    /// Pixels and floats are the same.
    Same,
    /// Some pixels or floats differ, but no pixel by more than the tolerance.
    Within(Difference),
    /// There is no golden picture.
    Missing,
    /// Some pixels differ.
    Differs(Difference),
    /// The pixels are the same; the floats differ.
    ValuesDiffer,
    /// The golden picture cannot be compared: it has another size or other channels, holds no hash of floats, or
    /// cannot be read. The text says which.
    Unlike(String),
    /// The output cannot be rendered, or its graph cannot be loaded.
    Failed(travertine::Error),
    /// Another output has the same golden picture.
    Shared,
}

/// How a run compares.
#[derive(Clone, Copy, Default)]
pub struct Settings<'s> {
    /// The greatest accepted difference of a channel, a fraction of 1: 1/255 accepts a level. Golden pictures hold
    /// levels, so if it is above 0, the hash of the floats is not compared.
    pub tolerance: f64,
    /// Gives each texture other values than those of its graph. Pictures of its presets are not compared then.
    pub prepare: Option<&'s Prepare<'s>>,
    /// Receives the name of each case before it is rendered.
    pub begin: Option<&'s dyn Fn(&str)>,
}

/// Gives a texture other values than those of its graph.
pub type Prepare<'p> = dyn Fn(Texture) -> Result<Texture, travertine::Error> + 'p;

/// The results of some cases.
#[derive(Debug)]
pub struct Run {
    /// One outcome for each output and each preset, in the order of cases, outputs and presets.
    pub outcomes: Vec<Outcome>,
    /// The golden pictures of the first outputs of graphs that cannot be loaded. Their other outputs are not known.
    pub(crate) unloaded: Vec<PathBuf>,
}

impl Run {
    /// Renders every output of every case, and the first output with every preset, and compares each picture with its
    /// golden one.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`]. Failures of a case are part of the result.
    pub fn new(cases: &[Case], registry: &Registry, context: &Context) -> Result<Run, Error> {
        Run::with(cases, registry, &Settings::default(), context)
    }

    /// As [`Run::new`], with other settings.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`].
    pub fn with(cases: &[Case], registry: &Registry, settings: &Settings, context: &Context) -> Result<Run, Error> {
        let Settings { tolerance, prepare, begin } = *settings;
        let (mut outcomes, mut unloaded) = (Vec::new(), Vec::new());
        for case in cases {
            if let Some(begin) = begin {
                begin(&case.name);
            }
            let opened = Texture::open_with_registry(&case.graph, registry, context.memory_limit());
            let prepared = match prepare {
                Some(prepare) => opened.and_then(prepare),
                None => opened,
            };
            match prepared {
                Ok(texture) => {
                    for (index, name) in texture.outputs().enumerate() {
                        let picture = case.picture_of(name, index == 0);
                        let of = match index {
                            0 => case.name.clone(),
                            _ => format!("{}, output {}", case.name, quote(name)),
                        };
                        let field = texture.field(name);
                        outcomes.push(outcome(of, picture, field, tolerance, context)?);
                    }
                    for preset in texture.presets().filter(|_| prepare.is_none()) {
                        let mut texture = texture.clone();
                        let field = texture.apply_preset(preset.name).and_then(|()| texture.first_field());
                        let picture = case.picture_of_preset(preset.name);
                        let of = format!("{}, preset {}", case.name, quote(preset.name));
                        outcomes.push(outcome(of, picture, field, tolerance, context)?);
                    }
                }
                Err(error) => {
                    unloaded.push(case.picture.clone());
                    let (name, picture) = (case.name.clone(), case.picture.clone());
                    let verdict = Verdict::Failed(error);
                    let time = Duration::ZERO;
                    outcomes.push(Outcome { name, picture, verdict, time, rendering: None, golden: None });
                }
            }
        }
        refuse_shared_pictures(&mut outcomes);
        Ok(Run { outcomes, unloaded })
    }

    /// Whether all pictures match.
    pub fn is_same(&self) -> bool {
        self.failures().next().is_none()
    }

    /// The outcomes that do not match.
    pub fn failures(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| !outcome.verdict.is_match())
    }

    /// All failures as text, with the command that blesses them; empty if there are none.
    pub fn summary(&self, bless: &str) -> String {
        let mut text: String = self.failures().map(|outcome| format!("{outcome}\n")).collect();
        let failures = self.failures().count();
        if failures > 0 {
            text += &format!("{failures} of {} pictures do not match; ", self.outcomes.len());
            text += &format!("if the changes are intended: {bless}\n");
        }
        text
    }
}

fn outcome(
    name: String,
    picture: PathBuf,
    field: Result<Field, travertine::Error>,
    tolerance: f64,
    context: &Context,
) -> Result<Outcome, Error> {
    let start = Instant::now();
    let plain = |verdict| Outcome {
        name: name.clone(),
        picture: picture.clone(),
        verdict,
        time: start.elapsed(),
        rendering: None,
        golden: None,
    };
    let rendering = match field.and_then(|field| Rendering::new(&field, context)) {
        Ok(rendering) => rendering,
        Err(travertine::Error::Cancelled) => return Err(Error::Cancelled),
        Err(error) => return Ok(plain(Verdict::Failed(error))),
    };
    let (verdict, golden) = match golden_file::file(&picture) {
        Ok(golden) => (compare(golden.as_deref(), &rendering, tolerance), golden),
        Err(reason) => (Verdict::Unlike(format!("the golden picture cannot be read: {reason}")), None),
    };
    match verdict {
        // Reports show failures only.
        verdict if verdict.is_match() => Ok(plain(verdict)),
        verdict => Ok(Outcome { name, picture, verdict, time: start.elapsed(), rendering: Some(rendering), golden }),
    }
}

fn compare(golden: Option<&[u8]>, rendering: &Rendering, tolerance: f64) -> Verdict {
    let Some(golden) = golden else { return Verdict::Missing };
    let (expected, values) = match golden_file::read(golden) {
        Ok(read) => read,
        Err(reason) => return Verdict::Unlike(format!("the golden picture cannot be decoded: {reason}")),
    };
    let actual = &rendering.picture;
    if (&expected.channels, expected.levels) != (&actual.channels, actual.levels) {
        let pixels = |channels: &[String], levels: Option<u32>| {
            format!("{} with levels up to {}", channels.join(""), levels.unwrap_or(1))
        };
        return Verdict::Unlike(format!(
            "the golden picture is {}, the new one {}",
            pixels(&expected.channels, expected.levels),
            pixels(&actual.channels, actual.levels)
        ));
    }
    match (Difference::new(&expected, actual), values) {
        (Err(mismatch), _) => {
            Verdict::Unlike(format!("the golden picture and the new one cannot be compared: {mismatch}"))
        }
        (Ok(difference), values) if tolerance > 0.0 && difference.is_within(tolerance) => {
            let is_same = difference.is_none() && values.is_none_or(|values| values == rendering.values);
            if is_same { Verdict::Same } else { Verdict::Within(difference) }
        }
        (Ok(difference), _) if !difference.is_none() => Verdict::Differs(difference),
        (Ok(_), None) => Verdict::Unlike("the golden picture holds no hash of floats; bless it".to_owned()),
        (Ok(_), Some(values)) if values != rendering.values => Verdict::ValuesDiffer,
        (Ok(_), Some(_)) => Verdict::Same,
    }
}

/// Fails outputs whose golden picture is that of an earlier output, such as output `b` of `a.json` and the first output
/// of `a.b.json`.
fn refuse_shared_pictures(outcomes: &mut [Outcome]) {
    let mut paths = BTreeSet::new();
    for outcome in outcomes {
        // Some file systems ignore case.
        if !paths.insert(folded(&outcome.picture)) {
            outcome.verdict = Verdict::Shared;
            outcome.rendering = None;
        }
    }
}

impl Verdict {
    /// Whether the picture matches, exactly or within the tolerance.
    pub fn is_match(&self) -> bool {
        matches!(self, Verdict::Same | Verdict::Within(_))
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let picture = match self.verdict {
            Verdict::Missing => "would be",
            _ => "golden picture:",
        };
        write!(f, "{}: {}\n  {picture} {}", self.name, self.verdict, self.picture.display())
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Same => f.write_str("matches"),
            Verdict::Within(difference) => write!(f, "matches within the tolerance: {difference}"),
            Verdict::Missing => f.write_str("there is no golden picture"),
            Verdict::Differs(difference) => write!(f, "expected and actual differ: {difference}"),
            Verdict::ValuesDiffer => {
                f.write_str("the pixels are the same, but the rendered floats differ; compare .exr files to see where")
            }
            Verdict::Unlike(reason) => f.write_str(reason),
            Verdict::Failed(error) => write!(f, "cannot be rendered: {error}"),
            Verdict::Shared => f.write_str("another output has the same golden picture; rename one of them"),
        }
    }
}
