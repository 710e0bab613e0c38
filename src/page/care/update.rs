//! What is done so that nothing is lost, and what follows when the engine fails.

use std::rc::Rc;

use super::{Care, Caring, ENOUGH, Failing, Failure, Trouble, fingerprint};
use crate::store::Effect;
use crate::wish::Wish;
use api::Table;

/// What is told at once; the oldest goes first.
const MOST: usize = 4;

/// Does it. `text` is the one in the editor.
pub fn change(care: &mut Care, text: &str, caring: Caring) -> Vec<Wish> {
    match caring {
        Caring::Memory(memory) => care.memory = memory,
        Caring::Trouble(trouble) => tell(care, trouble),
        Caring::ForgetFiles => forget_files(care),
        Caring::Close(index) => {
            if index < care.troubles.len() {
                care.troubles.remove(index);
            }
        }
        Caring::CloseFailure => care.failure = None,
        Caring::Silent => {
            care.failure = Some(Failure { failing: Failing::Silent, said: String::new() });
            return vec![Effect::Restart.into()];
        }
        Caring::Again => {
            (care.failure, care.dead) = (None, false);
            return vec![Effect::Restart.into(), Wish::Again];
        }
        Caring::RunAnyway => {
            care.allowed = Some(fingerprint(text));
            (care.held, care.failure) = (false, None);
            return vec![Wish::FromStart];
        }
        Caring::Deaths(deaths, crashed) => {
            care.deaths = deaths;
            if crashed {
                care.failure = Some(Failure { failing: Failing::Crashed, said: String::new() });
            }
        }
        Caring::Drafts(drafts) => care.drafts = Rc::new(drafts),
        Caring::OpenDraft(tab) => return vec![Effect::OpenDraft(tab).into()],
        Caring::ForgetDraft(tab) => return vec![Effect::ForgetDraft(tab).into()],
        Caring::SaveAll => return vec![Effect::SaveAll.into()],
        Caring::Report => return vec![Effect::Report.into()],
        Caring::Reload => return vec![Effect::Reload.into()],
        // The page as a whole does these (`page::update::caring`).
        Caring::BringBack(_)
        | Caring::Mine(_)
        | Caring::FetchParts
        | Caring::ForgetAll
        | Caring::Save
        | Caring::Broke(..) => {}
    }
    Vec::new()
}

/// The text that a link replaced, which is to be opened now.
pub(crate) fn take_back(care: &mut Care, index: usize) -> Option<Rc<str>> {
    let Some(Trouble::Replaced(text)) = care.troubles.get(index).cloned() else { return None };
    care.troubles.remove(index);
    Some(text)
}

/// What was told of files that were opened before goes.
pub(crate) fn forget_files(care: &mut Care) {
    care.troubles.retain(|told| !matches!(told, Trouble::Unreadable(_) | Trouble::LeftOut { .. }));
}

/// Nothing is kept on this device any more.
pub fn forget(care: &mut Care) {
    (care.drafts, care.own) = (Rc::default(), false);
    care.deaths = Table::new();
}

/// The engine failed at the text with this fingerprint. Once is tried again; a text that ends it again and again waits for "Run anyway".
pub fn broke(care: &mut Care, failing: Failing, said: String, mark: u64) -> After {
    care.failure = Some(Failure { failing, said });
    if !matches!(failing, Failing::Died | Failing::Crashed) {
        care.dead = true;
        return After::Dead;
    }
    let deaths = care.deaths.or_default(mark);
    *deaths = deaths.saturating_add(1);
    care.held = *deaths >= ENOUGH;
    care.allowed = None;
    if care.held { After::Held } else { After::Again }
}

/// What follows when the engine fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// It is started again, and its text runs again.
    Again,
    /// It is started again, and the text waits.
    Held,
    /// There is none.
    Dead,
}

/// Whether the text with this fingerprint may run now: one that ended the engine too often waits, and without an engine all do.
pub(crate) fn lets_run(care: &mut Care, mark: u64) -> bool {
    let often = care.deaths.get(&mark).is_some_and(|deaths| *deaths >= ENOUGH);
    care.held = often && care.allowed != Some(mark);
    !care.held && !care.dead
}

/// The text with this fingerprint ran well, so that is forgiven which it did before; whether there was something.
pub(crate) fn forgives(care: &mut Care, mark: u64) -> bool {
    let forgives = care.deaths.remove(&mark).is_some();
    care.held &= !forgives;
    forgives
}

/// Tells something, and the same thing only once.
pub fn tell(care: &mut Care, trouble: Trouble) {
    care.troubles.retain(|told| std::mem::discriminant(told) != std::mem::discriminant(&trouble));
    care.troubles.push(trouble);
    if care.troubles.len() > MOST {
        care.troubles.remove(0);
    }
}

/// Another text takes the place of the present one, `text`, which is kept if it was edited.
pub fn replace(care: &mut Care, text: &Rc<str>, told: bool) -> Option<Effect> {
    if !std::mem::take(&mut care.own) {
        return None;
    }
    if told {
        tell(care, Trouble::Replaced(Rc::clone(text)));
    }
    Some(Effect::SetAside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::care::Saved;
    use crate::opening::Opening;
    use crate::run::{Running, Status};
    use crate::store::{Action, Store};
    use crate::update::reduce;
    use api::link::Fields;
    use wire::Happened;

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
        let (store, _) = reduce(&Store::default(), Action::Open(Opening::Text("bad".into())));
        let (store, effects) = does(&store, died());
        assert!(effects.contains(&Effect::Restart) && runs(&effects), "it is tried again");
        let (store, effects) = does(&store, died());
        assert!(effects.contains(&Effect::Restart) && !runs(&effects), "and not a third time");
        assert!(store.care.held && store.run.status == Status::Broken && &*store.builder.text == "bad");

        let (other, effects) = reduce(&store, Action::Open(Opening::Text("good".into())));
        assert!(runs(&effects) && !other.care.held, "the next one runs");
        let (back, effects) = reduce(&other, Action::Open(Opening::Text("bad".into())));
        assert!(!runs(&effects) && back.care.held, "this one waits");

        let (store, effects) = does(&back, Caring::RunAnyway);
        assert!(runs(&effects) && !store.care.held);
        let (again, effects) = does(&store, died());
        assert!(!runs(&effects) && again.care.held, "leave is given once");
        let happened = Happened { done: true, ..Happened::default() };
        let (well, effects) = reduce(&store, Action::Run(Running::Events(store.run.number, happened)));
        assert!(effects.contains(&Effect::KeepDeaths) && well.care.deaths.is_empty(), "what runs well is forgiven");
    }

    #[test]
    fn an_engine_that_cannot_start_waits_to_be_started() {
        let (store, _) = reduce(&Store::default(), Action::Open(Opening::Text("x".into())));
        let (store, effects) = does(&store, Caring::Broke(Failing::Fetch, "404".into()));
        assert!(!runs(&effects) && !effects.contains(&Effect::Restart));
        assert_eq!((store.run.status, store.care.failure.is_some(), store.care.held), (Status::Broken, true, false));
        let (store, effects) = reduce(&store, Action::Open(Opening::Text("y".into())));
        assert!(
            !runs(&effects) && store.run.status == Status::Broken,
            "nothing is sent to an engine that is not there"
        );
        let (store, effects) = does(&store, Caring::Again);
        assert!(effects[0] == Effect::Restart && runs(&effects) && store.care.failure.is_none());
    }

    #[test]
    fn a_link_gives_back_what_it_replaced() {
        let link = || Action::Open(Opening::Link { text: "theirs".into(), scenario: None, fields: Fields::default() });
        let (store, _) = reduce(&Store::default(), Action::Open(Opening::Text("mine".into())));
        let (store, effects) = reduce(&store, link());
        assert!(effects.contains(&Effect::SetAside) && !effects.contains(&Effect::Draft));
        assert_eq!(store.care.troubles, [Trouble::Replaced("mine".into())]);
        let (store, effects) = does(&store, Caring::BringBack(0));
        assert_eq!((&*store.builder.text, store.care.troubles.len()), ("mine", 0));
        assert!(effects.contains(&Effect::Draft) && runs(&effects));

        // A text that was only looked at need not be kept.
        let (store, _) = reduce(&Store::default(), Action::Open(Opening::Scenario(0, "built-in".into())));
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
