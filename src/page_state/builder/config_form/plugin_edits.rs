//! Edits of a profile's plugins by extension point, and of a policy's predicates and priorities.

use releases::{
    Release,
    documents::{
        DocumentVersion, PluginSet, PluginWeight, PointPlugins, config_version, effective_plugins, plugin_set_of,
    },
};
use serde_json::{Map, Value, json};

use crate::actions::builder::PluginEdit;

/// The plugins that run at an extension point, in order; `None` if the document is invalid there.
pub fn enabled_plugins(
    release: Release,
    profile: &Value,
    point: &PointPlugins,
    texts: &[String],
) -> Option<Vec<PluginWeight>> {
    effective_plugins(release, &profile["plugins"], point, |name| texts.iter().any(|text| text == name))
}

/// The other plugins that can be enabled at the extension point.
pub fn available_plugins<'p>(point: &'p PointPlugins, texts: &'p [String], runs: &[PluginWeight]) -> Vec<&'p str> {
    let all = point.defaults.iter().map(|(name, _)| name.as_str()).chain(point.optional.iter().copied());
    let all = all.chain(texts.iter().map(String::as_str));
    all.filter(|name| !runs.iter().any(|(other, _)| other == name)).collect()
}

/// Whether a profile configures an extension point.
pub fn is_customized(profile: &Value, point: &str) -> bool {
    !profile["plugins"][point].is_null()
}

/// Edits a plugin at an extension point of a profile.
pub fn edit_plugin(
    release: Release,
    profile: &mut Value,
    point: &PointPlugins,
    texts: &[String],
    name: &str,
    edit: &PluginEdit,
) {
    let Some(mut set) = plugin_set_of(&profile["plugins"], point.name) else { return };
    let runs = |set: &PluginSet, profile: &Value| {
        let mut profile = profile.clone();
        write_plugin_set(&mut profile, point.name, set);
        self::enabled_plugins(release, &profile, point, texts).unwrap_or_default()
    };
    let is_running = |set: &PluginSet, profile: &Value| runs(set, profile).iter().any(|(other, _)| other == name);
    let before = runs(&set, profile);
    match edit {
        PluginEdit::Disable => {
            set.enabled.retain(|(other, _)| other != name);
            if is_running(&set, profile) {
                set.disabled.push(name.into());
            }
        }
        PluginEdit::Enable => {
            set.disabled.retain(|other| other != name);
            if !is_running(&set, profile) {
                set.enabled.push((name.into(), 0));
            }
        }
        PluginEdit::SetWeight(weight) => {
            let mut without = set.clone();
            without.enabled.retain(|(other, _)| other != name);
            without.disabled.retain(|other| other != name);
            if runs(&without, profile).contains(&(name.into(), *weight)) {
                // The default already has this weight.
                set = without;
            } else if let Some((_, given)) = set.enabled.iter_mut().find(|(other, _)| other == name) {
                *given = *weight;
            } else {
                // Releases with v1beta1 allow a default plugin in `enabled` only if it is also in `disabled`.
                if config_version(release) == DocumentVersion::Beta {
                    set.disabled.push(name.into());
                }
                set.enabled.push((name.into(), *weight));
            }
        }
        PluginEdit::MoveUp | PluginEdit::MoveDown => {
            let Some(at) = before.iter().position(|(other, _)| other == name) else { return };
            let target_index = if *edit == PluginEdit::MoveUp { at.checked_sub(1) } else { Some(at + 1) };
            let Some(target_index) = target_index.filter(|target_index| *target_index < before.len()) else { return };
            let mut list = before;
            list.swap(at, target_index);
            // A custom order has to list all plugins.
            set = PluginSet { enabled: list.clone(), disabled: vec!["*".into()] };
            if runs(&PluginSet::default(), profile) == list {
                set = PluginSet::default();
            }
        }
    }
    write_plugin_set(profile, point.name, &set);
}

/// Resets an extension point to the release's default plugins.
pub fn reset_point(profile: &mut Value, point: &str) {
    write_plugin_set(profile, point, &PluginSet::default());
}

fn write_plugin_set(profile: &mut Value, point: &str, set: &PluginSet) {
    let enabled = |(name, weight): &PluginWeight| match weight {
        0 => json!({"name": name}),
        weight => json!({"name": name, "weight": weight}),
    };
    let mut lists = Map::new();
    if !set.disabled.is_empty() {
        lists.insert("disabled".into(), set.disabled.iter().map(|name| json!({"name": name})).collect());
    }
    if !set.enabled.is_empty() {
        lists.insert("enabled".into(), set.enabled.iter().map(enabled).collect());
    }
    let extension_point = (!lists.is_empty()).then_some(Value::Object(lists));
    super::value_path::set_at_path(profile, &format!("plugins.{point}"), extension_point);
}

/// The predicates or priorities of a policy, as (name, weight), with weight 0 for predicates. `None` if an entry has further fields.
pub fn policy_list(policy: &Value, list: &str, defaults: &[PluginWeight]) -> Option<Vec<PluginWeight>> {
    match &policy[list] {
        Value::Null => Some(defaults.to_vec()),
        Value::Array(items) => items
            .iter()
            .map(|item| {
                let plain = item.as_object()?.keys().all(|key| matches!(key.as_str(), "name" | "weight"));
                Some((item["name"].as_str().filter(|_| plain)?.to_owned(), item["weight"].as_i64().unwrap_or(0)))
            })
            .collect(),
        _ => None,
    }
}

/// Edits an entry of such a list. A list that equals the default is removed.
pub fn edit_policy_list(policy: &mut Value, list: &str, defaults: &[PluginWeight], name: &str, edit: &PluginEdit) {
    let Some(mut entries) = policy_list(policy, list, defaults) else { return };
    match edit {
        PluginEdit::Disable => entries.retain(|(other, _)| other != name),
        PluginEdit::Enable => entries.push((name.into(), i64::from(list == "priorities"))),
        PluginEdit::SetWeight(weight) => {
            entries.iter_mut().filter(|(other, _)| other == name).for_each(|entry| entry.1 = *weight);
        }
        PluginEdit::MoveUp | PluginEdit::MoveDown => {}
    }
    let default = entries.len() == defaults.len() && entries.iter().all(|entry| defaults.contains(entry));
    let plugin_value = |(name, weight): &PluginWeight| match weight {
        0 => json!({"name": name}),
        weight => json!({"name": name, "weight": weight}),
    };
    // An empty list differs from a missing one: it disables all but the mandatory entries.
    if default {
        super::value_path::set_at_path(policy, list, None);
    } else {
        policy[list] = entries.iter().map(plugin_value).collect();
    }
}
