//! The scheduler's functions during a run: exactly one is active at every step of every built-in scenario, under each release.

use std::rc::Rc;

use schedscope::{
    releases::{Release, call_graph, call_graph::Role},
    runlog::{Attempt, Event, EventKind},
    simulation::Simulation,
    trace::{
        calls::{self, CallTree, CallValue, FunctionCall, ValueName},
        steps::{self, Moment, Step},
    },
};

use crate::support::texts;

struct TracedRun {
    release: Release,
    events: Vec<Rc<Event>>,
    moments: Vec<Moment>,
    attempts: Vec<Rc<Attempt>>,
}

fn run(text: &str, release: Release) -> TracedRun {
    let scenario = texts::scenario(text, release);
    let mut attempts = Vec::new();
    let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
    let events: Vec<_> = events.into_iter().map(Rc::new).collect();
    TracedRun { release, moments: steps::moments(&events), events, attempts }
}

impl TracedRun {
    fn tree(&self, at: usize) -> CallTree {
        CallTree::at_moment(self.release, &self.events, &self.moments, at)
    }

    /// The name of the active function, and its call.
    fn call(&self, at: usize) -> (&'static str, FunctionCall) {
        let (tree, moment) = (self.tree(at), &self.moments[at]);
        let function = tree.source[tree.active.expect("a function is at work")];
        let what = calls::event_at(&self.events, moment);
        let attempt = match what {
            Some(EventKind::Attempted(tried)) => Some(&*self.attempts[tried.number]),
            _ => None,
        };
        (function.name, calls::call_of(function.role, moment.step, what, attempt))
    }

    /// The first call at a step that satisfies a condition.
    fn first(&self, wanted: impl Fn(Step) -> bool) -> (&'static str, FunctionCall) {
        let at = self.moments.iter().position(|moment| wanted(moment.step)).expect("such a step");
        self.call(at)
    }
}

#[test]
fn one_function_is_active_at_every_step() {
    let mut walked = 0;
    for (name, text) in texts::built_in() {
        for release in Release::ALL {
            let run = run(&text, release);
            for (at, moment) in run.moments.iter().enumerate() {
                let tree = run.tree(at);
                let place = || format!("{name} {release} {moment:?}");
                let Some(lit) = tree.active else {
                    assert_eq!(moment.step, Step::Start, "{}", place());
                    continue;
                };
                // Its callers form a path from the root.
                let depths: Vec<usize> = tree.callers.iter().chain([&lit]).map(|at| tree.source[*at].depth).collect();
                assert_eq!(depths, (0..=tree.source[lit].depth).collect::<Vec<_>>(), "{}", place());
                assert!(
                    tree.callers.iter().all(|caller| call_graph::callee_range(tree.source, *caller).contains(&lit)),
                    "{}",
                    place()
                );
                assert!(!tree.has_returned(lit) && tree.call_count(lit) > 0, "{}", place());
                // Within an attempt, the active function always has arguments or a result.
                if matches!(calls::event_at(&run.events, moment), Some(EventKind::Attempted(_))) {
                    let (_, call) = run.call(at);
                    assert!(!call.arguments.is_empty() && !call.results.is_empty(), "{}: {call:?}", place());
                }
                walked += 1;
            }
        }
    }
    assert!(walked > 4000, "{walked}");
}

#[test]
fn a_function_links_to_its_next_call_in_the_same_cycle() {
    let texts = texts::built_in();
    for (_, text) in texts.iter().filter(|(name, _)| ["ladder", "extender"].contains(&name.as_str())) {
        for release in Release::ALL {
            let run = run(text, release);
            let mut on = 0;
            for at in 0..run.moments.len() {
                let (tree, turn) = (run.tree(at), calls::cycle_moments(&run.events, &run.moments, at));
                assert!(turn.contains(&at));
                for function in 0..tree.source.len() {
                    let Some(to) = tree.next_call(function) else { continue };
                    let lit = run.tree(to).active.expect("a function is at work");
                    assert!(
                        call_graph::callee_range(tree.source, function).contains(&lit),
                        "{release} {at} {function}"
                    );
                    assert!(turn.contains(&to), "{release} {at} {function}");
                    on += usize::from(to > at);
                }
            }
            assert!(on > 100, "{release}: {on}");
        }
    }
}

fn value_of(call: &FunctionCall, name: ValueName) -> Option<&CallValue> {
    call.results.iter().chain(&call.arguments).find(|fact| fact.name == name).map(|fact| &fact.value)
}

#[test]
fn arguments_and_results_are_those_of_the_step() {
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
        assert!(matches!(value_of(&call, ValueName::Status), Some(CallValue::Verdict(Some(_)))), "{release}: {call:?}");
        assert_eq!(run.first(|step| matches!(step, Step::Try(_))).0, filters, "{release}");

        // Preemption on node-a would violate a budget, so the rule about budgets drops it.
        let violations = |step| matches!(step, Step::Rung(0));
        let (name, call) = run.first(violations);
        assert_eq!(name, ladder, "{release}");
        let Some(CallValue::Pairs(compared)) = value_of(&call, ValueName::Compared) else {
            panic!("{release}: {call:?}")
        };
        let of = |node: &str| compared.iter().find(|(name, _)| name == node).map(|(_, number)| *number);
        assert_eq!((of("node-a"), of("node-b")), (Some(1), Some(0)), "{release}");
        let Some(CallValue::Names(left)) = value_of(&call, ValueName::Left) else { panic!("{release}: {call:?}") };
        assert!(left.iter().all(|node| node != "node-a") && left.len() == 4, "{release}: {left:?}");

        let (name, call) = run.first(|step| step == Step::Choose);
        assert_eq!(name, chooses, "{release}");
        assert_eq!(value_of(&call, ValueName::Node), Some(&CallValue::Text("node-e".into())), "{release}");
        let Some(CallValue::Pods(victims)) = value_of(&call, ValueName::Victims) else { panic!("{release}: {call:?}") };
        assert_eq!(victims.len(), 2, "{release}: {victims:?}");

        // When the node is chosen, the functions that have returned show their results.
        let at = run.moments.iter().position(|moment| moment.step == Step::Choose).expect("a choice");
        let tree = run.tree(at);
        let eligible = call_graph::function_index(tree.source, Role::Eligible).expect("it is in every release");
        assert!(tree.has_returned(eligible) && !tree.has_returned(tree.active.expect("lit")), "{release}");
        // Five nodes were filtered, then dry-run; the rules are one call.
        let times =
            |role| tree.call_count(call_graph::function_index(tree.source, role).expect("it is in every release"));
        assert_eq!([Role::Filter, Role::Victims, Role::Ladder, Role::Reprieve].map(times), [5, 5, 1, 10], "{release}");
    }
}
