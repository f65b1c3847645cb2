//! The canonical text of programs.
//!
//! Equal programs have equal texts, and programs that differ in any operation, constant, setting or output have
//! different ones. The text depends on this page and on what it calls, not on the compiler or on derived `Debug`
//! output, so that hashes of it can be stored.
//!
//! A program is a sequence of lines, each ended by a line feed. A line is a sequence of words separated by spaces:
//!
//! - `program`, then the numbers of functions, slots, operations, rasters and outputs;
//! - for each function `curve`, its interpolation and its points `x:y`, the published noise and its settings, or
//!   `image` or `volume`, the identity of its texels, its interpolation, its edge, `levels` if it has a footprint, and
//!   for a derivative `slope` and how often it is differentiated by each operand, or `lettering`, its output, the
//!   middles `x:y` of its letters, and its strokes: the letter and numbers, joined by `:`;
//! - for each slot `slot`, the parameter's index and the component;
//! - for each operation its name, its settings, and the indices of its operands: the operation on the first line is 0;
//! - for each raster `raster`, its grid and its pass, followed by the lines of the program of its planes;
//! - for each output `output`, its type, the indices of its values, and last its name, preceded by its length in bytes
//!   and a colon.
//!
//! Floats are the eight hexadecimal digits of their bits. Other numbers are decimal. Absent settings are `-`.

use std::fmt::{Result, Write};

use travertine_noise::reference::{Reference, ValueElias};
use travertine_noise::{
    Basis, Feature, Gabor, Grain, Interpolation, Mark, Metric, Noise, Simplex, StrokeFeature, StrokeShape, Wave,
};
use travertine_raster::Edge;

use crate::axes::Axis;
use crate::basis::BasisFunction;
use crate::function::Function;
use crate::operation::Operation;
use crate::program::{Program, RasterSource};

impl Program {
    /// Writes the canonical text of the program: equal for equal programs only, on every machine and with every
    /// compiler.
    ///
    /// ```
    /// use travertine_program::{Axis, Builder, Type};
    ///
    /// let builder = Builder::new();
    /// let twice = builder.coordinate(Axis::X) * 2.0;
    /// let program = builder.finish(&[("twice".to_owned(), Type::Float, vec![twice.value()])])?;
    /// let mut text = String::new();
    /// program.write_canonical(&mut text)?;
    /// assert_eq!(
    ///     text,
    ///     "program 0 0 3 0 1\ncoordinate x\nconstant 40000000\nMultiply 0 1\noutput float 2 5:twice\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl Write) -> Result {
        let counts =
            [self.functions.len(), self.slots.len(), self.operations.len(), self.rasters.len(), self.outputs.len()];
        write!(out, "program")?;
        counts.into_iter().try_for_each(|count| write!(out, " {count}"))?;
        writeln!(out)?;
        for function in &self.functions {
            write_function(out, function)?;
        }
        for slot in &self.slots {
            writeln!(out, "slot {} {}", slot.parameter, slot.component)?;
        }
        for operation in &self.operations {
            write_operation(out, operation)?;
        }
        for raster in &self.rasters {
            write_raster(out, raster)?;
        }
        for output in &self.outputs {
            write!(out, "output {}", output.value_type.name())?;
            output.values.iter().try_for_each(|value| write!(out, " {}", value.index()))?;
            writeln!(out, " {}:{}", output.name.len(), output.name)?;
        }
        Ok(())
    }
}

pub(crate) fn write_function(out: &mut impl Write, function: &Function) -> Result {
    match function {
        Function::Curve(curve) => {
            write!(out, "curve {}", curve.interpolation.name())?;
            for [x, y] in &curve.points {
                write!(out, " {:08x}:{:08x}", x.to_bits(), y.to_bits())?;
            }
            writeln!(out)
        }
        Function::Image(image) => {
            let levels = if image.has_footprint { "levels" } else { "-" };
            let [identity, edge] = [image.pyramid.identity(), image.edge.name()];
            write!(out, "image {identity} {} {edge} {levels}", image.sampling.name())?;
            write_orders(out, &image.orders)?;
            writeln!(out)
        }
        Function::Lettering(lettering) => {
            write!(out, "lettering ")?;
            lettering.write_canonical(out)?;
            writeln!(out)
        }
        Function::Volume(volume) => {
            let levels = if volume.has_footprint { "levels" } else { "-" };
            let [identity, edge] = [volume.pyramid.identity(), volume.edge.name()];
            write!(out, "volume {identity} {} {edge} {levels}", volume.sampling.name())?;
            write_orders(out, &volume.orders)?;
            writeln!(out)
        }
        Function::Reference(Reference::ValueElias(noise)) => {
            let smoothed = if noise.is_smoothed() { "smoothed" } else { "plain" };
            let kind = interpolation(noise.interpolation());
            write!(out, "value-elias {} {kind} {smoothed}", noise.dimensions())?;
            match noise.primes() {
                ValueElias::PRIMES => writeln!(out),
                [factor, offset, last] => writeln!(out, " {factor} {offset} {last}"),
            }
        }
        Function::Reference(Reference::Perlin1985(noise)) => {
            writeln!(out, "perlin-1985 {} {}", noise.dimensions(), noise.seed())
        }
        Function::Reference(Reference::Perlin2002) => writeln!(out, "perlin-2002"),
        Function::Reference(Reference::PerlinRotated(noise)) => {
            writeln!(out, "perlin-rotated {}", interpolation(noise.interpolation()))
        }
        Function::Reference(Reference::PerlinSphere(noise)) => {
            writeln!(out, "perlin-sphere {} {}", noise.dimensions(), noise.seed())
        }
    }
}

fn write_operation(out: &mut impl Write, operation: &Operation) -> Result {
    write_operator(out, operation)?;
    operation.operands().iter().try_for_each(|operand| write!(out, " {}", operand.index()))?;
    writeln!(out)
}

/// An operation without its operands.
pub(crate) fn write_operator(out: &mut impl Write, operation: &Operation) -> Result {
    match operation {
        Operation::Constant(value) => write!(out, "constant {:08x}", value.to_bits()),
        Operation::Parameter(slot) => write!(out, "parameter {slot}"),
        Operation::Coordinate(axis) => write!(
            out,
            "coordinate {}",
            match axis {
                Axis::X => "x",
                Axis::Y => "y",
                Axis::Z => "z",
                Axis::Time => "time",
                Axis::NormalX => "normal-x",
                Axis::NormalY => "normal-y",
                Axis::NormalZ => "normal-z",
                Axis::Curvature => "curvature",
                Axis::U => "u",
                Axis::V => "v",
            }
        ),
        Operation::Unary(unary, _) => write!(out, "{}", unary.name()),
        Operation::Binary(binary, _) => write!(out, "{}", binary.name()),
        Operation::Ternary(ternary, _) => write!(out, "{}", ternary.name()),
        Operation::Function(function, _) => write!(out, "function {}", function.index()),
        Operation::Noise(noise, _) => {
            write!(out, "noise")?;
            write_noise(out, *noise)
        }
        Operation::Basis(function, _) => write_basis(out, *function),
        Operation::Raster(raster, _) => {
            write!(out, "raster-sample {} {}", raster.index(), raster.channel())?;
            write_orders(out, &raster.orders())
        }
    }
}

/// How often samples are differentiated, if they are.
fn write_orders(out: &mut impl Write, orders: &[u8]) -> Result {
    if orders.iter().any(|order| *order > 0) {
        write!(out, " slope")?;
        for order in orders {
            write!(out, " {order}")?;
        }
    }
    Ok(())
}

fn write_noise(out: &mut impl Write, noise: Noise) -> Result {
    let basis = match noise.basis() {
        Basis::Gradient => "gradient",
        Basis::Value => "value",
    };
    let interpolation = interpolation(noise.interpolation());
    write!(out, " {basis} {} {interpolation} {}", noise.dimensions(), noise.seed())?;
    write_periods(out, noise.periods())
}

fn write_simplex(out: &mut impl Write, noise: Simplex) -> Result {
    let kernel = if noise.is_smooth() { "smooth" } else { "plain" };
    write!(out, " {} {kernel} {}", noise.dimensions(), noise.seed())
}

fn write_basis(out: &mut impl Write, function: BasisFunction) -> Result {
    match function {
        BasisFunction::Random(random) => {
            let grain = match random.grain() {
                Grain::Cell => "cell",
                Grain::Position => "position",
            };
            write!(out, "random {grain} {} {}", random.dimensions(), random.seed())
        }
        BasisFunction::Simplex(simplex) => {
            write!(out, "simplex")?;
            write_simplex(out, simplex)
        }
        BasisFunction::Slope(slope) => {
            write!(out, "slope {}", slope.axis())?;
            write_noise(out, slope.noise())
        }
        BasisFunction::SimplexSlope(slope) => {
            write!(out, "simplex-slope {}", slope.axis())?;
            write_simplex(out, slope.noise())
        }
        BasisFunction::Cellular(cellular) => {
            let metric = match cellular.metric() {
                Metric::Euclidean => "euclidean",
                Metric::EuclideanSquared => "euclidean-squared",
                Metric::Manhattan => "manhattan",
                Metric::Chebyshev => "chebyshev",
                Metric::Minkowski => "minkowski",
            };
            write!(out, "cellular {} {metric} {}", cellular.dimensions(), cellular.seed())?;
            match cellular.feature() {
                Feature::F1 => write!(out, " f1"),
                Feature::F2 => write!(out, " f2"),
                Feature::F3 => write!(out, " f3"),
                Feature::F4 => write!(out, " f4"),
                Feature::F2MinusF1 => write!(out, " f2-f1"),
                Feature::Edge => write!(out, " edge"),
                Feature::Value => write!(out, " value"),
                Feature::Coordinate(axis) => write!(out, " coordinate-{axis}"),
                Feature::Way { nth, axis } => write!(out, " way-{nth}-{axis}"),
                Feature::EdgeSlope(axis) => write!(out, " edge-slope-{axis}"),
            }?;
            write_periods(out, cellular.periods())
        }
        BasisFunction::Gabor(gabor) => {
            write!(out, "gabor")?;
            write_gabor(out, gabor)
        }
        BasisFunction::GaborSlope(slope) => {
            write!(out, "gabor-slope {}", slope.axis())?;
            write_gabor(out, slope.noise())
        }
        BasisFunction::Dots(dots) => {
            write!(out, "dots {} ", dots.dimensions())?;
            match dots.mark() {
                Mark::Cover => write!(out, "cover"),
                Mark::Value => write!(out, "value"),
                Mark::Slope(axis) => write!(out, "slope-{axis}"),
            }?;
            write!(out, " {}", dots.seed())?;
            write_periods(out, dots.periods())
        }
        BasisFunction::Strokes(strokes) => {
            let shape = match strokes.shape() {
                StrokeShape::Fiber => "fiber",
                StrokeShape::Groove => "groove",
            };
            let feature = match strokes.feature() {
                StrokeFeature::Height => "height",
                StrokeFeature::Value => "value",
            };
            write!(out, "strokes {shape} {feature} {}", strokes.seed())
        }
    }
}

fn write_gabor(out: &mut impl Write, gabor: Gabor) -> Result {
    let wave = match gabor.wave() {
        Wave::Value => "value",
        Wave::Phase => "phase",
        Wave::Intensity => "intensity",
    };
    write!(out, " {} {wave} {}", gabor.dimensions(), gabor.seed())?;
    write_periods(out, gabor.periods())
}

fn write_periods(out: &mut impl Write, periods: Option<[u32; 4]>) -> Result {
    match periods {
        Some([x, y, z, time]) => write!(out, " {x},{y},{z},{time}"),
        None => write!(out, " -"),
    }
}

fn write_raster(out: &mut impl Write, raster: &RasterSource) -> Result {
    write_grid_and_pass(out, raster)?;
    // Planes sample the rasters of the whole program and have none of their own, so that this is no deep recursion.
    raster.planes.write_canonical(out)
}

pub(crate) fn write_grid_and_pass(out: &mut impl Write, raster: &RasterSource) -> Result {
    let grid = raster.grid;
    let edge = match grid.edge {
        Edge::Extend => "extend",
        Edge::Repeat => "repeat",
    };
    let sampling = grid.sampling.name();
    write!(out, "raster {} {} {} {edge} {sampling} ", grid.resolution, grid.across, grid.down)?;
    raster.pass.write_canonical(out)?;
    writeln!(out)
}

fn interpolation(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Linear => "linear",
        Interpolation::Cosine => "cosine",
        Interpolation::Smoothstep => "smoothstep",
        Interpolation::Smootherstep => "smootherstep",
        Interpolation::Cubic => "cubic",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::curve::{Curve, CurveInterpolation};
    use crate::program::Slot;
    use crate::types::Type;
    use travertine_raster::pass::Smooth;
    use travertine_raster::{Grid, Sampling};

    #[test]
    fn the_text_of_a_program() {
        let builder = Builder::new();
        let x = builder.coordinate(Axis::X);
        let y = builder.coordinate(Axis::Y);
        let slot = builder.parameter(Slot { parameter: 3, component: 1 });
        let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, 7).unwrap();
        let height = builder.noise(noise, [x * slot, y, x, x], x);
        let curve = Curve { points: vec![[0.0, -0.0], [0.5, 1.0]], interpolation: CurveInterpolation::Smooth };
        let curved = builder.curve(&curve, height);
        let grid = Grid { resolution: 16, across: 2, down: 1, edge: Edge::Repeat, sampling: Sampling::Linear };
        let smooth = builder.raster(grid, Smooth { iterations: 4 }, &[curved], [x, y]);
        let outputs = [("a b".to_owned(), Type::Float, vec![(smooth[0] + 0.5).value()])];
        let mut text = String::new();
        builder.finish(&outputs).unwrap().write_canonical(&mut text).unwrap();
        let expected = "\
program 1 1 5 1 1
curve smooth 00000000:80000000 3f000000:3f800000
slot 3 1
coordinate x
coordinate y
raster-sample 0 0 0 1
constant 3f000000
Add 2 3
raster 16 2 1 repeat linear smooth 4
program 1 1 6 0 1
curve smooth 00000000:80000000 3f000000:3f800000
slot 3 1
coordinate x
coordinate y
parameter 0
Multiply 0 2
noise gradient 2 smootherstep 7 - 3 1
function 0 4
output float 5 6:planes
output float 4 3:a b
";
        assert_eq!(text, expected);
    }
}
