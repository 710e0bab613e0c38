//! The bar at the top: the title, and buttons to open, build and share, and for the command palette.

use std::rc::Rc;

use page_state::{
    actions::{Action, EditingAction, comparison::BranchMsg, gallery::GalleryMsg, share::ShareMsg},
    overlays::OverlayMsg,
    run::RunMsg,
    settings::{SettingsMsg, Theme},
};
use releases::Release;
use ui::{callback::on_action, element::draw_button};
use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, classes, component, html, use_effect, use_node_ref};

use crate::{
    effects::effect_runner::is_system_dark,
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices of the state that the bar depends on.
pub(crate) const SLICES: Slices =
    dirty::LANG | dirty::THEME | dirty::RUN | dirty::BRANCHES | dirty::LAYOUT | dirty::IMPORT | dirty::LESSON;

/// The option among the releases that is not a release: compares the run with the feature gates of pod groups off and on.
const GANGS_CHOICE: &str = "gangs";
/// Before the name of a release: shows the run under it beside the current one.
const COMPARED: &str = "beside ";

pub fn draw_header(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let dark = match store.theme {
        Theme::System => is_system_dark(),
        Theme::Light => false,
        Theme::Dark => true,
    };
    let other_theme = if dark { Theme::Light } else { Theme::Dark };
    let languages = store.lang.others().map(|lang| {
        html! {
            <button type="button" class="plain language" lang={lang.code()}
                onclick={on_action(dispatch, Action::Settings(SettingsMsg::SetLang(lang)))}>{ lang.own_name() }</button>
        }
    });
    // In a lesson, the stage shows its scenario; the lesson's own title is above the text.
    let title = match store.lang.pick(&store.run.manifest_summary.title) {
        "" => view.title(),
        title => title,
    };
    html! {
        <header class="bar">
            <h1 class="brand" title={labels.tagline}><span class="mark" aria-hidden="true"></span>{ "Schedscope" }</h1>
            <p class="title" title={title.to_owned()}>{ title }</p>
            <div class="tools">
                <button id="open-gallery" type="button" class="plain" aria-haspopup="dialog" title={labels.examples} onclick={on_action(dispatch, Action::Gallery(GalleryMsg::SetOpen(true)))}>{ labels.open }</button>
                <ReleaseSelect ..Props::with_slices(SLICES, view, dispatch) />
                <button id="open-editor" type="button" class="plain" title={labels.editor} aria-expanded={store.overlays.is_editor_open.to_string()} onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetEditorOpen(!store.overlays.is_editor_open)))}>{ labels.build }</button>
                <button id="open-share" type="button" class="accent" aria-haspopup="dialog" onclick={on_action(dispatch, Action::Share(ShareMsg::SetSheetOpen(true)))}>{ labels.share }</button>
                <button id="open-commands" type="button" class="plain" aria-haspopup="dialog" title={labels.all_commands_is} onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetCommandsOpen(true)))}>{ labels.all_commands }</button>
                { draw_button(store.lang.stage_labels().present, "icon screen", Html::default(), on_action(dispatch, Action::Overlays(OverlayMsg::SetPresenting(true)))) }
                { draw_button(labels.theme, "icon theme", html! { if dark { { "☀" } } else { { "☾" } } }, on_action(dispatch, Action::Settings(SettingsMsg::SetTheme(other_theme)))) }
                { for languages }
                { draw_button(labels.keys, "icon", html! { "?" }, on_action(dispatch, Action::Overlays(OverlayMsg::SetHelpOpen(true)))) }
            </div>
        </header>
    }
}

/// The choice of the release, and of what to compare it with.
#[component]
fn ReleaseSelect(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let node_ref = use_node_ref();
    let chosen_release = store.chosen_release();
    let gangs = store.run.manifest_summary.gangs;
    let releases = Release::ALL.iter().map(|release| {
        let is_chosen = chosen_release == *release;
        let labels = store.lang.group_labels();
        let gangs_state = gangs.filter(|_| is_chosen).map(|is_on| if is_on { labels.gangs_on } else { labels.gangs_off });
        html! { <option value={release.name()} title={release.patch()} selected={is_chosen}>{ release.name() }if let Some(state) = gangs_state { { " · " }{ state } }</option> }
    });
    let shown_release = store.run.shown_release();
    let compared = Release::ALL.iter().filter(|release| **release != shown_release).map(|release| {
        let text = format!("{} · {}", shown_release.name(), release.name());
        html! { <option value={format!("{COMPARED}{}", release.name())}>{ text }</option> }
    });
    let gangs_choice = gangs.map(|_| {
        let text = format!("{} · {}", shown_release.name(), store.lang.group_labels().gangs_choice);
        html! { <option value={GANGS_CHOICE}>{ text }</option> }
    });
    let choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let name = select.value();
            if let Some(release) = Release::ALL.iter().find(|release| release.name() == name) {
                return dispatch.emit(Action::Run(RunMsg::SetRelease(*release)));
            }
            // The others are commands: the release stays selected.
            select.set_value(chosen_release.name());
            let other_release = name.strip_prefix(COMPARED);
            match Release::ALL.iter().find(|release| other_release == Some(release.name())) {
                Some(release) => dispatch.emit(Action::Branches(BranchMsg::CompareRelease(*release))),
                None => dispatch.emit(EditingAction::CompareGangs.into()),
            }
        })
    };
    // An option that a person has selected ignores its attribute from then on.
    let select_ref = node_ref.clone();
    use_effect(move || {
        if let Some(select) = select_ref.cast::<HtmlSelectElement>() {
            select.set_value(chosen_release.name());
        }
    });
    html! {
        <select ref={node_ref} class={classes!("release", gangs.is_some().then_some("wide"))} aria-label={labels.release} title={format!("Kubernetes {}", chosen_release.patch())} onchange={choose}>
            { for releases }
            <optgroup label={labels.compare_run}>{ for compared }{ for gangs_choice }</optgroup>
        </select>
    }
}
