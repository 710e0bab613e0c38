//! The ladder of rules that chooses among the candidates, drawn as a bracket.

use yew::{Callback, Html, NodeRef, classes, html};

use crate::inspector::tables::{is_decided, node, node_button};
use crate::stage::scene::bracket;
use crate::stage::scene::bracket::{Line, Mark};
use crate::store::Action;
use crate::view::View;
use record::{Attempt, PreemptionRecord, Rule};
use trace::steps::Step;
use words::labels::Panel;
use words::reason;

/// The bracket of the first `rungs` rules, in a frame that scrolls sideways.
pub fn ladder(
    view: &View,
    act: &Callback<Action>,
    attempt: &Attempt,
    record: &PreemptionRecord,
    rungs: usize,
    frame: &NodeRef,
) -> Html {
    let shown = &record.ladder[..rungs.min(record.ladder.len())];
    let (Some(first), Some(last)) = (shown.first(), shown.last()) else { return Html::default() };
    let (words, lang) = (view.words, view.store.lang);
    let own = lang.panel();
    let chosen = record.chosen.filter(|_| is_decided(view.step));
    let is_now = |at: usize| matches!(view.step, Step::Rung(now) if now == at);
    let heads = shown.iter().enumerate().map(|(at, rung)| {
        let (name, _) = lang.rule(rung.rule);
        html! { <th scope="col" class={is_now(at).then_some("now")} title={name}>{ format!("{}. ", at + 1) }{ brief(own, rung.rule) }</th> }
    });
    let lines = bracket::lines(record, rungs);
    let tied = |line: &Line| chosen.is_some() && record.ties.len() > 1 && record.ties.contains(&line.nodes[0]);
    let (from, to) = (lines.iter().position(tied), lines.iter().rposition(tied));
    let rows = lines.iter().enumerate().map(|(at, line)| {
        let cells = line
            .marks
            .iter()
            .enumerate()
            .map(|(rule, mark)| cell(view, record, line, shown[rule].rule, *mark, is_now(rule)));
        let within = from.is_some_and(|from| at >= from) && to.is_some_and(|to| at <= to);
        let taken = chosen == Some(line.nodes[0]);
        let end = classes!(
            "end",
            taken.then_some("taken"),
            tied(line).then_some("tied"),
            (within && from != Some(at)).then_some("above"),
            (within && to != Some(at)).then_some("below")
        );
        html! {
            <tr key={line.nodes[0]}>
                <th scope="row">
                    if let [only] = line.nodes[..] { { node_button(view, act, node(attempt, only)) } }
                    else { <span title={names(attempt, line)}>{ lang.nodes_alike(line.nodes.len()) }</span> }
                </th>
                { for cells }
                if chosen.is_some() {
                    <td class={end}>
                        if taken { <b aria-hidden="true">{ "✓" }</b><span class="hidden">{ own.taken }</span> }
                        else if tied(line) { <b aria-hidden="true">{ "=" }</b><span class="hidden">{ own.tied }</span> }
                    </td>
                }
            </tr>
        }
    });
    let told = shown.iter().enumerate().map(|(at, rung)| {
        let (name, _) = lang.rule(rung.rule);
        html! { <li class={is_now(at).then_some("now")}>{ format!("{}. {name}", at + 1) }<small>{ format!("{} → {}", rung.values.len(), rung.kept.len()) }</small></li> }
    });
    html! {
        <section class="ladder">
            <h3>{ words.ladder }<small>{ format!("{} → {}", first.values.len(), chosen.map_or(last.kept.len(), |_| 1)) }</small></h3>
            <div class="scroll" ref={frame.clone()} tabindex="0" role="region" aria-label={words.ladder}><table class="bracket">
                <thead><tr><td></td>{ for heads }if chosen.is_some() { <td></td> }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
            <ol class="rules">{ for told }</ol>
            if from != to { <p class="muted">{ words.tie }</p> }
        </section>
    }
}

fn names(attempt: &Attempt, line: &Line) -> String {
    line.nodes.iter().map(|ix| node(attempt, *ix)).collect::<Vec<_>>().join(", ")
}

fn cell(view: &View, record: &PreemptionRecord, line: &Line, rule: Rule, mark: Mark, now: bool) -> Html {
    let words = view.words;
    let now = now.then_some("now");
    let (low, high, out) = match mark {
        Mark::Gone => return html! { <td class={classes!("gone", now)}></td> },
        Mark::Kept(low, high) => (low, high, false),
        Mark::Out(low, high) => (low, high, true),
    };
    let victims = record.dry_runs.iter().find(|run| run.node == line.nodes[0]).map_or(0, |run| run.victims.len());
    let (text, full) = reason::rule_value(rule, low, victims);
    // A bracket has to fit beside the stage.
    let text = text.replace(' ', "");
    let text = if low == high { text } else { format!("{text} … {}", reason::rule_value(rule, high, victims).0) };
    html! {
        <td class={classes!(if out { "out" } else { "kept" }, now)}>
            <span class="value" title={full}>{ text }if out { <b aria-hidden="true">{ " ✗" }</b> }<span class="hidden">{ if out { words.out } else { words.stays } }</span></span>
        </td>
    }
}

/// A rule in a word or two.
fn brief(own: &'static Panel, rule: Rule) -> &'static str {
    match rule {
        Rule::NoVictims => own.rule_none,
        Rule::FewestViolations => own.rule_budgets,
        Rule::LowestFirstPriority => own.rule_first,
        Rule::SmallestPrioritySum => own.rule_sum,
        Rule::FewestVictims => own.rule_victims,
        Rule::LatestStart => own.rule_start,
    }
}
