//! A question about a decision, in words: what may be answered, and why each answer is right or wrong.

use super::reason::rule_value;
use super::{Lang, short};
use api::Str;
use trace::choices::{Choice, Compared, Pick, Question, Tie, Why};
use trace::decisions::Decides;
use wire::{Ask, Bilingual, LessonChoice};

/// The same in every language.
fn both(say: impl Fn(Lang) -> String) -> Bilingual {
    Bilingual { en: say(Lang::En), zh: say(Lang::Zh) }
}

/// A question as it is asked.
pub fn ask(question: Question) -> Ask {
    let pod = short(question.pod);
    let text = both(|lang| match question.what {
        Decides::Node => lang.which_node(pod),
        Decides::Victims => lang.which_victims(pod, question.node.map_or("", Str::as_str), question.order.len()),
        Decides::Fits => lang.fits_now(pod),
    });
    let Question { choices, order, alike, ties, .. } = question;
    let note = both(|lang| ties.iter().map(|tie| tied(lang, tie)).collect::<Vec<_>>().join(lang.lesson().between));
    Ask { question: text, choices: self::choices(choices), order, alike, note, ..Ask::default() }
}

/// Why pods that are alike stand in their order.
fn tied(lang: Lang, tie: &Tie) -> String {
    let names: Vec<&str> = tie.pods.iter().map(|pod| short(pod)).collect();
    lang.victims_alike(&names, tie.priority, tie.by_start)
}

/// What may be answered.
pub fn choices(list: Vec<Choice>) -> Vec<LessonChoice> {
    let choice = |choice: Choice| LessonChoice {
        name: both(|lang| name(lang, &choice.pick)),
        right: choice.right,
        why: both(|lang| why(lang, &choice.why)),
        subject: match choice.pick {
            Pick::Node(name) | Pick::Pod(name) => name,
            Pick::NoNode | Pick::Fits(_) => Str::default(),
        },
    };
    list.into_iter().map(choice).collect()
}

fn name(lang: Lang, pick: &Pick) -> String {
    match pick {
        Pick::Node(node) => node,
        Pick::Pod(pod) => short(pod),
        Pick::NoNode => lang.lesson().no_node,
        Pick::Fits(true) => lang.lesson().it_fits,
        Pick::Fits(false) => lang.lesson().it_does_not,
    }
    .to_owned()
}

fn why(lang: Lang, why: &Why) -> String {
    match why {
        Why::Rejected(node, failure) => lang.rejected(node, &lang.failure(failure)),
        Why::Passes(node) => lang.passes(node),
        Why::ScoresMost(node, total) => lang.scores_most(node, *total),
        Why::ScoresLess { own, best, gap } => {
            let less = lang.scores_less(own.0, own.1, best.0, best.1);
            match gap {
                Some(gap) => [less, lang.largest_gap(gap.row.as_str(), gap.own, gap.best)].join(lang.lesson().between),
                None => less,
            }
        }
        Why::OnlyNode(node) => lang.only_node(node),
        Why::MakesRoom(node) => lang.makes_room(node),
        Why::Loses { rule, own, best } => {
            let loses = lang.loses_at(own.node, &lang.rule(*rule).0);
            let value = |it: &Compared| rule_value(*rule, it.value, it.victims).0;
            match best {
                Some(best) => lang.rule_contrast(&loses, (own.node, &value(own)), (best.node, &value(best))),
                None => loses,
            }
        }
        Why::NoHelp(node, Some(failure)) => lang.no_help(node, &lang.failure(failure)),
        Why::NoHelp(node, None) => lang.no_help(node, ""),
        Why::NothingFits => lang.lesson().nothing_fits.to_owned(),
        Why::NotLower(pod) => lang.not_lower(short(pod)),
        Why::Elsewhere { pod, chosen } => lang.other_node(short(pod), chosen),
        // What rejects the preemptor with the pod put back says more than a rule.
        Why::Victim(pod, Some(failure)) => lang.must_go_as(short(pod), &lang.failure(failure)),
        Why::Victim(pod, None) => lang.must_go(short(pod)),
        Why::PutBack(pod) => lang.put_back(short(pod)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Code, Failure, Reason, RowId, Rule};
    use trace::choices::Gap;

    #[test]
    fn every_reason_is_said() {
        let (a, b) = (&Str::from("a"), &Str::from("b"));
        let pod = || Str::from("default/web");
        let failure = &Failure { code: Code::Unschedulable, reasons: vec![Reason::Cordoned] };
        let because = Lang::En.failure(failure);
        let (own, best) = ((a, 10), (b, 20));
        let row = &RowId::from("Fit");
        let compared = |node, value| Compared { node, value, victims: 1 };
        let rule = Rule::FewestVictims;
        let loses = |best| Why::Loses { rule, own: compared(a, 2), best };
        for (reason, said) in [
            (Why::Rejected(a, failure), Lang::En.rejected("a", &because)),
            (Why::Passes(a), Lang::En.passes("a")),
            (Why::ScoresMost(a, 10), Lang::En.scores_most("a", 10)),
            (Why::ScoresLess { own, best, gap: None }, Lang::En.scores_less("a", 10, "b", 20)),
            (
                Why::ScoresLess { own, best, gap: Some(Gap { row, own: 1, best: 5 }) },
                format!("{} {}", Lang::En.scores_less("a", 10, "b", 20), Lang::En.largest_gap("Fit", 1, 5)),
            ),
            (Why::OnlyNode(a), Lang::En.only_node("a")),
            (Why::MakesRoom(a), Lang::En.makes_room("a")),
            (loses(None), Lang::En.loses_at("a", &Lang::En.rule(rule).0)),
            (
                loses(Some(compared(b, 1))),
                Lang::En.rule_contrast(&Lang::En.loses_at("a", &Lang::En.rule(rule).0), ("a", "2"), ("b", "1")),
            ),
            (Why::NoHelp(a, Some(failure)), Lang::En.no_help("a", &because)),
            (Why::NoHelp(a, None), Lang::En.no_help("a", "")),
            (Why::NothingFits, Lang::En.lesson().nothing_fits.to_owned()),
            (Why::NotLower(pod()), Lang::En.not_lower("web")),
            (Why::Elsewhere { pod: pod(), chosen: b }, Lang::En.other_node("web", "b")),
            (Why::Victim(pod(), Some(failure)), Lang::En.must_go_as("web", &because)),
            (Why::Victim(pod(), None), Lang::En.must_go("web")),
            (Why::PutBack(pod()), Lang::En.put_back("web")),
        ] {
            assert_eq!(why(Lang::En, &reason), said);
            assert_ne!(why(Lang::Zh, &reason), said);
        }
    }

    #[test]
    fn an_answer_by_a_click_is_the_choice_of_its_subject() {
        let picks = [Pick::Node("a".into()), Pick::NoNode, Pick::Pod("default/web".into()), Pick::Fits(true)];
        let all = picks.map(|pick| Choice { pick, right: false, why: Why::NothingFits });
        let shown: Vec<_> = choices(all.to_vec()).into_iter().map(|it| (it.name.en, it.subject)).collect();
        let wanted =
            [("a", "a"), (Lang::En.lesson().no_node, ""), ("web", "default/web"), (Lang::En.lesson().it_fits, "")];
        assert_eq!(shown, wanted.map(|(name, subject)| (name.to_owned(), Str::from(subject))));
    }
}
