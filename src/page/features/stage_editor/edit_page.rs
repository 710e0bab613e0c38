//! The inspector's page for editing: the form of the selected object, and templates to add.

use std::rc::Rc;

use api::{Kind, NamespacedName, Str};
use i18n::{format_clock, short_pod_name};
use page_state::{
    actions::{Action, builder::ObjectMsg, player::PlayerMsg},
    builder::{
        outline::{self, ObjectGroup, OutlineItem, plain_scalar, value_at},
        palette::PALETTE,
        parsed_manifest::ParsedManifest,
    },
    stage_edit::NewObject,
    stage_editor::object_source,
};
use runlog::EventKind;
use scene::objects::ObjectRef;
use ui::{callback::on_action, element::draw_button};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, InputEvent};
use yew::{Callback, Html, component, html, use_state};

use crate::{
    features::builder::objects_tab,
    view::{Props, View, draw_add_card, on_open_menu},
};

pub(crate) fn draw_edit_page(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let labels = view.store.lang.stage_edit_labels();
    // A manifest of megabytes is parsed only on demand, in the builder. If an object is selected, it has been parsed.
    let listed =
        view.store.builder.text.len() <= outline::MAX_PARSED_BYTES || !view.store.builder.selected_ids.is_empty();
    let manifest = if listed { view.store.builder.parse_current() } else { ParsedManifest::default() };
    let selected_entry = view.store.builder.selected_ids.last().and_then(|id| manifest.outline().get(id));
    html! {
        <div class="edit-page objects">
            <AddBar view={Rc::clone(view)} dispatch={dispatch.clone()} />
            { draw_owner_note(view, &manifest) }
            if let Some(outline_item) = selected_entry { { draw_arrival_note(view, dispatch, outline_item) } }
            if let Some(object_ref) = selected_entry.and_then(|outline_item| object_on_stage(view, outline_item)) {
                { draw_button(labels.menu, "icon thing-menu", html! { "⋯" }, on_open_menu(dispatch, object_ref)) }
            }
            if selected_entry.is_some() { { objects_tab::draw_selected(view, dispatch, manifest.outline()) } }
            else { <p class="muted">{ labels.nothing_chosen }</p> }
            if view.store.builder.is_edit_refused { <p class="note" role="alert">{ view.store.lang.builder_labels().refused_edit }</p> }
        </div>
    }
}

/// The object on the stage that corresponds to an object of the manifest; the stage's menu is about it.
fn object_on_stage(view: &View, outline_item: &OutlineItem) -> Option<ObjectRef> {
    let namespace = plain_scalar(value_at(&outline_item.value, "metadata.namespace"));
    let key = || NamespacedName::new(if namespace.is_empty() { "default" } else { &namespace }, &outline_item.name);
    match Kind::from_name(&outline_item.kind) {
        Some(Kind::Node) => Some(Str::from(outline_item.name.as_str()))
            .filter(|name| view.frame.nodes.contains_key(name))
            .map(ObjectRef::Node),
        Some(Kind::Pod) => Some(key()).filter(|key| view.frame.pods.contains_key(key)).map(ObjectRef::Pod),
        Some(Kind::PodDisruptionBudget) => {
            Some(key()).filter(|key| view.frame.budgets.contains_key(key)).map(ObjectRef::Budget)
        }
        // A workload's form is shown for one of its pods.
        _ => view.store.selection.pod.clone().filter(|pod| view.frame.pods.contains_key(pod)).map(ObjectRef::Pod),
    }
}

/// A note that a form is not that of the clicked pod, but of the workload that manages it.
fn draw_owner_note(view: &View, manifest: &ParsedManifest) -> Html {
    let Some(pod) = &view.store.selection.pod else { return Html::default() };
    let source = object_source::find_source(manifest.outline(), &view.frame, &ObjectRef::Pod(pod.clone()));
    let selected_source =
        source.filter(|outline_item| view.store.builder.selected_ids.last() == Some(&outline_item.id));
    match selected_source {
        Some(entry) if entry.group == ObjectGroup::Workloads => {
            html! { <p class="note">{ view.store.lang.made_by(short_pod_name(pod), &format!("{} {}", entry.kind, entry.name)) }</p> }
        }
        _ => Html::default(),
    }
}

/// A note that the selected node or pod is created later than the current moment.
fn draw_arrival_note(view: &View, dispatch: &Callback<Action>, outline_item: &OutlineItem) -> Html {
    let store = &view.store;
    let object =
        if outline_item.group == ObjectGroup::Script { &outline_item.value["create"] } else { &outline_item.value };
    let (kind, name) = (plain_scalar(&object["kind"]), plain_scalar(value_at(object, "metadata.name")));
    let namespace = plain_scalar(value_at(object, "metadata.namespace"));
    let key = NamespacedName::new(if namespace.is_empty() { "default" } else { &namespace }, &name);
    let kind = Kind::from_name(&kind);
    let exists = match kind {
        Some(Kind::Node) => view.frame.nodes.contains_key(name.as_str()),
        Some(Kind::Pod) => view.frame.pods.contains_key(key.as_str()),
        _ => return Html::default(),
    };
    let is_creation = |event_kind: &EventKind| match event_kind {
        EventKind::NodeAdded(node) => kind == Some(Kind::Node) && node.metadata.name == *name,
        EventKind::PodCreated { pod, .. } => kind == Some(Kind::Pod) && pod.key() == key,
        _ => false,
    };
    let event_count = store.moment().map_or(0, |moment| moment.events);
    let mut later = store.run.view.trace.events().iter().enumerate().skip(event_count);
    match later.find(|(_, event)| !exists && is_creation(&event.what)) {
        Some((at, event)) => html! {
            <p class="note">{ store.lang.arrives_at(&name, &format_clock(event.at)) }{ " " }
                <button type="button" class="link" onclick={on_action(dispatch, Action::Player(PlayerMsg::SeekEvents(at + 1)))}>{ store.lang.stage_edit_labels().show }</button></p>
        },
        None => Html::default(),
    }
}

/// Two templates as buttons, and a search field for the others.
#[component]
fn AddBar(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (lang, labels) = (view.store.lang, view.store.lang.stage_edit_labels());
    let query = use_state(String::new);
    let oninput = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
                query.set(input.value());
            }
        })
    };
    let matches_query = |text: &str| text.to_lowercase().contains(&query.trim().to_lowercase());
    let item = PALETTE.iter().enumerate().filter(|_| !query.trim().is_empty());
    let item = item.filter(|(_, template)| {
        matches_query(lang.form_label(template.label)) || matches_query(template.group.name(lang))
    });
    let chip = |index: usize, name: &'static str| {
        html! { <li><button type="button" class="chip" data-template={index.to_string()} onclick={on_action(dispatch, Action::from(ObjectMsg::AddTemplate(index)))}>{ name }</button></li> }
    };
    let chips: Vec<Html> = item.map(|(index, template)| chip(index, lang.form_label(template.label))).collect();
    let none = !query.trim().is_empty() && chips.is_empty();
    html! {
        <div class="adder">
            { draw_add_card(dispatch, labels.node, NewObject::Node) }
            { draw_add_card(dispatch, labels.pod, NewObject::Pod) }
            <input type="search" placeholder={labels.search_to_add} aria-label={labels.search_to_add} value={(*query).clone()} {oninput} />
            if !chips.is_empty() { <ul class="found" aria-label={lang.builder_labels().add}>{ for chips }</ul> }
            if none { <p class="muted">{ labels.nothing_found }</p> }
        </div>
    }
}
