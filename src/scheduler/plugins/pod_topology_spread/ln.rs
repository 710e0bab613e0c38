//! The natural logarithm, computed only with the four basic operations, so that a score is the same on every machine.

// High and low part of ln 2, and the coefficients of FreeBSD's `e_log.c`, which Go's `math.Log` uses too.
const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const L: [f64; 7] = [
    f64::from_bits(0x3fe5_5555_5555_5593),
    f64::from_bits(0x3fd9_9999_9997_fa04),
    f64::from_bits(0x3fd2_4924_9422_9359),
    f64::from_bits(0x3fcc_71c5_1d8e_78af),
    f64::from_bits(0x3fc7_4664_96cb_03de),
    f64::from_bits(0x3fc3_9a09_d078_c69f),
    f64::from_bits(0x3fc2_f112_df3e_5244),
];

/// Returns the natural logarithm of `number`; 0 is treated as 1.
#[allow(clippy::cast_precision_loss)] // a number of nodes
pub(super) fn ln(number: usize) -> f64 {
    let x = number.max(1) as f64;
    // x = f × 2^k with f between √½ and √2.
    let (mut f, mut k) = (x, 0.0);
    while f >= 1.0 {
        f *= 0.5;
        k += 1.0;
    }
    if f < std::f64::consts::FRAC_1_SQRT_2 {
        f *= 2.0;
        k -= 1.0;
    }
    f -= 1.0;
    // ln(1 + f) = 2s + 2/3 s³ + 2/5 s⁵ + … with s = f / (2 + f), the tail as a polynomial.
    let s = f / (2.0 + f);
    let (s2, half) = (s * s, 0.5 * f * f);
    let s4 = s2 * s2;
    let odd = s2 * (L[0] + s4 * (L[2] + s4 * (L[4] + s4 * L[6])));
    let even_terms = s4 * (L[1] + s4 * (L[3] + s4 * L[5]));
    k * LN2_HIGH - ((half - (s * (half + (odd + even_terms)) + k * LN2_LOW)) - f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::cast_precision_loss, clippy::disallowed_methods)] // what it is compared with
    fn agrees_with_the_platform_to_the_last_bit_but_one() {
        assert_eq!(ln(1).to_bits(), 0.0_f64.to_bits());
        for number in 2..20_000_usize {
            let platform = (number as f64).ln();
            assert!(ln(number).to_bits().abs_diff(platform.to_bits()) <= 1, "{number}: {} {platform}", ln(number));
        }
    }
}
