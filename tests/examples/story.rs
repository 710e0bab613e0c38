//! Prints the story of a manifest: `cargo run --release --example story -- --release v1.34 scenario.yaml`.
//!
//! Prints notices about the text, then every event, then `kubectl get events` and `kubectl get pods` at the end. If the text has errors, prints them
//! with their lines and exits with code 2. Time and events are limited, so that it always takes a few seconds only.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::{
    io::Write,
    process::ExitCode,
    time::{Duration, Instant},
};

use schedscope::{
    api::Millis,
    i18n::{Lang, format_clock, problem_text::finding_line, story},
    imports::files,
    queries::load,
    releases::Release,
    runlog::{AttemptEnd, EventKind},
    simulation::Simulation,
    trace::{
        Trace,
        console::{self, LineSource, Messages, PodWatch},
    },
};

/// The limit of the run's wall time; the next constant limits its events.
const TIME: Duration = Duration::from_secs(3);
const EVENTS: usize = 50_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (release, file) = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [file] => (None, (*file).to_owned()),
        ["--release", name, file] if Release::from_name(name).is_some() => {
            (Release::from_name(name), (*file).to_owned())
        }
        _ => {
            eprintln!("usage: story [--release {}] FILE", Release::ALL.map(Release::name).join("|"));
            return ExitCode::FAILURE;
        }
    };
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = files::decode_text(&bytes)
        .map_err(|finding| vec![finding])
        .and_then(|text| load::load_scenario(&text, release))
        .map(|(loaded, scenario)| {
            for notice in &loaded.notices {
                let _ = writeln!(out, "note: {}", finding_line(Lang::En, notice));
            }
            print_run(&mut out, Simulation::new(scenario));
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in &problems {
                let _ = writeln!(out, "error: {}", finding_line(Lang::En, problem));
            }
            ExitCode::from(2)
        }
    }
}

/// The line for an event; `None` for events that have no line in a story.
fn event_line(what: &EventKind, at: Millis) -> Option<String> {
    if let EventKind::Attempted(tried) = what {
        return match &tried.end {
            AttemptEnd::Open => None,
            AttemptEnd::Scheduled { node, .. } => {
                Some(format!("Attempt {}: {} fits on {node}", tried.number + 1, tried.pod))
            }
            AttemptEnd::Failed { message, .. } => {
                Some(format!("Attempt {}: {}: {message}", tried.number + 1, tried.pod))
            }
        };
    }
    let story = story::event_text(Lang::En, what, at);
    (!story.text.is_empty()).then(|| format!("{}: {}", story.title, story.text))
}

// Errors mean that the reader closed the pipe.
fn print_run(out: &mut impl Write, mut simulation: Simulation) {
    let began = Instant::now();
    let mut trace = Trace::default();
    while let Some(events) = simulation.step() {
        for event in &events {
            if let Some(text) = event_line(&event.what, event.at) {
                let _ = writeln!(out, "{:>9}  {text}", format_clock(event.at));
            }
        }
        trace.extend(events);
        if began.elapsed() > TIME || trace.events().len() > EVENTS {
            let _ = writeln!(out, "stopped here, after {} events", trace.events().len());
            break;
        }
    }
    let events = trace.events();
    let now = events.last().map_or(Millis::ZERO, |event| event.at);
    let books: [(&str, Box<dyn LineSource>); 2] =
        [("events", Box::<Messages>::default()), ("pods -o wide -w", Box::<PodWatch>::default())];
    for (title, mut book) in books {
        book.extend(events);
        let lines = 0..book.places().len();
        let _ =
            write!(out, "\n$ kubectl get {title}\n{}", console::render_lines(&*book, events, lines, now, &|_| None));
    }
}
