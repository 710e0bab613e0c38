//! What an action leads to is looked over here, whatever the action was: these rules hold for the page as a whole.

use crate::care::{fingerprint, update as care};
use crate::front::Toast;
use crate::known::update::detail;
use crate::lesson::Given;
use crate::lesson::predict;
use crate::lesson::predict::Asking;
use crate::reading::Does;
use crate::reading::update::{Means, change};
use crate::run::Status;
use crate::share::range;
use crate::store::{Effect, Store};

/// Looks over what an action leads to while files are read. Here alone is decided what waits for them, and what they give way to: an action that
/// opens something else ends the reading; one that starts from the text or the run that a file is about to replace is told to wait.
pub fn reading(before: &Store, next: &mut Store, effects: &mut Vec<Effect>, means: Means) {
    if before.reading.now.is_none() || next.reading.now.is_none() {
        return;
    }
    let starts = |effect: &Effect| matches!(effect, Effect::Run { .. } | Effect::Opened(..) | Effect::Restart);
    let touches = next.builder.text != before.builder.text || effects.iter().any(starts);
    match means {
        Means::Other if touches => effects.extend(change(&mut next.reading, Does::Stop)),
        Means::Shown => wait(before, next, effects),
        Means::Unsaid if touches => wait(before, next, effects),
        _ => {}
    }
}

fn wait(before: &Store, next: &mut Store, effects: &mut Vec<Effect>) {
    if before.reading.opens() {
        *next = before.clone();
        (next.front.toast, next.front.menu) = (Some(Toast::Reading), None);
        *effects = vec![Effect::Fade];
    }
}

/// Holds the playhead back before what is to be predicted, and gets the question ready.
pub fn predictions(before: &Store, next: &mut Store, effects: &mut Vec<Effect>) {
    if let Some(at) = predict::holds(before, next) {
        next.player.at = at;
    }
    next.player.playing &= !predict::asks(next);
    let (run, at) = (next.run.trace.run, next.player.at);
    match predict::asking(next) {
        Some(Asking::Detail(number)) => effects.extend(detail(&mut next.details, run, number)),
        Some(Asking::Ask(ask)) => next.course.predict.asks(run, at, ask),
        Some(Asking::Nothing) => next.course.predict.gave(run, at, Given { done: true, ..Given::default() }),
        None => {}
    }
}

/// Keeps the playhead within the part that is to be walked. Whoever plays on at its end begins anew.
pub fn range(before: &Store, next: &mut Store) {
    let Some((from, to)) = range::walked(&mut next.share, &next.run) else { return };
    let player = &mut next.player;
    if player.wanted.is_some() || next.run.trace.moments.is_empty() {
        return;
    }
    if player.playing && !before.player.playing && before.player.at == to && player.at == to {
        player.at = from;
    }
    let ended = player.at >= to && before.player.playing;
    player.at = player.at.clamp(from, to);
    player.playing &= !ended;
}

/// A text that ended the engine too often is not run, and one that ran well is forgiven.
pub fn engine(before: &Store, next: &mut Store, effects: &mut Vec<Effect>) {
    if effects.contains(&Effect::Draft) {
        next.care.own = true;
    }
    let Some(at) = effects.iter().position(|effect| matches!(effect, Effect::Run { .. })) else {
        if before.run.status == Status::Working && next.run.status != Status::Working {
            effects.push(Effect::Ended);
            let ran_well = matches!(next.run.status, Status::Done | Status::Rejected);
            if ran_well && care::forgives(&mut next.care, fingerprint(&next.run.text)) {
                effects.push(Effect::KeepDeaths);
            }
        }
        return;
    };
    if !care::lets_run(&mut next.care, fingerprint(&next.run.text)) {
        effects.remove(at);
        next.run.status = Status::Broken;
    }
}
