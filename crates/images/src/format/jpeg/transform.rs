//! The inverse cosine transform of a block.
//!
//! Loeffler, Ligtenberg, Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications" (1989), in integers with
//! 12 bits of fraction.

/// Eight numbers of a row or a column, times 2^12 and without the shift that brings them back.
fn line(line: [i32; 8], rounding: i32) -> [i32; 8] {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = line;
    let add = i32::wrapping_add;
    let sub = i32::wrapping_sub;
    let mul = i32::wrapping_mul;
    let rotated = mul(add(s2, s6), 2217);
    let (below, above) = (add(rotated, mul(s6, -7567)), add(rotated, mul(s2, 3135)));
    let (sum, difference) = (add(s0, s4) << 12, sub(s0, s4) << 12);
    let even = [add(sum, above), add(difference, below), sub(difference, below), sub(sum, above)];
    let even = even.map(|value| add(value, rounding));

    let (p3, p4, p1, p2) = (add(s7, s3), add(s5, s1), add(s7, s1), add(s5, s3));
    let p5 = mul(add(p3, p4), 4816);
    let (p1, p2) = (add(p5, mul(p1, -3685)), add(p5, mul(p2, -10497)));
    let (p3, p4) = (mul(p3, -8034), mul(p4, -1597));
    let odd = [
        add(mul(s1, 6149), add(p1, p4)),
        add(mul(s3, 12586), add(p2, p3)),
        add(mul(s5, 8410), add(p2, p4)),
        add(mul(s7, 1223), add(p1, p3)),
    ];
    std::array::from_fn(|index| match index {
        0..4 => add(even[index], odd[index]),
        _ => sub(even[7 - index], odd[7 - index]),
    })
}

/// The samples of a block of coefficients, both row by row.
pub(super) fn samples(block: &[i32; 64]) -> [u8; 64] {
    if block[1..].iter().all(|coefficient| *coefficient == 0) {
        return [(block[0].wrapping_add(4 + 1024) >> 3).clamp(0, 255) as u8; 64];
    }
    let mut between = [0; 64];
    for column in 0..8 {
        let result = line(std::array::from_fn(|row| block[8 * row + column]), 1 << 9);
        for (row, value) in result.into_iter().enumerate() {
            between[8 * row + column] = value >> 10;
        }
    }
    let mut samples = [0; 64];
    for (row, samples) in samples.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        // Rounded up by a little more than a half, and 128 for the middle of the range.
        let result = line(std::array::from_fn(|column| between[8 * row + column]), 512 + (1 << 16) + (128 << 17));
        *samples = result.map(|value| (value >> 17).clamp(0, 255) as u8);
    }
    samples
}
