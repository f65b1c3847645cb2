//! Runs: cases rendered and compared with what is kept.

use std::collections::BTreeSet;
use std::path::PathBuf;

use travertine::stages::graph::diagnostic::quote;
use travertine::{Context, Registry, Texture};

use crate::case::Case;
use crate::difference::Difference;
use crate::error::Error;
use crate::kept::{self, Rendering};

/// What came of an output of a case.
#[derive(Debug)]
pub struct Outcome {
    /// The case, and the output if it is not the first.
    pub name: String,
    /// Where its picture is kept.
    pub picture: PathBuf,
    /// How it compares.
    pub verdict: Verdict,
    /// What it looks like now.
    pub(crate) rendering: Option<Rendering>,
    /// The file that is kept.
    pub(crate) kept: Option<Vec<u8>>,
}

/// How a rendered picture compares with the kept one.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// They are the same, and so are the floats behind them.
    Same,
    /// None is kept.
    Missing,
    /// Pixels differ.
    Differs(Difference),
    /// The pixels are the same, the floats behind them are not.
    ValuesDiffer,
    /// The kept picture is of another size or kind, or no picture of ours.
    Unlike(String),
    /// The case cannot be rendered.
    Failed(String),
}

/// All that came of some cases.
#[derive(Debug)]
pub struct Run {
    /// The outputs of all cases, in their order.
    pub outcomes: Vec<Outcome>,
}

impl Run {
    /// Renders every output of every case, and compares it with the picture that is kept.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or a kept picture is there but cannot be read.
    pub fn new(cases: &[Case], registry: &Registry, context: &Context) -> Result<Run, Error> {
        let mut outcomes = Vec::new();
        for case in cases {
            match Texture::with_registry(&case.document, registry) {
                Ok(texture) => {
                    for (index, name) in texture.outputs().enumerate() {
                        outcomes.push(outcome(case, &texture, name, index == 0, context)?);
                    }
                }
                Err(error) => {
                    let (name, picture) = (case.name.clone(), case.picture.clone());
                    let verdict = Verdict::Failed(error.to_string());
                    outcomes.push(Outcome { name, picture, verdict, rendering: None, kept: None });
                }
            }
        }
        refuse_shared_pictures(&mut outcomes);
        Ok(Run { outcomes })
    }

    /// Whether everything is as it is kept.
    pub fn is_same(&self) -> bool {
        self.failures().next().is_none()
    }

    /// What is not as it is kept.
    pub fn failures(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.verdict != Verdict::Same)
    }

    /// Every failure in words, and the command that would bless them; empty if there is none.
    pub fn summary(&self, bless: &str) -> String {
        let mut text: String = self.failures().map(|outcome| format!("{outcome}\n")).collect();
        let failures = self.failures().count();
        if failures > 0 {
            text += &format!("{failures} of {} pictures are not as they are kept; ", self.outcomes.len());
            text += &format!("if they are as they should be: {bless}\n");
        }
        text
    }
}

fn outcome(
    case: &Case,
    texture: &Texture,
    output: &str,
    is_first: bool,
    context: &Context,
) -> Result<Outcome, Error> {
    let picture = case.picture_of(output, is_first);
    let name = if is_first { case.name.clone() } else { format!("{}, output {}", case.name, quote(output)) };
    let plain = |verdict| Outcome {
        name: name.clone(),
        picture: picture.clone(),
        verdict,
        rendering: None,
        kept: None,
    };
    let rendering = match texture.field(output).and_then(|field| Rendering::new(&field, context)) {
        Ok(rendering) => rendering,
        Err(travertine::Error::Cancelled) => return Err(Error::Cancelled),
        Err(error) => return Ok(plain(Verdict::Failed(error.to_string()))),
    };
    let (verdict, kept) = match kept::file(&picture) {
        Ok(kept) => (compare(kept.as_deref(), &rendering), kept),
        Err(why) => (Verdict::Unlike(format!("the kept picture cannot be read: {why}")), None),
    };
    match verdict {
        // Nobody will ask what it looks like.
        Verdict::Same => Ok(plain(Verdict::Same)),
        verdict => Ok(Outcome { name, picture, verdict, rendering: Some(rendering), kept }),
    }
}

fn compare(kept: Option<&[u8]>, rendering: &Rendering) -> Verdict {
    let Some(kept) = kept else { return Verdict::Missing };
    let (expected, values) = match kept::read(kept) {
        Ok(read) => read,
        Err(reason) => return Verdict::Unlike(format!("the kept file is no picture: {reason}")),
    };
    let actual = &rendering.picture;
    if (&expected.channels, expected.levels) != (&actual.channels, actual.levels) {
        let kind = |channels: &[String], levels: Option<u32>| {
            format!("{} with levels up to {}", channels.join(""), levels.unwrap_or(1))
        };
        return Verdict::Unlike(format!(
            "the kept picture is {}, the rendered one {}",
            kind(&expected.channels, expected.levels),
            kind(&actual.channels, actual.levels)
        ));
    }
    match (Difference::new(&expected, actual), values) {
        (Err(mismatch), _) => {
            Verdict::Unlike(format!("of the kept picture and the rendered one, {mismatch}"))
        }
        (Ok(difference), _) if !difference.is_none() => Verdict::Differs(difference),
        (Ok(_), None) => {
            Verdict::Unlike("the kept picture does not say which floats it was made from".to_owned())
        }
        (Ok(_), Some(values)) if values != rendering.values => Verdict::ValuesDiffer,
        (Ok(_), Some(_)) => Verdict::Same,
    }
}

/// Two outputs that have one place for their pictures, as output `b` of `a.json` and the first one of `a.b.json`.
fn refuse_shared_pictures(outcomes: &mut [Outcome]) {
    let mut places = BTreeSet::new();
    for outcome in outcomes {
        if !places.insert(outcome.picture.clone()) {
            outcome.verdict =
                Verdict::Failed("another output has its picture in the same place; rename one".to_owned());
            outcome.rendering = None;
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}\n  kept as {}", self.name, self.verdict, self.picture.display())
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Same => f.write_str("as it is kept"),
            Verdict::Missing => f.write_str("no picture of it is kept"),
            Verdict::Differs(difference) => write!(f, "expected and actual differ: {difference}"),
            Verdict::ValuesDiffer => {
                f.write_str("the pixels are the same, but the floats behind them changed; compare .exr files to see where")
            }
            Verdict::Unlike(why) => f.write_str(why),
            Verdict::Failed(why) => write!(f, "it cannot be rendered: {why}"),
        }
    }
}
