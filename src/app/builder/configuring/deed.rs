//! What is changed in the text for what is done in the form of a configuration.

use serde_json::{Value, json};

use crate::app::builder::edits::assign;
use crate::app::builder::read::Read;
use crate::app::builder::writing::edited;
use crate::app::builder::{Why, Wrong};
use crate::app::store::{Effect, Store};
use crate::releases::config::{points, policy};

use super::{Change, find, inputs, lists, plugins, release, value};

/// Changes the configuration with this id.
pub fn change(store: &mut Store, id: &str, change: Change) -> Vec<Effect> {
    let read = store.read();
    let Some(entry) = read.outline().get(id).cloned() else { return Vec::new() };
    let Some(release) = release(&entry, store.shown_release()) else { return Vec::new() };
    let mut new = entry.value.clone();
    match change {
        Change::Type { path, typed } => {
            let Some(field) = find(&entry, release, &path) else { return Vec::new() };
            store.builder.wrong.retain(|wrong| !(wrong.id == id && wrong.path == path));
            match inputs::parse(field.input, &typed) {
                Ok(written) => value::put(&mut new, &path, written),
                Err(why) => {
                    let why = Why::Word(why);
                    store.builder.wrong.push(Wrong { id: id.to_owned(), path, typed, why });
                    return Vec::new();
                }
            }
        }
        Change::AddProfile => add_profile(&mut new),
        Change::AddExtender => {
            let count = new["extenders"].as_array().map_or(0, Vec::len);
            let host = format!("http://extender-{}/", count + 1);
            value::put(
                &mut new,
                &format!("extenders.{count}"),
                Some(json!({"urlPrefix": host, "filterVerb": "filter"})),
            );
        }
        Change::Remove(list, at) => {
            if let Some(items) = new[list].as_array_mut().filter(|items| at < items.len()) {
                items.remove(at);
                if items.is_empty() {
                    value::put(&mut new, list, None);
                }
            }
        }
        Change::Plugin { profile, point, name, turn } => {
            let Some(known) = points(release).iter().find(|it| it.name == point) else { return Vec::new() };
            let own = lists::own(read.outline(), point);
            let mut changed = value::at(&new, &format!("profiles.{profile}")).clone();
            plugins::turn(release, &mut changed, known, &own, (&name, &turn));
            put_profile(&mut new, profile, changed);
        }
        Change::Reset { profile, point } => {
            let mut changed = value::at(&new, &format!("profiles.{profile}")).clone();
            plugins::reset(&mut changed, point);
            put_profile(&mut new, profile, changed);
        }
        Change::Listed { list, name, turn } => {
            let (_, defaults) = policy(release, list);
            plugins::turn_listed(&mut new, list, defaults, (&name, &turn));
        }
        Change::ResetListed(list) => value::put(&mut new, list, None),
    }
    if new == entry.value {
        return Vec::new();
    }
    edited(store, |read, chosen| {
        let after = assign(&read.text, &entry.place, Some(&new))?;
        Ok((Read::from(after), chosen.to_vec()))
    })
}

fn put_profile(new: &mut Value, at: usize, profile: Value) {
    // One that says nothing is the default one, where it is alone.
    let empty = profile.as_object().is_none_or(serde_json::Map::is_empty);
    if !(empty && new["profiles"].is_null()) {
        value::put(new, &format!("profiles.{at}"), Some(if empty { json!({}) } else { profile }));
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
