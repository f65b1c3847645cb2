//! What several nodes share: inputs, and the expressions that they build.

/// Arithmetic on numbers and on components: steps, minima, sums, waves.
pub mod arithmetic {
    // A function of numbers, applied to each component.
    pub mod componentwise;
    // Smooth minima and maxima.
    pub mod smooth;
    // Steps from 0 to 1, hard or soft.
    pub mod soft_step;
    // The inputs of sine, cosine and tangent.
    pub mod trigonometry;
    // The shape of a wave over one turn.
    pub mod waveform;
    // Weighted sums.
    pub mod weighted;
}

/// Color spaces and the encoding of channels.
pub mod colors {
    // Conversions between color spaces.
    pub mod color_space;
    // The scale of channels: sRGB or linear light.
    pub mod encoding;
}

/// Signed distances of shapes, and the pictures that show them.
pub mod distances {
    // Example documents that show a shape.
    pub mod shape_pictures;
    // The inputs and outputs of shapes, lengths, corners.
    pub mod signed_distance;
}

/// Lattices of cells, and what nodes put into the cells.
pub mod lattices {
    // The scale of a lattice, and the position in its cells.
    pub mod cells;
    // Copies of a texture, one in each cell.
    pub mod copies;
    // The cells around a position.
    pub mod neighborhood;
    // The combination of overlapping copies.
    pub mod overlap;
    // Repetition of a lattice, for tiles.
    pub mod periods;
    // Random numbers of positions and cells.
    pub mod random;
    // Lattices whose odd rows are shifted by half a column.
    pub mod staggered;
    // Thin arcs, one in each cell.
    pub mod strokes;
}

/// Noises, their octaves and their ranges; fractals by iteration.
pub mod noises {
    // The noise that fractals sum before anything is wired.
    pub mod default_noise;
    // Hugo Elias' value noise.
    pub mod elias;
    // Iterations of complex numbers, as for the Mandelbrot set.
    pub mod escape_time;
    // Fading of noise that is too fine for the samples.
    pub mod footprint;
    // Gradient and value noise.
    pub mod lattice_noise;
    // Sums of octaves.
    pub mod octaves;
    // The inputs `min` and `max`.
    pub mod output_range;
    // The inputs and the output of published noises.
    pub mod published;
}

/// Positions that are rotated, seen along an axis, or projected.
pub mod positions {
    // Sine, cosine and rotation by degrees.
    pub mod angle;
    // Points seen along an axis.
    pub mod axis;
    // Round spots in which a node distorts a texture.
    pub mod spots;
    // The three sides of triplanar projections.
    pub mod triplanar;
}

/// Values at other positions: means, blurs, heights, grids of samples.
pub mod sampling {
    // Means over several positions.
    pub mod average;
    // Positions in a disc or a ball, for blurs.
    pub mod blur_kernel;
    // Heights around a position, and their gradient.
    pub mod height;
    // Grids of samples that a node processes together.
    pub mod sample_grid;
    // Masks of worn edges and dirt.
    pub mod wear;
}

/// Tilings of the plane.
pub mod tilings {
    // A row of bricks.
    pub mod brick_row;
    // Tilings of a few convex polygons.
    pub mod mosaic;
    // The inputs and outputs that all tilings share.
    pub mod pieces;
}
