//! Fields that are not simulated, kept to see whether they change. Pod templates that differ in a command, an environment or a probe are different
//! revisions: of these fields there are hashes. In other places some of them are immutable: these are kept as JSON.

use api::Str;

use super::tree::{TreeNode, Value};

/// The path of the pod template within a workload.
pub(super) const TEMPLATE_PATH: &str = "spec.template.";

/// Default values of the API server, so that a dump and the manifest it was created from have the same hashes.
const DEFAULTS: [(&str, &str); 16] = [
    ("imagePullPolicy", "IfNotPresent"),
    ("terminationMessagePath", "/dev/termination-log"),
    ("terminationMessagePolicy", "File"),
    ("dnsPolicy", "ClusterFirst"),
    ("timeoutSeconds", "1"),
    ("periodSeconds", "10"),
    ("successThreshold", "1"),
    ("failureThreshold", "3"),
    ("initialDelaySeconds", "0"),
    ("scheme", "HTTP"),
    ("protocol", "TCP"),
    ("apiVersion", "v1"),
    ("defaultMode", "420"),
    ("enableServiceLinks", "true"),
    ("procMount", "Default"),
    ("shareProcessNamespace", "false"),
];

/// An FNV-1a hash.
struct Digest(u64);

impl Digest {
    fn add_text(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds a value. The order of the fields of an object does not matter.
    fn add_node(&mut self, node: &TreeNode) {
        match &node.value {
            Value::Scalar { text, .. } => self.add_text(text),
            Value::Sequence(items) => {
                self.add_text("[");
                for item in items {
                    self.add_node(item);
                }
                self.add_text("]");
            }
            Value::Mapping(pairs) => {
                let mut fields: Vec<(&str, &TreeNode)> =
                    pairs.iter().filter_map(|(key, value)| Some((key.text()?, value))).collect();
                fields.retain(|(name, value)| !is_default(name, value));
                fields.sort_by_key(|(name, _)| *name);
                self.add_text("{");
                for (name, value) in fields {
                    self.add_text(name);
                    self.add_node(value);
                }
                self.add_text("}");
            }
        }
    }
}

fn is_default(name: &str, value: &TreeNode) -> bool {
    let is_empty = match &value.value {
        Value::Scalar { .. } => value.is_null(),
        Value::Sequence(items) => items.is_empty(),
        Value::Mapping(pairs) => pairs.is_empty(),
    };
    is_empty || value.text().is_some_and(|text| DEFAULTS.contains(&(name, text)))
}

/// The hash of a field; `None` if it has its default value.
pub(super) fn digest_field(name: &str, value: &TreeNode) -> Option<u64> {
    if is_default(name, value) {
        return None;
    }
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    digest.add_node(value);
    Some(digest.0)
}

/// A field as JSON without default values; `None` if it has its default value itself.
pub(super) fn field_json(name: &str, value: &TreeNode) -> Option<Str> {
    (!is_default(name, value)).then(|| without_defaults(value).to_json().to_string().into())
}

fn without_defaults(node: &TreeNode) -> TreeNode {
    let value = match &node.value {
        Value::Scalar { .. } => node.value.clone(),
        Value::Sequence(items) => Value::Sequence(items.iter().map(without_defaults).collect()),
        Value::Mapping(pairs) => {
            let remaining = pairs.iter().filter(|(key, value)| !is_default(key.text().unwrap_or_default(), value));
            Value::Mapping(remaining.map(|(key, value)| (key.clone(), without_defaults(value))).collect())
        }
    };
    TreeNode { value, span: node.span }
}
