//! Applies the actions of the selection.

use api::{NamespacedName, Str};
use trace::steps::Step;

use crate::{
    panes::InspectorPage,
    run::RunState,
    selection::{Selection, SelectionMsg},
    store::{Effect, Followup},
};

/// What choosing makes of the state.
pub fn update_selection(selection: &mut Selection, run_state: &RunState, selection_msg: SelectionMsg) -> Vec<Followup> {
    match selection_msg {
        SelectionMsg::PickPod(pod) => pick_pod(selection, pod),
        SelectionMsg::ChooseNode(node) => {
            selection.node = node;
            Vec::new()
        }
        SelectionMsg::SetMeasure(resource) => {
            selection.measure = resource;
            vec![Effect::KeepMeasure.into()]
        }
        SelectionMsg::OpenNode(node) => {
            selection.node = Some(node);
            vec![Followup::ShowPage(InspectorPage::Node)]
        }
        SelectionMsg::OpenGuardrail(around) => {
            selection.guardrail = Some(around);
            vec![Followup::ShowPage(InspectorPage::BudgetsZones), Followup::UnfoldInspector]
        }
        SelectionMsg::GoToPodLine(about, at) => {
            // Lines are about nodes and budgets too.
            let is_pod = run_state.view.trace.frame_at(run_state.events_at(at)).pods.contains_key(&about);
            let mut followups = if is_pod { choose_pod(selection, Some(about)) } else { Vec::new() };
            followups.push(Followup::SeekMoment(at));
            followups
        }
        SelectionMsg::GoToAttempt(pod, events) => {
            let mut followups = choose_pod(selection, Some(pod));
            followups.extend([Followup::ShowPage(InspectorPage::Filters), Followup::UnfoldInspector]);
            followups.extend(update_selection(selection, run_state, SelectionMsg::GoToEvidence(events, Step::Failed)));
            followups
        }
        SelectionMsg::GoToEvidence(events, step) => {
            let moments = &run_state.view.moments;
            let exact = moments.iter().position(|moment| moment.events == events && moment.step == step);
            let nearest_moment = || moments.iter().position(|moment| moment.events >= events);
            vec![Followup::SeekMoment(exact.or_else(nearest_moment).unwrap_or(usize::MAX))]
        }
    }
}

/// A click on a pod, or beside all of them: its page opens.
fn pick_pod(selection: &mut Selection, pod: Option<NamespacedName>) -> Vec<Followup> {
    let page = if pod.is_some() { InspectorPage::Pod } else { InspectorPage::Now };
    let mut followups = choose_pod(selection, pod);
    followups.push(Followup::ShowPage(page));
    followups
}

fn choose_pod(selection: &mut Selection, pod: Option<NamespacedName>) -> Vec<Followup> {
    let other = selection.pod != pod;
    selection.pod = pod;
    if other { vec![Followup::CloseQuestion] } else { Vec::new() }
}

/// Chooses a pod by its key, or a node by its name, in which no `/` can be.
pub fn restore_selection(selection: &mut Selection, shown_node: Option<Str>) {
    (selection.pod, selection.node) = (None, None);
    match shown_node {
        Some(pod) if pod.contains('/') => selection.pod = Some(pod.into()),
        node => selection.node = node,
    }
}
