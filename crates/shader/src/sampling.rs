//! Functions that read samples of a texture: the definitions of `travertine_raster::Raster::at` and
//! `travertine_program::image::ImageFunction::at`, without smaller levels.

use travertine_raster::Sampling;

use crate::code::Code;
use crate::generated::Generated;
use crate::tier::Tier;

/// How samples continue beyond their edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beyond {
    /// With the sample at the edge.
    Clamped,
    /// With all samples again.
    Repeated,
    /// With all samples again, every second time mirrored.
    Mirrored,
}

impl Beyond {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Beyond::Clamped => "clamped",
            Beyond::Repeated => "repeated",
            Beyond::Mirrored => "mirrored",
        }
    }

    /// The function of the library for a place.
    pub fn place(self) -> &'static str {
        match self {
            Beyond::Clamped => "clamped_place",
            Beyond::Repeated => "wrapped_place",
            Beyond::Mirrored => "mirrored_place",
        }
    }

    /// The function of the library for the index of a sample.
    pub fn index(self) -> &'static str {
        match self {
            Beyond::Clamped => "clamped_index",
            Beyond::Repeated => "wrap_point",
            Beyond::Mirrored => "mirrored_index",
        }
    }
}

/// The function of a channel at a place. Its arguments are the texture, the channel, the place, the units that the
/// samples cover along each axis, and the samples per unit.
pub(crate) fn function(sampling: Sampling, beyond: Beyond, tier: Tier) -> Generated {
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
            for (number, step) in ["row - 1", "row", "row + 1", "row + 2"].iter().enumerate() {
                code.line(format_args!(
                    "let line_{} = {name}_row(samples, channel, column, {index}({step}, rows), s, columns);",
                    ["a", "b", "c", "d"][number]
                ));
            }
            match tier {
                Tier::Close => code.line("return keep_finite(spline(t, line_a, line_b, line_c, line_d));"),
                Tier::Exact => {
                    code.line("return double_to_float(double_spline_of_doubles(t, line_a, line_b, line_c, line_d));")
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
