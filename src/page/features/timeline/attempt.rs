//! The steps of an open attempt side by side, each a link to its moment.

use std::rc::Rc;

use i18n::{
    step_names::{StepName, step_name, words},
    story,
};
use page_state::actions::{Action, player::PlayerMsg};
use trace::{
    attempt_steps::moments_of_attempt,
    steps::{Moment, Step},
};
use ui::callback::on_action;
use web_sys::HtmlElement;
use yew::{Callback, Html, Properties, classes, component, html, use_effect_with, use_node_ref};

use crate::view::View;

/// The number of steps before and after the current one that are drawn; an attempt on a thousand nodes has thousands.
const STEPS_AROUND: usize = 60;

#[derive(Clone, PartialEq, Properties)]
pub struct StepsProps {
    pub view: Rc<View>,
    pub dispatch: Callback<Action>,
    /// The number of events up to the report of the attempt.
    pub count: usize,
}

/// The steps of an attempt, in groups.
pub fn draw_steps(view: &Rc<View>, dispatch: &Callback<Action>, count: usize) -> Html {
    html! { <AttemptSteps view={Rc::clone(view)} dispatch={dispatch.clone()} {count} /> }
}

/// The range of steps that is drawn: around the current one, or the first ones before the playhead is in the attempt.
fn drawn_part(total_count: usize, current_index: Option<usize>) -> std::ops::Range<usize> {
    let current_index = current_index.unwrap_or(0);
    let target_index = (current_index + STEPS_AROUND + 1).max(2 * STEPS_AROUND + 1).min(total_count);
    current_index.saturating_sub(STEPS_AROUND).min(target_index.saturating_sub(2 * STEPS_AROUND + 1))..target_index
}

#[component]
fn AttemptSteps(props: &StepsProps) -> Html {
    let StepsProps { view, dispatch, count } = props;
    let (store, run_view, lang) = (&view.store, &view.store.run.view, view.store.lang);
    let node_ref = use_node_ref();
    use_effect_with((store.player.moment, *count), {
        let node_ref = node_ref.clone();
        move |_| {
            let list = node_ref.cast::<HtmlElement>();
            let selected_row = list.as_ref().and_then(|list| list.query_selector("[aria-current]").ok()?);
            if let (Some(list), Some(selected_row)) = (list, selected_row) {
                let (list_area, area) = (list.get_bounding_client_rect(), selected_row.get_bounding_client_rect());
                let middle = (area.left() + area.right() - list_area.left() - list_area.right()) / 2.0;
                #[allow(clippy::cast_possible_truncation)] // pixels
                list.set_scroll_left(list.scroll_left() + middle as i32);
            }
        }
    });
    let Some(number) = run_view.attempt_at(*count) else { return Html::default() };
    let Some(attempt_summary) = run_view.attempt_summary(number) else { return Html::default() };
    let detail = store.detail_cache.get(run_view.run, number);
    let profile_summary = view.frame.profiles.get(attempt_summary.profile).cloned().unwrap_or_default();
    let events = run_view.trace.events();
    let all = moments_of_attempt(events, &run_view.moments, *count);
    let current_index = all.iter().position(|at| *at == store.player.moment);
    let part = drawn_part(all.len(), current_index);
    let mut groups: Vec<(String, Vec<Html>)> = Vec::new();
    for at in &all[part.clone()] {
        let moment: Moment = run_view.moments[*at];
        let StepName { group, name, is_success } =
            step_name(lang, &profile_summary, attempt_summary, detail.map(|detail| &**detail), moment.step);
        let wording = releases::wording(store.run.shown_release());
        let attempt = if matches!(moment.step, Step::Point(_)) { None } else { detail.map(|detail| &**detail) };
        let text = story::moment_text(lang, events, moment, &view.frame, wording, attempt).title;
        let label = if text.is_empty() || text == name { name.clone() } else { format!("{name}: {text}") };
        let (class, face_text) = match is_success {
            Some(true) => ("good", " ✓"),
            Some(false) => ("bad", " ✗"),
            None => ("", ""),
        };
        let step = html! {
            <li key={*at}><button type="button" class={classes!("attempt-step", class)} aria-current={(*at == store.player.moment).then_some("step")}
                aria-label={label.clone()} title={label} onclick={on_action(dispatch, Action::Player(PlayerMsg::Seek(*at)))}>{ name }{ face_text }</button></li>
        };
        match groups.last_mut() {
            Some((title, steps)) if *title == group => steps.push(step),
            _ => groups.push((group, vec![step])),
        }
    }
    let more_html =
        |count: usize| (count > 0).then(|| html! { <li class="attempt-more">{ lang.and_more(count) }</li> });
    let groups = groups.into_iter().map(|(title, steps)| {
        html! { <li class="attempt-group"><span>{ title }</span><ol>{ for steps }</ol></li> }
    });
    html! {
        <ol class="attempt-steps" ref={node_ref} aria-label={words(lang).step_labels().steps}>
            { for more_html(part.start) }{ for groups }{ for more_html(all.len() - part.end) }
        </ol>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_attempt_shows_steps_around_the_current_one() {
        assert_eq!(drawn_part(30, None), 0..30);
        assert_eq!(drawn_part(30, Some(29)), 0..30);
        assert_eq!(drawn_part(1000, None), 0..121);
        assert_eq!(drawn_part(1000, Some(500)), 440..561);
        assert_eq!(drawn_part(1000, Some(999)), 879..1000);
        assert_eq!(drawn_part(0, None), 0..0);
    }
}
