//! The stage itself: what the model says, drawn as large as there is room, and the rail of all nodes beside it.

use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlSelectElement, ResizeObserver};
use yew::{
    Callback, Event, Html, Properties, TargetCast, classes, component, html, use_effect_with, use_node_ref,
    use_state_eq,
};

use crate::sees;
use crate::sees::Sees;
use crate::selection::Look;
use crate::slot::Slot;
use crate::stage::draw::{mini, words};
use crate::stage::picture::{MOST, model, pen, picture};
use crate::stage::scene::model::{Mini, Scene, Stage};
use crate::store::Action;
use crate::view::{Piece, View, on};
use api::{Set, Str};

/// The size of a picture before it is measured.
const GUESS: (i64, i64) = (760, 560);

/// Screens that the build draws for: a class, the size of the scene there, and what the rail takes of its width. The style sheet shows one.
const SCREENS: [(&str, (i64, i64), i64); 4] = [
    ("for-phone", (374, 444), 0),
    ("for-tablet", (800, 732), 0),
    ("for-desktop", (952, 665), 208),
    ("for-large", (1408, 845), 208),
];

/// What the theatre gets: the model is made once for all that draw a part of it.
#[derive(Clone, Properties)]
pub struct TheatreProps {
    /// What there is to see.
    pub view: Rc<View>,
    /// The picture of it.
    pub stage: Rc<Stage>,
    /// The way to act.
    pub act: Callback<Action>,
    /// What of the view is drawn.
    pub sees: Sees,
}

impl PartialEq for TheatreProps {
    fn eq(&self, other: &Self) -> bool {
        (Rc::ptr_eq(&self.stage, &other.stage) || self.stage == other.stage)
            && self.act == other.act
            && self.sees & self.view.differs(&other.view) == 0
    }
}

/// What the scene draws, besides the model. How long a drain is seen follows from how long its moment is read.
pub(crate) const SEES: Sees = sees::LANG
    | sees::RUN
    | sees::MOMENT
    | sees::PLAYER
    | sees::POD
    | sees::KNOWN
    | sees::ENDS
    | sees::BRANCHES
    | sees::PARTS;

/// The scene and the rail; or the map, where there are too many nodes for either.
pub(crate) fn theatre(props: &TheatreProps) -> Html {
    let TheatreProps { view, stage, act, .. } = props.clone();
    if view.frame.nodes.len() > MOST {
        return (view.part)(Slot::Map, &view, &act);
    }
    let class = classes!("theatre", matches!(stage.scene, Scene::Rail).then_some("only-rail"));
    html! {
        <div {class}>
            if !matches!(stage.scene, Scene::Rail) { <Picture ..props.clone() /> }
            if !stage.rail.is_empty() { if view.has(Piece::Rail) { { rail(&view, &stage, &act) } } }
            else if matches!(stage.scene, Scene::Rail) { <p class="muted">{ nothing(&view) }</p> }
        </div>
    }
}

/// Why there is no node.
fn nothing(view: &View) -> &'static str {
    let words = view.store.lang.stage();
    if view.store.run.problems.is_empty() { words.no_nodes } else { words.no_run }
}

/// The scene, drawn at the size that it has.
#[component]
fn Picture(props: &TheatreProps) -> Html {
    let TheatreProps { view, stage, act, .. } = props;
    let place = use_node_ref();
    let size = use_state_eq(|| seen().unwrap_or(GUESS));
    {
        let (place, size) = (place.clone(), size.clone());
        use_effect_with((), move |()| {
            let observed = place.cast::<Element>().and_then(|element| {
                let measured = element.clone();
                let measure = Closure::<dyn FnMut()>::new(move || {
                    let now = (i64::from(measured.client_width()), i64::from(measured.client_height()));
                    if now.0 > 0 && now.1 > 0 {
                        size.set(now);
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
    }
    let drawn = match view.still {
        true => html! { { for SCREENS.map(|(class, (w, h), rail)| {
            let w = if stage.rail.is_empty() { w } else { w - rail };
            html! { <div {class}>{ picture(view, stage, act, (w, h)) }</div> }
        }) } },
        false => picture(view, stage, act, *size),
    };
    html! { <div ref={place} class="scene">{ drawn }</div> }
}

/// The size of the picture that is seen now: another one will stand in its place.
fn seen() -> Option<(i64, i64)> {
    if cfg!(not(target_arch = "wasm32")) {
        return None;
    }
    let scene = gloo::utils::document().query_selector("#stage .scene").ok()??;
    Some((i64::from(scene.client_width()), i64::from(scene.client_height()))).filter(|size| size.0 > 0 && size.1 > 0)
}

/// All nodes, small, each with what the step says of it.
pub(crate) fn rail(view: &View, stage: &Stage, act: &Callback<Action>) -> Html {
    let most = stage.rail.iter().map(|it| it.vessel.capacity).max().unwrap_or(1).max(1);
    let items = stage.rail.iter().map(|it| item(view, stage, act, it, most));
    let count: usize = stage.rail.iter().map(|it| 1 + it.alike.len()).sum();
    html! {
        <section class="rail" aria-label={view.words.nodes}>
            <h2>{ view.words.nodes }<span class="count">{ count }</span></h2>
            <ul>{ for items }</ul>
        </section>
    }
}

fn item(view: &View, stage: &Stage, act: &Callback<Action>, it: &Mini, most: i64) -> Html {
    let name: &Str = &it.vessel.node;
    let pen = pen(view, stage, act, mini::SIZE);
    let (class, said) = words::verdict(&pen, &it.vessel.verdict);
    let said = match said.as_str() {
        "" if it.vessel.missing => view.store.lang.stage().missing.to_owned(),
        "" if it.vessel.cordoned => view.words.cordoned.to_owned(),
        "" => words::room(&pen, &it.vessel),
        _ => said,
    };
    let guards = mini::guards(it);
    let title = (!guards.0.is_empty()).then(|| view.store.lang.guards(&guards));
    let unlike = view.unlike.contains(name);
    let class_of = classes!("mini-node", it.on_stage.then_some("on"), unlike.then_some("unlike"));
    html! {
        <li key={name.to_string()}>
            <button type="button" class={class_of} data-mini={name.to_string()} {title} aria-current={it.on_stage.then_some("true")}
                onclick={on(act, Action::Selection(Look::Open(name.clone())))}>
                <span class="mini-told"><b>{ name.to_string() }</b><span class={class}>{ said }</span>
                    if !it.alike.is_empty() { <small title={it.alike.join(", ")}>{ view.store.lang.alike(it.alike.len()) }</small> }
                    if unlike { <span class="hidden">{ view.words.differs }</span> }</span>
                { mini::draw(&view.store.run.trace.levels, it, most) }
                if !guards.0.is_empty() { <span class="hidden">{ view.store.lang.guards(&guards) }</span> }
            </button>
        </li>
    }
}

/// The choice of what heights stand for.
pub fn measure(view: &View, act: &Callback<Action>) -> Html {
    let frame = &view.frame;
    if !view.offers() || frame.nodes.is_empty() || frame.nodes.len() > MOST {
        return Html::default();
    }
    let nodes = frame.nodes.values().map(|node| &node.node.status);
    let resources: Set<&Str> =
        nodes.flat_map(|it| it.allocatable.iter().chain(it.capacity.iter()).map(|(name, _)| name)).collect();
    let (own, wanted) = (view.store.lang.stage(), view.store.selection.measure.as_ref());
    let choose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
            act.emit(Action::Selection(Look::Measure(Some(chosen).filter(|it| !it.is_empty()).map(Str::from))));
        })
    };
    let option = |value: &str, face: &str| {
        html! { <option value={value.to_owned()} selected={wanted.map_or("", |it| it) == value}>{ face.to_owned() }</option> }
    };
    html! {
        <select class={classes!("measure", wanted.is_some().then_some("set"))} aria-label={own.measure} title={own.measure} onchange={choose}>
            { option("", own.measure_auto) }
            { for resources.iter().map(|name| option(name, name)) }
        </select>
    }
}

/// What `theatre` gets of a view: for those who draw only the stage.
pub(crate) fn props(view: &Rc<View>, act: &Callback<Action>) -> TheatreProps {
    TheatreProps { view: Rc::clone(view), stage: Rc::new(model(view)), act: act.clone(), sees: SEES }
}
