//! What comes of a drain, of the loss of a zone and of a priority class, in sentences and for each pod.

use api::{Millis, NamespacedName};
use protocol::{
    Consequences, DrainFlag, EvictionError, Extent, FailedJob, MissingSuccessor, PodConsequence, PodFate, PodPlacement,
    StayReason, Trial,
};
use runlog::Deletion;

use crate::{
    format_clock,
    languages::Speaker,
    short_pod_name,
    table::{
        grammar::{CountedNoun, Grammar},
        stay_reason::StaySentences,
    },
};

/// Names that a sentence has at most.
const MAX_NAMES: usize = 4;

/// Sentences of it.
pub trait TrialSentences: Grammar + StaySentences {
    /// What comes of it, in a sentence or two.
    fn trial_summary(&self, trial: &Trial, consequences: &Consequences) -> String {
        let first = match trial {
            Trial::Drain(node) => self.drain_summary(node, consequences),
            Trial::LoseZone(zone) => self.zone_loss_summary(zone, consequences),
            Trial::Class { like, class } => self.class_summary(short_pod_name(like), class, consequences),
        };
        let failed_jobs = consequences.failed_jobs.iter().map(|job| self.job_failure(job));
        let texts = [first, self.violated_budgets(consequences)].into_iter().chain(failed_jobs);
        let texts =
            texts.chain([self.departures_elsewhere(trial, consequences), self.followed_time(consequences.extent)]);
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        texts.join(translate!(self, " ", ""))
    }

    /// How far a copy of the run was followed that did not come to its end; nothing for one that did.
    fn followed_time(&self, extent: Extent) -> String {
        match extent {
            Extent::ToEnd => String::new(),
            Extent::Until(time) => {
                let time = format_clock(time.round_down_to(Millis::new(100)));
                translate!(
                    self,
                    format!("The run was followed for {time} after this moment; what happens later isn’t known."),
                    format!("从当前时刻起跟踪了 {time}；之后会发生什么并不确定。")
                )
            }
        }
    }

    /// A Job that fails.
    fn job_failure(&self, failed_job: &FailedJob) -> String {
        let (job, reason) = (short_pod_name(&failed_job.job), &failed_job.reason);
        translate!(
            self,
            format!("Job {job} fails ({reason}): its pods are deleted on every node, and it creates no more."),
            format!("Job {job} 失败（{reason}）：它在所有节点上的 Pod 都会被删除，也不再创建新的。")
        )
    }

    /// Pods that go although they are not on the nodes to which it is done; nothing where that is all that it is about.
    fn departures_elsewhere(&self, trial: &Trial, consequences: &Consequences) -> String {
        let is_elsewhere = |fate: &&PodFate| {
            fate.leaves_node() && !fate.is_new && !fate.finished && !consequences.nodes.contains(&fate.node)
        };
        match consequences.fates.iter().filter(is_elsewhere).count() {
            0 => String::new(),
            _ if matches!(trial, Trial::Class { .. }) => String::new(),
            1 => translate!(
                self,
                "Because of it, 1 pod elsewhere goes, too.".into(),
                "别处还有 1 个 Pod 因此离开。".into()
            ),
            count => translate!(
                self,
                format!("Because of it, {count} pods elsewhere go, too."),
                format!("别处还有 {count} 个 Pod 因此离开。")
            ),
        }
    }

    /// Why pods cannot be evicted: with a verb before it, and in Chinese after a comma.
    fn eviction_obstacle(&self, fates: &[&PodFate]) -> String {
        let budgets = protecting_budgets(fates);
        let errors = fates.iter().filter_map(|fate| match &fate.comes {
            PodConsequence::EvictionFails(error) => Some(error),
            _ => None,
        });
        let errors: Vec<&EvictionError> = errors.collect();
        let mut reasons = Vec::new();
        if !errors.is_empty() {
            let codes: api::Set<String> = errors.iter().map(|error| error.code.to_string()).collect();
            let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
            let codes = self.list(&codes);
            reasons.push(translate!(
                self,
                format!("because the API server answers their eviction with an error ({codes})"),
                format!("API 服务器以错误（{codes}）回答驱逐请求")
            ));
        }
        if !budgets.is_empty() {
            let names = self.first_names(&budgets);
            reasons.push(translate!(
                self,
                format!("because {names} allows no more evictions"),
                format!("{names} 不再允许驱逐")
            ));
        }
        reasons.join(translate!(self, " and ", "，"))
    }

    /// An error of the Eviction API in its words, and what helps.
    fn eviction_error(&self, error: &EvictionError, pods: &[&str]) -> String {
        let (names, message, code) = (self.first_names(pods), &error.message, error.code);
        let budgets: Vec<&str> = error.budgets.iter().map(|key| short_pod_name(key)).collect();
        if budgets.len() < 2 {
            return translate!(
                self,
                format!("{names}: error {code}, {message}. kubectl drain doesn’t ask again."),
                format!("{names}：错误 {code}，{message}。kubectl drain 不会再次请求。")
            );
        }
        let budgets = self.list(&budgets);
        translate!(
            self,
            format!(
                "{names}: error {code}, “{message}” kubectl drain doesn’t ask again, whatever {budgets} allow. All of these budgets but one \
                 have to go, or --disable-eviction, which deletes pods without asking budgets."
            ),
            format!(
                "{names}：错误 {code}，“{message}”无论 {budgets} 是否允许，kubectl drain 都不会再次请求。只能保留其中一个预算，或使用 \
                 --disable-eviction，它不询问预算而直接删除 Pod。"
            )
        )
    }

    /// Whether a node can be drained: with plain `kubectl drain`, or with flags.
    fn drain_summary(&self, node: &str, consequences: &Consequences) -> String {
        let is_on_node = |fate: &&PodFate| *fate.node == *node && !fate.is_new;
        let pod_fates: Vec<&PodFate> = consequences.fates.iter().filter(is_on_node).collect();
        let count = |is_counted: &dyn Fn(&PodConsequence) -> bool| {
            pod_fates.iter().filter(|fate| is_counted(&fate.comes)).count()
        };
        let stay_count = count(&|comes| matches!(comes, PodConsequence::Kept(_) | PodConsequence::EvictionFails(_)));
        let pending_count = count(&|comes| {
            matches!(comes, PodConsequence::Stays(StayReason::NotFollowed(_)) | PodConsequence::Lingers(_))
        });
        let leave_count = pod_fates.iter().filter(|fate| fate.leaves_node()).count();
        let last = pod_fates.iter().filter_map(|fate| deletion_delay(fate)).max().unwrap_or(Millis::ZERO);
        let last = format_clock(last);
        let rest = self.aftermath(consequences);
        let obstacle = self.eviction_obstacle(&pod_fates);
        let flag_names: Vec<&str> = consequences.flags.iter().map(|drain_flag| drain_flag.flag.as_str()).collect();
        let flags = flag_names.join(" ");
        let is_refused = !consequences.refusals.is_empty();
        translate!(
            self,
            {
                let (start, even) = if is_refused {
                    let plain = "Not with plain kubectl drain: it stops before it evicts any pod.";
                    (format!("{plain} With {flags}, "), format!("{plain} Even with {flags}, "))
                } else {
                    (String::new(), String::new())
                };
                let pods_stay = || stay_en(stay_count, pod_fates.iter().filter(|fate| fate.leaves_node()).count());
                match (stay_count, leave_count, is_refused) {
                    (0, ..) if pending_count > 0 => {
                        let no = if is_refused { even } else { "Not as far as the run was followed: ".to_owned() };
                        let are =
                            if pending_count == 1 { "1 pod is".into() } else { format!("{pending_count} pods are") };
                        format!("{no}{are} still on {node} then. {rest}")
                    }
                    (0, 0, false) => format!("Yes: no pod has to leave {node}."),
                    (0, _, false) => {
                        format!("Yes, {node} can be drained: {} within {last}. {rest}", leaves_en(leave_count))
                    }
                    (0, 0, true) => format!("{start}no pod has to leave {node}."),
                    (0, _, true) => format!("{start}{} within {last}. {rest}", leaves_en(leave_count)),
                    (_, _, false) if obstacle.is_empty() => {
                        format!("Not during this run: {} on {node}. {rest}", pods_stay())
                    }
                    (_, _, false) => format!("No: {} on {node} {obstacle}. {rest}", pods_stay()),
                    _ if obstacle.is_empty() => format!("{even}{} on {node} during this run. {rest}", pods_stay()),
                    _ => format!("{even}{} on {node} {obstacle}. {rest}", pods_stay()),
                }
            },
            {
                let (start, even) = if is_refused {
                    let plain = "不加选项不行：kubectl drain 在驱逐任何 Pod 之前就会停止。";
                    (format!("{plain}使用 {flags} 时，"), format!("{plain}即使使用 {flags}，"))
                } else {
                    (String::new(), String::new())
                };
                match (stay_count, leave_count, is_refused) {
                    (0, ..) if pending_count > 0 => {
                        let no = if is_refused { even } else { "在所跟踪的时间内不行：".to_owned() };
                        format!("{no}届时仍有 {pending_count} 个 Pod 在 {node} 上。{rest}")
                    }
                    (0, 0, false) => format!("可以：没有 Pod 需要离开 {node}。"),
                    (0, _, false) => format!("可以腾空 {node}：{leave_count} 个 Pod 在 {last} 内离开。{rest}"),
                    (0, 0, true) => format!("{start}没有 Pod 需要离开 {node}。"),
                    (0, _, true) => format!("{start}{leave_count} 个 Pod 在 {last} 内离开。{rest}"),
                    (_, _, false) if obstacle.is_empty() => {
                        format!("本次运行中不行：{stay_count} 个 Pod 留在 {node} 上。{rest}")
                    }
                    (_, _, false) => format!("不可以：{stay_count} 个 Pod 留在 {node} 上，{obstacle}。{rest}"),
                    _ if obstacle.is_empty() => {
                        format!("{even}本次运行中仍有 {stay_count} 个 Pod 留在 {node} 上。{rest}")
                    }
                    _ => format!("{even}仍有 {stay_count} 个 Pod 留在 {node} 上，{obstacle}。{rest}"),
                }
            }
        )
        .trim_end()
        .to_owned()
    }

    /// What plain `kubectl drain` says, in its words.
    fn drain_refusal(&self, refusal: &str) -> String {
        translate!(self, format!("kubectl drain says: {refusal}"), format!("kubectl drain 输出：{refusal}"))
    }

    /// What a flag of `kubectl drain` changes.
    fn flag_effect(&self, drain_flag: &DrainFlag) -> String {
        let names: Vec<&str> = drain_flag.pods.iter().map(|pod| short_pod_name(pod)).collect();
        let (flag, count, names) = (&drain_flag.flag, names.len(), self.first_names(&names));
        let plural = count != 1;
        match flag.as_str() {
            "--ignore-daemonsets" => translate!(
                self,
                format!("{flag}: leaves {count} DaemonSet {} in place ({names}).", if plural { "pods" } else { "pod" }),
                format!("{flag}：{count} 个 DaemonSet Pod 留在原处（{names}）。")
            ),
            "--delete-emptydir-data" => translate!(
                self,
                format!(
                    "{flag}: lets {count} {} go; the data in their emptyDir volumes is lost ({names}).",
                    if plural { "pods" } else { "pod" }
                ),
                format!("{flag}：允许 {count} 个 Pod 离开，其 emptyDir 卷中的数据会丢失（{names}）。")
            ),
            _ => translate!(
                self,
                format!(
                    "{flag}: deletes {count} {} without a controller; nothing recreates {} ({names}).",
                    if plural { "pods" } else { "pod" },
                    if plural { "them" } else { "it" }
                ),
                format!("{flag}：删除 {count} 个没有控制器的 Pod，不会重新创建（{names}）。")
            ),
        }
    }

    /// What the loss of a zone comes to.
    fn zone_loss_summary(&self, zone: &str, consequences: &Consequences) -> String {
        let is_on_lost_node = |fate: &&PodFate| consequences.nodes.contains(&fate.node) && !fate.is_new;
        let pod_fates: Vec<&PodFate> = consequences.fates.iter().filter(is_on_lost_node).collect();
        let leave = pod_fates.iter().filter(|fate| fate.leaves_node()).count();
        let stays = |is_reason: &dyn Fn(StayReason) -> bool| {
            let is_counted =
                |fate: &&&PodFate| matches!(fate.comes, PodConsequence::Stays(reason) if is_reason(reason));
            pod_fates.iter().filter(is_counted).count()
        };
        let node_pods = stays(&|reason| matches!(reason, StayReason::Daemon | StayReason::Mirror));
        let open_pods = stays(&|reason| matches!(reason, StayReason::NotFollowed(_)));
        let gone_anyway = stays(&|reason| matches!(reason, StayReason::Terminating | StayReason::EndsAnyway));
        let staying_pods = stays(&|_| true) - node_pods - open_pods - gone_anyway;
        let (nodes, rest) = (self.count(consequences.nodes.len(), CountedNoun::Node), self.aftermath(consequences));
        translate!(
            self,
            {
                let mut staying_text = String::new();
                if staying_pods > 0 {
                    staying_text = format!(" {} not evicted in this run.", are_en(staying_pods));
                }
                if open_pods > 0 {
                    staying_text = format!("{staying_text} {} not evicted by then.", are_en(open_pods));
                }
                let node_text = match node_pods {
                    0 => String::new(),
                    1 => " 1 DaemonSet or mirror pod stays.".to_owned(),
                    _ => format!(" {node_pods} DaemonSet and mirror pods stay."),
                };
                format!(
                    "Losing zone {zone} takes down {nodes}; {} evicted. {rest}{staying_text}{node_text}",
                    are_en(leave)
                )
            },
            {
                let mut staying_text = String::new();
                if staying_pods > 0 {
                    staying_text = format!("{staying_pods} 个 Pod 在本次运行中未被驱逐。");
                }
                if open_pods > 0 {
                    staying_text = format!("{staying_text}{open_pods} 个 Pod 到那时尚未被驱逐。");
                }
                let node_text = match node_pods {
                    0 => String::new(),
                    _ => format!("{node_pods} 个 DaemonSet Pod 和镜像 Pod 保留。"),
                };
                format!("可用区 {zone} 带走 {nodes}，其中 {leave} 个 Pod 被驱逐。{rest}{staying_text}{node_text}")
            }
        )
        .trim_end()
        .to_owned()
    }

    /// Whom a pod with a class preempts.
    fn class_summary(&self, like: &str, class: &str, consequences: &Consequences) -> String {
        // What its victims evict in turn stands in the table.
        let preempted_names: Vec<&str> = consequences
            .fates
            .iter()
            .filter(|fate| is_victim_of_copy(fate, consequences))
            .map(|fate| short_pod_name(&fate.pod))
            .collect();
        let node = consequences.copy.as_ref().and_then(|copy| copy.node.as_deref());
        let names = self.first_names(&preempted_names);
        translate!(
            self,
            match (node, preempted_names.is_empty()) {
                (Some(node), true) =>
                    format!("None: a copy of {like} with class {class} goes to {node} without preemption."),
                (Some(node), false) =>
                    format!("A copy of {like} with class {class} goes to {node} and preempts {names}."),
                (None, _) if consequences.extent != Extent::ToEnd => {
                    let so_far = if names.is_empty() { "nobody".to_owned() } else { names.clone() };
                    format!("A copy of {like} with class {class} preempts {so_far} so far, and is Pending.")
                }
                (None, true) => format!("None: a copy of {like} with class {class} stays Pending."),
                (None, false) =>
                    format!("A copy of {like} with class {class} preempts {names}, and is still Pending at the end."),
            },
            match (node, preempted_names.is_empty()) {
                (Some(node), true) => format!("谁也不会：使用 {class} 类的 {like} 副本无需抢占就放到 {node}。"),
                (Some(node), false) => format!("使用 {class} 类的 {like} 副本放到 {node}，并抢占 {names}。"),
                (None, _) if consequences.extent != Extent::ToEnd => {
                    let so_far =
                        if names.is_empty() { "没有抢占谁".to_owned() } else { format!("抢占 {names}") };
                    format!("使用 {class} 类的 {like} 副本目前{so_far}，处于 Pending。")
                }
                (None, true) => format!("谁也不会：使用 {class} 类的 {like} 副本仍处于 Pending。"),
                (None, false) => format!("使用 {class} 类的 {like} 副本抢占 {names}，到结束时仍处于 Pending。"),
            }
        )
    }

    /// Budgets that preemption violates; nothing where it violates none.
    fn violated_budgets(&self, consequences: &Consequences) -> String {
        let names: Vec<&str> = consequences.violated.iter().map(|name| name.as_str()).collect();
        match names.is_empty() {
            true => String::new(),
            false => translate!(
                self,
                {
                    let budgets = if names.len() == 1 { "budget" } else { "budgets" };
                    format!(
                        "This violates the {budgets} {}: preemption may do so when there is no other way.",
                        self.list(&names)
                    )
                },
                format!("这违反预算 {}：没有别的办法时，抢占可以这样做。", self.list(&names))
            ),
        }
    }

    /// What becomes of those that leave.
    fn aftermath(&self, consequences: &Consequences) -> String {
        let is_counted = |fate: &&PodFate| fate.leaves_node() && !fate.finished && !fate.is_new;
        let leaving: Vec<&PodFate> = consequences.fates.iter().filter(is_counted).collect();
        let count = |is_counted: &dyn Fn(&PodFate) -> bool| leaving.iter().filter(|fate| is_counted(fate)).count();
        let is_placed = |placement: &PodPlacement| placement.node.is_some();
        let placed = count(&|fate| fate.instead.as_ref().is_some_and(is_placed));
        let pending = count(&|fate| fate.instead.as_ref().is_some_and(|placement| !is_placed(placement)));
        let later = count(&|fate| fate.missing == Some(MissingSuccessor::OncePodIsGone));
        let unmodelled = count(&|fate| matches!(fate.missing, Some(MissingSuccessor::NotSimulated(_))));
        let job_failed = count(&|fate| fate.missing == Some(MissingSuccessor::JobFailed));
        let missing = count(&|fate| fate.owned && fate.instead.is_none() && fate.missing.is_none());
        let lost = count(&|fate| !fate.owned);
        translate!(
            self,
            {
                let counted_outcomes = [
                    (placed, "start elsewhere", "starts elsewhere"),
                    (pending, "stay Pending", "stays Pending"),
                    (later, "come once the old pods are gone", "comes once the old pod is gone"),
                    (
                        unmodelled,
                        "depend on controllers that aren’t simulated",
                        "depends on a controller that isn’t simulated",
                    ),
                    (missing, "haven’t come yet", "hasn’t come yet"),
                    (job_failed, "don’t come, as their Job failed", "doesn’t come, as its Job failed"),
                    (lost, "are not recreated", "is not recreated"),
                ];
                let texts: Vec<String> = counted_outcomes
                    .iter()
                    .filter(|(count, ..)| *count > 0)
                    .map(|(count, many, singular)| format!("{count} {}", if *count == 1 { singular } else { many }))
                    .collect();
                if texts.is_empty() { String::new() } else { format!("Replacements: {}.", texts.join(", ")) }
            },
            {
                let counted_outcomes = [
                    (placed, "在别处启动"),
                    (pending, "处于 Pending"),
                    (later, "在旧 Pod 消失后才创建"),
                    (unmodelled, "由未模拟的控制器决定"),
                    (missing, "尚未创建"),
                    (job_failed, "因其 Job 失败而不会创建"),
                    (lost, "不会重新创建"),
                ];
                let texts: Vec<String> = counted_outcomes
                    .iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, what)| format!("{count} 个{what}"))
                    .collect();
                if texts.is_empty() { String::new() } else { format!("其中{}。", texts.join("，")) }
            }
        )
    }

    /// A few names.
    fn first_names(&self, names: &[&str]) -> String {
        let some = self.list(&names[..names.len().min(MAX_NAMES)]);
        let hidden_count = names.len().saturating_sub(MAX_NAMES);
        if hidden_count == 0 {
            some
        } else {
            translate!(self, format!("{some} and {hidden_count} more"), format!("{some} 等 {} 个", names.len()))
        }
    }

    /// How it comes out for a pod.
    fn pod_consequence(&self, trial: &Trial, fate: &PodFate, extent: Extent) -> String {
        match &fate.comes {
            PodConsequence::Goes { after, .. } if fate.finished => {
                let after = format_clock(after.round_down_to(Millis::new(100)));
                translate!(
                    self,
                    format!("finished before; deleted after {after}"),
                    format!("此前已结束；{after}后被删除")
                )
            }
            PodConsequence::Goes { after, why } => {
                let (reason, text_after) =
                    (self.deletion_reason(why), format_clock(after.round_down_to(Millis::new(100))));
                translate!(self, format!("{reason}, gone after {text_after}"), format!("{reason}，{text_after}后离开"))
            }
            PodConsequence::Lingers(reason) => {
                let reason = self.deletion_reason(reason);
                match extent {
                    Extent::ToEnd => translate!(
                        self,
                        format!("{reason}, still Terminating at the end"),
                        format!("{reason}，到结束时仍在终止")
                    ),
                    Extent::Until(time) => {
                        let time = format_clock(time.round_down_to(Millis::new(100)));
                        translate!(
                            self,
                            format!("{reason}, still Terminating after {time}"),
                            format!("{reason}，{time}后仍在终止")
                        )
                    }
                }
            }
            PodConsequence::Fails(reason) if reason.is_empty() => translate!(self, "fails".into(), "失败".into()),
            PodConsequence::Fails(reason) => {
                translate!(self, format!("fails: {reason}"), format!("失败：{reason}"))
            }
            PodConsequence::EvictionFails(error) => {
                let budgets: Vec<&str> = error.budgets.iter().map(|key| short_pod_name(key)).collect();
                match (budgets.len(), error.code) {
                    (0 | 1, code) => translate!(
                        self,
                        format!("stays: its eviction is answered with error {code}"),
                        format!("保留：驱逐请求得到错误 {code}")
                    ),
                    (_, code) => {
                        let budgets = self.list(&budgets);
                        translate!(
                            self,
                            format!(
                                "stays: it can’t be evicted (error {code}), as several budgets select it: {budgets}"
                            ),
                            format!("保留：多个预算选中它（{budgets}），无法驱逐（错误 {code}）")
                        )
                    }
                }
            }
            PodConsequence::Kept(budgets) if budgets.is_empty() => {
                translate!(self, "not evicted before the run ends".into(), "运行结束前未被驱逐".into())
            }
            PodConsequence::Kept(budgets) => {
                let names: Vec<&str> = budgets.iter().map(|key| short_pod_name(key)).collect();
                let names = self.list(&names);
                translate!(self, format!("stays: protected by {names}"), format!("保留：受 {names} 保护"))
            }
            PodConsequence::Stays(reason) => self.stay_reason(*reason, matches!(trial, Trial::Drain(_))),
        }
    }

    /// Why a pod leaves, in a word or two.
    fn deletion_reason(&self, reason: &Deletion) -> String {
        match reason {
            Deletion::Preempted { by } => {
                translate!(
                    self,
                    format!("preempted by {}", short_pod_name(by)),
                    format!("被 {} 抢占", short_pod_name(by))
                )
            }
            Deletion::PreemptedForGroup { group } => {
                translate!(
                    self,
                    format!("preempted by the group {}", short_pod_name(group)),
                    format!("被 PodGroup {} 抢占", short_pod_name(group))
                )
            }
            Deletion::Drained | Deletion::Evicted | Deletion::Tainted | Deletion::DeviceTainted => {
                translate!(self, "evicted".into(), "被驱逐".into())
            }
            Deletion::Orphaned => translate!(self, "its node is gone".into(), "节点已不存在".into()),
            Deletion::Deleted
            | Deletion::ScaledDown
            | Deletion::Collected
            | Deletion::Updated
            | Deletion::Ended
            | Deletion::Unwanted
            | Deletion::NamespaceDeleted => {
                translate!(self, "deleted".into(), "被删除".into())
            }
        }
    }
}

impl<T: Speaker> TrialSentences for T {}

/// Whether the copy itself preempts the pod.
fn is_victim_of_copy(fate: &PodFate, consequences: &Consequences) -> bool {
    let (PodConsequence::Goes { why, .. } | PodConsequence::Lingers(why)) = &fate.comes else { return false };
    let copy = consequences.copy.as_ref().zip(why.preemptor());
    copy.is_some_and(|(copy, preemptor)| preemptor.makes_room_for(&copy.pod, None))
}

fn leaves_en(count: usize) -> String {
    if count == 1 { "1 pod leaves it".to_owned() } else { format!("all {count} pods leave it") }
}

fn stay_en(stay_count: usize, leave_count: usize) -> String {
    let total_count = stay_count + leave_count;
    if total_count == stay_count && stay_count == 1 {
        "its only pod stays".to_owned()
    } else {
        format!("{stay_count} of {total_count} pods stay")
    }
}

fn are_en(count: usize) -> String {
    if count == 1 { "1 pod is".to_owned() } else { format!("{count} pods are") }
}

fn deletion_delay(fate: &PodFate) -> Option<Millis> {
    match fate.comes {
        PodConsequence::Goes { after, .. } => Some(after.round_down_to(Millis::new(100))),
        _ => None,
    }
}

/// The budgets that keep pods where they are, each once.
fn protecting_budgets<'f>(fates: &[&'f PodFate]) -> Vec<&'f str> {
    let mut names: Vec<&str> = Vec::new();
    for fate in fates {
        let PodConsequence::Kept(budgets) = &fate.comes else { continue };
        let new_names: Vec<&str> = budgets
            .iter()
            .map(|key: &NamespacedName| short_pod_name(key))
            .filter(|name| !names.contains(name))
            .collect();
        names.extend(new_names);
    }
    names
}
