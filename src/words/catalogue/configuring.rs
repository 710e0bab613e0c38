//! The forms of documents about the scheduler: what fields do, what to write, and what can be done. Fields themselves are called as in the document.

sentences! {
    /// Words of these forms.
    pub trait Sentences {
        /// A word of a table.
        fn word(word: Word) -> &'static str;
        /// The release that reads the document.
        fn read_by(release: &str) -> String;
        /// What counts where a field is empty.
        fn default_is(value: &str) -> String;
        /// So many plugins run.
        fn plugins(count: usize) -> String;
        /// A profile by its name.
        fn profile(name: &str) -> String;
        /// An extender by its address.
        fn extender(name: &str) -> String;
        /// A rule by its number.
        fn rule(number: usize) -> String;
    }
}

/// A word of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    PodsChooseItByThisName,
    SearchStopsEarly,
    RequiredAffinityOfOthers,
    NoPreemption,
    AllPredicatesAreAsked,
    FirstBackoff,
    LongestBackoff,
    HowRoomScores,
    ResourcesWithWeights,
    ShapeOfTheRatio,
    ResourcesThatDoNotCount,
    ResourcesToBalance,
    PreferencesOfOthers,
    SystemOrList,
    ConstraintsOfPodsWithout,
    AffinityForAllPods,
    AddressOfTheExtender,
    AskedAfterTheFilters,
    AskedForScores,
    WhatItsScoresAreTimes,
    AskedAboutVictims,
    ItBindsThePod,
    AnswersLaterThanThisFail,
    OnlyPodsThatAskForThese,
    ItKnowsTheNodes,
    ItsErrorsDoNotCount,
    WriteAText,
    WriteADuration,
    WriteAPercentage,
    WriteANumber,
    WriteNames,
    WriteWeights,
    WriteAShape,
    WriteConstraints,
    WriteYaml,
    Weight,
    Default,
    Up,
    Down,
    Disable,
    Enable,
    EnableADefault,
    CanBeEnabled,
    Changed,
    NothingRuns,
    AsByDefault,
    TheTextMaySayMore,
    PluginsByPoint,
    Arguments,
    AddProfile,
    RemoveProfile,
    AddExtender,
    RemoveExtender,
    ADocumentAnswers,
    TheHostThatItAnswersFor,
    AnotherHost,
    HowLongAnAnswerTakes,
    NodesThatWillNotDo,
    NodesWherePreemptionCannotHelp,
    NodesLeftOut,
    NamesThatWereNotAskedAbout,
    TheRequestFailsWithThisStatus,
    TheAnswerIsAnError,
    ItFailsOnlyForPodsWith,
    ScoresUpTo10,
    ScoresUpTo100,
    VictimsOfNodes,
    ProfilesEnableItByThisName,
    WhatBecomesOfScores,
    PodsWithTheseLabels,
    TheseNodes,
    NodesWithTheseLabels,
    NodesWithLessFree,
    WhyTheNodeWillNotDo,
    PreemptionCannotHelp,
    TheNodeWillDo,
    ScoreUpTo10,
    ScoreUpTo100,
    NoCandidateAnyMore,
    OnlySoManyVictims,
    HowLongThePodWaits,
    RejectedAfterThis,
    WhyThePodIsRejected,
    HowOftenForAPod,
    WriteAWholeNumber,
    WriteLabels,
    WriteAmounts,
    WriteScores,
    WriteMessages,
    AProfileEnablesIt,
    ItAnswersForItsHost,
    SaysNothing,
    Rules,
    TheFirstRuleCounts,
    AddRule,
    RemoveRule,
    AddItsAnswers,
}
