//! Draws the task of a lesson's step: the required end of the run, and whether it is reached.

use i18n::goal_text;
use page_state::{
    actions::Action,
    lesson::{LessonProgress, task::is_solved},
    overlays::OverlayMsg,
    run::Status,
    selectors::lessons::{counted_changes, is_task_reached},
    store::Store,
};
use ui::callback::on_action;
use yew::{Callback, Html, html};

/// The maximum number of changes that are listed.
const MAX_LISTED_CHANGES: usize = 6;

/// The task: each requirement with its state.
pub fn draw_task(store: &Store, dispatch: &Callback<Action>, progress: &LessonProgress) -> Html {
    let (lang, sentences) = (store.lang, goal_text::words(store.lang));
    let goal_labels = sentences.goal_labels();
    let Some(goal) = progress.current_step().and_then(|step| step.task.as_ref()) else { return Html::default() };
    let (class, verdict) = match is_task_reached(store, progress) {
        Some(true) => ("answer right", goal_labels.reached),
        _ if is_solved(progress) => ("answer right", goal_labels.solved),
        _ => ("answer", goal_labels.not_reached),
    };
    let trace = &store.run.view.trace;
    let end = trace.frame_at(trace.events().len());
    let line = |is_met: bool, text: String| html! { <li class={if is_met { "so" } else { "not-yet" }}>{ text }</li> };
    let goal_lines =
        goal.parts().map(|part| line(part.is_satisfied_by(trace, &end), goal_text::goal_part_text(lang, part)));
    let limit = counted_changes(store, progress).map(|(most, changes)| {
        let listed = changes
            .iter()
            .take(MAX_LISTED_CHANGES)
            .map(|change| html! { <li><code>{ goal_text::change_text(lang, change) }</code></li> });
        html! {
            <>
                { line(changes.len() <= most, sentences.wants_changes(most, changes.len())) }
                if !changes.is_empty() { <ul class="changes">{ for listed }</ul> }
            </>
        }
    });
    html! {
        <div class="quiz" role="group" aria-label={lang.lesson_labels().task}>
            <p class={class}><strong>{ verdict }</strong></p>
            if store.run.status == Status::Done { <ul class="wishes" aria-label={goal_labels.wanted}>{ for goal_lines }{ limit }</ul> }
            if !store.overlays.is_editor_open {
                <button type="button" class="plain" onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetEditorOpen(true)))}>{ goal_labels.change_it }</button>
            }
        </div>
    }
}
