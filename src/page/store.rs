//! All that the page knows, what may happen to it, and what it asks of the world outside. How one leads to the other is said
//! in `update`.

use std::rc::Rc;

use crate::acts::{Branching, Browsing, Inspecting, Playing};
use crate::bookmarks::{Bookmark, Marking};
use crate::builder::{Build, Builder};
use crate::care::{Care, Caring};
use crate::compare::Branches;
use crate::console::{Console, Printing};
use crate::craft::Craft;
use crate::front::{Front, Showing};
use crate::gallery::Gallery;
use crate::inspector::Inspector;
use crate::known::{Answers, Details, Knowing};
use crate::lang::Lang;
use crate::lesson::{Course, Errand, Learning};
use crate::opening::Opening;
use crate::page_part::{Coming, PagePart, Stands};
use crate::panes::Page;
use crate::player::{FRAME, Player, SHORTEST, SPEEDS};
use crate::reading::{Chosen, Does, Reading, folder};
use crate::run::{Run, Running, alike};
use crate::selection::{Look, Selection};
use crate::settings::{Setting, Theme};
use crate::share::{Share, Sharing};
use crate::shown;
use api::files::Opened;
use api::manifest::Caption;
use api::problem::Finding;
use api::{Millis, Str};
use releases::Release;
use trace::steps::Moment;
use wire::{Asked, Export, RunNumber};
use words::story;

/// All that the page knows: language and theme, and what belongs to a feature as that feature's own part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Store {
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// The run.
    pub run: Run,
    /// Runs to come back to.
    pub branches: Branches,
    /// The playhead.
    pub player: Player,
    /// What a person has chosen to look at.
    pub selection: Selection,
    /// The inspector.
    pub inspector: Inspector,
    /// The console.
    pub console: Console,
    /// What stands in front of the rest, or in its place.
    pub front: Front,
    /// The built-in scenarios.
    pub gallery: Gallery,
    /// Details of attempts.
    pub details: Details,
    /// Answers of the worker.
    pub answers: Answers,
    /// Lessons.
    pub course: Course,
    /// Moments to come back to, in order.
    pub bookmarks: Vec<Bookmark>,
    /// The text, and what is done to it.
    pub builder: Builder,
    /// What keeps people's work.
    pub care: Care,
    /// How the parts stand, in the order of [`PagePart::ALL`].
    pub parts: [Stands; PagePart::ALL.len()],
    /// Large files that are being read.
    pub reading: Reading,
    /// Links.
    pub share: Share,
}

/// An action that waits for a part of the program. It equals only itself.
#[derive(Clone, Debug)]
pub struct Waiting(pub Rc<Action>);

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What a person does, or what arrives. An action names the feature that it is about; what it says stands with that feature.
#[derive(Clone, Debug)]
pub enum Action {
    /// Another text or scenario takes the place of the present one.
    Open(Opening),
    /// The run.
    Run(Running),
    /// Runs to come back to.
    Branches(Branching),
    /// The playhead.
    Player(Playing),
    /// What is looked at.
    Selection(Look),
    /// The inspector.
    Inspector(Inspecting),
    /// The console.
    Console(Printing),
    /// What stands in front of the rest, or in its place.
    Front(Showing),
    /// The built-in scenarios.
    Gallery(Browsing),
    /// What the worker says about runs.
    Known(Knowing),
    /// Lessons and predictions.
    Lesson(Learning),
    /// Moments to come back to.
    Bookmarks(Marking),
    /// The text, and what is done to it.
    Builder(Build),
    /// What is built on the stage.
    Crafting(Craft),
    /// What keeps people's work.
    Care(Caring),
    /// Parts of the program.
    Parts(Coming),
    /// Large files.
    Reading(Does),
    /// Links and files of what is shown.
    Share(Sharing),
    /// Language and theme.
    Settings(Setting),
}

impl Action {
    /// Whether it moves a playhead, or has something at the moment shown.
    pub fn plays(&self) -> bool {
        match self {
            Self::Player(playing) => playing.moves(),
            Self::Bookmarks(_) | Self::Crafting(_) | Self::Branches(Branching::Fork { .. } | Branching::Try { .. }) => {
                true
            }
            _ => false,
        }
    }
}

/// What the page has to do outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let the worker run a text.
    Run { run: RunNumber, text: Rc<str>, release: Option<Release>, keep: Vec<RunNumber> },
    /// Let the worker stop.
    Cancel,
    /// Let the worker say what is wrong with the text.
    Check { number: usize },
    /// Let the worker read files.
    Read { number: u32, files: Vec<Chosen> },
    /// Let the worker stop that.
    StopReading,
    /// Walk through folders that were dropped, and open what is in them, or add it.
    Walk(Vec<folder::FileSystemEntry>, bool),
    /// Open what was found in files, or add it.
    Opened(Opened, bool),
    /// Ask the worker for the details of attempts.
    Details { run: RunNumber, attempts: Vec<usize> },
    /// Ask the worker a question.
    Ask(Asked),
    /// Let the worker make a file of the run.
    Export(Export),
    /// Save a text as a file of this name.
    Save(String, &'static str),
    /// Put a text into the clipboard.
    Copy(String),
    /// Send `Tick` in so many milliseconds.
    Tick { beat: u32, after: u32 },
    /// Fetch a built-in scenario; whether it is opened as a step that Back takes back.
    Fetch(usize, bool),
    /// Fetch the scenario of a first visit, to be watched.
    Watch,
    /// Fetch what the gallery tells.
    FetchEntries,
    /// Fetch a part, then do what waits for it.
    FetchPart(PagePart, Option<Waiting>),
    /// What lessons ask for.
    Learn(Errand),
    /// Keep language and theme.
    Keep,
    /// Keep whether decisions are predicted.
    KeepPredict,
    /// Keep which drawers are open.
    KeepDrawers,
    /// Remember what heights stand for.
    KeepMeasure,
    /// Fill the screen, or no more.
    FullScreen(bool),
    /// Keep the text for the next visit.
    Draft,
    /// Another text takes the place of the draft, which stays.
    SetAside,
    /// Open a draft, by its tab.
    OpenDraft(Str),
    /// Forget a draft, by its tab.
    ForgetDraft(Str),
    /// Forget everything on this device.
    ForgetAll,
    /// Save all own scenarios and drafts as a file.
    SaveAll,
    /// End the worker and start another.
    Restart,
    /// The worker is at no text any more.
    Ended,
    /// Load the page anew.
    Reload,
    /// Keep how often texts ended the engine.
    KeepDeaths,
    /// Copy a report of what happened.
    Report,
    /// Keep the own scenarios.
    KeepOwn,
    /// Keep the bookmarks of this run.
    KeepMarks,
    /// Recall the bookmarks of a run that was not shown before.
    RecallMarks,
    /// Save the text as a file.
    Download,
    /// Make a link and copy it.
    Share,
    /// Open the text that a link holds, or the first scenario, where nothing else is shown.
    Unpack(Rc<str>, bool),
    /// Take the toast away later.
    Fade,
    /// The address names a moment that is no longer shown.
    Unlink,
    /// The address names the scenario; Back leads to this text again.
    Visit { left: Rc<str> },
}

impl Store {
    /// How a part stands.
    pub fn stands(&self, part: PagePart) -> Stands {
        self.parts[part as usize]
    }

    /// The moment shown.
    pub fn moment(&self) -> Option<Moment> {
        self.run.trace.moments.get(self.player.at).copied()
    }

    /// How long a moment is looked at while playing, in hundredths of a millisecond.
    pub(crate) fn pause_at(&self, at: usize) -> u32 {
        let dwell = self.run.trace.moments.get(at).map_or(500, |moment| moment.dwell);
        let read = match self.run.trace.caption(at) {
            Some((_, true)) => shown::reading(self.run.trace.caption(at), self.lang),
            _ if self.run.trace.news.binary_search(&at).is_ok() => self.reads(at),
            _ => 0,
        };
        dwell.max(read).max(self.drains_for(at)) * 10_000 / SPEEDS[self.player.speed]
    }

    /// How long the story of a moment is read, in milliseconds.
    fn reads(&self, at: usize) -> u32 {
        let shown = &self.run.trace;
        let Some(moment) = shown.moments.get(at) else { return 0 };
        let detail = shown.attempt_at(moment.events).and_then(|it| self.details.get(shown.run, it));
        let (frame, wording) = (shown.trace.frame(moment.events), releases::wording(self.run.shown_release()));
        let story = story::at(self.lang, shown.trace.events(), *moment, &frame, wording, detail.map(|it| &**it));
        shown::reading_of(&story.text, self.lang)
    }

    /// How long pods are seen to shut down after a moment, in milliseconds: a tenth of their time.
    fn drains_for(&self, at: usize) -> u32 {
        self.run.trace.drain(at).map_or(0, |passes| u32::try_from(passes.count() / 10).unwrap_or(u32::MAX).min(4000))
    }

    /// How long the moment shown is looked at while playing, in milliseconds.
    pub fn pause(&self) -> u32 {
        (self.pause_at(self.player.at) / 100).max(FRAME)
    }

    /// Whether it plays so fast that a change is over before it could be seen to glide.
    pub(crate) fn hurries(&self) -> bool {
        self.player.playing && self.pause() < SHORTEST
    }

    /// Whether the text in the editor is the one that runs.
    pub fn runs_as_written(&self) -> bool {
        alike(&self.builder.text, &self.run.text)
    }

    /// What is wrong with the text as it stands now.
    pub fn problems(&self) -> &[Finding] {
        if self.runs_as_written() { &self.run.problems } else { &self.builder.found }
    }

    /// Whether the inspector shows the form of what is chosen.
    pub fn edits(&self) -> bool {
        self.inspector.page == Page::Edit && !self.inspector.folded && !self.front.presents
    }

    /// Virtual time at the moment shown.
    pub fn now(&self) -> Millis {
        let events = self.run.trace.trace.events();
        let event = self.moment().and_then(|moment| events.get(moment.events.wrapping_sub(1)));
        event.map_or(Millis::ZERO, |event| event.at)
    }

    /// The first and the last moment to which the playhead goes: those of the run, unless a part of it is walked.
    pub fn bounds(&self) -> (usize, usize) {
        self.share.bounds(self.run.trace.run, self.run.last())
    }

    /// The release that is chosen: while a file is read that is to be opened, the one that it is going to get.
    pub(crate) fn chosen_release(&self) -> Release {
        self.reading.chosen().unwrap_or(self.run.shown_release())
    }

    /// Decisions of the run shown that were predicted right at the first try, and all that were asked for; nothing before the first.
    pub fn predicted(&self) -> Option<(usize, usize)> {
        let predict = &self.course.predict;
        Some(predict.score(self.run.trace.run)).filter(|(_, all)| predict.on && *all > 0)
    }

    /// The caption shown, and whether this is its very moment.
    pub fn caption(&self) -> Option<(&Caption, bool)> {
        self.run.trace.caption(self.player.at)
    }
}
