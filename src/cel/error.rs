//! What is wrong with an expression, and what goes wrong when one is evaluated.

use std::fmt;

use api::Str;

/// One thing that is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Where it is: a byte of the expression.
    pub offset: usize,
    /// What is wrong there, as upstream says it.
    pub text: String,
}

/// Why an expression is refused. `Display` gives upstream's text, which follows `CEL compile error: ` in a message of the scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The expression does not parse or its types do not fit.
    Invalid {
        /// The expression.
        expression: String,
        /// What is wrong, in the order of the text.
        issues: Vec<Issue>,
    },
    /// The expression has a result of this type, which cannot say whether a device matches.
    Output(String),
    /// A part of the expression that is the same for every device cannot be evaluated.
    Constant(String),
}

/// Upstream gives the place of an issue in this many characters at most.
const LONGEST_SNIPPET: usize = 16_384;

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { expression, issues } => {
                f.write_str("compilation failed: ")?;
                for (i, issue) in issues.iter().enumerate() {
                    if i > 0 {
                        f.write_str("\n")?;
                    }
                    write_issue(f, expression, issue)?;
                }
                Ok(())
            }
            Self::Output(output_type) => write!(f, "must evaluate to bool or the unknown type, not {output_type}"),
            Self::Constant(text) => write!(f, "program instantiation failed: {text}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// The issue with its line and a mark below the character that it is about.
fn write_issue(f: &mut fmt::Formatter<'_>, expression: &str, issue: &Issue) -> fmt::Result {
    let before = expression.get(..issue.offset).unwrap_or(expression);
    let line = before.matches('\n').count() + 1;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[line_start..].chars().count();
    if expression.is_empty() {
        return write!(f, "ERROR: <input>:1:0: {}", issue.text);
    }
    write!(f, "ERROR: <input>:{line}:{}: {}", column + 1, issue.text)?;
    let text = expression[line_start..].split('\n').next().unwrap_or_default();
    if text.chars().count() > LONGEST_SNIPPET {
        return Ok(());
    }
    write!(f, "\n | {}\n | ", text.replace('\t', " "))?;
    for c in text.chars().take(column) {
        f.write_str(if c.is_ascii() { "." } else { "．" })?;
    }
    f.write_str(if text.chars().nth(column).is_none_or(|c| c.is_ascii()) { "^" } else { "＾" })
}

/// Why an expression has no result for a device. `Display` gives upstream's text, which follows `CEL runtime error: ` in a message of the
/// scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// An error of CEL, which `&&` and `||` may absorb.
    Failed(Str),
    /// The evaluation costs more than a selector may: nothing absorbs that.
    TooCostly,
}

impl EvalError {
    pub(crate) fn new(text: impl AsRef<str>) -> Self {
        Self::Failed(text.as_ref().into())
    }

    /// A function of CEL itself that does not take what it was given.
    pub(crate) fn no_overload() -> Self {
        Self::new("no such overload")
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(text) => f.write_str(text),
            Self::TooCostly => f.write_str("operation cancelled: actual cost limit exceeded"),
        }
    }
}

impl std::error::Error for EvalError {}
