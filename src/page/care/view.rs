//! What went wrong, and what can be done: notes that stay until they are closed.

use std::rc::Rc;

use yew::{Callback, Html, html};

use super::{Caring, Failing, Memory, Trouble};
use crate::parts;
use crate::run::Status;
use crate::slot::Slot;
use crate::store::{Action, Store};
use crate::view::{View, button, on};
use api::link::LinkError;

/// What can be done about something: its word, and what it does.
type Deed = (&'static str, Caring);

/// All notes, the first one given: of what goes on.
pub fn troubles(view: &Rc<View>, act: &Callback<Action>, first: Html) -> Html {
    let store = &view.store;
    let care = store.lang.care();
    let mut notes: Vec<Html> = vec![first];
    match store.care.memory {
        Memory::Good => {}
        // Nothing is to be kept there.
        _ if store.share.embedded => {}
        Memory::Blocked => {
            notes.push(note(view, act, html! { { care.memory_blocked } }, &[(care.save_file, Caring::Save)], None));
        }
        Memory::Full => {
            notes.push(note(view, act, html! { { care.memory_full } }, &[(care.save_file, Caring::Save)], None));
        }
    }
    notes.extend(failure(view, act));
    for (index, trouble) in store.care.troubles.iter().enumerate() {
        let deeds: &[Deed] = match trouble {
            Trouble::Replaced(_) => &[(care.bring_back, Caring::BringBack(index))],
            Trouble::PartNotFetched => &[(care.try_again, Caring::FetchParts)],
            Trouble::NewBuild => &[(care.reload, Caring::Reload)],
            _ => &[],
        };
        let more = match trouble {
            Trouble::ByHand(text) => {
                html! { <textarea class="by-hand" readonly=true rows="2" aria-label={care.by_hand} value={text.to_string()} /> }
            }
            _ => Html::default(),
        };
        let told = match trouble {
            Trouble::Unreadable(..) => parts::draw(Slot::Unreadable(index), view, act),
            _ => html! { { told(store, trouble) } },
        };
        notes.push(html! { <>{ note(view, act, told, deeds, Some(Caring::Close(index))) }{ more }</> });
    }
    html! { <div class="troubles" role="status" aria-label={care.troubles}>{ for notes }</div> }
}

/// The last failure of the engine, or a text that waits because of failures.
fn failure(view: &View, act: &Callback<Action>) -> Option<Html> {
    let store = &view.store;
    let care = store.lang.care();
    let failure = store.care.failure.as_ref();
    if store.care.held {
        let deeds = [(care.run_anyway, Caring::RunAnyway), (care.copy_report, Caring::Report)];
        return Some(note(view, act, html! { { care.held } }, &deeds, None));
    }
    let failing = failure?.failing;
    let text = match failing {
        Failing::Start => care.cannot_start,
        Failing::Script | Failing::Fetch => care.no_script,
        Failing::Compile => care.cannot_compile,
        Failing::Died => care.died,
        Failing::Crashed => care.crashed,
        Failing::Silent => care.silent,
    };
    let report = (care.copy_report, Caring::Report);
    let waits = store.run.status == Status::Broken;
    Some(match (waits, failing) {
        (true, _) => note(view, act, html! { { text } }, &[(care.try_again, Caring::Again), report], None),
        (false, _) => note(view, act, html! { { text } }, &[report], Some(Caring::CloseFailure)),
    })
}

fn told(store: &Store, trouble: &Trouble) -> String {
    let care = store.lang.care();
    match trouble {
        Trouble::Link(LinkError::Damaged) => care.link_damaged.to_owned(),
        Trouble::Link(LinkError::TooLarge) => care.link_too_large.to_owned(),
        Trouble::Link(LinkError::UnknownVersion) => care.link_later.to_owned(),
        Trouble::Link(LinkError::NotALink) => care.link_unknown.to_owned(),
        Trouble::NotUnpacked | Trouble::PartNotFetched => store.lang.panel().part_failed.to_owned(),
        Trouble::UnknownScenario(name) => store.lang.unknown_scenario(name),
        Trouble::UnknownRelease(name) => store.lang.unknown_release(name, store.run.shown_release().name()),
        Trouble::Strange(parts) => store.lang.strange(parts),
        Trouble::NoMoment(name) => store.lang.no_moment(name),
        Trouble::Lesson { said, .. } => store.lang.wrong_lesson(said),
        Trouble::NotFetched(name) => store.lang.not_fetched(name),
        Trouble::Replaced(_) => care.replaced.to_owned(),
        Trouble::NewBuild => care.new_build.to_owned(),
        Trouble::ByHand(_) => care.by_hand.to_owned(),
        Trouble::Unreadable(files) => files.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", "),
        Trouble::LeftOut { read, left } => store.lang.left_out(*read, *left),
    }
}

fn note(view: &View, act: &Callback<Action>, text: Html, deeds: &[Deed], close: Option<Caring>) -> Html {
    let does = |(word, caring): &Deed| {
        html! { <button type="button" class="plain" onclick={on(act, Action::Care(caring.clone()))}>{ *word }</button> }
    };
    html! {
        <div class="trouble">
            <p>{ text }</p>
            { for deeds.iter().map(does) }
            if let Some(close) = close { { button(view.words.close, "icon", html! { "×" }, on(act, Action::Care(close))) } }
        </div>
    }
}
