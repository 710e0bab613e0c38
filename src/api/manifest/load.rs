//! The loader: takes objects from the reader one by one, decodes them, and puts them through admission.

use std::rc::Rc;

use serde::de::DeserializeOwned;

use super::custom::{Custom, Definition};
use super::decode::{Ignored, Misfit, Reason, decode};
use super::kinds::{Known, NOT_MODELLED, is_custom, is_ours, known, version};
use super::lists::{is_list, item_kind, unfolded};
use super::missing::missing;
use super::mistaken::mistaken;
use super::reader::{Document, Piece, Reader};
use super::reduced;
use super::tree::{Node, Value};
use super::{
    CONFIGURATION_KINDS, Configuration, DeviceDoc, ExtenderDoc, KubeletVersion, Manifest, Object, PluginDoc, Span,
};
use crate::admission::{Admission, Fault, Ledger, MOST_PODS, Rules, is_new, wanted_labels};
use crate::devices::{DeviceKind, DeviceObject};
use crate::problem;
use crate::problem::{Finding, Notice, Place, Problem, Wanted};
use crate::{Kind, LimitRange, ObjectMeta, PriorityClass, ResourceQuota, RuntimeClass, Set, Str, Table, shortened};

/// Kinds that few texts have objects of: `rare` decodes them, if it is there.
const RARE: [&str; 17] = [
    "ReplicaSet",
    "ReplicationController",
    "StatefulSet",
    "DaemonSet",
    "Job",
    "Service",
    "Namespace",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "StorageClass",
    "CSINode",
    "CSIDriver",
    "CSIStorageCapacity",
    "VolumeAttachment",
    "RuntimeClass",
    "LimitRange",
    "ResourceQuota",
];

/// The kinds of documents that play an extender and a plugin.
pub(super) const EXTENDER: &str = "Extender";
pub(super) const PLUGIN: &str = "Plugin";

/// Decodes objects of kinds that few texts have: [`rare`](super::rare).
pub type Rare = fn(Asked<'_>) -> Option<Decoded>;

/// What decodes objects of rare kinds is not there, and the text has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lacks;

/// An object of a rare kind, as the loader comes upon it.
pub struct Asked<'a> {
    pub(super) loader: &'a mut Loader,
    pub(super) kind: &'a str,
    pub(super) node: &'a Node,
    /// The path of the object within its document.
    pub(super) base: &'a str,
}

/// What it is.
pub enum Decoded {
    /// An object of the cluster.
    Object(Kind),
    /// What changes pods that come in.
    Runtime(Box<RuntimeClass>),
    /// The same.
    Limits(Box<LimitRange>),
    /// What pods are held against.
    Quota(Box<ResourceQuota>),
}

/// Reads text. Whatever names a decoder of rare kinds links it into a program; [`load`](super::load) has it.
///
/// # Errors
/// The decoder is missing, and the text needs it.
pub fn load_with(text: &str, rare: Option<Rare>) -> Result<Result<Manifest, Vec<Finding>>, Lacks> {
    let mut lacks = false;
    let loaded = load_as_it_is(text, rare, &mut lacks);
    if lacks {
        return Err(Lacks);
    }
    Ok(loaded.map_err(|findings| mistaken(text, &findings).map_or(findings, |told| vec![told])))
}

fn load_as_it_is(text: &str, rare: Option<Rare>, lacks: &mut bool) -> Result<Manifest, Vec<Finding>> {
    let mut loader = read(text, rare).map_err(|finding| vec![finding])?;
    let (scenario, script) = loader.read_scenario();
    if loader.lacks {
        *lacks = true;
        return Err(Vec::new());
    }
    let created = script.iter().filter_map(|entry| entry.created());
    let mut rules = std::mem::take(&mut loader.rules);
    rules.labels = wanted_labels(loader.objects.iter().map(|object| &object.kind).chain(created));
    let refused = loader.admit(&rules);
    if !refused.is_empty() {
        let found = locate(text, &refused).map_err(|finding| vec![finding])?;
        loader.findings.extend(found);
    }
    let (limits, quotas) = (rules.limits.clone(), rules.quotas.clone());
    let scenario = loader.admit_script(scenario, script, rules);
    let Loader {
        objects, configurations, extenders, plugins, devices, customs, mut findings, kubelet, notices, ..
    } = loader;
    let by_place = |finding: &Finding| (finding.place.line, finding.place.column);
    if findings.is_empty() {
        let finding = |(notice, (place, times))| Finding { place, problem: Problem::Notice(notice), times };
        let mut notices: Vec<Finding> = notices.into_iter().map(finding).collect();
        notices.sort_by_key(by_place);
        Ok(Manifest {
            objects,
            scenario,
            configurations,
            extenders,
            plugins,
            devices,
            limits,
            quotas,
            customs,
            kubelet,
            notices,
        })
    } else {
        findings.sort_by_key(by_place);
        Err(findings)
    }
}

/// Decodes all objects. No tree outlives its object, but for those of scenarios and configurations.
fn read(text: &str, rare: Option<Rare>) -> Result<Loader, Finding> {
    let new = || Loader { rare, ..Loader::default() };
    let mut loader = new();
    // Of the document that is being read: whether it is a list is known at its end.
    let mut items = new();
    let mut unnamed = Vec::new();
    for piece in Reader::new(text)? {
        match piece? {
            // The kind of the list stands behind its items, and they have none of their own.
            Piece::Item { list: None, node, .. } if node.get("kind").is_none() => unnamed.push(node),
            Piece::Item { document, list, node } => {
                items.document = document;
                items.object(&node, list.as_deref().map_or("", item_kind));
            }
            Piece::Document(Document { number, root, .. }) => {
                let (items, unnamed) = (std::mem::replace(&mut items, new()), std::mem::take(&mut unnamed));
                let Some(root) = root else { continue };
                loader.document = number;
                if is_list(&root) {
                    if !loader.is_listed(&root) {
                        continue;
                    }
                    loader.join(items);
                    if let Some(notice) = reduced::notice(&root) {
                        loader.notice(root.span, notice);
                    }
                    for node in unnamed {
                        loader.object(&node, item_kind(root.get("kind").and_then(Node::text).unwrap_or_default()));
                    }
                }
                loader.object(&root, "");
            }
        }
    }
    Ok(loader)
}

/// Where the refused fields stand. Their trees are gone by now, so that a text with such problems is read once more.
fn locate(text: &str, refused: &Table<u32, Vec<Fault>>) -> Result<Vec<Finding>, Finding> {
    fn visit(node: &Node, document: u32, refused: &Table<u32, Vec<Fault>>, found: &mut Vec<Finding>) {
        for (item, _) in unfolded(node).into_iter().flatten() {
            visit(item, document, refused, found);
        }
        for Fault { path, refusal } in refused.get(&node.span.start).into_iter().flatten() {
            let place = node.find(path).span.place(document, path.as_str());
            found.push(Finding::new(place, refusal.clone()));
        }
    }
    let mut found = Vec::new();
    for piece in Reader::new(text)? {
        match piece? {
            Piece::Item { document, node, .. } => visit(&node, document, refused, &mut found),
            Piece::Document(Document { number, root: Some(root), .. }) => visit(&root, number, refused, &mut found),
            Piece::Document(_) => {}
        }
    }
    Ok(found)
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Loader {
    pub document: u32,
    pub objects: Vec<Object>,
    pub configurations: Vec<Configuration>,
    pub scenario: Option<(u32, Node)>,
    pub scripts: Vec<(u32, Node)>,
    pub extenders: Vec<ExtenderDoc>,
    pub plugins: Vec<Rc<PluginDoc>>,
    pub findings: Vec<Finding>,
    pub devices: Vec<DeviceDoc>,
    pub customs: Vec<Custom>,
    definitions: Vec<Definition>,
    pub kubelet: Option<KubeletVersion>,
    pub rules: Rules,
    /// What decodes objects of rare kinds, if it is there.
    rare: Option<Rare>,
    /// Whether it is not, and was wanted.
    lacks: bool,
    /// Each with its first place and the number of places.
    notices: Table<Notice, (Place, usize)>,
}

impl Loader {
    pub(super) fn fail(&mut self, span: Span, path: &str, problem: impl Into<Problem>) {
        self.findings.push(Finding::new(span.place(self.document, path), problem));
    }

    pub(super) fn notice(&mut self, span: Span, notice: Notice) {
        let place = span.place(self.document, "");
        self.notices.or_insert(notice, (place, 0)).1 += 1;
    }

    /// Adds what was found in a list.
    fn join(&mut self, other: Self) {
        self.objects.extend(other.objects);
        self.configurations.extend(other.configurations);
        if let Some((_, node)) = other.scenario {
            self.scenario(&node);
        }
        self.scripts.extend(other.scripts);
        self.extenders.extend(other.extenders);
        self.plugins.extend(other.plugins);
        self.lacks |= other.lacks;
        self.devices.extend(other.devices);
        self.customs.extend(other.customs);
        self.definitions.extend(other.definitions);
        self.findings.extend(other.findings);
        self.rules.limits.join(other.rules.limits);
        self.rules.quotas.extend(other.rules.quotas);
        self.kubelet = match (self.kubelet.take(), other.kubelet) {
            (Some(own), Some(new)) if new.minor <= own.minor => Some(own),
            (own, new) => new.or(own),
        };
        for (notice, (place, times)) in other.notices {
            self.notices.or_insert(notice, (place, 0)).1 += times;
        }
    }

    /// Takes an object. `implied` is its kind, where it stands in a list that says so.
    fn object(&mut self, node: &Node, implied: &str) {
        if let Some(inner) = unfolded(node) {
            if is_list(node) && !self.is_listed(node) {
                return;
            }
            return inner.into_iter().for_each(|(node, implied)| self.object(node, implied));
        }
        let Value::Mapping(_) = &node.value else {
            return self.fail(node.span, "", problem::Object::NotAnObject { found: node.found() });
        };
        let own = node.get("kind").and_then(Node::text);
        let Some(kind) = own.or_else(|| Some(implied).filter(|kind| !kind.is_empty())) else {
            return self.fail(node.span, "kind", problem::Object::NoKind);
        };
        if kind == "CustomResourceDefinition" {
            self.definitions.extend(Definition::read(node));
        }
        match (kind, node.get("items")) {
            (list, Some(items)) if list.ends_with("List") => {
                if !items.is_null() {
                    let misfit = problem::Object::Misfit { wanted: Wanted::List, found: items.found() };
                    self.fail(items.span, "items", misfit);
                }
            }
            (kind, _) if CONFIGURATION_KINDS.contains(&kind) => {
                self.configurations.push(Configuration::new(self.document, node.clone()));
            }
            // A scenario of an unknown version is not read past: somebody wrote it for here.
            (kind, _) if is_custom(node) && kind != "Scenario" => {
                self.customs.push(Custom::read(kind, node, &self.definitions));
                self.custom(kind, node);
            }
            (kind, _) if !self.is_known(kind, node, "", own.is_none()) => {}
            ("Scenario", _) => self.scenario(node),
            ("Script", _) => self.scripts.push((self.document, node.clone())),
            (EXTENDER, _) => drop(self.rare(EXTENDER, node, "")),
            (PLUGIN, _) if is_ours(node) => drop(self.rare(PLUGIN, node, "")),
            (kind, _) => {
                if let Some(kind) = self.kind(kind, node, "") {
                    self.objects.push(Object { kind, document: self.document, span: node.span });
                }
            }
        }
    }

    /// Whether the API server knows an object by its kind and version. What it would refuse is told. `implied` objects stand in a
    /// list that says what they are.
    pub(super) fn is_known(&mut self, kind: &str, node: &Node, base: &str, implied: bool) -> bool {
        match known(kind, node) {
            Known::Right => return true,
            Known::Unversioned(version) => {
                if !implied {
                    self.notice(node.span, Notice::NoVersion { kind: shortened(kind), version: version.into() });
                }
                return true;
            }
            Known::Wrong(field, wrong) => self.fail(node.find(field).span, &format!("{base}{field}"), wrong),
            Known::Custom => self.custom(kind, node),
        }
        false
    }

    fn is_listed(&mut self, list: &Node) -> bool {
        self.is_known(list.get("kind").and_then(Node::text).unwrap_or_default(), list, "", false)
    }

    pub(super) fn custom(&mut self, kind: &str, node: &Node) {
        let makes_pods = asks_for_pods(node, 0);
        let group = version(node).split('/').next().unwrap_or_default();
        let kind = shortened(&format!("{kind}.{group}"));
        self.notice(node.span, Notice::CustomResource { kind, makes_pods });
    }

    fn scenario(&mut self, node: &Node) {
        if self.scenario.replace((self.document, node.clone())).is_some() {
            self.fail(node.span, "kind", problem::Scenario::Second);
        }
    }

    /// Decodes an object of a known kind. `base` is the path of the object within its document.
    pub(super) fn kind(&mut self, kind: &str, node: &Node, base: &str) -> Option<Kind> {
        Some(match kind {
            "Node" => {
                let version = KubeletVersion::read(node, self.document);
                if version.as_ref().map(|it| it.minor) > self.kubelet.as_ref().map(|it| it.minor) {
                    self.kubelet = version;
                }
                Kind::Node(self.decode(kind, node, base)?)
            }
            "Pod" => Kind::Pod(self.decode(kind, node, base)?),
            "PriorityClass" => Kind::PriorityClass(self.decode(kind, node, base)?),
            "PodDisruptionBudget" => Kind::PodDisruptionBudget(self.decode(kind, node, base)?),
            "Deployment" => Kind::Deployment(self.decode(kind, node, base)?),
            rare if RARE.contains(&rare) => {
                match self.rare(rare, node, base)? {
                    Decoded::Object(object) => return Some(object),
                    Decoded::Runtime(class) => self.rules.limits.runtimes.put(*class),
                    Decoded::Limits(range) => self.rules.limits.put(*range),
                    Decoded::Quota(quota) => self.rules.quotas.push(*quota),
                }
                return None;
            }
            other if let Some(device) = DeviceKind::of(other) => Kind::Device(self.device(device, node, base)?),
            "Table" => {
                self.fail(node.span, &format!("{base}kind"), problem::Object::Table);
                return None;
            }
            "Status" => {
                let said = node.get("message").and_then(Node::text).unwrap_or_default();
                self.fail(node.span, &format!("{base}kind"), problem::Object::Answer { said: shortened(said) });
                return None;
            }
            other if NOT_MODELLED.contains(&other) => {
                self.notice(node.span, Notice::NotModelled { kind: other.into() });
                return None;
            }
            other => {
                self.notice(node.span, Notice::KindIgnored { kind: shortened(other) });
                return None;
            }
        })
    }

    /// Decodes an object of a rare kind. Where nothing can, the text has to wait.
    pub(super) fn rare(&mut self, kind: &str, node: &Node, base: &str) -> Option<Decoded> {
        let Some(decode) = self.rare else {
            self.lacks = true;
            return None;
        };
        decode(Asked { loader: self, kind, node, base })
    }

    /// An object about devices, of which only the metadata is read here.
    fn device(&mut self, kind: DeviceKind, node: &Node, base: &str) -> Option<Box<DeviceObject>> {
        let path = if base.is_empty() { "metadata".to_owned() } else { format!("{base}.metadata") };
        let metadata = match node.get("metadata") {
            Some(metadata) => *self.decode::<ObjectMeta>(kind.name(), metadata, &path)?,
            None => ObjectMeta::default(),
        };
        self.devices.push(DeviceDoc::new(kind, self.document, base, node.clone()));
        Some(Box::new(DeviceObject { kind, metadata, json: node.json().to_string().into() }))
    }

    pub(super) fn decode<T: DeserializeOwned>(&mut self, kind: &str, node: &Node, base: &str) -> Option<Box<T>> {
        match decode::<T>(node, base) {
            Ok((value, ignored)) => {
                self.ignore(kind, base, ignored);
                Some(Box::new(value))
            }
            Err(misfit) => {
                self.misfit(kind, node, base, misfit);
                None
            }
        }
    }

    /// Notes the fields that nothing here acts on.
    #[inline(never)]
    fn ignore(&mut self, kind: &str, base: &str, ignored: Vec<Ignored>) {
        for field in ignored {
            let path = general(field.path.strip_prefix(base).unwrap_or(&field.path).trim_start_matches('.'));
            // What the kubelet reports is no wish that could go unheard.
            let reported = path.contains("ontainerStatuses[]") || path == "status.nodeInfo";
            // Which container uses a claim of its pod is the kubelet's business.
            let kubelets = path.ends_with("ontainers[].resources.claims");
            // A script is read by hand, entry by entry.
            if !reported
                && !kubelets
                && !matches!((kind, path.as_str()), (_, "apiVersion" | "kind") | ("Scenario", "script"))
            {
                self.notice(field.span, field.notice(kind, &path));
            }
        }
    }

    #[inline(never)]
    fn misfit(&mut self, kind: &str, node: &Node, base: &str, misfit: Misfit) {
        let Reason { problem, at } = *misfit.0;
        let (path, span) = at.unwrap_or((base.to_owned(), node.span));
        self.fail(span, if path.is_empty() { kind } else { &path }, problem);
    }

    /// Puts all objects through admission, priority classes first. What is refused is told by the start of its object.
    fn admit(&mut self, rules: &Rules) -> Table<u32, Vec<Fault>> {
        let classes: Vec<PriorityClass> = self.objects.iter().filter_map(class).cloned().collect();
        let admission = Admission::new(&classes, rules);
        let mut refused = Table::<u32, Vec<Fault>>::new();
        let mut assumed = Vec::new();
        let mut asked = 0_u64;
        // Admission gives everything an identity.
        let new: Vec<bool> = self.objects.iter().map(|object| is_new(&object.kind)).collect();
        for object in &mut self.objects {
            let ((pods, path), before) = (Admission::pods(&object.kind), asked);
            asked = asked.saturating_add(pods);
            // The rest is told at the object that goes too far, and there only.
            if asked > MOST_PODS && before <= MOST_PODS {
                let refusal = problem::Admission::TooManyPods { pods: asked, limit: MOST_PODS };
                refused.or_default(object.span.start).push(Fault { path: path.to_owned(), refusal });
            }
            if let Err(faults) = admission.admit(&mut object.kind, &mut assumed) {
                refused.or_default(object.span.start).extend(faults);
            }
            for notice in assumed.drain(..) {
                let place = object.span.place(object.document, "");
                self.notices.or_insert(notice, (place, 0)).1 += 1;
            }
        }
        self.hold_against_quotas(rules, &new, &mut refused);
        self.look_around();
        refused
    }

    /// What was let in before counts before what is new, wherever it stands.
    fn hold_against_quotas(&self, rules: &Rules, new: &[bool], refused: &mut Table<u32, Vec<Fault>>) {
        let mut ledger = Ledger::new(&rules.quotas);
        if ledger.is_empty() {
            return;
        }
        for (object, _) in self.objects.iter().zip(new).filter(|(_, new)| !**new) {
            ledger.count(&object.kind);
        }
        for (object, _) in self.objects.iter().zip(new).filter(|(_, new)| **new) {
            if let Err(fault) = ledger.take(&object.kind) {
                refused.or_default(object.span.start).push(fault);
            }
        }
    }

    /// Notices what is right object by object, and hardly meant.
    fn look_around(&mut self) {
        let mut names = Set::new();
        let mut found = Vec::new();
        let nodes: Set<&Str> = self.objects.iter().filter_map(node).collect();
        for Object { kind, document, span } in &self.objects {
            let meta = kind.metadata();
            let named = !meta.name.is_empty() && meta.generate_name.is_empty();
            if named && !names.insert((kind.kind(), &meta.namespace, &meta.name)) {
                let first = matches!(kind, Kind::Pod(_) | Kind::PriorityClass(_));
                found.push((Notice::SameName { kind: kind.kind().into(), first }, span.place(*document, "")));
            }
            if let Kind::Pod(pod) = kind
                && !pod.spec.node_name.is_empty()
                && !nodes.is_empty()
                && !nodes.contains(&pod.spec.node_name)
            {
                found.push((Notice::NoSuchNode, span.place(*document, "spec.nodeName")));
            }
        }
        for (missing, Object { document, span, .. }) in missing(&self.objects) {
            found.push((Notice::Missing(missing), span.place(*document, "")));
        }
        for (notice, place) in found {
            self.notices.or_insert(notice, (place, 0)).1 += 1;
        }
    }
}

/// Whether a custom resource seems to want pods: nobody here knows what its operator would make of it.
fn asks_for_pods(node: &Node, depth: u32) -> bool {
    const COUNTS: [&str; 6] = ["replicas", "instances", "numberOfInstances", "servers", "size", "count"];
    let is_count = |value: &Node| value.text().is_some_and(|text| text.parse::<u32>().is_ok());
    match &node.value {
        _ if depth > 6 => false,
        Value::Mapping(fields) => fields.iter().any(|(key, value)| {
            let key = key.text().unwrap_or_default();
            let asks = key == "containers" || COUNTS.contains(&key) && is_count(value);
            asks || key != "status" && asks_for_pods(value, depth + 1)
        }),
        Value::Sequence(items) => items.iter().any(|item| asks_for_pods(item, depth + 1)),
        Value::Scalar { .. } => false,
    }
}

fn node(object: &Object) -> Option<&Str> {
    match &object.kind {
        Kind::Node(node) => Some(&node.metadata.name),
        _ => None,
    }
}

pub(super) fn class(object: &Object) -> Option<&PriorityClass> {
    match &object.kind {
        Kind::PriorityClass(class) => Some(class),
        _ => None,
    }
}

/// A path without the numbers of list items, so that like places are counted together.
fn general(path: &str) -> String {
    let mut text = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        text += "[]";
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    text + rest
}
