//! Copying from the scheduler's log, whose words only the worker has.

use std::rc::Rc;

use crate::console::Console;
use crate::known::Answers;
use crate::store::Effect;
use wire::{Asked, Told};

/// Wants these lines of the log copied, and all its words for that.
pub fn copy(console: &mut Console, lines: Rc<[usize]>) {
    (console.reads_log, console.copies) = (true, Some(lines));
}

/// Copies the lines that are wanted, once their words are there: they are the answer to `log`.
pub fn copied(console: &mut Console, answers: &Answers, log: &Asked) -> Vec<Effect> {
    let Some(Told::Log(words)) = answers.get(log).map(|told| &**told) else { return Vec::new() };
    let Some(lines) = console.copies.take() else { return Vec::new() };
    let text = lines.iter().filter_map(|line| words.get(*line)).flat_map(|line| [line.as_str(), "\n"]).collect();
    vec![Effect::Copy(text)]
}
