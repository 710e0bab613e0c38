//! Links that hold a text: copies one of what is shown, and opens one that was followed.

use links::{self, LinkPayload};
use page_state::{
    gallery,
    open_target::OpenTarget,
    overlays::{OverlayMsg, Toast},
    recovery::{PageNotice, RecoveryMsg},
    share::link::link_fragment,
    store::{Action, Store},
};
use yew::Callback;

use crate::effects::{address, clipboard::copy_text, fetch::open_scenario};

/// Longer addresses are cut by some browsers.
const MAX_LINK_CHARS: usize = 30_000;

/// Copies a link to what is shown.
pub fn copy_link(store: &Store, dispatch: &Callback<Action>) {
    let link = address::share_link(store).map(|link| link.address).filter(|link| link.len() <= MAX_LINK_CHARS);
    let (Some(fragment), Some(link)) = (link_fragment(store), link) else {
        return dispatch.emit(Action::Overlays(OverlayMsg::SetToast(Some(Toast::TextTooLong))));
    };
    address::replace_fragment(&fragment);
    copy_text(dispatch, &link, Toast::LinkCopied, Some(PageNotice::CopyByHand(link.as_str().into())));
}

/// Opens the text that a link holds, or tells what is wrong with it.
pub fn open_link(link: &str, or_first: bool, dispatch: &Callback<Action>) {
    match links::open_fragment(link) {
        Ok(LinkPayload { text, fields }) => {
            dispatch.emit(Action::Open(OpenTarget::Link { text: text.into(), scenario: None, fields }));
        }
        Err(error) => report_bad_link(PageNotice::BadLink(error), or_first, dispatch),
    }
}

/// Tells what is wrong; where nothing else is shown, the first scenario is.
pub(crate) fn report_bad_link(notice: PageNotice, or_first: bool, dispatch: &Callback<Action>) {
    if or_first {
        open_scenario(dispatch, gallery::first_scenario(), OpenTarget::Scenario);
    }
    dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(notice)));
}
