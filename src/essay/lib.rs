//! The figures of the essay "How Kubernetes makes room" (`www/essay`).
//!
//! A figure is a manifest with handles: fields that take one of a few values. [`Figure::draw`] sets the values with the edits of `manifest`, runs
//! the manifest, finds the figure's moment in the run, and returns the stage's picture of it, the narrator's text, the facts that the text of the
//! essay refers to, and the link that opens it in the playground.
//!
//! One function serves all: `site` calls it for the pictures that are visible without a program, the program `figures` of `web` calls it after a
//! reader has moved a handle, and the tests call it to check the text against the engine. So no number of the essay is written by hand, and none
//! can become outdated.

mod facts;
mod field;
mod figure;
mod figure_head;
mod markup;
mod picture_text;
mod question;
#[cfg(test)]
mod tests;

pub use field::{FieldState, TableRow};
pub use figure::{Figure, FigureState, HandleState};
pub use figure_head::{HandleHead, HandleKind, HandleRange};
pub use markup::{Part, split_text};
pub use question::{JudgedChoice, ReaderQuestion};

use figure_head::EssayHead;

/// The figures. They and their manifests are embedded in the program.
const HEADS: &str = include_str!("../../www/essay/figures.yaml");

/// Embeds the manifests of figures.
macro_rules! manifests {
    ($($name:literal),+ $(,)?) => {
        const MANIFESTS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../www/essay/", $name, ".yaml")))),+];
    };
}

manifests!(
    "request",
    "nodes",
    "who",
    "putback",
    "field",
    "budget",
    "ladder",
    "grace",
    "gap",
    "ask-order",
    "ask-node",
    "ask-turn",
);

/// The figures and questions of `www/essay/figures.yaml`.
pub struct Essay {
    pub figures: Vec<Figure>,
    pub questions: Vec<ReaderQuestion>,
}

impl Essay {
    /// Parses the embedded definitions.
    ///
    /// # Errors
    /// What is wrong with the list or with a figure.
    pub fn read() -> Result<Self, String> {
        let value = manifest::edit::read_single(HEADS).ok_or("figures.yaml is no YAML document")?;
        let head: EssayHead = serde_json::from_value(value).map_err(|error| format!("figures.yaml: {error}"))?;
        let figures = head.figures.into_iter().map(Figure::new).collect::<Result<_, _>>()?;
        let questions = head.questions.into_iter().map(ReaderQuestion::new).collect::<Result<_, _>>()?;
        Ok(Self { figures, questions })
    }

    /// A figure by its name.
    ///
    /// # Errors
    /// There is no such figure.
    pub fn figure(&self, name: &str) -> Result<&Figure, String> {
        self.figures.iter().find(|figure| figure.name() == name).ok_or_else(|| format!("there is no figure {name}"))
    }

    /// A question by its name.
    ///
    /// # Errors
    /// There is no such question.
    pub fn question(&self, name: &str) -> Result<&ReaderQuestion, String> {
        self.questions
            .iter()
            .find(|question| question.name() == name)
            .ok_or_else(|| format!("there is no question {name}"))
    }
}

fn manifest_text(name: &str) -> Result<&'static str, String> {
    MANIFESTS
        .iter()
        .find(|(manifest, _)| *manifest == name)
        .map(|(_, text)| *text)
        .ok_or_else(|| format!("figure {name} has no manifest"))
}
