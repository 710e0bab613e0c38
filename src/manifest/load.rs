//! The loader: takes objects from the reader one by one, decodes them, and puts them through admission.

use api::{
    ApiObject, CONFIGURATION_KINDS, FeatureGates, GangWorkload, Kind, LimitRange, PodDisruptionBudget, PriorityClass,
    ResourceQuota, RuntimeClass, Str, Table, WorkloadKind, user_rules::ExtenderDoc,
};
use findings::{ExpectedValue, FieldError, Finding, Leniency, Notice, Place, Problem};
use releases::{
    Release, ReleaseChoice,
    served_api::{Availability, ServedApi},
};
use serde::de::DeserializeOwned;

use super::{
    cross_object_notices::cross_object_notices,
    custom_resource::{CustomResource, CustomResourceDefinition, notice_of_custom},
    decode::{DecodeError, DecodeProblem, ErrorLocation, IgnoredField, decode_node},
    dense_line::ReadLine,
    field_rules::{
        CompileSelectorFn, FieldFault, Provenance, RareRules, RuleContext, check_boolean_names, check_object, leniency,
    },
    kind_versions::{api_version, configures_scheduler, is_custom, is_own_document, was_in_cluster},
    lists::{is_kindless, is_list, item_kind, unfold_list},
    loaded_manifest::{KubeletVersion, Manifest, ManifestObject},
    own_documents::{EXTENDER, PLUGIN},
    plugin_faults::ManifestPlugin,
    reader::{Document, Reader, TextPiece},
    reduced_text::{self, is_reduced},
    scenario::ScenarioDoc,
    scheduler_configuration::ConfigurationDoc,
    scheduling_events::SchedulingEvent,
    served_fields::ServedCheck,
    tree::{Span, TreeNode, Value},
    unused_fields::{path_without_indexes, template_digests, unused_fields},
};
use crate::admission::{
    AdmissionRules, Admitter, Fault, MOST_PODS, RareAdmission, RequestedPods, is_new, wanted_labels,
};

/// Checks several objects together. The flags state which of them are new.
type CheckTogether = fn(&[ManifestObject], &AdmissionRules, &[bool], &mut Table<u32, Vec<Fault>>);

/// The parts of the reader that few texts need, reached through function pointers so that they can be linked separately.
pub(super) struct LazyReader {
    /// Decodes objects of rare kinds.
    pub decode: fn(LazyKindRequest<'_>) -> Option<LazyObject>,
    /// Looks up what the API server of a release serves.
    pub served: ServedReader,
    /// Reads the rows of a reduced text.
    pub read_line: ReadLine,
    /// Checks the fields of objects of rare kinds.
    pub field_rules: RareRules,
    /// Admits objects of rare kinds, and applies their effects on other objects.
    pub admission: &'static RareAdmission,
    /// Finds errors across objects, such as exceeded quotas and forbidden device claims, keyed by the start of the object in the text.
    pub check_together: CheckTogether,
    /// Adds what schedulers said in events to the pods that they are about.
    pub add_scheduled_conditions: fn(&mut [ManifestObject], Vec<SchedulingEvent>),
}

/// Lookups in the table of what the API server of each release serves, which is large.
pub(super) struct ServedReader {
    /// Finds the fields of an object that the API server does not accept.
    pub check_fields: fn(&ServedApi, Kind, &TreeNode) -> ServedCheck,
    /// Whether the release serves a kind.
    pub kind: fn(&ServedApi, Kind) -> Availability,
    /// Resolves the feature gates that a scenario sets, for a release.
    pub resolve_gates: fn(Release, &TreeNode) -> FeatureGates,
    /// Reports gates that the release does not know, or that are not simulated.
    pub check_gates: fn(&mut Loader, &ScenarioDoc),
    /// The release that a scheduler configuration implies, if any.
    pub stated_release: fn(&serde_json::Value, Release) -> Option<Release>,
}

/// The parts of the reader that this program has linked or loaded.
#[derive(Clone, Copy, Default)]
pub(super) struct LinkedParts {
    pub lazy_reader: Option<&'static LazyReader>,
    /// The compiler of the CEL expressions of device claims.
    pub compile_selector: Option<CompileSelectorFn>,
}

/// The text needs the decoders of rare kinds, or contains errors that only the full reader can report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingDecoder;

/// The kinds of input that the lazily loaded reader handles.
#[derive(Clone, Copy)]
pub(super) enum LazyKind<'a> {
    /// An object of a rare kind.
    Object(Kind),
    /// A document that defines the responses of an extender.
    Extender,
    /// A document that defines a plugin.
    Plugin,
    /// An object of a kind that is not simulated.
    Unread(&'a str),
    /// An object without a kind; the string is the whole text.
    Kindless(&'a str),
    /// The whole text with the errors of admission, keyed by the start of their object.
    Faults(&'a str, &'a Table<u32, Vec<Fault>>),
}

/// A request of the loader to the lazily loaded reader.
pub(super) struct LazyKindRequest<'a> {
    pub(super) loader: &'a mut Loader,
    pub(super) kind: LazyKind<'a>,
    pub(super) node: &'a TreeNode,
    /// The path of the object within its document.
    pub(super) base: &'a str,
}

/// A decoded object of a rare kind.
pub(super) enum LazyObject {
    Object(ApiObject),
    /// Changes the pods that are created later.
    Runtime(Box<RuntimeClass>),
    /// Changes the pods that are created later.
    Limits(Box<LimitRange>),
    /// Limits the pods that are created later.
    Quota(Box<ResourceQuota>),
    /// The kind of an object that does not state its kind.
    Implied(&'static str),
}

/// Reads a text that has no objects of rare kinds, no errors, and is not reduced from a larger file. All other texts are read by
/// [`load`](super::load), which links the decoders of rare kinds and the error messages into a program.
///
/// # Errors
/// If the text is not of that sort.
pub fn load_common(text: &str, release: ReleaseChoice) -> Result<Manifest, MissingDecoder> {
    if is_reduced(text) {
        return Err(MissingDecoder);
    }
    load_text(text, release, LinkedParts::default()).map_err(|_| MissingDecoder)
}

/// Reads a text for the chosen release, or for the one that it states. Errors are reported only if the lazy reader is linked.
pub(super) fn load_text(text: &str, release: ReleaseChoice, linked: LinkedParts) -> Result<Manifest, Vec<Finding>> {
    let lazy_reader = linked.lazy_reader;
    let assumed = ServedApi { release: release.resolve(None), gates: FeatureGates::default() };
    let stated = |loader: &Loader| loader.stated_api(release);
    let mut loader = decode_objects(text, assumed, Some(&stated), linked).map_err(|finding| vec![finding])?;
    let served = loader.stated_api(release);
    // The release may be stated further down than the objects that depend on it: then all is read again.
    if served != loader.served && (loader.is_release_dependent || !loader.findings.is_empty()) {
        loader = decode_objects(text, served, None, linked).map_err(|finding| vec![finding])?;
    }
    loader.served = served;
    loader.rules.gates = served.gates;
    let (scenario, script) = loader.read_scenario();
    if loader.is_decoder_missing {
        return Err(Vec::new());
    }
    let created = script.iter().filter_map(|entry| entry.created_object());
    let mut rules = std::mem::take(&mut loader.rules);
    rules.rare_admission = lazy_reader.map(|reader| reader.admission);
    rules.workloads = Some(loader.objects.iter().filter_map(as_gang_workload).collect());
    rules.labels = wanted_labels(loader.objects.iter().map(|object| &object.kind).chain(created));
    let admission_faults = loader.admit_objects(&rules);
    if !admission_faults.is_empty() {
        loader.decode_lazy_kind(LazyKind::Faults(text, &admission_faults), &TreeNode::default(), "");
        if loader.is_decoder_missing {
            return Err(Vec::new());
        }
    }
    let (limits, quotas) = (rules.limits.clone(), rules.quotas.clone());
    rules.workloads = None;
    let scenario = loader.admit_script(scenario, script, rules);
    let Loader { mut objects, configurations, extenders, plugins, customs, mut findings, kubelet, notices, .. } =
        loader;
    if let Some(reader) = lazy_reader {
        (reader.add_scheduled_conditions)(&mut objects, loader.scheduling_events);
    }
    let by_place = |finding: &Finding| (finding.place.line, finding.place.column);
    if objects.is_empty() && configurations.is_empty() && scenario.script.is_empty() {
        // The text as a whole is for another program.
        findings.extend(notices.iter().filter_map(|(notice, (place, _))| match notice {
            Notice::Foreign { text } => {
                Some(Finding::new(place.clone(), findings::ReadingProblem::Foreign { text: *text }))
            }
            _ => None,
        }));
    }
    if findings.is_empty() {
        let finding = |(notice, (place, times))| Finding { place, problem: Problem::Notice(notice), times };
        let mut notices: Vec<Finding> = notices.into_iter().map(finding).collect();
        notices.sort_by_key(by_place);
        Ok(Manifest {
            release: served.release,
            gates: served.gates,
            objects,
            scenario,
            configurations,
            extenders,
            plugins,
            limits,
            quotas,
            customs,
            newest_kubelet: kubelet,
            notices,
        })
    } else {
        findings.sort_by_key(by_place);
        Err(findings)
    }
}

/// Decodes all objects as the API server of a release reads them. As long as no object read so far depends on the release, `stated` may choose
/// another one. The tree of each object is dropped after decoding, except for those of scenarios and configurations.
fn decode_objects(
    text: &str,
    served: ServedApi,
    stated: Option<&dyn Fn(&Loader) -> ServedApi>,
    linked: LinkedParts,
) -> Result<Loader, Finding> {
    let LinkedParts { lazy_reader, compile_selector } = linked;
    let new_loader = |served| Loader { lazy_reader, compile_selector, served, ..Loader::default() };
    let mut loader = new_loader(served);
    // Collects the items of the current document: whether it is a list is known only at its end.
    let mut items = new_loader(served);
    let mut unnamed = Vec::new();
    let mut reader = Reader::with_rows(text, lazy_reader.map(|reader| reader.read_line))?;
    for piece in reader.by_ref() {
        match piece? {
            // The list's kind comes after its items, and they state no kind themselves.
            TextPiece::Item { list: None, node, .. } if node.get("kind").is_none() => unnamed.push(node),
            TextPiece::Item { document, list, node } => {
                items.document = document;
                items.take_object(&node, list.as_deref().map_or("", item_kind));
            }
            TextPiece::Document(Document { number, root, .. }) => {
                // A scenario at the top states the release that the rest is read for.
                let is_undecided =
                    !loader.is_release_dependent && !items.is_release_dependent && loader.findings.is_empty();
                if let Some(stated) = stated.filter(|_| is_undecided) {
                    loader.served = stated(&loader);
                }
                let next_items = new_loader(loader.served);
                let (items, unnamed) = (std::mem::replace(&mut items, next_items), std::mem::take(&mut unnamed));
                let Some(root) = root else { continue };
                loader.document = number;
                if is_kindless(&root) {
                    let has_items = root.get("items").is_some();
                    if loader.take_kindless(&root, has_items.then_some(&unnamed), text) && has_items {
                        loader.merge(items);
                    }
                    continue;
                }
                if is_list(&root) {
                    if !loader.is_listed(&root) {
                        continue;
                    }
                    loader.merge(items);
                    for notice in reduced_text::reduced_notices(&root) {
                        loader.add_notice(root.span, notice);
                    }
                    for node in unnamed {
                        loader.take_object(
                            &node,
                            item_kind(root.get("kind").and_then(TreeNode::text).unwrap_or_default()),
                        );
                    }
                }
                loader.take_object(&root, "");
            }
        }
    }
    for (place, key) in reader.take_repeated_keys() {
        loader.notices.or_insert(Notice::RepeatedKey { key: api::shorten(&key) }, (place, 0)).1 += 1;
    }
    Ok(loader)
}

pub(super) struct NumberedDocument {
    pub number: u32,
    pub root: TreeNode,
}

/// Decodes objects one by one, and collects what was read and what was wrong.
#[derive(Default)]
pub(super) struct Loader {
    pub document: u32,
    pub objects: Vec<ManifestObject>,
    pub configurations: Vec<ConfigurationDoc>,
    pub scenario: Option<NumberedDocument>,
    pub scripts: Vec<NumberedDocument>,
    pub extenders: Vec<ExtenderDoc>,
    pub plugins: Vec<ManifestPlugin>,
    pub findings: Vec<Finding>,
    pub customs: Vec<CustomResource>,
    definitions: Vec<CustomResourceDefinition>,
    pub scheduling_events: Vec<SchedulingEvent>,
    pub kubelet: Option<KubeletVersion>,
    pub rules: AdmissionRules,
    /// The reader of rare kinds, if it is linked.
    pub lazy_reader: Option<&'static LazyReader>,
    /// The compiler of the CEL expressions of device claims, if it is loaded.
    compile_selector: Option<CompileSelectorFn>,
    /// The API of the release that the text is read for.
    pub served: ServedApi,
    /// Whether another release's API server might have read some object differently.
    pub is_release_dependent: bool,
    /// Whether the lazy reader was needed, but not given.
    pub is_decoder_missing: bool,
    /// Digests of unused fields in the template of the object that was decoded last.
    template_digests: Table<Str, u64>,
    /// The unused fields of the object that was decoded last.
    unused_fields: Table<Str, Str>,
    /// What is wrong with the values of the object that was checked last, in this release.
    pub served_faults: Vec<FieldFault>,
    /// The notices about unknown fields, by kind and by path without list indexes.
    pub unknown_fields: Table<(Str, Str), Notice>,
    /// Each notice with its first place and the number of places.
    notices: Table<Notice, (Place, usize)>,
}

impl Loader {
    pub(super) fn add_error(&mut self, span: Span, path: &str, problem: impl Into<Problem>) {
        self.findings.push(Finding::new(span.to_place(self.document, path), problem));
    }

    pub(super) fn add_notice(&mut self, span: Span, notice: Notice) {
        self.add_notice_at(span.to_place(self.document, ""), notice);
    }

    pub(super) fn add_notice_at(&mut self, place: Place, notice: Notice) {
        self.notices.or_insert(notice, (place, 0)).1 += 1;
    }

    /// Adds the results of reading the items of a list.
    fn merge(&mut self, other: Self) {
        self.objects.extend(other.objects);
        self.configurations.extend(other.configurations);
        if let Some(scenario) = other.scenario {
            self.take_scenario(&scenario.root);
        }
        self.scripts.extend(other.scripts);
        self.extenders.extend(other.extenders);
        self.plugins.extend(other.plugins);
        self.is_decoder_missing |= other.is_decoder_missing;
        self.is_release_dependent |= other.is_release_dependent;
        self.customs.extend(other.customs);
        self.definitions.extend(other.definitions);
        self.scheduling_events.extend(other.scheduling_events);
        self.findings.extend(other.findings);
        self.rules.limits.merge(other.rules.limits);
        self.rules.quotas.extend(other.rules.quotas);
        self.kubelet = match (self.kubelet.take(), other.kubelet) {
            (Some(kubelet_version), Some(new)) if new.minor <= kubelet_version.minor => Some(kubelet_version),
            (kubelet_version, new) => new.or(kubelet_version),
        };
        for (notice, (place, times)) in other.notices {
            self.notices.or_insert(notice, (place, 0)).1 += times;
        }
    }

    /// Reads an object. `implied` is the kind that its list implies, or empty.
    fn take_object(&mut self, tree_node: &TreeNode, implied: &str) {
        if let Some(list_items) = unfold_list(tree_node) {
            if is_list(tree_node) && !self.is_listed(tree_node) {
                return;
            }
            return list_items.into_iter().for_each(|(node, implied)| self.take_object(node, implied));
        }
        let Value::Mapping(_) = &tree_node.value else {
            return self.add_error(
                tree_node.span,
                "",
                findings::ObjectProblem::NotAnObject { actual: tree_node.to_found() },
            );
        };
        let kind_text = tree_node.get("kind").and_then(TreeNode::text);
        let Some(kind) = kind_text.or_else(|| Some(implied).filter(|kind| !kind.is_empty())) else {
            self.take_kindless(tree_node, None, "");
            return;
        };
        if kind == "CustomResourceDefinition" {
            self.definitions.extend(CustomResourceDefinition::from_node(tree_node));
        }
        match (kind, tree_node.get("items")) {
            (list, Some(items)) if list.ends_with("List") => {
                if !items.is_null() {
                    let misfit =
                        findings::ObjectProblem::Misfit { wanted: ExpectedValue::List, actual: items.to_found() };
                    self.add_error(items.span, "items", misfit);
                }
            }
            (kind, _) if CONFIGURATION_KINDS.contains(&kind) && configures_scheduler(tree_node) => {
                self.configurations.push(ConfigurationDoc::new(self.document, tree_node.clone()));
            }
            (kind, _) if is_custom(tree_node) => {
                self.customs.push(CustomResource::from_node(kind, tree_node, &self.definitions));
                self.take_custom(kind, tree_node);
            }
            (kind, _) if !self.is_known(kind, tree_node, "", kind_text.is_none()) => {}
            ("Scenario", _) => self.take_scenario(tree_node),
            ("Script", _) => self.scripts.push(NumberedDocument { number: self.document, root: tree_node.clone() }),
            (EXTENDER, _) => drop(self.decode_lazy_kind(LazyKind::Extender, tree_node, "")),
            (PLUGIN, _) if is_own_document(tree_node) => {
                drop(self.decode_lazy_kind(LazyKind::Plugin, tree_node, ""));
            }
            (kind, _) => {
                let Some(served_node) = self.served_object(kind, tree_node) else { return };
                let tree_node = &*served_node;
                if let Some(known_kind) = Kind::from_name(kind) {
                    self.check_fields(known_kind, tree_node);
                }
                if let Some(kind) = self.decode_kind(kind, tree_node, "") {
                    self.objects.push(ManifestObject { kind, document: self.document, span: tree_node.span });
                }
            }
        }
    }

    /// Reads an object without a kind, if its kind can be inferred. The items of a list are read one by one and share the kind.
    fn take_kindless(&mut self, tree_node: &TreeNode, items: Option<&Vec<TreeNode>>, text: &str) -> bool {
        let Some(LazyObject::Implied(kind)) = self.decode_lazy_kind(LazyKind::Kindless(text), tree_node, "") else {
            return false;
        };
        match items {
            None => self.take_object(tree_node, kind),
            Some(items) => items.iter().for_each(|item| self.take_object(item, kind)),
        }
        true
    }

    pub(super) fn take_custom(&mut self, kind: &str, tree_node: &TreeNode) {
        self.add_notice(tree_node.span, notice_of_custom(kind, tree_node));
    }

    fn take_scenario(&mut self, tree_node: &TreeNode) {
        if self.scenario.replace(NumberedDocument { number: self.document, root: tree_node.clone() }).is_some() {
            self.add_error(tree_node.span, "kind", findings::ScenarioProblem::Second);
        }
    }

    /// Decodes an object of a known kind. `base` is the path of the object within its document.
    pub(super) fn decode_kind(&mut self, kind: &str, tree_node: &TreeNode, base: &str) -> Option<ApiObject> {
        let mut object = self.decode_known_kind(kind, tree_node, base)?;
        if let Some(workload) = object.workload_mut() {
            workload.spec.template.other_fields = std::mem::take(&mut self.template_digests);
        }
        if !self.unused_fields.is_empty()
            && let Some(metadata) = object.metadata_mut()
        {
            metadata.unused_fields = std::mem::take(&mut self.unused_fields);
        }
        Some(object)
    }

    fn decode_known_kind(&mut self, kind: &str, tree_node: &TreeNode, base: &str) -> Option<ApiObject> {
        let Some(known_kind) = Kind::from_name(kind) else {
            self.decode_lazy_kind(LazyKind::Unread(kind), tree_node, base);
            return None;
        };
        Some(match known_kind {
            Kind::Node => {
                let version = KubeletVersion::from_node(tree_node, self.document);
                if version.as_ref().map(|version| version.minor) > self.kubelet.as_ref().map(|kubelet| kubelet.minor) {
                    self.kubelet = version;
                }
                ApiObject::Node(self.decode_object(kind, tree_node, base)?)
            }
            Kind::Pod => ApiObject::Pod(self.decode_object(kind, tree_node, base)?),
            Kind::Deployment => ApiObject::Deployment(self.decode_object(kind, tree_node, base)?),
            Kind::PriorityClass => ApiObject::PriorityClass(self.decode_object(kind, tree_node, base)?),
            Kind::PodDisruptionBudget => {
                let mut budget: Box<PodDisruptionBudget> = self.decode_object(kind, tree_node, base)?;
                // In policy/v1beta1 an empty selector selects nothing, as an absent one does in every version. In a release that has no other
                // version, an object is read as if it had this one.
                let is_early = Kind::PodDisruptionBudget
                    .info()
                    .introduced
                    .is_some_and(|(minor, _)| self.served.release.minor() < minor);
                if api_version(tree_node) == "policy/v1beta1" || is_early && !was_in_cluster(tree_node) {
                    budget.spec.selector = budget.spec.selector.filter(|selector| !selector.is_empty());
                }
                ApiObject::PodDisruptionBudget(budget)
            }
            rare => {
                match self.decode_lazy_kind(LazyKind::Object(rare), tree_node, base)? {
                    LazyObject::Object(object) => return Some(object),
                    LazyObject::Runtime(class) => self.rules.limits.runtimes.put_class(*class),
                    LazyObject::Limits(range) => self.rules.limits.put_range(*range),
                    LazyObject::Quota(quota) => self.rules.quotas.push(*quota),
                    LazyObject::Implied(_) => {}
                }
                return None;
            }
        })
    }

    /// Decodes an object of a rare kind, or notes that the lazy reader is missing.
    pub(super) fn decode_lazy_kind(
        &mut self,
        kind: LazyKind<'_>,
        tree_node: &TreeNode,
        base: &str,
    ) -> Option<LazyObject> {
        let Some(lazy_reader) = self.lazy_reader else {
            self.is_decoder_missing = true;
            return None;
        };
        (lazy_reader.decode)(LazyKindRequest { loader: self, kind, node: tree_node, base })
    }

    pub(super) fn decode_object<T: DeserializeOwned>(
        &mut self,
        kind: &str,
        tree_node: &TreeNode,
        base: &str,
    ) -> Option<Box<T>> {
        match decode_node::<T>(tree_node, base, Kind::from_name(kind).is_some()) {
            Ok((value, ignored)) => {
                self.template_digests = template_digests(&ignored);
                self.unused_fields = match was_in_cluster(tree_node) {
                    true => Table::new(),
                    false => unused_fields(tree_node, base, &ignored),
                };
                self.note_ignored_fields(kind, base, ignored);
                Some(Box::new(value))
            }
            Err(misfit) => {
                self.add_decode_error(kind, tree_node, base, misfit);
                None
            }
        }
    }

    fn rare_rules(&self) -> Option<RareRules> {
        self.lazy_reader.map(|reader| reader.field_rules)
    }

    fn rule_context(&self, provenance: Provenance) -> RuleContext {
        RuleContext { provenance, served: self.served, compile_selector: self.compile_selector }
    }

    /// Reports the fields of an object that the API server rejects.
    fn check_fields(&mut self, kind: Kind, tree_node: &TreeNode) {
        let provenance = Provenance::of_object(kind, tree_node, false);
        let mut faults = check_object(kind, tree_node, &self.rule_context(provenance), self.rare_rules());
        faults.extend(check_boolean_names(tree_node));
        faults.append(&mut self.served_faults);
        self.report_faults(kind.name(), faults, provenance);
    }

    pub(super) fn report_faults(&mut self, kind: &str, faults: Vec<FieldFault>, provenance: Provenance) {
        for fault in faults {
            match leniency(&fault.error, provenance) {
                None => {
                    let refusal = findings::AdmissionProblem::Field(fault.error.into());
                    self.add_error(fault.span, &fault.path, refusal);
                }
                Some(reason) => self.add_field_notice(kind, fault, reason),
            }
        }
    }

    pub(super) fn add_field_notice(&mut self, kind: &str, fault: FieldFault, reason: Leniency) {
        let FieldFault { path, span, error } = fault;
        let (kind, path) = (kind.into(), path_without_indexes(&path).into());
        self.add_notice(span, Notice::FieldInvalid { kind, path, error: error.into(), reason });
    }

    /// The same for an object that a script creates. These are not errors of the text: `kubectl` reports them when it applies the object.
    pub(super) fn check_scripted_fields(
        &mut self,
        kind: Kind,
        tree_node: &TreeNode,
        is_applied: bool,
    ) -> Vec<(String, FieldError)> {
        let provenance = Provenance::of_object(kind, tree_node, is_applied);
        let mut errors = Vec::new();
        let mut faults = check_object(kind, tree_node, &self.rule_context(provenance), self.rare_rules());
        faults.append(&mut self.served_faults);
        for fault in faults {
            let reason = leniency(&fault.error, provenance).unwrap_or(Leniency::InScript);
            if reason == Leniency::InScript {
                errors.push((fault.path.clone(), fault.error.clone()));
            }
            self.add_field_notice(kind.name(), fault, reason);
        }
        errors
    }

    /// Adds notices for the fields that are not simulated.
    #[inline(never)]
    fn note_ignored_fields(&mut self, kind: &str, base: &str, ignored: Vec<IgnoredField>) {
        for field in ignored {
            let path =
                path_without_indexes(field.path.strip_prefix(base).unwrap_or(&field.path).trim_start_matches('.'));
            // Status fields that kubelets and controllers report request nothing.
            let of_controller = path.starts_with("status.") && WorkloadKind::from_name(kind).is_some();
            let reported = path.contains("ontainerStatuses[]") || path == "status.nodeInfo" || of_controller;
            // Only the kubelet acts on which container uses a claim of its pod.
            let kubelets = path.ends_with("ontainers[].resources.claims");
            // A script is decoded separately, entry by entry.
            if !reported
                && !kubelets
                && !matches!((kind, path.as_str()), (_, "apiVersion" | "kind") | ("Scenario", "script"))
            {
                // Without the table of all fields it is unknown whether the API has this one.
                self.is_decoder_missing |= self.lazy_reader.is_none();
                let notice = match Kind::from_name(kind) {
                    Some(_) => Notice::FieldIgnored { kind: kind.into(), path: path.into() },
                    None => field.to_notice(kind, &path),
                };
                self.add_notice(field.span, notice);
            }
        }
    }

    #[inline(never)]
    fn add_decode_error(&mut self, kind: &str, tree_node: &TreeNode, base: &str, misfit: DecodeError) {
        let DecodeProblem { problem, location: at } = *misfit.0;
        let ErrorLocation { path, span } =
            at.unwrap_or_else(|| ErrorLocation { path: base.to_owned(), span: tree_node.span });
        self.add_error(span, if path.is_empty() { kind } else { &path }, problem);
    }

    /// Puts all objects through admission, priority classes first. Errors are keyed by the start of their object.
    fn admit_objects(&mut self, rules: &AdmissionRules) -> Table<u32, Vec<Fault>> {
        let classes: Vec<PriorityClass> = self.objects.iter().filter_map(as_priority_class).cloned().collect();
        let admission = Admitter::new(&classes, rules);
        let mut admission_faults = Table::<u32, Vec<Fault>>::new();
        let mut assumed = Vec::new();
        let mut requested_pods = 0_u64;
        // Admission fills in UIDs, so new objects are identified before it.
        let is_new_object: Vec<bool> = self.objects.iter().map(|object| is_new(&object.kind)).collect();
        for object in &mut self.objects {
            let (RequestedPods { count, path }, before) = (Admitter::requested_pods(&object.kind), requested_pods);
            requested_pods = requested_pods.saturating_add(count);
            // Only the object that exceeds the limit gets the error.
            if requested_pods > MOST_PODS && before <= MOST_PODS {
                let refusal = findings::AdmissionProblem::TooManyPods { pods: requested_pods, limit: MOST_PODS };
                admission_faults.or_default(object.span.start).push(Fault { path: path.to_owned(), refusal });
            }
            if let Err(faults) = admission.admit_object(&mut object.kind, &mut assumed) {
                admission_faults.or_default(object.span.start).extend(faults);
            }
            for notice in assumed.drain(..) {
                let place = object.span.to_place(object.document, "");
                self.notices.or_insert(notice, (place, 0)).1 += 1;
            }
        }
        if let Some(lazy_reader) = self.lazy_reader {
            (lazy_reader.check_together)(&self.objects, rules, &is_new_object, &mut admission_faults);
        }
        for (notice, place) in cross_object_notices(&self.objects, &is_new_object) {
            self.notices.or_insert(notice, (place, 0)).1 += 1;
        }
        admission_faults
    }
}

/// The object, if it is a `Workload` from which pod groups are created.
fn as_gang_workload(object: &ManifestObject) -> Option<std::rc::Rc<GangWorkload>> {
    match &object.kind {
        ApiObject::Workload(workload) => Some(std::rc::Rc::new((**workload).clone())),
        _ => None,
    }
}

pub(super) fn as_priority_class(object: &ManifestObject) -> Option<&PriorityClass> {
    match &object.kind {
        ApiObject::PriorityClass(class) => Some(class),
        _ => None,
    }
}
