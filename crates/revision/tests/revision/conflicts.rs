//! Tests of conflicts, and of merges that have none.

use travertine_graph::document::{Document, Frame, Input, Node, Parameter, Preset};
use travertine_graph::json::Value;
use travertine_revision::{Merge, Reason, Side};

use crate::support::{conflicts, document, is_valid, merged, planks, registry, set};

#[test]
fn different_parts_merge() {
    let merge = merged(
        |ours| {
            set(ours, "noise", "seed", 8);
            ours.parameters[0].1.max = None;
            ours.parameters.push(("ours".to_owned(), Parameter::new("float", 1)));
            ours.layout.insert("sum".to_owned(), [1.0, 2.0]);
            set(&mut ours.groups.get_mut("planks").unwrap().document, "grain", "seed", 3);
        },
        |theirs| {
            set(theirs, "noise", "octaves", 2);
            theirs.parameters[0].1.description = Some("Cells.".to_owned());
            theirs.parameters.push(("theirs".to_owned(), Parameter::new("float", 2)));
            theirs.layout.insert("noise".to_owned(), [5.0, 6.0]);
            theirs.groups.get_mut("planks").unwrap().document.description = Some("Wood.".to_owned());
            theirs.nodes.insert("new".to_owned(), Node::new("math/add").input("a", Input::wire("sum")).into());
            theirs.outputs.insert(0, ("new".to_owned(), Input::wire("new")));
        },
    );
    let mut expected = document();
    set(&mut expected, "noise", "seed", 8);
    set(&mut expected, "noise", "octaves", 2);
    expected.parameters[0].1.max = None;
    expected.parameters[0].1.description = Some("Cells.".to_owned());
    expected.parameters.push(("ours".to_owned(), Parameter::new("float", 1)));
    expected.parameters.push(("theirs".to_owned(), Parameter::new("float", 2)));
    expected.layout.insert("sum".to_owned(), [1.0, 2.0]);
    expected.layout.insert("noise".to_owned(), [5.0, 6.0]);
    let inner = &mut expected.groups.get_mut("planks").unwrap().document;
    set(inner, "grain", "seed", 3);
    inner.description = Some("Wood.".to_owned());
    expected.nodes.insert("new".to_owned(), Node::new("math/add").input("a", Input::wire("sum")).into());
    expected.outputs.insert(0, ("new".to_owned(), Input::wire("new")));
    assert_eq!(merge.document, expected);
    assert_eq!((merge.conflicts, merge.inherited), (vec![], vec![]));
}

#[test]
fn two_values_of_one_part_are_a_conflict() {
    let merge = merged(|ours| set(ours, "noise", "seed", 8), |theirs| set(theirs, "noise", "seed", 9));
    assert_eq!(merge.conflicts[0].to_string(), "node `noise`, input `seed`: base 7; ours 8; theirs 9");
    assert_eq!(
        merge.conflicts[0].to_value().to_string(),
        "{\n  \"pointer\": \"/nodes/noise/inputs/seed\",\n  \"reason\": \"values\",\n  \
         \"text\": \"node `noise`, input `seed`: base 7; ours 8; theirs 9\",\n  \
         \"base\": 7,\n  \"ours\": 8,\n  \"theirs\": 9\n}"
    );
    assert_eq!(merge.document.nodes["noise"].inputs["seed"], Input::from(8));
    assert_eq!(
        conflicts(|ours| ours.name = None, |theirs| theirs.name = Some("B".to_owned())),
        ["name: base \"Test\"; ours nothing; theirs \"B\""]
    );
}

#[test]
fn a_node_that_one_side_changed_and_the_other_removed_is_a_conflict() {
    let remove = |document: &mut Document| {
        document.nodes.remove("floor");
        document.outputs.remove(1);
    };
    assert_eq!(
        conflicts(remove, |theirs| set(theirs, "floor", "width", 0.75)),
        ["node `floor`: ours removed it, theirs changed it"]
    );
    let merge = merged(|ours| set(ours, "floor", "width", 0.75), remove);
    assert_eq!(merge.conflicts[0].to_string(), "node `floor`: ours changed it, theirs removed it");
    assert!(merge.document.nodes.contains_key("floor"));
}

#[test]
fn entries_of_one_name_from_both_sides_are_a_conflict() {
    let add = |scale: i32| {
        move |document: &mut Document| {
            document.nodes.insert("new".to_owned(), Node::new("noise/perlin").input("scale", scale).into());
        }
    };
    assert_eq!(
        conflicts(add(1), add(2)),
        ["node `new`: both sides added it, with different contents; base nothing; ours `noise/perlin`, `scale` 1; \
          theirs `noise/perlin`, `scale` 2"]
    );
    assert!(conflicts(add(1), add(1)).is_empty());
}

#[test]
fn a_wire_to_a_removed_node_is_a_conflict() {
    let remove = |document: &mut Document| {
        document.nodes.remove("floor");
        document.outputs.remove(1);
        document.groups.clear();
    };
    let wire = |document: &mut Document| set(document, "sum", "b", Input::wire("floor"));
    let merge = merged(remove, wire);
    assert_eq!(
        merge.conflicts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["node `sum`, input `b`: theirs needs the node `floor`, which ours removed"]
    );
    assert_eq!(merge.document.nodes["sum"].inputs["b"], Input::from(0.25));

    // What ours needs comes back, with what it needs itself.
    let merge = merged(wire, remove);
    let said: Vec<String> = merge.conflicts.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "node `sum`, input `b`: ours needs the node `floor`, which theirs removed",
            "node `floor`, type: ours needs the group `planks`, which theirs removed",
        ]
    );
    let expected = Reason::Removed { by: Side::Ours, what: "group", name: "planks".to_owned() };
    assert_eq!(merge.conflicts[1].reason, expected);
    let mut expected = document();
    wire(&mut expected);
    expected.outputs.remove(1);
    assert_eq!(merge.document, expected);
}

#[test]
fn presets_merge_by_name_and_by_value() {
    let with = |name: &'static str, cells: i32| {
        move |document: &mut Document| document.presets.push((name.to_owned(), Preset::new().value("cells", cells)))
    };
    let merge = merged(with("Fine", 32), with("Coarse", 1));
    let names: Vec<&str> = merge.document.presets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names, merge.conflicts), (vec!["Coarse", "Fine"], vec![]));
    assert_eq!(conflicts(with("Fine", 32), with("Fine", 32)), Vec::<String>::new());
    assert_eq!(
        conflicts(with("Fine", 32), with("Fine", 16)),
        [
            "preset `Fine`: both sides added it, with different contents; base nothing; ours `cells` 32; theirs `cells` 16"
        ]
    );
    let base = document().preset("Fine", Preset::new().value("cells", 32));
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.presets[0].1.values.insert("cells".to_owned(), Value::from(8));
    theirs.presets[0].1.description = Some("Small.".to_owned());
    let merge = Merge::new(&base, &ours, &theirs, registry()).unwrap();
    let expected = document().preset("Fine", Preset::new().value("cells", 8).describe("Small."));
    assert_eq!((merge.document, merge.conflicts), (expected, vec![]));
    theirs.presets[0].1.values.clear();
    let merge = Merge::new(&base, &ours, &theirs, registry()).unwrap();
    assert_eq!(merge.conflicts[0].to_string(), "preset `Fine`, value of `cells`: base 32; ours 8; theirs its default");
}

#[test]
fn a_preset_and_its_parameter_stay_together() {
    let remove = |document: &mut Document| {
        document.parameters.clear();
        document.nodes.get_mut("noise").unwrap().inputs.remove("scale");
    };
    let preset = |document: &mut Document| {
        document.presets.push(("Fine".to_owned(), Preset::new().value("cells", 32)));
        set(document, "noise", "seed", 8);
    };
    assert_eq!(
        conflicts(remove, preset),
        ["preset `Fine`, value of `cells`: theirs needs the parameter `cells`, which ours removed"]
    );
    let merge = merged(preset, |theirs| {
        remove(theirs);
        set(theirs, "sum", "b", 0.5);
    });
    assert_eq!(
        merge.conflicts[0].to_string(),
        "preset `Fine`, value of `cells`: ours needs the parameter `cells`, which theirs removed"
    );
    assert_eq!(merge.document.nodes["sum"].inputs["b"], Input::from(0.5), "the rest is merged");
    // A range of theirs that a new value of ours leaves.
    let merge = merged(preset, |theirs| {
        theirs.parameters[0].1.max = travertine_graph::json::Number::from_f64(16.0);
        set(theirs, "sum", "b", 0.5);
    });
    assert!(is_valid(&merge.document));
    assert_eq!(merge.conflicts[0].path, ["presets", "Fine", "values", "cells"]);
    assert_eq!(merge.document.parameters, document().parameters, "the range is ours");
    assert_eq!(merge.document.nodes["sum"].inputs["b"], Input::from(0.5), "the rest is merged");
}

#[test]
fn parameters_and_groups_that_are_gone_are_conflicts() {
    let remove = |document: &mut Document| {
        document.parameters.clear();
        document.nodes.get_mut("noise").unwrap().inputs.remove("scale");
    };
    let uses = |document: &mut Document| set(document, "sum", "b", Input::parameter("cells"));
    assert_eq!(
        conflicts(remove, uses),
        ["node `sum`, input `b`: theirs needs the parameter `cells`, which ours removed"]
    );
    assert_eq!(
        conflicts(uses, remove),
        ["node `sum`, input `b`: ours needs the parameter `cells`, which theirs removed"]
    );
    let remove = |document: &mut Document| {
        document.nodes.remove("floor");
        document.outputs.remove(1);
        document.groups.clear();
    };
    let instance = |document: &mut Document| {
        document.nodes.insert("second".to_owned(), Node::new("iterate/planks").into());
        document.outputs.push(("second".to_owned(), Input::wire("second")));
    };
    assert_eq!(
        conflicts(remove, instance),
        ["node `second`, type: theirs needs the group `planks`, which ours removed"]
    );
    assert_eq!(
        conflicts(instance, remove),
        ["node `second`, type: ours needs the group `planks`, which theirs removed"]
    );
}

#[test]
fn wires_that_make_a_circle_are_a_conflict() {
    let add = |document: &mut Document| {
        document.nodes.insert("other".to_owned(), Node::new("math/add").into());
        document.outputs.push(("other".to_owned(), Input::wire("other")));
    };
    let (mut base, mut ours, mut theirs) = (document(), document(), document());
    [&mut base, &mut ours, &mut theirs].into_iter().for_each(add);
    set(&mut ours, "sum", "b", Input::wire("other"));
    set(&mut theirs, "other", "a", Input::wire("sum"));
    set(&mut theirs, "other", "b", 2);
    let merge = Merge::new(&base, &ours, &theirs, registry()).unwrap();
    assert_eq!(
        merge.conflicts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["node `other`, input `a`: a wire from `sum` of theirs and wires of ours make a circle"]
    );
    set(&mut ours, "other", "b", 2);
    assert_eq!(merge.document, ours);
}

#[test]
fn changes_that_do_not_fit_together_are_conflicts() {
    // Ours has no output left that theirs did not remove.
    let remove =
        |name: &'static str| move |document: &mut Document| document.outputs.retain(|(other, _)| other != name);
    assert_eq!(
        conflicts(remove("height"), remove("floor")),
        ["outputs: the changes do not fit together: the document has no outputs"]
    );
    // Theirs makes the node another type, ours uses an output that only the former has.
    let mut base = document();
    base.nodes.insert("place".to_owned(), Node::new("input/position").into());
    base.outputs.push(("place".to_owned(), Input::wire("place")));
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    set(&mut ours, "sum", "b", Input::output("place", "x"));
    theirs.nodes.insert("place".to_owned(), Node::new("noise/perlin").into());
    set(&mut theirs, "noise", "seed", 1);
    let merge = Merge::new(&base, &ours, &theirs, registry()).unwrap();
    assert_eq!(merge.conflicts.len(), 1, "{:?}", merge.conflicts);
    let said = merge.conflicts[0].to_string();
    assert!(said.starts_with("node `sum`, input `b`: the changes do not fit together: "), "{said}");
    // Only the node of another type is ours again.
    set(&mut ours, "noise", "seed", 1);
    assert_eq!(merge.document, ours);
}

#[test]
fn a_parameter_of_a_group_that_is_gone_is_a_conflict() {
    let rename = |document: &mut Document| {
        let inner = &mut document.groups.get_mut("planks").unwrap().document;
        inner.parameters[0].0 = "size".to_owned();
        set(inner, "grain", "scale", Input::parameter("size"));
        let inputs = &mut document.nodes.get_mut("floor").unwrap().inputs;
        inputs.clear();
        inputs.insert("size".to_owned(), Input::from(0.5));
    };
    let uses = |document: &mut Document| {
        document.nodes.insert("second".to_owned(), Node::new("group/planks").input("width", 0.75).into());
        document.outputs.push(("second".to_owned(), Input::wire("second")));
    };
    let said = conflicts(rename, uses);
    assert!(said[0].starts_with("node `second`, input `width`: the changes do not fit together: "), "{said:?}");
    let said = conflicts(uses, rename);
    assert!(said[0].starts_with("node `second`, input `width`: the changes do not fit together: "), "{said:?}");
}

#[test]
fn orders_that_contradict_each_other_are_a_conflict() {
    let first = |name: &'static str| {
        move |document: &mut Document| document.outputs.insert(0, (name.to_owned(), Input::wire("noise")))
    };
    let merge = merged(first("a"), first("b"));
    assert_eq!(
        merge.conflicts[0].to_string(),
        "outputs: both sides changed the order; base [\"height\", \"floor\"]; \
         ours [\"a\", \"height\", \"floor\"]; theirs [\"b\", \"height\", \"floor\"]"
    );
    let names: Vec<&str> = merge.document.outputs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "b", "height", "floor"]);
}

#[test]
fn layout_and_annotations_make_no_conflict() {
    let edit = |x: f64, title: &'static str| {
        move |document: &mut Document| {
            document.layout.insert("noise".to_owned(), [x, 0.0]);
            let frame = Frame { title: Some(title.to_owned()), ..Frame::default() };
            document.annotations.frames.insert("frame".to_owned(), frame);
            document.annotations.frames.insert(title.to_owned(), Frame::default());
            document.annotations.collapsed.insert(title.to_owned());
        }
    };
    let merge = merged(edit(1.0, "noise"), edit(2.0, "sum"));
    assert!(merge.conflicts.is_empty(), "{:?}", merge.conflicts);
    assert_eq!(merge.document.layout["noise"], [1.0, 0.0]);
    let annotations = merge.document.annotations;
    assert_eq!(annotations.frames["frame"].title.as_deref(), Some("noise"));
    assert_eq!(annotations.frames.len(), 3);
    assert_eq!(annotations.collapsed.len(), 2);
}

#[test]
fn positions_go_with_their_nodes() {
    let merge = merged(
        |ours| {
            ours.nodes.remove("noise");
            ours.layout.remove("noise");
            ours.nodes.get_mut("sum").unwrap().inputs.remove("a");
        },
        |theirs| {
            theirs.layout.insert("noise".to_owned(), [1.0, 1.0]);
            theirs.annotations.folded.insert("noise".to_owned());
        },
    );
    assert!(merge.conflicts.is_empty(), "{:?}", merge.conflicts);
    assert!(merge.document.layout.is_empty() && merge.document.annotations.is_empty());
}

#[test]
fn unknown_fields_merge() {
    let field = |name: &'static str, value: i32| {
        move |document: &mut Document| document.extra.push((name.to_owned(), Value::from(value)))
    };
    let merge = merged(field("zebra", 1), field("ape", 2));
    assert!(merge.conflicts.is_empty());
    assert_eq!(merge.document.extra.len(), 2);
    // Unknown fields are errors. Each side has one already.
    assert_eq!(merge.inherited.len(), 2);
    let merge = merged(field("zebra", 1), field("zebra", 2));
    assert_eq!(merge.conflicts[0].to_string(), "field `zebra`: base nothing; ours 1; theirs 2");
}

#[test]
fn documents_without_a_common_one_merge() {
    let merge = Merge::new(&Document::default(), &document(), &document(), registry()).unwrap();
    assert_eq!((merge.document, merge.conflicts), (document(), vec![]));
    let merge = Merge::new(&Document::default(), &planks(), &document(), registry()).unwrap();
    assert!(!merge.conflicts.is_empty());
    let mut groups = Document::named("G");
    groups.groups.insert("planks".to_owned(), planks().into());
    assert_eq!(Merge::new(&groups, &groups, &document(), registry()).unwrap().document, document());
}

#[test]
fn a_reference_that_both_sides_have_and_ours_leads_nowhere_is_an_inherited_error() {
    let remove = |document: &mut Document, what: &str| match what {
        "node" => drop(document.nodes.remove("noise")),
        "parameter" => document.parameters.clear(),
        _ => document.groups.clear(),
    };
    for what in ["node", "parameter", "group"] {
        let merge = merged(|ours| remove(ours, what), |theirs| theirs.name = Some("Another".to_owned()));
        let mut expected = document();
        remove(&mut expected, what);
        expected.name = Some("Another".to_owned());
        assert_eq!((merge.document, merge.conflicts), (expected, vec![]));
        assert!(!merge.inherited.is_empty(), "{what}");
    }
}

#[test]
fn a_node_whose_type_theirs_added_becomes_ours_without_its_group() {
    let untyped = |document: &mut Document| document.nodes.get_mut("floor").unwrap().node_type.clear();
    let (mut base, mut ours) = (document(), document());
    untyped(&mut base);
    untyped(&mut ours);
    set(&mut ours, "floor", "width", 0.25);
    ours.groups.clear();
    let merge = Merge::new(&base, &ours, &document(), registry()).unwrap();
    assert_eq!(merge.document, ours);
    assert_eq!(merge.conflicts.len(), 1, "{:?}", merge.conflicts);
}
