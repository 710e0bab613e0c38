//! What is done so that nothing is lost, and what follows when the engine fails.

use std::rc::Rc;

use super::{Care, Caring, ENOUGH, Failing, Failure, Trouble, fingerprint};
use crate::api::problem::{Finding, Place, Reading};
use crate::app::run::Status;
use crate::app::store::{Effect, Store};
use crate::app::update::run::{again, keeping};

/// What is told at once; the oldest goes first.
const MOST: usize = 4;

/// Does it.
pub fn change(store: &mut Store, caring: Caring) -> Vec<Effect> {
    let care = &mut store.care;
    match caring {
        Caring::Memory(memory) => care.memory = memory,
        Caring::Trouble(trouble) => tell(care, trouble),
        Caring::Close(index) if index < care.troubles.len() => {
            care.troubles.remove(index);
        }
        Caring::CloseFailure => care.failure = None,
        // What comes back is opened, which others know how to do.
        Caring::Close(_) | Caring::BringBack(_) => {}
        Caring::Broke(failing, said) => return broke(store, failing, said),
        Caring::Silent => {
            care.failure = Some(Failure { failing: Failing::Silent, said: String::new() });
            return vec![Effect::Restart];
        }
        Caring::Again => {
            (care.failure, care.dead) = (None, false);
            let mut effects = vec![Effect::Restart];
            effects.extend(again(store));
            return effects;
        }
        Caring::RunAnyway => {
            care.allowed = Some(fingerprint(&store.builder.text));
            (care.held, care.failure) = (false, None);
            return keeping(store, None);
        }
        Caring::Deaths(deaths, crashed) => {
            care.deaths = deaths;
            if crashed {
                care.failure = Some(Failure { failing: Failing::Crashed, said: String::new() });
            }
        }
        Caring::Mine(text) => {
            store.builder.text = text;
            care.own = true;
        }
        Caring::Drafts(drafts) => care.drafts = Rc::new(drafts),
        Caring::OpenDraft(tab) => return vec![Effect::OpenDraft(tab)],
        Caring::ForgetDraft(tab) => return vec![Effect::ForgetDraft(tab)],
        Caring::ForgetAll => {
            store.builder.kept = Rc::default();
            store.builder.forgotten = None;
            store.bookmarks.clear();
            (care.drafts, care.own) = (Rc::default(), false);
            care.deaths.clear();
            return vec![Effect::ForgetAll];
        }
        Caring::SaveAll => return vec![Effect::SaveAll],
        Caring::Save => {
            let own = store.course.taken.as_ref().and_then(|taken| taken.source.as_ref());
            return vec![own.map_or(Effect::Download, |lesson| Effect::Save(lesson.to_string(), "lesson.md"))];
        }
        Caring::Report => return vec![Effect::Report],
        Caring::Reload => return vec![Effect::Reload],
    }
    Vec::new()
}

/// The text that a link replaced, which is to be opened now.
pub fn take_back(store: &mut Store, index: usize) -> Option<Rc<str>> {
    let troubles = &mut store.care.troubles;
    let Some(Trouble::Replaced(text)) = troubles.get(index).cloned() else { return None };
    troubles.remove(index);
    Some(text)
}

/// Tells something, and the same thing only once.
pub fn tell(care: &mut Care, trouble: Trouble) {
    care.troubles.retain(|told| std::mem::discriminant(told) != std::mem::discriminant(&trouble));
    care.troubles.push(trouble);
    if care.troubles.len() > MOST {
        care.troubles.remove(0);
    }
}

/// Another text takes the place of the present one, which is kept if it was edited.
pub fn replace(store: &mut Store, told: bool) -> Vec<Effect> {
    if !std::mem::take(&mut store.care.own) {
        return Vec::new();
    }
    if told {
        let text = Rc::clone(&store.builder.text);
        tell(&mut store.care, Trouble::Replaced(text));
    }
    vec![Effect::SetAside]
}

/// The engine failed. Once is tried again; a text that ends it again and again waits for "Run anyway".
fn broke(store: &mut Store, failing: Failing, said: String) -> Vec<Effect> {
    // A file that ends the engine is no fault of the text that is shown.
    if let (Some(name), Failing::Died) = (store.reading.broke(), failing) {
        let finding = Finding::new(Place::default(), Reading::Refused { said: said.into() });
        tell(&mut store.care, Trouble::Unreadable(name.into(), Rc::new(finding)));
        let mut effects = vec![Effect::Restart];
        effects.extend(again(store));
        return effects;
    }
    store.care.failure = Some(Failure { failing, said });
    let mut effects = Vec::new();
    if matches!(failing, Failing::Died | Failing::Crashed) {
        let deaths = store.care.deaths.entry(fingerprint(&store.run.text)).or_default();
        *deaths = deaths.saturating_add(1);
        let once_more = *deaths < ENOUGH;
        effects.push(Effect::KeepDeaths);
        effects.push(Effect::Restart);
        store.care.allowed = None;
        if once_more {
            effects.extend(again(store));
            return effects;
        }
        store.care.held = true;
    } else {
        store.care.dead = true;
    }
    if store.run.status == Status::Working {
        store.run.number += 1;
        store.run.status = Status::Broken;
    }
    effects
}

/// Looks over what an action leads to: a text that ended the engine too often is not run, and one that ran well is forgiven.
pub fn guard(before: &Store, store: &mut Store, effects: &mut Vec<Effect>) {
    if effects.contains(&Effect::Draft) {
        store.care.own = true;
    }
    let Some(at) = effects.iter().position(|effect| matches!(effect, Effect::Run { .. })) else {
        if before.run.status == Status::Working && store.run.status != Status::Working {
            effects.push(Effect::Ended);
            let ran_well = matches!(store.run.status, Status::Done | Status::Rejected);
            if ran_well && store.care.deaths.remove(&fingerprint(&store.run.text)).is_some() {
                store.care.held = false;
                effects.push(Effect::KeepDeaths);
            }
        }
        return;
    };
    let mark = fingerprint(&store.run.text);
    let often = store.care.deaths.get(&mark).is_some_and(|deaths| *deaths >= ENOUGH);
    store.care.held = often && store.care.allowed != Some(mark);
    if store.care.held || store.care.dead {
        effects.remove(at);
        store.run.status = Status::Broken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::link::Fields;
    use crate::app::care::Saved;
    use crate::app::store::Action;
    use crate::app::update::reduce;
    use crate::wire::Happened;

    fn does(store: &Store, caring: Caring) -> (Store, Vec<Effect>) {
        reduce(store, Action::Care(caring))
    }

    fn runs(effects: &[Effect]) -> bool {
        effects.iter().any(|effect| matches!(effect, Effect::Run { .. }))
    }

    fn died() -> Caring {
        Caring::Broke(Failing::Died, "unreachable".into())
    }

    #[test]
    fn a_text_that_ends_the_engine_twice_is_not_run_by_itself() {
        let (store, _) = reduce(&Store::default(), Action::Open("bad".into()));
        let (store, effects) = does(&store, died());
        assert!(effects.contains(&Effect::Restart) && runs(&effects), "it is tried again");
        let (store, effects) = does(&store, died());
        assert!(effects.contains(&Effect::Restart) && !runs(&effects), "and not a third time");
        assert!(store.care.held && store.run.status == Status::Broken && &*store.builder.text == "bad");

        let (other, effects) = reduce(&store, Action::Open("good".into()));
        assert!(runs(&effects) && !other.care.held, "the next one runs");
        let (back, effects) = reduce(&other, Action::Open("bad".into()));
        assert!(!runs(&effects) && back.care.held, "this one waits");

        let (store, effects) = does(&back, Caring::RunAnyway);
        assert!(runs(&effects) && !store.care.held);
        let (again, effects) = does(&store, died());
        assert!(!runs(&effects) && again.care.held, "leave is given once");
        let happened = Happened { done: true, ..Happened::default() };
        let (well, effects) = reduce(&store, Action::Events(store.run.number, happened));
        assert!(effects.contains(&Effect::KeepDeaths) && well.care.deaths.is_empty(), "what runs well is forgiven");
    }

    #[test]
    fn an_engine_that_cannot_start_waits_to_be_started() {
        let (store, _) = reduce(&Store::default(), Action::Open("x".into()));
        let (store, effects) = does(&store, Caring::Broke(Failing::Fetch, "404".into()));
        assert!(!runs(&effects) && !effects.contains(&Effect::Restart));
        assert_eq!((store.run.status, store.care.failure.is_some(), store.care.held), (Status::Broken, true, false));
        let (store, effects) = reduce(&store, Action::Open("y".into()));
        assert!(
            !runs(&effects) && store.run.status == Status::Broken,
            "nothing is sent to an engine that is not there"
        );
        let (store, effects) = does(&store, Caring::Again);
        assert!(effects[0] == Effect::Restart && runs(&effects) && store.care.failure.is_none());
    }

    #[test]
    fn a_link_gives_back_what_it_replaced() {
        let link = || Action::Link { text: "theirs".into(), scenario: None, fields: Fields::default() };
        let (store, _) = reduce(&Store::default(), Action::Open("mine".into()));
        let (store, effects) = reduce(&store, link());
        assert!(effects.contains(&Effect::SetAside) && !effects.contains(&Effect::Draft));
        assert_eq!(store.care.troubles, [Trouble::Replaced("mine".into())]);
        let (store, effects) = does(&store, Caring::BringBack(0));
        assert_eq!((&*store.builder.text, store.care.troubles.len()), ("mine", 0));
        assert!(effects.contains(&Effect::Draft) && runs(&effects));

        // A text that was only looked at need not be kept.
        let (store, _) = reduce(&Store::default(), Action::Scenario(0, "built-in".into()));
        let (store, effects) = reduce(&store, link());
        assert!(!effects.contains(&Effect::SetAside) && store.care.troubles.is_empty());
    }

    #[test]
    fn files_of_everything_are_known() {
        let saved = Saved { schedscope: 1, scenarios: vec![("a".into(), "kind: Pod\n".into())] };
        let text = serde_json::to_string(&saved).expect("a file");
        assert_eq!(Saved::read(&text), Some(saved));
        assert_eq!(Saved::read("{\"kind\": \"Pod\"}"), None);
        assert_eq!(Saved::read("{\"schedscope\": no}"), None);
    }
}
