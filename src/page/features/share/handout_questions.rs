//! The questions of a scenario's handout: decisions to predict, with boxes to tick, and the rules of preemption as a table to fill in.

use api::{NamespacedName, Str};
use i18n::{Lang, export::words, format_clock, short_pod_name};
use page_state::store::Store;
use runlog::LadderRule;
use trace::decisions::{Decision, DecisionKind};
use yew::{Html, html};

/// The maximum number of questions.
const MAX_QUESTIONS: usize = 8;
/// The most nodes that are offered as boxes, or as columns of the table. A question about more of them is answered in words.
const MAX_NODES: usize = 8;
/// The rules that compare candidates, in order.
const COMPARING_RULES: [LadderRule; 5] = [
    LadderRule::FewestViolations,
    LadderRule::LowestFirstPriority,
    LadderRule::SmallestPrioritySum,
    LadderRule::FewestVictims,
    LadderRule::LatestStart,
];

/// A decision that readers predict.
pub(super) struct HandoutQuestion {
    time: String,
    pod: NamespacedName,
    kind: DecisionKind,
    /// The nodes at that moment; empty if there are too many.
    nodes: Vec<Str>,
}

/// The first decisions about nodes and victims. A pod is asked about only once for each kind of decision.
pub(super) fn list_questions(store: &Store) -> Vec<HandoutQuestion> {
    let run_view = &store.run.view;
    let mut questions: Vec<HandoutQuestion> = Vec::new();
    let is_asked = |decision: &&Decision| matches!(decision.kind, DecisionKind::Node | DecisionKind::Victims);
    for decision in run_view.decisions.iter().filter(is_asked) {
        let Some(attempt) = run_view.attempt_summary(decision.attempt) else { continue };
        let is_known = |other: &HandoutQuestion| other.pod == attempt.pod && other.kind == decision.kind;
        if questions.len() == MAX_QUESTIONS || questions.iter().any(is_known) {
            continue;
        }
        let event_count = run_view.moments[decision.before].events;
        let mut nodes = run_view.trace.frame_at(event_count).node_order;
        if nodes.len() > MAX_NODES {
            nodes.clear();
        }
        questions.push(HandoutQuestion {
            time: format_clock(run_view.trace.events()[event_count.saturating_sub(1)].at),
            pod: attempt.pod.clone(),
            kind: decision.kind,
            nodes,
        });
    }
    questions
}

pub(super) fn draw_question(lang: Lang, question: &HandoutQuestion) -> Html {
    let HandoutQuestion { time, pod, kind, nodes } = question;
    let (exports, pod) = (words(lang).export_labels(), short_pod_name(pod));
    let is_of_victims = *kind == DecisionKind::Victims;
    let asked = if is_of_victims { words(lang).which_victims(pod) } else { lang.which_node(pod) };
    html! {
        <div class="asked">
            <p><b>{ format!("{time} · {asked}") }</b></p>
            if is_of_victims {
                { draw_answer_lines(1) }
                if nodes.len() > 1 { { draw_blank_ladder(lang, nodes) } }
            } else if !nodes.is_empty() {
                <ul class="boxes">
                    { for nodes.iter().map(|node| html! { <li>{ node.as_str() }</li> }) }
                    <li>{ exports.no_node }</li>
                </ul>
            }
            <p>{ exports.why }</p>{ draw_answer_lines(2) }
        </div>
    }
}

/// The rules that choose among the candidates of a preemption, as a table with empty cells.
fn draw_blank_ladder(lang: Lang, nodes: &[Str]) -> Html {
    let exports = words(lang).export_labels();
    let cells = || nodes.iter().map(|_| html! { <td></td> });
    html! {
        <table class="blank-ladder">
            <thead><tr><th scope="col">{ exports.compared }</th>{ for nodes.iter().map(|node| html! { <th scope="col">{ node.as_str() }</th> }) }</tr></thead>
            <tbody>
                <tr><th scope="row">{ exports.victims }</th>{ for cells() }</tr>
                { for COMPARING_RULES.map(|rule| html! { <tr><th scope="row">{ lang.rule_text(rule).0 }</th>{ for cells() }</tr> }) }
            </tbody>
        </table>
    }
}

/// Blank lines for an answer.
pub(super) fn draw_answer_lines(lines: usize) -> Html {
    html! { <div class="room" aria-hidden="true">{ for (0..lines).map(|_| html! { <span /> }) }</div> }
}

#[cfg(feature = "prerender")]
#[cfg(test)]
mod tests {
    use page_state::testing::InlineWorker;

    use super::*;
    use crate::shell::prerender::render_html;

    fn draw(text: &str, kind: DecisionKind) -> String {
        let store = InlineWorker::default().open_text(text);
        let questions = list_questions(&store);
        let of_kind = questions.iter().filter(|question| question.kind == kind);
        render_html(html! { <div>{ for of_kind.map(|question| draw_question(Lang::En, question)) }</div> })
    }

    #[test]
    fn a_question_about_a_node_has_a_box_for_each_node_and_for_none() {
        let text = draw(include_str!("../../../../www/scenarios/tie.yaml"), DecisionKind::Node);
        let store = InlineWorker::default().open_text(include_str!("../../../../www/scenarios/tie.yaml"));
        let nodes = store.run.view.trace.frame_at(store.run.view.trace.events().len()).node_order;
        assert!(nodes.len() > 1);
        for node in nodes {
            assert!(text.contains(&format!("<li>{node}</li>")), "{node} in {text}");
        }
        assert!(text.contains("<li>No node: it stays Pending</li>"), "{text}");
    }

    #[test]
    fn a_question_about_victims_has_the_rules_as_an_empty_table() {
        let text = draw(include_str!("../../../../www/scenarios/ladder.yaml"), DecisionKind::Victims);
        assert_eq!(text.matches("<table").count(), 1, "{text}");
        assert_eq!(text.matches("<tr><th scope=\"row\">").count(), COMPARING_RULES.len() + 1, "{text}");
        assert!(!text.contains("<td>x"), "{text}");
    }
}
