//! The legend of the map.

use i18n::{Lang, format_count};
use yew::{Html, html};

use crate::overview::{
    cells::NodeMark,
    map_caption::{MARKS_IN_ORDER, mark_text},
};

/// Signs of results, as (CSS class, meaning). At a step with results, those that occur are listed with their numbers instead.
fn result_signs(lang: Lang) -> [(&'static str, &'static str); 8] {
    let labels = lang.map_labels();
    [
        ("passed", labels.sign_passed),
        ("failed", labels.sign_failed),
        ("out", labels.sign_out),
        ("cannot", labels.cannot_help),
        ("not-candidate", labels.not_candidate),
        ("candidate", labels.sign_candidate),
        ("lost", labels.lost),
        ("tied", labels.tied),
    ]
}

/// Signs of what a node is, as (CSS class, meaning).
fn state_signs(lang: Lang) -> [(&'static str, &'static str); 11] {
    let labels = lang.map_labels();
    [
        ("cpu", labels.sign_cpu),
        ("memory", labels.sign_memory),
        ("stays", labels.sign_stays),
        ("evictable", labels.sign_evictable),
        ("focus", labels.sign_focus),
        ("nominated", labels.nominated),
        ("cordoned", labels.cordoned),
        ("silent", labels.silent),
        ("tainted", labels.tainted),
        ("guarded", lang.stage_labels().guarded),
        ("member", lang.group_stage_labels().member_sign),
    ]
}

/// The CSS class of a result.
fn mark_class(node_mark: NodeMark) -> &'static str {
    match node_mark {
        NodeMark::None => "no-mark",
        NodeMark::Passed => "passed",
        NodeMark::Failed => "failed",
        NodeMark::Excluded => "out",
        NodeMark::CannotHelp => "cannot",
        NodeMark::Potential => "potential",
        NodeMark::NotCandidate => "not-candidate",
        NodeMark::Candidate => "candidate",
        NodeMark::Lost(_) => "lost",
        NodeMark::Tied => "tied",
        NodeMark::Winner => "winner",
    }
}

/// The results that occur, each with the number of its nodes. The numbers add up to the number of all nodes.
pub(crate) fn count_marks(node_marks: &[NodeMark]) -> Vec<(NodeMark, usize)> {
    let count = |kind: &NodeMark| node_marks.iter().filter(|node_mark| *node_mark == kind).count();
    let kinds = [NodeMark::None].into_iter().chain(MARKS_IN_ORDER);
    kinds.map(|kind| (kind, count(&kind))).filter(|(_, count)| *count > 0).collect()
}

/// Draws the legend of the map at a step with these results of its nodes; without results, all signs there are.
pub fn draw_legend(lang: Lang, node_marks: &[NodeMark]) -> Html {
    let sign = |(class, what): (&'static str, &'static str)| {
        html! { <li><i class={format!("sign {class}")} aria-hidden="true"></i>{ what }</li> }
    };
    let counted = count_marks(node_marks).into_iter().map(|(node_mark, count)| {
        let rule = if let NodeMark::Lost(rule) = node_mark { Some(rule.to_string()) } else { None };
        html! { <li><i class={format!("sign {}", mark_class(node_mark))} data-rule={rule} aria-hidden="true"></i>{ mark_text(lang, node_mark) }{ " " }<b>{ format_count(count) }</b></li> }
    });
    let sum = (!node_marks.is_empty())
        .then(|| html! { <li class="sum">{ "= " }<b>{ format_count(node_marks.len()) }</b></li> });
    let results = result_signs(lang).into_iter().chain([("winner", lang.map_labels().sign_winner)]);
    let results = results.filter(|_| node_marks.is_empty()).map(sign);
    html! { <ul class="overview-legend" aria-label={lang.page_labels().legend}>{ for counted }{ sum }{ for results }{ for state_signs(lang).map(sign) }</ul> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_to_the_number_of_nodes() {
        let node_marks = [NodeMark::Lost(2), NodeMark::None, NodeMark::Winner, NodeMark::Lost(2), NodeMark::Lost(0)];
        let counts = count_marks(&node_marks);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<usize>(), node_marks.len());
        assert_eq!(counts[2], (NodeMark::Lost(2), 2));
        assert_eq!(count_marks(&[]), []);
    }
}
