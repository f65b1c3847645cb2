//! Tests of `travertine page`.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{Folder, GRAPH, Ran};

const PARAMETERS: &str = r##"{
    "format": "travertine", "version": 1, "name": "Veins", "description": "Thin veins.",
    "parameters": {
        "scale": {"type": "float", "default": 2, "min": 1, "max": 8, "description": "Veins | unit."},
        "seed": {"type": "seed", "default": 4294967295},
        "tint": {"type": "color", "default": "#ff8000"}
    },
    "presets": {"Fine veins": {"description": "Many of them.", "values": {"scale": 6}}, "Coarse": {"values": {}}},
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "scale"}, "seed": {"parameter": "seed"}}},
        "mix": {"type": "blend/mix", "inputs": {"a": {"parameter": "tint"}, "factor": {"node": "noise"}}}
    },
    "outputs": {"color": {"node": "mix"}, "height": {"node": "noise"}}
}"##;

fn page(folder: &Folder, arguments: &[&str]) {
    let ran = Ran::of(folder.command().args([&["page", "my veins.json", "--size", "16"], arguments].concat()));
    assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (0, "", ""));
}

#[test]
fn a_page_shows_outputs_presets_and_parameters() {
    let folder = Folder::new();
    folder.write("my veins.json", PARAMETERS);
    page(&folder, &[]);
    let text = String::from_utf8(folder.read("my veins.md")).unwrap();
    for expected in [
        "# Veins\n\n![color](my%20veins/output-1.png)\n\nThin veins.\n",
        "| `height` |",
        "| **Fine veins**. Many of them. | **Coarse** |",
        "| `scale` | float | 2 | 1 to 8 | Veins \\| unit. | ![1](my%20veins/parameter-1-1.png)<br>1 | ![8]",
        "![1](my%20veins/parameter-2-2.png)<br>1 |",
        "\n\n## Variations\n\n![Variations](my%20veins/variations.png)\n\n## Parameters\n\n",
        "![The graph](my%20veins/graph.svg)",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let links = text.split("](my%20veins/").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let linked: BTreeSet<String> = links.map(str::to_owned).collect();
    let files = fs::read_dir(folder.path("my veins")).unwrap();
    let files: BTreeSet<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!((files.len(), &files), (10, &linked));
    // The same graph gives the same page and pictures.
    page(&folder, &["-o", "again/my veins.md", "--threads", "1", "--simd", "scalar"]);
    assert_eq!(String::from_utf8(folder.read("again/my veins.md")).unwrap(), text);
    for name in files {
        let again = folder.read(&format!("again/my veins/{name}"));
        assert_eq!(folder.read(&format!("my veins/{name}")), again, "{name}");
    }
}

#[test]
fn a_brief_page_shows_outputs_and_presets() {
    let folder = Folder::new();
    folder.write("veins.json", PARAMETERS);
    folder.done("page veins.json --size 16 --brief --jpeg 80");
    let text = String::from_utf8(folder.read("veins.md")).unwrap();
    for expected in [
        "![color](veins/output-1.jpg)",
        "![Coarse](veins/preset-2.jpg)",
        "| range | |\n|---|---|---|---|---|\n| `scale` | float | 2 | 1 to 8 | Veins \\| unit. |\n",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(text.ends_with("| `tint` | color | \"#ff8000\" |  |  |\n"), "{text}");
    let files = fs::read_dir(folder.path("veins")).unwrap();
    let files: BTreeSet<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let expected = ["output-1.jpg", "output-2.jpg", "preset-1.jpg", "preset-2.jpg"];
    assert_eq!(files, expected.map(str::to_owned).into());
    folder.done("render veins.json --size 16 --quality 80 -o expected.jpg");
    assert_eq!(folder.read("veins/output-1.jpg"), folder.read("expected.jpg"));
}

#[test]
fn a_graph_without_seeds_has_no_variations() {
    let folder = Folder::new();
    let position = r#"{
        "format": "travertine", "version": 1, "nodes": {"position": {"type": "input/position"}},
        "outputs": {"place": {"node": "position"}}
    }"#;
    folder.write("place.json", position);
    folder.done("page place.json --size 16");
    let page = String::from_utf8(folder.read("place.md")).unwrap();
    assert!(!page.contains("Variations"), "{page}");
    assert!(!folder.path("place/variations.png").exists());
}

/// Presets have a sample in each quarter of a pixel, so that stripes finer than pixels become gray.
#[test]
fn pictures_of_presets_are_smooth() {
    let folder = Folder::new();
    let stripes = r#"{
        "format": "travertine", "version": 1,
        "parameters": {"stripes": {"type": "float", "default": 1}},
        "presets": {"Fine": {"values": {"stripes": 256}}},
        "nodes": {"value": {"type": "math/formula", "inputs": {
            "formula": "step(0.5, fract(a*x))", "a": {"parameter": "stripes"}
        }}},
        "outputs": {"value": {"node": "value"}}
    }"#;
    folder.write("stripes.json", stripes);
    folder.done("page stripes.json --size 512");
    folder.done("render stripes.json --preset Fine --size 256 --samples 4 -o expected.png");
    folder.done("compare expected.png stripes/preset-1.png");
}

#[test]
fn a_graph_without_parameters_has_a_short_page() {
    let folder = Folder::new();
    folder.done("page graph.json --size 16");
    let page = String::from_utf8(folder.read("graph.md")).unwrap();
    assert!(!page.contains("## Presets") && page.ends_with("![The graph](graph/graph.svg)\n"), "{page}");
}

#[test]
fn refusals_leave_nothing() {
    let folder = Folder::new();
    folder.write("broken.json", GRAPH.replace("noise/perlin", "noise/perln"));
    folder.fails("page broken.json", 3, &["did you mean `noise/perlin`?"]);
    folder.fails("page missing.json", 5, &["missing.json"]);
    folder.fails("page graph.json -o graph.json", 2, &["graph.json", "use .md"]);
    folder.fails("page graph.json --size 0", 2, &["--size"]);
    let ran = folder.run_with("page -", GRAPH);
    assert!(ran.code == 2 && ran.stderr.contains("a graph from a file"), "{ran:?}");
    assert_eq!(folder.names(), ["broken.json", "graph.json"]);
}

#[test]
fn a_page_may_be_html() {
    let folder = Folder::new();
    folder.done("page graph.json --size 8 -o page.html --param cells=9");
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{page}");
    for name in page.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(folder.path(name).is_file(), "{name}");
    }
}
