//! The stage in English.

use super::En;
use crate::catalogue::grammar::{Grammar as _, Noun};
use crate::catalogue::reason::taint;
use crate::catalogue::stage::{Craft, Sentences, Stage};
use crate::{amount, short};
use record::Reason;
use trace::ends::End;

pub(super) static STAGE: Stage = Stage {
    victim: "victim",
    stays: "stays",
    starting: "starting",
    reserved: "reserved",
    done: "completed",
    fits: "fits",
    chosen: "chosen",
    trial: "dry run",
    might_help: "eviction might help",
    no_help: "eviction can't help",
    dropped: "out",
    no_candidate: "not a candidate",
    removed: "Removed for the dry run",
    victims: "Victims",
    missing: "no such node",
    no_nodes: "There are no nodes. Add one with Build.",
    no_requests: "without requests",
    on_stage: "on the stage",
    other_scheduler: "other scheduler",
    other_scheduler_is: "This scheduler ignores pods that name another one.",
    present: "Present",
    present_end: "End the presentation",
    inspector: "Inspector",
    key_present: "present: narrator, stage and timeline only",
    console_line: "Open the console",
    captions: "Captions",
    fold: "Fold the inspector away",
    console_close: "Close the console",
    signs: "Legend",
    measure: "What heights stand for",
    measure_auto: "Heights: automatic",
    welcome: "See how kube-scheduler decides, step by step",
    welcome_why: "Every filter, score and preemption, as the real scheduler decides it.",
    door_watch: "Watch a preemption",
    door_build: "Build your own cluster",
    door_paste: "Paste your cluster",
};

pub(super) static CRAFT: Craft = Craft {
    page: "Edit",
    edit: "Edit…",
    cordon: "Cordon",
    uncordon: "Uncordon",
    from_the_start: "From the start",
    nothing_chosen: "Click a node, a pod or a budget on the stage to change it, or add one.",
    node: "Node",
    pod: "Pod",
    search_to_add: "Add: type what",
    nothing_found: "The palette has nothing of that name.",
    of_workload: "A workload makes this pod. Change its template.",
    not_in_text: "The text of the scenario does not have this object.",
    menu: "Menu",
    show: "Show",
};

impl Sentences for En {
    fn needs(&self, pod: &str, amount: &str) -> String {
        format!("{pod} needs {amount}")
    }

    fn needs_nothing(&self, pod: &str) -> String {
        format!("{pod} requests nothing")
    }

    fn too_few(&self, amount: &str) -> String {
        format!("{amount} too few")
    }

    fn lack(&self, needs: &str, taken: &str, capacity: &str, promised: Option<(&str, &[&str])>, short: &str) -> String {
        let promised =
            promised.map(|(amount, to)| format!(" and {amount} promised to {}", self.list(to))).unwrap_or_default();
        format!("Needs {needs}; {taken} of {capacity} requested{promised}: {short} short.")
    }

    fn requested_of(&self, taken: &str, capacity: &str, trial: bool) -> String {
        let trial = if trial { " in this dry run" } else { "" };
        format!("{taken} of {capacity} requested{trial}")
    }

    fn other_of(&self, resource: &str, taken: &str, capacity: &str) -> String {
        format!("{resource} {taken} of {capacity}")
    }

    fn pods_of(&self, pods: usize, most: i64) -> String {
        if most > 0 { format!("{pods} of {most} pods") } else { self.count(pods, Noun::Pod) }
    }

    fn promised_to(&self, pod: &str, amount: &str) -> String {
        format!("{amount} promised to {pod} (nominated)")
    }

    fn candidate_with(&self, victims: usize, violations: usize) -> String {
        let victims = self.count(victims, Noun::Victim);
        match violations {
            0 => format!("candidate: {victims}"),
            some => format!("candidate: {victims}, {some} against a budget"),
        }
    }

    fn put_back_next(&self, pod: &str) -> String {
        format!("next: try to put {pod} back")
    }

    fn terminating_for(&self, left: &str) -> String {
        format!("terminating · {left}")
    }

    fn folded(&self, long: &str, cycles: usize) -> String {
        match cycles {
            0 => format!("{long} without an event"),
            _ => format!("{long} with {cycles} cycles that fail like the one before"),
        }
    }

    fn evicts(&self, by: &str, victim: &str, at: &str) -> String {
        format!("{by} preempts {victim} at {at}")
    }

    fn ends(&self, end: &End) -> String {
        match end {
            End::Pending => "pending at the end".into(),
            End::On(node) => format!("→ {node}"),
            End::Preempted(by) => {
                let by = short(by);
                format!("evicted for {by}")
            }
            End::Gone => "gone at the end".into(),
        }
    }

    fn pass_of(&self, pass: u8) -> String {
        match pass {
            1 => "Pass 1 of 2: nominated pods count".into(),
            _ => "Pass 2 of 2: without nominated pods".into(),
        }
    }

    fn skipped_checks(&self, count: usize) -> String {
        format!("{count} skipped: the pod doesn't use them")
    }

    fn alike(&self, more: usize) -> String {
        format!("{more} more like it")
    }

    fn drawn(&self, of: usize) -> String {
        format!("No rule is left: one of {of} is drawn at random")
    }

    fn weighted(&self, raw: i64, normalized: i64, weight: i64, points: i64) -> String {
        format!("raw {raw} → normalised {normalized} × weight {weight} = {points}")
    }

    fn points(&self, total: i64) -> String {
        self.count(usize::try_from(total).unwrap_or(0), Noun::Point)
    }

    fn more_nodes(&self, more: usize) -> String {
        format!("and {} with fewer points", self.count(more, Noun::Node))
    }

    fn scheduled_by(&self, scheduler: &str) -> String {
        format!("for {scheduler}")
    }

    fn gated_by(&self, gates: &[&str]) -> String {
        format!("gate: {}", self.list(gates))
    }

    fn waits_for(&self, node: &str) -> String {
        format!("nominated to {node}")
    }

    fn brief(&self, reason: &Reason) -> String {
        match reason {
            Reason::Cordoned => "cordoned".into(),
            Reason::OtherNodeNamed => "another node is named".into(),
            Reason::UntoleratedTaint { key, value } => format!("taint {}", taint(key, value)),
            Reason::NodeSelectorMismatch | Reason::AddedAffinityMismatch => "labels don't match".into(),
            Reason::PortTaken { port } => format!("port {port} in use"),
            Reason::TooManyPods { pods, allowed } => format!("{pods} of {allowed} pods"),
            Reason::Insufficient { resource, requested, used, capacity } => {
                format!("{} {resource} too few", amount(resource, requested + used - capacity))
            }
            Reason::SpreadLabelMissing { key } => format!("no label {key}"),
            Reason::SpreadSkew { count, own, min, max_skew, .. } => {
                format!("skew {} > {max_skew}", count + own - min)
            }
            Reason::PodAffinity => "pod affinity not met".into(),
            Reason::PodAntiAffinity | Reason::ExistingPodsAntiAffinity => "pod anti-affinity".into(),
            Reason::OutsideNodeSet { .. } => "ruled out before".into(),
            Reason::NoVictims => "no lower-priority pod".into(),
            Reason::Volume(_) => "volume".into(),
            other => crate::catalogue::reason::Sentences::reason(self, other).trim_end_matches('.').to_owned(),
        }
    }

    fn at_this_moment(&self, clock: &str) -> String {
        format!("At this moment ({clock})")
    }

    fn made_by(&self, pod: &str, workload: &str) -> String {
        format!("{workload} makes {pod}: a change here is a change of all its pods.")
    }

    fn arrives(&self, name: &str, at: &str) -> String {
        format!("{name} arrives at {at}.")
    }

    fn pod_told(&self, pod: &str, priority: i32, amount: &str, fate: &str) -> String {
        let rest =
            [amount, fate].into_iter().filter(|it| !it.is_empty()).fold(String::new(), |all, it| all + ", " + it);
        format!("{pod}, priority {priority}{rest}")
    }
}
