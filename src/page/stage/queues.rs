//! The phase strip and the lanes of the scheduling queue.

use std::rc::Rc;

use yew::{Callback, Html, Properties, component, html, use_memo};

use crate::craft::Made;
use crate::glossary::Glossary;
use crate::lang::Lang;
use crate::sees;
use crate::sees::Sees;
use crate::stage::theatre::TheatreProps;
use crate::stage::tile::Tile;
use crate::store::Action;
use crate::view::{Same, View, defines, plus};
use api::{Millis, Str};
use record::Point;
use record::{Queue, What};
use trace::steps::Step;
use trace::{Frame, Phase, PodView};
use words::{clock, short};

/// A phase of the strip. The points that it does not name are told within these.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Pop,
    Point(Point),
    Select,
}

const STAGES: [Stage; 11] = [
    Stage::Pop,
    Stage::Point(Point::PreFilter),
    Stage::Point(Point::Filter),
    Stage::Point(Point::PostFilter),
    Stage::Point(Point::Score),
    Stage::Select,
    Stage::Point(Point::Reserve),
    Stage::Point(Point::Permit),
    Stage::Point(Point::PreBind),
    Stage::Point(Point::Bind),
    Stage::Point(Point::PostBind),
];

/// Where in the cycle the moment stands; `None` outside of it.
fn stage(view: &View) -> Option<Stage> {
    let popped = || matches!(view.event.as_ref().map(|event| &event.what), Some(What::Popped { .. }));
    match view.step {
        Step::Select => Some(Stage::Select),
        Step::Event if popped() => Some(Stage::Pop),
        step => step.phase().point().map(Stage::Point),
    }
}

/// The phases of a cycle by the names of the release, the present one marked.
pub(crate) fn phases(view: &View) -> Html {
    let now = stage(view);
    let items = STAGES.iter().map(|stage| {
        let name = match stage {
            Stage::Pop => view.words.phase_pop,
            Stage::Point(point) => view.sheet.point(*point),
            Stage::Select => view.words.phase_select,
        };
        html! { <li aria-current={(now == Some(*stage)).then_some("step")}>{ name.to_owned() }</li> }
    });
    html! { <ol class="phases">{ for items }</ol> }
}

/// Pods of a lane that are drawn; there may be thousands.
const MOST: usize = 40;

/// What the queues draw, besides the model.
pub(crate) const SEES: Sees =
    sees::LANG | sees::RUN | sees::MOMENT | sees::POD | sees::ENDS | sees::BRANCHES | sees::ROOM | sees::COURSE;

/// The lanes. A pod that stands on the stage is only named here: one pod is drawn once.
#[component]
pub(crate) fn Queues(props: &TheatreProps) -> Html {
    let TheatreProps { view, stage, act, .. } = props;
    let words = view.words;
    let known = (
        Same(Rc::clone(&view.frame)),
        Same(Rc::clone(&view.store.run.trace)),
        view.store.selection.pod.clone(),
        view.ends.is_some(),
        view.changed.clone(),
    );
    let entries = {
        let view = Rc::clone(view);
        use_memo(known, move |_| {
            let frame = &view.frame;
            let of = |queue| Entries::of(&view, &frame.queued(queue).iter().map(|(key, _)| *key).collect::<Vec<_>>());
            let cycle = Entries::of(&view, &frame.in_cycle.iter().collect::<Vec<_>>());
            let others = Entries::of(&view, &others(frame));
            [cycle, of(Queue::Active), of(Queue::Backoff), of(Queue::Unschedulable), of(Queue::Gated), others]
        })
    };
    let own = view.store.lang.stage();
    let lanes = [
        ("cycle", words.cycle, words.cycle_is),
        ("active", words.active, words.active_is),
        ("backoff", words.backoff, words.backoff_is),
        ("unschedulable", words.unschedulable, words.unschedulable_is),
        ("gated", words.gated, words.gated_is),
        ("others", own.other_scheduler, own.other_scheduler_is),
    ];
    let rare = |class: &str| matches!(class, "gated" | "others");
    let lanes =
        lanes.into_iter().zip(entries.iter()).filter(|((class, ..), entries)| !rare(class) || entries.count > 0);
    let lanes = lanes.map(|((class, name, what), entries)| {
        let first = entries.first.iter().map(|(tile, left)| (tile.clone(), *left, stage.shows(&tile.key))).collect();
        let told = stage.queued.clone();
        html! { <Lane key={class} {class} {name} {what} entries={Seen { first, count: entries.count }} {told} lang={view.store.lang} terms={view.store.course.terms.clone()} act={act.clone()} /> }
    });
    html! {
        <section class="queues" aria-label={words.queue}>
            { for lanes }
            if view.offers() {
                <div class="adds">{ plus(act, view.store.lang.craft().pod, Made::Pod) }{ plus(act, view.store.lang.craft().node, Made::Node) }</div>
            }
        </section>
    }
}

/// Pods that no queue will ever hold, as they name another scheduler.
fn others(frame: &Frame) -> Vec<&Str> {
    let ours = |name: &Str| frame.profiles.iter().any(|sheet| sheet.scheduler == *name);
    let waits = |pod: &PodView| pod.phase == Phase::Pending && pod.queue.is_none() && pod.node.is_none();
    let foreign = |pod: &PodView| !frame.profiles.is_empty() && !ours(&pod.pod.spec.scheduler_name);
    frame.pods.iter().filter(|(_, pod)| waits(pod) && foreign(pod)).map(|(key, _)| key).collect()
}

/// The first pods of a lane, each with what there is to note about it, and how many there are in all.
#[derive(Clone, Debug, PartialEq)]
struct Entries {
    first: Vec<(Tile, Option<Millis>)>,
    count: usize,
}

/// The same, with those that stand on the stage.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    first: Vec<(Tile, Option<Millis>, bool)>,
    count: usize,
}

impl Entries {
    fn of(view: &View, keys: &[&Str]) -> Self {
        let entry = |key: &&Str| {
            let tile = Tile::of(view, key)?;
            // Only in backoffQ a pod waits for the end of its backoff; an unschedulable one waits for an event.
            let until = tile.pod.backoff_until.filter(|_| tile.pod.queue == Some(Queue::Backoff));
            let backoff = until.map(|until| until.since(view.frame.now)).filter(|left| !left.is_zero());
            Some((tile, backoff))
        };
        Self { first: keys.iter().take(MOST).filter_map(entry).collect(), count: keys.len() }
    }
}

#[derive(PartialEq, Properties)]
struct LaneProps {
    class: &'static str,
    name: &'static str,
    what: &'static str,
    entries: Seen,
    told: Option<Str>,
    lang: Lang,
    terms: Rc<Glossary>,
    act: Callback<Action>,
}

/// Why a pod waits, if there is more to it than its queue.
fn why(lang: Lang, class: &str, tile: &Tile) -> Option<String> {
    let spec = &tile.pod.pod.spec;
    match class {
        "gated" => {
            let gates: Vec<&str> = spec.scheduling_gates.iter().map(|gate| gate.name.as_str()).collect();
            (!gates.is_empty()).then(|| lang.gated_by(&gates))
        }
        "others" => Some(lang.scheduled_by(&spec.scheduler_name)),
        _ => tile.pod.nominated.as_ref().map(|node| lang.waits_for(node)),
    }
}

#[component]
fn Lane(props: &LaneProps) -> Html {
    let LaneProps { class, name, what, entries, told, lang, terms, act } = props;
    let tiles = entries.first.iter().map(|(tile, backoff, on_stage)| {
        let note = why(*lang, class, tile);
        html! {
            <li key={tile.key.to_string()}>
                if *on_stage { <span class="elsewhere">{ format!("{} · {}", short(&tile.key), lang.stage().on_stage) }</span> }
                else { { tile.draw(*lang, lang.words(), act, told.as_ref() == Some(&tile.key)) } }
                if let Some(end) = &tile.end { <span class="note ribbon">{ lang.ends(end) }</span> }
                if let Some(left) = backoff { <span class="note">{ clock(*left) }</span> }
                if let Some(note) = note { <span class="note">{ note }</span> }
            </li>
        }
    });
    let more = entries.count - entries.first.len();
    // What an empty lane is for is not looked up: its title says it.
    let title = match entries.count {
        0 => html! { { *name } },
        _ => terms.marked(*lang, &defines(act), name),
    };
    html! {
        <div class={format!("lane {class}")} data-lane={*class}>
            <h2 title={*what}>{ title }<span class="count">{ entries.count }</span></h2>
            <ul aria-label={*name}>
                { for tiles }
                if more > 0 { <li key="more" class="note">{ lang.more_waiting(more) }</li> }
            </ul>
        </div>
    }
}
