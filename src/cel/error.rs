//! Compilation and evaluation errors, with upstream's messages.

use std::fmt;

use api::Str;

/// A compilation error at one position of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The byte offset in the expression.
    pub offset: usize,
    /// Upstream's message, without the position.
    pub text: String,
}

/// Why an expression does not compile. `Display` gives upstream's message, which the scheduler prefixes with `CEL
/// compile error: `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The expression has a syntax or type error.
    Invalid {
        expression: String,
        /// The errors, in the order of the text.
        issues: Vec<Issue>,
    },
    /// The expression's result has this type, which is neither `bool` nor `dyn`.
    Output(String),
    /// A constant subexpression fails to evaluate, with this message.
    Constant(String),
}

/// The longest source line, in characters, that an issue shows: upstream omits the lines of longer ones.
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

/// Writes an issue with its source line and a caret below the position.
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

/// Why the evaluation of an expression for a device fails. `Display` gives upstream's message, which the scheduler
/// prefixes with `CEL runtime error: `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// A CEL error, which `&&` and `||` absorb if their other side decides the result.
    Failed(Str),
    /// The evaluation exceeds the cost limit. No operator absorbs this error.
    TooCostly,
}

impl EvalError {
    pub(crate) fn new(text: impl AsRef<str>) -> Self {
        Self::Failed(text.as_ref().into())
    }

    /// cel-go's error for a standard function whose arguments have no overload.
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
