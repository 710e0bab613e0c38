//! The form of an object: a field for each thing that it can say, and what follows from it.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, html};

use crate::builder::claims;
use crate::builder::form;
use crate::builder::form::{AFFINITIES, Field, Input, Prefix, SPREADS};
use crate::builder::outline::{Group, Outline, OutlineItem, at, plain};
use crate::builder::related;
use crate::builder::related::related;
use crate::builder::size;
use crate::builder::size::Side;
use crate::builder::sizer::Sizer;
use crate::builder::{Build, Pick, Why};
use crate::slot::Slot;
use crate::store::Action;
use crate::typing::TextField;
use crate::view::shield;
use crate::view::{View, on};
use words::table::form::Form;
use words::table::grammar::Noun;

/// Names of others that are listed.
const SHOWN: usize = 30;

/// The form.
pub fn draw(view: &Rc<View>, act: &Callback<Action>, outline: &Outline, entry: &OutlineItem) -> Html {
    if entry.group == Group::Scheduler {
        return (view.part)(Slot::Document, view, act);
    }
    let lang = view.store.lang;
    let part = |(prefix, fields): (Prefix, &'static [Field])| {
        let fields = fields.iter().flat_map(|field| {
            let picture = (field.path == Side::Memory.path()).then(|| size::picture(outline, entry, &prefix)).flatten();
            let picture = picture.map(|picture| {
                let key = entry.field_key(&form::join(&prefix, "picture"));
                html! { <Sizer {key} view={Rc::clone(view)} act={act.clone()} {picture} /> }
            });
            let drawn = match field.input {
                Input::Claims => claiming(view, act, outline, entry, field),
                _ => one(view, act, outline, entry, &prefix, field),
            };
            [Some(drawn), picture].into_iter().flatten().collect::<Vec<_>>()
        });
        (prefix.clone(), fields.collect::<Vec<_>>())
    };
    // What several devices say stands behind their names.
    let mut drawn: Vec<Html> = Vec::new();
    let mut devices: Vec<(Prefix, Vec<Html>)> = Vec::new();
    for (prefix, fields) in form::parts(entry).into_iter().map(part) {
        match devices.last_mut() {
            _ if !prefix.starts_with("spec.devices.") || entry.kind != "ResourceSlice" => drawn.extend(fields),
            Some((last, of_it)) if *last == prefix => of_it.extend(fields),
            _ => devices.push((prefix, fields)),
        }
    }
    let devices = devices.into_iter().map(|(prefix, fields)| {
        let device = at(&entry.value, &prefix);
        let says = form::show(Input::Attributes, &device["attributes"], &serde_json::Value::Null).unwrap_or_default();
        html! {
            <details class="device-fields" key={entry.field_key(&prefix)}>
                <summary>{ plain(&device["name"]) }<small>{ says }</small></summary>
                { for fields }
            </details>
        }
    });
    html! {
        <div class="form">
            { for drawn }
            { for devices }
            { follows(view, act, outline, entry) }
            if form::says_more(entry) {
                <p class="note">{ lang.build().more_than_shown }{ " " }
                    <button type="button" class="link" onclick={on(act, Action::Builder(Build::See(entry.id.clone())))}>{ lang.build().see_yaml }</button></p>
            }
        </div>
    }
}

fn one(
    view: &View,
    act: &Callback<Action>,
    outline: &Outline,
    entry: &OutlineItem,
    prefix: &Prefix,
    field: &'static Field,
) -> Html {
    let lang = view.store.lang;
    let path = form::join(prefix, field.path);
    let wrong = view.store.builder.wrong.iter().find(|wrong| wrong.id == entry.id && wrong.path == path);
    let shown = form::show(field.input, form::value(entry, &path), form::labels(entry, prefix));
    let shown = shown.filter(|_| !form::differs(entry, &path));
    let value = wrong.map(|wrong| wrong.typed.clone()).or_else(|| shown.clone()).unwrap_or_default();
    let id = format!("field-{path}");
    let help = format!("help-{path}");
    let send = {
        let (act, id, prefix) = (act.clone(), entry.id.clone(), prefix.clone());
        move |typed: String| {
            let prefix = prefix.clone();
            act.emit(Action::Builder(Build::Type { id: id.clone(), prefix, path: field.path, typed }));
        }
    };
    let from_input = Callback::from(send.clone());
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
                if shown.is_none() { <option value="?" selected=true disabled=true>{ lang.build().as_in_yaml }</option> }
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
        Input::Named(kind) => select(names(outline, kind)),
        Input::Affinity => {
            select(AFFINITIES.iter().map(|(name, both)| ((*name).to_owned(), lang.form(*both).to_owned())).collect())
        }
        Input::Spread => {
            select(SPREADS.iter().map(|(name, both)| ((*name).to_owned(), lang.form(*both).to_owned())).collect())
        }
        _ if shown.is_none() && wrong.is_none() => {
            html! { <span id={id.clone()} class="muted">{ lang.build().more_in_yaml }</span> }
        }
        _ => html! {
            <TextField id={id.clone()} value={value.clone()} invalid={wrong.is_some()} described={help.clone()}
                list={(field.input == Input::Labels).then_some("labels-known")} send={from_input} />
        },
    };
    let class = match field.input {
        Input::Flag => "field flag",
        Input::Amount | Input::Number(_) | Input::Count | Input::Copies(_) => "field short",
        _ => "field",
    };
    html! {
        <div {class} key={entry.field_key(&path)}>
            <label for={id}>{ lang.form(field.label) }</label>
            { input }
            <small id={help}>
                if let Some(wrong) = wrong { <span class="wrong" role="alert">{ "✗ " }{ why(view, wrong.why) }</span> } else { { lang.form(field.help) } }
            </small>
        </div>
    }
}

/// What the pods can claim: each a switch.
fn claiming(view: &View, act: &Callback<Action>, outline: &Outline, entry: &OutlineItem, field: &Field) -> Html {
    let lang = view.store.lang;
    let offers = claims::offers(outline, entry).into_iter().take(SHOWN).map(|offer| {
        let pressed = offer.claimed.to_string();
        let click = on(act, Action::Builder(Build::Claim(offer.key.clone())));
        html! {
            <button type="button" class="chip" key={offer.key} aria-pressed={pressed} onclick={click}>
                if !offer.name.is_empty() { <b>{ offer.name }</b>{ " " } }<small>{ lang.form(offer.what) }</small></button>
        }
    });
    html! {
        <div class="field claims-field" role="group" aria-labelledby="claims-label" aria-describedby="claims-help" key={entry.field_key("claims")}>
            <span id="claims-label" class="label">{ lang.form(field.label) }</span>
            <div class="chips">{ for offers }</div>
            <small id="claims-help">{ lang.form(field.help) }</small>
        </div>
    }
}

/// Why something cannot be written.
fn why(view: &View, why: Why) -> &'static str {
    match why {
        Why::Form(form) => view.store.lang.form(form),
        // These words are in another part, with the fields that say them.
        Why::Word(_) => "",
    }
}

/// The names that a field can take: objects of the text, and what the system has.
fn names(outline: &Outline, kind: &str) -> Vec<(String, String)> {
    let mut names: Vec<String> = outline.names(kind).map(ToOwned::to_owned).collect();
    if kind == "PriorityClass" {
        let system = form::SYSTEM_CLASSES.iter().map(|(name, _)| (*name).to_owned());
        names.extend(system.filter(|name| !outline.names(kind).any(|it| it == name)).collect::<Vec<_>>());
    }
    names.into_iter().map(|name| (name.clone(), name)).collect()
}

/// What the object has to do with others, each a way to it.
fn follows(view: &View, act: &Callback<Action>, outline: &Outline, entry: &OutlineItem) -> Html {
    let lang = view.store.lang;
    let budget = (entry.group == Group::Budgets)
        .then(|| view.frame.budgets.values().find(|budget| budget.metadata.name.as_str() == entry.name))
        .flatten()
        // Before its controller has counted, a budget has nothing to say.
        .filter(|budget| budget.status.desired_healthy > 0 || budget.status.current_healthy > 0);
    let all = related(outline, entry).into_iter().map(|it| {
        let spare = (entry.group == Group::Budgets).then(|| related::spare(entry, it.pods)).flatten();
        let count = match it.pods {
            0 => it.entries.len().to_string(),
            pods => lang.count(pods, Noun::Pod),
        };
        let links = it.entries.iter().take(SHOWN).map(|other| {
            let go = on(act, Action::Builder(Build::Choose(other.id.clone(), Pick::Open)));
            html! { <li key={other.id.clone()}><button type="button" class="link" onclick={go}>{ other.name.clone() }</button></li> }
        });
        let more = it.entries.len().saturating_sub(SHOWN);
        html! {
            <div class="follows" aria-live="polite">
                <h4>{ lang.form(it.how) }if !it.detail.is_empty() { <code>{ it.detail.clone() }</code> }<small>{ count }</small></h4>
                if it.entries.is_empty() {
                    <p class="muted">{ lang.build().none_here }</p>
                } else {
                    <ul>{ for links }if more > 0 { <li><small>{ format!("+{more}") }</small></li> }</ul>
                }
                if let Some(spare) = spare {
                    <p>{ shield() }{ lang.may_be_away(spare) }</p>
                }
                if let Some(budget) = budget {
                    <p class="muted">{ lang.budget_now(budget.status.disruptions_allowed, budget.status.current_healthy, budget.status.desired_healthy) }</p>
                }
            </div>
        }
    });
    html! { <>{ for all }</> }
}

/// What can be set for all chosen objects at once.
pub fn many(view: &View, act: &Callback<Action>, outline: &Outline) -> Html {
    let lang = view.store.lang;
    let builder = &view.store.builder;
    let chosen: Vec<&OutlineItem> = builder.chosen.iter().filter_map(|id| outline.get(id)).collect();
    let fields = [
        ("spec.priorityClassName", Form::PriorityClassOfAll),
        ("metadata.namespace", Form::NamespaceOfAll),
        ("spec.containers.0.resources.requests.cpu", Form::CpuRequestedByAll),
        ("spec.containers.0.resources.requests.memory", Form::MemoryRequestedByAll),
    ];
    let one = |(path, label): (&'static str, Form)| {
        let values: Vec<String> = chosen
            .iter()
            .flat_map(|entry| form::parts(entry).into_iter().map(move |part| (entry, part)))
            .filter(|(_, (_, fields))| fields.iter().any(|field| field.path == path))
            .map(|(entry, (prefix, _))| plain(at(&entry.value, &form::join(&prefix, path))))
            .collect();
        let first = values.first()?;
        let same = values.iter().all(|it| it == first);
        let wrong = builder.wrong.iter().find(|wrong| wrong.id.is_empty() && wrong.path == path);
        let value = wrong.map_or_else(|| if same { first.clone() } else { String::new() }, |wrong| wrong.typed.clone());
        let id = format!("all-{path}");
        let send = {
            let act = act.clone();
            move |typed: String| act.emit(Action::Builder(Build::All(vec![(path, typed)])))
        };
        let input = if path == "spec.priorityClassName" {
            let onchange = Callback::from(move |event: Event| {
                if let Some(select) = event.target().and_then(|it| it.dyn_into::<HtmlSelectElement>().ok()) {
                    send(select.value());
                }
            });
            html! {
                <select id={id.clone()} {onchange}>
                    if !same { <option value="?" selected=true disabled=true>{ lang.build().different }</option> }
                    <option value="" selected={same && value.is_empty()}>{ "–" }</option>
                    { for names(outline, "PriorityClass").into_iter().map(|(name, label)| html! { <option value={name.clone()} selected={same && name == value}>{ label }</option> }) }
                </select>
            }
        } else {
            let hint = (!same).then(|| lang.build().different);
            html! {
                <TextField id={id.clone()} {value} placeholder={hint} invalid={wrong.is_some()} send={Callback::from(send)} />
            }
        };
        Some(html! {
            <div class="field" key={path}>
                <label for={id}>{ lang.form(label) }</label>
                { input }
                if let Some(wrong) = wrong { <small><span class="wrong" role="alert">{ "✗ " }{ why(view, wrong.why) }</span></small> }
            </div>
        })
    };
    html! { <div class="form">{ for fields.into_iter().filter_map(one) }</div> }
}
