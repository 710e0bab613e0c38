//! The lanes of pods, by controller, below the time axis. They are in a chunk.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::rc::Rc;

use api::{NamespacedName, Set, Str};
use i18n::{Lang, format_clock, group_facts, short_pod_name};
use page_state::{
    actions::{Action, inspector::InspectorMsg},
    panels::InspectorPage,
};
use trace::{
    attempt_steps::moments_of_attempt as steps_of,
    group_stairs::GroupActivity,
    lanes::{Activity, EvictingLane, Lanes, Sign},
};
use ui::{
    callback::on_action,
    element::{draw_button, with_style},
    virtual_list::{VirtualList, row_height},
};
use web_sys::{HtmlInputElement, HtmlSelectElement, InputEvent};
use yew::{Callback, Event, Html, MouseEvent, TargetCast, UseStateHandle, html};

use crate::{
    features::{
        bookmarks::{self, Bookmarks},
        timeline::{
            arrows, attempt, axis_strip,
            group_row::{self, GroupRow, GroupRowCtx, RunSide},
            lane_row::{self, left_percent, sign_text, stretch_style},
        },
    },
    view::{
        Props, View,
        timeline::{
            axis::{AxisScale, AxisWindow},
            pointer,
            ruler::{LaneListState, TimelineCtx},
        },
    },
};

/// The minimum height of a row in pixels: its name is a button, and the line below it takes one pixel.
const MIN_ROW_HEIGHT: usize = 25;
/// The maximum number of lanes in which every mark is a tab stop.
const MAX_TABBABLE_LANES: usize = 12;

enum LaneListRow {
    /// A controller: the index of its group, and the number of its pods in the list.
    Group(usize, usize),
    /// A pod, as the index of its lane.
    Lane(usize),
    /// A pod of the compared run, as the index of its lane.
    ComparedLane(usize),
    /// The staircase of a pod group in a run, as the index of its row.
    PodGroup(usize, RunSide),
}

fn list_rows(
    lanes: &Lanes,
    compared: Option<&Lanes>,
    pod_groups: &[GroupRow],
    folded: &Set<Str>,
    query: &str,
) -> Vec<LaneListRow> {
    let lowercase_query = query.to_lowercase();
    let is_match = |pod: &str| lowercase_query.is_empty() || pod.to_lowercase().contains(&lowercase_query);
    let mut rows = Vec::new();
    for (index, group) in pod_groups.iter().enumerate() {
        let is_group_match = is_match(&group.group);
        let lanes_of = |side: RunSide| match side {
            RunSide::Shown => &lanes.lanes[..],
            RunSide::Compared => compared.map_or(&[][..], |lanes| &lanes.lanes[..]),
        };
        let first = group.sides.first().copied().unwrap_or(RunSide::Shown);
        let members =
            group.members(first).iter().enumerate().filter(|(_, lane)| {
                is_group_match || lanes_of(first).get(**lane).is_some_and(|lane| is_match(&lane.pod))
            });
        let members: Vec<usize> = members.map(|(at, _)| at).collect();
        if members.is_empty() && !is_group_match {
            continue;
        }
        rows.extend(group.sides.iter().map(|side| LaneListRow::PodGroup(index, *side)));
        if folded.contains(&group.fold_key()) {
            continue;
        }
        for member in members {
            let pod =
                group.members(first).get(member).and_then(|lane| lanes_of(first).get(*lane)).map(|lane| &lane.pod);
            for side in &group.sides {
                let lane = group
                    .members(*side)
                    .iter()
                    .find(|lane| lanes_of(*side).get(**lane).is_some_and(|lane| Some(&lane.pod) == pod));
                rows.extend(lane.map(|lane| match side {
                    RunSide::Shown => LaneListRow::Lane(*lane),
                    RunSide::Compared => LaneListRow::ComparedLane(*lane),
                }));
            }
        }
    }
    let in_groups = GroupRow::all_members(pod_groups);
    let titled =
        !pod_groups.is_empty() || lanes.groups.len() > 1 || lanes.groups.iter().any(|group| !group.by.is_empty());
    for (index, group) in lanes.groups.iter().enumerate() {
        let fits = |lane: &usize| !in_groups.contains(lane) && is_match(&lanes.lanes[*lane].pod);
        let lane_numbers: Vec<usize> = group.lanes.iter().copied().filter(fits).collect();
        if lane_numbers.is_empty() {
            continue;
        }
        if titled {
            rows.push(LaneListRow::Group(index, lane_numbers.len()));
        }
        if !(titled && folded.contains(&group.by)) {
            rows.extend(lane_numbers.into_iter().map(LaneListRow::Lane));
        }
    }
    rows
}

/// The lanes, and their toolbar in the player.
pub fn draw_lanes(view: &Rc<View>, dispatch: &Callback<Action>, ruler: &Rc<TimelineCtx>) -> [Html; 2] {
    [draw_list(view, dispatch, ruler), draw_toolbar(view, dispatch, ruler)]
}

/// The pod groups and all rows. Updates the lanes of the compared run first.
fn build_rows(view: &View, ruler: &TimelineCtx) -> (Rc<Vec<GroupRow>>, Rc<Vec<LaneListRow>>) {
    let TimelineCtx { list_state, cache: lane_cache, .. } = ruler;
    if let Some(compared) = &view.compared {
        lane_cache.borrow_mut().compared.update_to(compared.view.store.run.view.trace.events());
    }
    let cache = lane_cache.borrow();
    let compared = view.compared.as_ref().map(|_| cache.compared.lanes());
    let pod_groups = GroupRow::list_rows(&cache.lanes, compared);
    let rows = list_rows(&cache.lanes, compared, &pod_groups, &list_state.collapsed_groups, &list_state.query);
    (Rc::new(pod_groups), Rc::new(rows))
}

fn draw_list(view: &Rc<View>, dispatch: &Callback<Action>, ruler: &Rc<TimelineCtx>) -> Html {
    let TimelineCtx { axis, range, zoomed_range, list_state, cache: lane_cache, .. } = &**ruler;
    let (store, range) = (&view.store, *range);
    let run_labels = Rc::new(group_row::run_labels(view));
    let (pod_groups, rows) = build_rows(view, ruler);
    let run_number = store.run.view.run;
    let attempt = list_state.open_attempt.filter(|(of, _)| *of == run_number).map(|(_, count)| count);
    let marks = lane_row::AttemptMarks {
        open_attempt: attempt,
        is_every_mark_tabbable: rows.len() <= MAX_TABBABLE_LANES,
        on_toggle: {
            let (list_state, zoomed_range, axis, shown) =
                (list_state.clone(), zoomed_range.clone(), axis.clone(), Rc::clone(&store.run.view));
            Callback::from(move |count: usize| {
                let closes = attempt == Some(count);
                list_state.set(LaneListState {
                    open_attempt: (!closes).then_some((run_number, count)),
                    ..(*list_state).clone()
                });
                // If the axis counts steps, it zooms to those of the attempt.
                let steps = steps_of(shown.trace.events(), &shown.moments, count);
                if let (AxisScale::Steps, false, [first, .., last]) = (axis.scale, closes, &steps[..]) {
                    zoomed_range.set(Some(axis.clamp_range(
                        axis.range_between(pointer::to_place(*first as u64), pointer::to_place(*last as u64)),
                    )));
                }
            })
        },
    };

    // The lane to follow: of the selected pod, or of the subject of the moment, or of the pod that is being scheduled.
    let about = view.event.as_ref().map(|event| NamespacedName::from(event.what.name_and_subject().1));
    let candidates = [store.selection.pod.as_ref(), about.as_ref(), view.frame.in_cycle.as_ref()];
    let followed_row = candidates.into_iter().flatten().find_map(|pod| {
        let lane_cache = lane_cache.borrow();
        rows.iter().position(|row| matches!(row, LaneListRow::Lane(lane) if lane_cache.lanes.lanes[*lane].pod == *pod))
    });
    let draw = {
        let (ruler, rows, view, dispatch) = (Rc::clone(ruler), Rc::clone(&rows), Rc::clone(view), dispatch.clone());
        let pod_groups = Rc::clone(&pod_groups);
        Callback::from(move |index: usize| {
            let cache = ruler.cache.borrow();
            let lanes = &cache.lanes;
            let window = AxisWindow { axis: &ruler.axis, range };
            let [shown_label, compared_label] = match &*run_labels {
                Some([shown, compared]) => [Some(shown.as_str()), Some(compared.as_str())],
                None => [None, None],
            };
            let on_toggle = |key: Str| {
                let list_state = ruler.list_state.clone();
                Callback::from(move |_: MouseEvent| {
                    let mut next = (*list_state).clone();
                    next.collapsed_groups.toggle(key.clone());
                    list_state.set(next);
                })
            };
            let row_html = match rows[index] {
                LaneListRow::Lane(lane) => {
                    lane_row::draw_lane(&view, &dispatch, &lanes.lanes[lane], window, &marks, shown_label)
                }
                LaneListRow::ComparedLane(lane) => {
                    lane_row::draw_compared_lane(&view, &cache.compared.lanes().lanes[lane], window, compared_label)
                }
                LaneListRow::PodGroup(group, side) => {
                    let row = &pod_groups[group];
                    let (lanes, run_label) = match side {
                        RunSide::Shown => (lanes, shown_label),
                        RunSide::Compared => (cache.compared.lanes(), compared_label),
                    };
                    let is_open = !ruler.list_state.collapsed_groups.contains(&row.fold_key());
                    let on_toggle = on_toggle(row.fold_key());
                    group_row::draw_group_row(
                        &view,
                        window,
                        &GroupRowCtx { row, side, lanes, run_label, is_open, on_toggle },
                    )
                }
                LaneListRow::Group(group, count) => {
                    let grouping = &lanes.groups[group].by;
                    let is_open = !ruler.list_state.collapsed_groups.contains(grouping);
                    let toggle = on_toggle(grouping.clone());
                    let title = if grouping.is_empty() { view.store.lang.timeline_labels().alone } else { grouping };
                    html! {
                        <button type="button" class="lane-group" aria-expanded={is_open.to_string()} onclick={toggle}>
                            { if is_open { "▾ " } else { "▸ " } }{ title.to_owned() }<small>{ format!(" {count}") }</small>
                        </button>
                    }
                }
            };
            html! { <li key={index} class="lane-row" aria-setsize={rows.len().to_string()} aria-posinset={(index + 1).to_string()}>{ row_html }</li> }
        })
    };
    let height = row_height().max(MIN_ROW_HEIGHT);
    let over = html! { <>{ draw_evictions(view, &lane_cache.borrow().lanes, &pod_groups, &rows, AxisWindow { axis, range }, height) }{ draw_overlay(ruler) }</> };
    html! {
        <div class="lanes">
            <VirtualList count={rows.len()} row={height} row_in_view={followed_row} label={view.words.console_lanes.to_owned()} head={ruler.axis_html.clone()} head_height={axis_strip::STRIP_HEIGHT} {draw} overlay={over} />
            if let Some(count) = attempt { { draw_open_attempt(view, dispatch, count, list_state) } }
        </div>
    }
}

/// The toolbar: scale, zoom, and filter.
fn draw_toolbar(view: &Rc<View>, dispatch: &Callback<Action>, ruler: &TimelineCtx) -> Html {
    let TimelineCtx { scale, zoomed_range, list_state, pointers: hands, .. } = ruler;
    let (lang, timeline_labels) = (view.store.lang, view.store.lang.timeline_labels());
    let scales = [
        (AxisScale::Folded, timeline_labels.by_score),
        (AxisScale::Time, timeline_labels.by_time),
        (AxisScale::Steps, timeline_labels.by_step),
    ];
    let options =
        scales.iter().map(|(axis_scale, name)| html! { <option selected={**scale == *axis_scale}>{ *name }</option> });
    let choose = {
        let (scale, zoomed_range) = (scale.clone(), zoomed_range.clone());
        Callback::from(move |event: Event| {
            let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            if let Some((axis_scale, _)) = usize::try_from(at).ok().and_then(|at| scales.get(at)) {
                scale.set(*axis_scale);
                zoomed_range.set(None);
            }
        })
    };
    let zoom = |factor: f64| {
        let pointers = Rc::clone(hands);
        Callback::from(move |_| pointers.borrow().zoom_by(factor))
    };
    let legend = Activity::ALL.iter().map(|state| lane_row::draw_sample(lang, *state));
    let signs = [Sign::Preempts, Sign::Fails, Sign::Bound].map(|sign| sign_text(lang, sign));
    let signs =
        signs.iter().map(|(class, face_text, name)| html! { <li><b class={*class}>{ *face_text }</b>{ *name }</li> });
    let arrow = html! { <li><b class="sign arrow-sign">{ "↓" }</b>{ timeline_labels.arrow_is }</li> };
    let has_groups = [Some(view), view.compared.as_ref().map(|compared| &compared.view)].into_iter().flatten();
    let group_legend = if has_groups.into_iter().any(|view| !view.frame.pod_groups.is_empty()) {
        draw_group_legend(lang)
    } else {
        Html::default()
    };
    let is_river_open = view.store.inspector.page == InspectorPage::River;
    let search = {
        let list_state = list_state.clone();
        Callback::from(move |event: InputEvent| {
            let query = event.target_unchecked_into::<HtmlInputElement>().value();
            list_state.set(LaneListState { query, ..(*list_state).clone() });
        })
    };
    html! {
        <div class="timeline-bar">
            <button type="button" class="plain river-toggle" title={view.words.key_river} aria-pressed={is_river_open.to_string()}
                onclick={on_action(dispatch, Action::Inspector(InspectorMsg::ShowPage(if is_river_open { InspectorPage::Now } else { InspectorPage::River })))}>{ view.words.page_river }</button>
            <select class="scale" aria-label={timeline_labels.scale} onchange={choose}>{ for options }</select>
            <input type="search" value={list_state.query.clone()} oninput={search} placeholder={timeline_labels.search_pods} aria-label={timeline_labels.search_pods} />
            { draw_button(timeline_labels.wider, "icon", html! { "−" }, zoom(2.0)) }
            { draw_button(timeline_labels.closer, "icon", html! { "+" }, zoom(0.5)) }
            <button type="button" class="plain all" disabled={zoomed_range.is_none()} onclick={let zoomed_range = zoomed_range.clone(); move |_| zoomed_range.set(None)}>{ timeline_labels.whole }</button>
            <details class="signs"><summary>{ lang.stage_labels().signs }</summary><ul class="legend-row">{ for legend }{ for signs }{ arrow }{ group_legend }</ul></details>
            <Bookmarks ..Props::with_slices(bookmarks::SLICES, view, dispatch) />
        </div>
    }
}

/// The legend of the staircases of groups.
fn draw_group_legend(lang: Lang) -> Html {
    let facts = group_facts::words(lang);
    let stairs = [("stair below", GroupActivity::BelowMinimum), ("stair reached", GroupActivity::MinimumReached)];
    let stairs = stairs.map(|(class, activity)| html! { <li><i {class}></i>{ facts.group_activity(activity) }</li> });
    html! { <>{ for stairs }<li>{ facts.stair_height() }</li><li>{ facts.stair_minimum() }</li></> }
}

/// The arrows from preemptors to their victims.
fn draw_evictions(
    view: &View,
    lanes: &Lanes,
    pod_groups: &[GroupRow],
    rows: &[LaneListRow],
    window: AxisWindow<'_>,
    height: usize,
) -> Html {
    if lanes.evictions.is_empty() {
        return Html::default();
    }
    // A lane in a collapsed group has the row of the group.
    let row_of_lane = |lane: usize| {
        let own_row = rows.iter().position(|row| matches!(row, LaneListRow::Lane(number) if *number == lane));
        let group = |row: &LaneListRow| match row {
            LaneListRow::Group(group, _) => lanes.groups[*group].lanes.contains(&lane),
            LaneListRow::PodGroup(group, RunSide::Shown) => pod_groups[*group].members(RunSide::Shown).contains(&lane),
            _ => false,
        };
        own_row.or_else(|| rows.iter().position(group))
    };
    let row_of = |lane: EvictingLane| match lane {
        EvictingLane::Pod(lane) => row_of_lane(lane),
        EvictingLane::Group(group) => {
            let key = &lanes.pod_groups.get(group)?.group;
            let is_group = |row: &LaneListRow| matches!(row, LaneListRow::PodGroup(group, RunSide::Shown) if pod_groups[*group].group == *key);
            rows.iter().position(is_group)
        }
    };
    let arrow_htmls = arrows::draw_arrows(
        view.store.lang,
        lanes,
        view.store.selection.pod.as_deref(),
        window,
        row_of,
        arrows::RowGeometry { height, top: axis_strip::STRIP_HEIGHT },
    );
    html! { <div class="lane-line over"><span class="lane-side"></span><span class="track">{ arrow_htmls }</span></div> }
}

/// The open attempt: its pod, its steps, and a button that closes it.
fn draw_open_attempt(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    count: usize,
    list_state: &UseStateHandle<LaneListState>,
) -> Html {
    let run_view = &view.store.run.view;
    let summary = run_view.attempt_at(count).and_then(|number| run_view.attempt_summary(number));
    let Some((summary, event)) = summary.zip(run_view.trace.events().get(count - 1)) else { return Html::default() };
    let list_state = list_state.clone();
    let close = Callback::from(move |_| list_state.set(LaneListState { open_attempt: None, ..(*list_state).clone() }));
    let title = format!("{} · {}", short_pod_name(&summary.pod), format_clock(event.at));
    html! {
        <section class="attempt" aria-label={title.clone()}>
            <span class="attempt-whose">{ title }</span>
            { attempt::draw_steps(view, dispatch, count) }
            { draw_button(view.words.close, "icon", html! { "✕" }, close) }
        </section>
    }
}

/// The overlay of the lanes: the playhead, the future, and the range that is being selected.
fn draw_overlay(TimelineCtx { axis, range, playhead: now, selection: chosen, .. }: &TimelineCtx) -> Html {
    let (range, playhead_position) = (*range, *now);
    let folds = axis.folds.iter().filter(|fold| !fold.is_open).filter_map(|fold| {
        let (from, to) = axis.fold_bounds(fold);
        let (left, right) = range.to_cells(from, to).filter(|(left, right)| right > left)?;
        Some(with_style(&stretch_style(left, right), html! { <i class="folded"></i> }))
    });
    let later = pointer::share_to_cell(range.share_of(pointer::to_place(playhead_position)));
    let chosen = chosen.map(|part| {
        (pointer::share_to_cell(range.share_of(part.from)), pointer::share_to_cell(range.share_of(part.to)))
    });
    html! {
        <div class="lane-line over" aria-hidden="true">
            <span class="lane-side"></span>
            <span class="track">
                { for folds }
                { with_style(&stretch_style(later, 10_000), html! { <i class="to-come"></i> }) }
                if let Some(style) = left_percent(range, playhead_position) { { with_style(&style, html! { <i class="playhead"></i> }) } }
                if let Some((from, to)) = chosen { { with_style(&stretch_style(from, to), html! { <i class="choosing"></i> }) } }
            </span>
        </div>
    }
}
