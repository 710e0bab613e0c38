//! Where a person is in a lesson of their own, as their draft keeps it: the file, a line with the place and the answers, and the text that
//! runs, where that was changed.

use crate::lesson::{Given, Taken};
use crate::store::Store;

/// How the line begins. A lesson has no HTML, so it is none of its own.
const MARK: &str = "\n<!-- schedscope ";
/// How it ends.
const END: &str = " -->\n";

/// What was kept of a place.
pub struct Bookmark<'t> {
    /// The line.
    said: &'t str,
    /// The text that runs; empty if it is the lesson's own.
    pub text: &'t str,
}

impl Bookmark<'_> {
    /// Puts a person back there. A place that the lesson does not have is none: its file may have been changed.
    pub fn restore(&self, taken: &mut Taken) {
        let mut words = self.said.split(' ');
        let step = words.next().and_then(|it| it.parse::<usize>().ok());
        let given: Vec<Given> = words.filter_map(given).collect();
        if let Some(step) = step.filter(|step| *step <= taken.lesson.steps.len())
            && given.len() == taken.given.len()
        {
            (taken.step, taken.given) = (step, given);
        }
    }
}

/// A file as it was opened, and the place that was kept with it.
pub fn split(text: &str) -> (&str, Option<Bookmark<'_>>) {
    let Some((file, rest)) = text.split_once(MARK) else { return (text, None) };
    let place = rest.split_once(END).map(|(said, text)| Bookmark { said, text });
    (file, place)
}

/// What a draft keeps in front of the text: nothing, or an own lesson with the place in it. And whether the text is to be kept too.
pub fn kept(store: &Store) -> (String, bool) {
    let Some((taken, file)) = store.course.taken.as_ref().and_then(|it| Some((it, it.source.as_ref()?))) else {
        return (String::new(), true);
    };
    let given: String = taken.given.iter().map(told).collect();
    (format!("{file}{MARK}{}{given}{END}", taken.step), *taken.lesson.text != *store.builder.text)
}

/// What was answered, as a word: whether the first answer was right, the last answer, how many were found, whether nothing more is asked.
fn told(given: &Given) -> String {
    let first = given.first.map_or("-", |right| if right { "1" } else { "0" });
    let last = given.last.map_or("-".to_owned(), |last| last.to_string());
    format!(" {first},{last},{},{}", given.found, u8::from(given.done))
}

fn given(word: &str) -> Option<Given> {
    let [first, last, found, done] = word.split(',').collect::<Vec<_>>().try_into().ok()?;
    let (first, done) = (first.parse::<u8>().ok().map(|it| it == 1), done == "1");
    Some(Given { first, last: last.parse().ok(), found: found.parse().ok()?, done })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_were_written() {
        for wanted in [
            Given::default(),
            Given { first: Some(true), last: Some(12), found: 1, done: true },
            Given { first: Some(false), last: None, found: 0, done: true },
        ] {
            assert_eq!(given(told(&wanted).trim_start()), Some(wanted));
        }
        for wrong in ["", "1,2", "1,2,3,4,5", "1,2,x,1"] {
            assert_eq!(given(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_without_a_place_is_a_file() {
        assert_eq!(split("---\na\n").0, "---\na\n");
        assert!(split("---\na\n").1.is_none() && split("---\n<!-- schedscope").1.is_none());
        let (file, place) = split("---\na\n\n<!-- schedscope 3 -,-,0,0 -->\nkind: Node\n");
        let place = place.expect("a place");
        assert_eq!((file, place.said, place.text), ("---\na\n", "3 -,-,0,0", "kind: Node\n"));
    }
}
