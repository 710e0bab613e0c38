//! What is done in the console, and copying from the scheduler's log, whose words only the worker has.

use crate::console::{Console, Printing};
use crate::known::Answers;
use crate::store::Effect;
use crate::wish::Wish;
use wire::{Asked, Told};

/// Does it.
pub fn change(console: &mut Console, printing: Printing) -> Vec<Wish> {
    match printing {
        Printing::Tab(tab) => console.tab = tab,
        Printing::Open(open) => {
            console.open = open;
            return vec![Effect::KeepDrawers.into()];
        }
        Printing::ReadLog(reads) => console.reads_log = reads,
        // All its words are wanted for that.
        Printing::CopyLog(lines) => {
            (console.reads_log, console.copies) = (true, Some(lines));
            return vec![Wish::CopyLog];
        }
    }
    Vec::new()
}

/// Copies the lines that are wanted, once their words are there: they are the answer to `log`.
pub fn copied(console: &mut Console, answers: &Answers, log: &Asked) -> Vec<Effect> {
    let Some(Told::Log(words)) = answers.get(log).map(|told| &**told) else { return Vec::new() };
    let Some(lines) = console.copies.take() else { return Vec::new() };
    let text = lines.iter().filter_map(|line| words.get(*line)).flat_map(|line| [line.as_str(), "\n"]).collect();
    vec![Effect::Copy(text)]
}
