//! Long random sessions on the bundled graphs: every step can be undone and redone.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use travertine::{Context, Document, Slice, registry};
use travertine_editing::actions::{self, Direction, Loose, NodeBox, Side};
use travertine_editing::render::{Outcome, Snapshot, Subject, View, Viewport, Worker};
use travertine_editing::{Action, Edit, History, Outline, Refusal, Socket, Target};
use travertine_graph::graph::Graph;
use travertine_graph::json::Value;
use travertine_tests::{is_night, sample, soak_seconds};

/// Pseudo-random numbers: D. E. Knuth's MMIX generator, from "The Art of Computer Programming".
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn of<T: Clone>(&mut self, items: impl IntoIterator<Item = T>) -> Option<T> {
        let items: Vec<T> = items.into_iter().collect();
        (!items.is_empty()).then(|| items[self.below(items.len())].clone())
    }

    fn position(&mut self) -> [f64; 2] {
        [self.below(2000) as f64 / 4.0, self.below(2000) as f64 / 4.0]
    }
}

fn bundled() -> Vec<Document> {
    let mut files: Vec<PathBuf> = fs::read_dir("../../graphs").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.iter().map(|path| Document::parse(&fs::read(path).unwrap()).unwrap()).collect()
}

/// A random user action, often refused.
fn act(outline: &Outline, random: &mut Random, clipboard: &mut String) -> Result<Action, Refusal> {
    let document = outline.document();
    let nothing = || Refusal::new("there is nothing to do it with");
    let node = |random: &mut Random| random.of(document.nodes.keys().cloned()).ok_or_else(nothing);
    let some = |random: &mut Random| -> BTreeSet<String> {
        let count = random.below(4);
        (0..count).filter_map(|_| random.of(document.nodes.keys().cloned())).collect()
    };
    let frames = |random: &mut Random| -> BTreeSet<String> {
        random.of(document.annotations.frames.keys().cloned()).into_iter().filter(|_| random.below(3) == 0).collect()
    };
    let output = |random: &mut Random| {
        let all = document.nodes.keys().filter_map(|id| Some((id, outline.definition(id)?)));
        let all = all.flat_map(|(id, of)| of.outputs.iter().map(move |output| Socket::new(id, &*output.name)));
        random.of(all).ok_or_else(nothing)
    };
    let input = |random: &mut Random| {
        let all = document.nodes.keys().filter_map(|id| Some((id, outline.definition(id)?)));
        let all = all.flat_map(|(id, of)| of.inputs.iter().map(move |input| Socket::new(id, &*input.name)));
        random.of(all).ok_or_else(nothing)
    };
    let offered =
        |random: &mut Random| random.of(document.outputs.iter().map(|(name, _)| name.clone())).ok_or_else(nothing);
    let parameter =
        |random: &mut Random| random.of(document.parameters.iter().map(|(name, _)| name.clone())).ok_or_else(nothing);
    let preset =
        |random: &mut Random| random.of(document.presets.iter().map(|(name, _)| name.clone())).ok_or_else(nothing);
    let node_type =
        |random: &mut Random| random.of(registry().iter().map(|definition| definition.type_name())).ok_or_else(nothing);
    let wire = |random: &mut Random| random.of(outline.wires().map(|(_, to)| to)).ok_or_else(nothing);
    let node_box = |id: &String| NodeBox {
        id: id.clone(),
        position: document.layout.get(id).copied().unwrap_or_default(),
        size: [160.0, 80.0],
    };
    Ok(match random.below(41) {
        0 => actions::insert(outline, &node_type(random)?, random.position())?,
        1 | 2 => actions::connect(outline, &output(random)?, &input(random)?)?,
        3 => actions::disconnect(&wire(random)?),
        4 => actions::move_wire(outline, &wire(random)?, &input(random)?)?,
        5 => actions::delete(outline, &some(random), &frames(random))?,
        6 => {
            *clipboard = actions::copy(outline, &some(random), &frames(random));
            actions::paste(outline, clipboard, Some(random.position()))?
        }
        7 => actions::paste(outline, clipboard, None)?,
        8 => {
            let (text, action) = actions::cut(outline, &some(random), &frames(random))?;
            *clipboard = text;
            action
        }
        9 => actions::duplicate(outline, &some(random), &frames(random), [16.0, 16.0])?,
        10 => {
            let from = Loose::From(output(random)?);
            let candidate = random.of(actions::candidates(outline, &from)).ok_or_else(nothing)?;
            let node_type = candidate.definition.type_name();
            actions::insert_connected(outline, &node_type, random.position(), &from, Some(&candidate.socket))?
        }
        11 => {
            let to = Loose::To(Target::Input(input(random)?));
            let candidate = random.of(actions::candidates(outline, &to)).ok_or_else(nothing)?;
            actions::insert_connected(outline, &candidate.definition.type_name(), random.position(), &to, None)?
        }
        12 => actions::insert_on_wire(outline, &node_type(random)?, random.position(), &Target::Input(wire(random)?))?,
        13 => actions::insert_on_wire(outline, "util/reroute", random.position(), &Target::Output(offered(random)?))?,
        14 => actions::put_on_wire(outline, &node(random)?, &Target::Input(wire(random)?))?,
        15 => actions::mute(some(random).iter().map(String::as_str), random.below(2) == 0),
        16 => actions::collapse(some(random).iter().map(String::as_str), random.below(2) == 0),
        17 => actions::fold(some(random).iter().map(String::as_str), random.below(2) == 0),
        18 => actions::rename(outline, &node(random)?, &format!("renamed {}", random.below(9)))?,
        19 => actions::move_to(some(random).into_iter().map(|id| (id, random.position()))),
        20 | 21 => {
            let value = random.of([0.1, 2.0, 7.0]).map_or(Value::Null, |number: f64| Value::from(number as i64));
            actions::set_input(outline, &input(random)?, value)?
        }
        22 => actions::reset_input(&input(random)?),
        23 => actions::expose(outline, &input(random)?)?,
        24 => actions::use_parameter(outline, &input(random)?, &parameter(random)?)?,
        25 => actions::remove_parameter(outline, &parameter(random)?)?,
        26 => actions::rename_parameter(outline, &parameter(random)?, &format!("p{}", random.below(5)))?,
        27 => actions::move_parameter(outline, &parameter(random)?, random.below(4))?,
        28 => actions::add_output(outline, &output(random)?, "out")?,
        29 => actions::remove_output(outline, &offered(random)?)?,
        30 => actions::rename_output(outline, &offered(random)?, &format!("o{}", random.below(5)))?,
        31 => actions::set_output(outline, &offered(random)?, &output(random)?)?,
        32 => {
            let nodes: Vec<NodeBox> = some(random).iter().map(node_box).collect();
            match random.below(6) {
                0 => actions::align(&nodes, Direction::Down, Side::Middle),
                1 => actions::distribute(&nodes, Direction::Across),
                2 => actions::snap(&nodes, 16.0),
                3 => actions::move_by(outline, &some(random), &frames(random), random.position()),
                4 => {
                    let frame = frames(random).pop_first().ok_or_else(nothing)?;
                    actions::fit_frame(outline, &frame, &nodes)?
                }
                _ => actions::frame(outline, &nodes, "Frame")?,
            }
        }
        33 => actions::arrange(outline, Some(&some(random)), &Default::default()),
        34 => actions::group(outline, &some(random), &frames(random), random.of([None, Some("Some")]).flatten())?,
        35 => actions::ungroup(outline, &document.nodes.keys().cloned().collect())?,
        36 => Action::new("Name", Edit::Name(random.of(["A", "B"]).map(str::to_owned))),
        37 => actions::save_preset(outline, &format!("Look {}", random.below(4)))?,
        38 => actions::apply_preset(outline, &preset(random)?)?,
        39 => match random.below(2) {
            0 => actions::rename_preset(outline, &preset(random)?, &format!("Look {}", random.below(6)))?,
            _ => actions::remove_preset(outline, &preset(random)?)?,
        },
        _ => {
            actions::note(outline, "Note", random.position()).and(actions::move_output(outline, &offered(random)?, 1)?)
        }
    })
}

/// A session with this number of steps, some of them undo and redo, some of them drags. Adds the labels of its actions
/// to `labels`.
fn session(history: &mut History, steps: usize, random: &mut Random, labels: &mut BTreeSet<String>) {
    let most = history.document().nodes.len() * 3;
    let mut clipboard = history.document().to_json();
    for step in 0..steps {
        match random.below(12) {
            0 => drop(history.undo().map(str::to_owned)),
            1 => drop(history.redo().map(str::to_owned)),
            2 => history.release(),
            _ => {
                let outline = Outline::new(history.document().clone(), registry());
                let key = random.of([None, None, Some(1), Some(2)]).flatten();
                let action = if outline.document().nodes.len() > most {
                    // Documents that grow without limit would only be slow.
                    let some = outline.document().nodes.keys().step_by(2).cloned().collect();
                    actions::delete(&outline, &some, &BTreeSet::new())
                } else {
                    act(&outline, random, &mut clipboard)
                };
                let Ok(action) = action else { continue };
                labels.extend(action.label.split(' ').next().map(str::to_owned));
                let before = history.document().clone();
                if history.apply(action, key).is_err() {
                    assert_eq!(history.document(), &before);
                }
            }
        }
        if step % 100 == 0 {
            check(history.document());
        }
    }
}

#[test]
fn every_step_can_be_undone_and_redone() {
    let documents = bundled();
    let steps = if is_night() { 10_000 } else { 2_500 };
    let (mut random, mut labels) = (Random(2026), BTreeSet::new());
    for document in &documents {
        let start = document.to_json();
        let mut history = History::new(document.clone());
        session(&mut history, steps / documents.len() + 1, &mut random, &mut labels);
        let end = history.document().to_json();
        let past: Vec<String> = history.past().map(str::to_owned).collect();
        while history.undo().is_some() {}
        assert_eq!(history.document().to_json(), start);
        assert!(!history.is_changed());
        while history.past().len() < past.len() && history.redo().is_some() {}
        assert_eq!(history.document().to_json(), end);
        assert!(history.past().eq(past.iter().map(String::as_str)));
    }
    assert!(labels.len() > 25, "{labels:?}");
}

#[test]
fn valid_parts_of_any_document_are_shown() {
    let (mut random, mut shown, mut refused) = (Random(7), 0, 0);
    for document in sample(bundled(), 3) {
        let mut history = History::new(document);
        for _ in 0..4 {
            session(&mut history, 40, &mut random, &mut BTreeSet::new());
            let snapshot = Snapshot::new(history.document().clone(), registry());
            let outline = snapshot.outline();
            for id in history.document().nodes.keys() {
                // Erosion would take most of the time.
                if outline.sources_of(id).iter().any(|id| erodes(history.document(), id)) {
                    continue;
                }
                match snapshot.field(&Subject::Node(outline.source(id, None))) {
                    Ok(field) => {
                        let image = field.render(Slice::new(4, 4), &Context::default()).unwrap();
                        assert_eq!(Some(field.value_type()), outline.output_type(&outline.source(id, None)));
                        assert!(image.data.iter().all(|value| value.is_finite()));
                        shown += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    let least = if is_night() { 500 } else { 150 };
    assert!(shown > least && refused > least / 50, "{shown} nodes were shown, {refused} were not");
}

/// Whether a node is erosion, or a group with erosion inside.
fn erodes(document: &Document, id: &str) -> bool {
    let node_type = &document.nodes[id].node_type;
    let group = node_type.split_once('/').and_then(|(_, name)| document.groups.get(name));
    node_type.starts_with("terrain/")
        || group.is_some_and(|group| group.document.to_json().contains("\"type\": \"terrain/"))
}

/// The resident memory of the process in bytes; 0 if the system does not tell.
fn memory() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let resident = pages.and_then(|pages| pages.split(' ').nth(1)?.parse::<u64>().ok());
    resident.unwrap_or_default() * 4096
}

#[test]
#[ignore = "nightly; as long as TRAVERTINE_SOAK says"]
fn hours_of_work_leave_no_memory_behind() {
    let end = Instant::now() + Duration::from_secs(soak_seconds(600));
    let worker = Worker::new(registry(), || {}).unwrap();
    let (mut random, mut first, mut pictures) = (Random(3), None, 0);
    while Instant::now() < end {
        for document in bundled() {
            let mut history = History::new(document);
            for _ in 0..10 {
                session(&mut history, 20, &mut random, &mut BTreeSet::new());
                let outline = Outline::new(history.document().clone(), registry());
                let is_slow = |id: &str| erodes(history.document(), id);
                let quick =
                    history.document().nodes.keys().filter(|id| !outline.sources_of(id).into_iter().any(is_slow));
                let sockets: Vec<Socket> = quick.map(|id| outline.source(id, None)).collect();
                worker.set_document(history.revision(), history.document().clone());
                if let Some(socket) = random.of(&sockets) {
                    let subject = Subject::Node(socket.clone());
                    worker.show(0, View::new(subject, Viewport::Plane(Slice::new(128, 96))));
                }
                worker.set_thumbnails(sockets, 32);
                // Sometimes everything finishes, sometimes the next edits arrive before.
                let patience = Instant::now() + Duration::from_millis(random.below(400) as u64);
                while !worker.is_idle() && Instant::now() < patience {
                    thread::sleep(Duration::from_millis(1));
                }
                for outcome in worker.outcomes() {
                    if let Outcome::Thumbnail { picture: Err(refusal), .. }
                    | Outcome::View { picture: Err(refusal), .. } = &outcome
                    {
                        assert!(!refusal.to_string().contains("internal error"), "{refusal}");
                    }
                    pictures += 1;
                }
            }
        }
        first = first.or(Some(memory()));
    }
    let (first, last) = (first.unwrap_or_default(), memory());
    assert!(pictures > 100, "{pictures}");
    assert!(last <= first + first / 2 + (32 << 20), "it grew from {first} to {last} bytes");
}

/// A document survives a round trip through its text, and no action closes a circle.
fn check(document: &Arc<Document>) {
    let text = document.to_json();
    assert_eq!(Document::parse(text.as_bytes()).as_ref(), Ok(&**document));
    if let Err(problems) = Graph::new(document, registry()) {
        assert!(!problems.to_string().contains("circle"), "{problems}");
    }
}
