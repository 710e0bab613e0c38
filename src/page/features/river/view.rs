//! The river in place of the stage's picture: its tools, the picture with the line at the playhead, and the legend.

use std::rc::Rc;

use api::{NamespacedName, Set, resources::Resource};
use i18n::{
    river::{RiverLabels, words},
    short_pod_name,
};
use page_state::{
    actions::{Action, inspector::InspectorMsg, player::PlayerMsg, selection::SelectionMsg},
    panels::InspectorPage,
    run::Status,
    run_view::RunView,
};
use scene::objects::ObjectRef;
use stage::{
    draw::text_layout::Size,
    river::layout::{RiverForm, place_at_x},
};
use trace::{lanes::Edge, river::River};
use ui::callback::on_action;
use web_sys::{Element, HtmlSelectElement, KeyboardEvent, PointerEvent};
use yew::{
    Callback, Event, Html, MouseEvent, NodeRef, TargetCast, UseStateHandle, component, create_portal, html,
    use_effect_with, use_memo, use_mut_ref, use_node_ref, use_state_eq,
};

use crate::{
    features::{
        river::{
            poster::{Poster, poster_text},
            sheet::{RiverPlayhead, RiverSheet, SheetProps},
            strip::{VisibleShare, draw_river_strip, strip_picture},
        },
        stage::stage_view::use_element_size,
    },
    view::{
        Props, View,
        dirty::{self, Slices},
        timeline::axis::{AxisScale, TimeAxis},
    },
};

/// The slices of the state that the river depends on.
pub(crate) const SLICES: Slices = dirty::LANG
    | dirty::RUN
    | dirty::MOMENT
    | dirty::PLAYER
    | dirty::POD
    | dirty::MEASURE
    | dirty::BRANCHES
    | dirty::LAYOUT;

/// The size before it is measured.
const DEFAULT_SIZE: Size = Size::new(1100, 640);
/// A window narrower than this shows a part of the picture, which is as wide as this.
const MIN_WHOLE: i64 = 620;
const NARROW_WIDTH: i64 = 1240;
/// The least height of a river.
const MIN_HEIGHT: i64 = 340;
/// How many pods are offered to be highlighted.
const MAX_PODS: usize = 200;
/// How far a pointer moves at most during a click, in pixels.
const CLICK_SLACK: i32 = 4;

/// The river with its tools.
#[component]
pub(crate) fn RiverView(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let labels = words(store.lang).river_labels();
    let (body, scroller) = (use_node_ref(), use_node_ref());
    let size = use_element_size(&body, || DEFAULT_SIZE);
    let visible = use_state_eq(|| VisibleShare { from: 0.0, to: 1.0 });
    let run_view = &store.run.view;
    let measure = store.selection.measure.clone();
    let river_of = |(run_view, measure): &(Rc<RunView>, Option<api::Str>)| {
        River::from_events(run_view.trace.events(), measure.clone().map(Resource::from).as_ref())
    };
    let river = use_memo((Rc::clone(run_view), measure.clone()), river_of);
    let axis = use_memo(Rc::clone(run_view), |run_view| TimeAxis::new(AxisScale::Folded, run_view, &Set::new()));
    let other_run = view.compared.as_ref().map(|compared| Rc::clone(&compared.view.store.run.view));
    let resource: Option<api::Str> = Some(river.resource.clone().into());
    let other_river = use_memo((other_run, resource), |(run_view, resource)| {
        Some(Rc::new(river_of(&(run_view.clone()?, resource.clone()))))
    });
    let is_narrow = size.width < MIN_WHOLE;
    let form = if is_narrow { RiverForm::Narrow } else { RiverForm::Wide };
    let runs = 1 + i64::from(view.compared.is_some());
    let sheet_size =
        Size::new(if is_narrow { NARROW_WIDTH } else { size.width }, ((size.height - 8) / runs).max(MIN_HEIGHT));
    let place = axis.playhead_place(store.player.moment, store.player.elapsed);
    let sheet = SheetProps {
        lang: store.lang,
        river: Rc::clone(&river),
        run_view: Rc::clone(run_view),
        axis: Rc::clone(&axis),
        is_other_run: false,
        size: sheet_size,
        form,
        selected_pod: store.selection.pod.clone(),
        playhead: RiverPlayhead { place, edge: current_edge(view) },
    };
    let other_sheet = view.compared.as_ref().zip((*other_river).clone()).map(|(compared, river)| SheetProps {
        river,
        run_view: Rc::clone(&compared.view.store.run.view),
        is_other_run: true,
        playhead: RiverPlayhead { place, edge: current_edge(&compared.view) },
        ..sheet.clone()
    });
    let strip = use_memo((ByRun(Rc::clone(&river)), is_narrow), |_| is_narrow.then(|| Rc::new(strip_picture(&sheet))));
    use_effect_with((place, sheet_size.width), {
        let (scroller, length, visible) = (scroller.clone(), axis.length(), visible.clone());
        move |(place, width): &(u64, i64)| {
            show_place(&scroller, *place, length, *width);
            // Without scrolling, there is no event.
            show_visible_share(&scroller, &visible);
        }
    });
    let onscroll = {
        let (scroller, visible) = (scroller.clone(), visible.clone());
        Callback::from(move |_: Event| show_visible_share(&scroller, &visible))
    };
    let pointer = RiverPointer {
        axis: Rc::clone(&axis),
        width: sheet_size.width,
        form,
        moment: store.player.moment,
        is_playing: store.player.is_playing,
        dispatch: dispatch.clone(),
    };
    let pressed = use_mut_ref(|| None::<(i32, bool)>);
    let onpointerdown = {
        let pressed = Rc::clone(&pressed);
        Callback::from(move |event: PointerEvent| {
            *pressed.borrow_mut() = Some((event.client_x(), event.pointer_type() == "mouse"));
        })
    };
    let onpointermove = {
        let pointer = pointer.clone();
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() == "mouse" && (!pointer.is_playing || event.buttons() & 1 == 1) {
                pointer.seek_to(&event);
            }
        })
    };
    let onclick = Callback::from(move |event: MouseEvent| {
        let press = pressed.borrow_mut().take();
        pointer.seek_to(&event);
        // A finger can't point without a tap, so a tap only reads.
        let is_click = press.is_some_and(|(x, is_mouse)| is_mouse && (event.client_x() - x).abs() <= CLICK_SLACK);
        if is_click {
            pointer.open_stage();
        }
    });
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                event.prevent_default();
                dispatch.emit(Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Now)));
            }
        })
    };
    let is_empty = river.pods.is_empty() && river.bands.is_empty();
    let has_poster = use_state_eq(|| false);
    let show_poster = |is_open: bool| {
        let has_poster = has_poster.clone();
        move || has_poster.set(is_open)
    };
    let open_poster = {
        let show = show_poster(true);
        Callback::from(move |_: MouseEvent| show())
    };
    let poster = has_poster.then(|| {
        let show = show_poster(false);
        let on_close = Callback::from(move |()| show());
        let text = poster_text(store, view.title(), &axis);
        let sheet = SheetProps { form: RiverForm::Wide, selected_pod: None, ..sheet.clone() };
        gloo::utils::document().body().map(|body| {
            create_portal(html! { <Poster {sheet} {text} dispatch={dispatch.clone()} {on_close} /> }, body.into())
        })
    });
    let label = format!("{}. {}", labels.river_label, labels.hint);
    html! {
        <div class="river-view">
            <div class="tools-row river-tools">
                { draw_tools(view, dispatch, &river) }
                if !is_empty { <button type="button" class="plain" onclick={open_poster}>{ labels.poster }</button> }
            </div>
            { poster.flatten().unwrap_or_default() }
            if store.run.status == Status::Working { <p class="muted" role="status">{ labels.working }</p> }
            if let Some(picture) = (*strip).clone().filter(|_| !is_empty) { { draw_river_strip(&picture, &sheet, *visible, &scroller) } }
            <div class="river-body" ref={body}>
                if is_empty { <p class="muted river-empty">{ labels.nothing_yet }</p> } else {
                    <div class="river-scroll" ref={scroller} {onscroll}>
                        <div class="river-sheet" tabindex="0" role="application" aria-label={label} title={labels.hint} {onpointerdown} {onpointermove} {onclick} {onkeydown}>
                            <div class="river-run"><RiverSheet ..sheet /></div>
                            if let Some(other) = other_sheet { <div class="river-run"><RiverSheet ..other /></div> }
                        </div>
                    </div>
                }
            </div>
            { draw_legend(labels) }
        </div>
    }
}

/// A river that is compared by identity.
struct ByRun(Rc<River>);

impl PartialEq for ByRun {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The point in time of a view.
fn current_edge(view: &View) -> Edge {
    Edge { at: view.store.current_time(), events: view.store.run.events_at(view.store.player.moment) }
}

/// Updates the frame on the strip.
fn show_visible_share(scroller: &NodeRef, visible: &UseStateHandle<VisibleShare>) {
    if let Some(scroller) = scroller.cast::<Element>() {
        visible.set(VisibleShare::of_scroller(&scroller));
    }
}

/// Scrolls so that a place of the axis is visible.
#[allow(clippy::cast_possible_truncation)] // pixels
fn show_place(scroller: &NodeRef, place: u64, length: u64, width: i64) {
    let Some(scroller) =
        scroller.cast::<Element>().filter(|scroller| scroller.scroll_width() > scroller.client_width())
    else {
        return;
    };
    let x = stage::river::layout::x_at_place(place, length, width, RiverForm::Narrow) as i32;
    let (left, visible) = (scroller.scroll_left(), scroller.client_width());
    if !(left + 20..left + visible - 20).contains(&x) {
        scroller.set_scroll_left((x - visible / 2).max(0));
    }
}

/// Moves the playhead to where a pointer is.
#[derive(Clone)]
struct RiverPointer {
    axis: Rc<TimeAxis>,
    width: i64,
    form: RiverForm,
    moment: usize,
    is_playing: bool,
    dispatch: Callback<Action>,
}

impl RiverPointer {
    fn seek_to(&self, event: &MouseEvent) {
        let target = event.target_dyn_into::<Element>();
        let sheet = target.and_then(|element| element.closest(".river-sheet").ok().flatten());
        let Some(sheet) = sheet else { return };
        let x = f64::from(event.client_x()) - sheet.get_bounding_client_rect().left();
        let moment = self.axis.moment_at(place_at_x(x, self.axis.length(), self.width, self.form));
        if moment != self.moment {
            self.dispatch.emit(Action::Player(PlayerMsg::Seek(moment)));
        }
    }

    fn open_stage(&self) {
        self.dispatch.emit(Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Now)));
    }
}

/// The choice of the resource and of the pod that stands out, and the ways back to the stage.
fn draw_tools(view: &View, dispatch: &Callback<Action>, river: &Rc<River>) -> Html {
    let labels = words(view.store.lang).river_labels();
    let choose_resource = {
        let (dispatch, river) = (dispatch.clone(), Rc::clone(river));
        on_choice(move |at| {
            let resource = river.resources.get(at).cloned();
            dispatch.emit(Action::Selection(SelectionMsg::SetMeasure(resource.map(Into::into))));
        })
    };
    let resources = river.resources.iter().enumerate().map(|(at, resource)| {
        html! { <option value={at.to_string()} selected={*resource == river.resource}>{ resource.name().to_owned() }</option> }
    });
    let mut pods: Vec<NamespacedName> = river.pods.iter().map(|life| life.pod.clone()).collect();
    pods.sort();
    pods.dedup();
    pods.truncate(MAX_PODS);
    let selected = view.store.selection.pod.clone();
    let options = pods.iter().enumerate().map(|(at, pod)| {
        html! { <option value={(at + 1).to_string()} selected={selected.as_ref() == Some(pod)}>{ short_pod_name(pod).to_owned() }</option> }
    });
    let options: Vec<Html> = options.collect();
    let choose_pod = {
        let dispatch = dispatch.clone();
        on_choice(move |at| match at.checked_sub(1).and_then(|at| pods.get(at)) {
            Some(pod) => dispatch.emit(Action::Selection(SelectionMsg::SelectObject(ObjectRef::Pod(pod.clone())))),
            None => dispatch.emit(Action::Selection(SelectionMsg::PickPod(None))),
        })
    };
    let open = on_action(dispatch, Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Now)));
    html! {
        <>
            <label>{ labels.resource_choice }<select data-river="resource" onchange={choose_resource}>{ for resources }</select></label>
            <label>{ labels.pod_choice }<select data-river="pod" onchange={choose_pod}>
                <option value="0" selected={selected.is_none()}>{ labels.no_pod }</option>{ for options }
            </select></label>
            <button type="button" class="plain river-open" onclick={open}>{ labels.open_moment }</button>
        </>
    }
}

/// A callback with the index of the chosen option.
fn on_choice(choose: impl Fn(usize) + 'static) -> Callback<Event> {
    Callback::from(move |event: Event| {
        if let Ok(at) = event.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            choose(at);
        }
    })
}

/// What the signs mean.
fn draw_legend(labels: &RiverLabels) -> Html {
    let entries = stage::river::legend_samples().into_iter().zip(stage::river::legend_texts(labels));
    html! { <ul class="river-legend">{ for entries.map(|(sample, text)| html! { <li>{ sample }{ text }</li> }) }</ul> }
}
