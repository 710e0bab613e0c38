//! The purpose of each phase of a scheduling cycle.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct PhaseLabels {
        pop:
            "Takes the next pod from activeQ: the highest priority first, then the one that has waited longest.",
            "从 activeQ 取出下一个 Pod：优先级最高的优先，优先级相同时等待最久的优先。";
        pre_filter:
            "Looks at pod and cluster once, before the nodes. A plugin can reject the pod here, name the only nodes worth checking, or say that its filter isn’t needed.",
            "在检查节点之前，对 Pod 和集群只看一次。插件可以在此拒绝 Pod、指明只需检查哪些节点，或声明不需要自己的过滤器。";
        filter:
            "Checks one node after the other. A node that fails one filter is out; only feasible nodes are scored.",
            "逐个检查节点。有一个过滤器不通过，节点就出局；只有可行节点才会打分。";
        post_filter:
            "Runs only if no node is feasible. Preemption looks for pods of lower priority whose eviction makes room, and nominates a node.",
            "仅在没有可行节点时运行。抢占寻找优先级更低、驱逐后能腾出空间的 Pod，并提名一个节点。";
        score:
            "Rates every feasible node. Each plugin’s scores are normalized to one scale, multiplied by its weight, and summed.",
            "为每个可行节点打分。各插件的分数先归一化到同一范围，再乘以权重并求和。";
        select:
            "Takes the node with the highest total. Equal totals are broken at random; in v1.36 without extenders, no random number is drawn, so a heap decides, usually for the node that was checked first.",
            "选择总分最高的节点。总分相同时随机选择；v1.36 在没有扩展器时不抽取随机数，由堆的顺序决定，通常是最先检查的节点。";
        reserve:
            "Counts the pod on its node from here on (the scheduler assumes it), and sets aside what it needs, such as volumes and devices. If a later phase fails, this is undone.",
            "从这里起把 Pod 计入该节点（调度器“假定”它已在那里），并预留它需要的卷、设备等。如果之后的阶段失败，会撤销预留。";
        permit:
            "Approves the binding, rejects it, or lets it wait for something else.",
            "批准绑定、拒绝绑定，或让它等待别的条件。";
        pre_bind:
            "Does what has to be done before the pod is bound, such as binding volumes and writing allocated devices.",
            "完成绑定之前必须做的事，例如绑定卷、写入已分配的设备。";
        bind:
            "Sends the binding to the API server, which sets `spec.nodeName`. The kubelet of that node takes over.",
            "把绑定发给 API 服务器，后者设置 `spec.nodeName`。随后由该节点的 kubelet 接手。";
        post_bind:
            "Tells plugins that the pod is bound. Nothing can be rejected any more.",
            "通知插件 Pod 已绑定。此时不能再拒绝。";
        no_plugins: "No built-in plugin acts here; plugins of your own can.", "没有内置插件在此处起作用；自己的插件可以。";
        no_framework: "v1.16 has no plugins here: it is a fixed step of the scheduler.", "v1.16 在此处没有插件：这是调度器固定的一步。";
        watch: "Watch it happen", "查看这一刻";
    }
}

/// Sentences.
pub trait PhaseSentences: Grammar {
    /// The fixed labels.
    fn phase_labels(&self) -> &'static PhaseLabels {
        PhaseLabels::of(self)
    }

    /// Above the plugins of a phase.
    fn plugins_of(&self, release: &str) -> String {
        translate!(self, format!("Built-in plugins in {release}:"), format!("{release} 的内置插件："))
    }

    /// A plugin that runs only if a configuration enables it.
    fn optional_plugin(&self, name: &str) -> String {
        translate!(self, format!("{name} (off by default)"), format!("{name}（默认关闭）"))
    }
}

impl<T: Speaker> PhaseSentences for T {}
