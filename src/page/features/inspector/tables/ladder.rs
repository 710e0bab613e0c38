//! The rules of the tie-break between candidates, drawn as a tournament bracket.

use i18n::{labels::InspectorLabels, reason};
use page_state::actions::Action;
use runlog::{Attempt, LadderRule, PreemptionRecord};
use scene::ladder_lines::{self, LadderLine, RuleMark};
use trace::steps::Step;
use yew::{Callback, Html, classes, html};

use crate::{
    features::inspector::tables::{draw_node_button, is_decided, node_name},
    view::View,
};

/// The bracket of the first `rungs` rules.
pub fn draw_ladder(
    view: &View,
    dispatch: &Callback<Action>,
    attempt: &Attempt,
    record: &PreemptionRecord,
    rungs: usize,
) -> Html {
    let visible = &record.ladder[..rungs.min(record.ladder.len())];
    let (Some(first), Some(last)) = (visible.first(), visible.last()) else { return Html::default() };
    let (labels, lang) = (view.words, view.store.lang);
    let panel = lang.inspector_labels();
    let winner = record.chosen.filter(|_| is_decided(view.step));
    let is_now = |at: usize| matches!(view.step, Step::Rung(now) if now == at);
    let heads = visible.iter().enumerate().map(|(at, rung)| {
        let (name, _) = lang.rule_text(rung.rule);
        html! { <th scope="col" class={is_now(at).then_some("now")} title={name}><span>{ format!("{}. ", at + 1) }{ short_rule_name(panel, rung.rule) }</span></th> }
    });
    let lines = ladder_lines::ladder_lines(record, rungs);
    let is_tied = |line: &LadderLine| winner.is_some() && record.ties.len() > 1 && record.ties.contains(&line.nodes[0]);
    let (from, target_index) = (lines.iter().position(is_tied), lines.iter().rposition(is_tied));
    let rows = lines.iter().enumerate().map(|(at, line)| {
        let cells = line
            .marks
            .iter()
            .enumerate()
            .map(|(rule, rule_mark)| draw_cell(view, record, line, visible[rule].rule, *rule_mark, is_now(rule)));
        let is_in_range = from.is_some_and(|from| at >= from) && target_index.is_some_and(|target_index| at <= target_index);
        let is_winner = winner == Some(line.nodes[0]);
        let end = classes!(
            "end",
            is_winner.then_some("taken"),
            is_tied(line).then_some("tied"),
            (is_in_range && from != Some(at)).then_some("above"),
            (is_in_range && target_index != Some(at)).then_some("below")
        );
        html! {
            <tr key={line.nodes[0]}>
                <th scope="row">
                    if let [only] = line.nodes[..] { { draw_node_button(view, dispatch, node_name(attempt, only)) } }
                    else { <span title={candidate_names(attempt, line)}>{ lang.nodes_alike(line.nodes.len()) }</span> }
                </th>
                { for cells }
                if winner.is_some() {
                    <td class={end}>
                        if is_winner { <b aria-hidden="true">{ "✓" }</b><span class="hidden">{ panel.taken }</span> }
                        else if is_tied(line) { <b aria-hidden="true">{ "=" }</b><span class="hidden">{ panel.tied }</span> }
                    </td>
                }
            </tr>
        }
    });
    let rules = visible.iter().enumerate().map(|(at, rung)| {
        let (name, _) = lang.rule_text(rung.rule);
        html! { <li class={is_now(at).then_some("now")}>{ format!("{}. {name}", at + 1) }<small>{ format!("{} → {}", rung.values.len(), rung.kept.len()) }</small></li> }
    });
    html! {
        <section class="ladder" aria-label={labels.ladder}>
            <h3>{ labels.ladder }<small>{ format!("{} → {}", first.values.len(), winner.map_or(last.kept.len(), |_| 1)) }</small></h3>
            <table class="bracket">
                <thead><tr><td></td>{ for heads }if winner.is_some() { <td></td> }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <ol class="rules">{ for rules }</ol>
            if from != target_index { <p class="muted">{ labels.tie }</p> }
        </section>
    }
}

fn candidate_names(attempt: &Attempt, line: &LadderLine) -> String {
    line.nodes.iter().map(|ix| node_name(attempt, *ix)).collect::<Vec<_>>().join(", ")
}

fn draw_cell(
    view: &View,
    record: &PreemptionRecord,
    line: &LadderLine,
    rule: LadderRule,
    rule_mark: RuleMark,
    is_current: bool,
) -> Html {
    let labels = view.words;
    let current_class = is_current.then_some("now");
    let (low, height, is_dropped) = match rule_mark {
        RuleMark::AlreadyOut => return html! { <td class={classes!("gone", current_class)}></td> },
        RuleMark::Stays(low, height) => (low, height, false),
        RuleMark::Dropped(low, height) => (low, height, true),
    };
    let victims =
        record.dry_runs.iter().find(|dry_run| dry_run.node == line.nodes[0]).map_or(0, |dry_run| dry_run.victims.len());
    let (_, full) = reason::format_rule_value(rule, low, victims);
    let values = record.ladder.iter().filter(|rung| rung.rule == rule).flat_map(|rung| &rung.values);
    let earliest = values.map(|(_, value)| *value).max().unwrap_or(0);
    // Start times are given as on the stage, and the bracket has to fit beside it.
    let short = |value: i64| match rule {
        LadderRule::LatestStart => view.store.lang.short_start(value, earliest),
        _ => reason::format_rule_value(rule, value, victims).0.replace(' ', ""),
    };
    let text = if low == height { short(low) } else { format!("{} … {}", short(low), short(height)) };
    html! {
        <td class={classes!(if is_dropped { "out" } else { "kept" }, current_class)}>
            <span class="value" title={full}>{ text }if is_dropped { <b aria-hidden="true">{ " ✗" }</b> }<span class="hidden">{ if is_dropped { labels.out } else { labels.stays } }</span></span>
        </td>
    }
}

/// A short name of a rule.
fn short_rule_name(panel: &'static InspectorLabels, rule: LadderRule) -> &'static str {
    match rule {
        LadderRule::NoVictims => panel.rule_none,
        LadderRule::FewestViolations => panel.rule_budgets,
        LadderRule::LowestFirstPriority => panel.rule_first,
        LadderRule::SmallestPrioritySum => panel.rule_sum,
        LadderRule::FewestVictims => panel.rule_victims,
        LadderRule::LatestStart => panel.rule_start,
    }
}
