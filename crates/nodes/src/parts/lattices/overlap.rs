//! Combination of overlapping copies, one after the other.

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::{Field, LoweringContext};
use travertine_program::Expr;

/// The input that selects the combination.
pub fn input() -> InputDefinition {
    InputDefinition::choice("combine", &["max", "min", "add", "over", "rows"]).describe(
        "The combination of overlapping copies and the background: the greatest value, the least, the sum, \
         the copy that is on top by chance, or rows like roof tiles, each over the row below. For the last \
         two a number covers where it is above 0, a vector where its mean is, and a color by its alpha.",
    )
}

/// What the copies so far and the background give.
pub struct Combined<'a> {
    mode: &'a str,
    value: Field<'a>,
    /// The value or the order of the most visible copy.
    best: Expr<'a>,
    /// The two colors on top and the order of the lower one. The others are laid over the background as they come,
    /// which only shows through the edges of both.
    layers: [[Expr<'a>; 4]; 2],
    lower_order: Expr<'a>,
}

impl<'a> Combined<'a> {
    /// The background alone.
    pub fn new(context: &LoweringContext<'a>, background: Field<'a>) -> Combined<'a> {
        let mode = context.choice("combine");
        let (none, below_all) = (context.constant(0.0), context.constant(-1.0));
        let best = match mode {
            "max" | "min" => background.to_float(),
            "add" => none,
            _ => below_all,
        };
        Combined { mode, value: background, best, layers: [[none; 4]; 2], lower_order: below_all }
    }

    /// Adds a copy, if its presence is above 0. Returns a number above 0 where it is the most visible copy so far.
    pub fn add(&mut self, value: Field<'a>, presence: Option<Expr<'a>>, order: Expr<'a>) -> Expr<'a> {
        self.value = self.value.convert(self.value.value_type().max(value.value_type()));
        let converted = value.convert(self.value.value_type());
        let if_present = |yes: Expr<'a>, no: Expr<'a>| presence.map_or(yes, |here| here.select(yes, no));
        match self.mode {
            "over" | "rows" => {}
            mode => {
                let combined = |a: Expr<'a>, b: Expr<'a>| match mode {
                    "max" => a.max(b),
                    "min" => a.min(b),
                    _ => a + b,
                };
                let value = value.to_float();
                let is_best = if mode == "min" { value.less(self.best) } else { self.best.less(value) };
                let best = if mode == "min" { self.best.min(value) } else { self.best.max(value) };
                self.best = if_present(best, self.best);
                self.value = zip(self.value, converted, |a, b| if_present(combined(a, b), a));
                return presence.map_or(is_best, |here| is_best.min(here));
            }
        }
        let cover = match value {
            Field::Color([.., alpha]) => alpha,
            other => other.to_float(),
        };
        let cover = presence.map_or(cover, |here| cover.min(here));
        let color = match (value, converted) {
            (Field::Color(_), Field::Color([red, green, blue, alpha])) => {
                Some([red, green, blue, presence.map_or(alpha, |here| here.select(alpha, 0.0))])
            }
            _ => None,
        };
        if self.mode == "rows" {
            self.value = match color {
                Some(color) => Field::Color(laid_over(self.value.to_color(), color)),
                None => self.value.zip(converted, |a, b| cover.select(b, a)),
            };
            return cover;
        }
        let order = cover.select(order, -1.0);
        let is_top = self.best.less(order);
        match color {
            Some(color) => self.insert(color, order, is_top),
            None => self.value = self.value.zip(converted, |a, b| is_top.select(b, a)),
        }
        self.best = self.best.max(order);
        is_top
    }

    /// Puts a color in its place among the two on top, or below.
    fn insert(&mut self, color: [Expr<'a>; 4], order: Expr<'a>, is_top: Expr<'a>) {
        let is_second = self.lower_order.less(order);
        let [top, second] = self.layers;
        let choose = |condition: Expr<'a>, yes: [Expr<'a>; 4], no: [Expr<'a>; 4]| {
            [0, 1, 2, 3].map(|i: usize| condition.select(yes[i], no[i]))
        };
        // What comes on top is above the second, too.
        let (kept, lower) = (choose(is_second, color, second), choose(is_second, second, color));
        self.layers = [choose(is_top, color, top), choose(is_top, top, kept)];
        self.value = Field::Color(laid_over(self.value.to_color(), lower));
        self.lower_order = is_top.select(self.best, self.lower_order.max(order));
    }

    /// The result.
    pub fn finish(self) -> Field<'a> {
        match (self.mode, self.value) {
            ("over", Field::Color(background)) => {
                let [top, second] = self.layers;
                Field::Color(laid_over(laid_over(background, second), top))
            }
            _ => self.value,
        }
    }
}

/// Combines two fields of one type; the alpha is that of `a`.
fn zip<'a>(a: Field<'a>, b: Field<'a>, f: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>) -> Field<'a> {
    match (a, a.zip(b, f)) {
        (Field::Color([.., alpha]), Field::Color([red, green, blue, _])) => Field::Color([red, green, blue, alpha]),
        (_, combined) => combined,
    }
}

/// A color over another, after W3C, "Compositing and Blending Level 1".
fn laid_over<'a>(
    [red, green, blue, alpha]: [Expr<'a>; 4],
    [over_red, over_green, over_blue, over_alpha]: [Expr<'a>; 4],
) -> [Expr<'a>; 4] {
    let over_alpha = over_alpha.clamp01();
    let whole = if alpha.is_constant(1.0) { alpha } else { 1.0 - (1.0 - alpha.clamp01()) * (1.0 - over_alpha) };
    let weight = over_alpha / whole;
    [red.mix(over_red, weight), green.mix(over_green, weight), blue.mix(over_blue, weight), whole]
}
