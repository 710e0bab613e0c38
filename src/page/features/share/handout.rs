//! A handout for printing: a lesson with its questions, or a scenario with decisions to predict and its events, with pictures of moments and a
//! link. It is always light, and the browser prints it.

use std::rc::Rc;

use api::{Millis, Table};
use gloo::utils::{document, window};
use i18n::{
    Lang,
    export::{self, words},
    format_clock, goal_text, story,
};
use page_state::{
    actions::{Action, share::ShareMsg},
    lesson::{LessonProgress, update::is_lesson_run},
    selectors::handout_moments,
    store::Store,
};
use protocol::{Block, Goal, LessonQuestion, LessonStep};
use runlog::EventKind;
use trace::steps::Step;
use ui::{callback::on_action, element::focus_element, memo::ByIdentity, modal::use_modal, svg_capture};
use web_sys::HtmlElement;
use yew::{Callback, Html, MouseEvent, component, html, use_effect_with, use_memo, use_node_ref, use_state_eq};

use crate::{
    features::{
        lesson::{question::draw_phrase, view::draw_block},
        share::{
            embed_exit::use_share_link,
            handout_pictures,
            handout_questions::{self, draw_answer_lines},
            qr_code::draw_qr_code,
        },
    },
    view::{Props, View},
};

/// The maximum number of listed moments of a long run.
const MAX_MOMENTS: usize = 60;

pub fn draw_handout(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! { <Handout view={view.clone()} dispatch={dispatch.clone()} /> }
}

#[component]
fn Handout(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, lang) = (&view.store, view.store.lang);
    let exports = words(lang).export_labels();
    // Answers are off by default, so that a teacher in a hurry reveals none.
    let has_answers = use_state_eq(|| false);
    let dialog = use_modal(Some("open-share"));
    let (map, first) = (use_state_eq(|| None::<CapturedMap>), use_node_ref());
    {
        let (map, first, view) = (map.clone(), first.clone(), Rc::clone(view));
        use_effect_with((), move |()| {
            if handout_pictures::has_many_nodes(&view) {
                let beside = handout_pictures::is_beside_map(&view.store);
                let svg = capture_now(if beside { "#stage .overview .map" } else { "#stage" }, &view.story.title);
                map.set(svg.map(|svg| CapturedMap { svg, is_beside_node: beside }));
            }
            if let Some(button) = first.cast::<HtmlElement>() {
                focus_element(&button);
            }
        });
    }
    let link = use_share_link(view);
    let of_lesson = store.lesson.current.as_ref().is_some_and(|progress| is_lesson_run(&store.run, progress));
    let close = Action::Share(ShareMsg::SetHandoutOpen(false));
    let print = Callback::from(|_: MouseEvent| {
        // Without a printer the browser shows an error itself.
        let _ = window().print();
    });
    let (title, about) = headings(view);
    let asked_moment = handout_moments::asked_moment(store);
    let mut moments = handout_moments::pictured_moments(store);
    moments.extend(asked_moment.filter(|moment| !moments.contains(moment)));
    // The map of another moment is drawn below, with its own caption.
    let (captured_map, map) = match (*map).clone() {
        Some(map) if map.is_beside_node => (Some(map), None),
        map => (None, map),
    };
    let detailed = moments
        .iter()
        .map(|at| handout_pictures::is_drawable(&handout_pictures::view_at(store, view.chunks, *at)))
        .collect::<Vec<_>>();
    // The handout is not redrawn for every detail that arrives.
    let dependencies = (ByIdentity(Rc::clone(&store.run.view)), lang, moments, detailed, captured_map);
    let figures = use_memo(dependencies, |(_, _, moments, _, captured_map)| {
        let views = moments
            .iter()
            .map(|at| (*at, handout_pictures::view_at(store, view.chunks, *at)))
            .filter(|(_, view)| handout_pictures::is_drawable(view));
        // The map shows the current moment, which may reveal the answer to an earlier question.
        let map_beside = |at: usize| {
            captured_map.as_ref().filter(|_| at == store.player.moment).map(|captured_map| captured_map.draw_image(""))
        };
        let figure = |(at, view)| Some((at, handout_pictures::draw_figure(view, map_beside(at))?));
        views.filter_map(figure).collect::<Table<usize, Html>>()
    });
    let on_answers = {
        let has_answers = has_answers.clone();
        Callback::from(move |_: MouseEvent| has_answers.set(!*has_answers))
    };
    // Everything that reveals an answer comes after the questions: the map as it is on the screen, the events, and the description of a scenario,
    // which says how it ends.
    let answer_pictures = html! {
        <>
            if let Some(map) = &map {
                <figure>
                    { map.draw_image(&view.story.title) }
                    <figcaption>{ format!("{} · {}", format_clock(store.current_time()), view.story.title) }</figcaption>
                </figure>
            }
            if !of_lesson { { for figures.iter().filter(|(at, _)| Some(**at) != asked_moment).map(|(_, figure)| figure.clone()) } }
        </>
    };
    html! {
        <dialog ref={dialog} class="handout on-paper" aria-label={exports.handout} onclose={on_action(dispatch, close.clone())}>
            <div class="buttons unprinted">
                <button ref={first} type="button" class="accent" onclick={print}>{ exports.print }</button>
                <label class="plain"><input type="checkbox" checked={*has_answers} onclick={on_answers} />{ format!(" {}", exports.with_answers) }</label>
                <button type="button" class="plain" onclick={on_action(dispatch, close)}>{ view.words.close }</button>
            </div>
            <article lang={lang.code()}>
                <p class="name">{ exports.name_and_date }</p>
                <header>
                    <div>
                        <h1>{ title }</h1>
                        { for about.map(|text| html! { <p>{ draw_phrase(&text) }</p> }) }
                        <p class="muted">{ format!("Kubernetes {}", store.run.shown_release().patch()) }</p>
                    </div>
                    if let Some(link) = &*link {
                        <figure class="way">{ draw_qr_code(&link.address, store.lang.share_labels().code) }<figcaption>{ exports.open_online }</figcaption></figure>
                    }
                </header>
                { match &store.lesson.current {
                    Some(progress) => draw_lesson(lang, progress, of_lesson.then_some(&*figures), *has_answers, answer_pictures),
                    None => draw_scenario(store, asked_moment.and_then(|at| figures.get(&at).cloned()), *has_answers, answer_pictures),
                } }
                if let Some(link) = &*link { <p class="address">{ link.address.clone() }</p> }
            </article>
        </dialog>
    }
}

/// The title, and the goal of a lesson.
fn headings(view: &View) -> (String, Option<String>) {
    let store = &view.store;
    let goal = store.lesson.current.as_ref().map(|progress| store.lang.pick(&progress.lesson.entry.goal).to_owned());
    (view.title().to_owned(), goal)
}

/// The map of a large cluster, as it is on the screen.
#[derive(Clone, PartialEq)]
struct CapturedMap {
    svg: String,
    /// Whether it is drawn beside the node that the moment is about, not alone.
    is_beside_node: bool,
}

impl CapturedMap {
    fn draw_image(&self, alt: &str) -> Html {
        let src = format!("data:image/svg+xml;charset=utf-8,{}", js_sys::encode_uri_component(&self.svg));
        html! { <img alt={alt.to_owned()} {src} /> }
    }
}

/// Captures a part of the page as SVG, in the colors for paper.
fn capture_now(path: &str, title: &str) -> Option<String> {
    let root = document().document_element()?;
    let stage = document().query_selector(path).ok().flatten()?;
    let theme = root.get_attribute("data-theme");
    // This is never visible: the theme is restored before the browser paints.
    let light = root.set_attribute("data-theme", "light");
    let svg = svg_capture::capture_svg(&stage, title);
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", &theme),
        None => root.remove_attribute("data-theme"),
    };
    light.and(svg).ok()
}

/// A lesson: all its steps, with its questions where they are asked, and the answers on a page of their own. Without answers, the text of the step
/// after a question is omitted, since it reveals the answer, unless it describes a task; and so is every picture that shows it.
fn draw_lesson(
    lang: Lang,
    progress: &LessonProgress,
    figures: Option<&Table<usize, Html>>,
    has_answers: bool,
    answer_pictures: Html,
) -> Html {
    let exports = words(lang).export_labels();
    // A picture is shown at the first step of its moment.
    let first = |number: usize, at: usize| progress.lesson.steps.iter().position(|step| step.at == at) == Some(number);
    let question = |question: &LessonQuestion| {
        html! {
            <div class="asked">
                <p><b>{ draw_phrase(lang.pick(&question.question)) }</b></p>
                <ul class="boxes">{ for question.choices.iter().map(|choice| html! { <li>{ draw_phrase(lang.pick(&choice.name)) }</li> }) }</ul>
                <p>{ exports.why }</p>{ draw_answer_lines(2) }
            </div>
        }
    };
    let is_told = |number: usize| {
        let steps = &progress.lesson.steps;
        has_answers
            || steps[number].task.is_some()
            || number.checked_sub(1).is_none_or(|before| steps[before].ask.is_none())
    };
    let is_pictured = |number: usize| has_answers || !shows_answer(&progress.lesson.steps, number);
    let step = |(number, step): (usize, &LessonStep)| {
        if !is_told(number) {
            return html! {
                <section>{ for step.ask.iter().map(question) }</section>
            };
        }
        html! {
            <section>
                <h2>{ lang.pick(&step.title).to_owned() }</h2>
                { for figures.and_then(|figure| figure.get(&step.at)).filter(|_| first(number, step.at) && is_pictured(number)).cloned() }
                { for step_blocks(lang, step).iter().map(|block| draw_block(lang, block, &mut |text| html! { { text.to_owned() } })) }
                { for step.ask.iter().map(question) }
                { for step.task.iter().map(|goal| html! { <>{ draw_goal(lang, goal) }{ draw_answer_lines(4) }</> }) }
            </section>
        }
    };
    let question_steps = || progress.lesson.steps.iter().filter_map(|step| step.ask.as_ref());
    let answer = |question: &LessonQuestion| {
        let right = question.choices.iter().filter(|choice| choice.is_right);
        html! {
            <li><b>{ draw_phrase(lang.pick(&question.question)) }</b>
                { for right.map(|choice| html! { <p>{ draw_phrase(lang.pick(&choice.name)) }{ " · " }{ draw_phrase(lang.pick(&choice.why)) }</p> }) }</li>
        }
    };
    html! {
        <>
            { for progress.lesson.steps.iter().enumerate().map(step) }
            if question_steps().next().is_none() {
                { answer_pictures }
            } else if has_answers {
                <section class="new-page answers"><h2>{ exports.answers }</h2><ol>{ for question_steps().map(answer) }</ol>{ answer_pictures }</section>
            }
        </>
    }
}

/// Whether the picture of a step shows the answer to a question of an earlier step: its moment is later than that of the question, and not before
/// the one that shows the answer.
fn shows_answer(steps: &[LessonStep], number: usize) -> bool {
    let at = steps[number].at;
    steps[..number].iter().any(|step| step.ask.as_ref().is_some_and(|question| at > step.at && at >= question.then))
}

/// The requirements of a task.
fn draw_goal(lang: Lang, goal: &Goal) -> Html {
    let sentences = goal_text::words(lang);
    let parts = goal.parts().map(|part| goal_text::goal_part_text(lang, part));
    let lines = parts.chain(goal.changes.map(|most| sentences.most_changes(most)));
    html! { <div class="asked"><p><b>{ sentences.goal_labels().wanted }</b></p><ul class="boxes">{ for lines.map(|line| html! { <li>{ line }</li> }) }</ul></div> }
}

fn step_blocks(lang: Lang, step: &LessonStep) -> &[Block] {
    lang.pick_of(&step.en, &step.zh)
}

/// A scenario: decisions to predict below a picture that reveals none of them, and the events on a page of their own.
fn draw_scenario(store: &Store, asked_picture: Option<Html>, has_answers: bool, answer_pictures: Html) -> Html {
    let (lang, exports) = (store.lang, words(store.lang).export_labels());
    let questions = handout_questions::list_questions(store);
    let (htmls, left_out) = draw_events(store);
    let about = lang.pick(&store.run.manifest_summary.description).trim();
    html! {
        <>
            if !questions.is_empty() { { for asked_picture }<section><h2>{ exports.questions }</h2>{ for questions.iter().map(|question| handout_questions::draw_question(lang, question)) }</section> }
            if has_answers || questions.is_empty() {
                <section class={(!questions.is_empty()).then_some("new-page")}>
                    <h2>{ exports.happened }</h2>
                    if !about.is_empty() { <p>{ draw_phrase(about) }</p> }
                    { answer_pictures }
                    <ol class="told">{ for htmls }</ol>
                    if left_out > 0 { <p class="muted">{ words(lang).moments_left_out(left_out) }</p> }
                </section>
            }
        </>
    }
}

/// The events with the scenario's captions, and the number of events that are omitted.
fn draw_events(store: &Store) -> (Vec<Html>, usize) {
    let (lang, run_view) = (store.lang, &store.run.view);
    let events = run_view.trace.events();
    let wording = releases::wording(store.run.shown_release());
    let frame =
        run_view.trace.frame_at(run_view.moments.first().map_or(0, |moment| moment.events).max(1).min(events.len()));
    let caption = |at: usize| run_view.captions.iter().find(|(moment, _)| *moment == at).map(|(_, caption)| caption);
    let mut htmls = Vec::new();
    for (at, moment) in run_view.moments.iter().enumerate() {
        let event = moment.events.checked_sub(1).and_then(|last| events.get(last));
        let (caption, plain) = (caption(at), matches!(moment.step, Step::Event | Step::Start));
        // The steps of an attempt would fill pages, so only its outcome and captions are listed.
        if caption.is_none() && !plain && moment.step != Step::Failed {
            continue;
        }
        let moment_text = story::moment_text(lang, events, *moment, &frame, wording, None);
        if moment_text.title.is_empty()
            || matches!(event.map(|event| &event.what), Some(EventKind::Profiles(_))) && caption.is_none()
        {
            continue;
        }
        let message = caption.map(|caption| lang.pick_caption(caption));
        htmls.push(html! {
            <li>
                <p><span>{ format_clock(event.map_or(Millis::ZERO, |event| event.at)) }</span>{ " " }<b>{ moment_text.title }</b>{ " " }{ moment_text.text }</p>
                if let Some(message) = message { <p class="words">{ message.to_owned() }</p> }
            </li>
        });
    }
    let left_out = htmls.len().saturating_sub(MAX_MOMENTS);
    htmls.truncate(MAX_MOMENTS);
    (htmls, left_out)
}

/// Whether the run can be made into a handout.
pub fn is_ready(store: &Store) -> bool {
    !store.run.view.moments.is_empty() && !store.run.is_stale
}

/// The button that opens it.
pub(crate) fn draw_button(store: &Store, dispatch: &Callback<Action>) -> Html {
    let exports = export::words(store.lang).export_labels();
    html! { <button type="button" class="plain" disabled={!is_ready(store)} onclick={on_action(dispatch, Action::Share(ShareMsg::SetHandoutOpen(true)))}>{ exports.handout }</button> }
}

#[cfg(feature = "prerender")]
#[cfg(test)]
mod tests {
    use page_state::{lesson::QuestionAnswers, testing::InlineWorker};
    use protocol::{Bilingual, Inline, Lesson, LessonChoice};

    use super::*;
    use crate::shell::prerender::render_html;

    const FIRST_POD: &str = include_str!("../../../../www/scenarios/first-pod.yaml");

    fn bilingual(text: &str) -> Bilingual {
        Bilingual { en: text.into(), zh: text.into() }
    }

    fn lesson() -> LessonProgress {
        let says = |text: &str| vec![Block::Paragraph(vec![Inline::Text(text.into())])];
        let choice = |name: &str, is_right| LessonChoice {
            name: bilingual(name),
            is_right,
            why: bilingual("`a` is full"),
            ..LessonChoice::default()
        };
        let question = LessonQuestion {
            question: bilingual("Where does `web` go?"),
            choices: vec![choice("To `a`", false), choice("To `b`", true)],
            ..LessonQuestion::default()
        };
        let goal = Goal { bound: vec!["default/web".into()], changes: Some(1), ..Goal::default() };
        let steps = vec![
            LessonStep { ask: Some(question), en: says("Asks."), ..LessonStep::default() },
            LessonStep { task: Some(goal), en: says("Find room for it."), ..LessonStep::default() },
        ];
        let answers = vec![QuestionAnswers::default(); 2];
        let lesson = Rc::new(Lesson { steps, ..Lesson::default() });
        LessonProgress { lesson, step: 0, answers, change_count: None, custom_source: None, question_clock: None }
    }

    #[test]
    fn a_task_has_its_text_and_its_goal_with_and_without_answers() {
        for has_answers in [true, false] {
            let html = render_html(
                html! { <div>{ draw_lesson(Lang::En, &lesson(), None, has_answers, Html::default()) }</div> },
            );
            for text in [
                "Find room for it.",
                "web has a node",
                "at most one change to the scenario<",
                "Where does <code>web</code> go?",
            ] {
                assert!(html.contains(text), "{has_answers}: {text} is not in {html}");
            }
            assert_eq!(html.contains("is full"), has_answers, "{html}");
            assert!(!html.contains('`'), "{html}");
        }
    }

    #[test]
    fn without_answers_no_picture_shows_one() {
        let question = |then| LessonQuestion { question: bilingual("Where?"), then, ..LessonQuestion::default() };
        let step = |at, ask: Option<LessonQuestion>| LessonStep { at, ask, ..LessonStep::default() };
        let steps = vec![
            step(2, Some(question(5))),
            step(2, None),
            step(4, None),
            step(5, None),
            step(1, None),
            // If a question has no moment of its own, every later moment may show the answer.
            step(6, Some(question(0))),
            step(7, None),
        ];
        let shown = (0..steps.len()).map(|number| shows_answer(&steps, number)).collect::<Vec<_>>();
        assert_eq!(shown, [false, false, false, true, false, true, true]);

        let figures = Table::from_iter([1, 2, 4, 5, 6, 7].map(|at| (at, html! { <i>{ format!("picture-{at}") }</i> })));
        let progress = LessonProgress { lesson: Rc::new(Lesson { steps, ..Lesson::default() }), ..lesson() };
        let pictures = |has_answers| {
            let html = render_html(
                html! { <div>{ draw_lesson(Lang::En, &progress, Some(&figures), has_answers, Html::default()) }</div> },
            );
            [1, 2, 4, 5, 6, 7].into_iter().filter(|at| html.contains(&format!("picture-{at}"))).collect::<Vec<_>>()
        };
        assert_eq!(pictures(false), [1, 2, 4]);
        assert_eq!(pictures(true), [1, 2, 4, 5, 6, 7]);
    }

    #[test]
    fn handout_has_questions_before_the_description() {
        let store = InlineWorker::default().open_text(FIRST_POD);
        let description =
            store.run.manifest_summary.description.en.split('`').next().unwrap_or_default().trim().to_owned();
        assert!(description.len() > 10, "{description}");
        let render = |has_answers| {
            let html = render_html(html! { <div>{ draw_scenario(&store, None, has_answers, Html::default()) }</div> });
            html.replace("&#x27;", "'")
        };
        assert!(!render(false).contains(&description));
        let html = render(true);
        assert!(html.find(&description) > html.find(words(Lang::En).export_labels().questions), "{}", html.len());
    }

    #[test]
    fn what_is_printed_has_no_menus() {
        let store = InlineWorker::default().open_text(include_str!("../../../../www/scenarios/budget.yaml"));
        let view = handout_pictures::view_at(&store, crate::shell::chunk_tables::ALL, store.run.last_moment());
        let html = render_html(html! { <div>{ for handout_pictures::draw_figure(view, None) }</div> });
        assert!(html.contains("data-budget") && !html.contains('⋯'), "{}", html.len());
    }
}
