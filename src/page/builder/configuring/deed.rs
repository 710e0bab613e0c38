//! What a document says after what is done in its form. It becomes an edit of the text in the builder.

use serde_json::{Value, json};

use crate::builder::{Why, Wrong};
use releases::Release;
use releases::documents::{points, policy};

use super::answering::{self, First};
use super::{ConfigEdit, Configure, Configured, find, inputs, lists, plugins, release, value};

/// The document after a change. What is not known changes nothing.
pub fn change(asked: Configure<'_>) -> Configured {
    let Configure { entry, change, .. } = &asked;
    let mut new = entry.value.clone();
    let Some(release) = release(entry, asked.runs) else { return Ok(new) };
    match change {
        ConfigEdit::Type { path, typed } => {
            let Some(field) = find(entry, release, path) else { return Ok(new) };
            match inputs::parse(field.input, typed, asked.yaml) {
                Ok(written) => value::put(&mut new, path, written),
                Err(why) => {
                    let (id, path, typed) = (entry.id.clone(), path.clone(), typed.clone());
                    return Err(Wrong { id, path, typed, why: Why::Word(why) });
                }
            }
        }
        ConfigEdit::AddProfile => add_profile(&mut new),
        ConfigEdit::AddExtender => {
            let count = new["extenders"].as_array().map_or(0, Vec::len);
            let host = format!("http://extender-{}/", count + 1);
            value::put(
                &mut new,
                &format!("extenders.{count}"),
                Some(json!({"urlPrefix": host, "filterVerb": "filter"})),
            );
        }
        ConfigEdit::Remove(list, at) => remove(&mut new, list, *at),
        ConfigEdit::AddRule(list) => add_rule(&mut new, &entry.kind, list),
        ConfigEdit::RaiseRule(list, at) => {
            let mut rules = value::at(&new, list).clone();
            if let Some(items) = rules.as_array_mut().filter(|items| *at > 0 && *at < items.len()) {
                items.swap(at - 1, *at);
                value::put(&mut new, list, Some(rules));
            }
        }
        ConfigEdit::Plugin { .. } | ConfigEdit::Reset { .. } => in_profile(&mut new, &asked, release),
        ConfigEdit::Listed { list, name, turn } => {
            let (_, defaults) = policy(release, list);
            plugins::turn_listed(&mut new, list, defaults, (name, turn));
        }
        ConfigEdit::ResetListed(list) => value::put(&mut new, list, None),
    }
    Ok(new)
}

/// Takes an item out of a list. An empty list is none.
fn remove(new: &mut Value, list: &str, at: usize) {
    let mut items = value::at(new, list).as_array().cloned().unwrap_or_default();
    if at < items.len() {
        items.remove(at);
        value::put(new, list, (!items.is_empty()).then_some(Value::Array(items)));
    }
}

fn add_rule(new: &mut Value, kind: &str, list: &str) {
    let Some(rules) = answering::rules(kind, list) else { return };
    let count = value::at(new, list).as_array().map_or(0, Vec::len);
    let (field, first) = rules.first;
    let first = match first {
        First::Text(text) => text.into(),
        First::Number(number) => number.into(),
        First::Flag => true.into(),
    };
    value::put(new, &format!("{list}.{count}.{field}"), Some(first));
}

/// Changes the plugins of a profile.
fn in_profile(new: &mut Value, asked: &Configure<'_>, release: Release) {
    let (ConfigEdit::Plugin { profile, point, .. } | ConfigEdit::Reset { profile, point }) = &asked.change else {
        return;
    };
    let mut changed = value::at(new, &format!("profiles.{profile}")).clone();
    if let ConfigEdit::Plugin { name, turn, .. } = &asked.change {
        let Some(known) = points(release).iter().find(|it| it.name == *point) else { return };
        let own = lists::own(asked.outline, point);
        plugins::turn(release, &mut changed, known, &own, (name, turn));
    } else {
        plugins::reset(&mut changed, point);
    }
    // One that says nothing is the default one, where it is alone.
    let empty = changed.as_object().is_none_or(serde_json::Map::is_empty);
    if !(empty && new["profiles"].is_null()) {
        value::put(new, &format!("profiles.{profile}"), Some(if empty { json!({}) } else { changed }));
    }
}

/// Of several profiles each has a name.
fn add_profile(new: &mut Value) {
    let count = super::profiles(new);
    let name = |value: &Value, at: usize| value["profiles"][at]["schedulerName"].as_str().map(ToOwned::to_owned);
    for at in 0..count {
        if name(new, at).is_none() {
            value::put(new, &format!("profiles.{at}.schedulerName"), Some("default-scheduler".into()));
        }
    }
    let taken: Vec<String> = (0..count).filter_map(|at| name(new, at)).collect();
    let free = (2..=count + 2).map(|number| format!("scheduler-{number}")).find(|name| !taken.contains(name));
    value::put(new, &format!("profiles.{count}"), Some(json!({"schedulerName": free.unwrap_or_default()})));
}
