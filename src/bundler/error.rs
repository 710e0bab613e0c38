//! The errors of bundling a program.

use std::{fmt, io, path::PathBuf, process::ExitStatus};

/// Why a program could not be bundled.
#[derive(Debug)]
pub(crate) enum BundleError {
    /// The command line is wrong; contains the usage text.
    Usage(&'static str),
    /// A file or folder cannot be read or written.
    File { path: PathBuf, error: io::Error },
    /// wasm-split or wasm-bindgen failed.
    Library { name: &'static str, program: PathBuf, reason: String },
    /// A library's output differs from what the build expects of its pinned version.
    Output { library: &'static str, problem: String },
    /// A file is not a valid WebAssembly module.
    Wasm { path: PathBuf, reason: String },
    /// wasm-opt could not be started, or failed.
    Optimizer { command: String, failure: Result<ExitStatus, io::Error> },
    /// A thread of this program panicked.
    Panic,
}

impl BundleError {
    /// Returns a closure for `map_err` that adds the path of the file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => f.write_str(text),
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Library { name, program, reason } => write!(f, "{name} refuses {}: {reason}", program.display()),
            Self::Output { library, problem } => write!(
                f,
                "{library} writes something else than its version did that is pinned in src/bundler/Cargo.toml: {problem}. \
                 `cargo test -p bundler` says what changed"
            ),
            Self::Wasm { path, reason } => write!(f, "{} is no module of WebAssembly: {reason}", path.display()),
            Self::Optimizer { command, failure: Ok(status) } => write!(f, "`{command}` failed ({status})"),
            Self::Optimizer { command, failure: Err(error) } => write!(f, "cannot start `{command}`: {error}"),
            Self::Panic => f.write_str("a step panicked: the reason is printed above"),
        }
    }
}
