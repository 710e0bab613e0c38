//! The sheet that shares what is shown, in English.

use super::En;
use crate::catalogue::share::{Sentences, Share};

static SHARE: Share = Share {
    title: "Share",
    link: "Link to this moment",
    by_name: "It names the built-in scenario, the moment, and what is chosen.",
    whole_text: "It carries the whole text, comments too, and the moment. Nothing is stored on a server.",
    copy_link: "Copy the link",
    copy: "Copy",
    send: "Send with …",
    no_room: "This text is too long for a link. Send it as a file.",
    near_2000: "Nearly too long for programs that take 2,000 characters, such as a Discord message: there is little room beside it.",
    above_2000: "Longer than 2,000 characters: Discord takes no such message, and older Office programs cut links at 2,083.",
    above_4000: "Longer than 4,000 characters: Slack and Telegram split such messages, which breaks the link. Send a file instead.",
    file: "File",
    download: "Download the manifests",
    markdown: "Markdown",
    iframe: "For your own page",
    own_lesson: "A lesson of your own has no link. Send its file: whoever drops it on this page takes it.",
    download_lesson: "Download the lesson",
    quiz: "As a quiz",
    quiz_hint: "The link opens the scenario before the decision that is shown here, hides it, and asks. Answers stay on each device.",
    code: "QR code",
    code_too_long: "The link is too long for a QR code that a phone can read.",
    open_in: "Open in Schedscope",
    comes: "Loading what the sheet holds…",
    failed: "What the sheet holds could not be loaded: the network is down, or a newer version of the page is there. Reload the page, or try again.",
    no_picture: "The browser did not draw the picture. Show the stage or the timeline, then try again.",
    no_names: "No name was replaced.",
};

impl Sentences for En {
    fn sharing(&self) -> &'static Share {
        &SHARE
    }

    fn characters(&self, count: usize) -> String {
        if count == 1 { "1 character".to_owned() } else { format!("{count} characters") }
    }
}
