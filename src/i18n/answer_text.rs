//! An answer as text: a sentence, a table, and positions in the run as evidence.
//!
//! The answer to every question about a run ([`Question`]) has this form. Only chunks of the page need these texts, so they are not part
//! of [`Language`](super::table::Language).

use api::{Millis, Set, Str};
use protocol::{
    Answer, Consequences, EvictionError, Extent, Fact, MissingSuccessor, Observation, PodConsequence, PodPlacement,
    PreemptingClass, Question,
};

pub use super::answer_rows::{AnswerRow, AnswerText};
use super::{Lang, capacity, evictors, fact_text, second_opinion, short_pod_name};
pub use crate::table::answer_text::OutlookSentences;

lazy_catalog!(OutlookSentences);

/// The text of an answer to a question asked at time `now` of the run.
#[allow(clippy::too_many_lines)] // an arm for each kind of answer
pub fn render_answer(lang: Lang, now: Millis, question: &Question, answer: &Answer) -> AnswerText {
    let sentences = words(lang);
    let answer_labels = sentences.answer_labels();
    match answer {
        Answer::Why(findings) => render_observations(lang, now, question, findings),
        Answer::Help(help) => {
            let pod = if let Question::Help(pod) = question { short_pod_name(pod) } else { "" };
            // The page lists the changes itself, because each has a button to try it.
            AnswerText {
                sentence: sentences.changes_help(pod, help.changes.len(), help.undecided_count),
                ..AnswerText::default()
            }
        }
        Answer::More(capacity) => {
            let catalog = capacity::words(lang);
            let mut nodes: Vec<_> = capacity.nodes.iter().collect();
            nodes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let mut sentence = catalog.copies_fit(capacity.count(), matches!(question, Question::More(_, true)));
            if !capacity.victims.is_empty() {
                sentence = format!("{sentence} {}", catalog.copies_preempt(&capacity.victims));
            }
            let end = catalog.capacity_limit(&capacity.end);
            AnswerText {
                sentence,
                head: vec![lang.page_labels().node, answer_labels.how_many],
                rows: nodes.into_iter().map(|(node, count)| AnswerRow::new(node, [count.to_string()])).collect(),
                notes: Some((end, None)).filter(|(end, _)| !end.is_empty()).into_iter().collect(),
                method: catalog.capacity_labels().how,
                ..AnswerText::default()
            }
        }
        Answer::Rebalance(rebalance) => {
            let catalog = capacity::words(lang);
            let fixed = catalog.capacity_labels();
            let target_text = |target_text: &Option<Str>| {
                target_text.as_ref().map_or(fixed.rebalance_nowhere, Str::as_str).to_owned()
            };
            AnswerText {
                sentence: match rebalance.moves.is_empty() && rebalance.undecided_pods == 0 {
                    true => fixed.rebalance_none.to_owned(),
                    false => catalog.rebalance_result(
                        rebalance.moves.len(),
                        rebalance.decided_pods,
                        rebalance.undecided_pods,
                    ),
                },
                notes: (rebalance.fixed_pods > 0)
                    .then(|| (catalog.fixed_pods(rebalance.fixed_pods), None))
                    .into_iter()
                    .collect(),
                head: vec!["Pod", fixed.rebalance_from, fixed.rebalance_to],
                rows: rebalance
                    .moves
                    .iter()
                    .map(|move_| AnswerRow::new(move_.pod.as_text(), [move_.from.to_string(), target_text(&move_.to)]))
                    .collect(),
                method: fixed.rebalance_how,
                ..AnswerText::default()
            }
        }
        Answer::Consequences(consequences) => {
            let Question::Consequences(trial) = question else { return AnswerText::default() };
            let mut fates: Vec<_> = consequences.fates.iter().collect();
            // Pods that need attention come first.
            fates.sort_by_key(|fate| match (&fate.comes, &fate.instead) {
                (PodConsequence::Kept(_) | PodConsequence::EvictionFails(_), _) => 0,
                (_, Some(PodPlacement { node: None, .. })) => 1,
                (PodConsequence::Stays(_), _) => 3,
                _ => 2,
            });
            let next = |fate: &protocol::PodFate| match &fate.instead {
                Some(placement) => sentences.replacement_place(placement, consequences.extent),
                None if !fate.leaves_node() || fate.is_finished => "—".to_owned(),
                None if fate.missing == Some(MissingSuccessor::OncePodIsGone) => answer_labels.once_gone.to_owned(),
                None if fate.missing == Some(MissingSuccessor::JobFailed) => answer_labels.job_failed.to_owned(),
                None if let Some(MissingSuccessor::NotSimulated(kind)) = &fate.missing => {
                    sentences.owner_not_simulated(kind)
                }
                None if fate.is_owned => answer_labels.nothing.to_owned(),
                None => answer_labels.not_made_anew.to_owned(),
            };
            let refusals = consequences.refusals.iter().map(|refusal| sentences.drain_refusal(refusal));
            let flags = consequences.flags.iter().map(|drain_flag| sentences.flag_effect(drain_flag));
            let pending_copy = consequences.copy.iter().filter(|copy| copy.node.is_none());
            let pending_copy = pending_copy.map(|copy| sentences.replacement_place(copy, consequences.extent));
            let errors = eviction_errors(consequences);
            let errors = errors.iter().map(|(error, pods)| sentences.eviction_error(error, pods));
            AnswerText {
                sentence: sentences.trial_summary(trial, consequences),
                head: vec!["Pod", lang.page_labels().node, answer_labels.then, answer_labels.next],
                rows: fates
                    .into_iter()
                    .map(|fate| {
                        AnswerRow::new(
                            fate.pod.as_text(),
                            [
                                fate.node.to_string(),
                                sentences.pod_consequence(trial, fate, consequences.extent),
                                next(fate),
                            ],
                        )
                    })
                    .collect(),
                notes: refusals.chain(flags).chain(errors).chain(pending_copy).map(|text| (text, None)).collect(),
                method: match consequences.extent {
                    Extent::ToEnd => answer_labels.how_tried,
                    Extent::Until(_) => answer_labels.how_tried_partly,
                },
                ..AnswerText::default()
            }
        }
        Answer::Evictors(evictors) if evictors.node.is_empty() => {
            AnswerText { sentence: evictors::words(lang).eviction_labels().nowhere.to_owned(), ..AnswerText::default() }
        }
        Answer::Evictors(evictors) => {
            let catalog = evictors::words(lang);
            let labels = catalog.eviction_labels();
            let class = |tried: &PreemptingClass| catalog.priority_class(&tried.class, tried.value);
            let classes =
                evictors.classes.iter().map(|tried| (class(tried), catalog.class_preempts(&evictors.node, tried)));
            let others = [
                (labels.drain, catalog.drain_effect(&evictors.drain, evictors.is_finished)),
                (labels.silence, catalog.node_loss_effect(evictors.silence)),
                (labels.taint, catalog.node_loss_effect(evictors.taint)),
            ];
            let others = others.into_iter().map(|(way, consequence)| (way.to_owned(), consequence));
            AnswerText {
                sentence: catalog.evictors_summary(evictors),
                head: vec![labels.way, answer_labels.then],
                rows: classes
                    .chain(others)
                    .map(|(way, consequence)| AnswerRow { about: Str::default(), cells: vec![way, consequence] })
                    .collect(),
                notes: Some((catalog.untried_classes(evictors.untried_classes), None))
                    .filter(|(text, _)| !text.is_empty())
                    .into_iter()
                    .collect(),
                method: labels.how,
                ..AnswerText::default()
            }
        }
        Answer::Room(branches) if branches.is_empty() => AnswerText::default(),
        Answer::Room(branches) => {
            let group = if let Question::Room(group) = question { short_pod_name(group) } else { "" };
            let row = |branch| AnswerRow {
                about: Str::default(),
                cells: sentences.room_branch(group, branch).into_iter().collect(),
            };
            AnswerText {
                sentence: answer_labels.room_is_open.to_owned(),
                head: vec!["", answer_labels.then],
                rows: branches.iter().map(row).collect(),
                method: answer_labels.room_how,
                ..AnswerText::default()
            }
        }
        Answer::SecondOpinion(second_opinion) => second_opinion::render_second_opinion(lang, second_opinion),
        // The page draws these; they have no text.
        Answer::Log(_) | Answer::Field(_) | Answer::FieldPoint(_) | Answer::Hints(_) => AnswerText::default(),
    }
}

/// The errors of evictions, each with its pods.
fn eviction_errors(consequences: &Consequences) -> Vec<(&EvictionError, Vec<&str>)> {
    let mut errors: Vec<(&EvictionError, Vec<&str>)> = Vec::new();
    for fate in &consequences.fates {
        let PodConsequence::EvictionFails(error) = &fate.comes else { continue };
        let pod = short_pod_name(&fate.pod);
        match errors.iter_mut().find(|(other, _)| *other == error) {
            Some((_, pods)) => pods.push(pod),
            None => errors.push((error, vec![pod])),
        }
    }
    errors
}

/// The text of findings about a pod. If there are reasons of nodes, they are the rows of the table and their conclusion is the sentence;
/// otherwise the first finding is.
fn render_observations(lang: Lang, now: Millis, question: &Question, findings: &[Observation]) -> AnswerText {
    let sentences = words(lang);
    let mut answer_text = AnswerText::default();
    let mut most: Option<(&str, usize)> = None;
    // A node may have several reasons.
    let mut all: Set<&str> = Set::new();
    for finding in findings {
        match &finding.fact {
            Fact::RejectedFor { words, nodes } => {
                let names: Vec<&str> = nodes.iter().map(Str::as_str).collect();
                let cells = vec![words.to_string(), nodes.len().to_string(), sentences.first_names(&names)];
                answer_text.rows.push(AnswerRow { about: Str::default(), cells });
                all.extend(names.iter().copied());
                most = most.filter(|(_, count)| *count >= nodes.len()).or(Some((words, nodes.len())));
                answer_text.place = finding.place;
            }
            fact => answer_text.notes.push((fact_text::fact_text(lang, now, fact), finding.place)),
        }
    }
    if let (Question::Pending(pod), Some(most)) = (question, most) {
        let answer_labels = sentences.answer_labels();
        answer_text.head = vec![answer_labels.reason, answer_labels.how_many, answer_labels.nodes];
        answer_text.sentence = sentences.no_node_takes(short_pod_name(pod), all.len(), most);
    } else if !answer_text.notes.is_empty() {
        (answer_text.sentence, answer_text.place) = answer_text.notes.remove(0);
    }
    answer_text
}

#[cfg(test)]
mod tests {
    use protocol::{DrainFlag, FailedJob, PodFate, StayReason, Trial};
    use runlog::Deletion;

    use super::*;

    fn fate(pod: &str, comes: PodConsequence) -> PodFate {
        let node = "a".into();
        PodFate {
            pod: pod.into(),
            node,
            is_owned: true,
            is_finished: false,
            is_new: false,
            comes,
            instead: None,
            missing: None,
        }
    }

    fn goes() -> PodConsequence {
        PodConsequence::Goes { after: Millis::from_seconds(30), why: Deletion::Drained }
    }

    #[test]
    fn drain_answer_quotes_kubectl_and_lists_flags() {
        let trial = Trial::Drain("a".into());
        let summarize_drain = |lang: Lang, fates: Vec<PodFate>, refusals: &[&str], flags: &[&str]| {
            let refusals = refusals.iter().map(|text| (*text).into()).collect();
            let flags = flags.iter().map(|flag| DrainFlag { flag: (*flag).into(), pods: vec!["x/p".into()] }).collect();
            let consequences = Consequences {
                nodes: vec!["a".into()],
                fates,
                refusals,
                flags,
                extent: Extent::ToEnd,
                ..Consequences::default()
            };
            render_answer(
                lang,
                Millis::ZERO,
                &Question::Consequences(trial.clone()),
                &Answer::Consequences(consequences),
            )
        };
        let mirrors = || vec![fate("kube-system/etcd-a", PodConsequence::Stays(StayReason::Mirror))];
        let answer = summarize_drain(Lang::En, mirrors(), &[], &[]);
        assert_eq!(answer.sentence, "Yes: no pod has to leave a.");
        assert_eq!(answer.rows[0].cells[2], "stays: kubectl drain ignores mirror pods");
        let refusal = "cannot delete Pods that declare no controller (use --force to override): x/p";
        let answer = summarize_drain(Lang::En, vec![fate("x/p", goes())], &[refusal], &["--force"]);
        assert_eq!(
            answer.sentence,
            "Not with plain kubectl drain: it stops before it evicts any pod. With --force, 1 pod leaves it within 30 s. \
             Replacements: 1 hasn’t come yet."
        );
        let notes: Vec<&str> = answer.notes.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            notes,
            [
                "kubectl drain says: cannot delete Pods that declare no controller (use --force to override): x/p",
                "--force: deletes 1 pod without a controller; nothing recreates it (x/p)."
            ]
        );
        let answer = summarize_drain(Lang::Zh, Vec::new(), &[refusal], &["--ignore-daemonsets"]);
        assert_eq!(
            answer.sentence,
            "不加选项不行：kubectl drain 在驱逐任何 Pod 之前就会停止。使用 --ignore-daemonsets 时，没有 Pod 需要离开 a。"
        );
    }

    #[test]
    fn truncated_answer_states_its_extent() {
        let hour = Millis::from_seconds(3600);
        let stays = |pod: &str| fate(pod, PodConsequence::Stays(StayReason::NotFollowed(hour)));
        let lingers = || fate("x/b", PodConsequence::Lingers(Deletion::Tainted));
        let summary = |trial: Trial, fates: Vec<PodFate>, extent: Extent| {
            let consequences = Consequences { nodes: vec!["a".into()], fates, extent, ..Consequences::default() };
            let answer = Answer::Consequences(consequences);
            render_answer(Lang::En, Millis::ZERO, &Question::Consequences(trial), &answer)
        };
        let lose = || Trial::LoseZone("z".into());
        let answer = summary(lose(), vec![stays("x/a"), lingers()], Extent::Until(hour));
        assert_eq!(
            answer.sentence,
            "Losing zone z takes down 1 node; 1 pod is evicted. Replacements: 1 hasn’t come yet. 1 pod is not evicted by then. The run \
             was followed for 60 m 00 s after this moment; what happens later isn’t known."
        );
        assert!(!answer.method.contains("to the end"), "{}", answer.method);
        let cells: Vec<&str> = answer.rows.iter().map(|row| row.cells[2].as_str()).collect();
        assert_eq!(
            cells,
            [
                "evicted, still Terminating after 60 m 00 s",
                "not known: nothing evicts it within 60 m 00 s, as far as the run was followed"
            ]
        );
        let answer = summary(Trial::Drain("a".into()), vec![stays("x/a")], Extent::Until(hour));
        assert!(
            answer.sentence.starts_with("Not as far as the run was followed: 1 pod is still on a then."),
            "{answer:?}"
        );
        let answer = summary(lose(), vec![lingers()], Extent::ToEnd);
        assert!(answer.method.contains("to the end") && !answer.sentence.contains("followed"), "{answer:?}");
    }

    #[test]
    fn eviction_api_error_is_not_a_budget_refusal() {
        let error = |code: u16, budgets: &[&str]| EvictionError {
            code,
            message: "words of the API server.".into(),
            budgets: budgets.iter().map(|name| (*name).into()).collect(),
        };
        for (lang, fates, expected) in [
            (
                Lang::En,
                vec![error(500, &["x/one", "x/two"])],
                "No: its only pod stays on a because the API server answers their eviction with an error (500).",
            ),
            (
                Lang::Zh,
                vec![error(500, &["x/one", "x/two"])],
                "不可以：1 个 Pod 留在 a 上，API 服务器以错误（500）回答驱逐请求。",
            ),
            (
                Lang::En,
                vec![error(500, &["x/one", "x/two"]), error(403, &["x/one"])],
                "No: 2 of 2 pods stay on a because the API server answers their eviction with an error (403, 500).",
            ),
        ] {
            let fates = fates.into_iter().map(|error| fate("x/p", PodConsequence::EvictionFails(error))).collect();
            let consequences = Consequences { fates, extent: Extent::ToEnd, ..Consequences::default() };
            let question = Question::Consequences(Trial::Drain("a".into()));
            let answer = render_answer(lang, Millis::ZERO, &question, &Answer::Consequences(consequences));
            assert_eq!(answer.sentence, expected);
            assert!(answer.notes.iter().any(|(note, _)| note.contains("words of the API server.")), "{answer:?}");
        }
    }

    #[test]
    fn a_job_that_fails_is_named_with_what_goes_elsewhere() {
        let job = FailedJob { job: "default/sort".into(), reason: "BackoffLimitExceeded".into() };
        let of_job = |pod: &str, node: &str| PodFate {
            node: node.into(),
            missing: Some(MissingSuccessor::JobFailed),
            ..fate(pod, goes())
        };
        let fates = vec![of_job("x/sort-a", "a"), of_job("x/sort-b", "b")];
        let consequences = Consequences {
            nodes: vec!["a".into()],
            fates,
            failed_jobs: vec![job],
            extent: Extent::ToEnd,
            ..Consequences::default()
        };
        let question = Question::Consequences(Trial::Drain("a".into()));
        let answer = render_answer(Lang::En, Millis::ZERO, &question, &Answer::Consequences(consequences));
        assert_eq!(
            answer.sentence,
            "Yes, a can be drained: 1 pod leaves it within 30 s. Replacements: 2 don’t come, as their Job failed. Job sort fails \
             (BackoffLimitExceeded): its pods are deleted on every node, and it creates no more. Because of it, 1 pod elsewhere goes, too."
        );
        assert!(answer.rows.iter().all(|row| row.cells[3] == "none: its Job failed"), "{answer:?}");
    }

    #[test]
    fn pod_that_stays_in_a_lost_zone_has_a_reason() {
        let question = Question::Consequences(Trial::LoseZone("z".into()));
        let stays = |reason| fate("x/p", PodConsequence::Stays(reason));
        let lingers = PodFate {
            missing: Some(MissingSuccessor::OncePodIsGone),
            ..fate("x/db-0", PodConsequence::Lingers(Deletion::Tainted))
        };
        let fates = vec![stays(StayReason::Daemon), stays(StayReason::Tolerates), lingers];
        let consequences =
            Consequences { nodes: vec!["a".into()], fates, extent: Extent::ToEnd, ..Consequences::default() };
        let answer = render_answer(Lang::En, Millis::ZERO, &question, &Answer::Consequences(consequences));
        assert_eq!(
            answer.sentence,
            "Losing zone z takes down 1 node; 1 pod is evicted. Replacements: 1 comes once the old pod is gone. 1 pod is not \
             evicted in this run. 1 DaemonSet or mirror pod stays."
        );
        let texts: Vec<&str> = answer.rows.iter().map(|row| row.cells[2].as_str()).collect();
        assert_eq!(
            texts,
            [
                "evicted, still Terminating at the end",
                "stays: DaemonSet pods tolerate an unreachable node",
                "stays: it tolerates the NoExecute taints of its node indefinitely"
            ]
        );
    }
}
