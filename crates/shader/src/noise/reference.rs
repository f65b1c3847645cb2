//! The published noises of `travertine_noise::reference`.

use travertine_noise::Interpolation;
use travertine_noise::reference::{PERMUTATION, Perlin1985, PerlinRotated, PerlinSphere, Reference, ValueElias};

use super::coordinates::{AXES, coordinates};
use crate::code::{Code, Float};
use crate::generated::Generated;
use crate::real::Real;
use crate::tier::Tier;

/// The function of a published noise. `index` distinguishes noises of one kind, which have their own tables.
pub(super) fn reference(noise: &Reference, tier: Tier, index: usize) -> Generated {
    let axes = &AXES[..noise.dimensions().into()];
    match noise {
        Reference::ValueElias(noise) => value_elias(noise, axes, Real(tier)),
        Reference::Perlin1985(noise) => perlin_1985(noise, axes, Real(tier), index),
        Reference::Perlin2002 => perlin_2002(axes, Real(tier)),
        Reference::PerlinRotated(noise) => perlin_rotated(noise, axes),
        Reference::PerlinSphere(noise) => perlin_sphere(noise, axes, index),
    }
}

/// Writes the values at the corners of a cell, then their interpolation along one axis after the other, and returns
/// the name of the result. `value` gives the value at a corner, by its steps; weights have the names of the axes.
fn join(
    code: &mut Code,
    axes: &[&str],
    blend: &dyn Fn(&str, &str, &str) -> String,
    value: &dyn Fn(&[usize]) -> String,
) -> String {
    let mut values = Vec::new();
    for corner in 0..1_usize << axes.len() {
        let steps: Vec<usize> = (0..axes.len()).map(|axis| corner >> axis & 1).collect();
        let name = format!("corner_{corner}");
        code.line(format_args!("let {name} = {};", value(&steps)));
        values.push(name);
    }
    for axis in axes {
        values = values
            .chunks(2)
            .enumerate()
            .map(|(i, pair)| {
                let name = format!("along_{axis}_{i}");
                let [a, b] = [&pair[0], &pair[pair.len() - 1]];
                code.line(format_args!("let {name} = {};", blend(&format!("{axis}_weight"), a, b)));
                name
            })
            .collect();
    }
    values.swap_remove(0)
}

/// The distance from a corner along an axis.
fn distance(axis: &str, step: usize) -> String {
    if step == 0 { format!("{axis}_offset") } else { format!("({axis}_offset - 1.0f)") }
}

/// A lattice point along an axis.
fn point(axis: &str, step: usize) -> String {
    if step == 0 { format!("{axis}_cell") } else { format!("({axis}_cell + 1)") }
}

/// The declaration of the permutation of 2002, four numbers in a word.
fn permutation(name: &str, numbers: &[u8; 256]) -> String {
    let words: Vec<String> =
        numbers.as_chunks().0.iter().map(|bytes| format!("{}u", u32::from_le_bytes(*bytes))).collect();
    format!("const {name}: array<u32, 64> = array<u32, 64>({});\n\n", words.join(", "))
}

/// The declaration of a table of gradients, three floats each.
fn gradients(name: &str, gradients: &[[f32; 3]; 256]) -> String {
    let floats: Vec<String> = gradients.as_flattened().iter().map(|x| Float(*x).to_string()).collect();
    format!("const {name}: array<f32, 768> = array<f32, 768>({});\n\n", floats.join(", "))
}

/// A function that looks a number up in a permutation.
fn permute(name: &str, table: &str) -> String {
    let mut code = Code::default();
    code.comment("A number of a permutation of 0 to 255.");
    code.open(format_args!("fn {name}(number: i32) -> i32"));
    code.line("let index = bitcast<u32>(number) & 255u;");
    code.line(format_args!("return bitcast<i32>(({table}[index >> 2u] >> ((index & 3u) * 8u)) & 255u);"));
    code.close();
    code.finish() + "\n"
}

/// The scalar product of a gradient of a table with the distance from a corner.
fn table_product(table: &str, index: &str, axes: &[&str], steps: &[usize]) -> String {
    let terms = axes.iter().zip(steps).enumerate();
    let terms: Vec<String> =
        terms.map(|(i, (axis, step))| format!("{} * {table}[3 * ({index}) + {i}]", distance(axis, *step))).collect();
    terms.join(" + ")
}

fn blend_floats(t: &str, a: &str, b: &str) -> String {
    format!("blend({t}, {a}, {b})")
}

fn perlin_2002(axes: &[&str], real: Real) -> Generated {
    let name = "perlin_noise_2002".to_owned();
    let mut text = permutation("perlin_numbers", &PERMUTATION) + &permute("permute", "perlin_numbers");
    let mut code = Code::default();
    code.comment("Ken Perlin's noise of 2002, as published.");
    code.open(format_args!("fn {name}({}) -> f32", coordinates(axes).join(", ")));
    let number = |x: f64| real.number(x);
    for axis in axes {
        code.line(format_args!("let {axis}_cell = i32(floor({axis}));"));
        let offset = real.subtract(&real.float(axis), &real.float(&format!("floor({axis})")));
        code.line(format_args!("let {axis}_offset = {offset};"));
        code.line(format_args!("let {axis}_next = {};", real.subtract(&format!("{axis}_offset"), &number(1.0))));
        let t = format!("{axis}_offset");
        let inner = real.subtract(&real.multiply(&t, &number(6.0)), &number(15.0));
        let inner = real.add(&real.multiply(&t, &inner), &number(10.0));
        let cube = real.multiply(&real.multiply(&t, &t), &t);
        code.line(format_args!("let {axis}_weight = {};", real.multiply(&cube, &inner)));
    }
    let blend = |t: &str, a: &str, b: &str| real.add(a, &real.multiply(t, &real.subtract(b, a)));
    let sum = join(&mut code, axes, &blend, &|steps| {
        let hash = format!("permute({})", point(axes[0], steps[0]));
        let hash = format!("permute({hash} + {})", point(axes[1], steps[1]));
        let hash = format!("permute({hash} + {})", point(axes[2], steps[2]));
        let along = |axis: usize| format!("{}_{}", axes[axis], if steps[axis] == 0 { "offset" } else { "next" });
        format!("perlin_gradient({hash}, {}, {}, {})", along(0), along(1), along(2))
    });
    code.line(format_args!("return {};", real.to_float(&sum)));
    code.close();

    let (kind, mut gradient) = (real.type_name(), Code::default());
    gradient.comment("The scalar product of a distance with one of twelve gradients.");
    gradient.open(format_args!("fn perlin_gradient(hash: i32, x: {kind}, y: {kind}, z: {kind}) -> {kind}"));
    gradient.line("let h = hash & 15;");
    gradient.line("let u = select(y, x, h < 8);");
    gradient.line("let v = select(select(z, x, h == 12 || h == 14), y, h < 4);");
    let negated = |x: &str| match real.0 {
        Tier::Exact => format!("vec2<u32>({x}.x, {x}.y ^ 0x80000000u)"),
        Tier::Close => format!("-{x}"),
    };
    let [a, b] = [("u", 1), ("v", 2)].map(|(x, bit)| format!("select({}, {x}, (h & {bit}) == 0)", negated(x)));
    gradient.line(format_args!("return {};", real.add(&a, &b)));
    gradient.close();
    text += &gradient.finish();
    Generated { name, text: text + "\n" + &code.finish() }
}

fn perlin_1985(noise: &Perlin1985, axes: &[&str], real: Real, index: usize) -> Generated {
    let name = format!("perlin_noise_1985_{index}");
    let (numbers, table, lookup) = (format!("{name}_numbers"), format!("{name}_gradients"), format!("{name}_permute"));
    let mut text = permutation(&numbers, noise.permutation()) + &gradients(&table, noise.gradients());
    text += &permute(&lookup, &numbers);
    let mut code = Code::default();
    code.comment("Ken Perlin's noise of 1985, as published.");
    code.open(format_args!("fn {name}({}) -> f32", coordinates(axes).join(", ")));
    for axis in axes {
        code.line(format_args!("let {axis}_moved = {axis} + 4096.0f;"));
        code.line(format_args!("let {axis}_cell = i32({axis}_moved);"));
        code.line(format_args!("let {axis}_offset = {axis}_moved - trunc({axis}_moved);"));
        code.line(format_args!("let {axis}_square = {axis}_offset * {axis}_offset;"));
        let double = real.multiply(&real.number(2.0), &real.float(&format!("{axis}_offset")));
        let weight = real.subtract(&real.number(3.0), &double);
        let weight = real.multiply(&real.float(&format!("{axis}_square")), &weight);
        code.line(format_args!("let {axis}_weight = {};", real.to_float(&weight)));
    }
    let sum = join(&mut code, axes, &blend_floats, &|steps| {
        let mut index = format!("{lookup}({})", point(axes[0], steps[0]));
        for (i, axis) in axes.iter().enumerate().skip(1) {
            let sum = format!("{index} + {}", point(axis, steps[i]));
            index = if i == 1 { format!("{lookup}({sum})") } else { sum };
        }
        table_product(&table, &format!("({index}) & 255"), axes, steps)
    });
    code.line(format_args!("return {sum};"));
    code.close();
    Generated { name, text: text + &code.finish() }
}

fn perlin_sphere(noise: &PerlinSphere, axes: &[&str], index: usize) -> Generated {
    let name = format!("perlin_noise_sphere_{index}");
    let (numbers, table, lookup) = (format!("{name}_numbers"), format!("{name}_gradients"), format!("{name}_permute"));
    let mut text = permutation(&numbers, &PERMUTATION) + &gradients(&table, noise.gradients());
    text += &permute(&lookup, &numbers);
    let mut code = Code::default();
    code.comment("Perlin noise with random gradients on a sphere, as published.");
    code.open(format_args!("fn {name}({}) -> f32", coordinates(axes).join(", ")));
    for axis in axes {
        code.line(format_args!("let {axis}_cell = i32(floor({axis}));"));
        code.line(format_args!("let {axis}_offset = {axis} - floor({axis});"));
        code.line(format_args!("let {axis}_weight = smoothstep_fade({axis}_offset);"));
    }
    let sum = join(&mut code, axes, &blend_floats, &|steps| {
        let index = axes
            .iter()
            .enumerate()
            .rev()
            .fold(String::from("0"), |hash, (i, axis)| format!("{lookup}({} + {hash})", point(axis, steps[i])));
        table_product(&table, &index, axes, steps)
    });
    code.line(format_args!("return {sum};"));
    code.close();
    Generated { name, text: text + &code.finish() }
}

fn perlin_rotated(noise: &PerlinRotated, axes: &[&str]) -> Generated {
    let fade = match noise.interpolation() {
        Interpolation::Smoothstep => "smoothstep",
        Interpolation::Smootherstep => "smootherstep",
        _ => "linear",
    };
    let name = format!("perlin_noise_rotated_{fade}");
    let mut code = Code::default();
    code.comment("Perlin noise with hashed angles, as published.");
    code.open(format_args!("fn {name}({}) -> f32", coordinates(axes).join(", ")));
    for axis in axes {
        code.line(format_args!("let {axis}_cell = i32(floor({axis}));"));
        code.line(format_args!("let {axis}_offset = {axis} - floor({axis});"));
        match fade {
            "linear" => code.line(format_args!("let {axis}_weight = {axis}_offset;")),
            _ => code.line(format_args!("let {axis}_weight = {fade}_fade({axis}_offset);")),
        }
    }
    let sum = join(&mut code, axes, &blend_floats, &|steps| {
        let [x, y] = [0, 1].map(|axis| point(axes[axis], steps[axis]));
        let [along_x, along_y] = [0, 1].map(|axis| distance(axes[axis], steps[axis]));
        format!("rotated_product({x}, {y}, {along_x}, {along_y})")
    });
    code.line(format_args!("return {sum};"));
    code.close();
    Generated { name, text: code.finish() }
}

/// The numbers in the hash of Hugo Elias, as parameters of a function.
const PRIMES: &str = "factor: u32, offset: u32, last: u32";

fn value_elias(noise: &ValueElias, axes: &[&str], real: Real) -> Generated {
    let (kind, cubic) = match noise.interpolation() {
        Interpolation::Cubic => ("cubic", true),
        Interpolation::Cosine => ("cosine", false),
        _ => ("linear", false),
    };
    let smoothed = if noise.is_smoothed() { "_smoothed" } else { "" };
    let name = format!("elias_noise_{}d_{kind}{smoothed}", axes.len());
    let (weight, lattice_value) = (format!("{name}_weight"), format!("{name}_value"));
    let number = |x: f64| real.number(x);
    let (t, type_name) = (String::from("t"), real.type_name());

    let mut code = Code::default();
    code.comment("The weight of one of four lattice points around a position.");
    code.open(format_args!("fn {weight}_unsmoothed(t: {type_name}, index: i32) -> {type_name}"));
    let t = if kind == "cosine" { real.float(&format!("cosine_fade({})", real.to_float(&t))) } else { t };
    let [before, below, above, behind] = if cubic {
        code.line(format_args!("let square = {};", real.multiply("t", "t")));
        code.line(format_args!("let cube = {};", real.multiply("square", "t")));
        let twice = real.multiply(&number(2.0), "square");
        [
            real.subtract(&real.subtract(&twice, "cube"), "t"),
            real.add(&real.subtract("cube", &twice), &number(1.0)),
            real.add(&real.subtract("square", "cube"), "t"),
            real.subtract("cube", "square"),
        ]
    } else {
        [number(0.0), real.subtract(&number(1.0), &t), t, number(0.0)]
    };
    code.open("switch index");
    for (index, value) in [before, below, above, behind].iter().enumerate() {
        code.line(format_args!("case {index}: {{ return {value}; }}"));
    }
    code.line(format_args!("default: {{ return {}; }}", number(0.0)));
    code.close();
    code.close();
    code.line("");
    code.comment("The weight of one of six lattice points, from 2 below to 3 above a position.");
    code.open(format_args!("fn {weight}(t: {type_name}, index: i32) -> {type_name}"));
    if noise.is_smoothed() {
        // In the order of the additions: each of the four adds to three of the six.
        let [a, b, c] = [("index - 2", 0.25), ("index - 1", 0.5), ("index", 0.25)]
            .map(|(index, share)| real.multiply(&format!("{weight}_unsmoothed(t, {index})"), &number(share)));
        code.line(format_args!("return {};", real.add(&real.add(&a, &b), &c)));
    } else {
        code.line(format_args!("return {weight}_unsmoothed(t, index - 1);"));
    }
    code.close();
    code.line("");
    code.comment("A value from -1 to 1 for each integer.");
    code.open(format_args!("fn {lattice_value}(integer: i32, {PRIMES}) -> {type_name}"));
    code.line("let n = bitcast<u32>(integer);");
    code.line("let x = (n << 13u) ^ n;");
    code.line("let hash = (x * (x * x * factor + offset) + last) & 0x7fffffffu;");
    let share = real.multiply(&real.int("bitcast<i32>(hash)"), &number(1.0 / 1_073_741_824.0));
    code.line(format_args!("return {};", real.subtract(&number(1.0), &share)));
    code.close();
    code.line("");
    let (first, end) = match (cubic, noise.is_smoothed()) {
        (false, false) => (2, 4),
        (false, true) | (true, false) => (1, 5),
        (true, true) => (0, 6),
    };
    code.comment("Hugo Elias' value noise, as published.");
    code.open(format_args!("fn {name}({}, {PRIMES}) -> f32", coordinates(axes).join(", ")));
    for axis in axes {
        code.line(format_args!("let {axis}_first = i32(floor({axis})) - 2;"));
        let t = real.subtract(&real.float(axis), &real.float(&format!("floor({axis})")));
        code.line(format_args!("let {axis}_t = {t};"));
    }
    let mut lattice = String::from("0");
    for (index, axis) in axes.iter().enumerate().rev() {
        code.line(format_args!("var {axis}_sum = {};", number(0.0)));
        code.open(format_args!("for (var {axis}_step = {first}; {axis}_step < {end}; {axis}_step += 1)"));
        let factor = 57_i32.pow(index as u32);
        code.line(format_args!("let {axis}_lattice = ({axis}_first + {axis}_step) * {factor} + {lattice};"));
        lattice = format!("{axis}_lattice");
    }
    code.line(format_args!("let x_value = {lattice_value}(x_lattice, factor, offset, last);"));
    for (index, axis) in axes.iter().enumerate() {
        let value = if index == 0 { "x_value".to_owned() } else { format!("{}_sum", axes[index - 1]) };
        let term = real.multiply(&format!("{weight}({axis}_t, {axis}_step)"), &value);
        code.line(format_args!("{axis}_sum = {};", real.add(&format!("{axis}_sum"), &term)));
        code.close();
    }
    let outermost = axes[axes.len() - 1];
    code.line(format_args!("return {};", real.to_float(&format!("{outermost}_sum"))));
    code.close();
    Generated { name, text: code.finish() }
}
