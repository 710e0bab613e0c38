//! A cache of compiled regular expressions. They have the syntax of RE2 as far as `regex-lite` supports it: no Unicode
//! classes, and `(?i)` is limited to ASCII.

use api::Str;
use regex_lite::{Regex, RegexBuilder};

use crate::error::EvalError;

/// The largest compiled regular expression, in bytes.
const MAX_PROGRAM_SIZE: usize = 1 << 18;

/// The number of compiled expressions in the cache.
const MAX_PATTERNS: usize = 8;

/// The compiled expressions with their texts.
#[derive(Debug, Default)]
pub(crate) struct Patterns(Vec<(Str, Regex)>);

impl Patterns {
    pub(super) fn compile_cached(&mut self, pattern: &Str) -> Result<&Regex, EvalError> {
        if let Some(at) = self.0.iter().position(|(known, _)| known == pattern) {
            return Ok(&self.0[at].1);
        }
        let regex =
            compile_pattern(pattern).map_err(|error| EvalError::new(format!("error parsing regexp: {error}")))?;
        if self.0.len() >= MAX_PATTERNS {
            self.0.remove(0);
        }
        self.0.push((pattern.clone(), regex));
        Ok(&self.0[self.0.len() - 1].1)
    }
}

fn compile_pattern(pattern: &str) -> Result<Regex, regex_lite::Error> {
    RegexBuilder::new(pattern).size_limit(MAX_PROGRAM_SIZE).build()
}

/// Whether a text compiles as a regular expression.
pub(crate) fn is_pattern(text: &str) -> bool {
    compile_pattern(text).is_ok()
}
