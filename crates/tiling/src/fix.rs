//! Fixes: values for inputs with which a node repeats.

use travertine::{Error, Texture};
use travertine_graph::constant::Constant;
use travertine_graph::graph::{Input, Node, Source};

use crate::change::{self, Change};
use crate::draft::Draft;
use crate::effort::Effort;
use crate::motion::{Motion, Repeat, growth, motions, uniform};
use crate::wires::{made_of, wires};

/// Changes with which an output of a node repeats, or at least grows evenly if it did not; `None` if none was found.
///
/// Changes the node's own inputs first, then also the nodes that rotate its position. The nodes inside a group belong
/// to all of its instances, so they are left unchanged.
pub fn fix(draft: &Draft, repeat: Repeat, broken: Source, effort: &Effort) -> Result<Option<Vec<Change>>, Error> {
    if !draft.has(broken) {
        return Ok(None);
    }
    let (texture, broken) = draft.part(broken)?;
    let id = &texture.graph().nodes[broken.node].id;
    let before = motions(&texture, repeat, &[broken], effort)?;
    for (round, turns) in [Vec::new(), turns(&texture, repeat, broken, effort)?].into_iter().enumerate() {
        let turned = changed(&texture, &turns).unwrap_or_else(|| texture.clone());
        // Other values for inputs may leave out or bring in nodes.
        let Some(node) = turned.graph().nodes.iter().position(|node| node.id == *id) else { continue };
        let mut candidates = candidates(&turned, repeat, node, effort)?;
        candidates.insert(0, Vec::new());
        let count = candidates.len();
        for (index, values) in candidates.into_iter().enumerate() {
            let mut changes = turns.clone();
            for (input, value) in values {
                changes.extend(set(&turned, &turned.graph().nodes[node], input, value, effort)?);
            }
            let Some(found) = changed(&texture, &changes).filter(|_| draft.takes(&changes)) else { continue };
            let place = found.graph().nodes.iter().position(|node| node.id == *id);
            let source = Source { node: place.unwrap_or(node), ..broken };
            let after = || motions(&found, repeat, &[source], effort);
            if effort.step(round * count + index, 2 * count, after)? < before {
                return Ok(Some(changes));
            }
        }
    }
    Ok(None)
}

/// Quarter turns for the nodes that rotate a node's position: at other angles, no lattice repeats along x and y.
fn turns(texture: &Texture, repeat: Repeat, broken: Source, effort: &Effort) -> Result<Vec<Change>, Error> {
    let sources = made_of(texture.graph(), std::iter::once(broken));
    let motions = motions(texture, repeat, &sources, effort)?;
    let mut turns = Vec::new();
    for (source, _) in sources.iter().zip(motions).skip(1).filter(|(_, motion)| *motion == Motion::Even) {
        let node = &texture.graph().nodes[source.node];
        for input in node.definition.inputs.iter().filter(|input| input.unit == "degrees") {
            if let Some(quarters) = near(value(texture, node, &input.name, effort)?, quarter) {
                turns.extend(set(texture, node, &input.name, quarters, effort)?);
            }
        }
    }
    Ok(turns)
}

/// Values for a node's inputs with which it may repeat, best first.
fn candidates<'a>(
    texture: &'a Texture,
    repeat: Repeat,
    node: usize,
    effort: &Effort,
) -> Result<Vec<Vec<(&'a str, Constant)>>, Error> {
    let node_of = &texture.graph().nodes[node];
    let mut candidates = Vec::new();
    if node_of.definition.input_index("periodic").is_some() {
        candidates.extend(periods(texture, repeat, node_of, effort)?);
    }
    if node_of.definition.input_index("edge").is_some() {
        // A grid that repeats after one unit.
        candidates.push(vec![
            ("edge", Constant::Choice("repeat".to_owned())),
            ("across", Constant::Integer(1)),
            ("down", Constant::Integer(1)),
        ]);
    }
    // The growth of the node's inputs over one step: a whole number of waves must fit into it.
    let length = repeat.length();
    let mut steps = if length == 1.0 { vec![length] } else { vec![length, 1.0] };
    for wire in wires(texture.graph(), node) {
        let step = growth(texture, repeat, wire, effort)?.into_iter().fold(0.0, common);
        if step > 0.0 && !steps.contains(&step) {
            steps.insert(0, step);
        }
    }
    for input in node_of.definition.inputs.iter().filter(|input| !input.value_type.is_setting()) {
        let value = value(texture, node_of, &input.name, effort)?;
        let mut with = |nearest: &dyn Fn(f32) -> f32| {
            candidates.extend(near(value.clone(), nearest).map(|value| vec![(&*input.name, value)]));
        };
        if input.unit == "degrees" {
            with(&quarter);
            continue;
        }
        steps.iter().for_each(|step| with(&|number| whole(number * step) / step));
        with(&|number| if number == 0.0 { number } else { length / whole(length / number) });
    }
    // A node over another node's lattice, such as a fractal, keeps to that lattice.
    if repeat != Repeat::Tile && node_of.definition.input_index("scale").is_none() {
        candidates.sort_by_key(|values| values.len() > 1);
    }
    Ok(candidates)
}

/// The value with each number replaced; `None` if it is neither a float nor a vector.
fn near(value: Option<Constant>, nearest: impl Fn(f32) -> f32) -> Option<Constant> {
    match value? {
        Constant::Float(number) => Some(Constant::Float(nearest(number))),
        Constant::Vector(numbers) => Some(Constant::Vector(numbers.map(nearest))),
        _ => None,
    }
}

/// The nearest whole quarter turn, in degrees.
fn quarter(degrees: f32) -> f32 {
    // Adding 0 turns -0 into 0.
    (degrees / 90.0).round() * 90.0 + 0.0
}

/// The spatial period, in cells, of a node that gets a period in time and had none in space: too long to be seen, and
/// short enough for the precision of floats.
const LONG_PERIOD: i64 = 4096;

/// Periods for a node that has them, with a fitting scale.
fn periods<'a>(
    texture: &Texture,
    repeat: Repeat,
    node: &'a Node,
    effort: &Effort,
) -> Result<Vec<Vec<(&'a str, Constant)>>, Error> {
    let has = |input: &str| node.definition.input_index(input).is_some();
    if let Repeat::Loop(period) = repeat {
        if !has("period_time") {
            return Ok(Vec::new());
        }
        let mut changes = vec![("period_time", Constant::Integer(period.into()))];
        if value(texture, node, "periodic", effort)? != Some(Constant::Boolean(true)) {
            changes.push(("periodic", Constant::Boolean(true)));
            let axes = ["period_x", "period_y", "period_z"].into_iter().filter(|axis| has(axis));
            changes.extend(axes.map(|axis| (axis, Constant::Integer(LONG_PERIOD))));
        }
        return Ok(vec![changes]);
    }
    // The change of the node's position along each axis over one unit.
    let moves = match node.definition.input_index("position").map(|index| texture.graph().content(&node.inputs[index]))
    {
        Some(Input::Wire(source)) => growth(texture, repeat, *source, effort)?,
        _ => vec![1.0; 2],
    };
    let repeating = |scale: f32| {
        let mut changes = vec![("periodic", Constant::Boolean(true))];
        for (name, moved) in ["period_x", "period_y", "period_z"].into_iter().zip(&moves) {
            let period = (moved * scale).round();
            if period > 0.0 {
                changes.push((name, Constant::Integer(period as i64)));
            }
        }
        changes
    };
    let mut candidates = Vec::new();
    match value(texture, node, "scale", effort)? {
        Some(Constant::Float(scale)) => {
            if let (Some(Constant::Boolean(true)), Some(Constant::Integer(x)), Some(Constant::Integer(y))) = (
                value(texture, node, "periodic", effort)?,
                value(texture, node, "period_x", effort)?,
                value(texture, node, "period_y", effort)?,
            ) {
                // The periods are given: a whole number of them must fit into one unit.
                let (x, y) = (x as f32, y as f32);
                let both = x * y / common(x, y);
                candidates.push(vec![("scale", Constant::Float(whole(scale / both) * both))]);
            }
            let step = moves.iter().copied().fold(0.0, common);
            let near = if step > 0.0 { whole(scale * step) / step } else { whole(scale) };
            let mut changes = repeating(near.abs());
            changes.push(("scale", Constant::Float(near)));
            candidates.push(changes);
        }
        _ if !has("scale") => candidates.push(repeating(1.0)),
        _ => {}
    }
    Ok(candidates)
}

/// The nearest whole number except 0, which would remove the pattern; 0 stays 0.
fn whole(number: f32) -> f32 {
    if number == 0.0 { number } else { number.abs().round().max(1.0).copysign(number) }
}

/// The approximate greatest common divisor, by Euclid's algorithm.
fn common(mut a: f32, mut b: f32) -> f32 {
    let least = a.max(b) * 1e-3;
    while b > least {
        (a, b) = (b, a % b);
    }
    a
}

/// The value of a node's input, if it is the same everywhere.
fn value(texture: &Texture, node: &Node, input: &str, effort: &Effort) -> Result<Option<Constant>, Error> {
    let held = node.definition.input_index(input).map(|index| texture.graph().content(&node.inputs[index]));
    Ok(match held {
        Some(Input::Constant(constant)) => Some(constant.clone()),
        Some(Input::Parameter(index)) => Some(texture.argument(*index).clone()),
        Some(Input::Wire(source)) => match uniform(texture, *source, effort)?.as_deref() {
            Some([number]) => Some(Constant::Float(*number)),
            Some([x, y, z]) => Some(Constant::Vector([*x, *y, *z])),
            _ => None,
        },
        Some(Input::Position | Input::Noise | Input::Instance { .. }) | None => None,
    })
}

/// The change that sets an input; `None` if it has that value.
fn set(texture: &Texture, node: &Node, input: &str, new: Constant, effort: &Effort) -> Result<Option<Change>, Error> {
    let Some(index) = node.definition.input_index(input) else { return Ok(None) };
    if value(texture, node, input, effort)?.is_none_or(|old| old == new) {
        return Ok(None);
    }
    Ok(Some(match node.inputs[index] {
        Input::Parameter(index) => {
            Change::Parameter { name: texture.graph().parameters[index].name.clone(), value: new }
        }
        _ => Change::Input { node: node.id.clone(), input: input.to_owned(), value: new },
    }))
}

/// The texture with these changes; `None` if there are none, or one is invalid.
fn changed(texture: &Texture, changes: &[Change]) -> Option<Texture> {
    let mut changed = texture.clone();
    change::apply(&mut changed, changes).ok()?;
    (!changes.is_empty()).then_some(changed)
}
