//! What follows every action, whatever it was: these rules hold for the page as a whole.

use crate::acts::Playing;
use crate::care::{fingerprint, update as care};
use crate::front::Toast;
use crate::known::update as known;
use crate::lesson::predict::Asking;
use crate::lesson::{Errand, Given, Learning, predict, task};
use crate::page_part::{PagePart, Stands};
use crate::reading::Does;
use crate::reading::update::change;
use crate::run::{Status, alike};
use crate::share::range as walk;
use crate::store::{Action, Effect, Store};
use crate::update::grant::grant;
use crate::update::means::Means;
use crate::{parts, welcome as doors};

/// An action, as far as what follows it has to know of it.
pub struct Turn<'a> {
    /// The state before.
    before: &'a Store,
    /// What it means for files that are being read.
    means: Means,
    /// Whoever asks for an end of the run has chosen, even where nothing moves.
    to_an_end: bool,
}

impl<'a> Turn<'a> {
    /// An action on this state.
    pub fn new(before: &'a Store, action: &Action) -> Self {
        let to_an_end = matches!(action, Action::Player(Playing::Home | Playing::End));
        Self { before, means: Means::of(action), to_an_end }
    }
}

/// Looks over what the action made of the state, and over its effects.
type Follow = fn(&Turn<'_>, &mut Store, &mut Vec<Effect>);

/// All that follows, in this order. The playhead comes to its place first, then it is known what is looked at, and what that needs
/// is asked for last.
pub(crate) const AFTER: [Follow; 11] = [
    // It may take back all that the action did, so none of the others may have looked at that.
    reading,
    // Two that hold the playhead back. The range is last, as nothing leads out of it.
    predictions,
    range,
    // It goes when the playhead moves, so not before that has its place.
    welcome,
    // Asks for what the moment shown needs.
    needs,
    // A text that ends the engine is not run, whoever wanted it.
    engine,
    // The language is the one before until the new one is there: what comes next is already in it.
    language,
    // The changes of the text that runs are counted by a part that is there; one that is not is fetched next.
    task,
    // What is seen is settled now, and with it which parts draw it.
    wanted,
    // What it tells is fetched for a part that is there.
    gallery,
    // It compares what runs with what ran.
    bookmarks,
];

/// While files are read: here alone is decided what waits for them, and what they give way to. An action that opens something else
/// ends the reading; one that starts from the text or the run that a file is about to replace is told to wait.
fn reading(turn: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let before = turn.before;
    if before.reading.now.is_none() || next.reading.now.is_none() {
        return;
    }
    let starts = |effect: &Effect| matches!(effect, Effect::Run { .. } | Effect::Opened(..) | Effect::Restart);
    let touches = !alike(&next.builder.text, &before.builder.text) || effects.iter().any(starts);
    match turn.means {
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
fn predictions(turn: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    if let Some(at) = predict::holds(turn.before, next) {
        next.player.at = at;
    }
    next.player.playing &= !predict::asks(next);
    let (run, at) = (next.run.trace.run, next.player.at);
    match predict::asking(next) {
        Some(Asking::Detail(number)) => effects.extend(known::detail(&mut next.details, run, number)),
        Some(Asking::Ask(ask)) => next.course.predict.asks(run, at, ask),
        Some(Asking::Nothing) => next.course.predict.gave(run, at, Given { done: true, ..Given::default() }),
        None => {}
    }
}

/// Fetches what the gallery tells, as soon as it is seen, tells nothing yet, and is drawn.
fn gallery(turn: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let lacks = |store: &Store| {
        let drawn = store.gallery.open && store.stands(PagePart::Teaching) == Stands::Here;
        drawn && store.gallery.entries.is_empty()
    };
    if lacks(next) && !lacks(turn.before) {
        effects.extend([Effect::FetchEntries, Effect::Learn(Errand::Course)]);
    }
}

/// Keeps the playhead within the part that is to be walked. Whoever plays on at its end begins anew.
fn range(turn: &Turn<'_>, next: &mut Store, _: &mut Vec<Effect>) {
    let before = &turn.before.player;
    let Some((from, to)) = walk::walked(&mut next.share, &next.run) else { return };
    let player = &mut next.player;
    if player.wanted.is_some() || next.run.trace.moments.is_empty() {
        return;
    }
    if player.playing && !before.playing && before.at == to && player.at == to {
        player.at = from;
    }
    let ended = player.at >= to && before.playing;
    player.at = player.at.clamp(from, to);
    player.playing &= !ended;
}

/// A text that ended the engine too often is not run, and one that ran well is forgiven.
fn engine(turn: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    if effects.contains(&Effect::Draft) {
        next.care.own = true;
    }
    let Some(at) = effects.iter().position(|effect| matches!(effect, Effect::Run { .. })) else {
        if turn.before.run.status == Status::Working && next.run.status != Status::Working {
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

/// What the page is for is told until something is chosen.
fn welcome(turn: &Turn<'_>, next: &mut Store, _: &mut Vec<Effect>) {
    next.front.welcomes &= !turn.before.front.welcomes || !turn.to_an_end && doors::stays(turn.before, next);
}

/// Asks the worker for what the moment shown needs and is not known.
fn needs(_: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let needs = known::needs(next);
    effects.extend(known::ask(&mut next.details, &mut next.answers, needs));
}

/// Leaves the language as it was until the part that speaks the new one is there.
fn language(turn: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    parts::speak(turn.before, next, effects);
}

/// Counts how far the text that ran last is from the lesson's, where a task asks, and keeps that it is solved.
fn task(_: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    if task::open(next) && next.stands(PagePart::Building) == Stands::Here {
        let wishes = parts::change(next, PagePart::Building, Action::Lesson(Learning::Count));
        effects.extend(grant(next, wishes));
    }
    if task::is_reached(next) {
        task::keep(&mut next.course);
    }
}

/// Fetches the parts whose places are seen.
fn wanted(_: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    parts::want(next, effects);
}

/// Another run is there: its bookmarks are recalled.
fn bookmarks(turn: &Turn<'_>, next: &mut Store, effects: &mut Vec<Effect>) {
    let (is, was) = (&next.run, &turn.before.run);
    if is.release != was.release || !alike(&is.text, &was.text) {
        effects.push(Effect::RecallMarks);
    }
}
