//! An answer as a person reads it: a sentence first, a table second, and what leads to a moment of the run third.
//!
//! Every question about a run ([`Question`]) has its answer in this shape, whatever was found. Only parts of the page that look closer
//! have these words: they are no part of [`Language`](super::table::Language).

use api::{Millis, Set, Str};
use wire::{Comes, Fact, Observation, Place, Position, Preemptor, Question, Told};

use super::{Lang, capacity, evictors, short, why};

pub use crate::table::outlook::OutlookSentences;

apart!(OutlookSentences);

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What it comes to.
    pub sentence: String,
    /// The moment at which that can be seen.
    pub place: Option<Position>,
    /// Heads of the table's columns.
    pub head: Vec<&'static str>,
    pub rows: Vec<Row>,
    /// What else was found, each with the moment at which it can be seen.
    pub notes: Vec<(String, Option<Position>)>,
    /// How it was found out.
    pub how: &'static str,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The pod (`namespace/name`) or the node that it is about; empty if it is about none.
    pub about: Str,
    /// Its cells; the first one names what it is about.
    pub cells: Vec<String>,
}

impl Row {
    fn of(about: &Str, rest: impl IntoIterator<Item = String>) -> Self {
        let cells = [short(about).to_owned()].into_iter().chain(rest).collect();
        Self { about: about.clone(), cells }
    }
}

/// The answer to a question, asked when it is `now` in the run.
pub fn said(lang: Lang, now: Millis, question: &Question, told: &Told) -> Said {
    let own = words(lang);
    let fixed = own.outlook();
    match told {
        Told::Why(findings) => found(lang, now, question, findings),
        Told::Help(answers) => {
            let pod = if let Question::Help(pod) = question { short(pod) } else { "" };
            // Each change has its own way to be tried, so the page lists them.
            Said { sentence: own.changes_help(pod, answers.len()), ..Said::default() }
        }
        Told::More(capacity) => {
            let says = capacity::words(lang);
            let mut nodes: Vec<_> = capacity.nodes.iter().collect();
            nodes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let mut sentence = says.more_fit(capacity.count(), matches!(question, Question::More(_, true)));
            if !capacity.victims.is_empty() {
                sentence = format!("{sentence} {}", says.more_preempt(&capacity.victims));
            }
            let end = says.more_end(&capacity.end);
            Said {
                sentence,
                head: vec![lang.words().node, fixed.how_many],
                rows: nodes.into_iter().map(|(node, count)| Row::of(node, [count.to_string()])).collect(),
                notes: Some((end, None)).filter(|(end, _)| !end.is_empty()).into_iter().collect(),
                how: says.capacity().how,
                ..Said::default()
            }
        }
        Told::Rebalance(found) => {
            let says = capacity::words(lang);
            let fixed = says.capacity();
            let to = |to: &Option<Str>| to.as_ref().map_or(fixed.rebalance_nowhere, Str::as_str).to_owned();
            Said {
                sentence: match found.moves.is_empty() && found.left == 0 {
                    true => fixed.rebalance_none.to_owned(),
                    false => says.rebalanced(found.moves.len(), found.tried, found.left),
                },
                head: vec!["Pod", fixed.rebalance_from, fixed.rebalance_to],
                rows: found.moves.iter().map(|it| Row::of(&it.pod, [it.from.to_string(), to(&it.to)])).collect(),
                how: fixed.rebalance_how,
                ..Said::default()
            }
        }
        Told::Comes(found) => {
            let Question::Comes(trial) = question else { return Said::default() };
            let mut fates: Vec<_> = found.fates.iter().collect();
            // What needs somebody first.
            fates.sort_by_key(|fate| match (&fate.comes, &fate.instead) {
                (Comes::Kept(_), _) => 0,
                (_, Some(Place { node: None, .. })) => 1,
                (Comes::Daemon | Comes::Mirror | Comes::Stays, _) => 3,
                _ => 2,
            });
            let next = |fate: &wire::Fate| match &fate.instead {
                Some(place) => own.placed(place),
                None if !fate.leaves() => "—".to_owned(),
                None if fate.owned => fixed.nothing.to_owned(),
                None => fixed.not_made_anew.to_owned(),
            };
            Said {
                sentence: own.comes_to(trial, found),
                head: vec!["Pod", lang.words().node, fixed.then, fixed.next],
                rows: fates
                    .into_iter()
                    .map(|fate| Row::of(&fate.pod, [fate.node.to_string(), own.comes(&fate.comes), next(fate)]))
                    .collect(),
                notes: found
                    .copy
                    .iter()
                    .filter(|copy| copy.node.is_none())
                    .map(|copy| (own.placed(copy), None))
                    .collect(),
                how: fixed.how_tried,
                ..Said::default()
            }
        }
        Told::Evictors(found) if found.node.is_empty() => {
            Said { sentence: evictors::words(lang).evicting().nowhere.to_owned(), ..Said::default() }
        }
        Told::Evictors(found) => {
            let says = evictors::words(lang);
            let words = says.evicting();
            let class = |it: &Preemptor| says.class(&it.class, it.value);
            let classes = found.classes.iter().map(|it| (class(it), says.preempts(&found.node, it)));
            let others = [
                (words.drain, says.drained(&found.drain)),
                (words.silence, says.lasts(found.silence)),
                (words.taint, says.lasts(found.taint)),
            ];
            let others = others.into_iter().map(|(way, comes)| (way.to_owned(), comes));
            Said {
                sentence: says.evicted_by(found),
                head: vec![words.way, fixed.then],
                rows: classes
                    .chain(others)
                    .map(|(way, comes)| Row { about: Str::default(), cells: vec![way, comes] })
                    .collect(),
                how: words.how,
                ..Said::default()
            }
        }
        Told::Log(_) => Said::default(),
    }
}

/// What was found about a pod. Reasons of nodes are rows of a table, and what they come to is the sentence; without them the first
/// finding is.
fn found(lang: Lang, now: Millis, question: &Question, findings: &[Observation]) -> Said {
    let own = words(lang);
    let mut said = Said::default();
    let mut most: Option<(&str, usize)> = None;
    // A node may give several reasons.
    let mut all: Set<&str> = Set::new();
    for finding in findings {
        match &finding.fact {
            Fact::RejectedFor { words, nodes } => {
                let names: Vec<&str> = nodes.iter().map(Str::as_str).collect();
                let cells = vec![words.to_string(), nodes.len().to_string(), own.named(&names)];
                said.rows.push(Row { about: Str::default(), cells });
                all.extend(names.iter().copied());
                most = most.filter(|(_, count)| *count >= nodes.len()).or(Some((words, nodes.len())));
                said.place = finding.place;
            }
            fact => said.notes.push((why::tell(lang, now, fact), finding.place)),
        }
    }
    if let (Question::Pending(pod), Some(most)) = (question, most) {
        let fixed = own.outlook();
        said.head = vec![fixed.reason, fixed.how_many, fixed.nodes];
        said.sentence = own.nobody_takes(short(pod), all.len(), most);
    } else if !said.notes.is_empty() {
        (said.sentence, said.place) = said.notes.remove(0);
    }
    said
}

#[cfg(test)]
mod tests {
    use wire::{Consequences, Fate, Trial};

    use super::*;

    #[test]
    fn a_drain_says_what_it_assumes() {
        let trial = Trial::Drain("a".into());
        let fate = |pod: &str, comes| Fate { pod: pod.into(), node: "a".into(), owned: true, comes, instead: None };
        let told = |lang: Lang, fates: Vec<Fate>, flags: &[&str]| {
            let flags = flags.iter().map(|flag| (*flag).into()).collect();
            words(lang).comes_to(&trial, &Consequences { fates, flags, ended: true, ..Consequences::default() })
        };
        let mirrors =
            || vec![fate("kube-system/etcd-a", Comes::Mirror), fate("kube-system/apiserver-a", Comes::Mirror)];
        assert_eq!(told(Lang::En, mirrors(), &[]), "Yes: no pod has to leave a.");
        assert_eq!(words(Lang::En).comes(&Comes::Mirror), "stays: kubectl drain ignores mirror pods");
        let both = ["--delete-emptydir-data", "--force"];
        assert_eq!(
            told(Lang::En, Vec::new(), &both),
            "Yes: no pod has to leave a. Assumes --delete-emptydir-data (data in emptyDir volumes is lost), --force (nothing makes pods \
             without a controller anew)."
        );
        assert_eq!(
            told(Lang::Zh, Vec::new(), &both[1..]),
            "可以：没有 Pod 需要离开 a。假定使用 --force（没有控制器的 Pod 不会重新创建）。"
        );
    }
}
