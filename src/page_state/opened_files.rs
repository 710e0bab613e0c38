//! Opens imported files: manifests, lessons, saved scenarios, results and tables of pseudonyms; and reports those that can't be read.

use api::ByPointer;
use imports::{anonymize::is_name_table, files::OpenedFiles};
use links::result_code::find_code;
use protocol::is_lesson;

use crate::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg},
        classroom::ClassroomMsg,
        recovery::{PageNotice, RecoveryMsg},
    },
    builder::edits::join_documents,
    open_target::OpenTarget,
    recovery::Backup,
};

/// The actions that open the files' manifests as one, or append them to the current manifest.
pub fn actions_to_open(opened_files: OpenedFiles, is_append: bool) -> Vec<Action> {
    let mut actions = vec![Action::Recovery(RecoveryMsg::ForgetFiles)];
    let (saved, texts): (Vec<String>, Vec<String>) =
        opened_files.texts.into_iter().partition(|text| Backup::parse(text).is_some());
    for Backup { scenarios, .. } in saved.iter().filter_map(|text| Backup::parse(text)) {
        actions.push(Action::Builder(BuilderMsg::ImportSaved(scenarios)));
    }
    let (tables, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_name_table(text));
    let table_count = tables.len();
    for table in tables {
        actions.push(Action::Open(OpenTarget::Text(table.into())));
    }
    let (codes, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_codes(text));
    let code_count = codes.len();
    for text in codes {
        actions.push(ClassroomMsg::AddResults(text.into()).into());
    }
    let (lessons, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_lesson(text));
    let (read_files, skipped_files) =
        (texts.len() + saved.len() + lessons.len() + table_count + code_count, opened_files.skipped_files);
    // Only one lesson can be open: the last one stays.
    for text in lessons {
        actions.push(Action::Open(OpenTarget::Text(text.into())));
    }
    if !texts.is_empty() {
        let text = join_documents(texts);
        actions.push(if is_append {
            Action::from(ObjectMsg::AppendText(text))
        } else {
            Action::Open(OpenTarget::Text(text.into()))
        });
    }
    // Opening removes notices about earlier files, so these notices come last.
    if !opened_files.unreadable.is_empty() {
        let files = opened_files.unreadable.into_iter().map(|(name, finding)| (name.into(), finding)).collect();
        actions.push(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::UnreadableFiles(ByPointer(files)))));
    }
    if skipped_files > 0 || read_files == 0 {
        actions.push(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::FilesSkipped {
            read: read_files,
            left: skipped_files,
        })));
    }
    actions
}

/// The longest text with results: those of thousands of students.
const MAX_RESULT_BYTES: usize = 1 << 20;

/// Whether a file contains results: most of its lines have a result code.
fn is_codes(text: &str) -> bool {
    if text.len() > MAX_RESULT_BYTES {
        return false;
    }
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    lines().filter(|line| find_code(line).is_some()).count() * 2 > lines().count()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use findings::{Finding, Place, ReadingProblem};

    use super::*;
    use crate::{
        actions::import::{FileBatch, ImportMsg},
        store::Store,
        update::reduce,
    };

    /// An empty page after it opened these files.
    fn page(opened_files: OpenedFiles) -> Store {
        open_files(Store::with_all_chunks(), opened_files, false)
    }

    fn open_files(store: Store, opened_files: OpenedFiles, is_append: bool) -> Store {
        actions_to_open(opened_files, is_append).into_iter().fold(store, |store, action| reduce(&store, action).0)
    }

    #[test]
    fn a_file_of_result_codes_is_opened_as_results() {
        let code = links::result_code::encode_results(&[links::result_code::LessonResult::default()]);
        let file = format!("Ada {code}\nBob {code}\n");
        let store = page(OpenedFiles { texts: vec![file.clone()], ..OpenedFiles::default() });
        assert_eq!((&*store.classroom.saved.results, &**store.builder.text), (file.as_str(), ""));
        let manifest = format!("# {code}\nkind: Pod\nmetadata: {{name: a}}\n");
        let store = page(OpenedFiles { texts: vec![manifest], ..OpenedFiles::default() });
        assert!(store.classroom.saved.results.is_empty());
    }

    #[test]
    fn all_unreadable_files_are_reported() {
        let read_failure = || Finding::new(Place::default(), ReadingProblem::Refused { message: "gone".into() });
        let names = ["a.zip", "b.tgz", "c.yaml", "d.yaml", "e.yaml", "f.yaml"];
        let unreadable = names.iter().map(|name| ((*name).to_owned(), Rc::new(read_failure()))).collect();
        let store = page(OpenedFiles { unreadable, texts: vec!["kind: Pod\n".into()], ..OpenedFiles::default() });
        let [PageNotice::UnreadableFiles(ByPointer(files))] = &store.recovery.notices[..] else {
            panic!("{:?}", store.recovery.notices)
        };
        assert_eq!(files.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), names);
        assert_eq!(&**store.builder.text, "kind: Pod\n", "what can be read is opened");
    }

    #[test]
    fn opening_other_files_removes_notices_about_files() {
        let read_failure = || Finding::new(Place::default(), ReadingProblem::Refused { message: "gone".into() });
        let bad =
            || OpenedFiles { unreadable: vec![("bad.zip".into(), Rc::new(read_failure()))], ..OpenedFiles::default() };
        let good = |text: &str| OpenedFiles { texts: vec![text.into()], ..OpenedFiles::default() };
        let failed_store = page(bad());
        assert_eq!(failed_store.recovery.notices.len(), 2, "{:?}", failed_store.recovery.notices);
        for (text, add) in [("kind: Pod\n", false), ("kind: Pod\n", true)] {
            let next_store = open_files(failed_store.clone(), good(text), add);
            assert_eq!(next_store.recovery.notices, [], "{text} {add}");
        }
        let scenario = reduce(&failed_store, Action::Open(OpenTarget::Scenario(0, "kind: Node".into()))).0;
        assert_eq!(scenario.recovery.notices, []);
        let large = reduce(&failed_store, Action::Import(ImportMsg::Begin(FileBatch::default(), false))).0;
        assert_eq!(large.recovery.notices, []);
        // A second failure is reported again, without other notices.
        let again = open_files(page(OpenedFiles { skipped_files: 3, ..good("kind: Pod\n") }), bad(), false);
        assert_eq!(again.recovery.notices.len(), 2, "{:?}", again.recovery.notices);
    }
}
