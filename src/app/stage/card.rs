//! A node as a card: a vessel as high as its cpu, filled with pods; memory beside it; what the present step found.

use std::rc::Rc;

use yew::{Callback, Html, Properties, classes, component, html};

use crate::app::lang::Lang;
use crate::app::selection::Look;
use crate::app::store::Action;
use crate::app::view::{View, on, shield};
use crate::framework::{Attempt, Sheet};
use crate::trace::cells::{self, Cell};
use crate::trace::{NodeView, Phase};
use crate::words::{amount, bytes, short};

use super::scene::{Fate, NodeScene};
use super::tile::Tile;

/// Height of a vessel in pixels.
const HEIGHT: i64 = 136;
/// A tile is never lower than this.
const LOWEST: i64 = 20;

/// A node and its pods, without what the present step makes of them.
#[derive(Debug)]
pub struct Vessel {
    /// The node.
    pub node: Rc<NodeView>,
    /// From the ground up, each with its milli-cpu; none where a pod has gone.
    slots: Vec<(Option<Tile>, i64)>,
    ghosts: Vec<Tile>,
}

impl PartialEq for Vessel {
    fn eq(&self, other: &Self) -> bool {
        (Rc::ptr_eq(&self.node, &other.node) || self.node == other.node)
            && self.slots == other.slots
            && self.ghosts == other.ghosts
    }
}

impl Vessel {
    /// A node at the moment shown.
    pub fn of(view: &View, node: &Rc<NodeView>) -> Self {
        let slots = node.slots.iter().map(|slot| (slot.pod.as_ref().and_then(|key| Tile::of(view, key)), slot.cpu));
        let ghosts = node.nominated.iter().filter_map(|key| Tile::of(view, key));
        Self { node: Rc::clone(node), slots: slots.collect(), ghosts: ghosts.collect() }
    }
}

/// What a card shows. Cards whose properties are equal are not drawn again.
#[derive(Clone, Properties)]
pub struct CardProps {
    /// The node.
    pub vessel: Rc<Vessel>,
    /// What the step makes of it.
    pub scene: NodeScene,
    /// The attempt, if the scene speaks of it.
    pub attempt: Option<Rc<Attempt>>,
    /// The pod that is tried here.
    pub tried: Option<Tile>,
    /// It is otherwise in the run beside this one.
    pub unlike: bool,
    /// Names of the profile.
    pub sheet: Rc<Sheet>,
    /// The language.
    pub lang: Lang,
    /// The way to act.
    pub act: Callback<Action>,
}

impl CardProps {
    /// The card of a node in a scene.
    pub fn of(view: &View, act: &Callback<Action>, vessel: &Rc<Vessel>, scene: NodeScene) -> Self {
        let attempt = view.attempt.as_ref();
        Self {
            vessel: Rc::clone(vessel),
            attempt: attempt.filter(|_| scene.record.is_some() || scene.dry.is_some()).cloned(),
            tried: attempt.filter(|_| scene.tried.is_some()).and_then(|attempt| Tile::of(view, &attempt.pod)),
            scene,
            unlike: view.unlike.contains(&vessel.node.node.metadata.name),
            sheet: Rc::clone(&view.sheet),
            lang: view.store.lang,
            act: act.clone(),
        }
    }
}

impl PartialEq for CardProps {
    fn eq(&self, other: &Self) -> bool {
        let attempts = (self.attempt.as_ref().map(Rc::as_ptr), other.attempt.as_ref().map(Rc::as_ptr));
        (Rc::ptr_eq(&self.vessel, &other.vessel) || self.vessel == other.vessel)
            && attempts.0 == attempts.1
            && Rc::ptr_eq(&self.sheet, &other.sheet)
            && (&self.scene, &self.tried, self.unlike) == (&other.scene, &other.tried, other.unlike)
            && (self.lang, &self.act) == (other.lang, &other.act)
    }
}

fn height(cpu: i64, all: i64) -> String {
    let pixels = if all == 0 { LOWEST } else { (cpu * HEIGHT / all).max(LOWEST) };
    format!("height: {pixels}px")
}

/// A node.
#[component]
pub fn Card(props: &CardProps) -> Html {
    let CardProps { vessel, scene, tried, unlike, lang, act, .. } = props;
    let (words, node) = (lang.words(), &vessel.node);
    let (name, (cpu, memory, most)) = (&node.node.metadata.name, node.room());
    let pods = || vessel.slots.iter().filter_map(|(tile, _)| tile.as_ref());
    let used = pods().filter(|tile| tile.pod.phase != Phase::Succeeded).fold((0, 0, 0), |sum, tile| {
        let (cpu, memory) = tile.pod.requests();
        (sum.0 + cpu, sum.1 + memory, sum.2 + 1)
    });
    let class = classes!(
        "node",
        scene.focus.then_some("focus"),
        scene.out.then_some("out"),
        scene.won.then_some("won"),
        unlike.then_some("unlike"),
        node.node.spec.unschedulable.then_some("cordoned")
    );
    let tiles = vessel.slots.iter().enumerate().map(|(at, (tile, wants))| {
        let style = height(*wants, cpu);
        let Some(tile) = tile else {
            return html! { <div class="gap" {style} key={format!("gap {at}")}></div> };
        };
        let fate = scene.fates.iter().find(|(other, _)| *other == tile.key).map(|(_, fate)| *fate);
        let extra = match fate {
            None => "",
            Some(Fate::Lifted) => "lifted",
            Some(Fate::AskedStays) => "asked stays",
            Some(Fate::AskedGoes) => "asked goes",
            Some(Fate::Stays) => "stays",
            Some(Fate::Goes) => "lifted goes",
        };
        tile.draw(words, act, extra, Some(style))
    });
    let on_trial = tried.as_ref().map(|tile| &tile.key);
    let ghosts = vessel.ghosts.iter().filter(|tile| Some(&tile.key) != on_trial);
    let ghosts = ghosts.map(|tile| tile.ghost("nominated", height(tile.pod.requests().0, cpu), words.nominated));
    let trial = tried.as_ref().zip(scene.tried).map(|(tile, fits)| {
        let (verdict, mark) = if fits { ("trial fits", "✓") } else { ("trial over", "✗") };
        tile.ghost(verdict, height(tile.pod.requests().0, cpu), mark)
    });
    let taints = node.node.spec.taints.iter().map(|taint| {
        let value = if taint.value.is_empty() { String::new() } else { format!("={}", taint.value) };
        html! { <span class="taint">{ format!("{}{value}:{}", taint.key, taint.effect) }</span> }
    });
    html! {
        <article {class} data-node={name.to_string()} aria-label={format!("{} {name}", words.node)}>
            <header>
                <h3><button type="button" title={lang.open_node(name)}
                    onclick={on(act, Action::Look(Look::Open(name.clone())))}>{ name.to_string() }</button></h3>
                if node.node.spec.unschedulable { <span class="taint">{ words.cordoned }</span> }
                { for taints }
                if *unlike { <span class="badge" title={words.differs}><span class="hidden">{ words.differs }</span><span aria-hidden="true">{ "≠" }</span></span> }
                { badge(props) }
            </header>
            { bar("cpu", used.0, cpu, &amount("cpu", used.0), &amount("cpu", cpu)) }
            { bar(words.memory, used.1, memory, &bytes(used.1), &bytes(memory)) }
            // Each child has a key, the one on trial and the number too: or else every tile would be made anew when one comes.
            <div class="vessel" style={format!("min-height: {HEIGHT}px")}>
                { for tiles }
                { for ghosts }
                { trial }
                <span class="room" key="room" aria-hidden="true">{ format!("{}/{most} {}", used.2, words.pods) }</span>
            </div>
            { chips(props) }
        </article>
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

fn badge(props: &CardProps) -> Html {
    let (scene, words) = (&props.scene, props.lang.words());
    if scene.won {
        return html! { <span class="badge pass">{ format!("✓ {}", words.winner) }</span> };
    }
    let runs = props.attempt.as_ref().and_then(|attempt| attempt.preemption.as_ref()).map(|it| &it.dry_runs);
    match scene.dry.and_then(|(at, over)| Some((runs?.get(at)?, over))) {
        Some((run, true)) if run.failure.is_some() => html! { <span class="badge">{ words.no_candidate }</span> },
        Some((run, true)) => {
            html! { <span class="badge">{ format!("{} {} · ", words.victims, run.victims.len()) }{ shield() }{ format!(" {}", run.violations) }</span> }
        }
        _ => match scene.score {
            Some((sum, ..)) => html! { <span class="badge score">{ sum }</span> },
            None => Html::default(),
        },
    }
}

/// A chip for each filter: passed, failed, or not asked any more.
fn chips(props: &CardProps) -> Html {
    let CardProps { scene, sheet, lang, .. } = props;
    let words = lang.words();
    if scene.score.is_some() {
        return stack(props);
    }
    let Some((attempt, record)) =
        props.attempt.as_ref().and_then(|attempt| Some((attempt, attempt.filter.get(scene.record?)?)))
    else {
        // One element for all: there may be many nodes that nobody has looked at yet.
        let style = format!("--chips: {}", sheet.filters.len());
        return if scene.live {
            html! { <div class="chips none" {style} aria-hidden="true"></div> }
        } else {
            Html::default()
        };
    };
    let cells = cells::cells(attempt, record, &sheet.filters);
    let items = sheet.filters.iter().zip(cells).map(|(filter, cell)| {
        let failed = record.failed.iter().find(|(id, _)| *id == filter.id);
        // The mark of each class is drawn by the style sheet, so that a hundred cards stay light.
        let (class, why) = match (cell, failed) {
            (Cell::Fail, Some((_, failure))) => ("fail", lang.failure(failure)),
            (Cell::Skip, _) => ("skip", words.skipped.to_owned()),
            (Cell::Pass, _) => ("pass", words.passes.to_owned()),
            _ => ("blank", words.not_looked.to_owned()),
        };
        let told = format!("{}: {why}", filter.id);
        html! { <li {class} title={told.clone()}>{ told }</li> }
    });
    let why = record.verdict().err().map(|failure| {
        let by = record.failed.first().map_or("", |(row, _)| row.as_str());
        html! { <p class="why"><b>{ by }</b>{ " " }{ lang.failure(&failure) }</p> }
    });
    let nominated = record.nominated.iter().map(|key| short(key)).collect::<Vec<_>>().join(", ");
    html! {
        <>
            <ol class="chips">{ for items }</ol>
            { why }
            if !nominated.is_empty() { <p class="why">{ format!("+ {nominated} ({})", words.nominated) }</p> }
        </>
    }
}

fn stack(props: &CardProps) -> Html {
    let (Some((sum, told, column)), Some(attempt)) = (props.scene.score, &props.attempt) else {
        return Html::default();
    };
    let best = attempt.scores.totals.iter().copied().max().unwrap_or(1).max(1);
    let parts = attempt.scores.rows.iter().take(told).enumerate().map(|(index, row)| {
        let points = row.weight * row.normalized.get(column).copied().unwrap_or(0);
        let name = &row.id;
        let class = classes!("part", format!("s{}", index % 8), (index + 1 == told).then_some("new"));
        html! { <span {class} style={format!("width: {}%", points * 100 / best)} title={format!("{name}: {points}")}></span> }
    });
    html! { <div class="stack" role="img" aria-label={format!("{} {sum}", props.lang.words().total)}>{ for parts }</div> }
}
