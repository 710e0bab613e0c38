//! 导出文件的中文用词。

use super::Zh;
use crate::catalogue::export::{Exports, Sentences};
use crate::clock;
use wire::Note;

static EXPORTS: Exports = Exports {
    take_away: "导出",
    cluster: "用于真实集群（YAML）",
    kwok: "KWOK 脚本",
    trace: "运行事件（JSON）",
    story: "运行过程（Markdown）",
    stage_svg: "集群图（SVG）",
    stage_png: "集群图（PNG）",
    score_svg: "时间线（SVG）",
    score_png: "时间线（PNG）",
    names: "替换名称",
    names_hint: "用虚构的名称打开同一场景：替换节点、命名空间、Pod、标签和镜像的名称，去掉说明文字，只保留调度会读取的内容。之后的链接、文件和图片都不会透露集群的归属。调度器的配置会保留，其中的名称也会替换。对照表 names.json 只保存在此设备上：在此页面打开它即可还原名称。",
    replace_names: "替换名称",
    cluster_head: "场景开始时已有的对象，由 Schedscope 生成，用于 kubectl apply -f",
    kwok_head: "在用 KWOK（https://kwok.sigs.k8s.io）创建的、没有 kubelet 的真实集群中重现场景。需要 kwokctl 和 kubectl。可以把集群名称作为参数，默认为 schedscope；用 kwokctl delete cluster --name=schedscope 删除集群。",
    names_differ: "由工作负载创建的 Pod 名称会不同：针对这些 Pod 的命令可能失败。",
    differs: "与场景不同之处：",
    handout: "打印讲义",
    print: "打印",
    name_and_date: "姓名：____________________   日期：______________",
    open_online: "在此打开",
    questions: "预测",
    why: "为什么？",
    answers: "答案",
    happened: "发生了什么",
};

impl Sentences for Zh {
    fn exports(&self) -> &'static Exports {
        &EXPORTS
    }

    fn in_short(&self, told: usize, all: usize) -> String {
        format!("共 {all} 次调度尝试，前 {told} 次为详细记录，其余为概要。")
    }

    fn more_moments(&self, left: usize) -> String {
        format!("……另有 {left} 个时刻。")
    }

    fn note(&self, note: &Note, times: usize) -> String {
        match note {
            Note::Ours { kind } => format!("省略：{times} 个 {kind} 文档，只有 Schedscope 认识。"),
            Note::Configuration { kind } => {
                format!("省略：{times} 个 {kind} 文档，它是 kube-scheduler 的配置文件，不是集群对象。")
            }
            Note::NoVersion { kind } => format!("省略：{times} 个 {kind} 文档，没有 apiVersion。"),
            Note::SystemClass { name } => format!("省略：PriorityClass {name}，每个集群都有。"),
            Note::ClassMade { name, value } => format!(
                "添加：PriorityClass {name}，供 {times} 个优先级为 {value} 的 Pod 使用，因为 Pod 不能自带优先级。"
            ),
            Note::TooHigh { value } => {
                format!("{times} 个优先级为 {value} 的 Pod 在此为 1000000000：用户创建的 PriorityClass 不能更高。")
            }
            Note::Added { kind, name } if name.is_empty() => format!("添加：其他对象需要的 {kind}。"),
            Note::Added { kind, name } => format!("添加：{kind} {name}，其他对象引用了它，而文本中没有。"),
            Note::Ended => format!("省略：{times} 个已结束的 Pod。"),
            Note::NoSuchNode => format!("省略：{times} 个 Pod，其节点不在文本中。"),
            Note::Terminating => format!("{times} 个正在删除的 Pod 在此保留。"),
            Note::NotReady => "场景中未就绪的节点在此会就绪。".to_owned(),
            Note::Owners => "省略属主引用，因为集群会分配不同的 UID。".to_owned(),
            Note::Accounts => "省略 Pod 的服务账号。".to_owned(),
            Note::Named => "带 generateName 的对象在此有固定名称。".to_owned(),
            Note::Filled => "补全了集群要求而调度不需要的内容：容器的名称和镜像、选择算符、卷的来源。".to_owned(),
            Note::Later => format!("本文件不含脚本中的 {times} 个操作。KWOK 脚本包含这些操作。"),
            Note::NotDone { at, action } => format!("{} 的操作无法重现：{action}。", clock(*at)),
            Note::Simulated { field } => format!("无法重现：场景的 {field}，集群中没有对应的内容。"),
            Note::Extenders => "无法重现：扩展程序的应答。调度器会访问其配置中的地址。".to_owned(),
            Note::Grace => "KWOK 会立即移除被删除的 Pod，因此体面终止不占用时间。".to_owned(),
            Note::Seconds => "时间向下取整到秒。".to_owned(),
        }
    }
}
