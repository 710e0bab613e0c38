//! What has to be asked of the worker, given what is looked at.

use std::rc::Rc;

use crate::compare::branches;
use crate::inspector::asking;
use crate::known::{Answers, Details, Knowing};
use crate::store::{Effect, Store};
use crate::wish::Wish;
use wire::{Asked, RunNumber};

/// Keeps what the worker says, or asks it.
pub fn change(details: &mut Details, answers: &mut Answers, knowing: Knowing) -> Vec<Wish> {
    match knowing {
        Knowing::Detail(run, number, attempt) => {
            details.keep(run, number, Rc::clone(&attempt));
            vec![Wish::Gather(run, number, attempt)]
        }
        Knowing::Told(asked, told) => {
            answers.keep(asked, told);
            vec![Wish::CopyLog]
        }
        Knowing::Wanted(run, number) => detail(details, run, number).into_iter().map(Wish::from).collect(),
    }
}

/// What the moment shown needs to be known.
pub struct Needs {
    /// Attempts of each run that is shown: the one of the moment, and those around it, as they are looked at next.
    attempts: Vec<(RunNumber, Vec<usize>)>,
    questions: Vec<Asked>,
}

/// What it is, given what is looked at.
pub fn needs(shown: &Store) -> Needs {
    let attempts = |of: &Store| {
        let here = of.moment().and_then(|moment| of.run.trace.attempt_at(moment.events))?;
        let around = [Some(here), Some(here + 1), here.checked_sub(1), Some(here + 2)];
        let there = around.into_iter().flatten().filter(|number| *number < of.run.trace.attempts.len());
        Some((of.run.trace.run, there.collect()))
    };
    let beside = branches::beside(shown);
    let attempts = [attempts(shown), beside.as_ref().and_then(attempts)].into_iter().flatten().collect();
    Needs { attempts, questions: asking::questions(shown) }
}

/// Asks for the details and answers that are needed and not there.
pub fn ask(details: &mut Details, answers: &mut Answers, needs: Needs) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (run, attempts) in needs.attempts {
        let attempts = details.missing(run, attempts);
        if !attempts.is_empty() {
            effects.push(Effect::Details { run, attempts });
        }
    }
    for asked in needs.questions {
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
