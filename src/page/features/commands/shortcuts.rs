//! Keyboard shortcuts: a table of commands, each with its keys, its name, and its action in the current state.

use i18n::Lang;
use page_state::{
    actions::{
        Action,
        bookmarks::BookmarkMsg,
        builder::ObjectMsg,
        console::ConsoleMsg,
        gallery::GalleryMsg,
        inspector::InspectorMsg,
        lesson::PredictionMsg,
        player::{PlayerMsg, Stride},
        share::ShareMsg,
    },
    landmarks::Landmark,
    overlays::OverlayMsg,
    panels::InspectorPage,
    run::RunMsg,
    store::Store,
};

/// Where the focus may be for a shortcut to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FocusScope {
    /// Anywhere, even in a text field.
    Anywhere,
    /// Anywhere but in a text field.
    NotTyping,
    /// Also in a form's text field, as long as nothing is typed in it, so that there is nothing that the browser could undo.
    NothingTyped,
    /// Not in a text field or a dialog.
    Page,
    /// Also not on a control that handles the key itself.
    NotOnControls,
    /// Also not on tabs, which the arrow keys switch.
    NotOnTabs,
    /// In the list of objects only.
    InObjectList,
}

/// The required modifier keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modifiers {
    /// Shift or none.
    Any,
    None,
    Shift,
    /// Ctrl or Cmd.
    Ctrl,
    /// Shift with Ctrl or Cmd.
    CtrlShift,
}

/// An action with its keys.
struct KeyBinding {
    /// The keys as in `KeyboardEvent.key`, letters in lower case.
    keys: &'static [&'static str],
    modifiers: Modifiers,
    scope: FocusScope,
    /// The action; `None` if there is none in the current state.
    to_action: fn(&Store) -> Option<Action>,
}

/// Shortcuts that the help lists in one line, with their display text and their name.
struct HelpEntry {
    keys: &'static str,
    name: fn(Lang) -> &'static str,
    bindings: &'static [KeyBinding],
}

const fn bind_anywhere(keys: &'static [&'static str], to_action: fn(&Store) -> Option<Action>) -> KeyBinding {
    KeyBinding { keys, modifiers: Modifiers::Any, scope: FocusScope::Page, to_action }
}

const fn bind_key(
    scope: FocusScope,
    modifiers: Modifiers,
    keys: &'static [&'static str],
    to_action: fn(&Store) -> Option<Action>,
) -> KeyBinding {
    KeyBinding { keys, modifiers, scope, to_action }
}

fn player_action(player_msg: PlayerMsg) -> Action {
    Action::Player(player_msg)
}

/// All shortcuts, in the order of the help. The first one that applies is used.
const KEY_TABLE: [HelpEntry; 29] = [
    HelpEntry {
        keys: "Space",
        name: |lang| lang.page_labels().key_space,
        bindings: &[bind_key(FocusScope::NotOnControls, Modifiers::Any, &[" "], |_| {
            Some(player_action(PlayerMsg::Toggle))
        })],
    },
    HelpEntry {
        keys: "← → , .",
        name: |lang| lang.page_labels().key_arrows,
        bindings: &[
            bind_key(FocusScope::NotOnTabs, Modifiers::None, &["ArrowRight"], |_| {
                Some(player_action(PlayerMsg::Step(true)))
            }),
            bind_key(FocusScope::NotOnTabs, Modifiers::None, &["ArrowLeft"], |_| {
                Some(player_action(PlayerMsg::Step(false)))
            }),
            bind_anywhere(&[".", ">"], |_| Some(player_action(PlayerMsg::Step(true)))),
            bind_anywhere(&[",", "<"], |_| Some(player_action(PlayerMsg::Step(false)))),
        ],
    },
    HelpEntry {
        keys: "Shift + ← →",
        name: |lang| lang.page_labels().key_shift_arrows,
        bindings: &[
            bind_key(FocusScope::Page, Modifiers::Shift, &["ArrowRight"], |_| {
                Some(player_action(PlayerMsg::StepByEvent(true)))
            }),
            bind_key(FocusScope::Page, Modifiers::Shift, &["ArrowLeft"], |_| {
                Some(player_action(PlayerMsg::StepByEvent(false)))
            }),
        ],
    },
    HelpEntry {
        keys: "N, F, O, M",
        name: |lang| lang.page_labels().key_landmarks,
        bindings: &[
            bind_anywhere(&["n"], |_| Some(player_action(PlayerMsg::SeekLandmark(Landmark::Preemption)))),
            bind_anywhere(&["f"], |_| Some(player_action(PlayerMsg::SeekLandmark(Landmark::Failure)))),
            bind_anywhere(&["o"], |_| Some(player_action(PlayerMsg::SeekLandmark(Landmark::Binding)))),
            bind_anywhere(&["m"], |_| Some(player_action(PlayerMsg::SeekLandmark(Landmark::GroupCycle)))),
        ],
    },
    HelpEntry {
        keys: "Ctrl + K",
        name: |lang| lang.page_labels().key_commands,
        bindings: &[bind_key(FocusScope::Anywhere, Modifiers::Ctrl, &["k"], |store| {
            Some(Action::Overlays(OverlayMsg::SetCommandsOpen(!store.overlays.is_command_search_open)))
        })],
    },
    HelpEntry {
        keys: "T",
        name: |lang| lang.timeline_labels().lanes,
        bindings: &[bind_anywhere(&["t"], |store| {
            Some(Action::Overlays(OverlayMsg::SetLanesOpen(!store.overlays.has_lanes_open)))
        })],
    },
    HelpEntry {
        keys: "V",
        name: |lang| lang.page_labels().key_follow,
        bindings: &[bind_anywhere(&["v"], |store| {
            Some(player_action(PlayerMsg::SetScrollLock(!store.player.mode.is_scroll_locked)))
        })],
    },
    HelpEntry {
        keys: "E, I, L",
        name: |lang| lang.page_labels().key_panes,
        bindings: &[
            bind_anywhere(&["e"], |store| {
                Some(Action::Overlays(OverlayMsg::SetEditorOpen(!store.overlays.is_editor_open)))
            }),
            bind_anywhere(&["i"], |store| Some(Action::Inspector(InspectorMsg::SetFolded(!store.inspector.is_folded)))),
            bind_anywhere(&["l"], |store| Some(Action::Console(ConsoleMsg::SetOpen(!store.console.is_open)))),
        ],
    },
    HelpEntry {
        keys: "P",
        name: |lang| lang.stage_labels().key_present,
        bindings: &[bind_anywhere(&["p"], |store| {
            Some(Action::Overlays(OverlayMsg::SetPresenting(!store.overlays.is_presenting)))
        })],
    },
    HelpEntry {
        keys: "1, 2, 3, 4",
        name: |lang| lang.page_labels().key_strides,
        bindings: &[
            bind_anywhere(&["1"], |_| Some(player_action(PlayerMsg::SetStride(Stride::Check)))),
            bind_anywhere(&["2"], |_| Some(player_action(PlayerMsg::SetStride(Stride::Phase)))),
            bind_anywhere(&["3"], |_| Some(player_action(PlayerMsg::SetStride(Stride::Cycle)))),
            bind_anywhere(&["4"], |_| {
                Some(player_action(PlayerMsg::SetStride(Stride::Landmark(Landmark::GroupCycle))))
            }),
        ],
    },
    HelpEntry {
        keys: "C, Shift + C",
        name: |lang| lang.page_labels().key_caption,
        bindings: &[
            bind_key(FocusScope::Page, Modifiers::None, &["c"], |_| {
                Some(player_action(PlayerMsg::StepByCaption(true)))
            }),
            bind_key(FocusScope::Page, Modifiers::Shift, &["c"], |_| {
                Some(player_action(PlayerMsg::StepByCaption(false)))
            }),
        ],
    },
    HelpEntry {
        keys: "S",
        name: |lang| lang.page_labels().key_source,
        bindings: &[bind_anywhere(&["s"], |_| Some(Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Source))))],
    },
    HelpEntry {
        keys: "R",
        name: |lang| lang.page_labels().key_river,
        bindings: &[bind_anywhere(&["r"], |store| {
            let is_open = store.inspector.page == InspectorPage::River;
            let page = if is_open { InspectorPage::Now } else { InspectorPage::River };
            Some(Action::Inspector(InspectorMsg::ShowPage(page)))
        })],
    },
    HelpEntry {
        keys: "G",
        name: |lang| lang.page_labels().key_gallery,
        bindings: &[bind_anywhere(&["g"], |_| Some(Action::Gallery(GalleryMsg::SetOpen(true))))],
    },
    HelpEntry {
        keys: "B",
        name: |lang| lang.timeline_labels().key_bookmark,
        bindings: &[bind_anywhere(&["b"], |_| Some(Action::Bookmarks(BookmarkMsg::Toggle)))],
    },
    HelpEntry {
        keys: "Q",
        name: |lang| lang.lesson_labels().key_predict,
        // Lessons ask questions themselves, so the button is hidden there.
        bindings: &[bind_anywhere(&["q"], |store| {
            let is_on = store.lesson.current.is_none() && store.lesson.predictions.is_on;
            Some(Action::Prediction(PredictionMsg::SetOn(!is_on)))
        })],
    },
    // The timeline handles these keys itself.
    HelpEntry { keys: "Z, Shift + Z, 0", name: |lang| lang.timeline_labels().key_zoom, bindings: &[] },
    HelpEntry {
        keys: "Home, End",
        name: |lang| lang.page_labels().key_ends,
        bindings: &[
            bind_anywhere(&["Home"], |_| Some(player_action(PlayerMsg::Home))),
            bind_anywhere(&["End"], |_| Some(player_action(PlayerMsg::End))),
        ],
    },
    HelpEntry {
        keys: "+ −",
        name: |lang| lang.page_labels().key_speed,
        bindings: &[
            bind_anywhere(&["+", "="], |_| Some(player_action(PlayerMsg::ChangeSpeed(1)))),
            bind_anywhere(&["-"], |_| Some(player_action(PlayerMsg::ChangeSpeed(-1)))),
        ],
    },
    HelpEntry {
        keys: "Ctrl + S",
        name: |lang| lang.page_labels().key_share,
        bindings: &[
            bind_key(FocusScope::Anywhere, Modifiers::Ctrl, &["s"], |_| Some(Action::Share(ShareMsg::CopyLink))),
            bind_key(FocusScope::Anywhere, Modifiers::CtrlShift, &["s"], |_| Some(Action::Share(ShareMsg::CopyLink))),
        ],
    },
    HelpEntry {
        keys: "Ctrl + Z",
        name: |lang| lang.page_labels().key_undo,
        bindings: &[bind_key(FocusScope::NothingTyped, Modifiers::Ctrl, &["z"], |_| {
            Some(Action::from(ObjectMsg::Undo))
        })],
    },
    HelpEntry {
        keys: "Ctrl + Shift + Z",
        name: |lang| lang.page_labels().key_redo,
        bindings: &[
            bind_key(FocusScope::NotTyping, Modifiers::CtrlShift, &["z", "y"], |_| Some(Action::from(ObjectMsg::Redo))),
            bind_key(FocusScope::NotTyping, Modifiers::Ctrl, &["y"], |_| Some(Action::from(ObjectMsg::Redo))),
        ],
    },
    // Browsers open the context menu of the focused element with this key.
    HelpEntry { keys: "Shift + F10", name: |lang| lang.page_labels().key_menu, bindings: &[] },
    // The list of objects handles the first two keys, and the editor the third.
    HelpEntry { keys: "Shift + ↑ ↓", name: |lang| lang.page_labels().key_choose, bindings: &[] },
    HelpEntry { keys: "Alt + ↑ ↓", name: |lang| lang.page_labels().key_raise, bindings: &[] },
    HelpEntry { keys: "Ctrl + Space", name: |lang| lang.page_labels().key_suggest, bindings: &[] },
    HelpEntry {
        keys: "Ctrl + Enter",
        name: |lang| lang.page_labels().run,
        bindings: &[
            bind_key(FocusScope::Anywhere, Modifiers::Ctrl, &["enter"], |_| Some(Action::Run(RunMsg::Start))),
            bind_key(FocusScope::Anywhere, Modifiers::CtrlShift, &["enter"], |_| Some(Action::Run(RunMsg::Start))),
        ],
    },
    HelpEntry {
        keys: "?",
        name: |lang| lang.page_labels().key_help,
        bindings: &[bind_anywhere(&["?"], |_| Some(Action::Overlays(OverlayMsg::SetHelpOpen(true))))],
    },
    // Shortcuts that the help doesn't list: close what is open, delete what is selected, and the keys of a presenter's remote control.
    HelpEntry {
        keys: "",
        name: |_| "",
        bindings: &[
            bind_key(FocusScope::NotTyping, Modifiers::Any, &["escape"], |_| {
                Some(Action::Overlays(OverlayMsg::DismissTop))
            }),
            bind_key(FocusScope::InObjectList, Modifiers::Any, &["delete"], |_| {
                Some(Action::from(ObjectMsg::DeleteSelected))
            }),
            bind_anywhere(&["pagedown"], |store| remote_action(store, true)),
            bind_anywhere(&["pageup"], |store| remote_action(store, false)),
        ],
    },
];

/// A presenter's remote control steps through a lesson or the run.
fn remote_action(store: &Store, forward: bool) -> Option<Action> {
    match (store.lesson.current.is_some(), store.overlays.is_presenting) {
        (true, _) => Some(player_action(PlayerMsg::StepByCaption(forward))),
        (false, true) => Some(player_action(PlayerMsg::Step(forward))),
        (false, false) => None,
    }
}

/// A key that is pressed on the page, outside of text fields.
#[derive(Clone, Copy, Debug)]
pub struct KeyPress {
    key: &'static str,
    shift: bool,
    ctrl: bool,
}

impl KeyPress {
    pub const fn plain(key: &'static str) -> Self {
        Self { key, shift: false, ctrl: false }
    }

    pub const fn with_shift(key: &'static str) -> Self {
        Self { shift: true, ..Self::plain(key) }
    }

    pub(crate) const fn with_ctrl(key: &'static str) -> Self {
        Self { ctrl: true, ..Self::plain(key) }
    }
}

/// The action of a key in the current state.
pub fn action_of_key(store: &Store, KeyPress { key, shift, ctrl }: KeyPress) -> Option<Action> {
    KeyEventCtx { key, shift, ctrl, ..KeyEventCtx::default() }.to_action(store)
}

/// All actions of shortcuts in the current state.
#[cfg(test)]
pub fn all_key_actions(store: &Store) -> Vec<Action> {
    KEY_TABLE
        .iter()
        .flat_map(|help_entry| help_entry.bindings)
        .filter_map(|command| (command.to_action)(store))
        .collect()
}

/// The lines of the help: keys and name.
pub fn help_entries(lang: Lang) -> impl Iterator<Item = (&'static str, &'static str)> {
    KEY_TABLE
        .iter()
        .filter(|help_entry| !help_entry.keys.is_empty())
        .map(move |help_entry| (help_entry.keys, (help_entry.name)(lang)))
}

/// A key that was pressed, and where the focus was.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct KeyEventCtx<'a> {
    pub key: &'a str,
    pub shift: bool,
    pub ctrl: bool,
    pub alt: bool,
    /// In a text field.
    pub is_typing: bool,
    /// In a form's text field in which nothing was typed since it got the focus.
    pub is_in_unchanged_field: bool,
    /// On a field of another kind, such as a checkbox.
    pub is_on_field: bool,
    pub is_in_dialog: bool,
    pub is_on_control: bool,
    pub is_on_tabs: bool,
    pub is_in_object_list: bool,
}

impl KeyEventCtx<'_> {
    fn has_binding(&self, command: &KeyBinding) -> bool {
        let has_modifier = match command.modifiers {
            Modifiers::Any => !self.ctrl && !self.alt,
            Modifiers::None => !self.ctrl && !self.alt && !self.shift,
            Modifiers::Shift => !self.ctrl && !self.alt && self.shift,
            Modifiers::Ctrl => self.ctrl && !self.shift,
            Modifiers::CtrlShift => self.ctrl && self.shift,
        };
        let untyped = !self.is_typing && (self.ctrl || !self.is_on_field);
        let page = untyped && !self.is_in_dialog;
        let place = match command.scope {
            FocusScope::Anywhere => true,
            FocusScope::NotTyping => untyped,
            FocusScope::NothingTyped => untyped || self.is_in_unchanged_field,
            FocusScope::Page => page,
            FocusScope::NotOnControls => page && !self.is_on_control,
            FocusScope::NotOnTabs => page && !self.is_on_tabs,
            FocusScope::InObjectList => page && self.is_in_object_list,
        };
        has_modifier && place && command.keys.iter().any(|key| key.eq_ignore_ascii_case(self.key))
    }

    /// The action of the key in the current state. In an embedded page only the playhead can be moved.
    pub fn to_action(self, store: &Store) -> Option<Action> {
        let mut commands =
            KEY_TABLE.iter().flat_map(|help_entry| help_entry.bindings).filter(|command| self.has_binding(command));
        commands
            .find_map(|command| (command.to_action)(store))
            .filter(|action| !store.share.is_embedded || is_playhead_only(action))
    }
}

/// Whether the action only moves the playhead.
fn is_playhead_only(action: &Action) -> bool {
    matches!(action, Action::Player(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str) -> KeyEventCtx<'_> {
        KeyEventCtx { key, ..KeyEventCtx::default() }
    }

    fn action_text(pressed: KeyEventCtx<'_>, store: &Store) -> String {
        pressed.to_action(store).map_or_else(String::new, |action| format!("{action:?}"))
    }

    #[test]
    fn keys_trigger_the_listed_actions() {
        let store = Store::with_all_chunks();
        for (pressed, expected_action) in [
            (key(" "), "Player(Toggle)"),
            (KeyEventCtx { is_on_control: true, ..key(" ") }, ""),
            (key("ArrowLeft"), "Player(Step(false))"),
            (KeyEventCtx { is_on_tabs: true, ..key("ArrowLeft") }, ""),
            (KeyEventCtx { shift: true, ..key("ArrowLeft") }, "Player(StepByEvent(false))"),
            (KeyEventCtx { shift: true, is_on_tabs: true, ..key("ArrowLeft") }, "Player(StepByEvent(false))"),
            (KeyEventCtx { shift: true, ..key("N") }, "Player(SeekLandmark(Preemption))"),
            (KeyEventCtx { shift: true, ..key("C") }, "Player(StepByCaption(false))"),
            (KeyEventCtx { shift: true, ..key("+") }, "Player(ChangeSpeed(1))"),
            (KeyEventCtx { alt: true, ..key("n") }, ""),
            (KeyEventCtx { is_typing: true, is_on_field: true, ..key("n") }, ""),
            (KeyEventCtx { is_on_field: true, ..key("n") }, ""),
            (KeyEventCtx { is_typing: true, ctrl: true, ..key("s") }, "Share(CopyLink)"),
            (KeyEventCtx { is_typing: true, ctrl: true, ..key("z") }, ""),
            (
                KeyEventCtx { is_typing: true, is_in_unchanged_field: true, ctrl: true, ..key("z") },
                "Editing(Objects(Undo))",
            ),
            (KeyEventCtx { is_typing: true, is_in_unchanged_field: true, ..key("z") }, ""),
            (KeyEventCtx { ctrl: true, ..key("z") }, "Editing(Objects(Undo))"),
            (KeyEventCtx { ctrl: true, shift: true, ..key("Z") }, "Editing(Objects(Redo))"),
            (KeyEventCtx { ctrl: true, ..key("y") }, "Editing(Objects(Redo))"),
            (KeyEventCtx { ctrl: true, is_typing: true, ..key("Enter") }, "Run(Start)"),
            (KeyEventCtx { ctrl: true, ..key("p") }, ""),
            (key("Delete"), ""),
            (KeyEventCtx { is_in_object_list: true, ..key("Delete") }, "Editing(Objects(DeleteSelected))"),
            (KeyEventCtx { is_in_dialog: true, ..key("Escape") }, "Overlays(DismissTop)"),
            (KeyEventCtx { is_in_dialog: true, ..key("n") }, ""),
            (key("PageDown"), ""),
            (key("x"), ""),
        ] {
            assert_eq!(action_text(pressed, &store), expected_action, "{pressed:?}");
        }
    }

    #[test]
    fn some_keys_follow_what_the_page_does() {
        let mut store = Store::with_all_chunks();
        assert_eq!(action_text(key("p"), &store), "Overlays(SetPresenting(true))");
        assert_eq!(action_text(key("q"), &store), "Prediction(SetOn(true))");
        (store.overlays.is_presenting, store.lesson.predictions.is_on) = (true, true);
        assert_eq!(action_text(key("p"), &store), "Overlays(SetPresenting(false))");
        assert_eq!(action_text(key("q"), &store), "Prediction(SetOn(false))");
        assert_eq!(action_text(key("PageUp"), &store), "Player(Step(false))");
        store.share.is_embedded = true;
        assert_eq!(action_text(key("g"), &store), "");
        assert_eq!(action_text(key("End"), &store), "Player(End)");
    }

    #[test]
    fn each_shortcut_is_listed_once() {
        let mut names: Vec<_> = help_entries(Lang::En).map(|(_, name)| name).collect();
        assert!(names.iter().all(|name| !name.is_empty()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), KEY_TABLE.len() - 1);
    }
}
