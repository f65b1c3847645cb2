//! What several nodes share: inputs, and the expressions that they build.

/// Arithmetic on numbers and on components: steps, minima, sums, waves.
pub mod arithmetic {
    pub mod componentwise; // A function of numbers, applied to each component.
    pub mod smooth; // Smooth minima and maxima.
    pub mod soft_step; // Steps from 0 to 1, hard or soft.
    pub mod trigonometry; // The inputs of sine, cosine and tangent.
    pub mod waveform; // The shape of a wave over one turn.
    pub mod weighted; // Weighted sums.
}

/// Color spaces and the encoding of channels.
pub mod colors {
    pub mod color_space; // Conversions between color spaces.
    pub mod encoding; // The scale of channels: sRGB or linear light.
}

/// Signed distances of shapes, and the pictures that show them.
pub mod distances {
    pub mod shape_mask; // Masks and heights from a distance.
    pub mod shape_pictures; // Example documents that show a shape.
    pub mod signed_distance; // The inputs and outputs of shapes, lengths, corners.
}

/// Lattices of cells, and what nodes put into the cells.
pub mod lattices {
    pub mod cells; // The scale of a lattice, and the position in its cells.
    pub mod copies; // Copies of a texture, one in each cell.
    pub mod neighborhood; // The cells around a position.
    pub mod overlap; // The combination of overlapping copies.
    pub mod periods; // Repetition of a lattice, for tiles.
    pub mod random; // Random numbers of positions and cells.
    pub mod staggered; // Lattices whose odd rows are shifted by half a column.
    pub mod strokes; // Thin arcs, one in each cell.
}

/// Noises, their octaves and their ranges; fractals by iteration.
pub mod noises {
    pub mod default_noise; // The noise that fractals sum before anything is wired.
    pub mod elias; // Hugo Elias' value noise.
    pub mod escape_time; // Iterations of complex numbers, as for the Mandelbrot set.
    pub mod footprint; // Fading of noise that is too fine for the samples.
    pub mod lattice_noise; // Gradient and value noise.
    pub mod octaves; // Sums of octaves.
    pub mod output_range; // The inputs `min` and `max`.
    pub mod published; // The inputs and the output of published noises.
}

/// Positions that are rotated, seen along an axis, or projected.
pub mod positions {
    pub mod angle; // Sine, cosine and rotation by degrees.
    pub mod axis; // Points seen along an axis.
    pub mod spots; // Round spots in which a node distorts a texture.
    pub mod triplanar; // The three sides of triplanar projections.
}

/// Values at other positions: means, blurs, heights, grids of samples.
pub mod sampling {
    pub mod average; // Means over several positions.
    pub mod blur_kernel; // Positions in a disc or a ball, for blurs.
    pub mod coverage; // Edges that are smooth over a pixel.
    pub mod height; // Heights around a position, and their gradient.
    pub mod normals; // Tangent-space normals.
    pub mod sample_grid; // Grids of samples that a node processes together.
    pub mod wear; // Masks of worn edges and dirt.
}

/// Tilings of the plane.
pub mod tilings {
    pub mod brick_row; // A row of bricks.
    pub mod courses; // Bricks in rows.
    pub mod honeycomb; // Hexagons.
    pub mod mosaic; // Tilings of a few convex polygons.
    pub mod pieces; // The inputs and outputs that all tilings share.
}
