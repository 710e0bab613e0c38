//! What is done in the builder with the objects of the text.

use std::rc::Rc;

use super::writing::{edited, runs};
use crate::run::Run;
use crate::wish::Wish;
use api::Str;
use api::manifest::edit;
use words::table::form::Form;

use super::configuring::{ConfigEdit, Configure, Configured};
use super::edits::{Edited, add, assign, delete, follow, leave_owners};
use super::form::{self, Input};
use super::outline::{Group, OutlineItem, at, plain, steps};
use super::palette::PALETTE;
use super::read::Read;
use super::{Build, Builder, Pick, Protection, Why, Wrong, claims, many, own_label, protect, update};

/// The way to what knows how documents about the scheduler change: a part of the page for itself.
pub type Documents = fn(Configure<'_>) -> Option<Configured>;

/// What an action about the objects of the text changes.
pub fn change(builder: &mut Builder, run: &Run, build: Build) -> Vec<Wish> {
    builder.refused = false;
    // Looking at the text is no answer.
    if !matches!(build, Build::Tab(_) | Build::See(_)) {
        builder.protection = None;
    }
    match build {
        Build::Tab(tab) => {
            builder.tab = tab;
            // Objects are shown beside what they do: what was typed runs.
            if builder.text != run.text && builder.read().outline().readable {
                return vec![Wish::Rerun];
            }
        }
        Build::See(id) => {
            let place = builder.read().outline().get(&id).map(|entry| entry.place.clone());
            let line = place.and_then(|place| edit::line(&builder.text, &place));
            return went(builder, line.unwrap_or(1));
        }
        Build::Choose(id, pick) => {
            choose(builder, id, pick);
            builder.opened += usize::from(pick == Pick::Open);
            return vec![Wish::Form];
        }
        Build::All(typed) => return many::all(builder, run, &typed),
        Build::Raise(up) => return many::raise(builder, run, up),
        Build::Class(class) => return many::class(builder, run, &class),
        Build::Add(index) => {
            if let Some(template) = PALETTE.get(index) {
                let mut wishes = edited(builder, run, |read, _| add(read, template));
                builder.opened += usize::from(!builder.refused);
                wishes.push(Wish::Form);
                return wishes;
            }
        }
        Build::Protect { pod, all } => return protected(builder, run, pod, all),
        Build::NewClass => return opened(builder, run, protect::new_class),
        Build::Claim(key) => {
            let Some(id) = builder.chosen.last().cloned() else { return Vec::new() };
            return edited(builder, run, |read, _| claims::claim(read, &id, &key));
        }
        Build::Duplicate => {
            let copies = builder.copies.max(1);
            return edited(builder, run, |read, chosen| many::duplicate(read, chosen, copies));
        }
        Build::Delete => return edited(builder, run, delete),
        Build::Type { id, prefix, path, typed } => return type_in(builder, run, &id, &prefix, path, &typed),
        Build::Undo => {
            let Some(text) = Rc::make_mut(&mut builder.past).pop() else { return Vec::new() };
            Rc::make_mut(&mut builder.future).push(std::mem::replace(&mut builder.text, text));
            return moved(builder);
        }
        Build::Redo => {
            let Some(text) = Rc::make_mut(&mut builder.future).pop() else { return Vec::new() };
            Rc::make_mut(&mut builder.past).push(std::mem::replace(&mut builder.text, text));
            return moved(builder);
        }
        Build::LeaveOwners => return edited(builder, run, |read, _| Ok((leave_owners(read)?, Vec::new()))),
        Build::Append(more) => {
            return edited(builder, run, |read, _| Ok((edit::append(&read.text, &more)?.into(), Vec::new())));
        }
        // The rest needs no text (`update`).
        _ => {}
    }
    Vec::new()
}

/// Protects the pods of the chosen object, or says first whom else a budget would cover.
fn protected(builder: &mut Builder, run: &Run, pod: Str, all: bool) -> Vec<Wish> {
    let Some(id) = builder.chosen.last().cloned() else { return Vec::new() };
    let others = if all { Vec::new() } else { protect::others(&builder.read(), &id) };
    if others.is_empty() {
        return opened(builder, run, protect::protect);
    }
    let read = builder.read();
    let is_alone = read.outline().get(&id).is_some_and(|entry| entry.group != Group::Workloads);
    builder.protection = Some(Protection { id, pod, is_alone, others });
    builder.opened += 1;
    vec![Wish::Form]
}

/// Lets an edit change the text for the chosen object; the form of what the edit chooses takes the focus.
fn opened(builder: &mut Builder, run: &Run, edit: fn(&Read, &str) -> Edited) -> Vec<Wish> {
    let Some(id) = builder.chosen.last().cloned() else { return Vec::new() };
    let before = Rc::clone(&builder.text);
    let mut wishes = edited(builder, run, |read, _| edit(read, &id));
    if builder.text == before {
        // Nothing has to run again.
        wishes.clear();
    }
    builder.opened += usize::from(!builder.refused);
    wishes.push(Wish::Form);
    wishes
}

fn went(builder: &mut Builder, line: usize) -> Vec<Wish> {
    update::go(builder, line, 1);
    Vec::new()
}

fn moved(builder: &mut Builder) -> Vec<Wish> {
    builder.typing = false;
    builder.wrong.clear();
    let read = builder.read();
    builder.chosen.retain(|id| read.outline().get(id).is_some());
    runs()
}

fn choose(builder: &mut Builder, id: String, pick: Pick) {
    let read = builder.read();
    let known = builder.chosen.iter().position(|it| *it == id);
    match (pick, known) {
        (Pick::Toggle, Some(at)) => {
            builder.chosen.remove(at);
            builder.anchor = Some(id);
        }
        (Pick::Toggle, None) => {
            builder.chosen.push(id.clone());
            builder.anchor = Some(id);
        }
        (Pick::Range, _) if builder.anchor.is_some() => {
            let outline = read.outline();
            let place = |id: &str| outline.entries.iter().position(|entry| entry.id == id);
            let anchor = builder.anchor.as_deref().and_then(place);
            if let (Some(from), Some(to)) = (anchor, place(&id)) {
                let span = &outline.entries[from.min(to)..=from.max(to)];
                builder.chosen = span.iter().map(|entry| entry.id.clone()).filter(|it| *it != id).collect();
            }
            builder.chosen.push(id);
        }
        _ => {
            builder.anchor = Some(id.clone());
            builder.chosen = vec![id];
        }
    }
}

/// Changes a document about the scheduler.
pub fn configure(builder: &mut Builder, run: &Run, id: &str, change: ConfigEdit, documents: Documents) -> Vec<Wish> {
    builder.refused = false;
    let read = builder.read();
    let Some(entry) = read.outline().get(id) else { return Vec::new() };
    if let ConfigEdit::Type { path, .. } = &change {
        builder.wrong.retain(|wrong| !(wrong.id == id && wrong.path == *path));
    }
    let asked = Configure { outline: read.outline(), entry, runs: run.shown_release(), change, yaml: edit::one };
    let new = match documents(asked) {
        Some(Ok(new)) if new != entry.value => new,
        Some(Err(wrong)) => {
            builder.wrong.push(wrong);
            return Vec::new();
        }
        _ => return Vec::new(),
    };
    let name = plain(at(&new, "metadata.name"));
    let wishes = edited(builder, run, |read, chosen| {
        let mut after = assign(&read.text, &entry.place, Some(&new))?;
        if name != plain(at(&entry.value, "metadata.name")) {
            after = follow(&after, entry, &name)?;
        }
        Ok(still_chosen(after, entry, chosen))
    });
    keep_wrong(builder, entry);
    wishes
}

/// What is wrong in other fields of an object belongs to it under its new name too.
fn keep_wrong(builder: &mut Builder, entry: &OutlineItem) {
    let read = builder.read();
    let Some(now) = read.outline().entries.iter().find(|it| it.place == entry.place) else { return };
    for wrong in builder.wrong.iter_mut().filter(|wrong| wrong.id == entry.id) {
        wrong.id.clone_from(&now.id);
    }
}

/// A text in which an object may have another name now, with what was chosen before: the id follows the name, the place tells who it is.
fn still_chosen(after: String, entry: &OutlineItem, chosen: &[String]) -> (Read, Vec<String>) {
    let after = Read::from(after);
    let now = after.outline().entries.iter().find(|it| it.place == entry.place).map(|it| it.id.clone());
    let chosen = chosen.iter().map(|it| if *it == entry.id { now.clone().unwrap_or_default() } else { it.clone() });
    let chosen = chosen.collect();
    (after, chosen)
}

fn type_in(builder: &mut Builder, run: &Run, id: &str, prefix: &str, path: &'static str, typed: &str) -> Vec<Wish> {
    let read = builder.read();
    let outline = read.outline();
    let Some(entry) = outline.get(id) else { return Vec::new() };
    let fields = form::parts(entry).into_iter().filter(|part| part.0 == prefix).flat_map(|part| part.1);
    let Some(field) = fields.into_iter().find(|field| field.path == path) else { return Vec::new() };
    let place = form::join(prefix, path);
    builder.wrong.retain(|wrong| !(wrong.id == id && wrong.path == place));
    let taken = |it: &OutlineItem| {
        let of = |entry: &OutlineItem| plain(at(&entry.value, "metadata.namespace"));
        it.id != id && it.kind == entry.kind && it.name == typed.trim() && of(it) == of(entry)
    };
    let parsed = match form::parse(field.input, typed, form::labels(entry, prefix)) {
        Ok(_) if field.input == Input::Name && outline.entries.iter().any(taken) => Err(Form::ThisNameIsTaken),
        Ok(value) => form::check(entry, &place, value.as_ref()).map_or(Ok(value), Err),
        wrong => wrong,
    };
    let value = match parsed {
        Ok(value) => value,
        Err(why) => {
            builder.wrong.push(Wrong { id: id.to_owned(), path: place, typed: typed.to_owned(), why: Why::Form(why) });
            return Vec::new();
        }
    };
    let old = at(&entry.value, &place);
    let value = match field.input {
        Input::Copies(_) => {
            let count = value.and_then(|it| it.as_u64()).and_then(|it| usize::try_from(it).ok());
            Some(form::copies(old, count.unwrap_or(1)))
        }
        _ => value,
    };
    let places = form::places(entry, &place);
    let wishes = edited(builder, run, |read, chosen| {
        let write = |text: String, place: &String| {
            let place = if value.is_some() { place } else { form::emptied(entry, place) };
            assign(&text, &entry.place.then(steps(place)), value.as_ref())
        };
        let mut after = places.iter().try_fold(read.text.to_string(), write)?;
        // A selector that says what the labels said goes with them.
        if form::is_template_labels(prefix, path) && entry.value["spec"]["selector"]["matchLabels"] == *old {
            after = assign(&after, &entry.place.then(steps("spec.selector.matchLabels")), value.as_ref())?;
        }
        if field.input == Input::Name {
            if prefix.is_empty() {
                after = follow(&after, entry, typed.trim())?;
            }
            after = own_label::written(after, &own_label::renamed(read.outline(), entry, typed.trim()));
        }
        Ok(still_chosen(after, entry, chosen))
    });
    keep_wrong(builder, entry);
    wishes
}
