//! Tests over all nodes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use travertine_graph::arguments::Arguments;
use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, ValueType};
use travertine_graph::document::Document;
use travertine_graph::graph::{Graph, load};
use travertine_graph::lowering::lower;

use crate::checks::evaluate::registry;
use crate::definitions;

/// Fails with every problem found in any definition.
fn check(problems: impl Fn(&Definition) -> Vec<String>) {
    let found: Vec<String> = definitions()
        .iter()
        .flat_map(|definition| problems(definition).into_iter().map(|problem| format!("{}: {problem}", definition.id)))
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

fn is_sentence(text: &str) -> bool {
    text.len() > 1 && text.ends_with('.') && !text.contains("  ") && !text.starts_with(' ')
}

#[test]
fn every_file_is_a_node_with_its_path_as_id() {
    let mut files = BTreeSet::new();
    for category in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let category = category.unwrap().path();
        let is_category = category.is_dir() && !category.ends_with("checks") && !category.ends_with("parts");
        for node in is_category.then(|| fs::read_dir(&category).unwrap()).into_iter().flatten() {
            let node = node.unwrap().path();
            let names = [category.file_name(), node.file_stem()].map(|name| name.unwrap().to_str().unwrap());
            let path = names.join("/");
            let type_name = match path.rsplit_once("_v") {
                Some((name, version)) if version.parse::<u32>().is_ok() => format!("{name}@{version}"),
                _ => path,
            };
            files.insert(type_name.replace('_', "-"));
        }
    }
    let names: BTreeSet<String> = definitions().iter().map(Definition::type_name).collect();
    assert_eq!(names, files);
    assert_eq!(registry().iter().count(), files.len());
}

#[test]
fn everything_is_described() {
    check(|definition| {
        let mut problems = Vec::new();
        let mut expect = |holds: bool, problem: String| {
            if !holds {
                problems.push(problem);
            }
        };
        expect(!definition.label.is_empty(), "has no label".into());
        expect(is_sentence(&definition.description), "is not described in sentences".into());
        expect(!definition.search.is_empty(), "has no search words".into());
        expect(!definition.outputs.is_empty(), "has no outputs".into());
        let inputs = definition.inputs.iter().map(|input| (&*input.name, &*input.description));
        let outputs = definition.outputs.iter().map(|output| (&*output.name, &*output.description));
        for (name, description) in inputs.clone().chain(outputs.clone()) {
            expect(is_sentence(description), format!("`{name}` is not described in a sentence"));
            let plain = |letter: char| letter.is_ascii_lowercase() || letter == '_' || letter.is_ascii_digit();
            expect(name.chars().all(plain), format!("`{name}` is not in lower_snake_case"));
        }
        let unique = |names: Vec<&str>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
        expect(unique(inputs.map(|(name, _)| name).collect()), "two inputs share a name".into());
        expect(unique(outputs.map(|(name, _)| name).collect()), "two outputs share a name".into());
        problems
    });
}

/// Editors hide an input while the setting that it needs is off: a boolean, a choice, or a number with a least value.
#[test]
fn settings_that_inputs_need_can_be_off() {
    let problem = |definition: &Definition, input: &InputDefinition| {
        let setting = input.enabled_by.as_ref()?;
        let found = definition.inputs.iter().find(|other| other.name == *setting);
        let can_be_off = found.is_some_and(|setting| match &setting.value_type {
            ValueType::Boolean => input.enabled_at.is_empty(),
            kind @ ValueType::Choice(_) => {
                let choices = kind.choices();
                let all = input.enabled_at.iter().all(|choice| choices.contains(choice));
                all && (1..choices.len()).contains(&input.enabled_at.len())
            }
            ValueType::Integer | ValueType::Number => setting.hard.is_some() && input.enabled_at.is_empty(),
            _ => false,
        });
        (!can_be_off).then(|| format!("`{}` needs `{setting}`, which is never off", input.name))
    };
    check(|definition| definition.inputs.iter().filter_map(|input| problem(definition, input)).collect());
}

/// Inputs of the pattern come first, then its variant and position, and those for tiles last.
#[test]
fn shared_inputs_have_the_same_order_in_all_nodes() {
    const ORDER: [&str; 15] = [
        "value",
        "height",
        "scale",
        "octaves",
        "persistence",
        "lacunarity",
        "min",
        "max",
        "dimensions",
        "seed",
        "position",
        "periodic",
        "period_x",
        "period_y",
        "period_z",
    ];
    check(|definition| {
        let index = |input: &InputDefinition| ORDER.iter().position(|name| *name == &*input.name);
        let sorted = definition.inputs.iter().filter_map(index).is_sorted();
        (!sorted).then(|| "has its inputs in another order than others".into()).into_iter().collect()
    });
}

#[test]
fn defaults_lie_within_ranges_and_sliders_within_limits() {
    let problem = |input: &InputDefinition| {
        let numbers = match &input.default {
            DefaultValue::Constant(Constant::Integer(value)) => vec![*value as f32],
            DefaultValue::Constant(constant) => constant.floats().unwrap_or_default().to_vec(),
            _ => Vec::new(),
        };
        let (soft, hard) = (input.soft.clone().unwrap_or(f32::MIN..=f32::MAX), input.hard.clone());
        let hard = hard.unwrap_or(f32::MIN..=f32::MAX);
        let in_soft = numbers.iter().all(|number| soft.contains(number));
        let in_hard = numbers.iter().all(|number| hard.contains(number));
        let slider_in_limits = input.soft.is_none() || hard.contains(soft.start()) && hard.contains(soft.end());
        let is_choice = match (&input.value_type, &input.default) {
            (kind @ ValueType::Choice(_), DefaultValue::Constant(Constant::Choice(name))) => {
                kind.choices().contains(&name.as_str())
            }
            (ValueType::Choice(_), _) => false,
            _ => true,
        };
        let problem = !(in_soft && in_hard && slider_in_limits && is_choice);
        problem.then(|| format!("the default or the ranges of `{}` are wrong", input.name))
    };
    check(|definition| definition.inputs.iter().filter_map(problem).collect());
}

#[test]
fn examples_contain_their_node_and_have_no_problems() {
    let registry = registry();
    check(|definition| {
        let (_, graph) = match load(definition.example.as_bytes(), registry) {
            Ok(loaded) => loaded,
            Err(diagnostics) => return vec![diagnostics.to_string()],
        };
        let mut problems: Vec<String> = graph.warnings().iter().map(ToString::to_string).collect();
        if !graph.nodes.iter().any(|node| node.definition.id == definition.id) {
            problems.push("is not in its own example".into());
        }
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &[0], &arguments).unwrap();
        let bound = arguments.bind(&program);
        let (mut least, mut greatest) = (f32::MAX, f32::MIN);
        for pixel in 0..32 * 32 {
            let (x, y) = ((pixel % 32) as f32 / 32.0, (pixel / 32) as f32 / 32.0);
            for value in program.sample(&bound, [x, y, 0.0, 0.0]) {
                (least, greatest) = (least.min(value), greatest.max(value));
            }
        }
        if least < -1e-5 || greatest > 1.0 + 1e-5 || greatest - least < 0.5 {
            problems.push(format!("has an example that goes from {least} to {greatest}"));
        }
        problems
    });
}

/// A graph of one node with the given inputs, with all outputs of the node as its outputs.
fn alone(definition: &Definition, inputs: &[(&str, String)], parameters: &str) -> Graph {
    let inputs: Vec<String> = inputs.iter().map(|(name, value)| format!(r#""{name}": {value}"#)).collect();
    let outputs: Vec<String> = (definition.outputs.iter().map(|output| &output.name))
        .map(|name| format!(r#""{name}": {{"node": "node", "output": "{name}"}}"#))
        .collect();
    let document = format!(
        r#"{{
          "format": "travertine", "version": 1, "parameters": {{{parameters}}},
          "nodes": {{
            "position": {{"type": "input/position"}},
            "node": {{"type": "{}", "inputs": {{{}}}}}
          }},
          "outputs": {{{}}}
        }}"#,
        definition.type_name(),
        inputs.join(","),
        outputs.join(",")
    );
    let document = Document::parse(document.as_bytes()).unwrap_or_else(|found| panic!("{found}"));
    Graph::new(&document, registry()).unwrap_or_else(|found| panic!("{}: {found}", definition.id))
}

/// Checks that the node lowers and that every output is finite.
fn assert_lowers(definition: &Definition, inputs: &[(&str, String)], parameters: &str) {
    let graph = alone(definition, inputs, parameters);
    let arguments = Arguments::new(&graph);
    let outputs: Vec<usize> = (0..graph.outputs.len()).collect();
    let program = lower(&graph, &outputs, &arguments).unwrap();
    let bound = arguments.bind(&program);
    for position in [[0.0; 4], [0.3, -0.7, 1.9, 0.1], [-1e9, 1e30, f32::MAX, f32::MIN]] {
        let values = program.sample(&bound, position);
        assert!(values.iter().all(|value| value.is_finite()), "{}: {inputs:?}: {values:?}", definition.id);
    }
}

/// Values of an input other than its default, as JSON: every choice, and extreme numbers.
fn extremes(input: &InputDefinition) -> Vec<String> {
    let hard = input.hard.clone().unwrap_or(-3.0e38..=3.0e38);
    let numbers = [*hard.start(), *hard.end(), 0.0, 1.0].into_iter().filter(|number| hard.contains(number));
    match &input.value_type {
        ValueType::Choice(_) => input.value_type.choices().iter().map(|name| format!("{name:?}")).collect(),
        ValueType::Boolean => vec!["false".into(), "true".into()],
        ValueType::Seed => vec!["0".into(), u32::MAX.to_string()],
        // A count of a hundred behaves like one of thousands, and is quicker.
        ValueType::Integer => numbers.map(|number| format!("{}", number.min(100.0) as i64)).collect(),
        ValueType::Lettering => vec![r#"".""#.into(), format!("{:?}", "W\n".repeat(500))],
        ValueType::Ramp
        | ValueType::Curve
        | ValueType::Formula
        | ValueType::Text
        | ValueType::Image
        | ValueType::Volume => Vec::new(),
        ValueType::Float | ValueType::Any | ValueType::Number => numbers.map(|number| format!("{number:?}")).collect(),
        ValueType::Vector => numbers.map(|number| format!("[{number:?}, {number:?}, 0]")).collect(),
        ValueType::Color => numbers.map(|number| format!("[{number:?}, {number:?}, 0, {number:?}]")).collect(),
    }
}

fn wire(input: &InputDefinition) -> (&str, String) {
    (&*input.name, r#"{"node": "position", "output": "position"}"#.to_owned())
}

/// The other inputs of a node: wires for fields without a value, and a coarse grid to be quick.
fn others<'a>(definition: &'a Definition, tested: &str) -> Vec<(&'a str, String)> {
    let others = definition.inputs.iter().filter(|input| input.name != tested);
    others
        .filter_map(|input| match input.default {
            DefaultValue::Required | DefaultValue::Noise => Some(wire(input)),
            _ if input.name == "resolution" => Some((&*input.name, "8".to_owned())),
            _ => None,
        })
        .collect()
}

#[test]
fn every_node_lowers_for_extreme_inputs() {
    for definition in definitions() {
        assert_lowers(&definition, &others(&definition, ""), "");
        for input in definition.inputs.iter().filter(|input| input.default != DefaultValue::Required) {
            let with = |value| [others(&definition, &input.name), vec![(&*input.name, value)]].concat();
            for value in extremes(input) {
                assert_lowers(&definition, &with(value), "");
            }
            if !input.value_type.is_setting() {
                assert_lowers(&definition, &with(wire(input).1), "");
            }
        }
    }
}

#[test]
fn a_parameter_gives_the_same_result_as_a_constant() {
    for definition in definitions() {
        for input in &definition.inputs {
            let value_type = match input.value_type {
                ValueType::Float | ValueType::Any | ValueType::Number => "float",
                ValueType::Vector => "vector",
                ValueType::Color => "color",
                _ => continue,
            };
            for value in extremes(input) {
                let with = |value| [others(&definition, &input.name), vec![(&*input.name, value)]].concat();
                let sample = |graph: Graph| {
                    let arguments = Arguments::new(&graph);
                    let outputs: Vec<usize> = (0..graph.outputs.len()).collect();
                    let program = lower(&graph, &outputs, &arguments).unwrap();
                    program.sample(&arguments.bind(&program), [0.3, -0.7, 1.9, 0.1])
                };
                let parameter = format!(r#""parameter": {{"type": "{value_type}", "default": {value}}}"#);
                let bound = alone(&definition, &with(r#"{"parameter": "parameter"}"#.into()), &parameter);
                let constant = alone(&definition, &with(value.clone()), "");
                assert_eq!(sample(bound), sample(constant), "{}: {} = {value}", definition.id, input.name);
            }
        }
    }
}
