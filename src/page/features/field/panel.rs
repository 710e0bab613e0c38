//! The page of the inspector about the field: how to use it, all areas as a table, and what is decided on the dashed line.

use std::{cmp::Reverse, rc::Rc};

use i18n::{field::words, format_clock, short_pod_name};
use page_state::{
    actions::{Action, inspector::InspectorMsg},
    field::FieldChoice,
    selectors::field_case::FieldCase,
};
use protocol::{AreaMap, FieldAnswer, FieldArea, FieldDecision};
use stage::field::axis_value;
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::{
    features::field::narration::{Narration, answer_title},
    view::View,
};

/// The maximum number of areas in the table.
const MAX_AREAS: usize = 40;

/// The page of the field.
pub fn draw_field_page(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let sentences = words(store.lang);
    let labels = sentences.field_labels();
    let Some(case) = FieldCase::of_store(store) else {
        return html! { <p class="muted">{ labels.nothing_to_show }</p> };
    };
    let decision = case.known_decision(store);
    // In a lesson the narrator's place has the lesson.
    let narration = decision
        .as_ref()
        .filter(|_| store.lesson.current.is_some())
        .map(|decision| Narration::of_decision(store.lang, &case, decision));
    let own_values = FieldChoice { pod: Some(case.pod.clone()), numbers: Some(case.numbers()), values: None };
    let reset = on_action(dispatch, Action::Inspector(InspectorMsg::SetField(own_values.to_text().into())));
    html! {
        <div class="field-page">
            if let Some(Narration { title, text }) = narration { <p aria-live="polite"><strong>{ title }</strong>{ " " }{ text }</p> }
            <p class="how-to">{ labels.how_to }</p>
            <p class="muted">{ sentences.moment_note(&format_clock(case.frame.now), short_pod_name(&case.pod)) }</p>
            <div class="buttons">
                <button type="button" class="plain" onclick={reset}>{ labels.own_values }</button>
            </div>
            if let Some(map) = case.known_map(store) { { draw_area_table(view, &case, &map) } }
            if let Some(decision) = &decision { { draw_row_table(view, &case, decision) } }
        </div>
    }
}

/// Shares of sizes in whole percent that add up to 100: those with the largest remainders are rounded up.
fn whole_percents(sizes: &[u64]) -> Vec<u64> {
    let total = sizes.iter().sum::<u64>().max(1);
    let mut percents: Vec<u64> = sizes.iter().map(|size| size * 100 / total).collect();
    let missing = usize::try_from(100_u64.saturating_sub(percents.iter().sum())).unwrap_or(0);
    let mut by_remainder: Vec<usize> = (0..sizes.len()).collect();
    by_remainder.sort_by_key(|index| Reverse(sizes[*index] * 100 % total));
    by_remainder.into_iter().take(missing).for_each(|index| percents[index] += 1);
    percents
}

/// The node on which the pod is placed, or preempts.
fn node_name(answer: &FieldAnswer) -> String {
    match answer {
        FieldAnswer::Fits { node, .. } | FieldAnswer::Preempts { node, .. } => node.to_string(),
        FieldAnswer::Pending { .. } => "–".to_owned(),
    }
}

/// All areas, the largest first.
fn draw_area_table(view: &View, case: &FieldCase, map: &AreaMap) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).field_labels();
    let sized_answer = |area: &FieldArea| Some((map.answers.get(area.answer)?, map.area_size(area)));
    let mut areas: Vec<_> = map.areas.iter().filter_map(sized_answer).collect();
    areas.sort_by_key(|(_, size)| Reverse(*size));
    let has_hatched = areas.iter().any(|(answer, _)| answer.is_pending() || answer.is_drawn_by_lot());
    let shares = whole_percents(&areas.iter().map(|(_, size)| *size).collect::<Vec<_>>());
    let rows = areas.into_iter().zip(shares).take(MAX_AREAS).map(|((answer, _), share)| {
        let share = if share == 0 { "< 1 %".to_owned() } else { format!("{share} %") };
        html! { <tr><th scope="row">{ answer_title(lang, case, answer) }</th><td>{ node_name(answer) }</td><td>{ share }</td></tr> }
    });
    html! {
        <>
            <table class="field-areas">
                <caption>{ labels.areas_caption }</caption>
                <thead><tr><th scope="col">{ labels.answer_head }</th><th scope="col">{ labels.node_head }</th><th scope="col">{ labels.share_head }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="muted">{ words(lang).decided(&map.decision_count.to_string(), view.store.run.shown_release().name()) }</p>
            if has_hatched { <p class="muted">{ labels.lot_note }</p> }
        </>
    }
}

/// What is decided on the dashed line, from left to right.
fn draw_row_table(view: &View, case: &FieldCase, decision: &FieldDecision) -> Html {
    let lang = view.store.lang;
    let sentences = words(lang);
    let labels = sentences.field_labels();
    let [across, up] = &case.axes;
    let rows = decision.row.iter().enumerate().map(|(at, (start, answer))| {
        let end = decision.row.get(at + 1).map_or(across.max, |(next, _)| next - across.unit);
        let before = at.checked_sub(1).map(|_| axis_value(across, start - across.unit));
        let amount = sentences.amount_range(before.as_deref(), &axis_value(across, end));
        let is_at_point = (*start..=end).contains(&decision.point[0]);
        html! { <tr class={is_at_point.then_some("now")}><th scope="row">{ amount }</th><td>{ answer_title(lang, case, answer) }</td><td>{ node_name(answer) }</td></tr> }
    });
    let caption = sentences.row_caption(&sentences.axis_title(&up.number), &axis_value(up, decision.point[1]));
    html! {
        <table class="field-row">
            <caption>{ caption }</caption>
            <thead><tr><th scope="col">{ sentences.axis_title(&across.number) }</th><th scope="col">{ labels.answer_head }</th><th scope="col">{ labels.node_head }</th></tr></thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_add_up_to_100() {
        for (sizes, percents) in [
            (&[1, 1, 1][..], &[34, 33, 33][..]),
            (&[996, 4], &[100, 0]),
            (&[48_900, 43_800, 7_300], &[49, 44, 7]),
            (&[5], &[100]),
            (&[], &[]),
        ] {
            assert_eq!(whole_percents(sizes), percents);
        }
    }
}
