//! The builder: what there is, by kind; what can be added; the form of what is chosen.

use std::rc::Rc;

use yew::{Callback, Html, MouseEvent, UseStateHandle, component, html, use_effect_with, use_state};

use crate::builder::outline::{Group, LONGEST, Outline};
use crate::builder::own::Own;
use crate::builder::palette::PALETTE;
use crate::builder::read::Read;
use crate::builder::tree::Tree;
use crate::builder::{Build, Pick, Protection, fields as form, focus, levels};
use crate::opening::Opening;
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::typing::TextField;
use crate::view::{Props, View, button, on};
use words::short;

/// What the tab draws: what is played, looked at and told elsewhere is no part of it.
pub(crate) const SEES: Sees = !(sees::THEME
    | sees::PLAYER
    | sees::POD
    | sees::NODE
    | sees::MEASURE
    | sees::CONSOLE
    | sees::KNOWN
    | sees::COURSE
    | sees::BOOKMARKS
    | sees::OTHER)
    & sees::ALL;

/// The tab of objects and forms.
#[component]
pub fn Objects(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let store = &view.store;
    let asked = use_state(|| false);
    let listed = *asked || store.builder.text.len() <= LONGEST;
    let read = if listed { store.builder.read() } else { Read::default() };
    let outline = read.outline();
    // Before the first run there is no text yet, which is not the same.
    let empty = store.run.number > 0 && listed && outline.readable && outline.entries.is_empty();
    // Whoever begins with nothing sees what there is to add.
    let open = use_state(|| false);
    {
        let open = open.clone();
        use_effect_with(empty, move |empty| {
            if *empty {
                open.set(true);
            }
        });
    }
    html! {
        <div class="objects" data-keys="objects">
            <h2 class="hidden">{ store.lang.build().objects }</h2>
            if !store.builder.text.is_empty() {
                <button type="button" class="link fresh" title={store.lang.build().new_hint}
                    onclick={on(act, Action::Open(Opening::Text("".into())))}>{ store.lang.build().new }</button>
            }
            { palette(view, act, &open) }
            if !outline.readable {
                <p class="note" role="alert">{ store.lang.build().unreadable }</p>
            }
            if store.builder.refused {
                <p class="note" role="alert">{ store.lang.build().refused_edit }</p>
            }
            if !listed {
                <p class="note">{ store.lang.build().long_text }
                    { " " }<button type="button" class="link" onclick={let asked = asked.clone(); move |_: MouseEvent| asked.set(true)}>{ store.lang.build().list_objects }</button></p>
            }
            if empty {
                <p class="note">{ store.lang.build().empty }</p>
            }
            <Tree {view} {act} read={read.clone()} />
            { levels::draw(view, act, outline) }
            <Own {view} {act} />
        </div>
    }
}

/// Says whom else a budget would cover, before it is made.
fn protection(view: &View, act: &Callback<Action>) -> Html {
    let (lang, builder) = (view.store.lang, &view.store.builder);
    let Some(protection) = builder.protection.as_ref().filter(|it| builder.chosen.last() == Some(&it.id)) else {
        return Html::default();
    };
    let Protection { id, pod, is_alone, others } = protection.clone();
    let names: Vec<&str> = others.iter().map(String::as_str).collect();
    let told = lang.budget_covers(short(&pod), is_alone, &names);
    let all = Build::Protect { pod, all: true };
    html! {
        <div class="confirm note" role="alert">
            <p>{ told }</p>
            <button type="button" class="plain" onclick={on(act, Action::Builder(all))}>{ lang.craft().protect_all }</button>
            <button type="button" class="plain" onclick={on(act, Action::Builder(Build::Choose(id, Pick::Open)))}>{ lang.craft().cancel }</button>
        </div>
    }
}

fn palette(view: &View, act: &Callback<Action>, open: &UseStateHandle<bool>) -> Html {
    let lang = view.store.lang;
    let groups = Group::ALL.into_iter().map(|group| {
        let templates = PALETTE.iter().enumerate().filter(|(_, it)| it.group == group);
        let buttons = templates.map(|(index, template)| {
            html! {
                <li><button type="button" class="chip" data-template={index.to_string()} onclick={on(act, Action::Builder(Build::Add(index)))}>{ lang.form(template.label) }</button></li>
            }
        });
        let buttons: Vec<Html> = buttons.collect();
        if buttons.is_empty() {
            return html! {};
        }
        html! { <section><h3>{ group.name(lang) }</h3><ul>{ for buttons }</ul></section> }
    });
    let toggle = {
        let open = open.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            open.set(!*open);
        })
    };
    html! {
        <details class="palette" open={**open}>
            <summary onclick={toggle}><span aria-hidden="true">{ "+ " }</span>{ lang.build().add }</summary>
            <div class="palette-body">{ for groups }</div>
        </details>
    }
}

/// The form of what is chosen, with what can be done to it.
pub fn chosen(view: &Rc<View>, act: &Callback<Action>, outline: &Outline) -> Html {
    let (lang, builder) = (view.store.lang, &view.store.builder);
    let Some(entry) = builder.chosen.last().and_then(|id| outline.get(id)) else { return html! {} };
    let title = match builder.chosen.len() {
        1 if entry.group == Group::Script => entry.name.clone(),
        1 => format!("{} {}", entry.kind, entry.name),
        count => lang.objects_selected(count),
    };
    let oncopies = {
        let act = act.clone();
        Callback::from(move |typed: String| {
            if let Ok(copies) = typed.trim().parse() {
                act.emit(Action::Builder(Build::Copies(copies)));
            }
        })
    };
    html! {
        <section class="chosen" aria-label={lang.build().chosen_object} onkeydown={focus::leave(&entry.id)}>
            <div class="chosen-head">
                <h3>{ title }</h3>
                { button(lang.build().close_form, "icon", html! { "×" }, on(act, Action::Builder(Build::Leave))) }
            </div>
            <div class="acts">
                <button type="button" class="plain" onclick={on(act, Action::Builder(Build::Duplicate))}>{ lang.build().duplicate }</button>
                <label class="copies">{ "×" }<span class="hidden">{ lang.build().copies }</span>
                    <TextField kind="number" bounds={(1, 100)} value={builder.copies.max(1).to_string()} send={oncopies} /></label>
                <button type="button" class="plain danger" onclick={on(act, Action::Builder(Build::Delete))}>{ lang.build().delete }</button>
            </div>
            { protection(view, act) }
            <datalist id="labels-known">{ for outline.labels().into_iter().map(|label| html! { <option value={label}></option> }) }</datalist>
            if builder.chosen.len() == 1 { { form::draw(view, act, outline, entry) } } else { { form::many(view, act, outline) } }
            <focus::First view={Rc::clone(view)} />
        </section>
    }
}
