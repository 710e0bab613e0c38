//! Pods that are pending at the end of the run or at the moment shown, by the reason: which to look at, and where each was tried last.

use yew::{Callback, Html, html};

use crate::lang::Lang;
use crate::lesson::hidden;
use crate::run::Status;
use crate::selection::Look;
use crate::store::{Action, Store};
use crate::view::{View, on};
use api::{Str, Table};
use record::{Queue, What};
use trace::{Frame, Phase, Trace};
use wire::RunNumber;
use words::labels::Timeline;
use words::{amount, bytes, short};

/// What the pods of a run wait for at a moment.
#[derive(Debug, Default, PartialEq)]
pub struct Pending {
    /// Reasons, with the pods of each; the one with most pods first.
    pub groups: Vec<Group>,
    /// How many pods there are.
    pub count: usize,
}

/// Pods that wait for the same thing.
#[derive(Debug, Default, PartialEq)]
pub struct Group {
    /// Upstream's words, without what preemption adds; empty for pods that were never tried.
    pub reason: String,
    /// Whether they were never tried and will be: nothing holds them back.
    pub queued: bool,
    /// The pods.
    pub pods: Vec<Waiting>,
}

/// A pod that waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// `namespace/name`.
    pub pod: Str,
    /// Who made it: `ReplicaSet/web-5d59d67564`, or empty.
    pub owner: String,
    /// What it asks for.
    pub requests: (i64, i64),
    /// How many events had happened after its last attempt.
    pub tried: Option<usize>,
}

/// What follows from a state at the end of its run: which run, how long it is, and whether it is over. While it goes on, any pod may
/// still find its place; and while somebody predicts, how it ends is not shown.
pub fn known(store: &Store) -> (RunNumber, usize, bool) {
    let over = store.run.status != Status::Working && !store.run.stale && !hidden::hides(store);
    (store.run.trace.run, store.run.trace.trace.events().len(), over)
}

/// Who is pending at the end of a run; nobody before it is over.
pub fn at_the_end(store: &Store, (_, _, over): (RunNumber, usize, bool)) -> Pending {
    if over { Pending::at_the_end(&store.run.trace.trace) } else { Pending::default() }
}

/// Why a pod is pending, without counting what preemption came to.
pub fn reason(message: &str) -> &str {
    // Releases that know resource claims say first that none of them could be given back.
    let added = [" no new claims to deallocate", " preemption: "];
    let end = added.iter().filter_map(|words| message.find(words)).min().unwrap_or(message.len());
    let told = message[..end].trim_end_matches(['.', ' ']);
    // `0/12 nodes are available: ` is the same for all.
    told.split_once(" nodes are available: ").map_or(told, |(_, reasons)| reasons)
}

impl Pending {
    /// All that wait at the end of a run.
    pub fn at_the_end(trace: &Trace) -> Self {
        let events = trace.events().len();
        Self::of(trace, events, &trace.frame(events))
    }

    /// All that wait after so many events of a run, when the cluster is this frame.
    pub fn of(trace: &Trace, events: usize, frame: &Frame) -> Self {
        let mut tried = Table::<&Str, usize>::new();
        for (at, event) in trace.events()[..events].iter().enumerate() {
            if let What::Attempted(attempt) = &event.what {
                tried.insert(&attempt.pod, at + 1);
            }
        }
        let mut groups = Table::<(&str, bool), Vec<Waiting>>::new();
        let mut count = 0;
        for (key, view) in frame.pods.iter().filter(|(_, view)| view.node.is_none() && view.phase == Phase::Pending) {
            let owner = view.pod.metadata.owner_references.iter().find(|it| it.controller == Some(true));
            let owner = if view.by.is_empty() {
                owner.map(|it| format!("{}/{}", it.kind, it.name))
            } else {
                Some(view.by.to_string())
            };
            let asked = view.requests();
            let waiting = Waiting {
                pod: key.clone(),
                owner: owner.unwrap_or_default(),
                requests: (asked.milli_cpu, asked.memory),
                tried: tried.get(key).copied(),
            };
            let reason = reason(&view.message);
            let ours = frame.profiles.iter().any(|sheet| sheet.scheduler == view.pod.spec.scheduler_name);
            let queued = reason.is_empty() && ours && view.queue != Some(Queue::Gated);
            groups.or_default((reason, queued)).push(waiting);
            count += 1;
        }
        let groups = groups.into_iter();
        let mut groups: Vec<Group> =
            groups.map(|((reason, queued), pods)| Group { reason: reason.to_owned(), queued, pods }).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.pods.len()));
        Self { groups, count }
    }

    /// The lines that have a text in them: reasons, each with its pods behind it.
    pub fn lines(&self, query: &str) -> Vec<(usize, Option<usize>)> {
        let wanted = query.trim().to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        let mut lines = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let all = has(&group.reason);
            let pods = group.pods.iter().enumerate().filter(|(_, it)| all || has(&it.pod) || has(&it.owner));
            let pods: Vec<_> = pods.map(|(at, _)| (number, Some(at))).collect();
            if !pods.is_empty() {
                lines.push((number, None));
                lines.extend(pods);
            }
        }
        lines
    }

    /// Lines as text, to be copied.
    pub fn text(&self, lines: &[(usize, Option<usize>)], lang: Lang) -> String {
        let line = |(group, pod): &(usize, Option<usize>)| {
            let group = &self.groups[*group];
            match pod {
                None => lang.pods_wait(group.pods.len(), group.said(lang.timeline())) + "\n",
                Some(at) => format!("  {}\n", group.pods[*at].told()),
            }
        };
        lines.iter().map(line).collect()
    }

    /// A line as it is drawn.
    pub fn draw(&self, view: &View, act: &Callback<Action>, (number, at): (usize, Option<usize>)) -> Html {
        let group = &self.groups[number];
        let Some(pod) = at.and_then(|at| group.pods.get(at)) else {
            let (lang, more) = (view.store.lang, view.store.lang.timeline());
            // Upstream's words begin with a number, too.
            let title = (!group.reason.is_empty()).then_some(more.counts_nodes);
            let said = lang.pods_wait(group.pods.len(), group.said(more));
            return html! { <li key={format!("{number}")} class="line head" {title}>{ said }</li> };
        };
        let go = match pod.tried {
            Some(events) => Action::Selection(Look::Attempt(pod.pod.clone(), events)),
            None => Action::Selection(Look::Pick(Some(pod.pod.clone()))),
        };
        let chosen = view.store.selection.pod.as_ref() == Some(&pod.pod);
        html! {
            <li key={pod.pod.to_string()}>
                <button type="button" class={if chosen { "line chosen" } else { "line" }} title={pod.pod.to_string()} onclick={on(act, go)}>{ pod.told() }</button>
            </li>
        }
    }
}

impl Group {
    fn said<'g>(&'g self, words: &'g Timeline) -> &'g str {
        match (self.reason.as_str(), self.queued) {
            ("", true) => words.to_be_tried,
            ("", false) => words.untried,
            (reason, _) => reason,
        }
    }
}

impl Waiting {
    fn told(&self) -> String {
        let (cpu, memory) = self.requests;
        // What is not requested is not told.
        let cpu = (cpu > 0).then(|| format!("{} cpu", amount("cpu", cpu)));
        let memory = (memory > 0).then(|| bytes(memory));
        let asks = [cpu, memory].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let told = [short(&self.pod), &asks, &self.owner];
        told.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("   ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use answers::load;
    use simulation::Simulation;

    #[test]
    fn reasons_are_told_without_what_preemption_adds() {
        for (message, wanted) in [
            (
                "0/3 nodes are available: 1 node(s) had taint, 2 Insufficient cpu. preemption: 0/3 nodes are available: 3 x.",
                "1 node(s) had taint, 2 Insufficient cpu",
            ),
            ("0/3 nodes are available: 3 Insufficient cpu.", "3 Insufficient cpu"),
            ("0/1 nodes are available: 1 x. no new claims to deallocate, preemption: y", "1 x"),
            ("", ""),
        ] {
            assert_eq!(reason(message), wanted);
        }
    }

    fn trace(text: &str) -> Trace {
        let (_, scenario) = load::scenario(text, None).expect("a scenario");
        let (mut simulation, mut trace) = (Simulation::new(scenario), Trace::default());
        while let Some(events) = simulation.step() {
            trace.extend(events);
        }
        trace
    }

    #[test]
    fn pods_that_wait_for_the_same_are_together() {
        let pod = |name: &str, spec: &str| {
            format!(
                "---\nkind: Pod\nmetadata: {{name: {name}, ownerReferences: [{{apiVersion: apps/v1, kind: ReplicaSet, name: {name}-rs, uid: u, controller: true}}]}}\nspec: {{{spec}, containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n"
            )
        };
        let text = [
            "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 1Gi, pods: 9}}\n".to_owned(),
            pod("fits", "priority: 5"),
            pod("one", "priority: 0"),
            pod("two", "priority: 0"),
            pod("far", "nodeSelector: {a: b}"),
            pod("gated", "schedulingGates: [{name: g}]"),
        ]
        .concat();
        let trace = trace(&text);
        let pending = Pending::at_the_end(&trace);
        let told: Vec<(&str, Vec<&str>)> = pending
            .groups
            .iter()
            .map(|it| (it.reason.as_str(), it.pods.iter().map(|it| short(&it.pod)).collect()))
            .collect();
        assert_eq!(
            told,
            [
                ("1 Insufficient cpu", vec!["one", "two"]),
                ("", vec!["gated"]),
                ("1 node(s) didn't match Pod's node affinity/selector", vec!["far"])
            ]
        );
        assert_eq!(pending.count, 4);
        let owner = pending.groups[0].pods[1].owner.as_str();
        assert_eq!((owner, pending.groups[1].pods[0].tried), ("ReplicaSet/two-rs", None));
        assert_eq!(pending.lines("TWO-rs"), [(0, None), (0, Some(1))]);
        assert_eq!(pending.lines("insufficient").len(), 3);
        assert_eq!(
            pending.text(&pending.lines("far"), Lang::En),
            "1 pod: 1 node(s) didn't match Pod's node affinity/selector\n  far   1 cpu   ReplicaSet/far-rs\n"
        );
        // Right after the first attempt all others are still to be tried, but for the one with a gate.
        let first = trace.events().iter().position(|it| matches!(it.what, What::Attempted(_))).expect("an attempt") + 1;
        let then = Pending::of(&trace, first, &trace.frame(first));
        let words = Lang::En.timeline();
        let told: Vec<(&str, usize)> = then.groups.iter().map(|it| (it.said(words), it.pods.len())).collect();
        assert_eq!(told, [(words.to_be_tried, 4), (words.untried, 1)], "{then:?}");
        let tried: Vec<&str> =
            then.groups[0].pods.iter().filter(|it| it.tried.is_some()).map(|it| short(&it.pod)).collect();
        assert_eq!(tried, ["fits"], "it is on its way to a node");
    }
}
