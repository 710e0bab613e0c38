//! What a scenario says about itself: its description at the start, then its captions at their moments.

use yew::{Html, classes, component, html};

use crate::app::lang::Lang;
use crate::app::store::Action;
use crate::app::view::{Props, button, on};

/// The strip above the stage; nothing where a scenario has nothing to say.
#[component]
pub fn Lesson(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, words) = (&view.store, view.words);
    let (text, now) = match store.caption() {
        Some((caption, now)) if store.lang == Lang::Zh && !caption.zh.is_empty() => (caption.zh.as_str(), now),
        Some((caption, now)) => (caption.text.as_str(), now),
        None => (store.loaded.description.read(store.lang), store.at == 0),
    };
    let (told, all) = (store.trace.captions_told(store.at), store.trace.captions.len());
    if text.is_empty() && all == 0 {
        return Html::default();
    }
    let polite = if store.playing { "off" } else { "polite" };
    html! {
        <section class={classes!("lesson", now.then_some("now"))} aria-label={words.lesson}>
            <p aria-live={polite} aria-atomic="true">{ text.to_owned() }</p>
            if all > 0 {
                <div class="buttons">
                    { button(words.last_caption, "icon", html! { "‹" }, on(act, Action::StepCaption(false))) }
                    <span class="count">{ format!("{told} / {all}") }</span>
                    { button(words.next_caption, "icon", html! { "›" }, on(act, Action::StepCaption(true))) }
                </div>
            }
        </section>
    }
}
