//! Pods over time: a lane each, by controller, on an axis that can be zoomed.

use std::collections::BTreeSet;
use std::rc::Rc;

use web_sys::{HtmlInputElement, InputEvent};
use yew::{
    Callback, Html, TargetCast, classes, component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq,
};

use crate::api::Str;
use crate::app::bookmarks::view::{self as bookmarks, Bookmarks};
use crate::app::lang::Lang;
use crate::app::shown::{Shown, same_run};
use crate::app::stage::tile;
use crate::app::store::Action;
use crate::app::timeline::axis::{Axis, Range, Scale, percent};
use crate::app::timeline::hands::{self, Grip, Hands};
use crate::app::view::{Props, View, button, on, placed};
use crate::app::window::{Window, row_height};
use crate::framework::Point;
use crate::simulation::{Event, What};
use crate::trace::lanes::{Edge, Lane, Lanes, Sign, State};
use crate::trace::steps::Step;
use crate::words::{clock, short};

/// The least height of a row in pixels: its name is a button, and the line below it takes one.
const TARGET: usize = 25;
/// Parts of the overview in which pods are counted.
const BINS: usize = 200;
/// Stretches narrower than this, in ten-thousandths, are drawn as one with their neighbours.
const NARROW: u32 = 5;

/// Moments worth a mark on the slider.
#[component]
pub fn Marks(props: &Props) -> Html {
    let shown = &props.view.store.trace;
    let run = (Rc::as_ptr(shown), props.view.store.bookmarks.clone());
    let kept = yew::use_memo(run, |(_, marked)| {
        let last = shown.moments.len().saturating_sub(1);
        let place = |at: usize| {
            u32::try_from((at * 10_000).checked_div(last).unwrap_or(0)).map_or_else(|_| String::new(), percent)
        };
        let mut all = worth_a_mark(shown);
        all.extend(marked.iter().map(|mark| (mark.at.min(last), "mark-book")));
        all.into_iter().map(|(at, class)| (class, format!("left: {}", place(at)))).collect::<Vec<_>>()
    });
    html! {
        <span class="marks" aria-hidden="true">
            { for kept.iter().map(|(class, style)| placed(style, html! { <i class={*class}></i> })) }
        </span>
    }
}

fn worth_a_mark(shown: &Shown) -> Vec<(usize, &'static str)> {
    let marks = shown.moments.iter().enumerate().filter_map(|(at, moment)| {
        let event = shown.trace.events().get(moment.events.checked_sub(1)?)?;
        Some((
            at,
            match (&moment.step, &event.what) {
                (Step::Eligible, _) => "mark-preempt",
                (Step::Event, What::Bound { .. }) => "mark-bound",
                (Step::Event, What::PodRemoved(_)) => "mark-gone",
                _ => return None,
            },
        ))
    });
    let marks: Vec<_> = marks.take(201).collect();
    if marks.len() > 200 { Vec::new() } else { marks }
}

/// Lanes of the run that is shown, and the overview drawn of them.
#[derive(Default)]
struct Kept {
    first: Option<Rc<Event>>,
    lanes: Lanes,
    crowd: (usize, u64, [String; 2]),
}

impl Kept {
    fn read(&mut self, shown: &Shown, axis: &Axis) {
        let events = shown.trace.events();
        if !same_run(self.first.as_ref(), events) {
            *self = Self { first: events.first().cloned(), ..Self::default() };
        }
        self.lanes.extend(events);
        if (self.crowd.0, self.crowd.1) != (events.len(), axis.length()) {
            let crowd = self.lanes.crowd(BINS, axis.length(), |edge| axis.of_edge(edge));
            self.crowd = (events.len(), axis.length(), paths(&crowd));
        }
    }
}

/// Outlines of how many pods wait, and of how many have a node, the second on top of the first.
fn paths(crowd: &[(i64, i64)]) -> [String; 2] {
    let most = crowd.iter().map(|(waits, has)| waits + has).max().unwrap_or(0).max(1);
    let outline = |height: &dyn Fn(&(i64, i64)) -> i64| {
        let tops = crowd.iter().enumerate().map(|(bin, count)| {
            let top = 100 - height(count) * 100 / most;
            format!("L{bin} {top}L{} {top}", bin + 1)
        });
        format!("M0 100{}L{} 100Z", tops.collect::<String>(), crowd.len())
    };
    [outline(&|(waits, has)| waits + has), outline(&|(waits, _)| *waits)]
}

/// A row of the list.
enum Row {
    /// A controller: index of its group, and how many pods it has in the list.
    Group(usize, usize),
    /// A pod: index of its lane.
    Lane(usize),
}

fn rows(lanes: &Lanes, folded: &BTreeSet<Str>, query: &str) -> Vec<Row> {
    let wanted = query.to_lowercase();
    let mut rows = Vec::new();
    let titled = lanes.groups.len() > 1 || lanes.groups.iter().any(|group| !group.by.is_empty());
    for (index, group) in lanes.groups.iter().enumerate() {
        let fits = |lane: &usize| wanted.is_empty() || lanes.lanes[*lane].pod.to_lowercase().contains(&wanted);
        let found: Vec<usize> = group.lanes.iter().copied().filter(fits).collect();
        if found.is_empty() {
            continue;
        }
        if titled {
            rows.push(Row::Group(index, found.len()));
        }
        if !(titled && folded.contains(&group.by)) {
            rows.extend(found.into_iter().map(Row::Lane));
        }
    }
    rows
}

fn class(state: State) -> &'static str {
    match state {
        State::Active => "seg active",
        State::Backoff => "seg backoff",
        State::Unschedulable => "seg unschedulable",
        State::Gated => "seg gated",
        State::Nominated => "seg nominated",
        State::Creating => "seg creating",
        State::Running => "seg running",
        State::Terminating => "seg terminating",
        State::Succeeded => "seg succeeded",
    }
}

fn name(lang: Lang, state: Option<State>) -> &'static str {
    let words = lang.timeline();
    match state {
        Some(State::Active) => words.state_active,
        Some(State::Backoff) => words.state_backoff,
        Some(State::Unschedulable) => words.state_unschedulable,
        Some(State::Gated) => words.state_gated,
        Some(State::Nominated) => words.state_nominated,
        Some(State::Creating) => words.state_creating,
        Some(State::Running) => words.state_running,
        Some(State::Terminating) => words.state_terminating,
        Some(State::Succeeded) => words.state_succeeded,
        None => words.state_none,
    }
}

fn sign(lang: Lang, sign: Sign) -> (&'static str, &'static str, &'static str) {
    let words = lang.timeline();
    match sign {
        Sign::Preempts => ("sign preempts", "◆", words.sign_preempts),
        Sign::Fails => ("sign fails", "✗", words.sign_fails),
        Sign::Bound => ("sign bound", "●", words.sign_bound),
    }
}

/// The lanes with their axis, overview and playhead.
#[component]
pub fn Timeline(props: &Props) -> Html {
    let Props { view, act } = props;
    let query = use_state_eq(String::new);
    let (store, more) = (&view.store, view.store.lang.timeline());
    let scale = use_state_eq(Scale::default);
    let wanted = use_state_eq(|| None::<Range>);
    let chosen = use_state_eq(|| None::<Range>);
    let folded = use_state_eq(BTreeSet::<Str>::new);
    let kept = use_mut_ref(Kept::default);
    let root = use_node_ref();

    let opened = use_state_eq(BTreeSet::<u64>::new);
    let axis = Axis::new(*scale, &store.trace, &opened);
    let range = wanted.map_or_else(|| axis.whole(), |range| axis.part(range));
    let now = axis.of_moment(store.at);
    kept.borrow_mut().read(&store.trace, &axis);
    let rows = Rc::new(rows(&kept.borrow().lanes, &folded, &query));

    let hands = use_mut_ref(Hands::default);
    hands.borrow_mut().look = Some(hands::Look {
        axis: axis.clone(),
        range,
        now,
        root: root.clone(),
        act: act.clone(),
        zoom: Callback::from({
            let wanted = wanted.clone();
            move |range| wanted.set(range)
        }),
        choose: Callback::from({
            let chosen = chosen.clone();
            move |range| chosen.set(range)
        }),
    });
    hands::use_wheel_and_keys(&root, &hands);
    use_effect_with(store.at, {
        let (axis, wanted) = (axis.clone(), wanted.clone());
        move |_| {
            if wanted.is_some() {
                wanted.set(Some(axis.showing(range, hands::place(now))));
            }
        }
    });

    let follow = store.pod.as_ref().or(view.frame.in_cycle.as_ref()).and_then(|pod| {
        let kept = kept.borrow();
        rows.iter().position(|row| matches!(row, Row::Lane(lane) if kept.lanes.lanes[*lane].pod == *pod))
    });
    let draw = {
        let (kept, rows, view, act, axis) =
            (Rc::clone(&kept), Rc::clone(&rows), Rc::clone(view), act.clone(), axis.clone());
        Callback::from(move |index: usize| {
            let lanes = &kept.borrow().lanes;
            let item = match rows[index] {
                Row::Lane(lane) => lane_row(&view, &act, &lanes.lanes[lane], &axis, range),
                Row::Group(group, count) => {
                    let by = &lanes.groups[group].by;
                    let open = !folded.contains(by);
                    let toggle = {
                        let (folded, by) = (folded.clone(), by.clone());
                        Callback::from(move |_| {
                            let mut next = (*folded).clone();
                            if !next.remove(&by) {
                                next.insert(by.clone());
                            }
                            folded.set(next);
                        })
                    };
                    let title = if by.is_empty() { view.store.lang.timeline().alone } else { by };
                    html! {
                        <button type="button" class="lane-group" aria-expanded={open.to_string()} onclick={toggle}>
                            { if open { "▾ " } else { "▸ " } }{ title.to_owned() }<small>{ format!(" {count}") }</small>
                        </button>
                    }
                }
            };
            html! { <li key={index} class="lane-row" aria-setsize={rows.len().to_string()} aria-posinset={(index + 1).to_string()}>{ item }</li> }
        })
    };
    let scales = [(Scale::Score, more.by_score), (Scale::Time, more.by_time), (Scale::Steps, more.by_step)];
    let scales = scales.map(|(to, name)| {
        let (scale, wanted) = (scale.clone(), wanted.clone());
        let pressed = (*scale == to).to_string();
        let onclick = Callback::from(move |_| {
            scale.set(to);
            wanted.set(None);
        });
        html! { <button type="button" aria-pressed={pressed} {onclick}>{ name }</button> }
    });
    let unfold = {
        let (opened, wanted) = (opened.clone(), wanted.clone());
        Callback::from(move |from: u64| {
            let mut next = (*opened).clone();
            if !next.remove(&from) {
                next.insert(from);
            }
            opened.set(next);
            wanted.set(None);
        })
    };
    let zoom = |factor: f64| {
        let hands = Rc::clone(&hands);
        Callback::from(move |_| hands.borrow().zoom(factor))
    };
    let legend = State::ALL
        .iter()
        .map(|state| html! { <li><i class={class(*state)}></i>{ name(store.lang, Some(*state)) }</li> });
    let signs = [Sign::Preempts, Sign::Fails, Sign::Bound].map(|it| sign(store.lang, it));
    let signs = signs.iter().map(|(class, face, name)| html! { <li><b class={*class}>{ *face }</b>{ *name }</li> });
    let search = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| query.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let head = html! { <>{ overview(view, &kept.borrow(), &axis, range, now) }{ ruler(view, act, &axis, range, now, &unfold) }</> };
    let over = overlay(&axis, range, now, *chosen);
    html! {
        <div class="timeline" ref={root} title={more.lanes_hint}
            onpointerdown={hands::down(&hands)} onpointermove={hands::moved(&hands)} onpointerup={hands::up(&hands)} onpointercancel={hands::cancel(&hands)}>
            <div class="timeline-bar">
                <div class="switch" role="group" aria-label={more.scale}>{ for scales }</div>
                { button(more.wider, "icon", html! { "−" }, zoom(2.0)) }
                { button(more.closer, "icon", html! { "+" }, zoom(0.5)) }
                <button type="button" class="icon" aria-label={more.whole} title={more.whole} disabled={wanted.is_none()} onclick={let wanted = wanted.clone(); move |_| wanted.set(None)}>{ "⤢" }</button>
                <input type="search" value={(*query).clone()} oninput={search} placeholder={more.search_pods} aria-label={more.search_pods} />
                <details class="signs"><summary>{ view.store.lang.stage().signs }</summary><ul class="legend-row">{ for legend }{ for signs }</ul></details>
                <Bookmarks {view} {act} />
            </div>
            <Window count={rows.len()} row={row_height().max(TARGET)} {follow} label={view.words.console_lanes.to_owned()} {head} head_height={30} {draw} {over} />
        </div>
    }
}

fn left(range: Range, place: u64) -> Option<String> {
    range.cells(place, place).map(|(cell, _)| format!("left: {}", percent(cell)))
}

fn stretch(from: u32, to: u32) -> String {
    format!("left: {}; width: {}", percent(from), percent(to - from))
}

/// The whole run, small, with the part that is seen.
fn overview(view: &View, kept: &Kept, axis: &Axis, range: Range, now: u64) -> Html {
    let whole = axis.whole();
    let cell = |share: f64| hands::cell(whole.share(share));
    let (from, to) = (cell(range.from), cell(range.to));
    let [all, waits] = kept.crowd.2.clone();
    html! {
        <div class="lane-line overview" title={view.store.lang.timeline().overview}>
            <span class="lane-side"></span>
            <span class="track" data-grip={Grip::OVERVIEW} aria-hidden="true">
                <svg viewBox={format!("0 0 {BINS} 100")} preserveAspectRatio="none"><path class="has" d={all} /><path class="waits" d={waits} /></svg>
                { placed(&left(whole, now).unwrap_or_default(), html! { <i class="head"></i> }) }
                { placed(&stretch(from, to), html! { <i class="part"></i> }) }
            </span>
        </div>
    }
}

/// The axis with the playhead's grip and the bookmarks.
fn ruler(view: &View, act: &Callback<Action>, axis: &Axis, range: Range, now: u64, unfold: &Callback<u64>) -> Html {
    let (store, more) = (&view.store, view.store.lang.timeline());
    let ticks = axis.ticks(range, 8);
    let ticks =
        ticks.iter().filter_map(|(at, text)| Some(placed(&left(range, *at)?, html! { <b>{ text.clone() }</b> })));
    let flags = store.bookmarks.iter().filter_map(|mark| {
        let style = left(range, axis.of_moment(mark.at))?;
        let title = if mark.name.is_empty() { bookmarks::when(view, mark.at) } else { mark.name.clone() };
        let flag = html! { <button type="button" class="flag" tabindex="-1" title={title.clone()} aria-label={title} onclick={on(act, Action::Seek(mark.at))}></button> };
        Some(placed(&style, flag))
    });
    let folds = axis.folds.iter().filter_map(|fold| {
        let (from, to) = axis.of_fold(fold);
        let (left, right) = range.cells(from, to).filter(|(left, right)| right > left)?;
        let long = clock(fold.to - fold.from);
        let told = store.lang.folded(&long, fold.cycles);
        let face = if fold.open { "⋯".to_owned() } else { format!("⋯ {long}") };
        let (unfold, from) = (unfold.clone(), fold.from);
        let onclick = Callback::from(move |_| unfold.emit(from));
        let drawn = html! { <button type="button" class="fold" aria-expanded={fold.open.to_string()} title={told.clone()} aria-label={told} {onclick}>{ face }</button> };
        Some(placed(&stretch(left, right), drawn))
    });
    let onkeydown = {
        let act = act.clone();
        Callback::from(move |key: yew::KeyboardEvent| {
            let by = match key.key().as_str() {
                "ArrowUp" => 1,
                "ArrowDown" => -1,
                "PageUp" => 10,
                "PageDown" => -10,
                _ => return,
            };
            key.prevent_default();
            act.emit(Action::Step(by));
        })
    };
    let grip = html! {
        <i class={classes!("grip", range.cells(now, now).is_none().then_some("hidden"))} role="slider" tabindex="0" {onkeydown}
            aria-label={more.playhead} aria-valuemin="0" aria-valuemax={store.last().to_string()}
            aria-valuenow={store.at.to_string()} aria-valuetext={bookmarks::when(view, store.at)}></i>
    };
    html! {
        <div class="lane-line ruler">
            <span class="lane-side"></span>
            <span class="track" data-grip={Grip::RULER}>
                <span aria-hidden="true">{ for ticks }</span>
                { for folds }
                { for flags }
                { placed(&left(range, now).unwrap_or_default(), grip) }
            </span>
        </div>
    }
}

/// What lies over the lanes: the playhead, what is still to come, and the range that is being chosen.
fn overlay(axis: &Axis, range: Range, now: u64, chosen: Option<Range>) -> Html {
    let folds = axis.folds.iter().filter(|it| !it.open).filter_map(|fold| {
        let (from, to) = axis.of_fold(fold);
        let (left, right) = range.cells(from, to).filter(|(left, right)| right > left)?;
        Some(placed(&stretch(left, right), html! { <i class="folded"></i> }))
    });
    let later = hands::cell(range.share(hands::place(now)));
    let chosen = chosen.map(|part| (hands::cell(range.share(part.from)), hands::cell(range.share(part.to))));
    html! {
        <div class="lane-line over" aria-hidden="true">
            <span class="lane-side"></span>
            <span class="track">
                { for folds }
                { placed(&stretch(later, 10_000), html! { <i class="to-come"></i> }) }
                if let Some(style) = left(range, now) { { placed(&style, html! { <i class="playhead"></i> }) } }
                if let Some((from, to)) = chosen { { placed(&stretch(from, to), html! { <i class="choosing"></i> }) } }
            </span>
        </div>
    }
}

/// The moment that a sign stands for: the step of an attempt that it is about.
fn moment_of(shown: &Shown, edge: Edge, sign: Sign) -> usize {
    let wanted = |step: Step| match sign {
        Sign::Preempts => step == Step::Eligible,
        Sign::Fails => step == Step::Failed,
        Sign::Bound => step == Step::Point(Point::Bind),
    };
    let first = shown.moments.partition_point(|moment| moment.events < edge.events);
    let within = shown.moments[first..].iter().take_while(|moment| moment.events == edge.events);
    first + within.map(|moment| moment.step).position(wanted).unwrap_or(0)
}

fn lane_row(view: &View, act: &Callback<Action>, lane: &Lane, axis: &Axis, range: Range) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    let events = store.moment().map_or(0, |moment| moment.events);
    let chosen = store.pod.as_ref() == Some(&lane.pod);
    let end = axis.length();
    let mut drawn = Vec::new();
    // Neighbours that are too narrow to be told apart are one stretch, in the state of the last.
    for (from, to, state) in lane.stretches() {
        let (from_at, to_at) = (axis.of_edge(from), to.map_or(end, |to| axis.of_edge(to)));
        let Some((left, right)) = range.cells(from_at, to_at) else { continue };
        match drawn.last_mut() {
            Some((start, last, shown, times))
                if right <= *last + NARROW && left <= *last && *last - *start <= NARROW =>
            {
                (*last, *shown, *times) = (right.max(*last), state, (from.at, to));
            }
            _ => drawn.push((left, right, state, (from.at, to))),
        }
    }
    let stretches =
        drawn.into_iter().filter(|(left, right, ..)| right > left).map(|(left, right, state, (from, to))| {
            let until = to.map_or_else(String::new, |to| clock(to.at));
            let title = format!("{}: {} – {until}", name(lang, Some(state)), clock(from));
            placed(&stretch(left, right), html! { <i class={class(state)} {title}></i> })
        });
    let mut last = None;
    let signs = lane.signs.iter().filter_map(|(edge, it)| {
        let moment = moment_of(&store.trace, *edge, *it);
        let at = axis.of_moment(moment);
        let (cell, _) = range.cells(at, at)?;
        // One sign of a kind at a place is enough.
        if last.replace((cell / NARROW, *it)) == Some((cell / NARROW, *it)) {
            return None;
        }
        let (class, face, what) = sign(lang, *it);
        let title = format!("{what}: {}", clock(edge.at));
        let sign = html! { <b {class} {title} data-at={moment.to_string()}>{ face }</b> };
        Some(placed(&format!("left: {}", percent(cell)), sign))
    });
    let short = short(&lane.pod).to_owned();
    let label = format!("{short}, {} {}, {}", view.words.priority, lane.priority, name(lang, lane.state(events)));
    html! {
        <>
            <button type="button" class={classes!("lane-side", "lane-name", tile::level(view, lane.priority), chosen.then_some("chosen"))}
                aria-label={label} title={short.clone()} aria-pressed={chosen.to_string()} onclick={on(act, Action::Pick((!chosen).then(|| lane.pod.clone())))}>
                <span class="prio" aria-hidden="true">{ tile::priority(lane.priority) }</span><span class="name">{ short }</span>
            </button>
            <span class="track" data-grip={Grip::LANES} aria-hidden="true">{ for stretches }{ for signs }</span>
        </>
    }
}
