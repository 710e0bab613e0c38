//! Texts of notices: storage, failures, and available actions.

use crate::{languages::Speaker, messages::notices as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of notices of failures and of storage.
    pub struct NoticeLabels from notices;
}

/// Sentences about notices of failures and of storage.
pub trait CareSentences: Grammar {
    fn notice_labels(&self) -> &'static NoticeLabels {
        NoticeLabels::of(self)
    }

    /// No built-in scenario has this name.
    fn unknown_scenario(&self, name: &str) -> String {
        messages::UnknownScenario { name }.text(self.language())
    }

    /// No built-in lesson has this name.
    fn unknown_lesson(&self, name: &str) -> String {
        messages::UnknownLesson { name }.text(self.language())
    }

    /// The link names an unsupported release; `shown` is used instead.
    fn unknown_release(&self, name: &str, shown: &str) -> String {
        messages::UnknownRelease { name, shown }.text(self.language())
    }

    /// Fields of a link that the page doesn't support.
    fn unknown_link_parts(&self, unknown_parts: &str) -> String {
        messages::UnknownLinkParts { unknown_parts }.text(self.language())
    }

    /// The run doesn't have the moment that the link names.
    fn moment_not_in_run(&self, name: &str) -> String {
        messages::MomentNotInRun { name }.text(self.language())
    }

    /// The lesson can't be fetched.
    fn lesson_not_fetched(&self, name: &str) -> String {
        messages::LessonNotFetched { name }.text(self.language())
    }

    /// The scenario can't be fetched.
    fn scenario_not_fetched(&self, name: &str) -> String {
        messages::ScenarioNotFetched { name }.text(self.language())
    }

    /// A lesson can't be opened, with its problem in English.
    fn lesson_not_opened(&self, text: &str) -> String {
        messages::LessonNotOpened { text }.text(self.language())
    }

    /// The numbers of files of a folder or archive that were read, and that were skipped.
    fn files_skipped(&self, read_files: usize, skipped_files: usize) -> String {
        messages::FilesSkipped { read_files, skipped_files }.text(self.language())
    }

    /// The progress of an import: name, percentage, and number of objects.
    fn files_loading(&self, name: &str, share: f64, objects: u64) -> String {
        messages::FilesLoading { name, share, objects }.text(self.language())
    }

    /// The numbers of nodes and pods in the preview.
    fn preview_counts(&self, nodes: usize, pods: usize) -> String {
        messages::PreviewCounts { nodes, pods }.text(self.language())
    }

    /// The title of a draft, by its first line and size.
    fn draft_title(&self, first: &str, bytes: usize) -> String {
        messages::DraftTitle { first, bytes }.text(self.language())
    }

    /// A button that deletes a draft.
    fn delete_draft(&self, first: &str) -> String {
        messages::DeleteDraft { first }.text(self.language())
    }
}

impl<T: Speaker> CareSentences for T {}
