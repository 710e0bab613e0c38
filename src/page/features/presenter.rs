//! Speaker notes: a second window beside the presentation, with the current notes, what comes next, and a clock. It has no address of its own: this
//! page draws it, and its keys do the same as on this page.

use std::rc::Rc;

use gloo::{
    events::{EventListener, EventListenerOptions},
    timers::callback::Interval,
    utils::{document, window},
};
use i18n::{Lang, format_clock, presenter};
use js_sys::{Date, Reflect};
use page_state::lesson::LessonProgress;
use protocol::{LessonChoice, LessonQuestion, LessonStep};
use ui::callback::on_action;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, Node, Window};
use yew::{Callback, Html, component, create_portal, html, use_effect, use_effect_with, use_mut_ref, use_state};

use crate::{
    effects::effect_runner::NOTES_MARK,
    features::{
        commands::shortcuts::KeyEventCtx,
        lesson::{question::draw_phrase, view::draw_block},
        player::narrator,
    },
    view::{Props, View},
};

/// The name of the window, of which a page opens only one.
const WINDOW_NAME: &str = "schedscope-notes";
/// The window features that open a window instead of a tab.
const WINDOW_FEATURES: &str = "popup,width=640,height=720";
/// The key that opens and closes the notes.
const NOTES_KEY: &str = "w";

/// The state of the second window.
#[derive(Clone)]
enum NotesWindow {
    Closed,
    /// The browser blocked it.
    Blocked,
    Open(Window),
}

/// The button that opens the notes, and the notes.
#[component]
pub fn Presenter(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let labels = presenter::words(view.store.lang).presenter_labels();
    let (notes, now) = (use_state(|| NotesWindow::Closed), use_state(Date::now));
    let since = use_state(Date::now);
    let opened = use_mut_ref(|| None::<Window>);
    let toggle = {
        let (notes, opened, title, lang) = (notes.clone(), opened.clone(), labels.notes, view.store.lang);
        Callback::from(move |()| {
            notes.set(match opened.take() {
                Some(popup) => {
                    close_window(&popup);
                    NotesWindow::Closed
                }
                None => match open_window(title, lang) {
                    Some(popup) => {
                        opened.replace(Some(popup.clone()));
                        NotesWindow::Open(popup)
                    }
                    None => NotesWindow::Blocked,
                },
            });
        })
    };
    // It closes with the presentation.
    use_effect_with((), {
        let opened = opened.clone();
        move |()| move || opened.take().iter().for_each(close_window)
    });
    use_effect_with(matches!(*notes, NotesWindow::Open(_)), {
        let (notes, now) = (notes.clone(), now.clone());
        move |is_open| {
            let clock = is_open.then(|| {
                Interval::new(1000, move || {
                    let is_closed = opened.borrow().as_ref().is_none_or(|popup| popup.closed().unwrap_or(true));
                    if is_closed {
                        opened.take().iter().for_each(close_window);
                        notes.set(NotesWindow::Closed);
                    }
                    now.set(Date::now());
                })
            });
            move || drop(clock)
        }
    });
    use_effect({
        let (toggle, notes, store, dispatch) =
            (toggle.clone(), notes.clone(), Rc::clone(&view.store), dispatch.clone());
        move || {
            let options = EventListenerOptions::enable_prevent_default();
            let own_toggle = toggle.clone();
            let own_keys = EventListener::new(&window(), "keydown", move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let is_elsewhere =
                    element.is_some_and(|at| at.closest("input, select, textarea, dialog").ok().flatten().is_some());
                if !is_elsewhere && is_notes_key(event) {
                    own_toggle.emit(());
                }
            });
            let keys_of_notes = if let NotesWindow::Open(popup) = &*notes {
                Some(EventListener::new_with_options(popup, "keydown", options, move |event| {
                    // Events of another window are not instances of this window's classes, so this is an unchecked cast.
                    let event: &KeyboardEvent = event.unchecked_ref();
                    let key = event.key();
                    let key_event = KeyEventCtx {
                        key: &key,
                        shift: event.shift_key(),
                        ctrl: event.ctrl_key() || event.meta_key(),
                        alt: event.alt_key(),
                        ..KeyEventCtx::default()
                    };
                    if is_notes_key(event) {
                        toggle.emit(());
                    } else if let Some(action) = key_event.to_action(&store) {
                        event.prevent_default();
                        dispatch.emit(action);
                    }
                }))
            } else {
                None
            };
            move || drop((own_keys, keys_of_notes))
        }
    });
    let is_open = matches!(*notes, NotesWindow::Open(_));
    let page = match &*notes {
        NotesWindow::Open(popup) => popup.document().and_then(|document| document.body()).map(|body| {
            let elapsed = ((*now - *since) / 1000.0).max(0.0);
            create_portal(draw_notes(view, elapsed), body.into())
        }),
        _ => None,
    };
    html! {
        <div class="presenter">
            <button type="button" class="plain" title={labels.notes_hint} aria-pressed={is_open.to_string()} onclick={on_action(&toggle, ())}>{ labels.notes }</button>
            <p class="warned" role="status">{ if matches!(*notes, NotesWindow::Blocked) { labels.blocked } else { "" } }</p>
            { page.unwrap_or_default() }
        </div>
    }
}

fn is_notes_key(event: &KeyboardEvent) -> bool {
    event.key().eq_ignore_ascii_case(NOTES_KEY) && !event.ctrl_key() && !event.meta_key() && !event.alt_key()
}

/// Opens an empty window with this page's style sheets; `None` if the browser blocks it.
fn open_window(title: &str, lang: Lang) -> Option<Window> {
    let root = document().document_element()?;
    // A browser may leave full screen when the window opens; the presentation continues.
    let _ = root.set_attribute(NOTES_MARK, "");
    let popup = window().open_with_url_and_target_and_features("", WINDOW_NAME, WINDOW_FEATURES).ok().flatten();
    let page = popup.as_ref().and_then(Window::document);
    let (Some(popup), Some(page)) = (popup, page) else {
        let _ = root.remove_attribute(NOTES_MARK);
        return None;
    };
    page.set_title(&format!("{title} · Schedscope"));
    if let Some(notes_root) = page.document_element() {
        let theme = root.get_attribute("data-theme").unwrap_or_default();
        let _ = notes_root.set_attribute("data-theme", &theme);
        let _ = notes_root.set_attribute("lang", lang.code());
    }
    if let Some(head) = page.query_selector("head").ok().flatten() {
        for address in style_sheet_addresses() {
            // If this fails, the notes are unstyled.
            if let Ok(link) = page.create_element("link") {
                let _ = link.set_attribute("rel", "stylesheet");
                let _ = link.set_attribute("href", &address);
                let _ = head.append_child(&link);
            }
        }
    }
    if let Some(body) = page.body() {
        // A window of an earlier visit may still be open.
        body.set_inner_html("");
        body.set_class_name("notes-page");
    }
    Some(popup)
}

/// The absolute addresses of this page's style sheets.
fn style_sheet_addresses() -> Vec<String> {
    let Ok(links) = document().query_selector_all("link[rel=stylesheet]") else { return Vec::new() };
    let address = |link: Node| {
        let sheet = Reflect::get(&link, &"sheet".into()).ok()?;
        Reflect::get(&sheet, &"href".into()).ok()?.as_string()
    };
    (0..links.length()).filter_map(|at| address(links.get(at)?)).collect()
}

fn close_window(popup: &Window) {
    // The user may have closed it already.
    let _ = popup.close();
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute(NOTES_MARK);
    }
}

/// The content of the second window; `elapsed` are the seconds since the presentation began.
fn draw_notes(view: &View, elapsed: f64) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    let labels = presenter::words(lang).presenter_labels();
    let time = view.event.as_ref().map_or(api::Millis::ZERO, |event| event.at);
    let (next_title, next_text) = next_step(view);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // seconds of a talk
    let elapsed = elapsed as u64;
    html! {
        <main class="notes" lang={lang.code()}>
            <dl class="notes-clock">
                <div><dt>{ labels.elapsed }</dt><dd>{ format!("{}:{:02}", elapsed / 60, elapsed % 60) }</dd></div>
                <div><dt>{ labels.clock }</dt><dd>{ wall_clock() }</dd></div>
                <div><dt>{ labels.run_time }</dt><dd>{ format_clock(time) }</dd></div>
                if let Some(progress) = &store.lesson.current {
                    <div><dt>{ labels.lesson_step }</dt><dd>{ lesson_place(progress) }</dd></div>
                }
                <div><dt>{ labels.step }</dt><dd>{ format!("{} / {}", store.player.moment, store.run.last_moment()) }</dd></div>
            </dl>
            <section>
                <h2>{ labels.now }</h2>
                { draw_present_step(view) }
            </section>
            <section class="notes-next">
                <h2>{ labels.next }</h2>
                <h3>{ next_title }</h3>
                if !next_text.is_empty() { <p>{ next_text }</p> }
            </section>
            <p class="muted">{ labels.keys }</p>
        </main>
    }
}

/// The number of the current step of a lesson, and their total; at the end of the lesson, that of the last step.
fn lesson_place(progress: &LessonProgress) -> String {
    let count = progress.lesson.steps.len();
    format!("{} / {count}", (progress.step + 1).min(count))
}

/// The time of day.
fn wall_clock() -> String {
    let date = Date::new_0();
    format!("{}:{:02}", date.get_hours(), date.get_minutes())
}

/// The current notes: a step of a lesson with the answer to its question, or the moment of the run.
fn draw_present_step(view: &View) -> Html {
    let (store, lang) = (&view.store, view.store.lang);
    if let Some(step) = store.lesson.current.as_ref().and_then(|progress| progress.current_step()) {
        let blocks = lang.pick_of(&step.en, &step.zh);
        let mut plain = |text: &str| html! { { text.to_owned() } };
        return html! {
            <>
                <h3>{ lang.pick(&step.title).to_owned() }</h3>
                <div class="told">{ for blocks.iter().map(|block| draw_block(lang, block, &mut plain)) }</div>
                { draw_answers(lang, step) }
            </>
        };
    }
    let caption = narrator::caption_of(view);
    html! {
        <>
            <h3>{ view.story.title.clone() }</h3>
            if let Some(caption) = caption { <p>{ caption.to_owned() }</p> }
            <p>{ view.story.text.clone() }</p>
            if !view.story.quote.is_empty() { <p class="muted">{ view.words.upstream_says }{ " " }<code>{ view.story.quote.clone() }</code></p> }
        </>
    }
}

/// The question, its possible answers, and the right answer, which the audience doesn't see yet.
fn draw_answers(lang: Lang, step: &LessonStep) -> Html {
    let labels = presenter::words(lang).presenter_labels();
    let line = |choice: &LessonChoice| html! { <p><b>{ labels.answer }</b>{ " " }{ draw_phrase(lang.pick(&choice.name)) }{ " · " }{ draw_phrase(lang.pick(&choice.why)) }</p> };
    let question = |question: &LessonQuestion| {
        html! {
            <>
                <p><b>{ labels.question }</b>{ " " }{ draw_phrase(lang.pick(&question.question)) }</p>
                <ul>{ for question.choices.iter().map(|choice| html! { <li>{ draw_phrase(lang.pick(&choice.name)) }</li> }) }</ul>
                { for question.choices.iter().filter(|choice| choice.is_right).map(line) }
            </>
        }
    };
    html! { { for step.ask.iter().map(question) } }
}

/// What comes next: the next step of a lesson, or the next moment and the next caption.
fn next_step(view: &View) -> (String, String) {
    let (store, lang) = (&view.store, view.store.lang);
    let labels = presenter::words(lang).presenter_labels();
    if let Some(progress) = &store.lesson.current {
        let next = progress.lesson.steps.get(progress.step + 1);
        let title = next.map_or(lang.lesson_labels().finished, |step| lang.pick(&step.title));
        return (title.to_owned(), String::new());
    }
    let title = view.neighbor_titles[1].clone().unwrap_or_else(|| labels.end.to_owned());
    let captions = &store.run.view.captions;
    let caption = captions.get(store.run.view.captions_until(store.player.moment)).map(|(_, caption)| caption);
    let text = caption.map_or("", |caption| lang.pick_caption(caption));
    let text = if text.is_empty() { String::new() } else { format!("{} {text}", labels.next_caption) };
    (title, text)
}

#[cfg(feature = "prerender")]
#[cfg(test)]
mod tests {
    use protocol::Bilingual;

    use super::*;
    use crate::shell::prerender::render_html;

    #[test]
    fn the_notes_have_the_question_and_its_answer() {
        let bilingual = |text: &str| Bilingual { en: text.into(), zh: text.into() };
        let choice = |name: &str, is_right| LessonChoice { name: bilingual(name), is_right, ..LessonChoice::default() };
        let choices = vec![choice("To `a`", true), choice("To `b`", false)];
        let question = LessonQuestion { question: bilingual("Where?"), choices, ..LessonQuestion::default() };
        let step = LessonStep { ask: Some(question), ..LessonStep::default() };
        let html = render_html(html! { <div>{ draw_answers(Lang::En, &step) }</div> });
        for text in ["Where?", "<li>To <code>b</code></li>", "Answer:</b> To <code>a</code>"] {
            assert!(html.contains(text), "{text} is not in {html}");
        }
    }
}
