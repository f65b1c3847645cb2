//! Functions that read samples of a texture: the definitions of `travertine_raster::Raster::at` and
//! `travertine_program::image::ImageFunction::at`, without smaller levels.

use travertine_raster::Sampling;

use crate::beyond::Beyond;
use crate::code::Code;
use crate::generated::{Call, Generated, Passed};
use crate::reading::Reading;
use crate::sampling_slope;
use crate::tier::Tier;

/// The call that reads a channel of a texture at a place, which the first two operands are.
pub(crate) fn call(reading: &Reading, channel: usize, tier: Tier) -> Call {
    let arguments = vec![
        Passed::Texture,
        // A texture has three.
        Passed::Int(channel as i32),
        Passed::Operand(0),
        Passed::Operand(1),
        Passed::Pair(reading.units),
        Passed::Pair(reading.resolution()),
    ];
    let function = match reading.orders {
        [0, 0] => function(reading.sampling, reading.beyond, tier),
        orders => sampling_slope::function(reading.sampling, orders, reading.beyond, tier),
    };
    Call { function, arguments }
}

/// The function of a channel at a place. Its arguments are the texture, the channel, the place, the units that the
/// samples cover along each axis, and the samples per unit.
fn function(sampling: Sampling, beyond: Beyond, tier: Tier) -> Generated {
    let (kind, end) = (sampling.name(), beyond.name());
    let name = format!("samples_{kind}_{end}");
    let mut code = Code::default();
    if sampling == Sampling::Cubic {
        row(&mut code, &name, beyond, tier);
    }
    code.comment(&format!(
        "A channel of samples at a place, {kind} between samples, {end} beyond the edges. `units` is the size of the texture in \
        units of the place, `resolution` the number of samples per unit."
    ));
    code.open(format_args!(
        "fn {name}(samples: texture_2d<f32>, channel: i32, x: f32, y: f32, units: vec2<f32>, resolution: vec2<f32>) -> f32"
    ));
    code.line("let columns = i32(units.x * resolution.x);");
    code.line("let rows = i32(units.y * resolution.y);");
    let (place, index) = (beyond.place(), beyond.index());
    let start = if tier == Tier::Exact { "double_" } else { "" };
    code.line(format_args!("let across = {start}{place}(x, units.x, resolution.x);"));
    code.line(format_args!("let down = {start}{place}(y, units.y, resolution.y);"));
    match (sampling, tier) {
        (Sampling::Nearest, Tier::Close) => {
            code.line(format_args!("let column = {index}(cell_index(across + 0.5f), columns);"));
            code.line(format_args!("let row = {index}(cell_index(down + 0.5f), rows);"));
            code.line("return texel(samples, channel, column, row);");
        }
        (Sampling::Nearest, Tier::Exact) => {
            for (name, place, count) in [("column", "across", "columns"), ("row", "down", "rows")] {
                let whole = format!("double_to_int(double_floor(double_add({place}, DOUBLE(0.5))))");
                code.line(format_args!("let {name} = {index}({whole}, {count});"));
            }
            code.line("return texel(samples, channel, column, row);");
        }
        (_, Tier::Close) => {
            code.line("let column = cell_index(across);");
            code.line("let row = cell_index(down);");
            code.line("let s = cell_offset(across);");
            code.line("let t = cell_offset(down);");
        }
        (_, Tier::Exact) => {
            code.line("let column = double_to_int(double_floor(across));");
            code.line("let row = double_to_int(double_floor(down));");
            code.line("let s = double_subtract(across, double_floor(across));");
            code.line("let t = double_subtract(down, double_floor(down));");
        }
    }
    match sampling {
        Sampling::Nearest => {}
        Sampling::Linear => {
            code.line(format_args!("let left = {index}(column, columns);"));
            code.line(format_args!("let right = {index}(column + 1, columns);"));
            code.line(format_args!("let top = {index}(row, rows);"));
            code.line(format_args!("let bottom = {index}(row + 1, rows);"));
            for (name, row) in [("above", "top"), ("below", "bottom")] {
                let [a, b] = ["left", "right"].map(|column| texel(column, row));
                code.line(format_args!("let {name} = {start}blend(s, {a}, {b});"));
            }
            match tier {
                Tier::Close => code.line("return blend(t, above, below);"),
                Tier::Exact => code.line("return double_to_float(double_blend_doubles(t, above, below));"),
            }
        }
        Sampling::Cubic => {
            let lines = ["a", "b", "c", "d"].map(|line| format!("line_{line}"));
            match tier {
                Tier::Close => {
                    for (line, step) in lines.iter().zip(["row - 1", "row", "row + 1", "row + 2"]) {
                        let place = format!("{index}({step}, rows)");
                        code.line(format_args!(
                            "let {line} = {name}_row(samples, channel, column, {place}, s, columns);"
                        ));
                    }
                    code.line(format_args!("return keep_finite(spline(t, {}));", lines.join(", ")));
                }
                Tier::Exact => {
                    // A loop, because compilers put the long code of doubles in the place of each call.
                    code.line("var lines: array<vec2<u32>, 4>;");
                    code.open("for (var line = 0; line < 4; line += 1)");
                    let place = format!("{index}(row - 1 + line, rows)");
                    code.line(format_args!("lines[line] = {name}_row(samples, channel, column, {place}, s, columns);"));
                    code.close();
                    let spline = "double_spline_of_doubles(t, lines[0], lines[1], lines[2], lines[3])";
                    code.line(format_args!("return double_to_float({spline});"));
                }
            }
        }
    }
    code.close();
    Generated { name, text: code.finish() }
}

/// The function of the spline along a row.
fn row(code: &mut Code, name: &str, beyond: Beyond, tier: Tier) {
    let (number, spline) = match tier {
        Tier::Close => ("f32", "spline"),
        Tier::Exact => ("vec2<u32>", "double_spline"),
    };
    code.open(format_args!(
        "fn {name}_row(samples: texture_2d<f32>, channel: i32, column: i32, row: i32, s: {number}, columns: i32) -> {number}"
    ));
    let index = beyond.index();
    let texels = ["column - 1", "column", "column + 1", "column + 2"]
        .map(|step| texel(&format!("{index}({step}, columns)"), "row"));
    code.line(format_args!("return {spline}(s, {});", texels.join(", ")));
    code.close();
    code.line("");
}

/// A sample.
fn texel(column: &str, row: &str) -> String {
    format!("texel(samples, channel, {column}, {row})")
}
