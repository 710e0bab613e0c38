//! The list of objects: selected with mouse, keyboard and checkboxes, and dragged onto classes, nodes and namespaces.

use std::rc::Rc;

use api::{ObjectMeta, Pod};
use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg, SelectMode},
    },
    builder::{
        form,
        labels::read_labels,
        outline::{ObjectGroup, OutlineItem, plain_scalar, value_at},
        parsed_manifest::ParsedManifest,
        pod_groups,
    },
};
use stage::draw::shield::draw_list_shield;
use trace::budget_guard::GuardingBudgets;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DragEvent, Element, HtmlInputElement, KeyboardEvent};
use yew::{Callback, Html, InputEvent, MouseEvent, Properties, component, html, use_effect, use_state};

use crate::{
    features::builder::focus::{self, FocusTarget},
    view::View,
};

/// The maximum number of rows per group that are drawn: a dump may have thousands.
const MAX_ROWS: usize = 300;
/// The minimum number of objects for a search field.
const MIN_SEARCHABLE: usize = 16;
/// The MIME type of objects that are dragged within the page.
pub(crate) const DRAG_MIME: &str = "application/x-schedscope";

#[derive(Clone, PartialEq, Properties)]
pub struct TreeProps {
    pub view: Rc<View>,
    pub dispatch: Callback<Action>,
    pub manifest: ParsedManifest,
}

/// The list of objects.
#[component]
pub fn Tree(props: &TreeProps) -> Html {
    let TreeProps { view, dispatch, manifest } = props;
    let outline = manifest.outline();
    let lang = view.store.lang;
    let query = use_state(String::new);
    let hovered_id = use_state(String::new);
    use_effect(focus::restore_focus);
    let selected_ids = &view.store.builder.selected_ids;
    let entries: Vec<&OutlineItem> =
        outline.entries.iter().filter(|outline_item| is_search_match(outline_item, &query)).collect();
    let rows: Vec<&OutlineItem> = ObjectGroup::ALL
        .into_iter()
        .flat_map(|group| {
            entries.iter().copied().filter(move |outline_item| outline_item.group == group).take(MAX_ROWS)
        })
        .collect();
    // There is one tab stop: the last selected object, or the first one.
    let stop = selected_ids.iter().rev().find(|id| rows.iter().any(|outline_item| outline_item.id == **id));
    let stop = stop.or(rows.first().map(|outline_item| &outline_item.id)).cloned().unwrap_or_default();
    let row = |outline_item: &OutlineItem| {
        let selected = selected_ids.contains(&outline_item.id);
        let target = drop_field(outline_item);
        let class = if *hovered_id == outline_item.id { "row over" } else { "row" };
        let ondragover = {
            let (hovered_id, id) = (hovered_id.clone(), outline_item.id.clone());
            target.map(|_| {
                Callback::from(move |event: DragEvent| {
                    if is_own_drag(&event) {
                        event.prevent_default();
                        if *hovered_id != id {
                            hovered_id.set(id.clone());
                        }
                    }
                })
            })
        };
        let ondragleave = {
            let hovered_id = hovered_id.clone();
            target.map(|_| Callback::from(move |_: DragEvent| hovered_id.set(String::new())))
        };
        let ondrop = {
            let (dispatch, hovered_id, name) = (dispatch.clone(), hovered_id.clone(), outline_item.name.clone());
            target.map(|path| {
                Callback::from(move |event: DragEvent| {
                    if is_own_drag(&event) {
                        event.prevent_default();
                        event.stop_propagation();
                        hovered_id.set(String::new());
                        dispatch.emit(Action::from(ObjectMsg::SetFields(vec![(path, name.clone())])));
                    }
                })
            })
        };
        html! {
            <div key={outline_item.id.clone()} {class} role="option" aria-selected={selected.to_string()} data-id={outline_item.id.clone()}
                tabindex={if outline_item.id == stop { "0" } else { "-1" }} draggable="true"
                onclick={on_click(dispatch, &outline_item.id)} ondragstart={on_drag_start(dispatch, &outline_item.id, selected)} {ondragover} {ondragleave} {ondrop}>
                <i class="check" aria-hidden="true">{ if selected { "✓" } else { "" } }</i>
                <span>{ if outline_item.name.is_empty() { outline_item.kind.clone() } else { outline_item.name.clone() } }</span>
                { draw_list_shield(view.store.lang, &budgets_of(view, outline_item)) }
                <small>{ row_detail(outline_item) }</small>
            </div>
        }
    };
    let groups = ObjectGroup::ALL.into_iter().filter_map(|group| {
        let entries: Vec<&OutlineItem> = entries.iter().copied().filter(|outline_item| outline_item.group == group).collect();
        let hidden_count = entries.len().saturating_sub(MAX_ROWS);
        (!entries.is_empty()).then(|| {
            html! {
                <div key={format!("{group:?}")} role="group" aria-label={group.name(lang)}>
                    <div class="tree-head" aria-hidden="true">{ group.name(lang) }<small>{ entries.len() }</small></div>
                    { for entries.iter().take(MAX_ROWS).map(|outline_item| row(outline_item)) }
                    if hidden_count > 0 { <div class="note" aria-hidden="true">{ lang.more_to_search(hidden_count) }</div> }
                </div>
            }
        })
    });
    let onfind = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
                query.set(input.value());
            }
        })
    };
    let ids: Rc<Vec<String>> = Rc::new(rows.iter().map(|outline_item| outline_item.id.clone()).collect());
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| on_key(&event, &ids, &dispatch))
    };
    let find = lang.builder_labels().find_object;
    html! {
        <>
            if outline.entries.len() >= MIN_SEARCHABLE {
                <input class="find" type="search" aria-label={find} placeholder={find} value={(*query).clone()} oninput={onfind} />
            }
            if rows.is_empty() {
                if !query.is_empty() { <p class="note" role="status">{ lang.builder_labels().no_object_found }</p> }
            } else {
                <div class="tree" role="listbox" aria-multiselectable="true" aria-label={lang.builder_labels().objects} {onkeydown}>{ for groups }</div>
            }
        </>
    }
}

/// The budgets that protect a pod or the pods of a workload at the current moment; for a budget, the budget itself.
pub fn budgets_of(view: &View, outline_item: &OutlineItem) -> GuardingBudgets {
    let frame = &view.frame;
    let namespace = plain_scalar(value_at(&outline_item.value, "metadata.namespace"));
    let namespace = if namespace.is_empty() { "default" } else { &namespace };
    let key = format!("{namespace}/{}", outline_item.name);
    match outline_item.group {
        ObjectGroup::Pods => {
            frame.pods.get(key.as_str()).map(|pod| frame.guarding_budgets(&pod.pod)).unwrap_or_default()
        }
        ObjectGroup::Workloads => {
            let labels =
                read_labels(value_at(&outline_item.value, "spec.template.metadata.labels")).unwrap_or_default();
            let metadata = ObjectMeta { namespace: namespace.into(), labels, ..ObjectMeta::default() };
            frame.guarding_budgets(&Pod { metadata, ..Pod::default() })
        }
        ObjectGroup::Budgets => GuardingBudgets(frame.budgets.get(key.as_str()).cloned().into_iter().collect()),
        _ => GuardingBudgets::default(),
    }
}

/// Whether an object's kind, name or labels match a search.
fn is_search_match(outline_item: &OutlineItem, query: &str) -> bool {
    let query = query.trim().to_lowercase();
    let labels = || plain_scalar(value_at(&outline_item.value, "metadata.labels")).replace("\":\"", "=");
    query.is_empty()
        || outline_item.name.to_lowercase().contains(&query)
        || outline_item.kind.to_lowercase().contains(&query)
        || labels().to_lowercase().contains(&query)
}

/// The field that is set in pods when they are dropped on an object.
fn drop_field(outline_item: &OutlineItem) -> Option<&'static str> {
    match outline_item.group {
        ObjectGroup::Classes => Some("spec.priorityClassName"),
        ObjectGroup::PodGroups if pod_groups::is_group(outline_item) => Some(form::MEMBERSHIP_PATH),
        ObjectGroup::Nodes => Some("spec.nodeName"),
        ObjectGroup::Namespaces => Some("metadata.namespace"),
        _ => None,
    }
}

/// Whether objects of this page are dragged, not files.
pub fn is_own_drag(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data_transfer| data_transfer.types().includes(&JsValue::from_str(DRAG_MIME), 0))
}

/// Starts dragging the selected objects, or only this one if it isn't selected.
pub(crate) fn on_drag_start(dispatch: &Callback<Action>, id: &str, selected: bool) -> Callback<DragEvent> {
    let (dispatch, id) = (dispatch.clone(), id.to_owned());
    Callback::from(move |event: DragEvent| {
        if !selected {
            dispatch.emit(Action::from(ObjectMsg::Select(id.clone(), SelectMode::Single)));
        }
        if let Some(data) = event.data_transfer() {
            let _ = data.set_data(DRAG_MIME, &id);
            data.set_effect_allowed("move");
        }
    })
}

fn on_click(dispatch: &Callback<Action>, id: &str) -> Callback<MouseEvent> {
    let (dispatch, id) = (dispatch.clone(), id.to_owned());
    Callback::from(move |event: MouseEvent| {
        let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        // The class name of an SVG element, such as a shield in the row, is not a string.
        let check = at.is_some_and(|element| element.get_attribute("class").as_deref() == Some("check"));
        let how = match (event.shift_key(), event.ctrl_key() || event.meta_key() || check) {
            (true, _) => SelectMode::Range,
            (_, true) => SelectMode::Toggle,
            _ => SelectMode::OpenForm,
        };
        dispatch.emit(Action::from(ObjectMsg::Select(id.clone(), how)));
    })
}

/// Handles keys in the list.
fn on_key(event: &KeyboardEvent, ids: &[String], dispatch: &Callback<Action>) {
    let Some(id) = focus::focused_object() else { return };
    let has_modifier = event.ctrl_key() || event.meta_key();
    let current_index = ids.iter().position(|other| *other == id).unwrap_or(0);
    let last = ids.len().saturating_sub(1);
    let action = match (event.key().as_str(), has_modifier) {
        ("ArrowUp" | "ArrowDown", _) if event.alt_key() => {
            focus::remember_focus(FocusTarget::Row(id));
            Action::from(ObjectMsg::MovePriority(event.key() == "ArrowUp"))
        }
        (key @ ("ArrowUp" | "ArrowDown" | "Home" | "End"), has_modifier) => {
            let target_index = match key {
                "ArrowUp" => current_index.saturating_sub(1),
                "ArrowDown" => (current_index + 1).min(last),
                "Home" => 0,
                _ => last,
            };
            event.prevent_default();
            event.stop_propagation();
            let Some(id) = ids.get(target_index) else { return };
            focus::focus_row(id);
            match (has_modifier, event.shift_key()) {
                (true, false) => return,
                (_, true) => ObjectMsg::Select(id.clone(), SelectMode::Range).into(),
                _ => ObjectMsg::Select(id.clone(), SelectMode::Single).into(),
            }
        }
        (" ", _) => ObjectMsg::Select(id, SelectMode::Toggle).into(),
        ("a" | "A", true) => Action::Builder(BuilderMsg::SelectMany(ids.to_vec())),
        ("Delete" | "Backspace", _) => {
            focus::remember_focus(FocusTarget::List);
            ObjectMsg::DeleteSelected.into()
        }
        ("Escape", _) => Action::Builder(BuilderMsg::ClearSelection),
        ("Enter", _) => {
            event.prevent_default();
            dispatch.emit(Action::from(ObjectMsg::Select(id, SelectMode::OpenForm)));
            return;
        }
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    dispatch.emit(action);
}

/// What a row shows besides the name.
fn row_detail(outline_item: &OutlineItem) -> String {
    let of = |path: &str| plain_scalar(value_at(&outline_item.value, path));
    let amount = |path: &str| plain_scalar(form::field_value(outline_item, path));
    let texts: Vec<String> = match outline_item.group {
        ObjectGroup::Nodes => vec![amount("status.capacity.cpu"), amount("status.capacity.memory")],
        ObjectGroup::Pods => {
            vec![of("spec.priorityClassName"), of("spec.containers.0.resources.requests.cpu"), of("spec.nodeName")]
        }
        ObjectGroup::Workloads if outline_item.value["spec"]["replicas"].is_null() => vec![outline_item.kind.clone()],
        ObjectGroup::Workloads => vec![format!("{} ×{}", outline_item.kind, of("spec.replicas"))],
        ObjectGroup::PodGroups => match of(form::MIN_COUNT_PATH).as_str() {
            "" => vec![outline_item.kind.clone()],
            minimum => vec![format!("minCount {minimum}")],
        },
        ObjectGroup::Classes => vec![of("value")],
        ObjectGroup::Budgets => {
            let (least, most) = (of("spec.minAvailable"), of("spec.maxUnavailable"));
            vec![match least.as_str() {
                "" => format!("maxUnavailable {most}"),
                least => format!("minAvailable {least}"),
            }]
        }
        ObjectGroup::Devices | ObjectGroup::Scheduler | ObjectGroup::Other => vec![outline_item.kind.clone()],
        ObjectGroup::Services | ObjectGroup::Namespaces | ObjectGroup::Script => Vec::new(),
    };
    texts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
