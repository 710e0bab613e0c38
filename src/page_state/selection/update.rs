//! Applies the actions on the selection.

use api::{NamespacedName, Str};
use scene::objects::ObjectRef;
use trace::steps::Step;

use crate::{
    actions::{Action, inspector::InspectorMsg, player::PlayerMsg, selection::SelectionMsg},
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    panels::InspectorPage,
    run::RunState,
    selection::Selection,
};

/// Applies an action on the selection.
pub fn update_selection(selection: &mut Selection, run_state: &RunState, selection_msg: SelectionMsg) -> UpdateOutcome {
    match selection_msg {
        SelectionMsg::PickPod(pod) => pick_pod(selection, pod),
        SelectionMsg::ChooseNode(node) => {
            selection.node = node;
            UpdateOutcome::default()
        }
        SelectionMsg::SelectObject(object_ref) => {
            match object_ref {
                ObjectRef::Node(name) => selection.node = Some(name),
                ObjectRef::Pod(key) => selection.pod = Some(key),
                // The selection has no budget.
                ObjectRef::Budget(_) => {}
            }
            UpdateOutcome::default()
        }
        SelectionMsg::SetMeasure(resource) => {
            selection.measure = resource;
            Effect::Storage(StorageEffect::KeepMeasure).into()
        }
        SelectionMsg::OpenNode(node) => {
            selection.node = Some(node);
            Action::Inspector(InspectorMsg::TurnToPage(InspectorPage::Node)).into()
        }
        SelectionMsg::OpenGuardrail(around) => {
            selection.guardrail = Some(around);
            Action::Inspector(InspectorMsg::ShowPage(InspectorPage::BudgetsZones)).into()
        }
        SelectionMsg::GoToPodLine(about, at) => {
            // Lines may also be about nodes and budgets.
            let is_pod = run_state.view.trace.frame_at(run_state.events_at(at)).pods.contains_key(&about);
            let outcome = if is_pod { choose_pod(selection, Some(about)) } else { UpdateOutcome::default() };
            outcome.then(Action::Player(PlayerMsg::Seek(at)))
        }
        SelectionMsg::GoToAttempt(pod, events) => choose_pod(selection, Some(pod))
            .then(Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Filters)))
            .then(Action::Selection(SelectionMsg::GoToEvidence(events, Step::Failed))),
        SelectionMsg::GoToEvidence(events, step) => {
            let moments = &run_state.view.moments;
            let exact = moments.iter().position(|moment| moment.events == events && moment.step == step);
            let nearest_moment = || moments.iter().position(|moment| moment.events >= events);
            Action::Player(PlayerMsg::Seek(exact.or_else(nearest_moment).unwrap_or(usize::MAX))).into()
        }
    }
}

/// Selects the clicked pod and opens its page; a click on the background clears the selection.
fn pick_pod(selection: &mut Selection, pod: Option<NamespacedName>) -> UpdateOutcome {
    let page = if pod.is_some() { InspectorPage::Pod } else { InspectorPage::Now };
    choose_pod(selection, pod).then(Action::Inspector(InspectorMsg::TurnToPage(page)))
}

fn choose_pod(selection: &mut Selection, pod: Option<NamespacedName>) -> UpdateOutcome {
    let other = selection.pod != pod;
    selection.pod = pod;
    // An open question is about the previous pod.
    if other { Action::Inspector(InspectorMsg::SetQuestion(None)).into() } else { UpdateOutcome::default() }
}

/// Selects a pod by its key `namespace/name`, or a node by its name, which has no `/`.
pub fn restore_selection(selection: &mut Selection, shown_node: Option<Str>) {
    (selection.pod, selection.node) = (None, None);
    match shown_node {
        Some(pod) if pod.contains('/') => selection.pod = Some(pod.into()),
        node => selection.node = node,
    }
}
