//! What happens to files that are being read.

use super::{Batch, Does, Now, Reading};
use crate::care::Caring;
use crate::craft::Craft;
use crate::store::{Action, Effect};
use api::alias::is_table;
use api::dump::Progress;

/// Does it. What is shown stays as it is until all is read; it only does not play meanwhile (`update`).
pub fn change(reading: &mut Reading, does: Does) -> Vec<Effect> {
    match does {
        Does::Begin(Batch { files, found }, add) => {
            reading.number += 1;
            let name = if let [only] = &files[..] { Some(only.file.name()) } else { None };
            let bytes = files.iter().map(|chosen| chosen.file.size()).sum();
            (reading.sketch, reading.release) = (None, None);
            reading.now = Some(Now { add, name, bytes, read: Progress::default(), found });
            return vec![Effect::Read { number: reading.number, files }];
        }
        Does::Walk(entries, add) => return vec![Effect::Walk(entries, add)],
        Does::Goes(number, read, seen) if number == reading.number => {
            if let Some(now) = &mut reading.now {
                now.read = read;
                reading.draw(seen);
            }
        }
        Does::Done(number, mut opened) if number == reading.number => {
            if let Some(now) = reading.now.take() {
                opened.left_out += now.found.left_out;
                opened.unreadable.extend(now.found.unreadable);
                return vec![Effect::Opened(opened, now.add)];
            }
        }
        Does::Goes(..) | Does::Done(..) => {}
        Does::Stop => {
            reading.number += 1;
            (reading.sketch, reading.release) = (None, None);
            if reading.now.take().is_some() {
                return vec![Effect::StopReading];
            }
        }
    }
    Vec::new()
}

/// What an action means for files that are being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// It opens something else: what is chosen last is what is wanted.
    Other,
    /// It starts from what is shown, which is about to go.
    Shown,
    /// It leads nowhere but where one is: it only looks, types, or comes by itself.
    Nothing,
    /// Whether it starts from what is shown follows from what it leads to.
    Unsaid,
}

impl Means {
    /// Whoever adds an action need not think of it here: what is not named waits if it changes or runs the text.
    pub fn of(action: &Action) -> Self {
        match action {
            // What is typed can be had back with Undo.
            Action::Edit(_)
            | Action::Craft(Craft::Menu(_))
            | Action::Reading(_)
            | Action::Events(..)
            | Action::Branch(_)
            | Action::Care(Caring::Broke(..) | Caring::Mine(_)) => Self::Nothing,
            // The names of a table are put back into the text that is there.
            Action::Open(text) if is_table(text) => Self::Shown,
            Action::Share(sharing) if sharing.begins() => Self::Shown,
            Action::Ask(_) | Action::Fork { .. } | Action::Craft(_) => Self::Shown,
            Action::Open(_)
            | Action::Scenario(..)
            | Action::Welcome(..)
            | Action::Opening(..)
            | Action::Visit(..)
            | Action::Link { .. }
            | Action::Learn(_)
            | Action::Care(Caring::BringBack(_) | Caring::Again | Caring::Silent) => Self::Other,
            _ => Self::Unsaid,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use api::Millis;
    use api::files::Opened;

    #[test]
    fn what_belongs_to_another_reading_is_thrown_away() {
        let mut reading = Reading::default();
        let begun = change(&mut reading, Does::Begin(Batch::default(), true));
        assert_eq!(begun, [Effect::Read { number: 1, files: Vec::new() }]);
        let some = Progress { bytes: 7, objects: 1 };
        change(&mut reading, Does::Goes(0, some, Vec::new()));
        assert_eq!(reading.now.as_ref().map(|now| now.read.bytes), Some(0));
        change(&mut reading, Does::Goes(1, some, Vec::new()));
        assert_eq!(reading.now.as_ref().map(|now| now.read.bytes), Some(7));
        assert_eq!(change(&mut reading, Does::Stop), [Effect::StopReading]);
        assert_eq!(change(&mut reading, Does::Done(1, Opened::default())), [], "it was stopped");
        // What was left out before the worker began is told with what it found.
        let found = Opened { left_out: 2, ..Opened::default() };
        change(&mut reading, Does::Begin(Batch { found, ..Batch::default() }, true));
        let read = Opened { left_out: 1, ..Opened::default() };
        let all = Opened { left_out: 3, ..Opened::default() };
        assert_eq!(change(&mut reading, Does::Done(3, read)), [Effect::Opened(all, true)]);
        assert_eq!((change(&mut reading, Does::Stop), reading.now), (Vec::new(), None), "there is nothing to stop");
    }

    #[test]
    fn what_is_found_is_drawn_until_the_run_begins() {
        use crate::reading::sketch;
        use crate::run::Status;
        use crate::store::Action;
        use crate::update::reduce;
        use api::dump::Seen;
        use record::{Event, What};
        use wire::Happened;

        let node: api::Node = serde_json::from_str(r#"{"metadata": {"name": "n"}}"#).expect("a node");
        let node = std::rc::Rc::new(node);
        let act = |store: &Store, action: Action| reduce(store, action).0;
        let read = |store: &Store, does: Does| act(store, Action::Reading(does));
        let nodes = |store: &Store| sketch::state(store).map(|it| it.run.trace.trace.frame(usize::MAX).nodes.len());
        let old = Happened {
            events: vec![Event { at: Millis::ZERO, what: What::NodeAdded(node.clone()) }; 3],
            done: true,
            ..Happened::default()
        };
        let store = act(&act(&Store::default(), Action::Open("x".into())), Action::Events(1, old));
        let store = read(&store, Does::Begin(Batch::default(), false));
        assert_eq!(nodes(&store), None, "nothing is found yet: the run stays");
        let store = read(&store, Does::Goes(1, Progress::default(), vec![Seen::Node(node.clone())]));
        assert_eq!(nodes(&store), Some(1));
        // Nothing plays, and nothing of the run before is changed.
        let at = store.player.at;
        let store = act(&act(&store, Action::Toggle), Action::Seek(0));
        assert!(!store.player.playing && store.player.at == at);
        assert_eq!(nodes(&read(&store, Does::Stop)), None, "the run before is back");
        let store = read(&store, Does::Done(1, Opened::default()));
        assert_eq!(nodes(&store), None, "nothing is opened, so the run before is back");
        let store = act(&store, Action::Open("y".into()));
        assert_eq!((nodes(&store), store.run.status), (Some(1), Status::Working), "its run is not there yet");
        assert_eq!(nodes(&act(&store, Action::Cancel)), None);
        let begins = Happened {
            events: vec![Event { at: Millis::ZERO, what: What::NodeAdded(node.clone()) }],
            ..Happened::default()
        };
        let store = act(&store, Action::Events(store.run.number, begins));
        assert_eq!(nodes(&store), None, "it is");
        // What is added to a text takes the place of nothing.
        let store = read(&store, Does::Begin(Batch::default(), true));
        let store = read(&store, Does::Goes(2, Progress::default(), vec![Seen::Node(node)]));
        assert_eq!(nodes(&store), None);
    }
}
