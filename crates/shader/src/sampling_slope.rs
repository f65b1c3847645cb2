//! Functions that read derivatives of samples: `travertine_raster::Raster::slope_at`, and those of
//! `travertine_program::image::ImageFunction::at`.

use travertine_raster::Sampling;

use crate::beyond::Beyond;
use crate::code::Code;
use crate::generated::Generated;
use crate::real::Real;
use crate::tier::Tier;

/// The function of a channel at a place, differentiated as often along each axis as `orders` specifies. Its arguments
/// are those of `sampling::function`.
pub(crate) fn function(sampling: Sampling, orders: [u8; 2], beyond: Beyond, tier: Tier) -> Generated {
    let (kind, end, real) = (sampling.name(), beyond.name(), Real(tier));
    let name = format!("samples_{kind}_{end}_slope_{}_{}", orders[0], orders[1]);
    let mut code = Code::default();
    code.comment(&format!(
        "A derivative of a channel of samples at a place, {kind} between samples, {end} beyond the edges. `units` is the size \
        of the texture in units of the place, `resolution` the number of samples per unit."
    ));
    code.open(format_args!(
        "fn {name}(samples: texture_2d<f32>, channel: i32, x: f32, y: f32, units: vec2<f32>, resolution: vec2<f32>) -> f32"
    ));
    let start = if tier == Tier::Exact { "double_" } else { "" };
    let taps = if sampling == Sampling::Cubic { -1..3 } else { 0..2 };
    for ((axis, line), order) in [("x", "column"), ("y", "row")].into_iter().zip(orders) {
        code.line(format_args!("let {line}s = i32(units.{axis} * resolution.{axis});"));
        code.line(format_args!(
            "let {axis}_place = {start}{}({axis}, units.{axis}, resolution.{axis});",
            beyond.place()
        ));
        let [below, t] = match tier {
            Tier::Close => [format!("cell_index({axis}_place)"), format!("cell_offset({axis}_place)")],
            Tier::Exact => [
                format!("double_to_int(double_floor({axis}_place))"),
                format!("double_subtract({axis}_place, double_floor({axis}_place))"),
            ],
        };
        code.line(format_args!("let {line} = {below};"));
        code.line(format_args!("let {axis}_t = {t};"));
        for (index, step) in taps.clone().enumerate() {
            code.line(format_args!("let {line}_{index} = {}({line} + {step}, {line}s);", beyond.index()));
        }
        if order > 0 {
            code.line(format_args!("let {axis}_rise = {};", real.float(&rise(beyond, axis))));
        }
        for (index, weight) in weights(sampling, order, &format!("{axis}_t"), real).iter().enumerate() {
            let rises =
                (1..order).fold(format!("{axis}_rise"), |power, _| real.multiply(&power, &format!("{axis}_rise")));
            let weight = if order > 0 { real.multiply(weight, &rises) } else { weight.clone() };
            code.line(format_args!("let {axis}_weight_{index} = {weight};"));
        }
    }
    let count = taps.len();
    let middle = count / 2 - 1;
    // As in the definitions, a common number is left out of what differentiated weights multiply.
    let without = |value: String, order: u8, common: &str| match order {
        0 => value,
        _ => real.subtract(&value, common),
    };
    for row in 0..count {
        let texel = |column: usize| real.float(&format!("texel(samples, channel, column_{column}, row_{row})"));
        if orders[0] > 0 {
            code.line(format_args!("let common_{row} = {};", texel(middle)));
        }
        let texels = (0..count).map(|column| without(texel(column), orders[0], &format!("common_{row}")));
        code.line(format_args!("let line_{row} = {};", sum("x", texels, real)));
    }
    let lines = (0..count).map(|row| without(format!("line_{row}"), orders[1], &format!("line_{middle}")));
    let total = sum("y", lines, real);
    match tier {
        Tier::Close => code.line(format_args!("return keep_finite({total});")),
        Tier::Exact => {
            code.line(format_args!("let slope = double_to_float({total});"));
            // The definition adds to 0, so that it is never -0.
            code.line("return select(slope, 0.0f, slope == 0.0f);");
        }
    }
    code.close();
    Generated { name, text: code.finish() }
}

/// How the place in the samples changes with a coordinate.
fn rise(beyond: Beyond, axis: &str) -> String {
    match beyond {
        Beyond::Clamped => format!("clamped_rise({axis}, units.{axis}, resolution.{axis})"),
        Beyond::Repeated => format!("resolution.{axis}"),
        Beyond::Mirrored => format!("mirrored_rise({axis}, resolution.{axis})"),
    }
}

/// The weights of `travertine_raster::cubic`, its derivatives, and those of linear interpolation.
fn weights(sampling: Sampling, order: u8, t: &str, real: Real) -> Vec<String> {
    // A polynomial of `t`, with the highest power first.
    let polynomial = |factors: &[f64]| {
        let (first, rest) = factors.split_first().unwrap_or((&0.0, &[]));
        rest.iter().fold(real.number(*first), |sum, next| {
            let product = real.multiply(&sum, t);
            match *next {
                0.0 => product,
                next if next < 0.0 => real.subtract(&product, &real.number(-next)),
                next => real.add(&product, &real.number(next)),
            }
        })
    };
    match (sampling, order) {
        (Sampling::Cubic, 0) => {
            [[-0.5, 1.0, -0.5, 0.0], [1.5, -2.5, 0.0, 1.0], [-1.5, 2.0, 0.5, 0.0], [0.5, -0.5, 0.0, 0.0]]
                .map(|factors| polynomial(&factors))
                .to_vec()
        }
        (Sampling::Cubic, 1) => [[-1.5, 2.0, -0.5], [4.5, -5.0, 0.0], [-4.5, 4.0, 0.5], [1.5, -1.0, 0.0]]
            .map(|factors| polynomial(&factors))
            .to_vec(),
        (Sampling::Cubic, 2) => {
            [[-3.0, 2.0], [9.0, -5.0], [-9.0, 4.0], [3.0, -1.0]].map(|factors| polynomial(&factors)).to_vec()
        }
        (Sampling::Cubic, _) => [-3.0, 9.0, -9.0, 3.0].map(|number| real.number(number)).to_vec(),
        (_, 0) => vec![real.subtract(&real.number(1.0), t), t.to_owned()],
        _ => [-1.0, 1.0].map(|number| real.number(number)).to_vec(),
    }
}

/// The sum of values with the weights of an axis.
fn sum(axis: &str, values: impl Iterator<Item = String>, real: Real) -> String {
    let products = values.enumerate().map(|(index, value)| real.multiply(&format!("{axis}_weight_{index}"), &value));
    products.reduce(|sum, product| real.add(&sum, &product)).unwrap_or_default()
}
