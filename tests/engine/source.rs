//! The scheduler's functions along a run: at every step of every built-in scenario, under each release, one of them is at work.

use std::rc::Rc;

use schedscope::record::Attempt;
use schedscope::record::{Event, What};
use schedscope::releases::source::Role;
use schedscope::releases::{Release, source};
use schedscope::simulation::Simulation;
use schedscope::trace::calls::{self, Call, Name, Tree, Value};
use schedscope::trace::steps::{self, Moment, Step};

use crate::support::texts;

struct Run {
    release: Release,
    events: Vec<Rc<Event>>,
    moments: Vec<Moment>,
    attempts: Vec<Rc<Attempt>>,
}

fn run(text: &str, release: Release) -> Run {
    let scenario = texts::scenario(text, release);
    let mut attempts = Vec::new();
    let (_, events) = Simulation::new(scenario).watched(|attempt| attempts.push(Rc::clone(attempt)));
    let events: Vec<_> = events.into_iter().map(Rc::new).collect();
    Run { release, moments: steps::moments(&events), events, attempts }
}

impl Run {
    fn tree(&self, at: usize) -> Tree {
        Tree::at(self.release, &self.events, &self.moments, at)
    }

    /// The name of the function at work, and its call.
    fn call(&self, at: usize) -> (&'static str, Call) {
        let (tree, moment) = (self.tree(at), &self.moments[at]);
        let function = tree.source[tree.lit.expect("a function is at work")];
        let what = calls::what(&self.events, moment);
        let attempt = match what {
            Some(What::Attempted(tried)) => Some(&*self.attempts[tried.number]),
            _ => None,
        };
        (function.name, calls::of(function.role, moment.step, what, attempt))
    }

    /// The first call at such a step.
    fn first(&self, wanted: impl Fn(Step) -> bool) -> (&'static str, Call) {
        let at = self.moments.iter().position(|moment| wanted(moment.step)).expect("such a step");
        self.call(at)
    }
}

#[test]
fn one_function_is_at_work_at_every_step() {
    let mut walked = 0;
    for (name, text) in texts::built_in() {
        for release in Release::ALL {
            let run = run(&text, release);
            for (at, moment) in run.moments.iter().enumerate() {
                let tree = run.tree(at);
                let place = || format!("{name} {release} {moment:?}");
                let Some(lit) = tree.lit else {
                    assert_eq!(moment.step, Step::Start, "{}", place());
                    continue;
                };
                // Its callers lead from the root to it, one by one.
                let depths: Vec<usize> = tree.callers.iter().chain([&lit]).map(|at| tree.source[*at].depth).collect();
                assert_eq!(depths, (0..=tree.source[lit].depth).collect::<Vec<_>>(), "{}", place());
                assert!(tree.callers.iter().all(|it| source::below(tree.source, *it).contains(&lit)), "{}", place());
                assert!(!tree.returned(lit) && tree.times(lit) > 0, "{}", place());
                // Within an attempt there is always something to see of it.
                if matches!(calls::what(&run.events, moment), Some(What::Attempted(_))) {
                    let (_, call) = run.call(at);
                    assert!(!call.takes.is_empty() && !call.gives.is_empty(), "{}: {call:?}", place());
                }
                walked += 1;
            }
        }
    }
    assert!(walked > 4000, "{walked}");
}

#[test]
fn a_function_leads_to_its_next_call_in_the_same_turn() {
    let texts = texts::built_in();
    for (_, text) in texts.iter().filter(|(name, _)| ["ladder", "extender"].contains(&name.as_str())) {
        for release in Release::ALL {
            let run = run(text, release);
            let mut on = 0;
            for at in 0..run.moments.len() {
                let (tree, turn) = (run.tree(at), calls::turn(&run.events, &run.moments, at));
                assert!(turn.contains(&at));
                for function in 0..tree.source.len() {
                    let Some(to) = tree.next(function) else { continue };
                    let lit = run.tree(to).lit.expect("a function is at work");
                    assert!(source::below(tree.source, function).contains(&lit), "{release} {at} {function}");
                    assert!(turn.contains(&to), "{release} {at} {function}");
                    on += usize::from(to > at);
                }
            }
            assert!(on > 100, "{release}: {on}");
        }
    }
}

fn given(call: &Call, name: Name) -> Option<&Value> {
    call.gives.iter().chain(&call.takes).find(|fact| fact.name == name).map(|fact| &fact.value)
}

#[test]
fn values_are_those_of_the_step() {
    let text = include_str!("../../www/scenarios/ladder.yaml");
    let functions = [
        ("pickOneNodeForPreemption", "genericScheduler.Preempt", "podFitsOnNode"),
        ("pickOneNodeForPreemption", "SelectCandidate", "PodPassesFiltersOnNode"),
        ("pickOneNodeForPreemption", "SelectCandidate", "RunFilterPluginsWithNominatedPods"),
        ("pickOneNodeForPreemption", "SelectCandidate", "RunFilterPluginsWithNominatedPods"),
    ];
    for (release, (ladder, chooses, filters)) in Release::ALL.into_iter().zip(functions) {
        let run = run(text, release);
        let (name, call) = run.first(|step| matches!(step, Step::Filter(_)));
        assert_eq!(name, filters, "{release}");
        assert!(matches!(given(&call, Name::Status), Some(Value::Verdict(Some(_)))), "{release}: {call:?}");
        assert_eq!(run.first(|step| matches!(step, Step::Try(_))).0, filters, "{release}");

        // node-a breaks a budget, so the rule about budgets drops it.
        let violations = |step| matches!(step, Step::Rung(0));
        let (name, call) = run.first(violations);
        assert_eq!(name, ladder, "{release}");
        let Some(Value::Pairs(compared)) = given(&call, Name::Compared) else { panic!("{release}: {call:?}") };
        let of = |node: &str| compared.iter().find(|(name, _)| name == node).map(|(_, number)| *number);
        assert_eq!((of("node-a"), of("node-b")), (Some(1), Some(0)), "{release}");
        let Some(Value::Names(left)) = given(&call, Name::Left) else { panic!("{release}: {call:?}") };
        assert!(left.iter().all(|node| node != "node-a") && left.len() == 4, "{release}: {left:?}");

        let (name, call) = run.first(|step| step == Step::Choose);
        assert_eq!(name, chooses, "{release}");
        assert_eq!(given(&call, Name::Node), Some(&Value::Text("node-e".into())), "{release}");
        let Some(Value::Pods(victims)) = given(&call, Name::Victims) else { panic!("{release}: {call:?}") };
        assert_eq!(victims.len(), 2, "{release}: {victims:?}");

        // What returned says what came of it, by the time the node is chosen.
        let at = run.moments.iter().position(|moment| moment.step == Step::Choose).expect("a choice");
        let tree = run.tree(at);
        let eligible = source::place(tree.source, Role::Eligible).expect("it is in every release");
        assert!(tree.returned(eligible) && !tree.returned(tree.lit.expect("lit")), "{release}");
        // Five nodes were filtered, then tried; the rules are one call.
        let times = |role| tree.times(source::place(tree.source, role).expect("it is in every release"));
        assert_eq!([Role::Filter, Role::Victims, Role::Ladder, Role::Reprieve].map(times), [5, 5, 1, 10], "{release}");
    }
}
