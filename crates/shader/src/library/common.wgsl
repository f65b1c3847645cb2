// Functions of both tiers. Arithmetic on floats is plain here; in the exact tier a pass keeps it as it is written.

// `a - floor(a)`, below 1 even where the difference rounds to 1.
fn fraction(x: f32) -> f32 {
    return min(x - floor(x), 0.99999994f);
}

// The nearest integer; halves round away from 0.
fn round_half_away(x: f32) -> f32 {
    return trunc(x + select(0.49999997f, -0.49999997f, x < 0.0f));
}

// The cubic `3 t^2 - 2 t^3` for t from 0 to 1.
fn smoothstep_fade(t: f32) -> f32 {
    return t * t * (3.0f - 2.0f * t);
}

// The quintic `6 t^5 - 15 t^4 + 10 t^3` for t from 0 to 1; the upper half follows by symmetry.
fn smootherstep_fade(t: f32) -> f32 {
    let u = min(t, 1.0f - t);
    let rise = u * u * u * (u * (u * 6.0f - 15.0f) + 10.0f);
    return select(rise, 1.0f - rise, t > 0.5f);
}

// Half a cosine wave, `(1 - cos(pi t)) / 2`, for t from 0 to 1.
fn cosine_fade(t: f32) -> f32 {
    let u = min(t, 1.0f - t);
    let v = u * u;
    let series = (((0.012313556f * v - 0.117537186f) * v + 0.66762006f) * v - 2.0293555f) * v + 2.467401f;
    let wave = v * series;
    return select(wave, 1.0f - wave, t > 0.5f);
}

fn cosine_fade_slope(t: f32) -> f32 {
    let u = select(t, 1.0f - t, t > 0.5f);
    let v = u * u;
    let series = (((0.06156778f * v - 0.47014874f) * v + 2.0028602f) * v - 4.058711f) * v + 2.467401f;
    return 2.0f * u * series;
}

fn smoothstep_fade_slope(t: f32) -> f32 {
    return 6.0f * t * (1.0f - t);
}

fn smootherstep_fade_slope(t: f32) -> f32 {
    let bump = t * (1.0f - t);
    return 30.0f * bump * bump;
}

// The Catmull-Rom spline between b and c.
fn spline(t: f32, a: f32, b: f32, c: f32, d: f32) -> f32 {
    let before = 0.5f * t * ((2.0f - t) * t - 1.0f);
    let below = 0.5f * (t * t * (3.0f * t - 5.0f) + 2.0f);
    let above = 0.5f * t * ((4.0f - 3.0f * t) * t + 1.0f);
    let behind = 0.5f * t * t * (t - 1.0f);
    return ((a * before + b * below) + c * above) + d * behind;
}

fn spline_slope(t: f32, a: f32, b: f32, c: f32, d: f32) -> f32 {
    let before = 0.5f * ((4.0f - 3.0f * t) * t - 1.0f);
    let below = 0.5f * t * (9.0f * t - 10.0f);
    let above = 0.5f * ((8.0f - 9.0f * t) * t + 1.0f);
    let behind = 0.5f * t * (3.0f * t - 2.0f);
    return ((a * before + b * below) + c * above) + d * behind;
}

// Linear interpolation.
fn blend(t: f32, a: f32, b: f32) -> f32 {
    return a + t * (b - a);
}

fn blend2(t: f32, a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return a + t * (b - a);
}

fn blend3(t: f32, a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return a + t * (b - a);
}

fn blend4(t: f32, a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return a + t * (b - a);
}

// Linear interpolation of a value and its derivative. `rate` is the derivative of the weight t.
fn blend_dual(t: f32, rate: f32, a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let rise = b - a;
    return vec2<f32>(a.x + t * rise.x, (a.y + t * rise.y) + rate * rise.x);
}

// Hashes of lattice points absorb the coordinates in the order time, z, y, x; `hash_end` takes x.
fn hash_next(state: u32, coordinate: i32) -> u32 {
    let h = (state ^ bitcast<u32>(coordinate)) * 0x85ebca6bu;
    return h ^ (h >> 15u);
}

fn hash_end(state: u32, x: i32) -> u32 {
    var h = state ^ bitcast<u32>(x);
    h = (h ^ (h >> 16u)) * 0x21f0aaadu;
    h = ((h ^ (h >> 15u)) + state) * 0xd35a2d97u;
    return h ^ (h >> 15u);
}

// The upper 24 bits of a hash, as a number from 0 to 1.
fn hash_to_unit(hash: u32) -> f32 {
    return f32(hash >> 8u) * 5.9604645e-8f;
}

// The lattice point within the first period.
fn wrap_point(place: i32, period: i32) -> i32 {
    let rest = place % period;
    return select(rest, rest + period, rest < 0);
}

// The lattice point after one that lies within the first period.
fn point_after(place: i32, period: i32) -> i32 {
    return select(place + 1, 0, place + 1 == period);
}

// The lattice point before one that lies within the first period.
fn point_before(place: i32, period: i32) -> i32 {
    return select(place - 1, period - 1, place == 0);
}

// The period of an octave with the given frequency, at most 2^24 cells.
fn octave_period(period: f32, frequency: f32) -> i32 {
    return i32(min(period * max(round_half_away(frequency), 1.0f), 16777216.0f));
}

// `magnitude`, negative if the lowest bit of `bits` is set.
fn with_sign(magnitude: f32, bits: u32) -> f32 {
    return select(magnitude, -magnitude, (bits & 1u) == 1u);
}

// A random slope from -1 to 1.
fn random_slope(hash: u32) -> f32 {
    return int_to_float(bitcast<i32>(hash)) * 4.656613e-10f;
}

// One of 16 unit vectors at multiples of 22.5 degrees.
fn random_direction(hash: u32) -> vec2<f32> {
    let diagonal = (hash & 1u) != 0u;
    let odd = (hash & 2u) != 0u;
    let cosine = select(select(1.0f, 0.70710677f, diagonal), select(0.9238795f, 0.38268343f, diagonal), odd);
    let sine = select(select(0.0f, 0.70710677f, diagonal), select(0.38268343f, 0.9238795f, diagonal), odd);
    let swap = (hash & 4u) != 0u;
    let x = select(cosine, sine, swap);
    let y = select(sine, cosine, swap);
    return vec2<f32>(with_sign(x, (hash >> 3u) ^ (hash >> 2u)), with_sign(y, hash >> 3u));
}

// One of the 12 vectors from the center of a cube to the middles of its edges.
fn random_cube_edge(hash: u32) -> vec3<f32> {
    let lowest = bitcast<i32>(hash) < -715827883;
    let highest = bitcast<i32>(hash) >= 715827883;
    return vec3<f32>(
        select(with_sign(1.0f, hash), 0.0f, lowest),
        select(with_sign(1.0f, hash >> 1u), 0.0f, highest),
        select(0.0f, with_sign(1.0f, hash >> 2u), lowest || highest),
    );
}

// One of the 32 vectors from the center of a tesseract to the middles of its edges.
fn random_tesseract_edge(hash: u32) -> vec4<f32> {
    let axis = hash >> 30u;
    return vec4<f32>(
        select(with_sign(1.0f, hash), 0.0f, axis == 0u),
        select(with_sign(1.0f, hash >> 1u), 0.0f, axis == 1u),
        select(with_sign(1.0f, hash >> 2u), 0.0f, axis == 2u),
        select(with_sign(1.0f, hash >> 3u), 0.0f, axis == 3u),
    );
}

// A product of a hash as a number from -1/2 to 1/2.
fn hash_to_shift(hash: u32) -> f32 {
    return f32(bitcast<i32>(hash) >> 8u) * 5.9604645e-8f;
}

// The next step of a search outwards: 0, 1, -1, 2, -2, ...
fn step_after(step: i32) -> i32 {
    return select(1 - step, -step, step > 0);
}

// The coordinate of a cell's feature point along an axis, from the cell's lower corner.
fn feature_point(corner: f32, random: u32, jitter: f32) -> f32 {
    return (corner + 0.5f) + hash_to_shift(random) * jitter;
}

// A lower bound of the distance along an axis to the feature points of cells that are `step` away.
fn distance_outside(step: i32, within: f32, jitter: f32) -> f32 {
    let center = f32(step) + 0.5f;
    let half_width = jitter * 0.5f;
    let outside = max((center - half_width) - within, within - (center + half_width));
    return select(0.0f, outside * 0.99999905f, outside > 0.0f);
}

// A piece of a curve: the value at a position x in or after it.
fn curve_piece(x: f32, start: f32, per_width: f32, y: f32, next_y: f32, rise: f32) -> f32 {
    let t = min(difference(x, start) * per_width, 1.0f);
    let between = min(max(y, next_y), max(min(y, next_y), y + t * rise));
    return select(between, next_y, t == 1.0f);
}

// The same, level at both ends.
fn smooth_curve_piece(x: f32, start: f32, per_width: f32, y: f32, next_y: f32, rise: f32) -> f32 {
    let t = smoothstep_fade(min(difference(x, start) * per_width, 1.0f));
    let between = min(max(y, next_y), max(min(y, next_y), y + t * rise));
    return select(between, next_y, t == 1.0f);
}

fn squared(x: f32) -> f32 {
    return x * x;
}

// The state of a hash before any coordinate.
fn hash_start(seed: u32) -> u32 {
    return hash_end(0x9e3779b9u, bitcast<i32>(seed));
}

// The scalar product of a distance with a unit vector in a hashed direction.
fn rotated_product(cell_x: i32, cell_y: i32, x: f32, y: f32) -> f32 {
    var a = bitcast<u32>(cell_x);
    var b = bitcast<u32>(cell_y);
    a = a * 3284157443u;
    b ^= (a << 16u) | (a >> 16u);
    b = b * 1911520717u;
    a ^= (b << 16u) | (b >> 16u);
    a = a * 2048419325u;
    let direction = random_angle(a);
    return x * cosine(direction) + y * sine(direction);
}

// A sample of a channel of a texture: red is 0, green 1, blue 2.
fn texel(samples: texture_2d<f32>, channel: i32, column: i32, row: i32) -> f32 {
    let pixel = textureLoad(samples, vec2<i32>(column, row), 0);
    return select(select(pixel.x, pixel.y, channel == 1), pixel.z, channel == 2);
}

// The samples per unit for derivatives, or 0 beyond the edges.
fn clamped_rise(x: f32, units: f32, resolution: f32) -> f32 {
    return select(0.0f, resolution, clamp(x, 0.0f, units) == x);
}

// The samples per unit for derivatives, negative where samples are mirrored. Images alone are; their axes have one unit.
fn mirrored_rise(x: f32, resolution: f32) -> f32 {
    let size = abs(x);
    let twice = size - floor(size * 0.5f) * 2.0f;
    let right = select(resolution, -resolution, twice > 1.0f);
    let left = select(select(resolution, -resolution, twice < 1.0f), resolution, twice == 0.0f);
    return select(right, left, x < 0.0f);
}

// The sample for an index beyond the first or the last: the one at the edge.
fn clamped_index(index: i32, count: i32) -> i32 {
    return clamp(index, 0, count - 1);
}

// The sample for an index beyond the first or the last, where all are repeated as in a mirror.
fn mirrored_index(index: i32, count: i32) -> i32 {
    let place = wrap_point(index, 2 * count);
    return min(place, 2 * count - 1 - place);
}
