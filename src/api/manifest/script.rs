//! Reads the scenario and its script, entry by entry: an entry may hold an object of any kind.

use super::kinds::{is_custom, meant};
use super::known::KINDS;
use super::lists::{is_list, unfolded};
use super::load::{Decoded, Loader, class};
use super::scenario::{ACTIONS, Action, Drain, ScenarioDoc, TaintAction, Target, Timed, millis};
use super::there::There;
use super::tree::{Node, Value};
use crate::admission::{Admission, Fault, MOST_PODS, Rules};
use crate::problem;
use crate::problem::Notice;
use crate::{Kind, Millis, PriorityClass, Set, Str, Taint, TaintEffect, nearest, shortened};

/// An entry of a script that is read, with where its object stands.
pub(super) struct Entry {
    pub timed: Timed,
    pub document: u32,
    /// Field path of the action.
    pub base: String,
    /// What the action is given.
    pub node: Node,
}

impl Entry {
    /// What it creates, if it does.
    pub(super) fn created(&self) -> Option<&Kind> {
        self.timed.action.created()
    }
}

impl Loader {
    /// Reads the `Scenario`, and the documents of kind `Script`, which add to its script.
    pub(super) fn read_scenario(&mut self) -> (ScenarioDoc, Vec<Entry>) {
        let mut scenario = ScenarioDoc::default();
        let mut entries = Vec::new();
        if let Some((document, node)) = self.scenario.take() {
            self.document = document;
            let Some(found) = self.decode::<ScenarioDoc>("Scenario", &node, "") else { return (scenario, entries) };
            scenario = *found;
            scenario.release_place = node.get("release").unwrap_or(&node).span.place(document, "release");
            self.read_script(&node, &mut entries);
        }
        for (document, node) in std::mem::take(&mut self.scripts) {
            self.document = document;
            self.read_script(&node, &mut entries);
        }
        entries.sort_by_key(|entry| entry.timed.at);
        (scenario, entries)
    }

    fn read_script(&mut self, node: &Node, entries: &mut Vec<Entry>) {
        if let Some(script) = node.get("script").filter(|script| !script.is_null()) {
            let Value::Sequence(items) = &script.value else {
                return self.fail(script.span, "script", problem::Scenario::ScriptNotAList { found: script.found() });
            };
            for (index, item) in items.iter().enumerate() {
                self.entry(item, &format!("script[{index}]"), entries);
            }
        }
    }

    /// Reads an entry. One that makes a list of objects becomes an entry for each of them.
    fn entry(&mut self, entry: &Node, base: &str, entries: &mut Vec<Entry>) {
        let Some((at, verb, key, value)) = self.verb(entry, base) else { return };
        let base = format!("{base}.{verb}");
        let (document, line) = (self.document, entry.span.line as usize);
        let mut add = |action: Action, base: String, node: &Node| {
            entries.push(Entry { timed: Timed { at, action, line }, document, base, node: node.clone() });
        };
        if matches!(verb, "create" | "apply") {
            let mut objects = Vec::new();
            self.made(verb, value, &base, "", &mut objects);
            return objects.into_iter().for_each(|(action, base, node)| add(action, base, node));
        }
        if let Some(action) = self.action(verb, key, value, &base) {
            add(action, base, value);
        }
    }

    /// When an entry happens, and its one action.
    fn verb<'n>(&mut self, entry: &'n Node, base: &str) -> Option<(Millis, &'n str, &'n Node, &'n Node)> {
        let Value::Mapping(pairs) = &entry.value else {
            self.fail(entry.span, base, problem::Scenario::NotAnEntry { found: entry.found() });
            return None;
        };
        let at = match entry.get("at") {
            None => {
                self.fail(entry.span, &format!("{base}.at"), problem::Scenario::NoTime);
                return None;
            }
            Some(at) => match at.text().and_then(millis) {
                Some(at) => at,
                None => {
                    self.fail(at.span, &format!("{base}.at"), problem::Scenario::NotADuration { found: at.found() });
                    return None;
                }
            },
        };
        let mut actions = pairs.iter().filter(|(key, _)| key.text() != Some("at"));
        let (Some((key, value)), None) = (actions.next(), actions.next()) else {
            self.fail(entry.span, base, problem::Scenario::NotOneAction);
            return None;
        };
        Some((at, key.text().unwrap_or_default(), key, value))
    }

    fn action(&mut self, verb: &str, key: &Node, value: &Node, base: &str) -> Option<Action> {
        Some(match verb {
            "delete" => {
                let target = self.target(value, base)?;
                if target.kind == "Namespace" || !KINDS.iter().any(|(kind, _)| target.kind == *kind) {
                    self.notice(value.span, Notice::KindIgnored { kind: shortened(&target.kind) });
                }
                Action::Delete(target)
            }
            "scale" => {
                let mut target = self.target(value, base)?;
                if value.get("kind").is_none() {
                    target.kind = "Deployment".into();
                }
                let Some(replicas) = target.replicas else {
                    self.fail(value.span, &format!("{base}.replicas"), problem::Scenario::NoReplicas);
                    return None;
                };
                if let Some(refusal) = bad_count(replicas) {
                    let place = value.find("replicas").span;
                    self.fail(place, &format!("{base}.replicas"), refusal);
                    return None;
                }
                Action::Scale(target, replicas)
            }
            "cordon" => Action::Cordon(*self.decode("Scenario", value, base)?),
            "uncordon" => Action::Uncordon(*self.decode("Scenario", value, base)?),
            "taint" => self.taint(value, base)?,
            "untaint" => {
                let TaintAction { node, key, .. } = *self.decode("Scenario", value, base)?;
                Action::Untaint(node, key)
            }
            "label" => {
                let target = self.target(value, base)?;
                let mut labels: Vec<_> =
                    target.labels.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
                // A decoder skips what is null, which here takes a label away.
                if let Some(Value::Mapping(pairs)) = value.get("labels").map(|it| &it.value) {
                    let gone = pairs.iter().filter(|(_, value)| value.is_null()).filter_map(|(key, _)| key.text());
                    labels.extend(gone.map(|name| (name.into(), None)));
                }
                Action::Label(target, labels)
            }
            "resize" => {
                let target: Target = *self.decode("Scenario", value, base)?;
                let (container, requests) = (target.container.clone(), target.requests.clone());
                Action::Resize(target, container, requests)
            }
            "ungate" => {
                let target: Target = *self.decode("Scenario", value, base)?;
                let gates = target.gates.clone();
                Action::Ungate(target, gates)
            }
            "evict" => Action::Evict(*self.decode("Scenario", value, base)?),
            "drain" if value.text().is_some() => {
                Action::Drain(Drain { node: *self.decode("Scenario", value, base)?, ..Drain::default() })
            }
            "drain" => Action::Drain(*self.decode("Scenario", value, base)?),
            "notReady" => Action::NotReady(*self.decode("Scenario", value, base)?),
            "unreachable" => Action::Unreachable(*self.decode("Scenario", value, base)?),
            "ready" => Action::Ready(*self.decode("Scenario", value, base)?),
            "updateNode" => Action::UpdateNode(self.decode("Node", value, base)?),
            other => {
                let near = nearest(other, ACTIONS).map(Str::from);
                self.fail(key.span, base, problem::Scenario::UnknownAction { name: other.into(), near });
                return None;
            }
        })
    }

    /// An object that is made, or changed; of a list each, with its path. `implied` is its kind where the list says it.
    fn made<'n>(
        &mut self,
        verb: &str,
        value: &'n Node,
        base: &str,
        implied: &str,
        objects: &mut Vec<(Action, String, &'n Node)>,
    ) {
        let own = value.get("kind").and_then(Node::text);
        let Some(kind) = own.or_else(|| Some(implied).filter(|kind| !kind.is_empty())) else {
            return self.fail(value.span, base, problem::Object::NoKind);
        };
        let below = format!("{base}.");
        if is_custom(value) {
            return self.custom(kind, value);
        }
        if !self.is_known(kind, value, &below, own.is_none()) {
            return;
        }
        if let (true, Some(items)) = (is_list(value), unfolded(value)) {
            for (index, (item, implied)) in items.into_iter().enumerate() {
                self.made(verb, item, &format!("{base}.items[{index}]"), implied, objects);
            }
            return;
        }
        let making =
            |object| if verb == "create" { Action::Create(object) } else { Action::Apply(object, value.nulls()) };
        let action = match kind {
            "LimitRange" | "RuntimeClass" | "ResourceQuota" => {
                self.rare(kind, value, base).map(|decoded| match decoded {
                    Decoded::Limits(range) => Action::Limits(range),
                    Decoded::Runtime(class) => Action::Runtime(class),
                    Decoded::Quota(quota) => Action::Quota(quota),
                    Decoded::Object(object) => making(object),
                })
            }
            kind => self.kind(kind, value, base).map(making),
        };
        objects.extend(action.map(|action| (action, base.to_owned(), value)));
    }

    /// An object that an action is about. Its kind is one that the API server knows.
    fn target(&mut self, value: &Node, base: &str) -> Option<Target> {
        let target = *self.decode::<Target>("Scenario", value, base)?;
        let Some(near) = meant(&target.kind, "") else { return Some(target) };
        let (kind, version) = (shortened(&target.kind), Str::default());
        self.fail(
            value.find("kind").span,
            &format!("{base}.kind"),
            problem::Object::NoSuchKind { kind, version, near },
        );
        None
    }

    fn taint(&mut self, value: &Node, base: &str) -> Option<Action> {
        let TaintAction { node, key, value: text, effect } = *self.decode("Scenario", value, base)?;
        if matches!(effect, TaintEffect::Unset | TaintEffect::Other(_)) {
            let words = TaintEffect::WORDS.iter().copied();
            let near = nearest(effect.as_str(), words.clone()).map(Str::from);
            let known = words.map(Str::from).collect();
            let unknown = problem::Admission::UnknownWord { word: shortened(effect.as_str()), known, near };
            self.fail(value.find("effect").span, &format!("{base}.effect"), unknown);
            return None;
        }
        Some(Action::Taint(node, Taint { key, value: text, effect, time_added: None }))
    }

    /// The scenario with its script, whose objects have been through admission.
    pub(super) fn admit_script(
        &mut self,
        mut scenario: ScenarioDoc,
        entries: Vec<Entry>,
        mut rules: Rules,
    ) -> ScenarioDoc {
        let mut classes: Vec<PriorityClass> = self.objects.iter().filter_map(class).cloned().collect();
        let mut there = There::new(&self.objects);
        // Classes that are deleted: pods keep what these gave them.
        let mut gone = Set::<Str>::new();
        for mut entry in entries {
            let mut action = std::mem::replace(&mut entry.timed.action, Action::Cordon(Str::default()));
            let applies = matches!(action, Action::Apply(..));
            match &mut action {
                Action::Create(kind) | Action::Apply(kind, _) => {
                    let (pods, path) = Admission::pods(kind);
                    if pods > MOST_PODS {
                        let refusal = problem::Admission::TooManyPods { pods, limit: MOST_PODS };
                        self.document = entry.document;
                        self.fail(entry.node.find(path).span, &format!("{}.{path}", entry.base), refusal);
                    }
                    self.admit_entry(&Admission::new(&classes, &rules), &entry, kind);
                    if let Kind::PriorityClass(class) = kind {
                        let name = &class.metadata.name;
                        if gone.remove(name) {
                            classes.retain(|other| other.metadata.name != *name);
                        }
                        match classes.iter_mut().find(|other| other.metadata.name == *name) {
                            None => classes.push((**class).clone()),
                            // Another value is refused when its time comes.
                            Some(there) if applies && there.value == class.value => {
                                there.global_default = class.global_default;
                            }
                            Some(_) => {}
                        }
                    }
                }
                Action::UpdateNode(node) => {
                    let mut kind = Kind::Node(std::mem::take(node));
                    self.admit_entry(&Admission::new(&classes, &rules), &entry, &mut kind);
                    if let Kind::Node(admitted) = kind {
                        *node = admitted;
                    }
                }
                Action::Limits(range) => {
                    rules.limits.put((**range).clone());
                    self.tell_of_limits(&entry, &range.metadata.namespace, &rules, &scenario);
                }
                Action::Runtime(class) => rules.limits.runtimes.put((**class).clone()),
                Action::Delete(target) if target.kind == "RuntimeClass" => rules.limits.runtimes.remove(&target.name),
                Action::Delete(target) if target.kind == "LimitRange" => {
                    rules.limits.remove(&target.namespace, &target.name);
                }
                // Pods keep what a class gave them, and another class may become the default.
                Action::Delete(target) if target.kind == "PriorityClass" => {
                    for class in classes.iter_mut().filter(|class| class.metadata.name == target.name) {
                        class.global_default = false;
                    }
                    gone.insert(target.name.clone());
                }
                _ => {}
            }
            if let Some(notice) = there.follow(&action) {
                self.document = entry.document;
                self.notice(entry.node.span, notice);
            }
            scenario.script.push(Timed { action, ..entry.timed });
        }
        scenario
    }

    /// Says what limit ranges do from now on to the pods of workloads that are there.
    fn tell_of_limits(&mut self, entry: &Entry, namespace: &Str, rules: &Rules, scenario: &ScenarioDoc) {
        let mut assumed = Vec::new();
        for kind in self.objects.iter().map(|object| &object.kind).chain(scenario.created()) {
            let Some(workload) = kind.workload().filter(|it| it.metadata.namespace == *namespace) else { continue };
            let mut later = workload.clone();
            let refused = rules.limits.renew(&mut later, &mut assumed);
            if let Some(breach) = refused.filter(|_| !workload.spec.makes_none) {
                let (kind, name) = (kind.kind().into(), shortened(&workload.metadata.name));
                assumed.push(Notice::LaterPodsRefused { kind, name, breach });
            }
        }
        self.document = entry.document;
        for notice in assumed {
            self.notice(entry.node.span, notice);
        }
    }

    /// What a script creates goes through admission too, with the priority classes and limit ranges that are there by then.
    fn admit_entry(&mut self, admission: &Admission, entry: &Entry, kind: &mut Kind) {
        self.document = entry.document;
        let mut assumed = Vec::new();
        if let Err(faults) = admission.admit(kind, &mut assumed) {
            for Fault { path, refusal } in faults {
                self.fail(entry.node.find(&path).span, &format!("{}.{path}", entry.base), refusal);
            }
        }
        for notice in assumed {
            self.notice(entry.node.span, notice);
        }
    }
}

/// What is wrong with a number of replicas to scale to.
fn bad_count(replicas: i32) -> Option<problem::Admission> {
    match u64::try_from(replicas) {
        Ok(pods) if pods <= MOST_PODS => None,
        Ok(pods) => Some(problem::Admission::TooManyPods { pods, limit: MOST_PODS }),
        Err(_) => Some(problem::Admission::OutOfRange { value: replicas.into(), low: 0, high: i32::MAX.into() }),
    }
}
