//! What keeps people's work: what is remembered, what went wrong, and what can be done then.

fixed! {
    /// Fixed words of it.
    pub struct Care {
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

sentences! {
    /// Sentences of it.
    pub trait Sentences {
        /// The fixed words.
        fn care() -> &'static Care;
        /// No built-in scenario has this name.
        fn unknown_scenario(name: &str) -> String;
        /// The link wants this release; the other one is shown.
        fn unknown_release(name: &str, shown: &str) -> String;
        /// Parts of a link that the page does not know.
        fn strange(parts: &str) -> String;
        /// The link names a moment that the run does not have.
        fn no_moment(name: &str) -> String;
        /// The scenario cannot be fetched.
        fn not_fetched(name: &str) -> String;
        /// A lesson cannot be opened: what is wrong with it, in English.
        fn wrong_lesson(said: &str) -> String;
        /// Of a folder or an archive, so many files were read, and so many left out.
        fn left_out(read: usize, left: usize) -> String;
        /// Files are being read: their name, the share in percent, and how many objects were found.
        fn reading(name: &str, share: f64, objects: u64) -> String;
        /// What is drawn while they are read: so many nodes and pods.
        fn sketched(nodes: usize, pods: usize) -> String;
        /// A draft, by its first line and its size.
        fn draft_named(first: &str, bytes: usize) -> String;
        /// Deletes a draft.
        fn delete_draft(first: &str) -> String;
    }
}
