//! The scheduler's functions in English.

use super::En;
use crate::catalogue::calls::{Calls, Sentences};
use releases::source::Role;
use trace::calls::Name;

static CALLS: Calls = Calls {
    tree: "Functions of kube-scheduler",
    around: "Around the scheduler",
    takes: "Takes",
    gives: "Gives",
    fits: "Success",
    may: "yes",
    nothing: "none",
    not_begun: "The run has not begun. Take a step: the function at work is lit here.",
    leaves: "on GitHub",
};

impl Sentences for En {
    fn calls(&self) -> &'static Calls {
        &CALLS
    }

    #[allow(clippy::too_many_lines)] // one arm for each role
    fn does(&self, role: Role) -> &'static str {
        match role {
            Role::Loop => {
                "Runs for ever. Takes one pod from the queue, decides where it goes, and lets the binding go on beside the next pod."
            }
            Role::Pop => {
                "Waits until activeQ holds a pod, and takes the one with the highest priority; of equals, the one that has waited longest."
            }
            Role::OnePod => "The usual way: this pod belongs to no group. Decide first, then bind beside the next pod.",
            Role::Cycle => {
                "Only one at a time. Finds a node; if none fits, asks what could help. Ends when the pod is counted on its node."
            }
            Role::Algorithm => "Looks for a node. If none fits, makes the error message or looks for pods to evict.",
            Role::Schedule => {
                "snapshot → nodes that fit → scores → the best. With a single node that fits, nothing is scored."
            }
            Role::FindNodes => {
                "First what concerns all nodes at once, then the filters node by node, then the extenders."
            }
            Role::PreFilter => {
                "Looks at the pod and the whole cluster once: what is computed here serves every node. A plugin may skip its filter, name the only nodes that can do, or reject the pod."
            }
            Role::EachNode => {
                "Many nodes at once, beginning where the last search stopped. In a large cluster it stops as soon as enough nodes fit."
            }
            Role::Filter => {
                "All filters of one node, up to the first that says no. If pods of the same or higher priority are nominated to the node: once with them, once without; both must pass."
            }
            Role::PassExtenders => "Extender after extender gets the nodes that are left. When none is left, it stops.",
            Role::ExtenderFilter => "An HTTP request: here are the pod and the nodes, which of them will do?",
            Role::Prioritize => {
                "For each plugin: scores, brought to one range, times the weight. Then the extenders. The sum counts."
            }
            Role::Score => {
                "Each plugin scores each node that fits; the numbers are brought to one range and multiplied by the plugin's weight."
            }
            Role::ExtenderScore => {
                "An HTTP request: how good is each of these nodes? The answer is multiplied and added to the sum."
            }
            Role::Select => "The node with the largest sum. Among equals, the release's own way to choose.",
            Role::PostFilter => "No node fits. Can something be done, so that the pod fits later?",
            Role::Plugin => "The plugin for this is preemption. It says which node to nominate, or why there is none.",
            Role::Preempt => "may it? → where could it help? → whom would it cost? → the cheapest node → evict.",
            Role::Eligible => {
                "No, if its policy is Never. No, if it has a nominated node where a victim is still shutting down: then it waits."
            }
            Role::Candidates => {
                "The nodes where eviction could help, and on each of them the pods that would have to go."
            }
            Role::Potential => {
                "Leaves out nodes where no eviction helps, such as those with a taint or a label that doesn't match."
            }
            Role::DryRuns => {
                "The same question for each of these nodes, many at once, on a copy. Nothing is evicted yet."
            }
            Role::Victims => {
                "Remove all pods of lower priority from a copy of the node. Does the pod fit now? Then put back as many as possible; who can't come back is a victim."
            }
            Role::Try => {
                "The filters once more, on the copy without the pods of lower priority. If it fails even now, the node is no candidate."
            }
            Role::Budgets => {
                "Splits the removed pods: those whose eviction would violate a budget, and the others. The first are put back first."
            }
            Role::Reprieve => {
                "add the pod back → does the preemptor still fit? If it does, the pod stays. If not, remove it again: a victim."
            }
            Role::Sacrifice => "Extenders that care about preemption may strike candidates or change their victims.",
            Role::ExtenderPreempt => {
                "An HTTP request: these are the candidates and their victims, which of them remain?"
            }
            Role::Choose => "Takes the candidate that the rules leave. Here preemption knows its node.",
            Role::Ladder => {
                "Rule after rule, as long as more than one node is left: budgets, highest victim, sum of priorities, number of victims, latest start."
            }
            Role::Prepare => "Evicts the victims, and ends nominations of less important pods to this node.",
            Role::Evict => "Deletes a victim through the API server. It has its grace period to shut down.",
            Role::LowerNominated => "Pods of lower priority that counted on this node have to look again.",
            Role::ClearNomination => {
                "Removes status.nominatedNodeName, so that the pod's next attempt looks at all nodes."
            }
            Role::BeforeBinding => {
                "Writes the decision into the scheduler's memory, and asks whether the binding may begin."
            }
            Role::AssumeAndReserve => "Counts the pod on its node, and lets plugins set aside what it needs.",
            Role::Assume => {
                "From now on the pod counts on its node in the scheduler's cache, although the API server doesn't know yet. So the next pod can be decided at once."
            }
            Role::Reserve => {
                "The pod counts on its node now. Plugins set aside what it needs; if one of them can't, all of it is given back."
            }
            Role::BindVolumes => "Tells the API server which volumes the claims get, and waits until they are bound.",
            Role::Volumes => "Remembers which volume each claim gets, or that one has to be made for this node.",
            Role::Permit => "A plugin may reject the pod here, or let it wait before it is bound.",
            Role::Failure => {
                "An attempt failed: tells why, in an event and in the pod's status, and puts the pod where it waits."
            }
            Role::Message => {
                "Counts reasons over all nodes, sorts them as text, and joins them to the message that kubectl describe shows."
            }
            Role::Requeue => {
                "Puts the pod where it waits for an event. If something changed during the attempt, into the backoff queue instead."
            }
            Role::Nominate => {
                "Writes status.nominatedNodeName: the pod is expected there once its victims are gone. Other pods see it in their filters."
            }
            Role::Binding => "wait for permission → prepare → bind → tidy up. Runs beside the next cycle.",
            Role::Expect => {
                "If the pod waits in Permit, or PreBind has work for it: writes its node to status.nominatedNodeName, for programs beside the scheduler."
            }
            Role::WaitOnPermit => "Waits here until the plugins that asked for time have answered.",
            Role::PreBind => "What must be done before the pod may go: volumes that are bound or made.",
            Role::Bind => "The first binder that feels responsible: an extender, or else a plugin.",
            Role::BindPlugins => "Tells the API server the node; it writes spec.nodeName, and the kubelet takes over.",
            Role::PostBind => "Plugins hear that it is done. Nothing can fail any more.",
            Role::Unreserve => {
                "Something failed after the decision. The pod no longer counts on the node, and plugins give back what they set aside."
            }
            Role::Handlers => "Watches the API server. Keeps the cache up to date, and tells the queue what happened.",
            Role::Add => "A new pod without a node goes into activeQ.",
            Role::Move => {
                "Something happened that might help: pods that wait for it move to activeQ, or to the backoff queue as long as their backoff lasts."
            }
            Role::Timers => "Two timers: one for backoffs that are over, one for pods that have waited too long.",
            Role::Flush => "Pods whose backoff is over move to activeQ.",
            Role::ApiServer => "Not the scheduler: the API server stores the object and tells all that watch it.",
            Role::Kubelet => "Not the scheduler: the kubelet of the pod's node starts its containers and stops them.",
            Role::Kubectl => "Not the scheduler: a person, or the scenario's script.",
            Role::BudgetController => {
                "Not the scheduler: the disruption controller counts healthy pods and says how many disruptions a budget still allows."
            }
            Role::WorkloadController => "Not the scheduler: a workload's controller makes the pods that it lacks.",
            Role::Provisioner => "Not the scheduler: a provisioner makes a volume for a claim.",
            Role::ClaimController => "Not the scheduler: the volume controller binds a claim to its volume.",
        }
    }

    fn value(&self, name: Name) -> &'static str {
        match name {
            Name::Pod => "pod",
            Name::Attempt => "attempt",
            Name::Snapshot => "nodes in the snapshot",
            Name::Node => "node",
            Name::Plugin => "plugin",
            Name::Weight => "weight",
            Name::Extender => "extender",
            Name::Skipped => "skipped filters",
            Name::NodeSet => "only these nodes",
            Name::Nominated => "counted nominated pods",
            Name::Status => "status",
            Name::Feasible => "feasible nodes",
            Name::Scores => "scores",
            Name::Totals => "sums",
            Name::Ties => "best",
            Name::Eligible => "may preempt",
            Name::Potential => "nodes where eviction could help",
            Name::Candidates => "candidates",
            Name::Removed => "removed pods",
            Name::PutBack => "put back",
            Name::Budgets => "would violate",
            Name::Violating => "violate a budget",
            Name::Others => "others",
            Name::Victims => "victims",
            Name::Violations => "victims whose eviction violates a budget",
            Name::Rule => "rule",
            Name::Compared => "compared",
            Name::Left => "left",
            Name::Cleared => "nominations cleared",
            Name::Message => "message",
            Name::Queue => "queue",
            Name::By => "event",
        }
    }

    fn to_call(&self, function: &str) -> String {
        format!("To the next call of {function}")
    }

    fn called(&self, times: usize) -> String {
        if times == 1 { "called once so far".into() } else { format!("called {times} times so far") }
    }
}
