//! The menu of an object on the stage: edits of the manifest, and forks at the current moment.

use api::{NamespacedName, Str};
use i18n::{evictors, format_clock, short_pod_name, stage_menu, table::form_labels::FormLabel};
use page_state::{
    actions::{Action, comparison::BranchMsg, inspector::InspectorMsg, selection::SelectionMsg},
    builder::claims::{self, ClaimOption},
    overlays::OverlayMsg,
    panels::InspectorPage,
    run::Status,
    stage_edit::{MenuPage, ObjectMenu, StageEdit},
    stage_editor::object_source::find_source,
};
use protocol::Question;
use scene::objects::ObjectRef;
use stage::priority_badge::draw_priority_badge;
use ui::{
    callback::on_action,
    element::{draw_button, focus_element, lower_left, place_in_window},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::{Callback, Html, component, html, use_effect_with, use_node_ref};

use crate::{
    features::{comparison::what_if_actions::WhatIfAction, stage_editor::class_choices::class_choices},
    view::{Props, View, on_open_menu},
};

/// An entry: its label, and its actions in order.
type MenuItem = (String, Vec<Action>);

/// The object that an element on the stage shows.
pub(crate) fn object_at(element: &Element) -> Option<ObjectRef> {
    let target = element.closest("[data-pod], [data-mini], [data-node], [data-budget]").ok().flatten()?;
    let of = |name: &str| target.get_attribute(name).map(NamespacedName::from);
    let other = || Some(ObjectRef::Node(node_at(&target)?.1));
    of("data-pod").map(ObjectRef::Pod).or_else(|| of("data-budget").map(ObjectRef::Budget)).or_else(other)
}

/// The node that an element on the stage shows or belongs to, with its element.
pub fn node_at(element: &Element) -> Option<(Element, Str)> {
    let target = element.closest("[data-mini], [data-node]").ok().flatten()?;
    let name = target.get_attribute("data-mini").or_else(|| target.get_attribute("data-node"))?;
    Some((target, name.into()))
}

/// Opens an object's menu instead of the browser's context menu: by the secondary button, a long press, or the menu key.
pub fn on_context_menu(dispatch: &Callback<Action>) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: MouseEvent| {
        let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let Some(object_ref) = object_at(&element) else { return };
        event.prevent_default();
        // When the menu closes, the focus returns to the object.
        if let Some(item) = element.closest("[tabindex], button").ok().flatten() {
            focus_element(&item);
        }
        let at = match (event.client_x(), event.client_y()) {
            // In some browsers the menu key has no position.
            (0, 0) => lower_left(&element),
            at => at,
        };
        dispatch.emit(Action::Overlays(OverlayMsg::SetMenu(Some(ObjectMenu {
            object: object_ref,
            position: at,
            page: MenuPage::All,
        }))));
    })
}

/// A button that opens the menu of the selected pod or node; the style sheet shows it on touch screens.
pub fn draw_menu_button(view: &View, dispatch: &Callback<Action>) -> Html {
    let selected_pod =
        view.store.selection.pod.clone().filter(|key| view.frame.pods.contains_key(key)).map(ObjectRef::Pod);
    let node = view.store.selection.node.clone().filter(|name| view.frame.nodes.contains_key(name));
    let Some(object_ref) = selected_pod.or(node.map(ObjectRef::Node)).filter(|_| view.can_add_objects()) else {
        return Html::default();
    };
    let name = format!("{}: {}", view.store.lang.stage_edit_labels().menu, object_name(&object_ref));
    html! { <div class="handle">{ draw_button(&name, "plain", html! { format!("⋯ {}", self::object_name(&object_ref)) }, on_open_menu(dispatch, object_ref)) }</div> }
}

/// Priority classes as drop targets for pods. With the keyboard, the pod's form does the same.
pub fn draw_class_targets(view: &View) -> Html {
    let mut classes: Vec<(i32, &str)> =
        view.frame.classes.iter().map(|(name, class)| (class.value, name.as_str())).collect();
    if classes.is_empty() || !view.can_add_objects() {
        return Html::default();
    }
    if !view.frame.classes.values().any(|class| class.global_default) {
        classes.push((0, ""));
    }
    classes.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let items = classes.into_iter().map(|(value, name)| {
        let face_text = if name.is_empty() { view.store.lang.builder_labels().no_class } else { name };
        html! { <li data-class={name.to_owned()}>{ draw_priority_badge(view.words, view.priority_class(value), value) }{ face_text.to_owned() }</li> }
    });
    html! { <ul id="classes" hidden=true aria-hidden="true">{ for items }</ul> }
}

fn object_name(object_ref: &ObjectRef) -> &str {
    match object_ref {
        ObjectRef::Node(name) => name,
        ObjectRef::Pod(key) | ObjectRef::Budget(key) => short_pod_name(key),
    }
}

/// Entries that edit the manifest.
fn start_items(view: &View, menu: &ObjectMenu) -> Vec<MenuItem> {
    let ObjectMenu { object: thing, .. } = menu;
    let (build, labels) = (view.store.lang.builder_labels(), view.store.lang.stage_edit_labels());
    let eviction_labels = evictors::words(view.store.lang).eviction_labels();
    let menu_item = |name: &str, edit: StageEdit| (name.to_owned(), vec![Action::from(edit)]);
    let mut entries = vec![menu_item(labels.edit, StageEdit::OpenForm(thing.clone()))];
    if let ObjectRef::Pod(key) = thing {
        let page_item = |name: &str, page| {
            let open_page = OverlayMsg::SetMenu(Some(ObjectMenu { page, ..menu.clone() }));
            (name.to_owned(), vec![Action::Overlays(open_page)])
        };
        entries.push(menu_item(eviction_labels.protect, StageEdit::ProtectPod(key.clone())));
        entries.push(page_item(eviction_labels.priority, MenuPage::Classes));
        if view.store.run.shown_release().has_claims() {
            entries.push(page_item(eviction_labels.claim, MenuPage::Claims));
        }
    }
    entries.push(menu_item(build.duplicate, StageEdit::DuplicateObject(thing.clone())));
    if let ObjectRef::Node(name) = thing {
        let cordoned = is_cordoned(view, name);
        let word = if cordoned { labels.uncordon } else { labels.cordon };
        entries.push(menu_item(word, StageEdit::SetCordoned(name.clone(), !cordoned)));
    }
    entries.push(menu_item(build.delete, StageEdit::DeleteObject(thing.clone())));
    entries
}

/// The device claims of a pod's form. A pod that is not in the manifest has no form; selecting an entry then shows a note.
fn claim_items(view: &View, pod: &NamespacedName) -> Vec<MenuItem> {
    let lang = view.store.lang;
    let manifest = view.store.builder.parse_current();
    let source = find_source(manifest.outline(), &view.frame, &ObjectRef::Pod(pod.clone()));
    let offers =
        source.map_or_else(Vec::new, |outline_item| claims::list_claim_options(manifest.outline(), outline_item));
    let menu_item = |key: &str, face_text: String| {
        (face_text, vec![Action::from(StageEdit::ToggleClaim { pod: pod.clone(), key: key.into() })])
    };
    if offers.is_empty() {
        return vec![menu_item("", lang.form_label(FormLabel::CompleteGpuSetup).to_owned())];
    }
    let offer = |offer: ClaimOption| {
        let (symbol, dot) = (if offer.is_claimed { "✓ " } else { "" }, if offer.name.is_empty() { "" } else { " · " });
        menu_item(&offer.key, format!("{symbol}{}{dot}{}", offer.name, lang.form_label(offer.kind_label)))
    };
    offers.into_iter().map(offer).collect()
}

/// Entries that ask a question about a pod; its page shows the answer.
fn question_items(view: &View, object_ref: &ObjectRef) -> Vec<MenuItem> {
    let ObjectRef::Pod(pod) = object_ref else { return Vec::new() };
    if view.frame.pods.get(pod).is_none_or(|pod| pod.node.is_none()) {
        return Vec::new();
    }
    let ask_actions = vec![
        Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Pod)),
        Action::Selection(SelectionMsg::PickPod(Some(pod.clone()))),
        Action::Inspector(InspectorMsg::SetQuestion(Some(Question::Evictors(pod.clone())))),
    ];
    vec![(evictors::words(view.store.lang).eviction_labels().ask.to_owned(), ask_actions)]
}

fn is_cordoned(view: &View, node: &Str) -> bool {
    view.frame.nodes.get(node).is_some_and(|node| node.node.spec.unschedulable)
}

/// The name of an action in the menu of its object.
fn menu_name(view: &View, action: WhatIfAction) -> &'static str {
    let labels = stage_menu::words(view.store.lang).stage_menu_labels();
    match action {
        WhatIfAction::DeletePod => labels.delete_pod,
        WhatIfAction::EvictPod => labels.evict_pod,
        WhatIfAction::Cordon => labels.cordon_node,
        WhatIfAction::Uncordon => labels.uncordon_node,
        WhatIfAction::Drain => labels.drain_node,
        WhatIfAction::MakeUnreachable => labels.fail_node,
        WhatIfAction::RemoveNode => labels.remove_node,
        action => action.name(view.words),
    }
}

/// Entries that fork the run at the current moment.
fn fork_items(view: &View, object_ref: &ObjectRef) -> Vec<MenuItem> {
    let (deeds, target) = match object_ref {
        ObjectRef::Node(name) => {
            let cordon = if is_cordoned(view, name) { WhatIfAction::Uncordon } else { WhatIfAction::Cordon };
            (
                vec![
                    WhatIfAction::CopyNode,
                    cordon,
                    WhatIfAction::Drain,
                    WhatIfAction::MakeUnreachable,
                    WhatIfAction::RemoveNode,
                ],
                name.as_str(),
            )
        }
        ObjectRef::Pod(key) => {
            (vec![WhatIfAction::CopyPod, WhatIfAction::EvictPod, WhatIfAction::DeletePod], key.as_str())
        }
        ObjectRef::Budget(_) => return Vec::new(),
    };
    let fork = |deed: WhatIfAction| {
        let fork = deed.fork(&view.frame, target)?;
        Some((menu_name(view, deed).to_owned(), vec![Action::Branches(BranchMsg::Fork(fork))]))
    };
    deeds.into_iter().filter_map(fork).collect()
}

/// The menu, if one is open.
#[component]
pub(crate) fn ContextMenu(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let node_ref = use_node_ref();
    {
        let node_ref = node_ref.clone();
        use_effect_with(view.store.overlays.menu.clone(), move |menu| {
            let before = gloo::utils::document().active_element();
            if let (Some(menu), Some(element)) = (menu, node_ref.cast::<HtmlElement>()) {
                place_menu(&element, menu.position);
            }
            move || before.iter().for_each(return_focus)
        });
    }
    let Some(menu @ ObjectMenu { object: thing, .. }) = &view.store.overlays.menu else { return Html::default() };
    let labels = view.store.lang.stage_edit_labels();
    let close = Action::Overlays(OverlayMsg::SetMenu(None));
    let draw_item = |(name, actions): MenuItem| {
        let (dispatch, close) = (dispatch.clone(), close.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            // A click closes the menu first, and may then open a submenu.
            event.stop_propagation();
            dispatch.emit(close.clone());
            for action in &actions {
                dispatch.emit(action.clone());
            }
        });
        html! { <li role="none"><button type="button" role="menuitem" tabindex="-1" {onclick}>{ name }</button></li> }
    };
    let name = object_name(thing).to_owned();
    let busy = view.store.run.status == Status::Working;
    let ask_actions = if menu.page == MenuPage::All { question_items(view, thing) } else { Vec::new() };
    let (early_items, late) = match (menu.page, thing) {
        (MenuPage::Classes, ObjectRef::Pod(pod)) => {
            let menu_item = |(name, edit)| (name, vec![Action::from(edit)]);
            (class_choices(view, pod).into_iter().map(menu_item).collect(), Vec::new())
        }
        (MenuPage::Claims, ObjectRef::Pod(pod)) => (claim_items(view, pod), Vec::new()),
        _ => (start_items(view, menu), if busy { Vec::new() } else { fork_items(view, thing) }),
    };
    html! {
        <div class="menu-veil" onclick={on_action(dispatch, close.clone())} oncontextmenu={Callback::from(|event: MouseEvent| event.prevent_default())}>
            <div ref={node_ref} class="menu" role="menu" aria-label={name.clone()} onkeydown={on_menu_key(dispatch)}>
                <strong>{ name }</strong>
                <small>{ labels.from_the_start }</small>
                <ul role="none">{ for early_items.into_iter().map(draw_item) }</ul>
                if !ask_actions.is_empty() { <ul role="none">{ for ask_actions.into_iter().map(draw_item) }</ul> }
                if !late.is_empty() {
                    <small>{ view.store.lang.at_this_moment(&format_clock(view.store.current_time())) }</small>
                    <ul role="none">{ for late.into_iter().map(draw_item) }</ul>
                }
            </div>
        </div>
    }
}

/// Returns the focus to the element that had it before the menu, unless another one has it now. A redrawn element is found by its id.
fn return_focus(before: &Element) {
    let document = gloo::utils::document();
    let focus_taker = document.active_element().filter(|active_element| {
        active_element.tag_name() != "BODY" && active_element.closest(".menu").is_ok_and(|ancestor| ancestor.is_none())
    });
    let again = || document.get_element_by_id(&before.id());
    if let Some(element) =
        if before.is_connected() { Some(before.clone()) } else { again() }.filter(|_| focus_taker.is_none())
    {
        focus_element(&element);
    }
}

/// Positions the menu in the window, and focuses its first entry.
fn place_menu(menu: &HtmlElement, (left, top): (i32, i32)) {
    place_in_window(menu, left, top);
    if let Some(first) = menu_entries(menu).first() {
        focus_element(first);
    }
}

fn menu_entries(menu: &Element) -> Vec<HtmlElement> {
    let Ok(node_list) = menu.query_selector_all("[role=menuitem]") else { return Vec::new() };
    (0..node_list.length()).filter_map(|at| node_list.item(at)?.dyn_into().ok()).collect()
}

/// Arrow keys move between entries, Escape and Tab close the menu.
fn on_menu_key(dispatch: &Callback<Action>) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: KeyboardEvent| {
        let focused = gloo::utils::document().active_element();
        let Some(menu) = focused.as_ref().and_then(|focused| focused.closest("[role=menu]").ok().flatten()) else {
            return;
        };
        let items = menu_entries(&menu);
        let focused_index =
            items.iter().position(|item| Some(item.unchecked_ref::<Element>()) == focused.as_ref()).unwrap_or(0);
        let target_index = match event.key().as_str() {
            "ArrowDown" => (focused_index + 1) % items.len().max(1),
            "ArrowUp" => focused_index.checked_sub(1).unwrap_or(items.len().saturating_sub(1)),
            "Home" => 0,
            "End" => items.len().saturating_sub(1),
            "Escape" | "Tab" => {
                event.prevent_default();
                event.stop_propagation();
                dispatch.emit(Action::Overlays(OverlayMsg::SetMenu(None)));
                return;
            }
            // Enter and Space activate the button; other keys do nothing.
            _ => return event.stop_propagation(),
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(item) = items.get(target_index) {
            focus_element(item);
        }
    })
}
