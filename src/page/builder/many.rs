//! What is done to all chosen objects at once, as one change.

use serde_json::Value;

use crate::builder::edits::{Edited, append, append_script};
use crate::builder::outline::{Group, Outline, OutlineItem, at, plain, steps};
use crate::builder::palette::free_name;
use crate::builder::read::Read;
use crate::builder::writing::edited;
use crate::builder::{Builder, Why, Wrong, form, own_label, priorities};
use crate::run::Run;
use crate::wish::Wish;
use api::manifest::edit;
use api::manifest::edit::ValuePath;

/// Gives fields of all chosen objects what was typed, where the objects have these fields.
pub fn all(builder: &mut Builder, run: &Run, typed: &[(&'static str, String)]) -> Vec<Wish> {
    let read = builder.read();
    let outline = read.outline();
    let chosen = builder.chosen.iter().filter_map(|id| outline.get(id));
    let mut changes = Vec::new();
    builder.wrong.retain(|wrong| !wrong.id.is_empty());
    for entry in chosen {
        for (prefix, fields) in form::parts(entry) {
            for (field, typed) in fields.iter().filter_map(|it| Some((it, typed.iter().find(|to| to.0 == it.path)?))) {
                match form::parse(field.input, &typed.1, form::labels(entry, &prefix)) {
                    Ok(value) => {
                        let path = form::join(&prefix, field.path);
                        for place in form::places(entry, &path) {
                            if value.as_ref().unwrap_or(&Value::Null) != at(&entry.value, &place) {
                                changes.push((entry.place.then(steps(&place)), value.clone()));
                            }
                        }
                    }
                    Err(why) => {
                        let (path, typed) = (field.path.to_owned(), typed.1.clone());
                        builder.wrong.push(Wrong { id: String::new(), path, typed, why: Why::Form(why) });
                        return Vec::new();
                    }
                }
            }
        }
    }
    write(builder, run, outline, &changes)
}

/// Moves chosen pods and workloads to the next priority class.
pub fn raise(builder: &mut Builder, run: &Run, up: bool) -> Vec<Wish> {
    classed(builder, run, |outline, entry| priorities::next(outline, entry, up))
}

/// Gives chosen pods and workloads a priority class; the empty name is none.
pub fn class(builder: &mut Builder, run: &Run, class: &str) -> Vec<Wish> {
    classed(builder, run, |_, _| Some(class.to_owned()))
}

fn classed(builder: &mut Builder, run: &Run, to: impl Fn(&Outline, &OutlineItem) -> Option<String>) -> Vec<Wish> {
    let read = builder.read();
    let outline = read.outline();
    let chosen = builder.chosen.iter().filter_map(|id| outline.get(id));
    let mut changes: Vec<(ValuePath, Option<Value>)> = Vec::new();
    for entry in chosen {
        let Some((path, to)) = priorities::path(entry).zip(to(outline, entry)) else { continue };
        // A pod may bring no other priority than that of its class.
        let priority = path.replace("priorityClassName", "priority");
        if !at(&entry.value, &priority).is_null() {
            changes.push((entry.place.then(steps(&priority)), None));
        }
        if to != priorities::class(entry) {
            changes.push((entry.place.then(steps(path)), (!to.is_empty()).then(|| to.into())));
        }
    }
    write(builder, run, outline, &changes)
}

/// Writes changes of chosen objects. Ids follow names and namespaces; places tell who is who.
fn write(builder: &mut Builder, run: &Run, outline: &Outline, changes: &[(ValuePath, Option<Value>)]) -> Vec<Wish> {
    if changes.is_empty() {
        return Vec::new();
    }
    edited(builder, run, |read, chosen| {
        let after = Read::from(edit::change(&read.text, changes)?);
        let id = |id: &String| {
            let place = &outline.get(id)?.place;
            after.outline().entries.iter().find(|it| it.place == *place).map(|it| it.id.clone())
        };
        let chosen = chosen.iter().filter_map(id).collect();
        Ok((after, chosen))
    })
}

/// Copies of the chosen objects, at the end of the text, under free names.
pub fn duplicate(read: &Read, chosen: &[String], copies: usize) -> Edited {
    let outline = read.outline();
    let mut names: Vec<(String, String)> =
        outline.entries.iter().map(|entry| (entry.kind.clone(), entry.name.clone())).collect();
    let (mut after, mut made, mut documents) = (read.clone(), Vec::new(), Vec::new());
    for entry in chosen.iter().filter_map(|id| outline.get(id)) {
        let document = entry.place.steps.is_empty() && outline.list.is_none();
        let original = if document { edit::body(&read.text, entry.place.document)? } else { entry.value.to_string() };
        for _ in 0..copies {
            if entry.group == Group::Script {
                after = append_script(&after, &entry.value)?;
                continue;
            }
            let taken = names.iter().filter(|(kind, _)| *kind == entry.kind).map(|(_, name)| name.as_str());
            let name = free_name(&entry.name, taken);
            let copy = own_label::write_copy(&original, entry, &name)?;
            made.push(format!("{}/{}/{name}", entry.kind, plain(at(&entry.value, "metadata.namespace"))));
            names.push((entry.kind.clone(), name));
            if document {
                documents.push(copy);
            } else {
                after = append(&after, &copy)?;
            }
        }
    }
    if !documents.is_empty() {
        after = edit::append(&after.text, &documents.join("---\n"))?.into();
    }
    Ok((after, if made.is_empty() { chosen.to_vec() } else { made }))
}
