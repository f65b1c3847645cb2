//! Gabor noise and its slopes: the definition of `travertine_noise::Gabor`.

use travertine_noise::{Gabor, GaborSlope, Wave};

use super::coordinates::{AXES, coordinates};
use crate::code::Code;
use crate::generated::Generated;

pub(super) fn gabor(gabor: Gabor) -> Generated {
    generate(gabor, None)
}

pub(super) fn slope(slope: GaborSlope) -> Generated {
    generate(slope.noise(), Some(slope.axis().into()))
}

fn generate(gabor: Gabor, along: Option<usize>) -> Generated {
    let axes = &AXES[..gabor.dimensions().into()];
    let (wave, about) = match gabor.wave() {
        Wave::Value => ("value", "the noise, from -1 to 1"),
        Wave::Phase => ("phase", "the position within the wave's period, from 0 to 1"),
        Wave::Intensity => ("intensity", "the amplitude of the wave, from 0 to 1"),
    };
    let periodic = gabor.periods().is_some();
    let ending = if periodic { "_periodic" } else { "" };
    let slope = along.map(|axis| format!("_slope_{}", AXES[axis])).unwrap_or_default();
    let name = format!("gabor_{wave}{slope}_{}d{ending}", axes.len());
    let mut code = Code::default();
    code.comment(&match along {
        None => format!("Gabor noise: {about}. Directions have any length."),
        Some(axis) => format!("The derivative of Gabor noise along {}: of {about}.", AXES[axis]),
    });
    let mut arguments = coordinates(axes);
    arguments.extend(["frequency: f32".to_owned(), "anisotropy: f32".to_owned()]);
    arguments.extend(axes.iter().map(|axis| format!("direction_{axis}: f32")));
    if periodic {
        arguments.extend(axes.iter().map(|axis| format!("{axis}_period: i32")));
    }
    code.open(format_args!("fn {name}({}, seed: u32) -> f32", arguments.join(", ")));
    for axis in axes {
        code.line(format_args!("let {axis}_below = select(1, 2, cell_offset({axis}) < 0.5f);"));
        code.line(format_args!("let {axis}_cell = cell_index({axis}) - {axis}_below;"));
        code.line(format_args!("let {axis}_within = cell_offset({axis}) + f32({axis}_below);"));
    }
    code.line("let waves = clamp(frequency, -1024.0f, 1024.0f);");
    code.line("let even = 1.0f - clamp(anisotropy, 0.0f, 1.0f);");
    frame(&mut code, axes);
    code.line("let start = hash_start(seed);");
    code.line("var real = 0.0f;");
    code.line("var imaginary = 0.0f;");
    if along.is_some() {
        code.line("var real_rate = 0.0f;");
        code.line("var imaginary_rate = 0.0f;");
    }
    let mut state = String::from("start");
    for (index, axis) in axes.iter().enumerate().rev() {
        code.open(format_args!("for (var {axis}_step = 0; {axis}_step < 4; {axis}_step += 1)"));
        let cell = if periodic {
            format!("wrap_point({axis}_cell + {axis}_step, {axis}_period)")
        } else {
            format!("{axis}_cell + {axis}_step")
        };
        if index > 0 {
            code.line(format_args!("let {axis}_state = hash_next({state}, {cell});"));
            state = format!("{axis}_state");
        } else {
            code.line(format_args!("let hash = hash_end({state}, {cell});"));
        }
    }
    wave_of_cell(&mut code, axes, along.map(|axis| AXES[axis]));
    for _ in axes {
        code.close();
    }
    let scale = if axes.len() == 2 { "0.3989423f" } else { "0.43237817f" };
    code.line(format_args!("let re = real * {scale};"));
    code.line(format_args!("let im = imaginary * {scale};"));
    if along.is_some() {
        code.line(format_args!("let re_rate = real_rate * {scale};"));
        code.line(format_args!("let im_rate = imaginary_rate * {scale};"));
        finish_slope(&mut code, gabor.wave());
    } else if gabor.wave() == Wave::Phase {
        code.line("let turns = angle(im, re) * 0.15915494f;");
        code.line("return min(select(turns, turns + 1.0f, turns < 0.0f), 1.0f);");
    } else {
        code.line("let square = re * re + im * im;");
        code.line("let size = square_root(square);");
        code.line("let bounded = (15.0f - 10.0f * square + 3.0f * square * square) * 0.125f;");
        code.line("let gain = select(divide(1.0f, size), bounded, square < 1.0f);");
        code.line(match gabor.wave() {
            Wave::Value => "return clamp(im * gain, -1.0f, 1.0f);",
            _ => "return min(size * gain, 1.0f);",
        });
    }
    code.close();
    Generated { name, text: code.finish() }
}

/// Writes the derivative of the quantity that `wave` names.
fn finish_slope(code: &mut Code, wave: Wave) {
    code.line("let square = re * re + im * im;");
    if wave == Wave::Phase {
        code.line("return divide((re * im_rate - im * re_rate) * 0.15915494f, square);");
        return;
    }
    code.line("let size = square_root(square);");
    code.line("let growth = re * re_rate + im * im_rate;");
    code.line("let bounded = (15.0f - 10.0f * square + 3.0f * square * square) * 0.125f;");
    code.line("let bend = (6.0f * square - 10.0f) * 0.25f;");
    if wave == Wave::Intensity {
        code.line("let slope = divide(growth, size) * bounded + size * (bend * growth);");
        code.line("return select(0.0f, slope, square < 1.0f);");
        return;
    }
    code.line("let gain = select(divide(1.0f, size), bounded, square < 1.0f);");
    code.line("let gain_rate = select(divide(-1.0f, size * square), bend, square < 1.0f);");
    code.line("return im_rate * gain + im * (gain_rate * growth);");
}

/// Writes the direction, normalized, and axes at right angles to it.
fn frame(code: &mut Code, axes: &[&str]) {
    let greatest = axes.iter().map(|axis| format!("abs(direction_{axis})"));
    let greatest = greatest.reduce(|greatest, next| format!("max({greatest}, {next})")).unwrap_or_default();
    code.line(format_args!("let greatest = {greatest};"));
    for (index, axis) in axes.iter().enumerate() {
        let fallback = if index == 0 { "1.0f" } else { "0.0f" };
        let part = format!("divide(direction_{axis}, greatest)");
        code.line(format_args!("let part_{axis} = select({fallback}, {part}, greatest > 0.0f);"));
    }
    let squares: Vec<String> = axes.iter().map(|axis| format!("part_{axis} * part_{axis}")).collect();
    code.line(format_args!("let length_of = square_root({});", squares.join(" + ")));
    for axis in axes {
        code.line(format_args!("let to_{axis} = divide(part_{axis}, length_of);"));
    }
    if axes.len() == 3 {
        code.line("let side = select(1.0f, -1.0f, to_z < 0.0f);");
        code.line("let a = divide(-1.0f, side + to_z);");
        code.line("let b = to_x * to_y * a;");
    }
}

/// Writes the wave of the cell with this hash, or its derivative along an axis.
fn wave_of_cell(code: &mut Code, axes: &[&str], rate: Option<&str>) {
    let nth = |index: u32| match index {
        0 => "hash_to_unit(hash)".to_owned(),
        _ => format!("hash_to_unit(hash * {}u)", 0x93D7_65DD_u32.wrapping_pow(index)),
    };
    for (index, axis) in (0..).zip(axes) {
        code.line(format_args!("let apart_{axis} = {axis}_within - (f32({axis}_step) + {});", nth(index)));
    }
    let squares: String = axes.iter().map(|axis| format!(" - apart_{axis} * apart_{axis} * 0.44444445f")).collect();
    code.line(format_args!("let weight = max(1.0f{squares}, 0.0f);"));
    code.open("if (weight > 0.0f)");
    let d = axes.len() as u32;
    if let Some(axis) = rate {
        rate_of_cell(code, axes, axis, &nth);
        code.close();
        return;
    }
    if d == 2 {
        code.line("let along_x = to_x * apart_x + to_y * apart_y;");
        code.line("let along_y = -to_y * apart_x + to_x * apart_y;");
        code.line(format_args!("let turn = cosine_and_sine((2.0f * {} - 1.0f) * (even * 0.25f));", nth(2)));
        code.line("let way = turn.x * along_x + turn.y * along_y;");
    } else {
        code.line("let along_x = to_x * apart_x + to_y * apart_y + to_z * apart_z;");
        code.line(
            "let along_y = (1.0f + side * to_x * to_x * a) * apart_x + side * b * apart_y + -side * to_x * apart_z;",
        );
        code.line("let along_z = b * apart_x + (side + to_y * to_y * a) * apart_y + -to_y * apart_z;");
        code.line("let spread = 1.0f - cosine_and_sine((1.0f - even) * 0.25f).y;");
        code.line(format_args!("let height = 1.0f - {} * spread;", nth(3)));
        code.line("let radius = square_root(1.0f - height * height);");
        code.line(format_args!("let turn = cosine_and_sine({});", nth(4)));
        code.line("let way = height * along_x + radius * (turn.x * along_y + turn.y * along_z);");
    }
    code.line(format_args!("let phase = cosine_and_sine(waves * way + {});", nth(d + 2)));
    code.line("let envelope = (weight * weight) * (weight * weight);");
    code.line("real += envelope * phase.x;");
    code.line("imaginary += envelope * phase.y;");
    code.close();
}

/// Writes the derivative of the wave along an axis, where its weight is above 0.
fn rate_of_cell(code: &mut Code, axes: &[&str], along: &str, nth: &dyn Fn(u32) -> String) {
    let d = axes.len() as u32;
    if d == 2 {
        code.line(format_args!("let turn = cosine_and_sine((2.0f * {} - 1.0f) * (even * 0.25f));", nth(2)));
        code.line("let heading_x = turn.x * to_x + turn.y * -to_y;");
        code.line("let heading_y = turn.x * to_y + turn.y * to_x;");
    } else {
        code.line("let spread = 1.0f - cosine_and_sine((1.0f - even) * 0.25f).y;");
        code.line(format_args!("let height = 1.0f - {} * spread;", nth(3)));
        code.line("let radius = square_root(1.0f - height * height);");
        code.line(format_args!("let turn = cosine_and_sine({});", nth(4)));
        code.line("let across = radius * turn.x;");
        code.line("let up = radius * turn.y;");
        code.line("let heading_x = height * to_x + across * (1.0f + side * to_x * to_x * a) + up * b;");
        code.line("let heading_y = height * to_y + across * (side * b) + up * (side + to_y * to_y * a);");
        code.line("let heading_z = height * to_z + across * (-side * to_x) + up * -to_y;");
    }
    let way: Vec<String> = axes.iter().map(|axis| format!("heading_{axis} * apart_{axis}")).collect();
    code.line(format_args!("let way = {};", way.join(" + ")));
    code.line(format_args!("let phase = cosine_and_sine(waves * way + {});", nth(d + 2)));
    code.line("let cube = weight * weight * weight;");
    code.line("let envelope = cube * weight;");
    code.line("real += envelope * phase.x;");
    code.line("imaginary += envelope * phase.y;");
    code.line("let angle = envelope * (waves * 6.2831855f);");
    code.line(format_args!("let fading = cube * apart_{along} * -3.5555556f;"));
    code.line(format_args!("let turning = angle * heading_{along};"));
    code.line("real_rate += fading * phase.x - turning * phase.y;");
    code.line("imaginary_rate += fading * phase.y + turning * phase.x;");
}
