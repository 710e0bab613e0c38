//! What the text lacks, and a button that adds it: nodes, and objects that others name. What is added is text like any other.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, NodeRef, Properties, TargetCast, component, html, use_node_ref, use_state};

use crate::builder::Build;
use crate::lang::Lang;
use crate::store::Action;
use crate::typing::TextField;
use crate::view::{Props, View};
use api::offer::{Missing, NodeOffer, Size};

/// How many nodes are added at once.
const MOST: usize = 1000;

/// Nodes, for a text without any.
#[component]
pub fn Nodes(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, lang) = (&view.store, view.store.lang);
    let chosen = use_state(|| None::<NodeOffer>);
    let NodeOffer { size, count } = chosen.or(store.run.loaded.offer).unwrap_or_default();
    let words = lang.offer();
    let onsize = {
        let chosen = chosen.clone();
        Callback::from(move |event: yew::Event| {
            let index = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            let size = usize::try_from(index).ok().and_then(|index| Size::ALL.get(index).copied()).unwrap_or(size);
            chosen.set(Some(NodeOffer { size, count }));
        })
    };
    let oncount = Callback::from(move |typed: String| {
        if let Ok(count) = typed.trim().parse::<usize>() {
            chosen.set(Some(NodeOffer { size, count: count.clamp(1, MOST) }));
        }
    });
    let onadd = {
        let (act, text) = (act.clone(), store.builder.text.clone());
        Callback::from(move |_| {
            let taken = |name: &str| text.contains(name);
            act.emit(Action::Builder(Build::Append(size.documents(count, &taken))));
        })
    };
    html! {
        <div class="offer">
            <span>{ view.words.no_nodes }</span>
            <select aria-label={words.size} onchange={onsize}>
                { for Size::ALL.into_iter().map(|it| html! { <option selected={it == size}>{ lang.size(it) }</option> }) }
            </select>
            <TextField kind="number" label={words.how_many} bounds={(1, i64::try_from(MOST).unwrap_or(i64::MAX))} value={count.to_string()} send={oncount} />
            <button type="button" class="accent" onclick={onadd}>{ words.add_nodes }</button>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct Lacking {
    missing: Missing,
    lang: Lang,
    act: Callback<Action>,
}

/// The button that adds an object; a priority class needs a value.
#[component]
fn Add(props: &Lacking) -> Html {
    let Lacking { missing, lang, act } = props;
    let input: NodeRef = use_node_ref();
    let has_value = matches!(missing, Missing::PriorityClass { .. });
    let (kind, name) = missing.named();
    let onadd = {
        let (missing, act, input) = (missing.clone(), act.clone(), input.clone());
        Callback::from(move |_| {
            let typed = input.cast::<HtmlInputElement>().and_then(|input| input.value().trim().parse().ok());
            act.emit(Action::Builder(Build::Append(missing.document(typed.unwrap_or(0)))));
        })
    };
    html! {
        <span class="lacking">
            if has_value {
                <TextField node={input} kind="number" label={lang.offer().value} title={lang.offer().value} value="0" bounds={(i64::from(i32::MIN), 1_000_000_000)} />
            }
            <button type="button" class="plain" onclick={onadd}>{ lang.add_object(kind, name) }</button>
        </span>
    }
}

/// What adds a missing object.
pub fn add(view: &View, act: &Callback<Action>, missing: &Missing) -> Html {
    html! { <Add missing={missing.clone()} lang={view.store.lang} act={act.clone()} /> }
}
