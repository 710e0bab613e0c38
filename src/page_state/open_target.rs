//! Ways to open a text in place of the present one. What follows from each is in `update::open_target`.

use std::rc::Rc;

use links::LinkFields;
use releases::Release;

/// What is opened.
#[derive(Clone, Debug)]
pub enum OpenTarget {
    /// A text: a file, a drop.
    Text(Rc<str>),
    /// The draft of an earlier visit: whoever comes back goes on with it, or takes one of the ways that a first visit has.
    Draft(Rc<str>),
    /// A built-in scenario, by its number.
    Scenario(usize, Rc<str>),
    /// A built-in scenario that a link names, and nothing else. If it names no release, it runs under `fallback`.
    ScenarioLink { number: usize, text: Rc<str>, fallback: Release },
    /// One for those who come for the first time.
    FirstVisit(usize, Rc<str>),
    /// The same, which plays from there.
    Intro(usize, Rc<str>),
    /// One at the moment that the picture before the page shows.
    ScenarioAt(usize, Rc<str>, usize),
    /// One as a step that the browser's Back takes back.
    ScenarioVisit(usize, Rc<str>),
    /// A link: to a built-in scenario, if it names one, or to the text that it carries.
    Link { text: Rc<str>, scenario: Option<usize>, fields: LinkFields },
}
