//! The errors of the developer commands: what went wrong, and what to do about it.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    process::ExitStatus,
    time::Duration,
};

/// The result of one step of a developer command.
pub(crate) type StepResult<T = ()> = Result<T, TaskError>;

/// Why a developer command failed.
#[derive(Debug)]
pub(crate) enum TaskError {
    /// The command line is wrong; contains the message to print.
    Usage(String),
    /// Another program failed.
    Command {
        /// The program's command line.
        line: String,
        failure: CommandFailure,
        /// How to fix it, if that is known.
        advice: Option<String>,
    },
    /// A file or folder cannot be read or written.
    File { path: PathBuf, error: io::Error },
    /// A file has unexpected content.
    Content { file: String, problem: String },
    /// Something is not installed on this machine.
    Missing {
        what: String,
        /// How to install it.
        advice: String,
    },
    /// Files of the page whose size is out of bounds, one line each.
    Sizes(Vec<String>),
    /// Several errors at once.
    Several { summary: &'static str, errors: Vec<TaskError> },
    /// A step that ran on a thread of its own panicked.
    Panic,
}

/// How another program failed.
#[derive(Debug)]
pub(crate) enum CommandFailure {
    /// It could not be started.
    Start(io::Error),
    /// It exited with a code other than 0, or was killed by a signal.
    Exit {
        status: ExitStatus,
        /// Its standard error; empty if that went to the terminal.
        output: String,
    },
    /// It did not exit within this time, and was killed.
    Timeout(Duration),
}

impl TaskError {
    /// Returns a closure for `map_err` that adds the path of the file or folder.
    pub(crate) fn file(path: impl AsRef<Path>) -> impl FnOnce(io::Error) -> Self {
        let path = path.as_ref().to_owned();
        move |error| Self::File { path, error }
    }

    pub(crate) fn content(file: impl Into<String>, problem: impl fmt::Display) -> Self {
        Self::Content { file: file.into(), problem: problem.to_string() }
    }

    pub(crate) fn missing(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::Missing { what: what.into(), advice: advice.into() }
    }

    /// Adds advice to a command's failure; other errors stay unchanged.
    pub(crate) fn with_advice(self, text: impl Into<String>) -> Self {
        match self {
            Self::Command { line, failure, .. } => Self::Command { line, failure, advice: Some(text.into()) },
            other => other,
        }
    }

    /// The exit code of the failed command, if it had one.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self {
            Self::Command { failure: CommandFailure::Exit { status, .. }, .. } => u8::try_from(status.code()?).ok(),
            _ => None,
        }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => f.write_str(text),
            Self::Command { line, failure, advice } => {
                write!(f, "`{line}` {failure}")?;
                advice.iter().try_for_each(|text| write!(f, "\n\n{text}"))
            }
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Content { file, problem } => write!(f, "{file}: {problem}"),
            Self::Missing { what, advice } => write!(f, "{what}: {advice}"),
            Self::Sizes(lines) => f.write_str(&lines.join("\n")),
            Self::Several { summary, errors } => {
                f.write_str(summary)?;
                errors.iter().try_for_each(|error| write!(f, "\n  - {error}"))
            }
            Self::Panic => f.write_str("a step panicked: the reason is printed above"),
        }
    }
}

impl fmt::Display for CommandFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "cannot be started: {error}"),
            Self::Exit { status, output } if output.is_empty() => write!(f, "failed ({status})"),
            Self::Exit { status, output } => write!(f, "failed ({status}): {output}"),
            Self::Timeout(limit) => write!(f, "did not end within {} s", limit.as_secs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandFailure, TaskError};

    #[test]
    fn messages_contain_the_advice() {
        let error = TaskError::Command {
            line: "trunk build".to_owned(),
            failure: CommandFailure::Start(std::io::ErrorKind::NotFound.into()),
            advice: None,
        };
        assert!(error.exit_code().is_none());
        let text = error.with_advice("Install Trunk.").to_string();
        assert_eq!(text, "`trunk build` cannot be started: entity not found\n\nInstall Trunk.");
        let several = TaskError::Several {
            summary: "this machine lacks what the tests need:",
            errors: vec![TaskError::missing("Node", "https://nodejs.org"), TaskError::Panic],
        };
        assert!(
            several
                .to_string()
                .starts_with("this machine lacks what the tests need:\n  - Node: https://nodejs.org\n  - a step")
        );
    }
}
