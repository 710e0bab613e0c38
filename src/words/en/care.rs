//! What keeps people's work, in English.

use super::En;
use crate::catalogue::care::{Care, Sentences};

static CARE: Care = Care {
    troubles: "Messages",
    link_damaged: "This link is damaged: part of it is missing or was changed. Copy it again as a whole, or ask for it again. Nothing of yours was changed.",
    link_too_large: "This link holds more text than a link may. Ask for the manifests as a file. Nothing of yours was changed.",
    link_later: "This link was made by a newer version of this page. Reload the page, or ask for the manifests as a file. Nothing of yours was changed.",
    link_unknown: "The address ends with something that is not a link to a scenario. Copy the link again as a whole. Nothing of yours was changed.",
    replaced: "The link took the place of your own text, which is kept.",
    bring_back: "Bring my text back",
    by_hand: "The browser does not let this page copy. Copy it from here:",
    memory_blocked: "This browser lets the page remember nothing. Save your text as a file before you close the tab.",
    memory_full: "The browser has no room left: your last change is not remembered. Save your text as a file, or delete drafts and scenarios that you no longer need.",
    save_file: "Save as a file",
    cannot_start: "The browser does not start the engine. A setting or an extension may block workers.",
    no_script: "The engine cannot be fetched. Check the connection. If the page was updated, reload it.",
    cannot_compile: "The browser cannot compile the engine. WebAssembly may be switched off, or the browser too old.",
    died: "The engine stopped at this text and was started again. Your text is kept.",
    crashed: "The last visit ended while the engine ran this text. Your text is kept.",
    silent: "The engine did not stop in time and was started again. What was shown stays; run the text again to ask about it.",
    held: "This text stopped the engine twice, so it is not run by itself.",
    run_anyway: "Run anyway",
    try_again: "Try again",
    new_build: "A new version of this page is there. Reload to get it: nothing is lost.",
    reload: "Reload",
    part_comes: "Loading the builder…",
    part_failed: "The builder could not be loaded: the network is down, or a newer version of the page is there. Nothing is lost; reload the page, or try again.",
    copy_report: "Copy a report",
    broken: "stopped",
    several_files: "Several files",
    sketch: "The file is being opened",
    sketch_ready: "The file is read. Its run is being prepared; nothing is scheduled yet.",
    still_reading: "A file is still being read and will take the place of this. Wait until it is there, or cancel it.",
    drafts: "Earlier drafts",
    save_all: "Save all as a file",
    forget_all: "Forget everything on this device",
    forget_sure: "Really forget: scenarios, drafts, bookmarks",
};

impl Sentences for En {
    fn care(&self) -> &'static Care {
        &CARE
    }

    fn unknown_scenario(&self, name: &str) -> String {
        format!("No built-in scenario is named {name}. Choose one under Scenarios. Nothing of yours was changed.")
    }

    fn unknown_release(&self, name: &str, shown: &str) -> String {
        format!("The link asks for release {name}, which is not here. {shown} is shown instead.")
    }

    fn strange(&self, parts: &str) -> String {
        format!("The link asks for something that this page does not know: {parts}. Everything else in it is shown.")
    }

    fn no_moment(&self, name: &str) -> String {
        format!(
            "The link leads to the moment {name}, which does not happen in this run. The nearest moment before it is shown."
        )
    }

    fn wrong_lesson(&self, said: &str) -> String {
        format!("This lesson can’t be opened. {said}")
    }

    fn not_fetched(&self, name: &str) -> String {
        format!("The scenario {name} cannot be fetched. Check the connection, then choose it again under Scenarios.")
    }

    fn left_out(&self, read: usize, left: usize) -> String {
        let were = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        match (read, left) {
            (0, 0) => "There is no file in it.".to_owned(),
            (0, _) => "There is no manifest in it: YAML or JSON with kind: …".to_owned(),
            _ => format!("{} read, {} left out, which are no manifests.", were(read), were(left)),
        }
    }

    fn reading(&self, name: &str, share: f64, objects: u64) -> String {
        format!("{name}: read {share} %, {objects} objects")
    }

    fn sketched(&self, nodes: usize, pods: usize) -> String {
        let count = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        format!(
            "The first {} and {} of the file, as they are there. Nothing is scheduled before all of it is read.",
            count(nodes, "node"),
            count(pods, "pod")
        )
    }

    fn draft_named(&self, first: &str, bytes: usize) -> String {
        format!("{first} ({bytes} bytes)")
    }

    fn delete_draft(&self, first: &str) -> String {
        format!("Delete the draft {first}")
    }
}
