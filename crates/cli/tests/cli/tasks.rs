//! Tasks that people give to programs, each as operations of `travertine edit` and as a call of `travertine mcp`.

use std::fs;
use std::path::Path;

use image::RgbImage;
use serde_json::json;
use travertine_tests::sample;

use crate::mcp::Client;
use crate::support::{Folder, Ran};

/// A task.
struct Task {
    /// What a user says.
    said: &'static str,
    /// A bundled graph, or nothing for an empty one.
    graph: &'static str,
    /// Operations that make the graph what the user has.
    before: &'static [&'static str],
    /// Operations that do what the user wants.
    operations: &'static [&'static str],
    /// The output that the user looks at.
    output: &'static str,
    /// Whether it is done.
    is_done: fn(&Seen, &Seen) -> bool,
}

/// What can be seen of a graph.
struct Seen {
    picture: RgbImage,
    /// What `check` says.
    check: String,
}

impl Seen {
    /// The mean of a channel in rows, given as parts of the height.
    fn mean(&self, channel: usize, from: f32, to: f32) -> f32 {
        let rows = self.picture.height() as f32;
        let pixels = self.picture.enumerate_rows().filter(|(row, _)| (from * rows..to * rows).contains(&(*row as f32)));
        let values: Vec<f32> = pixels.flat_map(|(_, row)| row.map(|(.., pixel)| f32::from(pixel.0[channel]))).collect();
        values.iter().sum::<f32>() / values.len() as f32
    }

    fn light(&self) -> f32 {
        (0..3).map(|channel| self.mean(channel, 0.0, 1.0)).sum::<f32>() / 3.0
    }

    /// How much of one color is in the light.
    fn share(&self, channel: usize) -> f32 {
        self.mean(channel, 0.0, 1.0) / self.light()
    }
}

fn is_other(before: &Seen, after: &Seen) -> bool {
    before.picture != after.picture
}

fn is_same(before: &Seen, after: &Seen) -> bool {
    before.picture == after.picture
}

const STONE: &[&str] = &[
    "add noise/perlin grain",
    "set grain.octaves 3",
    "add color/ramp ramp",
    "connect grain ramp.value",
    "output color ramp",
    "output height grain",
];

/// The tasks: sentence, graph, operations before, operations, output, test.
const TASKS: [Task; 31] = [
    task("redder bricks", "brick-wall", &["default brick_color #c03018"], |a, b| b.share(0) > a.share(0)),
    task(
        "the same wood, redder, with knots half as large",
        "wood",
        &["default tint #ff9080", "default knots 0.3"],
        |a, b| b.share(0) > a.share(0),
    ),
    task(
        "moss in the joints, more of it near the ground",
        "brick-wall",
        &[
            "add math/formula moss",
            "set moss.formula a*smoothstep(0.1, 1, y)",
            "connect \"mortar share\" moss.a",
            "insert blend/mix clipped.value mossy",
            "set mossy.b #3f6b20",
            "connect moss mossy.factor",
        ],
        |a, b| {
            let greener = |from: f32, to: f32| {
                b.mean(1, from, to) - b.mean(0, from, to) - a.mean(1, from, to) + a.mean(0, from, to)
            };
            greener(0.6, 1.0) > greener(0.0, 0.3) && greener(0.6, 1.0) > 1.0
        },
    ),
    task("brighter", "brick-wall", &["insert math/multiply clipped.value bright", "set bright.b 1.5"], |a, b| {
        b.light() > a.light()
    }),
    task(
        "black and white, please",
        "brick-wall",
        &["insert color/hue-saturation clipped.value gray", "set gray.saturation 0"],
        |_, b| b.picture.pixels().all(|pixel| pixel.0.iter().max().unwrap() - pixel.0.iter().min().unwrap() < 3),
    ),
    task("no weather", "brick-wall", &["default weather 0"], is_other),
    task(
        "a dark variant that I can choose",
        "brick-wall",
        &["save-preset Fired", "default brick_color #402018", "save-preset Dark"],
        |a, b| b.check.contains("preset `Dark`") && b.light() < a.light(),
    ),
    task("let me choose the color of the lime", "brick-wall", &["expose bloomed.b lime_color"], |a, b| {
        is_same(a, b) && b.check.contains("`lime_color` (color)")
    }),
    task("darker veins", "marble", &["default vein_color #000000"], |a, b| b.light() < a.light()),
    task("more veins", "marble", &["default vein_scale 5"], is_other),
    task("no hairlines", "marble", &["default hairlines 0"], is_other),
    task("calmer, without the bends", "marble", &["mute bent"], is_other),
    of_output(
        task(
            "less polished",
            "marble",
            &["add math/add dull", "connect polish dull.a", "set dull.b 0.3", "output roughness dull"],
            |a, b| b.light() > a.light() + 20.0,
        ),
        "roughness",
    ),
    of_output(
        task(
            "veins that stand out instead of lying deep",
            "marble",
            &["add math/subtract raised", "set raised.a 1", "connect height raised.b", "output height raised"],
            |a, b| (a.mean(0, 0.0, 1.0) + b.mean(0, 0.0, 1.0) - 255.0).abs() < 2.0,
        ),
        "height",
    ),
    task("twice as many rings", "wood", &["range rings 1 64", "default rings 34"], is_other),
    task("a clear sky", "clouds", &["default cover 0.05"], |a, b| b.share(2) > a.share(2)),
    task("an evening sky", "clouds", &["default sky #d06030"], |a, b| b.share(0) > a.share(0)),
    task("fewer sheets", "hard-edged", &["default layers 5"], is_other),
    task("jade without rust", "jade", &["default stains 0"], is_other),
    task("stripes only", "blobs-and-stripes", &["default balance -0.4"], is_other),
    from(
        task("find why it is black", "brick-wall", &["mute gain"], |a, b| a.light() == 0.0 && b.light() > 20.0),
        &["insert math/multiply clipped.value gain", "set gain.b 0"],
    ),
    from(
        task("the colors are gone", "brick-wall", &["set gray.saturation 1"], |a, b| b.share(0) > a.share(0)),
        &["insert color/hue-saturation clipped.value gray", "set gray.saturation 0"],
    ),
    task("a gray stone from nothing", "", STONE, |_, b| b.check.contains("valid, 2 nodes")),
    task(
        "a brick wall of the library",
        "",
        &["add group/brick-wall wall", "output color wall.color", "output height wall.height"],
        |_, b| b.check.contains("1 group") && b.share(0) > 1.05,
    ),
    task(
        "noise that tiles",
        "",
        &["add noise/perlin n", "set n.periodic true", "set n.period_x 4", "set n.period_y 4", "output color n"],
        |_, b| b.check.contains("valid"),
    ),
    from(task("cells instead of noise", "", &["replace grain noise/cellular"], is_other), STONE),
    from(task("larger grains", "", &["set grain.scale 1"], is_other), STONE),
    from(
        task("as one node", "", &["group stone grain ramp"], |a, b| is_same(a, b) && b.check.contains("1 group")),
        STONE,
    ),
    from(
        task("take the node apart", "", &["ungroup stone"], |a, b| is_same(a, b) && !b.check.contains("1 group")),
        &[
            "add noise/perlin grain",
            "add color/ramp ramp",
            "connect grain ramp.value",
            "output color ramp",
            "group stone grain ramp",
        ],
    ),
    from(task("call it sand, and tidy up", "", &["rename grain sand", "arrange", "describe Sand."], is_same), STONE),
    from(
        task(
            "heights between 0 and 1",
            "",
            &[
                "add math/clamp kept",
                "connect grain kept.value",
                "output height kept",
                "set kept.minimum 0",
                "set kept.maximum 1",
            ],
            |a, b| !a.check.contains("`height` (float): 0 to") && b.check.contains("`height` (float): 0 to"),
        ),
        STONE,
    ),
];

const fn task(
    said: &'static str,
    graph: &'static str,
    operations: &'static [&'static str],
    is_done: fn(&Seen, &Seen) -> bool,
) -> Task {
    Task { said, graph, before: &[], operations, output: "color", is_done }
}

const fn from(task: Task, before: &'static [&'static str]) -> Task {
    Task { before, ..task }
}

const fn of_output(task: Task, output: &'static str) -> Task {
    Task { output, ..task }
}

/// What can be seen of a graph that has outputs.
fn see(client: &mut Client, graph: &str, output: &str) -> Option<Seen> {
    let check = client.call("check", json!({"graphs": [graph]}));
    if check.is_error {
        return None;
    }
    let picture = client.done("render", json!({"graph": graph, "output": output, "size": 24})).picture?;
    Some(Seen { picture: image::load_from_memory(&picture).unwrap().to_rgb8(), check: check.text })
}

#[test]
fn tasks_are_done_by_words_and_by_calls() {
    let folder = Folder::new();
    let mut client = Client::new(&folder);
    folder.done("new --empty -o empty.json");
    for task in sample(&TASKS, 4) {
        let start = match task.graph {
            "" => folder.read("empty.json"),
            name => {
                let graphs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
                fs::read(graphs.join(name).with_extension("json")).unwrap()
            }
        };
        folder.write("words.json", &start);
        folder.write("calls.json", &start);
        if !task.before.is_empty() {
            for graph in ["words.json", "calls.json"] {
                client.done("edit", json!({"graph": graph, "operations": task.before}));
            }
        }
        let before = see(&mut client, "calls.json", task.output);
        let ran = Ran::of(folder.command().args(["edit", "words.json"]).args(task.operations));
        assert_eq!(ran.code, 0, "{}: {ran:?}", task.said);
        let called = client.done("edit", json!({"graph": "calls.json", "operations": task.operations}));
        assert_eq!(called.text, ran.stdout.trim_end(), "{}", task.said);
        assert_eq!(folder.read("words.json"), folder.read("calls.json"), "{}", task.said);
        let after = see(&mut client, "calls.json", task.output).unwrap();
        let before = before.as_ref().unwrap_or(&after);
        assert!((task.is_done)(before, &after), "{}: {}\n{}", task.said, before.check, after.check);
    }
}
