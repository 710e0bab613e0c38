//! Reads the scenario and its script, entry by entry, as an entry may contain an object of any kind.

use std::borrow::Cow;

use api::{
    ApiObject, Kind, Millis, PriorityClass, Set, Str, Taint, TaintEffect, nearest_name, parse_duration, shorten,
};
use findings::{Finding, Notice};
use releases::Release;

use super::{
    kind_versions::{intended_kind, is_custom},
    lists::{is_list, unfold_list},
    load::{LazyKind, LazyObject, Loader, NumberedDocument, as_priority_class},
    own_documents::document_kinds,
    scenario::{ACTIONS, DrainDoc, RejectedObject, ScenarioDoc, ScriptAction, TaintAction, Target, TimedAction},
    script_targets::ExistingObjects,
    tree::{TreeNode, Value},
};
use crate::admission::{AdmissionRules, Admitter, Fault, MOST_PODS, RequestedPods};

/// A decoded entry of a script, with the place of its object.
pub(super) struct ScriptEntry {
    pub timed: TimedAction,
    pub document: u32,
    /// Field path of the action.
    pub base: String,
    /// The argument of the action.
    pub node: TreeNode,
}

impl ScriptEntry {
    /// The object that the entry creates or applies.
    pub(super) fn created_object(&self) -> Option<&ApiObject> {
        self.timed.action.created_object()
    }
}

impl Loader {
    /// Reads the `Scenario`, and the documents of kind `Script`, which add to its script.
    pub(super) fn read_scenario(&mut self) -> (ScenarioDoc, Vec<ScriptEntry>) {
        let mut scenario = ScenarioDoc::default();
        let mut entries = Vec::new();
        if let Some(NumberedDocument { number, root: node }) = self.scenario.take() {
            self.document = number;
            let Some(scenario_doc) = self.decode_object::<ScenarioDoc>("Scenario", &node, "") else {
                return (scenario, entries);
            };
            scenario = *scenario_doc;
            scenario.release_place = node.get("release").unwrap_or(&node).span.to_place(number, "release");
            self.check_release(&scenario);
            let gates = node.get("featureGates").unwrap_or(&node);
            scenario.gates_place = gates.span.to_place(number, "featureGates");
            if !scenario.feature_gates.is_empty() {
                match self.lazy_reader {
                    Some(lazy_reader) => (lazy_reader.served.check_gates)(self, &scenario),
                    None => self.is_decoder_missing = true,
                }
            }
            self.read_script(&node, &mut entries);
        }
        for script in std::mem::take(&mut self.scripts) {
            self.document = script.number;
            self.read_script(&script.root, &mut entries);
        }
        entries.sort_by_key(|entry| entry.timed.at);
        (scenario, entries)
    }

    /// Reports a release that is not supported.
    fn check_release(&mut self, scenario: &ScenarioDoc) {
        let Some(name) = scenario.release.as_ref().filter(|name| Release::from_name(name).is_none()) else { return };
        let known = Release::ALL.map(|release| Str::from(release.name())).into();
        let unknown = findings::ScenarioProblem::UnknownRelease { name: name.clone(), known };
        self.findings.push(Finding::new(scenario.release_place.clone(), unknown));
    }

    fn read_script(&mut self, tree_node: &TreeNode, entries: &mut Vec<ScriptEntry>) {
        if let Some(script) = tree_node.get("script").filter(|script| !script.is_null()) {
            let Value::Sequence(items) = &script.value else {
                return self.add_error(
                    script.span,
                    "script",
                    findings::ScenarioProblem::ScriptNotAList { actual: script.to_found() },
                );
            };
            for (index, item) in items.iter().enumerate() {
                self.read_entry(item, &format!("script[{index}]"), entries);
            }
        }
    }

    /// Reads an entry. If it creates a list of objects, it becomes an entry for each of them.
    fn read_entry(&mut self, entry: &TreeNode, base: &str, entries: &mut Vec<ScriptEntry>) {
        let Some((at, verb, key, value)) = self.read_verb(entry, base) else { return };
        let base = format!("{base}.{verb}");
        let (document, line) = (self.document, entry.span.line as usize);
        let mut add = |action: ScriptAction, base: String, node: &TreeNode| {
            entries.push(ScriptEntry { timed: TimedAction { at, action, line }, document, base, node: node.clone() });
        };
        if matches!(verb, "create" | "apply") {
            let mut objects = Vec::new();
            self.read_objects(verb, value, &base, "", &mut objects);
            return objects.into_iter().for_each(|(action, base, node)| add(action, base, &node));
        }
        if let Some(action) = self.read_action(verb, key, value, &base) {
            add(action, base, value);
        }
    }

    /// The time of an entry, and its only action.
    fn read_verb<'n>(
        &mut self,
        entry: &'n TreeNode,
        base: &str,
    ) -> Option<(Millis, &'n str, &'n TreeNode, &'n TreeNode)> {
        let Value::Mapping(pairs) = &entry.value else {
            self.add_error(entry.span, base, findings::ScenarioProblem::NotAnEntry { actual: entry.to_found() });
            return None;
        };
        let at = match entry.get("at") {
            None => {
                self.add_error(entry.span, &format!("{base}.at"), findings::ScenarioProblem::NoTime);
                return None;
            }
            Some(at) => match at.text().and_then(parse_duration) {
                Some(at) => at,
                None => {
                    self.add_error(
                        at.span,
                        &format!("{base}.at"),
                        findings::ScenarioProblem::NotADuration { actual: at.to_found() },
                    );
                    return None;
                }
            },
        };
        let mut actions = pairs.iter().filter(|(key, _)| key.text() != Some("at"));
        let (Some((key, value)), None) = (actions.next(), actions.next()) else {
            self.add_error(entry.span, base, findings::ScenarioProblem::NotOneAction);
            return None;
        };
        Some((at, key.text().unwrap_or_default(), key, value))
    }

    fn read_action(&mut self, verb: &str, key: &TreeNode, value: &TreeNode, base: &str) -> Option<ScriptAction> {
        Some(match verb {
            "delete" => {
                let target = self.read_target(value, base)?;
                if document_kinds().all(|(kind, _)| target.kind != *kind) {
                    self.add_notice(value.span, Notice::KindIgnored { kind: shorten(&target.kind) });
                }
                ScriptAction::Delete(target)
            }
            "scale" => {
                let mut target = self.read_target(value, base)?;
                if value.get("kind").is_none() {
                    target.kind = "Deployment".into();
                }
                let Some(replicas) = target.replicas else {
                    self.add_error(value.span, &format!("{base}.replicas"), findings::ScenarioProblem::NoReplicas);
                    return None;
                };
                if let Some(refusal) = invalid_replicas(replicas) {
                    let place = value.find_nearest("replicas").span;
                    self.add_error(place, &format!("{base}.replicas"), refusal);
                    return None;
                }
                ScriptAction::Scale(target, replicas)
            }
            "cordon" => ScriptAction::Cordon(*self.decode_object("Scenario", value, base)?),
            "uncordon" => ScriptAction::Uncordon(*self.decode_object("Scenario", value, base)?),
            "taint" => self.read_taint(value, base)?,
            "untaint" => {
                let TaintAction { node, key, effect, .. } = *self.decode_object("Scenario", value, base)?;
                if !self.is_effect_known(value, base, &effect, true) {
                    return None;
                }
                ScriptAction::Untaint(node, key, effect)
            }
            "label" => {
                let target = self.read_target(value, base)?;
                let mut labels: Vec<_> =
                    target.labels.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
                // A decoder skips null values, which remove a label here.
                if let Some(Value::Mapping(pairs)) = value.get("labels").map(|value| &value.value) {
                    let removed_keys =
                        pairs.iter().filter(|(_, value)| value.is_null()).filter_map(|(key, _)| key.text());
                    labels.extend(removed_keys.map(|name| (name.into(), None)));
                }
                ScriptAction::Label(target, labels)
            }
            "resize" => {
                let target: Target = *self.decode_object("Scenario", value, base)?;
                let (container, requests) = (target.container.clone(), target.requests.clone());
                ScriptAction::Resize(target, container, requests)
            }
            "ungate" => {
                let target: Target = *self.decode_object("Scenario", value, base)?;
                let gates = target.gates.clone();
                ScriptAction::Ungate(target, gates)
            }
            "evict" => ScriptAction::Evict(*self.decode_object("Scenario", value, base)?),
            "drain" if value.text().is_some() => ScriptAction::Drain(DrainDoc {
                node: *self.decode_object("Scenario", value, base)?,
                ..DrainDoc::default()
            }),
            "drain" => ScriptAction::Drain(*self.decode_object("Scenario", value, base)?),
            "notReady" => ScriptAction::NotReady(*self.decode_object("Scenario", value, base)?),
            "unreachable" => ScriptAction::Unreachable(*self.decode_object("Scenario", value, base)?),
            "ready" => ScriptAction::Ready(*self.decode_object("Scenario", value, base)?),
            "updateNode" => {
                let node = self.served_object("Node", value)?;
                ScriptAction::UpdateNode(self.decode_object("Node", &node, base)?)
            }
            other => {
                let nearest = nearest_name(other, ACTIONS).map(Str::from);
                self.add_error(
                    key.span,
                    base,
                    findings::ScenarioProblem::UnknownAction { name: other.into(), near: nearest },
                );
                return None;
            }
        })
    }

    /// Reads the object that is created or applied, or all objects of a list, each with its path. `implied` is the kind that the list implies.
    fn read_objects<'n>(
        &mut self,
        verb: &str,
        value: &'n TreeNode,
        base: &str,
        implied: &str,
        objects: &mut Vec<(ScriptAction, String, Cow<'n, TreeNode>)>,
    ) {
        let kind_text = value.get("kind").and_then(TreeNode::text);
        let Some(kind) = kind_text.or_else(|| Some(implied).filter(|kind| !kind.is_empty())) else {
            return self.add_error(value.span, base, findings::ObjectProblem::NoKind { near: None });
        };
        let path_prefix = format!("{base}.");
        if is_custom(value) {
            return self.take_custom(kind, value);
        }
        if !self.is_known(kind, value, &path_prefix, kind_text.is_none()) {
            return;
        }
        if let (true, Some(items)) = (is_list(value), unfold_list(value)) {
            for (index, (item, implied)) in items.into_iter().enumerate() {
                self.read_objects(verb, item, &format!("{base}.items[{index}]"), implied, objects);
            }
            return;
        }
        let making = |object| {
            if verb == "create" {
                ScriptAction::Create(object)
            } else {
                ScriptAction::Apply(object, value.null_paths())
            }
        };
        let Some(served_value) = self.served_object(kind, value) else { return };
        let value = &*served_value;
        let known_kind = Kind::from_name(kind);
        if let Some(rejected) = known_kind.and_then(|kind| self.check_scripted_object(kind, value, verb == "apply")) {
            return objects.push((ScriptAction::Reject(rejected), base.to_owned(), served_value));
        }
        let action = match known_kind {
            Some(kind @ (Kind::LimitRange | Kind::RuntimeClass | Kind::ResourceQuota)) => {
                self.decode_lazy_kind(LazyKind::Object(kind), value, base).and_then(|decoded| match decoded {
                    LazyObject::Limits(range) => Some(making(ApiObject::LimitRange(range))),
                    LazyObject::Runtime(class) => Some(making(ApiObject::RuntimeClass(class))),
                    LazyObject::Quota(quota) => Some(making(ApiObject::ResourceQuota(quota))),
                    LazyObject::Object(object) => Some(making(object)),
                    LazyObject::Implied(_) => None,
                })
            }
            _ => self.decode_kind(kind, value, base).map(making),
        };
        objects.extend(action.map(|action| (action, base.to_owned(), served_value)));
    }

    /// Checks an object as the API server would, and returns it with its errors, if any.
    fn check_scripted_object(&mut self, kind: Kind, value: &TreeNode, is_applied: bool) -> Option<Box<RejectedObject>> {
        let errors = self.check_scripted_fields(kind, value, is_applied);
        let text = |key: &str| {
            let text = value.get("metadata").and_then(|metadata| metadata.get(key)).and_then(TreeNode::text);
            Str::from(text.unwrap_or_default())
        };
        let is_default = text("namespace").is_empty() && kind.info().is_namespaced;
        let namespace = if is_default { "default".into() } else { text("namespace") };
        (!errors.is_empty()).then(|| RejectedObject { is_applied, kind, namespace, name: text("name"), errors }.into())
    }

    /// Reads the target of an action, whose kind has to be a known one.
    fn read_target(&mut self, value: &TreeNode, base: &str) -> Option<Target> {
        let target = *self.decode_object::<Target>("Scenario", value, base)?;
        let Some(intended) = intended_kind(&target.kind, "") else { return Some(target) };
        let (kind, version) = (shorten(&target.kind), Str::default());
        self.add_error(
            value.find_nearest("kind").span,
            &format!("{base}.kind"),
            findings::ObjectProblem::NoSuchKind { kind, version, near: intended },
        );
        None
    }

    fn read_taint(&mut self, value: &TreeNode, base: &str) -> Option<ScriptAction> {
        let TaintAction { node, key, value: text, effect } = *self.decode_object("Scenario", value, base)?;
        self.is_effect_known(value, base, &effect, false)
            .then_some(ScriptAction::Taint(node, Taint { key, value: text, effect, time_added: None }))
    }

    /// Whether a taint effect is valid, or absent where that is allowed. Reports it otherwise.
    fn is_effect_known(&mut self, value: &TreeNode, base: &str, effect: &TaintEffect, may_be_absent: bool) -> bool {
        let is_known = match effect {
            TaintEffect::Unset => may_be_absent,
            TaintEffect::Other(_) => false,
            _ => true,
        };
        if !is_known {
            let words = TaintEffect::WORDS.iter().copied();
            let nearest = nearest_name(effect.as_str(), words.clone()).map(Str::from);
            let known_effects = words.map(Str::from).collect();
            let unknown = findings::AdmissionProblem::UnknownWord {
                word: shorten(effect.as_str()),
                known: known_effects,
                near: nearest,
            };
            self.add_error(value.find_nearest("effect").span, &format!("{base}.effect"), unknown);
        }
        is_known
    }

    /// Puts the objects of the script through admission, and returns the scenario with its script.
    pub(super) fn admit_script(
        &mut self,
        mut scenario: ScenarioDoc,
        entries: Vec<ScriptEntry>,
        mut rules: AdmissionRules,
    ) -> ScenarioDoc {
        let mut classes: Vec<PriorityClass> = self.objects.iter().filter_map(as_priority_class).cloned().collect();
        let mut existing_objects = ExistingObjects::new(&self.objects);
        // Deleted classes: existing pods keep the priority.
        let mut deleted_classes = Set::<Str>::new();
        for mut entry in entries {
            let mut action = std::mem::replace(&mut entry.timed.action, ScriptAction::Cordon(Str::default()));
            let applies = matches!(action, ScriptAction::Apply(..));
            match &mut action {
                ScriptAction::Create(kind) | ScriptAction::Apply(kind, _) => {
                    let RequestedPods { count: pods, path } = Admitter::requested_pods(kind);
                    if pods > MOST_PODS {
                        let refusal = findings::AdmissionProblem::TooManyPods { pods, limit: MOST_PODS };
                        self.document = entry.document;
                        self.add_error(entry.node.find_nearest(path).span, &format!("{}.{path}", entry.base), refusal);
                    }
                    let merged_with = Some(&existing_objects).filter(|_| applies);
                    self.admit_entry(&Admitter::new(&classes, &rules), &entry, kind, merged_with);
                    match kind {
                        ApiObject::PriorityClass(class) => {
                            let name = &class.metadata.name;
                            if deleted_classes.remove(name) {
                                classes.retain(|other| other.metadata.name != *name);
                            }
                            match classes.iter_mut().find(|other| other.metadata.name == *name) {
                                None => classes.push((**class).clone()),
                                // A change of the value is rejected when the action is due.
                                Some(existing_class) if applies && existing_class.value == class.value => {
                                    existing_class.global_default = class.global_default;
                                }
                                Some(_) => {}
                            }
                        }
                        ApiObject::LimitRange(range) => {
                            rules.limits.put_range((**range).clone());
                            self.notice_limits(&entry, &range.metadata.namespace, &rules, &scenario);
                        }
                        ApiObject::RuntimeClass(class) => rules.limits.runtimes.put_class((**class).clone()),
                        _ => {}
                    }
                }
                ScriptAction::UpdateNode(node) => {
                    let mut kind = ApiObject::Node(std::mem::take(node));
                    self.admit_entry(&Admitter::new(&classes, &rules), &entry, &mut kind, None);
                    if let ApiObject::Node(admitted) = kind {
                        *node = admitted;
                    }
                }
                ScriptAction::Delete(target) if target.kind == *Kind::RuntimeClass.name() => {
                    rules.limits.runtimes.remove(&target.name);
                }
                ScriptAction::Delete(target) if target.kind == *Kind::LimitRange.name() => {
                    rules.limits.remove(&target.namespace, &target.name);
                }
                // Pods keep the priority of a deleted class, and another class may become the default.
                ScriptAction::Delete(target) if target.kind == *Kind::PriorityClass.name() => {
                    for class in classes.iter_mut().filter(|class| class.metadata.name == target.name) {
                        class.global_default = false;
                    }
                    deleted_classes.insert(target.name.clone());
                }
                _ => {}
            }
            if let Some(notice) = existing_objects.apply_action(&action) {
                self.document = entry.document;
                self.add_notice(entry.node.span, notice);
            }
            scenario.script.push(TimedAction { action, ..entry.timed });
        }
        scenario
    }

    /// Adds notices about how new limit ranges change the pods of existing workloads.
    fn notice_limits(&mut self, entry: &ScriptEntry, namespace: &Str, rules: &AdmissionRules, scenario: &ScenarioDoc) {
        let mut assumed = Vec::new();
        let Some(rare_admission) = rules.rare_admission else { return };
        for kind in self.objects.iter().map(|object| &object.kind).chain(scenario.created_objects()) {
            let Some(workload) = kind.workload().filter(|workload| workload.metadata.namespace == *namespace) else {
                continue;
            };
            let mut readmitted = workload.clone();
            let limit_breach = (rare_admission.readmit_workload)(&rules.limits, &mut readmitted, &mut assumed);
            if let Some(breach) = limit_breach.filter(|_| !workload.spec.has_refused_pods) {
                let (kind, name) = (kind.kind().name().into(), shorten(&workload.metadata.name));
                assumed.push(Notice::LaterPodsRefused { kind, name, breach });
            }
        }
        self.document = entry.document;
        for notice in assumed {
            self.add_notice(entry.node.span, notice);
        }
    }

    /// Puts the object of an entry through admission, with the priority classes and limit ranges that exist by then. If it is applied to the existing
    /// object `merged_with`, it may omit the fields of that.
    fn admit_entry(
        &mut self,
        admission: &Admitter,
        entry: &ScriptEntry,
        api_object: &mut ApiObject,
        merged_with: Option<&ExistingObjects>,
    ) {
        self.document = entry.document;
        let mut assumed = Vec::new();
        if let Err(mut faults) = admission.admit_object(api_object, &mut assumed) {
            if merged_with.is_some_and(|existing| existing.contains(&api_object.key())) {
                faults.retain(|fault| fault.refusal != findings::AdmissionProblem::NoContainers);
            }
            for Fault { path, refusal } in faults {
                self.add_error(entry.node.find_nearest(&path).span, &format!("{}.{path}", entry.base), refusal);
            }
        }
        for notice in assumed {
            self.add_notice(entry.node.span, notice);
        }
    }
}

/// The error for an invalid number of replicas.
fn invalid_replicas(replicas: i32) -> Option<findings::AdmissionProblem> {
    match u64::try_from(replicas) {
        Ok(pods) if pods <= MOST_PODS => None,
        Ok(pods) => Some(findings::AdmissionProblem::TooManyPods { pods, limit: MOST_PODS }),
        Err(_) => {
            Some(findings::AdmissionProblem::OutOfRange { value: replicas.into(), low: 0, high: i32::MAX.into() })
        }
    }
}
