// Functions of the close tier: plain arithmetic, and the functions of the GPU where they are precise.

// Infinities become the greatest float.
fn keep_finite(x: f32) -> f32 {
    return clamp(x, -3.4028234e38f, 3.4028234e38f);
}

fn difference(a: f32, b: f32) -> f32 {
    return a - b;
}

// `a / b`; 0 if b is 0.
fn divide(a: f32, b: f32) -> f32 {
    return select(keep_finite(a / b), 0.0f, b == 0.0f);
}

// The square root; 0 for negative numbers.
fn square_root(x: f32) -> f32 {
    return sqrt(max(x, 0.0f));
}

fn int_to_float(i: i32) -> f32 {
    return f32(i);
}

// The index of the lattice cell that contains a coordinate.
fn cell_index(x: f32) -> i32 {
    return i32(floor(x));
}

// The distance above the lower end of the lattice cell.
fn cell_offset(x: f32) -> f32 {
    return x - floor(x);
}

// Linear interpolation from a to b.
fn interpolate(a: f32, b: f32, t: f32) -> f32 {
    return a * (1.0f - t) + b * t;
}

// `a - b * floor(a / b)`; 0 if b is 0.
fn modulo(a: f32, b: f32) -> f32 {
    let rest = a - b * floor(divide(a, b));
    return select(rest, 0.0f, b == 0.0f || rest == b);
}

// The sine of an angle in quarter turns.
fn sine_of_quarters(quarters: f32) -> f32 {
    let nearest = floor(quarters + 0.5f);
    let x = (quarters - nearest) * 1.5707964f;
    let square = x * x;
    let sine = x * (1.0f + square * (-0.16666667f + square * (0.008333334f + square * (-0.00019841f + square * 2.7526e-6f))));
    let cosine = 1.0f + square * (-0.5f + square * (0.041666668f + square * (-0.0013888889f + square * 2.4801e-5f)));
    let turn = i32(nearest);
    let wave = select(sine, cosine, (turn & 1) == 1);
    return select(wave, -wave, (turn & 2) == 2);
}

// The nearest whole number of quarter turns in an angle in radians.
fn quarter_turns(x: f32) -> f32 {
    return floor(x * 0.63661975f + 0.5f);
}

// What remains of an angle after a number of quarter turns, which are subtracted in three parts.
fn after_quarters(x: f32, quarters: f32) -> f32 {
    return ((x - quarters * 1.5703125f) - quarters * 0.00048375130f) - quarters * 7.5497900e-8f;
}

fn sine_or_cosine(x: f32, ahead: i32) -> f32 {
    let quarters = quarter_turns(x);
    let rest = after_quarters(x, quarters);
    let square = rest * rest;
    let sine = rest * (1.0f + square * (-0.16666667f + square * (0.008333334f + square * (-0.00019841f + square * 2.7526e-6f))));
    let cosine = 1.0f + square * (-0.5f + square * (0.041666668f + square * (-0.0013888889f + square * 2.4801e-5f)));
    let turn = i32(quarters) + ahead;
    let wave = select(sine, cosine, (turn & 1) == 1);
    return select(wave, -wave, (turn & 2) == 2);
}

// The sine of an angle in radians.
fn sine(x: f32) -> f32 {
    return sine_or_cosine(x, 0);
}

// The cosine of an angle in radians.
fn cosine(x: f32) -> f32 {
    return sine_or_cosine(x, 1);
}

// The tangent of an angle in radians.
fn tangent(x: f32) -> f32 {
    return divide(sine(x), cosine(x));
}

// The angle of the point (x, y) in radians; 0 for the origin.
fn angle(y: f32, x: f32) -> f32 {
    let height = abs(y);
    let width = abs(x);
    let steep = height > width;
    let t = divide(min(height, width), max(height, width));
    let square = t * t;
    let series = 0.9999992f + square * (-0.33326358f + square * (0.19931653f + square * (-0.13888736f + square * (0.09652537f + square * (-0.055739917f + square * (0.021894943f - square * 0.0040466217f))))));
    let eighth = t * series;
    let quarter = select(eighth, 1.5707964f - eighth, steep);
    let half_turn = select(quarter, 3.1415927f - quarter, x < 0.0f);
    return select(half_turn, -half_turn, y < 0.0f);
}

fn arctangent(x: f32) -> f32 {
    return angle(x, 1.0f);
}

// The arcsine of x clamped to -1 to 1.
fn arcsine(x: f32) -> f32 {
    let s = clamp(x, -1.0f, 1.0f);
    return angle(s, sqrt((1.0f - s) * (1.0f + s)));
}

// The arccosine of x clamped to -1 to 1.
fn arccosine(x: f32) -> f32 {
    let c = clamp(x, -1.0f, 1.0f);
    return angle(sqrt((1.0f - c) * (1.0f + c)), c);
}

// 2 to the power of x, at most the greatest float.
fn exponential2(x: f32) -> f32 {
    return select(exp2(min(x, 127.99999f)), 3.4028234e38f, x >= 128.0f);
}

// e to the power of x, at most the greatest float.
fn exponential(x: f32) -> f32 {
    return exponential2(x * 1.442695f);
}

// The logarithm to base 2; -149 for x <= 0.
fn logarithm2(x: f32) -> f32 {
    return select(log2(max(x, 1.1754944e-38f)), -149.0f, x <= 0.0f);
}

// The natural logarithm; that of the smallest positive float for x <= 0.
fn logarithm(x: f32) -> f32 {
    return logarithm2(x) * 0.6931472f;
}

// x to the power of y. For a negative x, y must be whole, or the power is 0.
fn power(x: f32, y: f32) -> f32 {
    let magnitude = exponential2(y * logarithm2(abs(x)));
    let whole = y == floor(y);
    let odd = y * 0.5f != floor(y * 0.5f);
    let negative = select(0.0f, select(magnitude, -magnitude, odd), whole);
    let of_negative = select(magnitude, negative, x < 0.0f);
    return select(select(of_negative, 0.0f, x == 0.0f), 1.0f, y == 0.0f);
}

// The linear light of an sRGB-encoded value; negative values are mirrored.
fn srgb_to_linear(x: f32) -> f32 {
    let magnitude = abs(x);
    let curve = exponential2(2.4f * logarithm2((magnitude + 0.055f) * 0.9478673f));
    return select(curve, magnitude * 0.07739938f, magnitude <= 0.04045f) * select(1.0f, -1.0f, x < 0.0f);
}

// The sRGB encoding of linear light; negative values are mirrored.
fn linear_to_srgb(x: f32) -> f32 {
    let magnitude = abs(x);
    let curve = exponential2(0.41666666f * logarithm2(max(magnitude, 0.0031308f))) * 1.055f - 0.055f;
    return select(curve, magnitude * 12.92f, magnitude <= 0.0031308f) * select(1.0f, -1.0f, x < 0.0f);
}

// The cosine and the sine of an angle in turns.
fn cosine_and_sine(turns: f32) -> vec2<f32> {
    return vec2<f32>(sine_of_quarters(turns * 4.0f + 1.0f), sine_of_quarters(turns * 4.0f));
}

// A coordinate as a key for random numbers: its bits.
fn position_key(x: f32) -> i32 {
    return bitcast<i32>(x + 0.0f);
}

// A hash as an angle from 0 to 2 pi.
fn random_angle(hash: u32) -> f32 {
    return f32(hash) * 1.4629181e-9f;
}

// A place along an axis of samples, counted from the center of the first; beyond the edge it is that of the edge.
fn clamped_place(x: f32, units: f32, resolution: f32) -> f32 {
    return clamp(x, 0.0f, units) * resolution - 0.5f;
}

fn wrapped_place(x: f32, units: f32, resolution: f32) -> f32 {
    return (x - floor(x / units) * units) * resolution - 0.5f;
}

fn mirrored_place(x: f32, units: f32, resolution: f32) -> f32 {
    let twice = x - floor(x / (2.0f * units)) * (2.0f * units);
    return min(twice, 2.0f * units - twice) * resolution - 0.5f;
}
