// Double precision in integers: a double is two words, the lower first. Every operation rounds to nearest even.
// Infinities, NaN and subnormal doubles do not occur.

fn double_is_zero(a: vec2<u32>) -> bool {
    return (a.x | (a.y & 0x7fffffffu)) == 0u;
}

fn double_is_negative(a: vec2<u32>) -> bool {
    return a.y >= 0x80000000u && !double_is_zero(a);
}

fn double_less(a: vec2<u32>, b: vec2<u32>) -> bool {
    if (double_is_zero(a) && double_is_zero(b)) {
        return false;
    }
    let negative_a = a.y >= 0x80000000u;
    let negative_b = b.y >= 0x80000000u;
    if (negative_a != negative_b) {
        return negative_a;
    }
    let below = a.y < b.y || (a.y == b.y && a.x < b.x);
    let same = a.y == b.y && a.x == b.x;
    return select(below, !below && !same, negative_a);
}

// The sum and the difference of 64-bit integers.
fn double_bits_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn double_bits_subtract(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

// A 64-bit integer shifted right; bits that fall out set the lowest bit.
fn double_shift_right(a: vec2<u32>, shift: u32) -> vec2<u32> {
    if (shift == 0u) {
        return a;
    }
    if (shift < 32u) {
        let lost = select(0u, 1u, (a.x << (32u - shift)) != 0u);
        return vec2<u32>((a.x >> shift) | (a.y << (32u - shift)) | lost, a.y >> shift);
    }
    if (shift == 32u) {
        return vec2<u32>(a.y | select(0u, 1u, a.x != 0u), 0u);
    }
    if (shift < 64u) {
        let lost = select(0u, 1u, (a.x | (a.y << (64u - shift))) != 0u);
        return vec2<u32>((a.y >> (shift - 32u)) | lost, 0u);
    }
    return vec2<u32>(select(0u, 1u, (a.x | a.y) != 0u), 0u);
}

fn double_shift_left(a: vec2<u32>, shift: u32) -> vec2<u32> {
    if (shift == 0u) {
        return a;
    }
    if (shift < 32u) {
        return vec2<u32>(a.x << shift, (a.y << shift) | (a.x >> (32u - shift)));
    }
    return vec2<u32>(0u, a.x << (shift & 31u));
}

// The double nearest to a significand of 64 bits, the highest of which is 1; its lowest bit stands for all that follow.
fn double_round(sign: u32, exponent: i32, significand: vec2<u32>) -> vec2<u32> {
    let rest = significand.x & 0x7ffu;
    let whole = vec2<u32>((significand.x >> 11u) | (significand.y << 21u), significand.y >> 11u);
    let up = rest > 0x400u || (rest == 0x400u && (whole.x & 1u) == 1u);
    // The highest bit of the significand adds 1 to the exponent.
    let bits = double_bits_add(whole, vec2<u32>(select(0u, 1u, up), u32(exponent + 1022) << 20u));
    return vec2<u32>(bits.x, bits.y | sign);
}

// The significand of a double other than 0, its highest bit in the highest place.
fn double_significand(a: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(a.x << 11u, 0x80000000u | ((a.y & 0xfffffu) << 11u) | (a.x >> 21u));
}

fn double_exponent(a: vec2<u32>) -> i32 {
    return i32((a.y >> 20u) & 0x7ffu) - 1023;
}

fn double_from_bits(magnitude: u32) -> vec2<u32> {
    let significand = significand_of(magnitude) & 0x7fffffu;
    let high = (u32(exponent_of(magnitude) + 1023) << 20u) | (significand >> 3u);
    return vec2<u32>(significand << 29u, high);
}

fn double_from(x: f32) -> vec2<u32> {
    let bits = bitcast<u32>(x);
    let sign = bits & 0x80000000u;
    let magnitude = bits & 0x7fffffffu;
    if (magnitude == 0u) {
        return vec2<u32>(0u, sign);
    }
    let wide = double_from_bits(magnitude);
    return vec2<u32>(wide.x, wide.y | sign);
}

fn double_from_int(i: i32) -> vec2<u32> {
    if (i == 0) {
        return vec2<u32>(0u, 0u);
    }
    let magnitude = select(bitcast<u32>(i), 0u - bitcast<u32>(i), i < 0);
    let shift = countLeadingZeros(magnitude);
    let sign = bitcast<u32>(i) & 0x80000000u;
    return double_round(sign, 31 - i32(shift), vec2<u32>(0u, magnitude << shift));
}

// The float nearest to a double, at most the greatest float in magnitude.
fn double_to_float(a: vec2<u32>) -> f32 {
    let sign = a.y & 0x80000000u;
    if (double_is_zero(a)) {
        return bitcast<f32>(sign);
    }
    let significand = double_significand(a);
    return round_to_float(sign, double_exponent(a), significand.y, significand.x);
}

fn double_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    if (double_is_zero(a)) {
        return b;
    }
    if (double_is_zero(b)) {
        return a;
    }
    let magnitude_a = vec2<u32>(a.x, a.y & 0x7fffffffu);
    let magnitude_b = vec2<u32>(b.x, b.y & 0x7fffffffu);
    let swap = magnitude_a.y < magnitude_b.y || (magnitude_a.y == magnitude_b.y && magnitude_a.x < magnitude_b.x);
    let large = select(a, b, swap);
    let small = select(b, a, swap);
    let exponent = double_exponent(large);
    // One bit of room for a carry.
    let high = double_shift_right(double_significand(large), 1u);
    let low = double_shift_right(double_significand(small), u32(exponent - double_exponent(small)) + 1u);
    var sum: vec2<u32>;
    if (((large.y ^ small.y) & 0x80000000u) == 0u) {
        sum = double_bits_add(high, low);
    } else {
        sum = double_bits_subtract(high, low);
    }
    if ((sum.x | sum.y) == 0u) {
        return vec2<u32>(0u, 0u);
    }
    let shift = select(countLeadingZeros(sum.y), 32u + countLeadingZeros(sum.x), sum.y == 0u);
    return double_round(large.y & 0x80000000u, exponent + 1 - i32(shift), double_shift_left(sum, shift));
}

fn double_subtract(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return double_add(a, vec2<u32>(b.x, b.y ^ 0x80000000u));
}

// The product of two words.
fn double_wide_product(a: u32, b: u32) -> vec2<u32> {
    let low_a = a & 0xffffu;
    let high_a = a >> 16u;
    let low_b = b & 0xffffu;
    let high_b = b >> 16u;
    let low = low_a * low_b;
    let middle = high_a * low_b + (low >> 16u);
    let other = low_a * high_b + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), high_a * high_b + (middle >> 16u) + (other >> 16u));
}

fn double_multiply(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let sign = (a.y ^ b.y) & 0x80000000u;
    if (double_is_zero(a) || double_is_zero(b)) {
        return vec2<u32>(0u, sign);
    }
    let s = double_significand(a);
    let t = double_significand(b);
    let low = double_wide_product(s.x, t.x);
    let first = double_wide_product(s.x, t.y);
    let second = double_wide_product(s.y, t.x);
    let high = double_wide_product(s.y, t.y);
    // The second word, with its carries into the upper two.
    let sum = low.y + first.x;
    let middle = sum + second.x;
    let carry = select(0u, 1u, sum < first.x) + select(0u, 1u, middle < sum);
    var upper = double_bits_add(high, vec2<u32>(first.y, 0u));
    upper = double_bits_add(upper, vec2<u32>(second.y, 0u));
    upper = double_bits_add(upper, vec2<u32>(carry, 0u));
    upper.x |= select(0u, 1u, (low.x | middle) != 0u);
    let exponent = double_exponent(a) + double_exponent(b);
    if (upper.y >= 0x80000000u) {
        return double_round(sign, exponent + 1, upper);
    }
    return double_round(sign, exponent, double_shift_left(upper, 1u));
}

// b must not be 0.
fn double_divide(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let sign = (a.y ^ b.y) & 0x80000000u;
    if (double_is_zero(a)) {
        return vec2<u32>(0u, sign);
    }
    // 53 bits each, so that the rest can be doubled.
    let by = double_shift_right(double_significand(b), 11u);
    var rest = double_shift_right(double_significand(a), 11u);
    var exponent = double_exponent(a) - double_exponent(b);
    if (rest.y < by.y || (rest.y == by.y && rest.x < by.x)) {
        rest = double_shift_left(rest, 1u);
        exponent -= 1;
    }
    var quotient = vec2<u32>(0u, 0u);
    for (var step = 0; step < 55; step += 1) {
        quotient = double_shift_left(quotient, 1u);
        if (!(rest.y < by.y || (rest.y == by.y && rest.x < by.x))) {
            rest = double_bits_subtract(rest, by);
            quotient.x |= 1u;
        }
        rest = double_shift_left(rest, 1u);
    }
    quotient = double_shift_left(quotient, 9u);
    quotient.x |= select(0u, 1u, (rest.x | rest.y) != 0u);
    return double_round(sign, exponent, quotient);
}

// The square root of a double that is not negative.
fn double_square_root(a: vec2<u32>) -> vec2<u32> {
    if (double_is_zero(a)) {
        return vec2<u32>(0u, 0u);
    }
    let exponent = double_exponent(a);
    // The first two bits are the whole part of a number from 1 to 4.
    var radicand = double_shift_right(double_significand(a), select(1u, 0u, (exponent & 1) == 1));
    var root = vec2<u32>(0u, 0u);
    var rest = vec2<u32>(0u, 0u);
    for (var step = 0; step < 55; step += 1) {
        rest = double_shift_left(rest, 2u);
        rest.x |= radicand.y >> 30u;
        radicand = double_shift_left(radicand, 2u);
        var trial = double_shift_left(root, 2u);
        trial.x |= 1u;
        root = double_shift_left(root, 1u);
        if (!(rest.y < trial.y || (rest.y == trial.y && rest.x < trial.x))) {
            rest = double_bits_subtract(rest, trial);
            root.x |= 1u;
        }
    }
    root = double_shift_left(root, 9u);
    root.x |= select(0u, 1u, (rest.x | rest.y) != 0u);
    return double_round(0u, exponent >> 1u, root);
}

fn double_floor(a: vec2<u32>) -> vec2<u32> {
    let exponent = double_exponent(a);
    if (double_is_zero(a) || exponent >= 52) {
        return a;
    }
    if (exponent < 0) {
        return select(vec2<u32>(0u, 0u), DOUBLE(-1.0), double_is_negative(a));
    }
    // The bits after the point.
    let places = u32(52 - exponent);
    var mask = vec2<u32>(0u, 0u);
    if (places >= 32u) {
        mask = vec2<u32>(0xffffffffu, (1u << (places - 32u)) - 1u);
    } else {
        mask = vec2<u32>((1u << places) - 1u, 0u);
    }
    var whole = a;
    if (double_is_negative(a)) {
        // Away from 0, unless it is whole already.
        whole = double_bits_add(a, mask);
    }
    return vec2<u32>(whole.x & ~mask.x, whole.y & ~mask.y);
}

// A coordinate of a lattice that is not aligned with the axes. Beyond 2^31 each float is a lattice point.
fn double_coordinate(x: f32) -> vec2<u32> {
    if (abs(x) < 2147483648.0f) {
        return double_from(x);
    }
    return double_from_int(bitcast<i32>(x));
}

// A whole number of moderate size, modulo 2^32.
fn double_to_int(a: vec2<u32>) -> i32 {
    return bitcast<i32>(double_add(a, DOUBLE(6755399441055744.0)).x);
}

// A place along an axis of samples, counted from the center of the first, for a coordinate that lies between the edges. One
// within the rounding error of a sample's coordinate is that of the sample.
fn double_place(inside: vec2<u32>, x: f32, resolution: f32) -> vec2<u32> {
    let place = double_subtract(double_multiply(inside, double_from(resolution)), DOUBLE(0.5));
    let nearest = double_floor(double_add(place, DOUBLE(0.5)));
    let size = double_multiply(double_from(abs(x)), double_from(resolution));
    let greatest = select(size, DOUBLE(1.0), double_less(size, DOUBLE(1.0)));
    let rounding = double_multiply(greatest, DOUBLE(1e-7));
    let tolerance = select(rounding, DOUBLE(1e-3), double_less(DOUBLE(1e-3), rounding));
    let difference = double_subtract(place, nearest);
    let distance = vec2<u32>(difference.x, difference.y & 0x7fffffffu);
    return select(nearest, place, double_less(tolerance, distance));
}

// Beyond the edge it is the place of the edge.
fn double_clamped_place(x: f32, units: f32, resolution: f32) -> vec2<u32> {
    return double_place(double_from(clamp(x, 0.0f, units)), x, resolution);
}

fn double_wrapped_place(x: f32, units: f32, resolution: f32) -> vec2<u32> {
    let whole = double_floor(double_divide(double_from(x), double_from(units)));
    let inside = double_subtract(double_from(x), double_multiply(whole, double_from(units)));
    return double_place(inside, x, resolution);
}

// Images alone are mirrored; their axes have one unit.
fn double_mirrored_place(x: f32, units: f32, resolution: f32) -> vec2<u32> {
    let whole = double_floor(double_multiply(double_from(x), DOUBLE(0.5)));
    let twice = double_subtract(double_from(x), double_multiply(whole, DOUBLE(2.0)));
    let back = double_subtract(DOUBLE(2.0), twice);
    return double_place(select(twice, back, double_less(DOUBLE(1.0), twice)), x, resolution);
}

// The sum of two numbers with weights that add up to 1.
fn double_blend(t: vec2<u32>, a: f32, b: f32) -> vec2<u32> {
    return double_blend_doubles(t, double_from(a), double_from(b));
}

fn double_blend_doubles(t: vec2<u32>, a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return double_add(double_multiply(double_subtract(DOUBLE(1.0), t), a), double_multiply(t, b));
}

// The Catmull-Rom spline between b and c.
fn double_spline(t: vec2<u32>, a: f32, b: f32, c: f32, d: f32) -> vec2<u32> {
    return double_spline_of_doubles(t, double_from(a), double_from(b), double_from(c), double_from(d));
}

fn double_spline_of_doubles(t: vec2<u32>, a: vec2<u32>, b: vec2<u32>, c: vec2<u32>, d: vec2<u32>) -> vec2<u32> {
    let before = double_multiply(double_subtract(double_multiply(double_add(double_multiply(DOUBLE(-0.5), t), DOUBLE(1.0)), t), DOUBLE(0.5)), t);
    let below = double_add(double_multiply(double_multiply(double_subtract(double_multiply(DOUBLE(1.5), t), DOUBLE(2.5)), t), t), DOUBLE(1.0));
    let above = double_multiply(double_add(double_multiply(double_add(double_multiply(DOUBLE(-1.5), t), DOUBLE(2.0)), t), DOUBLE(0.5)), t);
    let behind = double_multiply(double_multiply(double_subtract(double_multiply(DOUBLE(0.5), t), DOUBLE(0.5)), t), t);
    let left = double_add(double_multiply(before, a), double_multiply(below, b));
    return double_add(double_add(left, double_multiply(above, c)), double_multiply(behind, d));
}
