//! Variations: random values of parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use travertine_graph::constant::Constant;
use travertine_graph::definition::{InputDefinition, ValueType};
use travertine_graph::document::Parameter;
use travertine_graph::json::{Number, Value};
use travertine_noise::math::exp2;
use travertine_presentation::Outline;

use crate::color::{of_oklch, oklch_of};
use crate::difference::action;
use crate::edit::{Action, Refusal};
use crate::slider::Slider;

/// A roll of the dice. Equal rolls from equal values give equal values.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// The number of the roll.
    pub seed: u32,
    /// How far values may go: 0 leaves them, at 1 they may be anything in their ranges.
    pub strength: f32,
    /// The parameters that keep their values.
    pub locked: BTreeSet<String>,
}

/// Varies the parameters: each gets a value near the one that `from` has for it, or near its present one.
///
/// # Errors
///
/// If the graph has no parameters, or all are locked.
pub fn vary(outline: &Outline, from: &BTreeMap<String, Value>, roll: &Roll) -> Result<Action, Refusal> {
    let document = outline.document();
    if document.parameters.is_empty() {
        return Err(Refusal::new("the graph has no parameters to vary; expose inputs first"));
    }
    if document.parameters.iter().all(|(name, _)| roll.locked.contains(name)) {
        return Err(Refusal::new("all parameters are locked; unlock one to vary it"));
    }
    action(outline, format!("Vary parameters, roll {}", roll.seed), |document| {
        for (name, parameter) in &mut document.parameters {
            let start = from.get(name).or(parameter.default.as_ref());
            let definition = definition_of(parameter);
            let known = start.zip(definition).and_then(|(value, known)| known.constant(value).ok());
            if let Some(value) = known.filter(|_| !roll.locked.contains(name)) {
                let mut dice = Dice::new(roll.seed, name, f64::from(roll.strength.clamp(0.0, 1.0)));
                parameter.default = Some(Value::from(&dice.varied(&value, parameter)));
            }
        }
        Ok(())
    })
}

/// The definition of an input that accepts the values of a parameter.
pub fn definition_of(parameter: &Parameter) -> Option<InputDefinition> {
    let value_type = ValueType::of_parameter(&parameter.parameter_type)?;
    let definition = InputDefinition::required("value", value_type);
    let bound = |number: &Option<Number>| number.as_ref().and_then(Number::as_f32);
    let definition = match bound(&parameter.step).filter(|step| *step > 0.0) {
        Some(step) => definition.step(step),
        None => definition,
    };
    Some(match (bound(&parameter.min), bound(&parameter.max)) {
        (None, None) => definition,
        (min, max) => definition.hard(min.unwrap_or(f32::MIN)..=max.unwrap_or(f32::MAX)),
    })
}

/// The range of the values of a parameter, if it has both ends.
fn range_of(parameter: &Parameter) -> Option<RangeInclusive<f64>> {
    let bound = |number: &Option<Number>| number.as_ref().and_then(Number::as_f64);
    let (min, max) = (bound(&parameter.min)?, bound(&parameter.max)?);
    (min < max).then_some(min..=max)
}

/// A source of random numbers for a parameter.
struct Dice {
    state: u64,
    strength: f64,
}

impl Dice {
    fn new(seed: u32, name: &str, strength: f64) -> Dice {
        // FNV-1a. Parameters have rolls of their own, so that others do not change when one is added or locked.
        let hash = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Dice { state: hash ^ (u64::from(seed) << 17), strength }
    }

    /// 64 random bits: splitmix64 by Sebastiano Vigna.
    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to 1.
    fn part(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from -1 to 1, times the strength.
    fn swing(&mut self) -> f64 {
        (self.part() * 2.0 - 1.0) * self.strength
    }

    /// Another value for a parameter.
    fn varied(&mut self, value: &Constant, parameter: &Parameter) -> Constant {
        match value {
            Constant::Float(value) => Constant::Float(self.number(*value, parameter, false)),
            Constant::Integer(value) => Constant::Integer(self.number(*value as f32, parameter, true).round() as i64),
            Constant::Vector(values) => Constant::Vector(values.map(|value| self.number(value, parameter, false))),
            Constant::Boolean(value) => Constant::Boolean(*value ^ (self.part() < self.strength / 2.0)),
            Constant::Seed(value) if range_of(parameter).is_some() => {
                Constant::Seed(self.number(*value as f32, parameter, true).round() as u32)
            }
            Constant::Seed(value) if self.strength > 0.0 => {
                // Small numbers are easier to remember.
                let rolled = (self.bits() % 10_000) as u32;
                Constant::Seed(if rolled == *value { rolled + 1 } else { rolled })
            }
            Constant::Choice(_) if self.part() < self.strength && !parameter.choices.is_empty() => {
                let index = self.bits() % parameter.choices.len() as u64;
                Constant::Choice(parameter.choices[index as usize].clone())
            }
            Constant::Color(color) => Constant::Color(self.tint().of(*color)),
            Constant::Ramp(ramp) => {
                // All stops turn together, so that they still go with each other.
                let (tint, mut ramp) = (self.tint(), ramp.clone());
                ramp.stops.iter_mut().for_each(|stop| stop.color = tint.of(stop.color));
                Constant::Ramp(ramp)
            }
            same => same.clone(),
        }
    }

    fn number(&mut self, value: f32, parameter: &Parameter, whole: bool) -> f32 {
        if self.strength == 0.0 {
            return value;
        }
        let Some(range) = range_of(parameter) else {
            let swing = self.swing();
            let factor = f64::from(exp2((2.0 * swing) as f32));
            return three_digits(if value == 0.0 { swing } else { f64::from(value) * factor }) as f32;
        };
        let slider = Slider::new(range, whole);
        let part = slider.part(f64::from(value)).clamp(0.0, 1.0);
        let (least, most) = ((part - self.strength).max(0.0), (part + self.strength).min(1.0));
        let rolled = slider.value(least + (most - least) * self.part());
        // Few digits are easier to read.
        let span = slider.range().end() - slider.range().start();
        let stated = parameter.step.as_ref().and_then(Number::as_f64).filter(|step| *step > 0.0);
        let step = stated.unwrap_or_else(|| power_of_ten(span / 200.0));
        let by_step = (rolled / step).round() * step;
        let rounded = if slider.is_logarithmic && stated.is_none() { three_digits(rolled) } else { by_step };
        rounded.clamp(*slider.range().start(), *slider.range().end()) as f32
    }

    fn tint(&mut self) -> Tint {
        Tint {
            lightness: self.swing() as f32 * 0.35,
            chroma: exp2(self.swing() as f32),
            hue: self.swing() as f32 * 0.5,
        }
    }
}

/// The greatest power of ten that is not above a positive number.
fn power_of_ten(number: f64) -> f64 {
    let text = format!("{number:e}");
    let exponent = text.split_once('e').map_or("0", |(_, exponent)| exponent);
    format!("1e{exponent}").parse().unwrap_or(number)
}

/// The number with its first three digits.
fn three_digits(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// A change of colors.
struct Tint {
    lightness: f32,
    chroma: f32,
    hue: f32,
}

impl Tint {
    fn of(&self, [red, green, blue, alpha]: [f32; 4]) -> [f32; 4] {
        let [lightness, chroma, hue] = oklch_of([red, green, blue], 0.0);
        if self.hue == 0.0 && self.lightness == 0.0 {
            return [red, green, blue, alpha];
        }
        let lightness = (lightness + self.lightness).clamp(0.0, lightness.max(1.0));
        let [red, green, blue] = of_oklch([lightness, chroma * self.chroma, (hue + self.hue).rem_euclid(1.0)]);
        [red, green, blue, alpha]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use travertine::registry;
    use travertine_graph::document::Document;

    use super::*;
    use crate::testing::outlines::after;

    fn outline() -> Outline {
        let number = |text: &str| Number::new(text);
        let with = |kind: &str, default: Value| Parameter::new(kind, default);
        let ranged = |default: f32, min: &str, max: &str| Parameter {
            min: number(min),
            max: number(max),
            ..with("float", Value::from(default))
        };
        let color = Value::List([0.5, 0.2, 0.1, 0.25].map(|channel: f32| Value::from(channel)).to_vec());
        let document = Document::named("Varied")
            .parameter("size", ranged(3.0, "0.1", "64"))
            .parameter("shift", ranged(0.0, "-1", "1"))
            .parameter("free", with("float", Value::from(2.0_f32)))
            .parameter("seed", with("seed", Value::from(1)))
            .parameter("flag", with("boolean", Value::from(true)))
            .parameter("tint", with("color", color))
            .parameter("note", with("text", Value::from("stays")));
        Outline::new(Arc::new(document), registry())
    }

    fn values(outline: &Outline) -> BTreeMap<String, Value> {
        let parameters = outline.document().parameters.iter();
        parameters.map(|(name, parameter)| (name.clone(), parameter.default.clone().unwrap())).collect()
    }

    fn roll(seed: u32, strength: f32) -> Roll {
        Roll { seed, strength, locked: BTreeSet::new() }
    }

    #[test]
    fn the_same_roll_gives_the_same_values_and_locks_hold() {
        let before = outline();
        let start = values(&before);
        let once = after(&before, vary(&before, &start, &roll(7, 1.0)).unwrap());
        let again = after(&once, vary(&once, &start, &roll(7, 1.0)).unwrap());
        assert_eq!(values(&once), values(&again), "from the same values, whatever was rolled between");
        let other = after(&once, vary(&once, &start, &roll(8, 1.0)).unwrap());
        assert_ne!(values(&once), values(&other));
        assert_eq!(values(&once)["note"], start["note"]);
        let locked = Roll { locked: ["size".to_owned(), "tint".to_owned()].into(), ..roll(7, 1.0) };
        let held = values(&after(&before, vary(&before, &start, &locked).unwrap()));
        assert_eq!((&held["size"], &held["tint"]), (&start["size"], &start["tint"]));
        assert_eq!(held["shift"], values(&once)["shift"], "the others have the same roll");
        let all = Roll { locked: start.keys().cloned().collect(), ..roll(7, 1.0) };
        assert!(vary(&before, &start, &all).unwrap_err().to_string().contains("locked"));
    }

    #[test]
    fn rolled_numbers_have_few_digits() {
        assert_eq!((power_of_ten(0.019), power_of_ten(30.0)), (0.01, 10.0));
        let before = outline();
        for seed in 0..50 {
            let rolled = values(&after(&before, vary(&before, &values(&before), &roll(seed, 0.5)).unwrap()));
            for name in ["size", "shift", "free"] {
                let text = rolled[name].to_string();
                assert!(text.trim_start_matches('-').len() <= 5, "{name} is {text}");
            }
        }
    }

    #[test]
    fn values_stay_in_their_ranges_and_near_with_little_strength() {
        let before = outline();
        let start = values(&before);
        assert_eq!(values(&after(&before, vary(&before, &start, &roll(1, 0.0)).unwrap())), start);
        let number = |value: &Value| value.as_number().unwrap().as_f32().unwrap();
        let (mut least, mut most) = (f32::MAX, 0.0_f32);
        for seed in 0..200 {
            let wild = after(&before, vary(&before, &start, &roll(seed, 1.0)).unwrap());
            let size = number(&values(&wild)["size"]);
            assert!((0.1..=64.0).contains(&size));
            (least, most) = (least.min(size), most.max(size));
            let near = values(&after(&before, vary(&before, &start, &roll(seed, 0.1)).unwrap()));
            assert!(number(&near["shift"]).abs() <= 0.2001);
            assert!((1.5..=6.0).contains(&number(&near["size"])), "{}", near["size"]);
        }
        assert!(least < 0.3 && most > 20.0, "small and large ones are as frequent: {least} {most}");
        let empty = Outline::new(Arc::new(Document::default()), registry());
        assert!(vary(&empty, &start, &roll(1, 1.0)).unwrap_err().to_string().contains("expose"));
    }
}
