//! A text field that keeps unsent input while the page is redrawn at every step of a run.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::{AttrValue, Callback, Component, Context, Event, FocusEvent, Html, InputEvent, NodeRef, Properties, html};

#[derive(PartialEq, Properties)]
pub struct TextFieldProps {
    /// The value that it shows while there is no unsent input.
    pub value: AttrValue,
    /// Receives the input at Enter, and when the field loses the focus. Without it, the input stays until `value` changes, and is read from the
    /// element when needed.
    #[prop_or_default]
    pub send: Option<Callback<String>>,
    /// A reference to the element.
    #[prop_or_default]
    pub node: NodeRef,
    /// `text` or `number`.
    #[prop_or("text")]
    pub kind: &'static str,
    /// The minimum and maximum of a number.
    #[prop_or_default]
    pub bounds: Option<(i64, i64)>,
    /// Whether a form can't be submitted without it.
    #[prop_or_default]
    pub required: bool,
    /// If set, it is a text area with this number of rows, which has neither bounds nor a label, title or list of its own.
    #[prop_or_default]
    pub rows: Option<u32>,
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// The accessible name, if there is no label element.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// The id of an element with a description.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    #[prop_or_default]
    pub invalid: bool,
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    #[prop_or_default]
    pub title: Option<AttrValue>,
    /// The id of a list of suggestions.
    #[prop_or_default]
    pub list: Option<AttrValue>,
}

/// The component of the field.
pub struct TextField {
    /// Input that has not been sent.
    unsent_text: Option<AttrValue>,
}

impl Component for TextField {
    type Message = Option<AttrValue>;
    type Properties = TextFieldProps;

    fn create(_: &Context<Self>) -> Self {
        Self { unsent_text: None }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &TextFieldProps) -> bool {
        if ctx.props().value != old.value {
            self.unsent_text = None;
        }
        true
    }

    fn update(&mut self, _: &Context<Self>, typed: Option<AttrValue>) -> bool {
        self.unsent_text = typed;
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (props, link) = (ctx.props(), ctx.link());
        let oninput = link.callback(|event: InputEvent| event_text(&event).map(Into::into));
        let onblur = props.send.is_some().then(|| link.callback(|_: FocusEvent| None));
        let onchange = props.send.clone().map(|send| {
            let link = link.clone();
            Callback::from(move |event: Event| {
                if let Some(text) = event_text(&event) {
                    send.emit(text);
                    link.send_message(None);
                }
            })
        });
        let value = self.unsent_text.clone().unwrap_or_else(|| props.value.clone());
        let (node, id, described_by) = (props.node.clone(), props.id.clone(), props.described_by.clone());
        let invalid = props.invalid.then_some("true");
        if let Some(rows) = props.rows {
            return html! {
                <textarea ref={node} {id} rows={rows.to_string()} {value} aria-describedby={described_by} aria-invalid={invalid} spellcheck="false"
                    {oninput} {onchange} {onblur} />
            };
        }
        let (least, most) = props.bounds.map(|(least, most)| (least.to_string(), most.to_string())).unzip();
        html! {
            <input ref={node} {id} type={props.kind} {value} required={props.required} min={least} max={most} aria-label={props.label.clone()}
                aria-describedby={described_by} aria-invalid={invalid} autocomplete="off" spellcheck="false" placeholder={props.placeholder.clone()}
                title={props.title.clone()} list={props.list.clone()} {oninput} {onchange} {onblur} />
        }
    }
}

/// The text of the field in which an event happened.
fn event_text(event: &Event) -> Option<String> {
    let target = event.target()?;
    let input = target.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value);
    input.or_else(|| target.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value))
}
