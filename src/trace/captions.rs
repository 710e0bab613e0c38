//! The moments that a scenario's captions name.
//!
//! A caption may name a node that was filtered or a pod that was put back, which only the detail of an attempt knows. So
//! the worker looks for them while the scenario runs ([`Finder`]) and says where they are; the page finds the stops of the
//! playhead there ([`Found::moment`]).

use serde::{Deserialize, Serialize};

use api::manifest::{Anchor, Happening};
use record::{Attempt, PreemptionRecord};
use record::{Event, Queue, What};

use super::steps::{self, Moment, Step};

/// Where a caption belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The caption, by its number.
    pub caption: usize,
    /// How many events have happened then.
    pub events: usize,
    /// The step within the last of them.
    pub step: Step,
}

impl Found {
    /// The moment to stop at; `None` if the run has no such moment yet.
    #[must_use]
    pub fn moment(&self, moments: &[Moment]) -> Option<usize> {
        let from = moments.partition_point(|moment| moment.events < self.events);
        let within = moments[from..].iter().take_while(|moment| moment.events == self.events);
        // An event without a stop of its own is told with the next one.
        let at = from + within.map(|moment| moment.step).position(|stop| stop == self.step).unwrap_or(0);
        (at < moments.len()).then_some(at)
    }
}

/// Looks for the places of captions while a run goes on.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    /// What is still looked for, and how often it has to happen until then.
    wanted: Vec<(usize, Anchor, usize)>,
    events: usize,
}

impl Finder {
    /// Looks for what these anchors name.
    #[must_use]
    pub fn new<'a>(anchors: impl IntoIterator<Item = &'a Anchor>) -> Self {
        let wanted = anchors.into_iter().enumerate().map(|(caption, anchor)| (caption, anchor.clone(), anchor.nth));
        Self { wanted: wanted.filter(|(.., nth)| *nth > 0).collect(), events: 0 }
    }

    /// Takes in what happened next, and gives the captions that belong there. `attempt` is all that an attempt among these
    /// events found.
    pub fn look(&mut self, events: &[Event], attempt: Option<&Attempt>) -> Vec<Found> {
        let mut found = Vec::new();
        for event in events {
            self.events += 1;
            let count = self.events;
            self.wanted.retain_mut(|(caption, anchor, left)| {
                let places = places(anchor, &event.what, attempt);
                let place = places.get(*left - 1);
                found.extend(place.map(|step| Found { caption: *caption, events: count, step: *step }));
                *left -= places.len().min(*left - 1);
                place.is_none()
            });
        }
        found
    }
}

/// The steps of an event that an anchor names.
fn places(anchor: &Anchor, what: &What, attempt: Option<&Attempt>) -> Vec<Step> {
    match (what, attempt) {
        (What::Attempted(tried), Some(attempt)) => {
            steps::of_attempt(tried).into_iter().filter(|step| is_step(anchor, attempt, *step)).collect()
        }
        (what, _) if is_event(anchor, what) => vec![Step::Event],
        _ => Vec::new(),
    }
}

fn named(pattern: &str, name: &str) -> bool {
    pattern.is_empty() || pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}

fn is_event(anchor: &Anchor, what: &What) -> bool {
    use Happening as Is;
    let pod = |key: &str| named(&anchor.pod, key);
    let pair = |key: &str, node: &str| named(&anchor.pod, key) && named(&anchor.node, node);
    match (anchor.event, what) {
        (Is::Created, What::PodCreated { pod: made, .. }) => pod(&made.key()),
        (Is::Active, What::Queued { pod: key, queue: Queue::Active, .. })
        | (Is::Backoff, What::Queued { pod: key, queue: Queue::Backoff, .. })
        | (Is::Unschedulable, What::Queued { pod: key, queue: Queue::Unschedulable, .. })
        | (Is::Popped, What::Popped { pod: key, .. })
        | (Is::NominationCleared, What::NominationCleared { pod: key, .. })
        | (Is::Running, What::Running { pod: key, .. })
        | (Is::Terminating, What::Terminating { pod: key, .. })
        | (Is::Gone, What::PodRemoved(key)) => pod(key),
        (Is::Nominated, What::Nominated { pod: key, node })
        | (Is::Reserved, What::VolumesReserved { pod: key, node, .. })
        | (Is::Bound, What::Bound { pod: key, node }) => pair(key, node),
        (Is::Script, What::Script { text, .. }) | (Is::Printed, What::Printed { text, .. }) => {
            named(&anchor.other, text)
        }
        (Is::Counted, What::BudgetCounted(count)) => named(&anchor.other, &count.budget),
        (Is::EvictionAllowed, What::EvictionAnswered(it)) => it.answer.is_yes() && pod(&it.pod),
        (Is::EvictionRefused, What::EvictionAnswered(it)) => !it.answer.is_yes() && pod(&it.pod),
        (Is::Zone, What::ZoneChanged(zone)) => named(&anchor.other, &zone.name),
        (Is::Reconciled, What::Reconciled(it)) => named(&anchor.other, &it.workload),
        (Is::Budget, What::BudgetUpdated(_)) | (Is::End, What::End(_)) => true,
        _ => false,
    }
}

fn is_step(anchor: &Anchor, attempt: &Attempt, step: Step) -> bool {
    use Happening as Is;
    if !named(&anchor.pod, &attempt.pod) {
        return false;
    }
    let node = |ix: usize| attempt.nodes.get(ix).is_some_and(|name| named(&anchor.node, name));
    let preemption = |is: &dyn Fn(&PreemptionRecord) -> bool| attempt.preemption.as_ref().is_some_and(is);
    match (anchor.event, step) {
        (Is::Judged, Step::Filter(at)) => node(attempt.filter[at].node),
        (Is::ExtenderFilters, Step::ExtenderFilter(at)) => named(&anchor.other, &attempt.extenders[at].extender),
        (Is::ExtenderPreempts, Step::ExtenderPreempt(at)) => {
            preemption(&|it| named(&anchor.other, &it.extenders[at].extender))
        }
        (Is::Scored, Step::Score(at)) => at + 1 == attempt.scores.rows.len(),
        (Is::Lifted, Step::Lift(run)) => preemption(&|it| node(it.dry_runs[run].node)),
        (Is::Asked, Step::Reprieve(run, index)) => preemption(&|it| {
            let run = &it.dry_runs[run];
            node(run.node) && named(&anchor.other, &run.removed[run.reprieves[index].pod].pod)
        }),
        (Is::Rung, Step::Rung(at)) => preemption(&|it| named(&anchor.rule, &format!("{:?}", it.ladder[at].rule))),
        (Is::Preempts, Step::Choose) => preemption(&|it| it.chosen.is_some_and(node)),
        (Is::Selected, Step::Select)
        | (Is::Eligible, Step::Eligible)
        | (Is::Potential, Step::Potential)
        | (Is::Failed, Step::Failed) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use api::Millis;
    use record::{NodeRecord, Outcome, Rule, Rung, Tried};

    fn events() -> (Vec<Event>, Attempt) {
        let preemption = PreemptionRecord {
            potential: vec![0],
            ladder: vec![
                Rung { rule: Rule::FewestViolations, values: Vec::new(), kept: vec![0] },
                Rung { rule: Rule::FewestVictims, values: Vec::new(), kept: vec![0] },
            ],
            chosen: Some(0),
            ..PreemptionRecord::default()
        };
        let attempt = Attempt {
            pod: "default/a-1".into(),
            nodes: vec!["n".into()],
            filter: vec![NodeRecord {
                node: 0,
                failed: Vec::new(),
                nominated: Vec::new(),
                pass: 1,
                outside: None,
                refused: None,
            }],
            preemption: Some(preemption),
            outcome: Outcome::Failed { message: "0/1".into(), fit_error: true, rows: Vec::new() },
            ..Attempt::default()
        };
        let tried = Rc::new(Tried::of(&attempt, 0));
        let queued = What::Queued {
            pod: "default/a-1".into(),
            queue: Queue::Backoff,
            by: record::QueueEvent::NodeAdd,
            until: Some(Millis::of_seconds(1)),
        };
        let whats = [
            What::Popped { pod: "default/a-1".into(), attempt: 1 },
            What::Attempted(tried),
            What::Nominated { pod: "default/a-1".into(), node: "n".into() },
            queued,
            What::Popped { pod: "default/b".into(), attempt: 1 },
        ];
        (whats.into_iter().map(|what| Event { at: Millis::ZERO, what }).collect(), attempt)
    }

    #[test]
    fn anchors_find_their_moments() {
        let (events, attempt) = events();
        let moments = steps::moments(&events.iter().cloned().map(Rc::new).collect::<Vec<_>>());
        // In one piece or in several, the same is found.
        let find = |anchor: &Anchor| {
            let mut finder = Finder::new([anchor]);
            let mut found: Vec<Found> =
                events.iter().flat_map(|it| finder.look(std::slice::from_ref(it), Some(&attempt))).collect();
            assert_eq!(Finder::new([anchor]).look(&events, Some(&attempt)), found);
            found.pop().and_then(|found| found.moment(&moments))
        };
        let anchor = |event, pod: &str| Anchor { event, pod: pod.into(), ..Anchor::default() };
        let rule = |rule: &str| Anchor { rule: rule.into(), ..anchor(Happening::Rung, "") };
        let nth = |nth| Anchor { nth, ..anchor(Happening::Popped, "") };
        for (anchor, found) in [
            (anchor(Happening::Popped, "default/a-1"), Some(1)),
            (anchor(Happening::Popped, "default/a-*"), Some(1)),
            (anchor(Happening::Judged, ""), Some(2)),
            (rule("FewestVictims"), Some(6)),
            (rule("LatestStart"), None),
            (anchor(Happening::Preempts, "default/a-1"), Some(7)),
            (anchor(Happening::Failed, ""), Some(8)),
            (anchor(Happening::Nominated, ""), Some(9)),
            (anchor(Happening::Nominated, "default/b"), None),
            (anchor(Happening::Backoff, ""), Some(10)),
            (nth(2), Some(11)),
            (nth(3), None),
            (nth(0), None),
        ] {
            assert_eq!(find(&anchor), found, "{anchor:?}");
        }
    }
}
