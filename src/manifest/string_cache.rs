//! A cache that shares repeated strings.

use api::Str;

/// The maximum length in bytes of a shared string.
const MAX_CACHED: usize = 64;
/// The number of strings in the cache.
const SLOTS: usize = 4096;

/// A cache of recent strings. It changes how strings are stored, never their contents.
#[derive(Default)]
pub(super) struct StringCache(Vec<Str>);

impl StringCache {
    /// A string, shared with an equal one that is in the cache.
    pub(super) fn intern(&mut self, text: &str) -> Str {
        if text.len() > MAX_CACHED {
            return text.into();
        }
        if self.0.is_empty() {
            self.0.resize(SLOTS, Str::default());
        }
        let mixed =
            text.bytes().fold(0x811c_9dc5_u32, |mixed, byte| (mixed ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let cached = &mut self.0[(mixed ^ mixed >> 16) as usize % SLOTS];
        if *cached != *text {
            *cached = text.into();
        }
        cached.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one() {
        let mut strings = StringCache::default();
        for text in ["", "a", "b", &"long ".repeat(20)] {
            let (one, two) = (strings.intern(text), strings.intern(text));
            assert_eq!((one.as_str(), two.as_str()), (text, text));
            assert_eq!(std::ptr::eq(one.as_str(), two.as_str()), text.len() <= MAX_CACHED, "{text}");
        }
        for number in 0..20_000 {
            assert_eq!(strings.intern(&number.to_string()).as_str(), number.to_string());
        }
    }
}
