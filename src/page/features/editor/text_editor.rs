//! The YAML tab's editor. The element `<manifest-text>` holds the text; it is sent to the state when typing pauses, and problems are marked in it.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use findings::Finding;
use gloo::timers::callback::Timeout;
use i18n::Lang;
use js_sys::{Array, Function};
use page_state::{
    actions::{Action, builder::BuilderMsg},
    builder::{outline::MAX_PARSED_BYTES, parsed_manifest::ParsedManifest},
    chunk::LoadState,
    store::Store,
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::KeyboardEvent;
use yew::{Callback, Component, Context, Html, NodeRef, html};

use crate::{
    effects::storage::note_input,
    features::editor::{
        completion::complete_at,
        manifest_element::{self, ManifestElement},
    },
    view::{
        Props,
        dirty::{self, Slices},
    },
};

/// Longer texts, in bytes, are checked only when they run.
const MAX_CHECKED_BYTES: usize = 300_000;
/// The maximum number of problems that are marked in the text; the list above it has more.
const MAX_MARKS: usize = 200;
/// Milliseconds without a key press after which the text is sent to the state, and after which it is checked.
const SEND_DELAY: u32 = 150;
const CHECK_DELAY: u32 = 500;

pub enum EditorMsg {
    /// The element's program was loaded, or could not be.
    ElementLoaded(bool),
    /// Try again to load the program.
    RetryLoad,
    /// The element threw an exception.
    ElementBroke,
    Input,
    /// Send the text to the state.
    SendText,
    /// This text was sent to the state.
    TextSent(Rc<str>),
    /// Check the text for problems.
    CheckText,
}

/// What completion needs: the objects of the last text that could be parsed, and the language.
struct CompletionContext {
    last_parsed: RefCell<ParsedManifest>,
    lang: Cell<Lang>,
}

/// The slices of the state that the editor depends on.
pub(crate) const SLICES: Slices = dirty::LANG | dirty::RUN | dirty::BUILDER;

pub struct TextEditor {
    element: NodeRef,
    load_state: LoadState<()>,
    /// Whether the element threw an exception: it is removed until the text is replaced or the user tries again.
    is_broken: bool,
    /// The text that the state has, as far as the editor knows.
    sent_text: Rc<str>,
    /// Whether the user typed something that has not been sent.
    has_unsent_input: Rc<Cell<bool>>,
    /// Whether the element must be given the state's text.
    is_text_stale: bool,
    completion_context: Rc<CompletionContext>,
    /// The problems that are marked in the element, and the language of their messages.
    shown_marks: Option<(Vec<Finding>, Lang)>,
    send_timer: Option<Timeout>,
    check_timer: Option<Timeout>,
    /// The number of the last navigation that was performed.
    reached_target: usize,
    callbacks: Option<EditorCallbacks>,
}

/// Suggests completions from the document before and after the caret, and whether the user requested them.
type CompleteCallback = Closure<dyn Fn(String, String, bool) -> JsValue>;

/// The callbacks of the element, which must live as long as the element may call them.
struct EditorCallbacks {
    _complete: CompleteCallback,
    _input: Closure<dyn Fn()>,
    _idle: Closure<dyn Fn()>,
}

impl Component for TextEditor {
    type Message = EditorMsg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let store = &ctx.props().view.store;
        fetch_element_program(ctx);
        Self {
            element: NodeRef::default(),
            load_state: LoadState::Loading,
            is_broken: false,
            sent_text: Rc::clone(&store.builder.text),
            has_unsent_input: Rc::default(),
            is_text_stale: true,
            completion_context: Rc::new(CompletionContext {
                last_parsed: RefCell::new(store.builder.parse_current()),
                lang: Cell::new(store.lang),
            }),
            shown_marks: None,
            send_timer: None,
            check_timer: None,
            reached_target: store.builder.caret_target_count,
            callbacks: None,
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Props) -> bool {
        let (store, before) = (&ctx.props().view.store, &old.view.store.builder.text);
        self.completion_context.lang.set(store.lang);
        if !Rc::ptr_eq(&store.builder.text, before)
            && store.builder.text != *before
            && store.builder.text != self.sent_text
        {
            // The text was replaced: by undo, a scenario, or a file.
            self.send_timer = None;
            self.has_unsent_input.set(false);
            self.sent_text = Rc::clone(&store.builder.text);
            self.completion_context.last_parsed.replace(store.builder.parse_current());
            self.is_text_stale = true;
            self.is_broken = false;
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: EditorMsg) -> bool {
        match msg {
            EditorMsg::ElementLoaded(is_loaded) => {
                self.load_state = if is_loaded { LoadState::Ready(&()) } else { LoadState::Failed };
                self.reached_target =
                    self.reached_target.min(ctx.props().view.store.builder.caret_target_count.saturating_sub(1));
                if is_loaded && !ctx.props().view.store.is_text_running() {
                    ctx.link().send_message(EditorMsg::CheckText);
                }
            }
            EditorMsg::ElementBroke => {
                // A new element replaces this one and is initialized again.
                (self.is_broken, self.is_text_stale) = (true, true);
                (self.callbacks, self.shown_marks, self.send_timer) = (None, None, None);
                self.has_unsent_input.set(false);
            }
            EditorMsg::RetryLoad => {
                self.is_broken = false;
                self.load_state = LoadState::Loading;
                fetch_element_program(ctx);
            }
            EditorMsg::Input => {
                let link = ctx.link().clone();
                self.send_timer = Some(Timeout::new(SEND_DELAY, move || link.send_message(EditorMsg::SendText)));
                let link = ctx.link().clone();
                self.check_timer = Some(Timeout::new(CHECK_DELAY, move || link.send_message(EditorMsg::CheckText)));
                return false;
            }
            EditorMsg::SendText => self.send_text(ctx),
            EditorMsg::TextSent(text) => {
                self.send_timer = None;
                self.sent_text = text;
            }
            EditorMsg::CheckText => self.check_text(ctx),
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Props { view, dispatch, .. } = ctx.props();
        let (lang, link) = (view.store.lang, ctx.link());
        let (area, dispatch, ahead) = (self.element.clone(), dispatch.clone(), Rc::clone(&self.has_unsent_input));
        let sent = link.callback(EditorMsg::TextSent);
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            // The key may run or share the text, which must include the latest input. A message to this component would be handled only after the
            // key.
            if (event.ctrl_key() || event.meta_key())
                && ahead.take()
                && let Some(area) = area.get()
            {
                let text: Rc<str> = area.unchecked_into::<ManifestElement>().value().into();
                dispatch.emit(Action::Builder(BuilderMsg::EditText(Rc::clone(&text))));
                sent.emit(text);
            }
        });
        let notices = lang.notice_labels();
        let again = link.callback(|_: yew::MouseEvent| EditorMsg::RetryLoad);
        html! {
            <>
            <div class="sheet" {onkeydown}>
                if self.is_broken || self.load_state.has_failed() {
                    <div class="coming" role="alert">
                        <p>{ if self.is_broken { notices.editor_broke } else { notices.part_failed } }</p>
                        <button type="button" class="plain" onclick={again}>{ notices.try_again }</button>
                    </div>
                } else {
                    <manifest-text ref={&self.element} />
                }
            </div>
            <p class="sheet-keys" aria-hidden="true">{ lang.builder_labels().editor_keys }</p>
            </>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        if let Some(area) = self.manifest_element()
            && self.update_element(ctx, &area).is_err()
        {
            ctx.link().send_message(EditorMsg::ElementBroke);
        }
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        self.send_text(ctx);
    }
}

fn fetch_element_program(ctx: &Context<TextEditor>) {
    let link = ctx.link().clone();
    spawn_local(async move { link.send_message(EditorMsg::ElementLoaded(manifest_element::fetch_element().await)) });
}

/// Connects the element with its callbacks.
fn connect_callbacks(
    ctx: &Context<TextEditor>,
    area: &ManifestElement,
    completion_ctx: &Rc<CompletionContext>,
    ahead: &Rc<Cell<bool>>,
) -> Result<EditorCallbacks, JsValue> {
    let completion_ctx = Rc::clone(completion_ctx);
    let fits: CompleteCallback = Closure::new(move |text_before: String, text_after: String, is_explicit: bool| {
        let caret = text_before.len();
        let completion = complete_at(
            &[text_before.as_str(), &text_after].concat(),
            caret,
            completion_ctx.last_parsed.borrow().outline(),
            is_explicit,
        );
        manifest_element::completion_value(&text_before, completion, completion_ctx.lang.get())
    });
    area.set_complete(fits.as_ref().unchecked_ref())?;
    let (link, element, ahead) = (ctx.link().clone(), area.clone(), Rc::clone(ahead));
    let input: Closure<dyn Fn()> = Closure::new(move || {
        // The page may close before Yew handles the message.
        note_input(&element);
        ahead.set(true);
        link.send_message(EditorMsg::Input);
    });
    let link = ctx.link().clone();
    let rest = Closure::<dyn Fn()>::new(move || link.send_message(EditorMsg::SendText));
    let listen = |event: &str, call: &Function| area.add_event_listener_with_callback(event, call);
    // Adding a listener to an element can't fail.
    let _ = listen("input", input.as_ref().unchecked_ref());
    let _ = listen("change", rest.as_ref().unchecked_ref());
    Ok(EditorCallbacks { _complete: fits, _input: input, _idle: rest })
}

impl TextEditor {
    /// The element, once it is usable.
    fn manifest_element(&self) -> Option<ManifestElement> {
        let is_there = self.load_state.is_ready() && !self.is_broken;
        is_there.then(|| self.element.get()).flatten().map(JsCast::unchecked_into)
    }

    /// Passes everything to the element that has changed.
    fn update_element(&mut self, ctx: &Context<Self>, area: &ManifestElement) -> Result<(), JsValue> {
        let store = &ctx.props().view.store;
        if self.callbacks.is_none() {
            self.callbacks = Some(connect_callbacks(ctx, area, &self.completion_context, &self.has_unsent_input)?);
        }
        if std::mem::take(&mut self.is_text_stale) && *area.value() != **store.builder.text {
            area.set_value(&store.builder.text)?;
            self.shown_marks = None;
        }
        self.mark_problems(area, store)?;
        if let Some((line, column)) =
            store.builder.caret_target.filter(|_| store.builder.caret_target_count != self.reached_target)
        {
            self.reached_target = store.builder.caret_target_count;
            area.go(u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))?;
        }
        Ok(())
    }

    fn send_text(&mut self, ctx: &Context<Self>) {
        self.send_timer = None;
        if self.has_unsent_input.take()
            && let Some(area) = self.manifest_element()
        {
            let text: Rc<str> = area.value().into();
            if text != self.sent_text {
                self.sent_text = Rc::clone(&text);
                ctx.props().dispatch.emit(Action::Builder(BuilderMsg::EditText(text)));
            }
        }
    }

    fn check_text(&mut self, ctx: &Context<Self>) {
        self.check_timer = None;
        self.send_text(ctx);
        if self.sent_text.len() <= MAX_PARSED_BYTES {
            // The input is in the state by now, or will be soon.
            let fresh = ctx.props().view.store.builder.parse_text(&self.sent_text);
            if fresh.outline().is_readable {
                self.completion_context.last_parsed.replace(fresh);
            }
        }
        if self.sent_text.len() <= MAX_CHECKED_BYTES {
            ctx.props().dispatch.emit(Action::Builder(BuilderMsg::CheckText));
        }
    }

    /// Marks the problems at their positions.
    fn mark_problems(&mut self, area: &ManifestElement, store: &Store) -> Result<(), JsValue> {
        let findings = store.current_problems();
        let findings = &findings[..findings.len().min(MAX_MARKS)];
        let marks_lang = self.shown_marks.as_ref().map(|(_, lang)| *lang);
        if marks_lang != Some(store.lang) {
            area.tell(&manifest_element::element_words(store.lang))?;
        }
        if marks_lang == Some(store.lang) && self.shown_marks.as_ref().is_some_and(|(before, _)| before == findings) {
            return Ok(());
        }
        let list = findings.iter().filter(|finding| finding.place.line > 0).map(|finding| {
            let (what, _) = store.lang.problem(&finding.problem);
            Array::of3(&finding.place.line.into(), &finding.place.column.into(), &what.into())
        });
        area.set_problems(&list.collect())?;
        self.shown_marks = Some((findings.to_vec(), store.lang));
        Ok(())
    }
}
