//! Figures and questions in `www/essay/figures.yaml`.

use api::Table;
use manifest::Anchor;
use protocol::Bilingual;
use serde::Deserialize;
use serde_json::Value;

use crate::facts::Facts;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EssayHead {
    pub figures: Vec<FigureHead>,
    pub questions: Vec<QuestionHead>,
}

/// A figure without its manifest.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FigureHead {
    /// The name of the figure, and of its manifest.
    pub name: String,
    /// What it is about.
    pub title: Bilingual,
    /// The pod that is to be placed.
    pub pod: String,
    /// Whether the end of the first dry run is shown, if there is one.
    #[serde(default)]
    pub verdict: bool,
    /// The moment that is shown otherwise: the first of these that the run has.
    #[serde(default)]
    pub at: Vec<Anchor>,
    /// Where a walk to that moment starts; a slider moves through its steps.
    #[serde(default)]
    pub from: Option<Anchor>,
    /// Instead of each step on the way: the moments of the walk, in order; those that the run doesn't have are left out. Time passes between
    /// them, so each says when it is.
    #[serde(default)]
    pub stops: Vec<Anchor>,
    /// The step of the walk that is shown initially, if not `at`, or its end.
    #[serde(default)]
    pub step: Option<usize>,
    /// The values that a reader can change.
    #[serde(default)]
    pub handles: Vec<HandleHead>,
    /// Statements of the text that no reference in it covers; the tests check them.
    #[serde(default)]
    pub claims: Vec<ClaimHead>,
    /// What has room above the rims of its nodes, in thousandths of a cpu: as much as stands there at any value, so that no node changes its
    /// height when a reader changes one.
    #[serde(default)]
    pub room_above: i64,
    /// How many lines have their room below its node where the window is narrow.
    #[serde(default)]
    pub lines_below: i64,
    /// Whether pods without height have their room below its node.
    #[serde(default)]
    pub shelf: bool,
    /// Whether the checks of the filters are named.
    #[serde(default)]
    pub checks: bool,
    /// The height of the picture where the window is wide, and where it is narrow.
    pub height: [i64; 2],
}

/// Facts that hold at these values of the handles.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimHead {
    /// The values, in English; the other handles have their values from the manifest.
    #[serde(default)]
    pub values: Table<String, String>,
    /// The pod, if not that of the figure.
    #[serde(default)]
    pub pod: Option<String>,
    pub means: Facts,
}

/// A place in the manifest that takes one of a few values.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandleHead {
    /// The name by which the text refers to its value.
    pub name: String,
    /// What it changes.
    pub label: Bilingual,
    /// The object, as `Kind/name`.
    pub object: String,
    /// The field, with dots; numbers go into lists.
    pub field: String,
    /// The values that it takes; `null` removes the field.
    pub values: Vec<Value>,
    /// How the text writes the values, if it differs from the manifest.
    #[serde(default)]
    pub words: Vec<Bilingual>,
    #[serde(default)]
    pub kind: HandleKind,
}

/// What a handle looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandleKind {
    /// Values in their order.
    #[default]
    Slider,
    /// Values beside each other.
    Choice,
}

/// A question without its manifest.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionHead {
    /// The figure before the answer.
    pub figure: FigureHead,
    /// The moment that answers it.
    pub then: Anchor,
    pub text: Bilingual,
    pub choices: Vec<ChoiceHead>,
}

/// An answer that can be given.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceHead {
    pub text: Bilingual,
    /// Why it is right, or what it overlooks.
    pub why: Bilingual,
    /// The facts that hold in the run if this choice is right.
    pub means: Facts,
}
