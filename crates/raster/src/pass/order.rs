//! Floats as integers in the same order.

/// The number of a finite float. -0 and 0 are one.
pub(super) fn key(value: f32) -> u32 {
    let bits = (value + 0.0).to_bits();
    if bits >> 31 == 0 { bits | (1 << 31) } else { !bits }
}

/// The float with a number.
pub(super) fn value(key: u32) -> f32 {
    f32::from_bits(if key >> 31 == 1 { key & !(1 << 31) } else { !key })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_floats() {
        let ordered = [f32::MIN, -1.0, -1e-40, 0.0, 1e-40, 0.5, 1.0, f32::MAX];
        assert!(ordered.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        assert!(ordered.iter().all(|float| value(key(*float)) == *float));
        assert_eq!(key(-0.0), key(0.0));
    }
}
