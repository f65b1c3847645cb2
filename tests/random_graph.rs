//! Random valid graphs over all node types, from a seed.

use serde_json::{Map, Value, json};
use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, ValueType};
use travertine_graph::registry::Registry;

/// A generator of random numbers (splitmix64), with the same sequence on every machine.
pub struct Random(u64);

impl Random {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// True in `share` of a hundred cases.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the choices.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// A document of 2 to 14 nodes. Its output `result` is its last node; some of its float inputs refer to parameters.
pub fn document(seed: u64, registry: &Registry) -> String {
    let mut random = Random::new(seed);
    let definitions: Vec<&Definition> = registry.iter().map(AsRef::as_ref).collect();
    let mut nodes = Map::new();
    let mut parameters = Map::new();
    let mut made: Vec<(String, &Definition)> = Vec::new();
    for index in 0..2 + random.below(13) {
        let definition = *random.pick(&definitions);
        let mut inputs = Map::new();
        let has_noise = definition.inputs.iter().any(|input| input.default == DefaultValue::Noise);
        let is_own = has_noise && random.percent(30);
        for input in &definition.inputs {
            if is_own && input.default == DefaultValue::Noise {
                continue;
            }
            if let Some(value) = input_value(&mut random, input, &made, &mut parameters) {
                inputs.insert(input.name.to_string(), value);
            }
        }
        let id = format!("n{index}");
        nodes.insert(id.clone(), json!({"type": definition.type_name(), "inputs": inputs}));
        made.push((id, definition));
    }
    let result = wire(&mut random, &made[made.len() - 1..]);
    json!({
        "format": "travertine", "version": 1,
        "parameters": parameters, "nodes": nodes, "outputs": {"result": result},
    })
    .to_string()
}

fn wire(random: &mut Random, made: &[(String, &Definition)]) -> Value {
    let (id, definition) = random.pick(made);
    json!({"node": id, "output": random.pick(&definition.outputs).name})
}

fn input_value(
    random: &mut Random,
    input: &InputDefinition,
    made: &[(String, &Definition)],
    parameters: &mut Map<String, Value>,
) -> Option<Value> {
    // A noise of the node's own replaces all such inputs or none.
    let required = matches!(input.default, DefaultValue::Required | DefaultValue::Noise);
    if input.value_type.is_setting() {
        return if random.percent(40) && !required { None } else { setting(random, input) };
    }
    if !made.is_empty() && random.percent(if required { 90 } else { 60 }) {
        // Mostly the latest node, for long chains.
        let from = if random.percent(60) { made.len() - 1 } else { random.below(made.len()) };
        return Some(wire(random, &made[from..=from]));
    }
    if input.value_type == ValueType::Float && random.percent(30) {
        let name = format!("p{}", parameters.len());
        parameters.insert(name.clone(), json!({"type": "float", "default": number(random, input)}));
        return Some(json!({"parameter": name}));
    }
    if !required && random.percent(30) {
        return None;
    }
    let width = match input.value_type {
        ValueType::Vector => 3,
        ValueType::Color => 4,
        ValueType::Any => *random.pick(&[1, 3, 4]),
        _ => 1,
    };
    let numbers: Vec<Value> = (0..width).map(|_| number(random, input)).collect();
    Some(if width == 1 { numbers[0].clone() } else { Value::from(numbers) })
}

/// Formulas with all kinds of operations, some of them far from any range.
const FORMULAS: [&str; 6] = [
    "fract(x*8) + 0.3*sin(a)",
    "a/b - c*d + time",
    "mix(a, b^2, smoothstep(c, d, x % 0.25)) - pow(abs(y), z)",
    "(a < b)*exp(c) + (x >= y)*log(d)",
    "clamp(tan(tau*x), -a, a) * step(b, y)/max(z, t)",
    "atan2(y - 0.5, x - 0.5)^e + round(a*1e30)*1e30",
];

/// Mostly ordinary numbers and some edge cases, all within the hard range and exact in f32.
fn number(random: &mut Random, input: &InputDefinition) -> Value {
    let edges = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-30, 1e6, -1e9, 3e38, 255.0];
    let value = if random.percent(15) { *random.pick(&edges) } else { random.unit() * 8.0 - 4.0 };
    let range = input.hard.clone().unwrap_or(f32::MIN..=f32::MAX);
    json!((value as f32).clamp(*range.start(), *range.end()))
}

fn setting(random: &mut Random, input: &InputDefinition) -> Option<Value> {
    match &input.value_type {
        ValueType::Integer => {
            let range = input.hard.clone().unwrap_or(-10.0..=10.0);
            let (low, high) = (*range.start() as i64, (*range.end() as i64).min(4));
            Some(json!(low + random.below((high - low + 1) as usize) as i64))
        }
        ValueType::Number => {
            let range = input.hard.clone().unwrap_or(-10.0..=10.0);
            let (low, high) = (*range.start(), range.end().min(4.0));
            let value = low + (high - low) * random.unit() as f32;
            Some(json!(if random.percent(50) { value.round() } else { value }))
        }
        ValueType::Seed => Some(json!(random.bits() as u32)),
        ValueType::Boolean => Some(json!(random.percent(50))),
        ValueType::Choice(choices) => Some(json!(random.pick(choices))),
        ValueType::Formula => Some(json!(random.pick(&FORMULAS))),
        ValueType::Text => Some(json!("text")),
        ValueType::Lettering => Some(json!(random.pick(&["1", "Text & text", "№ 7\n– Öl –\n\n12 °C"]))),
        ValueType::Image | ValueType::Volume => None,
        ValueType::Ramp => {
            let stops: Vec<Value> = positions(random)
                .into_iter()
                .map(|position| {
                    let color: Vec<f32> = (0..4).map(|_| random.unit() as f32).collect();
                    json!({"position": position, "color": color})
                })
                .collect();
            let interpolation = random.pick(&["linear", "step", "smooth"]);
            let space = random.pick(&["linear", "srgb"]);
            Some(json!({"stops": stops, "interpolation": interpolation, "space": space}))
        }
        ValueType::Curve => {
            let points: Vec<Value> =
                positions(random).into_iter().map(|x| json!([x, (random.unit() * 4.0 - 2.0) as f32])).collect();
            Some(json!({"points": points, "interpolation": random.pick(&["linear", "step", "smooth"])}))
        }
        ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Any => None,
    }
}

/// One to six positions from 0 to 1 in ascending order, sometimes with two equal ones.
fn positions(random: &mut Random) -> Vec<f32> {
    let mut positions: Vec<f32> = (0..1 + random.below(6)).map(|_| random.unit() as f32).collect();
    positions.sort_by(f32::total_cmp);
    if positions.len() > 2 && random.percent(30) {
        positions[1] = positions[0];
    }
    positions
}
