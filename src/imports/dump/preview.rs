//! A preview of a dump while it is still being read: nodes, and pods with their nodes.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use api::{Container, Kind, Node, Pod, PodPhase, ResourceList, ResourceRequirements, Str};
use manifest::{RowParser, tree::TreeNode};

/// The most nodes and pods in a preview. Further ones are only counted until the run starts.
const MAX_PREVIEW_OBJECTS: usize = 20_000;

/// A node or pod with the fields that the preview needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PreviewObject {
    Node(Rc<Node>),
    Pod(Rc<Pod>),
}

/// Reads nodes and pods from the reduced text of a dump.
#[derive(Default)]
pub(super) struct PreviewReader {
    /// The number of bytes read so far.
    at: usize,
    count: usize,
    rows: RowParser,
}

impl PreviewReader {
    /// The objects in the bytes added since the last call. Each line has an object as JSON, except that quantities may lack quotes as in YAML,
    /// such as `cpu: 15890m`.
    pub(super) fn read_more(&mut self, bytes: &[u8]) -> Vec<PreviewObject> {
        // What looked like items may have been removed again.
        self.at = self.at.min(bytes.len());
        let mut preview_objects = Vec::new();
        while self.count < MAX_PREVIEW_OBJECTS
            && let Some(length) = bytes[self.at..].iter().position(|byte| *byte == b'\n')
        {
            let line = &bytes[self.at..self.at + length];
            self.at += length + 1;
            let row = std::str::from_utf8(line).ok().filter(|row| row.starts_with("- {"));
            if let Some(preview_object) = row.and_then(|row| self.rows.parse(row)).and_then(|row| to_preview(&row)) {
                preview_objects.push(preview_object);
                self.count += 1;
            }
        }
        preview_objects
    }
}

/// The object of a row. What cannot be read so, or is neither node nor pod, is left to the loader.
fn to_preview(row: &TreeNode) -> Option<PreviewObject> {
    let ObjectBrief { kind, metadata: NameBrief { name, namespace }, spec, status } =
        serde_json::from_value(row.to_json()).ok()?;
    match Kind::from_name(&kind)? {
        _ if name.is_empty() => None,
        Kind::Node => {
            let mut node = Node::default();
            node.metadata.name = name;
            node.spec.unschedulable = spec.unschedulable;
            let node_resources = if status.allocatable.is_empty() { status.capacity } else { status.allocatable };
            node.status.allocatable = node_resources;
            Some(PreviewObject::Node(node.into()))
        }
        Kind::Pod if !status.phase.is_over() => {
            let mut pod = Pod::default();
            pod.metadata.name = name;
            pod.metadata.namespace = if namespace.is_empty() { "default".into() } else { namespace };
            pod.spec.node_name = spec.node_name;
            pod.spec.priority = spec.priority;
            pod.spec.containers = spec.containers.into_iter().map(Container::from).collect();
            pod.spec.init_containers = spec.init_containers.into_iter().map(Container::from).collect();
            pod.status.phase = status.phase;
            Some(PreviewObject::Pod(pod.into()))
        }
        _ => None,
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ObjectBrief {
    kind: Str,
    metadata: NameBrief,
    spec: BriefSpec,
    status: BriefStatus,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct NameBrief {
    name: Str,
    namespace: Str,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct BriefSpec {
    unschedulable: bool,
    node_name: Str,
    priority: Option<i32>,
    containers: Vec<ContainerBrief>,
    init_containers: Vec<ContainerBrief>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct BriefStatus {
    phase: PodPhase,
    allocatable: ResourceList,
    capacity: ResourceList,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ContainerBrief {
    resources: ResourcesBrief,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ResourcesBrief {
    requests: ResourceList,
}

impl From<ContainerBrief> for Container {
    fn from(brief: ContainerBrief) -> Self {
        let resources = ResourceRequirements { requests: brief.resources.requests, ..ResourceRequirements::default() };
        Self { resources, ..Self::default() }
    }
}
