//! A large text field that reports every keystroke. The browser holds the text and its undo history; the page sets the text only when it is
//! replaced.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::{Callback, Html, InputEvent, NodeRef, Properties, component, html, use_effect_with, use_mut_ref};

/// The text, and the callback for changes.
#[derive(Clone, PartialEq, Properties)]
pub struct TextAreaProps {
    pub text: Rc<str>,
    pub on_edit: Callback<Rc<str>>,
    pub node: NodeRef,
    pub id: &'static str,
    pub label: &'static str,
    #[prop_or_default]
    pub is_invalid: bool,
}

#[component]
pub fn TextArea(props: &TextAreaProps) -> Html {
    let TextAreaProps { text, on_edit, node, id, label, is_invalid } = props.clone();
    let sent_texts = use_mut_ref(Vec::<Rc<str>>::new);
    {
        let (node, sent_texts) = (node.clone(), Rc::clone(&sent_texts));
        use_effect_with(text, move |text| {
            let mut texts = sent_texts.borrow_mut();
            let at = texts.iter().position(|earlier| earlier == text);
            if let Some(at) = at {
                // The text in the field is newer than the one in the state.
                texts.drain(..=at);
            } else {
                texts.clear();
                if let Some(area) = node.cast::<HtmlTextAreaElement>() {
                    area.set_value(text);
                }
            }
        });
    }
    let oninput = Callback::from(move |event: InputEvent| {
        let area = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        if let Some(area) = area {
            let text: Rc<str> = area.value().into();
            sent_texts.borrow_mut().push(Rc::clone(&text));
            on_edit.emit(text);
        }
    });
    let invalid = is_invalid.then_some("true");
    html! { <textarea ref={node} {id} aria-label={label} aria-invalid={invalid} spellcheck="false" autocomplete="off" {oninput} /> }
}
