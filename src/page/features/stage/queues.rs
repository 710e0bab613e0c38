//! The phase strip and the lanes of the scheduling queue.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use i18n::{Lang, format_clock, short_pod_name};
use page_state::{actions::Action, stage_edit::NewObject};
use runlog::{EventKind, Point, Queue};
use scene::stage_model::StageModel;
use stage::{draw::draw_ctx::DrawCtx, pod_tile::ListTile};
use trace::{Frame, Phase, PodView, steps::Step};
use ui::memo::ByIdentity;
use yew::{Callback, Html, Properties, component, html, use_memo};

use crate::{
    features::stage::{stage_action::on_stage_event, stage_picture::draw_ctx, stage_view::StageProps},
    view::{
        Glossary, View,
        dirty::{self, Slices},
        draw_add_card,
        lane_groups::{GroupBody, LaneGroups},
        on_define,
    },
};

/// A phase of the strip. Extension points that it doesn't list are shown within these.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum CyclePhase {
    Pop,
    Point(Point),
    Select,
}

pub(crate) const CYCLE_PHASES: [CyclePhase; 11] = [
    CyclePhase::Pop,
    CyclePhase::Point(Point::PreFilter),
    CyclePhase::Point(Point::Filter),
    CyclePhase::Point(Point::PostFilter),
    CyclePhase::Point(Point::Score),
    CyclePhase::Select,
    CyclePhase::Point(Point::Reserve),
    CyclePhase::Point(Point::Permit),
    CyclePhase::Point(Point::PreBind),
    CyclePhase::Point(Point::Bind),
    CyclePhase::Point(Point::PostBind),
];

/// The phase of the cycle at the current moment; `None` outside of one.
pub(crate) fn current_phase(view: &View) -> Option<CyclePhase> {
    let popped = || matches!(view.event.as_ref().map(|event| &event.what), Some(EventKind::Popped { .. }));
    match view.step {
        Step::Select => Some(CyclePhase::Select),
        Step::Event if popped() => Some(CyclePhase::Pop),
        step => step.phase().point().map(CyclePhase::Point),
    }
}

/// The release's name of a phase.
pub(crate) fn phase_name(view: &View, phase: CyclePhase) -> &str {
    match phase {
        CyclePhase::Pop => view.words.phase_pop,
        CyclePhase::Point(point) => view.profile.point_name(point),
        CyclePhase::Select => view.words.phase_select,
    }
}

/// The phases of a cycle, with the release's names and the current one marked. They are plain text until the chunk that explains them is loaded.
pub(crate) fn draw_phases(view: &View) -> Html {
    let current_phase_now = current_phase(view);
    let items = CYCLE_PHASES.iter().map(|phase| {
        html! { <li aria-current={(current_phase_now == Some(*phase)).then_some("step")}><span>{ phase_name(view, *phase).to_owned() }</span></li> }
    });
    html! { <ol class="phases">{ for items }</ol> }
}

/// The maximum number of pods per lane that are drawn; there may be thousands.
const MAX_LANE_PODS: usize = 40;

/// The slices of the state that the queues depend on, besides the model of the stage.
pub(crate) const SLICES: Slices = dirty::LANG
    | dirty::RUN
    | dirty::MOMENT
    | dirty::POD
    | dirty::POD_ENDS
    | dirty::BRANCHES
    | dirty::LAYOUT
    | dirty::CHUNKS
    | dirty::LESSON;

/// The lanes. A pod that is drawn on the stage is only named here, so that every pod is drawn once.
#[component]
pub(crate) fn Queues(props: &StageProps) -> Html {
    let StageProps { view, stage, dispatch, .. } = props;
    let labels = view.words;
    let dependencies = (
        ByIdentity(Rc::clone(&view.frame)),
        ByIdentity(Rc::clone(&view.store.run.view)),
        view.store.selection.pod.clone(),
        view.pod_ends.is_some(),
        view.changed_pods.clone(),
    );
    let entries = {
        let view = Rc::clone(view);
        use_memo(dependencies, move |_| {
            let (frame, model) = (&view.frame, StageModel::default());
            let ctx = DrawCtx { has_ids: !view.is_second, ..draw_ctx(&view, &model, &Callback::noop()) };
            let of = |queue| {
                LaneEntries::for_keys(&ctx, &frame.pods_in_queue(queue).iter().map(|(key, _)| *key).collect::<Vec<_>>())
            };
            let cycle = LaneEntries::for_keys(&ctx, &pods_in_cycle(frame));
            let others = LaneEntries::for_keys(&ctx, &pods_of_other_schedulers(frame));
            let leaving = LaneEntries::for_keys(&ctx, &leaving_victims(frame));
            [cycle, of(Queue::Active), of(Queue::Backoff), of(Queue::Unschedulable), of(Queue::Gated), leaving, others]
        })
    };
    let (stage_labels, group_labels) = (view.store.lang.stage_labels(), view.store.lang.group_labels());
    let lanes = [
        ("cycle", labels.cycle, labels.cycle_is),
        ("active", labels.active, labels.active_is),
        ("backoff", labels.backoff, labels.backoff_is),
        ("unschedulable", labels.unschedulable, labels.unschedulable_is),
        ("gated", labels.gated, labels.gated_is),
        (LEAVING, group_labels.terminating, group_labels.terminating_is),
        ("others", stage_labels.other_scheduler, stage_labels.other_scheduler_is),
    ];
    let groups = view.chunks.study.filter(|_| !view.frame.pod_groups.is_empty()).map(|study| (study.list_groups)(view));
    let rare = |class: &str| matches!(class, "gated" | "others" | LEAVING);
    let mut placed_entries: Vec<PlacedEntries> = entries
        .iter()
        .map(|entries| {
            let entry = |(tile, backoff): &(ListTile, Option<Millis>)| LaneEntry {
                tile: tile.clone(),
                backoff: *backoff,
                is_on_stage: stage.has_tile(&tile.key),
                home_lane: None,
            };
            PlacedEntries { entries: entries.first_pods.iter().map(entry).collect(), count: entries.count }
        })
        .collect();
    if let Some(groups) = &groups {
        gather_groups(&mut placed_entries, &lanes.map(|(class, name, _)| (class, name)), &groups.bodies);
    }
    let lanes =
        lanes.into_iter().zip(placed_entries).filter(|((class, ..), entries)| !rare(class) || entries.count > 0);
    let lanes = lanes.map(|((class, name, description), entries)| {
        let subject_pod = stage.queued_pod.clone();
        let frame = (class == LEAVING).then(|| ByIdentity(Rc::clone(&view.frame)));
        html! { <Lane key={class} {class} {name} {description} {entries} groups={groups.clone()} {frame} {subject_pod} lang={view.store.lang} terms={view.glossary()} dispatch={dispatch.clone()} /> }
    });
    html! {
        <section class="queues" aria-label={view.landmark_name(labels.queue)}>
            { for lanes }
            if view.can_add_objects() {
                <div class="adds">{ draw_add_card(dispatch, view.store.lang.stage_edit_labels().pod, NewObject::Pod) }{ draw_add_card(dispatch, view.store.lang.stage_edit_labels().node, NewObject::Node) }</div>
            }
        </section>
    }
}

/// The body of the group that a pod belongs to.
fn body_of<'g>(groups: Option<&'g LaneGroups>, tile: &ListTile) -> Option<&'g GroupBody> {
    groups?.bodies.iter().find(|body| body.is_of(tile))
}

/// Terminating victims of preemption, if the cluster has groups.
fn leaving_victims(frame: &Frame) -> Vec<&NamespacedName> {
    let goes = |view: &Rc<PodView>| {
        view.phase == Phase::Terminating
            && view.deletion.as_ref().is_some_and(|deletion| deletion.preemptor().is_some())
    };
    match frame.pod_groups.is_empty() {
        true => Vec::new(),
        false => frame.pods.iter().filter(|(_, view)| goes(view)).map(|(key, _)| key).collect(),
    }
}

/// The pod in its cycle, or all members of the group in its cycle.
fn pods_in_cycle(frame: &Frame) -> Vec<&NamespacedName> {
    let is_popped = |view: &PodView| {
        view.phase == Phase::Pending && view.queue.is_none() && view.node.is_none() && view.attempts > 0
    };
    let mut keys: Vec<&NamespacedName> = frame.in_cycle.iter().collect();
    if !frame.pod_groups.is_empty() {
        let members = frame.pods.iter().filter(|(_, view)| view.pod.group_key().is_some() && is_popped(view));
        keys.extend(members.map(|(key, _)| key).filter(|key| frame.in_cycle.as_ref() != Some(key)));
        keys.sort();
    }
    keys
}

/// Pods that are never queued, because they name another scheduler.
fn pods_of_other_schedulers(frame: &Frame) -> Vec<&NamespacedName> {
    let ours = |name: &Str| frame.profiles.iter().any(|profile_summary| profile_summary.scheduler == *name);
    let is_waiting = |pod: &PodView| pod.phase == Phase::Pending && pod.queue.is_none() && pod.node.is_none();
    let foreign = |pod: &PodView| !frame.profiles.is_empty() && !ours(&pod.pod.spec.scheduler_name);
    frame.pods.iter().filter(|(_, pod)| is_waiting(pod) && foreign(pod)).map(|(key, _)| key).collect()
}

/// The pods of a lane that are drawn, each with the rest of its backoff, and the total number.
#[derive(Clone, Debug, PartialEq)]
struct LaneEntries {
    first_pods: Vec<(ListTile, Option<Millis>)>,
    count: usize,
}

/// A pod of a lane.
#[derive(Clone, Debug, PartialEq)]
struct LaneEntry {
    tile: ListTile,
    /// The remaining time of its backoff.
    backoff: Option<Millis>,
    /// Whether the stage draws it.
    is_on_stage: bool,
    /// The lane of its queue, if its group is drawn in another lane.
    home_lane: Option<&'static str>,
}

/// The pods of a lane that are drawn, and the total number.
#[derive(Clone, Debug, PartialEq)]
struct PlacedEntries {
    entries: Vec<LaneEntry>,
    count: usize,
}

/// The lane of terminating victims.
const LEAVING: &str = "leaving";

/// Moves all waiting members of a group to the first lane that has one of them, since a group has one outline.
fn gather_groups(lanes: &mut [PlacedEntries], names: &[(&'static str, &'static str)], groups: &[GroupBody]) {
    for body in groups {
        let has_member = |lane: &PlacedEntries| lane.entries.iter().any(|entry| body.is_of(&entry.tile));
        let Some(first) = lanes.iter().position(has_member) else { continue };
        for at in first + 1..lanes.len() {
            let (class, name) = names[at];
            if class == LEAVING {
                continue;
            }
            let all = std::mem::take(&mut lanes[at].entries);
            let (moved, rest): (Vec<LaneEntry>, Vec<LaneEntry>) =
                all.into_iter().partition(|entry| body.is_of(&entry.tile));
            lanes[at].entries = rest;
            lanes[at].count -= moved.len();
            lanes[first].count += moved.len();
            let moved = moved.into_iter().map(|entry| LaneEntry { home_lane: Some(name), ..entry });
            lanes[first].entries.extend(moved);
        }
    }
}

impl LaneEntries {
    fn for_keys(ctx: &DrawCtx<'_>, keys: &[&NamespacedName]) -> Self {
        let entry = |key: &&NamespacedName| {
            let tile = ListTile::of_pod(ctx, key)?;
            // Only pods in backoffQ wait for the end of their backoff; unschedulable ones wait for an event.
            let until = tile.pod.backoff_until.filter(|_| tile.pod.queue == Some(Queue::Backoff));
            let backoff = until
                .map(|until| until.saturating_since(ctx.frame.now))
                .filter(|remaining_backoff| !remaining_backoff.is_zero());
            Some((tile, backoff))
        };
        Self { first_pods: keys.iter().take(MAX_LANE_PODS).filter_map(entry).collect(), count: keys.len() }
    }
}

#[derive(PartialEq, Properties)]
struct LaneProps {
    class: &'static str,
    name: &'static str,
    description: &'static str,
    entries: PlacedEntries,
    groups: Option<Rc<LaneGroups>>,
    /// The cluster, for lanes that show how long pods still terminate.
    frame: Option<ByIdentity<Frame>>,
    subject_pod: Option<NamespacedName>,
    lang: Lang,
    terms: Glossary,
    dispatch: Callback<Action>,
}

/// Why a pod waits, if its queue doesn't explain it.
fn wait_reason(lang: Lang, class: &str, tile: &ListTile) -> Option<String> {
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
    let LaneProps { class, name, description, entries, groups, frame, subject_pod, lang, terms, dispatch } = props;
    let on_event = on_stage_event(dispatch);
    let draw_entry = |LaneEntry { tile, backoff, is_on_stage, home_lane }: &LaneEntry| {
        let note = wait_reason(*lang, class, tile);
        html! {
            <li key={tile.key.to_string()}>
                if *is_on_stage { <span class="elsewhere" data-subject={(subject_pod.as_ref() == Some(&tile.key)).then_some("")}>{ format!("{} · {}", short_pod_name(&tile.key), lang.stage_labels().on_stage) }</span> }
                else { { tile.draw_tile(*lang, lang.page_labels(), &on_event, subject_pod.as_ref() == Some(&tile.key)) } }
                if let Some(end) = &tile.end { <span class="note ribbon">{ lang.pod_end(end) }</span> }
                if let Some(remaining_backoff) = backoff { <span class="note">{ format_clock(*remaining_backoff) }</span> }
                if let Some(note) = note { <span class="note">{ note }</span> }
                if let Some(home_lane) = home_lane { <span class="note">{ *home_lane }</span> }
            </li>
        }
    };
    let singles =
        entries.entries.iter().filter(|entry| body_of(groups.as_deref(), &entry.tile).is_none()).map(&draw_entry);
    let bodies = groups.iter().flat_map(|groups| groups.bodies.iter().map(move |body| (groups, body)));
    let bodies = bodies.filter_map(|(groups, body)| {
        let members: Vec<&LaneEntry> = entries.entries.iter().filter(|entry| body.is_of(&entry.tile)).collect();
        match *class {
            _ if members.is_empty() => None,
            LEAVING => {
                let victims: Vec<&ListTile> = members.iter().map(|entry| &entry.tile).collect();
                frame.as_ref().map(|frame| (groups.draw_leaving)(body, *lang, &frame.0, &victims))
            }
            _ => {
                let tiles = members.into_iter().filter(|entry| !body.has_row(&entry.tile));
                Some((groups.draw_body)(body, *lang, tiles.map(&draw_entry).collect()))
            }
        }
    });
    let tiles = bodies.chain(singles);
    let hidden_count = entries.count - entries.entries.len();
    // The name of an empty lane is no link to the glossary; its title explains it.
    let title = match entries.count {
        0 => html! { { *name } },
        _ => terms.draw_with_terms(*lang, &on_define(dispatch), name),
    };
    html! {
        <div class={format!("lane {class}")} data-lane={*class}>
            <h2 title={*description}>{ title }<span class="count">{ entries.count }</span></h2>
            <ul aria-label={*name}>
                { for tiles }
                if hidden_count > 0 { <li key="more" class="note">{ lang.more_waiting(hidden_count) }</li> }
            </ul>
        </div>
    }
}
