//! The programs of the browser.

use std::path::PathBuf;

/// What a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramKind {
    /// The page, whose chunks have names of their own.
    Page,
    /// The engine in a worker.
    Worker,
    /// The engine as a JavaScript module for other programs: it is one file.
    Module,
    /// The figures of the essay: one file, too.
    Figures,
}

impl ProgramKind {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "page" => Some(Self::Page),
            "worker" => Some(Self::Worker),
            "module" => Some(Self::Module),
            "figures" => Some(Self::Figures),
            _ => None,
        }
    }
}

/// A program that cargo has linked.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) kind: ProgramKind,
    pub(crate) linked: PathBuf,
    /// Where its files go. The folder has the name of the program and its version, such as `page-0123456789abcdef`.
    pub(crate) folder: PathBuf,
}

impl Program {
    /// The name of the program's folder: its files' names begin with it.
    pub(crate) fn stem(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}
