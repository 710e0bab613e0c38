//! Links that hold a text: one of what is shown is copied, and one that was followed is opened.

use yew::Callback;

use crate::address;
use crate::care::{Caring, Trouble};
use crate::fetching::open_scenario;
use crate::front::{Showing, Toast};
use crate::gallery;
use crate::handing::copy;
use crate::opening::Opening;
use crate::share::link::fragment;
use crate::store::{Action, Store};
use api::link;
use api::link::Carried;

/// Longer addresses are cut by some browsers.
const LONGEST: usize = 30_000;

/// Copies a link to what is shown.
pub fn hand_on(store: &Store, act: &Callback<Action>) {
    let link = address::link(store).map(|link| link.address).filter(|link| link.len() <= LONGEST);
    let (Some(fragment), Some(link)) = (fragment(store), link) else {
        return act.emit(Action::Front(Showing::Toast(Some(Toast::TooLong))));
    };
    address::replace(&fragment);
    copy(act, &link, Toast::Copied, Some(Trouble::ByHand(link.as_str().into())));
}

/// Opens the text that a link holds, or tells what is wrong with it.
pub fn open(link: &str, or_first: bool, act: &Callback<Action>) {
    match link::open(link) {
        Ok(Carried { text, fields }) => {
            act.emit(Action::Open(Opening::Link { text: text.into(), scenario: None, fields }));
        }
        Err(error) => instead(Trouble::Link(error), or_first, act),
    }
}

/// Tells what is wrong; where nothing else is shown, the first scenario is.
pub(crate) fn instead(wrong: Trouble, or_first: bool, act: &Callback<Action>) {
    if or_first {
        open_scenario(act, gallery::first(), Opening::Scenario);
    }
    act.emit(Action::Care(Caring::Trouble(wrong)));
}
