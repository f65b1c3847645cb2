//! Tapes: outputs as data for an interpreter.

use std::collections::BTreeSet;

use travertine::Texture;
use travertine_shader::{Error, StepParameter, Tape};
use travertine_tests::random_graph;

/// Walks the words of a tape: every step reads what was written before, and every float of the outputs is written once.
fn check(tape: &Tape, name: &str) {
    let (mut written, mut outputs) = (BTreeSet::new(), BTreeSet::new());
    let mark = Tape::CONSTANT | Tape::COORDINATE;
    for run in tape.runs() {
        let kind = &tape.kinds()[run.kind];
        assert_eq!(kind.has_texture(), run.texture.is_some(), "{name}");
        let [first, end] = run.words.map(|word| word as usize);
        assert!(first < end && (end - first).is_multiple_of(kind.words()), "{name}");
        assert!((end - first) / kind.words() <= 1 << 14, "{name}: a driver would end the loop");
        for step in tape.words()[first..end].chunks_exact(kind.words()) {
            let words = kind.parameters().iter().filter(|parameter| **parameter != StepParameter::Texture);
            for (parameter, word) in words.zip(&step[1..]) {
                if *parameter != StepParameter::Value {
                    continue;
                }
                let place = word & !mark;
                match word & mark {
                    0 => assert!(written.contains(&place), "{name}: register {place}"),
                    Tape::CONSTANT => assert!((place as usize) < tape.words().len(), "{name}"),
                    _ => assert!(tape.axes().iter().any(|axis| *axis as u32 == place), "{name}"),
                }
            }
            if step[0] & Tape::OUTPUT == 0 {
                assert!((step[0] as usize) < tape.registers(), "{name}");
                written.insert(step[0]);
            } else {
                assert!(outputs.insert(step[0] & !Tape::OUTPUT), "{name}");
            }
        }
    }
    assert!(outputs.into_iter().eq(0..tape.width() as u32), "{name}");
}

#[test]
fn examples_and_random_graphs_are_tapes_whose_kinds_are_valid_code() {
    let (mut kinds, mut tapes) = (BTreeSet::new(), 0);
    let examples =
        travertine::registry().iter().map(|definition| (definition.type_name(), definition.example.to_string()));
    let random = (0..100).map(|seed| (format!("seed {seed}"), random_graph::document(seed, travertine::registry())));
    for (name, text) in examples.chain(random) {
        let texture = Texture::parse(text.as_bytes()).unwrap();
        let outputs: Vec<&str> = texture.outputs().collect();
        match Tape::new(&texture, &outputs) {
            Ok(tape) => {
                check(&tape, &name);
                kinds.extend(tape.kinds().iter().cloned());
                tapes += 1;
            }
            Err(Error::NotExpressible { .. }) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(tapes > 200 && kinds.len() > 60, "{tapes} tapes, {} kinds", kinds.len());
    for kind in &kinds {
        let text = kind.wgsl().unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert!(text.contains("fn value_of_step("), "{text}");
    }
}

#[test]
fn a_node_that_gpus_cannot_evaluate_is_refused_by_name() {
    let definition = travertine::registry().iter().find(|definition| definition.id == "input/text").unwrap();
    let texture = Texture::parse(definition.example.as_bytes()).unwrap();
    let outputs: Vec<&str> = texture.outputs().collect();
    let error = Tape::new(&texture, &outputs).unwrap_err().to_string();
    assert!(error.contains("(input/text)") && error.contains("outlines of a font"), "{error}");
}
