//! Texts of the scheduler's call graph: the purpose of each function, and the names of its values.

use releases::call_graph::Role;
use trace::calls::ValueName;

use crate::{languages::Speaker, messages::call_text as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of the scheduler's call tree.
    pub struct CallTreeLabels from call_text;
}

/// Sentences about the scheduler's call tree.
pub trait CallSentences: Grammar {
    fn call_labels(&self) -> &'static CallTreeLabels {
        CallTreeLabels::of(self)
    }

    /// The purpose of a function, in one or two sentences.
    fn role_description(&self, role: Role) -> &'static str {
        match role {
            Role::Loop => messages::role_description_loop(self.language()),
            Role::Pop => messages::role_description_pop(self.language()),
            Role::OnePod => messages::role_description_one_pod(self.language()),
            Role::Cycle => messages::role_description_cycle(self.language()),
            Role::Algorithm => messages::role_description_algorithm(self.language()),
            Role::Schedule => messages::role_description_schedule(self.language()),
            Role::FindNodes => messages::role_description_find_nodes(self.language()),
            Role::PreFilter => messages::role_description_pre_filter(self.language()),
            Role::EachNode => messages::role_description_each_node(self.language()),
            Role::Filter => messages::role_description_filter(self.language()),
            Role::PassExtenders => messages::role_description_pass_extenders(self.language()),
            Role::ExtenderFilter => messages::role_description_extender_filter(self.language()),
            Role::Prioritize => messages::role_description_prioritize(self.language()),
            Role::Score => messages::role_description_score(self.language()),
            Role::ExtenderScore => messages::role_description_extender_score(self.language()),
            Role::Select => messages::role_description_select(self.language()),
            Role::PostFilter => messages::role_description_post_filter(self.language()),
            Role::Plugin => messages::role_description_plugin(self.language()),
            Role::Preempt => messages::role_description_preempt(self.language()),
            Role::Eligible => messages::role_description_eligible(self.language()),
            Role::Candidates => messages::role_description_candidates(self.language()),
            Role::Potential => messages::role_description_potential(self.language()),
            Role::DryRuns => messages::role_description_dry_runs(self.language()),
            Role::Victims => messages::role_description_victims(self.language()),
            Role::Try => messages::role_description_try(self.language()),
            Role::Budgets => messages::role_description_budgets(self.language()),
            Role::Reprieve => messages::role_description_reprieve(self.language()),
            Role::Sacrifice => messages::role_description_sacrifice(self.language()),
            Role::ExtenderPreempt => messages::role_description_extender_preempt(self.language()),
            Role::Choose => messages::role_description_choose(self.language()),
            Role::Ladder => messages::role_description_ladder(self.language()),
            Role::Prepare => messages::role_description_prepare(self.language()),
            Role::Evict => messages::role_description_evict(self.language()),
            Role::LowerNominated => messages::role_description_lower_nominated(self.language()),
            Role::ClearNomination => messages::role_description_clear_nomination(self.language()),
            Role::BeforeBinding => messages::role_description_before_binding(self.language()),
            Role::AssumeAndReserve => messages::role_description_assume_and_reserve(self.language()),
            Role::Assume => messages::role_description_assume(self.language()),
            Role::Reserve => messages::role_description_reserve(self.language()),
            Role::BindVolumes => messages::role_description_bind_volumes(self.language()),
            Role::Volumes => messages::role_description_volumes(self.language()),
            Role::Permit => messages::role_description_permit(self.language()),
            Role::Failure => messages::role_description_failure(self.language()),
            Role::Message => messages::role_description_message(self.language()),
            Role::Requeue => messages::role_description_requeue(self.language()),
            Role::Nominate => messages::role_description_nominate(self.language()),
            Role::Binding => messages::role_description_binding(self.language()),
            Role::Expect => messages::role_description_expect(self.language()),
            Role::WaitOnPermit => messages::role_description_wait_on_permit(self.language()),
            Role::PreBind => messages::role_description_pre_bind(self.language()),
            Role::Bind => messages::role_description_bind(self.language()),
            Role::BindPlugins => messages::role_description_bind_plugins(self.language()),
            Role::PostBind => messages::role_description_post_bind(self.language()),
            Role::Unreserve => messages::role_description_unreserve(self.language()),
            Role::Handlers => messages::role_description_handlers(self.language()),
            Role::Add => messages::role_description_add(self.language()),
            Role::PreEnqueue => messages::role_description_pre_enqueue(self.language()),
            Role::Move => messages::role_description_move(self.language()),
            Role::Timers => messages::role_description_timers(self.language()),
            Role::Flush => messages::role_description_flush(self.language()),
            Role::ApiServer => messages::role_description_api_server(self.language()),
            Role::Kubelet => messages::role_description_kubelet(self.language()),
            Role::Kubectl => messages::role_description_kubectl(self.language()),
            Role::Eviction => messages::role_description_eviction(self.language()),
            Role::BudgetCount => messages::role_description_budget_count(self.language()),
            Role::BudgetController => messages::role_description_budget_controller(self.language()),
            Role::WorkloadController => messages::role_description_workload_controller(self.language()),
            Role::NodeController => messages::role_description_node_controller(self.language()),
            Role::ZoneController => messages::role_description_zone_controller(self.language()),
            Role::DeploymentController => messages::role_description_deployment_controller(self.language()),
            Role::StatefulSetController => messages::role_description_stateful_set_controller(self.language()),
            Role::DaemonSetController => messages::role_description_daemon_set_controller(self.language()),
            Role::JobController => messages::role_description_job_controller(self.language()),
            Role::GroupLoop => messages::role_description_group_loop(self.language()),
            Role::GroupCycle => messages::role_description_group_cycle(self.language()),
            Role::GroupMember => messages::role_description_group_member(self.language()),
            Role::GroupPlacement => messages::role_description_group_placement(self.language()),
            Role::GroupPreempt => messages::role_description_group_preempt(self.language()),
            Role::GroupResult => messages::role_description_group_result(self.language()),
            Role::Provisioner => messages::role_description_provisioner(self.language()),
            Role::ClaimController => messages::role_description_claim_controller(self.language()),
        }
    }

    /// The name of a value.
    fn value_name(&self, name: ValueName) -> &'static str {
        match name {
            ValueName::Pod => messages::value_name_pod(self.language()),
            ValueName::Group => "PodGroup",
            ValueName::Attempt => messages::value_name_attempt(self.language()),
            ValueName::Snapshot => messages::value_name_snapshot(self.language()),
            ValueName::Node => messages::value_name_node(self.language()),
            ValueName::Plugin => messages::value_name_plugin(self.language()),
            ValueName::Weight => messages::value_name_weight(self.language()),
            ValueName::Extender => messages::value_name_extender(self.language()),
            ValueName::Skipped => messages::value_name_skipped(self.language()),
            ValueName::NodeSet => messages::value_name_node_set(self.language()),
            ValueName::Nominated => messages::value_name_nominated(self.language()),
            ValueName::Status => messages::value_name_status(self.language()),
            ValueName::Feasible => messages::value_name_feasible(self.language()),
            ValueName::Scores => messages::value_name_scores(self.language()),
            ValueName::Totals => messages::value_name_totals(self.language()),
            ValueName::Ties => messages::value_name_ties(self.language()),
            ValueName::Eligible => messages::value_name_eligible(self.language()),
            ValueName::Potential => messages::value_name_potential(self.language()),
            ValueName::Candidates => messages::value_name_candidates(self.language()),
            ValueName::Removed => messages::value_name_removed(self.language()),
            ValueName::PutBack => messages::value_name_put_back(self.language()),
            ValueName::Budgets => messages::value_name_budgets(self.language()),
            ValueName::Violating => messages::value_name_violating(self.language()),
            ValueName::Others => messages::value_name_others(self.language()),
            ValueName::Victims => messages::value_name_victims(self.language()),
            ValueName::Violations => messages::value_name_violations(self.language()),
            ValueName::Rule => messages::value_name_rule(self.language()),
            ValueName::Compared => messages::value_name_compared(self.language()),
            ValueName::Left => messages::value_name_left(self.language()),
            ValueName::Cleared => messages::value_name_cleared(self.language()),
            ValueName::Message => messages::value_name_message(self.language()),
            ValueName::Queue => messages::value_name_queue(self.language()),
            ValueName::By => messages::value_name_by(self.language()),
        }
    }

    /// A button to the next call of a function.
    fn next_call_of(&self, function: &str) -> String {
        messages::NextCallOf { function }.text(self.language())
    }

    /// The number of calls of a function.
    fn called_times(&self, times: usize) -> String {
        messages::CalledTimes { times }.text(self.language())
    }
}

impl<T: Speaker> CallSentences for T {}
