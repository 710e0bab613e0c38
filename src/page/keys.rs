//! The keyboard: a table of commands, each with its keys, its name, and what it does where the page stands.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::Callback;

use crate::acts::{Browsing, Inspecting, Playing};
use crate::bookmarks::Marking;
use crate::builder::Build;
use crate::console::Printing;
use crate::front::Showing;
use crate::lang::Lang;
use crate::lesson::Learning;
use crate::panes::Page;
use crate::player::{Landmark, Stride};
use crate::run::Running;
use crate::share::Sharing;
use crate::store::{Action, Store};

/// The state as it is now, for those who listen longer than it lasts.
pub type Latest = Rc<RefCell<Rc<Store>>>;

/// Where the focus may be for a key to mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Anywhere, also where somebody types.
    Anywhere,
    /// Where nobody types.
    Untyped,
    /// The same, and in no dialog.
    Page,
    /// The same, and on nothing that the key itself presses.
    OffControls,
    /// The same, and not on tabs, which the arrows walk.
    OffTabs,
    /// In the list of objects.
    Objects,
}

/// What is held with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// Whatever but Ctrl, Cmd and Alt.
    Any,
    /// None of them.
    None,
    /// Shift.
    Shift,
    /// Ctrl or Cmd.
    Ctrl,
    /// Shift with one of these.
    CtrlShift,
}

/// Something that keys do.
struct Command {
    /// The keys, as a browser calls them; letters are small.
    keys: &'static [&'static str],
    held: Held,
    place: Place,
    /// What it does, unless it means nothing where the page stands.
    does: fn(&Store) -> Option<Action>,
}

/// Commands that the list of keys tells in one line: how their keys are written, and what they do.
struct Told {
    keys: &'static str,
    name: fn(Lang) -> &'static str,
    commands: &'static [Command],
}

const fn any(keys: &'static [&'static str], does: fn(&Store) -> Option<Action>) -> Command {
    Command { keys, held: Held::Any, place: Place::Page, does }
}

const fn at(place: Place, held: Held, keys: &'static [&'static str], does: fn(&Store) -> Option<Action>) -> Command {
    Command { keys, held, place, does }
}

fn play(playing: Playing) -> Action {
    Action::Player(playing)
}

/// All of them, in the order of the list. The first that fits is done.
const TABLE: [Told; 28] = [
    Told {
        keys: "Space",
        name: |lang| lang.words().key_space,
        commands: &[at(Place::OffControls, Held::Any, &[" "], |_| Some(play(Playing::Toggle)))],
    },
    Told {
        keys: "← → , .",
        name: |lang| lang.words().key_arrows,
        commands: &[
            at(Place::OffTabs, Held::None, &["ArrowRight"], |_| Some(play(Playing::Step(true)))),
            at(Place::OffTabs, Held::None, &["ArrowLeft"], |_| Some(play(Playing::Step(false)))),
            any(&[".", ">"], |_| Some(play(Playing::Step(true)))),
            any(&[",", "<"], |_| Some(play(Playing::Step(false)))),
        ],
    },
    Told {
        keys: "Shift + ← →",
        name: |lang| lang.words().key_shift_arrows,
        commands: &[
            at(Place::Page, Held::Shift, &["ArrowRight"], |_| Some(play(Playing::StepEvent(true)))),
            at(Place::Page, Held::Shift, &["ArrowLeft"], |_| Some(play(Playing::StepEvent(false)))),
        ],
    },
    Told {
        keys: "N, F, O",
        name: |lang| lang.words().key_landmarks,
        commands: &[
            any(&["n"], |_| Some(play(Playing::Next(Landmark::Preemption)))),
            any(&["f"], |_| Some(play(Playing::Next(Landmark::Failure)))),
            any(&["o"], |_| Some(play(Playing::Next(Landmark::Binding)))),
        ],
    },
    Told {
        keys: "Ctrl + K",
        name: |lang| lang.words().key_commands,
        commands: &[at(Place::Anywhere, Held::Ctrl, &["k"], |store| {
            Some(Action::Front(Showing::Commands(!store.front.commands)))
        })],
    },
    Told {
        keys: "T",
        name: |lang| lang.timeline().lanes,
        commands: &[any(&["t"], |store| Some(Action::Front(Showing::Lanes(!store.front.lanes))))],
    },
    Told {
        keys: "V",
        name: |lang| lang.words().key_follow,
        commands: &[any(&["v"], |store| Some(play(Playing::Stay(!store.player.pace.stays))))],
    },
    Told {
        keys: "E, I, L",
        name: |lang| lang.words().key_panes,
        commands: &[
            any(&["e"], |store| Some(Action::Front(Showing::Editor(!store.front.editor)))),
            any(&["i"], |store| Some(Action::Inspector(Inspecting::Fold(!store.inspector.folded)))),
            any(&["l"], |store| Some(Action::Console(Printing::Open(!store.console.open)))),
        ],
    },
    Told {
        keys: "P",
        name: |lang| lang.stage().key_present,
        commands: &[any(&["p"], |store| Some(Action::Front(Showing::Present(!store.front.presents))))],
    },
    Told {
        keys: "1, 2, 3",
        name: |lang| lang.words().key_strides,
        commands: &[
            any(&["1"], |_| Some(play(Playing::Stride(Stride::Check)))),
            any(&["2"], |_| Some(play(Playing::Stride(Stride::Phase)))),
            any(&["3"], |_| Some(play(Playing::Stride(Stride::Cycle)))),
        ],
    },
    Told {
        keys: "C, Shift + C",
        name: |lang| lang.words().key_caption,
        commands: &[
            at(Place::Page, Held::None, &["c"], |_| Some(play(Playing::StepCaption(true)))),
            at(Place::Page, Held::Shift, &["c"], |_| Some(play(Playing::StepCaption(false)))),
        ],
    },
    Told {
        keys: "S",
        name: |lang| lang.words().key_source,
        commands: &[any(&["s"], |_| Some(Action::Inspector(Inspecting::Page(Page::Source))))],
    },
    Told {
        keys: "G",
        name: |lang| lang.words().key_gallery,
        commands: &[any(&["g"], |_| Some(Action::Gallery(Browsing::Show(true))))],
    },
    Told {
        keys: "B",
        name: |lang| lang.timeline().key_bookmark,
        commands: &[any(&["b"], |_| Some(Action::Bookmarks(Marking::Toggle)))],
    },
    Told {
        keys: "Q",
        name: |lang| lang.lesson().key_predict,
        // A lesson asks by itself, and the button goes with it.
        commands: &[any(&["q"], |store| {
            let on = store.course.taken.is_none() && store.course.predict.on;
            Some(Action::Lesson(Learning::Predict(!on)))
        })],
    },
    // The timeline hears these by itself.
    Told { keys: "Z, Shift + Z, 0", name: |lang| lang.timeline().key_zoom, commands: &[] },
    Told {
        keys: "Home, End",
        name: |lang| lang.words().key_ends,
        commands: &[any(&["Home"], |_| Some(play(Playing::Home))), any(&["End"], |_| Some(play(Playing::End)))],
    },
    Told {
        keys: "+ −",
        name: |lang| lang.words().key_speed,
        commands: &[
            any(&["+", "="], |_| Some(play(Playing::Speed(1)))),
            any(&["-"], |_| Some(play(Playing::Speed(-1)))),
        ],
    },
    Told {
        keys: "Ctrl + S",
        name: |lang| lang.words().key_share,
        commands: &[
            at(Place::Anywhere, Held::Ctrl, &["s"], |_| Some(Action::Share(Sharing::Copy))),
            at(Place::Anywhere, Held::CtrlShift, &["s"], |_| Some(Action::Share(Sharing::Copy))),
        ],
    },
    Told {
        keys: "Ctrl + Z",
        name: |lang| lang.words().key_undo,
        commands: &[at(Place::Untyped, Held::Ctrl, &["z"], |_| Some(Action::Builder(Build::Undo)))],
    },
    Told {
        keys: "Ctrl + Shift + Z",
        name: |lang| lang.words().key_redo,
        commands: &[
            at(Place::Untyped, Held::CtrlShift, &["z", "y"], |_| Some(Action::Builder(Build::Redo))),
            at(Place::Untyped, Held::Ctrl, &["y"], |_| Some(Action::Builder(Build::Redo))),
        ],
    },
    // A browser asks for the menu of what has the focus.
    Told { keys: "Shift + F10", name: |lang| lang.words().key_menu, commands: &[] },
    // The list of objects hears these two, and the text the third.
    Told { keys: "Shift + ↑ ↓", name: |lang| lang.words().key_choose, commands: &[] },
    Told { keys: "Alt + ↑ ↓", name: |lang| lang.words().key_raise, commands: &[] },
    Told { keys: "Ctrl + Space", name: |lang| lang.words().key_suggest, commands: &[] },
    Told {
        keys: "Ctrl + Enter",
        name: |lang| lang.words().run,
        commands: &[
            at(Place::Anywhere, Held::Ctrl, &["enter"], |_| Some(Action::Run(Running::Start))),
            at(Place::Anywhere, Held::CtrlShift, &["enter"], |_| Some(Action::Run(Running::Start))),
        ],
    },
    Told {
        keys: "?",
        name: |lang| lang.words().key_help,
        commands: &[any(&["?"], |_| Some(Action::Front(Showing::Help(true))))],
    },
    // What needs no line: it closes what is open, deletes what is chosen, and is what a presenter's remote sends.
    Told {
        keys: "",
        name: |_| "",
        commands: &[
            at(Place::Untyped, Held::Any, &["escape"], |_| Some(Action::Front(Showing::Dismiss))),
            at(Place::Objects, Held::Any, &["delete"], |_| Some(Action::Builder(Build::Delete))),
            any(&["pagedown"], |store| remote(store, true)),
            any(&["pageup"], |store| remote(store, false)),
        ],
    },
];

/// A presenter's remote goes through a lesson, or through the run.
fn remote(store: &Store, forward: bool) -> Option<Action> {
    match (store.course.taken.is_some(), store.front.presents) {
        (true, _) => Some(play(Playing::StepCaption(forward))),
        (false, true) => Some(play(Playing::Step(forward))),
        (false, false) => None,
    }
}

/// A key that is pressed on the page, where nobody types.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    key: &'static str,
    shift: bool,
    ctrl: bool,
}

impl Press {
    /// The key alone.
    pub const fn of(key: &'static str) -> Self {
        Self { key, shift: false, ctrl: false }
    }

    /// With Shift.
    pub const fn shift(key: &'static str) -> Self {
        Self { shift: true, ..Self::of(key) }
    }

    /// With Ctrl or Cmd.
    pub(crate) const fn ctrl(key: &'static str) -> Self {
        Self { ctrl: true, ..Self::of(key) }
    }
}

/// What a key would do.
pub fn means(store: &Store, Press { key, shift, ctrl }: Press) -> Option<Action> {
    Pressed { key, shift, ctrl, ..Pressed::default() }.means(store)
}

/// All that keys do where the page stands.
#[cfg(test)]
pub fn actions(store: &Store) -> Vec<Action> {
    TABLE.iter().flat_map(|told| told.commands).filter_map(|command| (command.does)(store)).collect()
}

/// The list of keys: how they are written, and what they do.
pub fn list(lang: Lang) -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().filter(|told| !told.keys.is_empty()).map(move |told| (told.keys, (told.name)(lang)))
}

/// A key that was pressed, and where the focus was.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
struct Pressed<'a> {
    key: &'a str,
    shift: bool,
    /// Ctrl or Cmd.
    ctrl: bool,
    alt: bool,
    /// What is typed belongs to the text.
    types: bool,
    /// On a field of another kind, such as a box to tick.
    field: bool,
    dialog: bool,
    control: bool,
    tabs: bool,
    objects: bool,
}

impl Pressed<'_> {
    fn fits(&self, command: &Command) -> bool {
        let held = match command.held {
            Held::Any => !self.ctrl && !self.alt,
            Held::None => !self.ctrl && !self.alt && !self.shift,
            Held::Shift => !self.ctrl && !self.alt && self.shift,
            Held::Ctrl => self.ctrl && !self.shift,
            Held::CtrlShift => self.ctrl && self.shift,
        };
        let untyped = !self.types && (self.ctrl || !self.field);
        let page = untyped && !self.dialog;
        let place = match command.place {
            Place::Anywhere => true,
            Place::Untyped => untyped,
            Place::Page => page,
            Place::OffControls => page && !self.control,
            Place::OffTabs => page && !self.tabs,
            Place::Objects => page && self.objects,
        };
        held && place && command.keys.iter().any(|key| key.eq_ignore_ascii_case(self.key))
    }

    /// What it means where the page stands. A page inside of another is there to be watched.
    fn means(&self, store: &Store) -> Option<Action> {
        let mut commands = TABLE.iter().flat_map(|told| told.commands).filter(|command| self.fits(command));
        commands.find_map(|command| (command.does)(store)).filter(|action| !store.share.embedded || watches(action))
    }
}

/// Whether it only moves the playhead.
fn watches(action: &Action) -> bool {
    matches!(action, Action::Player(_))
}

/// Listens for as long as the page is there.
pub fn listen(act: &Callback<Action>, latest: Latest) {
    let act = act.clone();
    let options = EventListenerOptions::enable_prevent_default();
    let window = gloo::utils::window();
    EventListener::new_with_options(&window, "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let key = event.key();
        let store = Rc::clone(&latest.borrow());
        if let Some(action) = pressed(event, &key).means(&store) {
            event.prevent_default();
            act.emit(action);
        }
    })
    .forget();
    // A tab that a pointer chose lets go of the keyboard: the arrows go on stepping. Whoever came by keyboard stays on it.
    EventListener::new(&window, "click", |event| {
        let Some(click) = event.dyn_ref::<MouseEvent>().filter(|click| click.detail() > 0) else { return };
        let at = click.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(tab) = at.and_then(|at| at.closest("[role=tab]").ok().flatten()?.dyn_into::<HtmlElement>().ok()) {
            // Without it the arrows go from tab to tab.
            let _ = tab.blur();
        }
    })
    .forget();
}

/// A key, with what the element that has the focus makes of it.
fn pressed<'a>(event: &KeyboardEvent, key: &'a str) -> Pressed<'a> {
    let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let tag = at.as_ref().map(Element::tag_name).unwrap_or_default();
    let inside = |selector: &str| at.as_ref().is_some_and(|it| it.closest(selector).is_ok_and(|found| found.is_some()));
    Pressed {
        key,
        shift: event.shift_key(),
        ctrl: event.ctrl_key() || event.meta_key(),
        alt: event.alt_key(),
        types: matches!(tag.as_str(), "TEXTAREA" | "MANIFEST-TEXT" | "SELECT")
            || inside("input:not([type=range], [type=checkbox])"),
        field: inside("input:not([type=range])"),
        dialog: inside("dialog"),
        control: inside("button, a, summary, [role=button]"),
        tabs: inside("[role=tablist]"),
        objects: inside("[data-keys=objects]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str) -> Pressed<'_> {
        Pressed { key, ..Pressed::default() }
    }

    fn said(pressed: Pressed<'_>, store: &Store) -> String {
        pressed.means(store).map_or_else(String::new, |action| format!("{action:?}"))
    }

    #[test]
    fn keys_mean_what_the_table_says() {
        let store = Store::default();
        for (pressed, wanted) in [
            (key(" "), "Player(Toggle)"),
            (Pressed { control: true, ..key(" ") }, ""),
            (key("ArrowLeft"), "Player(Step(false))"),
            (Pressed { tabs: true, ..key("ArrowLeft") }, ""),
            (Pressed { shift: true, ..key("ArrowLeft") }, "Player(StepEvent(false))"),
            (Pressed { shift: true, tabs: true, ..key("ArrowLeft") }, "Player(StepEvent(false))"),
            (Pressed { shift: true, ..key("N") }, "Player(Next(Preemption))"),
            (Pressed { shift: true, ..key("C") }, "Player(StepCaption(false))"),
            (Pressed { shift: true, ..key("+") }, "Player(Speed(1))"),
            (Pressed { alt: true, ..key("n") }, ""),
            (Pressed { types: true, field: true, ..key("n") }, ""),
            (Pressed { field: true, ..key("n") }, ""),
            (Pressed { types: true, ctrl: true, ..key("s") }, "Share(Copy)"),
            (Pressed { types: true, ctrl: true, ..key("z") }, ""),
            (Pressed { ctrl: true, ..key("z") }, "Builder(Undo)"),
            (Pressed { ctrl: true, shift: true, ..key("Z") }, "Builder(Redo)"),
            (Pressed { ctrl: true, ..key("y") }, "Builder(Redo)"),
            (Pressed { ctrl: true, types: true, ..key("Enter") }, "Run(Start)"),
            (Pressed { ctrl: true, ..key("p") }, ""),
            (key("Delete"), ""),
            (Pressed { objects: true, ..key("Delete") }, "Builder(Delete)"),
            (Pressed { dialog: true, ..key("Escape") }, "Front(Dismiss)"),
            (Pressed { dialog: true, ..key("n") }, ""),
            (key("PageDown"), ""),
            (key("x"), ""),
        ] {
            assert_eq!(said(pressed, &store), wanted, "{pressed:?}");
        }
    }

    #[test]
    fn some_keys_follow_what_the_page_does() {
        let mut store = Store::default();
        assert_eq!(said(key("p"), &store), "Front(Present(true))");
        assert_eq!(said(key("q"), &store), "Lesson(Predict(true))");
        (store.front.presents, store.course.predict.on) = (true, true);
        assert_eq!(said(key("p"), &store), "Front(Present(false))");
        assert_eq!(said(key("q"), &store), "Lesson(Predict(false))");
        assert_eq!(said(key("PageUp"), &store), "Player(Step(false))");
        store.share.embedded = true;
        assert_eq!(said(key("g"), &store), "");
        assert_eq!(said(key("End"), &store), "Player(End)");
    }

    #[test]
    fn each_line_of_the_list_is_told_once() {
        let mut names: Vec<_> = list(Lang::En).map(|(_, name)| name).collect();
        assert!(names.iter().all(|name| !name.is_empty()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TABLE.len() - 1);
    }
}
