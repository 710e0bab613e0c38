//! Structs and enums of fixed labels, and catalogs that only a part of the program needs.

/// The static of a type for a language.
macro_rules! static_in_language {
    ({ $lang:expr, $type:ty } $($(#[$about:meta])* $language:ident $row:tt)*) => {
        match $lang {
            $(
                $crate::Lang::$language => {
                    static WORDS: $type = <$type>::new($crate::Lang::$language);
                    &WORDS
                }
            )*
            #[cfg(not(target_family = "wasm"))]
            $crate::Lang::Pseudo => {
                static WORDS: $type = <$type>::new($crate::Lang::Pseudo);
                &WORDS
            }
        }
    };
}

/// Defines a struct of fixed labels: its fields are the messages of a topic in the group `## Fixed words`, or all of a file without groups.
macro_rules! message_struct {
    ($(#[$about:meta])* pub struct $name:ident from $topic:ident;) => {
        $crate::messages::$topic::with_words! { message_struct! { $(#[$about])* pub struct $name from $topic } }
    };
    ($(#[$about:meta])* pub struct $name:ident from $topic:ident { $($(#[$about_word:meta])* $word:ident,)* }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$about_word])* pub $word: &'static str,)*
        }

        impl $name {
            const fn new(lang: $crate::Lang) -> Self {
                Self { $($word: $crate::messages::$topic::$word(lang),)* }
            }

            /// The labels in a language.
            #[inline]
            pub(crate) fn of(speaker: &(impl $crate::languages::Speaker + ?Sized)) -> &'static Self {
                language_table!(static_in_language! { $crate::languages::Speaker::language(speaker), $name })
            }
        }
    };
}

/// Defines an enum of fixed labels that other tables reference: each variant is a message of a topic.
macro_rules! message_enum {
    ($(#[$about:meta])* pub enum $name:ident from $topic:ident { $($(#[$about_word:meta])* $word:ident: $message:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$about_word])* $word,)*
        }

        impl $name {
            /// The label in a language.
            #[inline]
            pub(crate) fn text(self, speaker: &(impl $crate::languages::Speaker + ?Sized)) -> &'static str {
                match self {
                    $(Self::$word => $crate::messages::$topic::$message($crate::languages::Speaker::language(speaker)),)*
                }
            }
        }
    };
}

/// The catalog of each language.
macro_rules! catalog_of_language {
    ({ $lang:expr } $($(#[$about:meta])* $language:ident $row:tt)*) => {
        match $lang {
            $($crate::Lang::$language => &$crate::languages::$language,)*
            #[cfg(not(target_family = "wasm"))]
            $crate::Lang::Pseudo => &$crate::languages::Pseudo,
        }
    };
}

/// Defines a catalog that only a part of the program needs. It is not part of [`Language`](crate::table::Language), so that the page
/// starts without it.
macro_rules! lazy_catalog {
    ($name:path) => {
        /// The catalog in a language.
        pub fn words(lang: $crate::Lang) -> &'static dyn $name {
            language_table!(catalog_of_language! { lang })
        }
    };
}
