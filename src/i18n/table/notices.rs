//! What keeps people's work: what is remembered, what went wrong, and what can be done then.

use crate::{languages::Speaker, messages::notices as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct NoticeLabels from notices {
        troubles,
        link_damaged,
        link_too_large,
        link_later,
        link_unknown,
        replaced,
        bring_back,
        by_hand,
        memory_blocked,
        memory_full,
        save_file,
        cannot_start,
        no_script,
        cannot_compile,
        died,
        crashed,
        silent,
        held,
        run_anyway,
        try_again,
        new_build,
        reload,
        part_comes,
        part_failed,
        editor_broke,
        copy_report,
        broken,
        several_files,
        sketch,
        sketch_ready,
        still_reading,
        drafts,
        save_all,
        forget_all,
        forget_sure,
    }
}

/// Sentences of it.
pub trait CareSentences: Grammar {
    /// The fixed words.
    fn notice_labels(&self) -> &'static NoticeLabels {
        NoticeLabels::of(self)
    }

    /// No built-in scenario has this name.
    fn unknown_scenario(&self, name: &str) -> String {
        messages::UnknownScenario { name }.text(self.language())
    }

    /// No lesson of this page has this name.
    fn unknown_lesson(&self, name: &str) -> String {
        messages::UnknownLesson { name }.text(self.language())
    }

    /// The link wants this release; the other one is shown.
    fn unknown_release(&self, name: &str, shown: &str) -> String {
        messages::UnknownRelease { name, shown }.text(self.language())
    }

    /// Parts of a link that the page does not know.
    fn unknown_link_parts(&self, unknown_parts: &str) -> String {
        messages::UnknownLinkParts { unknown_parts }.text(self.language())
    }

    /// The link names a moment that the run does not have.
    fn moment_not_in_run(&self, name: &str) -> String {
        messages::MomentNotInRun { name }.text(self.language())
    }

    /// The scenario cannot be fetched.
    fn scenario_not_fetched(&self, name: &str) -> String {
        messages::ScenarioNotFetched { name }.text(self.language())
    }

    /// A lesson cannot be opened: what is wrong with it, in English.
    fn lesson_not_opened(&self, text: &str) -> String {
        messages::LessonNotOpened { text }.text(self.language())
    }

    /// Of a folder or an archive, so many files were read, and so many left out.
    fn files_skipped(&self, read_files: usize, skipped_files: usize) -> String {
        messages::FilesSkipped { read_files, skipped_files }.text(self.language())
    }

    /// Files are being read: their name, the share in percent, and how many objects were found.
    fn files_loading(&self, name: &str, share: f64, objects: u64) -> String {
        messages::FilesLoading { name, share, objects }.text(self.language())
    }

    /// What is drawn while they are read: so many nodes and pods.
    fn preview_counts(&self, nodes: usize, pods: usize) -> String {
        messages::PreviewCounts { nodes, pods }.text(self.language())
    }

    /// A draft, by its first line and its size.
    fn draft_title(&self, first: &str, bytes: usize) -> String {
        messages::DraftTitle { first, bytes }.text(self.language())
    }

    /// Deletes a draft.
    fn delete_draft(&self, first: &str) -> String {
        messages::DeleteDraft { first }.text(self.language())
    }
}

impl<T: Speaker> CareSentences for T {}
