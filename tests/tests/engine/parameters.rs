//! Parameters: a float parameter changes the bound arguments, a setting changes the program.

use travertine_graph::arguments::Arguments;
use travertine_graph::constant::Constant;
use travertine_graph::lowering::lower;
use travertine_tests::graph;

const POSITION: [f32; 4] = [0.3, -1.7, 2.9, 0.5];

fn document(scale: &str, octaves: u32) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1,
        "parameters": {{
            "scale": {{"type": "float", "default": {scale}}},
            "octaves": {{"type": "integer", "default": {octaves}, "min": 1, "max": 8}},
            "tint": {{"type": "color", "default": [0.5, 0.25, 1, 1]}}
        }},
        "nodes": {{
            "noise": {{"type": "noise/perlin", "inputs": {{
                "scale": {{"parameter": "scale"}}, "octaves": {{"parameter": "octaves"}}, "seed": 3
            }}}},
            "tinted": {{"type": "math/multiply", "inputs": {{"a": {{"node": "noise"}}, "b": {{"parameter": "tint"}}}}}}
        }},
        "outputs": {{"color": {{"node": "tinted"}}}}}}"#
    )
}

#[test]
fn another_value_is_bound_without_lowering_again() {
    let graph_of_two = graph(&document("2", 3));
    let mut arguments = Arguments::new(&graph_of_two);
    let program = lower(&graph_of_two, &[0], &arguments).unwrap();
    for scale in ["2", "7.25", "1e-3", "1e30"] {
        let (index, value) = graph_of_two.argument("scale", scale).unwrap();
        arguments.set(index, value);
        assert_eq!(lower(&graph_of_two, &[0], &arguments).unwrap(), program, "the program does not change");

        let defaults = graph(&document(scale, 3));
        let expected = Arguments::new(&defaults);
        let other = lower(&defaults, &[0], &expected).unwrap();
        assert_eq!(
            program.sample(&arguments.bind(&program), POSITION),
            other.sample(&expected.bind(&other), POSITION),
            "scale {scale}"
        );
    }
    for scale in ["0", "-1"] {
        let refused = graph_of_two.argument("scale", scale).unwrap_err().to_string();
        assert!(refused.contains("expected a number above 0"), "{refused}");
    }
}

#[test]
fn octaves_follow_integer_and_float_parameters() {
    let sample = |document: &str| {
        let graph = graph(document);
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &[0], &arguments).unwrap();
        program.sample(&arguments.bind(&program), POSITION)
    };
    let float = |octaves: &str| {
        document("2", 3).replace(r#""integer", "default": 3"#, &format!(r#""float", "default": {octaves}"#))
    };
    assert_eq!(sample(&float("3")), sample(&document("2", 3)));
    assert_ne!(sample(&float("3.5")), sample(&document("2", 3)));
    assert_ne!(sample(&float("3.5")), sample(&document("2", 4)));
}

#[test]
fn a_setting_changes_the_program() {
    let graph_of_three = graph(&document("2", 3));
    let mut arguments = Arguments::new(&graph_of_three);
    let three = lower(&graph_of_three, &[0], &arguments).unwrap();
    let (index, value) = graph_of_three.argument("octaves", "5").unwrap();
    assert_eq!(value, Constant::Integer(5));
    arguments.set(index, value);
    let five = lower(&graph_of_three, &[0], &arguments).unwrap();
    assert!(five.operations().len() > three.operations().len());
    let direct = graph(&document("2", 5));
    assert_eq!(five, lower(&direct, &[0], &Arguments::new(&direct)).unwrap());
}

#[test]
fn each_graph_seed_gives_different_samples() {
    let graph = graph(&document("2", 3));
    let sample = |seed| {
        let mut arguments = Arguments::new(&graph);
        arguments.set_seed(seed);
        let program = lower(&graph, &[0], &arguments).unwrap();
        program.sample(&arguments.bind(&program), POSITION)
    };
    assert_eq!(sample(0), sample(0));
    let samples: Vec<Vec<f32>> = (0..32).map(sample).collect();
    for (index, one) in samples.iter().enumerate() {
        assert!(samples[..index].iter().all(|other| other != one), "seed {index}");
    }
}
