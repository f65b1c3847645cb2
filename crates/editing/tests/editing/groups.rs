//! Groups of random nodes in random graphs: pictures keep their bits, and taking a group apart restores the document.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use travertine::{Document, registry};
use travertine_editing::{Action, Outline, Socket, actions};
use travertine_graph::arguments::Arguments;
use travertine_graph::graph::Graph;
use travertine_graph::json::Value;
use travertine_graph::lowering::lower;
use travertine_tests::is_night;
use travertine_tests::random_graph::{self, Random};

/// Number of random graphs.
fn seeds() -> u64 {
    if is_night() { 400 } else { 80 }
}

const POSITIONS: [[f32; 4]; 3] = [[0.0; 4], [0.37, -1.625, 0.25, 0.5], [12.5, 3.75, -8.0, 0.0]];

/// The bits of all outputs at some positions; `None` if the program is too large.
fn bits(document: &Document) -> Option<Vec<u32>> {
    let graph =
        Graph::new(document, registry()).unwrap_or_else(|problems| panic!("{problems}\n{}", document.to_json()));
    let arguments = Arguments::new(&graph);
    let outputs: Vec<usize> = (0..graph.outputs.len()).collect();
    let program = lower(&graph, &outputs, &arguments).ok().filter(|program| program.operations().len() < 5000)?;
    let bound = arguments.bind(&program);
    let samples = POSITIONS.iter().flat_map(|position| program.sample(&bound, *position));
    Some(samples.map(f32::to_bits).collect())
}

fn outline(document: &Document) -> Outline {
    Outline::new(Arc::new(document.clone()), registry())
}

fn after(document: &Document, action: &Action) -> Document {
    let mut changed = document.clone();
    let inverse = action.edit.clone().apply(&mut changed).unwrap();
    let mut back = changed.clone();
    inverse.apply(&mut back).unwrap();
    assert_eq!(&back, document);
    changed
}

/// A random document with positions, muted nodes and exposed inputs of all types.
fn random_document(seed: u64, random: &mut Random) -> Document {
    let text = random_graph::document(seed, registry());
    let mut document = Document::parse(text.as_bytes()).unwrap();
    let ids: Vec<String> = document.nodes.keys().cloned().collect();
    for id in &ids {
        document.layout.insert(id.clone(), [random.below(999) as f64 / 4.0, random.below(999) as f64]);
        if random.percent(20) {
            document.annotations.collapsed.insert(id.clone());
        }
        if let Some(node) = document.nodes.get_mut(id) {
            node.muted = random.percent(15);
        }
    }
    for _ in 0..random.below(6) {
        let outline = outline(&document);
        let id = random.pick(&ids);
        let names: Vec<String> =
            outline.definition(id).unwrap().inputs.iter().map(|input| input.name.to_string()).collect();
        if names.is_empty() {
            continue;
        }
        let exposed = actions::expose(&outline, &Socket::new(id, random.pick(&names)));
        if let Ok(action) = exposed {
            let exposed = after(&document, &action);
            // A ramp's colors may read back as a value of another type; that is no concern here.
            if Graph::new(&exposed, registry()).is_ok() {
                document = exposed;
            }
        }
    }
    document
}

/// Wires state their outputs, or not, as the editor writes them.
fn normalized(document: &Document) -> Document {
    let outline = outline(document);
    let mut normal = document.clone();
    let inputs = normal.nodes.values_mut().flat_map(|node| node.inputs.values_mut());
    for input in inputs.chain(normal.outputs.iter_mut().map(|(_, source)| source)) {
        if let Some(source) = outline.source_of(input) {
            *input = outline.wire(&source);
        }
    }
    normal
}

fn chosen(document: &Document, random: &mut Random) -> BTreeSet<String> {
    let share = *random.pick(&[20, 50, 80]);
    document.nodes.keys().filter(|_| random.percent(share)).cloned().collect()
}

#[test]
fn groups_keep_every_bit_and_are_taken_apart_without_a_trace() {
    let halves = [0..seeds() / 2, seeds() / 2..seeds()];
    let counts = std::thread::scope(|scope| {
        halves.map(|seeds| scope.spawn(|| group_and_take_apart(seeds))).map(|half| half.join().unwrap())
    });
    let [grouped, refused, nested] = [0, 1, 2].map(|kind| counts[0][kind] + counts[1][kind]);
    let least = seeds() as u32 / 20;
    assert!(grouped > 5 * least && nested > least, "{grouped} {nested}");
    assert!(refused > 5 || !is_night(), "{refused}");
}

/// Returns the numbers of groups, of refused groups, and of groups around groups.
fn group_and_take_apart(seeds: Range<u64>) -> [u32; 3] {
    let (mut grouped, mut refused, mut nested) = (0, 0, 0);
    for seed in seeds {
        let mut random = Random::new(seed ^ 0x9797);
        let document = normalized(&random_document(seed, &mut random));
        let Some(before) = bits(&document) else { continue };
        let action = actions::group(&outline(&document), &chosen(&document, &mut random), &BTreeSet::new(), None);
        let Ok(action) = action else {
            refused += 1;
            continue;
        };
        grouped += 1;
        let once = after(&document, &action);
        assert_eq!(bits(&once).unwrap(), before, "seed {seed}\n{}\n{}", document.to_json(), once.to_json());
        assert_eq!(Document::parse(once.to_json().as_bytes()).unwrap(), once);

        let id = action.selection.clone().unwrap();
        let mut twice = once.clone();
        let around = &chosen(&once, &mut random) | &id;
        if let Ok(action) = actions::group(&outline(&once), &around, &BTreeSet::new(), Some("Around it")) {
            nested += 1;
            twice = after(&once, &action);
            assert_eq!(bits(&twice).unwrap(), before, "seed {seed}\n{}", twice.to_json());
            let ungrouped = actions::ungroup(&outline(&twice), action.selection.as_ref().unwrap()).unwrap();
            twice = after(&twice, &ungrouped);
            assert_eq!(twice.to_json(), once.to_json(), "seed {seed}");
        }
        let ungrouped = actions::ungroup(&outline(&twice), &id).unwrap();
        let back = after(&twice, &ungrouped);
        assert_eq!(back.to_json(), document.to_json(), "seed {seed}");
    }
    [grouped, refused, nested]
}

/// Sets inputs of instances to values, wires and parameters of other types, which the instance converts.
#[test]
fn instances_with_other_contents_are_taken_apart_exactly() {
    let (mut changed, mut refused) = (0, 0);
    for seed in 0..seeds() {
        let mut random = Random::new(seed ^ 0x5151);
        let document = random_document(seed, &mut random);
        let grouped = actions::group(&outline(&document), &chosen(&document, &mut random), &BTreeSet::new(), None);
        let Ok(action) = grouped else { continue };
        let id = action.selection.clone().unwrap().pop_first().unwrap();
        let mut document = after(&document, &action);
        // Something to wire in: of every type.
        for (name, input) in [("float", "value"), ("vector", "vector"), ("color", "color")] {
            let action = actions::insert(&outline(&document), &format!("input/{name}"), [0.0; 2]).unwrap();
            let made = action.selection.clone().unwrap().pop_first().unwrap();
            document = after(&document, &action);
            let exposed = actions::expose(&outline(&document), &Socket::new(made, input)).unwrap();
            document = after(&document, &exposed);
        }
        let definition = outline(&document).definition(&id).unwrap().clone();
        for input in &definition.inputs {
            let now = outline(&document);
            let to = Socket::new(&id, &*input.name);
            let action = match random.below(6) {
                0 => Ok(actions::disconnect(&to)),
                1 => actions::set_input(&now, &to, Value::from(*random.pick(&[1, 2, 7]))),
                2 => actions::connect(&now, &Socket::new(*random.pick(&["vector", "float", "color"]), "value"), &to),
                3 => actions::connect(&now, &Socket::new("vector", "vector"), &to),
                4 => {
                    let (name, _) = random.pick(&document.parameters);
                    actions::use_parameter(&now, &to, name)
                }
                _ => continue,
            };
            let Ok(action) = action else { continue };
            let next = after(&document, &action);
            if Graph::new(&next, registry()).is_ok() {
                document = next;
            }
        }
        let Some(before) = bits(&document) else { continue };
        match actions::ungroup(&outline(&document), &BTreeSet::from([id])) {
            Ok(action) => {
                changed += 1;
                let apart = after(&document, &action);
                assert!(apart.groups.is_empty());
                let now = bits(&apart).unwrap();
                assert_eq!(now, before, "seed {seed}\n{}\n{}", document.to_json(), apart.to_json());
            }
            Err(_) => refused += 1,
        }
    }
    assert!(changed > seeds() / 8 && refused < 30, "{changed} {refused}");
}
