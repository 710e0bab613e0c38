//! What an action makes of a state: a state and effects. Only here all features are known.

use std::rc::Rc;

use crate::api::alias::is_table;
use crate::api::shortened;
use crate::app::care::{Caring, Trouble};
use crate::app::compare::branches;
use crate::app::craft::{Craft, Thing};
use crate::app::inspector::asking;
use crate::app::lesson::{Errand, Learning};
use crate::app::player::{self, SPEEDS, Wanted};
use crate::app::run::{keeping, run, seek};
use crate::app::selection::Look;
use crate::app::share::Sharing;
use crate::app::shown::Shown;
use crate::app::store::{Action, Effect, Page, Part, Stands, Status, Store, Toast};
use crate::app::{
    bookmarks, builder, care, console, gallery, known, lesson, parts, reading, selection, share, welcome,
};
use crate::trace::names::{Name, Way};
use crate::trace::steps;
use crate::wire::{Happened, is_lesson};

/// What an action makes of a state.
pub fn reduce(store: &Store, action: Action) -> (Store, Vec<Effect>) {
    let mut next = store.clone();
    // Who asks for an end of the run has chosen, even where nothing moves.
    let to_an_end = matches!(action, Action::Home | Action::End);
    let means = reading::update::Means::of(&action);
    let mut effects = change(&mut next, action);
    reading::update::guard(store, &mut next, &mut effects, means);
    lesson::predict::guard(store, &mut next, &mut effects);
    share::range::guard(store, &mut next);
    next.welcomes &= !store.welcomes || !to_an_end && welcome::stays(store, &next);
    effects.extend(known::update::ask(&mut next));
    care::update::guard(store, &mut next, &mut effects);
    parts::speak(store, &mut next, &mut effects);
    if lesson::task::open(&next) && next.stands(Part::Building) == Stands::Here {
        effects.extend(parts::change(&mut next, Part::Building, Action::Learn(Learning::Count)));
    }
    parts::want(&mut next, &mut effects);
    let run = |store: &Store| (Rc::clone(&store.ran), store.release);
    if run(&next) != run(store) {
        effects.push(Effect::RecallMarks);
    }
    (next, effects)
}

#[allow(clippy::too_many_lines)] // one arm for each action
fn change(store: &mut Store, action: Action) -> Vec<Effect> {
    let action = lesson::update::meant(store, &action).map_or(action, Action::Learn);
    if reading::sketch::stands(store) && action.plays() {
        return Vec::new();
    }
    match action {
        Action::Build(build) => {
            return builder::update::change(store, build)
                .unwrap_or_else(|build| parts::change(store, Part::Building, Action::Build(build)));
        }
        Action::Mark(marking) => return bookmarks::update::change(store, marking),
        Action::Care(Caring::BringBack(index)) => {
            return care::update::take_back(store, index)
                .map_or_else(Vec::new, |text| change(store, Action::Open(text)));
        }
        Action::Care(caring) => return care::update::change(store, caring),
        Action::Craft(Craft::Menu(menu)) => store.menu = menu,
        Action::Craft(_) => {
            store.menu = None;
            return parts::change(store, Part::Building, action);
        }
        Action::PartCame(part, came) => {
            store.parts[part as usize] = if came { Stands::Here } else { Stands::Failed };
            if came && part == Part::Teaching {
                return vec![Effect::Learn(Errand::Terms)];
            }
            if !came && part == Part::Chinese {
                return change(store, Action::Toast(Some(Toast::NoLanguage)));
            }
        }
        Action::PartAgain(part) => store.parts[part as usize] = Stands::Away,
        Action::Reading(does) => {
            let effects = reading::update::change(store, does);
            if let Some(Effect::Opened(opened, _)) = effects.first() {
                // Nobody types in a text of megabytes: it is laid out only when somebody wants to see it.
                store.builder.tab = builder::Tab::Build;
                if !opened.texts.iter().any(|text| builder::files::is_scenario(text)) {
                    store.reading.take_release();
                }
            }
            if store.reading.opens() {
                (store.share.open, store.share.handout) = (false, false);
            }
            return effects;
        }
        Action::Learn(Learning::Terms(_)) => return parts::change(store, Part::Teaching, action),
        Action::Learn(learning) => {
            let effects = lesson::update::change(store, learning);
            if let Some(taken) = store.course.taken.as_ref().filter(|taken| lesson::update::runs(store, taken)) {
                match gallery::named(&taken.lesson.scenario) {
                    Some(number) => share::update::opened(store, number),
                    None => store.scenario = None,
                }
            }
            return effects;
        }
        Action::Predict(on) => return lesson::predict::switch(store, on),
        Action::Edit(text) => {
            builder::writing::retext(store, text, true);
            return vec![Effect::Draft];
        }
        Action::Run => return keeping(store, None),
        Action::Open(text) if is_table(&text) => {
            return parts::change(store, Part::Sharing, Action::Share(Sharing::Names(text)));
        }
        Action::Open(text) if is_lesson(&text) => {
            return lesson::update::change(store, Learning::Open { text, scenario: None });
        }
        Action::Open(text) => {
            builder::writing::retext(store, text, false);
            store.scenario = None;
            store.release = store.reading.take_release().or(store.release);
            let mut effects = run(store, None);
            effects.push(Effect::Draft);
            return effects;
        }
        Action::Scenario(index, text) => {
            let mut effects = care::update::replace(store, false);
            builder::writing::retext(store, text, false);
            share::update::opened(store, index);
            // A scenario opens as it was written.
            store.release = None;
            store.gallery = false;
            effects.extend(run(store, None));
            return effects;
        }
        Action::Welcome(index, text) => {
            let effects = change(store, Action::Scenario(index, text));
            store.wanted = Name::read(gallery::EVE).map(Wanted::Named);
            store.welcomes = true;
            return effects;
        }
        Action::Opening(index, text, at) => {
            let effects = change(store, Action::Scenario(index, text));
            store.wanted = Some(Wanted::Moment(at));
            return effects;
        }
        Action::Visit(index, text) => {
            let left = Rc::clone(&store.text);
            let mut effects = change(store, Action::Scenario(index, text));
            effects.retain(|effect| *effect != Effect::Unlink);
            effects.push(Effect::Visit { left });
            return effects;
        }
        Action::Link { text, scenario, fields } => return share::update::open(store, text, scenario, &fields),
        // The text that is there is about to go.
        Action::Release(release) if store.reading.opens() => store.reading.choose(release),
        Action::Release(release) => {
            store.release = Some(release);
            return run(store, None);
        }
        Action::Loaded(run, loaded) if run == store.run => store.loaded = Rc::new(loaded),
        Action::Rejected(run, problems) if run == store.run => {
            store.problems = Rc::new(problems);
            store.status = Status::Rejected;
            store.reading.ran();
            store.beside = None;
            store.editor = true;
            if !store.stale {
                // What was not built is put right where its lines are.
                store.builder.tab = builder::Tab::Yaml;
            }
        }
        Action::Events(run, happened) if run == store.run => return receive(store, happened),
        Action::Detail(run, number, detail) => {
            let gathered = store.share.gathers(run, number, &detail);
            store.details.keep(run, number, detail);
            if gathered {
                return parts::change(store, Part::Sharing, Action::Share(Sharing::Gathered));
            }
        }
        Action::Told(asked, told) => {
            store.answers.keep(asked, told);
            return console::update::copied(store);
        }
        Action::Detailed(run, number) => return known::update::detail(store, run, number),
        Action::ReadLog(reads) => store.reads_log = reads,
        Action::CopyLog(lines) => {
            (store.reads_log, store.copies) = (true, Some(lines));
            return console::update::copied(store);
        }
        Action::Question(question) => store.question = question,
        Action::Fork { label, entries } => return branches::fork(store, label, &entries),
        Action::Compare(release) => return branches::compare(store, release),
        Action::Reconfigure(..) => return parts::change(store, Part::Building, action),
        Action::Retext(label, text) => return branches::retext(store, label, text),
        Action::Beside(other) => store.beside = other,
        Action::Ask(question) => store.what_helps = Some(asking::now(store, question)),
        Action::Branch(to) => branches::switch(store, to),
        Action::Cancel if store.status == Status::Working => {
            store.run += 1;
            store.status = Status::Cancelled;
            return vec![Effect::Cancel];
        }
        Action::Tick(beat) if store.playing && beat == store.beat => {
            if store.at < store.last() {
                store.at = player::update::on(store);
                return tick(store);
            }
            store.playing = store.status == Status::Working;
        }
        Action::Present(presents) if presents != store.presents && !store.share.embedded => {
            store.presents = presents;
            return vec![Effect::FullScreen(presents)];
        }
        Action::Loaded(..)
        | Action::Rejected(..)
        | Action::Events(..)
        | Action::Tick(_)
        | Action::Cancel
        | Action::Present(_) => {}
        Action::Toggle => {
            store.playing = !store.playing;
            if store.playing && store.at == store.last() {
                store.at = 0;
            }
            return tick(store);
        }
        Action::Seek(at) => return seek(store, at),
        Action::StepEvent(forward) => {
            let now = store.moment().map_or(0, |moment| moment.events);
            let moments = &store.trace.moments;
            let to = if forward {
                moments.iter().position(|moment| moment.events > now).unwrap_or(store.last())
            } else {
                let before = moments[..store.at].last().map_or(0, |moment| moment.events);
                moments.iter().position(|moment| moment.events == before).unwrap_or(0)
            };
            return seek(store, to);
        }
        Action::Home => return seek(store, 0),
        Action::End => return seek(store, usize::MAX),
        Action::Step(by) => return seek(store, store.at.saturating_add_signed(by)),
        Action::Pace(pacing) => return player::update::change(store, pacing),
        Action::StepCaption(forward) => {
            let told = store.trace.captions_told(store.at);
            let captions = &store.trace.captions;
            let to = if forward { captions.get(told) } else { told.checked_sub(2).and_then(|at| captions.get(at)) };
            return match to {
                Some((at, _)) => seek(store, *at),
                None if forward => Vec::new(),
                None => seek(store, 0),
            };
        }
        Action::SeekEvents(count) => {
            let at = store.trace.moments.iter().position(|moment| moment.events >= count);
            return seek(store, at.unwrap_or(usize::MAX));
        }
        Action::Speed(by) => {
            store.speed = store.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        }
        // Whoever builds goes from form to form.
        Action::Pick(Some(pod)) if store.page == Page::Edit => {
            return change(store, Action::Craft(Craft::Edit(Thing::Pod(pod))));
        }
        Action::Look(Look::Open(node)) if store.page == Page::Edit => {
            return change(store, Action::Craft(Craft::Edit(Thing::Node(node))));
        }
        Action::Pick(pod) => {
            store.page = if pod.is_some() { Page::Pod } else { Page::Now };
            if store.pod != pod {
                store.question = None;
            }
            store.pod = pod;
        }
        Action::Look(look) => return selection::update::change(store, look),
        // A key leads there, too.
        Action::Page(page) => (store.page, store.folded) = (page, false),
        Action::Console(console) => store.console = console,
        Action::Editor(editor) => {
            (store.editor, store.presents) = (editor, false);
            return vec![Effect::KeepDrawers];
        }
        Action::Fold(folded) => {
            store.folded = folded;
            return vec![Effect::KeepDrawers];
        }
        Action::Drawer(open) => {
            store.open = open;
            return vec![Effect::KeepDrawers];
        }
        Action::Help(help) => store.help = help,
        Action::Gallery(gallery) => {
            store.gallery = gallery;
            if gallery && store.entries.is_empty() {
                return vec![Effect::FetchEntries, Effect::Learn(Errand::Course)];
            }
        }
        Action::Example(number, step) => return vec![Effect::Fetch(number, step)],
        Action::Entries(entries) => store.entries = Rc::new(entries),
        Action::Dismiss if store.menu.is_some() => store.menu = None,
        Action::Dismiss if store.course.defined.is_some() => store.course.defined = None,
        Action::Dismiss if store.share.handout => store.share.handout = false,
        Action::Dismiss if store.share.open => store.share.open = false,
        Action::Dismiss if store.help || store.gallery => (store.help, store.gallery) = (false, false),
        Action::Dismiss => return change(store, Action::Present(false)),
        Action::Lang(lang) => {
            store.lang = lang;
            return [vec![Effect::Keep], lesson::update::told_again(store)].concat();
        }
        Action::Theme(theme) => {
            store.theme = theme;
            return vec![Effect::Keep];
        }
        Action::Share(Sharing::Copy) => return vec![Effect::Share],
        Action::Share(Sharing::Sheet(open)) => store.share.open = open,
        Action::Share(Sharing::HandOut(open)) => {
            (store.share.open, store.share.handout, store.playing) = (false, open, false);
            if open {
                return parts::change(store, Part::Sharing, action);
            }
        }
        Action::Share(Sharing::Export(export)) => return vec![Effect::Export(export)],
        Action::Share(Sharing::Made(..) | Sharing::Tell | Sharing::Gathered | Sharing::Names(_)) => {
            return parts::change(store, Part::Sharing, action);
        }
        Action::Toast(toast) => {
            store.toast = toast;
            if toast.is_some() {
                return vec![Effect::Fade];
            }
        }
    }
    Vec::new()
}

fn receive(store: &mut Store, happened: Happened) -> Vec<Effect> {
    let Happened { events, captions, more, done } = happened;
    let Shown { mut trace, mut found, .. } = match (store.coming.take(), store.stale) {
        (Some(coming), _) => Rc::unwrap_or_clone(coming),
        (None, true) => Shown::default(),
        (None, false) => {
            let Shown { trace, found, .. } = &*store.trace;
            Shown { trace: trace.clone(), found: found.clone(), ..Shown::default() }
        }
    };
    trace.extend(events);
    found.extend(captions);
    if more {
        store.coming = Some(Rc::new(Shown { trace, found, ..Shown::default() }));
        return Vec::new();
    }
    store.stale = false;
    store.reading.ran();
    store.trace = Rc::new(Shown::new(store.run, trace, &store.loaded.captions, found));
    let reached = match &store.wanted {
        Some(Wanted::Moment(at)) => (done || *at <= store.last()).then_some(*at),
        Some(Wanted::Numbered(number)) => {
            let at = steps::numbered(store.trace.trace.events(), &store.trace.moments, *number);
            at.or_else(|| done.then(|| store.last()))
        }
        Some(Wanted::Time(time)) => done.then(|| store.moment_at(*time)),
        Some(Wanted::Named(name)) => match name.find(store.trace.trace.events(), &store.trace.moments) {
            Way::Exact(at) => Some(at),
            Way::Near(at) if done => {
                care::update::tell(&mut store.care, Trouble::NoMoment(shortened(&name.to_string())));
                Some(at)
            }
            Way::Near(_) => None,
        },
        None => None,
    };
    if let Some(at) = reached {
        store.at = at.min(store.last());
        store.wanted = None;
    }
    if done {
        store.status = Status::Done;
    }
    store.at = store.at.min(store.last());
    if done {
        branches::settle(store);
        if std::mem::take(&mut store.share.autoplay) && !store.playing {
            return change(store, Action::Toggle);
        }
        return share::update::ran(store);
    }
    Vec::new()
}

fn tick(store: &mut Store) -> Vec<Effect> {
    if !store.playing {
        return Vec::new();
    }
    store.beat += 1;
    vec![Effect::Tick { beat: store.beat, after: store.pause() }]
}

#[cfg(test)]
mod tests;
