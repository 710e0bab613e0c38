//! What an action makes of a state: a state and effects. Only here all features are known.

use std::rc::Rc;

use crate::api::alias::is_table;
use crate::api::shortened;
use crate::app::care::{Caring, Trouble};
use crate::app::compare::branches;
use crate::app::craft::{Craft, Thing};
use crate::app::inspector::asking;
use crate::app::lesson::{Errand, Learning};
use crate::app::panes::Page;
use crate::app::player::{self, SPEEDS, Wanted};
use crate::app::run::Status;
use crate::app::selection::Look;
use crate::app::share::Sharing;
use crate::app::shown::Shown;
use crate::app::store::{Action, Effect, Part, Stands, Store};
use crate::app::update::run::{keeping, run, seek};
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
    next.front.welcomes &= !store.front.welcomes || !to_an_end && welcome::stays(store, &next);
    effects.extend(known::update::ask(&mut next));
    care::update::guard(store, &mut next, &mut effects);
    if lesson::task::open(&next) && next.stands(Part::Building) == Stands::Here {
        effects.extend(parts::change(&mut next, Part::Building, Action::Learn(Learning::Count)));
    }
    parts::want(&mut next, &mut effects);
    let run = |store: &Store| (Rc::clone(&store.run.text), store.run.release);
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
        Action::Mark(marking) => return bookmarks::update::change(&mut store.bookmarks, store.player.at, marking),
        Action::Care(Caring::BringBack(index)) => {
            return care::update::take_back(store, index)
                .map_or_else(Vec::new, |text| change(store, Action::Open(text)));
        }
        Action::Care(caring) => return care::update::change(store, caring),
        Action::Craft(Craft::Menu(menu)) => store.front.menu = menu,
        Action::Craft(_) => {
            store.front.menu = None;
            return parts::change(store, Part::Building, action);
        }
        Action::PartCame(part, came) => {
            store.parts[part as usize] = if came { Stands::Here } else { Stands::Failed };
            if came && part == Part::Teaching {
                return vec![Effect::Learn(Errand::Terms)];
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
                    Some(number) => store.gallery.opened(number, &store.builder.text),
                    None => store.gallery.scenario = None,
                }
            }
            return effects;
        }
        Action::Predict(on) => return lesson::predict::switch(store, on),
        Action::Edit(text) => {
            builder::writing::retext(&mut store.builder, &store.run, text, true);
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
            builder::writing::retext(&mut store.builder, &store.run, text, false);
            store.gallery.scenario = None;
            store.run.release = store.reading.take_release().or(store.run.release);
            let mut effects = run(store, None);
            effects.push(Effect::Draft);
            return effects;
        }
        Action::Scenario(index, text) => {
            let mut effects = care::update::replace(store, false);
            builder::writing::retext(&mut store.builder, &store.run, text, false);
            store.gallery.opened(index, &store.builder.text);
            // A scenario opens as it was written.
            store.run.release = None;
            store.gallery.open = false;
            effects.extend(run(store, None));
            return effects;
        }
        Action::Welcome(index, text) => {
            let effects = change(store, Action::Scenario(index, text));
            store.player.wanted = Name::read(gallery::EVE).map(Wanted::Named);
            store.front.welcomes = true;
            return effects;
        }
        Action::Opening(index, text, at) => {
            let effects = change(store, Action::Scenario(index, text));
            store.player.wanted = Some(Wanted::Moment(at));
            return effects;
        }
        Action::Visit(index, text) => {
            let left = Rc::clone(&store.builder.text);
            let mut effects = change(store, Action::Scenario(index, text));
            effects.retain(|effect| *effect != Effect::Unlink);
            effects.push(Effect::Visit { left });
            return effects;
        }
        Action::Link { text, scenario, fields } => return share::update::open(store, text, scenario, &fields),
        // The text that is there is about to go.
        Action::Release(release) if store.reading.opens() => store.reading.choose(release),
        Action::Release(release) => {
            store.run.release = Some(release);
            return run(store, None);
        }
        Action::Loaded(run, loaded) if run == store.run.number => store.run.loaded = Rc::new(loaded),
        Action::Rejected(run, problems) if run == store.run.number => {
            store.run.problems = Rc::new(problems);
            store.run.status = Status::Rejected;
            store.reading.ran();
            store.branches.beside = None;
            store.front.editor = true;
            if !store.run.stale {
                // What was not built is put right where its lines are.
                store.builder.tab = builder::Tab::Yaml;
            }
        }
        Action::Events(run, happened) if run == store.run.number => return receive(store, happened),
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
        Action::ReadLog(reads) => store.console.reads_log = reads,
        Action::CopyLog(lines) => {
            (store.console.reads_log, store.console.copies) = (true, Some(lines));
            return console::update::copied(store);
        }
        Action::Question(question) => store.inspector.question = question,
        Action::Fork { label, entries } => return branches::fork(store, label, &entries),
        Action::Compare(release) => return branches::compare(store, release),
        Action::Reconfigure(..) => return parts::change(store, Part::Building, action),
        Action::Retext(label, text) => return branches::retext(store, label, text),
        Action::Beside(other) => store.branches.beside = other,
        Action::Ask(question) => store.inspector.what_helps = Some(asking::now(store, question)),
        Action::Branch(to) => branches::switch(store, to),
        Action::Cancel if store.run.status == Status::Working => {
            store.run.number += 1;
            store.run.status = Status::Cancelled;
            return vec![Effect::Cancel];
        }
        Action::Tick(beat) if store.player.playing && beat == store.player.beat => {
            if store.player.at < store.run.last() {
                store.player.at = player::update::on(store);
                return tick(store);
            }
            store.player.playing = store.run.status == Status::Working;
        }
        Action::Present(presents) if presents != store.front.presents && !store.share.embedded => {
            store.front.presents = presents;
            return vec![Effect::FullScreen(presents)];
        }
        Action::Loaded(..)
        | Action::Rejected(..)
        | Action::Events(..)
        | Action::Tick(_)
        | Action::Cancel
        | Action::Present(_) => {}
        Action::Toggle => {
            store.player.playing = !store.player.playing;
            if store.player.playing && store.player.at == store.run.last() {
                store.player.at = 0;
            }
            return tick(store);
        }
        Action::Seek(at) => return seek(store, at),
        Action::StepEvent(forward) => {
            let now = store.moment().map_or(0, |moment| moment.events);
            let moments = &store.run.trace.moments;
            let to = if forward {
                moments.iter().position(|moment| moment.events > now).unwrap_or(store.run.last())
            } else {
                let before = moments[..store.player.at].last().map_or(0, |moment| moment.events);
                moments.iter().position(|moment| moment.events == before).unwrap_or(0)
            };
            return seek(store, to);
        }
        Action::Home => return seek(store, 0),
        Action::End => return seek(store, usize::MAX),
        Action::Step(by) => return seek(store, store.player.at.saturating_add_signed(by)),
        Action::Pace(pacing) => return player::update::change(store, pacing),
        Action::StepCaption(forward) => {
            let told = store.run.trace.captions_told(store.player.at);
            let captions = &store.run.trace.captions;
            let to = if forward { captions.get(told) } else { told.checked_sub(2).and_then(|at| captions.get(at)) };
            return match to {
                Some((at, _)) => seek(store, *at),
                None if forward => Vec::new(),
                None => seek(store, 0),
            };
        }
        Action::SeekEvents(count) => {
            let at = store.run.trace.moments.iter().position(|moment| moment.events >= count);
            return seek(store, at.unwrap_or(usize::MAX));
        }
        Action::Speed(by) => {
            store.player.speed = store.player.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        }
        // Whoever builds goes from form to form.
        Action::Pick(Some(pod)) if store.inspector.page == Page::Edit => {
            return change(store, Action::Craft(Craft::Edit(Thing::Pod(pod))));
        }
        Action::Look(Look::Open(node)) if store.inspector.page == Page::Edit => {
            return change(store, Action::Craft(Craft::Edit(Thing::Node(node))));
        }
        Action::Pick(pod) => {
            store.inspector.page = if pod.is_some() { Page::Pod } else { Page::Now };
            if store.selection.pod != pod {
                store.inspector.question = None;
            }
            store.selection.pod = pod;
        }
        Action::Look(look) => return selection::update::change(store, look),
        // A key leads there, too.
        Action::Page(page) => (store.inspector.page, store.inspector.folded) = (page, false),
        Action::Console(console) => store.console.tab = console,
        Action::Editor(editor) => {
            (store.front.editor, store.front.presents) = (editor, false);
            return vec![Effect::KeepDrawers];
        }
        Action::Fold(folded) => {
            store.inspector.folded = folded;
            return vec![Effect::KeepDrawers];
        }
        Action::Drawer(open) => {
            store.console.open = open;
            return vec![Effect::KeepDrawers];
        }
        Action::Help(help) => store.front.help = help,
        Action::Gallery(gallery) => {
            store.gallery.open = gallery;
            if gallery && store.gallery.entries.is_empty() {
                return vec![Effect::FetchEntries, Effect::Learn(Errand::Course)];
            }
        }
        Action::Example(number, step) => return vec![Effect::Fetch(number, step)],
        Action::Entries(entries) => store.gallery.entries = Rc::new(entries),
        Action::Dismiss if store.front.menu.is_some() => store.front.menu = None,
        Action::Dismiss if store.course.defined.is_some() => store.course.defined = None,
        Action::Dismiss if store.share.handout => store.share.handout = false,
        Action::Dismiss if store.share.open => store.share.open = false,
        Action::Dismiss if store.front.help || store.gallery.open => {
            (store.front.help, store.gallery.open) = (false, false)
        }
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
            (store.share.open, store.share.handout, store.player.playing) = (false, open, false);
            if open {
                return parts::change(store, Part::Sharing, action);
            }
        }
        Action::Share(Sharing::Export(export)) => return vec![Effect::Export(export)],
        Action::Share(Sharing::Made(..) | Sharing::Tell | Sharing::Gathered | Sharing::Names(_)) => {
            return parts::change(store, Part::Sharing, action);
        }
        Action::Toast(toast) => {
            store.front.toast = toast;
            if toast.is_some() {
                return vec![Effect::Fade];
            }
        }
    }
    Vec::new()
}

fn receive(store: &mut Store, happened: Happened) -> Vec<Effect> {
    let Happened { events, captions, more, done } = happened;
    let Shown { mut trace, mut found, .. } = match (store.run.coming.take(), store.run.stale) {
        (Some(coming), _) => Rc::unwrap_or_clone(coming),
        (None, true) => Shown::default(),
        (None, false) => {
            let Shown { trace, found, .. } = &*store.run.trace;
            Shown { trace: trace.clone(), found: found.clone(), ..Shown::default() }
        }
    };
    trace.extend(events);
    found.extend(captions);
    if more {
        store.run.coming = Some(Rc::new(Shown { trace, found, ..Shown::default() }));
        return Vec::new();
    }
    store.run.stale = false;
    store.reading.ran();
    store.run.trace = Rc::new(Shown::new(store.run.number, trace, &store.run.loaded.captions, found));
    let reached = match &store.player.wanted {
        Some(Wanted::Moment(at)) => (done || *at <= store.run.last()).then_some(*at),
        Some(Wanted::Numbered(number)) => {
            let at = steps::numbered(store.run.trace.trace.events(), &store.run.trace.moments, *number);
            at.or_else(|| done.then(|| store.run.last()))
        }
        Some(Wanted::Time(time)) => done.then(|| store.run.moment_at(*time)),
        Some(Wanted::Named(name)) => match name.find(store.run.trace.trace.events(), &store.run.trace.moments) {
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
        store.player.at = at.min(store.run.last());
        store.player.wanted = None;
    }
    if done {
        store.run.status = Status::Done;
    }
    store.player.at = store.player.at.min(store.run.last());
    if done {
        branches::settle(store);
        if std::mem::take(&mut store.share.autoplay) && !store.player.playing {
            return change(store, Action::Toggle);
        }
        return share::update::ran(store);
    }
    Vec::new()
}

fn tick(store: &mut Store) -> Vec<Effect> {
    if !store.player.playing {
        return Vec::new();
    }
    store.player.beat += 1;
    vec![Effect::Tick { beat: store.player.beat, after: store.pause() }]
}

pub mod run;

#[cfg(test)]
mod tests;
