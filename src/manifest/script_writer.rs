//! Writes scripts: appends actions to a text.

use api::{Kind, Millis, NamespacedName, Str, devices::DeviceRecord};
use serde::Serialize;
use serde_json::Value;

/// An action that is written into a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptCommand {
    /// `kubectl create`.
    Create(ObjectJson),
    /// `kubectl apply`: the object is created or changed.
    Apply(ObjectJson),
    /// An update of a node.
    UpdateNode(ObjectJson),
    /// `kubectl delete` of a pod.
    DeletePod(NamespacedName),
    /// `kubectl delete` of a node.
    DeleteNode(Str),
    /// The eviction of a pod.
    EvictPod(NamespacedName),
    /// `kubectl cordon`.
    Cordon(Str),
    /// `kubectl uncordon`.
    Uncordon(Str),
    /// `kubectl drain --force`.
    ForceDrain(Str),
    /// `kubectl taint … key-`.
    Untaint { node: Str, key: Str },
    /// The kubelet stops reporting.
    MakeUnreachable(Str),
    /// The entry as a person wrote it, without its time.
    Handwritten(Str),
}

/// An object of a script, as JSON, which is YAML too. It is serialized where it is created, so that code that only passes a script on does not depend
/// on the object types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectJson(String);

impl ObjectJson {
    /// Serializes an object of this kind.
    pub fn new(kind: Kind, object: &impl Serialize) -> Option<Self> {
        let mut value = serde_json::to_value(object).ok()?;
        value.as_object_mut()?.insert("kind".into(), kind.name().into());
        Self::from_value(&value)
    }

    /// Serializes an object for devices, of whose metadata only the name is kept.
    #[must_use]
    pub fn from_device(record: &DeviceRecord) -> Option<Self> {
        let mut value: Value = serde_json::from_str(&record.json).ok()?;
        let fields = value.as_object_mut()?;
        fields.insert("apiVersion".to_owned(), "resource.k8s.io/v1".into());
        fields.insert("kind".to_owned(), record.kind.name().into());
        fields.insert("metadata".to_owned(), serde_json::json!({ "name": record.metadata.name.as_str() }));
        Self::from_value(&value)
    }

    fn from_value(value: &Value) -> Option<Self> {
        serde_json::to_string(value).ok().map(Self)
    }
}

/// The text with another document of kind `Script` at its end, whose actions are all due at `at`.
#[must_use]
pub fn append_script(text: &str, at: Millis, commands: &[ScriptCommand]) -> String {
    let mut yaml = format!("{}\n---\napiVersion: schedscope.dev/v1alpha1\nkind: Script\nscript:\n", text.trim_end());
    let time = format!("- at: {at}ms\n");
    for command in commands {
        yaml += &time;
        yaml.extend(write_command(command).lines().flat_map(|line| ["  ", line, "\n"]));
    }
    yaml
}

/// An action as an entry of a script.
fn write_command(command: &ScriptCommand) -> String {
    let pod_target =
        |key: &NamespacedName| format!("{{namespace: {}, name: {}}}", quote(key.namespace()), quote(key.name()));
    match command {
        ScriptCommand::Create(ObjectJson(json)) => format!("create: {json}"),
        ScriptCommand::Apply(ObjectJson(json)) => format!("apply: {json}"),
        ScriptCommand::UpdateNode(ObjectJson(json)) => format!("updateNode: {json}"),
        ScriptCommand::DeletePod(pod) => format!("delete: {}", pod_target(pod)),
        ScriptCommand::DeleteNode(node) => format!("delete: {{kind: Node, name: {}}}", quote(node)),
        ScriptCommand::EvictPod(pod) => format!("evict: {}", pod_target(pod)),
        ScriptCommand::Cordon(node) => format!("cordon: {}", quote(node)),
        ScriptCommand::Uncordon(node) => format!("uncordon: {}", quote(node)),
        ScriptCommand::ForceDrain(node) => format!("drain: {{node: {}, force: true}}", quote(node)),
        ScriptCommand::Untaint { node, key } => format!("untaint: {{node: {}, key: {}}}", quote(node), quote(key)),
        ScriptCommand::MakeUnreachable(node) => format!("unreachable: {}", quote(node)),
        ScriptCommand::Handwritten(yaml) => yaml.to_string(),
    }
}

/// Quotes a string, so that it cannot mean anything else in YAML.
fn quote(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use api::Node;

    use super::*;
    use crate::{ScriptAction, load};

    #[test]
    fn written_script_parses_to_the_same_commands() {
        let mut node = Node::default();
        node.metadata.name = "more".into();
        let json = || ObjectJson::new(Kind::Node, &node).expect("JSON");
        // Without quotes, YAML would read a boolean.
        let (name, pod): (Str, NamespacedName) = ("yes".into(), "shop/web".into());
        let commands = [
            ScriptCommand::Create(json()),
            ScriptCommand::UpdateNode(json()),
            ScriptCommand::Apply(json()),
            ScriptCommand::DeletePod(pod.clone()),
            ScriptCommand::DeleteNode(name.clone()),
            ScriptCommand::EvictPod(pod),
            ScriptCommand::Cordon(name.clone()),
            ScriptCommand::Uncordon(name.clone()),
            ScriptCommand::ForceDrain(name.clone()),
            ScriptCommand::Untaint { node: name.clone(), key: "a.b/c".into() },
            ScriptCommand::MakeUnreachable(name.clone()),
            ScriptCommand::Handwritten("scale:\n  kind: Deployment\n  name: web\n  replicas: 2".into()),
        ];
        let objects = "kind: Namespace\nmetadata: {name: shop}\n---\nkind: Node\nmetadata: {name: \"yes\"}\nspec: {taints: [{key: a.b/c, \
                       effect: NoSchedule}]}\n---\nkind: Pod\nmetadata: {name: web, namespace: shop}\nspec: {containers: [{name: c}]}\n---\n\
                       kind: Deployment\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: w}}, spec: {containers: \
                       [{name: c}]}}, selector: {matchLabels: {app: w}}}\n\n";
        let text = append_script(objects, Millis::new(1500), &commands);
        assert!(
            text.starts_with(objects.trim_end())
                && text.contains("\n- at: 1500ms\n  drain: {node: \"yes\", force: true}\n")
        );
        let script = load(&text).unwrap_or_else(|findings| panic!("{findings:?}\n{text}")).scenario.script;
        assert!(
            script.iter().all(|timed| timed.at == Millis::new(1500)) && script.len() == commands.len(),
            "{script:?}"
        );
        let actions: Vec<&ScriptAction> = script.iter().map(|timed| &timed.action).collect();
        assert!(
            matches!(
                actions[..],
                [
                    ScriptAction::Create(_),
                    ScriptAction::UpdateNode(_),
                    ScriptAction::Apply(..),
                    ScriptAction::Delete(_),
                    ScriptAction::Delete(_),
                    ScriptAction::Evict(..),
                    ScriptAction::Cordon(_),
                    ScriptAction::Uncordon(_),
                    ScriptAction::Drain(..),
                    ScriptAction::Untaint(..),
                    ScriptAction::Unreachable(_),
                    ScriptAction::Scale(..),
                ]
            ),
            "{actions:?}"
        );
    }
}
