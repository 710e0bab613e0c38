//! Upstream's random choices in a recorded cycle of a pod group.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use schedscope::{
    api::{NamespacedName, Str},
    runlog::Purpose,
    scheduler::framework::Chooser,
};
use serde_json::Value;

/// A chooser that repeats upstream's random choices.
#[derive(Clone, Default)]
pub(crate) struct Recorded(pub Rc<RefCell<Choices>>);

/// The choices of a recorded cycle.
#[derive(Default)]
pub(crate) struct Choices {
    /// The chosen node for each attempt of a member, in all simulations, in order.
    tries: VecDeque<Str>,
    /// The chosen node for the current attempt.
    node: Str,
    members: Vec<Str>,
    placements: Vec<Str>,
    units: Vec<Str>,
    placement: Str,
}

fn text(value: &Value) -> Str {
    value.as_str().unwrap_or_default().into()
}

fn texts(value: &Value) -> Vec<Str> {
    value.as_array().into_iter().flatten().map(text).collect()
}

impl Recorded {
    /// Reads the choices of a recorded cycle. In recorded runs, simulations have only the nodes of their members.
    pub(crate) fn learn(&self, cycle: &Value) {
        let mut choices = Choices::default();
        let mut order = Vec::new();
        let placement = &cycle["placement"];
        let mut run = |run: &Value| {
            if let Some(members) = run["members"].as_array() {
                order = members.iter().map(|member| text(&member["pod"])).collect();
                choices.tries.extend(members.iter().map(|member| text(&member["node"])));
            } else if run["nodes"].is_object() {
                choices.tries.extend(order.iter().map(|member| text(&run["nodes"][member.as_str()])));
            }
        };
        match placement["results"].as_array() {
            Some(results) => results.iter().for_each(&mut run),
            None => run(cycle),
        }
        let preemption = &cycle["workloadAwarePreemption"];
        run(&preemption["allRemoved"]);
        for reprieve in preemption["reprieve"].as_array().into_iter().flatten() {
            run(if reprieve["run"].is_object() { &reprieve["run"] } else { reprieve });
        }
        choices.members = texts(&cycle["order"]);
        let results = placement["results"].as_array().into_iter().flatten().map(|result| text(&result["placement"]));
        let all = placement["placements"].as_array().into_iter().flatten().map(|one| text(&one["name"]));
        choices.placements = results.chain(all).collect();
        choices.placement = text(&placement["chosen"]);
        let units = preemption["potentialVictims"].as_array().into_iter().flatten();
        choices.units = units.map(|unit| text(&unit["pods"][0])).collect();
        *self.0.borrow_mut() = choices;
    }

    /// Sets the node for the next attempt of a single pod.
    pub(crate) fn expect_node(&self, node: Str) {
        self.0.borrow_mut().node = node;
    }
}

impl Chooser for Recorded {
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize {
        let choices = self.0.borrow();
        let earliest = |order: &[Str]| {
            let place = |at: &usize| order.iter().position(|other| *other == name(*at)).unwrap_or(usize::MAX);
            (0..n).min_by_key(place).unwrap_or(0)
        };
        let named = |wanted: &Str| (0..n).find(|at| name(*at) == *wanted).unwrap_or(0);
        match purpose {
            Purpose::DryRunOffset => 0,
            Purpose::Host | Purpose::VictimNode => named(&choices.node),
            Purpose::MemberOrder => earliest(&choices.members),
            Purpose::PlacementOrder => earliest(&choices.placements),
            Purpose::VictimOrder => earliest(&choices.units),
            Purpose::Placement => named(&choices.placement),
        }
    }

    fn begin_member(&mut self, _: &NamespacedName) {
        let mut choices = self.0.borrow_mut();
        choices.node = choices.tries.pop_front().unwrap_or_default();
    }
}
