//! The form of an object: a field for each thing that it can say, and what follows from it.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, html};

use crate::app::builder::form::{self, AFFINITIES, Field, Input, SPREADS};
use crate::app::builder::outline::{Entry, Group, Outline, at, plain};
use crate::app::builder::{Build, Tab};
use crate::app::page::View;
use crate::app::state::Action;
use crate::app::text::pick;

use super::build::say;
use super::on;

/// The form.
pub fn draw(view: &View, act: &Callback<Action>, outline: &Outline, entry: &Entry) -> Html {
    let lang = view.store.lang;
    let parts = form::parts(entry).into_iter().flat_map(|(prefix, fields)| {
        fields.iter().map(move |field| one(view, act, outline, entry, prefix, field)).collect::<Vec<_>>()
    });
    html! {
        <div class="form">
            { for parts }
            { follows(view, outline, entry) }
            if form::says_more(entry) {
                <p class="note">{ pick(lang, "It says more than is shown here. ", "还有此处未显示的内容。") }
                    <button type="button" class="link" onclick={on(act, Action::Build(Build::Tab(Tab::Yaml)))}>{ pick(lang, "See it in YAML", "在 YAML 中查看") }</button></p>
            }
        </div>
    }
}

fn one(
    view: &View,
    act: &Callback<Action>,
    outline: &Outline,
    entry: &Entry,
    prefix: &'static str,
    field: &'static Field,
) -> Html {
    let lang = view.store.lang;
    let path = form::join(prefix, field.path);
    let wrong = view.store.builder.wrong.as_ref().filter(|wrong| wrong.path == path);
    let shown = form::show(field.input, at(&entry.value, &path), form::labels(entry, prefix));
    let value = wrong.map(|wrong| wrong.typed.clone()).or_else(|| shown.clone()).unwrap_or_default();
    let id = format!("field-{path}");
    let help = format!("help-{path}");
    let send = {
        let (act, id) = (act.clone(), entry.id.clone());
        move |typed: String| {
            act.emit(Action::Build(Build::Type { id: id.clone(), prefix, path: field.path, typed }));
        }
    };
    let from_input = {
        let send = send.clone();
        Callback::from(move |event: Event| {
            if let Some(input) = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) {
                send(input.value());
            }
        })
    };
    let from_check = {
        let send = send.clone();
        Callback::from(move |event: Event| {
            if let Some(input) = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) {
                send(if input.checked() { "true".into() } else { String::new() });
            }
        })
    };
    let from_select = Callback::from(move |event: Event| {
        if let Some(select) = event.target().and_then(|it| it.dyn_into::<HtmlSelectElement>().ok()) {
            send(select.value());
        }
    });
    let select = |options: Vec<(String, String)>| {
        let known = value.is_empty() || options.iter().any(|(name, _)| *name == value);
        html! {
            <select id={id.clone()} aria-describedby={help.clone()} onchange={from_select.clone()}>
                <option value="" selected={shown.as_deref() == Some("")}>{ "–" }</option>
                if shown.is_none() { <option value="?" selected=true disabled=true>{ pick(lang, "as in YAML", "见 YAML") }</option> }
                if !known { <option value={value.clone()} selected=true>{ value.clone() }</option> }
                { for options.into_iter().map(|(name, label)| html! { <option value={name.clone()} selected={name == value}>{ label }</option> }) }
            </select>
        }
    };
    let input = match field.input {
        Input::Flag => html! {
            <input type="checkbox" id={id.clone()} checked={value == "true"} aria-describedby={help.clone()} onchange={from_check} />
        },
        Input::Choice(names) => select(names.iter().map(|it| ((*it).to_owned(), (*it).to_owned())).collect()),
        Input::Named(kind) => select(outline.names(kind).map(|it| (it.to_owned(), it.to_owned())).collect()),
        Input::Affinity => {
            select(AFFINITIES.iter().map(|(name, both)| ((*name).to_owned(), say(lang, *both).to_owned())).collect())
        }
        Input::Spread => {
            select(SPREADS.iter().map(|(name, both)| ((*name).to_owned(), say(lang, *both).to_owned())).collect())
        }
        _ if shown.is_none() && wrong.is_none() => {
            html! { <span id={id.clone()} class="muted">{ pick(lang, "more in YAML", "见 YAML") }</span> }
        }
        _ => html! {
            <input type="text" id={id.clone()} value={value.clone()} aria-invalid={wrong.is_some().then_some("true")} aria-describedby={help.clone()}
                autocomplete="off" spellcheck="false" onchange={from_input} />
        },
    };
    let class = match field.input {
        Input::Flag => "field flag",
        Input::Amount | Input::Number(_) | Input::Count => "field short",
        _ => "field",
    };
    html! {
        <div {class} key={format!("{} {path}", entry.id)}>
            <label for={id}>{ say(lang, field.label) }</label>
            { input }
            <small id={help}>
                if let Some(wrong) = wrong { <span class="wrong" role="alert">{ "✗ " }{ say(lang, wrong.why) }</span> } else { { say(lang, field.help) } }
            </small>
        </div>
    }
}

/// What the object does to others: whom it selects, who uses it.
fn follows(view: &View, outline: &Outline, entry: &Entry) -> Html {
    let lang = view.store.lang;
    let namespace = plain(at(&entry.value, "metadata.namespace"));
    let (heading, names): (String, Vec<&str>) = match entry.group {
        Group::Budgets | Group::Workloads => {
            let selector = at(&entry.value, "spec.selector");
            if selector.is_null() {
                return html! {};
            }
            let mut names = outline.matching(selector, &namespace);
            names.retain(|name| entry.group == Group::Budgets || *name != entry.name);
            (pick(lang, "Selects", "选中"), names)
        }
        Group::Services => {
            let selector = serde_json::json!({"matchLabels": at(&entry.value, "spec.selector")});
            (pick(lang, "Selects", "选中"), outline.matching(&selector, &namespace))
        }
        Group::Classes => {
            let uses = |it: &&Entry| {
                ["spec", "spec.template.spec", "create.spec"]
                    .iter()
                    .any(|path| at(&it.value, path)["priorityClassName"] == entry.name.as_str())
            };
            (pick(lang, "Used by", "使用者"), outline.entries.iter().filter(uses).map(|it| it.name.as_str()).collect())
        }
        _ => return html! {},
    };
    if entry.group == Group::Workloads && names.is_empty() {
        return html! {};
    }
    let budget = (entry.group == Group::Budgets)
        .then(|| view.frame.budgets.values().find(|budget| budget.metadata.name.as_str() == entry.name));
    html! {
        <div class="follows" aria-live="polite">
            <h4>{ heading }<small>{ names.len() }</small></h4>
            if names.is_empty() { <p class="muted">{ pick(lang, "nothing here", "没有对象") }</p> } else { <p>{ names.join(", ") }</p> }
            if let Some(Some(budget)) = budget {
                <p>{ super::shield() }{ format!(" {} {} · {}/{}", budget.status.disruptions_allowed, view.words.budget_left, budget.status.current_healthy, budget.status.desired_healthy) }</p>
            }
        </div>
    }
}
