//! The builder: what there is, by kind; what can be added; the form of what is chosen.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};
use yew::{Callback, Html, MouseEvent, SubmitEvent, component, html, use_memo};

use crate::app::builder::outline::{Entry, Group, Outline, at, plain};
use crate::app::builder::palette::PALETTE;
use crate::app::builder::{Build, Pick};
use crate::app::gallery;
use crate::app::page::View;
use crate::app::state::{Action, Lang};
use crate::app::text::pick;

use super::{Props, button, form, on};

/// Rows of a group that are drawn: a dump may have thousands.
const MOST: usize = 300;

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
    let text = Rc::clone(&store.text);
    let outline = use_memo(text, |text| Outline::new(text));
    let groups = Group::ALL.into_iter().map(|group| {
        let entries: Vec<&Entry> = outline.entries.iter().filter(|entry| entry.group == group).collect();
        if entries.is_empty() {
            html! {}
        } else {
            list(view, act, group, &entries)
        }
    });
    let empty = outline.readable && outline.entries.is_empty();
    html! {
        <div class="objects">
            <h2 class="hidden">{ pick(store.lang, "Objects", "对象") }</h2>
            { palette(view, act) }
            if !outline.readable {
                <p class="note" role="alert">{ pick(store.lang, "The text cannot be read as it stands. Put it right under YAML.", "当前文本无法解析，请在 YAML 中修正。") }</p>
            }
            if store.builder.refused {
                <p class="note" role="alert">{ pick(store.lang, "This is written in a way that the form leaves alone. Change it under YAML.", "此处写法特殊，表单不会改动。请在 YAML 中修改。") }</p>
            }
            if empty {
                <p class="note">{ pick(store.lang, "Nothing here yet. Add a node, then a pod, and see where it goes.", "这里还是空的。先添加一个节点，再添加一个 Pod，看看它去哪里。") }</p>
            }
            <div class="tree">{ for groups }</div>
            { chosen(view, act, &outline) }
            { own(view, act) }
        </div>
    }
}

fn list(view: &View, act: &Callback<Action>, group: Group, entries: &[&Entry]) -> Html {
    let lang = view.store.lang;
    let rows = entries.iter().take(MOST).map(|entry| {
        let pressed = view.store.builder.chosen.contains(&entry.id);
        let (id, act) = (entry.id.clone(), act.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            let how = match (event.shift_key(), event.ctrl_key() || event.meta_key()) {
                (true, _) => Pick::Range,
                (_, true) => Pick::Toggle,
                _ => Pick::One,
            };
            act.emit(Action::Build(Build::Choose(id.clone(), how)));
        });
        html! {
            <li key={entry.id.clone()}>
                <button type="button" class="row" aria-pressed={pressed.to_string()} {onclick}>
                    <span>{ if entry.name.is_empty() { entry.kind.clone() } else { entry.name.clone() } }</span>
                    <small>{ detail(entry) }</small>
                </button>
            </li>
        }
    });
    html! {
        <div role="group" aria-label={group.name(lang)}>
            <h3>{ group.name(lang) }<small>{ entries.len() }</small></h3>
            <ul>{ for rows }</ul>
            if let Some(more @ 1..) = entries.len().checked_sub(MOST) {
                <p class="note">{ pick(lang, format!("and {more} more, in YAML"), format!("还有 {more} 个，见 YAML")) }</p>
            }
        </div>
    }
}

/// What a row says besides the name.
fn detail(entry: &Entry) -> String {
    let of = |path: &str| plain(at(&entry.value, path));
    let said: Vec<String> = match entry.group {
        Group::Nodes => vec![of("status.capacity.cpu"), of("status.capacity.memory")],
        Group::Pods => {
            vec![of("spec.priorityClassName"), of("spec.containers.0.resources.requests.cpu"), of("spec.nodeName")]
        }
        Group::Workloads if entry.value["spec"]["replicas"].is_null() => vec![entry.kind.clone()],
        Group::Workloads => vec![format!("{} ×{}", entry.kind, of("spec.replicas"))],
        Group::Classes => vec![of("value")],
        Group::Budgets => {
            let (least, most) = (of("spec.minAvailable"), of("spec.maxUnavailable"));
            vec![if least.is_empty() { format!("− {most}") } else { format!("≥ {least}") }]
        }
        Group::Other => vec![entry.kind.clone()],
        Group::Services | Group::Namespaces | Group::Script => Vec::new(),
    };
    said.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn palette(view: &View, act: &Callback<Action>) -> Html {
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
    html! {
        <details class="palette">
            <summary><span aria-hidden="true">{ "+ " }</span>{ pick(lang, "Add", "添加") }</summary>
            <div class="palette-body">{ for groups }</div>
        </details>
    }
}

fn chosen(view: &View, act: &Callback<Action>, outline: &Rc<Outline>) -> Html {
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
            if builder.chosen.len() == 1 { { form::draw(view, act, outline, entry) } }
        </section>
    }
}

fn own(view: &View, act: &Callback<Action>) -> Html {
    let store = &view.store;
    let lang = store.lang;
    let rows = store.builder.kept.iter().enumerate().map(|(index, kept)| {
        let remove = pick(lang, format!("Forget {}", kept.name), format!("删除 {}", kept.name));
        html! {
            <li key={kept.name.clone()}>
                <button type="button" class="row" onclick={on(act, Action::Open(Rc::clone(&kept.text)))}>{ kept.name.clone() }</button>
                { button(&remove, "icon", html! { "×" }, on(act, Action::Build(Build::Forget(index)))) }
            </li>
        }
    });
    let onsubmit = {
        let act = act.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let form = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
            let input = form.and_then(|form| form.query_selector("input").ok().flatten());
            if let Some(input) = input.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) {
                act.emit(Action::Build(Build::KeepAs(input.value())));
                input.set_value("");
            }
        })
    };
    let fresh: Rc<str> = "".into();
    html! {
        <details class="own">
            <summary>{ pick(lang, "My scenarios", "我的场景") }</summary>
            <form {onsubmit}>
                <input type="text" aria-label={pick(lang, "Name to keep it under", "保存名称")} placeholder={pick(lang, "Name", "名称")} />
                <button type="submit" class="plain">{ pick(lang, "Keep", "保存") }</button>
            </form>
            <ul>{ for rows }</ul>
            <div class="acts">
                <button type="button" class="plain" onclick={on(act, Action::Open(fresh))}>{ pick(lang, "Start empty", "从空白开始") }</button>
                if let Some(index) = store.scenario {
                    <button type="button" class="plain" onclick={on(act, Action::Scenario(index, gallery::text(index).into()))}>{ pick(lang, "Reset to the example", "还原示例") }</button>
                }
                <button type="button" class="plain" onclick={on(act, Action::Build(Build::Download))}>{ pick(lang, "Save as a file", "存为文件") }</button>
            </div>
        </details>
    }
}
