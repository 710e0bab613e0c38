//! A run as lines of text: one line per event, several for a decision. Lessons claim such lines, and `tests/stories` records them.

use std::rc::Rc;

use releases::{Release, wording};
use runlog::{Attempt, AttemptOutcome, DryRun, Event, EventKind, ExtenderAnswer, ExtenderRecord};
use simulation::{Scenario, Simulation};

/// Runs a scenario and returns its story.
#[must_use]
pub fn story_of(scenario: Scenario) -> String {
    let (release, mut attempts) = (scenario.release, Vec::new());
    let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
    write_story(&events, &attempts, release)
}

/// The story of events; `attempts` are those of the run, by their numbers.
pub(super) fn write_story<'e>(
    events: impl IntoIterator<Item = &'e Event>,
    attempts: &[Rc<Attempt>],
    release: Release,
) -> String {
    let mut text = String::new();
    for Event { at, what } in events {
        let lines = match what {
            EventKind::Attempted(tried) => decision_lines(&attempts[tried.number], release),
            other => vec![other.story_line()],
        };
        for (index, line) in lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let time = if index == 0 { format!("{:>8}", at.to_decimal_seconds()) } else { " ".repeat(8) };
            text.extend([&time, "  ", &line, "\n"]);
        }
    }
    text
}

fn decision_lines(attempt: &Attempt, release: Release) -> Vec<String> {
    let name = |ix: usize| attempt.nodes[ix].as_str();
    let words = wording(release);
    let mut lines = vec![format!("decision for {}", attempt.pod)];
    for record in &attempt.filter {
        let reasons: Vec<String> = record
            .failed
            .iter()
            .flat_map(|(row, failure)| {
                failure.reasons.iter().map(move |reason| format!("{row}: {}", words.render_reason(reason)))
            })
            .collect();
        let text = if record.passes_filters() { "fits".to_owned() } else { reasons.join("; ") };
        let pass = if record.nominated.is_empty() {
            String::new()
        } else {
            format!(" (pass {}, with {})", record.pass, record.nominated.join(", "))
        };
        lines.push(format!("  {} {text}{pass}", name(record.node)));
    }
    let requests = attempt.extenders.iter().chain(&attempt.scores.extenders);
    lines.extend(requests.map(|request| extender_line(attempt, request)));
    for (column, ix) in attempt.scores.nodes.iter().enumerate() {
        let rejection_texts: Vec<String> = attempt
            .scores
            .rows
            .iter()
            .map(|row| format!("{} {}x{}", row.id, row.normalized[column], row.weight))
            .collect();
        lines.push(format!(
            "  {} scores {} = {}",
            name(*ix),
            attempt.scores.totals[column],
            rejection_texts.join(" + ")
        ));
    }
    if let Some(preemption) = &attempt.preemption {
        if let Some(why) = preemption.ineligible {
            lines.push(format!("  may not preempt: {why:?}"));
        }
        for dry_run in &preemption.dry_runs {
            lines.extend(dry_run_lines(attempt, dry_run));
        }
        lines.extend(preemption.extenders.iter().map(|request| extender_line(attempt, request)));
        for rung in &preemption.ladder {
            let values: Vec<String> = rung.values.iter().map(|(ix, value)| format!("{} {value}", name(*ix))).collect();
            let kept_nodes: Vec<&str> = rung.kept.iter().map(|ix| name(*ix)).collect();
            lines.push(format!("  {:?}: {} -> {}", rung.rule, values.join(", "), kept_nodes.join(", ")));
        }
        if let Some(chosen_node) = preemption.chosen {
            lines.push(format!("  preempts on {}", name(chosen_node)));
        }
    }
    lines.push(match &attempt.outcome {
        AttemptOutcome::Open => "  open".to_owned(),
        AttemptOutcome::Scheduled { node, ties } if ties.len() > 1 => {
            let tied: Vec<&str> = ties.iter().map(|ix| name(*ix)).collect();
            format!("  goes to {}, tied: {}", name(*node), tied.join(", "))
        }
        AttemptOutcome::Scheduled { node, .. } => format!("  goes to {}", name(*node)),
        AttemptOutcome::Failed { message, .. } => format!("  fails: {message}"),
    });
    lines
}

/// The line of a request to an extender and its answer.
fn extender_line(attempt: &Attempt, request: &ExtenderRecord) -> String {
    let name = |ix: usize| attempt.nodes.get(ix).map_or("?", |name| name.as_str());
    let texts: Vec<String> = match &request.answer {
        ExtenderAnswer::Filtered { feasible, failed, is_bare } => {
            let kept_nodes: Vec<&str> = feasible.iter().map(|ix| name(*ix)).collect();
            let bare_note = if *is_bare { " bare" } else { "" };
            let rejects = failed.iter().map(|(ix, message, code)| {
                format!("rejects {}: {} ({code:?})", name(*ix), message.as_deref().unwrap_or("no message"))
            });
            [format!("keeps{bare_note} {}", kept_nodes.join(", "))].into_iter().chain(rejects).collect()
        }
        ExtenderAnswer::Scored { scores, factor } => {
            scores.iter().map(|(ix, score)| format!("adds {score}x{factor} to {}", name(*ix))).collect()
        }
        ExtenderAnswer::Sacrificed { candidates } => candidates
            .iter()
            .map(|candidate| {
                format!(
                    "leaves {} without {}, violating {}",
                    name(candidate.node),
                    candidate.victims.join(", "),
                    candidate.violations
                )
            })
            .collect(),
        ExtenderAnswer::Failed { text, is_ignored: true } => vec![format!("fails, ignored: {text}")],
        ExtenderAnswer::Failed { text, is_ignored: false } => vec![format!("fails: {text}")],
    };
    format!("  extender {} {}", request.extender, texts.join("; "))
}

fn dry_run_lines(attempt: &Attempt, dry_run: &DryRun) -> Vec<String> {
    let node = attempt.nodes[dry_run.node].as_str();
    let pod = |at: usize| dry_run.removed[at].pod.as_str();
    if let Some((row, _)) = &dry_run.failure {
        let rejecting_row = row.as_ref().map_or("", |row| row.as_str());
        return vec![format!("  dry run on {node}: no candidate {rejecting_row}").trim_end().to_owned()];
    }
    let mut lines = vec![format!("  dry run on {node}: without {} pods it fits", dry_run.removed.len())];
    for reprieve in &dry_run.reprieves {
        let budgets = if reprieve.violates.is_empty() {
            String::new()
        } else {
            format!(" (would violate {})", reprieve.violates.join(", "))
        };
        let verdict = match &reprieve.failure {
            None => "stays".to_owned(),
            Some((row, _)) => format!("must go: {row}"),
        };
        lines.push(format!("    {}{budgets} {verdict}", pod(reprieve.pod)));
    }
    lines
}

/// Whether a line of a story, without its time, begins with a pattern. `…` matches anything within the line.
#[must_use]
pub fn line_matches(line: &str, pattern: &str) -> bool {
    let line = line.get(8..).unwrap_or(line).trim();
    let mut pattern_parts = pattern.split('…').map(str::trim);
    let Some(mut rest) = pattern_parts.next().and_then(|first| line.strip_prefix(first)) else { return false };
    for part in pattern_parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}
