//! Lattice noise and its slopes.
//!
//! The code is the definition of `travertine_noise::Noise`, unrolled: sums are reduced along time, then z, then y, then
//! x, in that order, since the order decides the bits.

use travertine_noise::{Basis, Interpolation, Noise, Slope};

use super::coordinates::AXES;
use crate::code::{Code, Float};
use crate::generated::Generated;

/// The function of a noise. Its arguments are the coordinates, the periods in cells if it repeats, and the seed.
pub(super) fn noise(noise: Noise) -> Generated {
    let name = name(noise);
    let mut code = Code::default();
    let about = match noise.basis() {
        Basis::Gradient => "Gradient noise (Perlin noise)",
        Basis::Value => "Value noise",
    };
    code.comment(&format!("{about}, from -1 to 1. Coordinates are in lattice cells."));
    let lattice = Lattice::open(&mut code, &name, noise, "f32");
    let sum = match noise.basis() {
        Basis::Gradient => lattice.gradient(&mut code),
        Basis::Value => lattice.value(&mut code),
    };
    code.line(format_args!("return {sum} * {};", Float(noise.scale())));
    code.close();
    Generated { name, text: code.finish() }
}

/// The function of a derivative, with the arguments of the noise.
pub(super) fn slope(slope: Slope) -> Generated {
    let (noise, axis) = (slope.noise(), usize::from(slope.axis()));
    let name = format!("{}_slope_{}", name(noise), AXES[axis]);
    let mut code = Code::default();
    code.comment(&format!("The derivative of {} along {}, per lattice cell.", self::name(noise), AXES[axis]));
    let lattice = Lattice::open(&mut code, &name, noise, "f32");
    let (offset, rate) = (format!("{}_offset", AXES[axis]), format!("{}_rate", AXES[axis]));
    match noise.interpolation() {
        Interpolation::Linear => code.line(format_args!("let {rate} = 1.0f;")),
        Interpolation::Cubic => {}
        interpolation => code.line(format_args!("let {rate} = {}_slope({offset});", fade(interpolation))),
    }
    let sum = lattice.dual(&mut code, axis);
    code.line(format_args!("return {sum}.y * {};", Float(noise.scale())));
    code.close();
    Generated { name, text: code.finish() }
}

fn name(noise: Noise) -> String {
    let basis = match noise.basis() {
        Basis::Gradient => "gradient_noise",
        Basis::Value => "value_noise",
    };
    let interpolation = match noise.interpolation() {
        Interpolation::Linear => "_linear",
        Interpolation::Cosine => "_cosine",
        Interpolation::Smoothstep => "_smoothstep",
        Interpolation::Smootherstep => "",
        Interpolation::Cubic => "_cubic",
    };
    let periodic = if noise.periods().is_some() { "_periodic" } else { "" };
    format!("{basis}_{}d{interpolation}{periodic}", noise.dimensions())
}

fn fade(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Cosine => "cosine_fade",
        Interpolation::Smoothstep => "smoothstep_fade",
        _ => "smootherstep_fade",
    }
}

/// A function of a lattice whose head and positions are written.
struct Lattice {
    noise: Noise,
    axes: &'static [&'static str],
    /// The corners of a cell along an axis, by the suffixes of their variables.
    corners: &'static [&'static str],
}

impl Lattice {
    fn open(code: &mut Code, name: &str, noise: Noise, result: &str) -> Lattice {
        let axes = &AXES[..noise.dimensions().into()];
        let spline = noise.interpolation() == Interpolation::Cubic;
        let corners: &[&str] = if spline { &["before", "0", "1", "2"] } else { &["0", "1"] };
        let mut arguments: Vec<String> = axes.iter().map(|axis| format!("{axis}: f32")).collect();
        if noise.periods().is_some() {
            arguments.extend(axes.iter().map(|axis| format!("{axis}_period: i32")));
        }
        code.open(format_args!("fn {name}({}, seed: u32) -> {result}", arguments.join(", ")));
        for axis in axes {
            if noise.periods().is_some() {
                code.line(format_args!("let {axis}_0 = wrap_point(cell_index({axis}), {axis}_period);"));
                code.line(format_args!("let {axis}_1 = point_after({axis}_0, {axis}_period);"));
                if spline {
                    code.line(format_args!("let {axis}_before = point_before({axis}_0, {axis}_period);"));
                    code.line(format_args!("let {axis}_2 = point_after({axis}_1, {axis}_period);"));
                }
            } else {
                code.line(format_args!("let {axis}_0 = cell_index({axis});"));
                code.line(format_args!("let {axis}_1 = {axis}_0 + 1;"));
                if spline {
                    code.line(format_args!("let {axis}_before = {axis}_0 - 1;"));
                    code.line(format_args!("let {axis}_2 = {axis}_0 + 2;"));
                }
            }
            code.line(format_args!("let {axis}_offset = cell_offset({axis});"));
            match noise.interpolation() {
                Interpolation::Linear => code.line(format_args!("let {axis}_weight = {axis}_offset;")),
                Interpolation::Cubic => {}
                interpolation => {
                    code.line(format_args!("let {axis}_weight = {}({axis}_offset);", fade(interpolation)));
                }
            }
        }
        let lattice = Lattice { noise, axes, corners };
        lattice.states(code);
        lattice
    }

    /// Writes the hash states of all rows of lattice points along x, `h` and the corners from the last axis to y.
    fn states(&self, code: &mut Code) {
        code.line("let h = hash_start(seed);");
        let mut states = vec![String::from("h")];
        for axis in self.axes[1..].iter().rev() {
            let mut next = Vec::new();
            for state in states {
                for corner in self.corners {
                    let name = format!("{state}_{axis}{corner}");
                    code.line(format_args!("let {name} = hash_next({state}, {axis}_{corner});"));
                    next.push(name);
                }
            }
            states = next;
        }
    }

    /// The hash of a lattice point, by its corners along x, y, z and time.
    fn hash(&self, corners: &[&str]) -> String {
        let row: String =
            self.axes[1..].iter().zip(&corners[1..]).rev().map(|(axis, corner)| format!("_{axis}{corner}")).collect();
        format!("hash_end(h{row}, x_{})", corners[0])
    }

    /// The sum of gradient noise.
    fn gradient(&self, code: &mut Code) -> String {
        let mut columns = Vec::new();
        for x in self.corners {
            let sum = format!("sum_{x}");
            if self.axes.len() == 1 {
                let slope = format!("random_slope({})", self.hash(&[x]));
                code.line(format_args!("let {sum} = {slope} * {};", distance("x", x)));
            } else {
                let [below, above] = ["0", "1"].map(|y| {
                    let row = self.gradient_row(code, x, y);
                    let rest = if self.axes.len() == 2 { String::new() } else { format!(" + {row}.z") };
                    format!("vec2<f32>({row}.x, {row}.y * {}{rest})", distance("y", y))
                });
                code.line(format_args!("let column_{x} = blend2(y_weight, {below}, {above});"));
                code.line(format_args!("let {sum} = column_{x}.x * {} + column_{x}.y;", distance("x", x)));
            }
            columns.push(sum);
        }
        format!("blend(x_weight, {}, {})", columns[0], columns[1])
    }

    /// The gradients at a corner of x and y, reduced along time and z: the parts along x and y, and the rest.
    fn gradient_row(&self, code: &mut Code, x: &str, y: &str) -> String {
        let name = format!("row_{x}{y}");
        match self.axes.len() {
            2 => code.line(format_args!("let {name} = random_direction({});", self.hash(&[x, y]))),
            3 => {
                let [below, above] = ["0", "1"].map(|z| {
                    let gradient = format!("gradient_{x}{y}{z}");
                    code.line(format_args!("let {gradient} = random_cube_edge({});", self.hash(&[x, y, z])));
                    let along = distance("z", z);
                    format!("vec3<f32>({gradient}.x, {gradient}.y, {gradient}.z * {along})")
                });
                code.line(format_args!("let {name} = blend3(z_weight, {below}, {above});"));
            }
            _ => {
                let [below, above] = ["0", "1"].map(|z| {
                    let [below, above] = ["0", "1"].map(|time| {
                        let gradient = format!("gradient_{x}{y}{z}{time}");
                        let hash = self.hash(&[x, y, z, time]);
                        code.line(format_args!("let {gradient} = random_tesseract_edge({hash});"));
                        let along = distance("time", time);
                        format!("vec4<f32>({gradient}.x, {gradient}.y, {gradient}.z, {gradient}.w * {along})")
                    });
                    let part = format!("part_{x}{y}{z}");
                    code.line(format_args!("let {part} = blend4(time_weight, {below}, {above});"));
                    format!("vec3<f32>({part}.x, {part}.y, {part}.z * {} + {part}.w)", distance("z", z))
                });
                code.line(format_args!("let {name} = blend3(z_weight, {below}, {above});"));
            }
        }
        name
    }

    /// The sum of value noise.
    fn value(&self, code: &mut Code) -> String {
        self.reduce(
            code,
            self.axes.len(),
            &mut Vec::new(),
            &|lattice, _, corners| format!("int_to_float(bitcast<i32>({}))", lattice.hash(corners)),
            &|lattice, axis, values| {
                let axis = lattice.axes[axis];
                match values {
                    [a, b] => format!("blend({axis}_weight, {a}, {b})"),
                    _ => format!("spline({axis}_offset, {})", values.join(", ")),
                }
            },
        )
    }

    /// The sum and its derivative along an axis, as a pair.
    fn dual(&self, code: &mut Code, along: usize) -> String {
        self.reduce(
            code,
            self.axes.len(),
            &mut Vec::new(),
            &|lattice, code, corners| {
                let hash = lattice.hash(corners);
                if lattice.noise.basis() == Basis::Value {
                    return format!("vec2<f32>(int_to_float(bitcast<i32>({hash})), 0.0f)");
                }
                let gradient = format!("gradient_{}", corners.concat());
                let random = match lattice.axes.len() {
                    1 => "random_slope",
                    2 => "random_direction",
                    3 => "random_cube_edge",
                    _ => "random_tesseract_edge",
                };
                code.line(format_args!("let {gradient} = {random}({hash});"));
                let part = |axis: usize| match lattice.axes.len() {
                    1 => gradient.clone(),
                    _ => format!("{gradient}.{}", ["x", "y", "z", "w"][axis]),
                };
                let product = lattice.axes.iter().zip(corners).enumerate();
                let product: Vec<String> =
                    product.map(|(i, (axis, corner))| format!("{} * {}", part(i), distance(axis, corner))).collect();
                format!("vec2<f32>({}, {})", product.join(" + "), part(along))
            },
            &|lattice, index, duals| {
                let axis = lattice.axes[index];
                match duals {
                    [a, b] if index == along => format!("blend_dual({axis}_weight, {axis}_rate, {a}, {b})"),
                    [a, b] => format!("blend2({axis}_weight, {a}, {b})"),
                    _ => {
                        let part = |part: &str| {
                            duals.iter().map(|dual| format!("{dual}.{part}")).collect::<Vec<_>>().join(", ")
                        };
                        let (values, slopes) = (part("x"), part("y"));
                        let bend = if index == along {
                            format!(" + spline_slope({axis}_offset, {values})")
                        } else {
                            String::new()
                        };
                        format!("vec2<f32>(spline({axis}_offset, {values}), spline({axis}_offset, {slopes}){bend})")
                    }
                }
            },
        )
    }

    /// Reduces the lattice points along one axis after the other, the last one first. `corners` are those of the axes
    /// before `axis`, which are not reduced; the result is an expression or the name of a variable.
    fn reduce(
        &self,
        code: &mut Code,
        axes: usize,
        corners: &mut Vec<&'static str>,
        point: &dyn Fn(&Lattice, &mut Code, &[&str]) -> String,
        join: &dyn Fn(&Lattice, usize, &[String]) -> String,
    ) -> String {
        let axis = corners.len();
        if axis == axes {
            return point(self, code, corners);
        }
        let mut values = Vec::new();
        for corner in self.corners {
            corners.push(corner);
            values.push(self.reduce(code, axes, corners, point, join));
            corners.pop();
        }
        // Named, because a corner of a spline or of a dual is read several times.
        let named: Vec<String> = values
            .into_iter()
            .zip(self.corners)
            .map(|(value, corner)| {
                let name = format!("at_{}{corner}", corners.concat());
                code.line(format_args!("let {name} = {value};"));
                name
            })
            .collect();
        join(self, axis, &named)
    }
}

/// The distance from a lattice point along an axis.
fn distance(axis: &str, corner: &str) -> String {
    if corner == "0" { format!("{axis}_offset") } else { format!("({axis}_offset - 1.0f)") }
}
