// Functions of the exact tier: they have the bits of the definitions in crates/noise/src/math on any GPU whose
// additions, subtractions and multiplications of f32 round to nearest even.
//
// Quick paths compute with pairs of floats, whose sum is the number. Where the error of a pair leaves the rounding in
// doubt, integers decide.

// Infinities become the greatest float.
fn keep_finite(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let greatest = (bits & 0x80000000u) | 0x7f7fffffu;
    return bitcast<f32>(select(bits, greatest, (bits & 0x7fffffffu) >= 0x7f800000u));
}

fn difference(a: f32, b: f32) -> f32 {
    return keep_finite(a - b);
}

// The exponent of a positive float, by its bits.
fn exponent_of(magnitude: u32) -> i32 {
    let subnormal = -118 - i32(countLeadingZeros(magnitude));
    return select(i32(magnitude >> 23u) - 127, subnormal, magnitude < 0x800000u);
}

// The significand of a positive float, by its bits: 24 bits, the highest of which is 1.
fn significand_of(magnitude: u32) -> u32 {
    let subnormal = magnitude << (max(countLeadingZeros(magnitude), 8u) - 8u);
    return select((magnitude & 0x7fffffu) | 0x800000u, subnormal, magnitude < 0x800000u);
}

// The float nearest to a significand of 32 bits, the highest of which is 1. `sticky` is not 0 if more bits follow.
fn round_to_float(sign: u32, exponent: i32, significand: u32, sticky: u32) -> f32 {
    let shift = u32(max(8, -118 - exponent));
    if (shift > 32u) {
        return bitcast<f32>(sign);
    }
    let whole = select(significand >> (shift & 31u), 0u, shift == 32u);
    let rest = significand << (32u - shift);
    let tie = rest == 0x80000000u;
    let up = rest > 0x80000000u || (tie && (sticky != 0u || (whole & 1u) == 1u));
    let bits = (u32(clamp(exponent + 126, 0, 254)) << 23u) + whole + select(0u, 1u, up);
    return bitcast<f32>(sign | min(select(bits, 0x7f7fffffu, exponent > 127), 0x7f7fffffu));
}

// The float nearest to an integer.
fn int_to_float(i: i32) -> f32 {
    if (i == 0) {
        return 0.0f;
    }
    let sign = bitcast<u32>(i) & 0x80000000u;
    let magnitude = select(bitcast<u32>(i), 0u - bitcast<u32>(i), i < 0);
    let shift = countLeadingZeros(magnitude);
    return round_to_float(sign, 31 - i32(shift), magnitude << shift, 0u);
}

// Whether a float is so far from 0 and from the greatest float that products with others of this kind are normal.
fn is_moderate(x: f32) -> bool {
    let exponent = (bitcast<u32>(x) >> 23u) & 0xffu;
    return exponent > 88u && exponent < 166u;
}

// The sum of two floats as a pair: the float nearest to the sum, and the rest.
fn sum_pair(a: f32, b: f32) -> vec2<f32> {
    let sum = a + b;
    let other = sum - a;
    let rest = (a - (sum - other)) + (b - other);
    return vec2<f32>(sum, rest);
}

// The sum of two floats as a pair, where a is not smaller than b in magnitude.
fn ordered_sum_pair(a: f32, b: f32) -> vec2<f32> {
    let sum = a + b;
    let rest = b - (sum - a);
    return vec2<f32>(sum, rest);
}

// The product of two moderate floats as a pair (Dekker 1971).
fn product_pair(a: f32, b: f32) -> vec2<f32> {
    let product = a * b;
    let wide_a = 4097.0f * a;
    let high_a = wide_a - (wide_a - a);
    let low_a = a - high_a;
    let wide_b = 4097.0f * b;
    let high_b = wide_b - (wide_b - b);
    let low_b = b - high_b;
    let rest = ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
    return vec2<f32>(product, rest);
}

fn add_pairs(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let sum = sum_pair(a.x, b.x);
    return ordered_sum_pair(sum.x, sum.y + (a.y + b.y));
}

fn multiply_pairs(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let product = product_pair(a.x, b.x);
    return ordered_sum_pair(product.x, product.y + (a.x * b.y + a.y * b.x));
}

// The quotient of two pairs, the second of them moderate, with a relative error of 2^-42.
fn divide_pairs(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let quotient = a.x / b.x;
    let product = product_pair(quotient, b.x);
    let rest = ((a.x - product.x) - product.y) + (a.y - quotient * b.y);
    return ordered_sum_pair(quotient, rest / b.x);
}

// The square root of a pair that is moderate or 0.
fn square_root_of_pair(a: vec2<f32>) -> vec2<f32> {
    if (a.x <= 0.0f) {
        return vec2<f32>(0.0f, 0.0f);
    }
    let root = sqrt(a.x);
    let square = product_pair(root, root);
    let rest = ((a.x - square.x) - square.y) + a.y;
    return ordered_sum_pair(root, rest / (root + root));
}

// Whether every number within `error` of a pair, relative to it, rounds to its first float.
fn is_sure(pair: vec2<f32>, error: f32) -> bool {
    let margin = abs(pair.x) * error;
    let above = pair.x + (pair.y + margin);
    let below = pair.x + (pair.y - margin);
    return above == pair.x && below == pair.x;
}

// `a / b`, correctly rounded; 0 if a or b is 0.
fn divide(a: f32, b: f32) -> f32 {
    if (a == 0.0f || b == 0.0f) {
        return 0.0f;
    }
    if (is_moderate(a) && is_moderate(b)) {
        let quotient = a / b;
        let product = product_pair(quotient, b);
        let rest = (a - product.x) - product.y;
        let pair = sum_pair(quotient, rest / b);
        if (is_sure(pair, 9.094947e-13f)) {
            return pair.x;
        }
    }
    return divide_integers(a, b);
}

fn divide_integers(a: f32, b: f32) -> f32 {
    let sign = (bitcast<u32>(a) ^ bitcast<u32>(b)) & 0x80000000u;
    let dividend = bitcast<u32>(a) & 0x7fffffffu;
    let divisor = bitcast<u32>(b) & 0x7fffffffu;
    let by = significand_of(divisor);
    var rest = significand_of(dividend);
    var exponent = exponent_of(dividend) - exponent_of(divisor);
    if (rest < by) {
        rest = rest << 1u;
        exponent -= 1;
    }
    rest -= by;
    var quotient = 1u;
    for (var step = 0; step < 3; step += 1) {
        rest = rest << 8u;
        let digit = rest / by;
        rest -= digit * by;
        quotient = (quotient << 8u) | digit;
    }
    return round_to_float(sign, exponent, quotient << 7u, rest);
}

// The square root, correctly rounded; 0 for negative numbers.
fn square_root(x: f32) -> f32 {
    if (is_moderate(x) && x > 0.0f) {
        let root = sqrt(x);
        let square = product_pair(root, root);
        let rest = (x - square.x) - square.y;
        let pair = sum_pair(root, rest / (root + root));
        if (is_sure(pair, 9.094947e-13f)) {
            return pair.x;
        }
    }
    return square_root_of_integer(x);
}

fn square_root_of_integer(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    if (bits == 0u || bits >= 0x80000000u) {
        return 0.0f;
    }
    let exponent = exponent_of(bits);
    // 26 bits, so that the first two are the whole part of a number from 1 to 4.
    var radicand = significand_of(bits) << select(1u, 2u, (exponent & 1) == 1);
    radicand = radicand << 6u;
    var root = 0u;
    var rest = 0u;
    for (var step = 0; step < 25; step += 1) {
        rest = (rest << 2u) | (radicand >> 30u);
        radicand = radicand << 2u;
        let trial = (root << 2u) | 1u;
        root = root << 1u;
        if (rest >= trial) {
            rest -= trial;
            root |= 1u;
        }
    }
    return round_to_float(0u, exponent >> 1u, root << 7u, rest);
}

// The index of the lattice cell that contains a coordinate. Beyond 2^31 each float is a cell.
fn cell_index(x: f32) -> i32 {
    if (abs(x) < 2147483648.0f) {
        return i32(floor(x));
    }
    return bitcast<i32>(x);
}

// The distance above the lower end of the lattice cell.
fn cell_offset(x: f32) -> f32 {
    return select(0.0f, x - floor(x), abs(x) < 2147483648.0f);
}

// Linear interpolation from a to b, exact at both ends, and between them.
fn interpolate(a: f32, b: f32, t: f32) -> f32 {
    let straight = keep_finite(a + keep_finite(t * keep_finite(b - a)));
    let between = min(max(a, b), max(min(a, b), straight));
    let result = select(straight, between, t >= 0.0f && t <= 1.0f);
    return select(result, b, t == 1.0f);
}

// `a - b * floor(a / b)` in double precision; 0 if b is 0.
fn modulo(a: f32, b: f32) -> f32 {
    if (a == 0.0f || b == 0.0f) {
        return 0.0f;
    }
    let period = abs(b);
    let x = select(a, -a, b < 0.0f);
    let below = bitcast<f32>(bitcast<u32>(period) - 1u);
    var rest = -1.0f;
    let turns = floor(x / period);
    if (is_moderate(x) && is_moderate(period) && abs(turns) < 16777216.0f) {
        let product = product_pair(turns, period);
        let sum = sum_pair(x, -product.x);
        let pair = ordered_sum_pair(sum.x, sum.y - product.y);
        // Far enough from a multiple of the period, the rounding of the quotient does not matter.
        if (pair.x > period * 0.001f && pair.x < period * 0.999f && is_sure(pair, 9.094947e-13f)) {
            rest = pair.x;
        }
    }
    if (rest < 0.0f) {
        rest = double_modulo(x, period);
    }
    rest = max(min(rest, below), 0.0f);
    return select(rest, -rest, b < 0.0f);
}

fn double_modulo(a: f32, period: f32) -> f32 {
    let x = double_from(a);
    let divisor = double_from(period);
    let turns = double_floor(double_divide(x, divisor));
    var rest = double_subtract(x, double_multiply(divisor, turns));
    if (double_is_negative(rest)) {
        rest = double_add(rest, divisor);
    }
    return double_to_float(rest);
}

// What remains of an angle below 2048 after quarter turns, as a pair, and their number.
fn pair_after_quarters(x: f32) -> vec3<f32> {
    // Products of the first two parts of pi / 2 with the number of quarter turns are exact.
    let quarters = floor(x * 0.63661975f + 0.5f);
    let first = sum_pair(x, -(quarters * 1.5703125f));
    let second = sum_pair(first.x, -(quarters * 0.0004838109f));
    let third = product_pair(quarters, 1.5893255e-8f);
    let low = sum_pair(first.y + second.y, -third.x);
    let tiny = low.y - third.y - quarters * 6.123234e-17f;
    let rest = add_pairs(vec2<f32>(second.x, 0.0f), vec2<f32>(low.x, tiny));
    return vec3<f32>(rest.x, rest.y, quarters);
}

// The sine of what remains of an angle, at most pi / 4.
fn sine_pair(rest: vec2<f32>, square: vec2<f32>) -> vec2<f32> {
    let s = square.x;
    let tail = s * (2.7557319e-6f + s * (-2.5052108e-8f + s * 1.6059044e-10f));
    var series = add_pairs(vec2<f32>(-0.0001984127f, 2.7255969e-12f), vec2<f32>(tail, 0.0f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(0.008333334f, -4.346172e-10f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(-0.16666667f, 4.967054e-9f));
    return add_pairs(rest, multiply_pairs(multiply_pairs(series, square), rest));
}

// The cosine, by the square of what remains of an angle.
fn cosine_pair(square: vec2<f32>) -> vec2<f32> {
    let s = square.x;
    let tail = s * (-2.755732e-7f + s * (2.0876756e-9f + s * -1.1470745e-11f));
    var series = add_pairs(vec2<f32>(2.4801588e-5f, -3.406996e-13f), vec2<f32>(tail, 0.0f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(-0.0013888889f, 3.3631094e-11f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(0.041666668f, -1.2417635e-9f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(-0.5f, 0.0f));
    return add_pairs(vec2<f32>(1.0f, 0.0f), multiply_pairs(series, square));
}

// The sine of an angle in radians, advanced by quarter turns: none or one. Beyond 2^30 an angle counts as 0.
fn sine_or_cosine(x: f32, ahead: u32) -> f32 {
    // The sine rounds to the angle, the cosine to 1.
    if (abs(x) <= 0.0001f) {
        return select(x, 1.0f, ahead == 1u);
    }
    if (abs(x) < 2048.0f) {
        let reduced = pair_after_quarters(x);
        let rest = vec2<f32>(reduced.x, reduced.y);
        let square = multiply_pairs(rest, rest);
        let turn = bitcast<u32>(i32(reduced.z)) + ahead;
        var pair: vec2<f32>;
        if ((turn & 1u) == 0u) {
            pair = sine_pair(rest, square);
        } else {
            pair = cosine_pair(square);
        }
        if (is_sure(pair, 1.8189894e-12f) && abs(pair.x) > 0.0001f) {
            return select(pair.x, -pair.x, (turn & 2u) == 2u);
        }
    }
    return double_sine(x, ahead);
}

fn double_sine(x: f32, ahead: u32) -> f32 {
    let angle = double_from(select(0.0f, x, abs(x) <= 1073741824.0f));
    let shifted = double_add(double_multiply(angle, DOUBLE(0.6366197723675814)), DOUBLE(6755399441055744.0));
    let rest = double_after_quarters(angle, shifted);
    let turn = shifted.x + ahead;
    let is_cosine = (turn & 1u) == 1u;
    let sum = double_series(double_multiply(rest, rest), select(0u, 6u, is_cosine), select(6u, 7u, is_cosine));
    var wave = select(double_multiply(rest, sum), sum, is_cosine);
    wave.y ^= (turn & 2u) << 30u;
    return double_to_float(wave);
}

// What remains of an angle after quarter turns, whose number is in the low bits of `shifted`.
fn double_after_quarters(angle: vec2<u32>, shifted: vec2<u32>) -> vec2<u32> {
    let quarters = double_subtract(shifted, DOUBLE(6755399441055744.0));
    var rest = double_subtract(angle, double_multiply(quarters, DOUBLE(1.570796251296997)));
    rest = double_subtract(rest, double_multiply(quarters, DOUBLE(7.549789415861596e-8)));
    return double_subtract(rest, double_multiply(quarters, DOUBLE(5.390302858158119e-15)));
}

// The numbers of series. The first of each is that of the highest power.
fn double_number(index: u32) -> vec2<u32> {
    switch index {
        // Sines, to be multiplied by the angle.
        case 0u: { return DOUBLE(-2.4755970636461245e-8); }
        case 1u: { return DOUBLE(2.755526372174464e-6); }
        case 2u: { return DOUBLE(-0.00019841263259141957); }
        case 3u: { return DOUBLE(0.008333333323802407); }
        case 4u: { return DOUBLE(-0.16666666666616184); }
        case 5u: { return DOUBLE(1.0); }
        // Cosines.
        case 6u: { return DOUBLE(2.0629964221812804e-9); }
        case 7u: { return DOUBLE(-2.7555225561306114e-7); }
        case 8u: { return DOUBLE(2.4801578485996046e-5); }
        case 9u: { return DOUBLE(-0.0013888888869827173); }
        case 10u: { return DOUBLE(0.041666666666470356); }
        case 11u: { return DOUBLE(-0.4999999999999924); }
        case 12u: { return DOUBLE(1.0); }
        // Angles.
        case 13u: { return DOUBLE(0.021123365014247854); }
        case 14u: { return DOUBLE(-0.043470713479210624); }
        case 15u: { return DOUBLE(0.05688009583053912); }
        case 16u: { return DOUBLE(-0.06640169003058469); }
        case 17u: { return DOUBLE(0.07689946019609323); }
        case 18u: { return DOUBLE(-0.09090772543834186); }
        case 19u: { return DOUBLE(0.11111106157592128); }
        case 20u: { return DOUBLE(-0.1428571418041357); }
        case 21u: { return DOUBLE(0.1999999999884811); }
        case 22u: { return DOUBLE(-0.3333333333332841); }
        case 23u: { return DOUBLE(1.0); }
        // Powers of two.
        case 24u: { return DOUBLE(7.072656799362923e-9); }
        case 25u: { return DOUBLE(1.0208813005360329e-7); }
        case 26u: { return DOUBLE(1.3215442232969344e-6); }
        case 27u: { return DOUBLE(1.525265664546036e-5); }
        case 28u: { return DOUBLE(0.00015403530442319546); }
        case 29u: { return DOUBLE(0.0013333558231175522); }
        case 30u: { return DOUBLE(0.009618129107606541); }
        case 31u: { return DOUBLE(0.05550410866444169); }
        case 32u: { return DOUBLE(0.240226506959101); }
        case 33u: { return DOUBLE(0.6931471805599501); }
        case 34u: { return DOUBLE(1.0); }
        // Logarithms.
        case 35u: { return DOUBLE(0.21370730974693702); }
        case 36u: { return DOUBLE(0.22090845571959944); }
        case 37u: { return DOUBLE(0.262334525518217); }
        case 38u: { return DOUBLE(0.32059853172966174); }
        case 39u: { return DOUBLE(0.4121985858707324); }
        case 40u: { return DOUBLE(0.5770780163453885); }
        case 41u: { return DOUBLE(0.96179669392599); }
        case 42u: { return DOUBLE(2.8853900817779268); }
        default: { return DOUBLE(0.0); }
    }
}

// A series in x with some of the numbers. It is a loop, because compilers put the long code of doubles in the place of
// each call.
fn double_series(x: vec2<u32>, first: u32, count: u32) -> vec2<u32> {
    var sum = double_number(first);
    for (var index = 1u; index < count; index += 1u) {
        sum = double_add(double_multiply(sum, x), double_number(first + index));
    }
    return sum;
}

// The sine of an angle in radians.
fn sine(x: f32) -> f32 {
    return sine_or_cosine(x, 0u);
}

// The cosine of an angle in radians.
fn cosine(x: f32) -> f32 {
    return sine_or_cosine(x, 1u);
}

// The tangent of an angle in radians.
fn tangent(x: f32) -> f32 {
    // It rounds to the angle.
    if (abs(x) <= 0.0001f) {
        return x;
    }
    if (abs(x) < 2048.0f) {
        let reduced = pair_after_quarters(x);
        let rest = vec2<f32>(reduced.x, reduced.y);
        let square = multiply_pairs(rest, rest);
        let rise = sine_pair(rest, square);
        let run = cosine_pair(square);
        let odd = (bitcast<u32>(i32(reduced.z)) & 1u) == 1u;
        let quotient = divide_pairs(select(rise, -run, odd), select(run, rise, odd));
        if (is_sure(quotient, 3.6379788e-12f) && abs(rise.x) > 0.0001f) {
            return quotient.x;
        }
    }
    return double_tangent(x);
}

fn double_tangent(x: f32) -> f32 {
    let angle = double_from(select(0.0f, x, abs(x) <= 1073741824.0f));
    let shifted = double_add(double_multiply(angle, DOUBLE(0.6366197723675814)), DOUBLE(6755399441055744.0));
    let rest = double_after_quarters(angle, shifted);
    let square = double_multiply(rest, rest);
    let rise = double_multiply(rest, double_series(square, 0u, 6u));
    let run = double_series(square, 6u, 7u);
    let odd = (shifted.x & 1u) == 1u;
    var quotient = double_divide(select(rise, run, odd), select(run, rise, odd));
    quotient.y ^= select(0u, 0x80000000u, odd);
    return double_to_float(quotient);
}

// The angle of the point (x, y); 0 for the origin.
fn double_angle(y: vec2<u32>, x: vec2<u32>) -> vec2<u32> {
    let height = vec2<u32>(y.x, y.y & 0x7fffffffu);
    let width = vec2<u32>(x.x, x.y & 0x7fffffffu);
    let steep = double_less(width, height);
    let least = select(height, width, steep);
    let most = select(width, height, steep);
    let folds = double_less(double_multiply(most, DOUBLE(0.4142135623730951)), least);
    var numerator = least;
    var denominator = most;
    if (folds) {
        numerator = double_subtract(least, most);
        denominator = double_add(least, most);
    }
    if (double_is_zero(denominator)) {
        denominator = DOUBLE(1.0);
    }
    let t = double_divide(numerator, denominator);
    let square = double_multiply(t, t);
    let sum = double_series(square, 13u, 11u);
    var angle = double_multiply(t, sum);
    angle = double_add(angle, select(DOUBLE(0.0), DOUBLE(0.7853981633974483), folds));
    if (steep) {
        angle = double_subtract(DOUBLE(1.5707963267948966), angle);
    }
    if (double_is_negative(x)) {
        angle = double_subtract(DOUBLE(3.141592653589793), angle);
    }
    if (double_is_negative(y)) {
        angle.y ^= 0x80000000u;
    }
    return angle;
}

// The angle of the point (x, y), whose coordinates are moderate or 0 but not both 0, with a relative error of 2^-40.
fn angle_pair(y: vec2<f32>, x: vec2<f32>) -> vec2<f32> {
    let height = select(y, -y, y.x < 0.0f);
    let width = select(x, -x, x.x < 0.0f);
    let steep = height.x > width.x;
    let least = select(height, width, steep);
    let most = select(width, height, steep);
    let folds = least.x > most.x * 0.41421357f;
    let numerator = select(least, add_pairs(least, -most), folds);
    let denominator = select(most, add_pairs(least, most), folds);
    let t = divide_pairs(numerator, denominator);
    let square = multiply_pairs(t, t);
    let s = square.x;
    let last = s * (0.056880094f + s * (-0.043470714f + s * 0.021123365f));
    let tail = s * (0.07689946f + s * (-0.06640169f + last));
    var series = add_pairs(vec2<f32>(-0.09090772f, -2.7267788e-9f), vec2<f32>(tail, 0.0f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(0.11111106f, 1.7910321e-9f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(-0.14285715f, 7.439219e-9f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(0.2f, -2.991751e-9f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(-0.33333334f, 9.934157e-9f));
    var angle = add_pairs(t, multiply_pairs(t, multiply_pairs(series, square)));
    if (folds) {
        angle = add_pairs(vec2<f32>(0.7853982f, -2.1855694e-8f), angle);
    }
    if (steep) {
        angle = add_pairs(vec2<f32>(1.5707964f, -4.371139e-8f), -angle);
    }
    if (x.x < 0.0f) {
        angle = add_pairs(vec2<f32>(3.1415927f, -8.742278e-8f), -angle);
    }
    return select(angle, -angle, y.x < 0.0f);
}

fn angle(y: f32, x: f32) -> f32 {
    if ((is_moderate(y) || y == 0.0f) && (is_moderate(x) || x == 0.0f) && (y != 0.0f || x != 0.0f)) {
        let pair = angle_pair(vec2<f32>(y, 0.0f), vec2<f32>(x, 0.0f));
        if (is_sure(pair, 1.8189894e-12f)) {
            return pair.x;
        }
    }
    return double_to_float(double_angle(double_from(y), double_from(x)));
}

fn arctangent(x: f32) -> f32 {
    return angle(x, 1.0f);
}

// The leg of a right triangle whose hypotenuse is 1 and whose other leg is x.
fn other_leg(x: f32) -> vec2<f32> {
    return square_root_of_pair(multiply_pairs(sum_pair(1.0f, -x), sum_pair(1.0f, x)));
}

// The leg of a right triangle whose hypotenuse is 1 and whose other leg is x.
fn double_other_leg(x: vec2<u32>) -> vec2<u32> {
    return double_square_root(double_multiply(double_subtract(DOUBLE(1.0), x), double_add(DOUBLE(1.0), x)));
}

// The arcsine of x clamped to -1 to 1.
fn arcsine(x: f32) -> f32 {
    let sine = clamp(x, -1.0f, 1.0f);
    if (is_moderate(sine) || sine == 0.0f) {
        let pair = angle_pair(vec2<f32>(sine, 0.0f), other_leg(sine));
        if (is_sure(pair, 1.8189894e-12f)) {
            return pair.x;
        }
    }
    let s = double_from(sine);
    return double_to_float(double_angle(s, double_other_leg(s)));
}

// The arccosine of x clamped to -1 to 1.
fn arccosine(x: f32) -> f32 {
    let cosine = clamp(x, -1.0f, 1.0f);
    if (is_moderate(cosine) || cosine == 0.0f) {
        let pair = angle_pair(other_leg(cosine), vec2<f32>(cosine, 0.0f));
        if (is_sure(pair, 1.8189894e-12f)) {
            return pair.x;
        }
    }
    let c = double_from(cosine);
    return double_to_float(double_angle(double_other_leg(c), c));
}

// 2 to the power of a double from -1000 to 1000.
fn double_power_of_two(x: vec2<u32>) -> vec2<u32> {
    let shifted = double_add(x, DOUBLE(6755399441055744.0));
    let rest = double_subtract(x, double_subtract(shifted, DOUBLE(6755399441055744.0)));
    let sum = double_series(rest, 24u, 11u);
    return double_multiply(sum, vec2<u32>(0u, (shifted.x + 1023u) << 20u));
}

// The same for any double, which is clamped to -1000 to 1000.
fn double_power_of_any(x: vec2<u32>) -> vec2<u32> {
    var exponent = x;
    if (double_less(DOUBLE(1000.0), exponent)) {
        exponent = DOUBLE(1000.0);
    }
    if (double_less(exponent, DOUBLE(-1000.0))) {
        exponent = DOUBLE(-1000.0);
    }
    return double_power_of_two(exponent);
}

// The logarithm to base 2 of a positive double.
fn double_logarithm(x: vec2<u32>) -> vec2<u32> {
    // The mantissa lies between the square roots of 1/2 and of 2.
    let half_octave = double_bits_subtract(DOUBLE(1.0), DOUBLE(0.7071067811865476));
    let biased = double_bits_add(x, half_octave).y >> 20u;
    let exponent = double_from_int(i32(biased) - 1023);
    let mantissa = vec2<u32>(x.x, x.y - (biased << 20u) + 0x3ff00000u);
    let t = double_divide(double_subtract(mantissa, DOUBLE(1.0)), double_add(mantissa, DOUBLE(1.0)));
    let square = double_multiply(t, t);
    let sum = double_series(square, 35u, 8u);
    return double_add(exponent, double_multiply(t, sum));
}

// 2 to the power of a pair, as a pair near 1, with a relative error of 2^-40, and a whole exponent by which it is to be
// scaled.
fn power_of_two_parts(exponent: vec2<f32>) -> vec3<f32> {
    let whole = floor(exponent.x + 0.5f);
    let rest = sum_pair(exponent.x - whole, exponent.y);
    let r = rest.x;
    let last = r * (1.0178086e-7f + r * (7.0549118e-9f + r * 4.4455384e-10f));
    let tail = r * (0.0001540353f + r * (1.5252734e-5f + r * (1.3215487e-6f + last)));
    var series = add_pairs(vec2<f32>(0.0013333558f, 2.7432678e-11f), vec2<f32>(tail, 0.0f));
    series = add_pairs(multiply_pairs(series, rest), vec2<f32>(0.009618129f, 4.5773804e-10f));
    series = add_pairs(multiply_pairs(series, rest), vec2<f32>(0.05550411f, -1.0456334e-9f));
    series = add_pairs(multiply_pairs(series, rest), vec2<f32>(0.2402265f, -2.2778894e-10f));
    series = add_pairs(multiply_pairs(series, rest), vec2<f32>(0.6931472f, -1.9046542e-9f));
    let power = add_pairs(vec2<f32>(1.0f, 0.0f), multiply_pairs(series, rest));
    return vec3<f32>(power.x, power.y, whole);
}

// 2 to a whole power from -126 to 127.
fn power_of_whole(exponent: f32) -> f32 {
    return bitcast<f32>(u32(i32(clamp(exponent, -126.0f, 127.0f)) + 127) << 23u);
}

// 2 to the power of a pair between -100 and 100.
fn power_of_two_pair(exponent: vec2<f32>) -> vec2<f32> {
    let power = power_of_two_parts(exponent);
    return vec2<f32>(power.x, power.y) * power_of_whole(power.z);
}

// Whether the power of two of an exponent with a relative error of 2^-40.5 rounds to the first float of a pair. The power errs by
// ln 2 times the error of the exponent.
fn is_sure_power(power: vec2<f32>, exponent: f32) -> bool {
    return is_sure(power, 1.8189894e-12f + abs(exponent) * 4.5474735e-13f);
}

// 2 to the power of a pair with a relative error of 2^-40.5, at most the greatest float; -1 where its rounding is in doubt.
fn quick_power_of_two(exponent: vec2<f32>) -> f32 {
    if (exponent.x >= 128.5f) {
        return bitcast<f32>(0x7f7fffffu);
    }
    if (exponent.x <= -150.5f) {
        return 0.0f;
    }
    // Other powers may be subnormal or overflow.
    if (exponent.x > -125.0f && exponent.x < 127.0f) {
        let power = power_of_two_parts(exponent);
        if (is_sure_power(vec2<f32>(power.x, power.y), exponent.x)) {
            return power.x * power_of_whole(power.z);
        }
    }
    return -1.0f;
}

// 2 to the power of x, at most the greatest float.
fn exponential2(x: f32) -> f32 {
    let quick = quick_power_of_two(vec2<f32>(x, 0.0f));
    if (quick >= 0.0f) {
        return quick;
    }
    return double_to_float(double_power_of_any(double_from(x)));
}

// e to the power of x, at most the greatest float.
fn exponential(x: f32) -> f32 {
    // It rounds to 1.
    if (abs(x) < 2.9e-8f) {
        return 1.0f;
    }
    let bounded = vec2<f32>(clamp(x, -1000.0f, 1000.0f), 0.0f);
    let quick = quick_power_of_two(multiply_pairs(bounded, vec2<f32>(1.442695f, 1.925963e-8f)));
    if (quick >= 0.0f) {
        return quick;
    }
    return double_to_float(double_power_of_any(double_multiply(double_from(x), DOUBLE(1.4426950408889634))));
}

// A positive float as a double, at least the smallest positive float.
fn double_from_positive(x: f32) -> vec2<u32> {
    let bits = bitcast<u32>(x);
    return double_from_bits(select(bits, 1u, bits == 0u || bits >= 0x80000000u));
}

// The logarithm to base 2 of a moderate positive pair, with a relative error of 2^-40.7.
fn logarithm_pair(x: vec2<f32>) -> vec2<f32> {
    let biased = (bitcast<u32>(x.x) + 0x4afb0du) >> 23u;
    let exponent = f32(i32(biased) - 127);
    let mantissa = bitcast<f32>(bitcast<u32>(x.x) - (biased << 23u) + 0x3f800000u);
    // A series in t = (m - 1) / (m + 1).
    let numerator = mantissa - 1.0f;
    let denominator = sum_pair(mantissa, 1.0f);
    let quotient = numerator / denominator.x;
    let product = product_pair(quotient, denominator.x);
    let rest = ((numerator - product.x) - product.y) - quotient * denominator.y;
    let t = ordered_sum_pair(quotient, rest / denominator.x);
    let square = multiply_pairs(t, t);
    let s = square.x;
    let last = s * (0.26230818f + s * (0.22195308f + s * 0.19235934f));
    let tail = s * (0.41219857f + s * (0.3205989f + last));
    var series = add_pairs(vec2<f32>(0.57707804f, -2.8058935e-8f), vec2<f32>(tail, 0.0f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(0.9617967f, -7.028462e-9f));
    series = add_pairs(multiply_pairs(series, square), vec2<f32>(2.88539f, 3.851926e-8f));
    let logarithm = add_pairs(vec2<f32>(exponent, 0.0f), multiply_pairs(series, t));
    return add_pairs(logarithm, vec2<f32>((x.y / x.x) * 1.442695f, 0.0f));
}

// The logarithm to base 2; -149 for x <= 0.
fn logarithm2(x: f32) -> f32 {
    if (x <= 0.0f) {
        return -149.0f;
    }
    if (is_moderate(x)) {
        let logarithm = logarithm_pair(vec2<f32>(x, 0.0f));
        if (is_sure(logarithm, 1.8189894e-12f)) {
            return logarithm.x;
        }
    }
    return double_to_float(double_logarithm(double_from_positive(x)));
}

// The natural logarithm; that of the smallest positive float for x <= 0.
fn logarithm(x: f32) -> f32 {
    if (x <= 0.0f) {
        return -103.27893f;
    }
    if (is_moderate(x)) {
        let logarithm = multiply_pairs(logarithm_pair(vec2<f32>(x, 0.0f)), vec2<f32>(0.6931472f, -1.9046542e-9f));
        if (is_sure(logarithm, 1.8189894e-12f)) {
            return logarithm.x;
        }
    }
    return double_to_float(double_multiply(double_logarithm(double_from_positive(x)), DOUBLE(0.6931471805599453)));
}

// x to the power of y. For a negative x, y must be whole, or the power is 0.
fn power(x: f32, y: f32) -> f32 {
    if (y == 0.0f) {
        return 1.0f;
    }
    if (x == 0.0f) {
        return 0.0f;
    }
    let magnitude = positive_power(abs(x), y);
    let half_y = y * 0.5f;
    let sign = select(select(-1.0f, 1.0f, half_y == floor(half_y)), 0.0f, y != floor(y));
    return select(magnitude, sign * magnitude, x < 0.0f);
}

fn positive_power(x: f32, y: f32) -> f32 {
    if (is_moderate(x) && is_moderate(y)) {
        let exponent = multiply_pairs(logarithm_pair(vec2<f32>(x, 0.0f)), vec2<f32>(y, 0.0f));
        let quick = quick_power_of_two(exponent);
        if (quick >= 0.0f) {
            return quick;
        }
    }
    let double_exponent = double_multiply(double_from(y), double_logarithm(double_from_positive(x)));
    return double_to_float(double_power_of_any(double_exponent));
}

// The linear light of an sRGB-encoded value; negative values are mirrored.
fn srgb_to_linear(x: f32) -> f32 {
    let encoded = abs(x);
    if (encoded < 0.0404f && (is_moderate(x) || x == 0.0f)) {
        let on_line = multiply_pairs(vec2<f32>(x, 0.0f), vec2<f32>(0.07739938f, 2.9986857e-10f));
        if (is_sure(on_line, 9.094947e-13f)) {
            return on_line.x;
        }
    }
    if (encoded > 0.0405f && encoded < 1000.0f) {
        let base = multiply_pairs(add_pairs(vec2<f32>(encoded, 0.0f), vec2<f32>(0.055f, 2.9802322e-10f)), vec2<f32>(0.9478673f, 2.4293836e-8f));
        let exponent = multiply_pairs(logarithm_pair(base), vec2<f32>(2.4f, -9.536743e-8f));
        let linear_light = power_of_two_pair(exponent);
        if (is_sure_power(linear_light, max(abs(exponent.x), 1.0f))) {
            return select(linear_light.x, -linear_light.x, x < 0.0f);
        }
    }
    let magnitude = double_from(encoded);
    var linear_light: vec2<u32>;
    if (double_less(DOUBLE(0.04045), magnitude)) {
        let base = double_divide(double_add(magnitude, DOUBLE(0.055)), DOUBLE(1.055));
        linear_light = double_power_of_two(double_multiply(double_logarithm(base), DOUBLE(2.4)));
    } else {
        linear_light = double_multiply(magnitude, DOUBLE(0.07739938080495357));
    }
    let result = double_to_float(linear_light);
    return select(result, -result, x < 0.0f);
}

// The sRGB encoding of linear light; negative values are mirrored.
fn linear_to_srgb(x: f32) -> f32 {
    let linear_light = abs(x);
    if (linear_light < 0.0031f && (is_moderate(x) || x == 0.0f)) {
        let on_line = multiply_pairs(vec2<f32>(x, 0.0f), vec2<f32>(12.92f, -7.6293944e-8f));
        if (is_sure(on_line, 9.094947e-13f)) {
            return on_line.x;
        }
    }
    if (linear_light > 0.0032f && linear_light < 1000.0f) {
        let exponent = multiply_pairs(logarithm_pair(vec2<f32>(linear_light, 0.0f)), vec2<f32>(0.41666666f, 9.934108e-9f));
        let curve = power_of_two_pair(exponent);
        let encoded = add_pairs(multiply_pairs(curve, vec2<f32>(1.055f, 5.2452087e-8f)), vec2<f32>(-0.055f, -2.9802322e-10f));
        // The difference is at least a fourth of the curve.
        if (is_sure_power(encoded, max(4.0f * abs(exponent.x), 4.0f))) {
            return select(encoded.x, -encoded.x, x < 0.0f);
        }
    }
    let magnitude = double_from(linear_light);
    var encoded: vec2<u32>;
    if (double_less(DOUBLE(0.0031308), magnitude)) {
        let curve = double_power_of_two(double_multiply(double_logarithm(magnitude), DOUBLE(0.4166666666666667)));
        encoded = double_subtract(double_multiply(curve, DOUBLE(1.055)), DOUBLE(0.055));
    } else {
        encoded = double_multiply(magnitude, DOUBLE(12.92));
    }
    let result = double_to_float(encoded);
    return select(result, -result, x < 0.0f);
}

// The cosine and the sine of an angle in turns.
fn cosine_and_sine(turns: f32) -> vec2<f32> {
    let shifted = turns * 4.0f + 12582912.0f;
    let quarters = bitcast<u32>(shifted);
    let rest = (turns - (shifted - 12582912.0f) * 0.25f) * 6.2831855f;
    let square = rest * rest;
    let sine = rest * (1.0f + square * (-0.16666667f + square * (0.008333334f + square * (-0.0001984127f + divide(square, 362880.0f)))));
    let cosine = 1.0f + square * (-0.5f + square * (0.041666668f + square * (-0.0013888889f + divide(square, 40320.0f))));
    let odd = (quarters & 1u) == 1u;
    let x = select(cosine, sine, odd);
    let y = select(sine, cosine, odd);
    return vec2<f32>(with_sign(x, (quarters + 1u) >> 1u), with_sign(y, quarters >> 1u));
}

// A coordinate as a key for random numbers: its bits; those of 0 for -0.
fn position_key(x: f32) -> i32 {
    return select(bitcast<i32>(x), 0, x == 0.0f);
}

// A hash as an angle from 0 to 2 pi.
fn random_angle(hash: u32) -> f32 {
    let whole = ordered_sum_pair(f32(hash & 0xffffff00u), f32(hash & 0xffu));
    let pair = multiply_pairs(whole, vec2<f32>(1.4629181e-9f, -4.2381032e-17f));
    if (is_sure(pair, 9.094947e-13f)) {
        return pair.x;
    }
    let low = double_from_int(bitcast<i32>(hash & 0xffffu));
    let high = double_multiply(double_from_int(bitcast<i32>(hash >> 16u)), DOUBLE(65536.0));
    return double_to_float(double_multiply(double_add(low, high), DOUBLE(1.462918077595532e-9)));
}
