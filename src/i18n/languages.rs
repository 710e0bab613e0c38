//! The languages, each as a type: the texts of a language are compiled once for it, without those of the others, so that the page can fetch one
//! language without the others.

use serde::{Deserialize, Serialize};

/// What has texts in one language.
pub trait Speaker {
    /// Its language.
    fn language(&self) -> Lang;
}

macro_rules! languages {
    (
        {}
        $(
            $(#[$about:meta])*
            $name:ident {
                code: $code:literal,
                name: $own_name:literal,
                folder: $folder:literal,
                plural: $plural:ident,
                sentence: $sentence:literal,
                comma: $comma:literal,
                list: $list:literal,
                clause: $clause:literal,
                full_stop: $full_stop:literal
            }
        )*
    ) => {
        /// The language of all text. It derefs to its texts: `lang.node_added("node-a")`.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Lang {
            $(
                $(#[$about])*
                $name,
            )*
            /// English with every text in ⟦…⟧, to find text that does not come from the Fluent files.
            #[cfg(test)]
            Pseudo,
        }

        impl Lang {
            /// All languages, English first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its BCP 47 code, as in the attribute `lang`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                    #[cfg(test)]
                    Self::Pseudo => "en",
                }
            }

            /// Its name in itself.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Self::$name => $own_name,)*
                    #[cfg(test)]
                    Self::Pseudo => "⟦English⟧",
                }
            }

            /// Its folder in `www/i18n`.
            pub const fn folder(self) -> &'static str {
                match self {
                    $(Self::$name => $folder,)*
                    #[cfg(test)]
                    Self::Pseudo => "en",
                }
            }

            /// What separates and ends parts of its texts.
            #[inline(always)]
            pub(crate) const fn punctuation(self) -> Punctuation {
                match self {
                    $(
                        Self::$name => Punctuation {
                            sentence: $sentence,
                            comma: $comma,
                            list: $list,
                            clause: $clause,
                            full_stop: $full_stop,
                        },
                    )*
                    #[cfg(test)]
                    Self::Pseudo => Self::En.punctuation(),
                }
            }
        }

        $(
            pub(crate) struct $name;

            impl Speaker for $name {
                // Always inlined, so that no other language is left in the code of this one.
                #[inline(always)]
                fn language(&self) -> Lang {
                    Lang::$name
                }
            }
        )*

        #[cfg(test)]
        pub(crate) struct Pseudo;

        #[cfg(test)]
        impl Speaker for Pseudo {
            fn language(&self) -> Lang {
                Lang::Pseudo
            }
        }
    };
}

language_table!(languages! {});

/// What separates and ends parts of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Punctuation {
    /// Between sentences.
    pub(crate) sentence: &'static str,
    /// Between parts of a sentence.
    pub(crate) comma: &'static str,
    /// Between items of a list.
    pub(crate) list: &'static str,
    /// Between parts of a sentence that have commas of their own.
    pub(crate) clause: &'static str,
    /// At the end of a sentence.
    pub(crate) full_stop: char,
}
