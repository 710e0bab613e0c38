//! The scheduler's source, read along with a run: what each function is there for, and what its values are.

use releases::call_graph::Role;
use trace::calls::ValueName;

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of the page.
    pub struct CallTreeLabels {
        tree: "Functions of kube-scheduler", "kube-scheduler 的函数";
        around: "Around the scheduler", "调度器之外";
        takes: "Takes", "输入";
        gives: "Gives", "输出";
        fits: "Success", "Success";
        may: "yes", "可以";
        nothing: "none", "无";
        not_begun:
            "The run hasn’t started. Step forward to highlight the active function.",
            "运行尚未开始。前进一步，这里就会标出正在执行的函数。";
        leaves: "on GitHub", "在 GitHub 上";
    }
}

/// What is said about functions.
pub trait CallSentences: Grammar {
    /// The fixed words.
    fn call_labels(&self) -> &'static CallTreeLabels {
        CallTreeLabels::of(self)
    }

    /// What a function is there for, in a sentence or two.
    fn role_description(&self, role: Role) -> &'static str {
        match role {
            Role::Loop => translate!(
                self,
                "Main loop: pops a pod, picks a node, and binds it asynchronously while the next pod is scheduled.",
                "一直循环：从队列取出一个 Pod，决定它的去向，绑定则与下一个 Pod 的调度同时进行。"
            ),
            Role::Pop => translate!(
                self,
                "Waits until activeQ has a pod, then pops the one with the highest priority; on a tie, the one that has waited longest.",
                "等到 activeQ 中有 Pod，取出优先级最高的一个；优先级相同时取等待最久的。"
            ),
            Role::OnePod => translate!(
                self,
                "The usual path: this pod belongs to no pod group. Picks a node, then binds the pod while the next one is scheduled.",
                "通常的路径：这个 Pod 不属于任何 Pod 组。先决定，再在调度下一个 Pod 的同时绑定。"
            ),
            Role::Cycle => translate!(
                self,
                "Runs for one pod at a time. Finds a node; if none fits, looks for what could help. Ends when the pod is assumed on its node.",
                "同一时间只有一个。寻找节点；没有合适的节点时，看看怎样才能放下。Pod 计入节点后结束。"
            ),
            Role::Algorithm => translate!(
                self,
                "Looks for a node. If none fits, builds the error message or looks for pods to evict.",
                "寻找节点。没有合适的节点时，生成错误消息，或寻找可以驱逐的 Pod。"
            ),
            Role::Schedule => translate!(
                self,
                "snapshot → feasible nodes → scores → best node. If only one node is feasible, nothing is scored.",
                "快照 → 合适的节点 → 打分 → 最好的一个。只有一个节点合适时不打分。"
            ),
            Role::FindNodes => translate!(
                self,
                "First the checks that cover all nodes at once, then the filters node by node, then the extenders.",
                "先做与所有节点有关的检查，再逐个节点过滤，最后询问扩展程序。"
            ),
            Role::PreFilter => translate!(
                self,
                "Looks at the pod and the whole cluster once, and computes what the filters need on every node. A plugin may skip its filter, name the only nodes worth checking, or reject the pod.",
                "对 Pod 和整个集群只看一次，算出的结果供每个节点使用。插件可以跳过自己的过滤，指定仅有的可用节点，或拒绝 Pod。"
            ),
            Role::EachNode => translate!(
                self,
                "Checks many nodes in parallel, starting where the last search stopped. In a large cluster it stops as soon as it has found enough feasible nodes.",
                "同时检查多个节点，从上次停下的地方开始。集群较大时，找到足够多的节点就停止。"
            ),
            Role::Filter => translate!(
                self,
                "Runs all filters for one node, up to the first that rejects it. If pods of the same or higher priority are nominated to the node, the filters run once with them and once without; both runs must pass.",
                "对一个节点运行所有过滤插件，直到第一个拒绝为止。若有同等或更高优先级的 Pod 被提名到该节点，则计入它们检查一次，不计入再检查一次，两次都要通过。"
            ),
            Role::PassExtenders => translate!(
                self,
                "Sends the remaining nodes to one extender after another. Stops when none remain.",
                "依次把剩下的节点交给各个扩展程序；没有节点剩下时停止。"
            ),
            Role::ExtenderFilter => translate!(
                self,
                "An HTTP request: here are the pod and the nodes; which of them are suitable?",
                "一次 HTTP 请求：给出 Pod 和节点，问哪些节点可用。"
            ),
            Role::Prioritize => translate!(
                self,
                "Runs every score plugin, normalizes its scores and multiplies them by its weight, then adds the extenders’ scores. The node’s total is the sum.",
                "每个插件打分，归一化，乘以权重；然后是扩展程序。最后看总和。"
            ),
            Role::Score => translate!(
                self,
                "Each plugin scores each feasible node; the scores are normalized and multiplied by the plugin’s weight.",
                "每个插件给每个合适的节点打分；分数归一化后乘以插件的权重。"
            ),
            Role::ExtenderScore => translate!(
                self,
                "An HTTP request: how good is each of these nodes? The weighted scores are added to the total.",
                "一次 HTTP 请求：这些节点各有多好？答案乘以系数后加入总和。"
            ),
            Role::Select => translate!(
                self,
                "Picks the node with the highest total. How ties are broken depends on the release.",
                "总和最大的节点。相同时按该版本的方式选择。"
            ),
            Role::PostFilter => translate!(
                self,
                "No node fits. Can anything make the pod schedulable later?",
                "没有节点合适。能否做些什么，让 Pod 以后放得下？"
            ),
            Role::Plugin => translate!(
                self,
                "The preemption plugin. It returns the node to nominate, or the reason why there is none.",
                "负责的插件是抢占。它给出要提名的节点，或说明为什么没有。"
            ),
            Role::Preempt => translate!(
                self,
                "may the pod preempt? → which nodes could help? → which victims? → best candidate → evict.",
                "可以抢占吗？→ 哪里可能有用？→ 代价是谁？→ 代价最小的节点 → 驱逐。"
            ),
            Role::Eligible => translate!(
                self,
                "No if the pod’s preemptionPolicy is Never. No if a victim is still terminating on its nominated node: then it waits.",
                "策略为 Never 时不可以。若提名节点上还有牺牲者正在终止，也不可以，先等待。"
            ),
            Role::Candidates => translate!(
                self,
                "Finds the nodes where eviction could help and, on each of them, the pods to evict.",
                "驱逐可能有用的节点，以及每个节点上需要离开的 Pod。"
            ),
            Role::Potential => translate!(
                self,
                "Skips nodes where eviction can’t help, such as those with an untolerated taint or labels that don’t match.",
                "排除驱逐也没有用的节点，例如污点不被容忍或标签不匹配的节点。"
            ),
            Role::DryRuns => translate!(
                self,
                "Does a dry run on each of these nodes, many in parallel, each on a copy. Nothing is evicted yet.",
                "对每个这样的节点问同一个问题，同时进行，只在副本上试验，尚未驱逐任何 Pod。"
            ),
            Role::Victims => translate!(
                self,
                "Removes all lower-priority pods from a copy of the node. If the pod fits now, puts back as many of them as possible; those that can’t be put back are the victims.",
                "从节点的副本上移走所有低优先级的 Pod。现在放得下吗？然后尽量把它们放回；放不回的就是牺牲者。"
            ),
            Role::Try => translate!(
                self,
                "Runs the filters again on the copy without the lower-priority pods. If they still fail, the node isn’t a candidate.",
                "在没有低优先级 Pod 的副本上再运行一次过滤。仍不通过，该节点就不是候选节点。"
            ),
            Role::Budgets => translate!(
                self,
                "Splits the removed pods into those whose eviction would violate a budget and the others. The violating ones are put back first.",
                "把移走的 Pod 分成两组：驱逐会违反干扰预算的，和其余的。前者先放回。"
            ),
            Role::Reprieve => translate!(
                self,
                "put a pod back → does the preemptor still fit? If so, the pod is reprieved. If not, it is removed again: a victim.",
                "放回一个 Pod → 抢占者还放得下吗？放得下，它就留下；放不下，再次移走，成为牺牲者。"
            ),
            Role::Sacrifice => translate!(
                self,
                "Extenders that support preemption may remove candidates or change their victims.",
                "支持抢占的扩展程序可以去掉候选节点，或更改牺牲者。"
            ),
            Role::ExtenderPreempt => translate!(
                self,
                "An HTTP request: these are the candidates and their victims; which of them remain?",
                "一次 HTTP 请求：给出候选节点及其牺牲者，问哪些保留。"
            ),
            Role::Choose => translate!(
                self,
                "Picks the best candidate by a list of rules. Now preemption has its node.",
                "取规则留下的候选节点。到这里抢占已确定节点。"
            ),
            Role::Ladder => translate!(
                self,
                "Applies one rule after another while more than one node remains: budget violations, highest victim priority, sum of priorities, number of victims, latest start.",
                "只要还剩多个节点，就逐条应用规则：干扰预算、最高的牺牲者优先级、优先级之和、牺牲者数量、最晚的启动时间。"
            ),
            Role::Prepare => translate!(
                self,
                "Evicts the victims, and clears nominations of lower-priority pods to this node.",
                "驱逐牺牲者，并清除较不重要的 Pod 对该节点的提名。"
            ),
            Role::Evict => translate!(
                self,
                "Deletes a victim through the API server. The victim has its grace period to shut down.",
                "通过 API 服务器删除牺牲者。它有宽限期来终止。"
            ),
            Role::LowerNominated => translate!(
                self,
                "Finds the lower-priority pods that are nominated to this node. They have to find another one.",
                "指望该节点的低优先级 Pod 需要重新寻找。"
            ),
            Role::ClearNomination => translate!(
                self,
                "Clears status.nominatedNodeName, so the pod’s next attempt considers all nodes.",
                "删除 status.nominatedNodeName，使该 Pod 下次尝试时查看所有节点。"
            ),
            Role::BeforeBinding => translate!(
                self,
                "Records the decision in the scheduler’s cache, and asks the plugins whether binding may start.",
                "把决定写入调度器的内存，并询问能否开始绑定。"
            ),
            Role::AssumeAndReserve => translate!(
                self,
                "Assumes the pod on its node and runs the Reserve plugins, which set aside what it needs.",
                "把 Pod 计入节点，并让插件预留它所需的资源。"
            ),
            Role::Assume => translate!(
                self,
                "From now on the scheduler’s cache counts the pod on its node, although the API server doesn’t know yet. So the next pod can be scheduled right away.",
                "从现在起，Pod 在调度器的缓存中计入节点，尽管 API 服务器还不知道。这样可以立即调度下一个 Pod。"
            ),
            Role::Reserve => translate!(
                self,
                "The pod now counts on its node. Plugins reserve what it needs; if one of them can’t, all reservations are rolled back.",
                "Pod 现已计入节点。插件预留它所需的资源；有一个做不到，就全部归还。"
            ),
            Role::BindVolumes => translate!(
                self,
                "Tells the API server which volume each claim gets, and waits until they are bound.",
                "将各申领所得的卷告知 API 服务器，并等待其绑定。"
            ),
            Role::Volumes => translate!(
                self,
                "Notes which volume each claim gets, or that one must be provisioned for this node.",
                "记下每个申领得到哪个卷，或需要为该节点制备卷。"
            ),
            Role::Permit => translate!(
                self,
                "A plugin may reject the pod here, or delay its binding.",
                "插件可以在这里拒绝 Pod，或让它在绑定前等待。"
            ),
            Role::Failure => translate!(
                self,
                "The attempt failed: reports why in an event and in the pod’s status, and puts the pod back in the queue.",
                "尝试失败：在事件和 Pod 状态中说明原因，并把 Pod 放到等待的地方。"
            ),
            Role::Message => translate!(
                self,
                "Counts the reasons across all nodes, sorts them as text, and joins them into the message that kubectl describe shows.",
                "统计所有节点上的原因，按文本排序，合成 kubectl describe 显示的消息。"
            ),
            Role::Requeue => translate!(
                self,
                "Moves the pod to the unschedulable pods, where it waits for an event. If something relevant changed during the attempt, it goes to the backoff queue instead.",
                "把 Pod 放到等待事件的地方。若尝试期间有变化，则放入退避队列。"
            ),
            Role::Nominate => translate!(
                self,
                "Sets status.nominatedNodeName: the pod is expected there once its victims are gone. Filters for other pods take it into account.",
                "写入 status.nominatedNodeName：牺牲者离开后，预计 Pod 会到那里。其他 Pod 过滤时会看到它。"
            ),
            Role::Binding => translate!(
                self,
                "wait for Permit → PreBind → Bind → PostBind. Runs in parallel with the next scheduling cycle.",
                "等待许可 → 准备 → 绑定 → 收尾。与下一个周期同时进行。"
            ),
            Role::Expect => translate!(
                self,
                "If the pod waits in Permit or PreBind has work to do, sets status.nominatedNodeName so that other components can see the expected node.",
                "如果 Pod 在 Permit 处等待，或 PreBind 有事要做：把节点写入 status.nominatedNodeName，供调度器以外的程序使用。"
            ),
            Role::WaitOnPermit => translate!(
                self,
                "Waits until every plugin that delayed the pod in Permit has answered.",
                "在这里等待，直到要求等待的插件给出答复。"
            ),
            Role::PreBind => translate!(
                self,
                "Does what must be done before the pod is bound, such as binding or provisioning volumes.",
                "Pod 出发前必须完成的事：绑定或制备卷。"
            ),
            Role::Bind => translate!(
                self,
                "The first binder that accepts the pod: an extender, otherwise a plugin.",
                "由第一个负责绑定的扩展程序完成；没有，则由插件完成。"
            ),
            Role::BindPlugins => translate!(
                self,
                "Sends the node to the API server, which sets spec.nodeName; then the kubelet takes over.",
                "把节点告诉 API 服务器；它写入 spec.nodeName，之后由 kubelet 接手。"
            ),
            Role::PostBind => translate!(
                self,
                "Informs plugins that the pod is bound. Nothing can fail anymore.",
                "通知插件已经完成。此后不会再失败。"
            ),
            Role::Unreserve => translate!(
                self,
                "Something failed after the node was chosen. The pod no longer counts on the node, and plugins release what they reserved.",
                "决定之后出现失败。Pod 不再计入节点，插件归还预留的资源。"
            ),
            Role::Handlers => translate!(
                self,
                "Watches the API server, keeps the cache up to date, and informs the queue of changes.",
                "监视 API 服务器，更新缓存，并把发生的事告诉队列。"
            ),
            Role::Add => {
                translate!(self, "A new pod without a node goes to activeQ.", "没有节点的新 Pod 进入 activeQ。")
            }
            Role::Move => translate!(
                self,
                "Something changed that might help: pods waiting for it move to activeQ, or to the backoff queue if their backoff isn’t over.",
                "发生了可能有帮助的事：等待它的 Pod 移到 activeQ；退避未结束的移到退避队列。"
            ),
            Role::Timers => translate!(
                self,
                "Two timers: one for pods whose backoff is over, one for pods that have waited too long.",
                "两个定时器：一个处理结束的退避，一个处理等待过久的 Pod。"
            ),
            Role::Flush => {
                translate!(self, "Pods whose backoff is over move to activeQ.", "退避结束的 Pod 移到 activeQ。")
            }
            Role::ApiServer => translate!(
                self,
                "Not the scheduler: the API server stores the object and notifies everyone watching it.",
                "不是调度器：API 服务器保存对象，并通知所有监视者。"
            ),
            Role::Kubelet => translate!(
                self,
                "Not the scheduler: the kubelet on the pod’s node starts and stops its containers.",
                "不是调度器：Pod 所在节点的 kubelet 启动和停止容器。"
            ),
            Role::Kubectl => translate!(
                self,
                "Not the scheduler: a person, or the scenario’s script.",
                "不是调度器：由人或场景的脚本执行。"
            ),
            Role::Eviction => translate!(
                self,
                "Not the scheduler: the API server answers an eviction request after checking the pod’s disruption budget.",
                "不是调度器：API 服务器答复驱逐请求，为此询问该 Pod 的干扰预算。"
            ),
            Role::BudgetCount => translate!(
                self,
                "Not the scheduler: the disruption controller gets the expected number of pods from their controllers, and counts the healthy ones.",
                "不是调度器：干扰控制器询问 Pod 的控制器应有多少个 Pod，并统计健康的 Pod。"
            ),
            Role::BudgetController => translate!(
                self,
                "Not the scheduler: the disruption controller updates how many disruptions a budget still allows.",
                "不是调度器：干扰控制器写下干扰预算此刻还可中断多少个。"
            ),
            Role::WorkloadController => translate!(
                self,
                "Not the scheduler: a workload’s controller creates the missing pods.",
                "不是调度器：工作负载的控制器创建缺少的 Pod。"
            ),
            Role::NodeController => translate!(
                self,
                "Not the scheduler: the node lifecycle controller checks all nodes every 5 s. If a kubelet has been silent for too long, its node’s status becomes Unknown.",
                "不是调度器：节点生命周期控制器每 5 秒检查所有节点；kubelet 沉默过久的节点变为未知状态。"
            ),
            Role::ZoneController => translate!(
                self,
                "Not the scheduler: the more nodes in a zone are not ready, the slower the node lifecycle controller evicts there. If no node in any zone is ready, it evicts no pods.",
                "不是调度器：一个可用区中未就绪的节点越多，节点生命周期控制器在那里的驱逐就越慢；若所有可用区的节点都未就绪，则不驱逐任何 Pod。"
            ),
            Role::DeploymentController => translate!(
                self,
                "Not the scheduler: the Deployment controller scales each of its ReplicaSets.",
                "不是调度器：Deployment 控制器决定它的每个 ReplicaSet 的规模。"
            ),
            Role::StatefulSetController => translate!(
                self,
                "Not the scheduler: the StatefulSet controller creates and replaces pods by ordinal.",
                "不是调度器：StatefulSet 控制器按序号创建和替换 Pod。"
            ),
            Role::DaemonSetController => translate!(
                self,
                "Not the scheduler: the DaemonSet controller keeps a pod on every eligible node.",
                "不是调度器：DaemonSet 控制器在每个适用的节点上保持一个 Pod。"
            ),
            Role::JobController => translate!(
                self,
                "Not the scheduler: the Job controller creates pods until enough of them have succeeded.",
                "不是调度器：Job 控制器创建 Pod，直到足够多的 Pod 成功。"
            ),
            Role::GroupLoop => translate!(
                self,
                "One group of pods: from the queue until all that fit are on their nodes, or all wait.",
                "一个 Pod 组：从队列到全部就位，或者全部等待。"
            ),
            Role::GroupCycle => translate!(
                self,
                "Everything that is decided for a group, on one snapshot of the cluster. Nothing is bound meanwhile.",
                "在集群的同一份快照上为整个组作出全部决定。此时不绑定任何 Pod。"
            ),
            Role::GroupMember => translate!(
                self,
                "Tries the members one after the other; each one that fits counts for the next.",
                "依次尝试各个成员；放得下的成员会计入后面的尝试。"
            ),
            Role::GroupPlacement => translate!(
                self,
                "Tries the members in one set of nodes after the other, and takes the set with the best score.",
                "逐个节点集合尝试各成员，并取得分最高的集合。"
            ),
            Role::GroupPreempt => translate!(
                self,
                "Removes everything less important in thought, then puts unit after unit back, as long as the group still fits.",
                "设想移除所有不太重要的单元，再逐个放回，只要整组仍放得下。"
            ),
            Role::GroupResult => translate!(
                self,
                "Carries out the verdict: the members are bound, or all go back to the queue.",
                "执行结论：绑定各成员，或者全部放回队列。"
            ),
            Role::Provisioner => translate!(
                self,
                "Not the scheduler: a provisioner creates a volume for a claim.",
                "不是调度器：制备器为申领制备卷。"
            ),
            Role::ClaimController => translate!(
                self,
                "Not the scheduler: the volume controller binds a claim to its volume.",
                "不是调度器：卷控制器把申领与卷绑定。"
            ),
        }
    }

    /// What a value is.
    fn value_name(&self, name: ValueName) -> &'static str {
        match name {
            ValueName::Pod => translate!(self, "pod", "Pod"),
            ValueName::Group => "PodGroup",
            ValueName::Attempt => translate!(self, "attempt", "第几次尝试"),
            ValueName::Snapshot => translate!(self, "nodes in the snapshot", "快照中的节点"),
            ValueName::Node => translate!(self, "node", "节点"),
            ValueName::Plugin => translate!(self, "plugin", "插件"),
            ValueName::Weight => translate!(self, "weight", "权重"),
            ValueName::Extender => translate!(self, "extender", "扩展程序"),
            ValueName::Skipped => translate!(self, "skipped filters", "跳过的过滤"),
            ValueName::NodeSet => translate!(self, "only these nodes", "仅限这些节点"),
            ValueName::Nominated => translate!(self, "counted nominated pods", "计入的被提名 Pod"),
            ValueName::Status => translate!(self, "status", "状态"),
            ValueName::Feasible => translate!(self, "feasible nodes", "可行节点"),
            ValueName::Scores => translate!(self, "scores", "分数"),
            ValueName::Totals => translate!(self, "totals", "总分"),
            ValueName::Ties => translate!(self, "best", "最好"),
            ValueName::Eligible => translate!(self, "may preempt", "可以抢占"),
            ValueName::Potential => translate!(self, "nodes where eviction could help", "驱逐可能有用的节点"),
            ValueName::Candidates => translate!(self, "candidates", "候选节点"),
            ValueName::Removed => translate!(self, "removed pods", "移走的 Pod"),
            ValueName::PutBack => translate!(self, "put back", "放回"),
            ValueName::Budgets => translate!(self, "would violate", "会违反"),
            ValueName::Violating => translate!(self, "violate a budget", "违反干扰预算的"),
            ValueName::Others => translate!(self, "others", "其余"),
            ValueName::Victims => translate!(self, "victims", "牺牲者"),
            ValueName::Violations => {
                translate!(self, "victims whose eviction violates a budget", "驱逐会违反干扰预算的牺牲者")
            }
            ValueName::Rule => translate!(self, "rule", "规则"),
            ValueName::Compared => translate!(self, "compared", "比较"),
            ValueName::Left => translate!(self, "remaining", "剩下"),
            ValueName::Cleared => translate!(self, "nominations cleared", "清除的提名"),
            ValueName::Message => translate!(self, "message", "消息"),
            ValueName::Queue => translate!(self, "queue", "队列"),
            ValueName::By => translate!(self, "event", "事件"),
        }
    }

    /// To the next call of a function.
    fn next_call_of(&self, function: &str) -> String {
        translate!(self, format!("To the next call of {function}"), format!("到 {function} 的下一次调用"))
    }

    /// How often it was called.
    fn called_times(&self, times: usize) -> String {
        translate!(
            self,
            if times == 1 { "called once so far".into() } else { format!("called {times} times so far") },
            format!("到目前为止调用 {times} 次")
        )
    }
}

impl<T: Speaker> CallSentences for T {}
