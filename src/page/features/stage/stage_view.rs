//! The stage: the model drawn as large as there is room, and the rail of all nodes beside it.

use std::rc::Rc;

use page_state::actions::Action;
use scene::stage_model::{MAX_CARDS, Scene, StageModel};
use stage::draw::{budgets, measure, rail, text_layout::Size};
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};
use yew::{
    Callback, Html, NodeRef, Properties, classes, component, hook, html, use_effect_with, use_node_ref, use_state_eq,
};

use crate::{
    features::stage::stage_picture::{draw_ctx, draw_stage},
    view::{
        PagePiece, View,
        chunk_views::{LoadingFrame, draw_study},
        dirty::{self, Slices},
    },
};

/// The size of the picture, in CSS pixels, before it is measured.
const DEFAULT_SIZE: Size = Size::new(760, 560);

/// The screen sizes that the build draws for: a CSS class, the size of the scene, and the width of the rail. The style sheet shows one of them.
const PRERENDER_SIZES: [(&str, Size, i64); 4] = [
    ("for-phone", Size::new(374, 444), 0),
    ("for-tablet", Size::new(800, 732), 0),
    ("for-desktop", Size::new(952, 665), 208),
    ("for-large", Size::new(1408, 845), 208),
];

/// The same for the page of a first visit, whose scene has the width of the window.
const INTRO_SIZES: [(&str, Size, i64); 4] = [
    ("for-phone", Size::new(374, 444), 0),
    ("for-tablet", Size::new(800, 732), 0),
    ("for-desktop", Size::new(1420, 719), 0),
    ("for-large", Size::new(1900, 899), 0),
];

/// The props of the stage's parts, which share one model.
#[derive(Clone, Properties)]
pub struct StageProps {
    pub view: Rc<View>,
    /// The model of its picture.
    pub stage: Rc<StageModel>,
    pub dispatch: Callback<Action>,
    /// The slices of the state that the part depends on.
    pub slices: Slices,
}

impl PartialEq for StageProps {
    fn eq(&self, other: &Self) -> bool {
        // A model is built anew only if something has changed, so comparing its content would rarely save a drawing.
        Rc::ptr_eq(&self.stage, &other.stage)
            && self.dispatch == other.dispatch
            && self.slices & self.view.changed_slices(&other.view) == 0
    }
}

/// The slices of the state that the scene depends on, besides the model. The player matters because the duration of a drain animation depends on
/// it.
pub(crate) const SLICES: Slices = dirty::LANG
    | dirty::RUN
    | dirty::MOMENT
    | dirty::PLAYER
    | dirty::POD
    | dirty::CACHE
    | dirty::POD_ENDS
    | dirty::LESSON
    | dirty::BRANCHES
    | dirty::LAYOUT
    | dirty::CHUNKS;

/// The scene and the rail; or the map, if there are too many nodes.
pub(crate) fn draw_stage_view(props: &StageProps) -> Html {
    let StageProps { view, stage, dispatch, .. } = props.clone();
    if view.frame.nodes.len() > MAX_CARDS {
        return draw_study(&view, &dispatch, LoadingFrame::Bare, |study| (study.draw_map)(&view, &dispatch));
    }
    let class = classes!("theatre", matches!(stage.scene, Scene::RailOnly).then_some("only-rail"));
    html! {
        <div {class}>
            if !matches!(stage.scene, Scene::RailOnly) { <StagePicture ..props.clone() /> }
            if !stage.rail.is_empty() { if view.has_piece(PagePiece::Rail) { { draw_rail(&view, &stage, &dispatch) } } }
            else if matches!(stage.scene, Scene::RailOnly) { { draw_empty_stage(&view, &dispatch) } }
        </div>
    }
}

/// An empty cluster: buttons that add something, or why it is empty.
fn draw_empty_stage(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let is_open = view.store.run.problems.is_empty() && view.can_add_objects() && !view.store.share.is_embedded;
    match view.chunks.editing.filter(|_| is_open) {
        // The notices fill the place of the stage.
        _ if view.store.run.is_missing() => Html::default(),
        Some(editing) => (editing.draw_invitation)(view, dispatch),
        None => html! { <p class="muted">{ empty_stage_text(view) }</p> },
    }
}

/// Why there are no nodes.
fn empty_stage_text(view: &View) -> &'static str {
    let labels = view.store.lang.stage_labels();
    if view.store.run.problems.is_empty() { labels.no_nodes } else { labels.no_run }
}

/// The scene, drawn at its measured size.
#[component]
fn StagePicture(props: &StageProps) -> Html {
    let StageProps { view, stage, dispatch, .. } = props;
    let node_ref = use_node_ref();
    let size = use_element_size(&node_ref, || visible_picture_size().unwrap_or(DEFAULT_SIZE));
    let scene = match view.is_prerender {
        true => {
            let sizes = if view.store.is_intro() { INTRO_SIZES } else { PRERENDER_SIZES };
            html! { { for sizes.map(|(class, size, rail)| {
                let width = if stage.rail.is_empty() { size.width } else { size.width - rail };
                html! { <div {class}>{ draw_stage(view, stage, dispatch, Size { width, ..size }) }</div> }
            }) } }
        }
        false => draw_stage(view, stage, dispatch, size),
    };
    html! { <div ref={node_ref} class="scene">{ scene }</div> }
}

/// The size of an element, measured whenever it changes.
#[hook]
pub(crate) fn use_element_size(node_ref: &NodeRef, initial: fn() -> Size) -> Size {
    let size = use_state_eq(initial);
    let (observed_ref, new_size) = (node_ref.clone(), size.clone());
    use_effect_with((), move |()| {
        let observed = observed_ref.cast::<Element>().and_then(|element| {
            let measured = element.clone();
            let measure = Closure::<dyn FnMut()>::new(move || {
                if let Some(size) = element_size(&measured) {
                    new_size.set(size);
                }
            });
            let observer = ResizeObserver::new(measure.as_ref().unchecked_ref()).ok()?;
            observer.observe(&element);
            Some((observer, measure))
        });
        move || {
            if let Some((observer, _)) = observed {
                observer.disconnect();
            }
        }
    });
    *size
}

/// The size of the picture that is visible now, which another one will replace.
fn visible_picture_size() -> Option<Size> {
    if cfg!(not(target_arch = "wasm32")) {
        return None;
    }
    let scene = gloo::utils::document().query_selector("#stage .scene").ok()??;
    element_size(&scene)
}

/// The size of an element; `None` before layout and while it is hidden.
fn element_size(element: &Element) -> Option<Size> {
    let size = Size::new(i64::from(element.client_width()), i64::from(element.client_height()));
    (size.width > 0 && size.height > 0).then_some(size)
}

/// All nodes in small, each with its result at the current step.
pub(crate) fn draw_rail(view: &View, stage: &StageModel, dispatch: &Callback<Action>) -> Html {
    rail::draw_rail(&draw_ctx(view, stage, dispatch), stage)
}

/// The choice of what bar heights show.
pub fn draw_measure_choice(view: &View, dispatch: &Callback<Action>) -> Html {
    if !view.can_add_objects() || view.frame.nodes.is_empty() || view.frame.nodes.len() > MAX_CARDS {
        return Html::default();
    }
    let model = StageModel::default();
    measure::draw_measure_choice(&draw_ctx(view, &model, dispatch), view.store.selection.measure.as_ref())
}

/// The budgets, below the queue.
pub fn draw_budgets(view: &View, stage: &StageModel, dispatch: &Callback<Action>) -> Html {
    budgets::draw_budgets(&draw_ctx(view, stage, dispatch), stage.budget.as_ref(), view.can_add_objects())
}

/// The zones with unready nodes, below the budgets.
pub fn draw_zones(view: &View, stage: &StageModel, dispatch: &Callback<Action>) -> Html {
    budgets::draw_zones(&draw_ctx(view, stage, dispatch))
}
