//! Tests of what classes draw without a browser: the teacher's tables, and the bar of a course.

use std::{cell::RefCell, rc::Rc};

use i18n::Lang;
use links::{
    class_link::{Course, CourseItem, encode_lesson},
    result_code::{AnswerResult, LessonResult, Outcome, decode_results, encode_results},
};
use page_state::{
    actions::{
        Action,
        classroom::{ClassroomMsg, ClassroomPage, SavedClassroom},
        lesson::LessonMsg,
    },
    gallery,
    open_target::OpenTarget,
    overlays::OverlayMsg,
    settings::Theme,
    store::Store,
    update::reduce,
};
use protocol::{Lesson, LessonChoice, LessonEntry, LessonQuestion, LessonStep};
use yew::{Callback, html};

use crate::{
    effects::text_link,
    features::{classroom::sheet::draw_classroom, lesson::view::draw_teacher, share::qr_code::draw_large_qr_code},
    shell::{chunk_tables, prerender::render_html, root::Root},
    view::{
        View,
        view_model::{ViewCache, build_view},
    },
};

fn dispatch(store: &Store, msg: ClassroomMsg) -> Store {
    reduce(store, Action::from(msg)).0
}

fn render_classroom(store: &Store, lang: Lang) -> String {
    let store = Store { lang, ..store.clone() };
    let view = build_view(Rc::new(store), chunk_tables::ALL, &RefCell::new(ViewCache::default()), false);
    render_html(draw_classroom(&Rc::new(view), &Callback::<Action>::noop()))
}

#[test]
fn codes_become_tables_and_bad_lines_are_reported() {
    let answer = |step, outcome| AnswerResult { step, outcome, tries: 1, seconds: 7, first_choice: Some(1) };
    let result = |student: &str, outcome| LessonResult {
        lesson: "taints".into(),
        text_hash: 7,
        student: student.into(),
        answers: vec![answer(2, outcome), answer(5, Outcome::TaskOpen)],
    };
    let (ada, bob) = (result("Ada", Outcome::RightAtFirst), result("<b>Bob</b>", Outcome::Wrong));
    let results = format!("{}\nhello\n{}\n", encode_results(&[ada]), encode_results(&[bob]));
    let saved = SavedClassroom { results: results.into(), ..SavedClassroom::default() };
    let store = dispatch(&Store::with_all_chunks(), ClassroomMsg::Restore(Box::new(saved)));
    assert!(!render_classroom(&store, Lang::En).contains("<dialog"), "it is closed");
    let store = dispatch(&store, ClassroomMsg::ShowPage(Some(ClassroomPage::Results)));
    for (lang, parts) in [
        (
            Lang::En,
            ["2 results; 1 line could not be used.", "Line 2: no code", "right at the first try", "1/2", "Step 5"],
        ),
        (Lang::Zh, ["2 个结果；1 行无法使用。", "第 2 行：此行没有代码", "第一次就答对", "1/2", "第 5 步"]),
    ] {
        let html = render_classroom(&store, lang);
        for part in parts {
            assert!(html.contains(part), "{part}: {}", html.chars().take(300).collect::<String>());
        }
        assert!(!html.contains("<b>Bob</b>") && html.contains("&lt;b"), "a name is text");
        assert_eq!(html.matches("<tr>").count(), 1 + 2 + 1 + 4, "a line for each question, and for each answer");
    }
}

#[test]
fn a_course_has_a_bar() {
    let item = |name: &str| CourseItem::Scenario(name.into());
    let course = Course { title: "Week one".into(), items: vec![item("ladder"), item("budget"), item("spread")] };
    let store = dispatch(&Store::with_all_chunks(), ClassroomMsg::TakeCourse(course));
    let html = render_classroom(&dispatch(&store, ClassroomMsg::GoToCourseItem(1)), Lang::En);
    assert!(html.contains("Week one") && html.contains("part 2 of 3 · budget"), "{html}");
    assert_eq!(html.matches("disabled=").count(), 0);
    let html = render_classroom(&dispatch(&store, ClassroomMsg::GoToCourseItem(2)), Lang::En);
    assert_eq!(html.matches("disabled=").count(), 1, "nothing comes after the last one");
}

/// A lesson with one question, by its name.
fn lesson_msg(name: &str) -> LessonMsg {
    let choices = vec![LessonChoice { is_right: true, ..LessonChoice::default() }, LessonChoice::default()];
    let question = LessonQuestion { choices, ..LessonQuestion::default() };
    let steps = vec![LessonStep { ask: Some(question), ..LessonStep::default() }];
    let entry = LessonEntry { name: name.into(), ..LessonEntry::default() };
    let lesson = Rc::new(Lesson { entry, steps, ..Lesson::default() });
    LessonMsg::LessonParsed { lesson, step: 0, is_visit: true }
}

#[test]
fn lesson_steps_differ_from_course_items() {
    let items = ["taints", "spread"].map(|name| CourseItem::Lesson(name.into()));
    let items = [&items[..], &[CourseItem::Scenario("ladder".into())]].concat();
    let store = dispatch(&Store::with_all_chunks(), ClassroomMsg::TakeCourse(Course { title: String::new(), items }));
    let learn = |store: &Store, msg| reduce(store, Action::Lesson(msg)).0;
    let store = learn(&dispatch(&store, ClassroomMsg::GoToCourseItem(1)), lesson_msg("spread"));
    let bar = |store: &Store| render_classroom(store, Lang::En);
    let html = bar(&store);
    assert!(html.contains("« Previous lesson") && html.contains("Next scenario »"), "{html}");
    assert!(!html.contains("accent") && !html.contains(">Back<") && !html.contains(">Next<"), "the steps lead: {html}");
    let view = build_view(Rc::new(store.clone()), chunk_tables::ALL, &RefCell::new(ViewCache::default()), false);
    let lesson_html = render_html(draw_teacher(&Rc::new(view), &Callback::noop()));
    assert!(lesson_html.contains("Steps of the lesson") && lesson_html.contains("Step 1 of 1"), "{lesson_html}");
    let ended = learn(&store, LessonMsg::GoToStep(true));
    assert!(bar(&ended).contains("accent"), "behind the last step the course leads on");
}

#[test]
fn a_course_is_handed_in_with_one_code() {
    let items = ["taints", "spread"].map(|name| CourseItem::Lesson(name.into()));
    let items = [&items[..], &[CourseItem::Scenario("ladder".into())]].concat();
    let course = Course { title: "Week one".into(), items };
    let mut store = dispatch(&Store::with_all_chunks(), ClassroomMsg::TakeCourse(course));
    for name in ["taints", "spread"] {
        for msg in [lesson_msg(name), LessonMsg::AnswerQuestion(0), LessonMsg::GoToStep(true)] {
            store = reduce(&store, Action::Lesson(msg)).0;
        }
    }
    let view = build_view(Rc::new(store.clone()), chunk_tables::ALL, &RefCell::new(ViewCache::default()), false);
    let html = render_html(draw_teacher(&Rc::new(view), &Callback::noop()));
    let code = html.split("<code>").nth(1).and_then(|rest| rest.split("</code>").next()).expect("a code");
    let results = decode_results(code).expect("results");
    let lessons: Vec<&str> = results.iter().map(|result| result.lesson.as_str()).collect();
    assert_eq!(lessons, ["taints", "spread"]);
    assert!(html.contains("your answers of 2 lessons") && html.contains("QR code of the result"), "{html}");
    assert!(!render_classroom(&store, Lang::En).contains("student-name"), "it is there once");
    // A scenario has no end that shows the code.
    let store = reduce(&store, Action::Lesson(LessonMsg::LeaveLesson)).0;
    assert!(render_classroom(&store, Lang::En).contains(code));
}

#[test]
fn scenarios_for_a_course_are_grouped_as_in_the_gallery() {
    let store = dispatch(&Store::with_all_chunks(), ClassroomMsg::ShowPage(Some(ClassroomPage::Course)));
    for lang in [Lang::En, Lang::Zh] {
        let html = render_classroom(&store, lang);
        let groups: Vec<&str> = html.split("<optgroup ").skip(1).collect();
        assert_eq!(groups.len(), gallery::THEMES.len());
        for (group, (theme, scenarios)) in groups.iter().zip(gallery::numbered_scenarios()) {
            assert!(group.starts_with(&format!("label=\"{}\"", lang.scenario_theme(theme.name))), "{group}");
            for (number, name) in scenarios {
                assert!(group.contains(&format!("value=\"{number}\">{name}<")), "{name}: {group}");
            }
        }
    }
}

#[test]
fn a_qr_code_is_a_button_that_shows_it_large() {
    for (lang, hint) in [(Lang::En, "A code: Show it large"), (Lang::Zh, "A code: 放大显示")] {
        let html = render_html(draw_large_qr_code("https://example.org/#c1:abc", "A code", lang).expect("a code"));
        assert!(html.contains("aria-haspopup=\"dialog\"") && html.contains(hint) && html.contains("<svg"), "{html}");
        assert!(!html.contains("<dialog"), "it is small at first");
    }
    assert!(draw_large_qr_code(&"x".repeat(3000), "A code", Lang::En).is_none());
}

#[test]
fn a_sheet_that_a_link_opens_waits_until_the_page_is_seen() {
    let code = encode_results(&[LessonResult { lesson: "taints".into(), ..LessonResult::default() }]);
    let store = dispatch(&Store::with_all_chunks(), ClassroomMsg::AddResults(code.into()));
    for (store, is_open) in
        [(store.clone(), false), (reduce(&store, Action::Overlays(OverlayMsg::PageRevealed)).0, true)]
    {
        let store = Store { theme: Theme::Light, ..store };
        let view = build_view(Rc::new(store), chunk_tables::ALL, &RefCell::new(ViewCache::default()), false);
        let view = Rc::new(View { is_prerender: true, ..view });
        let html = render_html(html! { <Root {view} dispatch={Callback::noop()} /> });
        assert_eq!(html.contains("id=\"result-codes\""), is_open);
    }
}

#[test]
fn class_link_sets_the_appearance() {
    let actions = Rc::new(RefCell::new(Vec::new()));
    let dispatch = {
        let actions = Rc::clone(&actions);
        Callback::from(move |action| actions.borrow_mut().push(action))
    };
    let lesson = encode_lesson("---\ntitle: A\n---\n\n## One\n```step\nlook: a\n```\nText\n");
    text_link::open_link(&format!("#{lesson}&present&lang=zh&theme=dark"), true, &dispatch);
    let (store, mut texts) = (Store::with_all_chunks(), 0);
    let store = actions.take().into_iter().fold(store, |store, action| {
        texts += usize::from(matches!(&action, Action::Open(OpenTarget::Text(text)) if text.contains("## One")));
        reduce(&store, action).0
    });
    assert_eq!((store.overlays.is_presenting, store.lang, store.theme, texts), (true, Lang::Zh, Theme::Dark, 1));
    assert!(store.recovery.notices.is_empty(), "{:?}", store.recovery.notices);
}

#[test]
fn the_next_lesson_comes_first_and_the_code_of_this_one_is_folded() {
    let question = LessonQuestion { choices: vec![LessonChoice::default()], ..LessonQuestion::default() };
    let steps = vec![LessonStep { ask: Some(question), ..LessonStep::default() }];
    let lesson = Lesson { steps, ..Lesson::default() };
    let parsed = LessonMsg::LessonParsed { lesson: Rc::new(lesson), step: 0, is_visit: false };
    let (mut store, _) = reduce(&Store::with_all_chunks(), Action::Lesson(parsed));
    store.lesson.entries = Rc::new(vec![LessonEntry { number: 1, ..LessonEntry::default() }]);
    let progress = store.lesson.current.as_mut().expect("a lesson");
    progress.step = 1;
    for is_answered in [false, true] {
        let mut store = store.clone();
        let progress = store.lesson.current.as_mut().expect("a lesson");
        progress.answers[0].first_correct = is_answered.then_some(true);
        let view = build_view(Rc::new(store), chunk_tables::ALL, &RefCell::new(ViewCache::default()), false);
        let html = render_html(draw_teacher(&Rc::new(view), &Callback::noop()));
        let next = html.find(Lang::En.lesson_labels().next_lesson).expect("a next lesson");
        assert!(html[..next].rfind("<button").is_some_and(|button| html[button..next].contains("accent")), "{html}");
        assert_eq!(html.find("hand-in-fold").is_some_and(|fold| fold > next), is_answered, "{html}");
    }
}
