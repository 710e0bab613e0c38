//! Branches: forks of a run at a past moment, and runs under another configuration.
//!
//! The manifest of a fork has an additional document of kind `Script`, whose commands run one millisecond after the moment. The engine is
//! deterministic, so all earlier events are the same, and a link to the fork needs only the manifest.

use std::rc::Rc;

use api::{FEATURE_GATES, Millis};
use manifest::{
    ScriptCommand, append_script,
    edit::{self, PathStep, ValuePath},
};
use serde_json::Value;

use crate::{
    comparison::{Branch, BranchList},
    run::RunState,
};

/// The manifest of a fork, with commands that run one millisecond after `time`.
pub fn fork_text(text: &str, time: Millis, commands: &[ScriptCommand]) -> Rc<str> {
    append_script(text, time + Millis::new(1), commands).into()
}

/// The manifest with another scheduler configuration (YAML), which replaces documents of the same kind and version. If the YAML is
/// invalid, the run reports it.
pub fn with_configuration(text: &str, configuration: &str) -> Rc<str> {
    let kind_of = |document: &Value| (document.get("kind").cloned(), document.get("apiVersion").cloned());
    let kind = edit::read_documents(configuration).ok().and_then(|documents| documents.first().map(kind_of));
    let documents = edit::read_documents(text).unwrap_or_default();
    let same_documents = documents.iter().enumerate().filter(|(_, document)| Some(kind_of(document)) == kind);
    let same_documents: Vec<usize> = same_documents.map(|(index, _)| index).collect();
    let without = edit::remove_documents(text, &same_documents).unwrap_or_else(|_| text.to_owned());
    format!("{}\n---\n{}\n", without.trim_end(), configuration.trim()).into()
}

/// The feature gates for gang scheduling.
const GANG_GATES: [&str; 2] = ["GenericWorkload", "GangScheduling"];

/// The manifest with the feature gates of gang scheduling on, or with all feature gates off. Unchanged if it can't be edited.
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
        // All gates that the engine supports depend on the first one.
        false => gates.retain(|name, _| FEATURE_GATES.iter().all(|(gate, _)| gate != name)),
    }
    let place = ValuePath { document, steps: vec![PathStep::Key("featureGates".into())] };
    let new_text = match gates.is_empty() {
        true => edit::remove_value(text, &place),
        false => edit::set_value(text, &place, &Value::Object(gates)),
    };
    new_text.map_or_else(|_| text.into(), Rc::from)
}

/// Saves the current run and moment in its branch; creates the first branch if there is none.
pub fn save_current(branches: &mut BranchList, run_state: &RunState, at: usize) {
    if branches.branches.is_empty() {
        branches.branches.push(Branch::default());
        branches.current = 0;
    }
    let (text, trace, load_result) =
        (Rc::clone(&run_state.text), Rc::clone(&run_state.view), Rc::clone(&run_state.manifest_summary));
    if let Some(branch) = branches.branches.get_mut(branches.current) {
        let (label, parent, forked) = (std::mem::take(&mut branch.label), branch.parent, branch.is_fork);
        let about = branch.about.take();
        let release = Some(run_state.shown_release());
        *branch = Branch {
            label,
            parent,
            is_fork: forked,
            about,
            moment: at,
            text,
            release,
            view: trace,
            manifest_summary: load_result,
        };
    }
}

/// Adds a branch of the current run and makes it current.
pub fn branch_off(branches: &mut BranchList, run_state: &RunState, at: usize, label: String) {
    if branches.branches.is_empty() || branches.branches[branches.current].view != run_state.view {
        save_current(branches, run_state, at);
    }
    branches.branches.push(Branch { label, parent: branches.current, ..Branch::default() });
    branches.current = branches.branches.len() - 1;
}

#[cfg(test)]
mod tests {

    use releases::Release;

    use super::*;
    use crate::{
        actions::{
            Action, EditingAction,
            comparison::{BranchMsg, Fork},
            player::PlayerMsg,
        },
        landmarks::Landmark,
        open_target::OpenTarget,
        selectors::branch_comparison::{branch_ends, compared_store, end_differences},
        store::Store,
        testing::InlineWorker,
        update::reduce,
    };

    #[test]
    fn gang_scheduling_off_is_compared_with_on() {
        const TEXT: &str = include_str!("../../../www/scenarios/two-jobs.yaml");

        let mut worker = InlineWorker::default();
        let store = worker.open_text(TEXT);
        assert_eq!(store.run.manifest_summary.gangs, Some(true));
        let store = worker.apply_action(&store, EditingAction::CompareGangs.into());
        let beside = compared_store(&store).expect("a run beside it");
        assert_eq!((store.run.manifest_summary.gangs, beside.run.manifest_summary.gangs), (Some(true), Some(false)));
        let groups = |store: &Store| store.run.view.trace.frame_at(usize::MAX).pod_groups.keys().count();
        assert_eq!((groups(&store), groups(&beside)), (2, 0));
        // Off and on again restores the same meaning.
        let off = with_gangs(TEXT, false);
        assert!(!off.contains("featureGates") && off.contains("release: v1.36"), "{off}");
        let on = with_gangs(&off, true);
        assert_eq!(edit::read_documents(&on), edit::read_documents(TEXT));
        // Other gates stay, and a manifest without a scenario gets one.
        let gates =
            "kind: Scenario\nfeatureGates: {GenericWorkload: true, WorkloadAwarePreemption: true, Other: true}\n";
        assert_eq!(&*with_gangs(gates, false), "kind: Scenario\nfeatureGates: {Other: true}\n");
        assert!(with_gangs("kind: Node\nmetadata: {name: n}\n", true).contains("GangScheduling: true"));
    }

    #[test]
    fn a_fork_keeps_earlier_events_and_its_parent() {
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
        // The other run is complete: the page shows its previous branch again, compared with the other.
        assert_eq!(
            (other.run.shown_release(), other.branches.branches.len(), other.branches.current),
            (Release::V1_36, 3, 1)
        );
        assert_eq!((other.run.view.clone(), other.player.moment), (again.run.view.clone(), again.player.moment));
        let beside = compared_store(&other).expect("a run beside it");
        assert_eq!((beside.run.shown_release(), beside.moment().map(|moment| moment.step)), {
            (Release::V1_16, other.moment().map(|moment| moment.step))
        });
        assert_eq!(compared_store(&reduce(&other, Action::Branches(BranchMsg::CompareBranch(None))).0), None);
        assert_eq!(reduce(&other, Action::Branches(BranchMsg::SwitchBranch(1))).0.run.shown_release(), Release::V1_36);
        assert!(reduce(&again, Action::Open(OpenTarget::Text("kind: Pod".into()))).0.branches.branches.is_empty());
    }
}
