//! Buttons that add what the manifest lacks: nodes, and objects that others refer to. What is added becomes part of the text.

use findings::MissingObject;
use i18n::Lang;
use manifest::node_sizes::{NodeOffer, NodeSize};
use page_state::actions::{Action, builder::ObjectMsg};
use ui::text_field::TextField;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, NodeRef, Properties, TargetCast, component, html, use_node_ref, use_state};

use crate::view::{Props, View};

/// The maximum number of nodes that are added at once.
const MAX_NEW_NODES: usize = 1000;

/// Suggests nodes for a manifest without any.
#[component]
pub fn AddNodes(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, lang) = (&view.store, view.store.lang);
    let chosen_offer = use_state(|| None::<NodeOffer>);
    let NodeOffer { size, count } = chosen_offer.or(store.run.manifest_summary.offer).unwrap_or_default();
    let labels = lang.offer_labels();
    let onsize = {
        let chosen_offer = chosen_offer.clone();
        Callback::from(move |event: yew::Event| {
            let index = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let size = usize::try_from(index).ok().and_then(|index| NodeSize::ALL.get(index).copied()).unwrap_or(size);
            chosen_offer.set(Some(NodeOffer { size, count }));
        })
    };
    let oncount = Callback::from(move |typed_text: String| {
        if let Ok(count) = typed_text.trim().parse::<usize>() {
            chosen_offer.set(Some(NodeOffer { size, count: count.clamp(1, MAX_NEW_NODES) }));
        }
    });
    let onadd = {
        let (dispatch, text) = (dispatch.clone(), store.builder.text.clone());
        Callback::from(move |_| {
            let is_name_used = |name: &str| text.contains(name);
            dispatch.emit(Action::from(ObjectMsg::AppendText(size.to_documents(count, &is_name_used))));
        })
    };
    html! {
        <div class="offer">
            <span>{ view.words.no_nodes }</span>
            <select aria-label={labels.size} onchange={onsize}>
                { for NodeSize::ALL.into_iter().map(|node_size| html! { <option selected={node_size == size}>{ lang.node_size(node_size) }</option> }) }
            </select>
            <TextField kind="number" label={labels.how_many} bounds={(1, i64::try_from(MAX_NEW_NODES).unwrap_or(i64::MAX))} value={count.to_string()} send={oncount} />
            <button type="button" class="accent" onclick={onadd}>{ labels.add_nodes }</button>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct AddMissingProps {
    missing: MissingObject,
    lang: Lang,
    dispatch: Callback<Action>,
}

/// The button that adds an object; for a priority class with a field for its value.
#[component]
fn AddMissing(props: &AddMissingProps) -> Html {
    let AddMissingProps { missing, lang, dispatch } = props;
    let input: NodeRef = use_node_ref();
    let has_value = matches!(missing, MissingObject::PriorityClass { .. });
    let (kind, name) = missing.kind_and_name();
    let onadd = {
        let (missing, dispatch, input) = (missing.clone(), dispatch.clone(), input.clone());
        Callback::from(move |_| {
            let typed = input.cast::<HtmlInputElement>().and_then(|input| input.value().trim().parse().ok());
            dispatch.emit(Action::from(ObjectMsg::AppendText(missing.to_document(typed.unwrap_or(0)))));
        })
    };
    html! {
        <span class="lacking">
            if has_value {
                <TextField node={input} kind="number" label={lang.offer_labels().value} title={lang.offer_labels().value} value="0" bounds={(i64::from(i32::MIN), 1_000_000_000)} />
            }
            <button type="button" class="plain" onclick={onadd}>{ lang.add_object(kind.name(), name) }</button>
        </span>
    }
}

/// The button that adds a missing object.
pub fn draw_add_button(view: &View, dispatch: &Callback<Action>, missing: &MissingObject) -> Html {
    html! { <AddMissing missing={missing.clone()} lang={view.store.lang} dispatch={dispatch.clone()} /> }
}
