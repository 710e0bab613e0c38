//! The whole picture of a moment: one large node, several that share the stage, the ladder or the scores; and the rail with all nodes.

use std::rc::Rc;

use api::{NamespacedName, Set, Str, Table, resources::Resource};
use runlog::{Attempt, LadderRule};
use trace::{ruling::Ruling, steps::Step};

use crate::{
    exchange::ExtenderExchange,
    group_model::GroupBand,
    ladder_lines::{self, LadderLine, RuleMark},
    moment_ctx::{MomentCtx, MomentSubject},
    node_model::{ColumnVerdict, NodeColumn, NominatedPod, PodTile, TileState, build_column, find_tile, spare_victim},
    node_steps::{NodeStep, NodeSteps},
    queue_model::QueueScene,
    score_board::{ScoreBoard, build_score_board},
    short_members::add_short_members,
};

/// More nodes than this are drawn as a map.
pub const MAX_CARDS: usize = 200;
/// The limit of nodes that share the stage; with more, one is shown at a time.
pub const MAX_SHARED_NODES: usize = 6;
/// With more nodes than this, identical ones share an entry of the rail.
const MAX_SINGLE_ENTRIES: usize = 8;

/// The rules of the ladder, in order. Once one node is left, the remaining rules aren't applied.
const LADDER_RULES: [LadderRule; 5] = [
    LadderRule::FewestViolations,
    LadderRule::LowestFirstPriority,
    LadderRule::SmallestPrioritySum,
    LadderRule::FewestVictims,
    LadderRule::LatestStart,
];

/// The picture of a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageModel {
    pub scene: Scene,
    /// All nodes in small, if the stage shows only some of them.
    pub rail: Vec<RailEntry>,
    /// The resource that heights show.
    pub resource: Resource,
    /// The pod of the moment, if it has a tile.
    pub pod: Option<NamespacedName>,
    /// The pod of the moment, if it has no node.
    pub queued_pod: Option<NamespacedName>,
    /// The PodDisruptionBudget of the moment.
    pub budget: Option<NamespacedName>,
    /// The band of the group whose cycle the moment belongs to.
    pub group: Option<GroupBand>,
}

/// The main part of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Scene {
    /// No particular node: the rail is the picture.
    #[default]
    RailOnly,
    /// One node, or several that share the stage, and the index of the one that the step is about.
    Nodes(Vec<NodeColumn>, Option<usize>),
    /// The rules that choose among candidates.
    Ladder(PreemptionLadder),
    /// The scores of the feasible nodes.
    Scores(ScoreBoard),
    /// The request to an extender and its answer.
    Exchange(ExtenderExchange),
    /// The decision of a PodDisruptionBudget, a zone or a controller, with its inputs.
    Ruling(Box<Ruling>),
    /// The scheduler's queue.
    Queue(Rc<QueueScene>),
}

/// An entry of the rail.
#[derive(Clone, Debug, PartialEq)]
pub struct RailEntry {
    pub node: NodeColumn,
    /// Whether it is on the stage, where its pods have names.
    pub is_on_stage: bool,
    /// Identical nodes that share this entry.
    pub equal_nodes: Vec<Str>,
}

/// The rules that choose among candidates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreemptionLadder {
    /// The candidates; those that the same rule dropped share an entry.
    pub candidates: Vec<LadderCandidate>,
    /// All rules, including those that are applied later or never.
    pub rules: Vec<LadderRule>,
    /// The number of rules applied so far.
    pub applied_rule_count: usize,
    /// The rule applied at this step.
    pub current: Option<usize>,
    /// The number of candidates that are equal by every rule, once one is chosen.
    pub tie_size: Option<usize>,
}

impl PreemptionLadder {
    /// The largest number that a rule compares. Start times are negated, so for them it is the earliest start.
    pub fn earliest_start(&self, rule: usize) -> i64 {
        let marks = self.candidates.iter().filter_map(|candidate| candidate.line.marks.get(rule));
        let highest = marks.filter_map(|rule_mark| match rule_mark {
            RuleMark::Stays(_, high) | RuleMark::Dropped(_, high) => Some(*high),
            RuleMark::AlreadyOut => None,
        });
        highest.max().unwrap_or(0)
    }

    /// Whether a candidate is chosen.
    pub fn is_decided(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.is_winner)
    }
}

/// A candidate on the ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderCandidate {
    /// The node, or several that the same rule dropped.
    pub nodes: Vec<Str>,
    /// The capacity of the resource.
    pub capacity: i64,
    /// The amount that remains used without the victims.
    pub remaining: i64,
    pub victims: Vec<PodTile>,
    /// The results of the rules.
    pub line: LadderLine,
    pub is_winner: bool,
    /// Whether it is equal to the chosen one by every rule.
    pub is_tied: bool,
}

impl StageModel {
    /// The picture of a moment.
    pub fn at_moment(ctx: &MomentCtx<'_>) -> Self {
        let resource = ctx.resource();
        let node_step_index = NodeStepIndex::at_moment(ctx);
        let names = node_names(ctx);
        let scene = choose_scene(ctx, &resource, &node_step_index, &names);
        let on_stage: Vec<&Str> = match &scene {
            Scene::Nodes(node_columns, _) => node_columns.iter().map(|node_column| &node_column.node).collect(),
            _ => Vec::new(),
        };
        let full =
            matches!(scene, Scene::Ladder(_) | Scene::Queue(_)) || names.iter().all(|name| on_stage.contains(&name));
        // If the rail is the picture, its nodes are arranged by zone.
        let by_zone = matches!(scene, Scene::RailOnly);
        let rail =
            if full { Vec::new() } else { build_rail(ctx, &resource, &node_step_index, &names, (&on_stage, by_zone)) };
        let (mut pod, mut queued_pod, mut budget) = (None, None, None);
        if ctx.is_in_attempt() {
            pod = ctx.attempt.map(|attempt| attempt.pod.clone());
        } else if ctx.step != Step::Start {
            pod = ctx.event_pod();
            match ctx.subject() {
                // The scene itself shows a budget's numbers.
                MomentSubject::Budget(key) => budget = Some(key).filter(|_| !matches!(scene, Scene::Ruling(_))),
                MomentSubject::Pod(key) => queued_pod = Some(key),
                MomentSubject::Node(_) | MomentSubject::All => {}
            }
        }
        let group = ctx.group.as_ref().map(|group| group.band.clone());
        Self { scene, rail, resource, pod, queued_pod, budget, group }
    }

    /// The picture of a node, whatever the moment is about.
    pub fn single_node(ctx: &MomentCtx<'_>, name: &Str) -> Self {
        let resource = ctx.resource();
        let attempt = ctx.attempt.filter(|_| ctx.is_in_attempt());
        let node_step = attempt.and_then(|attempt| {
            let at = attempt.nodes.iter().position(|node| node == name)?;
            Some(NodeSteps::new(attempt, ctx.step).step_of_node(at))
        });
        let scene = Scene::Nodes(vec![build_column(ctx, &resource, name, &node_step.unwrap_or_default())], Some(0));
        Self { scene, resource, ..Self::default() }
    }

    /// The tiles in the main part of the picture. Each pod has at most one.
    pub fn pod_tiles(&self) -> Vec<&PodTile> {
        fn of(node_column: &NodeColumn) -> impl Iterator<Item = &PodTile> {
            let tray = node_column.tray.iter().flat_map(|tray| &tray.tiles);
            node_column
                .tiles
                .iter()
                .chain(tray)
                .chain(node_column.incoming.iter().map(|incoming_pod| &incoming_pod.tile))
                .chain(&node_column.waiting_pod)
        }
        match &self.scene {
            Scene::Nodes(node_columns, _) => node_columns.iter().flat_map(of).collect(),
            Scene::Ladder(ladder) => ladder.candidates.iter().flat_map(|candidate| &candidate.victims).collect(),
            Scene::RailOnly | Scene::Scores(_) | Scene::Exchange(_) | Scene::Ruling(_) | Scene::Queue(_) => Vec::new(),
        }
    }

    /// Whether a pod has a tile in the main part of the picture: on a node, beside it, or nominated to it.
    pub fn has_tile(&self, pod: &str) -> bool {
        let is_nominated = |node_column: &NodeColumn| {
            let is_drawn = |nominated: &NominatedPod| nominated.is_counted && nominated.amount > 0;
            node_column.nominated_pods.iter().any(|nominated| nominated.key == *pod && is_drawn(nominated))
        };
        matches!(&self.scene, Scene::Queue(queue) if queue.has_pod(pod))
            || self.pod_tiles().iter().any(|tile| tile.key == *pod)
            || matches!(&self.scene, Scene::Nodes(node_columns, _) if node_columns.iter().any(is_nominated))
    }

    /// Identifies the subject: the camera moves exactly when it changes.
    pub fn subject_key(&self) -> String {
        match &self.scene {
            Scene::RailOnly => "rail".into(),
            Scene::Nodes(node_columns, _) => {
                node_columns.iter().map(|node_column| node_column.node.as_str()).collect::<Vec<_>>().join(" ")
            }
            Scene::Ladder(_) => "ladder".into(),
            Scene::Scores(_) => "scores".into(),
            Scene::Exchange(_) => "exchange".into(),
            Scene::Ruling(ruling) => ruling.function().into(),
            Scene::Queue(_) => "queue".into(),
        }
    }
}

/// The state of each node at the step, by name.
struct NodeStepIndex(Table<Str, NodeStep>);

impl NodeStepIndex {
    fn at_moment(ctx: &MomentCtx<'_>) -> Self {
        let Some(attempt) = ctx.attempt.filter(|_| ctx.is_in_attempt()) else { return Self(Table::new()) };
        let scenes = NodeSteps::new(attempt, ctx.step);
        Self(attempt.nodes.iter().enumerate().map(|(ix, name)| (name.clone(), scenes.step_of_node(ix))).collect())
    }

    fn get(&self, name: &str) -> NodeStep {
        self.0.get(name).cloned().unwrap_or_default()
    }

    fn find_node(&self, is_wanted: impl Fn(&NodeStep) -> bool) -> Option<Str> {
        self.0.iter().find(|(_, node_step)| is_wanted(node_step)).map(|(name, _)| name.clone())
    }
}

/// All nodes in order of creation, then names of missing nodes that pods refer to.
fn node_names(ctx: &MomentCtx<'_>) -> Vec<Str> {
    let frame = ctx.frame;
    let mut names = frame.node_order.clone();
    let missing: Set<&Str> = frame
        .pods
        .values()
        .filter_map(|pod| pod.node.as_ref())
        .filter(|name| !frame.nodes.contains_key(*name))
        .collect();
    names.extend(missing.into_iter().cloned());
    names
}

fn choose_scene(ctx: &MomentCtx<'_>, resource: &Resource, node_step_index: &NodeStepIndex, names: &[Str]) -> Scene {
    let one_node_scene =
        |name: &Str| Scene::Nodes(vec![build_column(ctx, resource, name, &node_step_index.get(name))], Some(0));
    let shared = |focus: Option<&Str>| {
        let mut node_columns: Vec<NodeColumn> =
            names.iter().map(|name| build_column(ctx, resource, name, &node_step_index.get(name))).collect();
        add_short_members(ctx, &mut node_columns, resource);
        Scene::Nodes(node_columns, focus.and_then(|focus| names.iter().position(|name| name == focus)))
    };
    let several = (2..=MAX_SHARED_NODES).contains(&names.len());
    let all = |focus: Option<&Str>| match (names, focus) {
        ([only], _) => one_node_scene(only),
        _ if several => shared(focus),
        (_, Some(focus)) => one_node_scene(focus),
        // The rail alone has no space for the band of a group.
        _ => match ctx.group.as_ref().and_then(|group| group.subject_node().or(names.first())) {
            Some(node) => one_node_scene(node),
            None => Scene::RailOnly,
        },
    };
    if let Some(ruling) = ctx.ruling() {
        return Scene::Ruling(Box::new(ruling));
    }
    if let Some(queue) = &ctx.queue {
        return Scene::Queue(Rc::clone(queue));
    }
    let attempt = match (ctx.attempt.filter(|_| ctx.is_in_attempt()), ctx.subject()) {
        (Some(attempt), _) => attempt,
        // Binding a group shows all its nodes. A pod that arrives stays in the picture in which its node was chosen.
        (None, MomentSubject::Node(node)) if ctx.group.is_some() || ctx.is_arrival() => return all(Some(&node)),
        (None, MomentSubject::Node(node)) if names.contains(&node) => return one_node_scene(&node),
        (None, _) => return all(ctx.group.as_ref().and_then(|group| group.focus.as_ref())),
    };
    if let Some(exchange) = ExtenderExchange::of_step(ctx.step, attempt) {
        return Scene::Exchange(exchange);
    }
    let focus = node_step_index.find_node(|node_step| node_step.is_focus);
    let won = node_step_index.find_node(|node_step| node_step.is_winner);
    match ctx.step {
        Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) => {
            one_or_all(focus.as_ref(), one_node_scene, all)
        }
        Step::Rung(_) => build_ladder(ctx, resource, attempt).map_or_else(|| all(won.as_ref()), Scene::Ladder),
        Step::Choose => {
            match build_ladder(ctx, resource, attempt).filter(|build_ladder| build_ladder.candidates.len() > 1) {
                Some(ladder) => Scene::Ladder(ladder),
                None => one_or_all(won.as_ref(), one_node_scene, all),
            }
        }
        Step::Score(_) | Step::Select => match build_score_board(ctx.step, attempt) {
            Some(score_board) => Scene::Scores(score_board),
            // Nothing was compared: the nodes stay as after the filters.
            None => all(won.as_ref()),
        },
        Step::Failed if won.is_some() => one_or_all(won.as_ref(), one_node_scene, all),
        _ => all(focus.as_ref()),
    }
}

fn one_or_all(
    name: Option<&Str>,
    one_node_scene: impl Fn(&Str) -> Scene,
    all: impl Fn(Option<&Str>) -> Scene,
) -> Scene {
    name.map_or_else(|| all(None), one_node_scene)
}

fn build_rail(
    ctx: &MomentCtx<'_>,
    resource: &Resource,
    node_step_index: &NodeStepIndex,
    names: &[Str],
    (on_stage, by_zone): (&[&Str], bool),
) -> Vec<RailEntry> {
    let mut rail: Vec<RailEntry> = Vec::new();
    for name in names {
        let node_column = build_column(ctx, resource, name, &node_step_index.get(name));
        let is_on_stage = on_stage.contains(&name);
        // In large clusters, identical nodes share an entry.
        let is_alike_entry = |other: &&mut RailEntry| {
            !other.is_on_stage
                && !is_on_stage
                && is_alike(&other.node, &node_column)
                && (!by_zone || other.node.zone == node_column.zone)
        };
        match rail.iter_mut().find(is_alike_entry).filter(|_| names.len() > MAX_SINGLE_ENTRIES) {
            Some(other) => other.equal_nodes.push(name.clone()),
            None => rail.push(RailEntry { node: node_column, is_on_stage, equal_nodes: Vec::new() }),
        }
    }
    rail
}

/// Whether two nodes look the same except for names.
fn is_alike(column: &NodeColumn, other: &NodeColumn) -> bool {
    let tiles = |node_column: &NodeColumn| -> Vec<(i32, i64, TileState, bool)> {
        node_column.tiles.iter().map(|tile| (tile.priority, tile.amount, tile.state, tile.is_victim)).collect()
    };
    // Each ghost has its own number.
    if column.tiles.iter().any(|tile| tile.state == TileState::Placed) {
        return false;
    }
    let flags = |node_column: &NodeColumn| {
        (
            node_column.is_missing,
            node_column.is_cordoned,
            node_column.is_not_ready,
            node_column.capacity,
            node_column.incoming.is_some(),
            node_column.nominated_pods.len(),
        )
    };
    flags(column) == flags(other)
        && column.verdict == other.verdict
        && column.taints == other.taints
        && column.preferred_weight == other.preferred_weight
        && column.other_resource == other.other_resource
        && tiles(column) == tiles(other)
}

/// The ladder up to this step; `None` if it chose nothing.
fn build_ladder(ctx: &MomentCtx<'_>, resource: &Resource, attempt: &Attempt) -> Option<PreemptionLadder> {
    let record = attempt.preemption.as_ref()?;
    let (rule_count, current_index) = match ctx.step {
        Step::Rung(current_index) => (current_index + 1, Some(current_index)),
        _ => (record.ladder.len(), None),
    };
    let is_over = matches!(ctx.step, Step::Choose);
    let lines = ladder_lines::ladder_lines(record, rule_count);
    let name = |ix: &usize| attempt.nodes.get(*ix).cloned().unwrap_or_default();
    let candidate = |line: LadderLine| {
        let first = line.nodes[0];
        let victims = record.victims_on(first);
        let is_winner = is_over && record.chosen == Some(first);
        let victim = |pod: &NamespacedName| {
            let tile = find_tile(ctx, pod, resource)?;
            Some(if is_over && !is_winner { spare_victim(tile) } else { PodTile { is_victim: true, ..tile } })
        };
        let victims: Vec<PodTile> = victims.iter().filter_map(victim).collect();
        let node = ctx.frame.nodes.get(&name(&first));
        let standing_tiles = node.iter().flat_map(|node| node.pods()).filter_map(|key| find_tile(ctx, key, resource));
        let total: i64 = standing_tiles.map(|tile| tile.amount).sum();
        LadderCandidate {
            nodes: line.nodes.iter().map(name).collect(),
            capacity: node.map_or(0, |node| node.allocatable_amount(resource)),
            remaining: total - victims.iter().map(|tile| tile.amount).sum::<i64>(),
            is_winner,
            is_tied: is_over && record.ties.len() > 1 && record.ties.contains(&first),
            victims,
            line,
        }
    };
    let candidates: Vec<LadderCandidate> = lines.into_iter().map(candidate).collect();
    let tie_size = (is_over && record.ties.len() > 1).then_some(record.ties.len());
    let mut rules: Vec<LadderRule> = record.ladder.iter().map(|rung| rung.rule).collect();
    // Each rule has its row, even if it isn't applied.
    if !rules.contains(&LadderRule::NoVictims) {
        let unasked_rules = LADDER_RULES.into_iter().skip(rules.len());
        rules.extend(unasked_rules);
    }
    (!candidates.is_empty()).then_some(PreemptionLadder {
        candidates,
        rules,
        applied_rule_count: rule_count,
        current: current_index,
        tie_size,
    })
}

/// Whether the result is against the node.
pub fn is_negative(verdict: &ColumnVerdict) -> bool {
    matches!(
        verdict,
        ColumnVerdict::Fails(..)
            | ColumnVerdict::PreemptionNoHelp(_)
            | ColumnVerdict::NotCandidate(_)
            | ColumnVerdict::NotChosen
    )
}
