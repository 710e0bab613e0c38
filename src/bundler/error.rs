//! What can go wrong while a program is bundled.

use std::{fmt, io, path::PathBuf, process::ExitStatus};

/// Why a program was not bundled.
#[derive(Debug)]
pub(crate) enum BundleError {
    /// The command line is not understood: how it should be.
    Usage(&'static str),
    /// A file or folder cannot be read or written.
    File { path: PathBuf, error: io::Error },
    /// wasm-split or wasm-bindgen refuses the program.
    Library { name: &'static str, program: PathBuf, reason: String },
    /// What a library wrote is not what the rest of the build expects of its version.
    Output { library: &'static str, problem: String },
    /// A file that should be a module of WebAssembly is none.
    Wasm { path: PathBuf, reason: String },
    /// wasm-opt cannot be started, or fails.
    Optimizer { command: String, failure: Result<ExitStatus, io::Error> },
    /// A thread of this program panicked.
    Panic,
}

impl BundleError {
    /// For `map_err`, with the file that was read or written.
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
