//! `cargo dev fuzz`: mutates manifests and passes them through the whole engine: reading, editing, admission, runs under a release, questions,
//! descriptions, stories in both languages, links. A text that panics, overflows a number or takes too long is written to a file.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use schedscope::{
    api::{Millis, NamespacedName},
    i18n::{Lang, problem_text, story},
    links::{self, LinkFields, LinkPayload, s2},
    manifest::edit::{self, PathStep, ValuePath},
    protocol::{Query, Question, Reply, Request},
    queries::WorkerService,
    releases::{self, Release},
    runlog::EventKind,
    trace::{
        Trace,
        console::{self, LineSource, Log, Messages, PodWatch, describe},
        moment_names::{MomentName, NameMatch},
        steps,
    },
};
use serde_json::Value;

/// The result of a step, with an error message to print.
type FuzzResult<T = ()> = Result<T, String>;

/// The maximum number of events in a run.
const EVENTS: usize = 2_000;
/// The maximum time for a text.
const LONGEST: Duration = Duration::from_secs(5);

/// Values that replace other values.
const VALUES: [&str; 34] = [
    "-1",
    "0",
    "1",
    "2147483647",
    "-2147483648",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e400",
    "1Ei",
    "4Ei",
    "0.5",
    "150%",
    "-5%",
    "''",
    "null",
    "~",
    "true",
    "[]",
    "{}",
    "[[]]",
    "*a",
    "&a",
    "Bad_Name!",
    "a.b.c",
    "\"\\u0000\"",
    "名",
    "In",
    "Exists",
    "NoExecute",
    "kubernetes.io/hostname",
    "node-a",
    "1h",
];

/// A pseudorandom number generator (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ bits >> 31) % limit.max(1) as u64).unwrap_or(0)
    }
}

/// Parses `[--runs N] [--seed S] [FILES…]`, and runs the fuzzer.
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nerror: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> FuzzResult {
    let (mut runs, mut seed, mut files) = (10_000, 1, Vec::new());
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut number =
            || words.next().and_then(|word| word.parse::<u64>().ok()).ok_or(format!("{word} wants a number"));
        match word {
            "--runs" => runs = number()?,
            "--seed" => seed = number()?,
            file => files.push(PathBuf::from(file)),
        }
    }
    let texts = texts(&files)?;
    println!("{runs} texts from {} files, seed {seed}", texts.len());
    let began = Instant::now();
    let findings = fuzz(&texts, runs, seed, |done| {
        if done % 10_000 == 0 {
            println!("    {done} after {} s", began.elapsed().as_secs());
        }
    });
    let folder = root().join("target/findings");
    for (text, why) in &findings {
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut name = DefaultHasher::new();
        text.hash(&mut name);
        let file = folder.join(format!("{:016x}.yaml", name.finish()));
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("    {}: {why}", file.display());
    }
    println!("{runs} runs in {} s, {} findings", began.elapsed().as_secs(), findings.len());
    if findings.is_empty() { Ok(()) } else { Err(format!("{} texts broke it", findings.len())) }
}

/// The root of the checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts to mutate: the given files, or the built-in scenarios.
fn texts(files: &[PathBuf]) -> FuzzResult<Vec<String>> {
    let mut files = files.to_vec();
    if files.is_empty() {
        let folder = root().join("www/scenarios");
        let list = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        files = list
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
            .collect();
        files.sort();
    }
    files.iter().map(|file| std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))).collect()
}

/// Tries `runs` mutated texts. Returns those that failed, with the failure.
fn fuzz(texts: &[String], runs: u64, seed: u64, mut report_progress: impl FnMut(u64)) -> Vec<(String, String)> {
    let mut dice = Dice(seed);
    let mut findings = Vec::new();
    for number in 0..runs {
        let text = mutate_text(texts, &mut dice);
        let release = Release::ALL[dice.below(Release::ALL.len())];
        let tried = |dice: &mut Dice| {
            let began = Instant::now();
            (catch_unwind(AssertUnwindSafe(|| attempt(&text, release, dice))), began.elapsed())
        };
        let mut again = Dice(dice.0);
        let (mut broken, mut took) = tried(&mut dice);
        if broken.is_ok() && took > LONGEST {
            // Tried again, because the machine may have been busy.
            (broken, took) = tried(&mut again);
        }
        match broken {
            Err(why) => {
                let panic_text = why.downcast_ref::<String>().cloned();
                let panic_text = panic_text
                    .or_else(|| why.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                    .unwrap_or_default();
                findings.push((text, format!("{release}: {panic_text}")));
            }
            Ok(()) if took > LONGEST => {
                findings.push((text, format!("{release}: it took {} s", took.as_secs())));
            }
            Ok(()) => {}
        }
        report_progress(number + 1);
    }
    findings
}

/// Applies a few random changes to one of the texts.
fn mutate_text(texts: &[String], dice: &mut Dice) -> String {
    let mut lines: Vec<String> = texts[dice.below(texts.len())].lines().map(str::to_owned).collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(lines.len());
        match dice.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = texts[dice.below(texts.len())].lines().collect::<Vec<_>>();
                lines.insert(at, other[dice.below(other.len())].to_owned());
            }
            3 => {
                let other = dice.below(lines.len());
                lines.swap(at, other);
            }
            4 => {
                let mut letters: Vec<char> = lines[at].chars().collect();
                if !letters.is_empty() {
                    let place = dice.below(letters.len());
                    letters[place] =
                        ['0', '-', ':', '{', '}', '[', ']', '"', '#', '&', '*', ' ', '9', 'é'][dice.below(14)];
                }
                lines[at] = letters.into_iter().collect();
            }
            5 => lines[at].push_str(&"a".repeat([1, 70, 300, 66_000][dice.below(4)])),
            _ => {
                if let Some((key, _)) = lines[at].split_once(": ") {
                    lines[at] = format!("{key}: {}", VALUES[dice.below(VALUES.len())]);
                }
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n") + "\n"
}

/// Passes a text through the whole engine.
fn attempt(text: &str, release: Release, dice: &mut Dice) {
    for _ in 0..3 {
        edit_text(text, dice);
    }
    let mut service = WorkerService::default();
    let order = Request::Run { run: 1, text: text.into(), release: Some(release).into(), keep: Vec::new() };
    for reply in service.handle_request(order) {
        let findings = match &reply {
            Reply::Loaded(_, loaded) => &loaded.notices,
            Reply::Rejected(_, problems) => problems,
            _ => continue,
        };
        for finding in findings.items() {
            assert!(
                !problem_text::finding_line(Lang::En, finding).is_empty()
                    && !problem_text::finding_line(Lang::Zh, finding).is_empty()
            );
        }
    }
    let mut pods = Vec::new();
    let mut trace = Trace::default();
    while trace.events().len() < EVENTS
        && let Some(Reply::Events(_, happened)) = service.advance()
    {
        for event in &happened.events {
            let _ = (
                story::event_text(Lang::En, &event.what, event.at),
                story::event_text(Lang::Zh, &event.what, event.at),
            );
            if let (EventKind::PodCreated { pod, .. }, true) = (&event.what, pods.len() < 3) {
                pods.push(pod.key());
            }
        }
        trace.extend(happened.events);
    }
    let count = trace.events().len();
    let questions = pods.iter().flat_map(|pod| {
        [Question::Here, Question::Pending, Question::Gone, Question::Help].map(|question| question(pod.clone()))
    });
    for question in questions.chain([Question::SecondOpinion, Question::Log]) {
        for events in [count / 2, count] {
            let _ = service.handle_request(Request::Query(Query { run: 1, events, question: question.clone() }));
        }
    }
    let _ = service.handle_request(Request::FetchDetails { run: 1, attempts: (0..8).collect() });
    render_console(&trace, &pods, release);
    let moments = steps::moments(trace.events());
    let mut fields = LinkFields::default();
    if let Some(name) = MomentName::of_moment(trace.events(), &moments, moments.len() / 2) {
        let way = name.find_moment(trace.events(), &moments);
        assert!(way == NameMatch::Exact(moments.len() / 2), "{name} leads elsewhere: {way:?}");
        fields.push("step", &name.to_string());
    }
    let packed = s2::encode(text, &fields);
    assert!(
        links::open_fragment(&packed) == Ok(LinkPayload { text: text.to_owned(), fields }),
        "a link gives back another text"
    );
}

/// Renders the console of a run: `kubectl get events`, `get pods`, the scheduler's log, and `describe pod` at several moments.
fn render_console(trace: &Trace, pods: &[NamespacedName], release: Release) {
    let events = trace.events();
    let now = events.last().map_or(Millis::ZERO, |event| event.at);
    let mut messages = Messages::default();
    messages.extend(events);
    for book in [&mut PodWatch::default() as &mut dyn LineSource, &mut Log::new(releases::wording(release))] {
        book.extend(events);
        let lines = 0..book.places().len();
        let _ = console::render_lines(book, events, lines, now, &|_| None);
    }
    for count in [events.len() / 2, events.len()] {
        let frame = trace.frame_at(count);
        for pod in pods {
            assert!(!describe::describe_pod(&frame, pod, messages.of_pod(pod, count)).is_empty());
        }
    }
}

/// Applies an edit as the builder does, and checks that the edited text has the reported value when it is parsed again.
fn edit_text(text: &str, dice: &mut Dice) {
    let Ok(before) = edit::read_documents(text) else { return };
    let document = dice.below(before.len());
    let Some(root) = before.get(document) else { return };
    let mut place = ValuePath { document, steps: Vec::new() };
    let mut here = root;
    // Descends to a random value, and sometimes to one that does not exist.
    while let Some((step, inner)) = value_below(here, dice) {
        place = place.join([step]);
        here = inner;
        if dice.below(4) == 0 {
            break;
        }
    }
    if dice.below(5) == 0 {
        place = place.join([PathStep::from(["name", "spec", "a b", "名", "0"][dice.below(5)])]);
    }
    let word = VALUES[dice.below(VALUES.len())];
    let value = serde_json::from_str(word).unwrap_or_else(|_| Value::from(word));
    let after = match dice.below(5) {
        0 => edit::remove_value(text, &place),
        1 => edit::remove_documents(text, &[document]),
        2 => edit::document_body(text, document).and_then(|body| edit::append_document(text, &body)),
        _ => {
            let after = edit::set_value(text, &place, &value);
            if let Ok(after) = &after {
                let values = edit::read_documents(after).expect("an edited text can be read");
                let edited_value = place.steps.iter().try_fold(&values[document], |here, step| match step {
                    PathStep::Key(key) => here.get(key),
                    PathStep::Index(at) => here.get(at),
                });
                assert!(edited_value == Some(&value), "{place:?} does not say {value}");
                let others = |all: &[Value]| [&all[..document], &all[document + 1..]].concat();
                assert!(others(&values) == others(&before), "{place:?} changed another document");
            }
            after
        }
    };
    if let Ok(after) = after {
        assert!(edit::read_documents(&after).is_ok(), "an edit at {place:?} leaves what cannot be read");
    }
}

/// A random value directly inside a value, and the step that leads to it.
fn value_below<'v>(value: &'v Value, dice: &mut Dice) -> Option<(PathStep, &'v Value)> {
    match value {
        Value::Object(pairs) => {
            pairs.iter().nth(dice.below(pairs.len())).map(|(key, value)| (key.as_str().into(), value))
        }
        Value::Array(items) => {
            let at = dice.below(items.len());
            items.get(at).map(|value| (at.into(), value))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Dice, fuzz, mutate_text, texts};

    #[test]
    fn a_hundred_mutated_texts_do_not_fail() {
        let texts = texts(&[]).expect("scenarios");
        let findings = fuzz(&texts, 100, 7, |_| {});
        assert!(findings.is_empty(), "{}\n{}", findings[0].1, findings[0].0);
    }

    #[test]
    fn mutations_are_determined_by_the_seed() {
        let texts = texts(&[]).expect("scenarios");
        let some = |seed| {
            (0..20)
                .fold((Dice(seed), String::new()), |(mut dice, all), _| {
                    let text = mutate_text(&texts, &mut dice);
                    (dice, all + &text)
                })
                .1
        };
        assert!(some(3) == some(3) && some(3) != some(4));
    }
}
