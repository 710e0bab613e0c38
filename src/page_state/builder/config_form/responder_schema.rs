//! What a form shows of the documents that answer in a run: of an extender, and of a plugin of one's own. Both have a section for each
//! question, with tables of single nodes, and rules.

use i18n::table::config_form::ConfigFormLabel;

use super::{
    config_inputs::ConfigInput,
    field::{ConfigField, config_field},
};

/// A part of such a document.
pub struct ResponderSection {
    /// Its field in the document; empty for those of the document itself.
    pub path: &'static str,
    /// Its fields, below that.
    pub fields: &'static [ConfigField],
    /// Its rules.
    pub rules: Option<RuleListSchema>,
}

/// Rules of a section.
pub struct RuleListSchema {
    /// Where their list stands.
    pub path: &'static str,
    /// The fields of each.
    pub fields: &'static [&'static [ConfigField]],
    /// What a new one says, as a field and its value.
    pub default_field: (&'static str, DefaultRuleValue),
}

/// What a new rule says.
#[derive(Clone, Copy)]
pub enum DefaultRuleValue {
    /// A text.
    Text(&'static str),
    /// A number.
    Number(i64),
    /// Yes.
    Flag,
}

/// The sections of a document of this kind; nothing where it is a configuration.
pub fn responder_sections(kind: &str) -> Option<&'static [ResponderSection]> {
    match kind {
        "Extender" => Some(&EXTENDER_SECTIONS),
        "Plugin" => Some(&PLUGIN_SECTIONS),
        _ => None,
    }
}

/// The field at a path of the document.
pub fn find_section_field(sections: &'static [ResponderSection], path: &str) -> Option<&'static ConfigField> {
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
pub fn rule_list_of(kind: &str, list: &str) -> Option<&'static RuleListSchema> {
    responder_sections(kind)?.iter().filter_map(|section| section.rules.as_ref()).find(|rules| rules.path == list)
}

/// The longest time that can be typed, in milliseconds: a day.
const MAX_MILLIS: i64 = 86_400_000;
const MAX_COUNT: i64 = 1_000_000;

/// What a rule is about.
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
                // Of nodes it knows the names alone.
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
