//! 中文的调度器函数说明。

use super::Zh;
use crate::catalogue::calls::{Calls, Sentences};
use releases::source::Role;
use trace::calls::Name;

static CALLS: Calls = Calls {
    tree: "kube-scheduler 的函数",
    around: "调度器之外",
    takes: "输入",
    gives: "输出",
    fits: "Success",
    may: "可以",
    nothing: "无",
    not_begun: "运行尚未开始。前进一步，这里就会标出正在执行的函数。",
    leaves: "在 GitHub 上",
};

impl Sentences for Zh {
    fn calls(&self) -> &'static Calls {
        &CALLS
    }

    #[allow(clippy::too_many_lines)] // one arm for each role
    fn does(&self, role: Role) -> &'static str {
        match role {
            Role::Loop => "一直循环：从队列取出一个 Pod，决定它的去向，绑定则与下一个 Pod 的调度同时进行。",
            Role::Pop => "等到 activeQ 中有 Pod，取出优先级最高的一个；优先级相同时取等待最久的。",
            Role::OnePod => "通常的路径：这个 Pod 不属于任何 Pod 组。先决定，再在调度下一个 Pod 的同时绑定。",
            Role::Cycle => "同一时间只有一个。寻找节点；没有合适的节点时，看看怎样才能放下。Pod 计入节点后结束。",
            Role::Algorithm => "寻找节点。没有合适的节点时，生成错误消息，或寻找可以驱逐的 Pod。",
            Role::Schedule => "快照 → 合适的节点 → 打分 → 最好的一个。只有一个节点合适时不打分。",
            Role::FindNodes => "先做与所有节点有关的检查，再逐个节点过滤，最后询问扩展程序。",
            Role::PreFilter => {
                "对 Pod 和整个集群只看一次，算出的结果供每个节点使用。插件可以跳过自己的过滤，指定仅有的可用节点，或拒绝 Pod。"
            }
            Role::EachNode => "同时检查多个节点，从上次停下的地方开始。集群较大时，找到足够多的节点就停止。",
            Role::Filter => {
                "对一个节点运行所有过滤插件，直到第一个拒绝为止。若有同等或更高优先级的 Pod 被提名到该节点，则计入它们检查一次，不计入再检查一次，两次都要通过。"
            }
            Role::PassExtenders => "依次把剩下的节点交给各个扩展程序；没有节点剩下时停止。",
            Role::ExtenderFilter => "一次 HTTP 请求：给出 Pod 和节点，问哪些节点可用。",
            Role::Prioritize => "每个插件打分，归一化，乘以权重；然后是扩展程序。最后看总和。",
            Role::Score => "每个插件给每个合适的节点打分；分数归一化后乘以插件的权重。",
            Role::ExtenderScore => "一次 HTTP 请求：这些节点各有多好？答案乘以系数后加入总和。",
            Role::Select => "总和最大的节点。相同时按该版本的方式选择。",
            Role::PostFilter => "没有节点合适。能否做些什么，让 Pod 以后放得下？",
            Role::Plugin => "负责的插件是抢占。它给出要提名的节点，或说明为什么没有。",
            Role::Preempt => "可以抢占吗？→ 哪里可能有用？→ 代价是谁？→ 代价最小的节点 → 驱逐。",
            Role::Eligible => "策略为 Never 时不可以。若提名节点上还有牺牲者正在终止，也不可以，先等待。",
            Role::Candidates => "驱逐可能有用的节点，以及每个节点上需要离开的 Pod。",
            Role::Potential => "排除驱逐也没有用的节点，例如污点不被容忍或标签不匹配的节点。",
            Role::DryRuns => "对每个这样的节点问同一个问题，同时进行，只在副本上试验，尚未驱逐任何 Pod。",
            Role::Victims => {
                "从节点的副本上移走所有低优先级的 Pod。现在放得下吗？然后尽量把它们放回；放不回的就是牺牲者。"
            }
            Role::Try => "在没有低优先级 Pod 的副本上再运行一次过滤。仍不通过，该节点就不是候选节点。",
            Role::Budgets => "把移走的 Pod 分成两组：驱逐会违反干扰预算的，和其余的。前者先放回。",
            Role::Reprieve => "放回一个 Pod → 抢占者还放得下吗？放得下，它就留下；放不下，再次移走，成为牺牲者。",
            Role::Sacrifice => "支持抢占的扩展程序可以去掉候选节点，或更改牺牲者。",
            Role::ExtenderPreempt => "一次 HTTP 请求：给出候选节点及其牺牲者，问哪些保留。",
            Role::Choose => "取规则留下的候选节点。到这里抢占已确定节点。",
            Role::Ladder => {
                "只要还剩多个节点，就逐条应用规则：干扰预算、最高的牺牲者优先级、优先级之和、牺牲者数量、最晚的启动时间。"
            }
            Role::Prepare => "驱逐牺牲者，并清除较不重要的 Pod 对该节点的提名。",
            Role::Evict => "通过 API 服务器删除牺牲者。它有宽限期来终止。",
            Role::LowerNominated => "指望该节点的低优先级 Pod 需要重新寻找。",
            Role::ClearNomination => "删除 status.nominatedNodeName，使该 Pod 下次尝试时查看所有节点。",
            Role::BeforeBinding => "把决定写入调度器的内存，并询问能否开始绑定。",
            Role::AssumeAndReserve => "把 Pod 计入节点，并让插件预留它所需的资源。",
            Role::Assume => {
                "从现在起，Pod 在调度器的缓存中计入节点，尽管 API 服务器还不知道。这样可以立即调度下一个 Pod。"
            }
            Role::Reserve => "Pod 现已计入节点。插件预留它所需的资源；有一个做不到，就全部归还。",
            Role::BindVolumes => "将各申领所得的卷告知 API 服务器，并等待其绑定。",
            Role::Volumes => "记下每个申领得到哪个卷，或需要为该节点制备卷。",
            Role::Permit => "插件可以在这里拒绝 Pod，或让它在绑定前等待。",
            Role::Failure => "尝试失败：在事件和 Pod 状态中说明原因，并把 Pod 放到等待的地方。",
            Role::Message => "统计所有节点上的原因，按文本排序，合成 kubectl describe 显示的消息。",
            Role::Requeue => "把 Pod 放到等待事件的地方。若尝试期间有变化，则放入退避队列。",
            Role::Nominate => {
                "写入 status.nominatedNodeName：牺牲者离开后，预计 Pod 会到那里。其他 Pod 过滤时会看到它。"
            }
            Role::Binding => "等待许可 → 准备 → 绑定 → 收尾。与下一个周期同时进行。",
            Role::Expect => {
                "如果 Pod 在 Permit 处等待，或 PreBind 有事要做：把节点写入 status.nominatedNodeName，供调度器以外的程序使用。"
            }
            Role::WaitOnPermit => "在这里等待，直到要求等待的插件给出答复。",
            Role::PreBind => "Pod 出发前必须完成的事：绑定或制备卷。",
            Role::Bind => "由第一个负责绑定的扩展程序完成；没有，则由插件完成。",
            Role::BindPlugins => "把节点告诉 API 服务器；它写入 spec.nodeName，之后由 kubelet 接手。",
            Role::PostBind => "通知插件已经完成。此后不会再失败。",
            Role::Unreserve => "决定之后出现失败。Pod 不再计入节点，插件归还预留的资源。",
            Role::Handlers => "监视 API 服务器，更新缓存，并把发生的事告诉队列。",
            Role::Add => "没有节点的新 Pod 进入 activeQ。",
            Role::Move => "发生了可能有帮助的事：等待它的 Pod 移到 activeQ；退避未结束的移到退避队列。",
            Role::Timers => "两个定时器：一个处理结束的退避，一个处理等待过久的 Pod。",
            Role::Flush => "退避结束的 Pod 移到 activeQ。",
            Role::ApiServer => "不是调度器：API 服务器保存对象，并通知所有监视者。",
            Role::Kubelet => "不是调度器：Pod 所在节点的 kubelet 启动和停止容器。",
            Role::Kubectl => "不是调度器：由人或场景的脚本执行。",
            Role::BudgetController => "不是调度器：干扰控制器统计健康的 Pod，得出干扰预算此刻还可中断多少个。",
            Role::WorkloadController => "不是调度器：工作负载的控制器创建缺少的 Pod。",
            Role::Provisioner => "不是调度器：制备器为申领制备卷。",
            Role::ClaimController => "不是调度器：卷控制器把申领与卷绑定。",
        }
    }

    fn value(&self, name: Name) -> &'static str {
        match name {
            Name::Pod => "Pod",
            Name::Attempt => "第几次尝试",
            Name::Snapshot => "快照中的节点",
            Name::Node => "节点",
            Name::Plugin => "插件",
            Name::Weight => "权重",
            Name::Extender => "扩展程序",
            Name::Skipped => "跳过的过滤",
            Name::NodeSet => "仅限这些节点",
            Name::Nominated => "计入的被提名 Pod",
            Name::Status => "状态",
            Name::Feasible => "合适的节点",
            Name::Scores => "分数",
            Name::Totals => "总和",
            Name::Ties => "最好",
            Name::Eligible => "可以抢占",
            Name::Potential => "驱逐可能有用的节点",
            Name::Candidates => "候选节点",
            Name::Removed => "移走的 Pod",
            Name::PutBack => "放回",
            Name::Budgets => "会违反",
            Name::Violating => "违反干扰预算的",
            Name::Others => "其余",
            Name::Victims => "牺牲者",
            Name::Violations => "驱逐会违反干扰预算的牺牲者",
            Name::Rule => "规则",
            Name::Compared => "比较",
            Name::Left => "剩下",
            Name::Cleared => "清除的提名",
            Name::Message => "消息",
            Name::Queue => "队列",
            Name::By => "事件",
        }
    }

    fn to_call(&self, function: &str) -> String {
        format!("到 {function} 的下一次调用")
    }

    fn called(&self, times: usize) -> String {
        format!("到目前为止调用 {times} 次")
    }
}
