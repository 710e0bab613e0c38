//! The narrator: one voice that says what happened and why. Where a scenario has a caption for the moment it says that; at the start, what
//! the scenario is about.

use yew::{Html, classes, component, html};

use crate::acts::Playing;
use crate::front::Showing;
use crate::lang::Lang;
use crate::run::Status;
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::view::{Props, View, button, defines, on};
use trace::ends::{End, ends};

/// Longer texts are set smaller, so that they fit into the same lines.
const LONG: usize = 240;

/// The scenario's own words for the moment, if it has any.
pub fn caption(view: &View) -> Option<&str> {
    let store = &view.store;
    let text = match store.caption() {
        Some((caption, true)) if store.lang == Lang::Zh && !caption.zh.is_empty() => caption.zh.as_str(),
        Some((caption, true)) => caption.text.as_str(),
        None if store.player.at == 0 => store.lang.pick(&store.run.loaded.description),
        _ => "",
    };
    (!text.is_empty()).then_some(text)
}

/// How the run ends, at its last moment.
fn ending(view: &View) -> Option<String> {
    let store = &view.store;
    let is_last = store.player.at == store.run.last() && store.run.status == Status::Done;
    if !is_last || store.run.trace.sketch {
        return None;
    }
    let ends = ends(store.run.trace.trace.events());
    let count = |is: fn(&End) -> bool| ends.values().filter(|end| is(end)).count();
    (!ends.is_empty()).then(|| {
        store.lang.run_ends([
            count(|end| matches!(end, End::On(_))),
            count(|end| *end == End::Pending),
            count(|end| matches!(end, End::Preempted(_))),
            count(|end| *end == End::Gone),
        ])
    })
}

/// What the narrator draws.
pub(crate) const SEES: Sees =
    sees::LANG | sees::RUN | sees::MOMENT | sees::PLAYER | sees::COURSE | sees::ROOM | sees::SHARE;

/// Title, text, and the way from caption to caption.
#[component]
pub(crate) fn Narrator(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words, own) = (&view.store, view.words, view.store.lang.stage());
    let caption = caption(view);
    let mut text = caption.unwrap_or(&view.story.text).to_owned();
    if let Some(ending) = ending(view) {
        text = [&text, store.lang.lesson().between, &ending].concat();
    }
    let each = if store.lang == Lang::Zh { 2 } else { 1 };
    let long = (text.chars().count() * each > LONG).then_some("long");
    let (told, all) = (store.run.trace.captions_told(store.player.at), store.run.trace.captions.len());
    // While it plays, a screen reader hears the captions only: all steps would be too much.
    let polite = if store.player.playing && caption.is_none() { "off" } else { "polite" };
    html! {
        <section id="narrator" class={classes!("story", caption.is_some().then_some("lesson"), long)} aria-label={words.lesson}>
            <div class="told" aria-live={polite} aria-atomic="true" tabindex="0" role="group" aria-label={words.lesson}>
                <h2>{ view.story.title.clone() }</h2>
                <p>{ store.course.terms.marked(store.lang, &defines(act), &text) }</p>
            </div>
            <div class="captions">
                if let Some((right, all)) = store.predicted() {
                    <span class={classes!("count", "predicted", (store.player.at == store.run.last()).then_some("over"))}>{ store.lang.predicted(right, all) }</span>
                }
                if all > 0 {
                    <div class="buttons" role="group" aria-label={own.captions}>
                        { button(words.last_caption, "icon", html! { "‹" }, on(act, Action::Player(Playing::StepCaption(false)))) }
                        <span class="count">{ store.lang.caption_of(told, all) }</span>
                        { button(words.next_caption, "icon", html! { "›" }, on(act, Action::Player(Playing::StepCaption(true)))) }
                    </div>
                }
                if store.front.presents && !store.share.embedded { { button(own.present_end, "icon", html! { "×" }, on(act, Action::Front(Showing::Present(false)))) } }
            </div>
        </section>
    }
}
