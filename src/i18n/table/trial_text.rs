//! Texts about the consequences of a drain, the loss of a zone, or a priority class, as sentences and by pod.

use api::{Millis, NamespacedName};
use protocol::{
    Consequences, DrainFlag, EvictionError, Extent, FailedJob, MissingSuccessor, PodConsequence, PodFate, PodPlacement,
    StayReason, Trial,
};
use runlog::Deletion;

use crate::{
    format_clock,
    languages::Speaker,
    messages::trial_text as messages,
    short_pod_name,
    table::{grammar::Grammar, stay_reason::StaySentences},
};

/// The limit of names in a sentence.
const MAX_NAMES: usize = 4;

/// Sentences about what a drain, the loss of a zone or a priority class does to pods.
pub trait TrialSentences: Grammar + StaySentences {
    /// A summary in one or two sentences.
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
        texts.join(self.language().punctuation().sentence)
    }

    /// How long a copy of the run was simulated; empty if it reached its end.
    fn followed_time(&self, extent: Extent) -> String {
        match extent {
            Extent::ToEnd => String::new(),
            Extent::Until(time) => {
                let time = format_clock(time.round_down_to(Millis::new(100)));
                messages::FollowedTimeUntil { time }.text(self.language())
            }
        }
    }

    /// A Job that fails.
    fn job_failure(&self, failed_job: &FailedJob) -> String {
        let (job, reason) = (short_pod_name(&failed_job.job), &failed_job.reason);
        messages::JobFailure { job, reason }.text(self.language())
    }

    /// Pods that leave other nodes than those of the trial; empty if the trial is about all nodes.
    fn departures_elsewhere(&self, trial: &Trial, consequences: &Consequences) -> String {
        let is_elsewhere = |fate: &&PodFate| {
            fate.leaves_node() && !fate.is_new && !fate.is_finished && !consequences.nodes.contains(&fate.node)
        };
        match consequences.fates.iter().filter(is_elsewhere).count() {
            0 => String::new(),
            _ if matches!(trial, Trial::Class { .. }) => String::new(),
            1 => messages::departures_elsewhere_one(self.language()).into(),
            count => messages::DeparturesElsewhereMany { count }.text(self.language()),
        }
    }

    /// Why pods can't be evicted: with a verb before it, and in Chinese after a comma.
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
            reasons.push(messages::EvictionObstacleSomeErrors { codes }.text(self.language()));
        }
        if !budgets.is_empty() {
            let names = self.first_names(&budgets);
            reasons.push(messages::EvictionObstacleSomeBudgets { names }.text(self.language()));
        }
        reasons.join(messages::obstacle_separator(self.language()))
    }

    /// The message of an Eviction API error, and the remedy.
    fn eviction_error(&self, error: &EvictionError, pods: &[&str]) -> String {
        let (names, message, code) = (self.first_names(pods), &error.message, error.code);
        let budgets: Vec<&str> = error.budgets.iter().map(|key| short_pod_name(key)).collect();
        if budgets.len() < 2 {
            return messages::EvictionErrorOneBudget { names, code, message }.text(self.language());
        }
        let budgets = self.list(&budgets);
        messages::EvictionError { names, code, message, budgets }.text(self.language())
    }

    /// Whether a node can be drained, with plain `kubectl drain` or with flags.
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
        let total = stay_count + leave_count;
        let stay = || match (stay_count, total) {
            (1, 1) => messages::drain_only_pod_stays(self.language()).to_owned(),
            _ => messages::DrainPodsStay { pods: stay_count, total }.text(self.language()),
        };
        let with_flags = || messages::DrainWithFlags { flags: &flags }.text(self.language());
        let even_with_flags = || messages::DrainEvenWithFlags { flags: &flags }.text(self.language());
        let text = match (stay_count, leave_count, is_refused) {
            (0, _, true) if pending_count > 0 => {
                messages::DrainPending { prefix: even_with_flags(), pods: pending_count, node, rest: &rest }
                    .text(self.language())
            }
            (0, _, false) if pending_count > 0 => messages::DrainPending {
                prefix: messages::drain_not_as_far_as_followed(self.language()),
                pods: pending_count,
                node,
                rest: &rest,
            }
            .text(self.language()),
            (0, 0, false) => messages::DrainNothingLeaves { node }.text(self.language()),
            (0, _, false) => {
                messages::DrainPossible { node, pods: leave_count, time: &last, rest: &rest }.text(self.language())
            }
            (0, 0, true) => messages::DrainNothingLeavesWithFlags { prefix: with_flags(), node }.text(self.language()),
            (0, _, true) => {
                messages::DrainPossibleWithFlags { prefix: with_flags(), pods: leave_count, time: &last, rest: &rest }
                    .text(self.language())
            }
            (_, _, false) if obstacle.is_empty() => {
                messages::DrainNotDuringRun { pods: stay(), node, rest: &rest }.text(self.language())
            }
            (_, _, false) => {
                messages::DrainImpossible { pods: stay(), node, obstacle: &obstacle, rest: &rest }.text(self.language())
            }
            _ if obstacle.is_empty() => {
                messages::DrainNotDuringRunWithFlags { prefix: even_with_flags(), pods: stay(), node, rest: &rest }
                    .text(self.language())
            }
            _ => messages::DrainImpossibleWithFlags {
                prefix: even_with_flags(),
                pods: stay(),
                node,
                obstacle: &obstacle,
                rest: &rest,
            }
            .text(self.language()),
        };
        text.trim_end().to_owned()
    }

    /// The error of plain `kubectl drain`.
    fn drain_refusal(&self, refusal: &str) -> String {
        messages::DrainRefusal { refusal }.text(self.language())
    }

    /// The effect of a flag of `kubectl drain`.
    fn flag_effect(&self, drain_flag: &DrainFlag) -> String {
        let names: Vec<&str> = drain_flag.pods.iter().map(|pod| short_pod_name(pod)).collect();
        let (flag, count, names) = (&drain_flag.flag, names.len(), self.first_names(&names));
        match flag.as_str() {
            "--ignore-daemonsets" => messages::FlagEffectIgnoreDaemonsets { flag, count, names }.text(self.language()),
            "--delete-emptydir-data" => {
                messages::FlagEffectDeleteEmptydirData { flag, count, names }.text(self.language())
            }
            _ => messages::FlagEffect { flag, count, names }.text(self.language()),
        }
    }

    /// The consequences of the loss of a zone.
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
        let rest = self.aftermath(consequences);
        let mut sentences =
            vec![messages::ZoneLoss { zone, nodes: consequences.nodes.len(), pods: leave }.text(self.language()), rest];
        if staying_pods > 0 {
            sentences.push(messages::ZoneLossStays { pods: staying_pods }.text(self.language()));
        }
        if open_pods > 0 {
            sentences.push(messages::ZoneLossOpen { pods: open_pods }.text(self.language()));
        }
        if node_pods > 0 {
            sentences.push(messages::ZoneLossNodePods { pods: node_pods }.text(self.language()));
        }
        self.join_sentences(&sentences).trim_end().to_owned()
    }

    /// The pods that a pod with a priority class preempts.
    fn class_summary(&self, like: &str, class: &str, consequences: &Consequences) -> String {
        // The table has the pods that its victims evict in turn.
        let preempted_names: Vec<&str> = consequences
            .fates
            .iter()
            .filter(|fate| is_victim_of_copy(fate, consequences))
            .map(|fate| short_pod_name(&fate.pod))
            .collect();
        let node = consequences.copy.as_ref().and_then(|copy| copy.node.as_deref());
        let names = self.first_names(&preempted_names);
        match (node, preempted_names.is_empty()) {
            (Some(node), true) => messages::ClassNeedsNoPreemption { like, class, node }.text(self.language()),
            (Some(node), false) => messages::ClassPreempts { like, class, node, names: &names }.text(self.language()),
            (None, true) if consequences.extent != Extent::ToEnd => {
                messages::ClassPreemptsNobodySoFar { like, class }.text(self.language())
            }
            (None, false) if consequences.extent != Extent::ToEnd => {
                messages::ClassPreemptsSoFar { like, class, names: &names }.text(self.language())
            }
            (None, true) => messages::ClassStaysPending { like, class }.text(self.language()),
            (None, false) => messages::ClassPreemptsInVain { like, class, names: &names }.text(self.language()),
        }
    }

    /// The PodDisruptionBudgets that preemption violates; empty if none.
    fn violated_budgets(&self, consequences: &Consequences) -> String {
        let names: Vec<&str> = consequences.violated.iter().map(|name| name.as_str()).collect();
        match names.is_empty() {
            true => String::new(),
            false => messages::ViolatedBudgetsSomeNames { name_count: names.len(), names: self.list(&names) }
                .text(self.language()),
        }
    }

    /// The outcome for the pods that leave.
    fn aftermath(&self, consequences: &Consequences) -> String {
        let is_counted = |fate: &&PodFate| fate.leaves_node() && !fate.is_finished && !fate.is_new;
        let leaving: Vec<&PodFate> = consequences.fates.iter().filter(is_counted).collect();
        let count = |is_counted: &dyn Fn(&PodFate) -> bool| leaving.iter().filter(|fate| is_counted(fate)).count();
        let is_placed = |placement: &PodPlacement| placement.node.is_some();
        let placed = count(&|fate| fate.instead.as_ref().is_some_and(is_placed));
        let pending = count(&|fate| fate.instead.as_ref().is_some_and(|placement| !is_placed(placement)));
        let later = count(&|fate| fate.missing == Some(MissingSuccessor::OncePodIsGone));
        let not_simulated = count(&|fate| matches!(fate.missing, Some(MissingSuccessor::NotSimulated(_))));
        let job_failed = count(&|fate| fate.missing == Some(MissingSuccessor::JobFailed));
        let missing = count(&|fate| fate.is_owned && fate.instead.is_none() && fate.missing.is_none());
        let lost = count(&|fate| !fate.is_owned);

        let outcomes = [
            (placed > 0).then(|| messages::StartElsewhere { pods: placed }.text(self.language())),
            (pending > 0).then(|| messages::StayPending { pods: pending }.text(self.language())),
            (later > 0).then(|| messages::ComeLater { pods: later }.text(self.language())),
            (not_simulated > 0).then(|| messages::DependOnOthers { pods: not_simulated }.text(self.language())),
            (missing > 0).then(|| messages::HaveNotCome { pods: missing }.text(self.language())),
            (job_failed > 0).then(|| messages::JobFailed { pods: job_failed }.text(self.language())),
            (lost > 0).then(|| messages::NotRecreated { pods: lost }.text(self.language())),
        ];
        let outcomes: Vec<String> = outcomes.into_iter().flatten().collect();
        if outcomes.is_empty() {
            String::new()
        } else {
            messages::Aftermath { outcomes: outcomes.join(self.language().punctuation().comma) }.text(self.language())
        }
    }

    /// Some names, and the number of the others.
    fn first_names(&self, names: &[&str]) -> String {
        let some = self.list(&names[..names.len().min(MAX_NAMES)]);
        let hidden_count = names.len().saturating_sub(MAX_NAMES);
        if hidden_count == 0 {
            some
        } else {
            messages::FirstNames { some, hidden_count, name_count: names.len() }.text(self.language())
        }
    }

    /// The outcome for a pod.
    fn pod_consequence(&self, trial: &Trial, fate: &PodFate, extent: Extent) -> String {
        match &fate.comes {
            PodConsequence::Goes { after, .. } if fate.is_finished => {
                let after = format_clock(after.round_down_to(Millis::new(100)));
                messages::PodConsequenceGoesFinished { after }.text(self.language())
            }
            PodConsequence::Goes { after, why } => {
                let (reason, text_after) =
                    (self.deletion_reason(why), format_clock(after.round_down_to(Millis::new(100))));
                messages::PodConsequenceGoes { reason, text_after }.text(self.language())
            }
            PodConsequence::Lingers(reason) => {
                let reason = self.deletion_reason(reason);
                match extent {
                    Extent::ToEnd => messages::PodConsequenceLingersToEnd { reason }.text(self.language()),
                    Extent::Until(time) => {
                        let time = format_clock(time.round_down_to(Millis::new(100)));
                        messages::PodConsequenceLingersUntil { reason, time }.text(self.language())
                    }
                }
            }
            PodConsequence::Fails(reason) if reason.is_empty() => {
                messages::pod_consequence_fails_no_reason(self.language()).into()
            }
            PodConsequence::Fails(reason) => messages::PodConsequenceFails { reason }.text(self.language()),
            PodConsequence::EvictionFails(error) => {
                let budgets: Vec<&str> = error.budgets.iter().map(|key| short_pod_name(key)).collect();
                match (budgets.len(), error.code) {
                    (0 | 1, code) => messages::PodConsequenceEvictionFailsNone { code }.text(self.language()),
                    (_, code) => {
                        let budgets = self.list(&budgets);
                        messages::PodConsequenceEvictionFails { code, budgets }.text(self.language())
                    }
                }
            }
            PodConsequence::Kept(budgets) if budgets.is_empty() => {
                messages::pod_consequence_kept_no_budgets(self.language()).into()
            }
            PodConsequence::Kept(budgets) => {
                let names: Vec<&str> = budgets.iter().map(|key| short_pod_name(key)).collect();
                let names = self.list(&names);
                messages::PodConsequenceKept { names }.text(self.language())
            }
            PodConsequence::Stays(reason) => self.stay_reason(*reason, matches!(trial, Trial::Drain(_))),
        }
    }

    /// Why a pod leaves, in one or two words.
    fn deletion_reason(&self, reason: &Deletion) -> String {
        match reason {
            Deletion::Preempted { by } => {
                messages::DeletionReasonPreempted { by: short_pod_name(by) }.text(self.language())
            }
            Deletion::PreemptedForGroup { group } => {
                messages::DeletionReasonPreemptedForGroup { group: short_pod_name(group) }.text(self.language())
            }
            Deletion::Drained | Deletion::Evicted | Deletion::Tainted | Deletion::DeviceTainted => {
                messages::deletion_reason_drained(self.language()).into()
            }
            Deletion::Orphaned => messages::deletion_reason_orphaned(self.language()).into(),
            Deletion::Deleted
            | Deletion::ScaledDown
            | Deletion::Collected
            | Deletion::Updated
            | Deletion::Ended
            | Deletion::Unwanted
            | Deletion::NamespaceDeleted => messages::deletion_reason_deleted(self.language()).into(),
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

fn deletion_delay(fate: &PodFate) -> Option<Millis> {
    match fate.comes {
        PodConsequence::Goes { after, .. } => Some(after.round_down_to(Millis::new(100))),
        _ => None,
    }
}

/// The PodDisruptionBudgets that keep pods from being evicted, without duplicates.
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
