//! The bar on top: title, scenarios, release, link, theme, language.

use std::rc::Rc;

use yew::{Callback, Html, html};

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
pub const SEES: Sees = sees::LANG | sees::THEME | sees::RUN | sees::ROOM | sees::READING;

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
    let releases = Release::ALL.iter().map(|release| {
        let pressed = store.chosen_release() == *release;
        html! {
            <button type="button" title={release.patch()} aria-pressed={pressed.to_string()} onclick={on(act, Action::Run(Running::Release(*release)))}>{ release.name() }</button>
        }
    });
    html! {
        <header class="bar">
            <h1 class="brand" title={words.tagline}><span class="mark" aria-hidden="true"></span>{ "Schedscope" }</h1>
            <p class="title">{ title }</p>
            <button id="open-gallery" type="button" class="plain" aria-haspopup="dialog" onclick={on(act, Action::Gallery(Browsing::Show(true)))}>{ words.examples }</button>
            <div class="switch" role="group" aria-label={words.release}>{ for releases }</div>
            <div class="tools">
                <button type="button" class="plain" aria-expanded={store.front.editor.to_string()} onclick={on(act, Action::Front(Showing::Editor(!store.front.editor)))}>{ words.editor }</button>
                <button type="button" class="plain" title={store.lang.stage().key_present} onclick={on(act, Action::Front(Showing::Present(true)))}>{ store.lang.stage().present }</button>
                <button id="open-share" type="button" class="accent" aria-haspopup="dialog" onclick={on(act, Action::Share(Sharing::Sheet(true)))}>{ words.share }</button>
                { button(words.theme, "icon", html! { if dark { { "☀" } } else { { "☾" } } }, on(act, Action::Settings(Setting::Theme(other_theme)))) }
                <button type="button" class="plain" lang={if other_lang == Lang::Zh { "zh-CN" } else { "en" }}
                    onclick={on(act, Action::Settings(Setting::Lang(other_lang)))}>{ words.language }</button>
                { button(words.keys, "icon", html! { "?" }, on(act, Action::Front(Showing::Help(true)))) }
            </div>
        </header>
    }
}
