//! The plugins of a profile point by point, and the predicates and priorities of a policy: what is changed in the document for a click.

use serde_json::{Map, Value, json};

use releases::Release;
use releases::documents::{Chosen, DocumentVersion, Point, Wanted, effective, version, wanted};

use super::Turn;

/// What runs at a point; nothing where the document cannot be read so.
pub fn runs(release: Release, profile: &Value, point: &Point, own: &[String]) -> Option<Vec<Chosen>> {
    effective(release, &profile["plugins"], point, |name| own.iter().any(|own| own == name))
}

/// The other plugins that can run there.
pub fn idle<'p>(point: &'p Point, own: &'p [String], runs: &[Chosen]) -> Vec<&'p str> {
    let all = point.defaults.iter().map(|(name, _)| *name).chain(point.more.iter().copied());
    let all = all.chain(own.iter().map(String::as_str));
    all.filter(|name| !runs.iter().any(|(other, _)| other == name)).collect()
}

/// Whether a document says anything about a point itself.
pub fn says(profile: &Value, point: &str) -> bool {
    !profile["plugins"][point].is_null()
}

/// Changes a plugin at a point of a profile.
pub fn turn(release: Release, profile: &mut Value, point: &Point, own: &[String], (name, turn): (&str, &Turn)) {
    let Some(mut set) = wanted(&profile["plugins"], point.name) else { return };
    let runs = |set: &Wanted, profile: &Value| {
        let mut profile = profile.clone();
        write(&mut profile, point.name, set);
        self::runs(release, &profile, point, own).unwrap_or_default()
    };
    let there = |set: &Wanted, profile: &Value| runs(set, profile).iter().any(|(other, _)| other == name);
    let before = runs(&set, profile);
    match turn {
        Turn::Disable => {
            set.enabled.retain(|(other, _)| other != name);
            if there(&set, profile) {
                set.disabled.push(name.into());
            }
        }
        Turn::Enable => {
            set.disabled.retain(|other| other != name);
            if !there(&set, profile) {
                set.enabled.push((name.into(), 0));
            }
        }
        Turn::Weigh(weight) => {
            let mut without = set.clone();
            without.enabled.retain(|(other, _)| other != name);
            without.disabled.retain(|other| other != name);
            if runs(&without, profile).contains(&(name.into(), *weight)) {
                // The default has this weight.
                set = without;
            } else if let Some((_, given)) = set.enabled.iter_mut().find(|(other, _)| other == name) {
                *given = *weight;
            } else {
                // Early releases take a default once more only where it is disabled before.
                if version(release) == DocumentVersion::Beta {
                    set.disabled.push(name.into());
                }
                set.enabled.push((name.into(), *weight));
            }
        }
        Turn::Up | Turn::Down => {
            let Some(at) = before.iter().position(|(other, _)| other == name) else { return };
            let to = if *turn == Turn::Up { at.checked_sub(1) } else { Some(at + 1) };
            let Some(to) = to.filter(|to| *to < before.len()) else { return };
            let mut list = before;
            list.swap(at, to);
            // An order of one's own names all of them.
            set = Wanted { enabled: list.clone(), disabled: vec!["*".into()] };
            if runs(&Wanted::default(), profile) == list {
                set = Wanted::default();
            }
        }
    }
    write(profile, point.name, &set);
}

/// Lets a point have what the release has by default.
pub fn reset(profile: &mut Value, point: &str) {
    write(profile, point, &Wanted::default());
}

fn write(profile: &mut Value, point: &str, set: &Wanted) {
    let enabled = |(name, weight): &Chosen| match weight {
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
    let new = (!lists.is_empty()).then_some(Value::Object(lists));
    super::value::put(profile, &format!("plugins.{point}"), new);
}

/// The predicates or priorities of a policy, with their weights; 0 for predicates. Nothing where the document says more than that.
pub fn listed(policy: &Value, list: &str, defaults: &[(&str, i64)]) -> Option<Vec<Chosen>> {
    match &policy[list] {
        Value::Null => Some(defaults.iter().map(|(name, weight)| ((*name).to_owned(), *weight)).collect()),
        Value::Array(items) => items
            .iter()
            .map(|it| {
                let plain = it.as_object()?.keys().all(|key| matches!(key.as_str(), "name" | "weight"));
                Some((it["name"].as_str().filter(|_| plain)?.to_owned(), it["weight"].as_i64().unwrap_or(0)))
            })
            .collect(),
        _ => None,
    }
}

/// Changes one of them. A list that is as by default is none.
pub(crate) fn turn_listed(policy: &mut Value, list: &str, defaults: &[(&str, i64)], (name, turn): (&str, &Turn)) {
    let Some(mut all) = listed(policy, list, defaults) else { return };
    match turn {
        Turn::Disable => all.retain(|(other, _)| other != name),
        Turn::Enable => all.push((name.into(), i64::from(list == "priorities"))),
        Turn::Weigh(weight) => all.iter_mut().filter(|(other, _)| other == name).for_each(|it| it.1 = *weight),
        Turn::Up | Turn::Down => {}
    }
    let default = all.len() == defaults.len()
        && all.iter().all(|(name, weight)| defaults.iter().any(|(other, of)| other == name && of == weight));
    let one = |(name, weight): &Chosen| match weight {
        0 => json!({"name": name}),
        weight => json!({"name": name, "weight": weight}),
    };
    // An empty list is no missing one: nothing runs but what has to.
    if default {
        super::value::put(policy, list, None);
    } else {
        policy[list] = all.iter().map(one).collect();
    }
}
