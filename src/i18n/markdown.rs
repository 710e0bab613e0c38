//! A run as Markdown: every decision with its steps, scores and outcome.

use std::fmt::Write;

use api::Millis;
use manifest::Caption;
use protocol::LoadResult;
use runlog::{Attempt, EventKind, Wording};
use trace::{
    AttemptLookup, Trace,
    steps::{Moment, Step},
};

use super::{
    Lang, format_clock,
    story::{self, MomentText},
};

/// A run that is exported as Markdown.
pub struct RunReport<'r> {
    /// The summary of the manifest.
    pub loaded: &'r LoadResult,
    /// The log.
    pub trace: &'r Trace,
    /// The moments at which the playhead can stop.
    pub moments: &'r [Moment],
    /// The captions, as (moment, caption).
    pub captions: &'r [(usize, Caption)],
    /// Renders upstream messages as the release of the run words them.
    pub wording: &'static dyn Wording,
    /// The known details of attempts.
    pub details: AttemptLookup<'r>,
}

/// Renders a run as Markdown. Attempts without details are described briefly.
pub fn render_run(lang: Lang, run: &RunReport<'_>) -> String {
    let (events, labels) = (run.trace.events(), lang.page_labels());
    let mut markdown = String::new();
    let title = match lang.pick(&run.loaded.title).trim() {
        "" => labels.untitled,
        title => title,
    };
    let _ = writeln!(markdown, "# {}\n", escape_markdown(title));
    for text in [lang.pick(&run.loaded.description), &format!("Kubernetes {}", run.loaded.release.patch())] {
        if !text.trim().is_empty() {
            let _ = writeln!(markdown, "{}\n", escape_markdown(text.trim()));
        }
    }
    // The plugins are in the first event; nothing else of this frame is used.
    let frame = run.trace.frame_at(run.moments.first().map_or(0, |moment| moment.events).max(1).min(events.len()));
    let mut lists = false;
    for (at, moment) in run.moments.iter().enumerate() {
        let event = moment.events.checked_sub(1).and_then(|last| events.get(last));
        let (event_kind, now) = event.map_or((None, Millis::ZERO), |event| (Some(&event.what), event.at));
        let number = match event_kind {
            Some(EventKind::Attempted(tried)) => Some(tried.number),
            _ => None,
        };
        let detail = number.and_then(run.details);
        let story = story::moment_text(lang, events, *moment, &frame, run.wording, detail.as_deref());
        if matches!(moment.step, Step::Point(_)) || story.title.is_empty() {
            continue;
        }
        if matches!((moment.step, event_kind), (Step::Event, Some(EventKind::Popped { .. }))) {
            let _ = write!(
                markdown,
                "{}## {} · {}\n\n{}\n\n",
                list_gap(&mut lists),
                format_clock(now),
                escape_markdown(&story.title),
                escape_markdown(&story.text)
            );
        } else {
            let time = if moment.step == Step::Event { format!("{} · ", format_clock(now)) } else { String::new() };
            write_item(&mut markdown, &time, &story);
            lists = true;
        }
        if let Some((_, caption)) = run.captions.iter().find(|(moment, _)| *moment == at) {
            let text = lang.pick_caption(caption);
            let _ = writeln!(markdown, "\n  > {}\n", escape_markdown(text));
        }
        if let (Step::Select, Some(attempt)) = (moment.step, &detail) {
            write_scores(&mut markdown, lang, attempt);
        }
    }
    markdown
}

/// A list ends with an empty line.
fn list_gap(lists: &mut bool) -> &'static str {
    if std::mem::take(lists) { "\n" } else { "" }
}

fn write_item(markdown: &mut String, time: &str, story: &MomentText) {
    let _ = write!(markdown, "- {time}**{}**", escape_markdown(story.title.trim()));
    let text = story.text.trim();
    if !text.is_empty() {
        let _ = write!(markdown, " · {}", escape_markdown(text));
    }
    let quote = story.quote.split_whitespace().collect::<Vec<_>>().join(" ");
    if !quote.is_empty() {
        // Upstream messages contain no backticks.
        let _ = write!(markdown, " `{}`", quote.replace('`', "'"));
    }
    markdown.push('\n');
}

/// Writes the weighted scores as a table with a column for each plugin.
fn write_scores(markdown: &mut String, lang: Lang, attempt: &Attempt) {
    let scores = &attempt.scores;
    if scores.nodes.len() < 2 || scores.rows.is_empty() {
        return;
    }
    let labels = lang.page_labels();
    let names: Vec<String> =
        scores.rows.iter().map(|row| format!("{} × {}", escape_markdown(row.id.as_str()), row.weight)).collect();
    let _ = writeln!(markdown, "\n  | {} | {} | {} |", labels.node, names.join(" | "), labels.total);
    let _ = writeln!(markdown, "  |---{}|---:|", "|---:".repeat(names.len()));
    for (at, node) in scores.nodes.iter().enumerate() {
        let name = attempt.nodes.get(*node).map_or("", |name| name.as_str());
        let cells: Vec<String> = scores
            .rows
            .iter()
            .map(|row| {
                row.normalized.get(at).map_or_else(String::new, |score| score.saturating_mul(row.weight).to_string())
            })
            .collect();
        let total = scores.totals.get(at).map_or_else(String::new, i64::to_string);
        let _ = writeln!(markdown, "  | {} | {} | {total} |", escape_markdown(name), cells.join(" | "));
    }
    markdown.push('\n');
}

/// Escapes text for one line of Markdown.
fn escape_markdown(text: &str) -> String {
    let mut markdown = String::new();
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            markdown.push(' ');
        }
        for c in word.chars() {
            match c {
                '\\' | '`' | '*' | '_' | '[' | ']' | '|' => markdown.extend(['\\', c]),
                '<' => markdown += "&lt;",
                '&' => markdown += "&amp;",
                c => markdown.push(c),
            }
        }
    }
    // At the start of a line these would begin a heading, a list or a quotation.
    if markdown.starts_with(['#', '>', '+', '-']) { format!("\\{markdown}") } else { markdown }
}
