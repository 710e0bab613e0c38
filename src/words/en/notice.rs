//! Notices: what was left out or assumed, which stops nothing; and what a limit range refuses.

use api::Str;
use api::offer::Missing;
use api::problem::{Bound, Breach, Notice};

pub(super) fn list(words: &[Str]) -> String {
    words.iter().filter(|word| !word.is_empty()).map(Str::as_str).collect::<Vec<_>>().join(", ")
}

/// What a limit range says, and what would be right.
pub(super) fn breach(breach: &Breach) -> (String, String) {
    let Breach { resource, bound, given, wanted, .. } = breach;
    let here = |what: &str| given.as_ref().map_or(format!("no {what} here"), |given| format!("here {given}"));
    match bound {
        Bound::LeastRequest => (
            format!("wants a {resource} request of at least {wanted}: {}", here("request")),
            format!("request {wanted} or more"),
        ),
        Bound::LeastLimit => (
            format!("wants a {resource} limit of at least {wanted}: {}", here("limit")),
            format!("write a limit of {wanted} or more"),
        ),
        Bound::MostRequest => (
            format!("allows a {resource} request of at most {wanted}: {}", here("request")),
            format!("request {wanted} or less"),
        ),
        Bound::MostLimit => (
            format!("allows a {resource} limit of at most {wanted}: {}", here("limit")),
            format!("write a limit of {wanted} or less"),
        ),
        Bound::Ratio => (
            format!("allows a {resource} limit of at most {wanted} times the request: {}", here("limit")),
            match given {
                Some(_) => "raise the request or lower the limit".into(),
                None => "write a request and a limit".into(),
            },
        ),
    }
}

#[allow(clippy::too_many_lines)] // one arm for each notice
pub(super) fn notice(notice: &Notice) -> String {
    match notice {
        Notice::KindIgnored { kind } => format!("kind {kind} does not matter for scheduling and is ignored"),
        Notice::NotModelled { kind } => format!("{kind} isn't modelled: the run goes on as if there were none"),
        Notice::CustomResource { kind, makes_pods: true } => {
            format!("{kind} is a custom resource: the pods that its operator would make of it are missing here")
        }
        Notice::CustomResource { kind, makes_pods: false } => {
            format!("{kind} is a custom resource: nothing here acts on it")
        }
        Notice::NoDaemons { name } => format!(
            "the DaemonSet {name} has no pods: its node selector, node affinity or tolerations fit none of the nodes"
        ),
        Notice::SameName { kind, first: true } => {
            format!(
                "a second {kind} with the same name: the first one stays, since nobody can change one that is there"
            )
        }
        Notice::SameName { kind, .. } => format!("a second {kind} with the same name: it replaces the first"),
        Notice::NoSuchNode => "a pod is bound to a node that this text doesn't have: it takes no node's room".into(),
        Notice::OtherScheduler { name } => {
            format!("a pod waits for the scheduler {name}, which doesn't run here: it stays pending")
        }
        Notice::FieldIgnored { kind, path } => format!("{kind}: {path} has no effect here"),
        Notice::NearestRelease { version, release, .. } => format!(
            "the nodes run {version}: {release} is the nearest release here, so it decides; choose another one above the stage"
        ),
        Notice::OtherRelease { version, release, .. } => {
            format!("the nodes run {version}, but {release} decides, as was chosen")
        }
        Notice::Missing(missing) => match missing {
            Missing::PriorityClass { name, .. } => {
                format!(
                    "no PriorityClass is named {name}: the API server would refuse the pod; here it gets priority 0"
                )
            }
            Missing::RuntimeClass { name } => {
                format!(
                    "no RuntimeClass is named {name}: the API server would refuse the pod; here it gets no overhead"
                )
            }
            Missing::Namespace { name } => {
                format!("the Namespace {name} isn't in the text: a namespaceSelector sees none of its labels")
            }
            Missing::StorageClass { name } if name.is_empty() => {
                "there is no default StorageClass: a claim without a class waits for a volume".into()
            }
            Missing::StorageClass { name } => {
                format!("no StorageClass is named {name}: no volume is made for the claim")
            }
            Missing::Claim { name, .. } => {
                format!("no PersistentVolumeClaim is named {name}: the pod can't be scheduled until there is one")
            }
        },
        Notice::LimitRangeRequest { added } => {
            format!("a LimitRange gives containers without requests: {}", list(added))
        }
        Notice::QuotaOfOthers { what } => {
            format!("a ResourceQuota also limits {}: nobody counts that here, so it refuses nothing", list(what))
        }
        Notice::PodsRefused(it) => {
            format!(
                "the API server takes this workload and refuses its pods, so it makes none: the LimitRange {} {}",
                it.range,
                breach(it).0
            )
        }
        Notice::LaterPodsRefused { kind, name, breach: it } => {
            format!(
                "from here on the API server refuses new pods of the {kind} {name}: the LimitRange {} {}",
                it.range,
                breach(it).0
            )
        }
        Notice::KubeletLabels { labels } => {
            format!("a node got labels that a kubelet sets, since pods ask for them: {}", list(labels))
        }
        Notice::ResourceClaims => {
            "resource claims aren't modelled: a release that knows them leaves the pod pending".into()
        }
        Notice::Reduced { bytes, left } => format!(
            "{bytes} bytes of the file were read, and only what scheduling can depend on was kept: it is this text, which can be saved. Left out, with their bytes: {left}"
        ),
        Notice::NoCapacity => {
            "a node has neither capacity nor allocatable: only pods without requests fit on it".into()
        }
        Notice::NoPodCount { assumed } => {
            format!("a node does not say how many pods it can run: {assumed} is assumed")
        }
        Notice::PluginNotEnabled { name, release, possible: true } => {
            format!("no profile of {release} enables the plugin {name}: it does nothing")
        }
        Notice::PluginNotEnabled { name, release, possible: false } => {
            format!("{release} has no plugins of one's own: {name} does nothing")
        }
        Notice::EqualPodsBatched { release, profile } => format!(
            "{release} may batch equal pods under the profile {profile}: it has no default spread constraints. Batching (OpportunisticBatching) isn't modelled: the second of two equal pods, one right after the other, may get another node upstream"
        ),
        Notice::NotConfigured { release } => {
            format!("no configuration here is for {release}: it runs with its defaults")
        }
    }
}

pub(super) fn remedy(notice: &Notice) -> String {
    match notice {
        Notice::Missing(Missing::PriorityClass { near: Some(near), .. }) => {
            format!("did you mean {near}? Otherwise add the class")
        }
        Notice::Missing(_) => "add it to the text".into(),
        Notice::PluginNotEnabled { possible: true, .. } => {
            "enable it in a profile of a KubeSchedulerConfiguration, at filter, score or permit".into()
        }
        Notice::PluginNotEnabled { possible: false, .. } => "choose v1.20 or later".into(),
        Notice::PodsRefused(it) | Notice::LaterPodsRefused { breach: it, .. } => breach(it).1,
        _ => String::new(),
    }
}
