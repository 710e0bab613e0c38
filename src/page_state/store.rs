//! The store: the whole state of the page, and what the chunks of the program do to it. `update` leads from one state to the next.

use std::rc::Rc;

use api::Millis;
use findings::Finding;
use i18n::Lang;
use imports::files::OpenedFiles;
use manifest::Caption;
use protocol::{Answer, EncodedValue};
use releases::Release;
use trace::steps::Moment;

use crate::{
    actions::{bookmarks::Bookmark, builder::ObjectMsg, classroom::ClassroomMsg, lesson::LessonFile, share::ExportMsg},
    builder::Builder,
    chunk::{Chunk, LoadState, LoadedChunk},
    classroom::Classroom,
    comparison::BranchList,
    console::Console,
    gallery::Gallery,
    import::ImportState,
    inspector::Inspector,
    lesson::{LessonState, QuestionNeed},
    outcome::UpdateOutcome,
    overlays::Overlays,
    panels::InspectorPage,
    player::{MIN_GLIDE_MILLIS, Player, pace::Pace},
    recovery::Recovery,
    run::{RunState, is_same_text},
    selection::Selection,
    settings::Theme,
    share::ShareState,
    stage_edit::StageEdit,
    worker_cache::{AnswerCache, DetailCache},
};

/// The table of the state's slices. A row is a field of the [`Store`], its type, and its dirty bits: what a component of the page can name as a
/// part that it draws. A bit is set where the field differs from an earlier state, or by a comparison of its own.
macro_rules! slices {
    ($($(#[$note:meta])* $field:ident: $slice:ty { $($bit:ident $(= $is_same:expr)?),+ })*) => {
        /// All that the page knows: language and theme, and what belongs to a feature as that feature's own part.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Store { $($(#[$note])* pub $field: $slice,)* }

        /// Dirty bits: which parts of a state differ from those of another one.
        pub mod dirty {
            /// A set of dirty bits.
            pub type Slices = u32;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)] // their names are those of the bits
            enum Bit { $($($bit,)+)* Unused }

            $($(
                #[doc = concat!("A dirty bit of [`", stringify!($field), "`](super::Store::", stringify!($field), ").")]
                pub const $bit: Slices = 1 << Bit::$bit as u32;
            )+)*

            /// The first bit that is no slice of the state.
            pub const FIRST_UNUSED: Slices = 1 << Bit::Unused as u32;
        }

        /// The slices in which a state differs from another one.
        pub fn changed_slices(a: &Store, b: &Store) -> dirty::Slices {
            let is_same: &[(dirty::Slices, bool)] = &[
                $($((dirty::$bit, slices!(@same $slice, a.$field, b.$field $(, $is_same)?)),)+)*
            ];
            is_same.iter().filter(|(_, is_same)| !is_same).fold(0, |all, (slice, _)| all | slice)
        }
    };
    (@same $slice:ty, $a:expr, $b:expr) => { $a == $b };
    (@same $slice:ty, $a:expr, $b:expr, $is_same:expr) => {{
        let is_same: fn(&$slice, &$slice) -> bool = $is_same;
        is_same(&$a, &$b)
    }};
}

slices! {
    /// Language.
    lang: Lang { LANG }
    /// Theme.
    theme: Theme { THEME }
    /// The run.
    run: RunState { RUN = RunState::looks_same }
    /// Runs to come back to.
    branches: BranchList { BRANCHES = BranchList::looks_same }
    /// The playhead.
    player: Player { MOMENT = |a, b| a.moment == b.moment, PLAYER = |a, b| a.visible_state() == b.visible_state() }
    /// What a person has chosen to look at.
    selection: Selection {
        POD = |a, b| a.pod == b.pod,
        NODE = |a, b| (&a.node, &a.guardrail) == (&b.node, &b.guardrail),
        MEASURE = |a, b| a.measure == b.measure
    }
    /// The inspector.
    inspector: Inspector { INSPECTOR }
    /// The console.
    console: Console { CONSOLE }
    /// What stands in front of the rest, or in its place. The layout is what of it the stage makes room for.
    overlays: Overlays { LAYOUT = |a, b| a.layout() == b.layout(), OVERLAYS }
    /// The built-in scenarios.
    gallery: Gallery { GALLERY }
    /// Details of attempts.
    detail_cache: DetailCache { DETAIL_CACHE }
    /// Answers of the worker.
    answer_cache: AnswerCache { ANSWER_CACHE }
    /// Lessons, predictions, terms.
    lesson: LessonState { LESSON }
    /// Moments to come back to, in order.
    bookmarks: Vec<Bookmark> { BOOKMARKS }
    /// The text, and what is done to it.
    builder: Builder { BUILDER }
    /// What keeps people's work.
    recovery: Recovery { RECOVERY }
    /// The chunks, and how far the loading of each is.
    chunks: Chunks { CHUNKS }
    /// Large files that are being read.
    import: ImportState { IMPORT }
    /// Links.
    share: ShareState { SHARE }
    /// Lessons that are written, courses, results.
    classroom: Classroom { CLASSROOM }
}

/// The chunks, and how far the loading of each is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chunks {
    /// Reading and changing manifests.
    pub editing: LoadState<EditingUpdates>,
    /// Looking closer.
    pub study: LoadState<StudyUpdates>,
    /// Texts in Chinese.
    pub chinese: LoadState<()>,
}

impl From<&'static EditingUpdates> for LoadedChunk {
    fn from(updates: &'static EditingUpdates) -> Self {
        Self::new(Chunk::Editing, updates)
    }
}

impl From<&'static StudyUpdates> for LoadedChunk {
    fn from(updates: &'static StudyUpdates) -> Self {
        Self::new(Chunk::Study, updates)
    }
}

impl Chunks {
    /// Whether one could not be fetched.
    pub fn has_failure(&self) -> bool {
        self.editing.has_failed() || self.study.has_failed() || self.chinese.has_failed()
    }
}

/// What the chunk `Editing` does to the state.
pub struct EditingUpdates {
    /// Applies an action that changes the manifest.
    pub edit_manifest: fn(&mut Builder, &RunState, ObjectMsg) -> UpdateOutcome,
    /// Applies a change made on the stage, after so many events of the run.
    pub edit_stage: fn(&mut Builder, &RunState, usize, StageEdit) -> UpdateOutcome,
    /// The manifest with another scheduler configuration.
    pub with_configuration: fn(&str, &str) -> Rc<str>,
    /// The manifest with the feature gates of pod groups on or off.
    pub with_gangs: fn(&str, bool) -> Rc<str>,
    /// Counts how far the manifest that runs is from the lesson's.
    pub count_task_changes: fn(&mut LessonState, &RunState),
    /// Asks for the details that the pictures of a handout need.
    pub request_handout_details: fn(&Store) -> UpdateOutcome,
    /// Applies an action that makes a file.
    pub update_export: fn(&mut ShareState, &RunState, Lang, &str, ExportMsg) -> UpdateOutcome,
    /// Decodes what the worker has read in files.
    pub decode_files: fn(&EncodedValue<OpenedFiles>) -> OpenedFiles,
    /// Applies an action of a class.
    pub update_classroom: fn(&mut Classroom, ClassroomMsg) -> UpdateOutcome,
    /// Keeps what was answered in a lesson with its course: the state of lessons before, and now.
    pub record_answers: fn(&mut Classroom, &LessonState, &LessonState) -> UpdateOutcome,
}

/// What the chunk `Study` does to the state.
pub struct StudyUpdates {
    /// Reads what the gallery says of the built-in scenarios, from JSON.
    pub set_scenario_entries: fn(&mut Gallery, &str),
    /// Reads a file of the lessons.
    pub parse_lesson_json: fn(&mut LessonState, LessonFile) -> UpdateOutcome,
    /// Finds out what the question at the moment shown needs.
    pub question_need: fn(&Store) -> Option<QuestionNeed>,
    /// Decodes an answer of the worker.
    pub decode_answer: fn(&EncodedValue<Answer>) -> Answer,
    /// The run beside the one shown, at the moment that belongs to the one shown.
    pub find_compared: fn(&Store) -> Option<Store>,
}

impl Store {
    /// The moment shown.
    pub fn moment(&self) -> Option<Moment> {
        self.run.view.moments.get(self.player.moment).copied()
    }

    /// What decides how long a moment is looked at.
    pub fn pace(&self) -> Pace<'_> {
        Pace { run: &self.run, details: &self.detail_cache, lang: self.lang }
    }

    /// How long the moment shown is looked at while playing, in milliseconds.
    pub fn current_pause(&self) -> u32 {
        self.pace().current_pause(&self.player)
    }

    /// Whether it plays so fast that a change is over before it could be seen to glide.
    pub fn is_fast(&self) -> bool {
        self.player.is_playing && self.current_pause() < MIN_GLIDE_MILLIS
    }

    /// Whether the text in the editor is the one that runs.
    pub fn is_text_running(&self) -> bool {
        is_same_text(&self.builder.text, &self.run.text)
    }

    /// What is wrong with the text as it stands now. Decoded where it is drawn: only the chunk `Editing` may ask.
    pub fn current_problems(&self) -> &[Finding] {
        let problems = if self.is_text_running() { &self.run.problems } else { &self.builder.problems };
        problems.items()
    }

    /// Whether the inspector shows the form of what is chosen.
    pub fn is_editing(&self) -> bool {
        self.inspector.page == InspectorPage::EditForm && !self.inspector.is_folded && !self.overlays.is_presenting
    }

    /// Virtual time at the moment shown.
    pub fn current_time(&self) -> Millis {
        let events = self.run.view.trace.events();
        let event = self.moment().and_then(|moment| events.get(moment.events.wrapping_sub(1)));
        event.map_or(Millis::ZERO, |event| event.at)
    }

    /// The first and the last moment to which the playhead goes: those of the run, unless a part of it is walked.
    pub fn playable_range(&self) -> (usize, usize) {
        self.share.bounds(self.run.view.run, self.run.last_moment())
    }

    /// The release that is chosen: while a file is read that is to be opened, the one that it is going to get.
    pub fn chosen_release(&self) -> Release {
        self.import.chosen_release().unwrap_or(self.run.shown_release())
    }

    /// The title of the lesson that is open, or else of the scenario; empty if it has none.
    pub fn title(&self) -> &str {
        let lesson = self.lesson.current.as_ref().map(|progress| &progress.lesson.entry.title);
        self.lang.pick(lesson.unwrap_or(&self.run.manifest_summary.title))
    }

    /// Decisions of the run shown that were predicted right at the first try, and all that were asked for; nothing before the first.
    pub fn prediction_score(&self) -> Option<(usize, usize)> {
        let predict = &self.lesson.predictions;
        Some(predict.score(self.run.view.run)).filter(|(_, all)| predict.is_on && *all > 0)
    }

    /// The caption shown, and whether this is its very moment.
    pub fn current_caption(&self) -> Option<(&Caption, bool)> {
        self.run.view.caption_at(self.player.moment)
    }
}
