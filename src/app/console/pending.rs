//! Pods that are pending at the end of the run, by the reason: which to look at, and where each was tried last.

use std::collections::BTreeMap;

use yew::{Callback, Html, html};

use crate::api::Str;
use crate::app::selection::Look;
use crate::app::store::Action;
use crate::app::view::{View, on};
use crate::simulation::What;
use crate::trace::{Frame, Phase, Trace};
use crate::words::{amount, bytes, short};

/// What the pods of a run wait for, as far as it has come.
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
    pub fn of(trace: &Trace) -> Self {
        let frame: Frame = trace.frame(trace.events().len());
        let mut tried = BTreeMap::<&Str, usize>::new();
        for (at, event) in trace.events().iter().enumerate() {
            if let What::Attempted(attempt) = &event.what {
                tried.insert(&attempt.pod, at + 1);
            }
        }
        let mut groups = BTreeMap::<&str, Vec<Waiting>>::new();
        let mut count = 0;
        for (key, view) in frame.pods.iter().filter(|(_, view)| view.node.is_none() && view.phase == Phase::Pending) {
            let owner = view.pod.metadata.owner_references.iter().find(|it| it.controller == Some(true));
            let owner = if view.by.is_empty() {
                owner.map(|it| format!("{}/{}", it.kind, it.name))
            } else {
                Some(view.by.to_string())
            };
            let waiting = Waiting {
                pod: key.clone(),
                owner: owner.unwrap_or_default(),
                requests: view.requests(),
                tried: tried.get(key).copied(),
            };
            groups.entry(reason(&view.message)).or_default().push(waiting);
            count += 1;
        }
        let group = |(reason, pods): (&str, Vec<Waiting>)| Group { reason: reason.to_owned(), pods };
        let mut groups: Vec<Group> = groups.into_iter().map(group).collect();
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
    pub fn text(&self, lines: &[(usize, Option<usize>)], untried: &str) -> String {
        let line = |(group, pod): &(usize, Option<usize>)| {
            let group = &self.groups[*group];
            match pod {
                None => format!("{} {}\n", group.pods.len(), group.said(untried)),
                Some(at) => format!("  {}\n", group.pods[*at].told()),
            }
        };
        lines.iter().map(line).collect()
    }

    /// A line as it is drawn.
    pub fn draw(&self, view: &View, act: &Callback<Action>, (number, at): (usize, Option<usize>)) -> Html {
        let group = &self.groups[number];
        let Some(pod) = at.and_then(|at| group.pods.get(at)) else {
            let said = group.said(view.store.lang.timeline().untried).to_owned();
            return html! { <li key={format!("{number}")} class="line head"><b>{ group.pods.len() }</b>{ " " }{ said }</li> };
        };
        let go = match pod.tried {
            Some(events) => Action::Look(Look::Attempt(pod.pod.clone(), events)),
            None => Action::Pick(Some(pod.pod.clone())),
        };
        let chosen = view.store.pod.as_ref() == Some(&pod.pod);
        html! {
            <li key={pod.pod.to_string()}>
                <button type="button" class={if chosen { "line chosen" } else { "line" }} title={pod.pod.to_string()} onclick={on(act, go)}>{ pod.told() }</button>
            </li>
        }
    }
}

impl Group {
    fn said<'g>(&'g self, untried: &'g str) -> &'g str {
        if self.reason.is_empty() { untried } else { &self.reason }
    }
}

impl Waiting {
    fn told(&self) -> String {
        let (cpu, memory) = self.requests;
        let asks = format!("{} cpu, {}", amount("cpu", cpu), bytes(memory));
        let owner = if self.owner.is_empty() { String::new() } else { format!("   {}", self.owner) };
        format!("{}   {asks}{owner}", short(&self.pod))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::load;
    use crate::simulation::Simulation;

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

    fn pending(text: &str) -> Pending {
        let (_, scenario) = load::scenario(text, None).expect("a scenario");
        let (mut simulation, mut trace) = (Simulation::new(scenario), Trace::default());
        while let Some(events) = simulation.step() {
            trace.extend(events);
        }
        Pending::of(&trace)
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
        let pending = pending(&text);
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
            pending.text(&pending.lines("far"), ""),
            "1 1 node(s) didn't match Pod's node affinity/selector\n  far   1 cpu, 0   ReplicaSet/far-rs\n"
        );
    }
}
