//! The palette: templates for new objects.

use i18n::table::form_labels::FormLabel;

use crate::builder::outline::ObjectGroup;

/// A template.
pub struct Template {
    /// The section of the palette.
    pub group: ObjectGroup,
    pub label: FormLabel,
    /// The objects, as (default name, YAML); the YAML has `$NAME` for the name.
    pub objects: &'static [(&'static str, &'static str)],
    /// A priority class that it uses, as (name, value).
    pub class: Option<(&'static str, i32)>,
    /// The feature gates that it needs.
    pub gates: &'static [&'static str],
}

const fn palette_entry(
    group: ObjectGroup,
    label: FormLabel,
    objects: &'static [(&'static str, &'static str)],
) -> Template {
    Template { group, label, objects, class: None, gates: &[] }
}

macro_rules! node_yaml {
    ($labels:literal, $spec:literal, $room:literal) => {
        concat!(
            "apiVersion: v1\nkind: Node\nmetadata:\n  name: $NAME\n  labels: {kubernetes.io/hostname: $NAME",
            $labels,
            "}\n",
            $spec,
            "status:\n  capacity: {",
            $room,
            ", pods: \"110\"}\n"
        )
    };
}

macro_rules! pod_yaml {
    ($spec:literal, $requests:literal) => {
        concat!(
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  labels: {app: $NAME}\nspec:\n",
            $spec,
            "  containers:\n    - name: app\n      image: registry.example/app:1\n",
            $requests
        )
    };
}

macro_rules! workload_yaml {
    ($api:literal, $kind:literal, $replicas:literal, $template:literal) => {
        concat!(
            "apiVersion: ",
            $api,
            "\nkind: ",
            $kind,
            "\nmetadata: {name: $NAME}\nspec:\n",
            $replicas,
            "  template:\n    metadata:\n      labels: {app: $NAME}\n    spec:\n",
            $template,
            "      containers:\n        - name: app\n          image: registry.example/app:1\n          resources:\n            requests: {cpu: 500m, memory: 512Mi}\n"
        )
    };
}

const SMALL_POD: &str = pod_yaml!("", "      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n");
const URGENT_POD: &str =
    pod_yaml!("  priorityClassName: high\n", "      resources:\n        requests: {cpu: \"2\", memory: 2Gi}\n");

const CONFIGURATION_V1: &str = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
const CONFIGURATION_V1BETA1: &str =
    "apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\n";

/// All templates, in the order of the palette.
pub static PALETTE: &[Template] = &[
    palette_entry(
        ObjectGroup::Nodes,
        FormLabel::SmallNode,
        &[("node-1", node_yaml!("", "", "cpu: \"2\", memory: 4Gi"))],
    ),
    palette_entry(
        ObjectGroup::Nodes,
        FormLabel::StandardNode,
        &[("node-1", node_yaml!("", "", "cpu: \"4\", memory: 16Gi"))],
    ),
    palette_entry(
        ObjectGroup::Nodes,
        FormLabel::LargeNode,
        &[("node-1", node_yaml!("", "", "cpu: \"16\", memory: 64Gi"))],
    ),
    palette_entry(
        ObjectGroup::Nodes,
        FormLabel::GpuNode,
        &[(
            "gpu-1",
            node_yaml!(
                "",
                "spec:\n  taints:\n    - {key: nvidia.com/gpu, effect: NoSchedule}\n",
                "cpu: \"8\", memory: 64Gi, nvidia.com/gpu: \"4\""
            ),
        )],
    ),
    palette_entry(
        ObjectGroup::Nodes,
        FormLabel::ControlPlaneNode,
        &[(
            "control-plane-1",
            node_yaml!(
                ", node-role.kubernetes.io/control-plane: \"\"",
                "spec:\n  taints:\n    - {key: node-role.kubernetes.io/control-plane, effect: NoSchedule}\n",
                "cpu: \"4\", memory: 8Gi"
            ),
        )],
    ),
    palette_entry(
        ObjectGroup::Nodes,
        FormLabel::NodesInThreeZones,
        &[
            ("node-1", node_yaml!(", topology.kubernetes.io/zone: zone-a", "", "cpu: \"4\", memory: 16Gi")),
            ("node-1", node_yaml!(", topology.kubernetes.io/zone: zone-b", "", "cpu: \"4\", memory: 16Gi")),
            ("node-1", node_yaml!(", topology.kubernetes.io/zone: zone-c", "", "cpu: \"4\", memory: 16Gi")),
        ],
    ),
    palette_entry(ObjectGroup::Pods, FormLabel::SmallPod, &[("small-1", SMALL_POD)]),
    palette_entry(
        ObjectGroup::Pods,
        FormLabel::BigPod,
        &[("big-1", pod_yaml!("", "      resources:\n        requests: {cpu: \"2\", memory: 4Gi}\n"))],
    ),
    palette_entry(ObjectGroup::Pods, FormLabel::BestEffortPod, &[("best-effort-1", pod_yaml!("", ""))]),
    Template {
        group: ObjectGroup::Pods,
        label: FormLabel::HighPriorityPod,
        objects: &[("urgent-1", URGENT_POD)],
        class: Some(("high", 1000)),
        gates: &[],
    },
    palette_entry(
        ObjectGroup::Pods,
        FormLabel::GpuPod,
        &[(
            "train-1",
            pod_yaml!(
                "  tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]\n",
                "      resources:\n        requests: {cpu: \"4\", memory: 16Gi}\n        limits: {nvidia.com/gpu: \"1\"}\n"
            ),
        )],
    ),
    palette_entry(
        ObjectGroup::Pods,
        FormLabel::ClusterCriticalPod,
        &[(
            "dns-1",
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  namespace: kube-system\n  labels: {app: $NAME}\nspec:\n  priorityClassName: system-cluster-critical\n  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n",
        )],
    ),
    palette_entry(
        ObjectGroup::Pods,
        FormLabel::GatedPod,
        &[(
            "gated-1",
            pod_yaml!(
                "  schedulingGates: [{name: example.com/wait}]\n",
                "      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n"
            ),
        )],
    ),
    palette_entry(
        ObjectGroup::Pods,
        FormLabel::SpreadPods,
        &[("spread-1", SPREAD_POD), ("spread-1", SPREAD_POD), ("spread-1", SPREAD_POD)],
    ),
    palette_entry(
        ObjectGroup::Pods,
        FormLabel::AntiAffinityPods,
        &[("apart-1", ANTI_AFFINITY_POD), ("apart-1", ANTI_AFFINITY_POD)],
    ),
    palette_entry(
        ObjectGroup::Workloads,
        FormLabel::DeploymentX3,
        &[(
            "web",
            workload_yaml!("apps/v1", "Deployment", "  replicas: 3\n  selector:\n    matchLabels: {app: $NAME}\n", ""),
        )],
    ),
    palette_entry(
        ObjectGroup::Workloads,
        FormLabel::StatefulSetX3,
        &[(
            "db",
            workload_yaml!("apps/v1", "StatefulSet", "  replicas: 3\n  selector:\n    matchLabels: {app: $NAME}\n", ""),
        )],
    ),
    palette_entry(
        ObjectGroup::Workloads,
        FormLabel::ReplicaSetX2,
        &[(
            "api",
            workload_yaml!("apps/v1", "ReplicaSet", "  replicas: 2\n  selector:\n    matchLabels: {app: $NAME}\n", ""),
        )],
    ),
    palette_entry(
        ObjectGroup::Workloads,
        FormLabel::DaemonSet,
        &[("agent", workload_yaml!("apps/v1", "DaemonSet", "  selector:\n    matchLabels: {app: $NAME}\n", ""))],
    ),
    palette_entry(
        ObjectGroup::Workloads,
        FormLabel::JobX2,
        &[(
            "batch",
            workload_yaml!("batch/v1", "Job", "  parallelism: 2\n  completions: 2\n", "      restartPolicy: Never\n"),
        )],
    ),
    Template {
        group: ObjectGroup::PodGroups,
        label: FormLabel::GangOfThree,
        objects: &[("gang", GANG), ("gang-1", MEMBER), ("gang-1", MEMBER), ("gang-1", MEMBER)],
        class: None,
        gates: &["GangScheduling"],
    },
    Template {
        group: ObjectGroup::PodGroups,
        label: FormLabel::IndexedJobGang,
        objects: &[(
            "train",
            workload_yaml!(
                "batch/v1",
                "Job",
                "  completionMode: Indexed\n  parallelism: 3\n  completions: 3\n",
                "      restartPolicy: Never\n"
            ),
        )],
        class: None,
        gates: &["WorkloadWithJob", "GangScheduling"],
    },
    palette_entry(
        ObjectGroup::Devices,
        FormLabel::NodeWithTwoGpus,
        &[("gpu", GPU_CLASS), ("gpu-node-1", GPU_NODE), ("gpu-node-1", GPU_SLICE)],
    ),
    palette_entry(
        ObjectGroup::Devices,
        FormLabel::NodeWithMigParts,
        &[("gpu", GPU_CLASS), ("mig-node-1", GPU_NODE), ("mig-node-1", MIG_COUNTERS), ("mig-node-1", MIG_PARTS)],
    ),
    palette_entry(
        ObjectGroup::Devices,
        FormLabel::PodWithAClaim,
        &[("gpu", GPU_CLASS), ("one-gpu", GPU_TEMPLATE), ("train-1", GPU_POD)],
    ),
    palette_entry(ObjectGroup::Devices, FormLabel::SharedGpuClaim, &[("gpu", GPU_CLASS), ("shared-gpu-1", GPU_CLAIM)]),
    palette_entry(ObjectGroup::Devices, FormLabel::ClassOfGpus, &[("gpu", GPU_CLASS)]),
    palette_entry(ObjectGroup::Classes, FormLabel::High1000, &[("high", CLASS_HIGH)]),
    palette_entry(
        ObjectGroup::Classes,
        FormLabel::Low10,
        &[("low", "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 10\n")],
    ),
    palette_entry(
        ObjectGroup::Classes,
        FormLabel::GlobalDefaultClass,
        &[(
            "normal",
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 100\nglobalDefault: true\n",
        )],
    ),
    palette_entry(
        ObjectGroup::Classes,
        FormLabel::HighNeverPreempts,
        &[(
            "patient",
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 1000\npreemptionPolicy: Never\n",
        )],
    ),
    palette_entry(
        ObjectGroup::Classes,
        FormLabel::SystemClasses,
        &[
            (
                "system-node-critical",
                "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: system-node-critical}\nvalue: 2000001000\n",
            ),
            (
                "system-cluster-critical",
                "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: system-cluster-critical}\nvalue: 2000000000\n",
            ),
        ],
    ),
    palette_entry(
        ObjectGroup::Budgets,
        FormLabel::BudgetForAppWeb,
        &[(
            "web",
            "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: $NAME}\nspec:\n  minAvailable: 2\n  selector:\n    matchLabels: {app: web}\n",
        )],
    ),
    palette_entry(
        ObjectGroup::Services,
        FormLabel::ServiceForAppWeb,
        &[("web", "apiVersion: v1\nkind: Service\nmetadata: {name: $NAME}\nspec:\n  selector: {app: web}\n")],
    ),
    palette_entry(
        ObjectGroup::Namespaces,
        FormLabel::Namespace,
        &[("team-a", "apiVersion: v1\nkind: Namespace\nmetadata: {name: $NAME}\n")],
    ),
    palette_entry(ObjectGroup::Scheduler, FormLabel::ConfigurationV1_34, &[("", CONFIGURATION_V1)]),
    palette_entry(ObjectGroup::Scheduler, FormLabel::ConfigurationV1_20, &[("", CONFIGURATION_V1BETA1)]),
    palette_entry(ObjectGroup::Scheduler, FormLabel::PolicyV1_16, &[("", "apiVersion: v1\nkind: Policy\n")]),
    palette_entry(
        ObjectGroup::Scheduler,
        FormLabel::AnswersOfAnExtender,
        &[(
            "extender-1",
            "apiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: $NAME}\nfilter:\n  rules:\n  - {for: {nodeLabels: {disk: old}}, message: the disk is old}\n",
        )],
    ),
    palette_entry(
        ObjectGroup::Scheduler,
        FormLabel::CustomPlugin,
        &[(
            "Mine",
            "apiVersion: schedscope.dev/v1alpha1\nkind: Plugin\nmetadata: {name: $NAME}\nscore:\n  rules:\n  - {for: {nodeLabels: {disk: ssd}}, score: 100}\n",
        )],
    ),
    Template {
        group: ObjectGroup::Script,
        label: FormLabel::LaterUrgentPod,
        objects: &[(
            "late-1",
            "at: 10s\ncreate:\n  apiVersion: v1\n  kind: Pod\n  metadata: {name: $NAME, labels: {app: $NAME}}\n  spec:\n    priorityClassName: high\n    containers: [{name: app, image: registry.example/app:1, resources: {requests: {cpu: \"2\", memory: 2Gi}}}]\n",
        )],
        class: Some(("high", 1000)),
        gates: &[],
    },
    palette_entry(ObjectGroup::Script, FormLabel::LaterCordon, &[("", "at: 10s\ncordon: $NODE\n")]),
    palette_entry(ObjectGroup::Script, FormLabel::LaterDrain, &[("", "at: 10s\ndrain: $NODE\n")]),
    palette_entry(ObjectGroup::Script, FormLabel::LaterNodeFailure, &[("", "at: 10s\nunreachable: $NODE\n")]),
    palette_entry(
        ObjectGroup::Script,
        FormLabel::LaterTaint,
        &[("", "at: 10s\ntaint: {node: $NODE, key: maintenance, effect: NoSchedule}\n")],
    ),
    palette_entry(
        ObjectGroup::Script,
        FormLabel::LaterPodDeletion,
        &[("", "at: 10s\ndelete: {kind: Pod, name: $POD}\n")],
    ),
    palette_entry(
        ObjectGroup::Script,
        FormLabel::LaterScale,
        &[("", "at: 10s\nscale: {kind: Deployment, name: $DEPLOYMENT, replicas: 5}\n")],
    ),
    palette_entry(
        ObjectGroup::Script,
        FormLabel::LaterNode,
        &[(
            "late-node-1",
            "at: 10s\ncreate:\n  apiVersion: v1\n  kind: Node\n  metadata: {name: $NAME, labels: {kubernetes.io/hostname: $NAME}}\n  status: {capacity: {cpu: \"4\", memory: 16Gi, pods: \"110\"}}\n",
        )],
    ),
];

const GANG: &str = "apiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\nmetadata: {name: $NAME}\nspec:\n  schedulingPolicy:\n    gang: {minCount: 3}\n";
const MEMBER: &str = pod_yaml!(
    "  schedulingGroup: {podGroupName: $GROUP}\n",
    "      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n"
);
pub(super) const GPU_CLASS: &str = "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: $NAME}\nspec:\n  selectors:\n    - cel: {expression: 'device.driver == \"gpu.example.com\"'}\n";
const GPU_NODE: &str = node_yaml!("", "", "cpu: \"8\", memory: 64Gi");
const GPU_SLICE: &str = "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: $NAME}\nspec:\n  driver: gpu.example.com\n  nodeName: $NAME\n  pool: {name: $NAME, generation: 1, resourceSliceCount: 1}\n  devices:\n    - {name: gpu-0, attributes: {model: {string: l4}}, capacity: {memory: {value: 24Gi}}}\n    - {name: gpu-1, attributes: {model: {string: l4}}, capacity: {memory: {value: 24Gi}}}\n";
const MIG_COUNTERS: &str = "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: $NAME-counters}\nspec:\n  driver: gpu.example.com\n  nodeName: $NAME\n  pool: {name: $NAME, generation: 1, resourceSliceCount: 2}\n  sharedCounters:\n    - {name: gpu-0, counters: {memory: {value: 40Gi}}}\n";
const MIG_PARTS: &str = "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: $NAME}\nspec:\n  driver: gpu.example.com\n  nodeName: $NAME\n  pool: {name: $NAME, generation: 1, resourceSliceCount: 2}\n  devices:\n    - {name: whole, attributes: {profile: {string: whole}}, consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 40Gi}}}]}\n    - {name: half-0, attributes: {profile: {string: half}}, consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 20Gi}}}]}\n    - {name: half-1, attributes: {profile: {string: half}}, consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 20Gi}}}]}\n";
pub(super) const GPU_TEMPLATE: &str = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: $NAME}\nspec:\n  spec:\n    devices:\n      requests:\n        - name: gpu\n          exactly: {deviceClassName: gpu}\n";
const GPU_CLAIM: &str = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: $NAME}\nspec:\n  devices:\n    requests:\n      - name: gpu\n        exactly: {deviceClassName: gpu}\n";
const GPU_POD: &str = pod_yaml!(
    "  resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]\n",
    "      resources:\n        requests: {cpu: \"1\", memory: 1Gi}\n        claims: [{name: gpu}]\n"
);
const CLASS_HIGH: &str =
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 1000\n";
const SPREAD_POD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  labels: {app: spread}\nspec:\n  topologySpreadConstraints:\n    - maxSkew: 1\n      topologyKey: kubernetes.io/hostname\n      whenUnsatisfiable: DoNotSchedule\n      labelSelector: {matchLabels: {app: spread}}\n  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n";
const ANTI_AFFINITY_POD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  labels: {app: apart}\nspec:\n  affinity:\n    podAntiAffinity:\n      requiredDuringSchedulingIgnoredDuringExecution:\n        - topologyKey: kubernetes.io/hostname\n          labelSelector: {matchLabels: {app: apart}}\n  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n";

/// The name if it isn't used, or else with the next free number.
pub fn free_name<'n>(base_name: &str, used_names: impl Iterator<Item = &'n str> + Clone) -> String {
    if !used_names.clone().any(|name| name == base_name) {
        return base_name.to_owned();
    }
    let base = match base_name.rsplit_once('-') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => base_name,
    };
    let number = |name: &str| name.strip_prefix(base)?.strip_prefix('-')?.parse::<u32>().ok();
    let highest = used_names.filter_map(number).max().unwrap_or(1);
    format!("{base}-{}", highest.saturating_add(1))
}
