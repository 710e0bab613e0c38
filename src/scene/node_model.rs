//! A node with its pods as a column: the pods in it, those beside it in a dry run, and the pod being tried.

use std::borrow::Cow;

use api::{
    Condition, ConditionStatus, Millis, NamespacedName, Str, Taint,
    resources::{Accounting, Resource},
};
use runlog::{Attempt, Code, DryRun, Failure, NodeRecord, PluginRow, Point, Reason};
use trace::{
    NodeView, Phase, PodView,
    budget_guard::GuardingBudgets,
    filter_cells::{self, FilterCell},
    group_steps::GroupStep,
    steps::Step,
};

use crate::{
    group_model::{BandStage, GroupMark, GroupScene, pod_mark},
    moment_ctx::MomentCtx,
    node_steps::{LiftedPodFate, NodeStep},
};

/// The prefix of the keys of taints that the node lifecycle controller sets.
pub const CONDITION_TAINTS: &str = "node.kubernetes.io/";

/// The state of a pod's tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileState {
    /// Pending, or the pod being tried.
    #[default]
    Pending,
    /// Nominated to this node, but not scheduled.
    Nominated,
    /// Placed here in the snapshot of its group, but not bound.
    Placed,
    /// Assumed on the node: the scheduler counts it, but it isn't bound yet.
    Reserved,
    /// Bound; its containers are starting.
    Starting,
    Running,
    /// Finished; it uses no resources.
    Done,
    /// Terminating, with the time left in milliseconds.
    Terminating(Millis),
    /// Removed in the dry run.
    Removed,
    /// Reprieved in the dry run.
    Stays,
    /// Put back in the dry run, but the preemptor then doesn't fit, so it is a victim.
    MustGo,
    /// A victim on a candidate node that wasn't chosen.
    Spared,
}

/// A pod in the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PodTile {
    pub key: NamespacedName,
    pub priority: i32,
    /// The amount of the resource that heights show.
    pub amount: i64,
    pub state: TileState,
    /// Whether it is a victim of preemption, chosen or already terminating.
    pub is_victim: bool,
    /// The PodDisruptionBudgets that cover it.
    pub guards: GuardingBudgets,
    /// Its start time, in milliseconds of the wall clock.
    pub start: Option<i64>,
    /// The total duration of its termination; 0 if it isn't terminating.
    pub grace: Millis,
    /// The mark of its group.
    pub mark: Option<GroupMark>,
    /// The group that it names in a cluster without groups.
    pub dropped_group: Option<NamespacedName>,
}

/// Space on a node for a nominated pod, which is still pending.
#[derive(Clone, Debug, PartialEq)]
pub struct NominatedPod {
    pub key: NamespacedName,
    /// The amount of the resource.
    pub amount: i64,
    /// Whether it counts against the pod being tried.
    pub is_counted: bool,
}

/// The place of the pod being tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewcomerPlace {
    /// In the column.
    Inside,
    /// Partly above the node's capacity, by this amount.
    AboveRim(i64),
    /// Outside, because it is rejected for another reason than this resource.
    NotAdmitted,
}

/// Why a resource doesn't suffice: `used + nominated + requested − capacity = missing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    pub resource: Resource,
    /// The amount that the pod requests.
    pub requested: i64,
    /// The node's capacity.
    pub capacity: i64,
    /// The amount used by pods on the node.
    pub used: i64,
    /// The amount kept for nominated pods that count.
    pub nominated: i64,
    /// The nominated pods that count.
    pub nominated_pods: Vec<NamespacedName>,
    /// The missing amount.
    pub missing: i64,
}

/// The pod being tried.
#[derive(Clone, Debug, PartialEq)]
pub struct IncomingPod {
    pub tile: PodTile,
    pub place: NewcomerPlace,
    /// The lack of the resource that heights show.
    pub shortfall: Option<Shortfall>,
    /// The filter's complete failure.
    pub failure: Option<Failure>,
}

/// The pods that a dry run removed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DryRunTray {
    /// The pods that are removed at this step, in order of removal.
    pub tiles: Vec<PodTile>,
    /// The pod whose reprieve is tried next.
    pub next: Option<NamespacedName>,
    /// Whether the dry run is over: the remaining pods are victims, unless it failed.
    pub is_over: bool,
    /// Whether the preemptor doesn't fit even without these pods, so that none is a victim.
    pub has_failed: bool,
}

/// The result of the step for a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ColumnVerdict {
    /// None yet.
    #[default]
    NotJudged,
    Fits,
    /// The pod doesn't fit, for this reason; whether preemption may help.
    Fails(Failure, bool),
    /// Preemption can't help here.
    PreemptionNoHelp(Option<Failure>),
    /// Preemption might help here.
    PreemptionMightHelp,
    /// A dry run is in progress.
    DryRun,
    /// A candidate, with the numbers of victims and of PodDisruptionBudget violations.
    Candidate(usize, usize),
    /// The dry run failed.
    NotCandidate(Failure),
    /// A candidate that a rule dropped, or that wasn't chosen.
    NotChosen,
    Chosen,
    /// The total of its scores.
    Score(i64),
}

/// The result of a filter for the node.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterCheck {
    pub name: Str,
    pub cell: FilterCell,
    pub failure: Option<Failure>,
}

/// A node as a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeColumn {
    pub node: Str,
    /// Whether the node doesn't exist, although pods name it.
    pub is_missing: bool,
    pub is_cordoned: bool,
    /// Whether its `Ready` condition isn't `True`.
    pub is_not_ready: bool,
    /// The zone; empty if it has none.
    pub zone: Str,
    /// The taints in the notation of `kubectl`.
    pub taints: Vec<String>,
    /// The weights of the preferred node affinity terms of the pod being scheduled that match the node.
    pub preferred_weight: i64,
    /// The capacity of the resource.
    pub capacity: i64,
    /// The pods in it, from the bottom up.
    pub tiles: Vec<PodTile>,
    /// Space for nominated pods.
    pub nominated_pods: Vec<NominatedPod>,
    /// The pods removed in a dry run.
    pub tray: Option<DryRunTray>,
    pub incoming: Option<IncomingPod>,
    /// The waiting pod of the attempt beside the node, in pictures without a queue.
    pub waiting_pod: Option<PodTile>,
    /// The maximal amount above the capacity during this attempt, so that the scale stays constant.
    pub overhang: i64,
    /// Memory, or CPU if heights show memory: name, used amount, capacity.
    pub other_resource: (Resource, i64, i64),
    /// The number of pods, and the capacity for pods.
    pub pods: (usize, i64),
    /// The result of the step.
    pub verdict: ColumnVerdict,
    /// The results of the filters, once they have run.
    pub checks: Vec<FilterCheck>,
    /// The pass of the filters with nominated pods (1) or without them (2), if there are two.
    pub filter_pass: Option<u8>,
}

impl NodeColumn {
    /// The taints except those for conditions that are shown otherwise: not ready, cordoned, under pressure.
    pub fn own_taints(&self) -> impl Iterator<Item = &String> {
        self.taints.iter().filter(|taint| !taint.starts_with(CONDITION_TAINTS))
    }

    /// The amount used by the pods in the column, without the one being tried.
    pub fn used_amount(&self) -> i64 {
        self.tiles.iter().map(|tile| tile.amount).sum()
    }

    /// The amount for nominated pods that count.
    pub fn nominated_amount(&self) -> i64 {
        self.nominated_pods.iter().filter(|nominated_pod| nominated_pod.is_counted).map(|room| room.amount).sum()
    }
}

fn build_tile(ctx: &MomentCtx<'_>, key: &NamespacedName, pod: &PodView, resource: &Resource) -> PodTile {
    let doomed = ctx.pending_victims.contains_key(key);
    let preempted = pod.deletion.as_ref().is_some_and(|deletion| deletion.preemptor().is_some());
    // At `PreBind` the pod is not bound yet, although the event of the moment says so.
    let is_before_bind = ctx.step == Step::Point(Point::PreBind) && ctx.event_pod().as_ref() == Some(key);
    let state = match pod.phase {
        Phase::Bound if is_before_bind => TileState::Reserved,
        Phase::Pending => TileState::Pending,
        Phase::Assumed | Phase::Waiting | Phase::PreBinding => TileState::Reserved,
        Phase::Bound | Phase::Creating => TileState::Starting,
        Phase::Running => TileState::Running,
        Phase::Terminating => {
            TileState::Terminating(pod.terminates_at.map_or(Millis::ZERO, |time| time.saturating_since(ctx.frame.now)))
        }
        Phase::Succeeded | Phase::Failed => TileState::Done,
    };
    PodTile {
        key: key.clone(),
        priority: pod.pod.priority(),
        amount: pod.amount_of(resource),
        state,
        is_victim: doomed || preempted,
        guards: ctx.frame.guarding_budgets(&pod.pod),
        grace: pod
            .terminates_at
            .zip(pod.terminating_since)
            .map_or(Millis::ZERO, |(deleted_at, since)| deleted_at.saturating_since(since)),
        start: pod.start,
        mark: pod_mark(ctx.frame, pod),
        dropped_group: pod.dropped_group.clone(),
    }
}

/// The maximal amount above the capacity during a group's cycle. While members are tried, or its preemption runs, it is the same at all
/// steps, so that the scale stays constant.
fn group_overhang(
    ctx: &MomentCtx<'_>,
    group: &GroupScene,
    node_column: &NodeColumn,
    resource: &Resource,
    is_away: bool,
) -> i64 {
    let incoming = node_column.incoming.as_ref().map_or(0, |incoming_pod| incoming_pod.tile.amount);
    let standing = node_column.used_amount() + node_column.nominated_amount() + incoming;
    let over = (standing - node_column.capacity).max(if is_away { incoming } else { 0 }).max(0);
    if !matches!(group.band.stage, BandStage::Snapshot | BandStage::DryRun | BandStage::Preempted) {
        return over;
    }
    let members = group.band.slots.iter().filter_map(|slot| ctx.frame.pods.get(&slot.pod));
    over.max(members.map(|pod| pod.amount_of(resource)).max().unwrap_or(0).min(node_column.capacity / 2))
}

/// The members that are placed on a node, but not bound.
fn ghost_tiles(ctx: &MomentCtx<'_>, resource: &Resource, node: &Str) -> Vec<PodTile> {
    let ghosts = ctx.group.iter().flat_map(|group| &group.ghosts).filter(|(_, place, _)| place == node);
    let ghost = |(key, _, order): &(NamespacedName, Str, usize)| {
        let tile = find_tile(ctx, key, resource)?;
        let mark = tile.mark.map(|mark| GroupMark { order: Some(*order), ..mark });
        Some(PodTile { state: TileState::Placed, mark, ..tile })
    };
    ghosts.filter_map(ghost).collect()
}

/// Moves the pods that preemption for a group removed to a tray, except those it has put back.
fn lift_units(ctx: &MomentCtx<'_>, tiles: &mut Vec<PodTile>) -> Option<DryRunTray> {
    let fates = ctx.group.as_ref().map(|group| &group.fates).filter(|fates| !fates.is_empty())?;
    let mut off = Vec::new();
    tiles.retain_mut(|tile| match fates.get(&tile.key) {
        None => true,
        Some(fate) => {
            let stands = mark_fate(tile, *fate);
            if !stands {
                off.push(tile.clone());
            }
            stands
        }
    });
    let is_over = matches!(ctx.step, Step::Group(GroupStep::Victims | GroupStep::Forget));
    (!off.is_empty()).then_some(DryRunTray { tiles: off, next: None, is_over, has_failed: false })
}

/// Sets the state of a pod that a dry run removed. Returns whether it is back in its place.
fn mark_fate(tile: &mut PodTile, fate: LiftedPodFate) -> bool {
    // A terminating pod stays marked during the dry run.
    if !matches!(tile.state, TileState::Terminating(_)) {
        tile.state = match fate {
            LiftedPodFate::Stays | LiftedPodFate::StaysNow => TileState::Stays,
            LiftedPodFate::GoesNow => TileState::MustGo,
            LiftedPodFate::NotAsked | LiftedPodFate::Goes => TileState::Removed,
        };
    }
    tile.is_victim |= matches!(fate, LiftedPodFate::GoesNow | LiftedPodFate::Goes);
    matches!(fate, LiftedPodFate::Stays | LiftedPodFate::StaysNow | LiftedPodFate::GoesNow)
}

/// The tile of a victim whose node wasn't chosen. A pod that is evicted for another reason isn't spared.
pub fn spare_victim(tile: PodTile) -> PodTile {
    match tile.state {
        TileState::Terminating(_) => tile,
        _ if tile.is_victim => tile,
        _ => PodTile { state: TileState::Spared, ..tile },
    }
}

/// The tile of a pod, regardless of its node.
pub fn find_tile(ctx: &MomentCtx<'_>, key: &NamespacedName, resource: &Resource) -> Option<PodTile> {
    ctx.frame.pods.get(key).map(|pod| build_tile(ctx, key, pod, resource))
}

/// Memory, or CPU if heights show memory: name, used amount, capacity.
fn other_resource_usage(ctx: &MomentCtx<'_>, node_column: &NodeColumn, resource: &Resource) -> (Resource, i64, i64) {
    let other = if *resource == Resource::Memory { Resource::Cpu } else { Resource::Memory };
    let standing_tiles = node_column.tiles.iter().filter_map(|tile| ctx.frame.pods.get(&tile.key));
    let used = standing_tiles.map(|pod| pod.amount_of(&other)).sum();
    let capacity = ctx.frame.nodes.get(&node_column.node).map_or(0, |node| node.allocatable_amount(&other));
    (other, used, capacity)
}

/// Whether the node has a `Ready` condition that isn't `True`.
pub fn is_not_ready(node: &NodeView) -> bool {
    let ready = Condition::ready_condition(&node.node.status.conditions);
    ready.is_some_and(|condition| condition.status != ConditionStatus::True)
}

/// Sets what keeps pods away from a node, and its zone.
fn set_node_state(node_column: &mut NodeColumn, node: &NodeView) {
    node_column.is_cordoned = node.node.spec.unschedulable;
    node_column.is_not_ready = is_not_ready(node);
    node_column.zone = node.zone().into();
    let taint = |taint: &Taint| {
        let value = if taint.value.is_empty() { String::new() } else { format!("={}", taint.value) };
        format!("{}{value}:{}", taint.key, taint.effect)
    };
    node_column.taints = node.node.spec.taints.iter().map(taint).collect();
}

/// The column of a node at this moment, with the result of the current step.
pub fn build_column(ctx: &MomentCtx<'_>, resource: &Resource, name: &Str, node_step: &NodeStep) -> NodeColumn {
    let frame = ctx.frame;
    let node = frame.nodes.get(name);
    let tile_of = |key: &NamespacedName| Some(build_tile(ctx, key, frame.pods.get(key)?, resource));
    let mut tiles: Vec<PodTile> = match node {
        Some(node) => node.pods().filter_map(tile_of).collect(),
        None => {
            let pods_by_name = frame.pods.iter().filter(|(_, pod)| pod.node.as_ref() == Some(name));
            pods_by_name.map(|(key, pod)| build_tile(ctx, key, pod, resource)).collect()
        }
    };
    tiles.extend(ghost_tiles(ctx, resource, name));
    let mut node_column = NodeColumn {
        node: name.clone(),
        is_missing: node.is_none(),
        capacity: node.map_or(0, |node| node.allocatable_amount(resource)),
        ..NodeColumn::default()
    };
    if let Some(node) = node {
        set_node_state(&mut node_column, node);
        let preemptor = ctx.attempt.filter(|_| ctx.is_in_attempt()).map(|attempt| &attempt.pod);
        let scheduled_pod = preemptor.and_then(|key| frame.pods.get(key));
        node_column.preferred_weight = scheduled_pod.map_or(0, |pod| pod.pod.spec.preferred_weight(&node.node));
        // A pod on the node needs no nomination there, and its own nomination doesn't count against the pod being tried.
        let is_ghost = |key: &NamespacedName| tiles.iter().any(|tile| tile.key == *key);
        let is_waiting = |key: &&NamespacedName| {
            Some(*key) != preemptor && !is_ghost(key) && frame.pods.get(*key).is_some_and(|pod| pod.node.is_none())
        };
        let promise = |key: &NamespacedName| {
            let amount = frame.pods.get(key).map_or(0, |pod| pod.amount_kept(resource));
            let is_sibling = ctx.group.as_ref().is_some_and(|group| group.is_trying(key));
            NominatedPod { key: key.clone(), amount, is_counted: !is_sibling }
        };
        node_column.nominated_pods = node.nominated.iter().filter(is_waiting).map(promise).collect();
    }
    let everything: i64 = tiles.iter().map(|tile| tile.amount).sum();
    node_column.verdict = verdict_of(ctx, node_step);
    if let Some(attempt) = ctx.attempt.filter(|_| ctx.is_in_attempt())
        && let Some(record) = match ctx.step {
            // The next step shows the result of the second pass.
            Step::FirstPass(at) if node_step.is_focus => attempt
                .filter
                .get(at)
                .map(|filter| Cow::Owned(NodeRecord { failed: Vec::new(), pass: 1, ..filter.clone() })),
            Step::Filter(_) | Step::Failed => node_step.record.and_then(|at| attempt.filter.get(at)).map(Cow::Borrowed),
            _ => None,
        }
    {
        let cells = filter_cells::filter_cells(attempt, &record, ctx.filters);
        let check = |(row, cell): (&PluginRow, FilterCell)| {
            let failed_row = record.failed.iter().find(|(failed_row, _)| *failed_row == row.id);
            FilterCheck {
                name: row.id.to_string().into(),
                cell,
                failure: failed_row.map(|(_, failure)| failure.clone()),
            }
        };
        node_column.checks = ctx.filters.iter().zip(cells).map(check).collect();
        node_column.filter_pass = (!record.nominated.is_empty()).then_some(record.pass);
    }
    if let Some(dry_run) = current_dry_run(ctx, node_step) {
        node_column.tray = Some(remove_lifted(&mut tiles, node_step, dry_run, ctx.step));
    }
    if let Some(tray) = lift_units(ctx, &mut tiles) {
        node_column.tray = Some(tray);
    }
    let spared = refused_victims(ctx, node_step);
    if !spared.is_empty() {
        let spare = |tile: PodTile| if spared.contains(&tile.key) { spare_victim(tile) } else { tile };
        tiles = tiles.into_iter().map(spare).collect();
    }
    node_column.tiles = tiles;
    add_incoming(ctx, &mut node_column, resource, node_step);
    node_column.other_resource = other_resource_usage(ctx, &node_column, resource);
    let standing = node_column.tiles.iter().filter(|tile| tile.state != TileState::Done).count();
    node_column.pods = (standing, node.map_or(0, |node| node.allocatable().pods));
    // While a pod is tried, the scale stays the same, whether or not it is drawn at this step.
    let filters = matches!(ctx.step, Step::PreFilter | Step::FirstPass(_) | Step::Filter(_));
    let attempt = ctx.attempt.filter(|_| ctx.is_in_attempt());
    let shown_attempt = attempt.filter(|_| node_step.is_focus || node_step.is_winner || filters);
    let incoming_amount =
        shown_attempt.and_then(|attempt| frame.pods.get(&attempt.pod)).map_or(0, |pod| pod.amount_of(resource));
    let total = everything
        + node_column.nominated_pods.iter().map(|nominated_pod| nominated_pod.amount).sum::<i64>()
        + incoming_amount;
    // From the first filter on there is space for a pod that will be rejected, so that the scale stays constant.
    let kept_out = |attempt: &Attempt| {
        let record = attempt.filter.iter().find(|node_record| attempt.nodes.get(node_record.node) == Some(name));
        let failure = record.and_then(|record| record.filter_verdict().err());
        failure.is_some_and(|failure| failure.reasons.iter().filter_map(reason_amounts).all(|(of, ..)| of != *resource))
    };
    let is_away =
        node_column.incoming.as_ref().is_some_and(|incoming_pod| incoming_pod.place == NewcomerPlace::NotAdmitted)
            || filters && attempt.is_some_and(|attempt| kept_out(attempt));
    if let Some(group) = &ctx.group {
        node_column.overhang = group_overhang(ctx, group, &node_column, resource, is_away);
        return node_column;
    }
    node_column.overhang = (total - node_column.capacity)
        .max(if is_away { incoming_amount } else { 0 })
        .max(failed_amount(ctx, resource))
        .max(0);
    node_column
}

/// The largest request of a pod that some attempt of the run can't place. Space for it above the capacity at all moments keeps the scale
/// constant when it is queued, tried or nominated.
fn failed_amount(ctx: &MomentCtx<'_>, resource: &Resource) -> i64 {
    let accounting =
        ctx.frame.profiles.first().map_or_else(Accounting::default, |profile_summary| profile_summary.accounting);
    let amounts = ctx.failed_pods.iter().map(|pod| match resource.is_pods() {
        true => 1,
        false => accounting.incoming_request(pod).get(resource),
    });
    amounts.max().unwrap_or(0)
}

/// The dry run shown on this node: while it is in progress, and at its verdict.
fn current_dry_run<'a>(ctx: &MomentCtx<'a>, node_step: &NodeStep) -> Option<&'a DryRun> {
    let (at, is_over) = node_step.dry_run?;
    let looked = !is_over || matches!(ctx.step, Step::Verdict(now) if now == at);
    ctx.attempt.filter(|_| looked)?.preemption.as_ref()?.dry_runs.get(at)
}

/// The victims on a candidate that wasn't chosen, once the choice is shown.
fn refused_victims(ctx: &MomentCtx<'_>, node_step: &NodeStep) -> Vec<NamespacedName> {
    let is_told = matches!(ctx.step, Step::Choose | Step::Failed) && !node_step.is_winner;
    let run = node_step.dry_run.filter(|_| is_told);
    let record = ctx.attempt.and_then(|attempt| attempt.preemption.as_ref());
    let node = run.zip(record).and_then(|((at, _), record)| Some((record, record.dry_runs.get(at)?.node)));
    node.map_or_else(Vec::new, |(record, node)| record.victims_on(node))
}

/// Moves the pods that the dry run removed to a tray, except those it has put back.
fn remove_lifted(tiles: &mut Vec<PodTile>, node_step: &NodeStep, dry_run: &DryRun, step: Step) -> DryRunTray {
    let fate = |key: &NamespacedName| node_step.fates.iter().find(|(other, _)| other == key).map(|(_, fate)| *fate);
    let is_over = matches!(step, Step::Verdict(_));
    let mut off: Vec<PodTile> = Vec::new();
    tiles.retain_mut(|tile| {
        let Some(fate) = fate(&tile.key) else { return true };
        let stands = mark_fate(tile, fate);
        if !stands {
            off.push(tile.clone());
        }
        stands
    });
    let removal_index = |tile: &PodTile| dry_run.removed.iter().position(|info| info.pod == tile.key);
    off.sort_by_key(removal_index);
    let asked_count = match step {
        Step::Reprieve(_, index) => index + 1,
        Step::Try(_) => 0,
        _ => dry_run.reprieves.len(),
    };
    let next = dry_run
        .reprieves
        .get(asked_count)
        .and_then(|reprieve| dry_run.removed.get(reprieve.pod))
        .map(|info| info.pod.clone());
    DryRunTray { tiles: off, next, is_over, has_failed: is_over && dry_run.failure.is_some() }
}

/// Adds the attempt's pod if the step tries it on the node.
fn add_incoming(ctx: &MomentCtx<'_>, node_column: &mut NodeColumn, resource: &Resource, node_step: &NodeStep) {
    let Some(attempt) = ctx.attempt.filter(|_| ctx.is_in_attempt()) else { return };
    let dry_run = current_dry_run(ctx, node_step);
    let fits = match (ctx.step, dry_run) {
        (Step::Verdict(_), Some(dry_run)) => Some(dry_run.failure.is_none()),
        _ => node_step.fit,
    };
    let (Some(fits), Some(mut tile)) = (fits, find_tile(ctx, &attempt.pod, resource)) else { return };
    if let (Some(mark), Some(group)) = (&mut tile.mark, &ctx.group) {
        mark.order = group.band.slots.iter().position(|slot| slot.pod == attempt.pod).map(|at| at + 1);
    }
    let failure = match (ctx.step, dry_run) {
        (Step::Reprieve(_, index), Some(dry_run)) => {
            dry_run.reprieves[index].failure.as_ref().map(|(_, failure)| failure.clone())
        }
        (_, Some(dry_run)) => dry_run.failure.as_ref().map(|(_, failure)| failure.clone()),
        _ => node_step.record.and_then(|at| attempt.filter.get(at)).and_then(|record| record.filter_verdict().err()),
    };
    let amounts = failure.iter().flat_map(|failure| &failure.reasons).filter_map(reason_amounts);
    let mut item = amounts.filter(|(of, ..)| of == resource);
    let used_by_pods = node_column.used_amount();
    // An upstream bug: during their group's cycle, members are nominated as pods of priority 0 without requests.
    let is_sibling = |key: &NamespacedName| ctx.group.as_ref().is_some_and(|group| group.has_member(key));
    let stands_in_way = |nominated_pod: &NominatedPod| match ctx.frame.pods.get(&nominated_pod.key) {
        _ if is_sibling(&nominated_pod.key) => resource.is_pods() && tile.priority <= 0,
        pod => pod.map_or(0, |pod| pod.pod.priority()) >= tile.priority,
    };
    for nominated_pod in node_column.nominated_pods.iter_mut().filter(|nominated_pod| is_sibling(&nominated_pod.key)) {
        nominated_pod.is_counted = stands_in_way(nominated_pod);
    }
    let shortfall = item.next().map(|(of, needs, used, capacity)| {
        // The filter's used amount includes nominated pods: those that count are the ones that make the sum match.
        let promised = used - used_by_pods;
        if promised == 0 {
            node_column.nominated_pods.iter_mut().for_each(|nominated_pod| nominated_pod.is_counted = false);
        } else if promised != node_column.nominated_amount() {
            node_column
                .nominated_pods
                .iter_mut()
                .for_each(|nominated_pod| nominated_pod.is_counted = stands_in_way(nominated_pod));
        }
        let to = node_column
            .nominated_pods
            .iter()
            .filter(|nominated_pod| nominated_pod.is_counted)
            .map(|room| room.key.clone())
            .collect();
        let promised = node_column.nominated_amount();
        Shortfall {
            resource: of.clone(),
            requested: needs,
            capacity,
            used: used - promised,
            nominated: promised,
            nominated_pods: to,
            missing: used + needs - capacity,
        }
    });
    if fits {
        // Only nominated pods of equal or higher priority count, and in a second pass none does.
        let second = dry_run.is_none() && node_step.record.is_some_and(|at| attempt.filter[at].has_second_pass());
        node_column
            .nominated_pods
            .iter_mut()
            .for_each(|nominated_pod| nominated_pod.is_counted = !second && stands_in_way(nominated_pod));
    }
    let newcomer_place = match &shortfall {
        _ if fits => NewcomerPlace::Inside,
        Some(shortfall) => NewcomerPlace::AboveRim(shortfall.missing),
        None => NewcomerPlace::NotAdmitted,
    };
    node_column.incoming = Some(IncomingPod { tile, place: newcomer_place, shortfall, failure });
}

/// The amounts in a reason: resource, requested, used, capacity.
fn reason_amounts(reason: &Reason) -> Option<(Resource, i64, i64, i64)> {
    match reason {
        Reason::Insufficient { resource, requested, used, capacity } => {
            Some((resource.clone(), *requested, *used, *capacity))
        }
        Reason::TooManyPods { pods, allowed } => Some((Resource::pods(), 1, *pods, *allowed)),
        _ => None,
    }
}

/// The result of the step for the node.
fn verdict_of(ctx: &MomentCtx<'_>, node_step: &NodeStep) -> ColumnVerdict {
    let Some(attempt) = ctx.attempt.filter(|_| ctx.is_in_attempt() && node_step.is_live) else {
        return ColumnVerdict::NotJudged;
    };
    let record = node_step.record.and_then(|at| attempt.filter.get(at));
    let failure =
        || record.and_then(|record| record.filter_verdict().err()).or_else(|| node_step.extender_failure.clone());
    if node_step.is_winner {
        return ColumnVerdict::Chosen;
    }
    let dry_run =
        node_step.dry_run.and_then(|(at, is_over)| Some((attempt.preemption.as_ref()?.dry_runs.get(at)?, is_over)));
    match (ctx.step, dry_run) {
        (_, Some((_, false))) => ColumnVerdict::DryRun,
        (_, Some((DryRun { failure: Some((_, failure)), .. }, true))) => ColumnVerdict::NotCandidate(failure.clone()),
        (Step::ExtenderPreempt(_) | Step::Rung(_) | Step::Choose | Step::Failed, Some(_)) if node_step.is_excluded => {
            ColumnVerdict::NotChosen
        }
        (_, Some((dry_run, true))) => ColumnVerdict::Candidate(dry_run.victims.len(), dry_run.violations),
        (Step::FirstPass(_), None) if node_step.is_focus => ColumnVerdict::NotJudged,
        (Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_) | Step::Eligible, None) => {
            failure().map_or_else(
                || if record.is_some() { ColumnVerdict::Fits } else { ColumnVerdict::NotJudged },
                |failure| {
                    let helps = failure.code == Code::Unschedulable;
                    ColumnVerdict::Fails(failure, helps)
                },
            )
        }
        (Step::Score(_) | Step::Select, None) => node_step.score.map_or_else(
            || failure().map_or(ColumnVerdict::NotJudged, |failure| ColumnVerdict::Fails(failure, false)),
            |pair| ColumnVerdict::Score(pair.0),
        ),
        (Step::Failed, None) if attempt.preemption.is_none() => {
            failure().map_or(ColumnVerdict::NotJudged, |failure| ColumnVerdict::Fails(failure, false))
        }
        (_, None) if node_step.can_preempt => ColumnVerdict::PreemptionMightHelp,
        (_, None) => ColumnVerdict::PreemptionNoHelp(failure()),
    }
}
