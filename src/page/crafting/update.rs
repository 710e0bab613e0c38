//! What crafting changes: the text, by what the builder does.

use std::rc::Rc;

use crate::builder::outline::Group;
use crate::builder::palette::PALETTE;
use crate::builder::size::Side;
use crate::builder::{Build, Builder, Pick, deeds};
use crate::craft::{Craft, Made, Thing};
use crate::front::Toast;
use crate::run::Run;
use crate::wish::Wish;

use super::find::source;

/// What a person changes on the stage, where so many events have happened.
pub fn change(builder: &mut Builder, run: &Run, events: usize, craft: Craft) -> Vec<Wish> {
    let on_source = |builder: &mut Builder, thing: &Thing, build: Build| {
        let found = find(builder, run, events, thing);
        on(builder, run, found, build)
    };
    match craft {
        // The menu needs no text.
        Craft::Menu(_) => Vec::new(),
        Craft::Edit(thing) => {
            let found = find(builder, run, events, &thing);
            edit(builder, run, thing, found)
        }
        Craft::Duplicate(thing) => on_source(builder, &thing, Build::Duplicate),
        Craft::Delete(thing) => on_source(builder, &thing, Build::Delete),
        Craft::Cordon(node, cordoned) => {
            let typed = if cordoned { "true" } else { "" };
            on_source(builder, &Thing::Node(node), Build::All(vec![("spec.unschedulable", typed.into())]))
        }
        Craft::Move { pod, node } => {
            let thing = Thing::Pod(pod);
            let found = find(builder, run, events, &thing);
            // A template that names a node would move all pods of its workload.
            if matches!(found, Some((_, Group::Workloads))) {
                let mut wishes = edit(builder, run, thing, found);
                wishes.push(Wish::Tell(Toast::OfWorkload));
                return wishes;
            }
            on(builder, run, found, Build::All(vec![("spec.nodeName", node.to_string())]))
        }
        Craft::Protect(pod) => {
            let build = Build::Protect { pod: pod.clone(), all: false };
            on_source(builder, &Thing::Pod(pod), build)
        }
        Craft::NewClass(pod) => on_source(builder, &Thing::Pod(pod), Build::NewClass),
        Craft::Claim { pod, key } => on_source(builder, &Thing::Pod(pod), Build::Claim(key.to_string())),
        Craft::Class { pod, class } => on_source(builder, &Thing::Pod(pod), Build::Class(class.to_string())),
        Craft::Resize { pod, resource, amount } => {
            let Some(side) = Side::named(&resource) else { return Vec::new() };
            on_source(builder, &Thing::Pod(pod), Build::All(vec![(side.path(), side.write(amount))]))
        }
        Craft::Add(made) => {
            let group = match made {
                Made::Node => Group::Nodes,
                Made::Pod => Group::Pods,
            };
            let template = PALETTE.iter().position(|it| it.group == group).unwrap_or_default();
            seen(deeds::change(builder, run, Build::Add(template)))
        }
        Craft::Drop { template, node } => {
            let before = builder.past.len();
            let mut wishes = deeds::change(builder, run, Build::Add(template));
            let is_pod = PALETTE.get(template).is_some_and(|it| it.group == Group::Pods);
            if let Some(node) = node.filter(|_| is_pod) {
                let there = deeds::change(builder, run, Build::All(vec![("spec.nodeName", node.to_string())]));
                // One thing to a person, so one step to undo, and one run.
                Rc::make_mut(&mut builder.past).truncate(before + 1);
                if !there.is_empty() {
                    wishes = there;
                }
            }
            seen(wishes)
        }
    }
}

/// The id of an object of the text, and its group.
type Found = Option<(String, Group)>;

/// What a thing comes from.
fn find(builder: &Builder, run: &Run, events: usize, thing: &Thing) -> Found {
    let frame = run.trace.trace.frame(events);
    let read = builder.read();
    source(read.outline(), &frame, thing).map(|entry| (entry.id.clone(), entry.group))
}

/// Opens the form of what a thing comes from.
fn edit(builder: &mut Builder, run: &Run, thing: Thing, found: Found) -> Vec<Wish> {
    builder.chosen.clear();
    if let Some((id, _)) = found {
        deeds::change(builder, run, Build::Choose(id, Pick::Open));
    }
    seen(vec![Wish::Choose(thing)])
}

/// What is changed is seen in its form.
fn seen(mut wishes: Vec<Wish>) -> Vec<Wish> {
    wishes.push(Wish::Form);
    wishes
}

/// Does something of the builder's to what a thing comes from.
fn on(builder: &mut Builder, run: &Run, found: Found, build: Build) -> Vec<Wish> {
    let Some((id, _)) = found else { return vec![Wish::Tell(Toast::NotInText)] };
    deeds::change(builder, run, Build::Choose(id, Pick::One));
    seen(deeds::change(builder, run, build))
}
