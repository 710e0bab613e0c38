//! The narrator: a title and a text about what happened and why. At a moment with a caption of the scenario it shows the caption; at the start, the
//! description of the scenario.

use page_state::{
    actions::{Action, player::PlayerMsg},
    overlays::OverlayMsg,
    run::Status,
};
use trace::pod_ends::{PodEnd, pod_ends};
use ui::{callback::on_action, element::draw_button};
use yew::{Html, classes, component, html};

use crate::view::{
    Props, View,
    dirty::{self, Slices},
    draw_untranslated_note, on_define,
};

/// Texts with more characters than this are set smaller, so that they fit into the same lines.
const LONG_TEXT: usize = 240;

/// The scenario's own text at the current moment, if it has one.
pub fn caption_of(view: &View) -> Option<&str> {
    let store = &view.store;
    let text = match store.current_caption() {
        Some((caption, true)) => store.lang.pick_caption(caption),
        None if store.player.moment == 0 => store.lang.pick(&store.run.manifest_summary.description),
        _ => "",
    };
    (!text.is_empty()).then_some(text)
}

/// The text below the title: the caption or what happens, and at the end a summary of the run.
pub(crate) fn narration_text(view: &View) -> String {
    let text = caption_of(view).unwrap_or(&view.story.text);
    match run_end_text(view) {
        Some(end_text) => [text, view.store.lang.lesson_labels().between, &end_text].concat(),
        None => text.to_owned(),
    }
}

/// A summary of the run, at its last moment.
fn run_end_text(view: &View) -> Option<String> {
    let store = &view.store;
    let is_last = store.player.moment == store.run.last_moment() && store.run.status == Status::Done;
    if !is_last || store.run.view.is_preview {
        return None;
    }
    let ends = pod_ends(store.run.view.trace.events());
    let count = |is: fn(&PodEnd) -> bool| ends.values().filter(|end| is(end)).count();
    (!ends.is_empty()).then(|| {
        store.lang.run_summary([
            count(|end| matches!(end, PodEnd::On(_))),
            count(|end| *end == PodEnd::Pending),
            count(|end| matches!(end, PodEnd::Preempted(_))),
            count(|end| *end == PodEnd::Gone),
        ])
    })
}

/// The slices of the state that the narrator depends on.
pub(crate) const SLICES: Slices =
    dirty::LANG | dirty::RUN | dirty::MOMENT | dirty::PLAYER | dirty::LESSON | dirty::LAYOUT | dirty::SHARE;

/// Title, text, and buttons for the previous and next caption.
#[component]
pub(crate) fn Narrator(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels, stage) = (&view.store, view.words, view.store.lang.stage_labels());
    let caption = caption_of(view);
    let text = narration_text(view);
    let each = if store.lang.has_spaces() { 1 } else { 2 };
    let long = (text.chars().count() * each > LONG_TEXT).then_some("long");
    let (caption_number, caption_count) =
        (store.run.view.captions_until(store.player.moment), store.run.view.captions.len());
    // During playback a screen reader only reads the captions, since all steps would be too much.
    let polite = if store.player.is_playing && caption.is_none() { "off" } else { "polite" };
    html! {
        <section id="narrator" class={classes!("story", caption.is_some().then_some("lesson"), long)} aria-label={view.landmark_name(labels.lesson)}>
            <div class="told" aria-live={polite} aria-atomic="true" tabindex="0" role="group" aria-label={labels.lesson}>
                <h2>{ view.story.title.clone() }</h2>
                if caption.is_some() { { draw_untranslated_note(store.lang) } }
                <p>{ view.glossary().draw_with_terms(store.lang, &on_define(dispatch), &text) }</p>
            </div>
            <div class="captions">
                if let Some((right, caption_count)) = store.prediction_score() {
                    <span class={classes!("count", "predicted", (store.player.moment == store.run.last_moment()).then_some("over"))}>{ store.lang.prediction_score(right, caption_count) }</span>
                }
                if caption_count > 0 {
                    <div class="buttons" role="group" aria-label={stage.captions}>
                        { draw_button(labels.last_caption, "icon", html! { "‹" }, on_action(dispatch, Action::Player(PlayerMsg::StepByCaption(false)))) }
                        <span class="count">{ store.lang.caption_of(caption_number, caption_count) }</span>
                        { draw_button(labels.next_caption, "icon", html! { "›" }, on_action(dispatch, Action::Player(PlayerMsg::StepByCaption(true)))) }
                    </div>
                }
                if store.overlays.is_presenting && !store.share.is_embedded { { draw_button(stage.present_end, "icon", html! { "×" }, on_action(dispatch, Action::Overlays(OverlayMsg::SetPresenting(false)))) } }
            </div>
        </section>
    }
}
