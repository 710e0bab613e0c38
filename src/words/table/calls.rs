//! The scheduler's source, read along with a run: what each function is there for, and what its values are.

use crate::languages::Speaker;
use crate::table::grammar::Grammar;
use releases::source::Role;
use trace::calls::Name;

fixed! {
    /// Fixed words of the page.
    pub struct Calls {
        tree: "Functions of kube-scheduler", "kube-scheduler 的函数";
        around: "Around the scheduler", "调度器之外";
        takes: "Takes", "输入";
        gives: "Gives", "输出";
        fits: "Success", "Success";
        may: "yes", "可以";
        nothing: "none", "无";
        not_begun:
            "The run has not begun. Take a step: the function at work is lit here.",
            "运行尚未开始。前进一步，这里就会标出正在执行的函数。";
        leaves: "on GitHub", "在 GitHub 上";
    }
}

/// What is said about functions.
pub trait CallSentences: Grammar {
    /// The fixed words.
    fn calls(&self) -> &'static Calls {
        Calls::of(self)
    }

    /// What a function is there for, in a sentence or two.
    fn does(&self, role: Role) -> &'static str {
        match role {
            Role::Loop => say!(
                self,
                "Runs for ever. Takes one pod from the queue, decides where it goes, and lets the binding go on beside the next pod.",
                "一直循环：从队列取出一个 Pod，决定它的去向，绑定则与下一个 Pod 的调度同时进行。"
            ),
            Role::Pop => say!(
                self,
                "Waits until activeQ holds a pod, and takes the one with the highest priority; of equals, the one that has waited longest.",
                "等到 activeQ 中有 Pod，取出优先级最高的一个；优先级相同时取等待最久的。"
            ),
            Role::OnePod => say!(
                self,
                "The usual way: this pod belongs to no group. Decide first, then bind beside the next pod.",
                "通常的路径：这个 Pod 不属于任何 Pod 组。先决定，再在调度下一个 Pod 的同时绑定。"
            ),
            Role::Cycle => say!(
                self,
                "Only one at a time. Finds a node; if none fits, asks what could help. Ends when the pod is counted on its node.",
                "同一时间只有一个。寻找节点；没有合适的节点时，看看怎样才能放下。Pod 计入节点后结束。"
            ),
            Role::Algorithm => say!(
                self,
                "Looks for a node. If none fits, makes the error message or looks for pods to evict.",
                "寻找节点。没有合适的节点时，生成错误消息，或寻找可以驱逐的 Pod。"
            ),
            Role::Schedule => say!(
                self,
                "snapshot → nodes that fit → scores → the best. With a single node that fits, nothing is scored.",
                "快照 → 合适的节点 → 打分 → 最好的一个。只有一个节点合适时不打分。"
            ),
            Role::FindNodes => say!(
                self,
                "First what concerns all nodes at once, then the filters node by node, then the extenders.",
                "先做与所有节点有关的检查，再逐个节点过滤，最后询问扩展程序。"
            ),
            Role::PreFilter => say!(
                self,
                "Looks at the pod and the whole cluster once: what is computed here serves every node. A plugin may skip its filter, name the only nodes that can do, or reject the pod.",
                "对 Pod 和整个集群只看一次，算出的结果供每个节点使用。插件可以跳过自己的过滤，指定仅有的可用节点，或拒绝 Pod。"
            ),
            Role::EachNode => say!(
                self,
                "Many nodes at once, beginning where the last search stopped. In a large cluster it stops as soon as enough nodes fit.",
                "同时检查多个节点，从上次停下的地方开始。集群较大时，找到足够多的节点就停止。"
            ),
            Role::Filter => say!(
                self,
                "All filters of one node, up to the first that says no. If pods of the same or higher priority are nominated to the node: once with them, once without; both must pass.",
                "对一个节点运行所有过滤插件，直到第一个拒绝为止。若有同等或更高优先级的 Pod 被提名到该节点，则计入它们检查一次，不计入再检查一次，两次都要通过。"
            ),
            Role::PassExtenders => say!(
                self,
                "Extender after extender gets the nodes that are left. When none is left, it stops.",
                "依次把剩下的节点交给各个扩展程序；没有节点剩下时停止。"
            ),
            Role::ExtenderFilter => say!(
                self,
                "An HTTP request: here are the pod and the nodes, which of them will do?",
                "一次 HTTP 请求：给出 Pod 和节点，问哪些节点可用。"
            ),
            Role::Prioritize => say!(
                self,
                "For each plugin: scores, brought to one range, times the weight. Then the extenders. The sum counts.",
                "每个插件打分，归一化，乘以权重；然后是扩展程序。最后看总和。"
            ),
            Role::Score => say!(
                self,
                "Each plugin scores each node that fits; the numbers are brought to one range and multiplied by the plugin's weight.",
                "每个插件给每个合适的节点打分；分数归一化后乘以插件的权重。"
            ),
            Role::ExtenderScore => say!(
                self,
                "An HTTP request: how good is each of these nodes? The answer is multiplied and added to the sum.",
                "一次 HTTP 请求：这些节点各有多好？答案乘以系数后加入总和。"
            ),
            Role::Select => say!(
                self,
                "The node with the largest sum. Among equals, the release's own way to choose.",
                "总和最大的节点。相同时按该版本的方式选择。"
            ),
            Role::PostFilter => say!(
                self,
                "No node fits. Can something be done, so that the pod fits later?",
                "没有节点合适。能否做些什么，让 Pod 以后放得下？"
            ),
            Role::Plugin => say!(
                self,
                "The plugin for this is preemption. It says which node to nominate, or why there is none.",
                "负责的插件是抢占。它给出要提名的节点，或说明为什么没有。"
            ),
            Role::Preempt => say!(
                self,
                "may it? → where could it help? → whom would it cost? → the cheapest node → evict.",
                "可以抢占吗？→ 哪里可能有用？→ 代价是谁？→ 代价最小的节点 → 驱逐。"
            ),
            Role::Eligible => say!(
                self,
                "No, if its policy is Never. No, if it has a nominated node where a victim is still shutting down: then it waits.",
                "策略为 Never 时不可以。若提名节点上还有牺牲者正在终止，也不可以，先等待。"
            ),
            Role::Candidates => say!(
                self,
                "The nodes where eviction could help, and on each of them the pods that would have to go.",
                "驱逐可能有用的节点，以及每个节点上需要离开的 Pod。"
            ),
            Role::Potential => say!(
                self,
                "Leaves out nodes where no eviction helps, such as those with a taint or a label that doesn't match.",
                "排除驱逐也没有用的节点，例如污点不被容忍或标签不匹配的节点。"
            ),
            Role::DryRuns => say!(
                self,
                "The same question for each of these nodes, many at once, on a copy. Nothing is evicted yet.",
                "对每个这样的节点问同一个问题，同时进行，只在副本上试验，尚未驱逐任何 Pod。"
            ),
            Role::Victims => say!(
                self,
                "Remove all pods of lower priority from a copy of the node. Does the pod fit now? Then put back as many as possible; who can't come back is a victim.",
                "从节点的副本上移走所有低优先级的 Pod。现在放得下吗？然后尽量把它们放回；放不回的就是牺牲者。"
            ),
            Role::Try => say!(
                self,
                "The filters once more, on the copy without the pods of lower priority. If it fails even now, the node is no candidate.",
                "在没有低优先级 Pod 的副本上再运行一次过滤。仍不通过，该节点就不是候选节点。"
            ),
            Role::Budgets => say!(
                self,
                "Splits the removed pods: those whose eviction would violate a budget, and the others. The first are put back first.",
                "把移走的 Pod 分成两组：驱逐会违反干扰预算的，和其余的。前者先放回。"
            ),
            Role::Reprieve => say!(
                self,
                "add the pod back → does the preemptor still fit? If it does, the pod stays. If not, remove it again: a victim.",
                "放回一个 Pod → 抢占者还放得下吗？放得下，它就留下；放不下，再次移走，成为牺牲者。"
            ),
            Role::Sacrifice => say!(
                self,
                "Extenders that care about preemption may strike candidates or change their victims.",
                "支持抢占的扩展程序可以去掉候选节点，或更改牺牲者。"
            ),
            Role::ExtenderPreempt => say!(
                self,
                "An HTTP request: these are the candidates and their victims, which of them remain?",
                "一次 HTTP 请求：给出候选节点及其牺牲者，问哪些保留。"
            ),
            Role::Choose => say!(
                self,
                "Takes the candidate that the rules leave. Here preemption knows its node.",
                "取规则留下的候选节点。到这里抢占已确定节点。"
            ),
            Role::Ladder => say!(
                self,
                "Rule after rule, as long as more than one node is left: budgets, highest victim, sum of priorities, number of victims, latest start.",
                "只要还剩多个节点，就逐条应用规则：干扰预算、最高的牺牲者优先级、优先级之和、牺牲者数量、最晚的启动时间。"
            ),
            Role::Prepare => say!(
                self,
                "Evicts the victims, and ends nominations of less important pods to this node.",
                "驱逐牺牲者，并清除较不重要的 Pod 对该节点的提名。"
            ),
            Role::Evict => say!(
                self,
                "Deletes a victim through the API server. It has its grace period to shut down.",
                "通过 API 服务器删除牺牲者。它有宽限期来终止。"
            ),
            Role::LowerNominated => say!(
                self,
                "Pods of lower priority that counted on this node have to look again.",
                "指望该节点的低优先级 Pod 需要重新寻找。"
            ),
            Role::ClearNomination => say!(
                self,
                "Removes status.nominatedNodeName, so that the pod's next attempt looks at all nodes.",
                "删除 status.nominatedNodeName，使该 Pod 下次尝试时查看所有节点。"
            ),
            Role::BeforeBinding => say!(
                self,
                "Writes the decision into the scheduler's memory, and asks whether the binding may begin.",
                "把决定写入调度器的内存，并询问能否开始绑定。"
            ),
            Role::AssumeAndReserve => say!(
                self,
                "Counts the pod on its node, and lets plugins set aside what it needs.",
                "把 Pod 计入节点，并让插件预留它所需的资源。"
            ),
            Role::Assume => say!(
                self,
                "From now on the pod counts on its node in the scheduler's cache, although the API server doesn't know yet. So the next pod can be decided at once.",
                "从现在起，Pod 在调度器的缓存中计入节点，尽管 API 服务器还不知道。这样可以立即调度下一个 Pod。"
            ),
            Role::Reserve => say!(
                self,
                "The pod counts on its node now. Plugins set aside what it needs; if one of them can't, all of it is given back.",
                "Pod 现已计入节点。插件预留它所需的资源；有一个做不到，就全部归还。"
            ),
            Role::BindVolumes => say!(
                self,
                "Tells the API server which volumes the claims get, and waits until they are bound.",
                "将各申领所得的卷告知 API 服务器，并等待其绑定。"
            ),
            Role::Volumes => say!(
                self,
                "Remembers which volume each claim gets, or that one has to be made for this node.",
                "记下每个申领得到哪个卷，或需要为该节点制备卷。"
            ),
            Role::Permit => say!(
                self,
                "A plugin may reject the pod here, or let it wait before it is bound.",
                "插件可以在这里拒绝 Pod，或让它在绑定前等待。"
            ),
            Role::Failure => say!(
                self,
                "An attempt failed: tells why, in an event and in the pod's status, and puts the pod where it waits.",
                "尝试失败：在事件和 Pod 状态中说明原因，并把 Pod 放到等待的地方。"
            ),
            Role::Message => say!(
                self,
                "Counts reasons over all nodes, sorts them as text, and joins them to the message that kubectl describe shows.",
                "统计所有节点上的原因，按文本排序，合成 kubectl describe 显示的消息。"
            ),
            Role::Requeue => say!(
                self,
                "Puts the pod where it waits for an event. If something changed during the attempt, into the backoff queue instead.",
                "把 Pod 放到等待事件的地方。若尝试期间有变化，则放入退避队列。"
            ),
            Role::Nominate => say!(
                self,
                "Writes status.nominatedNodeName: the pod is expected there once its victims are gone. Other pods see it in their filters.",
                "写入 status.nominatedNodeName：牺牲者离开后，预计 Pod 会到那里。其他 Pod 过滤时会看到它。"
            ),
            Role::Binding => say!(
                self,
                "wait for permission → prepare → bind → tidy up. Runs beside the next cycle.",
                "等待许可 → 准备 → 绑定 → 收尾。与下一个周期同时进行。"
            ),
            Role::Expect => say!(
                self,
                "If the pod waits in Permit, or PreBind has work for it: writes its node to status.nominatedNodeName, for programs beside the scheduler.",
                "如果 Pod 在 Permit 处等待，或 PreBind 有事要做：把节点写入 status.nominatedNodeName，供调度器以外的程序使用。"
            ),
            Role::WaitOnPermit => say!(
                self,
                "Waits here until the plugins that asked for time have answered.",
                "在这里等待，直到要求等待的插件给出答复。"
            ),
            Role::PreBind => say!(
                self,
                "What must be done before the pod may go: volumes that are bound or made.",
                "Pod 出发前必须完成的事：绑定或制备卷。"
            ),
            Role::Bind => say!(
                self,
                "The first binder that feels responsible: an extender, or else a plugin.",
                "由第一个负责绑定的扩展程序完成；没有，则由插件完成。"
            ),
            Role::BindPlugins => say!(
                self,
                "Tells the API server the node; it writes spec.nodeName, and the kubelet takes over.",
                "把节点告诉 API 服务器；它写入 spec.nodeName，之后由 kubelet 接手。"
            ),
            Role::PostBind => say!(
                self,
                "Plugins hear that it is done. Nothing can fail any more.",
                "通知插件已经完成。此后不会再失败。"
            ),
            Role::Unreserve => say!(
                self,
                "Something failed after the decision. The pod no longer counts on the node, and plugins give back what they set aside.",
                "决定之后出现失败。Pod 不再计入节点，插件归还预留的资源。"
            ),
            Role::Handlers => say!(
                self,
                "Watches the API server. Keeps the cache up to date, and tells the queue what happened.",
                "监视 API 服务器，更新缓存，并把发生的事告诉队列。"
            ),
            Role::Add => say!(self, "A new pod without a node goes into activeQ.", "没有节点的新 Pod 进入 activeQ。"),
            Role::Move => say!(
                self,
                "Something happened that might help: pods that wait for it move to activeQ, or to the backoff queue as long as their backoff lasts.",
                "发生了可能有帮助的事：等待它的 Pod 移到 activeQ；退避未结束的移到退避队列。"
            ),
            Role::Timers => say!(
                self,
                "Two timers: one for backoffs that are over, one for pods that have waited too long.",
                "两个定时器：一个处理结束的退避，一个处理等待过久的 Pod。"
            ),
            Role::Flush => say!(self, "Pods whose backoff is over move to activeQ.", "退避结束的 Pod 移到 activeQ。"),
            Role::ApiServer => say!(
                self,
                "Not the scheduler: the API server stores the object and tells all that watch it.",
                "不是调度器：API 服务器保存对象，并通知所有监视者。"
            ),
            Role::Kubelet => say!(
                self,
                "Not the scheduler: the kubelet of the pod's node starts its containers and stops them.",
                "不是调度器：Pod 所在节点的 kubelet 启动和停止容器。"
            ),
            Role::Kubectl => say!(
                self,
                "Not the scheduler: a person, or the scenario's script.",
                "不是调度器：由人或场景的脚本执行。"
            ),
            Role::Eviction => say!(
                self,
                "Not the scheduler: the API server answers a request for an eviction, and asks the pod’s budget for that.",
                "不是调度器：API 服务器答复驱逐请求，为此询问该 Pod 的干扰预算。"
            ),
            Role::BudgetCount => say!(
                self,
                "Not the scheduler: the disruption controller asks the pods’ controllers how many pods there should be, and counts the healthy ones.",
                "不是调度器：干扰控制器询问 Pod 的控制器应有多少个 Pod，并统计健康的 Pod。"
            ),
            Role::BudgetController => say!(
                self,
                "Not the scheduler: the disruption controller writes how many disruptions a budget still allows.",
                "不是调度器：干扰控制器写下干扰预算此刻还可中断多少个。"
            ),
            Role::WorkloadController => say!(
                self,
                "Not the scheduler: a workload's controller makes the pods that it lacks.",
                "不是调度器：工作负载的控制器创建缺少的 Pod。"
            ),
            Role::NodeController => say!(
                self,
                "Not the scheduler: the node lifecycle controller looks at all nodes every 5 s. One whose kubelet was silent for too long becomes unknown.",
                "不是调度器：节点生命周期控制器每 5 秒检查所有节点；kubelet 沉默过久的节点变为未知状态。"
            ),
            Role::ZoneController => say!(
                self,
                "Not the scheduler: the more nodes of a zone are not ready, the slower the node lifecycle controller evicts there. If all nodes of all zones are not ready, it evicts nobody.",
                "不是调度器：一个可用区中未就绪的节点越多，节点生命周期控制器在那里的驱逐就越慢；若所有可用区的节点都未就绪，则不驱逐任何 Pod。"
            ),
            Role::DeploymentController => say!(
                self,
                "Not the scheduler: the Deployment controller gives each of its ReplicaSets its size.",
                "不是调度器：Deployment 控制器决定它的每个 ReplicaSet 的规模。"
            ),
            Role::StatefulSetController => say!(
                self,
                "Not the scheduler: the StatefulSet controller makes and replaces pods by their numbers.",
                "不是调度器：StatefulSet 控制器按序号创建和替换 Pod。"
            ),
            Role::DaemonSetController => say!(
                self,
                "Not the scheduler: the DaemonSet controller keeps a pod on each node that is meant.",
                "不是调度器：DaemonSet 控制器在每个适用的节点上保持一个 Pod。"
            ),
            Role::JobController => say!(
                self,
                "Not the scheduler: the Job controller makes pods until enough of them have succeeded.",
                "不是调度器：Job 控制器创建 Pod，直到足够多的 Pod 成功。"
            ),
            Role::Provisioner => say!(
                self,
                "Not the scheduler: a provisioner makes a volume for a claim.",
                "不是调度器：制备器为申领制备卷。"
            ),
            Role::ClaimController => say!(
                self,
                "Not the scheduler: the volume controller binds a claim to its volume.",
                "不是调度器：卷控制器把申领与卷绑定。"
            ),
        }
    }

    /// What a value is.
    fn value(&self, name: Name) -> &'static str {
        match name {
            Name::Pod => say!(self, "pod", "Pod"),
            Name::Attempt => say!(self, "attempt", "第几次尝试"),
            Name::Snapshot => say!(self, "nodes in the snapshot", "快照中的节点"),
            Name::Node => say!(self, "node", "节点"),
            Name::Plugin => say!(self, "plugin", "插件"),
            Name::Weight => say!(self, "weight", "权重"),
            Name::Extender => say!(self, "extender", "扩展程序"),
            Name::Skipped => say!(self, "skipped filters", "跳过的过滤"),
            Name::NodeSet => say!(self, "only these nodes", "仅限这些节点"),
            Name::Nominated => say!(self, "counted nominated pods", "计入的被提名 Pod"),
            Name::Status => say!(self, "status", "状态"),
            Name::Feasible => say!(self, "feasible nodes", "合适的节点"),
            Name::Scores => say!(self, "scores", "分数"),
            Name::Totals => say!(self, "sums", "总和"),
            Name::Ties => say!(self, "best", "最好"),
            Name::Eligible => say!(self, "may preempt", "可以抢占"),
            Name::Potential => say!(self, "nodes where eviction could help", "驱逐可能有用的节点"),
            Name::Candidates => say!(self, "candidates", "候选节点"),
            Name::Removed => say!(self, "removed pods", "移走的 Pod"),
            Name::PutBack => say!(self, "put back", "放回"),
            Name::Budgets => say!(self, "would violate", "会违反"),
            Name::Violating => say!(self, "violate a budget", "违反干扰预算的"),
            Name::Others => say!(self, "others", "其余"),
            Name::Victims => say!(self, "victims", "牺牲者"),
            Name::Violations => say!(self, "victims whose eviction violates a budget", "驱逐会违反干扰预算的牺牲者"),
            Name::Rule => say!(self, "rule", "规则"),
            Name::Compared => say!(self, "compared", "比较"),
            Name::Left => say!(self, "left", "剩下"),
            Name::Cleared => say!(self, "nominations cleared", "清除的提名"),
            Name::Message => say!(self, "message", "消息"),
            Name::Queue => say!(self, "queue", "队列"),
            Name::By => say!(self, "event", "事件"),
        }
    }

    /// To the next call of a function.
    fn to_call(&self, function: &str) -> String {
        say!(self, format!("To the next call of {function}"), format!("到 {function} 的下一次调用"))
    }

    /// How often it was called.
    fn called(&self, times: usize) -> String {
        say!(
            self,
            if times == 1 { "called once so far".into() } else { format!("called {times} times so far") },
            format!("到目前为止调用 {times} 次")
        )
    }
}

impl<T: Speaker> CallSentences for T {}
