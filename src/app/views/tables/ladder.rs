//! The ladder of rules that chooses among the candidates.

use yew::{Html, html};

use crate::app::page::View;
use crate::app::text::reason;
use crate::framework::Attempt;
use crate::trace::steps::Step;

use super::node;

/// The ladder as a bracket: a row for each node, a column for each rule; a node leaves at the rule that drops it.
pub fn ladder(view: &View, attempt: &Attempt, rungs: usize) -> Html {
    let Some(preemption) = &attempt.preemption else { return Html::default() };
    let words = view.words;
    let Some(first) = preemption.ladder.first() else { return Html::default() };
    let shown = &preemption.ladder[..rungs.min(preemption.ladder.len())];
    let chosen = matches!(view.step, Step::Choose | Step::Failed | Step::Event).then_some(preemption.chosen).flatten();
    let columns = shown.iter().enumerate().map(|(index, rung)| {
        let (name, unit) = reason::rule(view.store.lang, rung.rule);
        let now = matches!(view.step, Step::Rung(now) if now == index);
        let cells = rung.values.iter().map(|(ix, value)| {
            let kept = rung.kept.contains(ix);
            let text = value_text(rung.rule, *value);
            html! {
                <li class={if kept { "kept" } else { "dropped" }}>
                    <span>{ node(attempt, *ix) }</span><b title={value.to_string()}>{ text }</b>
                    <span class="mark" aria-label={if kept { words.stays } else { words.out }}>{ if kept { "✓" } else { "✗" } }</span>
                </li>
            }
        });
        html! {
            <li class={if now { "rung now" } else { "rung" }}>
                <h4>{ format!("{}. {name}", index + 1) }<small>{ unit }</small></h4>
                <ul>{ for cells }</ul>
            </li>
        }
    });
    html! {
        <section class="ladder">
            <h3>{ words.ladder }<small>{ format!("{} → {}", first.values.len(), shown.last().map_or(0, |rung| rung.kept.len())) }</small></h3>
            <ol>{ for columns }</ol>
            if preemption.ties.len() > 1 && chosen.is_some() { <p class="muted">{ words.tie }</p> }
            if let Some(chosen) = chosen { <p class="chosen-node">{ format!("✓ {}", node(attempt, chosen)) }</p> }
        </section>
    }
}

fn value_text(rule: crate::framework::Rule, value: i64) -> String {
    use crate::framework::Rule;
    match rule {
        Rule::LatestStart => crate::api::Time(value).to_string(),
        _ => value.to_string(),
    }
}
