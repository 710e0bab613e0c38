//! Files that are taken away: what stands at their top, and how they are put together.
//!
//! Only the part of the page that makes such files has these words: they are no part of [`Language`](super::table::Language).

use super::Lang;
use super::table::export::ExportSentences;
use wire::{Export, Made};

/// Lines of a comment are broken at so many columns.
const WIDTH: usize = 100;

apart!(ExportSentences);

/// The name of a file.
pub fn name(export: Export) -> &'static str {
    match export {
        Export::Cluster => "cluster.yaml",
        Export::Kwok => "kwok.sh",
        Export::Trace => "trace.json",
        Export::Names => "names.json",
    }
}

/// The whole file: what was made, below what is said of it.
pub fn file(lang: Lang, export: Export, title: &str, made: &Made) -> String {
    let words = words(lang);
    let (first, head) = match export {
        Export::Trace => return made.body.clone(),
        Export::Names => return made.names.clone(),
        Export::Cluster => ("", words.exports().cluster_head),
        Export::Kwok => ("#!/usr/bin/env bash\n", words.exports().kwok_head),
    };
    let mut out = first.to_owned();
    for text in [title, head].into_iter().filter(|text| !text.is_empty()) {
        comment(&mut out, "# ", text);
    }
    if export == Export::Kwok {
        comment(&mut out, "# ", words.exports().names_differ);
    }
    if !made.notes.is_empty() {
        comment(&mut out, "# ", words.exports().differs);
        for (note, times) in &made.notes {
            comment(&mut out, "# - ", &words.note(note, *times));
        }
    }
    out + "\n" + &made.body
}

/// A comment over as many lines as it takes. Whatever is in the text, no line of it is anything else.
fn comment(out: &mut String, first: &str, text: &str) {
    let mut line = first.to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() > WIDTH && line.len() > first.len() {
            *out += line.trim_end();
            *out += "\n";
            line = if first.len() > 2 { "#   ".to_owned() } else { "# ".to_owned() };
        }
        line += word;
        line += " ";
    }
    *out += line.trim_end();
    *out += "\n";
}
