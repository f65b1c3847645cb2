//! Cellular noise and dots: the search of `travertine_noise::Cellular`, as nested loops.
//!
//! Each loop goes outwards along an axis: 0, 1, -1, 2, -2, ... It skips cells whose points must be farther away than
//! those found so far, and ends after two successive skips.

use travertine_noise::{Cellular, Dots, Feature, Mark, Metric};

use super::coordinates::{AXES, coordinates};
use crate::code::Code;
use crate::generated::Generated;
use crate::tier::Tier;

pub(super) fn cellular(noise: Cellular, tier: Tier) -> Generated {
    let axes = &AXES[..noise.dimensions().into()];
    let metric = match noise.feature() {
        Feature::Edge | Feature::EdgeSlope(_) => Metric::Euclidean,
        _ => noise.metric(),
    };
    let (feature, about) = match noise.feature() {
        Feature::F1 => ("f1".to_owned(), "the distance to the nearest feature point"),
        Feature::F2 => ("f2".to_owned(), "the distance to the second nearest feature point"),
        Feature::F3 => ("f3".to_owned(), "the distance to the third nearest feature point"),
        Feature::F4 => ("f4".to_owned(), "the distance to the fourth nearest feature point"),
        Feature::F2MinusF1 => ("f2_minus_f1".to_owned(), "the second distance minus the first, 0 at edges"),
        Feature::Edge => ("edge".to_owned(), "the distance to the nearest edge between cells"),
        Feature::Value => ("value".to_owned(), "a random number for each cell"),
        Feature::Coordinate(axis) => {
            (format!("point_{}", AXES[usize::from(axis)]), "a coordinate of the nearest feature point")
        }
        Feature::Way { nth, axis } => {
            (format!("way_{nth}_{}", AXES[usize::from(axis)]), "a component of the way from a feature point")
        }
        Feature::EdgeSlope(axis) => {
            (format!("edge_slope_{}", AXES[usize::from(axis)]), "a derivative of the distance to the nearest edge")
        }
    };
    let kind = match metric {
        Metric::Euclidean => "",
        Metric::EuclideanSquared => "_squared",
        Metric::Manhattan => "_manhattan",
        Metric::Chebyshev => "_chebyshev",
        Metric::Minkowski => "_minkowski",
    };
    let periodic = noise.periods().is_some();
    let ending = if periodic { "_periodic" } else { "" };
    let name = format!("cellular_{feature}_{}d{kind}{ending}", axes.len());
    let mut code = Code::default();
    code.comment(&format!("Cellular noise (Worley noise): {about}, in lattice cells."));
    let mut arguments = coordinates(axes);
    arguments.push("jitter: f32".into());
    // An exponent for a metric without one is never passed.
    if noise.metric() == Metric::Minkowski {
        arguments.push("exponent: f32".into());
    }
    let search = Search { axes, metric, periodic };
    search.open(&mut code, &name, arguments);
    if metric == Metric::Minkowski {
        code.line("let power_of = clamp(exponent, 0.5f, 16.0f);");
    }
    let distance = |cost: &str| match metric {
        Metric::Euclidean => format!("square_root({cost})"),
        Metric::EuclideanSquared | Metric::Manhattan | Metric::Chebyshev => cost.to_owned(),
        Metric::Minkowski => format!("power({cost}, divide(1.0f, power_of))"),
    };
    match noise.feature() {
        Feature::F1 => search.ranks(&mut code, 1),
        Feature::F2 | Feature::F2MinusF1 => search.ranks(&mut code, 2),
        Feature::F3 => search.ranks(&mut code, 3),
        Feature::F4 => search.ranks(&mut code, 4),
        Feature::Edge | Feature::EdgeSlope(_) | Feature::Value | Feature::Coordinate(_) => search.nearest(&mut code),
        Feature::Way { nth, axis } => search.way_from(&mut code, nth.clamp(1, 4), AXES[usize::from(axis)]),
    }
    match noise.feature() {
        Feature::F1 => code.line(format_args!("return {};", distance("cost_1"))),
        Feature::F2 => code.line(format_args!("return {};", distance("cost_2"))),
        Feature::F3 => code.line(format_args!("return {};", distance("cost_3"))),
        Feature::F4 => code.line(format_args!("return {};", distance("cost_4"))),
        Feature::F2MinusF1 => {
            code.line(format_args!("return max({} - {}, 0.0f);", distance("cost_2"), distance("cost_1")));
        }
        Feature::Value => code.line("return hash_to_unit(hash_end(nearest, 0x76616c75));"),
        Feature::Coordinate(axis) if usize::from(axis) >= axes.len() => code.line("return 0.0f;"),
        Feature::Coordinate(axis) => {
            let (index, axis) = (axis, AXES[usize::from(axis)]);
            let corner = if periodic {
                format!("f32(wrap_point({axis}_cell + nearest_{axis}, {axis}_period))")
            } else {
                format!("f32(nearest_{axis}) + floor({axis})")
            };
            code.line(format_args!("return feature_point({corner}, {}, spread);", nth_number("nearest", index.into())));
        }
        Feature::Way { nth, .. } => code.line(format_args!("return way_{};", nth.clamp(1, 4))),
        Feature::EdgeSlope(axis) => {
            search.near(&mut code);
            search.edge_slope(&mut code, AXES[usize::from(axis)]);
        }
        Feature::Edge => {
            search.near(&mut code);
            code.line("var edge = 3.4028234e38f;");
            match tier {
                Tier::Close => search.edge(&mut code),
                Tier::Exact => search.exact_edge(&mut code),
            }
            code.line("return max(edge, 0.0f);");
        }
    }
    code.close();
    Generated { name, text: code.finish() }
}

pub(super) fn dots(dots: Dots) -> Generated {
    let axes = &AXES[..dots.dimensions().into()];
    let (mark, about) = match dots.mark() {
        Mark::Cover => ("cover".to_owned(), "the height of the highest dot, from 0 to 1"),
        Mark::Value => ("value".to_owned(), "a random number for each dot, 0 between dots"),
        Mark::Slope(axis) => (format!("slope_{}", AXES[usize::from(axis)]), "a derivative of their height"),
    };
    let is_slope = matches!(dots.mark(), Mark::Slope(_));
    let ending = if dots.periods().is_some() { "_periodic" } else { "" };
    let name = format!("dots_{mark}_{}d{ending}", axes.len());
    let mut code = Code::default();
    code.comment(&format!("Round dots of random size: {about}."));
    let mut arguments = coordinates(axes);
    arguments.extend(["density", "radius", "variation", "softness", "jitter"].map(|name| format!("{name}: f32")));
    let search = Search { axes, metric: Metric::EuclideanSquared, periodic: dots.periods().is_some() };
    search.open(&mut code, &name, arguments);
    code.line("let greatest = clamp(radius * 0.25f, 0.0f, 1.0f) * 4.0f;");
    code.line("let smaller = clamp(variation, 0.0f, 1.0f);");
    code.line("let rim = max(clamp(softness, 0.0f, 1.0f), 1e-6f);");
    code.line("var worst = greatest * greatest;");
    code.line("var cover = 0.0f;");
    code.line("var highest = 0u;");
    let mut is_above = String::from("hash > highest");
    if is_slope {
        code.line("var nearest = 0.0f;");
        let mut is_further = String::from("false");
        for axis in axes.iter().rev() {
            code.line(format_args!("var to_{axis} = 0.0f;"));
            is_further = format!("(apart_{axis} > to_{axis} || (apart_{axis} == to_{axis} && {is_further}))");
        }
        // Dots with the same hash repeat each other.
        let is_nearer = format!("(cost < nearest || (cost == nearest && {is_further}))");
        is_above = format!("(hash > highest || (hash == highest && {is_nearer}))");
    }
    search.run(&mut code, &mut |code| {
        code.line("let size = greatest * (1.0f - hash_to_unit(hash_end(hash, 0x73697a65)) * smaller);");
        code.line("let inside = 1.0f - divide(square_root(cost), max(size, 1.1754944e-38f));");
        code.line("let height = smoothstep_fade(clamp(divide(inside, rim), 0.0f, 1.0f));");
        code.line("let here = select(0.0f, height, hash_to_unit(hash_end(hash, 0x646f7473)) < density);");
        code.open(format_args!("if (here > cover || (here == cover && {is_above}))"));
        code.line("cover = here;");
        code.line("highest = hash;");
        if is_slope {
            code.line("nearest = cost;");
            for axis in axes {
                code.line(format_args!("to_{axis} = apart_{axis};"));
            }
        }
        code.close();
    });
    match dots.mark() {
        Mark::Cover => code.line("return cover;"),
        Mark::Value => {
            code.line("return select(0.0f, hash_to_unit(hash_end(highest, 0x76616c75)), cover > 0.0f);");
        }
        Mark::Slope(axis) if usize::from(axis) >= axes.len() => code.line("return 0.0f;"),
        Mark::Slope(axis) => {
            let axis = AXES[usize::from(axis)];
            code.line("let size = greatest * (1.0f - hash_to_unit(hash_end(highest, 0x73697a65)) * smaller);");
            code.line("let inside = 1.0f - divide(square_root(nearest), max(size, 1.1754944e-38f));");
            code.line("let t = clamp(divide(inside, rim), 0.0f, 1.0f);");
            code.line(format_args!("let rate = 6.0f * t * (1.0f - t) * to_{axis};"));
            code.line("let slope = divide(rate, square_root(nearest) * (size * rim));");
            code.line("return select(0.0f, slope, cover > 0.0f);");
        }
    }
    code.close();
    Generated { name, text: code.finish() }
}

/// The random number of a hash for an axis: its product with a power of a multiplier.
fn nth_number(hash: &str, index: u32) -> String {
    match index {
        0 => hash.to_owned(),
        _ => format!("{hash} * {}u", 0x93D7_65DD_u32.wrapping_pow(index)),
    }
}

/// A search for feature points.
struct Search {
    axes: &'static [&'static str],
    metric: Metric,
    periodic: bool,
}

impl Search {
    /// Finds the distance `edge` to the nearest edge around a point.
    fn edge(&self, code: &mut Code) {
        code.line("worst = 3.4028234e38f;");
        self.run(code, &mut |code| {
            self.way(code);
            // A point has no edge with itself.
            code.open("if (square > 0.0f)");
            code.line("edge = min(edge, divide(along, square_root(square) * 2.0f));");
            code.close();
            code.line("let reach = (own + max(edge, 0.0f) * 2.0f) * 1.0001f + 0.0001f;");
            code.line("worst = keep_finite(reach * reach);");
        });
    }

    /// The same. Roots and quotients of the exact tier are slow, so rough ones, which err by some millionths, find the
    /// nearest edge. Exact ones decide between edges that are nearly as far.
    fn exact_edge(&self, code: &mut Code) {
        // Farther than any edge, and small enough for products.
        code.line("var nearest_edge = 1e10f;");
        code.line("var nearest_along = 3.4028234e38f;");
        code.line("var nearest_square = 1.0f;");
        code.line("worst = 3.4028234e38f;");
        self.run(code, &mut |code| {
            self.way(code);
            code.line("let rough = along / (sqrt(square) * 2.0f);");
            // A point has no edge with itself.
            code.open("if (square > 0.0f && rough < nearest_edge * 1.00001f)");
            code.open("if (rough > nearest_edge * 0.99999f)");
            code.line("edge = min(edge, divide(along, square_root(square) * 2.0f));");
            code.otherwise();
            code.line("nearest_along = along;");
            code.line("nearest_square = square;");
            code.close();
            code.line("nearest_edge = min(nearest_edge, rough);");
            code.close();
            code.line("let reach = (own + max(nearest_edge, 0.0f) * 2.0f) * 1.0001f + 0.0001f;");
            code.line("worst = keep_finite(reach * reach);");
        });
        code.line("edge = min(edge, divide(nearest_along, square_root(nearest_square) * 2.0f));");
    }

    /// Returns the slope of the nearest edge along an axis: the component of the unit vector back across it.
    fn edge_slope(&self, code: &mut Code, along: &str) {
        if !self.axes.contains(&along) {
            code.line("return 0.0f;");
            return;
        }
        code.line("var edge = 3.4028234e38f;");
        // Farther than any edge, and small enough for products.
        code.line("var nearest_edge = 1e10f;");
        for axis in self.axes {
            code.line(format_args!("var best_{axis} = 0.0f;"));
        }
        code.line("worst = 3.4028234e38f;");
        // Of equally near edges the one with the greatest way back.
        let mut is_greater = String::from("false");
        for axis in self.axes.iter().rev() {
            is_greater = format!("(back_{axis} > best_{axis} || (back_{axis} == best_{axis} && {is_greater}))");
        }
        self.run(code, &mut |code| {
            self.way(code);
            // Rough distances, which err by some millionths, find the edges that an exact one is worth.
            code.line("let rough = along / (sqrt(square) * 2.0f);");
            code.open("if (square > 0.0f && rough <= nearest_edge + abs(nearest_edge) * 0.00001f)");
            code.line("let here = divide(along, square_root(square) * 2.0f);");
            for axis in self.axes {
                code.line(format_args!("let back_{axis} = near_{axis} - apart_{axis};"));
            }
            code.open(format_args!("if (here < edge || (here == edge && {is_greater}))"));
            code.line("edge = here;");
            for axis in self.axes {
                code.line(format_args!("best_{axis} = back_{axis};"));
            }
            code.close();
            code.line("nearest_edge = min(nearest_edge, rough);");
            code.close();
            code.line("let reach = (own + max(nearest_edge, 0.0f) * 2.0f) * 1.0001f + 0.0001f;");
            code.line("worst = keep_finite(reach * reach);");
        });
        let square: Vec<String> = self.axes.iter().map(|axis| format!("best_{axis} * best_{axis}")).collect();
        code.line(format_args!("return divide(best_{along}, square_root({}));", square.join(" + ")));
    }

    /// Writes the vector to the nearest point, and its length.
    fn near(&self, code: &mut Code) {
        for axis in self.axes {
            code.line(format_args!("let near_{axis} = {};", self.offset(axis, &format!("nearest_{axis}"), "nearest")));
        }
        let own: Vec<String> = self.axes.iter().map(|axis| format!("near_{axis} * near_{axis}")).collect();
        code.line(format_args!("let own = square_root({});", own.join(" + ")));
    }

    /// Writes the way from the nearest point to another one: `square` is its squared length. `along` is twice its
    /// product with the way from the sample to its middle.
    fn way(&self, code: &mut Code) {
        let sum =
            |part: &dyn Fn(&str) -> String| self.axes.iter().map(|axis| part(axis)).collect::<Vec<_>>().join(" + ");
        for axis in self.axes {
            code.line(format_args!("let way_{axis} = apart_{axis} - near_{axis};"));
        }
        let along = sum(&|axis| format!("(near_{axis} + apart_{axis}) * way_{axis}"));
        code.line(format_args!("let along = {along};"));
        code.line(format_args!("let square = {};", sum(&|axis| format!("way_{axis} * way_{axis}"))));
    }

    /// Writes the head of the function, and the sample's place in its cell.
    fn open(&self, code: &mut Code, name: &str, mut arguments: Vec<String>) {
        if self.periodic {
            arguments.extend(self.axes.iter().map(|axis| format!("{axis}_period: i32")));
        }
        code.open(format_args!("fn {name}({}, seed: u32) -> f32", arguments.join(", ")));
        for axis in self.axes {
            code.line(format_args!("let {axis}_cell = cell_index({axis});"));
            code.line(format_args!("let {axis}_within = cell_offset({axis});"));
        }
        code.line("let spread = clamp(jitter, 0.0f, 1.0f);");
    }

    /// Writes the search for the costs of the nearest points.
    fn ranks(&self, code: &mut Code, count: usize) {
        for rank in 1..=count {
            code.line(format_args!("var cost_{rank} = 3.4028234e38f;"));
        }
        code.line("var worst = 3.4028234e38f;");
        self.run(code, &mut |code| {
            let mut rest = String::from("cost");
            for rank in 1..count {
                let next = format!("rest_{rank}");
                code.line(format_args!("let {next} = max({rest}, cost_{rank});"));
                code.line(format_args!("cost_{rank} = min({rest}, cost_{rank});"));
                rest = next;
            }
            code.line(format_args!("cost_{count} = min({rest}, cost_{count});"));
            code.line(format_args!("worst = cost_{count};"));
        });
    }

    /// Writes the search for the nearest points: their costs, and the component along an axis of the ways from them.
    fn way_from(&self, code: &mut Code, count: u8, along: &str) {
        for rank in 1..=count {
            code.line(format_args!("var cost_{rank} = 3.4028234e38f;"));
            code.line(format_args!("var way_{rank} = 0.0f;"));
        }
        code.line("var worst = 3.4028234e38f;");
        let is_axis = self.axes.contains(&along);
        self.run(code, &mut |code| {
            // From the rank of the point on, all others move down by one; the last one first.
            let way = if is_axis {
                let index = AXES.iter().position(|known| *known == along).unwrap_or_default() as u32;
                format!("{along}_within - feature_point(f32({along}_step), {}, spread)", nth_number("hash", index))
            } else {
                "0.0f".to_owned()
            };
            code.line(format_args!("let way = {way};"));
            for rank in (1..=count).rev() {
                code.open(format_args!("if (cost < cost_{rank})"));
                let before = rank - 1;
                if before > 0 {
                    code.line(format_args!("let moves = cost < cost_{before};"));
                    code.line(format_args!("cost_{rank} = select(cost, cost_{before}, moves);"));
                    code.line(format_args!("way_{rank} = select(way, way_{before}, moves);"));
                } else {
                    code.line("cost_1 = cost;");
                    code.line("way_1 = way;");
                }
                code.close();
            }
            code.line(format_args!("worst = cost_{count};"));
        });
    }

    /// Writes the search for the nearest point: its hash and the steps to its cell.
    fn nearest(&self, code: &mut Code) {
        code.line("var nearest = 0u;");
        for axis in self.axes {
            code.line(format_args!("var nearest_{axis} = 0;"));
        }
        code.line("var worst = 3.4028234e38f;");
        self.run(code, &mut |code| {
            code.open("if (cost < worst)");
            code.line("worst = cost;");
            code.line("nearest = hash;");
            for axis in self.axes {
                code.line(format_args!("nearest_{axis} = {axis}_step;"));
            }
            code.close();
        });
    }

    /// Writes the loops; `offer` takes a point with `hash`, `cost` and the offsets `apart_x`, ....
    fn run(&self, code: &mut Code, offer: &mut dyn FnMut(&mut Code)) {
        code.open_block();
        code.line("let start = hash_start(seed);");
        self.along(code, self.axes.len() - 1, offer);
        code.close();
    }

    fn along(&self, code: &mut Code, index: usize, offer: &mut dyn FnMut(&mut Code)) {
        let axis = self.axes[index];
        let (least, state) = match self.axes.get(index + 1) {
            None => ("0.0f".to_owned(), "start".to_owned()),
            Some(outer) => (format!("{outer}_least"), format!("{outer}_state")),
        };
        code.line(format_args!("var {axis}_step = 0;"));
        code.line(format_args!("var {axis}_skipped = 0;"));
        code.open(format_args!("while ({axis}_skipped < 2)"));
        let outside = format!("distance_outside({axis}_step, {axis}_within, spread)");
        code.line(format_args!("let {axis}_least = {};", self.extend(&least, &outside)));
        code.open(format_args!("if ({axis}_least > worst)"));
        code.line(format_args!("{axis}_skipped += 1;"));
        code.otherwise();
        code.line(format_args!("{axis}_skipped = 0;"));
        let cell = if self.periodic {
            format!("wrap_point({axis}_cell + {axis}_step, {axis}_period)")
        } else {
            format!("{axis}_cell + {axis}_step")
        };
        if index > 0 {
            code.line(format_args!("let {axis}_state = hash_next({state}, {cell});"));
            self.along(code, index - 1, offer);
        } else {
            code.line(format_args!("let hash = hash_end({state}, {cell});"));
            for axis in self.axes {
                code.line(format_args!("let apart_{axis} = {};", self.offset(axis, &format!("{axis}_step"), "hash")));
            }
            let cost = self.axes.iter().rev();
            let cost = cost.fold("0.0f".to_owned(), |cost, axis| self.extend(&cost, &format!("abs(apart_{axis})")));
            code.line(format_args!("let cost = {cost};"));
            offer(code);
        }
        code.close();
        code.line(format_args!("{axis}_step = step_after({axis}_step);"));
        code.close();
    }

    /// The vector from the sample to the point of a cell, along an axis.
    fn offset(&self, axis: &str, step: &str, hash: &str) -> String {
        let index = AXES.iter().position(|known| *known == axis).unwrap_or_default() as u32;
        format!("feature_point(f32({step}), {}, spread) - {axis}_within", nth_number(hash, index))
    }

    /// The cost of a vector after one more axis.
    fn extend(&self, cost: &str, distance: &str) -> String {
        match self.metric {
            Metric::Euclidean | Metric::EuclideanSquared if cost == "0.0f" => format!("squared({distance})"),
            Metric::Euclidean | Metric::EuclideanSquared => format!("{cost} + squared({distance})"),
            Metric::Manhattan if cost == "0.0f" => distance.to_owned(),
            Metric::Manhattan => format!("{cost} + {distance}"),
            Metric::Chebyshev => format!("max({cost}, {distance})"),
            Metric::Minkowski => format!("{cost} + power({distance}, power_of)"),
        }
    }
}
