//! Links that hold a text: copies one of what is shown, and opens one that was followed.

use links::{
    self, LinkPayload,
    class_link::{self, ClassLink},
    result_code::encode_results,
};
use page_state::{
    actions::{
        Action,
        classroom::ClassroomMsg,
        recovery::{PageNotice, RecoveryMsg},
    },
    classroom::course::can_open,
    gallery,
    open_target::OpenTarget,
    overlays::{OverlayMsg, Toast},
    selectors::share_link::link_fragment,
    store::Store,
};
use yew::Callback;

use crate::effects::{address, clipboard::copy_text, fetch::open_scenario};

/// Longer addresses are cut by some browsers.
pub(crate) const MAX_LINK_CHARS: usize = 30_000;

/// Copies a link to what is shown.
pub fn copy_link(store: &Store, dispatch: &Callback<Action>) {
    let link = address::share_link(store).map(|link| link.address).filter(|link| link.len() <= MAX_LINK_CHARS);
    let (Some(fragment), Some(link)) = (link_fragment(store), link) else {
        return dispatch.emit(Action::Overlays(OverlayMsg::SetToast(Some(Toast::TextTooLong))));
    };
    // A reload resumes a custom lesson from the draft, at its step: the address must not restart it.
    if store.lesson.current.as_ref().is_none_or(|progress| progress.custom_source.is_none()) {
        address::replace_fragment(&fragment);
    }
    copy_text(dispatch, &link, Toast::LinkCopied, Some(PageNotice::CopyByHand(link.as_str().into())));
}

/// Opens the text that a link holds, or tells what is wrong with it.
pub fn open_link(link: &str, or_first: bool, dispatch: &Callback<Action>) {
    if let Some(class_link) = class_link::open_class_link(link) {
        return match class_link {
            Ok(class_link) => {
                dispatch.emit(Action::Overlays(OverlayMsg::ApplyLook(link.into())));
                open_class_link(class_link, or_first, dispatch);
            }
            Err(error) => report_bad_link(PageNotice::BadLink(error), or_first, dispatch),
        };
    }
    match links::open_fragment(link) {
        Ok(LinkPayload { text, fields }) => {
            dispatch.emit(Action::Open(OpenTarget::Link { text: text.into(), scenario: None, fields }));
        }
        Err(error) => report_bad_link(PageNotice::BadLink(error), or_first, dispatch),
    }
}

/// Opens the content of a link for a class. A result is added to the sheet; the page stays as it is.
fn open_class_link(class_link: ClassLink, or_first: bool, dispatch: &Callback<Action>) {
    match class_link {
        ClassLink::Lesson(text) => dispatch.emit(Action::Open(OpenTarget::Text(text.into()))),
        ClassLink::Course(course) => {
            if or_first && !course.items.first().is_some_and(can_open) {
                open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
            }
            dispatch.emit(ClassroomMsg::TakeCourse(course).into());
        }
        ClassLink::Results(results) => {
            if or_first {
                open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
            }
            address::replace_fragment("");
            dispatch.emit(ClassroomMsg::AddResults(encode_results(&results).into()).into());
        }
    }
}

/// Tells what is wrong; where nothing else is shown, the first scenario is.
pub(crate) fn report_bad_link(notice: PageNotice, or_first: bool, dispatch: &Callback<Action>) {
    if or_first {
        open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
    }
    dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(notice)));
}
