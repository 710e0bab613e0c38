//! The store: the whole state of the page, and the functions of chunks that change it. `update` computes the next state.

use std::rc::Rc;

use api::Millis;
use findings::Finding;
use i18n::Lang;
use imports::files::OpenedFiles;
use manifest::Caption;
use protocol::{Answer, EncodedValue, Query};
use releases::Release;
use trace::steps::Moment;

use crate::{
    actions::{
        builder::ObjectMsg, classroom::ClassroomMsg, lesson::LessonFile, live_cluster::ClusterMsg, share::ExportMsg,
    },
    builder::Builder,
    chunk::{Chunk, LoadState, LoadedChunk},
    classroom::Classroom,
    gallery::Gallery,
    lesson::{LessonState, QuestionNeed},
    live_cluster::LiveCluster,
    outcome::UpdateOutcome,
    panels::InspectorPage,
    player::{MIN_GLIDE_MILLIS, pace::Pace},
    run::RunState,
    run_view::RunView,
    share::ShareState,
    shared_text::is_same_text,
    stage_edit::StageEdit,
};

macro_rules! store {
    ($($(#[$note:meta])* $field:ident: $slice:ty { $($bit:ident $(= $is_same:expr)?),+ })*) => {
        /// The whole state of the page: one slice per feature, and the settings.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Store { $($(#[$note])* pub $field: $slice,)* }

        /// Dirty bits: the parts in which two states differ.
        pub mod dirty {
            /// A set of dirty bits.
            pub type Slices = u32;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)] // their names are those of the bits
            enum Bit { $($($bit,)+)* Unused }

            $($(
                #[doc = concat!("A dirty bit of [`", stringify!($field), "`](super::Store::", stringify!($field), ").")]
                pub const $bit: Slices = 1 << Bit::$bit as u32;
            )+)*

            /// The first bit that isn't used by a slice.
            pub const FIRST_UNUSED: Slices = 1 << Bit::Unused as u32;
        }

        /// The slices in which two states differ.
        pub fn changed_slices(a: &Store, b: &Store) -> dirty::Slices {
            let is_same: &[(dirty::Slices, bool)] = &[
                $($((dirty::$bit, store!(@same $slice, a.$field, b.$field $(, $is_same)?)),)+)*
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

slice_table!(fields store!);

/// The load state of each chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chunks {
    /// Parses and edits manifests.
    pub editing: LoadState<EditingUpdates>,
    /// Lessons, predictions, queries and comparisons.
    pub study: LoadState<StudyUpdates>,
    /// The Chinese texts.
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
    /// Whether a chunk couldn't be fetched.
    pub fn has_failure(&self) -> bool {
        self.editing.has_failed() || self.study.has_failed() || self.chinese.has_failed()
    }
}

/// Functions of the chunk `Editing`.
pub struct EditingUpdates {
    /// Applies an action that changes the manifest.
    pub edit_manifest: fn(&mut Builder, &RunState, ObjectMsg) -> UpdateOutcome,
    /// Applies an edit made on the stage after this many events of the run.
    pub edit_stage: fn(&mut Builder, &RunState, usize, StageEdit) -> UpdateOutcome,
    /// The manifest with another scheduler configuration.
    pub with_configuration: fn(&str, &str) -> Rc<str>,
    /// The manifest with the feature gates of pod groups on or off.
    pub with_gangs: fn(&str, bool) -> Rc<str>,
    /// Counts the changes between the current manifest and the lesson's.
    pub count_task_changes: fn(&mut LessonState, &RunState),
    /// Requests the details that the pictures of a handout need.
    pub request_handout_details: fn(&Store) -> UpdateOutcome,
    /// Applies an action of an export.
    pub update_export: fn(&mut ShareState, &RunState, Lang, &str, ExportMsg) -> UpdateOutcome,
    /// Decodes the files that the worker read.
    pub decode_files: fn(&EncodedValue<OpenedFiles>) -> OpenedFiles,
    /// Applies an action of the classroom.
    pub update_classroom: fn(&mut Classroom, ClassroomMsg) -> UpdateOutcome,
    /// Stores the answers to a lesson in its course, given the lesson state before and now.
    pub record_answers: fn(&mut Classroom, &LessonState, &LessonState) -> UpdateOutcome,
    /// Applies an action of reading a cluster.
    pub update_cluster: fn(&mut LiveCluster, ClusterMsg, bool) -> UpdateOutcome,
}

/// Functions of the chunk `Study`.
pub struct StudyUpdates {
    /// Parses the entries of the gallery from JSON.
    pub set_scenario_entries: fn(&mut Gallery, &str),
    /// Parses a file of the lessons.
    pub parse_lesson_json: fn(&mut LessonState, LessonFile) -> UpdateOutcome,
    /// What the question at the current moment needs.
    pub question_need: fn(&Store) -> Option<QuestionNeed>,
    /// Decodes an answer of the worker.
    pub decode_answer: fn(&EncodedValue<Answer>) -> Answer,
    /// The queries for the field that is shown.
    pub field_queries: fn(&Store) -> Vec<Query>,
    /// The query for the hints behind the moves of the current moment.
    pub hint_query: fn(&Store) -> Option<Query>,
    /// The state of the compared run, at the moment that corresponds to the current one.
    pub find_compared: fn(&Store) -> Option<Store>,
    /// The state without what happens after a moment, because a question is open; given the run up to that moment, if it is known.
    pub hide_after: fn(&Store, usize, Option<Rc<RunView>>) -> Store,
}

impl Store {
    /// The current moment.
    pub fn moment(&self) -> Option<Moment> {
        self.run.view.moments.get(self.player.moment).copied()
    }

    /// Whether the page shows a run to somebody who hasn't chosen anything yet. The picture of such a page leaves no room for an open drawer.
    pub fn is_intro(&self) -> bool {
        self.overlays.is_welcome_open && self.gallery.scenario.is_some() && !self.console.is_open
    }

    /// What determines how long a moment is shown during playback.
    pub fn pace(&self) -> Pace<'_> {
        Pace { run: &self.run, details: &self.detail_cache, lang: self.lang }
    }

    /// How long the current moment is shown during playback, in milliseconds.
    pub fn current_pause(&self) -> u32 {
        self.pace().current_pause(&self.player)
    }

    /// Whether playback is too fast for animations.
    pub fn is_fast(&self) -> bool {
        self.player.is_playing && self.current_pause() < MIN_GLIDE_MILLIS
    }

    /// Whether the manifest in the editor is the one that runs.
    pub fn is_text_running(&self) -> bool {
        is_same_text(&self.builder.text, &self.run.text)
    }

    /// The problems of the manifest in the editor. Only components of the chunk `Editing` may decode them.
    pub fn current_problems(&self) -> &[Finding] {
        let problems = if self.is_text_running() { &self.run.problems } else { &self.builder.problems };
        problems.items()
    }

    /// Whether the inspector shows an object's form.
    pub fn is_editing(&self) -> bool {
        self.inspector.page == InspectorPage::EditForm && !self.inspector.is_folded && !self.overlays.is_presenting
    }

    /// The virtual time of the current moment.
    pub fn current_time(&self) -> Millis {
        let events = self.run.view.trace.events();
        let event = self.moment().and_then(|moment| events.get(moment.events.wrapping_sub(1)));
        event.map_or(Millis::ZERO, |event| event.at)
    }

    /// The first and last moment of the playable range, which is the whole run by default.
    pub fn playable_range(&self) -> (usize, usize) {
        self.share.bounds(self.run.view.run, self.run.last_moment())
    }

    /// The selected release; during an import that replaces the manifest, the one for the imported manifest.
    pub fn chosen_release(&self) -> Release {
        self.import.chosen_release().unwrap_or(self.run.shown_release())
    }

    /// The title of the lesson that is open, or else of the scenario; empty if it has none.
    pub fn title(&self) -> &str {
        let lesson = self.lesson.current.as_ref().map(|progress| &progress.lesson.entry.title);
        self.lang.pick(lesson.unwrap_or(&self.run.manifest_summary.title))
    }

    /// The number of correct first predictions in the current run and of all questions; `None` before the first.
    pub fn prediction_score(&self) -> Option<(usize, usize)> {
        let predict = &self.lesson.predictions;
        Some(predict.score(self.run.view.run)).filter(|(_, all)| predict.is_on && *all > 0)
    }

    /// The current caption, and whether it belongs to exactly this moment.
    pub fn current_caption(&self) -> Option<(&Caption, bool)> {
        self.run.view.caption_at(self.player.moment)
    }
}
