//! The actions of the what-if form on a pod or a node, as forks.

use api::{Kind, NamespacedName, Node, Set, Str};
use i18n::{labels::PageLabels, short_pod_name};
use manifest::{ObjectJson, ScriptCommand};
use page_state::actions::comparison::Fork;
use protocol::{copy_pod, find_free_name};
use trace::Frame;

/// An action on a pod, a node or a zone that is performed with one click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhatIfAction {
    DeletePod,
    EvictPod,
    CopyPod,
    Cordon,
    Uncordon,
    Drain,
    MakeUnreachable,
    RemoveNode,
    CopyNode,
    AddThreeNodes,
    LoseZone,
    Custom,
}

/// All actions, in the order of the form.
pub(crate) const WHAT_IF_ACTIONS: [WhatIfAction; 12] = [
    WhatIfAction::CopyNode,
    WhatIfAction::AddThreeNodes,
    WhatIfAction::RemoveNode,
    WhatIfAction::Cordon,
    WhatIfAction::Uncordon,
    WhatIfAction::Drain,
    WhatIfAction::MakeUnreachable,
    WhatIfAction::LoseZone,
    WhatIfAction::CopyPod,
    WhatIfAction::DeletePod,
    WhatIfAction::EvictPod,
    WhatIfAction::Custom,
];

impl WhatIfAction {
    /// The localized name.
    pub fn name(self, labels: &PageLabels) -> &'static str {
        match self {
            Self::DeletePod => labels.deed_delete,
            Self::EvictPod => labels.deed_evict,
            Self::CopyPod => labels.deed_copy_pod,
            Self::Cordon => labels.deed_cordon,
            Self::Uncordon => labels.deed_uncordon,
            Self::Drain => labels.deed_drain,
            Self::MakeUnreachable => labels.deed_fail,
            Self::RemoveNode => labels.deed_remove,
            Self::CopyNode => labels.deed_copy_node,
            Self::AddThreeNodes => labels.deed_three_nodes,
            Self::LoseZone => labels.deed_lose_zone,
            Self::Custom => labels.deed_own,
        }
    }

    /// The objects to which it can be applied.
    pub fn list_targets(self, frame: &Frame) -> Vec<Str> {
        match self {
            Self::DeletePod | Self::EvictPod | Self::CopyPod => {
                frame.pods.keys().map(|key| key.as_text().clone()).collect()
            }
            Self::LoseZone => {
                let zones: Set<&str> = frame.nodes.values().map(|view| view.zone()).collect();
                zones.into_iter().filter(|zone| !zone.is_empty()).map(Str::from).collect()
            }
            _ => frame.node_order.clone(),
        }
    }

    /// The fork that performs it.
    pub fn fork(self, frame: &Frame, target: &str) -> Option<Fork> {
        match self {
            Self::AddThreeNodes => {
                let like = &frame.nodes.get(target)?.node;
                let mut used_names = Set::new();
                let mut commands = Vec::new();
                for _ in 0..3 {
                    let copy = copy_node(like, |name| frame.nodes.contains_key(name) || used_names.contains(name));
                    commands.push(ScriptCommand::Create(ObjectJson::new(Kind::Node, &copy)?));
                    used_names.insert(copy.metadata.name.to_string());
                }
                Some(Fork { label: format!("add 3 nodes like {target}"), commands })
            }
            Self::LoseZone => {
                let inside = frame.nodes.iter().filter(|(_, view)| view.zone() == target);
                let commands = inside.map(|(name, _)| ScriptCommand::MakeUnreachable(name.clone())).collect();
                Some(Fork { label: format!("{target} ✗"), commands })
            }
            action => {
                let (command, label) = action.single_command(frame, target)?;
                Some(Fork { label, commands: vec![command] })
            }
        }
    }

    /// The script command, if a single one is enough, and the equivalent `kubectl` command as a label.
    fn single_command(self, frame: &Frame, target: &str) -> Option<(ScriptCommand, String)> {
        let node = || Str::from(target);
        let key = NamespacedName::from(target);
        let name = key.name().to_owned();
        Some(match self {
            Self::DeletePod => (ScriptCommand::DeletePod(key), format!("delete pod {}", short_pod_name(target))),
            Self::EvictPod => (ScriptCommand::EvictPod(key), format!("evict pod {}", short_pod_name(target))),
            Self::CopyPod => {
                let copy = copy_pod(&frame.pods.get(target)?.pod, None, |key| frame.pods.contains_key(key));
                (
                    ScriptCommand::Create(ObjectJson::new(Kind::Pod, &copy)?),
                    format!("create pod {}", short_pod_name(&copy.key())),
                )
            }
            Self::Cordon => (ScriptCommand::Cordon(node()), format!("cordon {name}")),
            Self::Uncordon => (ScriptCommand::Uncordon(node()), format!("uncordon {name}")),
            Self::Drain => (ScriptCommand::ForceDrain(node()), format!("drain {name}")),
            Self::MakeUnreachable => (ScriptCommand::MakeUnreachable(node()), format!("{name} ✗")),
            Self::RemoveNode => (ScriptCommand::DeleteNode(node()), format!("delete node {name}")),
            Self::CopyNode => {
                let copy = copy_node(&frame.nodes.get(target)?.node, |name| frame.nodes.contains_key(name));
                (ScriptCommand::Create(ObjectJson::new(Kind::Node, &copy)?), format!("add node {}", copy.metadata.name))
            }
            Self::Custom | Self::AddThreeNodes | Self::LoseZone => return None,
        })
    }
}

fn copy_node(node: &Node, is_name_used: impl Fn(&str) -> bool) -> Node {
    let mut copy = node.clone();
    copy.metadata.name = find_free_name(&node.metadata.name, is_name_used);
    copy.metadata.uid = Str::default();
    copy.metadata.labels.insert("kubernetes.io/hostname".into(), copy.metadata.name.clone());
    copy.spec.unschedulable = false;
    copy.spec.taints.retain(|taint| !taint.key.starts_with("node.kubernetes.io/"));
    copy.status.conditions.clear();
    copy
}
