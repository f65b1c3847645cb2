//! Variables: a constant that a user drags is a slot, and gives the bits of the constant.

use travertine::{Context, Slice, Texture, registry};
use travertine_graph::constant::Constant;
use travertine_graph::graph::Input;
use travertine_graph::json::{Number, Value};
use travertine_tests::bundled::bundled_graphs;
use travertine_tests::is_night;

/// Numbers at which lowering leaves out operations, or functions have special cases, and plain ones.
const NUMBERS: [f32; 7] = [0.37, 0.0, -0.0, 1.0, -1.0, 180.0, -0.6];

/// A constant of the same type with other numbers.
fn with(constant: &Constant, number: f32, turn: usize) -> Constant {
    let mut numbers = constant.floats().unwrap_or_default().to_vec();
    // One component changes by turns, then all.
    let all = numbers.len();
    match turn % (all + 1) {
        component if component < all => numbers[component] = number,
        _ => numbers.fill(number),
    }
    match *constant {
        Constant::Vector(_) => Constant::Vector([numbers[0], numbers[1], numbers[2]]),
        Constant::Color(_) => Constant::Color([numbers[0], numbers[1], numbers[2], numbers[3]]),
        _ => Constant::Float(numbers[0]),
    }
}

/// As a document has it, with the sign of a zero.
fn value(constant: &Constant) -> Value {
    let number = |float: &f32| {
        let is_minus_0 = float.is_sign_negative() && *float == 0.0;
        let number = if is_minus_0 { Number::new("-0.0") } else { Number::from_f32(*float) };
        number.map_or(Value::Null, Value::Number)
    };
    match constant.floats().unwrap_or_default() {
        [one] => number(one),
        all => Value::List(all.iter().map(number).collect()),
    }
}

/// The bits of a picture of each output.
fn bits(texture: &Texture) -> Vec<Vec<u32>> {
    let outputs = texture.outputs().map(|output| texture.field(output).unwrap());
    let slice = Slice { depth: 0.2, region: [-0.4, -0.3, 0.6, 0.5], ..Slice::new(5, 4) };
    outputs
        .map(|field| {
            field.render(slice, &Context::default()).unwrap().data.iter().map(|value| value.to_bits()).collect()
        })
        .collect()
}

/// Drags one in `every` constants of a graph through `turns` of the numbers, and compares with graphs that hold the
/// constants.
fn check(name: &str, text: &str, every: usize, turns: usize) -> usize {
    let (mut checked, mut constants) = (0, 0);
    let start = Texture::parse(text).unwrap();
    if start.graph().nodes.iter().any(|node| node.definition.id.starts_with("terrain/")) {
        // Erosion would be all that the test does.
        return 0;
    }
    // The nodes inside a group belong to all of its instances.
    let own = start.graph().nodes.iter().filter(|node| start.document().nodes.contains_key(&node.id));
    for node in own {
        for (input, held) in node.definition.inputs.iter().zip(&node.inputs) {
            let Input::Constant(constant) = held else { continue };
            if input.value_type.is_setting() || constant.floats().is_none() {
                continue;
            }
            constants += 1;
            if constants % every != 0 {
                continue;
            }
            let mut dragged = start.clone();
            // Other numbers for each constant.
            for (turn, number) in NUMBERS.into_iter().enumerate().cycle().skip(constants).take(turns) {
                let new = value(&with(constant, number, turn));
                if input.constant(&new).is_err() {
                    continue;
                }
                dragged.set_value(&node.id, &input.name, &new).unwrap();
                let mut fresh = start.clone();
                fresh.set_input(&node.id, &input.name, &new.to_string()).unwrap();
                assert_eq!(bits(&dragged), bits(&fresh), "{name}: {} of {} is {new}", input.name, node.id);
                checked += 1;
            }
        }
    }
    checked
}

/// The numbers that a constant is dragged through: by day one.
fn turns() -> usize {
    if is_night() { NUMBERS.len() } else { 1 }
}

#[test]
fn bundled_graphs_have_the_bits_of_constants() {
    // They have thousands of constants; the examples of the nodes have every kind.
    let checked: usize = bundled_graphs().iter().map(|(name, text)| check(name, text, 6, turns())).sum();
    assert!(checked > if is_night() { 1000 } else { 100 }, "{checked}");
}

#[test]
fn every_node_has_the_bits_of_constants() {
    let nodes = registry().iter().filter(|definition| !definition.example.is_empty());
    let checked: usize = nodes.map(|definition| check(&definition.type_name(), &definition.example, 1, turns())).sum();
    assert!(checked > if is_night() { 1000 } else { 100 }, "{checked}");
}

/// A weight of 0 leaves out a term, which decides the sign of a zero: an angle, and with it a picture.
#[test]
fn a_decision_is_taken_again_when_its_number_changes() {
    let text = r#"{
        "format": "travertine", "version": 1,
        "nodes": {
            "dot": {"type": "vector/dot", "inputs": {"a": [-1, 0, -2], "b": [1, 0, 0.5]}},
            "noise": {"type": "noise/perlin", "inputs": {"min": -1, "max": 1}}
        },
        "outputs": {"dot": {"node": "dot"}, "noise": {"node": "noise"}}
    }"#;
    assert!(check("decisions", text, 1, NUMBERS.len()) > 20);
}
