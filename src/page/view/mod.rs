//! The props of every view (the state to draw, and a callback for actions), and a few elements that all of them draw.

pub mod chunk_views;
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
    effects::ClassroomEffect,
    overlays::OverlayMsg,
    panels::InspectorPage,
    stage_edit::{MenuPage, NewObject, ObjectMenu, StageEdit},
    store::{EditingUpdates, Store, StudyUpdates},
};
use protocol::Term;
use runlog::{Attempt, AttemptSummary, CandidateRecord, Event, ExtenderRecord, ProfileSummary, Wording};
use scene::{group_model::GroupScene, node_steps::NodeSteps, objects::ObjectRef, priority::priority_class};
use stage::draw::{
    draw_ctx::{DrawDevices, DrawGroup, DrawRuling, LateDrawings},
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
use yew::{Callback, Html, MouseEvent, Properties, html};

use crate::view::{dirty::Slices, lane_groups::LaneGroups, timeline::ruler::TimelineCtx};

/// Everything that a view needs: the state, and what follows from it for the moment shown.
pub struct View {
    /// The state.
    pub store: Rc<Store>,
    /// Words of its language.
    pub words: &'static PageLabels,
    /// Words of its release.
    pub wording: &'static dyn Wording,
    /// Names of the profile that the attempt belongs to.
    pub profile: Rc<ProfileSummary>,
    /// The cluster at this moment.
    pub frame: Rc<Frame>,
    /// What happened last.
    pub event: Option<Rc<Event>>,
    /// The step within it.
    pub step: Step,
    /// The moment that is drawn.
    pub moment: Moment,
    /// The attempt that it belongs to, or the last one before, in short.
    pub attempt_summary: Option<Rc<AttemptSummary>>,
    /// All that it found; nothing before the worker has said so.
    pub attempt: Option<Rc<Attempt>>,
    /// Whether the detail of the moment shown is still to come: the picture is that of the moment before.
    pub is_waiting_for_detail: bool,
    /// The sentence.
    pub story: MomentText,
    /// Titles of the moments before and after, if there are any.
    pub neighbor_titles: [Option<String>; 2],
    /// Another branch at the moment that belongs to this one, and what differs.
    pub compared: Option<ComparedRun>,
    /// Nodes that differ in the two branches: in what the attempt finds, or in the pods that they hold. In a fork, those that are otherwise
    /// than in the run that it left.
    pub differing_nodes: Set<Str>,
    /// Pods that are otherwise than in the run that this one was forked from.
    pub changed_pods: Set<NamespacedName>,
    /// While one builds: how the run ends for each pod.
    pub pod_ends: Option<Rc<Table<NamespacedName, PodEnd>>>,
    /// How many pieces of the page are drawn. The others are still to come.
    pub drawn_pieces: usize,
    /// Whether the build draws it: nothing is measured, and nothing can be done.
    pub is_prerender: bool,
    /// The chunks that are loaded.
    pub chunks: LoadedChunks,
    /// Whether it is the other one of two: only in one of them pods are followed as they move.
    pub is_second: bool,
}

/// The pieces in which a page comes up, in this order.
#[derive(Clone, Copy)]
pub(crate) enum PagePiece {
    /// What follows from the state for the moment shown: only frames are drawn, with nothing in them.
    BuildView,
    /// Its head.
    Header,
    /// What is told.
    Narration,
    /// The line above the stage.
    StageBar,
    /// What the stage is to show.
    Model,
    /// The scene on the stage.
    Scene,
    /// The rail of all nodes beside it.
    Rail,
    /// What stands beside the stage.
    SidePanel,
    /// The playhead and its timeline.
    Player,
    /// The inspector.
    Inspector,
    /// What is open besides.
    Overlays,
}

impl PagePiece {
    /// How many there are.
    pub(crate) const ALL: usize = Self::Overlays as usize + 1;
}

/// Another run beside the one shown.
pub struct ComparedRun {
    /// What there is to see of it.
    pub view: Rc<View>,
    /// What the present attempt finds otherwise here than there.
    pub attempt_deltas: Vec<Delta>,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl View {
    /// The slices in which it differs from another one.
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

    /// The title of the lesson or scenario that is open; one without a title is called untitled.
    pub fn title(&self) -> &str {
        match self.store.title() {
            "" => self.words.untitled,
            title => title,
        }
    }

    /// The terms of the glossary, and what draws a text with them.
    pub fn glossary(&self) -> Glossary {
        Glossary {
            terms: Rc::clone(&self.store.lesson.terms),
            mark_terms: self.chunks.study.map(|study| study.mark_terms),
        }
    }

    /// What the chunk `Study` draws in the picture.
    pub fn late_drawings(&self) -> LateDrawings {
        let missing = || self.store.chunks.study.has_failed().then_some(picture::draw_missing_ruling as DrawRuling);
        LateDrawings {
            devices: self.chunks.study.map(|study| study.draw_devices),
            ruling: self.chunks.study.map(|study| study.draw_ruling).or_else(missing),
            group: self.chunks.study.map(|study| study.draw_group),
        }
    }

    /// Whether the attempt is what is looked at now, not something past.
    pub fn is_live(&self) -> bool {
        self.step.is_in_attempt()
    }

    /// Whether the stage offers to add something: not while two runs stand side by side, and not to an audience.
    pub fn can_add_objects(&self) -> bool {
        !self.is_second && self.compared.is_none() && !self.store.overlays.is_presenting
    }

    /// The class of a priority among those of the run.
    pub(crate) fn priority_class(&self, priority: i32) -> String {
        priority_class(&self.store.run.view.priorities, priority)
    }

    /// What the step makes of the nodes of the attempt, if that is what is looked at.
    pub(crate) fn node_steps(&self) -> Option<NodeSteps> {
        self.attempt.as_ref().filter(|_| self.is_live()).map(|attempt| NodeSteps::new(attempt, self.step))
    }
}

/// Whether two are the same thing, or neither is there.
fn is_same_rc<T>(a: Option<&Rc<T>>, b: Option<&Rc<T>>) -> bool {
    a.map(Rc::as_ptr) == b.map(Rc::as_ptr)
}

/// The terms of the glossary, and what draws a text with them: until it is loaded, texts are plain.
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
    /// A text in which its terms can be opened.
    pub fn draw_with_terms(&self, lang: Lang, on_define: &Callback<OpenTerm>, text: &str) -> Html {
        match self.mark_terms {
            Some(mark) => mark(&self.terms, lang, on_define, text),
            None => html! { { text.to_owned() } },
        }
    }
}

/// What every view gets. It draws anew when what it sees of the view changed.
#[derive(Clone, Properties)]
pub struct Props {
    /// What there is to see.
    pub view: Rc<View>,
    /// Sends an action to the store.
    pub dispatch: Callback<Action>,
    /// What of it is drawn.
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
    /// For what draws only this of a view.
    pub(crate) fn with_slices(slices: Slices, view: &Rc<View>, dispatch: &Callback<Action>) -> Self {
        Self { view: Rc::clone(view), dispatch: dispatch.clone(), slices }
    }
}

/// A part of the page that has nothing of its own to remember.
pub type DrawView = fn(&Rc<View>, &Callback<Action>) -> Html;

/// The lanes of the timeline, and what stands for them in the player.
pub type DrawLanes = fn(&Rc<View>, &Callback<Action>, &Rc<TimelineCtx>) -> [Html; 2];

/// Requests to extenders and their answers: of an attempt, those so far, the one that the step is about, and the candidates that a request is
/// about.
pub type DrawExchanges = fn(
    &View,
    &Callback<Action>,
    &Attempt,
    &[ExtenderRecord],
    Option<usize>,
    &dyn Fn(usize) -> Vec<CandidateRecord>,
) -> Html;

/// Draws a text in which terms of the glossary can be opened.
pub type MarkTerms = fn(&[Term], Lang, &Callback<OpenTerm>, &str) -> Html;

/// The chunks that are loaded.
#[derive(Clone, Copy, Default)]
pub struct LoadedChunks {
    /// Reading and changing manifests, and sharing.
    pub editing: Option<&'static Editing>,
    /// Looking closer at a run, and learning.
    pub study: Option<&'static Study>,
}

/// What the chunk `Editing` offers.
pub struct Editing {
    /// What it does to the state.
    pub updates: &'static EditingUpdates,
    /// The builder and the text.
    pub draw_editor: DrawView,
    /// The form of what is chosen, as a page of the inspector.
    pub draw_edit_page: DrawView,
    /// What an empty stage offers.
    pub draw_invitation: DrawView,
    /// The menu of a thing on the stage.
    pub draw_menu: DrawView,
    /// Why a file cannot be read: the notice with this index.
    pub draw_unreadable: fn(&View, usize) -> Html,
    /// The dialog that shares what is shown.
    pub draw_share_sheet: DrawView,
    /// The page for paper.
    pub draw_handout: DrawView,
    /// Opens the files in folders that were dropped, or adds them to the text.
    pub import_folders: fn(Vec<BrowserHandle>, bool, &Callback<Action>),
    /// Opens what was found in files as one text, or adds it to the present one.
    pub open_files: fn(OpenedFiles, bool, &Callback<Action>),
    /// Copies a link to what is shown.
    pub copy_text_link: fn(&Store, &Callback<Action>),
    /// The sheet for teachers, and the bar of a course that is taken.
    pub draw_classroom: DrawView,
    /// What a student hands in at the end of a lesson.
    pub draw_hand_in: DrawView,
    /// Does what a class asks for.
    pub run_classroom_effect: fn(&Store, ClassroomEffect, &Callback<Action>),
    /// Opens the text that a link holds; where it cannot and nothing else is shown, the first scenario.
    pub open_text_link: fn(&str, bool, &Callback<Action>),
}

/// What the chunk `Study` offers.
pub struct Study {
    /// What it does to the state.
    pub updates: &'static StudyUpdates,
    /// A lesson, in the narrator's place.
    pub draw_lesson: DrawView,
    /// A decision that is to be predicted, in the narrator's place.
    pub draw_question: DrawView,
    /// The term that is open.
    pub draw_term: DrawView,
    /// A text with the terms in it.
    pub mark_terms: MarkTerms,
    /// All scenarios and lessons.
    pub draw_gallery: DrawView,
    /// The lanes below the axis of time, and what stands for them in the player.
    pub draw_lanes: DrawLanes,
    /// What goes on at the moment shown.
    pub draw_activity: DrawView,
    /// The open console.
    pub draw_console: DrawView,
    /// Two runs beside each other.
    pub draw_side_by_side: DrawView,
    /// A page of the inspector.
    pub draw_inspector_page: fn(InspectorPage, &Rc<View>, &Callback<Action>) -> Html,
    /// Requests to extenders and their answers, in a table of the inspector.
    pub draw_exchanges: DrawExchanges,
    /// The search over all commands.
    pub draw_commands: DrawView,
    /// The list of keys.
    pub draw_help: DrawView,
    /// The phases of a cycle, to be asked about.
    pub draw_phases: DrawView,
    /// Speaker notes.
    pub draw_presenter: DrawView,
    /// What moves on a first visit.
    pub draw_intro_loop: DrawView,
    /// How devices were looked for.
    pub draw_device_searches: fn(&View) -> Html,
    /// The map of more nodes than the stage has room for.
    pub draw_map: DrawView,
    /// The QR code of a question, for an audience.
    pub draw_quiz_code: DrawView,
    /// The way out of the page inside of another.
    pub draw_embed_exit: DrawView,
    /// The devices of a node.
    pub draw_devices: DrawDevices,
    /// What is decided beside the scheduler.
    pub draw_ruling: DrawRuling,
    pub draw_group: DrawGroup,
    /// The group whose cycle a moment belongs to.
    pub find_group: fn(&[Rc<Event>], &Frame, Moment) -> Option<GroupScene>,
    /// The groups of the queue.
    pub(crate) list_groups: fn(&View) -> Rc<LaneGroups>,
    /// Makes another run known to the one shown.
    pub pair_views: fn(&mut View, View) -> ComparedRun,
    /// What of a cluster is otherwise than in another run at the same time.
    pub diff_clusters: fn(&Frame, &Trace) -> ClusterDiff,
}

/// Draws anew only when this of a view changed.
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

/// A card with a plus: one click adds a node or a pod.
pub fn draw_add_card(dispatch: &Callback<Action>, name: &'static str, new_object: NewObject) -> Html {
    html! {
        <button type="button" class="plus" onclick={on_action(dispatch, Action::from(StageEdit::AddObject(new_object)))}><span aria-hidden="true">{ "+ " }</span>{ name }</button>
    }
}

/// Opens the menu of a thing below a button.
pub fn on_open_menu(dispatch: &Callback<Action>, object_ref: ObjectRef) -> Callback<MouseEvent> {
    on_open_menu_page(dispatch, object_ref, MenuPage::All)
}

/// The same, with this page of it.
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
