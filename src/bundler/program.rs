//! The programs that run in a browser.

use std::path::PathBuf;

/// The purpose of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramKind {
    /// The page, with chunks.
    Page,
    /// The engine in a web worker, with chunks.
    Worker,
    /// The engine as a JavaScript module for other programs, without chunks.
    Module,
    /// The figures of the essay, without chunks.
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
pub(crate) struct LinkedProgram {
    pub(crate) kind: ProgramKind,
    pub(crate) linked: PathBuf,
    /// The output folder. Its name consists of the program's name and version, such as `page-0123456789abcdef`.
    pub(crate) folder: PathBuf,
}

impl LinkedProgram {
    /// The name of the output folder, which is the prefix of its file names.
    pub(crate) fn stem(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}
