//! Regular expressions, with the rules of RE2 as far as `regex-lite` has them: no classes of Unicode, and `(?i)` is for ASCII.

use api::Str;
use regex_lite::{Regex, RegexBuilder};

use super::{Answer, Context};
use crate::error::EvalError;
use crate::meter::Meter;
use crate::value::Value;

/// The largest program of an expression, in bytes.
const SIZE: usize = 1 << 18;

/// So many expressions are kept.
const KEPT: usize = 8;

/// Expressions that were compiled.
#[derive(Debug, Default)]
pub(crate) struct Patterns(Vec<(Str, Regex)>);

impl Patterns {
    fn get(&mut self, pattern: &Str) -> Result<&Regex, EvalError> {
        if let Some(at) = self.0.iter().position(|(known, _)| known == pattern) {
            return Ok(&self.0[at].1);
        }
        let regex = compile(pattern).map_err(|error| EvalError::new(format!("error parsing regexp: {error}")))?;
        if self.0.len() >= KEPT {
            self.0.remove(0);
        }
        self.0.push((pattern.clone(), regex));
        Ok(&self.0[self.0.len() - 1].1)
    }
}

fn compile(pattern: &str) -> Result<Regex, regex_lite::Error> {
    RegexBuilder::new(pattern).size_limit(SIZE).build()
}

/// Whether a text is a regular expression.
pub(crate) fn is_pattern(text: &str) -> bool {
    compile(text).is_ok()
}

pub(super) fn call(function: &str, args: &[Value], context: &mut Context) -> Answer {
    let [Value::Text(text), Value::Text(pattern), rest @ ..] = args else { return None };
    if !matches!((function, rest), ("matches" | "find" | "findAll", []) | ("findAll", [Value::Int(_)])) {
        return None;
    }
    let most = match rest {
        [Value::Int(most)] => usize::try_from(*most).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    Some(search(function, text, pattern, most, context))
}

fn search(function: &str, text: &str, pattern: &Str, most: usize, context: &mut Context) -> Result<Value, EvalError> {
    let Context { meter, patterns } = context;
    effort(text, pattern, meter)?;
    let regex = patterns.get(pattern)?;
    Ok(match function {
        "matches" => Value::Bool(regex.is_match(text)),
        "find" => Value::text(regex.find(text).map_or("", |found| found.as_str())),
        _ => Value::list(regex.find_iter(text).take(most).map(|found| Value::text(found.as_str())).collect()),
    })
}

/// Looking costs the text's length times the expression's; counted repetitions make more of an expression than it looks.
fn effort(text: &str, pattern: &str, meter: &mut Meter) -> Result<(), EvalError> {
    let repeats = if pattern.contains('{') { 16 } else { 1 };
    meter.work(text.len().saturating_mul(pattern.len()).saturating_mul(repeats) / 64)
}
