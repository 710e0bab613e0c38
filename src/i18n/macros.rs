//! How a table says a thing in each language: the languages stand side by side, English first.
//!
//! A column that is missing does not compile. In tests the pseudo-language is one more column, made of the English one.

/// A text in each language: the one of the speaker is formatted, the others are not even reachable from it.
macro_rules! translate {
    ($speaker:expr, $en:expr, $zh:expr $(,)?) => {
        match $crate::languages::Speaker::column($speaker) {
            $crate::languages::Column::En => $en,
            $crate::languages::Column::Zh => $zh,
            #[cfg(test)]
            $crate::languages::Column::Pseudo => $crate::pseudo::Wrap::wrap($en),
        }
    };
}

/// A struct of fixed words, and what they are in each language.
macro_rules! message_struct {
    ($(#[$about:meta])* pub struct $name:ident { $($word:ident: $en:expr, $zh:expr;)* }) => {
        $(#[$about])*
        pub struct $name {
            $(pub $word: &'static str,)*
        }

        impl $name {
            /// The words of a language.
            #[inline]
            pub(crate) fn of(speaker: &(impl $crate::languages::Speaker + ?Sized)) -> &'static Self {
                static EN: $name = $name { $($word: $en,)* };
                static ZH: $name = $name { $($word: $zh,)* };
                translate!(speaker, &EN, &ZH)
            }
        }

        #[cfg(test)]
        impl $crate::pseudo::Wrap for &'static $name {
            fn wrap(self) -> Self {
                Box::leak(Box::new($name { $($word: $crate::pseudo::Wrap::wrap(self.$word),)* }))
            }
        }
    };
}

/// An enum of words that other tables hold by key, and what they are in each language.
macro_rules! message_enum {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$says:meta])* $word:ident: $en:expr, $zh:expr;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$says])* $word,)*
        }

        impl $name {
            /// The word in a language.
            #[inline]
            pub(crate) fn text(self, speaker: &(impl $crate::languages::Speaker + ?Sized)) -> &'static str {
                match self {
                    $(Self::$word => translate!(speaker, $en, $zh),)*
                }
            }
        }
    };
}

/// Words that only one part of the program says. They are no part of [`Language`](crate::table::Language), so that the page comes up
/// without them.
macro_rules! lazy_catalog {
    ($name:path) => {
        /// The words of a language.
        pub fn words(lang: $crate::Lang) -> &'static dyn $name {
            match lang {
                $crate::Lang::En => &$crate::languages::En,
                $crate::Lang::Zh => &$crate::languages::Zh,
                #[cfg(test)]
                $crate::Lang::Pseudo => &$crate::languages::Pseudo,
            }
        }
    };
}
