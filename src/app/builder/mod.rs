//! The builder: objects and forms as views on the text. Every change is an edit of the text, which stays the only truth.

pub mod form;
pub mod ladder;
mod many;
pub mod outline;
pub mod palette;
pub mod related;
pub mod size;
pub mod yaml;

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::manifest::edit::{self, Place, Refusal, Step};

use super::state::{Effect, Problem, Store, rerun};
use form::{Both, Input, SYSTEM_CLASSES};
use outline::{Entry, Group, Outline, at, plain, steps};
use palette::{PALETTE, Template, free_name};

/// Changes that can be taken back at most.
const MEMORY: usize = 200;

/// The two ways to see a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Objects and forms.
    #[default]
    Build,
    /// The text itself.
    Yaml,
}

/// A scenario kept in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: Rc<str>,
}

/// What was typed and cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Id of the object; empty where all that are chosen are meant.
    pub id: String,
    /// The field.
    pub path: String,
    /// What was typed.
    pub typed: String,
    /// Why not.
    pub why: Both,
}

/// What the builder knows besides the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Builder {
    /// The tab shown.
    pub tab: Tab,
    /// Ids of the chosen objects; the last one's form is shown.
    pub chosen: Vec<String>,
    /// The object from which a span is chosen.
    anchor: Option<String>,
    /// Texts before, oldest first.
    pub past: Rc<Vec<Rc<str>>>,
    /// Texts taken back, the last one first to come again.
    pub future: Rc<Vec<Rc<str>>>,
    /// Whether the last change was typed in the text: typing is taken back as a whole.
    typing: bool,
    /// Fields with something wrong typed into them.
    pub wrong: Vec<Wrong>,
    /// Whether the last edit was refused.
    pub refused: bool,
    /// What is wrong with the text, where it was changed since it ran.
    pub found: Rc<Vec<Problem>>,
    /// Line and column, from 1, to go to in the text.
    pub goal: Option<(usize, usize)>,
    /// How often that was asked for.
    pub goals: usize,
    /// Whether files are dragged over the page.
    pub over: bool,
    /// How many copies are made.
    pub copies: usize,
    /// Own scenarios.
    pub kept: Rc<Vec<Kept>>,
    /// The one that was forgotten last, and its place.
    pub forgotten: Option<(usize, Kept)>,
}

/// How an object is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// It alone.
    One,
    /// It too, or no longer.
    Toggle,
    /// All from the last one to it.
    Range,
}

/// What a person does in the builder.
#[derive(Clone, Debug)]
pub enum Build {
    /// To a tab.
    Tab(Tab),
    /// To a line and column of the text, from 1.
    Go(usize, usize),
    /// To an object in the text.
    See(String),
    /// What is wrong with the text as it is typed.
    Found(Vec<Problem>),
    /// Choose an object.
    Choose(String, Pick),
    /// Choose these, and nothing else.
    ChooseAll(Vec<String>),
    /// Choose nothing.
    Leave,
    /// Give all chosen objects that have it this field's value: paths, and what was typed. One step to take back.
    All(Vec<(&'static str, String)>),
    /// The chosen pods go up or down one priority class.
    Raise(bool),
    /// Add from the palette.
    Add(usize),
    /// How many copies.
    Copies(usize),
    /// Copy the chosen objects.
    Duplicate,
    /// Delete the chosen objects.
    Delete,
    /// Something was typed into a field of an object: its id, the prefix and path of the field, the text.
    Type { id: String, prefix: &'static str, path: &'static str, typed: String },
    /// Take a change back.
    Undo,
    /// Do it again.
    Redo,
    /// Keep the text in the browser under a name.
    KeepAs(String),
    /// Forget a kept text.
    Forget(usize),
    /// Bring the last forgotten one back.
    Recall,
    /// Give a kept text another name.
    Rename(usize, String),
    /// Own scenarios, as the browser remembers them.
    Remembered(Vec<Kept>),
    /// Save the text as a file.
    Download,
    /// Files are dragged over the page, or no longer.
    Over(bool),
    /// Add a text to the one that is there.
    Append(String),
}

/// Several texts as one.
pub fn joined(texts: &[String]) -> String {
    let bare = texts.iter().map(|text| {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.strip_prefix("---\n").unwrap_or(text).trim_end()
    });
    bare.filter(|text| !text.is_empty()).map(|text| format!("{text}\n")).collect::<Vec<_>>().join("---\n")
}

/// Gives the page another text; the one before can be brought back.
pub fn retext(store: &mut Store, text: Rc<str>, typing: bool) {
    if store.text == text {
        return;
    }
    let builder = &mut store.builder;
    if store.run > 0 && (!typing || !builder.typing) {
        let past = Rc::make_mut(&mut builder.past);
        past.push(Rc::clone(&store.text));
        if past.len() > MEMORY {
            past.remove(0);
        }
    }
    builder.future = Rc::default();
    builder.typing = typing;
    builder.wrong.clear();
    builder.refused = false;
    store.text = text;
}

/// What an action of the builder changes.
pub fn change(store: &mut Store, build: Build) -> Vec<Effect> {
    store.builder.refused = false;
    match build {
        Build::Tab(tab) => {
            store.builder.tab = tab;
            // Objects are shown beside what they do: what was typed runs.
            if tab == Tab::Build && store.text != store.ran && Outline::new(&store.text).readable {
                return rerun(store);
            }
        }
        Build::Go(line, column) => {
            store.builder.tab = Tab::Yaml;
            store.builder.goal = Some((line, column));
            store.builder.goals += 1;
        }
        Build::See(id) => {
            let place = Outline::new(&store.text).get(&id).map(|entry| entry.place.clone());
            let line = place.and_then(|place| edit::line(&store.text, &place));
            return change(store, Build::Go(line.unwrap_or(1), 1));
        }
        Build::Found(found) => store.builder.found = Rc::new(found),
        Build::Choose(id, pick) => choose(store, id, pick),
        Build::ChooseAll(ids) => {
            store.builder.anchor = ids.first().cloned();
            store.builder.chosen = ids;
        }
        Build::Leave => store.builder.chosen.clear(),
        Build::All(typed) => return many::all(store, &typed),
        Build::Raise(up) => return many::raise(store, up),
        Build::Add(index) => {
            if let Some(template) = PALETTE.get(index) {
                return edited(store, |text, chosen| add(text, template, chosen));
            }
        }
        Build::Copies(copies) => store.builder.copies = copies.clamp(1, 100),
        Build::Duplicate => {
            let copies = store.builder.copies.max(1);
            return edited(store, |text, chosen| many::duplicate(text, chosen, copies));
        }
        Build::Delete => return edited(store, delete),
        Build::Type { id, prefix, path, typed } => return type_in(store, &id, prefix, path, &typed),
        Build::Undo => {
            let Some(text) = Rc::make_mut(&mut store.builder.past).pop() else { return Vec::new() };
            Rc::make_mut(&mut store.builder.future).push(std::mem::replace(&mut store.text, text));
            return moved(store);
        }
        Build::Redo => {
            let Some(text) = Rc::make_mut(&mut store.builder.future).pop() else { return Vec::new() };
            Rc::make_mut(&mut store.builder.past).push(std::mem::replace(&mut store.text, text));
            return moved(store);
        }
        Build::KeepAs(name) => {
            let name = name.trim().to_owned();
            if !name.is_empty() {
                let kept = Rc::make_mut(&mut store.builder.kept);
                kept.retain(|it| it.name != name);
                kept.push(Kept { name, text: Rc::clone(&store.text) });
                return vec![Effect::KeepOwn];
            }
        }
        Build::Forget(index) => {
            let kept = Rc::make_mut(&mut store.builder.kept);
            if index < kept.len() {
                store.builder.forgotten = Some((index, kept.remove(index)));
                return vec![Effect::KeepOwn];
            }
        }
        Build::Recall => {
            if let Some((index, it)) = store.builder.forgotten.take() {
                let kept = Rc::make_mut(&mut store.builder.kept);
                kept.insert(index.min(kept.len()), it);
                return vec![Effect::KeepOwn];
            }
        }
        Build::Rename(index, name) => {
            let kept = Rc::make_mut(&mut store.builder.kept);
            let name = name.trim();
            if !name.is_empty()
                && !kept.iter().any(|it| it.name == name)
                && let Some(it) = kept.get_mut(index)
            {
                name.clone_into(&mut it.name);
                return vec![Effect::KeepOwn];
            }
        }
        Build::Remembered(kept) => store.builder.kept = Rc::new(kept),
        Build::Download => return vec![Effect::Download],
        Build::Over(over) => store.builder.over = over,
        Build::Append(more) => return edited(store, |text, _| Ok((edit::append(text, &more)?, Vec::new()))),
    }
    Vec::new()
}

fn moved(store: &mut Store) -> Vec<Effect> {
    store.builder.typing = false;
    store.builder.wrong.clear();
    let outline = Outline::new(&store.text);
    store.builder.chosen.retain(|id| outline.get(id).is_some());
    let mut effects = rerun(store);
    effects.push(Effect::Draft);
    effects
}

fn choose(store: &mut Store, id: String, pick: Pick) {
    let builder = &mut store.builder;
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
            let outline = Outline::new(&store.text);
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

type Edited = Result<(String, Vec<String>), Refusal>;

/// Lets `edit` change the text and the choice; a refused edit changes nothing and says so.
fn edited(store: &mut Store, edit: impl FnOnce(&str, &[String]) -> Edited) -> Vec<Effect> {
    match edit(&store.text, &store.builder.chosen) {
        Ok((text, chosen)) => {
            // What is wrong in other fields stays to be seen.
            let wrong = std::mem::take(&mut store.builder.wrong);
            retext(store, text.into(), false);
            store.builder.wrong = wrong;
            store.builder.anchor = chosen.last().cloned();
            store.builder.chosen = chosen;
            let mut effects = rerun(store);
            effects.push(Effect::Draft);
            effects
        }
        Err(_) => {
            store.builder.refused = true;
            Vec::new()
        }
    }
}

/// The value that some YAML says.
fn said(yaml: &str) -> Result<Value, Refusal> {
    edit::read(yaml)?.into_iter().next().ok_or(Refusal::Unreadable)
}

/// Adds an object to the end of a text: as a document, or into the list that the text is.
fn append(text: &str, yaml: &str) -> Result<String, Refusal> {
    match Outline::new(text).list {
        Some((list, length)) => edit::set(text, &list.then([length.into()]), &said(yaml)?),
        None => edit::append(text, yaml),
    }
}

fn append_script(text: &str, entry: &Value) -> Result<String, Refusal> {
    match Outline::new(text).scenario {
        Some((scenario, length)) => edit::set(text, &scenario.then([Step::from("script"), length.into()]), entry),
        None => {
            let head = "apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\ntitle: My scenario\n";
            let text = append(text, head)?;
            let (scenario, _) = Outline::new(&text).scenario.ok_or(Refusal::Notation)?;
            edit::set(&text, &scenario.then(steps("script.0")), entry)
        }
    }
}

fn add(text: &str, template: &Template, _: &[String]) -> Edited {
    let mut text = text.to_owned();
    if let Some((class, value)) = template.class
        && !Outline::new(&text).names("PriorityClass").any(|name| name == class)
    {
        let yaml = format!(
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {{name: {class}}}\nvalue: {value}\n"
        );
        text = append(&text, &yaml)?;
    }
    let mut chosen = Vec::new();
    for (name, yaml) in template.objects {
        let outline = Outline::new(&text);
        let script = outline.entries.iter().filter(|entry| entry.group == Group::Script);
        let created = script.filter_map(|entry| at(&entry.value, "create.metadata.name").as_str());
        let kind = said(&yaml.replace('$', ""))?;
        let kind = plain(at(&kind, if template.group == Group::Script { "create.kind" } else { "kind" }));
        let taken: Vec<&str> = outline.names(&kind).chain(created).collect();
        if SYSTEM_CLASSES.iter().any(|(system, _)| system == name) && taken.contains(name) {
            // There can be only one of each.
            chosen = vec![format!("{kind}//{name}")];
            continue;
        }
        let name = free_name(name, taken.into_iter());
        let first = |kind: &str, other: &str| outline.names(kind).next().unwrap_or(other).to_owned();
        let yaml = yaml
            .replace("$NAME", &name)
            .replace("$NODE", &first("Node", "node-1"))
            .replace("$POD", &first("Pod", "pod-1"))
            .replace("$DEPLOYMENT", &first("Deployment", "web"));
        let before: Vec<String> = outline.entries.into_iter().map(|entry| entry.id).collect();
        text =
            if template.group == Group::Script { append_script(&text, &said(&yaml)?)? } else { append(&text, &yaml)? };
        let added = Outline::new(&text).entries.into_iter().map(|entry| entry.id).find(|id| !before.contains(id));
        chosen = added.into_iter().collect();
    }
    Ok((text, chosen))
}

fn delete(text: &str, chosen: &[String]) -> Edited {
    let outline = Outline::new(text);
    let gone: Vec<&Entry> = outline.entries.iter().filter(|entry| chosen.contains(&entry.id)).collect();
    let (documents, mut items): (Vec<&Entry>, Vec<&Entry>) = gone.into_iter().partition(|it| it.place.steps.is_empty());
    let mut text = text.to_owned();
    // From the end, so that the places of the others stay true.
    items.sort_by_key(|entry| match entry.place.steps.last() {
        Some(Step::Index(at)) => std::cmp::Reverse(*at),
        _ => std::cmp::Reverse(0),
    });
    for entry in items {
        text = edit::remove(&text, &entry.place)?;
    }
    let documents: Vec<usize> = documents.into_iter().map(|entry| entry.place.document).collect();
    Ok((edit::remove_documents(&text, &documents)?, Vec::new()))
}

fn type_in(store: &mut Store, id: &str, prefix: &'static str, path: &'static str, typed: &str) -> Vec<Effect> {
    let outline = Outline::new(&store.text);
    let Some(entry) = outline.get(id) else { return Vec::new() };
    let fields = form::parts(entry).into_iter().filter(|part| part.0 == prefix).flat_map(|part| part.1);
    let Some(field) = fields.into_iter().find(|field| field.path == path) else { return Vec::new() };
    let place = form::join(prefix, path);
    store.builder.wrong.retain(|wrong| !(wrong.id == id && wrong.path == place));
    let taken = |it: &Entry| {
        let of = |entry: &Entry| plain(at(&entry.value, "metadata.namespace"));
        it.id != id && it.kind == entry.kind && it.name == typed.trim() && of(it) == of(entry)
    };
    let parsed = match form::parse(field.input, typed, form::labels(entry, prefix)) {
        Ok(_) if field.input == Input::Name && outline.entries.iter().any(taken) => {
            Err(("This name is taken", "该名称已被使用"))
        }
        Ok(value) => form::check(entry, &place, value.as_ref()).map_or(Ok(value), Err),
        wrong => wrong,
    };
    let value = match parsed {
        Ok(value) => value,
        Err(why) => {
            store.builder.wrong.push(Wrong { id: id.to_owned(), path: place, typed: typed.to_owned(), why });
            return Vec::new();
        }
    };
    let old = at(&entry.value, &place);
    let place = entry.place.then(steps(&place));
    edited(store, |text, chosen| {
        let mut after = assign(text, &place, value.as_ref())?;
        // A selector that says what the labels said goes with them.
        if form::is_template_labels(prefix, path) && entry.value["spec"]["selector"]["matchLabels"] == *old {
            after = assign(&after, &entry.place.then(steps("spec.selector.matchLabels")), value.as_ref())?;
        }
        if field.input == Input::Name && prefix.is_empty() {
            after = follow(&after, entry, typed.trim())?;
        }
        // The id follows the name; the place tells who it is.
        let now = Outline::new(&after).entries.into_iter().find(|it| it.place == entry.place).map(|it| it.id);
        let chosen = chosen.iter().map(|it| if it == id { now.clone().unwrap_or_default() } else { it.clone() });
        Ok((after, chosen.collect()))
    })
}

/// Makes a value what it should be with as few changes as possible, so that what stands beside stays.
fn assign(text: &str, place: &Place, value: Option<&Value>) -> Result<String, Refusal> {
    let documents = edit::read(text)?;
    let root = documents.get(place.document).ok_or(Refusal::Notation)?;
    let old = place.steps.iter().fold(root, |value, step| match step {
        Step::Key(key) => &value[key],
        Step::Index(at) => value.get(at).unwrap_or(&Value::Null),
    });
    let mut text = text.to_owned();
    match (old, value) {
        (old, Some(new)) if old == new => {}
        (Value::Null, None) => {}
        (_, None) => text = edit::remove(&text, place)?,
        (Value::Object(old), Some(Value::Object(new))) if !old.is_empty() && !new.is_empty() => {
            for (key, value) in new {
                text = assign(&text, &place.then([Step::Key(key.clone())]), Some(value))?;
            }
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                text = edit::remove(&text, &place.then([Step::Key(key.clone())]))?;
            }
        }
        (Value::Array(old), Some(Value::Array(new))) if !old.is_empty() && !new.is_empty() => {
            for (at, value) in new.iter().enumerate() {
                text = match old.get(at) {
                    Some(old) if old == value => text,
                    _ => edit::set(&text, &place.then([at.into()]), value)?,
                };
            }
            for at in (new.len()..old.len()).rev() {
                text = edit::remove(&text, &place.then([at.into()]))?;
            }
        }
        (_, Some(new)) => text = edit::set(&text, place, new)?,
    }
    Ok(text)
}

/// Lets what names an object follow its new name. Selectors speak of labels and stay as they are.
fn follow(text: &str, entry: &Entry, name: &str) -> Result<String, Refusal> {
    let mut changes = Vec::new();
    for (document, value) in edit::read(text)?.iter().enumerate() {
        let place = Place { document, steps: Vec::new() };
        references(value, &place, entry, &mut changes);
    }
    let changes: Vec<(Place, Option<Value>)> = changes.into_iter().map(|place| (place, Some(name.into()))).collect();
    if changes.is_empty() { Ok(text.to_owned()) } else { edit::change(text, &changes) }
}

fn references(value: &Value, place: &Place, entry: &Entry, found: &mut Vec<Place>) {
    match value {
        Value::Object(pairs) => {
            for (key, inner) in pairs {
                let here = place.then([Step::Key(key.clone())]);
                let parent = match place.steps.last() {
                    Some(Step::Key(key)) => key.as_str(),
                    _ => "",
                };
                let names = match (entry.kind.as_str(), key.as_str()) {
                    (
                        "Node",
                        "nodeName"
                        | "kubernetes.io/hostname"
                        | "cordon"
                        | "uncordon"
                        | "drain"
                        | "notReady"
                        | "unreachable"
                        | "ready",
                    )
                    | ("PriorityClass", "priorityClassName")
                    | ("Namespace", "namespace") => true,
                    ("Node", "node") => matches!(parent, "taint" | "untaint" | "drain"),
                    (kind, "name") => match parent {
                        "delete" => value["kind"].as_str().unwrap_or("Pod") == kind,
                        "scale" => value["kind"].as_str().unwrap_or("Deployment") == kind,
                        _ => false,
                    },
                    _ => false,
                };
                if names && inner == entry.name.as_str() {
                    found.push(here);
                } else {
                    references(inner, &here, entry, found);
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                references(inner, &place.then([at.into()]), entry, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
