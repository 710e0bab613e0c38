//! The rollout of a Deployment at a moment, in the numbers of its status.

use api::{Millis, NamespacedName};
use serde::{Deserialize, Serialize};

/// A rollout that is not complete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rollout {
    pub deployment: NamespacedName,
    /// `spec.replicas`.
    pub replicas: usize,
    /// Number of pods of all its `ReplicaSet`s, of the current one, of available pods of the current one, and of all
    /// available pods.
    pub pods: usize,
    pub updated: usize,
    pub updated_available: usize,
    pub available: usize,
    /// Pods with older templates, by name.
    pub old_pods: Vec<NamespacedName>,
    /// `maxSurge` and `maxUnavailable` as numbers of pods: how many more pods than replicas there may be, and how many
    /// replicas may be unavailable.
    pub max_surge: usize,
    pub max_unavailable: usize,
    /// Whether all old pods are deleted before the first new one is created (`strategy.type: Recreate`).
    pub recreates: bool,
    /// `progressDeadlineSeconds`: how long it may take without progress; `None` if there is no limit.
    pub deadline: Option<Millis>,
    /// When it last made progress in this run: a new pod was created, a pod became ready, or an old one was removed.
    pub progressed_at: Millis,
}

impl Rollout {
    /// Returns the line that `kubectl rollout status` prints while it waits. Upstream: `DeploymentStatusViewer.Status`.
    #[must_use]
    pub fn status_line(&self) -> String {
        let name = format!("{:?}", self.deployment.name());
        let Self { replicas, pods, updated, available, .. } = self;
        if updated < replicas {
            return format!(
                "Waiting for deployment {name} rollout to finish: {updated} out of {replicas} new replicas have been updated..."
            );
        }
        if pods > updated {
            let old_count = pods - updated;
            return format!(
                "Waiting for deployment {name} rollout to finish: {old_count} old replicas are pending termination..."
            );
        }
        if available < updated {
            return format!(
                "Waiting for deployment {name} rollout to finish: {available} of {updated} updated replicas are available..."
            );
        }
        format!("deployment {name} successfully rolled out")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kubectl_waits_for_one_thing_after_the_other() {
        for (pods, updated, available, expected) in [
            (4, 1, 3, "1 out of 3 new replicas have been updated..."),
            (4, 3, 3, "1 old replicas are pending termination..."),
            (3, 3, 2, "2 of 3 updated replicas are available..."),
        ] {
            let deployment = NamespacedName::new("shop", "web");
            let rollout = Rollout { deployment, replicas: 3, pods, updated, available, ..Rollout::default() };
            let line = format!("Waiting for deployment \"web\" rollout to finish: {expected}");
            assert_eq!(rollout.status_line(), line);
        }
    }
}
