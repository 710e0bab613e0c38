//! Caches the rendered lines of a run, and the matches of a search in them.

use std::rc::Rc;

use api::Millis;
use page_state::run_view::is_same_run;
use runlog::Event;
use trace::console::{LinePosition, LineSource};

/// The lines of the current run in one output, with the matches of the current search.
pub struct BookCache<B> {
    first_event: Option<Rc<Event>>,
    /// The source of the lines; `None` before it is first shown.
    pub book: Option<B>,
    query: String,
    searched_lines: usize,
    /// Whether the text of all lines was available to the search.
    has_all_text: bool,
    matches: Vec<usize>,
}

impl<B> Default for BookCache<B> {
    fn default() -> Self {
        Self {
            first_event: None,
            book: None,
            query: String::new(),
            searched_lines: 0,
            has_all_text: false,
            matches: Vec::new(),
        }
    }
}

impl<B: LineSource> BookCache<B> {
    /// Updates the book: starts a new one for another run, otherwise reads the new events.
    pub fn read_to(&mut self, events: &[Rc<Event>], begin: impl FnOnce() -> B) -> &mut B {
        if !is_same_run(self.first_event.as_ref(), events) {
            *self = Self { first_event: events.first().cloned(), ..Self::default() };
        }
        let book = self.book.get_or_insert_with(begin);
        book.extend(events);
        book
    }

    /// Finds the lines that contain a text. `log_texts` are the texts of all lines, for the book that can't render them itself.
    pub fn search_lines(&mut self, events: &[Rc<Event>], query: &str, log_texts: Option<&[String]>) {
        let Some(book) = &self.book else { return };
        if self.query != query || self.has_all_text != log_texts.is_some() {
            (self.query, self.searched_lines, self.has_all_text) = (query.to_owned(), 0, log_texts.is_some());
            self.matches.clear();
        }
        if query.is_empty() {
            return;
        }
        let lowercase_query = query.to_lowercase();
        for index in self.searched_lines..book.places().len() {
            let contains_query = |text: &str| text.to_lowercase().contains(&lowercase_query);
            let is_match = match log_texts.and_then(|log_texts| log_texts.get(index)) {
                Some(line) => contains_query(line),
                None => book.line(events, index, Millis::ZERO, &|_| None).cells.iter().any(|cell| contains_query(cell)),
            };
            if is_match {
                self.matches.push(index);
            }
        }
        self.searched_lines = book.places().len();
    }

    /// The number of rows to show.
    pub fn row_count(&self) -> usize {
        if self.query.is_empty() {
            self.book.as_ref().map_or(0, |book| book.places().len())
        } else {
            self.matches.len()
        }
    }

    /// The index of the line that a row shows.
    pub fn line_of_row(&self, row: usize) -> usize {
        if self.query.is_empty() { row } else { self.matches[row] }
    }

    /// The number of rows up to a position.
    pub fn rows_until(&self, position: LinePosition) -> usize {
        let Some(book) = &self.book else { return 0 };
        let line_count = book.places().partition_point(|other| *other <= position);
        if self.query.is_empty() { line_count } else { self.matches.partition_point(|line| *line < line_count) }
    }
}
