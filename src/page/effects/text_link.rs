//! Links that contain a manifest: copies a link to the current view, and opens one.

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

/// The maximum length: some browsers cut off longer addresses.
pub(crate) const MAX_LINK_CHARS: usize = 30_000;

/// Copies a link to the current view.
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

/// Opens the content of a link, or reports what is wrong with it.
pub fn open_link(link: &str, is_page_empty: bool, dispatch: &Callback<Action>) {
    if let Some(class_link) = class_link::open_class_link(link) {
        return match class_link {
            Ok(class_link) => {
                dispatch.emit(Action::Overlays(OverlayMsg::ApplyLook(link.into())));
                open_class_link(class_link, is_page_empty, dispatch);
            }
            Err(error) => report_bad_link(PageNotice::BadLink(error), is_page_empty, dispatch),
        };
    }
    match links::open_fragment(link) {
        Ok(LinkPayload { text, fields }) => {
            dispatch.emit(Action::Open(OpenTarget::Link { text: text.into(), scenario: None, fields }));
        }
        Err(error) => report_bad_link(PageNotice::BadLink(error), is_page_empty, dispatch),
    }
}

/// Opens the content of a link for a class. A result is added to the sheet; the page stays as it is.
fn open_class_link(class_link: ClassLink, is_page_empty: bool, dispatch: &Callback<Action>) {
    match class_link {
        ClassLink::Lesson(text) => dispatch.emit(Action::Open(OpenTarget::Text(text.into()))),
        ClassLink::Course(course) => {
            if is_page_empty && !course.items.first().is_some_and(can_open) {
                open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
            }
            dispatch.emit(ClassroomMsg::TakeCourse(course).into());
        }
        ClassLink::Results(results) => {
            if is_page_empty {
                open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
            }
            address::replace_fragment("");
            dispatch.emit(ClassroomMsg::AddResults(encode_results(&results).into()).into());
        }
    }
}

/// Reports an invalid link; opens the first scenario if the page is empty.
pub(crate) fn report_bad_link(notice: PageNotice, is_page_empty: bool, dispatch: &Callback<Action>) {
    if is_page_empty {
        open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
    }
    dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(notice)));
}
