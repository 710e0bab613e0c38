//! The table of panels: pages of the inspector and tabs of the console. A row has all that the page needs to know about a panel besides
//! its view; tabs, commands, links, chunks and tests are derived from it. The views are in `page/features/inspector/mod.rs` and
//! `page/features/console/view.rs`.

use std::borrow::Cow;

use i18n::Lang;

use crate::chunk::Chunk;

/// The condition for the tab of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Every run.
    Always,
    /// Runs with groups of pods.
    WithGroups,
    /// Runs with resource claims.
    WithClaims,
}

impl Offer {
    /// Whether a run with or without groups and claims meets the condition.
    pub fn is_met(self, has_groups: bool, has_claims: bool) -> bool {
        match self {
            Self::Always => true,
            Self::WithGroups => has_groups,
            Self::WithClaims => has_claims,
        }
    }
}

/// A page of the inspector.
pub struct InspectorPanel {
    pub page: InspectorPage,
    /// The name in links (the field `tab`); empty if links can't open it.
    pub link_name: &'static str,
    /// The label of the tab.
    pub label: fn(Lang) -> &'static str,
    /// The keyboard shortcut, as the list of commands shows it; empty without one.
    pub key: &'static str,
    /// The condition for its tab. Only pages that always have one are listed as commands.
    pub offer: Offer,
    /// The chunk that draws it; `None` if it is part of the initial program.
    pub chunk: Option<Chunk>,
    /// Whether it is about the current step, whose text is shown above it.
    pub is_about_step: bool,
    /// Whether it depends on the whole state, and so is drawn again after every change.
    pub draws_whole_state: bool,
}

/// A tab of the console.
pub struct ConsolePanel {
    pub tab: ConsoleTab,
    /// The label of the tab, given the number of pods that are pending at the end of the run.
    pub label: fn(Lang, usize) -> Cow<'static, str>,
    /// The condition for the tab.
    pub offer: Offer,
    /// Whether it lists lines of the whole run, including those after the current moment.
    pub is_list: bool,
}

/// An enum of panels and the table of their rows, both in the order of the tabs.
macro_rules! panels {
    ($(#[$about:meta])* $id:ident, $table:ident: $row:ident { $key:ident }
     $($(#[$note:meta])* $name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $id { $($(#[$note])* $name),* }

        /// All panels, in the order of the tabs.
        pub static $table: &[$row] = &[$($row { $key: $id::$name, $($field: $value),* }),*];

        impl $id {
            /// The panel's row of the table.
            pub fn panel(self) -> &'static $row {
                // The enum and the table have the same order.
                &$table[self as usize]
            }
        }
    };
}

panels! {
    /// The pages of the inspector.
    InspectorPage, INSPECTOR_PANELS: InspectorPanel { page }

    /// The current step.
    #[default]
    Now {
        link_name: "now",
        label: |lang| lang.page_labels().page_now,
        key: "",
        offer: Offer::Always,
        chunk: None,
        is_about_step: true,
        draws_whole_state: false,
    }
    /// Groups of pods: their members in order, and why they wait.
    Group {
        link_name: "group",
        label: |lang| lang.group_page_name(),
        key: "",
        offer: Offer::WithGroups,
        chunk: Some(Chunk::Study),
        is_about_step: true,
        draws_whole_state: false,
    }
    /// The filter result of each node, by plugin.
    Filters {
        link_name: "filters",
        label: |lang| lang.page_labels().page_filters,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: true,
        draws_whole_state: false,
    }
    /// The scores of each node, by plugin.
    Scores {
        link_name: "scores",
        label: |lang| lang.page_labels().page_scores,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: true,
        draws_whole_state: false,
    }
    /// Preemption: candidates, victims, and the rules to choose a node.
    Preemption {
        link_name: "preemption",
        label: |lang| lang.page_labels().page_preemption,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: true,
        draws_whole_state: false,
    }
    /// The selected pod.
    Pod {
        link_name: "pod",
        label: |lang| lang.page_labels().page_pod,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// The selected node.
    Node {
        link_name: "node",
        label: |lang| lang.page_labels().node,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// Budgets and zones.
    BudgetsZones {
        link_name: "around",
        label: |lang| lang.page_labels().page_around,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// What-if questions.
    WhatIf {
        link_name: "whatif",
        label: |lang| lang.page_labels().page_whatif,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: true,
    }
    /// The decision about a pod for all values of two numbers, in place of the stage's picture.
    Field {
        link_name: "field",
        label: |lang| lang.page_labels().page_field,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: true,
    }
    /// The whole run at once, in place of the stage's picture.
    River {
        link_name: "river",
        label: |lang| lang.page_labels().page_river,
        key: "R",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// The scheduler's call graph, with the active function.
    Source {
        link_name: "source",
        label: |lang| lang.page_labels().page_source,
        key: "S",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// The form of the selected object.
    EditForm {
        link_name: "",
        label: |lang| lang.stage_edit_labels().page,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Editing),
        is_about_step: false,
        draws_whole_state: true,
    }
}

impl InspectorPage {
    /// The page with this name in links.
    pub fn from_link_name(name: &str) -> Option<Self> {
        INSPECTOR_PANELS.iter().find(|panel| !name.is_empty() && panel.link_name == name).map(|panel| panel.page)
    }
}

panels! {
    /// The tabs of the console.
    ConsoleTab, CONSOLE_PANELS: ConsolePanel { tab }

    /// Pods that are pending at the end of the run, by reason.
    Pending {
        label: |lang, pending| lang.pods_pending(pending).into(),
        offer: Offer::Always,
        is_list: false,
    }
    /// `kubectl get pods -o wide -w`.
    #[default]
    Pods {
        label: |lang, _| lang.page_labels().console_pods.into(),
        offer: Offer::Always,
        is_list: true,
    }
    /// `kubectl get podgroups`, with columns of its own.
    PodGroups {
        label: |_, _| "kubectl get podgroups -w".into(),
        offer: Offer::WithGroups,
        is_list: true,
    }
    /// `kubectl get resourceclaims,resourceslices`.
    Devices {
        label: |lang, _| lang.timeline_labels().get_devices.into(),
        offer: Offer::WithClaims,
        is_list: false,
    }
    /// `kubectl get events`.
    Messages {
        label: |lang, _| lang.page_labels().console_messages.into(),
        offer: Offer::Always,
        is_list: true,
    }
    /// `kubectl describe pod` of the selected pod.
    Describe {
        label: |lang, _| lang.timeline_labels().describe.into(),
        offer: Offer::Always,
        is_list: false,
    }
    /// The scheduler's log.
    Log {
        label: |lang, _| lang.timeline_labels().log.into(),
        offer: Offer::Always,
        is_list: true,
    }
}
