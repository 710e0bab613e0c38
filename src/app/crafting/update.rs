//! What crafting changes.

use std::rc::Rc;

use crate::app::builder::outline::Group;
use crate::app::builder::palette::PALETTE;
use crate::app::builder::size::Side;
use crate::app::builder::{self, Build, Pick};
use crate::app::craft::{Craft, Made, Thing};
use crate::app::front::Toast;
use crate::app::panes::Page;
use crate::app::store::{Effect, Store};

use super::find::source;

/// What a person changes on the stage.
pub fn change(store: &mut Store, craft: Craft) -> Vec<Effect> {
    match craft {
        // The menu needs no text (`app::update`).
        Craft::Menu(_) => Vec::new(),
        Craft::Edit(thing) => {
            let found = find(store, &thing);
            edit(store, thing, found)
        }
        Craft::Duplicate(thing) => on_source(store, &thing, Build::Duplicate),
        Craft::Delete(thing) => on_source(store, &thing, Build::Delete),
        Craft::Cordon(node, cordoned) => {
            let typed = if cordoned { "true" } else { "" };
            on_source(store, &Thing::Node(node), Build::All(vec![("spec.unschedulable", typed.into())]))
        }
        Craft::Move { pod, node } => {
            let thing = Thing::Pod(pod);
            let found = find(store, &thing);
            // A template that names a node would move all pods of its workload.
            if matches!(found, Some((_, Group::Workloads))) {
                edit(store, thing, found);
                return told(store, Toast::OfWorkload);
            }
            on(store, found, Build::All(vec![("spec.nodeName", node.to_string())]))
        }
        Craft::Class { pod, class } => on_source(store, &Thing::Pod(pod), Build::Class(class.to_string())),
        Craft::Resize { pod, resource, amount } => {
            let Some(side) = Side::named(&resource) else { return Vec::new() };
            on_source(store, &Thing::Pod(pod), Build::All(vec![(side.path(), side.write(amount))]))
        }
        Craft::Add(made) => {
            let group = match made {
                Made::Node => Group::Nodes,
                Made::Pod => Group::Pods,
            };
            let template = PALETTE.iter().position(|it| it.group == group).unwrap_or_default();
            let effects = builder::deeds::change(store, Build::Add(template));
            show(store);
            effects
        }
        Craft::Drop { template, node } => {
            let before = store.builder.past.len();
            let mut effects = builder::deeds::change(store, Build::Add(template));
            let is_pod = PALETTE.get(template).is_some_and(|it| it.group == Group::Pods);
            if let Some(node) = node.filter(|_| is_pod) {
                effects.extend(builder::deeds::change(store, Build::All(vec![("spec.nodeName", node.to_string())])));
                // One thing to a person, so one step to undo.
                Rc::make_mut(&mut store.builder.past).truncate(before + 1);
            }
            show(store);
            effects
        }
    }
}

/// The id of an object of the text, and its group.
type Found = Option<(String, Group)>;

/// What a thing comes from.
fn find(store: &Store, thing: &Thing) -> Found {
    let events = store.moment().map_or(0, |moment| moment.events);
    let frame = store.run.trace.trace.frame(events);
    let read = store.builder.read();
    source(read.outline(), &frame, thing).map(|entry| (entry.id.clone(), entry.group))
}

/// Opens the form of what a thing comes from.
fn edit(store: &mut Store, thing: Thing, found: Found) -> Vec<Effect> {
    match thing {
        Thing::Node(name) => store.selection.node = Some(name),
        Thing::Pod(key) => store.selection.pod = Some(key),
        Thing::Budget(_) => {}
    }
    store.builder.chosen.clear();
    if let Some((id, _)) = found {
        builder::deeds::change(store, Build::Choose(id, Pick::One));
    }
    show(store);
    Vec::new()
}

fn show(store: &mut Store) {
    (store.inspector.page, store.inspector.folded, store.front.presents) = (Page::Edit, false, false);
}

fn told(store: &mut Store, toast: Toast) -> Vec<Effect> {
    store.front.toast = Some(toast);
    vec![Effect::Fade]
}

/// Does something of the builder's to what a thing comes from.
fn on_source(store: &mut Store, thing: &Thing, build: Build) -> Vec<Effect> {
    let found = find(store, thing);
    on(store, found, build)
}

fn on(store: &mut Store, found: Found, build: Build) -> Vec<Effect> {
    let Some((id, _)) = found else { return told(store, Toast::NotInText) };
    builder::deeds::change(store, Build::Choose(id, Pick::One));
    let effects = builder::deeds::change(store, build);
    show(store);
    effects
}
