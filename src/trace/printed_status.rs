//! The STATUS column of `kubectl get pods`.

use api::{Condition, ConditionStatus, ContainerStatus, Pod, PodPhase, Str};

use super::{Phase, PodView};

impl PodView {
    /// The value of the STATUS column.
    #[must_use]
    pub fn status(&self) -> Str {
        let word = match self.phase {
            Phase::Pending if self.is_gated() => "SchedulingGated",
            Phase::Pending | Phase::Assumed | Phase::Waiting | Phase::PreBinding => "Pending",
            Phase::Bound => return container_reason(&self.pod).unwrap_or_else(|| "Pending".into()),
            Phase::Creating => "ContainerCreating",
            Phase::Running => return container_reason(&self.pod).unwrap_or_else(|| "Running".into()),
            Phase::Terminating => "Terminating",
            Phase::Succeeded => "Completed",
            Phase::Failed => {
                let reason = Some(&self.pod.status.reason).filter(|reason| !reason.is_empty()).cloned();
                return container_reason(&self.pod).or(reason).unwrap_or_else(|| "Failed".into());
            }
        };
        word.into()
    }
}

/// The reason of a waiting or terminated container, which `kubectl get pods` prints instead of the phase: that of an init container that has not
/// completed, or else that of the first container. Upstream: `printPod`.
fn container_reason(pod: &Pod) -> Option<Str> {
    let status = &pod.status;
    let ended = |container: &ContainerStatus| {
        let terminated = container.state.terminated.as_ref()?;
        Some(match (&terminated.reason, terminated.signal) {
            (reason, _) if !reason.is_empty() => reason.clone(),
            (_, 0) => format!("ExitCode:{}", terminated.exit_code).into(),
            (_, signal) => format!("Signal:{signal}").into(),
        })
    };
    let has_succeeded =
        |container: &&ContainerStatus| container.state.terminated.as_ref().is_some_and(|end| end.exit_code == 0);
    let init_count = status.init_container_statuses.len();
    let waiting_init = status.init_container_statuses.iter().enumerate().find(|(_, status)| !has_succeeded(status));
    if let Some((index, container)) = waiting_init.filter(|_| status.phase == PodPhase::Pending) {
        let blocking = container.blocking_reason().filter(|reason| **reason != "PodInitializing").cloned();
        let reason = ended(container).or(blocking);
        return Some(match reason {
            Some(reason) => format!("Init:{reason}").into(),
            None => format!("Init:{index}/{init_count}").into(),
        });
    }
    let reason_of = |container: &ContainerStatus| {
        let waiting = container.state.waiting.as_ref().map(|waiting| &waiting.reason);
        waiting.filter(|reason| !reason.is_empty()).cloned().or_else(|| ended(container))
    };
    let reason = status.container_statuses.iter().find_map(reason_of)?;
    let is_partly_running = status.container_statuses.iter().any(|container| container.ready == Some(true));
    match reason.as_str() {
        // Some of the containers have completed, others are running.
        "Completed" if is_partly_running => {
            let ready = Condition::ready_condition(&status.conditions);
            let is_ready = ready.is_some_and(|condition| condition.status == ConditionStatus::True);
            Some(if is_ready { "Running" } else { "NotReady" }.into())
        }
        _ => Some(reason),
    }
}
