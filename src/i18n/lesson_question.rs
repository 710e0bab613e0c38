//! Texts of a question about a decision: its choices, and why each is right or wrong.

use api::Str;
use protocol::{Bilingual, LessonChoice, LessonQuestion};
use trace::{
    choices::{AnswerChoice, ChoiceReason, DecisionQuestion, Pick, RuleComparison, Tie},
    decisions::DecisionKind,
};

use super::{Lang, MemberCounts, group_facts, reason::format_rule_value, short_pod_name};

/// A text in both languages.
fn bilingual(say: impl Fn(Lang) -> String) -> Bilingual {
    Bilingual { en: say(Lang::En), zh: say(Lang::Zh) }
}

/// The question with its texts.
pub fn lesson_question(question: DecisionQuestion) -> LessonQuestion {
    let pod = short_pod_name(question.pod);
    let text = bilingual(|lang| match question.kind {
        DecisionKind::Node => lang.which_node(pod),
        DecisionKind::Victims => lang.which_victims(pod, question.node.map_or("", Str::as_str), question.order.len()),
        DecisionKind::Fits => lang.does_pod_fit_now(pod),
        DecisionKind::GroupStarts => group_facts::words(lang).does_group_start(pod),
        DecisionKind::Units => group_facts::words(lang).which_units(pod, question.order.len()),
    });
    let DecisionQuestion { choices, order, alike_groups: alike, ties, .. } = question;
    let note = bilingual(|lang| {
        ties.iter().map(|tie| tie_reason(lang, tie)).collect::<Vec<_>>().join(lang.lesson_labels().between)
    });
    LessonQuestion {
        question: text,
        choices: self::lesson_choices(choices),
        order,
        alike,
        note,
        ..LessonQuestion::default()
    }
}

/// Why equal pods are in this order.
fn tie_reason(lang: Lang, tie: &Tie) -> String {
    let names: Vec<&str> = tie.pods.iter().map(|pod| short_pod_name(pod)).collect();
    lang.victims_alike(&names, tie.priority, tie.is_ordered_by_start)
}

/// The choices with their texts.
pub fn lesson_choices(list: Vec<AnswerChoice>) -> Vec<LessonChoice> {
    let choice = |choice: AnswerChoice| LessonChoice {
        name: bilingual(|lang| pick_name(lang, &choice.pick)),
        is_right: choice.is_right,
        why: bilingual(|lang| choice_reason(lang, &choice.reason)),
        hint: match choice.is_right {
            true => Bilingual::default(),
            false => bilingual(|lang| reason_without_answer(lang, &choice).unwrap_or_default()),
        },
        subject: match choice.pick {
            Pick::Node(name) => name,
            Pick::Pod(key) => key.into(),
            Pick::Unit(unit) => unit.pods.first().map(|pod| pod.as_text().clone()).unwrap_or_default(),
            Pick::NoNode | Pick::Fits(_) | Pick::Outcome(_) => Str::default(),
        },
    };
    list.into_iter().map(choice).collect()
}

fn pick_name(lang: Lang, pick: &Pick) -> String {
    match pick {
        Pick::Node(node) => node,
        Pick::Pod(pod) => short_pod_name(pod),
        Pick::NoNode => lang.lesson_labels().no_node,
        Pick::Fits(true) => lang.lesson_labels().it_fits,
        Pick::Fits(false) => lang.lesson_labels().it_does_not,
        Pick::Outcome(outcome) => group_facts::words(lang).group_outcome(*outcome),
        Pick::Unit(unit) => return lang.unit_name(unit),
    }
    .to_owned()
}

/// Why a node is the wrong choice, in words that don't reveal the right one; `None` if the usual reason doesn't reveal it.
fn reason_without_answer(lang: Lang, choice: &AnswerChoice) -> Option<String> {
    Some(match (&choice.pick, &choice.reason) {
        (Pick::Node(_), ChoiceReason::ScoresLess { choice, gap, .. }) => {
            let less = lang.node_scores_less_than_another(choice.0, choice.1);
            match gap {
                Some(gap) => {
                    [less, lang.largest_gap(gap.row.as_str(), gap.choice, gap.best)].join(lang.lesson_labels().between)
                }
                None => less,
            }
        }
        (Pick::Node(_), ChoiceReason::Loses { rule, choice, .. }) => {
            lang.candidate_loses_at(choice.node, &lang.rule_text(*rule).0)
        }
        (Pick::NoNode, ChoiceReason::MakesRoom(_)) => lang.lesson_labels().preemption_helps.to_owned(),
        (Pick::NoNode, _) => lang.lesson_labels().some_node_fits.to_owned(),
        _ => return None,
    })
}

fn choice_reason(lang: Lang, reason: &ChoiceReason) -> String {
    match reason {
        ChoiceReason::Rejected(node, failure) => lang.node_rejected(node, &lang.failure_text(failure)),
        ChoiceReason::Passes(node) => lang.node_passes(node),
        ChoiceReason::ScoresMost(node, total) => lang.node_scores_most(node, *total),
        ChoiceReason::ScoresLess { choice, best, gap } => {
            let less = lang.node_scores_less(choice.0, choice.1, best.0, best.1);
            match gap {
                Some(gap) => {
                    [less, lang.largest_gap(gap.row.as_str(), gap.choice, gap.best)].join(lang.lesson_labels().between)
                }
                None => less,
            }
        }
        ChoiceReason::OnlyNode(node) => lang.only_node(node),
        ChoiceReason::MakesRoom(node) => lang.node_makes_room(node),
        ChoiceReason::Loses { rule, choice: rule_comparison, best } => {
            let loses = lang.candidate_loses_at(rule_comparison.node, &lang.rule_text(*rule).0);
            let value = |rule_comparison: &RuleComparison| {
                format_rule_value(*rule, rule_comparison.value, rule_comparison.victims).0
            };
            match best {
                Some(best) => lang.rule_contrast(
                    &loses,
                    (rule_comparison.node, &value(rule_comparison)),
                    (best.node, &value(best)),
                ),
                None => loses,
            }
        }
        ChoiceReason::NoHelp(node, Some(failure)) => lang.preemption_no_help(node, &lang.failure_text(failure)),
        ChoiceReason::NoHelp(node, None) => lang.preemption_no_help(node, ""),
        ChoiceReason::NothingFits => lang.lesson_labels().nothing_fits.to_owned(),
        ChoiceReason::NotLower(pod) => lang.pod_not_lower(short_pod_name(pod)),
        ChoiceReason::Elsewhere { pod, node, reason } => {
            lang.preempts_on_other_node(short_pod_name(pod), node, &choice_reason(lang, reason))
        }
        // Why the preemptor doesn't fit with the pod put back is more informative than a rule.
        ChoiceReason::Victim(pod, Some(failure)) => {
            lang.pod_must_go_because(short_pod_name(pod), &lang.failure_text(failure))
        }
        ChoiceReason::Victim(pod, None) => lang.pod_must_go(short_pod_name(pod)),
        ChoiceReason::PutBack(pod) => lang.pod_put_back(short_pod_name(pod)),
        ChoiceReason::GroupVerdict { summary, minimum } => {
            let placed = summary.members.iter().filter(|member| member.node.is_some()).count();
            let counts = MemberCounts { placed, members: summary.members.len(), minimum: *minimum };
            lang.group_verdict(short_pod_name(&summary.group), summary, counts).1
        }
        ChoiceReason::UnitPutBack { group, unit, is_reprieved } => group_facts::words(lang).unit_put_back(
            short_pod_name(group),
            &lang.unit_name(unit),
            *is_reprieved,
            unit.is_violating,
        ),
    }
}

#[cfg(test)]
mod tests {
    use api::NamespacedName;
    use runlog::{Code, Failure, LadderRule, Reason, RowId};
    use trace::choices::Gap;

    use super::*;

    #[test]
    fn every_reason_has_a_text() {
        let (a, b) = (&Str::from("a"), &Str::from("b"));
        let pod = || NamespacedName::from("default/web");
        let failure = &Failure { code: Code::Unschedulable, reasons: vec![Reason::Cordoned] };
        let because = Lang::En.failure_text(failure);
        let (loser, best) = ((a, 10), (b, 20));
        let row = &RowId::from("Fit");
        let compared = |node, value| RuleComparison { node, value, victims: 1 };
        let rule = LadderRule::FewestVictims;
        let loses = |best| ChoiceReason::Loses { rule, choice: compared(a, 2), best };
        for (reason, text) in [
            (ChoiceReason::Rejected(a, failure), Lang::En.node_rejected("a", &because)),
            (ChoiceReason::Passes(a), Lang::En.node_passes("a")),
            (ChoiceReason::ScoresMost(a, 10), Lang::En.node_scores_most("a", 10)),
            (ChoiceReason::ScoresLess { choice: loser, best, gap: None }, Lang::En.node_scores_less("a", 10, "b", 20)),
            (
                ChoiceReason::ScoresLess { choice: loser, best, gap: Some(Gap { row, choice: 1, best: 5 }) },
                format!("{} {}", Lang::En.node_scores_less("a", 10, "b", 20), Lang::En.largest_gap("Fit", 1, 5)),
            ),
            (ChoiceReason::OnlyNode(a), Lang::En.only_node("a")),
            (ChoiceReason::MakesRoom(a), Lang::En.node_makes_room("a")),
            (loses(None), Lang::En.candidate_loses_at("a", &Lang::En.rule_text(rule).0)),
            (
                loses(Some(compared(b, 1))),
                Lang::En.rule_contrast(
                    &Lang::En.candidate_loses_at("a", &Lang::En.rule_text(rule).0),
                    ("a", "2"),
                    ("b", "1"),
                ),
            ),
            (ChoiceReason::NoHelp(a, Some(failure)), Lang::En.preemption_no_help("a", &because)),
            (ChoiceReason::NoHelp(a, None), Lang::En.preemption_no_help("a", "")),
            (ChoiceReason::NothingFits, Lang::En.lesson_labels().nothing_fits.to_owned()),
            (ChoiceReason::NotLower(pod()), Lang::En.pod_not_lower("web")),
            (
                ChoiceReason::Elsewhere { pod: pod(), node: a, reason: Box::new(loses(None)) },
                Lang::En.preempts_on_other_node("web", "a", &choice_reason(Lang::En, &loses(None))),
            ),
            (ChoiceReason::Victim(pod(), Some(failure)), Lang::En.pod_must_go_because("web", &because)),
            (ChoiceReason::Victim(pod(), None), Lang::En.pod_must_go("web")),
            (ChoiceReason::PutBack(pod()), Lang::En.pod_put_back("web")),
        ] {
            assert_eq!(choice_reason(Lang::En, &reason), text);
            assert_ne!(choice_reason(Lang::Zh, &reason), text);
        }
    }

    #[test]
    fn a_wrong_node_does_not_name_the_right_one() {
        let (a, best) = (&Str::from("node-a"), &Str::from("node-z"));
        let rule = LadderRule::FewestVictims;
        let compared = |node, value| RuleComparison { node, value, victims: 1 };
        let row = &RowId::from("Fit");
        let gap = Some(Gap { row, choice: 1, best: 5 });
        let wrong = |pick, reason| AnswerChoice { pick, is_right: false, reason };
        let node = || Pick::Node(a.clone());
        let choices = [
            wrong(node(), ChoiceReason::ScoresLess { choice: (a, 10), best: (best, 20), gap }),
            wrong(node(), ChoiceReason::ScoresLess { choice: (a, 10), best: (best, 20), gap: None }),
            wrong(node(), ChoiceReason::Loses { rule, choice: compared(a, 2), best: Some(compared(best, 1)) }),
            wrong(Pick::NoNode, ChoiceReason::ScoresMost(best, 20)),
            wrong(Pick::NoNode, ChoiceReason::OnlyNode(best)),
            wrong(Pick::NoNode, ChoiceReason::MakesRoom(best)),
        ];
        for choice in lesson_choices(choices.to_vec()) {
            for (why, hint) in [(&choice.why.en, &choice.hint.en), (&choice.why.zh, &choice.hint.zh)] {
                assert!(why.contains("node-z") && !hint.is_empty() && !hint.contains("node-z"), "{why} {hint}");
                assert_eq!(hint.contains("node-a"), !choice.subject.is_empty(), "{hint}");
            }
        }
        let gap_choice = lesson_choices(choices.to_vec()).swap_remove(0);
        assert!(gap_choice.hint.en.contains("Fit: 1 against 5"), "{}", gap_choice.hint.en);
        // A reason that names no other node, or belongs to the right choice, needs no alternative.
        let failure = &Failure { code: Code::Unschedulable, reasons: vec![Reason::Cordoned] };
        let plain = [
            wrong(node(), ChoiceReason::Rejected(a, failure)),
            AnswerChoice { is_right: true, ..wrong(node(), ChoiceReason::ScoresMost(a, 20)) },
            AnswerChoice { is_right: true, ..wrong(Pick::NoNode, ChoiceReason::NothingFits) },
        ];
        assert!(lesson_choices(plain.to_vec()).iter().all(|choice| choice.hint.is_empty()));
    }

    #[test]
    fn an_answer_by_a_click_is_the_choice_of_its_subject() {
        let picks = [Pick::Node("a".into()), Pick::NoNode, Pick::Pod("default/web".into()), Pick::Fits(true)];
        let all = picks.map(|pick| AnswerChoice { pick, is_right: false, reason: ChoiceReason::NothingFits });
        let shown: Vec<_> =
            lesson_choices(all.to_vec()).into_iter().map(|choice| (choice.name.en, choice.subject)).collect();
        let expected_texts = [
            ("a", "a"),
            (Lang::En.lesson_labels().no_node, ""),
            ("web", "default/web"),
            (Lang::En.lesson_labels().it_fits, ""),
        ];
        assert_eq!(shown, expected_texts.map(|(name, subject)| (name.to_owned(), Str::from(subject))));
    }
}
