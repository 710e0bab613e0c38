//! The form of an object: a field for each supported property, and related objects.

use std::rc::Rc;

use i18n::table::{form_labels::FormLabel, grammar::CountedNoun};
use page_state::{
    actions::{
        Action,
        builder::{ObjectMsg, PathPrefix, SelectMode},
    },
    builder::{
        InputError, claims,
        field_input::{self, FieldInput, GROUP_POLICIES},
        form::{self, ObjectField},
        form_checks,
        form_presets::{AFFINITY_PRESETS, SPREAD_PRESETS},
        outline::{ObjectGroup, Outline, OutlineItem, plain_scalar, value_at},
        relations::{self, find_related},
        request_size::{self, ResourceAxis},
    },
};
use stage::draw::shield::draw_shield;
use ui::{callback::on_action, text_field::TextField};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, html};

use crate::{
    features::builder::{config_form::config_view, group_form, request_sizer::Sizer},
    view::View,
};

/// The maximum number of related names that are listed.
const MAX_RELATED_NAMES: usize = 30;

/// The form of an object.
pub fn draw_object_form(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    outline: &Outline,
    outline_item: &OutlineItem,
) -> Html {
    if outline_item.group == ObjectGroup::Scheduler {
        let has_gates = outline_item.kind == "KubeSchedulerConfiguration";
        return html! {
            <>
                { config_view::draw_config_form(view, dispatch) }
                if has_gates { { group_form::draw_gates(view, dispatch, outline) } }
            </>
        };
    }
    let lang = view.store.lang;
    let part = |(prefix, fields): (PathPrefix, &'static [ObjectField])| {
        let fields = fields
            .iter()
            .filter(|field| group_form::is_shown(outline, outline_item, &form::join_path(&prefix, field.path)));
        let fields = fields.flat_map(|field| {
            let picture = (field.path == ResourceAxis::Memory.request_path())
                .then(|| request_size::build_sizer(outline, outline_item, &prefix))
                .flatten();
            let picture = picture.map(|picture| {
                let key = outline_item.field_key(&form::join_path(&prefix, "picture"));
                html! { <Sizer {key} view={Rc::clone(view)} dispatch={dispatch.clone()} {picture} /> }
            });
            let field_html = match field.input {
                FieldInput::Claims => draw_claim_options(view, dispatch, outline, outline_item, field),
                _ => draw_field(view, dispatch, outline, outline_item, &prefix, field),
            };
            [Some(field_html), picture].into_iter().flatten().collect::<Vec<_>>()
        });
        (prefix.clone(), fields.collect::<Vec<_>>())
    };
    // Fields of several devices are grouped by the device's name.
    let mut fields_html: Vec<Html> = Vec::new();
    let mut devices: Vec<(PathPrefix, Vec<Html>)> = Vec::new();
    for (prefix, fields) in form::form_parts(outline_item).into_iter().map(part) {
        match devices.last_mut() {
            _ if !prefix.starts_with("spec.devices.") || outline_item.kind != "ResourceSlice" => {
                fields_html.extend(fields);
            }
            Some((last, of_it)) if *last == prefix => of_it.extend(fields),
            _ => devices.push((prefix, fields)),
        }
    }
    let devices = devices.into_iter().map(|(prefix, fields)| {
        let device = value_at(&outline_item.value, &prefix);
        let attributes_text =
            field_input::format_value(FieldInput::Attributes, &device["attributes"], &serde_json::Value::Null)
                .unwrap_or_default();
        html! {
            <details class="device-fields" key={outline_item.field_key(&prefix)}>
                <summary>{ plain_scalar(&device["name"]) }<small>{ attributes_text }</small></summary>
                { for fields }
            </details>
        }
    });
    html! {
        <div class="form">
            { group_form::draw_notices(view, dispatch, outline, outline_item) }
            { for fields_html }
            { for devices }
            { group_form::draw_group_parts(view, dispatch, outline, outline_item) }
            { draw_related(view, dispatch, outline, outline_item) }
            if form_checks::has_hidden_fields(outline_item) {
                <p class="note">{ lang.builder_labels().more_than_shown }{ " " }
                    <button type="button" class="link" onclick={on_action(dispatch, Action::from(ObjectMsg::GoToObject(outline_item.id.clone())))}>{ lang.builder_labels().see_yaml }</button></p>
            }
        </div>
    }
}

fn draw_field(
    view: &View,
    dispatch: &Callback<Action>,
    outline: &Outline,
    outline_item: &OutlineItem,
    prefix: &PathPrefix,
    field: &'static ObjectField,
) -> Html {
    let lang = view.store.lang;
    let path = form::join_path(prefix, field.path);
    let rejected_input = view
        .store
        .builder
        .rejected_inputs
        .iter()
        .find(|rejected_input| rejected_input.id == outline_item.id && rejected_input.path == path);
    let formatted = field_input::format_value(
        field.input,
        form::field_value(outline_item, &path),
        form_checks::pod_labels_at(outline_item, prefix),
    );
    let formatted = formatted.filter(|_| !form::has_mixed_values(outline_item, &path));
    let value = rejected_input
        .map(|rejected_input| rejected_input.input.clone())
        .or_else(|| formatted.clone())
        .unwrap_or_default();
    let id = format!("field-{path}");
    let help = format!("help-{path}");
    let send = {
        let (dispatch, id, prefix) = (dispatch.clone(), outline_item.id.clone(), prefix.clone());
        move |typed_text: String| {
            let prefix = prefix.clone();
            dispatch.emit(Action::from(ObjectMsg::EditField {
                id: id.clone(),
                prefix,
                path: field.path,
                typed: typed_text,
            }));
        }
    };
    let from_input = Callback::from(send.clone());
    let from_check = {
        let send = send.clone();
        Callback::from(move |event: Event| {
            if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
                send(if input.checked() { "true".into() } else { String::new() });
            }
        })
    };
    let from_select = Callback::from(move |event: Event| {
        if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
            send(select.value());
        }
    });
    let select = |options: Vec<(String, String)>| {
        let is_known = value.is_empty() || options.iter().any(|(name, _)| *name == value);
        html! {
            <select id={id.clone()} aria-describedby={help.clone()} onchange={from_select.clone()}>
                <option value="" selected={formatted.as_deref() == Some("")}>{ "–" }</option>
                if formatted.is_none() { <option value="?" selected=true disabled=true>{ lang.builder_labels().as_in_yaml }</option> }
                if !is_known { <option value={value.clone()} selected=true>{ value.clone() }</option> }
                { for options.into_iter().map(|(name, label)| html! { <option value={name.clone()} selected={name == value}>{ label }</option> }) }
            </select>
        }
    };
    let input = match field.input {
        FieldInput::Flag => html! {
            <input type="checkbox" id={id.clone()} checked={value == "true"} aria-describedby={help.clone()} onchange={from_check} />
        },
        FieldInput::Choice(names) => {
            select(names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect())
        }
        FieldInput::GroupPolicy => {
            select(GROUP_POLICIES.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect())
        }
        FieldInput::ObjectName(kind) => select(name_suggestions(outline, kind)),
        FieldInput::Affinity => select(
            AFFINITY_PRESETS
                .iter()
                .map(|(name, both)| ((*name).to_owned(), lang.form_label(*both).to_owned()))
                .collect(),
        ),
        FieldInput::Spread => select(
            SPREAD_PRESETS.iter().map(|(name, both)| ((*name).to_owned(), lang.form_label(*both).to_owned())).collect(),
        ),
        _ if formatted.is_none() && rejected_input.is_none() => {
            html! { <span id={id.clone()} class="muted">{ lang.builder_labels().more_in_yaml }</span> }
        }
        _ => html! {
            <TextField id={id.clone()} value={value.clone()} invalid={rejected_input.is_some()} described_by={help.clone()}
                list={(field.input == FieldInput::Labels).then_some("labels-known")} send={from_input} />
        },
    };
    let class = match field.input {
        FieldInput::Flag => "field flag",
        FieldInput::Amount | FieldInput::Number(_) | FieldInput::Count | FieldInput::PartCount(_) => "field short",
        _ => "field",
    };
    html! {
        <div {class} key={outline_item.field_key(&path)}>
            <label for={id}>{ lang.form_label(field.label) }</label>
            { input }
            <small id={help}>
                if let Some(rejected_input) = rejected_input { <span class="wrong" role="alert">{ "✗ " }{ input_error_text(view, rejected_input.reason) }</span> } else { { lang.form_label(field.help) } }
            </small>
        </div>
    }
}

/// The device claims that the pods can use, each with a checkbox.
fn draw_claim_options(
    view: &View,
    dispatch: &Callback<Action>,
    outline: &Outline,
    outline_item: &OutlineItem,
    field: &ObjectField,
) -> Html {
    let lang = view.store.lang;
    let offers = claims::list_claim_options(outline, outline_item).into_iter().take(MAX_RELATED_NAMES).map(|offer| {
        let pressed = offer.is_claimed.to_string();
        let click = on_action(dispatch, Action::from(ObjectMsg::ToggleClaim(offer.key.clone())));
        html! {
            <button type="button" class="chip" key={offer.key} aria-pressed={pressed} onclick={click}>
                if !offer.name.is_empty() { <b>{ offer.name }</b>{ " " } }<small>{ lang.form_label(offer.kind_label) }</small></button>
        }
    });
    html! {
        <div class="field claims-field" role="group" aria-labelledby="claims-label" aria-describedby="claims-help" key={outline_item.field_key("claims")}>
            <span id="claims-label" class="label">{ lang.form_label(field.label) }</span>
            <div class="chips">{ for offers }</div>
            <small id="claims-help">{ lang.form_label(field.help) }</small>
        </div>
    }
}

/// Why the input can't be written.
fn input_error_text(view: &View, reason: InputError) -> &'static str {
    match reason {
        InputError::Object(form) => view.store.lang.form_label(form),
        // Configuration fields show these messages themselves; they are in another chunk.
        InputError::Config(_) => "",
    }
}

/// The names that a field suggests: objects of the manifest, and built-in ones.
fn name_suggestions(outline: &Outline, kind: &str) -> Vec<(String, String)> {
    let mut names: Vec<String> = outline.names_of_kind(kind).map(ToOwned::to_owned).collect();
    if kind == "PriorityClass" {
        let system = form::SYSTEM_CLASSES.iter().map(|(name, _)| (*name).to_owned());
        names.extend(
            system.filter(|name| !outline.names_of_kind(kind).any(|known_name| known_name == name)).collect::<Vec<_>>(),
        );
    }
    names.into_iter().map(|name| (name.clone(), name)).collect()
}

/// Related objects, each as a link.
fn draw_related(view: &View, dispatch: &Callback<Action>, outline: &Outline, outline_item: &OutlineItem) -> Html {
    let lang = view.store.lang;
    let budget = (outline_item.group == ObjectGroup::Budgets)
        .then(|| view.frame.budgets.values().find(|budget| budget.metadata.name.as_str() == outline_item.name))
        .flatten()
        // A budget has no meaningful status before the disruption controller has counted its pods.
        .filter(|budget| budget.status.desired_healthy > 0 || budget.status.current_healthy > 0);
    let all = find_related(outline, outline_item).into_iter().map(|related_objects| {
        let spare = (outline_item.group == ObjectGroup::Budgets).then(|| relations::allowed_disruptions(outline_item, related_objects.pods)).flatten();
        let count = match related_objects.pods {
            0 => related_objects.entries.len().to_string(),
            pods => lang.count(pods, CountedNoun::Pod),
        };
        let links = related_objects.entries.iter().take(MAX_RELATED_NAMES).map(|other| {
            let go = on_action(dispatch, Action::from(ObjectMsg::Select(other.id.clone(), SelectMode::OpenForm)));
            html! { <li key={other.id.clone()}><button type="button" class="link" onclick={go}>{ other.name.clone() }</button></li> }
        });
        let hidden_count = related_objects.entries.len().saturating_sub(MAX_RELATED_NAMES);
        html! {
            <div class="follows" aria-live="polite">
                <h4>{ lang.form_label(related_objects.relation) }if !related_objects.detail.is_empty() { <code>{ related_objects.detail.clone() }</code> }<small>{ count }</small></h4>
                if related_objects.entries.is_empty() {
                    <p class="muted">{ lang.builder_labels().none_here }</p>
                } else {
                    <ul>{ for links }if hidden_count > 0 { <li><small>{ format!("+{hidden_count}") }</small></li> }</ul>
                }
                if let Some(spare) = spare {
                    <p>{ draw_shield() }{ lang.may_be_away(spare) }</p>
                }
                if let Some(budget) = budget {
                    <p class="muted">{ lang.budget_now(budget.status.disruptions_allowed, budget.status.current_healthy, budget.status.desired_healthy) }</p>
                }
            </div>
        }
    });
    html! { <>{ for all }</> }
}

/// The form for properties of all selected objects.
pub fn draw_bulk_form(view: &View, dispatch: &Callback<Action>, outline: &Outline) -> Html {
    let lang = view.store.lang;
    let builder = &view.store.builder;
    let entries: Vec<&OutlineItem> = builder.selected_ids.iter().filter_map(|id| outline.get(id)).collect();
    let fields = [
        ("spec.priorityClassName", FormLabel::PriorityClassOfAll),
        ("metadata.namespace", FormLabel::NamespaceOfAll),
        ("spec.containers.0.resources.requests.cpu", FormLabel::CpuRequestOfAll),
        ("spec.containers.0.resources.requests.memory", FormLabel::MemoryRequestOfAll),
    ];
    let draw_shared_field = |(path, label): (&'static str, FormLabel)| {
        let values: Vec<String> = entries
            .iter()
            .flat_map(|outline_item| form::form_parts(outline_item).into_iter().map(move |part| (outline_item, part)))
            .filter(|(_, (_, fields))| fields.iter().any(|field| field.path == path))
            .map(|(outline_item, (prefix, _))| {
                plain_scalar(value_at(&outline_item.value, &form::join_path(&prefix, path)))
            })
            .collect();
        let first = values.first()?;
        let is_same_value = values.iter().all(|value| value == first);
        let rejected_input = builder
            .rejected_inputs
            .iter()
            .find(|rejected_input| rejected_input.id.is_empty() && rejected_input.path == path);
        let value = rejected_input.map_or_else(
            || if is_same_value { first.clone() } else { String::new() },
            |rejected_input| rejected_input.input.clone(),
        );
        let id = format!("all-{path}");
        let send = {
            let dispatch = dispatch.clone();
            move |typed_text: String| dispatch.emit(Action::from(ObjectMsg::SetFields(vec![(path, typed_text)])))
        };
        let input = if path == "spec.priorityClassName" {
            let onchange = Callback::from(move |event: Event| {
                if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                    send(select.value());
                }
            });
            html! {
                <select id={id.clone()} {onchange}>
                    if !is_same_value { <option value="?" selected=true disabled=true>{ lang.builder_labels().different }</option> }
                    <option value="" selected={is_same_value && value.is_empty()}>{ "–" }</option>
                    { for name_suggestions(outline, "PriorityClass").into_iter().map(|(name, label)| html! { <option value={name.clone()} selected={is_same_value && name == value}>{ label }</option> }) }
                </select>
            }
        } else {
            let hint = (!is_same_value).then(|| lang.builder_labels().different);
            html! {
                <TextField id={id.clone()} {value} placeholder={hint} invalid={rejected_input.is_some()} send={Callback::from(send)} />
            }
        };
        Some(html! {
            <div class="field" key={path}>
                <label for={id}>{ lang.form_label(label) }</label>
                { input }
                if let Some(rejected_input) = rejected_input { <small><span class="wrong" role="alert">{ "✗ " }{ input_error_text(view, rejected_input.reason) }</span></small> }
            </div>
        })
    };
    html! { <div class="form">{ for fields.into_iter().filter_map(draw_shared_field) }</div> }
}
