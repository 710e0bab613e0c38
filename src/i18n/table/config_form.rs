//! Labels of the forms of scheduler documents: help texts, hints and actions. Fields have their names in the document.

use crate::{languages::Speaker, messages::config_form as messages, table::grammar::Grammar};

message_enum! {
    /// A label.
    pub enum ConfigFormLabel from config_form {
        SchedulerNameHint: scheduler_name_hint,
        PercentageOfNodesHint: percentage_of_nodes_hint,
        HardPodAffinityWeightHint: hard_pod_affinity_weight_hint,
        NoPreemption: no_preemption,
        AlwaysCheckAllPredicatesHint: always_check_all_predicates_hint,
        InitialBackoffHint: initial_backoff_hint,
        MaxBackoffHint: max_backoff_hint,
        ScoringStrategyHint: scoring_strategy_hint,
        WeightedResourcesHint: weighted_resources_hint,
        ShapeHint: shape_hint,
        IgnoredResourcesHint: ignored_resources_hint,
        BalancedResourcesHint: balanced_resources_hint,
        IgnorePreferredTermsHint: ignore_preferred_terms_hint,
        DefaultingTypeHint: defaulting_type_hint,
        DefaultConstraintsHint: default_constraints_hint,
        AddedAffinityHint: added_affinity_hint,
        UrlPrefixHint: url_prefix_hint,
        FilterVerbHint: filter_verb_hint,
        PrioritizeVerbHint: prioritize_verb_hint,
        ExtenderWeightHint: extender_weight_hint,
        PreemptVerbHint: preempt_verb_hint,
        BindVerbHint: bind_verb_hint,
        HttpTimeoutHint: http_timeout_hint,
        ManagedResourcesHint: managed_resources_hint,
        NodeCacheCapableHint: node_cache_capable_hint,
        IgnorableHint: ignorable_hint,
        TextRequired: text_required,
        InvalidDuration: invalid_duration,
        InvalidPercentage: invalid_percentage,
        InvalidNumber: invalid_number,
        InvalidNames: invalid_names,
        InvalidWeights: invalid_weights,
        InvalidShape: invalid_shape,
        InvalidConstraints: invalid_constraints,
        InvalidYaml: invalid_yaml,
        Weight: weight,
        Default: default,
        Up: up,
        Down: down,
        Disable: disable,
        Enable: enable,
        EnableAgain: enable_again,
        AvailablePlugins: available_plugins,
        Changed: changed,
        NoPlugins: no_plugins,
        UseDefaults: use_defaults,
        OtherFieldsHint: other_fields_hint,
        PluginsByPoint: plugins_by_point,
        Arguments: arguments,
        AddProfile: add_profile,
        RemoveProfile: remove_profile,
        AddExtender: add_extender,
        RemoveExtender: remove_extender,
        ExtenderDocumentHint: extender_document_hint,
        HostHint: host_hint,
        OtherHostHint: other_host_hint,
        DelayHint: delay_hint,
        FailedNodesHint: failed_nodes_hint,
        UnresolvableNodesHint: unresolvable_nodes_hint,
        DroppedNodesHint: dropped_nodes_hint,
        UnknownNodesHint: unknown_nodes_hint,
        FailureStatusHint: failure_status_hint,
        FailureErrorHint: failure_error_hint,
        FailurePodLabelsHint: failure_pod_labels_hint,
        ExtenderScoresHint: extender_scores_hint,
        PluginScoresHint: plugin_scores_hint,
        NodeVictimsHint: node_victims_hint,
        PluginNameHint: plugin_name_hint,
        NormalizeHint: normalize_hint,
        RulePodLabelsHint: rule_pod_labels_hint,
        RuleNodesHint: rule_nodes_hint,
        NodesWithTheseLabels: nodes_with_these_labels,
        FreeBelowHint: free_below_hint,
        RejectionMessageHint: rejection_message_hint,
        PreemptionCannotHelp: preemption_cannot_help,
        KeepNodeHint: keep_node_hint,
        ExtenderScoreHint: extender_score_hint,
        PluginScoreHint: plugin_score_hint,
        DropCandidateHint: drop_candidate_hint,
        KeepVictimsHint: keep_victims_hint,
        WaitHint: wait_hint,
        TimeoutHint: timeout_hint,
        RejectReasonHint: reject_reason_hint,
        TimesHint: times_hint,
        WriteAWholeNumber: write_a_whole_number,
        InvalidLabels: invalid_labels,
        InvalidAmounts: invalid_amounts,
        InvalidScores: invalid_scores,
        InvalidMessages: invalid_messages,
        PluginIntro: plugin_intro,
        ExtenderIntro: extender_intro,
        NothingSet: nothing_set,
        Rules: rules,
        RulesHint: rules_hint,
        AddRule: add_rule,
        RemoveRule: remove_rule,
        AddExtenderDocument: add_extender_document,
    }
}

/// Sentences of these forms.
pub trait ConfiguringSentences: Grammar {
    /// The text of a label.
    fn config_label(&self, word: ConfigFormLabel) -> &'static str {
        word.text(self)
    }

    /// The release that reads the document.
    fn read_by_release(&self, release: &str) -> String {
        messages::ReadByRelease { release }.text(self.language())
    }

    /// The default value of an empty field.
    fn default_value(&self, value: &str) -> String {
        messages::DefaultValue { value }.text(self.language())
    }

    /// The number of plugins that run.
    fn plugin_count(&self, count: usize) -> String {
        messages::PluginCount { count }.text(self.language())
    }

    /// The title of a profile.
    fn profile_title(&self, name: &str) -> String {
        messages::ProfileTitle { name }.text(self.language())
    }

    /// The title of an extender, by its URL.
    fn extender_title(&self, name: &str) -> String {
        messages::ExtenderTitle { name }.text(self.language())
    }

    /// The title of a rule, by its number.
    fn rule_title(&self, number: usize) -> String {
        messages::RuleTitle { number }.text(self.language())
    }
}

impl<T: Speaker> ConfiguringSentences for T {}
