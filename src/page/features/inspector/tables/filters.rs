//! The table of nodes by filters. In a large cluster, nodes with equal results share a row, and the rows can be filtered.

use api::{Set, Table};
use page_state::actions::Action;
use runlog::{Attempt, Code, NodeRecord};
use trace::{
    filter_cells::{self, FilterCell},
    steps::Step,
};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Event, Html, InputEvent, TargetCast, UseStateHandle, component, html, use_state};

use crate::{
    features::inspector::tables::{
        MAX_ROWS, draw_heading, draw_node_button,
        exchanges::draw_exchanges,
        matrix::{self, ReasonCount, RowFilter, RowOrder},
        node_name,
    },
    view::{Props, View},
};

/// The number of rows that are shown initially.
const MAX_INITIAL_ROWS: usize = 12;
/// The maximum number of names and explanations per reason.
const MAX_NAMES_PER_REASON: usize = 4;

/// The table, and the reasons below it.
#[component]
pub fn Filters(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let choice = use_state(RowFilter::default);
    let is_ungrouped = use_state(|| None::<bool>);
    let opened_rows = use_state(Set::<usize>::new);
    let (labels, panel) = (view.words, view.store.lang.inspector_labels());
    let Some(attempt) =
        view.attempt.as_ref().filter(|attempt| !attempt.filter.is_empty() || attempt.pre_filter.rejected.is_some())
    else {
        return html! { <p class="muted">{ if view.attempt.is_none() { labels.no_attempt } else { labels.no_filters } }</p> };
    };
    let (record_count, current_index) = match view.step {
        Step::FirstPass(current_index) => (current_index, None),
        Step::Filter(current_index) => (current_index + 1, Some(current_index)),
        Step::PreFilter => (0, None),
        _ => (attempt.filter.len(), None),
    };
    let (extender_count, now_asked) = match view.step {
        Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) => (0, None),
        Step::ExtenderFilter(current_index) => ((current_index + 1).min(attempt.extenders.len()), Some(current_index)),
        _ => (attempt.extenders.len(), None),
    };
    let large = attempt.filter.len() > MAX_INITIAL_ROWS;
    let is_grouped = is_ungrouped.map_or(large, |fits_in_lines| !fits_in_lines);
    // A reason that was selected at another attempt may not occur in this one.
    let is_given = |reason: &String| {
        matrix::count_reasons(attempt, record_count, has_extender_reasons(view.step), view.wording)
            .iter()
            .any(|reason_count| reason_count.message == *reason)
    };
    let reason = choice.reason.clone().filter(is_given);
    let filter = RowFilter { is_grouped, reason, ..(*choice).clone() };
    let rows = matrix::visible_rows(attempt, record_count, current_index, &filter, view.wording);
    let columns = &matrix::visible_columns(attempt, &view.profile.filters)[..];
    let mut lines: Vec<Html> =
        current_index.map(|at| draw_node_row(view, dispatch, attempt, at, "now", columns)).into_iter().collect();
    let mut rows_left = 0;
    for row in &rows {
        let is_open = row.len() > 1 && opened_rows.contains(&row[0]);
        if lines.len() >= MAX_ROWS {
            rows_left += row.len();
            continue;
        }
        if row.len() == 1 {
            lines.push(draw_node_row(view, dispatch, attempt, row[0], "", columns));
            continue;
        }
        lines.push(draw_group_row(view, attempt, row, is_open, &opened_rows, columns));
        if is_open {
            let row_capacity = MAX_ROWS.saturating_sub(lines.len()).min(row.len());
            let members = row[..row_capacity].iter();
            lines.extend(members.map(|at| draw_node_row(view, dispatch, attempt, *at, "member", columns)));
            rows_left += row.len() - row_capacity;
        }
    }
    if record_count == 0 {
        lines.push(draw_skipped_filters(view, attempt, columns));
    }
    let head = visible(columns, &view.profile.filters)
        .map(|row| html! { <th scope="col"><span>{ draw_heading(view, dispatch, &row.id.to_string()) }</span></th> });
    let others = view.profile.filters.iter().zip(columns).filter(|(_, is_visible)| !**is_visible);
    let others = others.map(|(row, _)| row.id.to_string()).collect::<Vec<_>>().join(", ");
    let feasible = attempt.filter.iter().take(record_count).filter(|record| record.passes_filters()).count();
    html! {
        <>
            if large { { draw_filters(view, &choice, is_grouped, &is_ungrouped) } }
            <div class="scroll"><table class="matrix">
                if large && record_count > 0 { <caption aria-live="polite">{ view.store.lang.feasible_of(feasible, record_count) }</caption> }
                <thead><tr><td></td>{ for head }</tr></thead><tbody>{ for lines }</tbody></table></div>
            if !others.is_empty() { <p class="muted others">{ panel.other_filters }{ others }</p> }
            if rows.is_empty() && !choice.query.trim().is_empty() { <p class="muted">{ panel.none_found }</p> }
            if rows_left > 0 { <p class="muted">{ view.store.lang.more_by_name(rows_left) }</p> }
            { draw_reasons(view, attempt, record_count, &choice, &is_ungrouped) }
            if extender_count > 0 { { draw_exchanges(view, dispatch, attempt, &attempt.extenders[..extender_count], now_asked, &|_| Vec::new()) } }
        </>
    }
}

/// The columns that are visible.
fn visible<'a, T>(columns: &'a [bool], all: &'a [T]) -> impl Iterator<Item = &'a T> {
    all.iter().zip(columns).filter(|(_, is_visible)| **is_visible).map(|(column, _)| column)
}

/// Whether the reasons of extenders are known at a step.
fn has_extender_reasons(step: Step) -> bool {
    !matches!(step, Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_))
}

/// The controls that filter the rows.
fn draw_filters(
    view: &View,
    choice: &UseStateHandle<RowFilter>,
    is_grouped: bool,
    is_ungrouped: &UseStateHandle<Option<bool>>,
) -> Html {
    let panel = view.store.lang.inspector_labels();
    let change = |edit: fn(&mut RowFilter, String)| {
        let choice = choice.clone();
        move |text: String| {
            let mut next = (*choice).clone();
            edit(&mut next, text);
            choice.set(next);
        }
    };
    let find = change(|choice, text| choice.query = text);
    let sort = change(|choice, text| {
        choice.order = match text.as_str() {
            "name" => RowOrder::Name,
            "verdict" => RowOrder::Verdict,
            _ => RowOrder::Upstream,
        }
    });
    let hide = change(|choice, _| choice.is_feasible_hidden = !choice.is_feasible_hidden);
    let is_ungrouped = is_ungrouped.clone();
    let oninput =
        Callback::from(move |event: InputEvent| find(event.target_unchecked_into::<HtmlInputElement>().value()));
    let onchange = Callback::from(move |event: Event| sort(event.target_unchecked_into::<HtmlSelectElement>().value()));
    let orders = [
        (RowOrder::Upstream, "upstream", panel.sort_upstream),
        (RowOrder::Name, "name", panel.sort_name),
        (RowOrder::Verdict, "verdict", panel.sort_verdict),
    ];
    let orders = orders.into_iter().map(|(order, value, name)| {
        html! { <option {value} selected={choice.order == order}>{ name }</option> }
    });
    html! {
        <div class="tools-row">
            <input type="search" aria-label={panel.find_node} placeholder={panel.find_node} value={choice.query.clone()} {oninput} />
            <select aria-label={panel.sort} {onchange}>{ for orders }</select>
            <label><input type="checkbox" checked={choice.is_feasible_hidden} onchange={Callback::from(move |_: Event| hide(String::new()))} />{ panel.hide_passed }</label>
            <label><input type="checkbox" checked={is_grouped} onchange={Callback::from(move |_: Event| is_ungrouped.set(Some(is_grouped)))} />{ panel.group_equal }</label>
        </div>
    }
}

fn draw_node_row(
    view: &View,
    dispatch: &Callback<Action>,
    attempt: &Attempt,
    at: usize,
    class: &'static str,
    columns: &[bool],
) -> Html {
    let record = &attempt.filter[at];
    html! {
        <tr key={at} {class}><th scope="row">{ draw_node_button(view, dispatch, node_name(attempt, record.node)) }</th>{ draw_cells(view, attempt, record, true, columns) }</tr>
    }
}

fn draw_group_row(
    view: &View,
    attempt: &Attempt,
    row: &[usize],
    is_open: bool,
    opened_rows: &UseStateHandle<Set<usize>>,
    columns: &[bool],
) -> Html {
    let first = row[0];
    let toggle = {
        let opened_rows = opened_rows.clone();
        Callback::from(move |_| {
            let mut next = (*opened_rows).clone();
            next.toggle(first);
            opened_rows.set(next);
        })
    };
    let names = row
        .iter()
        .take(MAX_NAMES_PER_REASON)
        .map(|at| node_name(attempt, attempt.filter[*at].node))
        .collect::<Vec<_>>()
        .join(", ");
    html! {
        <tr key={format!("group {first}")} class="group"><th scope="row">
            <button type="button" aria-expanded={is_open.to_string()} aria-label={view.store.lang.show_nodes(row.len())} title={names} onclick={toggle}>
                <span aria-hidden="true">{ if is_open { "▾ " } else { "▸ " } }</span>{ view.store.lang.nodes_alike(row.len()) }</button>
            </th>{ draw_cells(view, attempt, &attempt.filter[first], false, columns) }</tr>
    }
}

/// Before the first node is filtered: which filters skip themselves.
fn draw_skipped_filters(view: &View, attempt: &Attempt, columns: &[bool]) -> Html {
    let cells = visible(columns, &view.profile.filters).map(|row| {
        let (class, mark, reason) = if attempt.pre_filter.skipped.contains(&row.id) {
            ("skip", "–", view.words.skipped)
        } else {
            ("blank", "", "")
        };
        html! { <td {class} title={reason}>{ mark }</td> }
    });
    html! { <tr><th scope="row">{ view.store.lang.inspector_labels().every_node }</th>{ for cells }</tr> }
}

/// The cells of a row. Numbers differ within a group, so only the row of a single node has them.
fn draw_cells(view: &View, attempt: &Attempt, record: &NodeRecord, single: bool, columns: &[bool]) -> Html {
    let (labels, lang) = (view.words, view.store.lang);
    let cells = filter_cells::filter_cells(attempt, record, &view.profile.filters);
    let rows_and_cells: Vec<_> = view.profile.filters.iter().zip(cells).collect();
    let cells = visible(columns, &rows_and_cells).map(|(row, cell)| {
        let failure = record.failed.iter().find(|(failed_row, _)| *failed_row == row.id);
        let (class, mark, why) = match (cell, failure) {
            (FilterCell::Fail, Some((_, failure))) if single => ("fail", "✗", lang.failure_text(failure)),
            (FilterCell::Fail, Some((_, failure))) => {
                let messages: Vec<_> =
                    failure.reasons.iter().map(|reason| view.wording.render_reason(reason)).collect();
                ("fail", "✗", messages.join(", "))
            }
            (FilterCell::Skip, _) => ("skip", "–", labels.skipped.to_owned()),
            (FilterCell::Pass, _) => ("pass", "✓", labels.passes.to_owned()),
            _ => ("blank", "", labels.not_looked.to_owned()),
        };
        html! { <td {class} title={why}>{ mark }</td> }
    });
    html! { { for cells } }
}

/// The reasons as upstream's message counts them, each with the explanations of its nodes.
fn draw_reasons(
    view: &View,
    attempt: &Attempt,
    record_count: usize,
    choice: &UseStateHandle<RowFilter>,
    is_ungrouped: &UseStateHandle<Option<bool>>,
) -> Html {
    let (panel, lang) = (view.store.lang.inspector_labels(), view.store.lang);
    let tallies = matrix::count_reasons(attempt, record_count, has_extender_reasons(view.step), view.wording);
    if tallies.is_empty() {
        return Html::default();
    }
    let stage_node = match view.step {
        Step::Filter(at) => attempt.filter.get(at).map(|record| record.node),
        _ => None,
    };
    let tell = |tally: &ReasonCount| {
        let mut sentences: Table<String, Vec<&str>> = Table::new();
        // The shortage on the current node is shown on the stage.
        for (ix, because) in tally.nodes.iter().filter(|(ix, _)| Some(*ix) != stage_node) {
            sentences.or_default(lang.reason_text(because)).push(node_name(attempt, *ix));
        }
        let on_stage = tally.nodes.iter().find(|(ix, _)| Some(*ix) == stage_node);
        let on_stage = on_stage.map(|(ix, _)| {
            html! { <li><b>{ node_name(attempt, *ix).to_owned() }</b>{ " " }<span class="muted">{ lang.stage_labels().on_stage }</span></li> }
        });
        let rest: usize = sentences.values().skip(MAX_NAMES_PER_REASON).map(Vec::len).sum();
        let sentence_rows = sentences.iter().take(MAX_NAMES_PER_REASON).map(|(sentence, nodes)| {
            let mut names = nodes.iter().take(MAX_NAMES_PER_REASON).copied().collect::<Vec<_>>().join(", ");
            if nodes.len() > MAX_NAMES_PER_REASON {
                names = format!("{names} {}", lang.and_more(nodes.len() - MAX_NAMES_PER_REASON));
            }
            html! { <li><b>{ names }</b>{ " " }{ sentence.clone() }</li> }
        });
        let hope = match tally.curable_count {
            0 => lang.code_text(Code::UnschedulableAndUnresolvable),
            total_count if total_count == tally.nodes.len() => lang.code_text(Code::Unschedulable),
            some => &lang.partly_curable(some, tally.nodes.len() - some),
        };
        // A click lists the nodes of the reason one by one; a second click shows all again.
        let is_selected = choice.reason.as_ref() == Some(&tally.message);
        let onclick = {
            let (choice, is_ungrouped, message) = (choice.clone(), is_ungrouped.clone(), tally.message.clone());
            Callback::from(move |_| {
                choice.set(RowFilter { reason: (!is_selected).then(|| message.clone()), ..(*choice).clone() });
                is_ungrouped.set((!is_selected).then_some(true));
            })
        };
        html! {
            <li>
                <p class="tally"><b>{ tally.nodes.len() }</b>{ " " }
                    <button type="button" class="link" aria-pressed={is_selected.to_string()} title={panel.only_these} {onclick}><code>{ tally.message.clone() }</code></button><small>{ hope }</small></p>
                <ul>{ for on_stage }{ for sentence_rows }if rest > 0 { <li class="muted">{ lang.and_more(rest) }</li> }</ul>
            </li>
        }
    };
    html! { <section class="reasons"><h3>{ panel.reasons }</h3><ul>{ for tallies.iter().map(tell) }</ul></section> }
}
