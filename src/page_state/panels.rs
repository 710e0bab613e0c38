//! The table of panels: pages of the inspector and tabs of the console. A row says all that the page has to know of a panel besides its view;
//! tabs, commands, links, chunks and tests follow from it. The views are in `page/features/inspector/mod.rs` and
//! `page/features/console/view.rs`.

use std::borrow::Cow;

use i18n::Lang;

use crate::chunk::Chunk;

/// When a panel has a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// In every run.
    Always,
    /// In runs with groups of pods.
    WithGroups,
    /// In runs with resource claims.
    WithClaims,
}

impl Offer {
    /// Whether the panel has a tab in a run with or without groups and claims.
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
    /// The page.
    pub page: InspectorPage,
    /// Its name in links (the field `tab`); empty if links do not lead to it.
    pub link_name: &'static str,
    /// What its tab says.
    pub label: fn(Lang) -> &'static str,
    /// The key that opens it, as the list of commands shows it; empty if there is none.
    pub key: &'static str,
    /// When it has a tab. Only pages that always have one are among the commands.
    pub offer: Offer,
    /// The chunk that draws it. Without one it is drawn by the start of the program.
    pub chunk: Option<Chunk>,
    /// Whether it is about the step shown, and the text of the step is above it.
    pub is_about_step: bool,
    /// Whether it is drawn from the whole state, and so again after every change.
    pub draws_whole_state: bool,
}

/// A tab of the console.
pub struct ConsolePanel {
    /// The tab.
    pub tab: ConsoleTab,
    /// What the tab says, given the number of pods that are pending at the end of the run.
    pub label: fn(Lang, usize) -> Cow<'static, str>,
    /// When it is there.
    pub offer: Offer,
    /// Whether it lists lines of the whole run, those after the moment shown too.
    pub is_list: bool,
}

/// An enum of panels and the table of their rows, both in the order of the tabs.
macro_rules! panels {
    ($(#[$about:meta])* $id:ident, $table:ident: $row:ident { $key:ident }
     $($(#[$note:meta])* $name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $id { $($(#[$note])* $name),* }

        /// All of them, in the order of the tabs.
        pub static $table: &[$row] = &[$($row { $key: $id::$name, $($field: $value),* }),*];

        impl $id {
            /// The row of the table.
            pub fn panel(self) -> &'static $row {
                // Both lists come from the same rows.
                &$table[self as usize]
            }
        }
    };
}

panels! {
    /// Pages of the inspector. Many parts of the page lead there.
    InspectorPage, INSPECTOR_PANELS: InspectorPanel { page }

    /// What happens now.
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
    /// Nodes by plugins.
    Filters {
        link_name: "filters",
        label: |lang| lang.page_labels().page_filters,
        key: "",
        offer: Offer::Always,
        chunk: None,
        is_about_step: true,
        draws_whole_state: false,
    }
    /// Scores.
    Scores {
        link_name: "scores",
        label: |lang| lang.page_labels().page_scores,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: true,
        draws_whole_state: false,
    }
    /// Candidates, victims, ladder.
    Preemption {
        link_name: "preemption",
        label: |lang| lang.page_labels().page_preemption,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: true,
        draws_whole_state: false,
    }
    /// The chosen pod.
    Pod {
        link_name: "pod",
        label: |lang| lang.page_labels().page_pod,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// The chosen node.
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
    /// What would have happened.
    WhatIf {
        link_name: "whatif",
        label: |lang| lang.page_labels().page_whatif,
        key: "",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: true,
    }
    /// The scheduler's functions, and the one at work.
    Source {
        link_name: "source",
        label: |lang| lang.page_labels().page_source,
        key: "S",
        offer: Offer::Always,
        chunk: Some(Chunk::Study),
        is_about_step: false,
        draws_whole_state: false,
    }
    /// The form of what is built on the stage.
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
    /// The page that a link names.
    pub fn from_link_name(name: &str) -> Option<Self> {
        INSPECTOR_PANELS.iter().find(|panel| !name.is_empty() && panel.link_name == name).map(|panel| panel.page)
    }
}

panels! {
    /// Tabs of the console.
    ConsoleTab, CONSOLE_PANELS: ConsolePanel { tab }

    /// Pods that are pending at the end, by the reason.
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
    /// `kubectl describe pod` of the chosen pod.
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
