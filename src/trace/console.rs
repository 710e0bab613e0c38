//! The run as `kubectl` would tell it.

use std::collections::BTreeMap;

use crate::api::Str;
use crate::simulation::{Event, What};

use super::{Frame, PodView, Trace};

/// A line and the event that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line is there once this many events have happened.
    pub events: usize,
    /// Virtual milliseconds.
    pub at: u64,
    /// The pod or object concerned: `namespace/name`.
    pub about: Str,
    /// The columns.
    pub cells: Vec<String>,
}

/// Column titles of [`pods`].
pub const POD_COLUMNS: [&str; 9] =
    ["NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "NOMINATED NODE", "READINESS GATES"];

/// Column titles of [`messages`].
pub const MESSAGE_COLUMNS: [&str; 5] = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];

/// `kubectl get pods -o wide -w`: a line whenever a pod's line changes.
#[must_use]
pub fn pods(trace: &Trace) -> Vec<Line> {
    let mut frame = Frame::default();
    let mut last: BTreeMap<Str, (Vec<String>, u64)> = BTreeMap::new();
    let mut lines = Vec::new();
    for (index, event) in trace.events().iter().enumerate() {
        frame.apply(event);
        let Some(key) = concerned(event) else { continue };
        let mut told = match frame.pods.get(&key) {
            Some(view) => cells(view),
            // A pod that is gone is told once more as it was last, with nothing of it ready.
            None => match last.remove(&key) {
                Some((mut cells, created)) => {
                    cells[1] = format!("0/{}", cells[1].rsplit('/').next().unwrap_or("1"));
                    cells.insert(4, age(frame.now, created));
                    lines.push(Line { events: index + 1, at: event.at, about: key, cells });
                    continue;
                }
                None => continue,
            },
        };
        if last.get(&key).map(|(cells, _)| cells) != Some(&told) {
            let created = frame.pods.get(&key).map_or(frame.now, |view| view.created);
            last.insert(key.clone(), (told.clone(), created));
            told.insert(4, age(frame.now, created));
            lines.push(Line { events: index + 1, at: event.at, about: key, cells: told });
        }
    }
    lines
}

/// The pod whose line an event may change.
fn concerned(event: &Event) -> Option<Str> {
    match &event.what {
        What::PodCreated { pod, .. } | What::PodUpdated(pod) => Some(pod.key().into()),
        What::Nominated { pod, .. }
        | What::NominationCleared { pod, .. }
        | What::Bound { pod, .. }
        | What::Running { pod, .. }
        | What::Terminating { pod, .. }
        | What::Creating(pod)
        | What::Succeeded(pod)
        | What::PodRemoved(pod) => Some(pod.clone()),
        _ => None,
    }
}

/// All columns but the age, which changes by itself.
fn cells(view: &PodView) -> Vec<String> {
    let pod = &view.pod;
    let containers = pod.spec.containers.len().max(1);
    let ready = if matches!(view.status(), "Running" | "Terminating") { containers } else { 0 };
    let or_none = |text: Option<&Str>| text.filter(|t| !t.is_empty()).map_or("<none>".to_owned(), Str::to_string);
    vec![
        pod.metadata.name.to_string(),
        format!("{ready}/{containers}"),
        view.status().to_owned(),
        "0".to_owned(),
        or_none(Some(&view.ip)),
        or_none(view.bound_to()),
        or_none(view.nominated.as_ref()),
        "<none>".to_owned(),
    ]
}

fn age(now: u64, created: u64) -> String {
    duration(now.saturating_sub(created) / 1000)
}

/// Seconds as `kubectl` prints ages: `37s`, `5m30s`, `3h`.
#[must_use]
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds}s"),
        120..600 if !seconds.is_multiple_of(60) => format!("{}m{}s", seconds / 60, seconds % 60),
        120..10_800 => format!("{}m", seconds / 60),
        _ => format!("{}h", seconds / 3600),
    }
}

/// `kubectl get events`: every message.
#[must_use]
pub fn messages(trace: &Trace) -> Vec<Line> {
    let line = |(index, event): (usize, &std::rc::Rc<Event>)| match &event.what {
        What::Message { about, warning, reason, text } => {
            let (kind, name) = about.split_once('/').unwrap_or(("", about));
            let short = name.rsplit('/').next().unwrap_or(name);
            let cells = vec![
                duration(event.at / 1000),
                if *warning { "Warning" } else { "Normal" }.to_owned(),
                reason.to_string(),
                format!("{}/{short}", kind.to_lowercase()),
                text.to_string(),
            ];
            Some(Line { events: index + 1, at: event.at, about: name.into(), cells })
        }
        _ => None,
    };
    trace.events().iter().enumerate().filter_map(line).collect()
}

/// Lines under their titles, in columns as wide as their widest cell.
#[must_use]
pub fn table(titles: &[&str], lines: &[Line]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.cells.get(column)).map(|cell| cell.chars().count());
        cells.chain([titles[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..titles.len()).map(width).collect();
    let row = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> = cells.zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        padded.join("   ").trim_end().to_owned() + "\n"
    };
    let mut text = row(&mut titles.iter().copied());
    for line in lines {
        text += &row(&mut line.cells.iter().map(String::as_str));
    }
    text
}
