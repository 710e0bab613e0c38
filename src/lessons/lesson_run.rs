//! A lesson's run: its moments, and all that its attempts found.

use std::rc::Rc;

use findings::{Finding, Place, ReadingProblem};
use manifest::Anchor;
use queries::load;
use releases::Release;
use runlog::{Attempt, EventKind};
use simulation::Simulation;
use trace::{
    Frame, Trace,
    captions::CaptionFinder,
    steps::{self, Moment},
};

/// What came of a text.
pub struct LessonRun {
    /// Whose decisions they are.
    pub release: Release,
    /// Its events.
    pub trace: Trace,
    /// Moments at which a playhead stops.
    pub moments: Vec<Moment>,
    /// All that its attempts found.
    pub attempts: Vec<Rc<Attempt>>,
    /// The moment of each anchor, if there is one.
    pub anchor_moments: Vec<Option<usize>>,
}

impl LessonRun {
    /// The state at the end.
    pub fn end_frame(&self) -> Frame {
        self.trace.frame_at(self.trace.events().len())
    }

    /// The attempt at a moment, or the next one.
    pub(super) fn attempt(&self, at: usize) -> Option<&Attempt> {
        let from = self.moments[at].events.saturating_sub(1);
        let number = self.trace.events()[from..].iter().find_map(|event| match &event.what {
            EventKind::Attempted(tried) => Some(tried.number),
            _ => None,
        })?;
        self.attempts.get(number).map(|attempt| &**attempt)
    }
}

/// Runs a text and finds these moments.
///
/// # Errors
/// What is wrong with the text.
pub fn run_text(text: &str, release: Option<Release>, anchors: &[&Anchor]) -> Result<LessonRun, Finding> {
    let nothing = || Finding::new(Place::default(), ReadingProblem::Refused { message: "".into() });
    let first = |findings: Vec<Finding>| findings.into_iter().next().unwrap_or_else(nothing);
    run_with_findings(text, release, anchors).map_err(first)
}

/// The same, with all that is wrong with the text.
pub(super) fn run_with_findings(
    text: &str,
    release: Option<Release>,
    anchors: &[&Anchor],
) -> Result<LessonRun, Vec<Finding>> {
    let (_, scenario) = load::load_scenario(text, release)?;
    let release = scenario.release;
    let (mut finder, mut simulation) = (CaptionFinder::new(anchors.iter().copied()), Simulation::new(scenario));
    let (mut trace, mut attempts, mut places) = (Trace::default(), Vec::new(), Vec::new());
    while let Some(events) = simulation.step() {
        places.extend(finder.find_captions(&events, simulation.last_attempt().map(|attempt| &**attempt)));
        attempts.extend(simulation.attempts_since(attempts.len()));
        trace.extend(events);
    }
    let moments = steps::moments(trace.events());
    let order_index = |number| {
        places.iter().find(|place| place.caption == number).and_then(|caption_moment| caption_moment.moment(&moments))
    };
    let anchor_moments = (0..anchors.len()).map(order_index).collect();
    Ok(LessonRun { release, trace, moments, attempts, anchor_moments })
}
