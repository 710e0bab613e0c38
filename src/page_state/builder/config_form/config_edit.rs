//! Applies an edit of a configuration form to its document. The builder writes the result to the manifest.

use releases::{
    Release,
    documents::{point_plugins, policy_names::default_policy_list},
};
use serde_json::{Value, json};

use super::{
    ConfigEditRequest, ConfigEditResult, config_inputs, custom_plugins, document_release, find_field, plugin_edits,
    responder_schema::{self, DefaultRuleValue},
    value_path,
};
use crate::{
    actions::builder::ConfigEdit,
    builder::{InputError, RejectedInput},
};

/// The document after an edit. Unknown fields and lists change nothing.
pub fn apply_config_edit(request: ConfigEditRequest<'_>) -> ConfigEditResult {
    let ConfigEditRequest { entry, change, .. } = &request;
    let mut document = entry.value.clone();
    let Some(release) = document_release(entry, request.running_release) else { return Ok(document) };
    match change {
        ConfigEdit::SetField { path, typed } => {
            let Some(field) = find_field(entry, release, path) else { return Ok(document) };
            match config_inputs::parse_config_input(field.input, typed, request.parse_yaml) {
                Ok(written) => value_path::set_at_path(&mut document, path, written),
                Err(error_label) => {
                    let (id, path, typed_text) = (entry.id.clone(), path.clone(), typed.clone());
                    return Err(RejectedInput { id, path, input: typed_text, reason: InputError::Config(error_label) });
                }
            }
        }
        ConfigEdit::AddProfile => add_profile(&mut document),
        ConfigEdit::AddExtender => {
            let count = document["extenders"].as_array().map_or(0, Vec::len);
            let host = format!("http://extender-{}/", count + 1);
            value_path::set_at_path(
                &mut document,
                &format!("extenders.{count}"),
                Some(json!({"urlPrefix": host, "filterVerb": "filter"})),
            );
        }
        ConfigEdit::Remove(list, at) => remove_item(&mut document, list, *at),
        ConfigEdit::AddRule(list) => add_rule(&mut document, &entry.kind, list),
        ConfigEdit::MoveRuleUp(list, at) => {
            let mut rules = value_path::value_at_path(&document, list).clone();
            if let Some(items) = rules.as_array_mut().filter(|items| *at > 0 && *at < items.len()) {
                items.swap(at - 1, *at);
                value_path::set_at_path(&mut document, list, Some(rules));
            }
        }
        ConfigEdit::EditPlugin { .. } | ConfigEdit::ResetPoint { .. } => edit_profile(&mut document, &request, release),
        ConfigEdit::EditPolicyList { list, name, edit } => {
            plugin_edits::edit_policy_list(&mut document, list, &default_policy_list(release, list), name, edit);
        }
        ConfigEdit::ResetPolicyList(list) => value_path::set_at_path(&mut document, list, None),
    }
    Ok(document)
}

/// Removes an item of a list, and an empty list.
fn remove_item(config: &mut Value, list: &str, at: usize) {
    let mut items = value_path::value_at_path(config, list).as_array().cloned().unwrap_or_default();
    if at < items.len() {
        items.remove(at);
        value_path::set_at_path(config, list, (!items.is_empty()).then_some(Value::Array(items)));
    }
}

fn add_rule(config: &mut Value, kind: &str, list: &str) {
    let Some(rules) = responder_schema::rule_list_of(kind, list) else { return };
    let count = value_path::value_at_path(config, list).as_array().map_or(0, Vec::len);
    let (field, first) = rules.default_field;
    let first = match first {
        DefaultRuleValue::Text(text) => text.into(),
        DefaultRuleValue::Number(number) => number.into(),
        DefaultRuleValue::Flag => true.into(),
    };
    value_path::set_at_path(config, &format!("{list}.{count}.{field}"), Some(first));
}

/// Edits the plugins of a profile.
fn edit_profile(document: &mut Value, request: &ConfigEditRequest<'_>, release: Release) {
    let (ConfigEdit::EditPlugin { profile, point, .. } | ConfigEdit::ResetPoint { profile, point }) = &request.change
    else {
        return;
    };
    let mut edited_profile = value_path::value_at_path(document, &format!("profiles.{profile}")).clone();
    if let ConfigEdit::EditPlugin { name, edit, .. } = &request.change {
        let points = point_plugins(release);
        let Some(point_info) = points.iter().find(|plugin| plugin.name == *point) else { return };
        let texts = custom_plugins::custom_plugins(request.outline, point);
        plugin_edits::edit_plugin(release, &mut edited_profile, point_info, &texts, name, edit);
    } else {
        plugin_edits::reset_point(&mut edited_profile, point);
    }
    // An empty profile is the default; it is omitted if it is the only one.
    let empty = edited_profile.as_object().is_none_or(serde_json::Map::is_empty);
    if !(empty && document["profiles"].is_null()) {
        value_path::set_at_path(
            document,
            &format!("profiles.{profile}"),
            Some(if empty { json!({}) } else { edited_profile }),
        );
    }
}

/// Adds a profile, and names all profiles, which must have different names.
fn add_profile(config: &mut Value) {
    let count = super::profile_count(config);
    let name = |value: &Value, at: usize| value["profiles"][at]["schedulerName"].as_str().map(ToOwned::to_owned);
    for at in 0..count {
        if name(config, at).is_none() {
            value_path::set_at_path(config, &format!("profiles.{at}.schedulerName"), Some("default-scheduler".into()));
        }
    }
    let used_names: Vec<String> = (0..count).filter_map(|at| name(config, at)).collect();
    let free = (2..=count + 2).map(|number| format!("scheduler-{number}")).find(|name| !used_names.contains(name));
    value_path::set_at_path(
        config,
        &format!("profiles.{count}"),
        Some(json!({"schedulerName": free.unwrap_or_default()})),
    );
}
