//! Ways to open a text in the place of the present one. What follows from each is said in `update::opening`.

use std::rc::Rc;

use api::link::Fields;

/// What is opened.
#[derive(Clone, Debug)]
pub enum Opening {
    /// A text: a file, a drop.
    Text(Rc<str>),
    /// The draft of an earlier visit: whoever comes back goes on with it, or takes one of the ways that a first visit has.
    Draft(Rc<str>),
    /// A built-in scenario, by its number.
    Scenario(usize, Rc<str>),
    /// One for those who come for the first time.
    Welcome(usize, Rc<str>),
    /// The same, which plays from there.
    Watch(usize, Rc<str>),
    /// One at the moment that the picture before the page shows.
    At(usize, Rc<str>, usize),
    /// One as a step that the browser's Back takes back.
    Visit(usize, Rc<str>),
    /// A link: to a built-in scenario, if it names one, or to the text that it carries.
    Link { text: Rc<str>, scenario: Option<usize>, fields: Fields },
}
