//! A field for text. The page draws anew at every step of a run; what somebody is typing meanwhile stays.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::{AttrValue, Callback, Event, FocusEvent, Html, InputEvent, NodeRef, Properties, component, html};
use yew::{use_effect_with, use_state_eq};

/// A field, its value, and who is told of another one.
#[derive(Clone, PartialEq, Properties)]
pub struct TextFieldProps {
    /// What it shows while nothing is typed.
    pub value: AttrValue,
    /// Is told what was typed once it is typed: at Enter, and when the field is left. Without it the text stays until the value is
    /// another one: somebody reads it when it is needed.
    #[prop_or_default]
    pub send: Option<Callback<String>>,
    /// The element, for one who reads it.
    #[prop_or_default]
    pub node: NodeRef,
    /// `text` or `number`.
    #[prop_or("text")]
    pub kind: &'static str,
    /// Least and most of a number.
    #[prop_or_default]
    pub bounds: Option<(i64, i64)>,
    /// Whether a form is not sent without it.
    #[prop_or_default]
    pub required: bool,
    /// With that many rows it is an area.
    #[prop_or_default]
    pub rows: Option<u32>,
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// What it is called, where no label says it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// The element that says more.
    #[prop_or_default]
    pub described: Option<AttrValue>,
    #[prop_or_default]
    pub invalid: bool,
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    #[prop_or_default]
    pub title: Option<AttrValue>,
    /// The list of what can be typed.
    #[prop_or_default]
    pub list: Option<AttrValue>,
}

/// The field.
#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    let TextFieldProps { value, send, kind, bounds, required, rows, .. } = props.clone();
    let TextFieldProps { node, id, label, described, invalid, placeholder, title, list, .. } = props.clone();
    let typed = use_state_eq(|| None::<AttrValue>);
    {
        let typed = typed.clone();
        use_effect_with(value.clone(), move |_| typed.set(None));
    }
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| typed.set(text_in(&event).map(Into::into)))
    };
    let sends = send.is_some();
    let onchange = {
        let typed = typed.clone();
        Callback::from(move |event: Event| {
            if let Some((send, text)) = send.as_ref().zip(text_in(&event)) {
                send.emit(text);
                typed.set(None);
            }
        })
    };
    let onblur = {
        let typed = typed.clone();
        Callback::from(move |_: FocusEvent| {
            if sends {
                typed.set(None);
            }
        })
    };
    let shown = (*typed).clone().unwrap_or(value);
    let invalid = invalid.then_some("true");
    let (least, most) = bounds.map(|(least, most)| (least.to_string(), most.to_string())).unzip();
    match rows {
        Some(rows) => html! {
            <textarea ref={node} {id} rows={rows.to_string()} value={shown} aria-label={label} aria-describedby={described} aria-invalid={invalid}
                spellcheck="false" {required} {placeholder} {title} {oninput} {onchange} {onblur} />
        },
        None => html! {
            <input ref={node} {id} type={kind} value={shown} {required} min={least} max={most} aria-label={label} aria-describedby={described}
                aria-invalid={invalid} autocomplete="off" spellcheck="false" {placeholder} {title} {list} {oninput} {onchange} {onblur} />
        },
    }
}

/// The text of the field that something happens in.
fn text_in(event: &Event) -> Option<String> {
    let target = event.target()?;
    let input = target.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value);
    input.or_else(|| target.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value))
}
