//! Files that are taken away, and what stands at their top.

use protocol::ExportNote;

use crate::{format_clock, languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct ExportLabels {
        take_away: "Take away", "导出";
        present: "As a presentation", "作为演示";
        present_hint: "The link opens with large text, without the bar and the inspector.", "打开链接时使用大号文字，不显示顶栏和检查器。";
        cluster: "For a real cluster (YAML)", "用于真实集群（YAML）";
        kwok: "Script for KWOK", "KWOK 脚本";
        trace: "Events of the run (JSON)", "运行事件（JSON）";
        story: "What happened (Markdown)", "运行过程（Markdown）";
        stage_svg: "Stage (SVG)", "集群图（SVG）";
        stage_png: "Stage (PNG)", "集群图（PNG）";
        score_svg: "Timeline (SVG)", "时间线（SVG）";
        score_png: "Timeline (PNG)", "时间线（PNG）";
        names: "Anonymize", "替换名称";
        names_hint:
            "Opens the same scenario with made-up names for nodes, namespaces, pods, labels and images, without descriptions, and with only the fields that scheduling reads. Links, files and pictures then don’t reveal whose cluster it is. Scheduler configurations are kept, with the names in them replaced. The file names.json is saved on this device only: open it here to restore the names.",
            "用虚构的名称打开同一场景：替换节点、命名空间、Pod、标签和镜像的名称，去掉说明文字，只保留调度会读取的内容。之后的链接、文件和图片都不会透露集群的归属。调度器的配置会保留，其中的名称也会替换。对照表 names.json 只保存在此设备上：在此页面打开它即可还原名称。";
        replace_names: "Replace the names", "替换名称";
        cluster_head:
            "The objects at the start of the scenario, exported by Schedscope for: kubectl apply -f",
            "场景开始时已有的对象，由 Schedscope 生成，用于 kubectl apply -f";
        kwok_head:
            "Reproduces the scenario in a KWOK cluster (https://kwok.sigs.k8s.io): a real control plane without kubelets. Requires kwokctl and kubectl. Takes the name of the cluster as an argument (default: schedscope); kwokctl delete cluster --name=schedscope deletes the cluster. KWOK simulates the kubelets as defined by the stages below: pods start shortly after they are bound and disappear at the end of their grace period. With SPEED=2 in the environment, the script waits half as long between its actions; grace periods, backoffs and timeouts stay the same.",
            "在用 KWOK（https://kwok.sigs.k8s.io）创建的、没有 kubelet 的真实集群中重现场景。需要 kwokctl 和 kubectl。可以把集群名称作为参数，默认为 schedscope；用 kwokctl delete cluster --name=schedscope 删除集群。KWOK 按下面的 Stage 扮演 kubelet：Pod 绑定后稍过片刻启动，体面终止期限结束时消失。设置环境变量 SPEED=2 时，脚本各操作之间的等待时间减半；体面终止期限、退避和超时不变。";
        differs: "What differs from the scenario:", "与场景不同之处：";
        names_differ:
            "Pods created by workloads have other names there: a command for one of them may fail.",
            "由工作负载创建的 Pod 名称会不同：针对这些 Pod 的命令可能失败。";
        late: "Still missing after two minutes, continuing:", "两分钟后仍未就绪，继续执行：";
        moving: "Pods are still changing. Their current state:", "Pod 仍在变化，目前的状态如下：";
        handout: "Printable handout", "打印讲义";
        print: "Print", "打印";
        name_and_date:
            "Name: ____________________   Date: ______________",
            "姓名：____________________   日期：______________";
        open_online: "Open it here", "在此打开";
        questions: "Predict", "预测";
        why: "Why?", "为什么？";
        with_answers: "With answers", "带答案";
        answers: "Answers", "答案";
        happened: "What happened", "发生了什么";
    }
}

/// Sentences of it.
pub trait ExportSentences: Grammar {
    /// The fixed words.
    fn export_labels(&self) -> &'static ExportLabels {
        ExportLabels::of(self)
    }

    /// How many of all attempts are described in full.
    fn attempts_told(&self, detailed_count: usize, total_count: usize) -> String {
        translate!(
            self,
            format!("The first {detailed_count} of {total_count} attempts are described in full, the others in brief."),
            format!("共 {total_count} 次调度尝试，前 {detailed_count} 次为详细记录，其余为概要。")
        )
    }

    /// How many moments are left out.
    fn moments_left_out(&self, left_out_count: usize) -> String {
        translate!(self, format!("… and {left_out_count} more moments."), format!("……另有 {left_out_count} 个时刻。"))
    }

    /// What a file for a real cluster says otherwise than the scenario, and how often.
    fn export_note(&self, note: &ExportNote, times: usize) -> String {
        match note {
            ExportNote::Ours { kind } => translate!(
                self,
                format!("Left out: {}, which only Schedscope understands.", documents_en(times, kind)),
                format!("省略：{times} 个 {kind} 文档，只有 Schedscope 认识。")
            ),
            ExportNote::Configuration { kind } => translate!(
                self,
                format!("Left out: {}, a file for kube-scheduler, not an object of a cluster.", documents_en(times, kind)),
                format!("省略：{times} 个 {kind} 文档，它是 kube-scheduler 的配置文件，不是集群对象。")
            ),
            ExportNote::NoVersion { kind } => translate!(
                self,
                format!("Left out: {}, without an apiVersion.", documents_en(times, kind)),
                format!("省略：{times} 个 {kind} 文档，没有 apiVersion。")
            ),
            ExportNote::SystemClass { name } => translate!(
                self,
                format!("Left out: the priority class {name}, which every cluster has."),
                format!("省略：PriorityClass {name}，每个集群都有。")
            ),
            ExportNote::ClassMade { name, value } => translate!(
                self,
                format!(
                    "Added: the priority class {name} for {} with priority {value}, because a pod can’t set its own priority.",
                    pods_en(times)
                ),
                format!(
                    "添加：PriorityClass {name}，供 {times} 个优先级为 {value} 的 Pod 使用，因为 Pod 不能自带优先级。"
                )
            ),
            ExportNote::TooHigh { value } => translate!(
                self,
                format!(
                    "{} with priority {value}: 1000000000 here, the highest value that a user-defined class may have.",
                    pods_en(times)
                ),
                format!("{times} 个优先级为 {value} 的 Pod 在此为 1000000000：用户创建的 PriorityClass 不能更高。")
            ),
            ExportNote::Added { kind, name } if name.is_empty() => translate!(
                self,
                format!("Added: an object of kind {kind} that other objects need."),
                format!("添加：其他对象需要的 {kind}。")
            ),
            ExportNote::Added { kind, name } => translate!(
                self,
                format!("Added: {kind} {name}, which other objects refer to but the manifest lacks."),
                format!("添加：{kind} {name}，其他对象引用了它，而文本中没有。")
            ),
            ExportNote::Ended => translate!(
                self,
                format!("Left out: {} that had finished.", pods_en(times)),
                format!("省略：{times} 个已结束的 Pod。")
            ),
            ExportNote::NoSuchNode => translate!(
                self,
                format!("Left out: {} on nodes that aren’t in the manifest.", pods_en(times)),
                format!("省略：{times} 个 Pod，其节点不在文本中。")
            ),
            ExportNote::Terminating => translate!(
                self,
                format!("Kept: {} being deleted in the scenario.", pods_en(times)),
                format!("{times} 个正在删除的 Pod 在此保留。")
            ),
            ExportNote::NotReady => translate!(
                self,
                "Nodes that are not ready or unreachable in the scenario become ready.".to_owned(),
                "场景中未就绪或失联的节点在此会就绪。".to_owned()
            ),
            ExportNote::Owners => translate!(
                self,
                "Owner references are left out because a cluster assigns different UIDs.".to_owned(),
                "省略属主引用，因为集群会分配不同的 UID。".to_owned()
            ),
            ExportNote::Accounts => translate!(
                self,
                "Service accounts of pods are left out.".to_owned(),
                "省略 Pod 的服务账号。".to_owned()
            ),
            ExportNote::Named => translate!(
                self,
                "Objects with generateName have a fixed name here.".to_owned(),
                "带 generateName 的对象在此有固定名称。".to_owned()
            ),
            ExportNote::Filled => translate!(
                self,
                "Fields that a cluster requires but scheduling doesn’t were filled in: container names and images, selectors, volume sources."
                    .to_owned(),
                "补全了集群要求而调度不需要的内容：容器的名称和镜像、选择算符、卷的来源。".to_owned()
            ),
            ExportNote::Later => translate!(
                self,
                {
                    let actions = if times == 1 { "1 action".to_owned() } else { format!("{times} actions") };
                    format!("Not in this file: {actions} of the script. The KWOK script has them.")
                },
                format!("本文件不含脚本中的 {times} 个操作。KWOK 脚本包含这些操作。")
            ),
            ExportNote::NotDone { at, action } => translate!(
                self,
                format!("Not reproduced, at {}: {action}.", format_clock(*at)),
                format!("{} 的操作无法重现：{action}。", format_clock(*at))
            ),
            ExportNote::Simulated { field } => translate!(
                self,
                format!("Not reproduced: {field} of the scenario, which has no counterpart in a cluster."),
                format!("无法重现：场景的 {field}，集群中没有对应的内容。")
            ),
            ExportNote::Extenders => translate!(
                self,
                "While this script runs, a Python server answers for the extenders, at 127.0.0.1:18080 or the address in EXTENDERS. Messages contain that address. The cluster runs as local processes (KWOK_RUNTIME=binary) so that its scheduler can reach the server.".to_owned(),
                "脚本运行期间，由一个 Python 服务器代替扩展程序应答，地址为 127.0.0.1:18080，或由 EXTENDERS 指定。消息中会出现该地址。集群以本机进程运行（KWOK_RUNTIME=binary），以便调度器访问该服务器。".to_owned()
            ),
            ExportNote::Stale { millis } => translate!(
                self,
                format!("Budgets are recalculated as soon as a pod is gone. In the scenario that takes {} s, and decisions in between see the old status; that doesn’t happen here.", millis.to_decimal_seconds()),
                format!("Pod 消失后预算立即重新计算。场景中这需要 {} 秒，其间的决定看到的是旧状态：这在此不会发生。", millis.to_decimal_seconds())
            ),
            ExportNote::BudgetStatus { name } => translate!(
                self,
                format!("Left out: the status of the budget {name}. The disruption controller recalculates it."),
                format!("省略：预算 {name} 的状态，干扰控制器会重新计算。")
            ),
            ExportNote::Provisioner { name } => translate!(
                self,
                format!("No provisioner {name} is running: claims that wait for a new volume stay pending, and so do their pods."),
                format!("没有程序扮演制备器 {name}：等待新卷的申领会保持 Pending，使用它们的 Pod 也一样。")
            ),
            ExportNote::Custom { kind } => translate!(
                self,
                format!("Left out: {}, a custom resource. A budget that uses its scale is calculated differently.", documents_en(times, kind)),
                format!("省略：{times} 个 {kind} 文档，它是定制资源。以其规模为准的预算会有不同的计数。")
            ),
            ExportNote::Unowned => translate!(
                self,
                format!("The manifest lacks the owner of {}: after an eviction or deletion they are not recreated.", pods_en(times)),
                format!("文本中没有 {times} 个 Pod 的属主：它们被驱逐或删除后不会重新创建。")
            ),
            ExportNote::PodsNotReady => translate!(
                self,
                format!("{} not ready in the scenario: a cluster determines that again.", if times == 1 { "1 pod is".to_owned() } else { format!("{times} pods are") }),
                format!("场景中有 {times} 个 Pod 未就绪：集群会重新判断。")
            ),
            ExportNote::Nominated { name } => translate!(
                self,
                format!("Left out: the nominated node of the pod {name}. Only a scheduler sets it."),
                format!("省略：Pod {name} 的提名节点，它只能由调度器设置。")
            ),
            ExportNote::Unallocated { name } => translate!(
                self,
                format!("The claim {name} starts without devices: a cluster allocates them again."),
                format!("申领 {name} 开始时没有设备：集群会重新分配。")
            ),
            ExportNote::NoDriver => translate!(
                self,
                "Resource slices are created as they are. No driver maintains them or prepares their devices.".to_owned(),
                "资源切片按原样创建，没有驱动维护它们或准备设备。".to_owned()
            ),
            ExportNote::FeatureGates { gates, api } => translate!(
                self,
                format!(
                    "Required: a cluster with alpha features on. kube-apiserver --feature-gates={gates} --runtime-config={api}=true; kube-scheduler and kube-controller-manager --feature-gates={gates}. With kind: the same under featureGates and runtimeConfig of its configuration. A cluster without them refuses PodGroup and Workload, or drops fields of them and of pods without a word."
                ),
                format!(
                    "需要启用了 Alpha 特性的集群。kube-apiserver --feature-gates={gates} --runtime-config={api}=true；kube-scheduler 与 kube-controller-manager --feature-gates={gates}。用 kind 时，写在其配置的 featureGates 和 runtimeConfig 中。没有启用的集群会拒绝 PodGroup 和 Workload，或悄悄丢弃它们以及 Pod 的字段。"
                )
            ),
            ExportNote::NoGroups { what } => translate!(
                self,
                format!(
                    "Left out: {what} ({}), since this release has no groups of pods or the scenario turns their feature gate off.",
                    if times == 1 { "once".to_owned() } else { format!("{times} times") }
                ),
                format!("省略：{what}（{times} 处），因为此版本没有 Pod 组，或场景未打开其特性门控。")
            ),
        }
    }
}

impl<T: Speaker> ExportSentences for T {}

fn documents_en(times: usize, kind: &str) -> String {
    if times == 1 { format!("1 document of kind {kind}") } else { format!("{times} documents of kind {kind}") }
}

fn pods_en(times: usize) -> String {
    if times == 1 { "1 pod".to_owned() } else { format!("{times} pods") }
}
