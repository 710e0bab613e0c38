//! Node cards: a vessel as high as the node's cpu, filled with pods; memory beside it; what the present step found.

use std::rc::Rc;

use yew::{Callback, Html, classes, component, html};

use crate::api::Str;
use crate::app::page::View;
use crate::app::selection::Look;
use crate::app::state::Action;
use crate::app::text::panel::{self, fill};
use crate::app::text::{amount, bytes, reason, short};
use crate::trace::{NodeView, Phase};

use super::scene::{self, Fate, NodeScene};
use super::{Props, on, tile};

/// Height of a vessel in pixels.
const HEIGHT: i64 = 136;
/// A tile is never lower than this.
const LOWEST: i64 = 20;

/// All nodes, and the budgets above them.
#[component]
pub fn Nodes(props: &Props) -> Html {
    let Props { view, act } = props;
    let frame = &view.frame;
    let attempt = view.attempt.as_deref();
    let cards = frame.node_order.iter().filter_map(|name| frame.nodes.get(name)).map(|node| {
        let name = node.node.metadata.name.as_str();
        card(view, act, node, &scene::of(view, attempt, name))
    });
    let budgets = frame.budgets.values().map(|budget| {
        let (status, name) = (&budget.status, budget.metadata.name.as_str());
        let left = status.disruptions_allowed;
        let class = if left > 0 { "budget" } else { "budget spent" };
        html! {
            <li {class} key={name.to_owned()}>
                { super::shield() }<b>{ name }</b>
                <span>{ format!("{left} {} · {}/{}", view.words.budget_left, status.current_healthy, status.desired_healthy) }</span>
            </li>
        }
    });
    html! {
        <>
            if !frame.budgets.is_empty() { <ul class="budgets" aria-label={view.words.budgets}>{ for budgets }</ul> }
            <div class="nodes" role="group" aria-label={view.words.nodes}>{ for cards }</div>
        </>
    }
}

struct Room {
    cpu: i64,
    memory: i64,
    pods: i64,
}

fn room(node: &NodeView) -> Room {
    let of = |name: &str| node.node.status.allocatable.get(name).or_else(|| node.node.status.capacity.get(name));
    Room {
        cpu: of("cpu").map_or(0, |it| it.milli_value()),
        memory: of("memory").map_or(0, |it| it.value()),
        pods: of("pods").map_or(0, |it| it.value()),
    }
}

fn height(cpu: i64, all: i64) -> i64 {
    if all == 0 { LOWEST } else { (cpu * HEIGHT / all).max(LOWEST) }
}

fn card(view: &View, act: &Callback<Action>, node: &NodeView, scene: &NodeScene<'_>) -> Html {
    let (name, words, room) = (&node.node.metadata.name, view.words, room(node));
    let pods: Vec<_> = node.slots.iter().flatten().filter_map(|key| view.frame.pods.get_key_value(key)).collect();
    let counted = pods.iter().filter(|(_, pod)| pod.phase != Phase::Succeeded);
    let used = counted.fold((0, 0, 0), |sum, (_, pod)| {
        let (cpu, memory) = tile::requests(&pod.pod);
        (sum.0 + cpu, sum.1 + memory, sum.2 + 1)
    });
    let class = classes!(
        "node",
        scene.focus.then_some("focus"),
        scene.out.then_some("out"),
        scene.won.then_some("won"),
        view.unlike.contains(name).then_some("unlike"),
        node.node.spec.unschedulable.then_some("cordoned")
    );
    let tiles = pods.iter().map(|(key, pod)| {
        let fate = scene.fates.iter().find(|(other, _)| other == *key).map(|(_, fate)| *fate);
        let extra = match fate {
            None => "",
            Some(Fate::Lifted) => "lifted",
            Some(Fate::AskedStays) => "asked stays",
            Some(Fate::AskedGoes) => "asked goes",
            Some(Fate::Stays) => "stays",
            Some(Fate::Goes) => "lifted goes",
        };
        let style = format!("height: {}px", height(tile::requests(&pod.pod).0, room.cpu));
        tile::tile(view, act, key, pod, extra, style)
    });
    let ghosts = node
        .nominated
        .iter()
        .filter(|key| scene.tried.is_none() || Some(*key) != tried_pod(view))
        .map(|key| ghost(view, key, room.cpu, "nominated"));
    let trial = scene.tried.and_then(|fits| tried_pod(view).map(|key| trial(view, &key.clone(), room.cpu, fits)));
    let taints = node.node.spec.taints.iter().map(|taint| {
        let value = if taint.value.is_empty() { String::new() } else { format!("={}", taint.value) };
        html! { <span class="taint">{ format!("{}{value}:{}", taint.key, taint.effect) }</span> }
    });
    html! {
        <article {class} key={name.to_string()} data-node={name.to_string()} aria-label={format!("{} {name}", words.node)}>
            <header>
                <h3><button type="button" title={fill(panel::words(view.store.lang).open_node, &[name])}
                    onclick={on(act, Action::Look(Look::Open(name.clone())))}>{ name.to_string() }</button></h3>
                if node.node.spec.unschedulable { <span class="taint">{ words.cordoned }</span> }
                { for taints }
                if view.unlike.contains(name) { <span class="badge" title={words.differs}><span class="hidden">{ words.differs }</span><span aria-hidden="true">{ "≠" }</span></span> }
                { badge(view, scene) }
            </header>
            { bar("cpu", used.0, room.cpu, &amount("cpu", used.0), &amount("cpu", room.cpu)) }
            { bar(words.memory, used.1, room.memory, &bytes(used.1), &bytes(room.memory)) }
            <div class="vessel" style={format!("min-height: {HEIGHT}px")}>
                { for tiles }
                { for ghosts }
                { trial }
                <span class="room" aria-hidden="true">{ format!("{}/{} {}", used.2, room.pods, words.pods) }</span>
            </div>
            { chips(view, scene) }
        </article>
    }
}

fn tried_pod(view: &View) -> Option<&Str> {
    view.attempt.as_ref().map(|attempt| &attempt.pod)
}

fn ghost(view: &View, key: &Str, all: i64, extra: &str) -> Html {
    let Some(pod) = view.frame.pods.get(key) else { return Html::default() };
    let style = format!("height: {}px", height(tile::requests(&pod.pod).0, all));
    let class = classes!("tile", "ghost", extra.to_owned(), tile::level(view, pod.pod.priority()));
    html! {
        <div {class} {style} key={format!("ghost {key}")} data-ghost={key.to_string()}>
            { tile::face(key, &pod.pod) }<span class="size">{ view.words.nominated }</span>
        </div>
    }
}

fn trial(view: &View, key: &Str, all: i64, fits: bool) -> Html {
    let Some(pod) = view.frame.pods.get(key) else { return Html::default() };
    let cpu = tile::requests(&pod.pod).0;
    let style = format!("height: {}px", height(cpu, all));
    let verdict = if fits { "fits" } else { "over" };
    let class = classes!("tile", "ghost", "trial", verdict, tile::level(view, pod.pod.priority()));
    html! {
        <div {class} {style} key="trial" data-flip="trial">
            { tile::face(key, &pod.pod) }<span class="size">{ if fits { "✓" } else { "✗" } }</span>
        </div>
    }
}

fn bar(name: &str, used: i64, all: i64, used_text: &str, all_text: &str) -> Html {
    let share = if all == 0 { 0 } else { (used * 1000 / all).min(1000) };
    html! {
        <div class="bar-row">
            <span class="bar-name">{ name.to_owned() }</span>
            <span class="gauge" aria-hidden="true"><span style={format!("width: {}.{}%", share / 10, share % 10)}></span></span>
            <span class="bar-value"><b>{ used_text.to_owned() }</b>{ format!(" / {all_text}") }</span>
        </div>
    }
}

fn badge(view: &View, scene: &NodeScene<'_>) -> Html {
    let words = view.words;
    if scene.won {
        return html! { <span class="badge pass">{ format!("✓ {}", words.winner) }</span> };
    }
    match scene.dry {
        Some((run, true)) if run.failure.is_some() => html! { <span class="badge">{ words.no_candidate }</span> },
        Some((run, true)) => {
            html! { <span class="badge">{ format!("{} {} · ", words.victims, run.victims.len()) }{ super::shield() }{ format!(" {}", run.violations) }</span> }
        }
        _ => match scene.score {
            Some((sum, _)) => html! { <span class="badge score">{ sum }</span> },
            None => Html::default(),
        },
    }
}

/// A chip for each filter: passed, failed, or not asked any more.
fn chips(view: &View, scene: &NodeScene<'_>) -> Html {
    let (Some(attempt), true) = (&view.attempt, view.live()) else { return Html::default() };
    if scene.score.is_some() {
        return stack(view, scene, attempt);
    }
    let Some(record) = scene.record else {
        return if view.live() {
            html! { <ol class="chips" aria-hidden="true">{ for view.sheet.filters.iter().map(|_| html! { <li class="blank"></li> }) }</ol> }
        } else {
            Html::default()
        };
    };
    let first = record.failed.iter().map(|(row, _)| *row).min();
    let last = record.failed.iter().map(|(row, _)| *row).max();
    let items = view.sheet.filters.iter().enumerate().map(|(row, filter)| {
        let failed = record.failed.iter().find(|(other, _)| *other == row);
        let (class, mark, why) = match failed {
            Some((_, failure)) => ("fail", "✗", reason::failure(view.store.lang, failure)),
            None if attempt.pre_filter.skipped.contains(&row) => ("skip", "–", view.words.skipped.to_owned()),
            None if record.outside.is_some() || (first.is_some() && last < Some(row)) => ("blank", "", view.words.not_looked.to_owned()),
            None => ("pass", "✓", view.words.passes.to_owned()),
        };
        html! { <li {class} title={format!("{}: {why}", filter.name)}><span class="hidden">{ format!("{}: {why}", filter.name) }</span><span aria-hidden="true">{ mark }</span></li> }
    });
    let why = record.verdict().err().map(|failure| {
        let by = record.failed.first().map_or("", |(row, _)| view.sheet.filter(*row));
        html! { <p class="why"><b>{ by }</b>{ " " }{ reason::failure(view.store.lang, &failure) }</p> }
    });
    let nominated = record.nominated.iter().map(|key| short(key)).collect::<Vec<_>>().join(", ");
    html! {
        <>
            <ol class="chips">{ for items }</ol>
            { why }
            if !nominated.is_empty() { <p class="why">{ format!("+ {nominated} ({})", view.words.nominated) }</p> }
        </>
    }
}

fn stack(view: &View, scene: &NodeScene<'_>, attempt: &Rc<crate::framework::Attempt>) -> Html {
    let (Some((sum, told)), Some(record)) = (scene.score, scene.record) else { return Html::default() };
    let best = attempt.scores.totals.iter().copied().max().unwrap_or(1).max(1);
    let Some(column) = attempt.scores.nodes.iter().position(|node| *node == record.node) else {
        return Html::default();
    };
    let parts = attempt.scores.rows.iter().take(told).enumerate().map(|(index, row)| {
        let points = row.weight * row.normalized.get(column).copied().unwrap_or(0);
        let name = view.sheet.score(row.row);
        let class = classes!("part", format!("s{}", index % 8), (index + 1 == told).then_some("new"));
        html! { <span {class} style={format!("width: {}%", points * 100 / best)} title={format!("{name}: {points}")}></span> }
    });
    html! { <div class="stack" role="img" aria-label={format!("{} {sum}", view.words.total)}>{ for parts }</div> }
}
