//! Large documents.

use std::time::{Duration, Instant};

use travertine_graph::document::{Document, Input, Node};
use travertine_revision::{Difference, Merge};
use travertine_tests::is_night;

use crate::support::{registry, set};

/// A hundred thousand at night.
fn count() -> usize {
    if is_night() { 100_000 } else { 20_000 }
}

/// Far more than it takes, and far less than a square of the number of nodes would.
const PATIENCE: Duration = Duration::from_secs(60);

/// A chain of nodes.
fn chain() -> Document {
    let mut document = Document::named("Chain").node("n0", Node::new("noise/perlin"));
    for index in 1..count() {
        let node = Node::new("math/add").input("a", Input::wire(format!("n{}", index - 1))).input("b", 1);
        document.nodes.insert(format!("n{index}"), node.into());
        document.layout.insert(format!("n{index}"), [index as f64, 0.0]);
    }
    document.output("height", Input::wire(format!("n{}", count() - 1)))
}

/// Runs work on a small stack, and reports its time.
#[expect(clippy::print_stdout, reason = "the time is what `--nocapture` is for")]
fn timed<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let started = Instant::now();
    let done = std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
    let took = started.elapsed();
    println!("{name}: {took:.2?}");
    assert!(took < PATIENCE, "{name} took {took:?}");
    done
}

#[test]
fn many_nodes_are_compared_and_merged() {
    let base = chain();
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    for index in 1..count() {
        let side = if index % 2 == 0 { &mut ours } else { &mut theirs };
        set(side, &format!("n{index}"), "b", 2);
    }
    let (before, after) = (base.clone(), ours.clone());
    let difference = timed("difference", move || Difference::new(&before, &after).unwrap());
    assert_eq!(difference.changes.len(), (count() - 1) / 2);
    let merged = timed("merge", move || Merge::new(&base, &ours, &theirs, registry()).unwrap());
    assert!(merged.conflicts.is_empty());
    assert!(merged.document.nodes.values().skip(1).all(|node| node.inputs["b"] == Input::from(2)));
}

#[test]
fn many_conflicts_are_found() {
    let base = chain();
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    // Theirs removes all but the first node, ours wires the last one elsewhere: all come back.
    theirs.nodes.retain(|id, _| id == "n0");
    theirs.layout.clear();
    theirs.outputs[0].1 = Input::wire("n0");
    ours.nodes
        .insert("end".to_owned(), Node::new("math/add").input("a", Input::wire(format!("n{}", count() - 1))).into());
    ours.outputs.push(("end".to_owned(), Input::wire("end")));
    let merged = timed("removed chain", {
        let (base, ours) = (base.clone(), ours.clone());
        move || Merge::new(&base, &ours, &theirs, registry()).unwrap()
    });
    assert_eq!(merged.conflicts.len(), count() - 1);
    assert_eq!(merged.document.nodes.len(), count() + 1);

    // Ours ends the chain early, theirs wires its start to its end.
    let mut theirs = base.clone();
    set(&mut ours, "n1", "a", 0);
    for index in (1..count()).rev() {
        set(&mut theirs, &format!("n{index}"), "b", index as f64);
    }
    let mut turned = theirs.clone();
    turned.nodes.insert("n0".to_owned(), Node::new("math/add").input("a", Input::wire("n1")).into());
    set(&mut turned, "n1", "a", 0);
    set(&mut ours, "n1", "a", Input::wire("n0"));
    let merged = timed("circle", move || Merge::new(&base, &ours, &turned, registry()).unwrap());
    assert!(!merged.conflicts.is_empty() || merged.document.nodes.len() > count());
}
