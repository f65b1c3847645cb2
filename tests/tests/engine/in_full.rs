//! What a search finds has the bits of the arithmetic that defines it, which programs in full have instead.

use travertine_graph::arguments::Arguments;
use travertine_graph::lowering::lower;
use travertine_program::{BasisFunction, Operation, Program};
use travertine_render::{Context, Render, Slice};
use travertine_tests::graph;

/// Inputs that are constants, fields or extreme.
const INPUTS: [&str; 6] = [
    r#""layers": 3, "width": 0.05"#,
    r#""width": 0.2, "curl": 1, "density": 0.7, "length": 0.6"#,
    r#""width": 0.05, "period": [3, 5, 0], "angle": 50, "spread": 20, "scale": 9"#,
    r#""width": {"node": "other"}, "curl": {"node": "other"}, "angle": {"node": "other"}"#,
    r#""width": 0.1, "density": {"node": "other"}, "length": {"node": "other"}, "scale": 1e9"#,
    r#""width": 0, "length": 0, "period": [1e-30, 1e30, 0]"#,
];

fn has_strokes(program: &Program) -> bool {
    let is_strokes = |operation: &Operation| matches!(operation, Operation::Basis(BasisFunction::Strokes(_), _));
    program.operations().iter().any(is_strokes)
}

#[test]
fn strokes_are_those_of_the_arithmetic() {
    const SIDE: u32 = 80;
    let slice = Slice { region: [-1.0, -1.0, 1.0, 1.0], ..Slice::new(SIDE, SIDE) };
    for (node_type, outputs) in [("noise/fibers", &["value", "id"][..]), ("noise/scratches", &["value"])] {
        let mut covered = 0;
        for inputs in INPUTS {
            let text = |output: &str| {
                format!(
                    r#"{{
                        "format": "travertine", "version": 1,
                        "nodes": {{
                            "other": {{"type": "math/formula", "inputs": {{"formula": "fract(x) * 0.4"}}}},
                            "node": {{"type": "{node_type}", "inputs": {{{inputs}}}}}
                        }},
                        "outputs": {{"value": {{"node": "node", "output": "{output}"}}}}
                    }}"#
                )
            };
            for output in outputs {
                let graph = graph(&text(output));
                let arguments = Arguments::new(&graph);
                let program = lower(&graph, &[0], &arguments).unwrap();
                assert!(has_strokes(&program) && !has_strokes(program.in_full()));
                let bound = arguments.bind(&program);
                let [found, full] = [&program, program.in_full()].map(|program| {
                    let render = Render::new(program, &bound, slice, None, &Context::default()).unwrap();
                    render.image().unwrap().data
                });
                for (i, (found, full)) in found.iter().zip(&full).enumerate() {
                    assert_eq!(found.to_bits(), full.to_bits(), "{node_type} with {inputs}, {output}, sample {i}");
                    covered += usize::from(*found > 0.0);
                }
            }
        }
        assert!(covered > 1000, "{node_type}: {covered}");
    }
}
