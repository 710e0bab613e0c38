//! The run of a lesson: its moments, and the records of its attempts.

use std::rc::Rc;

use api::Str;
use findings::{Finding, Place, ReadingProblem};
use manifest::{Anchor, ScriptAction};
use queries::load;
use releases::Release;
use runlog::{Attempt, EventKind};
use simulation::Simulation;
use trace::{
    Frame, Trace,
    captions::CaptionFinder,
    steps::{self, Moment},
};

/// A finished run of a lesson's manifest, with the moments that the lesson names.
pub struct LessonRun {
    /// The release whose scheduler ran.
    pub release: Release,
    pub trace: Trace,
    /// The moments of the playhead.
    pub moments: Vec<Moment>,
    /// The records of all attempts.
    pub attempts: Vec<Rc<Attempt>>,
    /// The index of the moment of each anchor, if the run has it.
    pub anchor_moments: Vec<Option<usize>>,
    /// Notices about the manifest.
    pub(super) notices: Vec<Finding>,
}

/// An object that the script creates and the API server rejects.
#[derive(Debug)]
pub(super) struct RefusedCreation {
    /// The line of the manifest, from 1.
    pub line: usize,
    /// The object, as `namespace/name`.
    pub object: String,
    /// The message that kubectl prints.
    pub message: Str,
}

impl LessonRun {
    /// The cluster at the end.
    pub fn end_frame(&self) -> Frame {
        self.trace.frame_at(self.trace.events().len())
    }

    /// The rejected creations of the script. `text` is the manifest that was run.
    pub(super) fn refused_creations(&self, text: &str) -> Vec<RefusedCreation> {
        let mut refused_lines = Vec::new();
        let mut current_entry = None;
        for event in self.trace.events() {
            match &event.what {
                EventKind::Script { index, .. } => current_entry = Some(*index),
                // A command that waits, such as `drain`, prints later, and creates nothing.
                EventKind::Printed { is_warning: true, text }
                    if text.contains("Error from server") || text.contains(" is invalid: ") =>
                {
                    refused_lines.extend(current_entry.take().map(|entry| (entry, text.clone())));
                }
                _ => {}
            }
        }
        if refused_lines.is_empty() {
            return Vec::new();
        }
        let Ok(manifest) = load::load_manifest(text, None) else { return Vec::new() };
        let script = &manifest.scenario.script;
        let refused_creation = |(entry, message): (usize, Str)| {
            let timed = script.get(entry)?;
            let ([namespace, name], field) = match &timed.action {
                ScriptAction::Reject(rejected) => {
                    let path = rejected.errors.first().map_or("", |(path, _)| path.as_str());
                    let key = path.trim_end_matches(']').rsplit(['.', '[']).next();
                    ([&rejected.namespace, &rejected.name], key)
                }
                action => {
                    let metadata = action.created_object()?.metadata();
                    let is_about_class = message.contains("no PriorityClass");
                    ([&metadata.namespace, &metadata.name], is_about_class.then_some("priorityClassName"))
                }
            };
            let object = format!("{namespace}/{name}");
            let end = script.get(entry + 1).map(|next| next.line);
            let field_line = field.and_then(|field| find_field(text, timed.line, end, &format!("{field}:")));
            message.contains(&**name).then(|| RefusedCreation {
                line: field_line.unwrap_or(timed.line),
                object,
                message,
            })
        };
        refused_lines.into_iter().filter_map(refused_creation).collect()
    }

    /// The record of the attempt at a moment, or of the next one.
    pub(super) fn attempt(&self, at: usize) -> Option<&Attempt> {
        let from = self.moments[at].events.saturating_sub(1);
        let number = self.trace.events()[from..].iter().find_map(|event| match &event.what {
            EventKind::Attempted(tried) => Some(tried.number),
            _ => None,
        })?;
        self.attempts.get(number).map(|attempt| &**attempt)
    }
}

/// Runs a manifest and finds these moments.
///
/// # Errors
/// The first problem of the manifest.
pub fn run_text(text: &str, release: Option<Release>, anchors: &[&Anchor]) -> Result<LessonRun, Finding> {
    let nothing = || Finding::new(Place::default(), ReadingProblem::Refused { message: "".into() });
    let first = |findings: Vec<Finding>| findings.into_iter().next().unwrap_or_else(nothing);
    run_with_findings(text, release, anchors).map_err(first)
}

/// Runs a manifest, and returns all its problems if it can't be run.
pub(super) fn run_with_findings(
    text: &str,
    release: Option<Release>,
    anchors: &[&Anchor],
) -> Result<LessonRun, Vec<Finding>> {
    let (loaded, scenario) = load::load_scenario(text, release)?;
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
    Ok(LessonRun { release, trace, moments, attempts, anchor_moments, notices: loaded.notices })
}

/// The line, from 1, of a field within an entry of the script; the entry ends before the next one or the next document.
fn find_field(text: &str, first: usize, end: Option<usize>, field: &str) -> Option<usize> {
    let lines = (1..).zip(text.lines()).skip(first.saturating_sub(1));
    let mut entry_lines = lines
        .take_while(|(number, line)| end.is_none_or(|end| *number < end.max(first + 1)) && !line.starts_with("---"));
    entry_lines.find(|(_, line)| line.contains(field)).map(|(number, _)| number)
}
