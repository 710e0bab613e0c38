//! The builder: what there is, by kind; what can be added; the form of what is chosen.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};
use yew::{Callback, Html, MouseEvent, UseStateHandle, component, html, use_effect_with, use_memo, use_state};

use crate::app::builder::Build;
use crate::app::builder::outline::{Group, Outline};
use crate::app::builder::palette::PALETTE;
use crate::app::page::View;
use crate::app::state::{Action, Lang};
use crate::app::text::pick;

use super::outline::Tree;
use super::own::Own;
use super::{Props, button, form, ladder, on};

/// The objects of longer texts are listed on demand.
const LONGEST: usize = 1 << 20;

/// One of two texts that are always there.
pub fn say(lang: Lang, both: (&'static str, &'static str)) -> &'static str {
    match lang {
        Lang::En => both.0,
        Lang::Zh => both.1,
    }
}

/// The tab of objects and forms.
#[component]
pub fn Objects(props: &Props) -> Html {
    let Props { view, act } = props;
    let store = &view.store;
    let asked = use_state(|| false);
    let listed = *asked || store.text.len() <= LONGEST;
    let text = if listed { Rc::clone(&store.text) } else { Rc::default() };
    let outline = use_memo(text, |text| Outline::new(text));
    // Before the first run there is no text yet, which is not the same.
    let empty = store.run > 0 && listed && outline.readable && outline.entries.is_empty();
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
        <div class="objects">
            <h2 class="hidden">{ pick(store.lang, "Objects", "对象") }</h2>
            if !store.text.is_empty() {
                <button type="button" class="link fresh" title={pick(store.lang, "An empty scenario; undo brings this one back", "空白场景；可撤销")}
                    onclick={on(act, Action::Open("".into()))}>{ pick(store.lang, "New", "新建") }</button>
            }
            { palette(view, act, &open) }
            if !outline.readable {
                <p class="note" role="alert">{ pick(store.lang, "The text cannot be read as it stands. Put it right under YAML.", "当前文本无法解析，请在 YAML 中修正。") }</p>
            }
            if store.builder.refused {
                <p class="note" role="alert">{ pick(store.lang, "This is written in a way that the form leaves alone. Change it under YAML.", "此处写法特殊，表单不会改动。请在 YAML 中修改。") }</p>
            }
            if !listed {
                <p class="note">{ pick(store.lang, "This text is long: reading it for the list takes the page some seconds each time it changes.", "文本很长：每次更改后，页面都需要几秒钟才能读出列表。") }
                    { " " }<button type="button" class="link" onclick={let asked = asked.clone(); move |_: MouseEvent| asked.set(true)}>{ pick(store.lang, "List the objects", "列出对象") }</button></p>
            }
            if empty {
                <p class="note">{ pick(store.lang, "Nothing here yet. Add a node, then a pod, and see where it goes.", "这里还是空的。先添加一个节点，再添加一个 Pod，看看它去哪里。") }</p>
            }
            <Tree {view} {act} outline={Rc::clone(&outline)} />
            { chosen(view, act, &outline) }
            { ladder::draw(view, act, &outline) }
            <Own {view} {act} />
            <datalist id="labels-known">{ for outline.labels().into_iter().map(|label| html! { <option value={label}></option> }) }</datalist>
        </div>
    }
}

fn palette(view: &View, act: &Callback<Action>, open: &UseStateHandle<bool>) -> Html {
    let lang = view.store.lang;
    let groups = Group::ALL.into_iter().map(|group| {
        let templates = PALETTE.iter().enumerate().filter(|(_, it)| it.group == group);
        let buttons = templates.map(|(index, template)| {
            html! {
                <li><button type="button" class="chip" onclick={on(act, Action::Build(Build::Add(index)))}>{ say(lang, template.label) }</button></li>
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
            <summary onclick={toggle}><span aria-hidden="true">{ "+ " }</span>{ pick(lang, "Add", "添加") }</summary>
            <div class="palette-body">{ for groups }</div>
        </details>
    }
}

fn chosen(view: &Rc<View>, act: &Callback<Action>, outline: &Rc<Outline>) -> Html {
    let (lang, builder) = (view.store.lang, &view.store.builder);
    let Some(entry) = builder.chosen.last().and_then(|id| outline.get(id)) else { return html! {} };
    let title = match builder.chosen.len() {
        1 => format!("{} {}", entry.kind, entry.name),
        count => pick(lang, format!("{count} chosen"), format!("已选择 {count} 个")),
    };
    let oncopies = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            if let Some(copies) = input.and_then(|it| it.value().parse().ok()) {
                act.emit(Action::Build(Build::Copies(copies)));
            }
        })
    };
    html! {
        <section class="chosen" aria-label={pick(lang, "Chosen object", "所选对象")}>
            <div class="chosen-head">
                <h3>{ title }</h3>
                { button(&pick(lang, "Close the form", "关闭表单"), "icon", html! { "×" }, on(act, Action::Build(Build::Leave))) }
            </div>
            <div class="acts">
                <button type="button" class="plain" onclick={on(act, Action::Build(Build::Duplicate))}>{ pick(lang, "Duplicate", "复制") }</button>
                <label class="copies">{ "×" }<span class="hidden">{ pick(lang, "Number of copies", "份数") }</span>
                    <input type="number" min="1" max="100" value={builder.copies.max(1).to_string()} onchange={oncopies} /></label>
                <button type="button" class="plain danger" onclick={on(act, Action::Build(Build::Delete))}>{ pick(lang, "Delete", "删除") }</button>
            </div>
            if builder.chosen.len() == 1 { { form::draw(view, act, outline, entry) } } else { { form::many(view, act, outline) } }
        </section>
    }
}
