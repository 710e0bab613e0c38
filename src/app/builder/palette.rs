//! What can be added: ready-made objects.

use super::outline::Group;

/// Something to add.
pub struct Template {
    /// In which part of the palette.
    pub group: Group,
    /// What it is called, in English and 中文.
    pub label: (&'static str, &'static str),
    /// Objects: the name to start from, and the text, with `$NAME` for the name.
    pub objects: &'static [(&'static str, &'static str)],
    /// A priority class that it needs: name and value.
    pub class: Option<(&'static str, i32)>,
}

const fn one(
    group: Group,
    label: (&'static str, &'static str),
    objects: &'static [(&'static str, &'static str)],
) -> Template {
    Template { group, label, objects, class: None }
}

macro_rules! node {
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

macro_rules! pod {
    ($spec:literal, $requests:literal) => {
        concat!(
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  labels: {app: $NAME}\nspec:\n",
            $spec,
            "  containers:\n    - name: app\n      image: registry.example/app:1\n",
            $requests
        )
    };
}

macro_rules! workload {
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

const SMALL: &str = pod!("", "      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n");
const URGENT: &str =
    pod!("  priorityClassName: high\n", "      resources:\n        requests: {cpu: \"2\", memory: 2Gi}\n");

/// The palette.
pub static PALETTE: &[Template] = &[
    one(
        Group::Nodes,
        ("Small · 2 cpu, 4Gi", "小型 · 2 cpu，4Gi"),
        &[("node-1", node!("", "", "cpu: \"2\", memory: 4Gi"))],
    ),
    one(
        Group::Nodes,
        ("Standard · 4 cpu, 16Gi", "标准 · 4 cpu，16Gi"),
        &[("node-1", node!("", "", "cpu: \"4\", memory: 16Gi"))],
    ),
    one(
        Group::Nodes,
        ("Large · 16 cpu, 64Gi", "大型 · 16 cpu，64Gi"),
        &[("node-1", node!("", "", "cpu: \"16\", memory: 64Gi"))],
    ),
    one(
        Group::Nodes,
        ("GPU · 8 cpu, 64Gi, 2 GPUs", "GPU · 8 cpu，64Gi，2 块 GPU"),
        &[(
            "gpu-1",
            node!(
                "",
                "spec:\n  taints:\n    - {key: nvidia.com/gpu, effect: NoSchedule}\n",
                "cpu: \"8\", memory: 64Gi, nvidia.com/gpu: \"2\""
            ),
        )],
    ),
    one(
        Group::Nodes,
        ("Control plane, tainted", "控制平面（带污点）"),
        &[(
            "control-plane-1",
            node!(
                ", node-role.kubernetes.io/control-plane: \"\"",
                "spec:\n  taints:\n    - {key: node-role.kubernetes.io/control-plane, effect: NoSchedule}\n",
                "cpu: \"4\", memory: 8Gi"
            ),
        )],
    ),
    one(
        Group::Nodes,
        ("Three nodes in three zones", "三个可用区各一个节点"),
        &[
            ("node-1", node!(", topology.kubernetes.io/zone: zone-a", "", "cpu: \"4\", memory: 16Gi")),
            ("node-1", node!(", topology.kubernetes.io/zone: zone-b", "", "cpu: \"4\", memory: 16Gi")),
            ("node-1", node!(", topology.kubernetes.io/zone: zone-c", "", "cpu: \"4\", memory: 16Gi")),
        ],
    ),
    one(Group::Pods, ("Small · 500m, 512Mi", "小型 · 500m，512Mi"), &[("small-1", SMALL)]),
    one(
        Group::Pods,
        ("Big · 2 cpu, 4Gi", "大型 · 2 cpu，4Gi"),
        &[("big-1", pod!("", "      resources:\n        requests: {cpu: \"2\", memory: 4Gi}\n"))],
    ),
    one(Group::Pods, ("Best effort, no requests", "尽力而为（无请求）"), &[("best-effort-1", pod!("", ""))]),
    Template {
        group: Group::Pods,
        label: ("High priority · 2 cpu", "高优先级 · 2 cpu"),
        objects: &[("urgent-1", URGENT)],
        class: Some(("high", 1000)),
    },
    one(
        Group::Pods,
        ("GPU · 4 cpu, 1 GPU", "GPU · 4 cpu，1 块 GPU"),
        &[(
            "train-1",
            pod!(
                "  tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]\n",
                "      resources:\n        requests: {cpu: \"4\", memory: 16Gi, nvidia.com/gpu: \"1\"}\n"
            ),
        )],
    ),
    one(
        Group::Pods,
        ("Critical for the cluster", "集群关键 Pod"),
        &[(
            "dns-1",
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  namespace: kube-system\n  labels: {app: $NAME}\nspec:\n  priorityClassName: system-cluster-critical\n  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n",
        )],
    ),
    one(
        Group::Pods,
        ("Held by a scheduling gate", "被调度门控阻挡"),
        &[(
            "gated-1",
            pod!(
                "  schedulingGates: [{name: example.com/wait}]\n",
                "      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n"
            ),
        )],
    ),
    one(
        Group::Pods,
        ("Three, spread over nodes", "三个，分散到各节点"),
        &[("spread-1", SPREAD), ("spread-1", SPREAD), ("spread-1", SPREAD)],
    ),
    one(Group::Pods, ("Two that keep apart", "两个，互相回避"), &[("apart-1", APART), ("apart-1", APART)]),
    one(
        Group::Workloads,
        ("Deployment ×3", "Deployment ×3"),
        &[(
            "web",
            workload!("apps/v1", "Deployment", "  replicas: 3\n  selector:\n    matchLabels: {app: $NAME}\n", ""),
        )],
    ),
    one(
        Group::Workloads,
        ("StatefulSet ×3", "StatefulSet ×3"),
        &[(
            "db",
            workload!("apps/v1", "StatefulSet", "  replicas: 3\n  selector:\n    matchLabels: {app: $NAME}\n", ""),
        )],
    ),
    one(
        Group::Workloads,
        ("ReplicaSet ×2", "ReplicaSet ×2"),
        &[(
            "api",
            workload!("apps/v1", "ReplicaSet", "  replicas: 2\n  selector:\n    matchLabels: {app: $NAME}\n", ""),
        )],
    ),
    one(
        Group::Workloads,
        ("DaemonSet", "DaemonSet"),
        &[("agent", workload!("apps/v1", "DaemonSet", "  selector:\n    matchLabels: {app: $NAME}\n", ""))],
    ),
    one(
        Group::Workloads,
        ("Job ×2", "Job ×2"),
        &[(
            "batch",
            workload!("batch/v1", "Job", "  parallelism: 2\n  completions: 2\n", "      restartPolicy: Never\n"),
        )],
    ),
    one(Group::Classes, ("High · 1000", "高 · 1000"), &[("high", CLASS_HIGH)]),
    one(
        Group::Classes,
        ("Low · 10", "低 · 10"),
        &[("low", "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 10\n")],
    ),
    one(
        Group::Classes,
        ("Default for all · 100", "全局默认 · 100"),
        &[(
            "normal",
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 100\nglobalDefault: true\n",
        )],
    ),
    one(
        Group::Classes,
        ("High, never preempts", "高，不抢占"),
        &[(
            "patient",
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 1000\npreemptionPolicy: Never\n",
        )],
    ),
    one(
        Group::Classes,
        ("The two of the system", "系统自带的两个"),
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
    one(
        Group::Budgets,
        ("Keep 2 of app=web", "保留 app=web 中的 2 个"),
        &[(
            "web",
            "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: $NAME}\nspec:\n  minAvailable: 2\n  selector:\n    matchLabels: {app: web}\n",
        )],
    ),
    one(
        Group::Services,
        ("Service for app=web", "app=web 的服务"),
        &[("web", "apiVersion: v1\nkind: Service\nmetadata: {name: $NAME}\nspec:\n  selector: {app: web}\n")],
    ),
    one(
        Group::Namespaces,
        ("Namespace", "命名空间"),
        &[("team-a", "apiVersion: v1\nkind: Namespace\nmetadata: {name: $NAME}\n")],
    ),
    Template {
        group: Group::Script,
        label: ("Later: an urgent pod comes", "稍后：来一个紧急 Pod"),
        objects: &[(
            "late-1",
            "at: 10s\ncreate:\n  apiVersion: v1\n  kind: Pod\n  metadata: {name: $NAME, labels: {app: $NAME}}\n  spec:\n    priorityClassName: high\n    containers: [{name: app, image: registry.example/app:1, resources: {requests: {cpu: \"2\", memory: 2Gi}}}]\n",
        )],
        class: Some(("high", 1000)),
    },
    one(Group::Script, ("Later: a node is cordoned", "稍后：封锁一个节点"), &[("", "at: 10s\ncordon: $NODE\n")]),
    one(Group::Script, ("Later: a node is drained", "稍后：排空一个节点"), &[("", "at: 10s\ndrain: $NODE\n")]),
    one(Group::Script, ("Later: a node fails", "稍后：一个节点失联"), &[("", "at: 10s\nunreachable: $NODE\n")]),
    one(
        Group::Script,
        ("Later: a node is tainted", "稍后：给节点加污点"),
        &[("", "at: 10s\ntaint: {node: $NODE, key: maintenance, effect: NoSchedule}\n")],
    ),
    one(
        Group::Script,
        ("Later: a pod is deleted", "稍后：删除一个 Pod"),
        &[("", "at: 10s\ndelete: {kind: Pod, name: $POD}\n")],
    ),
    one(
        Group::Script,
        ("Later: a Deployment is scaled", "稍后：扩缩 Deployment"),
        &[("", "at: 10s\nscale: {kind: Deployment, name: $DEPLOYMENT, replicas: 5}\n")],
    ),
    one(
        Group::Script,
        ("Later: a node joins", "稍后：加入一个节点"),
        &[(
            "late-node-1",
            "at: 10s\ncreate:\n  apiVersion: v1\n  kind: Node\n  metadata: {name: $NAME, labels: {kubernetes.io/hostname: $NAME}}\n  status: {capacity: {cpu: \"4\", memory: 16Gi, pods: \"110\"}}\n",
        )],
    ),
];

const CLASS_HIGH: &str =
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: $NAME}\nvalue: 1000\n";
const SPREAD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  labels: {app: spread}\nspec:\n  topologySpreadConstraints:\n    - maxSkew: 1\n      topologyKey: kubernetes.io/hostname\n      whenUnsatisfiable: DoNotSchedule\n      labelSelector: {matchLabels: {app: spread}}\n  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n";
const APART: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: $NAME\n  labels: {app: apart}\nspec:\n  affinity:\n    podAntiAffinity:\n      requiredDuringSchedulingIgnoredDuringExecution:\n        - topologyKey: kubernetes.io/hostname\n          labelSelector: {matchLabels: {app: apart}}\n  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {cpu: 500m, memory: 512Mi}\n";

/// A name that is not taken: as it is, or with the next number.
pub fn free_name<'n>(wanted: &str, taken: impl Iterator<Item = &'n str> + Clone) -> String {
    if !taken.clone().any(|name| name == wanted) {
        return wanted.to_owned();
    }
    let base = match wanted.rsplit_once('-') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => wanted,
    };
    let number = |name: &str| name.strip_prefix(base)?.strip_prefix('-')?.parse::<u32>().ok();
    let highest = taken.filter_map(number).max().unwrap_or(1);
    format!("{base}-{}", highest.saturating_add(1))
}
