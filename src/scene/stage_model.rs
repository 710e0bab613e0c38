//! The whole picture of a moment: one node large, some nodes that share the stage, the ladder or the scores; and all nodes small.

use api::{NamespacedName, Set, Str, Table};
use runlog::{Attempt, AttemptOutcome, LadderRule, ScoreRowRecord};
use trace::{ruling::Ruling, steps::Step};

use crate::{
    exchange::ExtenderExchange,
    group_model::GroupBand,
    ladder_lines::{self, LadderLine, RuleMark},
    moment_ctx::{MomentCtx, MomentSubject, node_capacity},
    node_model::{ColumnVerdict, NodeColumn, PodTile, TileState, build_column, find_tile, spare_victim},
    node_steps::{NodeStep, NodeSteps},
    short_members::add_short_members,
};

/// More nodes than this are drawn as a map.
pub const MAX_CARDS: usize = 200;
/// So many nodes share the stage; with more, one stands there at a time.
pub const MAX_SHARED_NODES: usize = 6;
/// With more nodes than this, equal ones in the rail are one entry.
const MAX_SINGLE_ENTRIES: usize = 8;
/// Nodes whose scores have a bar.
const MAX_BARS: usize = 8;

/// The rules of the ladder in their order. As soon as one node is left the others are not asked.
const LADDER_RULES: [LadderRule; 5] = [
    LadderRule::FewestViolations,
    LadderRule::LowestFirstPriority,
    LadderRule::SmallestPrioritySum,
    LadderRule::FewestVictims,
    LadderRule::LatestStart,
];

/// The picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageModel {
    /// What stands on the stage.
    pub scene: Scene,
    /// All nodes, small, where the stage shows only some of them.
    pub rail: Vec<RailEntry>,
    /// What heights stand for.
    pub resource: Str,
    /// The pod whose tile the moment is about.
    pub pod: Option<NamespacedName>,
    /// The pod that the moment is about, if it is on no node: then no node is the subject.
    pub queued_pod: Option<NamespacedName>,
    /// The budget that the moment is about.
    pub budget: Option<NamespacedName>,
    /// The band of the group whose cycle it is in.
    pub group: Option<GroupBand>,
}

/// What stands on the stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Scene {
    /// No node in particular: the small ones are the picture.
    #[default]
    RailOnly,
    /// One node, or some that share the stage and which of them is looked at.
    Nodes(Vec<NodeColumn>, Option<usize>),
    /// The rules that choose among candidates.
    Ladder(PreemptionLadder),
    /// Points of the nodes that fit.
    Scores(ScoreBoard),
    /// What an extender is asked, and what it answers.
    Exchange(ExtenderExchange),
    /// What a budget, a zone or a controller comes to, and from what.
    Ruling(Box<Ruling>),
}

/// A node in the rail.
#[derive(Clone, Debug, PartialEq)]
pub struct RailEntry {
    /// The node.
    pub node: NodeColumn,
    /// It is the one on the stage, where its pods have their names.
    pub on_stage: bool,
    /// Nodes just like it that this entry stands for, too.
    pub equal_nodes: Vec<Str>,
}

/// The rules that choose among candidates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreemptionLadder {
    /// Candidates, or several that the same rule dropped.
    pub candidates: Vec<LadderCandidate>,
    /// The rules, those among them that are to come, or are never asked.
    pub rules: Vec<LadderRule>,
    /// How many of them have been asked.
    pub rules_told: usize,
    /// The one that is asked now.
    pub current: Option<usize>,
    /// How many are equal by every rule, once one of them is drawn.
    pub tie_size: Option<usize>,
}

impl PreemptionLadder {
    /// The largest number that a rule compares: where it compares starts, which are noted below zero, the earliest one.
    pub fn earliest_start(&self, rule: usize) -> i64 {
        let marks = self.candidates.iter().filter_map(|candidate| candidate.line.marks.get(rule));
        let highest = marks.filter_map(|rule_mark| match rule_mark {
            RuleMark::Stays(_, high) | RuleMark::Dropped(_, high) => Some(*high),
            RuleMark::AlreadyOut => None,
        });
        highest.max().unwrap_or(0)
    }

    /// Whether a candidate is chosen: the others are out then.
    pub fn is_decided(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.is_winner)
    }
}

/// A candidate on the ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderCandidate {
    /// Its name; several have one column if the same rule dropped them.
    pub nodes: Vec<Str>,
    /// What the node has of the resource.
    pub capacity: i64,
    /// What stays on it.
    pub remaining: i64,
    /// Who would have to go.
    pub victims: Vec<PodTile>,
    /// What the rules made of it.
    pub line: LadderLine,
    /// It is taken.
    pub is_winner: bool,
    /// It was equal to the one that is taken.
    pub is_tied: bool,
}

/// Points of the nodes that fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreBoard {
    /// The plugins told so far, with their weights.
    pub rows: Vec<(Str, i64)>,
    /// The plugin that is told now.
    pub current: Option<usize>,
    /// The best first, once all is told; before that in upstream's order.
    pub bars: Vec<ScoreBar>,
    /// Whether the plugin that is told now gives the most points for its lowest number.
    pub is_least_best: bool,
    /// Nodes without a bar.
    pub hidden: HiddenNodes,
    /// How long the parts of a bar are.
    pub scale: BarScale,
}

impl ScoreBoard {
    /// The same with at most so many bars: the winner's, and those with the most points.
    #[must_use]
    pub fn with_bars(&self, most: usize) -> Self {
        let mut score_board = self.clone();
        if self.bars.len() <= most {
            return score_board;
        }
        score_board.bars.sort_by_key(|score_bar| (!score_bar.is_winner, std::cmp::Reverse(score_bar.total)));
        let without = score_board.bars.split_off(most);
        let points = score_board.bars.iter().map(|score_bar| score_bar.total).min().unwrap_or(0);
        let equal_bars = without.iter().filter(|score_bar| score_bar.total == points).count();
        let HiddenNodes { equal, fewer, points: former_points } = self.hidden;
        let equal_before = if former_points == points { equal } else { 0 };
        score_board.hidden = HiddenNodes {
            equal: equal_bars + equal_before,
            fewer: without.len() - equal_bars + equal + fewer - equal_before,
            points,
        };
        score_board
    }

    /// How many nodes have as many points as the one that is taken, with it.
    pub fn tie_size(&self) -> usize {
        let winner = self.bars.iter().find(|bar| bar.is_winner).filter(|bar| bar.is_tied);
        winner.map_or(1, |winner| {
            let hidden = if self.hidden.points == winner.total { self.hidden.equal } else { 0 };
            self.bars.iter().filter(|bar| bar.is_tied).count() + hidden
        })
    }
}

/// Nodes without a bar, against the one that has the lowest bar: none has more points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenNodes {
    /// So many have as many points as it.
    pub equal: usize,
    /// So many have fewer.
    pub fewer: usize,
    /// Its points.
    pub points: i64,
}

/// How long the parts of a bar are drawn: as long as they have points, but for those that would hide all the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BarScale {
    /// Plugins that give all nodes the same, and so much that nothing else would show: their parts are cut short.
    pub is_cut: Vec<bool>,
    /// A part that is cut short is as long as one of so many points: longer than any part that is not.
    cut_length: i64,
    /// How long the longest bar is at the end.
    pub whole: i64,
}

impl BarScale {
    /// The scale of all bars of an attempt.
    pub fn of(attempt: &Attempt) -> Self {
        let scores = &attempt.scores;
        let points = |row: usize, column: usize| {
            scores.rows[row].weight * scores.rows[row].normalized.get(column).copied().unwrap_or(0)
        };
        let cut_bars = find_overlong_bars(attempt);
        let columns = 0..scores.nodes.len();
        let uncut = (0..cut_bars.len()).filter(|row| !cut_bars[*row]);
        let longest = uncut.flat_map(|row| columns.clone().map(move |column| points(row, column))).max().unwrap_or(0);
        let mut scale =
            Self { is_cut: cut_bars, cut_length: longest.saturating_add(longest / 4).saturating_add(1), whole: 1 };
        let length =
            |column: usize| -> i64 { (0..scores.rows.len()).map(|row| scale.length(row, points(row, column))).sum() };
        scale.whole = columns.map(length).max().unwrap_or(1).max(1);
        scale
    }

    /// How long the part of a plugin is, in points.
    pub fn length(&self, row: usize, points: i64) -> i64 {
        if self.is_cut.get(row) == Some(&true) { self.cut_length.min(points) } else { points }
    }
}

/// The points of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreBar {
    /// The node.
    pub node: Str,
    /// Weighted points, plugin by plugin.
    pub parts: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// The plugin's own number and the normalized one, for the plugin that is told now.
    pub current: Option<(i64, i64)>,
    /// It is taken.
    pub is_winner: bool,
    /// It has the same total as the one that is taken.
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
        let full = matches!(scene, Scene::Ladder(_)) || names.iter().all(|name| on_stage.contains(&name));
        // Where the rail is the picture, nodes stand by zone.
        let by_zone = matches!(scene, Scene::RailOnly);
        let rail =
            if full { Vec::new() } else { build_rail(ctx, &resource, &node_step_index, &names, (&on_stage, by_zone)) };
        let (mut pod, mut queued_pod, mut budget) = (None, None, None);
        if ctx.is_in_attempt() {
            pod = ctx.attempt.map(|attempt| attempt.pod.clone());
        } else if ctx.step != Step::Start {
            pod = ctx.event_pod();
            match ctx.subject() {
                // What a budget counts is on the stage itself.
                MomentSubject::Budget(key) => budget = Some(key).filter(|_| !matches!(scene, Scene::Ruling(_))),
                MomentSubject::Pod(key) => queued_pod = Some(key),
                MomentSubject::Node(_) | MomentSubject::All => {}
            }
        }
        let group = ctx.group.as_ref().map(|group| group.band.clone());
        Self { scene, rail, resource, pod, queued_pod, budget, group }
    }

    /// One node, whatever the moment is about.
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

    /// The pods that have a tile here, and nowhere else.
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
            Scene::RailOnly | Scene::Scores(_) | Scene::Exchange(_) | Scene::Ruling(_) => Vec::new(),
        }
    }

    /// Whether a pod has its tile here.
    pub fn has_tile(&self, pod: &str) -> bool {
        self.pod_tiles().iter().any(|tile| tile.key == *pod)
    }

    /// Names the subject: the camera moves when this changes, and only then.
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
        }
    }
}

/// What the step makes of each node, by its name.
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
        self.0.iter().find(|(_, scene)| is_wanted(scene)).map(|(name, _)| name.clone())
    }
}

/// All nodes in the order of their coming; then names that pods give for nodes that are not there.
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

fn choose_scene(ctx: &MomentCtx<'_>, resource: &str, node_step_index: &NodeStepIndex, names: &[Str]) -> Scene {
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
        // Nothing but the rail has no room for the band of a group.
        _ => match ctx.group.as_ref().and_then(|group| group.subject_node().or(names.first())) {
            Some(node) => one_node_scene(node),
            None => Scene::RailOnly,
        },
    };
    if let Some(ruling) = ctx.ruling() {
        return Scene::Ruling(Box::new(ruling));
    }
    let attempt = match (ctx.attempt.filter(|_| ctx.is_in_attempt()), ctx.subject()) {
        (Some(attempt), _) => attempt,
        // A group that is being bound is seen as a whole.
        (None, MomentSubject::Node(node)) if ctx.group.is_some() => return all(Some(&node)),
        (None, MomentSubject::Node(node)) if names.contains(&node) => return one_node_scene(&node),
        (None, _) => return all(ctx.group.as_ref().and_then(|group| group.focus.as_ref())),
    };
    if let Some(exchange) = ExtenderExchange::of_step(ctx.step, attempt) {
        return Scene::Exchange(exchange);
    }
    let focus = node_step_index.find_node(|scene| scene.is_focus);
    let won = node_step_index.find_node(|scene| scene.is_winner);
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
            // Nothing was compared: the nodes stay where the filters left them.
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
    resource: &str,
    node_step_index: &NodeStepIndex,
    names: &[Str],
    (on_stage, by_zone): (&[&Str], bool),
) -> Vec<RailEntry> {
    let mut rail: Vec<RailEntry> = Vec::new();
    for name in names {
        let node_column = build_column(ctx, resource, name, &node_step_index.get(name));
        let on_stage = on_stage.contains(&name);
        // Where there are many, equal ones are told once.
        let is_alike_entry = |other: &&mut RailEntry| {
            !other.on_stage
                && !on_stage
                && is_alike(&other.node, &node_column)
                && (!by_zone || other.node.zone == node_column.zone)
        };
        match rail.iter_mut().find(is_alike_entry).filter(|_| names.len() > MAX_SINGLE_ENTRIES) {
            Some(other) => other.equal_nodes.push(name.clone()),
            None => rail.push(RailEntry { node: node_column, on_stage, equal_nodes: Vec::new() }),
        }
    }
    rail
}

/// Whether two nodes look the same but for the names.
fn is_alike(column: &NodeColumn, other: &NodeColumn) -> bool {
    let tiles = |node_column: &NodeColumn| -> Vec<(i32, i64, TileState, bool)> {
        node_column.tiles.iter().map(|tile| (tile.priority, tile.amount, tile.state, tile.is_victim)).collect()
    };
    // Each ghost has a number of its own.
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
        && column.other_resource == other.other_resource
        && tiles(column) == tiles(other)
}

/// The ladder as far as it is told; none where it chose nothing.
fn build_ladder(ctx: &MomentCtx<'_>, resource: &str, attempt: &Attempt) -> Option<PreemptionLadder> {
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
            capacity: node.map_or(0, |node| node_capacity(node, resource)),
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
    // Each rule keeps its row, however many of them are asked.
    if !rules.contains(&LadderRule::NoVictims) {
        let unasked_rules = LADDER_RULES.into_iter().skip(rules.len());
        rules.extend(unasked_rules);
    }
    (!candidates.is_empty()).then_some(PreemptionLadder {
        candidates,
        rules,
        rules_told: rule_count,
        current: current_index,
        tie_size,
    })
}

/// The scores as far as they are told; none where only one node fits.
fn build_score_board(step: Step, attempt: &Attempt) -> Option<ScoreBoard> {
    let scores = &attempt.scores;
    let current_index = if let Step::Score(current_index) = step { Some(current_index) } else { None };
    let row_count = current_index.map_or(scores.rows.len(), |current_index| current_index + 1).min(scores.rows.len());
    if scores.rows.is_empty() || scores.nodes.is_empty() {
        return None;
    }
    let (winner, ties) = match &attempt.outcome {
        AttemptOutcome::Scheduled { node, ties } if step == Step::Select => (Some(*node), ties.as_slice()),
        _ => (None, &[][..]),
    };
    let at = |list: &[i64], column: usize| list.get(column).copied().unwrap_or(0);
    let score_bar = |(column, node): (usize, &usize)| {
        let plugin_points: Vec<i64> =
            scores.rows[..row_count].iter().map(|row| row.weight * at(&row.normalized, column)).collect();
        ScoreBar {
            node: attempt.nodes.get(*node).cloned().unwrap_or_default(),
            total: plugin_points.iter().sum(),
            parts: plugin_points,
            current: current_index.map(|current_index| {
                (at(&scores.rows[current_index].raw, column), at(&scores.rows[current_index].normalized, column))
            }),
            is_winner: winner == Some(*node),
            is_tied: ties.len() > 1 && ties.contains(node),
        }
    };
    let mut bars: Vec<ScoreBar> = scores.nodes.iter().enumerate().map(score_bar).collect();
    // Of many nodes the leading ones are shown, and always the chosen one.
    if bars.len() > MAX_BARS {
        bars.sort_by_key(|score_bar| (!score_bar.is_winner, std::cmp::Reverse(score_bar.total)));
    }
    let without = bars.split_off(bars.len().min(MAX_BARS));
    let points = bars.iter().map(|score_bar| score_bar.total).min().unwrap_or(0);
    let equal = without.iter().filter(|score_bar| score_bar.total == points).count();
    let hidden = HiddenNodes { equal, fewer: without.len() - equal, points };
    let is_least_best = current_index.is_some_and(|current_index| has_least_best(&scores.rows[current_index]));
    let rows = scores.rows[..row_count].iter().map(|row| (row.id.to_string().into(), row.weight)).collect();
    Some(ScoreBoard { rows, current: current_index, bars, is_least_best, hidden, scale: BarScale::of(attempt) })
}

/// Whether normalizing turned the numbers of a plugin around: its lowest number has the most points.
fn has_least_best(row: &ScoreRowRecord) -> bool {
    let pairs = || row.raw.iter().zip(&row.normalized);
    let (Some(least), Some(greatest)) = (pairs().min(), pairs().max()) else { return false };
    if least.0 == greatest.0 { *least.0 == 0 && *least.1 > 0 } else { least.1 > greatest.1 }
}

/// Plugins that give every node the same number of points, and leave less than a quarter of the best total to all the others.
fn find_overlong_bars(attempt: &Attempt) -> Vec<bool> {
    let scores = &attempt.scores;
    let best = scores.totals.iter().copied().max().unwrap_or(0);
    let is_same_row = |row: &ScoreRowRecord| {
        let first = row.normalized.first().copied().unwrap_or(0);
        row.normalized.iter().all(|n| *n == first) && row.weight * first * 4 > best * 3
    };
    scores.rows.iter().map(is_same_row).collect()
}

/// Whether the verdict stands against the node.
pub fn is_negative(verdict: &ColumnVerdict) -> bool {
    matches!(
        verdict,
        ColumnVerdict::Fails(..)
            | ColumnVerdict::PreemptionNoHelp(_)
            | ColumnVerdict::NotCandidate(_)
            | ColumnVerdict::NotChosen
    )
}
