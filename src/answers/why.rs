//! Why is a pod where it is, why not elsewhere, why does it wait, why did it have to go? Answered from the log of a run alone;
//! each finding names the moment at which it can be seen.

use crate::api::Str;
use crate::framework::{Attempt, DryRun, Failure, NodeRecord, Outcome, PluginId, PreemptionRecord, Rule, Sheet};
use crate::simulation::{Deletion, Event, Millis, Queue, What};
use crate::trace::steps::Step;
use crate::trace::{Frame, Trace};

/// Where in a run something can be seen: so many events, and the step within the last of them.
pub type Place = (usize, Step);

/// Something found, and where it can be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What.
    pub fact: Fact,
    /// Where, if it happened at one moment.
    pub place: Option<Place>,
}

/// What can be found. Plugins are told by their names in the run's release.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The pod came with its node; no scheduler was asked.
    CameBound(Str),
    /// No attempt was made.
    NeverTried,
    /// So many nodes were feasible, of so many looked at, of all.
    Feasible(usize, usize, usize),
    /// The pod was nominated to its node, which passed, so no other was looked at.
    NominatedFirst(Str),
    /// Only this node was feasible.
    OnlyNode(Str),
    /// The node had the best total, and the best of the others had that.
    Best(Str, i64, Option<(Str, i64)>),
    /// These nodes shared the best total, and one was drawn.
    Drawn(Vec<Str>),
    /// The plugin that made most of the difference, and by how much.
    MadeBy(Str, i64),
    /// Room had been made there by evicting these pods.
    RoomMade(Str, Vec<Str>),
    /// The pod is on that very node.
    IsThere(Str),
    /// The node was not part of the cluster then.
    NoSuchNode(Str),
    /// The node was not looked at: enough others had been found.
    NotLooked(Str),
    /// A plugin rejected the pod for all nodes.
    RejectedEverywhere(Str, Failure),
    /// A plugin rejected the node; the empty name is none's in particular.
    Rejected(Str, Str, Failure),
    /// Node and total of the loser, node and total of the winner.
    Outscored(Str, i64, Str, i64),
    /// The plugin by which the node lost most, and how many points.
    LostBy(Str, i64),
    /// Taking pods away could not help on the node.
    NotPotential(Str),
    /// Preemption had found enough candidates before it came to the node.
    NotTried(Str),
    /// The dry run failed.
    NoCandidate(Str, Failure),
    /// The ladder dropped the node: rule, its number and victims, the best number and its victims.
    Dropped(Str, Rule, (i64, usize), (i64, usize)),
    /// The node was equal to the one taken by all rules.
    EqualNode(Str, Str),
    /// The node is the one on which room was made, by evicting so many pods.
    ChosenNode(Str, usize),
    /// The only candidate.
    OnlyCandidate(Str),
    /// The rule that decided for a node, and among how many it did.
    DecidedBy(Str, Rule, usize),
    /// Scheduling gates hold the pod back.
    Gated,
    /// It is being scheduled right now.
    InCycle,
    /// Upstream's message of the last attempt.
    Message(Str),
    /// It waits for these victims to leave its nominated node; each with the time at which it will be gone.
    WaitsFor(Str, Vec<(Str, Option<Millis>)>),
    /// Where it waits, and until when at least.
    Waits(Queue, Option<Millis>),
    /// The plugins that rejected it, by which events are chosen that let it try again.
    RejectedBy(Vec<PluginId>),
    /// In this run it is moved by that, then.
    MovedBy(Str, Queue, Millis),
    /// In this run it is tried again then.
    TriedAgain(Millis),
    /// In this run nothing moves it any more.
    NeverMoved,
    /// A preemptor made it go: the preemptor and the node.
    PreemptedBy(Str, Str),
    /// With it back on the node, the preemptor did not fit; budgets violated by its going.
    NoReprieve(Str, Str, Failure, Vec<Str>),
    /// It had to go for another reason.
    Gone(Deletion),
    /// With it back on the node, the preemptor still fitted.
    Spared(Str, Str),
    /// Its priority is not lower than the preemptor's.
    NotLower(i32, Str, i32),
    /// It is on this node; room was made on that one.
    OtherNode(Str, Str),
}

/// The past of a run, up to the moment at which a question is asked.
pub struct Past<'t> {
    trace: &'t Trace,
    now: usize,
}

/// An attempt, and how many events had happened after it.
type Tried<'t> = (usize, &'t Attempt);

impl<'t> Past<'t> {
    /// The first `now` events of a run.
    #[must_use]
    pub fn new(trace: &'t Trace, now: usize) -> Self {
        Self { trace, now: now.min(trace.events().len()) }
    }

    fn back(&self) -> impl Iterator<Item = (usize, &'t Event)> {
        self.trace.events()[..self.now].iter().enumerate().rev().map(|(at, event)| (at + 1, &**event))
    }

    /// What happened to the pod, latest first, up to its creation.
    fn life(&self, pod: &str) -> impl Iterator<Item = (usize, &'t Event)> {
        let mut born = false;
        self.back().take_while(move |(_, event)| {
            let before = born;
            born |= matches!(&event.what, What::PodCreated { pod: created, .. } if created.key() == pod);
            !before
        })
    }

    /// The pod's last attempt.
    #[must_use]
    pub fn last_attempt(&self, pod: &str) -> Option<Tried<'t>> {
        self.life(pod).find_map(|(count, event)| match &event.what {
            What::Attempted(attempt) if attempt.pod == *pod => Some((count, &**attempt)),
            _ => None,
        })
    }

    /// The last preemption that found candidates, of whatever pod.
    #[must_use]
    pub fn last_preemption(&self) -> Option<Tried<'t>> {
        self.back().find_map(|(count, event)| match &event.what {
            What::Attempted(attempt) if attempt.preemption.as_ref().is_some_and(|it| it.chosen.is_some()) => {
                Some((count, &**attempt))
            }
            _ => None,
        })
    }

    fn sheet(&self, attempt: &Attempt) -> Sheet {
        let sheets = self.trace.events().iter().find_map(|event| match &event.what {
            What::Profiles(sheets) => sheets.get(attempt.profile),
            _ => None,
        });
        sheets.map(|sheet| (**sheet).clone()).unwrap_or_default()
    }

    fn frame(&self) -> Frame {
        self.trace.frame(self.now)
    }

    /// Why is the pod on its node?
    #[must_use]
    pub fn why_here(&self, pod: &str) -> Vec<Finding> {
        let Some(node) = self.frame().pods.get(pod).and_then(|view| view.node.clone()) else { return Vec::new() };
        let scheduled = self.last_attempt(pod).filter(|(_, it)| matches!(it.outcome, Outcome::Scheduled { .. }));
        let Some((count, attempt)) = scheduled else {
            let born = self.life(pod).last().map(|(count, _)| (count, Step::Event));
            return vec![Finding { fact: Fact::CameBound(node), place: born }];
        };
        let mut told = Teller::new(count);
        if let Some((before, victims)) = self.room_made(pod, &node) {
            told.elsewhere(before, Step::Choose, Fact::RoomMade(node.clone(), victims));
        }
        let Outcome::Scheduled { node: winner, ties } = &attempt.outcome else { return told.findings };
        let last = Step::Filter(attempt.filter.len().saturating_sub(1));
        if attempt.nominated_shortcut {
            told.at(last, Fact::NominatedFirst(node));
            return told.findings;
        }
        let feasible = attempt.filter.iter().filter(|record| record.fits()).count();
        told.at(last, Fact::Feasible(feasible, attempt.filter.len(), attempt.nodes.len()));
        let scores = &attempt.scores;
        let Some(own) = scores.nodes.iter().position(|it| it == winner) else {
            told.at(Step::Select, Fact::OnlyNode(node));
            return told.findings;
        };
        let others = (0..scores.nodes.len()).filter(|column| *column != own);
        let second = others.max_by_key(|column| (scores.totals[*column], std::cmp::Reverse(*column)));
        let named = second.map(|column| (name(attempt, scores.nodes[column]), scores.totals[column]));
        if ties.len() > 1 {
            told.at(Step::Select, Fact::Best(node, scores.totals[own], None));
            told.at(Step::Select, Fact::Drawn(ties.iter().map(|ix| name(attempt, *ix)).collect()));
            return told.findings;
        }
        told.at(Step::Select, Fact::Best(node, scores.totals[own], named));
        if let Some((row, points)) = second.and_then(|second| most(attempt, own, second)) {
            told.at(Step::Score(row), Fact::MadeBy(self.score(attempt, row), points));
        }
        told.findings
    }

    fn score(&self, attempt: &Attempt, row: usize) -> Str {
        self.sheet(attempt).score(attempt.scores.rows[row].row).into()
    }

    /// The pod's own preemption that made room on the node: where, and who had to go.
    fn room_made(&self, pod: &str, node: &str) -> Option<(usize, Vec<Str>)> {
        self.life(pod).find_map(|(count, event)| match &event.what {
            What::Attempted(attempt) if attempt.pod == *pod => {
                let record = attempt.preemption.as_ref()?;
                let chosen = record.chosen.filter(|ix| name(attempt, *ix) == *node)?;
                Some((count, victims(record, chosen)))
            }
            _ => None,
        })
    }

    /// Why is the pod not on that node?
    #[must_use]
    pub fn why_not(&self, pod: &str, node: &str) -> Vec<Finding> {
        if self.frame().pods.get(pod).and_then(|view| view.node.as_ref()).is_some_and(|it| *it == *node) {
            return vec![Finding { fact: Fact::IsThere(node.into()), place: None }];
        }
        let Some((count, attempt)) = self.last_attempt(pod) else {
            let fact = match self.frame().pods.get(pod).and_then(|view| view.node.clone()) {
                Some(there) => Fact::CameBound(there),
                None => Fact::NeverTried,
            };
            return vec![Finding { fact, place: None }];
        };
        let mut told = Teller::new(count);
        let sheet = self.sheet(attempt);
        let Some(ix) = attempt.nodes.iter().position(|it| *it == *node) else {
            told.at(Step::PreFilter, Fact::NoSuchNode(node.into()));
            return told.findings;
        };
        if let Some((row, failure)) = &attempt.pre_filter.rejected {
            told.at(Step::PreFilter, Fact::RejectedEverywhere(sheet.filter(*row).into(), failure.clone()));
        }
        match attempt.filter.iter().position(|record| record.node == ix) {
            None if attempt.pre_filter.rejected.is_some() => {}
            None => told.at(Step::Filter(attempt.filter.len().saturating_sub(1)), Fact::NotLooked(node.into())),
            Some(at) => match rejection(&attempt.filter[at], &sheet) {
                Some((plugin, failure)) => told.at(Step::Filter(at), Fact::Rejected(node.into(), plugin, failure)),
                None => self.outscored(&mut told, attempt, ix),
            },
        }
        if let Some(record) = &attempt.preemption
            && record.ineligible.is_none()
        {
            not_preempted(&mut told, attempt, record, ix);
        }
        told.findings
    }

    fn outscored(&self, told: &mut Teller, attempt: &Attempt, ix: usize) {
        let Outcome::Scheduled { node: winner, ties } = &attempt.outcome else { return };
        let column = |node: usize| attempt.scores.nodes.iter().position(|it| *it == node);
        let (Some(own), Some(best)) = (column(ix), column(*winner)) else { return };
        if ties.contains(&ix) {
            return told.at(Step::Select, Fact::Drawn(ties.iter().map(|ix| name(attempt, *ix)).collect()));
        }
        let total = |column: usize| attempt.scores.totals[column];
        let fact = Fact::Outscored(name(attempt, ix), total(own), name(attempt, *winner), total(best));
        told.at(Step::Select, fact);
        if let Some((row, points)) = most(attempt, best, own) {
            told.at(Step::Score(row), Fact::LostBy(self.score(attempt, row), points));
        }
    }

    /// Why has the pod no node yet?
    #[must_use]
    pub fn why_pending(&self, pod: &str) -> Vec<Finding> {
        let frame = self.frame();
        let Some(view) = frame.pods.get(pod).filter(|view| view.node.is_none()) else { return Vec::new() };
        let queued = self.life(pod).find_map(|(count, event)| match &event.what {
            What::Queued { pod: queued, .. } if *queued == *pod => Some(count),
            _ => None,
        });
        let mut told = Teller::new(queued.unwrap_or(self.now));
        if view.queue == Some(Queue::Gated) {
            told.at(Step::Event, Fact::Gated);
        }
        let tried = self.last_attempt(pod);
        match tried {
            Some((count, attempt)) => {
                if let Outcome::Failed { message, .. } = &attempt.outcome {
                    told.elsewhere(count, Step::Failed, Fact::Message(message.clone()));
                }
            }
            None if view.queue != Some(Queue::Gated) => told.at(Step::Event, Fact::NeverTried),
            None => {}
        }
        if let Some(node) = &view.nominated {
            let leaving = frame.pods.iter().filter(|(_, other)| {
                other.node.as_ref() == Some(node)
                    && matches!(&other.why, Some(Deletion::Preempted { by }) if *by == *pod)
            });
            let leaving = leaving.map(|(key, other)| (key.clone(), other.gone_at)).collect();
            let place =
                self.life(pod).find(|(_, event)| matches!(&event.what, What::Nominated { pod: it, .. } if *it == *pod));
            told.findings.push(Finding {
                fact: Fact::WaitsFor(node.clone(), leaving),
                place: place.map(|(count, _)| (count, Step::Event)),
            });
        }
        if frame.in_cycle.as_deref() == Some(pod) {
            told.findings.push(Finding { fact: Fact::InCycle, place: None });
        } else if let Some(queue) = view.queue.filter(|queue| *queue != Queue::Gated) {
            told.at(Step::Event, Fact::Waits(queue, view.backoff_until));
            if let (Queue::Unschedulable, Some((_, attempt))) = (queue, tried)
                && let Outcome::Failed { rows, .. } = &attempt.outcome
            {
                let sheet = self.sheet(attempt);
                let plugins = rows.iter().filter_map(|row| sheet.filters.get(*row)).map(|row| row.plugin).collect();
                told.findings.push(Finding { fact: Fact::RejectedBy(plugins), place: None });
            }
        }
        told.findings.extend(self.next_move(pod));
        told.findings
    }

    /// What moves a waiting pod next in this run.
    fn next_move(&self, pod: &str) -> Option<Finding> {
        let events = self.trace.events();
        let next = events[self.now..].iter().enumerate().find_map(|(at, event)| {
            let fact = match &event.what {
                What::Queued { pod: it, queue, by, .. } if *it == *pod && *by != "ScheduleAttemptFailure" => {
                    Fact::MovedBy(by.clone(), *queue, event.at)
                }
                What::Popped { pod: it, .. } if *it == *pod => Fact::TriedAgain(event.at),
                _ => return None,
            };
            Some(Finding { fact, place: Some((self.now + at + 1, Step::Event)) })
        });
        let over = events.iter().rev().take(4).any(|event| matches!(event.what, What::End(_)));
        next.or_else(|| over.then_some(Finding { fact: Fact::NeverMoved, place: None }))
    }

    /// Why does the pod have to go, or why is it gone?
    #[must_use]
    pub fn why_gone(&self, pod: &str) -> Vec<Finding> {
        let found = self.life(pod).find_map(|(count, event)| match &event.what {
            What::Terminating { pod: it, why, .. } if *it == *pod => Some((count, why)),
            _ => None,
        });
        let Some((count, why)) = found else { return Vec::new() };
        let mut told = Teller::new(count);
        let Deletion::Preempted { by } = why else {
            told.at(Step::Event, Fact::Gone(why.clone()));
            return told.findings;
        };
        let preemption = Past::new(self.trace, count).last_attempt(by).and_then(|(count, attempt)| {
            let record = attempt.preemption.as_ref()?;
            Some((count, attempt, record, record.chosen?))
        });
        let Some((attempted, attempt, record, chosen)) = preemption else {
            told.at(Step::Event, Fact::Gone(why.clone()));
            return told.findings;
        };
        let node = name(attempt, chosen);
        told.at(Step::Event, Fact::PreemptedBy(by.clone(), node.clone()));
        if let Some((run, dry)) = dry_run(record, chosen)
            && let Some((at, failure)) =
                reprieve(dry, pod).and_then(|at| Some((at, dry.reprieves[at].failure.as_ref()?)))
        {
            let plugin = self.sheet(attempt).filter(failure.0).into();
            let violates = dry.reprieves[at].violates.clone();
            let fact = Fact::NoReprieve(by.clone(), plugin, failure.1.clone(), violates);
            told.elsewhere(attempted, Step::Reprieve(run, at), fact);
        }
        let decided = record.ladder.iter().rposition(|rung| rung.kept.len() < rung.values.len());
        match decided {
            Some(at) => {
                let fact = Fact::DecidedBy(node.clone(), record.ladder[at].rule, record.ladder[at].values.len());
                told.elsewhere(attempted, Step::Rung(at), fact);
            }
            None if record.ties.len() < 2 => told.elsewhere(attempted, Step::Choose, Fact::OnlyCandidate(node.clone())),
            None => {}
        }
        if record.ties.len() > 1 {
            let ties = record.ties.iter().map(|ix| name(attempt, *ix)).collect();
            told.elsewhere(attempted, Step::Choose, Fact::Drawn(ties));
        }
        told.findings
    }

    /// Why did the last preemption not take this pod?
    #[must_use]
    pub fn why_spared(&self, pod: &str) -> Vec<Finding> {
        let Some((count, attempt)) = self.last_preemption() else { return Vec::new() };
        let then = self.trace.frame(count);
        let record = attempt.preemption.as_ref().filter(|_| attempt.pod != *pod);
        let (Some(record), Some(view)) = (record, then.pods.get(pod)) else { return Vec::new() };
        let (Some(chosen), Some(node)) = (record.chosen, &view.node) else { return Vec::new() };
        if victims(record, chosen).iter().any(|victim| *victim == *pod) {
            return Vec::new();
        }
        let mut told = Teller::new(count);
        let by = &attempt.pod;
        let preemptor = then.pods.get(by).map_or(0, |view| view.pod.priority());
        if view.pod.priority() >= preemptor {
            told.at(Step::Eligible, Fact::NotLower(view.pod.priority(), by.clone(), preemptor));
        }
        let Some(ix) = attempt.nodes.iter().position(|it| it == node) else { return told.findings };
        if ix != chosen {
            told.at(Step::Choose, Fact::OtherNode(node.clone(), name(attempt, chosen)));
            not_preempted(&mut told, attempt, record, ix);
        } else if let Some((run, dry)) = dry_run(record, ix)
            && let Some(at) = reprieve(dry, pod)
        {
            told.at(Step::Reprieve(run, at), Fact::Spared(by.clone(), node.clone()));
        }
        told.findings
    }
}

/// Findings, most of them within one event.
struct Teller {
    count: usize,
    findings: Vec<Finding>,
}

impl Teller {
    fn new(count: usize) -> Self {
        Self { count, findings: Vec::new() }
    }

    fn at(&mut self, step: Step, fact: Fact) {
        self.elsewhere(self.count, step, fact);
    }

    fn elsewhere(&mut self, count: usize, step: Step, fact: Fact) {
        self.findings.push(Finding { fact, place: Some((count, step)) });
    }
}

fn name(attempt: &Attempt, ix: usize) -> Str {
    attempt.nodes.get(ix).cloned().unwrap_or_default()
}

/// The plugin that rejected a node, and why.
fn rejection(record: &NodeRecord, sheet: &Sheet) -> Option<(Str, Failure)> {
    let by = record.failed.first().map_or("", |(row, _)| sheet.filter(*row));
    record.verdict().err().map(|failure| (by.into(), failure))
}

/// The row by which one node gained most on another, and how many points.
fn most(attempt: &Attempt, ahead: usize, behind: usize) -> Option<(usize, i64)> {
    let gain = attempt.scores.rows.iter().enumerate().map(|(at, row)| {
        let points = |column: usize| row.weight * row.normalized.get(column).copied().unwrap_or(0);
        (at, points(ahead) - points(behind))
    });
    gain.max_by_key(|(at, points)| (*points, std::cmp::Reverse(*at))).filter(|(_, points)| *points > 0)
}

fn dry_run(record: &PreemptionRecord, node: usize) -> Option<(usize, &DryRun)> {
    record.dry_runs.iter().enumerate().find(|(_, run)| run.node == node)
}

/// The reprieve that asked about the pod.
fn reprieve(run: &DryRun, pod: &str) -> Option<usize> {
    run.reprieves.iter().position(|it| run.removed.get(it.pod).is_some_and(|info| info.pod == *pod))
}

fn victims(record: &PreemptionRecord, node: usize) -> Vec<Str> {
    let run = dry_run(record, node).map(|(_, run)| run);
    run.map_or_else(Vec::new, |run| {
        run.victims.iter().filter_map(|at| run.removed.get(*at)).map(|info| info.pod.clone()).collect()
    })
}

/// Why preemption did not make room on the node, or that it did.
fn not_preempted(told: &mut Teller, attempt: &Attempt, record: &PreemptionRecord, ix: usize) {
    let node = name(attempt, ix);
    if !record.potential.contains(&ix) {
        return told.at(Step::Potential, Fact::NotPotential(node));
    }
    let Some((run, dry)) = dry_run(record, ix) else {
        return told.at(Step::Potential, Fact::NotTried(node));
    };
    if let Some((_, failure)) = &dry.failure {
        return told.at(Step::Verdict(run), Fact::NoCandidate(node, failure.clone()));
    }
    if record.chosen == Some(ix) {
        return told.at(Step::Choose, Fact::ChosenNode(node, dry.victims.len()));
    }
    let count = |ix: usize| dry_run(record, ix).map_or(0, |(_, run)| run.victims.len());
    let dropped = record.ladder.iter().position(|rung| !rung.kept.contains(&ix));
    match (dropped, record.chosen) {
        (Some(at), _) => {
            let rung = &record.ladder[at];
            let value = |ix: usize| rung.values.iter().find(|(node, _)| *node == ix).map_or(0, |(_, value)| *value);
            let best = rung.kept.first().copied().unwrap_or(ix);
            let fact = Fact::Dropped(node, rung.rule, (value(ix), count(ix)), (value(best), count(best)));
            told.at(Step::Rung(at), fact);
        }
        (None, Some(chosen)) => told.at(Step::Choose, Fact::EqualNode(node, name(attempt, chosen))),
        (None, None) => {}
    }
}
