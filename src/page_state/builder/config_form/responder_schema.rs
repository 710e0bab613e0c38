//! The forms of documents that answer calls during a run: extenders and custom plugins. Both have a section per call, with tables by
//! node, and rules.

use i18n::table::config_form::ConfigFormLabel;

use super::{
    config_inputs::ConfigInput,
    field::{ConfigField, config_field},
};

/// A section of a document about an extender or a custom plugin: what it answers to one call.
pub struct ResponderSection {
    /// The path in the document; empty for the top level.
    pub path: &'static str,
    /// The fields, relative to the path.
    pub fields: &'static [ConfigField],
    /// The rules of the section.
    pub rules: Option<RuleListSchema>,
}

/// The list of rules of a section.
pub struct RuleListSchema {
    /// The path of the list.
    pub path: &'static str,
    /// The fields of a rule, in groups.
    pub fields: &'static [&'static [ConfigField]],
    /// The field of a new rule, and its value.
    pub default_field: (&'static str, DefaultRuleValue),
}

/// The value in a new rule.
#[derive(Clone, Copy)]
pub enum DefaultRuleValue {
    Text(&'static str),
    Number(i64),
    /// `true`.
    Flag,
}

/// The sections of this kind of document; `None` for configurations.
pub fn responder_sections(kind: &str) -> Option<&'static [ResponderSection]> {
    match kind {
        "Extender" => Some(&EXTENDER_SECTIONS),
        "Plugin" => Some(&PLUGIN_SECTIONS),
        _ => None,
    }
}

pub fn find_section_field(sections: &'static [ResponderSection], path: &str) -> Option<&'static ConfigField> {
    sections.iter().find_map(|section| {
        if let Some(rest) = section.rules.as_ref().and_then(|rules| path.strip_prefix(rules.path)) {
            // The rest is `.INDEX.FIELD`.
            let (_, name) = rest.strip_prefix('.')?.split_once('.')?;
            let all = section.rules.as_ref()?.fields.iter().copied().flatten();
            return all.into_iter().find(|field| field.path == name);
        }
        let name = if section.path.is_empty() { path } else { path.strip_prefix(section.path)?.strip_prefix('.')? };
        section.fields.iter().find(|field| field.path == name)
    })
}

/// The rules at the path `list` of this kind of document.
pub fn rule_list_of(kind: &str, list: &str) -> Option<&'static RuleListSchema> {
    responder_sections(kind)?.iter().filter_map(|section| section.rules.as_ref()).find(|rules| rules.path == list)
}

/// The limit of durations, in milliseconds: one day.
const MAX_MILLIS: i64 = 86_400_000;
const MAX_COUNT: i64 = 1_000_000;

/// The fields that select the pods and nodes of a rule.
static RULE_SUBJECT_FIELDS: [ConfigField; 4] = [
    config_field("for.podLabels", ConfigFormLabel::RulePodLabelsHint, "", ConfigInput::Labels),
    config_field("for.nodes", ConfigFormLabel::RuleNodesHint, "", ConfigInput::Names),
    config_field("for.nodeLabels", ConfigFormLabel::NodesWithTheseLabels, "", ConfigInput::Labels),
    config_field("for.freeBelow", ConfigFormLabel::FreeBelowHint, "", ConfigInput::Amounts),
];

static REJECTED_FIELDS: [ConfigField; 2] = [
    config_field("failed", ConfigFormLabel::FailedNodesHint, "", ConfigInput::Messages),
    config_field("failedAndUnresolvable", ConfigFormLabel::UnresolvableNodesHint, "", ConfigInput::Messages),
];

static REJECTION_FIELDS: [ConfigField; 3] = [
    config_field("message", ConfigFormLabel::RejectionMessageHint, "", ConfigInput::Text),
    config_field("unresolvable", ConfigFormLabel::PreemptionCannotHelp, "", ConfigInput::Flag),
    config_field("keep", ConfigFormLabel::KeepNodeHint, "", ConfigInput::Flag),
];

const FAIL_STATUS: ConfigField =
    config_field("failing.status", ConfigFormLabel::FailureStatusHint, "", ConfigInput::NumberInHelp(100, 599));
const FAIL_ERROR: ConfigField = config_field("failing.error", ConfigFormLabel::FailureErrorHint, "", ConfigInput::Text);
const FAIL_POD_LABELS: ConfigField =
    config_field("failing.podLabels", ConfigFormLabel::FailurePodLabelsHint, "", ConfigInput::Labels);

const DEFAULT_FILTER_MESSAGE: &str = "not allowed by this rule";

static EXTENDER_SECTIONS: [ResponderSection; 4] = [
    ResponderSection {
        path: "",
        fields: &[
            config_field("metadata.name", ConfigFormLabel::HostHint, "", ConfigInput::RequiredText),
            config_field("host", ConfigFormLabel::OtherHostHint, "", ConfigInput::Text),
            config_field("delayMillis", ConfigFormLabel::DelayHint, "0", ConfigInput::NumberInHelp(0, MAX_MILLIS)),
        ],
        rules: None,
    },
    ResponderSection {
        path: "filter",
        fields: &[
            config_field("failed", ConfigFormLabel::FailedNodesHint, "", ConfigInput::Messages),
            config_field("failedAndUnresolvable", ConfigFormLabel::UnresolvableNodesHint, "", ConfigInput::Messages),
            config_field("dropped", ConfigFormLabel::DroppedNodesHint, "", ConfigInput::Names),
            config_field("claims", ConfigFormLabel::UnknownNodesHint, "", ConfigInput::Names),
            FAIL_STATUS,
            FAIL_ERROR,
            FAIL_POD_LABELS,
        ],
        rules: Some(RuleListSchema {
            path: "filter.rules",
            fields: &[&RULE_SUBJECT_FIELDS, &REJECTION_FIELDS],
            default_field: ("message", DefaultRuleValue::Text(DEFAULT_FILTER_MESSAGE)),
        }),
    },
    ResponderSection {
        path: "prioritize",
        fields: &[
            config_field("scores", ConfigFormLabel::ExtenderScoresHint, "", ConfigInput::Scores(10)),
            FAIL_STATUS,
            FAIL_ERROR,
            FAIL_POD_LABELS,
        ],
        rules: Some(RuleListSchema {
            path: "prioritize.rules",
            fields: &[
                &RULE_SUBJECT_FIELDS,
                &[config_field("score", ConfigFormLabel::ExtenderScoreHint, "", ConfigInput::NumberInHelp(0, 10))],
            ],
            default_field: ("score", DefaultRuleValue::Number(5)),
        }),
    },
    ResponderSection {
        path: "preempt",
        fields: &[
            config_field("nodes", ConfigFormLabel::NodeVictimsHint, "", ConfigInput::Yaml),
            FAIL_STATUS,
            FAIL_ERROR,
            FAIL_POD_LABELS,
        ],
        rules: Some(RuleListSchema {
            path: "preempt.rules",
            fields: &[
                // A preemption call has only the names of nodes.
                &[
                    config_field("for.podLabels", ConfigFormLabel::RulePodLabelsHint, "", ConfigInput::Labels),
                    config_field("for.nodes", ConfigFormLabel::RuleNodesHint, "", ConfigInput::Names),
                ],
                &[
                    config_field("drop", ConfigFormLabel::DropCandidateHint, "", ConfigInput::Flag),
                    config_field(
                        "keepVictims",
                        ConfigFormLabel::KeepVictimsHint,
                        "",
                        ConfigInput::NumberInHelp(0, MAX_COUNT),
                    ),
                ],
            ],
            default_field: ("drop", DefaultRuleValue::Flag),
        }),
    },
];

static PLUGIN_SECTIONS: [ResponderSection; 4] = [
    ResponderSection {
        path: "",
        fields: &[config_field("metadata.name", ConfigFormLabel::PluginNameHint, "", ConfigInput::RequiredText)],
        rules: None,
    },
    ResponderSection {
        path: "filter",
        fields: &REJECTED_FIELDS,
        rules: Some(RuleListSchema {
            path: "filter.rules",
            fields: &[&RULE_SUBJECT_FIELDS, &REJECTION_FIELDS],
            default_field: ("message", DefaultRuleValue::Text(DEFAULT_FILTER_MESSAGE)),
        }),
    },
    ResponderSection {
        path: "score",
        fields: &[
            config_field("scores", ConfigFormLabel::PluginScoresHint, "", ConfigInput::Scores(MAX_COUNT)),
            config_field(
                "normalize",
                ConfigFormLabel::NormalizeHint,
                "No",
                ConfigInput::Choice(&["No", "HighestBest", "LowestBest"]),
            ),
        ],
        rules: Some(RuleListSchema {
            path: "score.rules",
            fields: &[
                &RULE_SUBJECT_FIELDS,
                &[config_field("score", ConfigFormLabel::PluginScoreHint, "", ConfigInput::NumberInHelp(0, MAX_COUNT))],
            ],
            default_field: ("score", DefaultRuleValue::Number(50)),
        }),
    },
    ResponderSection {
        path: "permit",
        fields: &[],
        rules: Some(RuleListSchema {
            path: "permit.rules",
            fields: &[
                &RULE_SUBJECT_FIELDS,
                &[
                    config_field("waitMillis", ConfigFormLabel::WaitHint, "", ConfigInput::NumberInHelp(0, MAX_MILLIS)),
                    config_field(
                        "timeoutMillis",
                        ConfigFormLabel::TimeoutHint,
                        "900000",
                        ConfigInput::NumberInHelp(0, MAX_MILLIS),
                    ),
                    config_field("reject", ConfigFormLabel::RejectReasonHint, "", ConfigInput::Text),
                    config_field("times", ConfigFormLabel::TimesHint, "", ConfigInput::NumberInHelp(0, MAX_COUNT)),
                ],
            ],
            default_field: ("waitMillis", DefaultRuleValue::Number(5000)),
        }),
    },
];
