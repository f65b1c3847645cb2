//! Tests of differences.

use travertine_graph::document::{Document, Frame, Group, GroupSource, Image, Input, Node, Parameter, Preset};
use travertine_graph::json::Value;
use travertine_revision::Difference;

use crate::support::{document, lines, planks, set};

#[test]
fn every_kind_of_change_has_a_line() {
    let said = lines(|document| {
        document.name = Some("Other".to_owned());
        document.search = vec!["stone".to_owned()];
        document.parameters[0].1.min = None;
        document.parameters[0].1.default = Some(Value::from(8));
        document.parameters.insert(0, ("tint".to_owned(), Parameter::new("color", "#ff0000")));
        set(document, "noise", "seed", 8);
        document.nodes.get_mut("noise").unwrap().inputs.remove("scale");
        set(document, "sum", "b", Input::output("place", "x"));
        document.nodes.get_mut("sum").unwrap().muted = true;
        document.nodes.insert("place".to_owned(), Node::new("input/position").into());
        document.outputs.swap(0, 1);
        document.outputs[0].1 = Input::wire("noise");
        let group = document.groups.get_mut("planks").unwrap();
        set(&mut group.document, "grain", "seed", 1);
        group.document.layout.insert("grain".to_owned(), [0.0, 0.0]);
        document.layout.insert("noise".to_owned(), [41.0, 80.0]);
        document.annotations.frames.insert("f".to_owned(), Frame::default());
        document.extra.push(("x-comment".to_owned(), Value::from("y")));
    });
    assert_eq!(
        said,
        [
            "name: \"Test\" -> \"Other\"",
            "search added: [\"stone\"]",
            "parameter `cells`, default: 4 -> 8",
            "parameter `cells`, min removed: 0.5",
            "parameter `tint` added: color, default \"#ff0000\"",
            "node `noise`, input `scale`: the parameter `cells` -> its default",
            "node `noise`, input `seed`: 7 -> 8",
            "node `place` added: `input/position`",
            "node `sum` muted",
            "node `sum`, input `b`: 0.25 -> a wire from `x` of `place`",
            "output `floor`: a wire from `floor` -> a wire from `noise`",
            "outputs in another order: `height`, `floor` -> `floor`, `height`",
            "group `planks`, node `grain`, input `seed`: its default -> 1",
            "field `x-comment` added: \"y\"",
            "the layout changed",
            "the annotations changed",
            "group `planks`: the layout changed",
        ]
    );
}

#[test]
fn what_is_removed_is_told() {
    let said = lines(|document| {
        document.nodes.remove("floor");
        document.outputs.remove(1);
        document.groups.clear();
        document.parameters.clear();
    });
    assert_eq!(
        said,
        [
            "parameter `cells` removed: float, default 4, min 0.5, max 32",
            "node `floor` removed: `group/planks`, `width` 0.5",
            "output `floor` removed: a wire from `floor`",
            "group `planks` removed: 1 node, 1 parameter, 1 output",
        ]
    );
}

#[test]
fn presets_are_told_by_their_values() {
    let (fine, coarse) = (Preset::new().value("cells", 32), Preset::new().value("cells", 1).describe("Large."));
    let both = || document().preset("Fine", fine.clone()).preset("Coarse", coarse.clone());
    let said = |before: &Document, after: &Document| -> Vec<String> {
        Difference::new(before, after).unwrap().to_string().lines().map(str::to_owned).collect()
    };
    assert_eq!(said(&document(), &both()), ["preset `Coarse` added: `cells` 1", "preset `Fine` added: `cells` 32"]);
    assert_eq!(said(&both(), &document().preset("Fine", fine.clone())), ["preset `Coarse` removed: `cells` 1"]);
    let mut changed = both();
    changed.presets.swap(0, 1);
    changed.presets[0].1 = Preset::new();
    changed.presets[1].1.values.insert("cells".to_owned(), Value::from(16));
    assert_eq!(
        said(&both(), &changed),
        [
            "preset `Coarse`, description removed: \"Large.\"",
            "preset `Coarse`, value of `cells`: 1 -> its default",
            "preset `Fine`, value of `cells`: 32 -> 16",
            "presets in another order: `Fine`, `Coarse` -> `Coarse`, `Fine`",
        ]
    );
}

#[test]
fn another_first_output_is_told() {
    assert_eq!(
        lines(|document| document.outputs.insert(0, ("new".to_owned(), Input::wire("noise")))),
        [
            "output `new` added: a wire from `noise`",
            "outputs in another order: `height`, `floor` -> `new`, `height`, `floor`"
        ]
    );
    assert_eq!(
        lines(|document| document.outputs.push(("new".to_owned(), Input::wire("noise")))),
        ["output `new` added: a wire from `noise`"]
    );
}

#[test]
fn equal_documents_have_no_difference() {
    let difference = Difference::new(&document(), &document()).unwrap();
    assert!(difference.is_empty());
    assert_eq!(difference.to_value().to_string(), r#"{"equal": true, "changes": [], "for_editors": []}"#);
}

#[test]
fn a_difference_as_json_has_pointers_and_values() {
    let mut after = document();
    set(&mut after, "noise", "seed", 8);
    after.nodes.get_mut("sum").unwrap().inputs.remove("b");
    let value = Difference::new(&document(), &after).unwrap().to_value();
    let Some(Value::List(changes)) = value.get("changes") else { panic!("{value}") };
    let text = |change: &Value, key: &str| change.get(key).map(ToString::to_string).unwrap_or_default();
    let change = |index: usize| ["pointer", "change", "before", "after"].map(|key| text(&changes[index], key));
    assert_eq!(change(0), ["\"/nodes/noise/inputs/seed\"", "\"changed\"", "7", "8"]);
    assert_eq!(change(1), ["\"/nodes/sum/inputs/b\"", "\"removed\"", "0.25", ""]);
}

#[test]
fn a_source_is_told_by_its_fields() {
    let with = |sha256: &str| {
        let source =
            GroupSource { path: "planks.json".to_owned(), sha256: sha256.to_owned(), ..GroupSource::default() };
        let mut document = Document::named("A");
        document.groups.insert("planks".to_owned(), Group { document: planks().into(), source: Some(source) });
        document
    };
    let difference = Difference::new(&with("a"), &with("b")).unwrap();
    assert_eq!(difference.to_string(), "group `planks`, source, sha256: \"a\" -> \"b\"\n");
}

#[test]
fn images_are_compared_field_by_field() {
    let before =
        Document::default().image("wall", Image::file("wall.png", "00")).image("logo", Image::embedded([0; 3]));
    let after =
        Document::default().image("wall", Image::file("wall.png", "01")).image("sky", Image::file("sky.exr", "02"));
    let difference = Difference::new(&before, &after).unwrap().to_string();
    let said: Vec<&str> = difference.lines().collect();
    assert_eq!(
        said,
        [
            "image `logo` removed: data \"AAAA\"",
            "image `sky` added: file \"sky.exr\", sha256 \"02\"",
            "image `wall`, sha256: \"00\" -> \"01\"",
        ]
    );
}
