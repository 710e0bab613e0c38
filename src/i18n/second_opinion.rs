//! Texts that compare what the cluster's own scheduler wrote with what the engine says.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use protocol::{Agreement, OwnOpinion, PodOpinion, SecondOpinion};

use super::{
    Lang,
    answer_rows::{AnswerRow, AnswerText},
};
pub use crate::table::second_opinion::OpinionSentences;

lazy_catalog!(OpinionSentences);

/// The text of the comparison: a row for each pod, those with differences first.
pub(crate) fn render_second_opinion(lang: Lang, second_opinion: &SecondOpinion) -> AnswerText {
    let catalog = words(lang);
    let labels = catalog.opinion_labels();
    let SecondOpinion { opinions, silent_pods, undecided_pods } = second_opinion;
    let count = |agreement: Agreement| opinions.iter().filter(|opinion| opinion.agreement == agreement).count();
    let (same, differing) = (count(Agreement::SameReasons), count(Agreement::Differs));
    let ours = |opinion: &PodOpinion| {
        let own_words = match &opinion.ours {
            OwnOpinion::Rejected(message) if *message == opinion.theirs => return labels.same_words.to_owned(),
            OwnOpinion::Rejected(message) => message.to_string(),
            OwnOpinion::Fits(node) => catalog.fits_on(node),
            OwnOpinion::Gated => labels.gated.to_owned(),
            OwnOpinion::OfGroup => labels.of_group.to_owned(),
        };
        format!("{own_words} · {}", catalog.opinion_result(opinion))
    };
    let mut sorted: Vec<&PodOpinion> = opinions.iter().collect();
    sorted.sort_by_key(|opinion| match opinion.agreement {
        Agreement::Differs => 0,
        Agreement::NotCompared => 1,
        Agreement::SameReasons => 2,
    });
    let notes = [catalog.silent_pods(silent_pods), catalog.undecided_pods(*undecided_pods)];
    AnswerText {
        sentence: catalog.agreement_summary(same, same + differing),
        head: vec!["Pod", labels.theirs, labels.ours],
        rows: sorted
            .into_iter()
            .map(|opinion| AnswerRow::new(opinion.pod.as_text(), [opinion.theirs.to_string(), ours(opinion)]))
            .collect(),
        notes: notes.into_iter().filter(|note| !note.is_empty()).map(|note| (note, None)).collect(),
        method: labels.how,
        ..AnswerText::default()
    }
}

#[cfg(test)]
mod tests {
    use api::Str;
    use protocol::{DifferenceCause, ReasonDifference};

    use super::*;

    fn opinion(pod: &str, ours: OwnOpinion, agreement: Agreement) -> PodOpinion {
        let (differences, causes) = (Vec::new(), Vec::new());
        PodOpinion { pod: pod.into(), theirs: "theirs".into(), ours, agreement, differences, causes }
    }

    #[test]
    fn differences_come_first_with_what_explains_them() {
        let difference = |reason: &str, theirs, ours| ReasonDifference { reason: reason.into(), theirs, ours };
        let differing = PodOpinion {
            differences: vec![
                difference("Insufficient cpu", Some(3), Some(2)),
                difference("Too many pods", None, Some(1)),
            ],
            causes: vec![DifferenceCause::Nominated("a".into())],
            ..opinion("x/differs", OwnOpinion::Rejected("ours".into()), Agreement::Differs)
        };
        let second_opinion = SecondOpinion {
            opinions: vec![
                opinion("x/alike", OwnOpinion::Rejected("theirs".into()), Agreement::SameReasons),
                differing,
                opinion("x/gated", OwnOpinion::Gated, Agreement::SameReasons),
                opinion("x/member", OwnOpinion::OfGroup, Agreement::NotCompared),
            ],
            silent_pods: vec!["x/silent".into()],
            undecided_pods: 0,
        };
        for (lang, sentence, result, note) in [
            (
                Lang::En,
                "2 of 3 pending pods: same reasons.",
                "“Insufficient cpu”: 3 there, 2 here. “Too many pods”: only here, 1. It is nominated to a: a preemption is under way.",
                "No scheduler has written about 1 pending pod: x/silent.",
            ),
            (
                Lang::Zh,
                "3 个处于 Pending 的 Pod 中，2 个原因相同。",
                "“Insufficient cpu”：那里 3 个，这里 2 个。“Too many pods”：只有这里有，1 个。它已被提名到 a：抢占正在进行。",
                "没有调度器写明 1 个处于 Pending 的 Pod 的原因：x/silent。",
            ),
        ] {
            let text = render_second_opinion(lang, &second_opinion);
            assert_eq!(text.sentence, sentence);
            let pods: Vec<&Str> = text.rows.iter().map(|row| &row.about).collect();
            assert_eq!(pods, ["x/differs", "x/member", "x/alike", "x/gated"]);
            assert_eq!(text.rows[0].cells[2], format!("ours · {result}"));
            let notes: Vec<&str> = text.notes.iter().map(|(note, _)| note.as_str()).collect();
            assert_eq!(notes, [note]);
        }
        let text = render_second_opinion(Lang::En, &SecondOpinion::default());
        assert_eq!(text.sentence, "There is nothing to compare.");
    }
}
