//! The line above the stage that names the fork, and what came of it.

use api::{Millis, NamespacedName};
use i18n::{Lang, answer_text, format_clock, short_pod_name};
use page_state::{
    actions::{Action, comparison::BranchMsg, player::PlayerMsg},
    selectors::{
        branch_comparison,
        run_end::{self, pending_reason},
    },
};
use runlog::EventKind;
use trace::{Frame, Phase, Trace};
use ui::callback::on_action;
use yew::{Callback, Html, component, html, use_memo};

use crate::view::{
    Props,
    dirty::{self, Slices},
};

/// The slices of the state that the line depends on.
pub(crate) const SLICES: Slices = dirty::LANG | dirty::RUN | dirty::MOMENT | dirty::BRANCHES | dirty::LESSON;

/// What was changed in the current fork and what came of it, the legend of its marks, and a button back to the original run.
#[component]
pub fn ForkLine(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let fork = branch_comparison::current_fork(store);
    // Before the end of the run, something else may come of it.
    let run_end = fork.is_some().then(|| run_end::run_end_key(store)).filter(|run_end| run_end.is_over);
    let about = fork.and_then(|(branch, _)| branch.about.clone());
    let result = use_memo((run_end, about), |(run_end, about)| {
        (*run_end).zip(about.as_ref()).map(|(_, pod)| ForkResult::of_pod(&store.run.view.trace, pod))
    });
    let Some((branch, _)) = fork else { return Html::default() };
    let text = format!("{}: {}", labels.page_whatif, branch.label);
    let result_html = (*result).as_ref().zip(branch.about.as_ref());
    let result_html = result_html.map(|(result, pod)| draw_result(store.lang, dispatch, result, pod));
    html! {
        <div class="fork"><span class="what" title={text.clone()}>{ text }</span>
            <span class="fork-result" role="status">{ result_html }</span>
            <span class="unlike-is" title={labels.unlike_is}>{ labels.differs }</span>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::Branches(BranchMsg::ReturnToOriginal))}>{ labels.way_back }</button></div>
    }
}

/// What came of a fork for a pod at the end of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ForkResult {
    /// It is bound to this node since this time, by the event with this number.
    OnNode { node: String, since: Millis, events: usize },
    /// It is pending, with the scheduler's reason; empty if it was not attempted.
    Pending { reason: String },
    /// It was deleted or preempted.
    Gone,
}

impl ForkResult {
    fn of_pod(trace: &Trace, pod: &NamespacedName) -> Self {
        let frame: Frame = trace.frame_at(usize::MAX);
        let Some(pod_view) = frame.pods.get(pod) else { return Self::Gone };
        let Some(node) = &pod_view.node else {
            return match pod_view.phase {
                Phase::Pending => Self::Pending { reason: pending_reason(&pod_view.message).to_owned() },
                _ => Self::Gone,
            };
        };
        let binds = |event_kind: &EventKind| matches!(event_kind, EventKind::Bound { pod: bound, .. } if bound == pod);
        let bound = trace.events().iter().enumerate().rfind(|(_, event)| binds(&event.what));
        let (events, since) = bound.map_or((0, Millis::ZERO), |(at, event)| (at + 1, event.at));
        Self::OnNode { node: node.to_string(), since, events }
    }
}

fn draw_result(lang: Lang, dispatch: &Callback<Action>, result: &ForkResult, pod: &NamespacedName) -> Html {
    let (sentences, pod) = (answer_text::words(lang), short_pod_name(pod));
    match result {
        ForkResult::OnNode { node, since, events } => {
            let text = sentences.fork_result_on_node(pod, node, &format_clock(*since));
            html! { <button type="button" class="link" title={lang.inspector_labels().see_moment} onclick={on_action(dispatch, Action::Player(PlayerMsg::SeekEvents(*events)))}>{ text }</button> }
        }
        ForkResult::Pending { reason } => {
            let text = sentences.fork_result_pending(pod, reason);
            html! { <span title={text.clone()}>{ text }</span> }
        }
        ForkResult::Gone => html! { { sentences.fork_result_gone(pod) } },
    }
}

#[cfg(test)]
mod tests {
    use queries::load;
    use simulation::Simulation;

    use super::*;

    #[test]
    fn a_pod_is_bound_pending_or_gone_at_the_end() {
        let pod = |name: &str| {
            format!(
                "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{terminationGracePeriodSeconds: 1, containers: [{{name: c, resources: \
                 {{requests: {{cpu: 1}}}}}}]}}\n"
            )
        };
        let text = [
            "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 1Gi, pods: 9}}\n",
            &pod("first"),
            &pod("second"),
            &pod("third"),
            "---\nkind: Scenario\nscript: [{at: 5s, delete: {kind: Pod, name: first}}]\n",
        ]
        .concat();
        let (_, scenario) = load::load_scenario(&text, None).expect("a scenario");
        let (mut simulation, mut trace) = (Simulation::new(scenario), Trace::default());
        while let Some(events) = simulation.step() {
            trace.extend(events);
        }
        let result = |name: &str| ForkResult::of_pod(&trace, &NamespacedName::new("default", name));
        assert_eq!(result("first"), ForkResult::Gone);
        assert_eq!(result("third"), ForkResult::Pending { reason: "1 Insufficient cpu".into() });
        let ForkResult::OnNode { node, since, events } = result("second") else { panic!("{:?}", result("second")) };
        assert_eq!(node, "a");
        assert!(since > Millis::new(5000), "it is bound after the first one is deleted: {since:?}");
        assert!(matches!(&trace.events()[events - 1].what, EventKind::Bound { .. }));
    }
}
