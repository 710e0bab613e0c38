//! What happens to files that are being read.

use super::{Batch, Does, Now};
use crate::api::dump::Progress;
use crate::app::store::{Effect, Store};

/// Does it. What is shown stays as it is until all is read.
pub fn change(store: &mut Store, does: Does) -> Vec<Effect> {
    let reading = &mut store.reading;
    match does {
        Does::Begin(Batch { files, found }, add) => {
            reading.number += 1;
            let name = if let [only] = &files[..] { Some(only.file.name()) } else { None };
            let bytes = files.iter().map(|chosen| chosen.file.size()).sum();
            reading.now = Some(Now { add, name, bytes, read: Progress::default(), found });
            return vec![Effect::Read { number: reading.number, files }];
        }
        Does::Walk(entries, add) => return vec![Effect::Walk(entries, add)],
        Does::Goes(number, read) if number == reading.number => {
            if let Some(now) = &mut reading.now {
                now.read = read;
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
    use crate::api::files::Opened;

    #[test]
    fn what_belongs_to_another_reading_is_thrown_away() {
        let mut store = Store::default();
        let begun = change(&mut store, Does::Begin(Batch::default(), true));
        assert_eq!(begun, [Effect::Read { number: 1, files: Vec::new() }]);
        let some = Progress { bytes: 7, objects: 1 };
        change(&mut store, Does::Goes(0, some));
        assert_eq!(store.reading.now.as_ref().map(|now| now.read.bytes), Some(0));
        change(&mut store, Does::Goes(1, some));
        assert_eq!(store.reading.now.as_ref().map(|now| now.read.bytes), Some(7));
        assert_eq!(change(&mut store, Does::Stop), [Effect::StopReading]);
        assert_eq!(change(&mut store, Does::Done(1, Opened::default())), [], "it was stopped");
        // What was left out before the worker began is told with what it found.
        let found = Opened { left_out: 2, ..Opened::default() };
        change(&mut store, Does::Begin(Batch { found, ..Batch::default() }, true));
        let read = Opened { left_out: 1, ..Opened::default() };
        let all = Opened { left_out: 3, ..Opened::default() };
        assert_eq!(change(&mut store, Does::Done(3, read)), [Effect::Opened(all, true)]);
        assert_eq!((change(&mut store, Does::Stop), store.reading.now), (Vec::new(), None), "there is nothing to stop");
    }
}
