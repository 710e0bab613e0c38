//! What changed from one minor release to the next, in English.

use super::En;
use crate::catalogue::minors::Sentences;
use releases::minors::Fact;

impl Sentences for En {
    fn differs(&self, minor: u32, release: &str, count: usize) -> String {
        match count {
            0 => format!("No decision is known to differ between v1.{minor} and {release}"),
            1 => format!("What differs between v1.{minor} and {release}: 1 change"),
            _ => format!("What differs between v1.{minor} and {release}: {count} changes"),
        }
    }

    fn fact(&self, since: u32, fact: Fact) -> String {
        let says = match fact {
            Fact::Scores => "plugins score nodes from 0 to 100; before, from 0 to 10, so more nodes were equally good",
            Fact::SpreadConstraints => "topologySpreadConstraints count; before, they were ignored",
            Fact::Overhead => "the overhead of a RuntimeClass counts as requested; before, it did not",
            Fact::Profiles => "one scheduler can have several profiles, chosen by schedulerName",
            Fact::NeverPreempts => "pods with preemptionPolicy: Never evict nobody; before, the field was ignored",
            Fact::DefaultSpread => {
                "pods of a Service or a workload are spread by default topology constraints; before, by SelectorSpread"
            }
            Fact::Candidates => {
                "preemption tries a tenth of the nodes, at least 100, from a random one on; before, all of them"
            }
            Fact::StorageCapacity => {
                "the capacity that a CSI driver publishes counts for volumes that are yet to be made"
            }
            Fact::NominatedFirst => {
                "the node that a pod is nominated to is tried first, and taken if the pod fits there"
            }
            Fact::NamespaceSelector => "the namespaceSelector of pod affinity counts",
            Fact::Weights => {
                "default weights (configuration v1beta3): TaintToleration 3, NodeAffinity 2, InterPodAffinity 2; before, 1 each"
            }
            Fact::NoPolicy => "a Policy file configures the scheduler no more",
            Fact::MigratedDisks => "disks of AWS, Azure and GCE without a CSI driver count as those of the driver",
            Fact::SpreadNodes => {
                "nodeAffinityPolicy and nodeTaintsPolicy say which nodes a spread constraint counts; before, those fields were ignored"
            }
            Fact::MinDomains => "minDomains of a spread constraint counts",
            Fact::SpreadLabelKeys => "matchLabelKeys of a spread constraint count",
            Fact::Gates => "schedulingGates hold a pod back; before, it was scheduled at once",
            Fact::OncePod => {
                "a ReadWriteOncePod volume that another pod uses rejects every node, and preemption can free it"
            }
            Fact::Sidecars => "init containers with restartPolicy: Always count together with the containers",
            Fact::AffinityLabelKeys => "matchLabelKeys and mismatchLabelKeys of pod affinity count",
            Fact::QueueHints => "a pod that did not fit is tried again only after events that its plugins call helpful",
            Fact::AsyncPreemption => "victims are deleted while the next pods are scheduled already",
            Fact::PopsBackoff => "when no pod is active, one that is backing off is tried early",
            Fact::Resize => {
                "requests of running pods can be resized in place, and count as the kubelet has allocated them"
            }
            Fact::PodLevel => "requests of the pod as a whole (spec.resources) count",
            Fact::Claims => "resource claims (DRA) count by default",
            Fact::Ties => "among equally good nodes the choice is no longer even: mostly the first one is taken",
            Fact::TaintText => {
                "messages count nodes with untolerated taints together, without naming the taint (already in v1.34.2)"
            }
            Fact::NodeFeatures => "nodes declare features of their kubelet, and pods that need one fit only there",
            Fact::Balance => {
                "NodeResourcesBalancedAllocation scores how much a pod improves the balance; before, how balanced the node is with it"
            }
        };
        format!("v1.{since}: {says}")
    }
}
