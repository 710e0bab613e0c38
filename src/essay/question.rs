//! Questions whose answers the engine determines.

use i18n::Lang;
use protocol::Bilingual;

use crate::{
    facts::Facts,
    figure::{Figure, FigureState},
    figure_head::{ChoiceHead, QuestionHead},
};

/// A question about the outcome of a run.
pub struct ReaderQuestion {
    /// The figure before the answer.
    figure: Figure,
    /// The figure with the answer.
    answer: Figure,
    text: Bilingual,
    choices: Vec<ChoiceHead>,
}

/// A possible answer, judged by the run.
pub struct JudgedChoice<'q> {
    pub text: &'q Bilingual,
    pub why: &'q Bilingual,
    pub is_right: bool,
}

impl ReaderQuestion {
    pub(crate) fn new(head: QuestionHead) -> Result<Self, String> {
        let QuestionHead { figure, then, text, choices } = head;
        let mut answer = figure.clone();
        answer.at = vec![then];
        Ok(Self { figure: Figure::new(figure)?, answer: Figure::new(answer)?, text, choices })
    }

    #[must_use]
    pub fn name(&self) -> &str {
        self.figure.name()
    }

    #[must_use]
    pub fn text(&self) -> &Bilingual {
        &self.text
    }

    /// The figure before the answer, and the one with it.
    #[must_use]
    pub fn figures(&self) -> [&Figure; 2] {
        [&self.figure, &self.answer]
    }

    /// Its figures in a language, and its choices. A choice is right if all of its facts hold in the run.
    ///
    /// # Errors
    /// A problem of the figure, or not exactly one right choice.
    pub fn judge(&self, lang: Lang) -> Result<([FigureState; 2], Vec<JudgedChoice<'_>>), String> {
        let open = self.figure.draw(&[], None, lang)?;
        let answer = self.answer.draw(&[], None, lang)?;
        let facts = self.answer.draw(&[], None, Lang::En)?.facts;
        let is_so = |means: &Facts| means.iter().all(|(name, value)| facts.get(name) == Some(value));
        let choices = self.choices.iter();
        let choices: Vec<JudgedChoice<'_>> =
            choices.map(|ChoiceHead { text, why, means }| JudgedChoice { text, why, is_right: is_so(means) }).collect();
        let right = choices.iter().filter(|choice| choice.is_right).count();
        if right == 1 {
            Ok(([open, answer], choices))
        } else {
            Err(format!("{}: {right} choices are right: {facts:?}", self.name()))
        }
    }
}
