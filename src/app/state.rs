//! All that the page knows, and how it changes: a pure function from a state and an action to a state and effects.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::api::Str;
use crate::api::manifest::Caption;
use crate::releases::Release;
use crate::simulation::Event;
use crate::trace::Trace;
use crate::trace::steps::Moment;

use super::answer::{self, Asked};
use super::bookmarks::{self, Bookmark, Marking};
use super::branches::{self, Branch};
use super::builder::{self, Build, Builder};
use super::pace::{self, Pace, Pacing};
use super::selection::{self, Look};
use super::shown;
pub use super::shown::Shown;

/// Speeds of play, in percent.
pub const SPEEDS: [u32; 8] = [25, 50, 100, 200, 400, 800, 1600, 3200];

/// The language of all text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 中文.
    Zh,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Something wrong with the text, beside its line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Line, from 1; 0 where no line is to blame.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Path of the field.
    pub path: String,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub remedy: String,
}

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// 中文; empty where nobody translated it.
    pub zh: String,
}

impl Bilingual {
    /// The text in a language, or the one that there is.
    pub fn read(&self, lang: Lang) -> &str {
        if lang == Lang::Zh && !self.zh.is_empty() { &self.zh } else { &self.en }
    }
}

/// What the worker found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loaded {
    /// Title of the scenario.
    pub title: Bilingual,
    /// What there is to see in it.
    pub description: Bilingual,
    /// What it says at which moments, under this release.
    pub captions: Vec<Caption>,
    /// Whose decisions are replayed.
    pub release: Release,
    /// Wall time of the start, in milliseconds.
    pub epoch: i64,
    /// Remarks that stop nothing.
    pub notices: Vec<Problem>,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many pods there are at the start.
    pub pods: usize,
}

/// How the run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// The worker is at it.
    #[default]
    Working,
    /// All events are there.
    Done,
    /// The text cannot be run.
    Rejected,
    /// A person had enough; the events so far are there.
    Cancelled,
}

/// Tabs below the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Console {
    /// `kubectl get pods -o wide -w`.
    #[default]
    Pods,
    /// `kubectl get events`.
    Messages,
    /// `kubectl describe pod` of the chosen pod.
    Describe,
    /// The scheduler's log.
    Log,
    /// Lanes of pods over time.
    Lanes,
}

/// Pages of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// What happens now.
    #[default]
    Now,
    /// Nodes by plugins.
    Filters,
    /// Scores.
    Scores,
    /// Candidates, victims, ladder.
    Preemption,
    /// The chosen pod.
    Pod,
    /// The chosen node.
    Node,
    /// What would have happened.
    WhatIf,
}

/// Something to tell for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toast {
    /// The link is in the clipboard.
    Copied,
    /// The link stands in the address bar, but the clipboard refused it.
    Linked,
    /// Text is in the clipboard.
    Text,
    /// The clipboard takes nothing.
    Refused,
    /// The link cannot be read.
    Damaged,
    /// The text is too long for a link.
    TooLong,
}

/// A moment to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// By its number.
    Moment(usize),
    /// The last one up to so many virtual milliseconds.
    Time(u64),
}

/// All that the page knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Store {
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// The text in the editor.
    pub text: Rc<str>,
    /// The text that runs.
    pub ran: Rc<str>,
    /// Which built-in scenario it is.
    pub scenario: Option<usize>,
    /// The release chosen by hand.
    pub release: Option<Release>,
    /// Nodes to add to a text without any.
    pub extra_nodes: usize,
    /// Number of the run; what belongs to another is thrown away.
    pub run: u32,
    /// How it stands.
    pub status: Status,
    /// Runs to come back to, the present one among them; none before the first fork.
    pub branches: Vec<Branch>,
    /// Which of them is shown.
    pub branch: usize,
    /// Which of them is shown beside it, step by step.
    pub beside: Option<usize>,
    /// What the text holds.
    pub loaded: Rc<Loaded>,
    /// What is wrong with it.
    pub problems: Rc<Vec<Problem>>,
    /// The run so far.
    pub trace: Rc<Shown>,
    /// Index of the moment shown.
    pub at: usize,
    /// Where to go once the run has come so far.
    pub wanted: Option<Wanted>,
    /// Whether the playhead moves.
    pub playing: bool,
    /// Index into [`SPEEDS`].
    pub speed: usize,
    /// How the playhead goes.
    pub pace: Pace,
    /// Counts ticks asked for; only the last one moves the playhead.
    pub beat: u32,
    /// The chosen pod.
    pub pod: Option<Str>,
    /// The chosen node.
    pub node: Option<Str>,
    /// Page of the inspector.
    pub page: Page,
    /// Tab below the stage.
    pub console: Console,
    /// Whether the editor is seen.
    pub editor: bool,
    /// Whether the list of keys is seen.
    pub help: bool,
    /// What was asked last.
    pub asked: Option<Asked>,
    /// Whether the gallery is seen.
    pub gallery: bool,
    /// What is told for a moment.
    pub toast: Option<Toast>,
    /// Moments to come back to, in order.
    pub bookmarks: Vec<Bookmark>,
    /// The builder.
    pub builder: Builder,
    /// Whether the picture is still that of the run before.
    pub stale: bool,
}

/// What a person or the worker does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Something is done in the builder.
    Build(Build),
    /// Something is done with bookmarks.
    Mark(Marking),
    /// The text was edited.
    Edit(Rc<str>),
    /// Run what stands in the editor.
    Run,
    /// Open a text: a file, a drop.
    Open(Rc<str>),
    /// Open a built-in scenario.
    Scenario(usize, Rc<str>),
    /// The same, as a step that the browser's Back takes back.
    Visit(usize, Rc<str>),
    /// Open a link.
    Link { text: Rc<str>, step: usize, release: Option<Release>, selection: Option<Str> },
    /// Choose a release.
    Release(Release),
    /// Add nodes to a text without any.
    AddNodes(usize),
    /// The worker read the text.
    Loaded(u32, Loaded),
    /// The worker cannot read the text.
    Rejected(u32, Vec<Problem>),
    /// The worker sends events; whether they are the last.
    Events(u32, Vec<Event>, bool),
    /// Run on from this moment with one more action of the script, told in a few words.
    Fork { label: String, entries: Vec<String> },
    /// The same text under another release, beside this one.
    Compare(Release),
    /// The same scenario under another configuration, with a name for it.
    Reconfigure(String, String),
    /// A branch beside this one, or none.
    Beside(Option<usize>),
    /// What would make this pod fit?
    Ask(Str),
    /// To another branch.
    Branch(usize),
    /// Enough of the run that the worker is at.
    Cancel,
    /// Time for the next moment.
    Tick(u32),
    /// Play or pause.
    Toggle,
    /// To a moment.
    Seek(usize),
    /// To the next event, or the one before.
    StepEvent(bool),
    /// To the first moment.
    Home,
    /// To the last.
    End,
    /// So many moments on, or back.
    Step(isize),
    /// Change the pace, or go by it.
    Pace(Pacing),
    /// To the next caption, or the one before; before the first there is the description, at the start.
    StepCaption(bool),
    /// To the moment at which so many events have happened.
    SeekEvents(usize),
    /// Faster, slower.
    Speed(isize),
    /// Choose a pod, or none.
    Pick(Option<Str>),
    /// Page of the inspector.
    Page(Page),
    /// Tab below the stage.
    Console(Console),
    /// Show or hide the editor.
    Editor(bool),
    /// Show or hide the list of keys.
    Help(bool),
    /// Show or hide the gallery.
    Gallery(bool),
    /// Hide whatever stands in front.
    Dismiss,
    /// Language.
    Lang(Lang),
    /// Theme.
    Theme(Theme),
    /// Choose a node, or go to what bears an answer out.
    Look(Look),
    /// Copy a link to this moment.
    Share,
    /// Tell something.
    Toast(Option<Toast>),
}

/// What the page has to do outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let the worker run a text.
    Run { run: u32, text: Rc<str>, release: Option<Release>, nodes: usize },
    /// Let the worker stop.
    Cancel { run: u32 },
    /// Send `Tick` in so many milliseconds.
    Tick { beat: u32, after: u32 },
    /// Keep language and theme.
    Keep,
    /// Keep the text for the next visit.
    Draft,
    /// The next visit begins with the first scenario again.
    NoDraft,
    /// Keep the own scenarios.
    KeepOwn,
    /// Keep the bookmarks of this run.
    KeepMarks,
    /// Save the text as a file.
    Download,
    /// Make a link and copy it.
    Share,
    /// Take the toast away later.
    Fade,
    /// The address names a moment that is no longer shown.
    Unlink,
    /// The address names the scenario; Back leads to this text again.
    Visit { left: Rc<str> },
}

impl Store {
    /// The moment shown.
    pub fn moment(&self) -> Option<Moment> {
        self.trace.moments.get(self.at).copied()
    }

    /// How long a moment is looked at while playing, in hundredths of a millisecond.
    pub fn pause_at(&self, at: usize) -> u32 {
        let dwell = self.trace.moments.get(at).map_or(500, |moment| moment.dwell);
        dwell.max(shown::reading(self.trace.caption(at), self.lang)) * 10_000 / SPEEDS[self.speed]
    }

    /// How long the moment shown is looked at while playing, in milliseconds.
    pub fn pause(&self) -> u32 {
        (self.pause_at(self.at) / 100).max(pace::FRAME)
    }

    /// Whether it plays so fast that a change is over before it could be seen to glide.
    pub fn hurries(&self) -> bool {
        self.playing && self.pause() < pace::SHORTEST
    }

    /// Virtual milliseconds at the moment shown.
    pub fn now(&self) -> u64 {
        let events = self.trace.trace.events();
        let event = self.moment().and_then(|moment| events.get(moment.events.wrapping_sub(1)));
        event.map_or(0, |event| event.at)
    }

    /// The last moment up to so many virtual milliseconds.
    pub fn moment_at(&self, time: u64) -> usize {
        let events = self.trace.trace.events();
        let later = |moment: &Moment| moment.events > 0 && events[moment.events - 1].at > time;
        let moments = &self.trace.moments;
        moments.iter().position(later).unwrap_or(moments.len()).saturating_sub(1)
    }

    /// The last moment.
    pub fn last(&self) -> usize {
        self.trace.moments.len().saturating_sub(1)
    }

    /// The release shown.
    pub fn shown_release(&self) -> Release {
        self.release.unwrap_or(self.loaded.release)
    }

    /// The caption shown, and whether this is its very moment.
    pub fn caption(&self) -> Option<(&Caption, bool)> {
        self.trace.caption(self.at)
    }
}

/// What an action makes of a state.
pub fn reduce(store: &Store, action: Action) -> (Store, Vec<Effect>) {
    let mut next = store.clone();
    let effects = change(&mut next, action);
    (next, effects)
}

#[allow(clippy::too_many_lines)] // one arm for each action
fn change(store: &mut Store, action: Action) -> Vec<Effect> {
    match action {
        Action::Build(build) => return builder::change(store, build),
        Action::Mark(marking) => return bookmarks::change(store, marking),
        Action::Edit(text) => {
            builder::retext(store, text, true);
            return vec![Effect::Draft];
        }
        Action::Run => return keeping(store, None),
        Action::Open(text) => {
            builder::retext(store, text, false);
            store.scenario = None;
            store.extra_nodes = 0;
            let mut effects = run(store, None);
            effects.push(Effect::Draft);
            return effects;
        }
        Action::Scenario(index, text) => {
            builder::retext(store, text, false);
            store.scenario = Some(index);
            store.extra_nodes = 0;
            // A scenario opens as it was written.
            store.release = None;
            store.gallery = false;
            let mut effects = run(store, None);
            effects.push(Effect::NoDraft);
            return effects;
        }
        Action::Visit(index, text) => {
            let left = Rc::clone(&store.text);
            let mut effects = change(store, Action::Scenario(index, text));
            effects.retain(|effect| *effect != Effect::Unlink);
            effects.push(Effect::Visit { left });
            return effects;
        }
        Action::Link { text, step, release, selection } => {
            builder::retext(store, text, false);
            store.scenario = None;
            store.release = release;
            selection::restore(store, selection);
            return run(store, Some(Wanted::Moment(step)));
        }
        Action::Release(release) => {
            store.release = Some(release);
            return run(store, None);
        }
        Action::AddNodes(count) => {
            store.extra_nodes = count;
            return run(store, None);
        }
        Action::Loaded(run, loaded) if run == store.run => store.loaded = Rc::new(loaded),
        Action::Rejected(run, problems) if run == store.run => {
            store.problems = Rc::new(problems);
            store.status = Status::Rejected;
            store.beside = None;
            store.editor = true;
            if !store.stale {
                // What was not built is put right where its lines are.
                store.builder.tab = builder::Tab::Yaml;
            }
        }
        Action::Events(run, events, done) if run == store.run => return receive(store, events, done),
        Action::Fork { label, entries } => return branches::fork(store, label, &entries),
        Action::Compare(release) => return branches::compare(store, release),
        Action::Reconfigure(label, text) => return branches::reconfigure(store, label, &text),
        Action::Beside(other) => store.beside = other,
        Action::Ask(pod) => store.asked = answer::ask(store, &pod),
        Action::Branch(to) => branches::switch(store, to),
        Action::Cancel if store.status == Status::Working => {
            store.run += 1;
            store.status = Status::Cancelled;
            return vec![Effect::Cancel { run: store.run }];
        }
        Action::Tick(beat) if store.playing && beat == store.beat => {
            if store.at < store.last() {
                store.at = pace::on(store);
                return tick(store);
            }
            store.playing = store.status == Status::Working;
        }
        Action::Loaded(..) | Action::Rejected(..) | Action::Events(..) | Action::Tick(_) | Action::Cancel => {}
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
        Action::Pace(pacing) => return pace::change(store, pacing),
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
        Action::Pick(pod) => {
            store.page = if pod.is_some() { Page::Pod } else { Page::Now };
            store.pod = pod;
        }
        Action::Look(look) => return selection::change(store, look),
        Action::Page(page) => store.page = page,
        Action::Console(console) => store.console = console,
        Action::Editor(editor) => store.editor = editor,
        Action::Help(help) => store.help = help,
        Action::Gallery(gallery) => store.gallery = gallery,
        Action::Dismiss => (store.help, store.gallery) = (false, false),
        Action::Lang(lang) => {
            store.lang = lang;
            return vec![Effect::Keep];
        }
        Action::Theme(theme) => {
            store.theme = theme;
            return vec![Effect::Keep];
        }
        Action::Share => return vec![Effect::Share],
        Action::Toast(toast) => {
            store.toast = toast;
            if toast.is_some() {
                return vec![Effect::Fade];
            }
        }
    }
    Vec::new()
}

/// A new text, or a new release: forks of the old one mean nothing any more.
fn run(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    store.branches.clear();
    (store.branch, store.beside) = (0, None);
    start(store, wanted)
}

/// Lets the worker run what stands in the editor, and go to a moment.
pub(super) fn start(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    store.run += 1;
    store.stale = false;
    store.ran = Rc::clone(&store.text);
    store.status = Status::Working;
    store.problems = Rc::default();
    store.trace = Rc::default();
    store.loaded = Rc::default();
    store.playing = false;
    store.asked = None;
    store.at = 0;
    store.wanted = wanted;
    let (run, text, release) = (store.run, Rc::clone(&store.text), store.release);
    let mut effects = vec![Effect::Run { run, text, release, nodes: store.extra_nodes }];
    if wanted.is_none() {
        (store.pod, store.node) = (None, None);
        store.page = Page::Now;
        effects.push(Effect::Unlink);
    }
    effects
}

/// Runs an edited text, with the playhead where it is.
pub fn rerun(store: &mut Store) -> Vec<Effect> {
    let mut effects = keeping(store, Some(Wanted::Moment(store.at)));
    effects.push(Effect::Unlink);
    effects
}

/// Runs the text. The picture of the run before stays until the new one is there.
fn keeping(store: &mut Store, wanted: Option<Wanted>) -> Vec<Effect> {
    let before = (Rc::clone(&store.trace), Rc::clone(&store.loaded), store.at);
    let effects = run(store, wanted);
    (store.trace, store.loaded, store.at) = before;
    (store.stale, store.wanted) = (true, wanted.or(Some(Wanted::Moment(0))));
    effects
}

fn receive(store: &mut Store, events: Vec<Event>, done: bool) -> Vec<Effect> {
    let mut trace = if store.stale { Trace::default() } else { store.trace.trace.clone() };
    store.stale = false;
    trace.extend(events);
    store.trace = Rc::new(Shown::new(trace, &store.loaded.captions));
    let reached = match store.wanted {
        Some(Wanted::Moment(at)) => (done || at <= store.last()).then_some(at),
        Some(Wanted::Time(time)) => done.then(|| store.moment_at(time)),
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
    }
    Vec::new()
}

pub(super) fn seek(store: &mut Store, at: usize) -> Vec<Effect> {
    store.at = at.min(store.last());
    store.wanted = None;
    store.playing = false;
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
