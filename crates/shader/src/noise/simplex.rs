//! Simplex noise and its slopes: the definition of `travertine_noise::Simplex`, unrolled.

use travertine_noise::{Simplex, SimplexSlope};

use super::coordinates::{AXES, coordinates};
use crate::code::{Code, Float};
use crate::generated::Generated;
use crate::tier::Tier;

/// The factors that skew space and reverse the skew, by dimensions from 2.
const SKEW: [f64; 3] = [0.366_025_403_784_438_65, 1.0 / 3.0, 0.309_016_994_374_947_4];
const UNSKEW: [f64; 3] = [0.211_324_865_405_187_1, 1.0 / 6.0, 0.138_196_601_125_010_5];

pub(super) fn noise(noise: Simplex, tier: Tier) -> Generated {
    generate(noise, None, tier)
}

pub(super) fn slope(slope: SimplexSlope, tier: Tier) -> Generated {
    generate(slope.noise(), Some(slope.axis().into()), tier)
}

fn generate(noise: Simplex, along: Option<usize>, tier: Tier) -> Generated {
    let axes = &AXES[..noise.dimensions().into()];
    let smooth = if noise.is_smooth() { "smooth_" } else { "" };
    let slope = along.map(|axis| format!("_slope_{}", AXES[axis])).unwrap_or_default();
    let name = format!("{smooth}simplex_noise_{}d{slope}", axes.len());
    let mut code = Code::default();
    code.comment(&match along {
        None => "Simplex noise, from -1 to 1.".to_owned(),
        Some(axis) => format!("The derivative of {smooth}simplex noise along {}.", AXES[axis]),
    });
    code.open(format_args!("fn {name}({}, seed: u32) -> f32", coordinates(axes).join(", ")));
    match tier {
        Tier::Close => cell(&mut code, axes),
        Tier::Exact => exact_cell(&mut code, axes),
    }
    ranks(&mut code, axes);
    code.line("let h = hash_start(seed);");
    code.line("var sum = 0.0f;");
    let point = point(axes, noise.is_smooth(), along);
    let last = axes.len() as i32;
    for steps in 0..=last {
        let way = axes.iter().map(|axis| match steps {
            0 => "0".to_owned(),
            _ if steps == last => "1".to_owned(),
            _ => format!("select(0, 1, {axis}_rank >= {})", last - steps),
        });
        call(&mut code, &point, axes, way.collect(), steps);
    }
    if noise.is_smooth() {
        for steps in 0..=last {
            let way = axes.iter().map(|axis| match steps {
                0 => format!("select(1, 2, {axis}_rank == {})", last - 1),
                _ if steps == last => format!("select(0, -1, {axis}_rank == 0)"),
                _ => format!("select(0, 1, {axis}_rank > {} || {axis}_rank == {})", last - steps, last - 1 - steps),
            });
            let sum = match steps {
                0 => last + 1,
                _ if steps == last => -1,
                _ => steps,
            };
            call(&mut code, &point, axes, way.collect(), sum);
        }
    }
    code.line(format_args!("return sum * {};", Float(noise.scale())));
    code.close();
    Generated { name, text: point.text + "\n" + &code.finish() }
}

/// The cell of the skewed lattice that contains the sample, and the offset from its lower corner.
fn cell(code: &mut Code, axes: &[&str]) {
    let d = axes.len() - 2;
    code.line(format_args!("let skew = ({}) * {};", axes.join(" + "), Float(SKEW[d] as f32)));
    for axis in axes {
        code.line(format_args!("let {axis}_corner = floor({axis} + skew);"));
    }
    let corners: Vec<String> = axes.iter().map(|axis| format!("{axis}_corner")).collect();
    code.line(format_args!("let back = ({}) * {};", corners.join(" + "), Float(UNSKEW[d] as f32)));
    for axis in axes {
        code.line(format_args!("let {axis}_cell = i32({axis}_corner);"));
        code.line(format_args!("let {axis}_offset = {axis} - ({axis}_corner - back);"));
    }
}

/// The same in double precision.
fn exact_cell(code: &mut Code, axes: &[&str]) {
    let d = axes.len() - 2;
    for axis in axes {
        code.line(format_args!("let {axis}_exact = double_coordinate({axis});"));
    }
    let total = |suffix: &str| {
        let first = format!("{}_{suffix}", axes[0]);
        axes[1..].iter().fold(first, |sum, axis| format!("double_add({sum}, {axis}_{suffix})"))
    };
    code.line(format_args!("let skew = double_multiply({}, DOUBLE({:?}));", total("exact"), SKEW[d]));
    for axis in axes {
        code.line(format_args!("let {axis}_corner = double_floor(double_add({axis}_exact, skew));"));
    }
    code.line(format_args!("let back = double_multiply({}, DOUBLE({:?}));", total("corner"), UNSKEW[d]));
    for axis in axes {
        code.line(format_args!("let {axis}_cell = double_to_int({axis}_corner);"));
        let place = format!("double_subtract({axis}_corner, back)");
        code.line(format_args!("let {axis}_offset = double_to_float(double_subtract({axis}_exact, {place}));"));
    }
}

/// The number of axes that come after each axis in the order of the simplex's steps.
fn ranks(code: &mut Code, axes: &[&str]) {
    for (i, a) in axes.iter().enumerate() {
        for b in &axes[i + 1..] {
            code.line(format_args!("let {a}_before_{b} = {a}_offset >= {b}_offset;"));
        }
    }
    for (i, a) in axes.iter().enumerate() {
        let before = axes[..i].iter().map(|b| format!("select(1, 0, {b}_before_{a})"));
        let after = axes[i + 1..].iter().map(|b| format!("select(0, 1, {a}_before_{b})"));
        let terms: Vec<String> = before.chain(after).collect();
        code.line(format_args!("let {a}_rank = {};", terms.join(" + ")));
    }
}

/// The function of one lattice point's contribution.
fn point(axes: &[&str], smooth: bool, along: Option<usize>) -> Generated {
    let slope = along.map(|axis| format!("_slope_{}", AXES[axis])).unwrap_or_default();
    let kind = if smooth { "smooth_simplex" } else { "simplex" };
    let name = format!("{kind}_point_{}d{slope}", axes.len());
    let mut code = Code::default();
    code.comment("The contribution of a lattice point to the sum, from its hash and the distance from it.");
    code.open(format_args!("fn {name}({}, hash: u32) -> f32", coordinates(axes).join(", ")));
    let radius = if smooth { 2.0 / 3.0 } else { 0.5 };
    let squares: String = axes.iter().map(|axis| format!(" - {axis} * {axis}")).collect();
    code.line(format_args!("let weight = max({}{squares}, 0.0f);", Float(radius)));
    let random = ["random_direction", "random_cube_edge", "random_tesseract_edge"][axes.len() - 2];
    code.line(format_args!("let gradient = {random}(hash);"));
    let part = |axis: usize| format!("gradient.{}", ["x", "y", "z", "w"][axis]);
    let product: Vec<String> = axes.iter().enumerate().map(|(i, axis)| format!("{} * {axis}", part(i))).collect();
    code.line(format_args!("let product = {};", product.join(" + ")));
    match along {
        None => code.line("return (weight * weight) * (weight * weight) * product;"),
        Some(axis) => {
            let (slope, way) = (part(axis), axes[axis]);
            code.line(format_args!("return (weight * weight) * weight * (weight * {slope} - 8.0f * {way} * product);"));
        }
    }
    code.close();
    Generated { name, text: code.finish() }
}

/// Adds the contribution of the lattice point after steps with the given sum.
fn call(code: &mut Code, point: &Generated, axes: &[&str], way: Vec<String>, sum: i32) {
    let back = (f64::from(sum) * UNSKEW[axes.len() - 2]) as f32;
    code.open_block();
    for (axis, way) in axes.iter().zip(way) {
        code.line(format_args!("let {axis}_step = {way};"));
    }
    let distances: Vec<String> =
        axes.iter().map(|axis| format!("{axis}_offset - f32({axis}_step) + {}", Float(back))).collect();
    let mut state = String::from("h");
    for axis in axes[1..].iter().rev() {
        state = format!("hash_next({state}, {axis}_cell + {axis}_step)");
    }
    code.line(format_args!("let hash = hash_end({state}, x_cell + x_step);"));
    code.line(format_args!("sum += {}({}, hash);", point.name, distances.join(", ")));
    code.close();
}
