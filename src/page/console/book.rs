//! What was read of a run into a book, and what was found in it.

use std::rc::Rc;

use crate::shown::same_run;
use api::Millis;
use record::Event;
use trace::console::{Book, LinePosition};

/// A book of the run that is shown, and what was looked for in it.
pub struct BookCache<B> {
    first: Option<Rc<Event>>,
    /// The book.
    pub book: Option<B>,
    query: String,
    searched: usize,
    /// Whether all words were known when it was searched.
    knows: bool,
    found: Vec<usize>,
}

impl<B> Default for BookCache<B> {
    fn default() -> Self {
        Self { first: None, book: None, query: String::new(), searched: 0, knows: false, found: Vec::new() }
    }
}

impl<B: Book> BookCache<B> {
    /// The book up to date: started again for another run, else read on from where it was.
    pub fn read(&mut self, events: &[Rc<Event>], begin: impl FnOnce() -> B) -> &mut B {
        if !same_run(self.first.as_ref(), events) {
            *self = Self { first: events.first().cloned(), ..Self::default() };
        }
        let book = self.book.get_or_insert_with(begin);
        book.extend(events);
        book
    }

    /// Finds the lines that have a text in them. `words` are all lines as they read, where the book itself does not know.
    pub fn search(&mut self, events: &[Rc<Event>], query: &str, words: Option<&[String]>) {
        let Some(book) = &self.book else { return };
        if self.query != query || self.knows != words.is_some() {
            (self.query, self.searched, self.knows) = (query.to_owned(), 0, words.is_some());
            self.found.clear();
        }
        if query.is_empty() {
            return;
        }
        let wanted = query.to_lowercase();
        for index in self.searched..book.places().len() {
            let has = |text: &str| text.to_lowercase().contains(&wanted);
            let found = match words.and_then(|words| words.get(index)) {
                Some(line) => has(line),
                None => book.line(events, index, Millis::ZERO, &|_| None).cells.iter().any(|cell| has(cell)),
            };
            if found {
                self.found.push(index);
            }
        }
        self.searched = book.places().len();
    }

    /// How many lines there are to show.
    pub fn count(&self) -> usize {
        if self.query.is_empty() { self.book.as_ref().map_or(0, |book| book.places().len()) } else { self.found.len() }
    }

    /// The line behind a row.
    pub fn line(&self, row: usize) -> usize {
        if self.query.is_empty() { row } else { self.found[row] }
    }

    /// How many rows have come by a place.
    pub fn told(&self, place: LinePosition) -> usize {
        let Some(book) = &self.book else { return 0 };
        let told = book.places().partition_point(|other| *other <= place);
        if self.query.is_empty() { told } else { self.found.partition_point(|line| *line < told) }
    }
}
