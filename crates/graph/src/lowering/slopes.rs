//! Derivatives of fields by the position: the slopes that nodes request, and the footprints of positions that they
//! move.

use travertine_program::Expr;

use super::context::LoweringContext;
use super::{Field, Position, Suspended};

impl<'a> LoweringContext<'a> {
    /// The position that `map` returns for the node's own, with a footprint: how far the next sample along x, y or z
    /// lands, whichever is the greatest.
    ///
    /// That follows from the derivatives of `map`. Where these would be differences, it is the difference to where the
    /// next samples land; `map` is then evaluated without a footprint, so that this does not recurse. A footprint
    /// counts as constant in derivatives, so those of one do not lead to those of another.
    pub fn moved(
        &self,
        map: impl Fn(Position<'a>) -> Result<Position<'a>, Suspended>,
    ) -> Result<Position<'a>, Suspended> {
        let moved = map(self.position)?;
        let Some(footprint) = self.position.footprint else { return Ok(moved) };
        let builder = self.lowering.builder();
        let unknown = self.unknown_position();
        let landed = map(unknown)?.vector();
        let footprint = if landed.into_iter().all(|part| builder.has_exact_derivatives(part, &unknown.vector())) {
            let slopes = self.slopes_of(|position| Ok(Field::Vector(map(position)?.vector())))?;
            footprint * greatest(slopes.map(Field::to_vector))
        } else {
            let position = self.position.without_footprint();
            let here = map(position)?.vector();
            let difference = |axis: usize| {
                let mut next = position.vector();
                next[axis] = next[axis] + footprint;
                let there = map(position.at(next))?.vector();
                Ok([0, 1, 2].map(|part: usize| there[part] - here[part]))
            };
            greatest([difference(0)?, difference(1)?, difference(2)?])
        };
        builder.hold(footprint);
        Ok(Position { footprint: Some(footprint), ..moved })
    }

    /// The derivatives of an input along x, y and z, at the node's position, in units of the field per unit.
    ///
    /// They are those of the field where it is evaluated: if a warp moves the node, they do not turn with the warp. The
    /// rules of [`Builder::derivative`](travertine_program::Builder::derivative) hold where the field has creases.
    pub fn slopes(&self, input: &str) -> Result<[Field<'a>; 3], Suspended> {
        self.slopes_of(|position| self.any_at(input, position))
    }

    /// The same of the field that `field` computes at a position.
    pub fn slopes_of(
        &self,
        field: impl FnOnce(Position<'a>) -> Result<Field<'a>, Suspended>,
    ) -> Result<[Field<'a>; 3], Suspended> {
        let builder = self.lowering.builder();
        // All changes of the field come from these coordinates.
        let unknown = self.unknown_position();
        let field = field(unknown)?;
        let here = unknown.coordinates().into_iter().zip(self.position.coordinates());
        let here: Vec<_> = here.chain(unknown.footprint.zip(self.position.footprint)).collect();
        let slope = |component, coordinate| match builder.derivative(component, coordinate) {
            Some(slope) => builder.replace(slope, &here),
            None => self.constant(0.0),
        };
        Ok(unknown.vector().map(|coordinate| field.map(|component| slope(component, coordinate))))
    }

    /// A position at coordinates that nothing else is computed from, with a footprint if the node's position has one.
    fn unknown_position(&self) -> Position<'a> {
        let [x, y, z, time, spacing] = [0, 1, 2, 3, 4].map(|number| self.lowering.builder().unknown(number));
        Position { x, y, z, time, footprint: self.position.footprint.map(|_| spacing) }
    }
}

/// The length of the longest vector.
fn greatest(vectors: [[Expr; 3]; 3]) -> Expr {
    let [a, b, c] = vectors.map(|[x, y, z]| x * x + y * y + z * z);
    a.max(b).max(c).sqrt()
}
