//! Exported files: their headers, and their composition.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use std::fmt::Write;

use protocol::{Export, ExportedFile, FilePart};

use super::{
    Lang,
    table::export::{ExportLabels, ExportSentences},
};

/// The maximal width of a comment, in columns.
const COMMENT_WIDTH: usize = 100;

lazy_catalog!(ExportSentences);

/// The file name of an export.
pub fn file_name(export: Export) -> &'static str {
    match export {
        Export::Cluster => "cluster.yaml",
        Export::Kwok => "kwok.sh",
        Export::Trace => "trace.json",
        Export::Names => "names.json",
    }
}

/// The complete file: a header and the exported content.
pub fn render_file(lang: Lang, export: Export, title: &str, exported_file: &ExportedFile) -> String {
    let words = words(lang);
    let (first, head) = match export {
        Export::Trace => return exported_file.body.text(),
        Export::Names => return exported_file.names.clone(),
        Export::Cluster => ("", words.export_labels().cluster_head),
        Export::Kwok => ("#!/usr/bin/env bash\n", words.export_labels().kwok_head),
    };
    let mut markdown = first.to_owned();
    for text in [title, head].into_iter().filter(|text| !text.is_empty()) {
        write_comment(&mut markdown, "# ", text);
    }
    if export == Export::Kwok {
        write_comment(&mut markdown, "# ", words.export_labels().names_differ);
    }
    if !exported_file.notes.is_empty() {
        write_comment(&mut markdown, "# ", words.export_labels().differs);
        for (note, times) in &exported_file.notes {
            write_comment(&mut markdown, "# - ", &words.export_note(note, *times));
        }
    }
    markdown += "\n";
    if export == Export::Kwok {
        // The messages of the script.
        let ExportLabels { late, moving, .. } = words.export_labels();
        let _ = writeln!(markdown, "late='{late}'\nmoving='{moving}'");
    }
    for part in exported_file.body.parts() {
        match part {
            FilePart::Text(text) => markdown += text,
            FilePart::Remark(note) => write_comment(&mut markdown, "# ", &words.export_note(note, 1)),
        }
    }
    markdown
}

/// Writes a comment, wrapped into lines. Every line starts as a comment, whatever the text contains.
fn write_comment(markdown: &mut String, first: &str, text: &str) {
    let mut line = first.to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() > COMMENT_WIDTH && line.len() > first.len() {
            *markdown += line.trim_end();
            *markdown += "\n";
            line = if first.len() > 2 { "#   ".to_owned() } else { "# ".to_owned() };
        }
        line += word;
        line += " ";
    }
    *markdown += line.trim_end();
    *markdown += "\n";
}

#[cfg(test)]
mod tests {
    use protocol::{ExportNote, FileBody};

    use super::*;

    #[test]
    fn a_script_says_in_the_readers_language_what_it_leaves_out() {
        let note = ExportNote::Provisioner { name: "example.com/disk".into() };
        let mut body = FileBody::from("first\n".to_owned());
        body.push_remark(note.clone());
        body.push_text("#@0\nlast\n");
        let exported_file = ExportedFile { body, notes: vec![(note, 2)], ..ExportedFile::default() };
        let shown = |lang: Lang, export: Export| render_file(lang, export, "A title", &exported_file);
        for (lang, says, late) in
            [(Lang::En, "No provisioner", "continuing"), (Lang::Zh, "没有程序扮演制备器", "继续执行")]
        {
            let script = shown(lang, Export::Kwok);
            let (head, body) = script.split_once("\nfirst\n").expect("the body");
            assert!(head.contains(&format!("\n# - {says}")), "{script}");
            // A message is a single word of the shell.
            let set: Vec<&str> = head.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
            assert!(set.len() == 2 && set.iter().all(|line| line.matches('\'').count() == 2), "{script}");
            assert!(
                set[0].starts_with("late='") && set[0].contains(late) && set[1].starts_with("moving='"),
                "{script}"
            );
            // The text is unchanged, whatever it contains.
            let lines: Vec<&str> = body.lines().collect();
            assert!(lines[0].starts_with(&format!("# {says}")) && lines.ends_with(&["#@0", "last"]), "{script}");
            assert!(!shown(lang, Export::Cluster).contains("late="));
        }
    }
}
