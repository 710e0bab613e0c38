//! The Objects tab: the list of objects, the palette of templates, and the form of the selected object.

use std::rc::Rc;

use i18n::short_pod_name;
use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg, SelectMode},
    },
    builder::{
        Protection,
        outline::{MAX_PARSED_BYTES, ObjectGroup, Outline},
        palette::PALETTE,
        parsed_manifest::ParsedManifest,
        pod_groups,
    },
    open_target::OpenTarget,
};
use ui::{callback::on_action, element::draw_button, text_field::TextField};
use yew::{Callback, Html, MouseEvent, UseStateHandle, component, html, use_effect_with, use_state, use_state_eq};

use crate::{
    features::builder::{
        focus, group_form, object_form as form, object_tree::Tree, priority_ladder, saved_scenarios::SavedScenarios,
    },
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices that the tab depends on: all except those of the player, the selection and other panels.
pub(crate) const SLICES: Slices = !(dirty::THEME
    | dirty::PLAYER
    | dirty::POD
    | dirty::NODE
    | dirty::MEASURE
    | dirty::CONSOLE
    | dirty::CACHE
    | dirty::LESSON
    | dirty::BOOKMARKS
    | dirty::OTHER)
    & dirty::ALL;

#[component]
pub fn ObjectsTab(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let is_parse_requested = use_state(|| false);
    let is_listed = *is_parse_requested || store.builder.text.len() <= MAX_PARSED_BYTES;
    let read = if is_listed { store.builder.parse_current() } else { ParsedManifest::default() };
    let outline = read.outline();
    // Before the first run there is no text yet, which is different from an empty one.
    let empty = store.run.number > 0 && is_listed && outline.is_readable && outline.entries.is_empty();
    // Gates are shown only if they matter for the manifest; the form of a configuration has them, too.
    let has_gates = outline.gates.generic_workload || outline.entries.iter().any(pod_groups::is_group);
    // The palette is open while the manifest is empty. The first object closes it, so that it doesn't hide the list.
    let is_open = use_state_eq(|| false);
    {
        let is_open = is_open.clone();
        use_effect_with(empty, move |empty| is_open.set(*empty));
    }
    html! {
        <div class="objects" data-keys="objects">
            <h2 class="hidden">{ store.lang.builder_labels().objects }</h2>
            if !store.builder.text.is_empty() {
                <button type="button" class="link fresh" title={store.lang.builder_labels().new_hint}
                    onclick={on_action(dispatch, Action::Open(OpenTarget::Text("".into())))}>{ store.lang.builder_labels().new }</button>
            }
            { draw_palette(view, dispatch, &is_open) }
            if !outline.is_readable {
                <p class="note" role="alert">{ store.lang.builder_labels().unreadable }</p>
            }
            if store.builder.is_edit_refused {
                <p class="note" role="alert">{ store.lang.builder_labels().refused_edit }</p>
            }
            if !is_listed {
                <p class="note">{ store.lang.builder_labels().long_text }
                    { " " }<button type="button" class="link" onclick={let is_parse_requested = is_parse_requested.clone(); move |_: MouseEvent| is_parse_requested.set(true)}>{ store.lang.builder_labels().list_objects }</button></p>
            }
            if empty {
                <p class="note">{ store.lang.builder_labels().empty }</p>
            }
            <Tree {view} {dispatch} manifest={read.clone()} />
            { priority_ladder::draw_ladder(view, dispatch, outline) }
            if has_gates { { group_form::draw_gates(view, dispatch, outline) } }
            <SavedScenarios {view} {dispatch} />
        </div>
    }
}

/// Shows which other pods a budget would select, before it is created.
fn draw_protection(view: &View, dispatch: &Callback<Action>) -> Html {
    let (lang, builder) = (view.store.lang, &view.store.builder);
    let Some(protection) =
        builder.protection.as_ref().filter(|protection| builder.selected_ids.last() == Some(&protection.id))
    else {
        return Html::default();
    };
    let Protection { id, pod, is_alone, others } = protection.clone();
    let names: Vec<&str> = others.iter().map(String::as_str).collect();
    let text = lang.budget_covers(short_pod_name(&pod), is_alone, &names);
    let all = ObjectMsg::ProtectPods { pod, is_for_all: true };
    html! {
        <div class="confirm note" role="alert">
            <p>{ text }</p>
            <button type="button" class="plain" onclick={on_action(dispatch, all.into())}>{ lang.stage_edit_labels().protect_all }</button>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::from(ObjectMsg::Select(id, SelectMode::OpenForm)))}>{ lang.stage_edit_labels().cancel }</button>
        </div>
    }
}

fn draw_palette(view: &View, dispatch: &Callback<Action>, is_open: &UseStateHandle<bool>) -> Html {
    let lang = view.store.lang;
    let groups = ObjectGroup::ALL.into_iter().map(|group| {
        let templates = PALETTE.iter().enumerate().filter(|(_, template)| template.group == group);
        let buttons = templates.map(|(index, template)| {
            html! {
                <li><button type="button" class="chip" data-template={index.to_string()} onclick={on_action(dispatch, Action::from(ObjectMsg::AddTemplate(index)))}>{ lang.form_label(template.label) }</button></li>
            }
        });
        let buttons: Vec<Html> = buttons.collect();
        if buttons.is_empty() {
            return html! {};
        }
        html! { <section><h3>{ group.name(lang) }</h3><ul>{ for buttons }</ul></section> }
    });
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            is_open.set(!*is_open);
        })
    };
    html! {
        <details class="palette" open={**is_open}>
            <summary onclick={toggle}><span aria-hidden="true">{ "+ " }</span>{ lang.builder_labels().add }</summary>
            <div class="palette-body">{ for groups }</div>
        </details>
    }
}

/// The form of the selected objects, with their actions.
pub fn draw_selected(view: &Rc<View>, dispatch: &Callback<Action>, outline: &Outline) -> Html {
    let (lang, builder) = (view.store.lang, &view.store.builder);
    let Some(outline_item) = builder.selected_ids.last().and_then(|id| outline.get(id)) else { return html! {} };
    let title = match builder.selected_ids.len() {
        1 if outline_item.group == ObjectGroup::Script => outline_item.name.clone(),
        1 => format!("{} {}", outline_item.kind, outline_item.name),
        count => lang.objects_selected(count),
    };
    let oncopies = {
        let dispatch = dispatch.clone();
        Callback::from(move |typed_text: String| {
            if let Ok(copies) = typed_text.trim().parse() {
                dispatch.emit(Action::Builder(BuilderMsg::SetCopyCount(copies)));
            }
        })
    };
    html! {
        <section class="chosen" aria-label={lang.builder_labels().chosen_object} onkeydown={focus::on_escape(&outline_item.id)}>
            <div class="chosen-head">
                <h3>{ title }</h3>
                { draw_button(lang.builder_labels().close_form, "icon", html! { "×" }, on_action(dispatch, Action::Builder(BuilderMsg::ClearSelection))) }
            </div>
            <div class="acts">
                <button type="button" class="plain" onclick={on_action(dispatch, Action::from(ObjectMsg::DuplicateSelected))}>{ lang.builder_labels().duplicate }</button>
                <label class="copies">{ "×" }<span class="hidden">{ lang.builder_labels().copies }</span>
                    <TextField kind="number" bounds={(1, 100)} value={builder.copy_count.max(1).to_string()} send={oncopies} /></label>
                { group_form::draw_group_acts(view, dispatch, outline) }
                <button type="button" class="plain danger" onclick={on_action(dispatch, Action::from(ObjectMsg::DeleteSelected))}>{ lang.builder_labels().delete }</button>
            </div>
            { draw_protection(view, dispatch) }
            <datalist id="labels-known">{ for outline.pod_labels().into_iter().map(|label| html! { <option value={label}></option> }) }</datalist>
            if builder.selected_ids.len() == 1 { { form::draw_object_form(view, dispatch, outline, outline_item) } } else { { form::draw_bulk_form(view, dispatch, outline) } }
            <focus::FirstFieldFocus view={Rc::clone(view)} />
        </section>
    }
}
