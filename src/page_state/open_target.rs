//! The ways to replace the current manifest; `update::open_target` applies them.

use std::rc::Rc;

use links::LinkFields;
use releases::Release;

/// What to open.
#[derive(Clone, Debug)]
pub enum OpenTarget {
    /// A text from a file, a drop or the editor.
    Text(Rc<str>),
    /// The draft of an earlier visit, shown with the welcome of a first visit.
    Draft(Rc<str>),
    /// A built-in scenario, by its index.
    Scenario(usize, Rc<str>),
    /// A built-in scenario opened by a link with no other fields. It runs under `fallback` if it names no release.
    ScenarioLink { number: usize, text: Rc<str>, fallback: Release },
    /// The scenario of a first visit, with the welcome.
    FirstVisit(usize, Rc<str>),
    /// The scenario of a first visit, played from its first interesting moment.
    Intro(usize, Rc<str>),
    /// A built-in scenario at the moment that the prerendered picture shows.
    ScenarioAt(usize, Rc<str>, usize),
    /// A built-in scenario, with an entry in the browser's history.
    ScenarioVisit(usize, Rc<str>),
    /// A link to a built-in scenario, by its index, or to the manifest that it contains.
    Link { text: Rc<str>, scenario: Option<usize>, fields: LinkFields },
}
