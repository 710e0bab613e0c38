//! What an action makes of a state: a state and effects. Only here, in this file and its folder, all features are known and the
//! whole state can be changed. A feature's own `update` gets its own part of it, and what it wants beyond that it says (`wish`).
//!
//! `run` begins runs, `grant` does what features want, `branches`, `caring`, `learning` and `link` are deeds that change the whole page,
//! and `guards` look over what any action leads to.

mod branches;
mod caring;
pub mod grant;
mod guards;
mod learning;
mod link;
mod run;

use std::rc::Rc;

use crate::care::{Caring, Trouble};
use crate::craft::{Craft, Thing};
use crate::front::Toast;
use crate::inspector::asking;
use crate::lesson::{Errand, Learning};
use crate::panes::Page;
use crate::player;
use crate::player::Wanted;
use crate::reading::Does;
use crate::run::Status;
use crate::selection::Look;
use crate::share::Sharing;
use crate::store::{Action, Effect, Part, Stands, Store};
use crate::update::grant::grant;
use crate::update::run::{keeping, replace, run};
use crate::{bookmarks, builder, care, console, gallery, known, lesson, parts, reading, selection, welcome};
use api::alias::is_table;
use api::shortened;
use trace::names::Name;
use wire::{Happened, is_lesson};

/// What an action makes of a state.
pub fn reduce(store: &Store, action: Action) -> (Store, Vec<Effect>) {
    let mut next = store.clone();
    // Who asks for an end of the run has chosen, even where nothing moves.
    let to_an_end = matches!(action, Action::Home | Action::End);
    let means = reading::update::Means::of(&action);
    let mut effects = change(&mut next, action);
    guards::reading(store, &mut next, &mut effects, means);
    guards::predictions(store, &mut next, &mut effects);
    guards::range(store, &mut next);
    next.front.welcomes &= !store.front.welcomes || !to_an_end && welcome::stays(store, &next);
    let needs = known::update::needs(&next);
    effects.extend(known::update::ask(&mut next.details, &mut next.answers, needs));
    guards::engine(store, &mut next, &mut effects);
    parts::speak(store, &mut next, &mut effects);
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
    if lesson::update::leaves(&action) {
        store.course.taken = None;
    }
    if reading::sketch::stands(store) && action.plays() {
        return Vec::new();
    }
    match action {
        Action::Build(build) => {
            return builder::update::change(&mut store.builder, build)
                .unwrap_or_else(|build| parts::change(store, Part::Building, Action::Build(build)));
        }
        Action::Mark(marking) => return bookmarks::update::change(&mut store.bookmarks, store.player.at, marking),
        Action::Care(Caring::BringBack(index)) => {
            return care::update::take_back(&mut store.care, index)
                .map_or_else(Vec::new, |text| change(store, Action::Open(text)));
        }
        Action::Care(caring) => return caring::change(store, caring),
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
            if !came && part == Part::Chinese {
                return change(store, Action::Toast(Some(Toast::NoLanguage)));
            }
        }
        Action::PartAgain(part) => store.parts[part as usize] = Stands::Away,
        Action::Reading(does) => {
            store.player.playing &= !matches!(does, Does::Begin(..));
            let effects = reading::update::change(&mut store.reading, does);
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
            let wishes = learning::learn(store, learning);
            let effects = grant(store, wishes);
            learning::name(store);
            return effects;
        }
        Action::Predict(on) => return learning::predict(store, on),
        Action::Edit(text) => {
            builder::writing::retext(&mut store.builder, &store.run, text, true);
            return vec![Effect::Draft];
        }
        Action::Run => return keeping(store, None),
        Action::Open(text) if is_table(&text) => {
            return parts::change(store, Part::Sharing, Action::Share(Sharing::Names(text)));
        }
        Action::Open(text) if is_lesson(&text) => {
            return vec![Effect::Learn(Errand::Read { text, scenario: None })];
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
            let mut effects = replace(store);
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
        Action::Link { text, scenario, fields } => return link::open(store, text, scenario, &fields),
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
            return copied(store);
        }
        Action::Detailed(run, number) => return known::update::detail(&mut store.details, run, number),
        Action::ReadLog(reads) => store.console.reads_log = reads,
        Action::CopyLog(lines) => {
            console::update::copy(&mut store.console, lines);
            return copied(store);
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
            player::update::toggle(&mut store.player, &store.run);
            return tick(store);
        }
        Action::Seek(at) => store.player.seek(&store.run, at),
        Action::StepEvent(forward) => player::update::step_event(&mut store.player, &store.run, forward),
        Action::Home => store.player.seek(&store.run, 0),
        Action::End => store.player.seek(&store.run, usize::MAX),
        Action::Step(by) => {
            let to = store.player.at.saturating_add_signed(by);
            store.player.seek(&store.run, to);
        }
        Action::Pace(pacing) => player::update::change(&mut store.player, &store.run, pacing),
        Action::StepCaption(forward) => player::update::step_caption(&mut store.player, &store.run, forward),
        Action::SeekEvents(count) => player::update::seek_events(&mut store.player, &store.run, count),
        Action::Speed(by) => player::update::speed(&mut store.player, by),
        // Whoever builds goes from form to form.
        Action::Pick(Some(pod)) if store.inspector.page == Page::Edit => {
            return change(store, Action::Craft(Craft::Edit(Thing::Pod(pod))));
        }
        Action::Look(Look::Open(node)) if store.inspector.page == Page::Edit => {
            return change(store, Action::Craft(Craft::Edit(Thing::Node(node))));
        }
        Action::Pick(pod) => {
            let wishes = selection::update::pick(&mut store.selection, pod);
            return grant(store, wishes);
        }
        Action::Look(look) => {
            let wishes = selection::update::change(&mut store.selection, &store.run, look);
            return grant(store, wishes);
        }
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
            (store.front.help, store.gallery.open) = (false, false);
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
    let done = happened.done;
    if !store.run.receive(happened) {
        return Vec::new();
    }
    store.reading.ran();
    if let Some(missed) = player::update::arrive(&mut store.player, &store.run) {
        care::update::tell(&mut store.care, Trouble::NoMoment(shortened(&missed.to_string())));
    }
    if done {
        branches::settle(store);
        if std::mem::take(&mut store.share.autoplay) && !store.player.playing {
            return change(store, Action::Toggle);
        }
        return link::ran(store);
    }
    Vec::new()
}

/// Copies lines of the scheduler's log, if they are wanted and all its words are there.
fn copied(store: &mut Store) -> Vec<Effect> {
    console::update::copied(&mut store.console, &store.answers, &asking::log(store.run.trace.run))
}

fn tick(store: &mut Store) -> Vec<Effect> {
    if !store.player.playing {
        return Vec::new();
    }
    store.player.beat += 1;
    vec![Effect::Tick { beat: store.player.beat, after: store.pause() }]
}

#[cfg(test)]
mod tests;
