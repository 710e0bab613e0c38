//! The sheet that shares what is shown, and the page inside of another.

fixed! {
    /// Fixed words of it.
    pub struct Share {
        title,
        link,
        by_name,
        whole_text,
        copy_link,
        copy,
        send,
        no_room,
        near_2000,
        above_2000,
        above_4000,
        file,
        download,
        markdown,
        iframe,
        own_lesson,
        download_lesson,
        quiz,
        quiz_hint,
        code,
        code_too_long,
        open_in,
        comes,
        failed,
        no_picture,
        no_names,
    }
}

sentences! {
    /// Sentences of it.
    pub trait Sentences {
        /// The fixed words.
        fn sharing() -> &'static Share;
        /// How long a link is.
        fn characters(count: usize) -> String;
    }
}
