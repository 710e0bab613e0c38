//! The view model, the props of every view, the entry points of chunks, and elements that several views draw.

pub mod chunk_views;
pub(crate) mod detail_request;
pub mod dirty;
pub(crate) mod lane_groups;
pub mod timeline;
pub mod view_model;

use std::rc::Rc;

use api::{NamespacedName, Set, Str, Table};
use i18n::{Lang, labels::PageLabels, story::MomentText};
use imports::files::OpenedFiles;
use page_state::{
    actions::{
        Action,
        lesson::{LessonMsg, OpenTerm},
    },
    browser_handle::BrowserHandle,
    effects::{ClassroomEffect, ClusterEffect},
    overlays::OverlayMsg,
    panels::InspectorPage,
    stage_edit::{MenuPage, NewObject, ObjectMenu, StageEdit},
    store::{EditingUpdates, Store, StudyUpdates},
};
use protocol::Term;
use runlog::{Attempt, AttemptSummary, Event, ProfileSummary, Wording};
use scene::{
    group_model::GroupScene, node_steps::NodeSteps, objects::ObjectRef, priority::priority_class,
    queue_model::QueueScene,
};
use stage::draw::{
    draw_ctx::{DrawDevices, DrawGroup, DrawQueue, DrawRuling, DrawScores, DrawZones, LateDrawings},
    picture,
};
use trace::{
    Frame, Trace,
    compare::{ClusterDiff, Delta},
    pod_ends::PodEnd,
    steps::{Moment, Step},
};
use ui::{callback::on_action, element::lower_left, memo::memo};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::{AttrValue, Callback, Html, MouseEvent, Properties, html};

use crate::view::{dirty::Slices, lane_groups::LaneGroups, timeline::ruler::TimelineCtx};

/// The view model: the state, and everything that follows from it for the current moment.
pub struct View {
    pub store: Rc<Store>,
    /// The texts of its language.
    pub words: &'static PageLabels,
    /// Upstream's messages in the wording of its release.
    pub wording: &'static dyn Wording,
    /// The profile that the attempt belongs to.
    pub profile: Rc<ProfileSummary>,
    /// The cluster at the current moment.
    pub frame: Rc<Frame>,
    /// The last event before or at the current moment.
    pub event: Option<Rc<Event>>,
    /// The current step within it.
    pub step: Step,
    pub moment: Moment,
    /// The summary of the current attempt, or of the last one before.
    pub attempt_summary: Option<Rc<AttemptSummary>>,
    /// The record of that attempt; `None` until the worker has sent it.
    pub attempt: Option<Rc<Attempt>>,
    /// Whether the detail of the current moment is still being fetched, so that the previous picture is shown.
    pub is_waiting_for_detail: bool,
    /// The narrator's text.
    pub story: MomentText,
    /// The titles of the previous and the next moment, if there are any.
    pub neighbor_titles: [Option<String>; 2],
    /// Another branch at the corresponding moment, and the differences.
    pub compared: Option<ComparedRun>,
    /// Nodes that differ between the two branches: in their results in the attempt, or in their pods. In a fork, those that differ from the
    /// original run.
    pub differing_nodes: Set<Str>,
    /// In a fork, pods that differ from the original run.
    pub changed_pods: Set<NamespacedName>,
    /// In the builder, how the run ends for each pod.
    pub pod_ends: Option<Rc<Table<NamespacedName, PodEnd>>>,
    /// The number of pieces of the page that are drawn; the others follow.
    pub drawn_pieces: usize,
    /// Whether the build draws it, without measuring and without controls.
    pub is_prerender: bool,
    /// The chunks that are loaded.
    pub chunks: LoadedChunks,
    /// Whether it is the second of two compared views: only the first one animates moving pods.
    pub is_second: bool,
}

/// The pieces of the page, in the order in which they are drawn at the start.
#[derive(Clone, Copy)]
pub(crate) enum PagePiece {
    /// The view model; before it, only empty frames are drawn.
    BuildView,
    Header,
    /// The narrator.
    Narration,
    /// The line above the stage.
    StageBar,
    /// The model of the stage.
    Model,
    Scene,
    /// The rail of all nodes beside the scene.
    Rail,
    /// The panel beside the stage.
    SidePanel,
    /// The player with its timeline.
    Player,
    Inspector,
    /// Everything that opens above the page.
    Overlays,
}

impl PagePiece {
    /// The number of pieces.
    pub(crate) const ALL: usize = Self::Overlays as usize + 1;
}

/// The run that the current one is compared with.
pub struct ComparedRun {
    /// The view of that run.
    pub view: Rc<View>,
    /// The differences in the current attempt.
    pub attempt_deltas: Vec<Delta>,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl View {
    /// The slices in which it differs from another view.
    pub fn changed_slices(&self, other: &Self) -> Slices {
        if std::ptr::eq(self, other) {
            return 0;
        }
        let moment = (self.moment, self.step, self.is_waiting_for_detail)
            == (other.moment, other.step, other.is_waiting_for_detail)
            && Rc::ptr_eq(&self.frame, &other.frame)
            && is_same_rc(self.event.as_ref(), other.event.as_ref())
            && is_same_rc(self.attempt_summary.as_ref(), other.attempt_summary.as_ref())
            && is_same_rc(self.attempt.as_ref(), other.attempt.as_ref())
            && self.profile == other.profile
            && (&self.story, &self.neighbor_titles) == (&other.story, &other.neighbor_titles);
        let compared_ptr = |view: &Self| view.compared.as_ref().map(|compared_run| Rc::as_ptr(&compared_run.view));
        let is_beside_map = (compared_ptr(self), self.is_second, self.is_prerender)
            == (compared_ptr(other), other.is_second, other.is_prerender)
            && (&self.differing_nodes, &self.changed_pods) == (&other.differing_nodes, &other.changed_pods);
        let ends = is_same_rc(self.pod_ends.as_ref(), other.pod_ends.as_ref());
        let slice = |slice: Slices, is_same: bool| if is_same { 0 } else { slice };
        dirty::OTHER
            | dirty::changed_slices(&self.store, &other.store)
            | slice(dirty::MOMENT, moment)
            | slice(dirty::BRANCHES, is_beside_map)
            | slice(dirty::POD_ENDS, ends)
    }

    /// Whether this piece of the page is drawn.
    pub(crate) fn has_piece(&self, piece: PagePiece) -> bool {
        self.drawn_pieces > piece as usize
    }

    /// The title of the current lesson or scenario; a placeholder without one.
    pub fn title(&self) -> &str {
        match self.store.title() {
            "" => self.words.untitled,
            title => title,
        }
    }

    /// The name of a landmark. That of an embedded page has its title, since a page may embed several.
    pub fn landmark_name(&self, name: &'static str) -> AttrValue {
        match self.store.share.is_embedded {
            true => format!("{name}: {}", self.title()).into(),
            false => name.into(),
        }
    }

    /// The terms of the glossary, with the function that marks them in texts.
    pub fn glossary(&self) -> Glossary {
        Glossary {
            terms: Rc::clone(&self.store.lesson.terms),
            mark_terms: self.chunks.study.map(|study| study.mark_terms),
        }
    }

    /// The functions of the chunk `Study` that draw in the picture.
    pub fn late_drawings(&self) -> LateDrawings {
        let has_failed = self.store.chunks.study.has_failed();
        let missing_ruling = || has_failed.then_some(picture::draw_missing_ruling as DrawRuling);
        let missing_scores = || has_failed.then_some(picture::draw_missing_scores as DrawScores);
        LateDrawings {
            devices: self.chunks.study.map(|study| study.draw_devices),
            ruling: self.chunks.study.map(|study| study.draw_ruling).or_else(missing_ruling),
            scores: self.chunks.study.map(|study| study.draw_scores).or_else(missing_scores),
            group: self.chunks.study.map(|study| study.draw_group),
            queue: self.chunks.study.map(|study| study.draw_queue),
            zones: self.chunks.study.map(|study| study.draw_zones),
        }
    }

    /// Whether the current step is part of the attempt, not after it.
    pub fn is_live(&self) -> bool {
        self.step.is_in_attempt()
    }

    /// Whether the stage offers to add objects: not in a comparison, and not in a presentation.
    pub fn can_add_objects(&self) -> bool {
        !self.is_second && self.compared.is_none() && !self.store.overlays.is_presenting
    }

    /// The CSS class of a priority among those of the run.
    pub(crate) fn priority_class(&self, priority: i32) -> String {
        priority_class(&self.store.run.view.priorities, priority)
    }

    /// The result of each node at the current step of the attempt; `None` if the step is not part of it.
    pub(crate) fn node_steps(&self) -> Option<NodeSteps> {
        self.attempt.as_ref().filter(|_| self.is_live()).map(|attempt| NodeSteps::new(attempt, self.step))
    }
}

/// Whether both are the same object, or both are `None`.
fn is_same_rc<T>(a: Option<&Rc<T>>, b: Option<&Rc<T>>) -> bool {
    a.map(Rc::as_ptr) == b.map(Rc::as_ptr)
}

/// The terms of the glossary, with the function that marks them in texts; without it, texts are plain.
#[derive(Clone, Default)]
pub struct Glossary {
    terms: Rc<Vec<Term>>,
    mark_terms: Option<MarkTerms>,
}

impl PartialEq for Glossary {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms && self.mark_terms.is_some() == other.mark_terms.is_some()
    }
}

impl Glossary {
    /// Draws a text with links to the glossary.
    pub fn draw_with_terms(&self, lang: Lang, on_define: &Callback<OpenTerm>, text: &str) -> Html {
        match self.mark_terms {
            Some(mark) => mark(&self.terms, lang, on_define, text),
            None => html! { { text.to_owned() } },
        }
    }
}

/// The props of every view. A component is redrawn if one of its slices has changed.
#[derive(Clone, Properties)]
pub struct Props {
    pub view: Rc<View>,
    pub dispatch: Callback<Action>,
    /// The slices that the component depends on.
    #[prop_or(dirty::ALL)]
    pub slices: Slices,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.dispatch == other.dispatch
            && self.slices == other.slices
            && self.slices & self.view.changed_slices(&other.view) == 0
    }
}

impl Props {
    /// The props of a component that depends on these slices.
    pub(crate) fn with_slices(slices: Slices, view: &Rc<View>, dispatch: &Callback<Action>) -> Self {
        Self { view: Rc::clone(view), dispatch: dispatch.clone(), slices }
    }
}

/// A view without state of its own.
pub type DrawView = fn(&Rc<View>, &Callback<Action>) -> Html;

/// The lanes of the timeline, and their toolbar in the player.
pub type DrawLanes = fn(&Rc<View>, &Callback<Action>, &Rc<TimelineCtx>) -> [Html; 2];

/// Draws a text with links to the glossary.
pub type MarkTerms = fn(&[Term], Lang, &Callback<OpenTerm>, &str) -> Html;

#[derive(Clone, Copy, Default)]
pub struct LoadedChunks {
    /// The entry points for editing manifests and for sharing.
    pub editing: Option<&'static Editing>,
    /// The entry points for analyzing a run and for lessons.
    pub study: Option<&'static Study>,
}

/// The entry points of the chunk `Editing`.
pub struct Editing {
    /// Its updates of the state.
    pub updates: &'static EditingUpdates,
    /// The builder and the YAML editor.
    pub draw_editor: DrawView,
    /// The form of the selected object, as a page of the inspector.
    pub draw_edit_page: DrawView,
    /// The buttons on an empty stage.
    pub draw_invitation: DrawView,
    /// The menu of an object on the stage.
    pub draw_menu: DrawView,
    /// Why a file can't be read, from the notice with this index.
    pub draw_unreadable: fn(&View, usize) -> Html,
    /// The share dialog.
    pub draw_share_sheet: DrawView,
    /// The handout for printing.
    pub draw_handout: DrawView,
    /// Opens the files of dropped folders, or appends them to the manifest.
    pub import_folders: fn(Vec<BrowserHandle>, bool, &Callback<Action>),
    /// Opens the content of files as one manifest, or appends it to the current one.
    pub open_files: fn(OpenedFiles, bool, &Callback<Action>),
    /// Copies a link to the current view.
    pub copy_text_link: fn(&Store, &Callback<Action>),
    /// The sheet for teachers, and the bar of a course.
    pub draw_classroom: DrawView,
    /// The code that a student hands in at the end of a lesson.
    pub draw_hand_in: DrawView,
    /// Runs an effect of classes.
    pub run_classroom_effect: fn(&Store, ClassroomEffect, &Callback<Action>),
    /// The dialog about the cluster beside the page.
    pub draw_cluster_sheet: DrawView,
    /// The note about a reading of a cluster, or about the cluster that is open.
    pub draw_cluster_note: DrawView,
    /// Makes a request to the cluster.
    pub run_cluster_effect: fn(ClusterEffect, &Callback<Action>),
    /// Opens the content of a link; if that fails and the page is empty, opens the first scenario.
    pub open_text_link: fn(&str, bool, &Callback<Action>),
}

/// The entry points of the chunk `Study`.
pub struct Study {
    /// Its updates of the state.
    pub updates: &'static StudyUpdates,
    /// A lesson, in place of the narrator.
    pub draw_lesson: DrawView,
    /// A decision that is to be predicted, in place of the narrator.
    pub draw_question: DrawView,
    /// The card of the open glossary term.
    pub draw_term: DrawView,
    /// Marks glossary terms in a text.
    pub mark_terms: MarkTerms,
    /// The gallery of scenarios and lessons.
    pub draw_gallery: DrawView,
    /// The lanes below the time axis, and their toolbar in the player.
    pub draw_lanes: DrawLanes,
    /// What pods are doing at the current moment.
    pub draw_activity: DrawView,
    /// The open console.
    pub draw_console: DrawView,
    /// Two runs side by side.
    pub draw_side_by_side: DrawView,
    /// What a fork changed, and what came of it.
    pub draw_fork_line: DrawView,
    /// A page of the inspector.
    pub draw_inspector_page: fn(InspectorPage, &Rc<View>, &Callback<Action>) -> Html,
    /// The picture of a page of the inspector, in place of the stage's: the field, or the river.
    pub draw_stage_page: DrawView,
    /// What is decided at the point of the field, in place of the narrator.
    pub draw_field_narration: DrawView,
    /// The command palette.
    pub draw_commands: DrawView,
    /// The list of keyboard shortcuts.
    pub draw_help: DrawView,
    /// The phases of a cycle as buttons with explanations.
    pub draw_phases: DrawView,
    /// Speaker notes.
    pub draw_presenter: DrawView,
    /// The loop of a first visit.
    pub draw_intro_loop: DrawView,
    /// Lets time pass while pods terminate during playback.
    pub draw_drain_clock: DrawView,
    /// The map of a large cluster.
    pub draw_map: DrawView,
    /// The QR code of a quiz, for an audience.
    pub draw_quiz_code: DrawView,
    /// The link out of an embedded page.
    pub draw_embed_exit: DrawView,
    /// The devices of a node.
    pub draw_devices: DrawDevices,
    /// A ruling: a decision outside of the scheduler.
    pub draw_ruling: DrawRuling,
    /// The scores of nodes.
    pub draw_scores: DrawScores,
    pub draw_group: DrawGroup,
    pub draw_queue: DrawQueue,
    /// The queue, if the moment is about it.
    pub find_queue: fn(&View) -> Option<Rc<QueueScene>>,
    pub draw_zones: DrawZones,
    /// The group whose cycle a moment belongs to.
    pub find_group: fn(&[Rc<Event>], &Frame, Moment) -> Option<GroupScene>,
    /// The groups in the queue.
    pub(crate) list_groups: fn(&View) -> Rc<LaneGroups>,
    /// Pairs the current view with that of a compared run.
    pub pair_views: fn(&mut View, View) -> ComparedRun,
    /// The differences of a cluster from that of another run at the same time.
    pub diff_clusters: fn(&Frame, &Trace) -> ClusterDiff,
}

/// Draws a view that is redrawn only when these slices change.
pub(crate) fn memo_view(draw: DrawView, slices: Slices, view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    memo(
        |(draw, props): &(DrawView, Props)| draw(&props.view, &props.dispatch),
        (draw, Props::with_slices(slices, view, dispatch)),
    )
}

/// A callback that opens a term.
pub fn on_define(dispatch: &Callback<Action>) -> Callback<OpenTerm> {
    dispatch.reform(|defined| Action::Lesson(LessonMsg::SetOpenTerm(Some(defined))))
}

/// Says that a text of a scenario or lesson is in English, because it isn't translated into the page's language.
pub fn draw_untranslated_note(lang: Lang) -> Html {
    if lang.has_content() {
        return Html::default();
    }
    html! { <p class="muted">{ lang.page_labels().untranslated }</p> }
}

/// A card with a plus sign that adds a node or a pod.
pub fn draw_add_card(dispatch: &Callback<Action>, name: &'static str, new_object: NewObject) -> Html {
    html! {
        <button type="button" class="plus" onclick={on_action(dispatch, Action::from(StageEdit::AddObject(new_object)))}><span aria-hidden="true">{ "+ " }</span>{ name }</button>
    }
}

/// Opens the menu of an object below a button.
pub fn on_open_menu(dispatch: &Callback<Action>, object_ref: ObjectRef) -> Callback<MouseEvent> {
    on_open_menu_page(dispatch, object_ref, MenuPage::All)
}

/// Opens a page of the menu of an object below a button.
pub(crate) fn on_open_menu_page(
    dispatch: &Callback<Action>,
    object_ref: ObjectRef,
    page: MenuPage,
) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: MouseEvent| {
        let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        dispatch.emit(Action::Overlays(OverlayMsg::SetMenu(Some(ObjectMenu {
            object: object_ref.clone(),
            position: lower_left(&element),
            page,
        }))));
    })
}
