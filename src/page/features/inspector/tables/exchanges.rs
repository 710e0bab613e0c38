//! Requests to extenders and their answers, by node.

use i18n::short_pod_name;
use page_state::actions::Action;
use runlog::{Attempt, CandidateRecord, Code, ExtenderAnswer, ExtenderRecord};
use yew::{Callback, Html, classes, html};

use crate::{
    features::inspector::tables::{MAX_ROWS, draw_node_button, node_name},
    view::View,
};

/// The requests, in order; `current_index` is the one of the current step. `offered` are the candidates that a request was about.
pub fn draw_exchanges(
    view: &View,
    dispatch: &Callback<Action>,
    attempt: &Attempt,
    requests: &[ExtenderRecord],
    current_index: Option<usize>,
    offered: &dyn Fn(usize) -> Vec<CandidateRecord>,
) -> Html {
    if requests.is_empty() {
        return Html::default();
    }
    let exchange = view.store.lang.exchange_labels();
    let each = requests.iter().enumerate().map(|(at, request)| {
        let class = classes!("exchange", (current_index == Some(at)).then_some("now"));
        html! { <li {class}>{ draw_exchange(view, dispatch, attempt, request, &offered(at)) }</li> }
    });
    html! { <section class="exchanges"><h3>{ exchange.requests }</h3><ol>{ for each }</ol></section> }
}

fn draw_exchange(
    view: &View,
    dispatch: &Callback<Action>,
    attempt: &Attempt,
    request: &ExtenderRecord,
    offered: &[CandidateRecord],
) -> Html {
    let exchange = view.store.lang.exchange_labels();
    let sends = !offered.is_empty();
    let rows = request.requested_nodes.iter().take(MAX_ROWS).map(|ix| {
        let sent = offered.iter().find(|candidate| candidate.node == *ix);
        let (class, text) = answer_text(view, &request.answer, *ix);
        html! {
            <tr>
                <th scope="row">{ draw_node_button(view, dispatch, node_name(attempt, *ix)) }</th>
                if sends { <td>{ sent.map(|sent| victims_text(view, sent)).unwrap_or_default() }</td> }
                <td {class}>{ text }</td>
            </tr>
        }
    });
    let note = match &request.answer {
        ExtenderAnswer::Filtered { is_bare: true, .. } => Some((exchange.bare, None)),
        ExtenderAnswer::Failed { text, is_ignored } => {
            Some((if *is_ignored { exchange.ignored } else { exchange.counts }, Some(text.clone())))
        }
        _ => None,
    };
    html! {
        <>
            <p><b>{ request.extender.to_string() }</b>{ " " }<code>{ format!("POST {}", request.url) }</code></p>
            if !request.took.is_zero() { <p class="muted">{ view.store.lang.extender_delay(request.took) }</p> }
            if let Some((text, message)) = note {
                if let Some(message) = message { <p class="quote"><q>{ message.to_string() }</q></p> }
                <p class="muted">{ text }</p>
            }
            <div class="scroll"><table>
                <thead><tr><th scope="col">{ view.words.node }</th>if sends { <th scope="col">{ exchange.sent }</th> }<th scope="col">{ exchange.answer }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
            if request.requested_nodes.len() > MAX_ROWS { <p class="muted">{ view.store.lang.more_by_name(request.requested_nodes.len() - MAX_ROWS) }</p> }
        </>
    }
}

fn victims_text(view: &View, candidate: &CandidateRecord) -> String {
    let names: Vec<&str> = candidate.victims.iter().map(|key| short_pod_name(key)).collect();
    view.store.lang.candidate_victims(&names, candidate.violations)
}

fn answer_text(view: &View, answer: &ExtenderAnswer, ix: usize) -> (&'static str, String) {
    let exchange = view.store.lang.exchange_labels();
    match answer {
        ExtenderAnswer::Filtered { failed, .. } => match failed.iter().find(|(node, ..)| *node == ix) {
            None => ("pass", format!("✓ {}", exchange.kept)),
            Some((_, message, code)) => {
                let reason = message.as_deref().unwrap_or(exchange.no_message);
                let help = if *code == Code::Unschedulable { exchange.may_help } else { exchange.no_help };
                ("fail", format!("✗ {reason} · {help}"))
            }
        },
        ExtenderAnswer::Scored { scores, factor } => {
            let points: Vec<i64> = scores.iter().filter(|(node, _)| *node == ix).map(|(_, score)| *score).collect();
            match points.iter().copied().reduce(i64::saturating_add) {
                None => ("", exchange.not_named.to_owned()),
                Some(score) => ("", format!("{score} × {factor} = {}", score.saturating_mul(*factor))),
            }
        }
        ExtenderAnswer::Sacrificed { candidates } => match candidates.iter().find(|candidate| candidate.node == ix) {
            None => ("fail", format!("✗ {}", exchange.withdrawn)),
            Some(candidate) => ("", victims_text(view, candidate)),
        },
        ExtenderAnswer::Failed { .. } => ("blank", String::new()),
    }
}
