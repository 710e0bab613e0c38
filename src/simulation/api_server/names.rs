//! Name suffixes that the API server generates for `generateName`.

use scheduler::framework::SeededChooser;

/// The alphabet of Kubernetes' generated names. It has no vowels, so that no words arise.
const NAME_LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// Generates suffixes for `generateName` from a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameGenerator {
    seed: u64,
}

impl NameGenerator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// A suffix of `length` characters, determined by the seed, `text` and `number`.
    pub(crate) fn suffix(self, text: &str, number: u64, length: usize) -> String {
        let mut seed = self.seed ^ 0xcbf2_9ce4_8422_2325 ^ number.wrapping_mul(0x9e37_79b9);
        for byte in text.bytes() {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut chooser = SeededChooser::new(seed);
        (0..length).map(|_| char::from(NAME_LETTERS[chooser.draw_below(NAME_LETTERS.len())])).collect()
    }
}
