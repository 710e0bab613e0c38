//! The definitions of figures and questions in `www/essay/figures.yaml`.

use api::{Table, resources::Resource};
use i18n::format_amount;
use manifest::Anchor;
use protocol::Bilingual;
use serde::Deserialize;
use serde_json::Value;

use crate::facts::Facts;

/// The content of `figures.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EssayHead {
    pub figures: Vec<FigureHead>,
    pub questions: Vec<QuestionHead>,
}

/// The definition of a figure, without its manifest.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FigureHead {
    /// The name of the figure, and of its manifest.
    pub name: String,
    /// The title of the figure.
    pub title: Bilingual,
    /// The pod that is scheduled.
    pub pod: String,
    /// Whether the end of the first dry run is shown, if there is one.
    #[serde(default)]
    pub verdict: bool,
    /// Otherwise the moment that is shown: the first of these that the run has.
    #[serde(default)]
    pub at: Vec<Anchor>,
    /// The start of a walk to that moment; a slider moves through its steps.
    #[serde(default)]
    pub from: Option<Anchor>,
    /// The moments of the walk, in order, instead of every step; those that the run doesn't have are omitted. Since time passes between them, each
    /// states its time.
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
    /// The height reserved above the nodes, in thousandths of a CPU: as much as is needed at any value, so that no node changes its height when a
    /// reader changes one.
    #[serde(default)]
    pub room_above: i64,
    /// The number of lines reserved below its node in the narrow picture.
    #[serde(default)]
    pub lines_below: i64,
    /// Whether space is reserved below its node for pods without requests, which have no height.
    #[serde(default)]
    pub shelf: bool,
    /// Whether the checks of the filters are named.
    #[serde(default)]
    pub checks: bool,
    /// The handles that are the axes of a field beside the picture.
    #[serde(default)]
    pub field: Option<FieldHead>,
    /// The heights of the wide and the narrow picture, in pixels.
    pub height: [i64; 2],
}

/// The axes of a field: handles with a range, each the CPU request of a pod.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldHead {
    /// The names of the handles.
    pub x: String,
    pub y: String,
}

/// Equally spaced amounts from 0, in thousandths of a CPU.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandleRange {
    pub max: i64,
    pub step: i64,
}

/// Facts that must hold at these values of the handles.
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

/// A field of the manifest that takes one of a few values.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandleHead {
    /// The name by which the text refers to its value.
    pub name: String,
    pub label: Bilingual,
    /// The object, as `Kind/name`.
    pub object: String,
    /// The path of the field, with dots; numbers are indices of lists.
    pub field: String,
    /// The values that it takes; `null` removes the field.
    #[serde(default)]
    pub values: Vec<Value>,
    /// Instead of `values`.
    #[serde(default)]
    pub range: Option<HandleRange>,
    /// How the text writes the values, if it differs from the manifest.
    #[serde(default)]
    pub words: Vec<Bilingual>,
    #[serde(default)]
    pub kind: HandleKind,
}

/// The control of a handle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandleKind {
    /// A slider.
    #[default]
    Slider,
    /// Buttons side by side.
    Choice,
}

/// The definition of a question, without its manifest.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionHead {
    /// The figure before the answer.
    pub figure: FigureHead,
    /// The moment that shows the answer.
    pub then: Anchor,
    pub text: Bilingual,
    pub choices: Vec<ChoiceHead>,
}

/// A possible answer.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceHead {
    pub text: Bilingual,
    /// Why it is right, or what it overlooks.
    pub why: Bilingual,
    /// The facts that hold in the run if this choice is right.
    pub means: Facts,
}

impl HandleHead {
    /// Lists the values of its range.
    pub(crate) fn list_range(&mut self) {
        let Some(HandleRange { max, step }) = self.range else { return };
        for milli_cpu in (0..=max).step_by(usize::try_from(step.max(1)).unwrap_or(1)) {
            let word = cpu_amount(milli_cpu);
            let amount = if milli_cpu % 1000 == 0 { word.clone() } else { format!("{milli_cpu}m") };
            self.values.push(Value::String(amount));
            self.words.push(Bilingual { en: word.clone(), zh: word });
        }
    }
}

/// An amount of CPU as the text writes it.
pub(crate) fn cpu_amount(milli_cpu: i64) -> String {
    format_amount(&Resource::Cpu, milli_cpu)
}
