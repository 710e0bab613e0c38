//! The menu of a thing on the stage: what can be so from the start, and what can happen at the moment shown.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::{Callback, Html, component, html, use_effect_with, use_node_ref};

use crate::acts::Branching;
use crate::acts::Inspecting;
use crate::builder::claims;
use crate::builder::claims::Offer;
use crate::compare::deed::Deed;
use crate::craft::{Craft, Menu, MenuPage, Thing};
use crate::crafting::classes::classes_of;
use crate::crafting::find::source;
use crate::panes::Page;
use crate::run::Status;
use crate::selection::Look;
use crate::stage::tile;
use crate::store::Action;
use crate::view::{Props, View, below, button, corner, on};
use api::Str;
use wire::Question;
use words::evictors;
use words::table::form::Form;
use words::{clock, short};

/// An entry: what it is called, and what it does, one after the other.
type MenuItem = (String, Vec<Action>);

/// The thing that an element of the stage stands for.
pub(crate) fn thing_at(element: &Element) -> Option<Thing> {
    let found = element.closest("[data-pod], [data-mini], [data-node], [data-budget]").ok().flatten()?;
    let of = |name: &str| found.get_attribute(name).map(Str::from);
    let other = || Some(Thing::Node(node_at(&found)?.1));
    of("data-pod").map(Thing::Pod).or_else(|| of("data-budget").map(Thing::Budget)).or_else(other)
}

/// The node that an element of the stage is or lies in, with its name.
pub fn node_at(element: &Element) -> Option<(Element, Str)> {
    let found = element.closest("[data-mini], [data-node]").ok().flatten()?;
    let name = found.get_attribute("data-mini").or_else(|| found.get_attribute("data-node"))?;
    Some((found, name.into()))
}

/// Opens the menu of what a context menu is asked for: by the pointer's other button, a long touch, or the key for it.
pub fn asked(act: &Callback<Action>) -> Callback<MouseEvent> {
    let act = act.clone();
    Callback::from(move |event: MouseEvent| {
        let Some(element) = event.target().and_then(|it| it.dyn_into::<Element>().ok()) else { return };
        let Some(thing) = thing_at(&element) else { return };
        event.prevent_default();
        // When the menu closes, the focus comes back to the thing.
        if let Some(it) = element.closest("[tabindex], button").ok().flatten() {
            give_focus(&it);
        }
        let at = match (event.client_x(), event.client_y()) {
            // The key tells no place in some browsers.
            (0, 0) => corner(&element),
            at => at,
        };
        act.emit(Action::Crafting(Craft::Menu(Some(Menu { thing, at, page: MenuPage::All }))));
    })
}

/// The way to the menu for fingers: a button for what is chosen, pod or node. The style sheet shows it where the pointer is coarse.
pub fn handle(view: &View, act: &Callback<Action>) -> Html {
    let chosen = view.store.selection.pod.clone().filter(|key| view.frame.pods.contains_key(key)).map(Thing::Pod);
    let node = view.store.selection.node.clone().filter(|name| view.frame.nodes.contains_key(name));
    let Some(thing) = chosen.or(node.map(Thing::Node)).filter(|_| view.offers()) else {
        return Html::default();
    };
    let name = format!("{}: {}", view.store.lang.craft().menu, name(&thing));
    html! { <div class="handle">{ button(&name, "plain", html! { format!("⋯ {}", self::name(&thing)) }, below(act, thing)) }</div> }
}

/// Priority classes to which a pod can be dragged. Who uses keys has the pod's form.
pub fn classes(view: &View) -> Html {
    let mut classes: Vec<(i32, &str)> = view.frame.classes.iter().map(|(name, it)| (it.value, name.as_str())).collect();
    if classes.is_empty() || !view.offers() {
        return Html::default();
    }
    if !view.frame.classes.values().any(|it| it.global_default) {
        classes.push((0, ""));
    }
    classes.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let items = classes.into_iter().map(|(value, name)| {
        let face = if name.is_empty() { view.store.lang.build().no_class } else { name };
        html! { <li data-class={name.to_owned()}>{ tile::badge(view.words, tile::level(view, value), value) }{ face.to_owned() }</li> }
    });
    html! { <ul id="classes" hidden=true aria-hidden="true">{ for items }</ul> }
}

fn name(thing: &Thing) -> &str {
    match thing {
        Thing::Node(name) => name,
        Thing::Pod(key) | Thing::Budget(key) => short(key),
    }
}

/// Gives the focus to an element, be it HTML or SVG.
fn give_focus(it: &Element) {
    // What cannot have the focus leaves it where it is.
    let _ = it.unchecked_ref::<HtmlElement>().focus();
}

/// What is so from the start.
fn early(view: &View, menu: &Menu) -> Vec<MenuItem> {
    let Menu { thing, .. } = menu;
    let (build, own) = (view.store.lang.build(), view.store.lang.craft());
    let evicting = evictors::words(view.store.lang).evicting();
    let item = |name: &str, craft: Craft| (name.to_owned(), vec![Action::Crafting(craft)]);
    let mut entries = vec![item(own.edit, Craft::Edit(thing.clone()))];
    if let Thing::Pod(key) = thing {
        let turned = |page| Craft::Menu(Some(Menu { page, ..menu.clone() }));
        entries.push(item(evicting.protect, Craft::Protect(key.clone())));
        entries.push(item(evicting.priority, turned(MenuPage::Classes)));
        if view.store.run.shown_release().has_claims() {
            entries.push(item(evicting.claim, turned(MenuPage::Claims)));
        }
    }
    entries.push(item(build.duplicate, Craft::Duplicate(thing.clone())));
    if let Thing::Node(name) = thing {
        let cordoned = is_cordoned(view, name);
        let word = if cordoned { own.uncordon } else { own.cordon };
        entries.push(item(word, Craft::Cordon(name.clone(), !cordoned)));
    }
    entries.push(item(build.delete, Craft::Delete(thing.clone())));
    entries
}

/// What a pod can claim, as its form has it. A pod that the text lacks has no form, which is told when it is asked for.
fn claims_of(view: &View, pod: &Str) -> Vec<MenuItem> {
    let lang = view.store.lang;
    let read = view.store.builder.read();
    let source = source(read.outline(), &view.frame, &Thing::Pod(pod.clone()));
    let offers = source.map_or_else(Vec::new, |entry| claims::offers(read.outline(), entry));
    let item =
        |key: &str, face: String| (face, vec![Action::Crafting(Craft::Claim { pod: pod.clone(), key: key.into() })]);
    if offers.is_empty() {
        return vec![item("", lang.form(Form::AGpuWithAllItTakes).to_owned())];
    }
    let offer = |offer: Offer| {
        let (mark, dot) = (if offer.claimed { "✓ " } else { "" }, if offer.name.is_empty() { "" } else { " · " });
        item(&offer.key, format!("{mark}{}{dot}{}", offer.name, lang.form(offer.what)))
    };
    offers.into_iter().map(offer).collect()
}

/// What can be asked about a pod: its page answers.
fn asks(view: &View, thing: &Thing) -> Vec<MenuItem> {
    let Thing::Pod(pod) = thing else { return Vec::new() };
    if view.frame.pods.get(pod).is_none_or(|it| it.node.is_none()) {
        return Vec::new();
    }
    let asks = vec![
        Action::Inspector(Inspecting::Page(Page::Pod)),
        Action::Selection(Look::Pick(Some(pod.clone()))),
        Action::Inspector(Inspecting::Ask(Some(Question::Evictors(pod.clone())))),
    ];
    vec![(evictors::words(view.store.lang).evicting().ask.to_owned(), asks)]
}

fn is_cordoned(view: &View, node: &Str) -> bool {
    view.frame.nodes.get(node).is_some_and(|node| node.node.spec.unschedulable)
}

/// What happens at the moment shown: forks of the run.
fn late(view: &View, thing: &Thing) -> Vec<MenuItem> {
    let (deeds, target) = match thing {
        Thing::Node(name) => {
            let cordon = if is_cordoned(view, name) { Deed::Uncordon } else { Deed::Cordon };
            (vec![Deed::CopyNode, cordon, Deed::Drain, Deed::Fail, Deed::RemoveNode], name)
        }
        Thing::Pod(key) => (vec![Deed::CopyPod, Deed::EvictPod, Deed::DeletePod], key),
        Thing::Budget(_) => return Vec::new(),
    };
    let fork = |deed: Deed| {
        let (entries, label) = deed.actions(&view.frame, target)?;
        Some((deed.name(view.words).to_owned(), vec![Action::Branches(Branching::Fork { label, entries })]))
    };
    deeds.into_iter().filter_map(fork).collect()
}

/// The menu, if one is open.
#[component]
pub(crate) fn OpenMenu(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let place = use_node_ref();
    {
        let place = place.clone();
        use_effect_with(view.store.front.menu.clone(), move |menu| {
            let before = gloo::utils::document().active_element();
            if let (Some(menu), Some(element)) = (menu, place.cast::<HtmlElement>()) {
                put(&element, menu.at);
            }
            move || before.iter().for_each(back)
        });
    }
    let Some(menu @ Menu { thing, .. }) = &view.store.front.menu else { return Html::default() };
    let own = view.store.lang.craft();
    let close = Action::Crafting(Craft::Menu(None));
    let item = |(name, actions): MenuItem| {
        let (act, close) = (act.clone(), close.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            // What lies behind the menu closes it at a click, also the page of the menu that this one may open.
            event.stop_propagation();
            act.emit(close.clone());
            for action in &actions {
                act.emit(action.clone());
            }
        });
        html! { <li role="none"><button type="button" role="menuitem" tabindex="-1" {onclick}>{ name }</button></li> }
    };
    let name = name(thing).to_owned();
    let busy = view.store.run.status == Status::Working;
    let asks = if menu.page == MenuPage::All { asks(view, thing) } else { Vec::new() };
    let (early, late) = match (menu.page, thing) {
        (MenuPage::Classes, Thing::Pod(pod)) => {
            let item = |(name, craft)| (name, vec![Action::Crafting(craft)]);
            (classes_of(view, pod).into_iter().map(item).collect(), Vec::new())
        }
        (MenuPage::Claims, Thing::Pod(pod)) => (claims_of(view, pod), Vec::new()),
        _ => (early(view, menu), if busy { Vec::new() } else { late(view, thing) }),
    };
    html! {
        <div class="menu-veil" onclick={on(act, close.clone())} oncontextmenu={Callback::from(|event: MouseEvent| event.prevent_default())}>
            <div ref={place} class="menu" role="menu" aria-label={name.clone()} onkeydown={walk(act)}>
                <strong>{ name }</strong>
                <small>{ own.from_the_start }</small>
                <ul role="none">{ for early.into_iter().map(item) }</ul>
                if !asks.is_empty() { <ul role="none">{ for asks.into_iter().map(item) }</ul> }
                if !late.is_empty() {
                    <small>{ view.store.lang.at_this_moment(&clock(view.store.now())) }</small>
                    <ul role="none">{ for late.into_iter().map(item) }</ul>
                }
            </div>
        </div>
    }
}

/// Gives the focus back to what had it before the menu, unless somebody took it meanwhile. What was drawn anew is found by its id.
fn back(before: &Element) {
    let document = gloo::utils::document();
    let taken = document
        .active_element()
        .filter(|it| it.tag_name() != "BODY" && it.closest(".menu").is_ok_and(|it| it.is_none()));
    let again = || document.get_element_by_id(&before.id());
    if let Some(it) = if before.is_connected() { Some(before.clone()) } else { again() }.filter(|_| taken.is_none()) {
        give_focus(&it);
    }
}

/// Puts the menu where it was asked for, within the window, and the focus on its first entry.
fn put(menu: &HtmlElement, (left, top): (i32, i32)) {
    let window = gloo::utils::window();
    let of = |size: Result<wasm_bindgen::JsValue, _>| size.ok().and_then(|it| it.as_f64()).unwrap_or(0.0);
    #[allow(clippy::cast_possible_truncation)] // pixels
    let (width, height) = (of(window.inner_width()) as i32, of(window.inner_height()) as i32);
    let within = |from: i32, size: i32, whole: i32| from.min(whole - size - 8).max(8);
    let style = menu.style();
    // A browser that takes no lengths shows the menu in the corner.
    let _ = style.set_property("left", &format!("{}px", within(left, menu.offset_width(), width)));
    let _ = style.set_property("top", &format!("{}px", within(top, menu.offset_height(), height)));
    if let Some(first) = items(menu).first() {
        let _ = first.focus();
    }
}

fn items(menu: &Element) -> Vec<HtmlElement> {
    let Ok(found) = menu.query_selector_all("[role=menuitem]") else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect()
}

/// Arrows walk, Escape and Tab leave.
fn walk(act: &Callback<Action>) -> Callback<KeyboardEvent> {
    let act = act.clone();
    Callback::from(move |event: KeyboardEvent| {
        let focused = gloo::utils::document().active_element();
        let Some(menu) = focused.as_ref().and_then(|it| it.closest("[role=menu]").ok().flatten()) else { return };
        let items = items(&menu);
        let here = items.iter().position(|it| Some(it.unchecked_ref::<Element>()) == focused.as_ref()).unwrap_or(0);
        let to = match event.key().as_str() {
            "ArrowDown" => (here + 1) % items.len().max(1),
            "ArrowUp" => here.checked_sub(1).unwrap_or(items.len().saturating_sub(1)),
            "Home" => 0,
            "End" => items.len().saturating_sub(1),
            "Escape" | "Tab" => {
                event.prevent_default();
                event.stop_propagation();
                act.emit(Action::Crafting(Craft::Menu(None)));
                return;
            }
            // Enter and Space are the button's own, and other keys mean nothing in a menu.
            _ => return event.stop_propagation(),
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(item) = items.get(to) {
            let _ = item.focus();
        }
    })
}
