//! Sample configurations, which fill nodes up instead of spreading pods.

use crate::Release;

/// Returns a document that the release reads and that differs from its defaults.
#[must_use]
pub fn sample(release: Release) -> &'static str {
    match release {
        Release::V1_16 => {
            "apiVersion: v1\nkind: Policy\npriorities:\n- {name: MostRequestedPriority, weight: 1}\n\
             - {name: SelectorSpreadPriority, weight: 1}\n- {name: InterPodAffinityPriority, weight: 1}\n\
             - {name: NodeAffinityPriority, weight: 1}\n- {name: TaintTolerationPriority, weight: 1}\n"
        }
        Release::V1_20 => {
            "apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\nprofiles:\n\
             - schedulerName: default-scheduler\n  plugins:\n    score:\n      disabled:\n      - name: NodeResourcesLeastAllocated\n\
             \x20     enabled:\n      - name: NodeResourcesMostAllocated\n        weight: 1\n"
        }
        Release::V1_34 | Release::V1_36 => {
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n\
             - schedulerName: default-scheduler\n  pluginConfig:\n  - name: NodeResourcesFit\n    args:\n      scoringStrategy:\n\
             \x20       type: MostAllocated\n        resources:\n        - {name: cpu, weight: 1}\n        - {name: memory, weight: 1}\n"
        }
    }
}
