//! One sentence for each moment: what happens, and why.

use crate::app::state::Lang;
use crate::framework::{Attempt, DryRun, Outcome, Point, Sheet, Wording};
use crate::simulation::{Deletion, Ending, Queue, What};
use crate::trace::steps::Step;

use super::{clock, pick, reason, short};

/// What the sentences of an attempt are made with.
#[derive(Clone, Copy)]
pub struct Tables<'s> {
    /// Names of the profile.
    pub sheet: &'s Sheet,
    /// Words of the release.
    pub wording: &'static dyn Wording,
}

/// What is told at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// A few words.
    pub title: String,
    /// A sentence or two, with the numbers.
    pub text: String,
    /// Upstream's own words, where there are any.
    pub quote: String,
}

fn story(title: String, text: String) -> Story {
    Story { title, text, quote: String::new() }
}

/// The start of the run.
pub fn start(lang: Lang, nodes: usize, pods: usize) -> Story {
    story(
        pick(lang, "The cluster at the start", "初始集群"),
        pick(
            lang,
            format!("{nodes} {}, {pods} {}. Press play, or step with →.", plural(nodes, "node"), plural(pods, "pod")),
            format!("{nodes} 个节点，{pods} 个 Pod。按播放，或用 → 逐步前进。"),
        ),
    )
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.into() } else { format!("{word}s") }
}

/// An event that is no attempt.
#[allow(clippy::too_many_lines)] // one arm for each kind of event
pub fn event(lang: Lang, what: &What, now: u64) -> Story {
    let (title, text) = match what {
        What::NodeAdded(node) => {
            let name = &node.metadata.name;
            (
                pick(lang, "A node joins", "节点加入"),
                pick(lang, format!("{name} is there from now on."), format!("{name} 加入集群。")),
            )
        }
        What::NodeUpdated(node) => {
            let name = &node.metadata.name;
            (
                pick(lang, "A node changes", "节点变化"),
                pick(lang, format!("{name} is not what it was."), format!("{name} 发生了变化。")),
            )
        }
        What::NodeRemoved(name) => (
            pick(lang, "A node goes", "节点离开"),
            pick(lang, format!("{name} is no longer part of the cluster."), format!("{name} 离开集群。")),
        ),
        What::BudgetUpdated(budget) => {
            let (name, status) = (&budget.metadata.name, &budget.status);
            let (left, healthy, wanted) = (status.disruptions_allowed, status.current_healthy, status.desired_healthy);
            (
                pick(lang, "The budget is counted anew", "重新计算预算"),
                pick(
                    lang,
                    format!("{name}: {healthy} pods are healthy, {wanted} have to be; {left} may be disrupted."),
                    format!("{name}：健康 Pod {healthy} 个，至少需要 {wanted} 个；还允许中断 {left} 个。"),
                ),
            )
        }
        What::PodCreated { pod, by } => {
            let key = pod.key();
            let name = short(&key);
            (
                pick(lang, "A pod is created", "创建 Pod"),
                match by.as_str() {
                    "" if !pod.spec.node_name.is_empty() => {
                        let node = &pod.spec.node_name;
                        pick(
                            lang,
                            format!("{name} is on {node} from the start."),
                            format!("{name} 一开始就在 {node} 上。"),
                        )
                    }
                    "" => pick(lang, format!("{name} has no node yet."), format!("{name} 还没有节点。")),
                    by => pick(lang, format!("{by} makes {name}."), format!("{by} 创建 {name}。")),
                },
            )
        }
        What::Queued { pod, queue, by, until } => queued(lang, pod, *queue, by, *until, now),
        What::Popped { pod, attempt } => (
            pick(lang, "The scheduler takes a pod", "调度器取出一个 Pod"),
            pick(
                lang,
                format!(
                    "{} is first in the active queue: of the highest priority there, and waiting longest among equals. Attempt {attempt}.",
                    short(pod)
                ),
                format!("{} 排在活动队列最前：优先级最高，同级中等待最久。第 {attempt} 次尝试。", short(pod)),
            ),
        ),
        What::Nominated { pod, node } => (
            pick(lang, "Room is kept", "保留位置"),
            pick(
                lang,
                format!(
                    "{} is nominated to {node}: status.nominatedNodeName is set, and pods of lower or equal priority must leave that room alone.",
                    short(pod)
                ),
                format!(
                    "{} 被提名到 {node}：设置 status.nominatedNodeName，同级或更低优先级的 Pod 不得占用这些资源。",
                    short(pod)
                ),
            ),
        ),
        What::NominationCleared { pod, by } => (
            pick(lang, "A nomination ends", "提名结束"),
            match by {
                Some(by) => pick(
                    lang,
                    format!("{} loses its nomination: {} is more important and takes the node.", short(pod), short(by)),
                    format!("{} 失去提名：{} 更重要，占用了该节点。", short(pod), short(by)),
                ),
                None => pick(
                    lang,
                    format!("{} is nominated no longer.", short(pod)),
                    format!("{} 不再被提名。", short(pod)),
                ),
            },
        ),
        What::Assumed { pod, node } => (
            pick(lang, "Assumed", "假定"),
            pick(
                lang,
                format!(
                    "The scheduler counts {} on {node} from now on, and goes on with the next pod while the binding is under way.",
                    short(pod)
                ),
                format!("调度器从现在起将 {} 计入 {node}，绑定进行时即可处理下一个 Pod。", short(pod)),
            ),
        ),
        What::Bound { pod, node } => (
            pick(lang, "Bound", "绑定"),
            pick(
                lang,
                format!("spec.nodeName of {} is {node}.", short(pod)),
                format!("{} 的 spec.nodeName 为 {node}。", short(pod)),
            ),
        ),
        What::Creating(pod) => (
            pick(lang, "Containers are created", "创建容器"),
            pick(lang, format!("The kubelet starts {}.", short(pod)), format!("kubelet 正在启动 {}。", short(pod))),
        ),
        What::Running { pod, .. } => (
            pick(lang, "Running", "运行中"),
            pick(
                lang,
                format!("All containers of {} run.", short(pod)),
                format!("{} 的所有容器都在运行。", short(pod)),
            ),
        ),
        What::Succeeded(pod) => (
            pick(lang, "Done", "完成"),
            pick(
                lang,
                format!("{} ended well; it takes no room any more.", short(pod)),
                format!("{} 成功结束，不再占用资源。", short(pod)),
            ),
        ),
        What::Terminating { pod, until, why } => terminating(lang, pod, until.saturating_sub(now), why),
        What::PodRemoved(pod) => (
            pick(lang, "A pod is gone", "Pod 已消失"),
            pick(
                lang,
                format!("{} is deleted; its room is free.", short(pod)),
                format!("{} 已删除，资源已释放。", short(pod)),
            ),
        ),
        What::Script { text, .. } => (pick(lang, "The script", "脚本"), format!("kubectl {text}")),
        What::End(ending) => (pick(lang, "The end", "结束"), ended(lang, *ending)),
        What::BindFailed { pod, node } => (
            pick(lang, "The binding failed", "绑定失败"),
            pick(
                lang,
                format!(
                    "The API server refuses to bind {} to {node}. The scheduler gives the room back (Unreserve), forgets the pod there, and tries again after a backoff.",
                    short(pod)
                ),
                format!(
                    "API 服务器拒绝将 {} 绑定到 {node}。调度器归还资源（Unreserve），忘记该 Pod 的位置，退避后重试。",
                    short(pod)
                ),
            ),
        ),
        What::Printed { text, .. } => (pick(lang, "kubectl prints", "kubectl 输出"), text.to_string()),
        What::PriorityClassRemoved(name) => (
            pick(lang, "A priority class goes", "优先级类被删除"),
            pick(
                lang,
                format!("{name} is deleted. Pods keep the priority that they have."),
                format!("{name} 已删除。已有 Pod 保留其优先级。"),
            ),
        ),
        What::BudgetRemoved(key) => (
            pick(lang, "A disruption budget goes", "中断预算被删除"),
            pick(lang, format!("{key} protects nothing any more."), format!("{key} 不再保护任何 Pod。")),
        ),
        What::PodUpdated(pod) => (
            pick(lang, "A pod is edited", "Pod 被修改"),
            pick(
                lang,
                format!("{} has another spec or other labels.", short(&pod.key())),
                format!("{} 的规格或标签已更改。", short(&pod.key())),
            ),
        ),
        What::Profiles(_)
        | What::Attempted(_)
        | What::Drawn { .. }
        | What::Message { .. }
        | What::PriorityClassAdded(_) => (pick(lang, "The cluster changes", "集群变化"), String::new()),
    };
    story(title, text)
}

fn ended(lang: Lang, ending: Ending) -> String {
    match ending {
        Ending::Quiet => pick(lang, "Nothing is left to happen.", "不会再发生任何事情。"),
        Ending::Duration => pick(lang, "The scenario's duration is over.", "场景时长已到。"),
        Ending::Limit => pick(lang, "Too many events: the run was cut.", "事件过多，运行被截断。"),
    }
}

/// A point around the binding: what the scheduler and the plugins do there.
pub fn point(lang: Lang, sheet: &Sheet, point: Point, what: &What) -> Story {
    let (What::Assumed { pod, node } | What::Bound { pod, node }) = what else { return Story::default() };
    let pod = short(pod);
    let text = match point {
        Point::Reserve => pick(
            lang,
            format!(
                "The scheduler assumes {pod} on {node}: its requests count there from now on, before the API server knows. Plugins may set aside what it needs."
            ),
            format!("调度器假定 {pod} 在 {node} 上：其请求从现在起计入，API 服务器尚不知情。插件可以预留所需资源。"),
        ),
        Point::Permit => pick(
            lang,
            format!(
                "Plugins may hold the binding of {pod} back or refuse it; none does. The next cycle can begin meanwhile."
            ),
            format!("插件可以推迟或拒绝 {pod} 的绑定；这里没有插件这样做。下一个周期可以同时开始。"),
        ),
        Point::PreBind => pick(
            lang,
            format!("The last chance to prepare {node} for {pod}, such as volumes; there is nothing to do."),
            format!("在绑定前为 {pod} 准备 {node}（例如卷）的最后机会；这里无事可做。"),
        ),
        Point::Bind => pick(
            lang,
            format!("The API server is told: {pod} belongs to {node}. The kubelet there takes over."),
            format!("通知 API 服务器：{pod} 属于 {node}，由该节点的 kubelet 接手。"),
        ),
        _ => pick(
            lang,
            format!("{pod} is bound. Plugins may note it; the scheduler is done with this pod."),
            format!("{pod} 已绑定。插件可以记录此事；调度器对该 Pod 的工作已完成。"),
        ),
    };
    story(sheet.point(point).to_owned(), text)
}

/// A queue's name.
pub fn queue_name(lang: Lang, queue: Queue) -> &'static str {
    let words = super::words(lang);
    match queue {
        Queue::Active => words.active,
        Queue::Backoff => words.backoff,
        Queue::Unschedulable => words.unschedulable,
        Queue::Gated => words.gated,
    }
}

fn queued(lang: Lang, pod: &str, queue: Queue, by: &str, until: Option<u64>, now: u64) -> (String, String) {
    let (name, to) = (short(pod), queue_name(lang, queue));
    let wait = until.map_or_else(String::new, |until| {
        let wait = clock(until.saturating_sub(now));
        pick(lang, format!(" It may be tried again in {wait}."), format!("{wait} 后可再次尝试。"))
    });
    let text = match (by, queue) {
        ("ScheduleAttemptFailure", Queue::Unschedulable) => pick(
            lang,
            format!(
                "{name} goes to the unschedulable pool and waits until something changes that could help it.{wait}"
            ),
            format!("{name} 进入不可调度池，等待可能有帮助的变化。{wait}"),
        ),
        ("PodAdd", _) => {
            pick(lang, format!("{name} is new and goes to the queue: {to}."), format!("{name} 是新 Pod，进入{to}。"))
        }
        ("BackoffComplete", _) => pick(
            lang,
            format!("The backoff of {name} is over; it may be tried again."),
            format!("{name} 退避结束，可以再次尝试。"),
        ),
        _ => pick(
            lang,
            format!("{by} may help {name}; it moves on: {to}.{wait}"),
            format!("{by} 可能对 {name} 有帮助，移入{to}。{wait}"),
        ),
    };
    (pick(lang, format!("To the queue: {to}"), format!("进入{to}")), text)
}

fn terminating(lang: Lang, pod: &str, left: u64, why: &Deletion) -> (String, String) {
    let (name, left) = (short(pod), clock(left));
    let cause = match why {
        Deletion::Preempted { by } => {
            pick(lang, format!("It is a victim of {}.", short(by)), format!("它被 {} 抢占。", short(by)))
        }
        Deletion::Deleted => pick(lang, "Somebody deleted it.", "有人删除了它。"),
        Deletion::ScaledDown => pick(lang, "Its controller has one too many.", "控制器多出一个副本。"),
        Deletion::Drained => pick(lang, "A drain evicts it.", "排空节点将其驱逐。"),
        Deletion::Orphaned => pick(lang, "Its node is gone.", "它的节点已不存在。"),
        Deletion::Tainted => pick(lang, "A NoExecute taint evicts it.", "NoExecute 污点将其驱逐。"),
    };
    (
        pick(lang, "A pod has to go", "Pod 必须离开"),
        pick(
            lang,
            format!("{name} is asked to stop. {cause} It has {left} of grace, and takes its room until then."),
            format!("{name} 被要求停止。{cause}它有 {left} 宽限期，在此之前仍占用资源。"),
        ),
    )
}

fn node(attempt: &Attempt, index: usize) -> &str {
    attempt.nodes.get(index).map_or("?", |name| name.as_str())
}

/// A step within an attempt.
pub fn step(lang: Lang, tables: Tables<'_>, attempt: &Attempt, step: Step) -> Story {
    let pod = short(&attempt.pod);
    match step {
        Step::PreFilter => pre_filter(lang, tables, attempt),
        Step::Filter(index) => filter(lang, tables, attempt, index),
        Step::Score(index) => score(lang, tables, attempt, index),
        Step::Select => select(lang, attempt),
        Step::Eligible => match attempt.preemption.as_ref().and_then(|it| it.ineligible) {
            Some(why) => story(pick(lang, "It may not preempt", "不可抢占"), reason::ineligible(lang, why)),
            None => story(
                pick(lang, "May it preempt?", "可以抢占吗？"),
                pick(
                    lang,
                    format!(
                        "No node has room for {pod}. Its policy allows preemption, and no victim of an earlier one is still terminating: it may look for pods of lower priority to take the place of."
                    ),
                    format!(
                        "没有节点能容纳 {pod}。策略允许抢占，也没有先前的牺牲者仍在终止：可以寻找优先级更低的 Pod。"
                    ),
                ),
            ),
        },
        Step::Potential => potential(lang, attempt),
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => {
            match attempt.preemption.as_ref().and_then(|it| it.dry_runs.get(run)) {
                Some(dry) => dry_run(lang, tables, attempt, dry, step),
                None => Story::default(),
            }
        }
        Step::Rung(index) => rung(lang, attempt, index),
        Step::Choose => choose(lang, attempt),
        Step::Failed => match &attempt.outcome {
            Outcome::Failed { message, .. } => Story {
                title: pick(lang, "Not this time", "此次未能调度"),
                text: match attempt.preemption.as_ref().and_then(|it| it.chosen) {
                    Some(chosen) => pick(
                        lang,
                        format!("{pod} cannot be placed now, but room is being made on {}.", node(attempt, chosen)),
                        format!("{pod} 现在无法放置，但 {} 正在腾出位置。", node(attempt, chosen)),
                    ),
                    None => pick(lang, format!("{pod} stays Pending."), format!("{pod} 保持 Pending。")),
                },
                quote: message.to_string(),
            },
            _ => Story::default(),
        },
        Step::Start | Step::Event | Step::Point(_) => Story::default(),
    }
}

fn pre_filter(lang: Lang, tables: Tables<'_>, attempt: &Attempt) -> Story {
    let pre = &attempt.pre_filter;
    let name = |row: usize| tables.sheet.filter(row);
    if let Some((row, failure)) = &pre.rejected {
        return Story {
            title: pick(lang, "Rejected before any node was seen", "未看节点即被拒绝"),
            text: format!("{}: {}", name(*row), reason::failure(lang, failure)),
            quote: quote(tables, failure),
        };
    }
    let skipped: Vec<_> = pre.skipped.iter().map(|row| name(*row)).collect();
    let mut text = match &pre.node_set {
        Some(set) => pick(
            lang,
            format!("Only {} nodes can do at all. ", set.len()),
            format!("只有 {} 个节点可能合适。", set.len()),
        ),
        None => String::new(),
    };
    if !skipped.is_empty() {
        let list = skipped.join(", ");
        text += &pick(
            lang,
            format!(
                "{} asks for nothing that these look at, so they leave themselves out: {list}.",
                short(&attempt.pod)
            ),
            format!("{} 未要求下列插件检查的内容，跳过：{list}。", short(&attempt.pod)),
        );
    }
    story(pick(lang, "Each plugin looks at the pod", "插件先看 Pod"), text)
}

fn quote(tables: Tables<'_>, failure: &crate::framework::Failure) -> String {
    failure.reasons.iter().map(|reason| tables.wording.reason(reason)).collect::<Vec<_>>().join(", ")
}

fn filter(lang: Lang, tables: Tables<'_>, attempt: &Attempt, index: usize) -> Story {
    let Some(record) = attempt.filter.get(index) else { return Story::default() };
    let name = node(attempt, record.node);
    let pod = short(&attempt.pod);
    let mut text = match record.verdict() {
        Ok(()) => pick(
            lang,
            format!("Every filter passes: {pod} would fit on {name}."),
            format!("全部通过：{pod} 可放入 {name}。"),
        ),
        Err(failure) => {
            let by = record.failed.first().map_or("", |(row, _)| tables.sheet.filter(*row));
            let why = reason::failure(lang, &failure);
            if by.is_empty() { why } else { format!("{by}: {why}") }
        }
    };
    if !record.nominated.is_empty() {
        let list = record.nominated.iter().map(|key| short(key)).collect::<Vec<_>>().join(", ");
        text += &pick(
            lang,
            format!(
                " Nominated pods count as if they were there: {list}; then once more without them (pass {}).",
                record.pass
            ),
            format!(" 已提名的 Pod 视为已在该处：{list}；随后再不计它们检查一次（第 {} 遍）。", record.pass),
        );
    }
    let fits = record.fits();
    Story {
        title: if fits {
            pick(lang, format!("{name} fits"), format!("{name} 可行"))
        } else {
            pick(lang, format!("{name} does not fit"), format!("{name} 不可行"))
        },
        text,
        quote: record.verdict().err().map_or_else(String::new, |failure| quote(tables, &failure)),
    }
}

fn score(lang: Lang, tables: Tables<'_>, attempt: &Attempt, index: usize) -> Story {
    let Some(row) = attempt.scores.rows.get(index) else { return Story::default() };
    let name = tables.sheet.score(row.row);
    let best = row.normalized.iter().copied().max().unwrap_or(0);
    let leaders: Vec<_> =
        attempt.scores.nodes.iter().zip(&row.normalized).filter(|(_, score)| **score == best).collect();
    let text = if leaders.len() == row.normalized.len() {
        pick(
            lang,
            format!("All nodes score {best}, weight {}: it makes no difference here.", row.weight),
            format!("所有节点均为 {best} 分，权重 {}：没有区别。", row.weight),
        )
    } else {
        let list = leaders.iter().map(|(ix, _)| node(attempt, **ix)).collect::<Vec<_>>().join(", ");
        pick(
            lang,
            format!("Best here: {list} with {best}, times weight {}.", row.weight),
            format!("最高：{list}，{best} 分，乘以权重 {}。", row.weight),
        )
    };
    story(name.into(), text)
}

fn select(lang: Lang, attempt: &Attempt) -> Story {
    let Outcome::Scheduled { node: winner, ties } = &attempt.outcome else { return Story::default() };
    let (name, pod) = (node(attempt, *winner), short(&attempt.pod));
    let text = if attempt.scores.totals.is_empty() {
        pick(lang, format!("Only {name} is feasible; nothing needs scoring."), format!("只有 {name} 可行，无需打分。"))
    } else {
        let best = attempt.scores.totals.iter().copied().max().unwrap_or(0);
        let tie = match ties.len() {
            0 | 1 => String::new(),
            count => pick(
                lang,
                format!(" {count} nodes share that total; one is drawn."),
                format!("{count} 个节点同分，随机抽取其一。"),
            ),
        };
        pick(lang, format!("{name} has the best total, {best}.{tie}"), format!("{name} 总分最高：{best}。{tie}"))
    };
    story(pick(lang, format!("{pod} goes to {name}"), format!("{pod} 放到 {name}")), text)
}

fn potential(lang: Lang, attempt: &Attempt) -> Story {
    let Some(preemption) = &attempt.preemption else { return Story::default() };
    let (some, all) = (preemption.potential.len(), attempt.nodes.len());
    let names = preemption.potential.iter().take(6).map(|ix| node(attempt, *ix)).collect::<Vec<_>>().join(", ");
    story(
        pick(lang, "Where could it help?", "哪里可能有用？"),
        match some {
            0 => pick(
                lang,
                "On no node: whatever is wrong there, taking pods away does not change it.",
                "没有节点：无论移走什么 Pod 都无济于事。",
            ),
            _ => pick(
                lang,
                format!(
                    "Taking pods away might make room on {some} of {all}: {names}. Where it would not, no eviction helps."
                ),
                format!("{all} 个节点中有 {some} 个移走 Pod 后可能腾出位置：{names}。"),
            ),
        },
    )
}

fn dry_run(lang: Lang, tables: Tables<'_>, attempt: &Attempt, dry: &DryRun, step: Step) -> Story {
    let (name, pod) = (node(attempt, dry.node), short(&attempt.pod));
    let list = |indices: &mut dyn Iterator<Item = usize>| {
        indices.filter_map(|ix| dry.removed.get(ix)).map(|it| short(&it.pod)).collect::<Vec<_>>().join(", ")
    };
    match step {
        Step::Lift(_) => {
            let (count, names) = (dry.removed.len(), list(&mut (0..dry.removed.len())));
            story(
                pick(lang, format!("What if {name} were emptied?"), format!("如果清空 {name}？")),
                pick(
                    lang,
                    if count == 1 {
                        format!("In thought only, the one pod of lower priority than {pod} is taken off: {names}.")
                    } else {
                        format!(
                            "In thought only, all {count} pods of lower priority than {pod} are taken off: {names}."
                        )
                    },
                    format!("仅作推演：移开所有 {count} 个优先级低于 {pod} 的 Pod：{names}。"),
                ),
            )
        }
        Step::Try(_) => match &dry.failure {
            Some((_, failure)) => Story {
                title: pick(lang, format!("{pod} does not fit even so"), format!("即便如此 {pod} 仍放不下")),
                text: reason::failure(lang, failure),
                quote: quote(tables, failure),
            },
            None => story(
                pick(lang, format!("{pod} fits on the emptied {name}"), format!("{pod} 可放入清空后的 {name}")),
                pick(
                    lang,
                    "So the node is a candidate. Now each lifted pod is asked back, most important first, protected ones before the rest: who can stay?",
                    "因此该节点是候选。现在逐一请回被移开的 Pod，受预算保护者优先，其次按重要性：谁能留下？",
                ),
            ),
        },
        Step::Reprieve(_, index) => reprieve(lang, tables, attempt, dry, index),
        _ if dry.failure.is_some() => {
            let text = dry.failure.as_ref().map_or_else(String::new, |(_, failure)| reason::failure(lang, failure));
            story(pick(lang, format!("{name} is no candidate"), format!("{name} 不是候选")), text)
        }
        _ => {
            let names = list(&mut dry.victims.iter().copied());
            let text = if dry.victims.is_empty() {
                pick(lang, "Nobody would have to go.", "无需任何 Pod 离开。")
            } else {
                let violations = match dry.violations {
                    0 => pick(lang, "no budget is violated", "不违反任何预算"),
                    count => pick(lang, format!("{count} against a budget"), format!("{count} 个违反预算")),
                };
                pick(lang, format!("Victims there: {names}; {violations}."), format!("牺牲者：{names}；{violations}。"))
            };
            story(pick(lang, format!("{name} is a candidate"), format!("{name} 是候选")), text)
        }
    }
}

fn reprieve(lang: Lang, tables: Tables<'_>, attempt: &Attempt, dry: &DryRun, index: usize) -> Story {
    let Some(reprieve) = dry.reprieves.get(index) else { return Story::default() };
    let (name, pod) = (node(attempt, dry.node), short(&attempt.pod));
    let asked = dry.removed.get(reprieve.pod).map_or("?", |it| short(&it.pod));
    let budget = match reprieve.violates.as_slice() {
        [] => String::new(),
        budgets => {
            let list = budgets.iter().map(|key| short(key)).collect::<Vec<_>>().join(", ");
            pick(lang, format!(" Its eviction would violate {list}."), format!("驱逐它会违反 {list}。"))
        }
    };
    match &reprieve.failure {
        None => story(
            pick(lang, format!("{asked} may stay"), format!("{asked} 可以留下")),
            pick(
                lang,
                format!("{asked} is put back on {name}, and {pod} still fits beside it: it is reprieved.{budget}"),
                format!("将 {asked} 放回 {name}，{pod} 仍放得下：得以保留。{budget}"),
            ),
        ),
        Some((row, failure)) => {
            let by = tables.sheet.filter(*row);
            Story {
                title: pick(lang, format!("{asked} must go"), format!("{asked} 必须离开")),
                text: pick(
                    lang,
                    format!(
                        "With {asked} back on {name}, {pod} no longer fits. {by}: {}{budget} No reprieve: it is a victim.",
                        reason::failure(lang, failure)
                    ),
                    format!(
                        "放回 {asked} 后，{pod} 放不进 {name}。{by}：{}{budget}不予保留：成为牺牲者。",
                        reason::failure(lang, failure)
                    ),
                ),
                quote: quote(tables, failure),
            }
        }
    }
}

fn rung(lang: Lang, attempt: &Attempt, index: usize) -> Story {
    let Some(rung) = attempt.preemption.as_ref().and_then(|it| it.ladder.get(index)) else { return Story::default() };
    let (name, _) = reason::rule(lang, rung.rule);
    let kept = rung.kept.iter().map(|ix| node(attempt, *ix)).collect::<Vec<_>>().join(", ");
    let (left, of) = (rung.kept.len(), rung.values.len());
    let text = if left == of && of > 1 {
        pick(
            lang,
            format!("All {of} candidates are equal here; the next rule decides."),
            format!("{of} 个候选相同，由下一条规则决定。"),
        )
    } else {
        pick(lang, format!("{left} of {of} stay in: {kept}."), format!("{of} 个候选中留下 {left} 个：{kept}。"))
    };
    story(name, text)
}

fn choose(lang: Lang, attempt: &Attempt) -> Story {
    let Some(preemption) = &attempt.preemption else { return Story::default() };
    let Some(chosen) = preemption.chosen else { return Story::default() };
    let name = node(attempt, chosen);
    let victims = preemption.dry_runs.iter().find(|run| run.node == chosen).map_or_else(String::new, |run| {
        run.victims.iter().filter_map(|ix| run.removed.get(*ix)).map(|it| short(&it.pod)).collect::<Vec<_>>().join(", ")
    });
    let tie = match preemption.ties.len() {
        0 | 1 => String::new(),
        count => pick(
            lang,
            format!(" {count} nodes are equal to the last rule; one is drawn."),
            format!("{count} 个节点完全相同，随机抽取。"),
        ),
    };
    story(
        pick(lang, format!("{name} is chosen"), format!("选中 {name}")),
        pick(
            lang,
            format!("{} will have to go: {victims}.{tie}", if victims.contains(',') { "These" } else { "This pod" }),
            format!("将被驱逐：{victims}。{tie}"),
        ),
    )
}
