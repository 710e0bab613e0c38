//! Compares runs with recordings of real control planes: `tests/conformance/cluster/README.md`.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    rc::Rc,
};

use schedscope::{
    api::Str,
    manifest,
    releases::Release,
    runlog::{EventKind, Purpose},
    scheduler::framework::Chooser,
    simulation::{Scenario, Simulation},
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{lines, world};
use crate::support::{recorded_text, texts};

/// One line of a recording: a manifest, and what a real cluster did with it.
#[derive(Deserialize)]
struct RecordedLine {
    id: String,
    text: String,
    log: Vec<Value>,
    expect: Map<String, Value>,
    /// Objects that the cluster had, but the manifest (a dump) lacks.
    #[serde(default)]
    unseen: Value,
}

/// The aspects of a run that are compared.
const FACETS: [&str; 7] = ["lives", "order", "places", "budgets", "nodes", "printed", "events"];

/// By facet of a category, and for whole recordings (`texts`): the number that agree, and the number of all.
type FacetCounts = BTreeMap<&'static str, (usize, usize)>;

/// The chapters of the manual with the table of agreement.
const MANUALS: [&str; 2] = ["www/manual/en/agreement.md", "www/manual/zh/agreement.md"];

/// The known differences from real clusters: reasons, each with its `FACET RECORDING` entries, in the order of the file.
struct KnownDifferences(Vec<(String, Vec<String>)>);

impl KnownDifferences {
    fn read(path: &Path) -> Self {
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        for line in fs::read_to_string(path).expect("what is known to differ").lines().filter(|line| !line.is_empty()) {
            match (line.strip_prefix("# "), reasons.last_mut()) {
                (Some(reason), _) => reasons.push((reason.to_owned(), Vec::new())),
                (None, Some((_, names))) => names.push(line.to_owned()),
                (None, None) => panic!("{line} has no reason"),
            }
        }
        Self(reasons)
    }

    /// Removes an entry. Returns whether there was one.
    fn remove(&mut self, name: &str) -> bool {
        let places = self.0.iter_mut().map(|(_, names)| names);
        let mut rows = places.filter_map(|names| Some((names.iter().position(|other| other == name)?, names)));
        rows.next().map(|(at, names)| names.remove(at)).is_some()
    }

    fn text(&self) -> String {
        let reasons = self.0.iter().filter(|(_, names)| !names.is_empty());
        let blocks: Vec<String> =
            reasons.map(|(reason, names)| format!("# {reason}\n{}\n", names.join("\n"))).collect();
        blocks.join("\n")
    }
}

/// The nodes that the cluster's scheduler chose, in order, and how many of them have been used.
#[derive(Clone)]
struct Choices {
    so_far: Rc<Cell<usize>>,
    nodes: Rc<[String]>,
}

impl Choices {
    fn new(log: &[Value], what: &str) -> Self {
        let entries = log.iter().filter(|entry| entry[1] == what);
        let nodes = entries.map(|entry| entry[3].as_str().unwrap_or_default().to_owned()).collect();
        Self { so_far: Rc::default(), nodes }
    }

    fn mark_taken(&self) {
        self.so_far.set(self.so_far.get() + 1);
    }
}

/// A chooser that repeats the random choices of the cluster's scheduler, if they are among the options.
#[derive(Clone)]
struct Upstream {
    hosts: Choices,
    nominations: Choices,
}

impl Chooser for Upstream {
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize {
        let choices = match purpose {
            Purpose::Host => &self.hosts,
            Purpose::VictimNode => &self.nominations,
            // Other choices concern pod groups, which no recording has.
            _ => return 0,
        };
        let node = choices.nodes.get(choices.so_far.get());
        node.and_then(|node| (0..n).find(|&at| name(at) == node.as_str())).unwrap_or(0)
    }
}

/// Runs the manifest of a recording to its end.
fn play_line(line: &RecordedLine) -> Result<Value, String> {
    let manifest = manifest::load_for(&line.text, Some(Release::V1_36)).map_err(|errors| format!("{errors:?}"))?;
    let kinds = || manifest.objects.iter().map(|object| &object.kind);
    let owners = kinds().filter_map(|kind| kind.metadata().controller());
    let owners = owners.map(|owner| format!("{}/{}", owner.kind, owner.name));
    let sets = kinds().map(|kind| format!("{}/{}", kind.kind(), kind.name())).chain(owners).collect();
    let scenario = Scenario::from_manifest(&manifest).map_err(|error| format!("{error:?}"))?;
    let upstream =
        Upstream { hosts: Choices::new(&line.log, "scheduled"), nominations: Choices::new(&line.log, "nominated") };
    let mut simulation = Simulation::with_chooser(scenario, upstream.clone());
    let mut log = Vec::new();
    while let Some(events) = simulation.step() {
        for event in events {
            match event.what {
                EventKind::Assumed { .. } => upstream.hosts.mark_taken(),
                EventKind::Nominated { .. } => upstream.nominations.mark_taken(),
                _ => {}
            }
            log.push(event);
        }
    }
    Ok(world::recorded_world(sets, &log))
}

/// Removes the creators of pods that existed before the clock started and whose owner is not in the text: whether the owner's controller or
/// somebody else created them is unknown.
fn forget_earlier_creators(lives: &mut Value) {
    let lives = lives.as_object_mut().into_iter().flat_map(|lives| lives.values_mut());
    for life in lives.filter_map(Value::as_object_mut).filter(|life| !life.contains_key("born")) {
        life.remove("by");
    }
}

/// The first difference between the recording and the run, with its path. `null` in the recording means that two recordings of the manifest differed
/// there, so it is not compared. Times are recorded with a tolerance.
fn difference(path: &str, want: &Value, have: &Value) -> Option<String> {
    match (want, have) {
        (Value::Null, _) => None,
        (Value::Object(want), Value::Object(have)) => {
            let keys: BTreeSet<&String> = want.keys().chain(have.keys()).collect();
            keys.into_iter().find_map(|key| {
                let path = format!("{path}/{key}");
                match (want.get(key), have.get(key)) {
                    (Some(Value::Null), _) => None,
                    (Some(want), Some(have)) => difference(&path, want, have),
                    (Some(want), None) => Some(format!("{path}\n  cluster {want}\n  page    nothing")),
                    (None, have) => {
                        Some(format!("{path}\n  cluster nothing\n  page    {}", have.unwrap_or(&Value::Null)))
                    }
                }
            })
        }
        (Value::Array(time), Value::Number(_)) => {
            let (want, slack) = (time[0].as_f64()?, time[1].as_f64()?);
            let off = (have.as_f64()? - want).abs() > slack;
            off.then(|| format!("{path}\n  cluster at {want} s, give or take {slack}\n  page    at {have} s"))
        }
        (Value::Array(want), Value::Array(have)) if want.len() == have.len() => {
            (0..want.len()).find_map(|at| difference(&format!("{path}/{at}"), &want[at], &have[at]))
        }
        _ => (want != have).then(|| format!("{path}\n  cluster {want}\n  page    {have}")),
    }
}

/// A row of the table in the manual.
fn row_of(category: &str, row: &FacetCounts) -> String {
    let cell = |facet: &str| format!("{}/{}", row[facet].0, row[facet].1);
    format!("| {category} | {} | {} |", cell("texts"), FACETS.map(cell).join(" | "))
}

/// Replaces the rows of the table in a chapter of the manual.
fn write_rows(path: &Path, table: &BTreeMap<String, FacetCounts>) {
    let text = fs::read_to_string(path).expect("a chapter");
    let is_row = |line: &str| {
        table.keys().any(|category| line.starts_with(&format!("| {category} |")) && line.matches('|').count() == 10)
    };
    let written = text.lines().map(|line| {
        match table.iter().find(|(category, _)| line.starts_with(&format!("| {category} |"))) {
            Some((category, row)) if is_row(line) => row_of(category, row),
            _ => line.to_owned(),
        }
    });
    fs::write(path, written.collect::<Vec<_>>().join("\n") + "\n").expect("a chapter");
}

/// `RECORDING=drains/timeout cargo test --test engine recorded_clusters -- --nocapture` prints the differences of recordings with this in their
/// name. `UPDATE_EXPECT=1` removes differences that no longer exist from `known.txt`, and updates the tables of the manual. New differences are added
/// by hand, with a reason.
#[test]
fn runs_agree_with_recorded_clusters() {
    let filter = std::env::var("RECORDING").unwrap_or_default();
    let wanted_line = (!filter.is_empty()).then_some(filter.as_str());
    let is_update = recorded_text::should_update();
    let files = texts::files("tests/conformance/cluster", "gz");
    let folder = texts::place("tests/conformance/cluster");
    let mut known = KnownDifferences::read(&folder.join("known.txt"));
    let mut left = KnownDifferences::read(&folder.join("known.txt"));
    let (mut table, mut wrong) = (BTreeMap::<String, FacetCounts>::new(), Vec::new());
    for line in files.iter().flat_map(|path| lines(path)) {
        let mut line: RecordedLine = serde_json::from_str(&line).expect("a recording");
        if wanted_line.is_some_and(|wanted| !line.id.contains(wanted)) {
            continue;
        }
        let row = table.entry(line.id.split('/').next().unwrap_or_default().to_owned()).or_default();
        let mut have = play_line(&line);
        if !line.unseen.is_null() {
            forget_earlier_creators(&mut line.expect["lives"]);
            if let Ok(have) = &mut have {
                forget_earlier_creators(&mut have["lives"]);
            }
        }
        let mut agrees = true;
        for facet in FACETS {
            let difference = match &have {
                Ok(have) => difference(facet, &line.expect[facet], &have[facet]),
                Err(error) => Some(format!("{facet}: the page does not take the text: {error}")),
            };
            let name = format!("{facet} {}", line.id);
            let known = known.remove(&name);
            let cell = row.entry(facet).or_default();
            cell.1 += 1;
            if let Some(difference) = difference {
                agrees = false;
                if !known || wanted_line.is_some() {
                    wrong.push(format!("{name} {difference}"));
                }
            } else {
                cell.0 += 1;
                if known && is_update {
                    left.remove(&name);
                } else if known {
                    wrong.push(format!("{name} is known to differ, but agrees: remove it from known.txt"));
                }
            }
        }
        let cell = row.entry("texts").or_default();
        cell.0 += usize::from(agrees);
        cell.1 += 1;
    }
    let print = |title: &str, cell: &dyn Fn(&str) -> String| {
        println!("{title:<16}{}{:>10}", FACETS.map(|facet| format!("{:>10}", cell(facet))).concat(), cell("texts"));
    };
    print("clusters", &str::to_owned);
    for (category, row) in &table {
        print(category, &|facet| format!("{}/{}", row[facet].0, row[facet].1));
    }
    if wanted_line.is_none() {
        assert!(known.text().is_empty(), "no such texts: {}", known.text());
        if is_update {
            fs::write(folder.join("known.txt"), left.text()).expect("what is known to differ");
            for path in MANUALS {
                write_rows(&texts::place(path), &table);
            }
        }
        for path in MANUALS {
            let manual = fs::read_to_string(texts::place(path)).expect("a chapter");
            let missing = table.iter().map(|(category, row)| row_of(category, row));
            wrong.extend(
                missing
                    .filter(|row| !manual.lines().any(|line| line == row))
                    .map(|row| format!("{path} has no row {row}")),
            );
        }
    }
    wrong.iter().filter(|_| wanted_line.is_some()).for_each(|line| println!("{line}"));
    assert!(wrong.is_empty(), "{} disagree, such as\n{}", wrong.len(), wrong[..wrong.len().min(9)].join("\n"));
}
