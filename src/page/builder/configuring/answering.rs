//! What a form shows of the documents that answer in a run: of an extender, and of a plugin of one's own. Both have a section for each
//! question, with tables of single nodes, and rules.

use words::table::configuring::Word;

use super::field::{Field, field};
use super::inputs::Input;

/// A part of such a document.
pub struct Section {
    /// Its field in the document; empty for those of the document itself.
    pub path: &'static str,
    /// Its fields, below that.
    pub fields: &'static [Field],
    /// Its rules.
    pub rules: Option<Rules>,
}

/// Rules of a section.
pub struct Rules {
    /// Where their list stands.
    pub path: &'static str,
    /// The fields of each.
    pub fields: &'static [&'static [Field]],
    /// What a new one says, as a field and its value.
    pub first: (&'static str, First),
}

/// What a new rule says.
#[derive(Clone, Copy)]
pub enum First {
    /// A text.
    Text(&'static str),
    /// A number.
    Number(i64),
    /// Yes.
    Flag,
}

/// The sections of a document of this kind; nothing where it is a configuration.
pub(crate) fn sections(kind: &str) -> Option<&'static [Section]> {
    match kind {
        "Extender" => Some(&EXTENDER),
        "Plugin" => Some(&PLUGIN),
        _ => None,
    }
}

/// The field at a path of the document.
pub fn find(sections: &'static [Section], path: &str) -> Option<&'static Field> {
    sections.iter().find_map(|section| {
        if let Some(rest) = section.rules.as_ref().and_then(|rules| path.strip_prefix(rules.path)) {
            // A dot, the number of the rule, a dot.
            let (_, name) = rest.strip_prefix('.')?.split_once('.')?;
            let all = section.rules.as_ref()?.fields.iter().copied().flatten();
            return all.into_iter().find(|field| field.path == name);
        }
        let name = if section.path.is_empty() { path } else { path.strip_prefix(section.path)?.strip_prefix('.')? };
        section.fields.iter().find(|field| field.path == name)
    })
}

/// The rules of a list.
pub fn rules(kind: &str, list: &str) -> Option<&'static Rules> {
    sections(kind)?.iter().filter_map(|section| section.rules.as_ref()).find(|rules| rules.path == list)
}

/// The longest time that can be typed, in milliseconds: a day.
const DAY: i64 = 86_400_000;
const MANY: i64 = 1_000_000;

/// What a rule is about.
static ABOUT: [Field; 4] = [
    field("for.podLabels", Word::PodsWithTheseLabels, "", Input::Labels),
    field("for.nodes", Word::TheseNodes, "", Input::Names),
    field("for.nodeLabels", Word::NodesWithTheseLabels, "", Input::Labels),
    field("for.freeBelow", Word::NodesWithLessFree, "", Input::Amounts),
];

static REJECTED: [Field; 2] = [
    field("failed", Word::NodesThatWillNotDo, "", Input::Messages),
    field("failedAndUnresolvable", Word::NodesWherePreemptionCannotHelp, "", Input::Messages),
];

static REJECTS: [Field; 3] = [
    field("message", Word::WhyTheNodeWillNotDo, "", Input::Text),
    field("unresolvable", Word::PreemptionCannotHelp, "", Input::Flag),
    field("keep", Word::TheNodeWillDo, "", Input::Flag),
];

const STATUS: Field = field("failing.status", Word::TheRequestFailsWithThisStatus, "", Input::Whole(100, 599));
const ERROR: Field = field("failing.error", Word::TheAnswerIsAnError, "", Input::Text);
const FAILING_PODS: Field = field("failing.podLabels", Word::ItFailsOnlyForPodsWith, "", Input::Labels);

const FILTERED: &str = "not allowed by this rule";

static EXTENDER: [Section; 4] = [
    Section {
        path: "",
        fields: &[
            field("metadata.name", Word::TheHostThatItAnswersFor, "", Input::Needed),
            field("host", Word::AnotherHost, "", Input::Text),
            field("delayMillis", Word::HowLongAnAnswerTakes, "0", Input::Whole(0, DAY)),
        ],
        rules: None,
    },
    Section {
        path: "filter",
        fields: &[
            field("failed", Word::NodesThatWillNotDo, "", Input::Messages),
            field("failedAndUnresolvable", Word::NodesWherePreemptionCannotHelp, "", Input::Messages),
            field("dropped", Word::NodesLeftOut, "", Input::Names),
            field("claims", Word::NamesThatWereNotAskedAbout, "", Input::Names),
            STATUS,
            ERROR,
            FAILING_PODS,
        ],
        rules: Some(Rules {
            path: "filter.rules",
            fields: &[&ABOUT, &REJECTS],
            first: ("message", First::Text(FILTERED)),
        }),
    },
    Section {
        path: "prioritize",
        fields: &[field("scores", Word::ScoresUpTo10, "", Input::Scores(10)), STATUS, ERROR, FAILING_PODS],
        rules: Some(Rules {
            path: "prioritize.rules",
            fields: &[&ABOUT, &[field("score", Word::ScoreUpTo10, "", Input::Whole(0, 10))]],
            first: ("score", First::Number(5)),
        }),
    },
    Section {
        path: "preempt",
        fields: &[field("nodes", Word::VictimsOfNodes, "", Input::Yaml), STATUS, ERROR, FAILING_PODS],
        rules: Some(Rules {
            path: "preempt.rules",
            fields: &[
                // Of nodes it knows the names alone.
                &[
                    field("for.podLabels", Word::PodsWithTheseLabels, "", Input::Labels),
                    field("for.nodes", Word::TheseNodes, "", Input::Names),
                ],
                &[
                    field("drop", Word::NoCandidateAnyMore, "", Input::Flag),
                    field("keepVictims", Word::OnlySoManyVictims, "", Input::Whole(0, MANY)),
                ],
            ],
            first: ("drop", First::Flag),
        }),
    },
];

static PLUGIN: [Section; 4] = [
    Section {
        path: "",
        fields: &[field("metadata.name", Word::ProfilesEnableItByThisName, "", Input::Needed)],
        rules: None,
    },
    Section {
        path: "filter",
        fields: &REJECTED,
        rules: Some(Rules {
            path: "filter.rules",
            fields: &[&ABOUT, &REJECTS],
            first: ("message", First::Text(FILTERED)),
        }),
    },
    Section {
        path: "score",
        fields: &[
            field("scores", Word::ScoresUpTo100, "", Input::Scores(MANY)),
            field("normalize", Word::WhatBecomesOfScores, "No", Input::Choice(&["No", "HighestBest", "LowestBest"])),
        ],
        rules: Some(Rules {
            path: "score.rules",
            fields: &[&ABOUT, &[field("score", Word::ScoreUpTo100, "", Input::Whole(0, MANY))]],
            first: ("score", First::Number(50)),
        }),
    },
    Section {
        path: "permit",
        fields: &[],
        rules: Some(Rules {
            path: "permit.rules",
            fields: &[
                &ABOUT,
                &[
                    field("waitMillis", Word::HowLongThePodWaits, "", Input::Whole(0, DAY)),
                    field("timeoutMillis", Word::RejectedAfterThis, "900000", Input::Whole(0, DAY)),
                    field("reject", Word::WhyThePodIsRejected, "", Input::Text),
                    field("times", Word::HowOftenForAPod, "", Input::Whole(0, MANY)),
                ],
            ],
            first: ("waitMillis", First::Number(5000)),
        }),
    },
];
