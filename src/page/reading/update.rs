//! What happens to files that are being read.

use super::{Batch, Does, Now, Reading};
use crate::store::Effect;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Playing;
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
        use crate::opening::Opening;
        use crate::reading::sketch;
        use crate::run::{Running, Status};
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
        let store =
            act(&act(&Store::default(), Action::Open(Opening::Text("x".into()))), Action::Run(Running::Events(1, old)));
        let store = read(&store, Does::Begin(Batch::default(), false));
        assert_eq!(nodes(&store), None, "nothing is found yet: the run stays");
        let store = read(&store, Does::Goes(1, Progress::default(), vec![Seen::Node(node.clone())]));
        assert_eq!(nodes(&store), Some(1));
        // Nothing plays, and nothing of the run before is changed.
        let at = store.player.at;
        let store = act(&act(&store, Action::Player(Playing::Toggle)), Action::Player(Playing::Seek(0)));
        assert!(!store.player.playing && store.player.at == at);
        assert_eq!(nodes(&read(&store, Does::Stop)), None, "the run before is back");
        let store = read(&store, Does::Done(1, Opened::default()));
        assert_eq!(nodes(&store), None, "nothing is opened, so the run before is back");
        let store = act(&store, Action::Open(Opening::Text("y".into())));
        assert_eq!((nodes(&store), store.run.status), (Some(1), Status::Working), "its run is not there yet");
        assert_eq!(nodes(&act(&store, Action::Run(Running::Cancel))), None);
        let begins = Happened {
            events: vec![Event { at: Millis::ZERO, what: What::NodeAdded(node.clone()) }],
            ..Happened::default()
        };
        let store = act(&store, Action::Run(Running::Events(store.run.number, begins)));
        assert_eq!(nodes(&store), None, "it is");
        // What is added to a text takes the place of nothing.
        let store = read(&store, Does::Begin(Batch::default(), true));
        let store = read(&store, Does::Goes(2, Progress::default(), vec![Seen::Node(node)]));
        assert_eq!(nodes(&store), None);
    }
}
