//! A careless user, for any time: random events and random edits. Nothing may panic, the interface may not block, and
//! memory may not grow.
//!
//! `TRAVERTINE_SOAK=600 cargo test -p travertine-editor --test editor soak -- --nocapture` runs for ten minutes, and
//! prints its memory every six seconds.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use egui::accesskit::{Action, ActionData, ActionRequest, NodeId, TextPosition, TextSelection, TreeId};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2};
use egui_kittest::kittest::NodeT as _;
use egui_kittest::{Harness, Node};
use travertine::registry;
use travertine_editing::files::Folders;
use travertine_editing::{Refusal, Socket, actions};
use travertine_editor::App;
use travertine_tests::soak_seconds;

use crate::support::bundled;

/// The variable with the number of seconds, for the child.
const SECONDS: &str = "TRAVERTINE_SOAK";

/// Number of steps until another graph is opened: all steps of a graph are kept for undo.
const STEPS_OF_A_GRAPH: usize = 500;

/// Number of samples that show whether memory grows.
const ENOUGH: usize = 20;

/// Runs the user in a process of its own, without a desktop, so that its memory can be measured.
#[test]
fn random_operations() {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["soak::user", "--exact", "--ignored", "--nocapture"])
        .current_dir(folder.path())
        .env(SECONDS, soak_seconds(5).to_string())
        .env("PATH", "")
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    println!("{said}");
    assert!(child.status.success(), "{said}\n{}", String::from_utf8_lossy(&child.stderr));
    let taken: Vec<u64> =
        said.lines().filter_map(|line| line.strip_prefix("MiB ")?.split(' ').next()?.parse().ok()).collect();
    assert!(!taken.is_empty(), "{said}");
    if taken.len() >= ENOUGH {
        let third = taken.len() / 3;
        let middle = |part: &[u64]| {
            let mut sorted = part.to_vec();
            sorted.sort_unstable();
            sorted[sorted.len() / 2]
        };
        let (before, after) = (middle(&taken[third..2 * third]), middle(&taken[2 * third..]));
        assert!(after <= before + before / 5 + 32, "it grew from {before} to {after} MiB");
    }
}

#[test]
#[ignore = "the child of the other test"]
fn user() {
    let seconds = soak_seconds(0);
    let mut user = User::new(7);
    let start = Instant::now();
    let mut said = Duration::ZERO;
    let mut slowest = Duration::ZERO;
    for step in 0.. {
        if start.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
        if step % STEPS_OF_A_GRAPH == 0 {
            user.open_another();
        }
        user.act();
        // On a slow machine several events come in one frame.
        if user.below(3) == 0 {
            continue;
        }
        let frame = Instant::now();
        user.harness.step();
        slowest = slowest.max(frame.elapsed());
        if start.elapsed() >= said {
            said += Duration::from_secs(if seconds < 60 { 2 } else { 6 });
            let nodes = user.harness.state().project.outline().document().nodes.len();
            println!("MiB {} after {step} steps, {nodes} nodes; the slowest frame {slowest:.0?}", memory());
            slowest = Duration::ZERO;
        }
    }
}

/// The resident memory of this process in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

const KEYS: [Key; 40] = [
    Key::Enter,
    Key::Enter,
    Key::Escape,
    Key::Escape,
    Key::Tab,
    Key::Space,
    Key::Space,
    Key::Backspace,
    Key::Delete,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Home,
    Key::End,
    Key::F1,
    Key::F2,
    Key::A,
    Key::D,
    Key::E,
    Key::F,
    Key::G,
    Key::H,
    Key::L,
    Key::M,
    Key::N,
    Key::O,
    Key::P,
    Key::Q,
    Key::R,
    Key::S,
    Key::T,
    Key::V,
    Key::Y,
    Key::Z,
    Key::Z,
    Key::Num0,
    Key::Num3,
    Key::Plus,
    Key::Minus,
];

const TEXTS: [&str; 16] = [
    "2*pi/3",
    "-1e9",
    "0",
    "64",
    "1/0",
    "noise",
    "ramp",
    "blend",
    "fbm",
    "undo",
    "snap",
    "graph",
    "\u{1f3a8} \u{e9}\u{304}",
    "#ff8800",
    "(((",
    "",
];

const PASTED: [&str; 4] =
    ["", "no graph", "{\"format\": \"travertine\"", "{\"nodes\": {\"a\": {\"type\": \"noise/perlin\"}}}"];

struct User {
    harness: Harness<'static, App>,
    random: u64,
    pointer: Pos2,
    held: Option<PointerButton>,
    copied: Option<String>,
    /// Widgets announced to screen readers; many of them are gone.
    heard_of: Vec<NodeId>,
    _folder: tempfile::TempDir,
}

impl User {
    fn new(random: u64) -> User {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::at(folder.path());
        let harness = Harness::builder()
            .with_size([1280.0, 720.0])
            .build_eframe(move |creation| App::new(&creation.egui_ctx, Some(&folders)).unwrap());
        User { harness, random, pointer: Pos2::ZERO, held: None, copied: None, heard_of: Vec::new(), _folder: folder }
    }

    /// D. E. Knuth's MMIX generator, from "The Art of Computer Programming".
    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % end.max(1)
    }

    fn of<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        let index = self.below(items.len());
        items.get(index).cloned()
    }

    /// Sends an event with the next frame.
    fn send(&mut self, event: Event) {
        let modifiers = match &event {
            Event::Key { modifiers, .. }
            | Event::MouseWheel { modifiers, .. }
            | Event::PointerButton { modifiers, .. } => *modifiers,
            _ => Modifiers::NONE,
        };
        let events = [Event::ModifiersChanged(modifiers), event, Event::ModifiersChanged(Modifiers::NONE)];
        self.harness.input_mut().events.extend(events);
    }

    fn open_another(&mut self) {
        let name = self.of(&["marble", "agate", "wood", "moon", "travertine", "terrain", "lava"]).unwrap();
        std::fs::copy(bundled(name), "graph.json").unwrap();
        self.harness.state_mut().open("graph.json".as_ref());
    }

    /// Performs a random action.
    fn act(&mut self) {
        match self.below(22) {
            0..5 => self.point(),
            5..8 => self.press(),
            8 => {
                self.press();
                self.harness.step();
                self.press();
            }
            9 | 10 => {
                let delta = Vec2::new(self.below(3) as f32 - 1.0, self.below(7) as f32 - 3.0);
                let unit = self.of(&[MouseWheelUnit::Line, MouseWheelUnit::Point]).unwrap();
                let modifiers = self.modifiers();
                self.send(Event::MouseWheel { unit, delta, phase: TouchPhase::Move, modifiers });
            }
            11..15 => {
                let (key, modifiers) = (self.of(&KEYS).unwrap(), self.modifiers());
                for pressed in [true, false] {
                    self.send(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
                }
            }
            15 => {
                let text = self.of(&TEXTS).unwrap().to_owned();
                self.send(Event::Text(text));
            }
            16 => self.clipboard(),
            20 | 21 => self.ask_as_screen_reader(),
            17 => {
                let size = Vec2::new(640.0 + self.below(1000) as f32, 400.0 + self.below(700) as f32);
                if self.below(10) == 0 {
                    self.harness.set_size(size);
                }
            }
            _ => {
                // A refusal is fine.
                let _ = self.edit();
            }
        }
    }

    fn modifiers(&mut self) -> Modifiers {
        let none = Modifiers::NONE;
        self.of(&[none, none, none, Modifiers::COMMAND, Modifiers::SHIFT, Modifiers::COMMAND | Modifiers::SHIFT])
            .unwrap()
    }

    /// Moves the pointer: anywhere, or to a node, whose edges have the sockets.
    fn point(&mut self) {
        let size = self.harness.ctx.content_rect().size();
        let anywhere = Pos2::new(self.below(size.x as usize) as f32, self.below(size.y as usize) as f32);
        let canvas = &self.harness.state().canvas;
        let nodes = canvas.rects(&self.harness.ctx);
        let corners: Vec<(Pos2, Pos2)> =
            nodes.iter().map(|(_, rect)| (canvas.to_screen(rect.min), canvas.to_screen(rect.max))).collect();
        self.pointer = match (self.below(3), self.of(&corners)) {
            (1 | 2, Some((min, max))) => {
                let part = |parts: usize| parts as f32 / 8.0;
                let across = [0.0, 1.0, part(self.below(9))][self.below(3)];
                let down = self.below(33) as f32 / 32.0;
                Pos2::new(min.x + (max.x - min.x) * across, min.y + (max.y - min.y) * down)
            }
            _ => anywhere,
        };
        self.send(Event::PointerMoved(self.pointer));
    }

    /// Presses a button, or releases the one that is held.
    fn press(&mut self) {
        let held = self.held.take();
        let primary = PointerButton::Primary;
        let button = match held {
            Some(button) => button,
            None => self
                .of(&[primary, primary, primary, PointerButton::Secondary, PointerButton::Middle])
                .unwrap_or(primary),
        };
        if held.is_none() {
            self.held = Some(button);
        }
        let (pos, pressed, modifiers) = (self.pointer, held.is_none(), self.modifiers());
        self.send(Event::PointerButton { pos, button, pressed, modifiers });
    }

    fn clipboard(&mut self) {
        let commands = &self.harness.output().platform_output.commands;
        let copied = commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        self.copied = copied.or(self.copied.take());
        let pasted = self.of(&PASTED).unwrap().to_owned();
        let pasted = self.copied.clone().filter(|_| self.below(2) == 0).unwrap_or(pasted);
        let event = self.of(&[Event::Copy, Event::Copy, Event::Cut, Event::Paste(pasted)]).unwrap();
        self.send(event);
    }

    /// Sends a request of a screen reader to a widget, which may no longer exist.
    fn ask_as_screen_reader(&mut self) {
        const MOST: usize = 200;
        let id = |node: &Node| node.accesskit_node().locate().0;
        let nodes = self.harness.root().children_recursive();
        let present: Vec<(NodeId, Vec<NodeId>)> =
            nodes.map(|node| (id(&node), node.children().map(|child| id(&child)).collect())).collect();
        let Some((mut target_node, children)) = self.of(&present) else { return };
        let known = self.heard_of.len();
        if known < MOST {
            self.heard_of.push(target_node);
        } else {
            let index = self.below(known);
            let gone = std::mem::replace(&mut self.heard_of[index], target_node);
            if self.below(4) == 0 {
                target_node = gone;
            }
        }
        let text = self.of(&TEXTS).unwrap();
        let number = self.of(&[0.0, 0.5, -3.0, 1e300, f64::INFINITY, f64::NAN]).unwrap();
        // The parts of a text field are its lines.
        let mut point =
            || TextPosition { node: self.of(&children).unwrap_or(target_node), character_index: self.below(9) };
        let selection = TextSelection { anchor: point(), focus: point() };
        let requests = [
            (Action::Focus, None),
            (Action::Focus, None),
            (Action::Focus, None),
            (Action::Click, None),
            (Action::Click, None),
            (Action::Click, None),
            (Action::ScrollIntoView, None),
            (Action::ScrollDown, None),
            (Action::ScrollUp, None),
            (Action::Increment, None),
            (Action::Decrement, None),
            (Action::SetValue, Some(ActionData::NumericValue(number))),
            (Action::SetValue, Some(ActionData::Value(text.into()))),
            (Action::ReplaceSelectedText, Some(ActionData::Value(text.into()))),
            (Action::SetTextSelection, Some(ActionData::SetTextSelection(selection))),
        ];
        let (action, data) = self.of(&requests).unwrap();
        let target_tree = TreeId::ROOT;
        self.send(Event::AccessKitActionRequest(ActionRequest { action, target_tree, target_node, data }));
    }

    /// Edits the graph with a random action.
    fn edit(&mut self) -> Result<(), Refusal> {
        let outline = self.harness.state().project.outline().clone();
        let nodes: Vec<String> = outline.document().nodes.keys().cloned().collect();
        let named = |id: &String| Some((id.clone(), outline.definition(id)?.clone()));
        let (from, to) = (self.of(&nodes).as_ref().and_then(named), self.of(&nodes).as_ref().and_then(named));
        let (Some((from, of_from)), Some((to, of_to))) = (from, to) else {
            let action = actions::insert(&outline, "noise/perlin", [0.0, 0.0])?;
            return self.harness.state_mut().project.apply(action, None);
        };
        let outputs: Vec<&str> = of_from.outputs.iter().map(|output| &*output.name).collect();
        let inputs: Vec<&str> = of_to.inputs.iter().map(|input| &*input.name).collect();
        let output = Socket::new(from.as_str(), self.of(&outputs).unwrap_or_default());
        let input = Socket::new(to.as_str(), self.of(&inputs).unwrap_or_default());
        let action = match self.below(6) {
            0 => {
                let types: Vec<String> = registry().iter().map(|definition| definition.type_name()).collect();
                let point = [self.below(2000) as f64, self.below(1500) as f64];
                actions::insert(&outline, &self.of(&types).unwrap_or_default(), point)?
            }
            1..4 => actions::connect(&outline, &output, &input)?,
            4 => actions::reset_input(&input),
            _ => actions::add_output(&outline, &output, "more")?,
        };
        self.harness.state_mut().project.apply(action, None)
    }
}
