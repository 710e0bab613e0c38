//! The bar on top: what is open, ways to open and to build something, to share it, and to all commands.

use std::rc::Rc;

use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, html};

use crate::acts::Browsing;
use crate::front::Showing;
use crate::lang::Lang;
use crate::outside::system_is_dark;
use crate::run::Running;
use crate::sees;
use crate::sees::Sees;
use crate::settings::{Setting, Theme};
use crate::share::Sharing;
use crate::store::Action;
use crate::view::{View, button, on};
use releases::Release;

/// What the bar draws.
pub(crate) const SEES: Sees = sees::LANG | sees::THEME | sees::RUN | sees::ROOM | sees::READING;

/// The bar.
pub fn header(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let dark = match store.theme {
        Theme::System => system_is_dark(),
        Theme::Light => false,
        Theme::Dark => true,
    };
    let other_theme = if dark { Theme::Light } else { Theme::Dark };
    let other_lang = if store.lang == Lang::En { Lang::Zh } else { Lang::En };
    let title = match store.lang.pick(&store.run.loaded.title) {
        "" => words.untitled,
        title => title,
    };
    let chosen = store.chosen_release();
    let releases = Release::ALL.iter().map(|release| {
        html! { <option value={release.name()} title={release.patch()} selected={chosen == *release}>{ release.name() }</option> }
    });
    let choose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let wanted = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some(release) = Release::ALL.iter().find(|it| it.name() == wanted) {
                act.emit(Action::Run(Running::Release(*release)));
            }
        })
    };
    html! {
        <header class="bar">
            <h1 class="brand" title={words.tagline}><span class="mark" aria-hidden="true"></span>{ "Schedscope" }</h1>
            <p class="title" title={title.to_owned()}>{ title }</p>
            <div class="tools">
                <button id="open-gallery" type="button" class="plain" aria-haspopup="dialog" title={words.examples} onclick={on(act, Action::Gallery(Browsing::Show(true)))}>{ words.open }</button>
                <select class="release" aria-label={words.release} title={format!("Kubernetes {}", chosen.patch())} onchange={choose}>{ for releases }</select>
                <button type="button" class="plain" title={words.editor} aria-expanded={store.front.editor.to_string()} onclick={on(act, Action::Front(Showing::Editor(!store.front.editor)))}>{ words.build }</button>
                <button id="open-share" type="button" class="accent" aria-haspopup="dialog" onclick={on(act, Action::Share(Sharing::Sheet(true)))}>{ words.share }</button>
                <button id="open-commands" type="button" class="plain" aria-haspopup="dialog" title={words.all_commands_is} onclick={on(act, Action::Front(Showing::Commands(true)))}>{ words.all_commands }</button>
                { button(words.theme, "icon theme", html! { if dark { { "☀" } } else { { "☾" } } }, on(act, Action::Settings(Setting::Theme(other_theme)))) }
                <button type="button" class="plain language" lang={if other_lang == Lang::Zh { "zh-CN" } else { "en" }}
                    onclick={on(act, Action::Settings(Setting::Lang(other_lang)))}>{ words.language }</button>
                { button(words.keys, "icon", html! { "?" }, on(act, Action::Front(Showing::Help(true)))) }
            </div>
        </header>
    }
}
