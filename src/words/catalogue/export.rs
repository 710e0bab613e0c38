//! Files that are taken away, and what stands at their top.

use wire::Note;

fixed! {
    /// Fixed words of it.
    pub struct Exports {
        take_away,
        cluster,
        kwok,
        trace,
        story,
        stage_svg,
        stage_png,
        score_svg,
        score_png,
        names,
        names_hint,
        replace_names,
        cluster_head,
        kwok_head,
        differs,
        names_differ,
        handout,
        print,
        name_and_date,
        open_online,
        questions,
        why,
        answers,
        happened,
    }
}

sentences! {
    /// Sentences of it.
    pub trait Sentences {
        /// The fixed words.
        fn exports() -> &'static Exports;
        /// So many of all attempts are told in full.
        fn in_short(told: usize, all: usize) -> String;
        /// So many moments are left out.
        fn more_moments(left: usize) -> String;
        /// What a file for a real cluster says otherwise than the scenario, and how often.
        fn note(note: &Note, times: usize) -> String;
    }
}
