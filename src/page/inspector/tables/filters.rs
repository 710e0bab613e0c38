//! Nodes by filters. In a large cluster nodes that fare alike are one row, and the list can be narrowed.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Event, Html, InputEvent, TargetCast, UseStateHandle, component, html, use_state};

use crate::inspector::tables::exchanges::exchanges;
use crate::inspector::tables::matrix;
use crate::inspector::tables::matrix::{Choice, Order, Tally};
use crate::inspector::tables::{ROWS, marked, node, node_button};
use crate::store::Action;
use crate::view::{Props, View};
use api::{Set, Table};
use record::{Attempt, Code, NodeRecord};
use trace::cells;
use trace::cells::Cell;
use trace::steps::Step;

/// So many nodes are seen at a glance.
const GLANCE: usize = 12;
/// Names and sentences told of one reason.
const TOLD: usize = 4;

/// The table, and the reasons below it.
#[component]
pub fn Filters(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let choice = use_state(Choice::default);
    let apart = use_state(|| None::<bool>);
    let opened = use_state(Set::<usize>::new);
    let (words, own) = (view.words, view.store.lang.panel());
    let Some(attempt) = view.attempt.as_ref().filter(|it| !it.filter.is_empty() || it.pre_filter.rejected.is_some())
    else {
        return html! { <p class="muted">{ if view.attempt.is_none() { words.no_attempt } else { words.no_filters } }</p> };
    };
    let (told, now) = match view.step {
        Step::FirstPass(now) => (now, None),
        Step::Filter(now) => (now + 1, Some(now)),
        Step::PreFilter => (0, None),
        _ => (attempt.filter.len(), None),
    };
    let (asked, now_asked) = match view.step {
        Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) => (0, None),
        Step::ExtenderFilter(now) => ((now + 1).min(attempt.extenders.len()), Some(now)),
        _ => (attempt.extenders.len(), None),
    };
    let large = attempt.filter.len() > GLANCE;
    let grouped = apart.map_or(large, |apart| !apart);
    // A reason that was chosen at another attempt may not be given at this one.
    let given = |reason: &String| {
        matrix::tallies(attempt, told, asked_all(view.step), view.wording).iter().any(|it| it.words == *reason)
    };
    let reason = choice.reason.clone().filter(given);
    let wanted = Choice { grouped, reason, ..(*choice).clone() };
    let rows = matrix::rows(attempt, told, now, &wanted, view.wording);
    let mut lines: Vec<Html> = now.map(|at| line(view, act, attempt, at, "now")).into_iter().collect();
    let mut left = 0;
    for row in &rows {
        let open = row.len() > 1 && opened.contains(&row[0]);
        if lines.len() >= ROWS {
            left += row.len();
            continue;
        }
        if row.len() == 1 {
            lines.push(line(view, act, attempt, row[0], ""));
            continue;
        }
        lines.push(group(view, attempt, row, open, &opened));
        if open {
            let room = ROWS.saturating_sub(lines.len()).min(row.len());
            lines.extend(row[..room].iter().map(|at| line(view, act, attempt, *at, "member")));
            left += row.len() - room;
        }
    }
    if told == 0 {
        lines.push(before(view, attempt));
    }
    let head = view
        .sheet
        .filters
        .iter()
        .map(|row| html! { <th scope="col"><span>{ marked(view, act, &row.id.to_string()) }</span></th> });
    let feasible = attempt.filter.iter().take(told).filter(|record| record.passes()).count();
    html! {
        <>
            if large { { tools(view, &choice, grouped, &apart) } }
            <div class="scroll"><table class="matrix">
                if large && told > 0 { <caption aria-live="polite">{ view.store.lang.feasible_of(feasible, told) }</caption> }
                <thead><tr><td></td>{ for head }</tr></thead><tbody>{ for lines }</tbody></table></div>
            if rows.is_empty() && !choice.query.trim().is_empty() { <p class="muted">{ own.none_found }</p> }
            if left > 0 { <p class="muted">{ view.store.lang.more_by_name(left) }</p> }
            { reasons(view, attempt, told, &choice, &apart) }
            { exchanges(view, act, attempt, &attempt.extenders[..asked], now_asked, |_| Vec::new()) }
        </>
    }
}

/// Whether the reasons of extenders are known at a step.
fn asked_all(step: Step) -> bool {
    !matches!(step, Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_))
}

/// What narrows the list.
fn tools(view: &View, choice: &UseStateHandle<Choice>, grouped: bool, apart: &UseStateHandle<Option<bool>>) -> Html {
    let own = view.store.lang.panel();
    let change = |edit: fn(&mut Choice, String)| {
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
            "name" => Order::Name,
            "verdict" => Order::Verdict,
            _ => Order::Upstream,
        }
    });
    let hide = change(|choice, _| choice.hide_passed = !choice.hide_passed);
    let apart = apart.clone();
    let oninput =
        Callback::from(move |event: InputEvent| find(event.target_unchecked_into::<HtmlInputElement>().value()));
    let onchange = Callback::from(move |event: Event| sort(event.target_unchecked_into::<HtmlSelectElement>().value()));
    let orders = [
        (Order::Upstream, "upstream", own.sort_upstream),
        (Order::Name, "name", own.sort_name),
        (Order::Verdict, "verdict", own.sort_verdict),
    ];
    let orders = orders.into_iter().map(|(order, value, name)| {
        html! { <option {value} selected={choice.order == order}>{ name }</option> }
    });
    html! {
        <div class="tools-row">
            <input type="search" aria-label={own.find_node} placeholder={own.find_node} value={choice.query.clone()} {oninput} />
            <select aria-label={own.sort} {onchange}>{ for orders }</select>
            <label><input type="checkbox" checked={choice.hide_passed} onchange={Callback::from(move |_: Event| hide(String::new()))} />{ own.hide_passed }</label>
            <label><input type="checkbox" checked={grouped} onchange={Callback::from(move |_: Event| apart.set(Some(grouped)))} />{ own.group_equal }</label>
        </div>
    }
}

fn line(view: &View, act: &Callback<Action>, attempt: &Attempt, at: usize, class: &'static str) -> Html {
    let record = &attempt.filter[at];
    html! {
        <tr key={at} {class}><th scope="row">{ node_button(view, act, node(attempt, record.node)) }</th>{ cells(view, attempt, record, true) }</tr>
    }
}

fn group(view: &View, attempt: &Attempt, row: &[usize], open: bool, opened: &UseStateHandle<Set<usize>>) -> Html {
    let first = row[0];
    let toggle = {
        let opened = opened.clone();
        Callback::from(move |_| {
            let mut next = (*opened).clone();
            next.toggle(first);
            opened.set(next);
        })
    };
    let names = row.iter().take(TOLD).map(|at| node(attempt, attempt.filter[*at].node)).collect::<Vec<_>>().join(", ");
    html! {
        <tr key={format!("group {first}")} class="group"><th scope="row">
            <button type="button" aria-expanded={open.to_string()} aria-label={view.store.lang.show_nodes(row.len())} title={names} onclick={toggle}>
                <span aria-hidden="true">{ if open { "▾ " } else { "▸ " } }</span>{ view.store.lang.nodes_alike(row.len()) }</button>
            </th>{ cells(view, attempt, &attempt.filter[first], false) }</tr>
    }
}

/// Before any node is looked at: which filters there is no need to ask.
fn before(view: &View, attempt: &Attempt) -> Html {
    let cells = view.sheet.filters.iter().map(|row| {
        let (class, mark, why) = if attempt.pre_filter.skipped.contains(&row.id) {
            ("skip", "–", view.words.skipped)
        } else {
            ("blank", "", "")
        };
        html! { <td {class} title={why}>{ mark }</td> }
    });
    html! { <tr><th scope="row">{ view.store.lang.panel().every_node }</th>{ for cells }</tr> }
}

/// The cells of a row. Numbers differ within a group, so they are told of single nodes only.
fn cells(view: &View, attempt: &Attempt, record: &NodeRecord, single: bool) -> Html {
    let (words, lang) = (view.words, view.store.lang);
    let cells = cells::cells(attempt, record, &view.sheet.filters);
    let cells = view.sheet.filters.iter().zip(cells).map(|(row, cell)| {
        let failure = record.failed.iter().find(|(failed, _)| *failed == row.id);
        let (class, mark, why) = match (cell, failure) {
            (Cell::Fail, Some((_, failure))) if single => ("fail", "✗", lang.failure(failure)),
            (Cell::Fail, Some((_, failure))) => {
                let words: Vec<_> = failure.reasons.iter().map(|it| view.wording.reason(it)).collect();
                ("fail", "✗", words.join(", "))
            }
            (Cell::Skip, _) => ("skip", "–", words.skipped.to_owned()),
            (Cell::Pass, _) => ("pass", "✓", words.passes.to_owned()),
            _ => ("blank", "", words.not_looked.to_owned()),
        };
        html! { <td {class} title={why}>{ mark }</td> }
    });
    html! { { for cells } }
}

/// The reasons as upstream's message counts them, each with the sentences of the nodes that gave it.
fn reasons(
    view: &View,
    attempt: &Attempt,
    told: usize,
    choice: &UseStateHandle<Choice>,
    apart: &UseStateHandle<Option<bool>>,
) -> Html {
    let (own, lang) = (view.store.lang.panel(), view.store.lang);
    let tallies = matrix::tallies(attempt, told, asked_all(view.step), view.wording);
    if tallies.is_empty() {
        return Html::default();
    }
    let tell = |tally: &Tally| {
        let mut sentences: Table<String, Vec<&str>> = Table::new();
        for (ix, because) in &tally.nodes {
            sentences.or_default(lang.reason(because)).push(node(attempt, *ix));
        }
        let rest: usize = sentences.values().skip(TOLD).map(Vec::len).sum();
        let told = sentences.iter().take(TOLD).map(|(sentence, nodes)| {
            let mut names = nodes.iter().take(TOLD).copied().collect::<Vec<_>>().join(", ");
            if nodes.len() > TOLD {
                names = format!("{names} {}", lang.and_more(nodes.len() - TOLD));
            }
            html! { <li><b>{ names }</b>{ " " }{ sentence.clone() }</li> }
        });
        let hope = match tally.curable {
            0 => lang.code(Code::UnschedulableAndUnresolvable),
            all if all == tally.nodes.len() => lang.code(Code::Unschedulable),
            some => &lang.partly_curable(some, tally.nodes.len() - some),
        };
        // Its nodes are listed one by one; once more shows all again.
        let chosen = choice.reason.as_ref() == Some(&tally.words);
        let onclick = {
            let (choice, apart, words) = (choice.clone(), apart.clone(), tally.words.clone());
            Callback::from(move |_| {
                choice.set(Choice { reason: (!chosen).then(|| words.clone()), ..(*choice).clone() });
                apart.set((!chosen).then_some(true));
            })
        };
        html! {
            <li>
                <p class="tally"><b>{ tally.nodes.len() }</b>{ " " }
                    <button type="button" class="link" aria-pressed={chosen.to_string()} title={own.only_these} {onclick}><code>{ tally.words.clone() }</code></button><small>{ hope }</small></p>
                <ul>{ for told }if rest > 0 { <li class="muted">{ lang.and_more(rest) }</li> }</ul>
            </li>
        }
    };
    html! { <section class="reasons"><h3>{ own.reasons }</h3><ul>{ for tallies.iter().map(tell) }</ul></section> }
}
