//! The command palette: a search over all commands that need no pointing, each with its name and shortcut, over the nodes and pods of the moment, and
//! over scenarios, lessons and the other pages of the site. It is in a chunk; the shortcuts themselves are handled by `keyboard`.

pub mod help;
mod hits;
mod search_words;
pub mod shortcuts;
pub mod view;

use i18n::{answer_text, evictors, short_pod_name, table::command::CommandLabels as Words};
use page_state::{
    actions::{
        Action, EditingAction,
        builder::BuilderMsg,
        classroom::{ClassroomMsg, ClassroomPage},
        console::ConsoleMsg,
        inspector::InspectorMsg,
        player::{PlayerMsg, Stride},
        share::ShareMsg,
    },
    open_target::OpenTarget,
    overlays::OverlayMsg,
    panels::{ConsoleTab, INSPECTOR_PANELS, InspectorPage, Offer},
    run::RunMsg,
    selectors::open_questions,
    settings::{SettingsMsg, Theme},
    stage_edit::{MenuPage, NewObject, ObjectMenu, StageEdit},
    store::Store,
};
use protocol::{Question, Trial};
use releases::Release;
use scene::objects::ObjectRef;

use crate::features::commands::shortcuts::KeyPress;

/// The position of a menu that is opened without pointing at something, in pixels of the window.
const DEFAULT_MENU_POSITION: (i32, i32) = (480, 160);

/// A command of the palette.
pub struct PaletteCommand {
    /// The localized name.
    pub name: String,
    /// Its shortcut as the list of shortcuts shows it; empty without one.
    pub key: &'static str,
    /// The actions that it dispatches in the current state.
    pub actions: Vec<Action>,
}

/// The name of a command, its shortcut as displayed, and as a key press.
type KeyCommand = (fn(&Words) -> &'static str, &'static str, KeyPress);

/// Commands with shortcuts. Their actions are defined by the table of shortcuts.
const KEY_COMMANDS: [KeyCommand; 29] = [
    (|command| command.play, "Space", KeyPress::plain(" ")),
    (|command| command.forward, "→", KeyPress::plain(".")),
    (|command| command.back, "←", KeyPress::plain(",")),
    (|command| command.next_preemption, "N", KeyPress::plain("n")),
    (|command| command.next_failure, "F", KeyPress::plain("f")),
    (|command| command.next_binding, "O", KeyPress::plain("o")),
    (|command| command.next_group_cycle, "M", KeyPress::plain("m")),
    (|command| command.next_caption, "C", KeyPress::plain("c")),
    (|command| command.last_caption, "Shift + C", KeyPress::with_shift("c")),
    (|command| command.next_event, "Shift + →", KeyPress::with_shift("ArrowRight")),
    (|command| command.last_event, "Shift + ←", KeyPress::with_shift("ArrowLeft")),
    (|command| command.home, "Home", KeyPress::plain("Home")),
    (|command| command.end, "End", KeyPress::plain("End")),
    (|command| command.faster, "+", KeyPress::plain("+")),
    (|command| command.slower, "−", KeyPress::plain("-")),
    (|command| command.lanes, "T", KeyPress::plain("t")),
    (|command| command.bookmark, "B", KeyPress::plain("b")),
    (|command| command.follow, "V", KeyPress::plain("v")),
    (|command| command.predict, "Q", KeyPress::plain("q")),
    (|command| command.present, "P", KeyPress::plain("p")),
    (|command| command.gallery, "G", KeyPress::plain("g")),
    (|command| command.builder, "E", KeyPress::plain("e")),
    (|command| command.run, "Ctrl + Enter", KeyPress::with_ctrl("enter")),
    (|command| command.undo, "Ctrl + Z", KeyPress::with_ctrl("z")),
    (|command| command.redo, "Ctrl + Y", KeyPress::with_ctrl("y")),
    (|command| command.copy_link, "Ctrl + S", KeyPress::with_ctrl("s")),
    (|command| command.inspector, "I", KeyPress::plain("i")),
    (|command| command.console, "L", KeyPress::plain("l")),
    (|command| command.keys, "?", KeyPress::plain("?")),
];

/// The shortcuts of the strides.
const STRIDE_KEYS: [&str; Stride::ALL.len()] = ["1", "2", "3", "", "", "", "4"];

/// All commands that are available in the current state.
pub fn list_commands(store: &Store) -> Vec<PaletteCommand> {
    let (command, labels, lang) =
        (i18n::command::words(store.lang).command_labels(), store.lang.page_labels(), store.lang);
    let by_key = KEY_COMMANDS.iter().filter_map(|(name, key, press)| {
        let actions = vec![shortcuts::action_of_key(store, *press)?];
        Some(PaletteCommand { name: name(command).to_owned(), key, actions })
    });
    let one = |name: &str, action: Action| PaletteCommand { name: name.to_owned(), key: "", actions: vec![action] };
    let mut palette_commands: Vec<PaletteCommand> = by_key.collect();
    palette_commands.extend(Stride::ALL.into_iter().zip(STRIDE_KEYS).map(|(stride, key)| {
        let actions = vec![Action::Player(PlayerMsg::SetStride(stride))];
        PaletteCommand { name: stride.name(labels).to_owned(), key, actions }
    }));
    palette_commands.extend([
        PaletteCommand {
            actions: vec![Action::Open(OpenTarget::Text("".into())), Action::Overlays(OverlayMsg::SetEditorOpen(true))],
            ..one(command.new, Action::Overlays(OverlayMsg::SetEditorOpen(true)))
        },
        one(command.add_pod, Action::from(StageEdit::AddObject(NewObject::Pod))),
        one(command.add_node, Action::from(StageEdit::AddObject(NewObject::Node))),
        one(command.share, Action::Share(ShareMsg::SetSheetOpen(true))),
        one(command.save, Action::Builder(BuilderMsg::Download)),
        PaletteCommand {
            actions: vec![
                Action::Console(ConsoleMsg::ShowTab(ConsoleTab::Pending)),
                Action::Console(ConsoleMsg::SetOpen(true)),
            ],
            ..one(command.pending, Action::Console(ConsoleMsg::SetOpen(true)))
        },
    ]);
    palette_commands.extend(INSPECTOR_PANELS.iter().filter(|panel| panel.offer == Offer::Always).map(|panel| {
        let actions = vec![Action::Inspector(InspectorMsg::ShowPage(panel.page))];
        PaletteCommand { name: format!("{} {}", command.page, (panel.label)(lang)), key: panel.key, actions }
    }));
    let teaching = i18n::classroom::words(lang).classroom_labels();
    palette_commands.extend([
        one(teaching.write, ClassroomMsg::ShowPage(Some(ClassroomPage::Lesson)).into()),
        one(teaching.plan, ClassroomMsg::ShowPage(Some(ClassroomPage::Course)).into()),
        one(teaching.read, ClassroomMsg::ShowPage(Some(ClassroomPage::Results)).into()),
    ]);
    if open_questions::has_opinions(store) {
        let name = i18n::second_opinion::words(lang).opinion_labels().ask;
        palette_commands.push(PaletteCommand {
            name: name.to_owned(),
            key: "",
            actions: ask_on_page(InspectorPage::WhatIf, Question::SecondOpinion),
        });
    }
    palette_commands.extend(selection_commands(store));
    palette_commands.extend(Release::ALL.iter().map(|release| {
        one(&format!("{} {}", command.release, release.name()), Action::Run(RunMsg::SetRelease(*release)))
    }));
    if store.run.manifest_summary.gangs.is_some() {
        let name = format!("{} {}", command.release, lang.group_labels().gangs_choice);
        palette_commands.push(one(&name, EditingAction::CompareGangs.into()));
    }
    palette_commands.extend([
        one(command.light, Action::Settings(SettingsMsg::SetTheme(Theme::Light))),
        one(command.dark, Action::Settings(SettingsMsg::SetTheme(Theme::Dark))),
    ]);
    palette_commands
        .extend(lang.others().map(|other| one(other.own_name(), Action::Settings(SettingsMsg::SetLang(other)))));
    palette_commands
}

/// The actions that ask a question on its page of the inspector.
fn ask_on_page(page: InspectorPage, question: Question) -> Vec<Action> {
    vec![Action::Inspector(InspectorMsg::ShowPage(page)), Action::Inspector(InspectorMsg::SetQuestion(Some(question)))]
}

/// Commands for the selected pod, and questions about it and the selected node.
fn selection_commands(store: &Store) -> Vec<PaletteCommand> {
    let (eviction_labels, outlook) =
        (evictors::words(store.lang).eviction_labels(), answer_text::words(store.lang).answer_labels());
    let command = |about: &str, name: &str, actions: Vec<Action>| PaletteCommand {
        name: format!("{}: {name}", short_pod_name(about)),
        key: "",
        actions,
    };
    let mut palette_commands = Vec::new();
    if let Some(pod) = store.selection.pod.clone() {
        let classes = ObjectMenu {
            object: ObjectRef::Pod(pod.clone()),
            position: DEFAULT_MENU_POSITION,
            page: MenuPage::Classes,
        };
        palette_commands.extend([
            command(&pod, eviction_labels.protect, vec![Action::from(StageEdit::ProtectPod(pod.clone()))]),
            command(&pod, eviction_labels.priority, vec![Action::Overlays(OverlayMsg::SetMenu(Some(classes)))]),
            command(&pod, eviction_labels.ask, ask_on_page(InspectorPage::Pod, Question::Evictors(pod.clone()))),
        ]);
    }
    if let Some(node) = &store.selection.node {
        palette_commands.push(command(
            node,
            outlook.drain,
            ask_on_page(InspectorPage::Node, Question::Consequences(Trial::Drain(node.clone()))),
        ));
    }
    palette_commands
}

/// The commands whose name or shortcut contains every word of a search.
pub fn search_commands<'c>(all: &'c [PaletteCommand], query: &str) -> Vec<&'c PaletteCommand> {
    let query = query.to_lowercase();
    let fits = |palette_command: &&PaletteCommand| {
        has_words(&format!("{} {}", palette_command.name, palette_command.key), &query)
    };
    all.iter().filter(fits).collect()
}

/// Whether a text contains every word of a query in lower case.
fn has_words(text: &str, query: &str) -> bool {
    let text = text.to_lowercase();
    query.split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use page_state::{
        actions::{EditingAction, builder::ObjectMsg},
        testing::InlineWorker,
    };

    use super::*;

    fn store() -> Store {
        let text = include_str!("../../../../www/scenarios/preemption.yaml");
        InlineWorker::default().open_text(text)
    }

    #[test]
    fn every_key_of_the_table_has_its_command() {
        let palette_commands = list_commands(&store());
        let command_actions: Vec<String> = palette_commands
            .iter()
            .flat_map(|palette_command| &palette_command.actions)
            .map(|command| format!("{command:?}"))
            .collect();
        for action in shortcuts::all_key_actions(&store()) {
            // The palette is already open, and list entries are selected in their list.
            if matches!(
                action,
                Action::Overlays(OverlayMsg::SetCommandsOpen(_) | OverlayMsg::DismissTop)
                    | Action::Editing(EditingAction::Objects(ObjectMsg::DeleteSelected))
            ) {
                continue;
            }
            assert!(command_actions.contains(&format!("{action:?}")), "{action:?}");
        }
    }

    #[test]
    fn commands_have_unique_names_in_every_language() {
        for lang in i18n::Lang::ALL.iter().copied() {
            let palette_commands = list_commands(&Store { lang, ..store() });
            assert!(
                palette_commands.len() >= KEY_COMMANDS.len() + STRIDE_KEYS.len() + 20,
                "{}",
                palette_commands.len()
            );
            let names = palette_commands
                .iter()
                .map(|palette_command| palette_command.name.as_str())
                .collect::<api::Set<&str>>();
            assert_eq!(names.iter().count(), palette_commands.len());
        }
    }

    #[test]
    fn what_is_chosen_can_be_protected_and_asked_about() {
        let mut store = store();
        assert!(search_commands(&list_commands(&store), "protect").is_empty());
        (store.selection.pod, store.selection.node) = (Some("default/web".into()), Some("node-a".into()));
        let palette_commands = list_commands(&store);
        let names = ["protect", "priority…", "evict", "drain"]
            .map(|query| search_commands(&palette_commands, query)[0].name.clone());
        let texts = [
            "web: Protect this pod",
            "web: Give it a priority…",
            "web: What would evict it?",
            "node-a: Can I drain it?",
        ];
        assert_eq!(names, texts);
    }

    #[test]
    fn the_second_opinion_is_a_command_where_a_scheduler_wrote_something() {
        let ask = "scheduler agree";
        assert!(search_commands(&list_commands(&store()), ask).is_empty());
        let text = "kind: Pod\nmetadata: {name: p, uid: u}\nspec: {containers: [{name: c}]}\nstatus: {conditions: [{type: PodScheduled, \
                    status: 'False', reason: Unschedulable, message: no nodes available to schedule pods}]}\n";
        let palette_commands = list_commands(&InlineWorker::default().open_text(text));
        let [command] = search_commands(&palette_commands, ask)[..] else { panic!("no command") };
        let actions = ask_on_page(InspectorPage::WhatIf, Question::SecondOpinion);
        assert_eq!(format!("{:?}", command.actions), format!("{actions:?}"));
    }

    #[test]
    fn a_search_finds_words_of_names_and_keys() {
        let palette_commands = list_commands(&store());
        let names = |query| {
            search_commands(&palette_commands, query).iter().map(|command| command.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("NEXT  preem"), ["Go to the next preemption"]);
        assert_eq!(names("ctrl enter"), ["Run the manifest as it is"]);
        assert_eq!(names("no such thing").len(), 0);
        assert_eq!(names("").len(), palette_commands.len());
    }
}
