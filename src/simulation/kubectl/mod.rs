//! `kubectl`: executes the actions of the script, and prints what kubectl prints.

mod apply;
mod drain;
mod edit;
mod merge;
pub(crate) mod state;

pub use drain::NeededFlag;

use std::rc::Rc;

use api::{ApiObject, Kind, NamespacedName, Node, Pod, Taint, TaintEffect};
use runlog::{Deletion, EventKind, EvictionAnswer};

use self::state::Kubectl;
use super::{
    action::{ClusterAction, describe_put, format_taint},
    client::Component,
    task::KubectlTask,
};

impl Component<'_, Kubectl> {
    pub(crate) fn run_task(&mut self, task: KubectlTask) {
        match task {
            KubectlTask::RunAction(index) => {
                if let Some(action) = self.begin_action(index) {
                    self.perform_action(index, action);
                }
            }
            KubectlTask::Evict(number, pod) => self.evict_for_drain(number, &pod),
            KubectlTask::CheckDrained(number, pod) => self.finish_drained_pod(number, &pod),
            KubectlTask::TimeOutDrain(number) => self.time_out_drain(number),
        }
    }

    /// Executes an action that [only creates](ClusterAction::creates_only) a pod or a node, which needs no controller. It is separate from other actions, so
    /// that a program without the controllers' chunk needs no code for them.
    pub(crate) fn run_creation(&mut self, index: usize) {
        let script = Rc::clone(&self.state().script);
        let (object, error) = match &script[index] {
            ClusterAction::Create(object) => {
                (object, self.namespace_error(object).or_else(|| self.already_exists_error(object)))
            }
            ClusterAction::Apply(object, _) => (object, self.namespace_error(object)),
            other => return debug_assert!(false, "{other:?} creates more than a pod or a node"),
        };
        let is_by_kubectl = matches!(object, ApiObject::Pod(_));
        self.emit(EventKind::Script { index, text: describe_put("create", object).into(), is_by_kubectl });
        match (error, object) {
            (Some(text), _) => self.print_line(true, text),
            (None, ApiObject::Pod(pod)) => self.request_pod(Pod::clone(pod)),
            (None, ApiObject::Node(node)) => self.create_node(Node::clone(node)),
            (None, other) => debug_assert!(false, "{other:?} is no pod and no node"),
        }
    }

    /// Records an action of the script. Returns the action to execute, with an applied object merged with the stored one, or `None` if it is an
    /// error.
    fn begin_action(&mut self, index: usize) -> Option<ClusterAction> {
        let mut action = self.state().script[index].clone();
        if let ClusterAction::Apply(ApiObject::Pod(pod), _) = &mut action
            && !self.settings().gates.generic_workload
            && self.pod(&pod.key()).is_some()
        {
            // The API server drops the field, so it does not count as a change.
            pod.spec.scheduling_group = None;
        }
        self.emit(EventKind::Script {
            index,
            text: action.describe_command().into(),
            is_by_kubectl: action.is_by_kubectl(),
        });
        if let ClusterAction::Apply(object, nulls) = &mut action {
            self.merge_applied(object, nulls);
        }
        let flow = self.settings().flow;
        let error = self.not_found_error(&action).or_else(|| self.invalid_action_error(&action, &flow));
        if let Some(text) = error {
            self.print_line(true, text);
            return None;
        }
        Some(action)
    }

    fn perform_action(&mut self, index: usize, action: ClusterAction) {
        match action {
            ClusterAction::Create(object) => self.put_object(object),
            ClusterAction::Apply(object, _) => {
                let text = match &self.state().script[index] {
                    ClusterAction::Apply(text, _) => Rc::new(text.clone()),
                    _ => Rc::new(object.clone()),
                };
                self.apply_object(object, text);
            }
            ClusterAction::Replace(object) => {
                let text = Rc::new(object.clone());
                self.apply_object(object, text);
            }
            ClusterAction::UpdateNode(node) => self.update_node(*node),
            ClusterAction::Delete(key) => {
                self.forget_applied(&key);
                self.delete_object(&key);
            }
            ClusterAction::Label(key, changes) if key.kind == Kind::Node => self.label_node(&key.name, &changes),
            ClusterAction::Label(key, changes) if key.kind == Kind::Namespace => {
                self.label_namespace(&key.name, &changes);
            }
            ClusterAction::Label(key, changes) => {
                self.label_pod(&NamespacedName::new(&key.namespace, &key.name), &changes);
            }
            ClusterAction::Scale(kind, key, replicas) => self.scale_workload(kind, &key, replicas),
            ClusterAction::ResizePod { pod, container, requests } => self.resize_pod(&pod, &container, &requests),
            ClusterAction::Ungate(key, gates) => self.remove_gates(&key, &gates),
            ClusterAction::Evict(key) => self.request_eviction(&key),
            ClusterAction::Drain(drain) => self.start_drain(&drain),
            ClusterAction::SetReadiness(name, readiness) => self.deliver_machine_state(&name, readiness),
            ClusterAction::Cordon(name, is_cordoned) => self.cordon_node(&name, is_cordoned),
            // The error was printed when the action began.
            ClusterAction::Reject(_) => {}
            ClusterAction::Taint(name, taint) => self.edit_node(&name, |node| node.spec.taints.push(taint)),
            ClusterAction::Untaint(name, key, effect) => {
                let goes = |taint: &Taint| {
                    taint.key == key && (matches!(effect, TaintEffect::Unset) || taint.effect == effect)
                };
                if !self.node(&name).is_some_and(|node| node.spec.taints.iter().any(goes)) {
                    let taint = format_taint(&key, &effect);
                    return self.print_line(true, format!("error: taint {taint:?} not found"));
                }
                self.edit_node(&name, |node| node.spec.taints.retain(|taint| !goes(taint)));
            }
        }
    }

    /// Requests one eviction without retries.
    fn request_eviction(&mut self, key: &NamespacedName) {
        if let EvictionAnswer::Refused { code, message, .. } = self.evict_pod(key, Deletion::Evicted, None) {
            let reason = match code {
                429 => " (TooManyRequests)",
                403 => " (Forbidden)",
                _ => "",
            };
            self.print_line(true, format!("Error from server{reason}: {message}"));
        }
    }
}
