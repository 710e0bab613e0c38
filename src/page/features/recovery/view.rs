//! Notices about problems, with possible actions; each is shown until it is closed.

use std::rc::Rc;

use links::LinkError;
use page_state::{
    actions::{
        Action,
        gallery::GalleryMsg,
        lesson::LessonMsg,
        recovery::{EngineMsg, FailureKind, PageNotice, RecoveryMsg, StorageState},
    },
    chunk::ChunkMsg,
    gallery,
    run::Status,
    store::Store,
};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, classes, html};

use crate::{
    page_metadata,
    view::{
        View,
        chunk_views::{LoadingFrame, draw_editing},
    },
};

/// The label of a button and its action.
type NoticeAction = (&'static str, Action);

/// All notices, preceded by a given one about the current activity.
pub fn draw_notices(view: &Rc<View>, dispatch: &Callback<Action>, first: Html) -> Html {
    let store = &view.store;
    let labels = store.lang.notice_labels();
    let mut notes: Vec<Html> = vec![first];
    match store.recovery.autosave.storage {
        StorageState::Good => {}
        // An embedded page stores nothing.
        _ if store.share.is_embedded => {}
        StorageState::Blocked => {
            notes.push(draw_note(
                view,
                dispatch,
                html! { { labels.memory_blocked } },
                &[(labels.save_file, Action::Recovery(RecoveryMsg::SaveText))],
                None,
            ));
        }
        StorageState::Full => {
            notes.push(draw_note(
                view,
                dispatch,
                html! { { labels.memory_full } },
                &[(labels.save_file, Action::Recovery(RecoveryMsg::SaveText))],
                None,
            ));
        }
    }
    notes.extend(draw_failure(view, dispatch));
    for (index, notice) in store.recovery.notices.iter().enumerate() {
        let buttons: &[NoticeAction] = match notice {
            PageNotice::ManifestReplaced(_) => {
                &[(labels.bring_back, Action::Recovery(RecoveryMsg::RestoreReplaced(index)))]
            }
            PageNotice::PartNotFetched => &[(labels.try_again, Action::Chunks(ChunkMsg::RetryFailed))],
            PageNotice::ScenarioFetchFailed(name) => {
                let number = gallery::scenario_number(name).unwrap_or_else(gallery::first_scenario);
                &[(labels.try_again, Action::Gallery(GalleryMsg::FetchScenario(number, false)))]
            }
            PageNotice::LessonFetchFailed(name) => {
                let lesson = LessonMsg::TakeLesson { name: name.to_string(), step: 0, is_visit: false };
                &[(labels.try_again, Action::Lesson(lesson))]
            }
            // Reloading opens the link again.
            PageNotice::LinkChunkFailed => &[(labels.try_again, Action::Recovery(RecoveryMsg::Reload))],
            PageNotice::UnknownLesson(_) => &[(view.words.examples, Action::Gallery(GalleryMsg::SetOpen(true)))],
            PageNotice::NewVersion => &[(labels.reload, Action::Recovery(RecoveryMsg::Reload))],
            _ => &[],
        };
        let more_html = match notice {
            PageNotice::CopyByHand(text) => {
                html! { <textarea class="by-hand" readonly=true rows="2" aria-label={labels.by_hand} value={text.to_string()} /> }
            }
            _ => Html::default(),
        };
        let html = match notice {
            PageNotice::UnreadableFiles(..) => {
                draw_editing(view, dispatch, LoadingFrame::Bare, |editing| (editing.draw_unreadable)(view, index))
            }
            _ => html! { { notice_text(store, notice) } },
        };
        notes.push(
            html! { <>{ draw_note(view, dispatch, html, buttons, Some(RecoveryMsg::CloseNotice(index))) }{ more_html }</> },
        );
    }
    let is_central = store.run.is_missing();
    let class = classes!("troubles", is_central.then_some("central"));
    html! {
        <div {class} role="status" aria-label={labels.troubles}>
            { for notes }
            if is_central { { draw_readings(view) } }
        </div>
    }
}

/// The parts of the site that need no engine.
fn draw_readings(view: &View) -> Html {
    let (words, lang) = (view.words, view.store.lang);
    let books = [
        ("preemption/", words.essay),
        ("behaviours/", words.behaviours),
        ("glossary/", words.glossary),
        ("manual/", words.manual),
    ];
    let draw_book = |(place, name)| html! { <a href={page_metadata::localized_address(lang, place)}>{ name }</a> };
    html! { <p class="readings">{ lang.notice_labels().still_works }{ for books.map(draw_book) }</p> }
}

/// The last failure of the engine, or a manifest that isn't run automatically because it failed before.
fn draw_failure(view: &View, dispatch: &Callback<Action>) -> Option<Html> {
    let store = &view.store;
    let labels = store.lang.notice_labels();
    let failure = store.recovery.crash.failure.as_ref();
    let report = (labels.copy_report, Action::Recovery(RecoveryMsg::CopyReport));
    if store.recovery.crash.is_run_blocked {
        let buttons = [(labels.run_anyway, Action::Engine(EngineMsg::RunAnyway)), report];
        return Some(draw_note(view, dispatch, html! { { labels.held } }, &buttons, None));
    }
    let failure_kind = failure?.kind;
    let text = match failure_kind {
        FailureKind::Start => labels.cannot_start,
        FailureKind::Script | FailureKind::Fetch => labels.no_script,
        FailureKind::Compile => labels.cannot_compile,
        FailureKind::Died => labels.died,
        FailureKind::Crashed => labels.crashed,
        FailureKind::Silent => labels.silent,
    };
    let is_waiting = store.run.status == Status::Broken;
    Some(match (is_waiting, failure_kind) {
        (true, _) => draw_note(
            view,
            dispatch,
            html! { { text } },
            &[(labels.try_again, Action::Engine(EngineMsg::Restart)), report],
            None,
        ),
        (false, _) => draw_note(view, dispatch, html! { { text } }, &[report], Some(RecoveryMsg::CloseFailure)),
    })
}

fn notice_text(store: &Store, notice: &PageNotice) -> String {
    let labels = store.lang.notice_labels();
    match notice {
        PageNotice::BadLink(LinkError::Damaged) => labels.link_damaged.to_owned(),
        PageNotice::BadLink(LinkError::TooLarge) => labels.link_too_large.to_owned(),
        PageNotice::BadLink(LinkError::UnknownVersion) => labels.link_later.to_owned(),
        PageNotice::BadLink(LinkError::NotALink) => labels.link_unknown.to_owned(),
        PageNotice::LinkChunkFailed | PageNotice::PartNotFetched => store.lang.notice_labels().part_failed.to_owned(),
        PageNotice::UnknownScenario(name) => store.lang.unknown_scenario(name),
        PageNotice::UnknownLesson(name) => store.lang.unknown_lesson(name),
        PageNotice::UnknownRelease(name) => store.lang.unknown_release(name, store.run.shown_release().name()),
        PageNotice::UnknownLinkField(parts) => store.lang.unknown_link_parts(parts),
        PageNotice::UnknownMoment(name) => store.lang.moment_not_in_run(name),
        PageNotice::LessonInvalid { message: text, .. } => store.lang.lesson_not_opened(text),
        PageNotice::ScenarioFetchFailed(name) => store.lang.scenario_not_fetched(name),
        PageNotice::LessonFetchFailed(name) => store.lang.lesson_not_fetched(name),
        PageNotice::ManifestReplaced(_) => labels.replaced.to_owned(),
        PageNotice::NewVersion => labels.new_build.to_owned(),
        PageNotice::CopyByHand(_) => labels.by_hand.to_owned(),
        PageNotice::UnreadableFiles(files) => files.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", "),
        PageNotice::FilesSkipped { read, left } => store.lang.files_skipped(*read, *left),
    }
}

fn draw_note(
    view: &View,
    dispatch: &Callback<Action>,
    text: Html,
    buttons: &[NoticeAction],
    close: Option<RecoveryMsg>,
) -> Html {
    let draw_notice_button = |(word, action): &NoticeAction| {
        html! { <button type="button" class="plain" onclick={on_action(dispatch, action.clone())}>{ *word }</button> }
    };
    html! {
        <div class="trouble">
            <p>{ text }</p>
            { for buttons.iter().map(draw_notice_button) }
            if let Some(close) = close { { draw_button(view.words.close, "icon", html! { "×" }, on_action(dispatch, Action::Recovery(close))) } }
        </div>
    }
}
