//! The field on the stage: the choice of its pod and axes, its areas with the point, and the node at the point.

use std::rc::Rc;

use api::{NamespacedName, Table};
use i18n::{field::words, short_pod_name};
use js_sys::Date;
use page_state::{
    actions::{Action, worker_cache::CacheMsg},
    field::{FieldChoice, offered_numbers},
    selectors::field_case::FieldCase,
    store::Store,
};
use protocol::{AnswerProgress, AreaMap, FieldDecision, FieldNumber, Query};
use stage::{
    draw::text_layout::Size,
    field::{FieldCtx, areas::draw_field, axis_value, node::draw_field_node},
};
use ui::callback::on_action;
use web_sys::{HtmlSelectElement, KeyboardEvent, PointerEvent};
use yew::{Callback, Event, Html, TargetCast, component, html, use_mut_ref, use_node_ref};

use crate::{
    features::{
        field::{narration::answer_title, point_mover::PointMover},
        stage::stage_view::use_element_size,
    },
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices of the state that the field depends on.
pub(crate) const SLICES: Slices = dirty::LANG
    | dirty::RUN
    | dirty::MOMENT
    | dirty::POD
    | dirty::CACHE
    | dirty::INSPECTOR
    | dirty::LESSON
    | dirty::BRANCHES
    | dirty::LAYOUT;

/// The least width at which the node is drawn beside the field, and not below it.
const MIN_WIDE: i64 = 620;

/// The size before it is measured.
const DEFAULT_SIZE: Size = Size::new(760, 520);

/// How many pods are offered.
const MAX_PODS: usize = 60;

/// The least progress, in percent, from which the remaining time is estimated.
const MIN_ESTIMATE_PERCENT: usize = 3;

/// The field with its tools.
#[component]
pub(crate) fn FieldView(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let lang = view.store.lang;
    let labels = words(lang).field_labels();
    let body = use_node_ref();
    let size = use_element_size(&body, || DEFAULT_SIZE);
    // The query that is being answered, and since when, in milliseconds.
    let begun = use_mut_ref(|| None::<(Query, f64)>);
    let Some(case) = FieldCase::of_store(&view.store).map(Rc::new) else {
        return html! {
            <div class="field-view"><div class="field-body" ref={body}><p class="muted field-empty">{ labels.nothing_to_show }</p></div></div>
        };
    };
    let mut begun = begun.borrow_mut();
    if begun.as_ref().is_none_or(|(query, _)| *query != case.map_query) {
        *begun = Some((case.map_query.clone(), current_millis()));
    }
    let started = begun.as_ref().map_or(0.0, |(_, since)| *since);
    let mover = PointMover { case: Rc::clone(&case), dispatch: dispatch.clone() };
    html! {
        <div class="field-view">
            <div class="tools-row field-tools">{ draw_choices(view, &mover) }{ draw_progress(view, dispatch, &case, started) }</div>
            if case.is_choice_missing { <p class="muted field-note" role="status">{ labels.choice_missing }</p> }
            <div class="field-body" ref={body}>{ draw_pictures(view, &mover, size) }</div>
        </div>
    }
}

/// The areas with the point, and the node beside or below them.
fn draw_pictures(view: &Rc<View>, mover: &PointMover, size: Size) -> Html {
    let (store, case) = (&view.store, &mover.case);
    let Some((map, decision)) = case.known_map(store).zip(case.known_decision(store)) else {
        let labels = words(store.lang).field_labels();
        let is_stopped = store.answer_cache.get_awaited(&case.map_query).is_some_and(|awaited| awaited.is_stopped);
        let text = if is_stopped { labels.stopped_early } else { labels.works };
        return html! { <p class="muted field-empty">{ text }</p> };
    };
    let is_wide = size.width >= MIN_WIDE;
    let field_size = match is_wide {
        true => Size::new(size.width * 3 / 5, size.height.max(380)),
        false => Size::new(size.width, size.width.clamp(300, 480) * 21 / 20),
    };
    let node_size = match is_wide {
        true => Size::new(size.width - field_size.width - 20, field_size.height),
        false => Size::new(size.width, 250),
    };
    let priorities = &store.run.view.priorities;
    let node =
        decision.node.as_ref().map(|node| draw_field_node(store.lang, node, &decision.answer, priorities, node_size));
    html! {
        <>
            { draw_plot(view, mover, &map, &decision, field_size) }
            <div class="field-at-point">{ node.unwrap_or_default() }</div>
        </>
    }
}

fn draw_plot(view: &Rc<View>, mover: &PointMover, map: &AreaMap, decision: &FieldDecision, size: Size) -> Html {
    let (store, case) = (&view.store, &mover.case);
    let lang = store.lang;
    let sentences = words(lang);
    let axis_titles = case.axes.each_ref().map(|axis| sentences.axis_title(&axis.number));
    let pods: Table<NamespacedName, i32> =
        case.frame.pods.iter().map(|(key, view)| (key.clone(), view.pod.priority())).collect();
    let is_complete = store.answer_cache.get(&case.map_query).is_some();
    let remark = match is_complete {
        true => sentences.decided(&map.decision_count.to_string(), store.run.shown_release().name()),
        false => String::new(),
    };
    // While the decision at the point is awaited, the dashed line is that of the point before.
    let ctx = FieldCtx {
        lang,
        map,
        axes: &case.axes,
        row: &decision.row,
        point: case.point,
        pods: &pods,
        priorities: &store.run.view.priorities,
        axis_titles: axis_titles.clone(),
    };
    let values = [0, 1].map(|axis| axis_value(&case.axes[axis], case.point[axis]));
    let answer = answer_title(lang, case, &decision.answer);
    let titles = axis_titles.each_ref().map(String::as_str);
    let label = sentences.point_label(titles, values.each_ref().map(String::as_str), &answer);
    let on_pointer = |is_press: bool| {
        let mover = mover.clone();
        Callback::from(move |event: PointerEvent| mover.follow_pointer(&event, is_press))
    };
    let onkeydown = {
        let mover = mover.clone();
        Callback::from(move |event: KeyboardEvent| mover.follow_key(&event))
    };
    html! {
        <div class="field-plot" tabindex="0" role="application" aria-label={label} {onkeydown} onpointerdown={on_pointer(true)} onpointermove={on_pointer(false)}>
            { draw_field(&ctx, size, &remark) }
        </div>
    }
}

/// The choice of the pod and of the two axes.
fn draw_choices(view: &View, mover: &PointMover) -> Html {
    let (store, case) = (&view.store, &mover.case);
    let sentences = words(store.lang);
    let labels = sentences.field_labels();
    let pods = offered_pods(store, case);
    let choose_pod = {
        let (mover, pods) = (mover.clone(), pods.clone());
        on_choice(move |at| {
            let choice = FieldChoice { pod: pods.get(at).cloned(), ..FieldChoice::default() };
            mover.set_field(&choice.to_text());
        })
    };
    let mut numbers = offered_numbers(&case.frame, &case.pod);
    numbers.extend(case.numbers().into_iter().filter(|number| !numbers.contains(number)).collect::<Vec<_>>());
    let numbers: Rc<[FieldNumber]> = numbers.into();
    let axis_choice = |axis: usize, name: &'static str| {
        let shown = case.numbers();
        let onchange = {
            let (mover, numbers, shown) = (mover.clone(), Rc::clone(&numbers), shown.clone());
            on_choice(move |at| {
                let Some(number) = numbers.get(at) else { return };
                let mut chosen = shown.clone();
                // The same number on both axes: they change places.
                if chosen[1 - axis] == *number {
                    chosen.swap(0, 1);
                } else {
                    chosen[axis] = number.clone();
                }
                mover.set_field(&mover.case.choice_text(chosen, None));
            })
        };
        let options = numbers.iter().enumerate().map(|(at, number)| {
            html! { <option value={at.to_string()} selected={*number == shown[axis]}>{ sentences.axis_title(number) }</option> }
        });
        html! { <label>{ name }<select data-axis={axis.to_string()} {onchange}>{ for options }</select></label> }
    };
    let pod_options = pods.iter().enumerate().map(|(at, pod)| {
        html! { <option value={at.to_string()} selected={*pod == case.pod}>{ short_pod_name(pod).to_owned() }</option> }
    });
    html! {
        <>
            <label>{ labels.pod_choice }<select data-axis="pod" onchange={choose_pod}>{ for pod_options }</select></label>
            { axis_choice(0, labels.axis_across) }
            { axis_choice(1, labels.axis_up) }
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

/// The pods that are tried in the run, and the shown one.
fn offered_pods(store: &Store, case: &FieldCase) -> Vec<NamespacedName> {
    let run_view = &store.run.view;
    let mut pods = vec![case.pod.clone()];
    for number in 0..run_view.attempt_ends.len() {
        let pod = run_view.attempt_summary(number).map(|attempt| &attempt.pod);
        if let Some(pod) = pod.filter(|pod| !pods.contains(pod)) {
            pods.push(pod.clone());
        }
        if pods.len() >= MAX_PODS {
            break;
        }
    }
    pods.sort();
    pods
}

/// How far the areas are decided, and the button that stops it.
fn draw_progress(view: &View, dispatch: &Callback<Action>, case: &FieldCase, started: f64) -> Html {
    let sentences = words(view.store.lang);
    let labels = sentences.field_labels();
    let Some(awaited) = view.store.answer_cache.get_awaited(&case.map_query) else { return Html::default() };
    if awaited.is_stopped {
        return html! { <span class="muted field-progress">{ labels.stopped_note }</span> };
    }
    let AnswerProgress { done, total } = awaited.progress;
    let percent = (done * 100).checked_div(total).unwrap_or(0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)] // seconds
    let seconds = (percent >= MIN_ESTIMATE_PERCENT).then(|| {
        ((current_millis() - started) / 1000.0 * (total - done.min(total)) as f64 / done.max(1) as f64).ceil() as usize
    });
    let stop = on_action(dispatch, Action::Cache(CacheMsg::AnswerStopped(case.map_query.clone())));
    html! {
        <span class="answer-progress field-progress" aria-live="off">
            <progress max="100" value={percent.to_string()} aria-label={labels.works}></progress>
            <span class="muted">{ sentences.deciding(percent, seconds) }</span>
            <button type="button" class="plain" onclick={stop}>{ labels.stop }</button>
        </span>
    }
}

/// The wall clock in milliseconds; 0 in a program that is not in a browser.
fn current_millis() -> f64 {
    if cfg!(target_arch = "wasm32") { Date::now() } else { 0.0 }
}
