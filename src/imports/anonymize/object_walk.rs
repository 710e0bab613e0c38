//! Visits the texts of an object that may identify a cluster.

use serde_json::{Map, Value};

use api::Kind;

/// The role of a text. If the same text has several roles, the first one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextRole {
    /// The name of a node.
    Node,
    /// The name of a namespace.
    Namespace,
    /// The name of a pod, workload, claim or any other object.
    Object,
    /// A container image.
    Image,
    /// A label key.
    Key,
    /// A custom resource name.
    Resource,
    /// Any other text, such as the value of a label.
    Value,
}

impl TextRole {
    /// The prefix of its replacements.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Namespace => "ns",
            Self::Object => "app",
            Self::Image => "image",
            Self::Key => "key",
            Self::Resource => "example.com/resource",
            Self::Value => "value",
        }
    }
}

/// Fields whose texts are enumeration values, times, amounts, or our own. Attributes of devices and CEL expressions are also kept: an expression
/// contains the names of drivers and attributes, and their values.
const HARMLESS: [&str; 71] = [
    "accessModes",
    "action",
    "allocationMode",
    "apiGroup",
    "apiVersion",
    "at",
    "capacity",
    "completionMode",
    "creationTimestamp",
    "default",
    "deletionTimestamp",
    "disruptionMode",
    "distinctAttribute",
    "dnsPolicy",
    "effect",
    "epoch",
    "expression",
    "imagePullPolicy",
    "kind",
    "kubeletVersion",
    "lastTransitionTime",
    "matchAttribute",
    "max",
    "maxSurge",
    "maxUnavailable",
    "maximumVolumeSize",
    "min",
    "minAvailable",
    "nodeAffinityPolicy",
    "nodeTaintsPolicy",
    "operator",
    "persistentVolumeReclaimPolicy",
    "phase",
    "plugin",
    "podManagementPolicy",
    "policyTypes",
    "preemptionPolicy",
    "protocol",
    "reclaimPolicy",
    "release",
    "restartPolicy",
    "scope",
    "scopeName",
    "scopes",
    "sizeLimit",
    "startTime",
    "status",
    "step",
    "storage",
    "string",
    "terminationMessagePolicy",
    "type",
    "unhealthyPodEvictionPolicy",
    "validValues",
    "version",
    "volumeBindingMode",
    "volumeLifecycleModes",
    "volumeMode",
    "whenDeleted",
    "whenScaled",
    "whenUnsatisfiable",
    "fsType",
    "fstype",
    "divisor",
    "resource",
    "seed",
    "times",
    "cpu",
    "memory",
    "ephemeral-storage",
    "reason",
];
/// Fields that contain labels.
const LABELS: [&str; 9] = [
    "annotations",
    "labels",
    "matchLabels",
    "nodeLabels",
    "nodeSelector",
    "parameters",
    "podLabels",
    "selector",
    "volumeAttributes",
];
/// Fields that contain amounts by resource.
const AMOUNTS: [&str; 13] = [
    "allocatable",
    "capacity",
    "default",
    "defaultRequest",
    "freeBelow",
    "hard",
    "limits",
    "max",
    "maxLimitRequestRatio",
    "min",
    "overhead",
    "podFixed",
    "requests",
];
/// Fields that contain names of nodes.
const NODES: [&str; 9] =
    ["cordon", "node", "nodeID", "nodeName", "nominatedNodeName", "notReady", "ready", "uncordon", "unreachable"];
/// Labels whose values are harmless and affect decisions.
const KEPT_LABELS: [&str; 4] =
    ["beta.kubernetes.io/arch", "beta.kubernetes.io/os", "kubernetes.io/arch", "kubernetes.io/os"];
/// Names that exist in every cluster.
const COMMON: [&str; 11] = [
    "0.0.0.0",
    "127.0.0.1",
    "default",
    "default-scheduler",
    "false",
    "kube-node-lease",
    "kube-public",
    "kube-system",
    "system-cluster-critical",
    "system-node-critical",
    "true",
];

/// The infix of quota keys for a storage class.
const OF_CLASS: &str = ".storageclass.storage.k8s.io/";

/// Returns the replacement for a text, or `None` to keep it.
pub(super) type ReplaceName<'a> = dyn FnMut(&str, TextRole) -> Option<String> + 'a;

/// Visits an object.
pub(super) struct ObjectWalk<'a> {
    replace: &'a mut ReplaceName<'a>,
}

impl<'a> ObjectWalk<'a> {
    pub(super) fn new(replace: &'a mut ReplaceName<'a>) -> Self {
        Self { replace }
    }

    /// Visits a Kubernetes object or a script.
    pub(super) fn walk_document(&mut self, value: &mut Value) {
        self.walk_field("", value, TextRole::Object);
    }

    /// Visits a document that configures a scheduler: only known names and labels.
    pub(super) fn walk_configuration(&mut self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) => match key {
                "schedulerName" => self.replace_text(text, TextRole::Object),
                "nodes" => self.replace_text(text, TextRole::Node),
                "topologyKey" => self.replace_key(text),
                "ignoredResources" => self.replace_resource(text),
                _ => {}
            },
            Value::Array(items) => items.iter_mut().for_each(|item| self.walk_configuration(key, item)),
            Value::Object(fields) if matches!(key, "managedResources" | "resources") => {
                if let Some(Value::String(name)) = fields.get_mut("name") {
                    self.replace_resource(name);
                }
            }
            Value::Object(labels) if LABELS.contains(&key) => self.walk_labels(labels),
            Value::Object(fields) if matches!(key, "failed" | "failedAndUnresolvable" | "scores") => {
                for (mut node, value) in std::mem::take(fields) {
                    self.replace_text(&mut node, TextRole::Node);
                    fields.insert(node, value);
                }
            }
            Value::Object(fields) if fields.contains_key("key") && fields.contains_key("operator") => {
                self.walk_object(fields, TextRole::Object);
            }
            Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| self.walk_configuration(key, value)),
            _ => {}
        }
    }

    /// Visits the value of a field. `name` is the role of the object's name.
    fn walk_field(&mut self, key: &str, value: &mut Value, name: TextRole) {
        match value {
            Value::Object(fields)
                if LABELS.contains(&key) && fields.values().all(|field| !field.is_object() && !field.is_array()) =>
            {
                self.walk_labels(fields);
            }
            // Device requests are not amounts: their values are lists or objects.
            Value::Object(fields)
                if AMOUNTS.contains(&key) && fields.values().all(|field| !field.is_object() && !field.is_array()) =>
            {
                self.walk_amounts(fields);
            }
            Value::Object(fields) => self.walk_object(fields, if key == "metadata" { name } else { TextRole::Object }),
            Value::Array(items) => items.iter_mut().for_each(|item| self.walk_field(key, item, name)),
            Value::String(text) => match key {
                "image" | "names" => self.replace_image(text),
                "topologyKey" | "matchLabelKeys" | "mismatchLabelKeys" | "topologyKeys" | "key" => {
                    self.replace_key(text);
                }
                "name" | "generateName" => self.replace_text(text, name),
                "namespace" | "namespaces" => self.replace_text(text, TextRole::Namespace),
                "extendedResourceName" => self.replace_resource(text),
                key if NODES.contains(&key) => self.replace_text(text, TextRole::Node),
                key if HARMLESS.contains(&key) => {}
                key if key.ends_with("Name") => self.replace_text(text, TextRole::Object),
                _ => self.replace_text(text, TextRole::Value),
            },
            _ => {}
        }
    }

    fn walk_object(&mut self, fields: &mut Map<String, Value>, name: TextRole) {
        let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        // The kind of the object, or of the object that a reference refers to.
        let name = match text("kind").as_deref().and_then(Kind::from_name) {
            Some(Kind::Node) => TextRole::Node,
            Some(Kind::Namespace) => TextRole::Namespace,
            _ => name,
        };
        if let Some(key) = text("key") {
            for value in fields.get_mut("values").and_then(Value::as_array_mut).into_iter().flatten() {
                self.walk_label(&key, value);
            }
            if let Some(value) = fields.get_mut("value") {
                self.walk_label(&key, value);
            }
        } else if let Some(values) = fields.get_mut("values") {
            // The values of a quota scope are names of priority classes.
            for value in values.as_array_mut().into_iter().flatten() {
                if let Value::String(text) = value {
                    self.replace_text(text, TextRole::Object);
                }
            }
        }
        // In a slice, or in a claim's devices, the driver is kept because expressions contain it.
        let has_devices = fields.contains_key("pool");
        for (key, value) in fields.iter_mut() {
            match key.as_str() {
                "values" | "value" => {}
                "driver" if has_devices => {}
                // A node in `updateNode` may lack `kind`.
                "updateNode" => self.walk_field(key, value, TextRole::Node),
                _ => self.walk_field(key, value, name),
            }
        }
    }

    fn walk_labels(&mut self, fields: &mut Map<String, Value>) {
        for (mut key, mut value) in std::mem::take(fields) {
            self.walk_label(&key, &mut value);
            self.replace_key(&mut key);
            fields.insert(key, value);
        }
    }

    /// Visits the value of a label or an annotation.
    fn walk_label(&mut self, key: &str, value: &mut Value) {
        let Value::String(text) = value else { return };
        match key {
            "kubernetes.io/hostname" | "metadata.name" | "volume.kubernetes.io/selected-node" => {
                self.replace_text(text, TextRole::Node);
            }
            "kubernetes.io/metadata.name" => self.replace_text(text, TextRole::Namespace),
            key if KEPT_LABELS.contains(&key) => {}
            _ => self.replace_text(text, TextRole::Value),
        }
    }

    fn replace_key(&mut self, text: &mut String) {
        let domain = text.split_once('/').map_or("", |(domain, _)| domain);
        let kubernetes_domains = ["kubernetes.io", "k8s.io", "schedscope.dev"];
        if !kubernetes_domains.iter().any(|kubernetes_domain| domain.ends_with(kubernetes_domain))
            && !text.starts_with("metadata.")
        {
            self.replace_text(text, TextRole::Key);
        }
    }

    fn walk_amounts(&mut self, fields: &mut Map<String, Value>) {
        for (mut key, value) in std::mem::take(fields) {
            if let Some((class, rest)) = key.split_once(OF_CLASS) {
                let mut class = class.to_owned();
                self.replace_text(&mut class, TextRole::Object);
                key = format!("{class}{OF_CLASS}{rest}");
            } else if let Some((before @ ("requests" | "limits"), name)) = key.split_once('.') {
                let mut name = name.to_owned();
                self.replace_resource(&mut name);
                key = format!("{before}.{name}");
            } else {
                self.replace_resource(&mut key);
            }
            fields.insert(key, value);
        }
    }

    /// Replaces a resource name, unless it is of Kubernetes or a hardware vendor.
    fn replace_resource(&mut self, name: &mut String) {
        let common =
            ["kubernetes.io", "k8s.io", "nvidia.com", "amd.com", "intel.com", "google.com", "amazonaws.com", "count"];
        let domain = name.split_once('/').map_or("", |(domain, _)| domain);
        if !domain.is_empty() && !common.iter().any(|common_domain| domain.ends_with(common_domain)) {
            self.replace_text(name, TextRole::Resource);
        }
    }

    /// Replaces an image name. The tag is kept, because a missing tag means `latest`.
    fn replace_image(&mut self, text: &mut String) {
        let tagged = text.rsplit_once(':').filter(|(before, tag)| !tag.contains('/') && !before.contains('@'));
        let (mut name, tag) = match tagged {
            Some((name, tag)) => (name.to_owned(), format!(":{tag}")),
            None => (text.clone(), String::new()),
        };
        self.replace_text(&mut name, TextRole::Image);
        *text = name + &tag;
    }

    fn replace_text(&mut self, text: &mut String, role: TextRole) {
        let is_number = text.parse::<i64>().is_ok();
        let is_driver = text.starts_with("kubernetes.io/") || text.ends_with(".k8s.io") || text.contains(".csi.");
        if text.is_empty() || is_number || is_driver || COMMON.contains(&text.as_str()) {
            return;
        }
        if let Some(other) = (self.replace)(text, role) {
            *text = other;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_amounts_or_labels_only_if_their_values_are_scalars() {
        for (object, expected) in [
            (
                json!({"requests": {"cpu": 1, "corp.example/fpga": 2}}),
                json!({"requests": {"cpu": 1, "<corp.example/fpga>": 2}}),
            ),
            (
                json!({"requests": {"corp.example/fpga": {"name": "a"}}}),
                json!({"requests": {"corp.example/fpga": {"name": "<a>"}}}),
            ),
            (
                json!({"requests": {"corp.example/fpga": [{"name": "a"}]}}),
                json!({"requests": {"corp.example/fpga": [{"name": "<a>"}]}}),
            ),
            (json!({"others": {"corp.example/fpga": 2}}), json!({"others": {"corp.example/fpga": 2}})),
            (json!({"matchLabels": {"team": {"name": "a"}}}), json!({"matchLabels": {"team": {"name": "<a>"}}})),
            (json!({"matchLabels": {"team": [{"name": "a"}]}}), json!({"matchLabels": {"team": [{"name": "<a>"}]}})),
        ] {
            let mut walked = object.clone();
            ObjectWalk::new(&mut |text, _| Some(format!("<{text}>"))).walk_document(&mut walked);
            assert_eq!(walked, expected, "{object}");
        }
    }
}
