//! What has to be asked of the worker, given what is looked at.

use crate::app::compare::branches;
use crate::app::inspector::asking;
use crate::app::known::{Answers, Details};
use crate::app::store::{Effect, Store};
use crate::wire::RunNumber;

/// Asks for the details and answers that the moment shown needs and that are not there, and for the details around them, as
/// they are looked at next.
pub fn ask(details: &mut Details, answers: &mut Answers, shown: &Store) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut ask_for = |of: &Store| {
        let run = of.run.trace.run;
        let Some(here) = of.moment().and_then(|moment| of.run.trace.attempt_at(moment.events)) else { return };
        let around = [Some(here), Some(here + 1), here.checked_sub(1), Some(here + 2)];
        let known = around.into_iter().flatten().filter(|number| *number < of.run.trace.attempts.len());
        let attempts = details.missing(run, known);
        if !attempts.is_empty() {
            effects.push(Effect::Details { run, attempts });
        }
    };
    ask_for(shown);
    if let Some(beside) = branches::beside(shown) {
        ask_for(&beside);
    }
    for asked in asking::questions(shown) {
        if answers.misses(&asked) {
            effects.push(Effect::Ask(asked));
        }
    }
    effects
}

/// Asks for one more detail.
pub fn detail(details: &mut Details, run: RunNumber, number: usize) -> Vec<Effect> {
    let attempts = details.missing(run, [number]);
    if attempts.is_empty() { Vec::new() } else { vec![Effect::Details { run, attempts }] }
}
