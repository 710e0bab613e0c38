//! Regular expressions, compiled once, with the rules of RE2 as far as `regex-lite` has them: no classes of Unicode, and `(?i)` is for
//! ASCII.

use api::Str;
use regex_lite::{Regex, RegexBuilder};

use crate::error::EvalError;

/// The largest program of an expression, in bytes.
const SIZE: usize = 1 << 18;

/// How many compiled expressions are cached.
const MAX_PATTERNS: usize = 8;

/// Expressions that were compiled.
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
    RegexBuilder::new(pattern).size_limit(SIZE).build()
}

/// Whether a text is a regular expression.
pub(crate) fn is_pattern(text: &str) -> bool {
    compile_pattern(text).is_ok()
}
