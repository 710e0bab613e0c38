//! SHA-256 (FIPS 180-4), by which a policy names an inline script.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8.
fn constants() -> ([u32; 64], [u32; 8]) {
    let primes: Vec<u128> =
        (2..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).take(64).collect();
    // The root in units of 2^-32 is a whole number, found digit by digit.
    let root = |prime: u128, power: u32| {
        (0..40).rev().fold(0_u128, |root, bit| {
            let tried: u128 = root | 1 << bit;
            let fits = tried.checked_pow(power).is_some_and(|it| it <= prime << (32 * power));
            if fits { tried } else { root }
        }) & 0xffff_ffff
    };
    let whole = |root: u128| u32::try_from(root).unwrap_or_default();
    (std::array::from_fn(|at| whole(root(primes[at], 3))), std::array::from_fn(|at| whole(root(primes[at], 2))))
}

/// The sum of some bytes.
#[allow(clippy::many_single_char_names)] // the standard's own
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let (rounds, mut sum) = constants();
    let mut message = bytes.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks(64) {
        let mut words = [0_u32; 64];
        for (word, four) in words.iter_mut().zip(block.chunks(4)) {
            *word = four.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            words[at] = words[at - 16].wrapping_add(small).wrapping_add(words[at - 7]).wrapping_add(large);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = sum;
        for (word, round) in words.iter().zip(&rounds) {
            let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let first = h.wrapping_add(mixed).wrapping_add(e & f ^ !e & g).wrapping_add(*round).wrapping_add(*word);
            let second =
                (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (one, more) in sum.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *one = one.wrapping_add(more);
        }
    }
    let mut out = [0; 32];
    for (four, word) in out.chunks_mut(4).zip(sum) {
        four.copy_from_slice(&word.to_be_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn sums_are_those_of_the_standard() {
        let hex = |bytes: &[u8]| sha256(bytes).map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(long), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}
