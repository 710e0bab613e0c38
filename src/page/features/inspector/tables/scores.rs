//! The scores: a bar for each node, the calculation for one of them, and what it lacks to win.

use api::Str;
use i18n::evidence;
use page_state::actions::Action;
use runlog::Attempt;
use scene::score_board::BarScale;
use stage::draw::plugin_mark::{PluginMark, plugin_marks};
use trace::steps::Step;
use ui::element::{breakable_name, with_style};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Event, Html, InputEvent, TargetCast, UseStateHandle, classes, component, html, use_state};

use crate::{
    features::inspector::tables::{
        draw_heading, draw_node_button,
        exchanges::draw_exchanges,
        node_name,
        score_gaps::{self, RankedNode, ScoreGap},
    },
    view::{Props, View},
};

/// The maximum number of bars.
const MAX_BARS: usize = 30;
/// The minimum width of a bar's section, in percent, at which its letter fits.
const MIN_LABEL_PERCENT: i64 = 7;

/// The scores at the current step.
struct ScoreTable<'v> {
    view: &'v View,
    attempt: &'v Attempt,
    marks: Vec<PluginMark>,
    /// The number of score rows that are shown.
    revealed_rows: usize,
    /// The winner's column, once it is revealed.
    winner_column: Option<usize>,
}

/// The bars, and the table of one node.
#[component]
pub fn Scores(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let query = use_state(String::new);
    let upstream = use_state(|| false);
    let labels = view.words;
    let Some(attempt) = view.attempt.as_ref().filter(|attempt| !attempt.scores.rows.is_empty()) else {
        return html! { <p class="muted">{ if view.attempt.is_none() { labels.no_attempt } else { labels.no_scores } }</p> };
    };
    let revealed = match view.step {
        Step::Score(current_index) => current_index + 1,
        Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_) => 0,
        _ => attempt.scores.rows.len(),
    };
    // The last rows are those of extenders.
    let plugins = attempt.scores.rows.len().saturating_sub(attempt.scores.extenders.len());
    let extenders = revealed.saturating_sub(plugins);
    let current_index =
        if let Step::Score(current_index) = view.step { current_index.checked_sub(plugins) } else { None };
    let is_over = revealed == attempt.scores.rows.len() && !matches!(view.step, Step::Score(_));
    let row_names: Vec<Str> = attempt.scores.rows.iter().map(|row| row.id.to_string().into()).collect();
    let column = |node: usize| attempt.scores.nodes.iter().position(|other| *other == node);
    let won = score_gaps::find_winner(attempt).filter(|_| is_over).and_then(|(node, _)| column(node));
    let board =
        ScoreTable { view, attempt, marks: plugin_marks(&row_names), revealed_rows: revealed, winner_column: won };
    let ranked = score_gaps::node_scores(attempt, revealed, true);
    let selected = view
        .store
        .selection
        .node
        .as_ref()
        .and_then(|name| attempt.nodes.iter().position(|node| node == name))
        .and_then(column);
    let opened = selected.or(won).or(ranked.first().map(|first| first.column));
    let listed = if *upstream { score_gaps::node_scores(attempt, revealed, false) } else { ranked };
    let matching_nodes: Vec<RankedNode> =
        listed.into_iter().filter(|listed| node_name(attempt, listed.node).contains(query.trim())).collect();
    let is_listed = |(at, ranked_node): &(usize, &RankedNode)| {
        *at < MAX_BARS || Some(ranked_node.column) == won || Some(ranked_node.column) == selected
    };
    let bars: Vec<Html> = matching_nodes
        .iter()
        .enumerate()
        .filter(is_listed)
        .map(|(_, ranked_node)| board.draw_bar(dispatch, ranked_node, opened == Some(ranked_node.column)))
        .collect();
    let hidden_count = matching_nodes.len() - bars.len();
    let many = attempt.scores.nodes.len() > MAX_BARS / 2;
    html! {
        <>
            if many { { draw_tools(view, &query, &upstream) } }
            { board.draw_legend(dispatch) }
            <ol class={classes!("bars", many.then_some("many"))} aria-label={labels.total}>{ for bars }</ol>
            if matching_nodes.is_empty() { <p class="muted">{ view.store.lang.inspector_labels().none_found }</p> }
            if hidden_count > 0 { <p class="muted">{ view.store.lang.more_by_name(hidden_count) }</p> }
            if let (Some(column), true) = (opened, revealed > 0) { { board.draw_sums(dispatch, column) } }
            { draw_exchanges(view, dispatch, attempt, &attempt.scores.extenders[..extenders], current_index, &|_| Vec::new()) }
        </>
    }
}

fn draw_tools(view: &View, query: &UseStateHandle<String>, upstream: &UseStateHandle<bool>) -> Html {
    let panel = view.store.lang.inspector_labels();
    let (find, sort) = (query.clone(), upstream.clone());
    let oninput =
        Callback::from(move |event: InputEvent| find.set(event.target_unchecked_into::<HtmlInputElement>().value()));
    let onchange = Callback::from(move |event: Event| {
        sort.set(event.target_unchecked_into::<HtmlSelectElement>().value() == "upstream");
    });
    html! {
        <div class="tools-row">
            <input type="search" aria-label={panel.find_node} placeholder={panel.find_node} value={(**query).clone()} {oninput} />
            <select aria-label={panel.sort} {onchange}>
                <option value="total" selected={!**upstream}>{ panel.sort_total }</option>
                <option value="upstream" selected={**upstream}>{ panel.sort_upstream }</option>
            </select>
        </div>
    }
}

impl ScoreTable<'_> {
    fn plugin_name(&self, row: usize) -> &str {
        self.attempt.scores.rows[row].id.as_str()
    }

    fn is_now(&self, row: usize) -> bool {
        matches!(self.view.step, Step::Score(now) if now == row)
    }

    /// The letter of a plugin, so that it isn't identified by its color alone, and the CSS class of the color.
    fn mark(&self, row: usize) -> PluginMark {
        self.marks[row]
    }

    fn draw_key(&self, row: usize) -> Html {
        let mark = self.mark(row);
        html! { <i class={classes!("key", mark.color)} aria-hidden="true">{ mark.letter }</i> }
    }

    /// The plugins, with links to the glossary.
    fn draw_legend(&self, dispatch: &Callback<Action>) -> Html {
        let rows = (0..self.revealed_rows).map(|row| {
            let weight = self.attempt.scores.rows[row].weight;
            html! {
                <li class={self.is_now(row).then_some("now")}>{ self.draw_key(row) }{ draw_heading(self.view, dispatch, self.plugin_name(row)) }<small>{ format!("×{weight}") }</small></li>
            }
        });
        html! { <ul class="plugins">{ for rows }</ul> }
    }

    fn draw_bar(&self, dispatch: &Callback<Action>, ranked_node: &RankedNode, is_open: bool) -> Html {
        let (attempt, lang) = (self.attempt, self.view.store.lang);
        let panel = lang.inspector_labels();
        let points = |row| score_gaps::weighted_points(attempt, row, ranked_node.column);
        // Points that all nodes have in common are cut off if they would make the differences too small.
        let scale = BarScale::of(attempt);
        let label = (0..self.revealed_rows)
            .map(|row| format!("{} {}", self.plugin_name(row), points(row)))
            .collect::<Vec<_>>()
            .join(", ");
        let score_cells = (0..self.revealed_rows).map(|row| {
            let length = scale.length(row, points(row));
            let (share, is_cut) = (length * 1000 / scale.whole, length < points(row));
            let class = classes!("part", self.mark(row).color, self.is_now(row).then_some("new"), is_cut.then_some("cut"));
            let style = format!("width: {}.{}%", share / 10, share % 10);
            let part = html! {
                <span {class} title={format!("{} {}: {}{}", self.mark(row).letter, self.plugin_name(row), points(row), if is_cut { lang.stage_labels().cut_short } else { "" })}>
                    if share >= MIN_LABEL_PERCENT * 10 { { self.mark(row).letter } if is_cut { { " …" } } }
                </span>
            };
            with_style(&style, part)
        });
        let ties = score_gaps::find_winner(attempt).map_or(&[][..], |(_, ties)| ties);
        let (symbol, text) = match self.winner_column {
            Some(won) if won == ranked_node.column => ("✓", self.view.words.winner),
            Some(_) if ties.contains(&ranked_node.node) => ("=", panel.tied),
            _ => ("", ""),
        };
        html! {
            <li class={classes!((self.winner_column == Some(ranked_node.column)).then_some("won"), is_open.then_some("shown"))} key={ranked_node.node}>
                { draw_node_button(self.view, dispatch, node_name(attempt, ranked_node.node)) }
                <span class="stack" role="img" aria-label={label}>{ for score_cells }</span>
                <b>{ ranked_node.total }</b>
                <span class="verdict" title={text}><span aria-hidden="true">{ symbol }</span><span class="hidden">{ text }</span></span>
            </li>
        }
    }

    /// The calculation for one node, beside the winner's if that is another one.
    fn draw_sums(&self, dispatch: &Callback<Action>, column: usize) -> Html {
        let (attempt, labels, lang) = (self.attempt, self.view.words, self.view.store.lang);
        let panel = lang.inspector_labels();
        let name = node_name(attempt, attempt.scores.nodes[column]);
        let most = self.view.profile.best_score;
        let other = self.winner_column.filter(|won| *won != column);
        let gap = other.map(|other| (other, score_gaps::score_gap(attempt, self.revealed_rows, column, other, most)));
        let column_count = if gap.is_some() { "7" } else { "5" };
        let rows = (0..self.revealed_rows).map(|row| {
            let record = &attempt.scores.rows[row];
            let at = |list: &[i64]| list.get(column).copied().unwrap_or(0);
            let reason = record.evidence.get(column).map(|evidence| evidence::evidence_lines(lang, evidence)).unwrap_or_default();
            let versus = gap.as_ref().map(|(_, gap)| {
                let plugin_gap = gap.parts[row];
                let class = match plugin_gap.own_points.cmp(&plugin_gap.other_points) {
                    std::cmp::Ordering::Less => "less",
                    std::cmp::Ordering::Equal => "",
                    std::cmp::Ordering::Greater => "greater",
                };
                html! { <><td>{ plugin_gap.other_points }</td><td {class}>{ format_signed(plugin_gap.own_points - plugin_gap.other_points) }</td></> }
            });
            // The name and the formula are wider than a column.
            html! {
                <tbody class={self.is_now(row).then_some("now")}>
                    <tr><th scope="rowgroup" colspan={column_count}>{ self.draw_key(row) }{ breakable_name(self.plugin_name(row)) }
                        if !reason.is_empty() { <small class="formula">{ for reason.into_iter().map(|line| html! { <span>{ line }</span> }) }</small> }</th></tr>
                    <tr><td></td><td>{ at(&record.raw) }</td><td>{ at(&record.normalized) }</td>
                    <td>{ format!("×{}", record.weight) }</td><td><b>{ record.weight * at(&record.normalized) }</b></td>
                    { versus }</tr>
                </tbody>
            }
        });
        let total =
            |column| (0..self.revealed_rows).map(|row| score_gaps::weighted_points(attempt, row, column)).sum::<i64>();
        let versus = gap.as_ref().map(|(other, gap)| {
            let winner = node_name(attempt, attempt.scores.nodes[*other]);
            (
                html! { <><th scope="col" class="won">{ winner.to_owned() }</th><th scope="col">{ "±" }</th></> },
                html! { <><td><b>{ total(*other) }</b></td><td><b>{ format_signed(-gap.points) }</b></td></> },
            )
        });
        let (heads, foot) = versus.unwrap_or_default();
        html! {
            <section class="sums">
                <h3>{ lang.points_of(name) }</h3>
                if let Some((other, gap)) = &gap { { self.draw_gap(name, *other, gap) } }
                <div class="scroll"><table class="scores">
                    <thead><tr><td></td><th scope="col">{ draw_heading(self.view, dispatch, labels.raw) }</th><th scope="col">{ draw_heading(self.view, dispatch, labels.normalized) }</th><th scope="col">{ draw_heading(self.view, dispatch, panel.weight) }</th>
                        <th scope="col">{ panel.points }</th>{ heads }</tr></thead>
                    { for rows }
                    <tfoot><tr><th scope="row">{ labels.total }</th><td></td><td></td><td></td><td><b>{ total(column) }</b></td>{ foot }</tr></tfoot>
                </table></div>
            </section>
        }
    }

    /// What would have to change for the node to win.
    fn draw_gap(&self, name: &str, other: usize, gap: &ScoreGap) -> Html {
        let lang = self.view.store.lang;
        let winner = node_name(self.attempt, self.attempt.scores.nodes[other]);
        if gap.points == 0 {
            return html! { <p>{ lang.equal_totals(name, winner) }</p> };
        }
        let worst = gap
            .parts
            .iter()
            .max_by_key(|plugin_gap| plugin_gap.other_points - plugin_gap.own_points)
            .filter(|plugin_gap| plugin_gap.other_points > plugin_gap.own_points);
        let lone_plugins: Vec<&str> = gap
            .parts
            .iter()
            .filter(|plugin_gap| plugin_gap.remaining_points > gap.points)
            .map(|plugin_gap| self.plugin_name(plugin_gap.row))
            .collect();
        html! {
            <p>{ lang.node_lacks_points(name, gap.points + 1, winner) }{ " " }
                if let Some(worst) = worst { { lang.loses_most(self.plugin_name(worst.row), worst.other_points - worst.own_points) }{ " " } }
                if lone_plugins.is_empty() { { lang.inspector_labels().none_alone } } else { { lang.enough_alone(&lone_plugins) } }</p>
        }
    }
}

fn format_signed(value: i64) -> String {
    match value {
        0 => "0".into(),
        value if value > 0 => format!("+{value}"),
        value => format!("−{}", -value),
    }
}
