//! The one document of our own: kind `Scenario`, with title, release, timings and a script.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::caption::{Caption, Translation};
use super::tree::{self, Value};
use super::{Kind, Reader, class};
use crate::api::admission::Admission;
use crate::api::{Node, PriorityClass, ResourceList, Str, Taint, Time};

/// What a `Scenario` document says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScenarioDoc {
    /// For people.
    pub title: Str,
    /// For people: what there is to see.
    pub description: Str,
    /// Title and description in 中文.
    pub zh: Translation,
    /// What to say at which moment.
    pub captions: Vec<Caption>,
    /// `v1.16`, `v1.20` or `v1.34`; absent leaves the choice to whoever opens the scenario.
    pub release: Option<Str>,
    /// Seed of every draw.
    pub seed: u64,
    /// Wall time of the start.
    pub epoch: Option<Time>,
    /// Seconds after which the run ends at the latest.
    pub duration_seconds: Option<u64>,
    /// How long things take.
    pub timings: Timings,
    /// Bindings that the API server refuses.
    pub bind_failures: Vec<BindFailure>,
    /// What happens, and when.
    #[serde(skip)]
    pub script: Vec<Timed>,
    /// Read by hand, as its entries hold objects of any kind.
    #[serde(rename = "script")]
    raw_script: Option<serde::de::IgnoredAny>,
    api_version: Str,
    kind: Str,
    metadata: Option<serde::de::IgnoredAny>,
}

impl Default for ScenarioDoc {
    fn default() -> Self {
        Self {
            title: Str::default(),
            description: Str::default(),
            zh: Translation::default(),
            captions: Vec::new(),
            release: None,
            seed: 1,
            epoch: None,
            duration_seconds: None,
            timings: Timings::default(),
            bind_failures: Vec::new(),
            script: Vec::new(),
            raw_script: None,
            api_version: Str::default(),
            kind: Str::default(),
            metadata: None,
        }
    }
}

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Timings {
    /// From a decision to the binding.
    pub bind_millis: u64,
    /// From a binding to running containers.
    pub container_start_millis: u64,
    /// From a change to what a controller does about it.
    pub controller_millis: u64,
    /// From a change to the new status of a disruption budget.
    pub disruption_millis: u64,
}

impl Default for Timings {
    fn default() -> Self {
        Self { bind_millis: 50, container_start_millis: 2000, controller_millis: 100, disruption_millis: 100 }
    }
}

/// A pod whose binding fails.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BindFailure {
    /// The pod's name.
    pub name: Str,
    /// Its namespace.
    pub namespace: Str,
    /// How often.
    pub times: u32,
}

impl Default for BindFailure {
    fn default() -> Self {
        Self { name: Str::default(), namespace: "default".into(), times: 1 }
    }
}

/// An entry of the script.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// Virtual milliseconds since the start.
    pub at: u64,
    /// What is done.
    pub action: Action,
    /// Line of the entry, from 1.
    pub line: usize,
}

/// Something that a person does to the cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// `kubectl create`.
    Create(Kind),
    /// `kubectl delete`.
    Delete(Target),
    /// `kubectl scale`.
    Scale(Target, i32),
    /// `kubectl cordon`.
    Cordon(Str),
    /// `kubectl uncordon`.
    Uncordon(Str),
    /// `kubectl taint`.
    Taint(Str, Taint),
    /// `kubectl taint … key-`.
    Untaint(Str, Str),
    /// A node changes.
    UpdateNode(Box<Node>),
    /// An object is applied: it is made, or changed.
    Apply(Kind),
    /// `kubectl label`: values to set, or nothing to take the label away.
    Label(Target, Vec<(Str, Option<Str>)>),
    /// Other requests for a container of a pod; the first, if none is named.
    Resize(Target, Str, ResourceList),
    /// Scheduling gates of a pod go: those named, or all.
    Ungate(Target, Vec<Str>),
    /// An eviction of a pod, which honours disruption budgets.
    Evict(Target),
    /// `kubectl drain`.
    Drain {
        /// The node.
        node: Str,
        /// Whether pods without a controller go too.
        force: bool,
        /// Seconds instead of each pod's own grace period.
        grace_period_seconds: Option<i64>,
    },
    /// The node's kubelet says that it is not ready.
    NotReady(Str),
    /// The node's kubelet says nothing any more.
    Unreachable(Str),
    /// The node is well again.
    Ready(Str),
}

/// An object by kind and name, and what is to become of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Target {
    /// Its kind.
    pub kind: Str,
    /// Its namespace.
    pub namespace: Str,
    /// Its name.
    pub name: Str,
    /// Of `scale`: pods wanted.
    pub replicas: Option<i32>,
    /// Of `label`: labels to set, or to take away where there is no value.
    pub labels: BTreeMap<Str, Option<Str>>,
    /// Of `resize`: the container; the first, if none is named.
    pub container: Str,
    /// Of `resize`: what it asks for from now on.
    pub requests: ResourceList,
    /// Of `ungate`: the gates that go; all, if none is named.
    pub gates: Vec<Str>,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            kind: "Pod".into(),
            namespace: "default".into(),
            name: Str::default(),
            replicas: None,
            labels: BTreeMap::new(),
            container: Str::default(),
            requests: ResourceList::default(),
            gates: Vec::new(),
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct TaintAction {
    node: Str,
    key: Str,
    value: Str,
    effect: Str,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DrainAction {
    node: Str,
    force: bool,
    grace_period_seconds: Option<i64>,
}

pub(super) const ACTIONS: [&str; 17] = [
    "create",
    "delete",
    "scale",
    "cordon",
    "uncordon",
    "taint",
    "untaint",
    "updateNode",
    "apply",
    "label",
    "resize",
    "ungate",
    "evict",
    "drain",
    "notReady",
    "unreachable",
    "ready",
];
const RELEASES: [&str; 3] = ["v1.16", "v1.20", "v1.34"];

impl<'t> Reader<'t> {
    /// Reads the `Scenario`, and the documents of kind `Script`, which add to its script.
    pub(super) fn read_scenario(&mut self) {
        let mut scenario = ScenarioDoc::default();
        if let Some((document, node)) = self.scenario.take() {
            self.document = document;
            let Some(found) = self.decode::<ScenarioDoc>("Scenario", node, "") else { return };
            scenario = *found;
            self.check_release(&scenario, node);
            self.read_script(node, &mut scenario);
        }
        for (document, node) in std::mem::take(&mut self.scripts) {
            self.document = document;
            self.read_script(node, &mut scenario);
        }
        scenario.script.sort_by_key(|timed| timed.at);
        self.admit_script(&mut scenario);
        self.manifest.scenario = scenario;
    }

    fn check_release(&mut self, scenario: &ScenarioDoc, node: &'t tree::Node) {
        if let Some(release) = &scenario.release
            && !RELEASES.contains(&release.as_str())
        {
            let place = node.get("release").unwrap_or(node);
            let known = RELEASES.join(", ");
            self.fail(place, "release", format!("there is no release {release}"), &format!("write one of {known}"));
        }
    }

    fn read_script(&mut self, node: &'t tree::Node, scenario: &mut ScenarioDoc) {
        if let Some(script) = node.get("script").filter(|script| !script.is_null()) {
            let Value::Sequence(entries) = &script.value else {
                let message = format!("here should be a list, not {}", script.describe());
                return self.fail(script, "script", message, "write - at: 5s, then the action");
            };
            for (index, entry) in entries.iter().enumerate() {
                if let Some(timed) = self.timed(entry, &format!("script[{index}]")) {
                    scenario.script.push(timed);
                }
            }
        }
    }

    fn timed(&mut self, entry: &'t tree::Node, base: &str) -> Option<Timed> {
        let Value::Mapping(pairs) = &entry.value else {
            self.fail(
                entry,
                base,
                format!("here should be an action, not {}", entry.describe()),
                "write at: 5s and, say, cordon: node-a",
            );
            return None;
        };
        let at = match entry.get("at") {
            None => {
                self.fail(entry, &format!("{base}.at"), "an action without a time".into(), "write at: 5s");
                return None;
            }
            Some(at) => match at.text().and_then(millis) {
                Some(at) => at,
                None => {
                    let remedy = "write a duration such as 37s, 1m30s or 500ms";
                    self.fail(at, &format!("{base}.at"), "this is no duration".into(), remedy);
                    return None;
                }
            },
        };
        let mut actions = pairs.iter().filter(|(key, _)| key.text() != Some("at"));
        let (Some((key, value)), None) = (actions.next(), actions.next()) else {
            let remedy = format!("one of {}", ACTIONS.join(", "));
            self.fail(entry, base, "an entry has exactly one action".into(), &remedy);
            return None;
        };
        let verb = key.text().unwrap_or_default();
        let base = format!("{base}.{verb}");
        let action = match verb {
            "create" | "apply" => {
                let Some(kind) = value.get("kind").and_then(tree::Node::text) else {
                    self.fail(value, &base, "an object without kind".into(), "write kind: Pod, Node, …");
                    return None;
                };
                let object = self.kind(kind, value, &base)?;
                if verb == "create" { Action::Create(object) } else { Action::Apply(object) }
            }
            "delete" => Action::Delete(*self.decode("Scenario", value, &base)?),
            "scale" => {
                let mut target = *self.decode::<Target>("Scenario", value, &base)?;
                if value.get("kind").is_none() {
                    target.kind = "Deployment".into();
                }
                let Some(replicas) = target.replicas else {
                    self.fail(value, &format!("{base}.replicas"), "how many?".into(), "write replicas: 3");
                    return None;
                };
                Action::Scale(target, replicas)
            }
            "cordon" => Action::Cordon(*self.decode("Scenario", value, &base)?),
            "uncordon" => Action::Uncordon(*self.decode("Scenario", value, &base)?),
            "taint" => {
                let TaintAction { node, key, value, effect } = *self.decode("Scenario", value, &base)?;
                Action::Taint(node, Taint { key, value, effect, time_added: None })
            }
            "untaint" => {
                let TaintAction { node, key, .. } = *self.decode("Scenario", value, &base)?;
                Action::Untaint(node, key)
            }
            "label" => {
                let target: Target = *self.decode("Scenario", value, &base)?;
                let labels = target.labels.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
                Action::Label(target, labels)
            }
            "resize" => {
                let target: Target = *self.decode("Scenario", value, &base)?;
                let (container, requests) = (target.container.clone(), target.requests.clone());
                Action::Resize(target, container, requests)
            }
            "ungate" => {
                let target: Target = *self.decode("Scenario", value, &base)?;
                let gates = target.gates.clone();
                Action::Ungate(target, gates)
            }
            "evict" => Action::Evict(*self.decode("Scenario", value, &base)?),
            "drain" if value.text().is_some() => Action::Drain {
                node: *self.decode("Scenario", value, &base)?,
                force: false,
                grace_period_seconds: None,
            },
            "drain" => {
                let DrainAction { node, force, grace_period_seconds } = *self.decode("Scenario", value, &base)?;
                Action::Drain { node, force, grace_period_seconds }
            }
            "notReady" => Action::NotReady(*self.decode("Scenario", value, &base)?),
            "unreachable" => Action::Unreachable(*self.decode("Scenario", value, &base)?),
            "ready" => Action::Ready(*self.decode("Scenario", value, &base)?),
            "updateNode" => Action::UpdateNode(self.decode("Node", value, &base)?),
            other => {
                let remedy = super::nearest(other, ACTIONS)
                    .map_or_else(|| format!("one of {}", ACTIONS.join(", ")), |near| format!("did you mean {near}?"));
                self.fail(key, &base, format!("there is no action `{other}`"), &remedy);
                return None;
            }
        };
        self.entries.insert(entry.line, entry);
        Some(Timed { at, action, line: entry.line })
    }

    /// What a script creates goes through admission too, with the priority classes that are there by then.
    fn admit_script(&mut self, scenario: &mut ScenarioDoc) {
        let mut classes: Vec<PriorityClass> = self.manifest.objects.iter().filter_map(class).cloned().collect();
        for (index, timed) in scenario.script.iter_mut().enumerate() {
            let base = format!("script[{index}]");
            let nowhere = tree::Node { line: timed.line, column: 1, ..tree::Node::default() };
            let entry = self.entries.get(&timed.line).copied().unwrap_or(&nowhere);
            match &mut timed.action {
                Action::Create(kind) | Action::Apply(kind) => {
                    self.admit_one(&Admission::new(&classes), entry, &base, kind);
                    if let Kind::PriorityClass(class) = kind {
                        classes.push((**class).clone());
                    }
                }
                Action::UpdateNode(node) => {
                    let mut kind = Kind::Node(std::mem::take(node));
                    self.admit_one(&Admission::new(&classes), entry, &base, &mut kind);
                    if let Kind::Node(admitted) = kind {
                        *node = admitted;
                    }
                }
                _ => {}
            }
        }
    }
}

/// `37s`, `1m30s`, `500ms`, `2h`, or a plain number of seconds, in milliseconds.
#[must_use]
pub fn millis(text: &str) -> Option<u64> {
    if let Ok(seconds) = text.parse::<u64>() {
        return seconds.checked_mul(1000);
    }
    let mut rest = text;
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, unit) = rest.split_at(end);
        let length = unit.find(|c: char| c.is_ascii_digit()).unwrap_or(unit.len());
        let (unit, after) = unit.split_at(length);
        let factor = match unit {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let fraction = format!("{fraction:0<3}");
        let thousandths =
            whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(fraction.get(..3)?.parse().ok()?)?;
        sum = sum.checked_add(thousandths.checked_mul(factor)? / 1000)?;
        rest = after;
    }
    (!text.is_empty()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, expected) in [
            ("37s", Some(37_000)),
            ("1m30s", Some(90_000)),
            ("500ms", Some(500)),
            ("1.5s", Some(1500)),
            ("42", Some(42_000)),
            ("", None),
            ("soon", None),
            ("5", Some(5000)),
            ("5 s", None),
            ("99999999999999999999s", None),
        ] {
            assert_eq!(millis(text), expected, "{text}");
        }
    }
}
