//! The pen that draws strokes: their parameters.

/// The parameters of strokes: numbers for one sample, or slices for many. Lengths along the strokes are in cells, those
/// across in lengths of cells.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pen<T> {
    /// The numbers of cells along and across the strokes after which their random numbers repeat; 0 for none.
    pub periods: [T; 2],
    /// The number of cells across by which the strokes have moved after a period along them.
    pub shift: T,
    /// Half the width of a stroke.
    pub half_width: T,
    /// A factor of all heights.
    pub presence: T,
    /// The share of the cells that have a stroke.
    pub density: T,
    /// Half the length of the longest strokes.
    pub half_length: T,
    /// The slope of the lattice.
    pub slope: T,
    /// The greatest rise of a stroke against its lattice, at its ends.
    pub tilt: T,
    /// The greatest distance of a stroke to the straight line between its ends.
    pub curl: T,
}

/// The number of arguments: two coordinates and the pen.
pub(super) const ARGUMENTS: usize = 12;

/// The position and the pen in order.
pub(super) fn arguments<T>([along, across]: [T; 2], pen: Pen<T>) -> [T; ARGUMENTS] {
    let [period, other_period] = pen.periods;
    let Pen { shift, half_width, presence, density, half_length, slope, tilt, curl, .. } = pen;
    [along, across, period, other_period, shift, half_width, presence, density, half_length, slope, tilt, curl]
}

impl<T: Copy> Pen<T> {
    /// The pen among the arguments.
    #[inline(always)]
    pub(super) fn of(args: &[T; ARGUMENTS]) -> Pen<T> {
        let [_, _, period, other_period, shift, half_width, presence, density, half_length, slope, tilt, curl] = *args;
        let periods = [period, other_period];
        Pen { periods, shift, half_width, presence, density, half_length, slope, tilt, curl }
    }
}

impl Pen<f32> {
    /// Whether the controls are within limits that nodes keep unless their inputs are extreme. Nothing overflows at a
    /// place on a stroke then.
    #[inline(always)]
    pub(super) fn is_ordinary(&self) -> bool {
        const GREAT: f32 = 1e6;
        // Without branches, which would prevent vectorization.
        (self.slope.abs() <= GREAT)
            & (self.tilt.abs() <= GREAT)
            & (self.curl.abs() <= GREAT)
            & (self.half_length >= 1e-8)
            & (self.half_length <= GREAT)
            & (self.half_width >= 1e-12)
            & (self.half_width <= GREAT)
            & (self.presence.to_bits() <= GREAT.to_bits())
    }
}
