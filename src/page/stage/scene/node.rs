//! A node with its pods as a vessel: what stands in it, what lies beside it in a dry run, and the pod that is tried.

use std::borrow::Cow;

use crate::stage::scene::found::{Fate, NodeScene};
use crate::stage::scene::sight::{Sight, capacity};
use api::{Millis, Str, Taint};
use record::Deletion;
use record::{Attempt, Code, DryRun, Failure, NodeRecord, Reason, SheetRow};
use trace::cells;
use trace::cells::Cell;
use trace::guard::Guards;
use trace::steps::Step;
use trace::{Phase, PodView};

/// What a pod's tile tells beside its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileState {
    /// It waits, or it is the one that is tried.
    #[default]
    Pending,
    /// The scheduler counts it here, and the API server does not know yet.
    Reserved,
    /// It is bound, and its containers start.
    Starting,
    /// It runs.
    Running,
    /// It is done and takes nothing any more.
    Done,
    /// It shuts down for so many milliseconds more.
    Terminating(Millis),
    /// The dry run took it off.
    Lifted,
    /// The dry run put it back, and it can stay.
    Stays,
    /// The dry run put it back, and with it the preemptor does not fit.
    Pushes,
    /// It would have had to go, and its node was not chosen.
    Spared,
}

/// A pod in the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tile {
    /// `namespace/name`.
    pub key: Str,
    /// Its priority.
    pub priority: i32,
    /// What it takes of the resource that heights stand for.
    pub amount: i64,
    /// What it is doing.
    pub state: TileState,
    /// It has to go, or is going, for another pod.
    pub victim: bool,
    /// The budgets that protect it.
    pub guards: Guards,
    /// How long it takes to shut down in all, if it does.
    pub grace: Millis,
}

/// Room on a node that is kept for a nominated pod, which itself waits elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// The pod.
    pub key: Str,
    /// How much.
    pub amount: i64,
    /// Whether it counts against the pod that is tried now.
    pub counts: bool,
}

/// Where the pod that is tried stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// In the vessel.
    Inside,
    /// So much of it is over the rim.
    Over(i64),
    /// Not let in, whatever room there is.
    Away,
}

/// Numbers of a lack that add up: `taken + promised + needs − capacity = short`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// Of what.
    pub resource: Str,
    /// What the pod asks for.
    pub needs: i64,
    /// What the node has.
    pub capacity: i64,
    /// What pods on the node take.
    pub taken: i64,
    /// What is kept for nominated pods that count.
    pub promised: i64,
    /// Those pods.
    pub to: Vec<Str>,
    /// What is missing.
    pub short: i64,
}

/// The pod that is tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Newcomer {
    /// The pod.
    pub(crate) tile: Tile,
    /// Where it stands.
    pub place: Standing,
    /// Why it does not fit.
    pub lack: Option<Lack>,
    /// All that was said against it.
    pub failure: Option<Failure>,
}

/// Pods that a dry run took off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tray {
    /// Those that are off now, in the order in which they were taken.
    pub(crate) tiles: Vec<Tile>,
    /// The one that is put back next.
    pub next: Option<Str>,
    /// Whether the dry run is over: the pods that are still here are victims.
    pub over: bool,
}

/// What the step says of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Verdict {
    /// Nothing, or nothing yet.
    #[default]
    Open,
    /// The pod fits.
    Fits,
    /// It does not, and why; whether taking pods away might help.
    Fails(Failure, bool),
    /// No dry run could help here.
    NoHelp(Option<Failure>),
    /// A dry run might help here.
    MightHelp,
    /// A dry run goes on here.
    Trial,
    /// A candidate, with so many victims and so many evictions that violate a budget.
    Candidate(usize, usize),
    /// The dry run did not help.
    NoCandidate(Failure),
    /// A candidate that a rule has dropped, or that was not taken.
    Dropped,
    /// It is taken.
    Taken,
    /// The total of its scores.
    Score(i64),
}

/// What one filter made of the node.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The filter.
    pub name: Str,
    /// Its verdict.
    pub cell: Cell,
    /// Why it failed.
    pub failure: Option<Failure>,
}

/// A node as a vessel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vessel {
    /// The node.
    pub node: Str,
    /// There is no such node: its pods name one that is gone, or that never was.
    pub missing: bool,
    /// It takes no new pods.
    pub cordoned: bool,
    /// Its taints, as `kubectl` writes them.
    pub taints: Vec<String>,
    /// What the node has of the resource.
    pub capacity: i64,
    /// Pods in it, from the ground up.
    pub(crate) tiles: Vec<Tile>,
    /// Room that is kept for others.
    pub(crate) promises: Vec<Promise>,
    /// Pods off it, in a dry run.
    pub(crate) tray: Option<Tray>,
    /// The pod that is tried.
    pub(crate) newcomer: Option<Newcomer>,
    /// How far above the rim anything stands in this attempt, so that the scale stays while it goes on.
    pub(crate) overhang: i64,
    /// Memory, or cpu where heights stand for something else: what is taken in the picture, and all there is.
    pub other: (Str, i64, i64),
    /// Pods in the picture, and how many the node takes.
    pub pods: (usize, i64),
    /// What the step says.
    pub verdict: Verdict,
    /// Filter by filter, once they have been here.
    pub checks: Vec<Check>,
    /// The pass of the filters with nominated pods (1) or without them (2), where that makes a difference.
    pub pass: Option<u8>,
}

impl Vessel {
    /// What the pods in the picture take, without the one that is tried.
    pub fn taken(&self) -> i64 {
        self.tiles.iter().map(|tile| tile.amount).sum()
    }

    /// What is kept for nominated pods that count.
    pub fn promised(&self) -> i64 {
        self.promises.iter().filter(|it| it.counts).map(|it| it.amount).sum()
    }
}

fn tile(sight: &Sight<'_>, key: &Str, pod: &PodView, resource: &str) -> Tile {
    let doomed = sight.doomed.contains_key(key);
    let preempted = matches!(pod.why, Some(Deletion::Preempted { .. }));
    let state = match pod.phase {
        Phase::Pending => TileState::Pending,
        Phase::Assumed | Phase::Waiting | Phase::PreBinding => TileState::Reserved,
        Phase::Bound | Phase::Creating => TileState::Starting,
        Phase::Running => TileState::Running,
        Phase::Terminating => TileState::Terminating(pod.gone_at.map_or(Millis::ZERO, |at| at.since(sight.frame.now))),
        Phase::Succeeded => TileState::Done,
    };
    Tile {
        key: key.clone(),
        priority: pod.pod.priority(),
        amount: pod.amount_of(resource),
        state,
        victim: doomed || preempted,
        guards: sight.frame.guards(&pod.pod),
        grace: pod.gone_at.zip(pod.going_since).map_or(Millis::ZERO, |(gone, since)| gone.since(since)),
    }
}

/// The tile of a pod that a dry run found to be a victim, when the choice fell on another node or on none. A pod that goes for another
/// reason is not spared.
pub(crate) fn spare_victim(tile: Tile) -> Tile {
    match tile.state {
        TileState::Terminating(_) => tile,
        _ if tile.victim => tile,
        _ => Tile { state: TileState::Spared, ..tile },
    }
}

/// The tile of a pod, wherever it is.
pub(crate) fn tile_of(sight: &Sight<'_>, key: &Str, resource: &str) -> Option<Tile> {
    sight.frame.pods.get(key).map(|pod| tile(sight, key, pod, resource))
}

/// A node at this moment. `found` is what the step of an attempt makes of it.
pub(crate) fn vessel(sight: &Sight<'_>, resource: &str, name: &Str, found: &NodeScene) -> Vessel {
    let frame = sight.frame;
    let node = frame.nodes.get(name);
    let there = |key: &Str| Some(tile(sight, key, frame.pods.get(key)?, resource));
    let mut tiles: Vec<Tile> = match node {
        Some(node) => node.pods().filter_map(there).collect(),
        None => {
            let named = frame.pods.iter().filter(|(_, pod)| pod.node.as_ref() == Some(name));
            named.map(|(key, pod)| tile(sight, key, pod, resource)).collect()
        }
    };
    let mut vessel = Vessel {
        node: name.clone(),
        missing: node.is_none(),
        capacity: node.map_or(0, |node| capacity(node, resource)),
        ..Vessel::default()
    };
    if let Some(node) = node {
        vessel.cordoned = node.node.spec.unschedulable;
        let taint = |taint: &Taint| {
            let value = if taint.value.is_empty() { String::new() } else { format!("={}", taint.value) };
            format!("{}{value}:{}", taint.key, taint.effect)
        };
        vessel.taints = node.node.spec.taints.iter().map(taint).collect();
        let preemptor = sight.attempt.filter(|_| sight.live()).map(|attempt| &attempt.pod);
        // A pod on the node needs no promise any more, and its own promise does not count against a pod.
        let waits = |key: &&Str| Some(*key) != preemptor && frame.pods.get(*key).is_some_and(|pod| pod.node.is_none());
        let promise = |key: &Str| {
            let amount = frame.pods.get(key).map_or(0, |pod| pod.amount_kept(resource));
            Promise { key: key.clone(), amount, counts: true }
        };
        vessel.promises = node.nominated.iter().filter(waits).map(promise).collect();
    }
    let everything: i64 = tiles.iter().map(|tile| tile.amount).sum();
    vessel.verdict = verdict(sight, found);
    if let Some(attempt) = sight.attempt.filter(|_| sight.live())
        && let Some(record) = match sight.step {
            // What the second pass finds is told by the next step.
            Step::FirstPass(at) if found.focus => {
                attempt.filter.get(at).map(|it| Cow::Owned(NodeRecord { failed: Vec::new(), pass: 1, ..it.clone() }))
            }
            Step::Filter(_) | Step::Failed => found.record.and_then(|at| attempt.filter.get(at)).map(Cow::Borrowed),
            _ => None,
        }
    {
        let cells = cells::cells(attempt, &record, &sight.sheet.filters);
        let check = |(row, cell): (&SheetRow, Cell)| {
            let failed = record.failed.iter().find(|(failed, _)| *failed == row.id);
            Check { name: row.id.to_string().into(), cell, failure: failed.map(|(_, failure)| failure.clone()) }
        };
        vessel.checks = sight.sheet.filters.iter().zip(cells).map(check).collect();
        vessel.pass = (!record.nominated.is_empty()).then_some(record.pass);
    }
    if let Some(run) = dry_run(sight, found) {
        vessel.tray = Some(lift(&mut tiles, found, run, sight.step));
    }
    let spared = refused_victims(sight, found);
    if !spared.is_empty() {
        let spare = |tile: Tile| if spared.contains(&tile.key) { spare_victim(tile) } else { tile };
        tiles = tiles.into_iter().map(spare).collect();
    }
    vessel.tiles = tiles;
    try_on(sight, &mut vessel, resource, found);
    let other: Str = if resource == "memory" { "cpu".into() } else { "memory".into() };
    let sum = |resource: &str| -> i64 {
        let standing = vessel.tiles.iter().filter_map(|tile| frame.pods.get(&tile.key));
        standing.map(|pod| pod.amount_of(resource)).sum()
    };
    vessel.other = (other.clone(), sum(&other), node.map_or(0, |node| capacity(node, &other)));
    let standing = vessel.tiles.iter().filter(|tile| tile.state != TileState::Done).count();
    vessel.pods = (standing, node.map_or(0, |node| capacity(node, "pods")));
    // As long as a pod is tried here the picture keeps its scale, whether or not it is drawn at this very step.
    let filters = matches!(sight.step, Step::PreFilter | Step::FirstPass(_) | Step::Filter(_));
    let attempt = sight.attempt.filter(|_| sight.live());
    let tried = attempt.filter(|_| found.focus || found.won || filters);
    let tried = tried.and_then(|attempt| frame.pods.get(&attempt.pod)).map_or(0, |pod| pod.amount_of(resource));
    let all = everything + vessel.promises.iter().map(|it| it.amount).sum::<i64>() + tried;
    // From the first filter on there is room for a pod that will not be let in, so that the scale stays.
    let kept_out = |attempt: &Attempt| {
        let record = attempt.filter.iter().find(|it| attempt.nodes.get(it.node) == Some(name));
        let failure = record.and_then(|record| record.judged().err());
        failure.is_some_and(|it| it.reasons.iter().filter_map(evidence).all(|(of, ..)| *of != *resource))
    };
    let away = vessel.newcomer.as_ref().is_some_and(|it| it.place == Standing::Away)
        || filters && attempt.is_some_and(|attempt| kept_out(attempt));
    vessel.overhang = (all - vessel.capacity).max(if away { tried } else { 0 }).max(0);
    vessel
}

/// The dry run that is looked at on this node: while it goes on, and at its verdict.
fn dry_run<'a>(sight: &Sight<'a>, found: &NodeScene) -> Option<&'a DryRun> {
    let (at, over) = found.dry?;
    let looked = !over || matches!(sight.step, Step::Verdict(now) if now == at);
    sight.attempt.filter(|_| looked)?.preemption.as_ref()?.dry_runs.get(at)
}

/// The victims of a candidate that was not chosen, once the choice is told.
fn refused_victims(sight: &Sight<'_>, found: &NodeScene) -> Vec<Str> {
    let is_told = matches!(sight.step, Step::Choose | Step::Failed) && !found.won;
    let run = found.dry.filter(|_| is_told);
    let record = sight.attempt.and_then(|attempt| attempt.preemption.as_ref());
    let node = run.zip(record).and_then(|((at, _), record)| Some((record, record.dry_runs.get(at)?.node)));
    node.map_or_else(Vec::new, |(record, node)| record.victims_on(node))
}

/// Takes the pods off that the dry run took off, and leaves those that it has put back.
fn lift(tiles: &mut Vec<Tile>, found: &NodeScene, run: &DryRun, step: Step) -> Tray {
    let fate = |key: &Str| found.fates.iter().find(|(other, _)| other == key).map(|(_, fate)| *fate);
    let over = matches!(step, Step::Verdict(_));
    let mut off: Vec<Tile> = Vec::new();
    tiles.retain_mut(|tile| {
        let Some(fate) = fate(&tile.key) else { return true };
        // Whoever is going already stays marked, in the trial too.
        if !matches!(tile.state, TileState::Terminating(_)) {
            tile.state = match fate {
                Fate::Stays | Fate::AskedStays => TileState::Stays,
                Fate::AskedGoes => TileState::Pushes,
                Fate::Lifted | Fate::Goes => TileState::Lifted,
            };
        }
        tile.victim |= matches!(fate, Fate::AskedGoes | Fate::Goes);
        let stands = matches!(fate, Fate::Stays | Fate::AskedStays | Fate::AskedGoes);
        if !stands {
            off.push(tile.clone());
        }
        stands
    });
    let place = |tile: &Tile| run.removed.iter().position(|info| info.pod == tile.key);
    off.sort_by_key(place);
    let told = match step {
        Step::Reprieve(_, index) => index + 1,
        Step::Try(_) => 0,
        _ => run.reprieves.len(),
    };
    let next = run.reprieves.get(told).and_then(|it| run.removed.get(it.pod)).map(|info| info.pod.clone());
    Tray { tiles: off, next, over }
}

/// Tries the attempt's pod on the node, if that is what the step does.
fn try_on(sight: &Sight<'_>, vessel: &mut Vessel, resource: &str, found: &NodeScene) {
    let Some(attempt) = sight.attempt.filter(|_| sight.live()) else { return };
    let run = dry_run(sight, found);
    let fits = match (sight.step, run) {
        (Step::Verdict(_), Some(run)) => Some(run.failure.is_none()),
        _ => found.tried,
    };
    let (Some(fits), Some(tile)) = (fits, tile_of(sight, &attempt.pod, resource)) else { return };
    let failure = match (sight.step, run) {
        (Step::Reprieve(_, index), Some(run)) => run.reprieves[index].failure.as_ref().map(|(_, it)| it.clone()),
        (_, Some(run)) => run.failure.as_ref().map(|(_, it)| it.clone()),
        _ => found.record.and_then(|at| attempt.filter.get(at)).and_then(|record| record.judged().err()),
    };
    let said = failure.iter().flat_map(|failure| &failure.reasons).filter_map(evidence);
    let mut said = said.filter(|(of, ..)| **of == *resource);
    let taken = vessel.taken();
    let lack = said.next().map(|(of, needs, used, capacity)| {
        // The filters say how much is taken, promises among it: those that count are the ones that make it add up.
        let promised = used - taken;
        if promised == 0 {
            vessel.promises.iter_mut().for_each(|it| it.counts = false);
        } else if promised != vessel.promised() {
            let priority = |it: &Promise| sight.frame.pods.get(&it.key).map_or(0, |pod| pod.pod.priority());
            vessel.promises.iter_mut().for_each(|it| it.counts = priority(it) >= tile.priority);
        }
        let to = vessel.promises.iter().filter(|it| it.counts).map(|it| it.key.clone()).collect();
        let promised = vessel.promised();
        Lack {
            resource: of.clone(),
            needs,
            capacity,
            taken: used - promised,
            promised,
            to,
            short: used + needs - capacity,
        }
    });
    if fits {
        // Only pods that matter as much stand in its way, and in a second pass none does.
        let second = run.is_none() && found.record.is_some_and(|at| attempt.filter[at].is_twice());
        let priority = |it: &Promise| sight.frame.pods.get(&it.key).map_or(0, |pod| pod.pod.priority());
        vessel.promises.iter_mut().for_each(|it| it.counts = !second && priority(it) >= tile.priority);
    }
    let place = match &lack {
        _ if fits => Standing::Inside,
        Some(lack) => Standing::Over(lack.short),
        None => Standing::Away,
    };
    vessel.newcomer = Some(Newcomer { tile, place, lack, failure });
}

/// What a reason says about an amount: of what, what the pod asks for, what is taken, what there is.
fn evidence(reason: &Reason) -> Option<(Str, i64, i64, i64)> {
    match reason {
        Reason::Insufficient { resource, requested, used, capacity } => {
            Some((resource.clone(), *requested, *used, *capacity))
        }
        Reason::TooManyPods { pods, allowed } => Some(("pods".into(), 1, *pods, *allowed)),
        _ => None,
    }
}

/// What the step says of the node.
fn verdict(sight: &Sight<'_>, found: &NodeScene) -> Verdict {
    let Some(attempt) = sight.attempt.filter(|_| sight.live() && found.live) else { return Verdict::Open };
    let record = found.record.and_then(|at| attempt.filter.get(at));
    let failure = || record.and_then(|record| record.judged().err()).or_else(|| found.refused.clone());
    if found.won {
        return Verdict::Taken;
    }
    let run = found.dry.and_then(|(at, over)| Some((attempt.preemption.as_ref()?.dry_runs.get(at)?, over)));
    match (sight.step, run) {
        (_, Some((_, false))) => Verdict::Trial,
        (_, Some((DryRun { failure: Some((_, failure)), .. }, true))) => Verdict::NoCandidate(failure.clone()),
        (Step::ExtenderPreempt(_) | Step::Rung(_) | Step::Choose | Step::Failed, Some(_)) if found.out => {
            Verdict::Dropped
        }
        (_, Some((run, true))) => Verdict::Candidate(run.victims.len(), run.violations),
        (Step::FirstPass(_), None) if found.focus => Verdict::Open,
        (Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_) | Step::Eligible, None) => {
            failure().map_or_else(
                || if record.is_some() { Verdict::Fits } else { Verdict::Open },
                |failure| {
                    let helps = failure.code == Code::Unschedulable;
                    Verdict::Fails(failure, helps)
                },
            )
        }
        (Step::Score(_) | Step::Select, None) => found
            .score
            .map_or_else(|| failure().map_or(Verdict::Open, |it| Verdict::Fails(it, false)), |it| Verdict::Score(it.0)),
        (Step::Failed, None) if attempt.preemption.is_none() => {
            failure().map_or(Verdict::Open, |failure| Verdict::Fails(failure, false))
        }
        (_, None) if found.potential => Verdict::MightHelp,
        (_, None) => Verdict::NoHelp(failure()),
    }
}
