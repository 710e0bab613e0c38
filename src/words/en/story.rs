//! Stories in English. A title says what happened; the text says why, with the numbers.

use super::En;
use crate::catalogue::grammar::{Grammar as _, Noun, Told, told};
use crate::catalogue::story::Sentences;
use record::{Deletion, EVENT_LIMIT, Ending};
use record::{HostChoice, Point};

impl Sentences for En {
    fn start(&self, nodes: usize, pods: usize) -> Told {
        let (nodes, pods) = (self.count(nodes, Noun::Node), self.count(pods, Noun::Pod));
        told("The cluster at the start", format!("{nodes}, {pods}. Press play, or step with →."))
    }

    fn node_added(&self, node: &str) -> Told {
        told("Node added", format!("{node} joined the cluster."))
    }

    fn node_updated(&self, node: &str) -> Told {
        told("Node updated", format!("The labels, taints, conditions or resources of {node} changed."))
    }

    fn node_removed(&self, node: &str) -> Told {
        told("Node removed", format!("{node} is no longer part of the cluster."))
    }

    fn budget_updated(&self, budget: &str, healthy: i32, desired: i32, allowed: i32) -> Told {
        let allowed = self.count(usize::try_from(allowed).unwrap_or(0), Noun::Disruption);
        told("Budget recalculated", format!("{budget}: {healthy} healthy, {desired} required; {allowed} allowed."))
    }

    fn budget_removed(&self, budget: &str) -> Told {
        told("Disruption budget deleted", format!("{budget} no longer protects any pod."))
    }

    fn class_removed(&self, class: &str) -> Told {
        told("Priority class deleted", format!("{class} is deleted. Pods keep the priority they have."))
    }

    fn pod_created(&self, pod: &str) -> Told {
        told("Pod created", format!("{pod} has no node yet."))
    }

    fn pod_created_on(&self, pod: &str, node: &str) -> Told {
        told("Pod created", format!("{pod} was created with spec.nodeName {node}, so it skips the scheduler."))
    }

    fn pod_created_by(&self, pod: &str, by: &str) -> Told {
        told("Pod created", format!("{by} created {pod}."))
    }

    fn pod_updated(&self, pod: &str) -> Told {
        told("Pod updated", format!("The spec or the labels of {pod} changed."))
    }

    fn pod_removed(&self, pod: &str) -> Told {
        told("Pod deleted", format!("{pod} is gone. Its resources are free."))
    }

    fn queued_new(&self, pod: &str, queue: &str) -> Told {
        told(format!("Queued: {queue}"), format!("{pod} is new and enters the queue “{queue}”."))
    }

    fn queued_unschedulable(&self, pod: &str, queue: &str, backoff: &str) -> Told {
        told(
            format!("Moved to queue: {queue}"),
            format!("{pod} waits here until something changes that could make it schedulable.{backoff}"),
        )
    }

    fn queued_backoff_over(&self, pod: &str, queue: &str) -> Told {
        told(format!("Moved to queue: {queue}"), format!("The backoff of {pod} is over. It can be tried again."))
    }

    fn queued_by(&self, pod: &str, queue: &str, by: &str, backoff: &str) -> Told {
        told(format!("Moved to queue: {queue}"), format!("{by} might make {pod} schedulable.{backoff}"))
    }

    fn backoff_left(&self, wait: &str) -> String {
        format!(" Its backoff: {wait}.")
    }

    fn popped(&self, pod: &str, attempt: u32) -> Told {
        told(
            "The scheduler takes the next pod",
            format!("{pod}: highest priority first, then the longest wait. This is attempt {attempt}."),
        )
    }

    fn popped_early(&self, pod: &str, attempt: u32, left: &str) -> Told {
        told(
            "The scheduler takes a pod from backoffQ",
            format!(
                "activeQ is empty, so {pod} is tried although its backoff lasts {left} more. This is attempt {attempt}."
            ),
        )
    }

    fn nominated(&self, pod: &str, node: &str) -> Told {
        told(
            "Node nominated",
            format!(
                "status.nominatedNodeName of {pod} is now {node}. When pods of equal or lower priority are checked there, {pod} counts as if it were running."
            ),
        )
    }

    fn nomination_cleared(&self, pod: &str) -> Told {
        told(
            "Nomination cleared",
            format!("{pod} no longer has a nominated node. It has to find a node like any other pod."),
        )
    }

    fn nomination_lost(&self, pod: &str, by: &str) -> Told {
        told(
            "Nomination cleared",
            format!("{by} has a higher priority and takes the node, so {pod} loses its nomination."),
        )
    }

    fn expected(&self, pod: &str, node: &str) -> Told {
        told(
            "Expected node written",
            format!(
                "The binding of {pod} takes time, so status.nominatedNodeName of {pod} is set to {node} now. Other programs, such as an autoscaler, can see where it will run."
            ),
        )
    }

    fn assumed(&self, pod: &str, node: &str) -> Told {
        told(
            "Assumed",
            format!(
                "The scheduler now counts {pod} on {node}. It can schedule the next pod while this one is being bound."
            ),
        )
    }

    fn bound(&self, pod: &str, node: &str) -> Told {
        told("Bound", format!("spec.nodeName of {pod} is now {node}."))
    }

    fn waits(&self, pod: &str, node: &str, plugins: &[&str], at_most: &str) -> Told {
        told(
            "Waiting in Permit",
            format!(
                "{} delays the binding of {pod} to {node}. Its requests count there meanwhile. Without an answer within {at_most} it is rejected.",
                self.list(plugins)
            ),
        )
    }

    fn allowed(&self, pod: &str, node: &str) -> Told {
        told("Allowed", format!("{pod} no longer waits in Permit: it can be bound to {node}."))
    }

    fn pre_binding(&self, pod: &str, node: &str, takes: &str) -> Told {
        told("PreBind", format!("Plugins prepare {node} for {pod}. This takes {takes}."))
    }

    fn binding_volumes(&self, pod: &str, claims: &[&str], gives_up: &str) -> Told {
        let (claim, are, them) = if claims.len() == 1 { ("claim", "is", "it") } else { ("claims", "are", "them") };
        told(
            "Binding volumes",
            format!(
                "The API server is told which volumes {pod} needs. {pod} is bound when its {claim} {} {are} bound. The scheduler waits for {them} {gives_up} at most.",
                self.list(claims)
            ),
        )
    }

    fn unreserved(&self, pod: &str, node: &str, at: Point) -> Told {
        told(
            format!("Rejected at {at:?}"),
            format!(
                "{pod} is not bound to {node}. The scheduler no longer counts it there (Unreserve), and it goes back to the queue."
            ),
        )
    }

    fn bind_failed(&self, pod: &str, node: &str) -> Told {
        told(
            "Binding failed",
            format!(
                "The API server refused to bind {pod} to {node}. The scheduler releases the reserved resources (Unreserve) and retries after a backoff."
            ),
        )
    }

    fn creating(&self, pod: &str) -> Told {
        told("Containers starting", format!("The kubelet creates the containers of {pod}."))
    }

    fn running(&self, pod: &str) -> Told {
        told("Running", format!("All containers of {pod} are running."))
    }

    fn succeeded(&self, pod: &str) -> Told {
        told("Succeeded", format!("{pod} completed. Its resources are free."))
    }

    fn terminating(&self, pod: &str, left: &str, why: &Deletion) -> Told {
        let (title, cause) = match why {
            Deletion::Preempted { by } => {
                ("Victim terminating", format!("{pod} is preempted by {}.", crate::short(by)))
            }
            Deletion::Deleted => ("Pod terminating", format!("{pod} was deleted.")),
            Deletion::ScaledDown => {
                ("Pod terminating", format!("The controller of {pod} has more replicas than it wants."))
            }
            Deletion::Drained => ("Pod terminating", format!("The drain of its node evicts {pod}.")),
            Deletion::Orphaned => ("Pod terminating", format!("The node of {pod} no longer exists.")),
            Deletion::Tainted => ("Pod terminating", format!("A NoExecute taint evicts {pod}.")),
        };
        told(title, format!("{cause} It has {left} to shut down and holds its resources until then."))
    }

    fn script(&self, command: &str) -> Told {
        told("Script", format!("kubectl {command}"))
    }

    fn printed(&self, output: &str) -> Told {
        told("kubectl prints", output)
    }

    fn changed(&self) -> Told {
        told("Cluster changed", "")
    }

    fn ended(&self, ending: Ending) -> Told {
        let why = match ending {
            Ending::Quiet => "Nothing more will happen.".to_owned(),
            Ending::Duration => "The scenario's duration is over.".to_owned(),
            Ending::Limit => format!(
                "The run was stopped here, after more than {EVENT_LIMIT} events. Use fewer pods, or a shorter durationSeconds."
            ),
        };
        told("End of the run", why)
    }

    fn point(&self, point: Point, pod: &str, node: &str) -> String {
        match point {
            Point::Reserve => format!(
                "The scheduler assumes {pod} on {node}: its requests count there before the API server knows. Plugins can reserve what the pod needs."
            ),
            Point::Permit => format!(
                "Plugins can delay or reject the binding of {pod}. The next scheduling cycle can start meanwhile."
            ),
            Point::PreBind => {
                format!("The last chance to prepare {node} for {pod}, for example its volumes.")
            }
            Point::Bind => {
                format!("The scheduler tells the API server that {pod} runs on {node}. The kubelet there takes over.")
            }
            _ => format!("{pod} is bound. Plugins can react to it; the scheduler is done with this pod."),
        }
    }

    fn may_preempt(&self, pod: &str) -> Told {
        told(
            "Can it preempt?",
            format!(
                "Yes. No node fits {pod}, and it isn't waiting for victims on a nominated node. It looks for lower-priority pods that it could evict."
            ),
        )
    }

    fn may_not_preempt(&self, why: String) -> Told {
        told("It can't preempt", why)
    }

    fn potential(&self, some: usize, all: usize, names: &[&str]) -> Told {
        told(
            format!("Which nodes could eviction help? {some} of {all}"),
            if some == 0 {
                "None: removing pods doesn't change why the filters fail.".into()
            } else {
                format!("Removing pods might make room on: {}.", self.list(names))
            },
        )
    }

    fn dry_run(&self, node: &str, pod: &str, removed: &[&str]) -> Told {
        let names = self.list(removed);
        told(
            format!("Dry run on {node}: remove lower-priority pods"),
            match removed.len() {
                1 => format!("Removes the only pod with a lower priority than {pod}: {names}."),
                count => format!("Removes all {count} pods with a lower priority than {pod}: {names}."),
            },
        )
    }

    fn does_not_fit_alone(&self, pod: &str) -> String {
        format!("{pod} still doesn't fit")
    }

    fn fits_alone(&self, pod: &str, node: &str) -> Told {
        told(
            format!("{pod} fits without them"),
            format!(
                "{node} is a candidate. Next: try to put each pod back, first those whose eviction would violate a budget, then by priority."
            ),
        )
    }

    fn reprieved(&self, asked: &str, node: &str, pod: &str, budgets: &[&str]) -> Told {
        told(
            format!("{asked} can stay"),
            format!("With {asked} back on {node}, {pod} still fits: reprieved.{}", self.would_violate(budgets)),
        )
    }

    fn victim(&self, asked: &str, node: &str, pod: &str, why: &str, budgets: &[&str]) -> Told {
        told(
            format!("{asked} is a victim"),
            format!("With {asked} back on {node}, {pod} no longer fits. {why}{}", self.would_violate(budgets)),
        )
    }

    fn no_candidate(&self, node: &str) -> String {
        format!("{node} is not a candidate")
    }

    fn candidate(&self, node: &str, victims: &[&str], violations: usize) -> Told {
        let text = match (victims, violations) {
            ([], _) => "No pod has to be evicted.".into(),
            (_, 0) => format!("Victims: {}. No eviction violates a budget.", self.list(victims)),
            (_, 1) => format!("Victims: {}. 1 eviction violates a budget.", self.list(victims)),
            _ => format!("Victims: {}. {violations} evictions violate a budget.", self.list(victims)),
        };
        told(format!("{node} is a candidate"), text)
    }

    fn all_equal(&self, of: usize) -> String {
        let all = if of == 2 { "Both".to_owned() } else { format!("All {of}") };
        format!("{all} candidates are equal by this rule.")
    }

    fn remain(&self, of: usize, names: &[&str]) -> String {
        format!("{} of {} remain: {}.", names.len(), self.count(of, Noun::Candidate), self.list(names))
    }

    fn chosen(&self, node: &str, victims: &[&str], ties: usize) -> Told {
        let text = match victims {
            [] => "No pod has to be evicted.".into(),
            _ => format!("Victims: {}.", self.list(victims)),
        };
        let tie = match ties {
            0 | 1 => String::new(),
            count => format!(" {count} nodes are equal by every rule; one of them is chosen at random."),
        };
        told(format!("{node} is chosen"), text + &tie)
    }

    fn not_scheduled(&self, pod: &str, making_room_on: Option<&str>) -> Told {
        told(
            "Not scheduled yet",
            match making_room_on {
                Some(node) => format!("{pod} fits on no node now. Preemption makes room on {node}."),
                None => format!("{pod} stays Pending."),
            },
        )
    }

    fn rejected_everywhere(&self) -> String {
        "Rejected before any node was checked".into()
    }

    fn pre_filter(&self, possible: Option<usize>, skipped: &[&str]) -> Told {
        let only = possible.map(|nodes| format!("Only {} could work.", self.count(nodes, Noun::Node)));
        let skip = (!skipped.is_empty())
            .then(|| format!("Skipped, because the pod doesn't use them: {}.", self.list(skipped)));
        told("Each plugin looks at the pod", [only, skip].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    fn fits(&self, node: &str) -> String {
        format!("{node} fits")
    }

    fn does_not_fit(&self, node: &str) -> String {
        format!("{node} doesn't fit")
    }

    fn every_filter_passes(&self, pod: &str, node: &str) -> String {
        format!("Every filter passes: {pod} fits on {node}.")
    }

    fn because(&self, plugin: &str, why: &str) -> String {
        format!("{plugin}: {why}")
    }

    fn with_nominated(&self, pods: &[&str], pass: u8) -> String {
        let pods = self.list(pods);
        match pass {
            1 => {
                format!(" This is pass 1: nominated pods count as if they were running ({pods}). Pass 2 isn't needed.")
            }
            _ => format!(" This is pass 2, without the nominated pods ({pods}): they may never start here."),
        }
    }

    fn first_pass(&self, pod: &str, node: &str, nominated: &[&str]) -> Told {
        (
            format!("{node}, pass 1 of 2: with nominated pods"),
            format!(
                "Every filter passes for {pod} on {node} while {} if running there. The filters run once more without {}.",
                if let [only] = nominated {
                    format!("{only} counts as")
                } else {
                    format!("{} count as", self.list(nominated))
                },
                if nominated.len() == 1 { "it" } else { "them" }
            ),
        )
    }

    fn all_score(&self, points: i64, weight: i64) -> String {
        format!("All nodes score {points} (weight {weight}): no difference here.")
    }

    fn best_score(&self, nodes: &[&str], points: i64, weight: i64) -> String {
        format!("Best: {} with {points} (weight {weight}).", self.list(nodes))
    }

    fn goes_to(&self, pod: &str, node: &str) -> String {
        format!("{pod} goes to {node}")
    }

    fn only_feasible(&self, node: &str) -> String {
        format!("Only {node} is feasible, so there is nothing to score.")
    }

    fn best_total(&self, node: &str, total: i64, ties: usize, host: HostChoice) -> String {
        match ties {
            0 | 1 => format!("{node} has the best total, {total}."),
            count if host == HostChoice::TopOfHeap => format!(
                "{count} nodes share the best total, {total}. {node} is chosen by their order: it is on top of the heap. Nothing is \
                 drawn."
            ),
            count => format!("{count} nodes share the best total, {total}. {node} is chosen from them at random."),
        }
    }
}

impl En {
    fn would_violate(&self, budgets: &[&str]) -> String {
        if budgets.is_empty() { String::new() } else { format!(" Its eviction would violate {}.", self.list(budgets)) }
    }
}
