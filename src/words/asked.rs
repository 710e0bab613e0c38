//! A question about a decision, in words: what may be answered, and why each answer is right or wrong.

use super::reason::rule_value;
use super::{Lang, short};
use api::Str;
use trace::choices::{Choice, Compared, Pick, Question, Why};
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
    Ask { question: text, choices: choices(question.choices), order: question.order, ..Ask::default() }
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
