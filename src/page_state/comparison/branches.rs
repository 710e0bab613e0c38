//! What would have happened: a run forked at a past moment, with the branches before it kept.
//!
//! A fork is the same text with one more document of kind `Script`, whose action comes a millisecond after the moment. The
//! engine is deterministic, so everything up to there is as it was, and a link to the fork needs nothing else.

use std::rc::Rc;

use api::{FEATURE_GATES, Millis, NamespacedName, Set};
use manifest::{
    ScriptCommand, append_script,
    edit::{self, PathStep, ValuePath},
};
use releases::Release;
use serde_json::Value;
use trace::{Frame, PodView, compare};

use crate::{
    comparison::{Branch, BranchList},
    run::{RunState, is_same_text},
    store::Store,
};

/// A pod that is elsewhere, or otherwise, at the end of another branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndDifference {
    /// The pod.
    pub pod: NamespacedName,
    /// How it ends in the other branch: status and node.
    pub other_end: String,
    /// How it ends in this one.
    pub own_end: String,
}

/// The text of a fork: something is done right after a moment.
pub fn fork_text(text: &str, time: Millis, commands: &[ScriptCommand]) -> Rc<str> {
    append_script(text, time + Millis::new(1), commands).into()
}

/// A text with another configuration (YAML) for the scheduler. Takes the place of a document of the same kind and version; what
/// cannot be read is left for the run to complain about.
pub fn with_configuration(text: &str, configuration: &str) -> Rc<str> {
    let kind_of = |document: &Value| (document.get("kind").cloned(), document.get("apiVersion").cloned());
    let kind = edit::read_documents(configuration).ok().and_then(|documents| documents.first().map(kind_of));
    let documents = edit::read_documents(text).unwrap_or_default();
    let same_documents = documents.iter().enumerate().filter(|(_, document)| Some(kind_of(document)) == kind);
    let same_documents: Vec<usize> = same_documents.map(|(index, _)| index).collect();
    let without = edit::remove_documents(text, &same_documents).unwrap_or_else(|_| text.to_owned());
    format!("{}\n---\n{}\n", without.trim_end(), configuration.trim()).into()
}

/// The gates that make a gang of a pod group.
const GANG_GATES: [&str; 2] = ["GenericWorkload", "GangScheduling"];

/// A text with the feature gates of pod groups on, or with all of them off. What cannot be edited is left as it is.
pub fn with_gangs(text: &str, is_on: bool) -> Rc<str> {
    let Ok(documents) = edit::read_documents(text) else { return text.into() };
    let is_scenario = |document: &Value| document.get("kind").and_then(Value::as_str) == Some("Scenario");
    let Some(document) = documents.iter().position(is_scenario) else {
        let gates = GANG_GATES.map(|gate| format!("{gate}: true")).join(", ");
        let scenario = format!("apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nfeatureGates: {{{gates}}}\n");
        return if is_on { format!("{scenario}---\n{text}").into() } else { text.into() };
    };
    let mut gates = documents[document].get("featureGates").and_then(Value::as_object).cloned().unwrap_or_default();
    match is_on {
        true => gates.extend(GANG_GATES.map(|gate| (gate.to_owned(), Value::Bool(true)))),
        // All that the engine knows need the first one.
        false => gates.retain(|name, _| FEATURE_GATES.iter().all(|(gate, _)| gate != name)),
    }
    let place = ValuePath { document, steps: vec![PathStep::Key("featureGates".into())] };
    let new_text = match gates.is_empty() {
        true => edit::remove_value(text, &place),
        false => edit::set_value(text, &place, &Value::Object(gates)),
    };
    new_text.map_or_else(|_| text.into(), Rc::from)
}

/// Notes the present run in its branch, with the moment shown.
pub fn save_current(branches: &mut BranchList, run_state: &RunState, at: usize) {
    if branches.branches.is_empty() {
        branches.branches.push(Branch::default());
        branches.current = 0;
    }
    let (text, trace, load_result) =
        (Rc::clone(&run_state.text), Rc::clone(&run_state.view), Rc::clone(&run_state.manifest_summary));
    if let Some(branch) = branches.branches.get_mut(branches.current) {
        let (label, parent, forked) = (std::mem::take(&mut branch.label), branch.parent, branch.is_fork);
        let release = Some(run_state.shown_release());
        *branch = Branch {
            label,
            parent,
            is_fork: forked,
            moment: at,
            text,
            release,
            view: trace,
            manifest_summary: load_result,
        };
    }
}

/// A branch leaves the one shown, and is shown.
pub fn branch_off(branches: &mut BranchList, run_state: &RunState, at: usize, label: String) {
    if branches.branches.is_empty() || branches.branches[branches.current].view != run_state.view {
        save_current(branches, run_state, at);
    }
    branches.branches.push(Branch { label, parent: branches.current, ..Branch::default() });
    branches.current = branches.branches.len() - 1;
}

/// The release of the run beside the one shown, if nothing else tells them apart.
pub fn compared_release(store: &Store) -> Option<Release> {
    let branch = store
        .branches
        .branches
        .get(store.branches.compared?)
        .filter(|branch| is_same_text(&branch.text, &store.run.text))?;
    Some(branch.manifest_summary.release).filter(|release| *release != store.run.shown_release())
}

/// The run beside the one shown, at the moment that belongs to the one shown; nothing before the chunk `Study` is there.
pub fn compared_store(store: &Store) -> Option<Store> {
    store.branches.compared?;
    (store.chunks.study.ready()?.find_compared)(store)
}

/// The run beside the one shown, found by what both have done.
pub(crate) fn find_compared(store: &Store) -> Option<Store> {
    let number = store.branches.compared.filter(|branch_index| *branch_index != store.branches.current)?;
    let branch = store.branches.branches.get(number)?;
    let (trace, load_result, release) = (Rc::clone(&branch.view), Rc::clone(&branch.manifest_summary), branch.release);
    let (here, run_view) = (&store.run.view, &trace);
    let (ours, theirs) = (here.trace.events(), run_view.trace.events());
    let moment = store.moment()?;
    let attempt = here.attempt_at(moment.events).and_then(|number| store.detail_cache.get(here.run, number));
    let same_attempt =
        compare::matching_attempt(ours, moment, theirs).and_then(|number| store.detail_cache.get(run_view.run, number));
    let details = attempt.zip(same_attempt).map(|(attempt, same_attempt)| (&**attempt, &**same_attempt));
    let at = compare::counterpart_moment(
        compare::RunMoments { events: ours, moments: &here.moments },
        store.player.moment,
        compare::RunMoments { events: theirs, moments: &run_view.moments },
        details,
    );
    let mut other = store.clone();
    (other.run.view, other.run.manifest_summary, other.run.release) = (trace, load_result, release);
    (other.player.moment, other.branches.current, other.branches.compared) = (at, number, None);
    Some(other)
}

/// The branch that is shown and the one that it left, if it is a fork; not while one stands beside it, or while it is still to come.
pub fn current_fork(store: &Store) -> Option<(&Branch, &Branch)> {
    let branches = &store.branches;
    let branch = branches.branches.get(branches.current)?;
    let is_shown = branches.compared.is_none() && branch.is_fork && !store.run.is_stale;
    Some((branch, branches.branches.get(branch.parent)?)).filter(|_| is_shown)
}

/// How this branch ends otherwise than the one that it is compared with: the one beside it, or else the first, or the
/// second if this is the first.
pub fn end_differences(store: &Store) -> Vec<EndDifference> {
    let other = store
        .branches
        .compared
        .filter(|branch_index| *branch_index != store.branches.current)
        .unwrap_or(usize::from(store.branches.current == 0));
    let Some(other) = store.branches.branches.get(other) else { return Vec::new() };
    let (other_end, own_end) = (other.view.trace.frame_at(usize::MAX), store.run.view.trace.frame_at(usize::MAX));
    let pod_end =
        |frame: &Frame, key: &NamespacedName| frame.pods.get(key).map_or_else(|| "—".to_owned(), |pod| end_text(pod));
    let keys: Set<&NamespacedName> = other_end.pods.keys().chain(own_end.pods.keys()).collect();
    let compared = keys.into_iter().map(|key| EndDifference {
        pod: key.clone(),
        other_end: pod_end(&other_end, key),
        own_end: pod_end(&own_end, key),
    });
    compared.filter(|difference| difference.other_end != difference.own_end).collect()
}

/// How a branch ends, against the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchEnd {
    /// The branch.
    pub branch: usize,
    /// What was done; empty of the first one.
    pub label: String,
    /// Pods that have a node.
    pub scheduled: usize,
    /// Pods that have none.
    pub pending: usize,
    /// Pods of both that have another node, or one where they had none, or none where they had one.
    pub moved: usize,
    /// Pods of the first one that are not there.
    pub missing: usize,
}

/// How all branches end, one after the other.
pub fn branch_ends(store: &Store) -> Vec<BranchEnd> {
    let end = |number: usize, branch: &Branch| {
        // What is shown may have gone on since its branch was kept.
        let trace = if number == store.branches.current { &store.run.view } else { &branch.view };
        trace.trace.frame_at(usize::MAX)
    };
    let Some(first) = store.branches.branches.first().map(|branch| end(0, branch)) else { return Vec::new() };
    let on = |pod: &PodView| pod.bound_to().cloned();
    let branch_end = |(number, branch): (usize, &Branch)| {
        let frame = end(number, branch);
        let placed = frame.pods.values().filter(|pod| on(pod).is_some()).count();
        let pod_pairs = first.pods.iter().map(|(key, pod_before)| (pod_before, frame.pods.get(key)));
        let (mut moved_pods, mut gone_pods) = (0, 0);
        for (pod_before, pod_after) in pod_pairs {
            match pod_after {
                Some(is) if on(is) != on(pod_before) => moved_pods += 1,
                None => gone_pods += 1,
                Some(_) => {}
            }
        }
        let (label, pending) = (branch.label.clone(), frame.pods.values().count() - placed);
        BranchEnd { branch: number, label, scheduled: placed, pending, moved: moved_pods, missing: gone_pods }
    };
    store.branches.branches.iter().enumerate().map(branch_end).collect()
}

fn end_text(pod: &PodView) -> String {
    match pod.bound_to() {
        Some(node) => format!("{} · {node}", pod.status()),
        None => pod.status().to_string(),
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::{
        comparison::Fork,
        open_target::OpenTarget,
        player::Landmark,
        shared_actions::{BranchMsg, PlayerMsg},
        store::{Action, EditingAction},
        testing::InlineWorker,
        update::reduce,
    };

    #[test]
    fn the_same_text_runs_with_gangs_off_beside_on() {
        const TEXT: &str = include_str!("../../../www/scenarios/two-jobs.yaml");

        let mut worker = InlineWorker::default();
        let store = worker.open_text(TEXT);
        assert_eq!(store.run.manifest_summary.gangs, Some(true));
        let store = worker.apply_action(&store, EditingAction::CompareGangs.into());
        let beside = super::compared_store(&store).expect("a run beside it");
        assert_eq!((store.run.manifest_summary.gangs, beside.run.manifest_summary.gangs), (Some(true), Some(false)));
        let groups = |store: &Store| store.run.view.trace.frame_at(usize::MAX).pod_groups.keys().count();
        assert_eq!((groups(&store), groups(&beside)), (2, 0));
        // Off and on again is the text that it was, in meaning.
        let off = with_gangs(TEXT, false);
        assert!(!off.contains("featureGates") && off.contains("release: v1.36"), "{off}");
        let on = with_gangs(&off, true);
        assert_eq!(edit::read_documents(&on), edit::read_documents(TEXT));
        // Other gates stay, and a text without a scenario gets one.
        let gates =
            "kind: Scenario\nfeatureGates: {GenericWorkload: true, WorkloadAwarePreemption: true, Other: true}\n";
        assert_eq!(&*with_gangs(gates, false), "kind: Scenario\nfeatureGates: {Other: true}\n");
        assert!(with_gangs("kind: Node\nmetadata: {name: n}\n", true).contains("GangScheduling: true"));
    }

    #[test]
    fn a_fork_keeps_the_past_and_the_branch_before_it() {
        let mut worker = InlineWorker::default();
        let store = worker.apply_action(
            &Store::with_all_chunks(),
            Action::Open(OpenTarget::Scenario(0, include_str!("../../../www/scenarios/preemption.yaml").into())),
        );
        let at = store.run.view.landmarks.next_landmark(Landmark::Preemption, 0).expect("a preemption");
        let previous_store = reduce(&store, Action::Player(PlayerMsg::Seek(at))).0;
        let fork = Action::Branches(BranchMsg::Fork(Fork {
            label: "add node".into(),
            commands: vec![ScriptCommand::Handwritten(
                "create: {kind: Node, metadata: {name: more}, status: {allocatable: {cpu: 4, memory: 8Gi}}}".into(),
            )],
        }));
        let next_store = worker.apply_action(&previous_store, fork);
        assert_eq!(
            (next_store.player.moment, next_store.current_time()),
            (previous_store.player.moment, previous_store.current_time())
        );
        let past = previous_store.moment().expect("a moment").events;
        assert_eq!(next_store.run.view.trace.events()[..past], previous_store.run.view.trace.events()[..past]);
        assert!(next_store.run.view.trace.frame_at(usize::MAX).nodes.contains_key("more"));
        assert!(!end_differences(&next_store).is_empty());
        let ends = branch_ends(&next_store);
        let changes: Vec<(&str, usize)> =
            ends.iter().map(|end| (end.label.as_str(), end.moved + end.missing)).collect();
        assert_eq!((changes[0], changes[1].0, changes.len()), (("", 0), "add node", 2), "{ends:?}");
        assert!(changes[1].1 > 0, "{ends:?}");
        let total_count = next_store.run.view.trace.frame_at(usize::MAX).pods.values().count();
        assert_eq!(ends[1].scheduled + ends[1].pending, total_count);
        let restored_store = reduce(&next_store, Action::Branches(BranchMsg::SwitchBranch(0))).0;
        assert_eq!(
            (restored_store.run.view.clone(), &restored_store.run.text),
            (previous_store.run.view.clone(), &previous_store.run.text)
        );
        assert_eq!(restored_store.branches.branches.len(), 2);
        let again = reduce(&restored_store, Action::Branches(BranchMsg::SwitchBranch(1))).0;
        assert_eq!(again.run.view, next_store.run.view);
        let other = worker.apply_action(&again, Action::Branches(BranchMsg::CompareRelease(Release::V1_16)));
        // The other run is there, and the page is back where it was, with the other beside it.
        assert_eq!(
            (other.run.shown_release(), other.branches.branches.len(), other.branches.current),
            (Release::V1_36, 3, 1)
        );
        assert_eq!((other.run.view.clone(), other.player.moment), (again.run.view.clone(), again.player.moment));
        let beside = super::compared_store(&other).expect("a run beside it");
        assert_eq!((beside.run.shown_release(), beside.moment().map(|moment| moment.step)), {
            (Release::V1_16, other.moment().map(|moment| moment.step))
        });
        assert_eq!(super::compared_store(&reduce(&other, Action::Branches(BranchMsg::CompareBranch(None))).0), None);
        assert_eq!(reduce(&other, Action::Branches(BranchMsg::SwitchBranch(1))).0.run.shown_release(), Release::V1_36);
        assert!(reduce(&again, Action::Open(OpenTarget::Text("kind: Pod".into()))).0.branches.branches.is_empty());
    }
}
