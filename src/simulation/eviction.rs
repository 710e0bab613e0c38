//! The Eviction API and `kubectl drain`: unlike preemption, they never violate a budget.
//!
//! Upstream: `EvictionREST.Create` and `checkAndDecrement` in the API server; `drain.Helper` in kubectl.

use std::rc::Rc;

use api::{Millis, PodPhase, Str, Time, WorkloadKind};

use super::action::Drain;
use super::agenda::{PodId, Task};
use super::state::{PodState, Simulation};
use record::{Deletion, What};

/// How long kubectl waits before it asks again.
const RETRY: Millis = Millis::of_seconds(5);

impl Simulation {
    /// `kubectl drain`: cordons the node, then evicts its pods, those of daemons excepted.
    pub(super) fn drain(&mut self, drain: &Drain) {
        self.cordon(&drain.node, true);
        self.print(false, format!("node/{} cordoned", drain.node));
        let here = |state: &&PodState| state.bound && state.node.as_ref() == Some(&drain.node);
        let on_node: Vec<_> = self.pods.values().filter(here).map(|state| Rc::clone(&state.info.pod)).collect();
        let owner = |pod: &api::Pod| pod.metadata.controller().cloned();
        let names = |pods: &[&Rc<api::Pod>]| pods.iter().map(|pod| pod.key()).collect::<Vec<_>>().join(", ");
        let (daemons, others): (Vec<_>, Vec<_>) = on_node
            .iter()
            .partition(|pod| owner(pod).is_some_and(|owner| owner.workload() == Some(WorkloadKind::DaemonSet)));
        let orphans: Vec<_> = others.iter().copied().filter(|pod| owner(pod).is_none()).collect();
        if !orphans.is_empty() && !drain.force {
            let text = "cannot delete Pods that declare no controller (use --force to override): ";
            return self.print(true, format!("{text}{}", names(&orphans)));
        }
        if !daemons.is_empty() {
            self.print(true, format!("ignoring DaemonSet-managed Pods: {}", names(&daemons)));
        }
        if !orphans.is_empty() {
            self.print(true, format!("deleting Pods that declare no controller: {}", names(&orphans)));
        }
        for pod in others {
            let key: Str = pod.key().into();
            self.print(false, format!("evicting pod {key}"));
            self.evict(&key, drain.grace);
        }
    }

    /// Asks for an eviction, again and again until it is granted.
    pub(super) fn evict(&mut self, key: &Str, grace: Option<i64>) {
        let Some(pod) = self.pods.get(key).map(|state| Rc::clone(&state.info.pod)) else { return };
        if pod.is_terminating() {
            return;
        }
        match self.allow_eviction(key) {
            Ok(()) => self.delete_with_grace(key, Deletion::Drained, grace),
            Err(why) => {
                let (name, namespace) = (&pod.metadata.name, &pod.metadata.namespace);
                let text =
                    format!("error when evicting pods/\"{name}\" -n \"{namespace}\" (will retry after 5s): {why}");
                self.print(true, text);
                let id = PodId { key: key.clone(), uid: pod.metadata.uid.clone() };
                self.agenda.add(self.now + RETRY, Task::Evict(id, grace));
            }
        }
    }

    /// Takes one disruption off the pod's budget, if it has one and that allows it.
    fn allow_eviction(&mut self, key: &str) -> Result<(), String> {
        let Some(state) = self.pods.get(key) else { return Ok(()) };
        let pod = Rc::clone(&state.info.pod);
        // Evicting a pod that is not running yet, or no longer, disrupts nothing.
        if matches!(pod.status.phase, PodPhase::Unset | PodPhase::Pending) || pod.status.phase.is_over() {
            return Ok(());
        }
        let ready = self.is_ready(key);
        let covers = |budget: &api::PodDisruptionBudget| {
            budget.metadata.namespace == pod.metadata.namespace
                && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels))
        };
        let mut covering = self.objects.budgets.iter().enumerate().filter(|(_, budget)| covers(budget));
        let Some((at, budget)) = covering.next() else { return Ok(()) };
        if covering.next().is_some() {
            return Err("This pod has more than one PodDisruptionBudget, which the eviction subresource does not \
                        support."
                .into());
        }
        let status = &budget.status;
        let is_safe = status.current_healthy >= status.desired_healthy && status.desired_healthy > 0;
        if self.flow.unready_pods_go_freely && !ready && is_safe {
            return Ok(());
        }
        if status.disruptions_allowed <= 0 {
            return Err("Cannot evict pod as it would violate the pod's disruption budget.".into());
        }
        let mut changed = (**budget).clone();
        debug_assert!(changed.status.disruptions_allowed > 0, "a budget allows what is taken off it");
        changed.status.disruptions_allowed -= 1;
        let now = Time(self.wall_clock(self.now));
        changed.status.disrupted_pods.insert(pod.metadata.name.clone(), now.to_string().into());
        let changed = Rc::new(changed);
        self.objects.budgets[at] = Rc::clone(&changed);
        self.emit(What::BudgetUpdated(changed));
        Ok(())
    }

    /// A line that kubectl prints.
    pub(super) fn print(&mut self, warning: bool, text: String) {
        self.emit(What::Printed { warning, text: text.into() });
    }
}
