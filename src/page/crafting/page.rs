//! The inspector's page for building: the form of what was chosen on the stage, and what can be added.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, InputEvent};
use yew::{Callback, Html, component, html, use_state};

use crate::acts::Playing;
use crate::builder::outline::{Group, OutlineItem, at, plain};
use crate::builder::palette::PALETTE;
use crate::builder::read::Read;
use crate::builder::{Build, objects, outline};
use crate::craft::{Made, Thing};
use crate::store::Action;
use crate::view::{Props, View, below, button, on, plus};
use api::Str;
use record::What;
use words::{clock, short};

use super::find;

/// The page.
pub(crate) fn edit_page(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let own = view.store.lang.craft();
    // A text of megabytes is read when somebody asks for its objects, in the builder. One of which something is chosen was read.
    let listed = view.store.builder.text.len() <= outline::LONGEST || !view.store.builder.chosen.is_empty();
    let read = if listed { view.store.builder.read() } else { Read::default() };
    let chosen = view.store.builder.chosen.last().and_then(|id| read.outline().get(id));
    html! {
        <div class="edit-page objects">
            <Adder view={Rc::clone(view)} act={act.clone()} />
            { made_by(view, &read) }
            if let Some(entry) = chosen { { arrives(view, act, entry) } }
            if let Some(thing) = chosen.and_then(|entry| thing(view, entry)) {
                { button(own.menu, "icon thing-menu", html! { "⋯" }, below(act, thing)) }
            }
            if chosen.is_some() { { objects::chosen(view, act, read.outline()) } }
            else { <p class="muted">{ own.nothing_chosen }</p> }
            if view.store.builder.refused { <p class="note" role="alert">{ view.store.lang.build().refused_edit }</p> }
        </div>
    }
}

/// What stands in the picture of an object of the text: the menu of the stage is about that.
fn thing(view: &View, entry: &OutlineItem) -> Option<Thing> {
    let namespace = plain(at(&entry.value, "metadata.namespace"));
    let key = || Str::from(format!("{}/{}", if namespace.is_empty() { "default" } else { &namespace }, entry.name));
    match entry.kind.as_str() {
        "Node" => Some(Str::from(entry.name.as_str())).filter(|it| view.frame.nodes.contains_key(it)).map(Thing::Node),
        "Pod" => Some(key()).filter(|it| view.frame.pods.contains_key(it)).map(Thing::Pod),
        "PodDisruptionBudget" => Some(key()).filter(|it| view.frame.budgets.contains_key(it)).map(Thing::Budget),
        // The form of a workload is shown for one of its pods.
        _ => view.store.selection.pod.clone().filter(|it| view.frame.pods.contains_key(it)).map(Thing::Pod),
    }
}

/// Says so where a form is not that of the pod that was clicked, but of what makes it.
fn made_by(view: &View, read: &Read) -> Html {
    let Some(pod) = &view.store.selection.pod else { return Html::default() };
    let source = find::source(read.outline(), &view.frame, &Thing::Pod(pod.clone()));
    let shown = source.filter(|entry| view.store.builder.chosen.last() == Some(&entry.id));
    match shown {
        Some(entry) if entry.group == Group::Workloads => {
            html! { <p class="note">{ view.store.lang.made_by(short(pod), &format!("{} {}", entry.kind, entry.name)) }</p> }
        }
        _ => Html::default(),
    }
}

/// Says so where the chosen node or pod comes later than the moment shown.
fn arrives(view: &View, act: &Callback<Action>, entry: &OutlineItem) -> Html {
    let store = &view.store;
    let object = if entry.group == Group::Script { &entry.value["create"] } else { &entry.value };
    let (kind, name) = (plain(&object["kind"]), plain(at(object, "metadata.name")));
    let namespace = plain(at(object, "metadata.namespace"));
    let key = format!("{}/{name}", if namespace.is_empty() { "default" } else { &namespace });
    let there = match kind.as_str() {
        "Node" => view.frame.nodes.contains_key(name.as_str()),
        "Pod" => view.frame.pods.contains_key(key.as_str()),
        _ => return Html::default(),
    };
    let comes = |what: &What| match what {
        What::NodeAdded(node) => kind == "Node" && node.metadata.name == *name,
        What::PodCreated { pod, .. } => kind == "Pod" && pod.key() == key,
        _ => false,
    };
    let now = store.moment().map_or(0, |moment| moment.events);
    let mut later = store.run.trace.trace.events().iter().enumerate().skip(now);
    match later.find(|(_, event)| !there && comes(&event.what)) {
        Some((at, event)) => html! {
            <p class="note">{ store.lang.arrives(&name, &clock(event.at)) }{ " " }
                <button type="button" class="link" onclick={on(act, Action::Player(Playing::SeekEvents(at + 1)))}>{ store.lang.craft().show }</button></p>
        },
        None => Html::default(),
    }
}

/// Two ready ones, and the rest of the palette by typing.
#[component]
fn Adder(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (lang, own) = (view.store.lang, view.store.lang.craft());
    let wanted = use_state(String::new);
    let oninput = {
        let wanted = wanted.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) {
                wanted.set(input.value());
            }
        })
    };
    let says = |text: &str| text.to_lowercase().contains(&wanted.trim().to_lowercase());
    let found = PALETTE.iter().enumerate().filter(|_| !wanted.trim().is_empty());
    let found = found.filter(|(_, it)| says(lang.form(it.label)) || says(it.group.name(lang)));
    let chip = |index: usize, name: &'static str| {
        html! { <li><button type="button" class="chip" data-template={index.to_string()} onclick={on(act, Action::Builder(Build::Add(index)))}>{ name }</button></li> }
    };
    let chips: Vec<Html> = found.map(|(index, it)| chip(index, lang.form(it.label))).collect();
    let none = !wanted.trim().is_empty() && chips.is_empty();
    html! {
        <div class="adder">
            { plus(act, own.node, Made::Node) }
            { plus(act, own.pod, Made::Pod) }
            <input type="search" placeholder={own.search_to_add} aria-label={own.search_to_add} value={(*wanted).clone()} {oninput} />
            if !chips.is_empty() { <ul class="found" aria-label={lang.build().add}>{ for chips }</ul> }
            if none { <p class="muted">{ own.nothing_found }</p> }
        </div>
    }
}
