//! A lesson's run: its moments, and all that its attempts found.

use std::rc::Rc;

use answers::load;
use api::manifest::Anchor;
use api::problem::{Finding, Place, Reading};
use record::Attempt;
use record::What;
use releases::Release;
use simulation::Simulation;
use trace::captions::Finder;
use trace::steps;
use trace::steps::Moment;
use trace::{Frame, Trace};

/// What came of a text.
pub struct Ran {
    /// Whose decisions they are.
    pub release: Release,
    /// Its events.
    pub trace: Trace,
    /// Moments at which a playhead stops.
    pub moments: Vec<Moment>,
    /// All that its attempts found.
    pub attempts: Vec<Rc<Attempt>>,
    /// The moment of each anchor, if there is one.
    pub found: Vec<Option<usize>>,
}

impl Ran {
    /// The state at the end.
    pub fn end(&self) -> Frame {
        self.trace.frame(self.trace.events().len())
    }

    /// The attempt at a moment, or the next one.
    pub(super) fn attempt(&self, at: usize) -> Option<&Attempt> {
        let from = self.moments[at].events.saturating_sub(1);
        let number = self.trace.events()[from..].iter().find_map(|event| match &event.what {
            What::Attempted(tried) => Some(tried.number),
            _ => None,
        })?;
        self.attempts.get(number).map(|it| &**it)
    }
}

/// Runs a text and finds these moments.
///
/// # Errors
/// What is wrong with the text.
pub fn run(text: &str, release: Option<Release>, anchors: &[&Anchor]) -> Result<Ran, Finding> {
    let nothing = || Finding::new(Place::default(), Reading::Refused { said: "".into() });
    let first = |found: Vec<Finding>| found.into_iter().next().unwrap_or_else(nothing);
    let (_, scenario) = load::scenario(text, release).map_err(first)?;
    let release = scenario.release;
    let (mut finder, mut simulation) = (Finder::new(anchors.iter().copied()), Simulation::new(scenario));
    let (mut trace, mut attempts, mut places) = (Trace::default(), Vec::new(), Vec::new());
    while let Some(events) = simulation.step() {
        places.extend(finder.look(&events, simulation.last_attempt().map(|it| &**it)));
        if simulation.attempts() > attempts.len() {
            attempts.extend(simulation.last_attempt().cloned());
        }
        trace.extend(events);
    }
    let moments = steps::moments(trace.events());
    let place = |number| places.iter().find(|place| place.caption == number).and_then(|it| it.moment(&moments));
    let found = (0..anchors.len()).map(place).collect();
    Ok(Ran { release, trace, moments, attempts, found })
}
