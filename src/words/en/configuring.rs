//! The forms of documents about the scheduler in English.

use super::En;
use crate::catalogue::configuring::{Sentences, Word};

impl Sentences for En {
    #[allow(clippy::too_many_lines)] // a table
    fn word(&self, word: Word) -> &'static str {
        match word {
            Word::PodsChooseItByThisName => "Pods choose the profile by spec.schedulerName",
            Word::SearchStopsEarly => {
                "Share of the nodes after which the search for feasible ones stops; 0 depends on the size of the cluster"
            }
            Word::RequiredAffinityOfOthers => {
                "0 to 100: how much it counts that a running pod requires this one beside it"
            }
            Word::NoPreemption => "Pods evict nobody",
            Word::AllPredicatesAreAsked => "Collects the reasons of all predicates, instead of the first",
            Word::FirstBackoff => "Seconds that a pod waits after its first failed attempt",
            Word::LongestBackoff => "Seconds that it waits at most",
            Word::HowRoomScores => {
                "Prefers nodes with most room (LeastAllocated), least room (MostAllocated), or by a curve"
            }
            Word::ResourcesWithWeights => "Such as cpu=2, memory=1: weights of 1 to 100",
            Word::ShapeOfTheRatio => "Utilization (0 to 100) = score (0 to 10), such as 0=0, 100=10",
            Word::ResourcesThatDoNotCount => "Extended resources that the filter ignores, such as example.com/gpu",
            Word::ResourcesToBalance => "Resources whose use is to be even, such as cpu, memory",
            Word::PreferencesOfOthers => {
                "Preferred affinity of running pods does not count where the pod has none itself"
            }
            Word::SystemOrList => "System: the release's own constraints. List: those below",
            Word::ConstraintsOfPodsWithout => {
                "For pods without constraints, such as topology.kubernetes.io/zone=1:ScheduleAnyway"
            }
            Word::AffinityForAllPods => "Node affinity for all pods of the profile, as YAML",
            Word::AddressOfTheExtender => "Where it is asked; a document of kind Extender answers for the host",
            Word::AskedAfterTheFilters => "Asked about the nodes that pass the filters, such as filter",
            Word::AskedForScores => "Asked for scores of 0 to 10, such as prioritize",
            Word::WhatItsScoresAreTimes => "What its scores are multiplied with",
            Word::AskedAboutVictims => "Asked about the candidates of preemption, such as preempt",
            Word::ItBindsThePod => "It binds the pod; only one extender may",
            Word::AnswersLaterThanThisFail => "An answer that comes later has failed",
            Word::OnlyPodsThatAskForThese => "It is asked only about pods that request these resources",
            Word::ItKnowsTheNodes => "It is sent names of nodes, not whole nodes",
            Word::ItsErrorsDoNotCount => "If it fails, the scheduler goes on without it",
            Word::WriteAText => "Write something here",
            Word::WriteADuration => "Write a duration such as 5s or 500ms",
            Word::WriteAPercentage => "Write a whole number from 0 to 100",
            Word::WriteANumber => "Write a whole number from 1 to 1,000,000",
            Word::WriteNames => "Write names with commas between them",
            Word::WriteWeights => "Write name=weight with commas between them; weights of 1 to 100",
            Word::WriteAShape => "Write utilization=score with commas between them, such as 0=0, 100=10",
            Word::WriteConstraints => "Write topologyKey=maxSkew:DoNotSchedule, or ScheduleAnyway",
            Word::WriteYaml => "Write a mapping in YAML",
            Word::Weight => "Weight",
            Word::Default => "Default",
            Word::Up => "Move up",
            Word::Down => "Move down",
            Word::Disable => "Disable",
            Word::Enable => "Enable",
            Word::EnableADefault => "Enable again",
            Word::CanBeEnabled => "Can be enabled",
            Word::Changed => "changed",
            Word::NothingRuns => "No plugin runs at this point.",
            Word::AsByDefault => "Use the defaults",
            Word::TheTextMaySayMore => "Fields that are not here stay as they are in the text.",
            Word::PluginsByPoint => "Plugins by extension point",
            Word::Arguments => "Arguments of plugins",
            Word::AddProfile => "Profile",
            Word::RemoveProfile => "Remove this profile",
            Word::AddExtender => "Extender",
            Word::RemoveExtender => "Remove this extender",
            Word::ADocumentAnswers => {
                "For each extender, a document of kind Extender in the text answers. Without one, the text cannot run."
            }
            Word::TheHostThatItAnswersFor => "The host in the urlPrefix of the extender for which it answers",
            Word::AnotherHost => "The host, where it is not the name",
            Word::HowLongAnAnswerTakes => {
                "Milliseconds that an answer takes; the scheduler takes no other pod meanwhile"
            }
            Word::NodesThatWillNotDo => "Nodes that are rejected, one a line, such as node-a: the disk is old",
            Word::NodesWherePreemptionCannotHelp => "The same, where preemption cannot help",
            Word::NodesLeftOut => "Nodes that are left out without a message, such as node-a, node-b",
            Word::NamesThatWereNotAskedAbout => "Names in the answer about which nobody asked",
            Word::TheRequestFailsWithThisStatus => "The request fails with this HTTP status, 100 to 599, such as 500",
            Word::TheAnswerIsAnError => "The answer is nothing but this error",
            Word::ItFailsOnlyForPodsWith => "It goes wrong only for pods with these labels, such as app=web",
            Word::ScoresUpTo10 => "Scores from 0 to 10, such as node-a=10, node-b=0",
            Word::ScoresUpTo100 => {
                "Scores from 0 to 100, such as node-a=100, node-b=0; up to 1,000,000 where they are normalized"
            }
            Word::VictimsOfNodes => "The victims of each node, as YAML: node-a: {victims: [default/pod-1]}",
            Word::ProfilesEnableItByThisName => "Profiles enable it by this name: letters, digits and -",
            Word::WhatBecomesOfScores => {
                "No: they stay as they are. HighestBest: the highest becomes 100. LowestBest: the lowest is best"
            }
            Word::PodsWithTheseLabels => "Pods with these labels, such as app=web; empty: all",
            Word::TheseNodes => "Nodes by name, such as node-a, node-b; empty: all",
            Word::NodesWithTheseLabels => "Nodes with these labels, such as disk=ssd; empty: all",
            Word::NodesWithLessFree => "Nodes with less than this free, such as cpu=500m, memory=1Gi",
            Word::WhyTheNodeWillNotDo => "Why the node is rejected",
            Word::PreemptionCannotHelp => "Preemption cannot help",
            Word::TheNodeWillDo => "The node passes, whatever later rules say",
            Word::ScoreUpTo10 => "The score, 0 to 10",
            Word::ScoreUpTo100 => "The score, 0 to 100; up to 1,000,000 where scores are normalized",
            Word::NoCandidateAnyMore => "The node is no candidate any more",
            Word::OnlySoManyVictims => "Only the first so many victims have to go",
            Word::HowLongThePodWaits => "Milliseconds that the pod waits; empty: it is answered at once",
            Word::RejectedAfterThis => "It is rejected after so many milliseconds without an answer",
            Word::WhyThePodIsRejected => "Why the pod is rejected; empty: it is allowed",
            Word::HowOftenForAPod => "How many times for each pod, which is allowed after that; empty: always",
            Word::WriteAWholeNumber => "Write a whole number in this range",
            Word::WriteLabels => "Write key=value with commas between them, each key once",
            Word::WriteAmounts => "Write resource=amount with commas between them, such as cpu=500m, memory=1Gi",
            Word::WriteScores => "Write node=score with commas between them; whole numbers in this range",
            Word::WriteMessages => "Write a line for each node: its name, a colon, the message",
            Word::AProfileEnablesIt => "A plugin of one's own. It runs where a profile enables it by its name.",
            Word::ItAnswersForItsHost => {
                "What an extender answers in this scenario. A configuration says when it is asked."
            }
            Word::SaysNothing => "says nothing",
            Word::Rules => "Rules",
            Word::TheFirstRuleCounts => "Tables of single nodes count first, then the first rule about pod and node.",
            Word::AddRule => "Rule",
            Word::RemoveRule => "Remove this rule",
            Word::AddItsAnswers => "Document that answers",
        }
    }

    fn read_by(&self, release: &str) -> String {
        format!("Defaults are those of {release}.")
    }

    fn default_is(&self, value: &str) -> String {
        format!("Default: {value}")
    }

    fn plugins(&self, count: usize) -> String {
        if count == 1 { "1 plugin".into() } else { format!("{count} plugins") }
    }

    fn profile(&self, name: &str) -> String {
        format!("Profile {name}")
    }

    fn extender(&self, name: &str) -> String {
        format!("Extender {name}")
    }

    fn rule(&self, number: usize) -> String {
        format!("Rule {number}")
    }
}
