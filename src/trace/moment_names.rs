//! Names of moments, for links: the kind of event, its subject, and the number of its occurrence.
//!
//! A name such as `preempts:web`, `judged.2.3:web` (in its second attempt, the third node) or `bind:kube-system/dns` stays valid when moments are
//! counted in another way. It is derived from the log alone, so the page needs no details to create one or to find its moment.

use std::{
    fmt::{self, Display, Formatter},
    rc::Rc,
};

use api::{Str, Table};
use runlog::{AttemptSummary, Event, EventKind, LadderRule, Point};

use super::{
    group_steps::GroupStep,
    steps::{Moment, Step},
};

/// Pods and claims of this namespace are named without it.
const DEFAULT: &str = "default/";

/// The steps of an attempt, in order. `rung` stands for any rule of the tie-break.
const STEPS: [&str; 16] = [
    "preFilter",
    "firstPass",
    "judged",
    "extenderFilters",
    "scored",
    "selected",
    "eligible",
    "potential",
    "lifted",
    "tried",
    "asked",
    "verdict",
    "extenderPreempts",
    "rung",
    "preempts",
    "failed",
];

/// The name of a moment, as in links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentName {
    /// The kind of event or step.
    what: Str,
    /// The subject, such as a pod; may be empty.
    about: Str,
    /// The number of the occurrence, from 1; for a step of an attempt, the number of the pod's attempt.
    nth: usize,
    /// For a step of an attempt: its number among the steps of its kind, from 1.
    within: usize,
}

/// The index of the moment that a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMatch {
    /// The moment that has this name.
    Exact(usize),
    /// The run has no such moment; this is the closest one before.
    Near(usize),
}

impl MomentName {
    /// The name of the moment with index `at`.
    #[must_use]
    pub fn of_moment(events: &[Rc<Event>], moments: &[Moment], at: usize) -> Option<Self> {
        moment_names(events, moments).nth(at)
    }

    /// Parses a name; `None` if the text is not a name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (what, about) = text.split_once(':').unwrap_or((text, ""));
        let mut parts = what.split('.');
        let what =
            parts.next().filter(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
        let mut number = || match parts.next() {
            None => Some(1),
            Some(digits) => digits.parse().ok().filter(|number| *number > 0),
        };
        let (nth, within) = (number()?, number()?);
        let about = about.strip_prefix(DEFAULT).unwrap_or(about);
        parts.next().is_none().then(|| Self { what: what.into(), about: about.into(), nth, within })
    }

    /// The moment with this name, or the closest one before.
    #[must_use]
    pub fn find_moment(&self, events: &[Rc<Event>], moments: &[Moment]) -> NameMatch {
        let mut nearest = (0, 0);
        for (at, name) in moment_names(events, moments).enumerate() {
            if name == *self {
                return NameMatch::Exact(at);
            }
            let nearness = self.distance_rank(&name);
            if nearness > 0 {
                nearest = nearest.max((nearness, at));
            }
        }
        NameMatch::Near(nearest.1)
    }

    /// How well another moment replaces this one, if it is not later: an earlier occurrence of the same step ranks highest, then an earlier step of
    /// the same attempt, an earlier attempt, and anything else about the same subject.
    fn distance_rank(&self, other: &Self) -> usize {
        let place = |name: &Self| STEPS.iter().position(|step| *step == name.kind());
        match (place(self), place(other)) {
            _ if other.about != self.about => 0,
            (Some(our_step), Some(other_step))
                if (other.nth, other_step, other.within) < (self.nth, our_step, self.within) =>
            {
                3
            }
            (None, None) if other.what == self.what && other.nth < self.nth => 3,
            (Some(_), Some(_)) => 0,
            _ => 1,
        }
    }

    /// The kind of step; all rules of the tie-break are one kind.
    fn kind(&self) -> &str {
        if RULES.iter().any(|(_, rule)| self.what == *rule) { "rung" } else { &self.what }
    }
}

impl Display for MomentName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if (self.nth, self.within) != (1, 1) {
            write!(f, ".{}", self.nth)?;
        }
        if self.within != 1 {
            write!(f, ".{}", self.within)?;
        }
        if !self.about.is_empty() {
            write!(f, ":{}", self.about)?;
        }
        Ok(())
    }
}

/// The names of all moments, in order.
fn moment_names<'r>(events: &'r [Rc<Event>], moments: &'r [Moment]) -> impl Iterator<Item = MomentName> + 'r {
    // The number of occurrences of each event so far, and the number of events up to the current attempt.
    let mut times: Table<(&'static str, Str), usize> = Table::new();
    let mut attempt = 0;
    moments.iter().map(move |moment| {
        let event = moment.events.checked_sub(1).and_then(|last| events.get(last)).map(|event| &event.what);
        let (what, about, within) = match (moment.step, event) {
            (Step::Start, _) | (_, None) => ("start", Str::default(), 1),
            (step, Some(EventKind::Attempted(attempt_summary))) => {
                let (what, within) = step_name(step, attempt_summary);
                (what, attempt_summary.pod.as_text().clone(), within)
            }
            (Step::Group(step), Some(what)) => (group_step_name(step), what.name_and_subject().1, 1),
            (Step::Point(point), Some(what)) => (point_name(point), what.name_and_subject().1, 1),
            (_, Some(what)) => {
                let (what, about) = what.name_and_subject();
                (what, about, 1)
            }
        };
        let about = about.strip_prefix(DEFAULT).map_or_else(|| about.clone(), Str::from);
        let is_attempt_step = matches!(event, Some(EventKind::Attempted(_))) && moment.step != Step::Start;
        let count = times.or_default((if is_attempt_step { "attempt" } else { what }, about.clone()));
        if !is_attempt_step || std::mem::replace(&mut attempt, moment.events) != moment.events {
            *count += 1;
        }
        MomentName { what: what.into(), about, nth: *count, within }
    })
}

const RULES: [(LadderRule, &str); 6] = [
    (LadderRule::NoVictims, "noVictims"),
    (LadderRule::FewestViolations, "fewestViolations"),
    (LadderRule::LowestFirstPriority, "lowestFirstPriority"),
    (LadderRule::SmallestPrioritySum, "smallestPrioritySum"),
    (LadderRule::FewestVictims, "fewestVictims"),
    (LadderRule::LatestStart, "latestStart"),
];

/// The name of a step in an attempt, and its number among the steps of its kind.
fn step_name(step: Step, attempt_summary: &AttemptSummary) -> (&'static str, usize) {
    let preemption = attempt_summary.preemption.as_ref();
    match step {
        Step::Start | Step::Event | Step::Point(_) => ("attempted", 1),
        Step::Group(step) => (group_step_name(step), 1),
        Step::PreFilter => ("preFilter", 1),
        Step::FirstPass(at) => ("firstPass", at + 1),
        Step::Filter(at) => ("judged", at + 1),
        Step::ExtenderFilter(at) => ("extenderFilters", at + 1),
        Step::Score(at) => ("scored", at + 1),
        Step::Select => ("selected", 1),
        Step::Eligible => ("eligible", 1),
        Step::Potential => ("potential", 1),
        Step::Lift(run) => ("lifted", run + 1),
        Step::Try(run) => ("tried", run + 1),
        Step::Reprieve(run, at) => {
            let before = preemption.and_then(|preemption| preemption.dry_runs.get(..run)).unwrap_or_default();
            ("asked", before.iter().map(|dry_run| dry_run.reprieves as usize).sum::<usize>() + at + 1)
        }
        Step::Verdict(run) => ("verdict", run + 1),
        Step::ExtenderPreempt(at) => ("extenderPreempts", at + 1),
        Step::Rung(at) => {
            let rule = preemption.and_then(|preemption| preemption.ladder.get(at));
            let rule_name = RULES.iter().find(|(rule_kind, _)| Some(rule_kind) == rule);
            rule_name.map_or(("rung", at + 1), |(_, name)| (name, 1))
        }
        Step::Choose => ("preempts", 1),
        Step::Failed => ("failed", 1),
    }
}

fn group_step_name(step: GroupStep) -> &'static str {
    match step {
        GroupStep::Snapshot => "groupSnapshot",
        GroupStep::Member(_) => "member",
        GroupStep::Placement(_) => "placement",
        GroupStep::Units => "units",
        GroupStep::WithoutUnits => "withoutUnits",
        GroupStep::Reprieve(_) => "unitAsked",
        GroupStep::Victims => "unitVictims",
        GroupStep::Forget => "placementForgotten",
        GroupStep::Verdict => "groupAttempted",
        GroupStep::Messages => "groupMessages",
        GroupStep::Bind => "groupBound",
        GroupStep::Stragglers => "stragglers",
    }
}

fn point_name(point: Point) -> &'static str {
    match point {
        Point::QueueSort => "queueSort",
        Point::PreFilter => "preFilter",
        Point::Filter => "filter",
        Point::PostFilter => "postFilter",
        Point::PreScore => "preScore",
        Point::Score => "score",
        Point::NormalizeScore => "normalizeScore",
        Point::Reserve => "reserve",
        Point::Permit => "permit",
        Point::PreBind => "preBind",
        Point::Bind => "bind",
        Point::PostBind => "postBind",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::steps;

    /// The runs of all built-in scenarios under all releases, each with a description.
    fn runs() -> impl Iterator<Item = (String, Vec<Rc<Event>>)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/scenarios");
        let mut files: Vec<_> =
            folder.read_dir().expect("scenarios").map(|file| file.expect("a file").path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "yaml"));
        assert!(files.len() > 20, "the scenarios are there");
        files.into_iter().flat_map(|file| Release::ALL.map(|release| (file.clone(), release))).map(|(file, release)| {
            let manifest = manifest::load_for(&std::fs::read_to_string(&file).expect("a text"), Some(release))
                .expect("a manifest");
            let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
            let events = Simulation::new(scenario).run_to_end().1.into_iter().map(Rc::new).collect();
            (format!("{} {release}", file.display()), events)
        })
    }

    #[test]
    fn every_moment_has_a_name_that_finds_it_again() {
        for (run, events) in runs() {
            let moments = steps::moments(&events);
            for at in 0..moments.len() {
                let name = MomentName::of_moment(&events, &moments, at).expect("a name").to_string();
                let read = MomentName::parse(&name).unwrap_or_else(|| panic!("{run}: {name} cannot be read"));
                assert_eq!(read.to_string(), name, "{run}");
                assert_eq!(read.find_moment(&events, &moments), NameMatch::Exact(at), "{run}: {name}");
                assert!(name.len() < 80 && !name.contains(['&', '#', '%', ' ']), "{run}: {name}");
            }
        }
    }

    #[test]
    fn what_is_not_there_leads_to_the_nearest_before() {
        let (_, events) = runs().find(|(run, _)| run.ends_with("ladder.yaml v1.34")).expect("it is there");
        let moments = steps::moments(&events);
        let names: Vec<String> = moment_names(&events, &moments).map(|name| name.to_string()).collect();
        for (name, near) in [
            ("judged.1.99:preemptor", "judged.1.5:preemptor"),
            ("asked.1.99:preemptor", "asked.1.10:preemptor"),
            ("asked.9:preemptor", "selected.3:preemptor"),
            ("noVictims:preemptor", "verdict.1.5:preemptor"),
            ("popped.7:preemptor", "popped.3:preemptor"),
            ("waits:preemptor", "running:preemptor"),
            ("bind:nobody", "start"),
            ("dances:default/preemptor", "running:preemptor"),
        ] {
            let NameMatch::Near(at) = MomentName::parse(name).expect("a name").find_moment(&events, &moments) else {
                panic!("{name}")
            };
            assert_eq!(names[at], near, "{name} in {names:#?}");
        }
    }

    #[test]
    fn what_is_no_name_is_not_read() {
        for wrong in ["", ":web", "judged.0:web", "judged.1.1.1", "judged.x", "a b", "judged.-1", "%41"] {
            assert_eq!(MomentName::parse(wrong), None, "{wrong}");
        }
        assert_eq!(MomentName::parse("bind:default/web"), MomentName::parse("bind.1.1:web"));
    }
}
