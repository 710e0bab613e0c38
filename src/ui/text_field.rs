//! A field for text. The page draws anew at every step of a run; what somebody is typing meanwhile stays.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::{AttrValue, Callback, Component, Context, Event, FocusEvent, Html, InputEvent, NodeRef, Properties, html};

/// A field, its value, and who is told of another one.
#[derive(PartialEq, Properties)]
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
    /// With that many rows it is an area, which has neither bounds nor a label, title or list of its own.
    #[prop_or_default]
    pub rows: Option<u32>,
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// What it is called, where no label says it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// The element that says more.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
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
pub struct TextField {
    /// What is typed and not sent.
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

/// The text of the field that something happens in.
fn event_text(event: &Event) -> Option<String> {
    let target = event.target()?;
    let input = target.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value);
    input.or_else(|| target.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value))
}
