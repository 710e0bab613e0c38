//! The languages, each as a type: the texts of a language are compiled separately from those of the others, so that the page can fetch
//! each language on its own.

use serde::{Deserialize, Serialize};

/// A source of texts in one language.
pub trait Speaker {
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
                spaces: $spaces:literal,
                sentence: $sentence:literal,
                comma: $comma:literal,
                list: $list:literal,
                clause: $clause:literal,
                label: $label:literal,
                full_stop: $full_stop:literal
            }
        )*
    ) => {
        /// A language. It derefs to its texts: `lang.node_added("node-a")`.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Lang {
            $(
                $(#[$about])*
                $name,
            )*
            /// English with every text in ⟦…⟧, for tests: it finds text that does not come from the Fluent files, and stands for a third language. It
            /// is not in [`Lang::ALL`], and no program for a browser has it.
            #[cfg(not(target_family = "wasm"))]
            Pseudo,
        }

        impl Lang {
            /// All languages, English first.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The BCP 47 code, as in the attribute `lang`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                    #[cfg(not(target_family = "wasm"))]
                    Self::Pseudo => "en-XA",
                }
            }

            /// The name in the language itself.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Self::$name => $own_name,)*
                    #[cfg(not(target_family = "wasm"))]
                    Self::Pseudo => "⟦English⟧",
                }
            }

            /// The folder in `www/i18n`, and the name in links and in the JavaScript module.
            pub const fn folder(self) -> &'static str {
                match self {
                    $(Self::$name => $folder,)*
                    #[cfg(not(target_family = "wasm"))]
                    Self::Pseudo => "xa",
                }
            }

            /// The folder of its pages in the site, with a slash at the end; empty for English.
            pub const fn site_folder(self) -> &'static str {
                match self {
                    Self::En => "",
                    #[allow(unreachable_patterns)] // English is above
                    $(Self::$name => concat!($folder, "/"),)*
                    #[cfg(not(target_family = "wasm"))]
                    Self::Pseudo => "xa/",
                }
            }

            /// Whether spaces separate words.
            pub const fn has_spaces(self) -> bool {
                match self {
                    $(Self::$name => $spaces,)*
                    #[cfg(not(target_family = "wasm"))]
                    Self::Pseudo => true,
                }
            }

            /// The punctuation of the language.
            #[inline(always)]
            pub(crate) const fn punctuation(self) -> Punctuation {
                match self {
                    $(
                        Self::$name => Punctuation {
                            sentence: $sentence,
                            comma: $comma,
                            list: $list,
                            clause: $clause,
                            label: $label,
                            full_stop: $full_stop,
                        },
                    )*
                    #[cfg(not(target_family = "wasm"))]
                    Self::Pseudo => Self::En.punctuation(),
                }
            }
        }

        $(
            pub(crate) struct $name;

            impl Speaker for $name {
                // Always inlined, so that the code of this language doesn't contain another one.
                #[inline(always)]
                fn language(&self) -> Lang {
                    Lang::$name
                }
            }
        )*

        #[cfg(not(target_family = "wasm"))]
        pub(crate) struct Pseudo;

        #[cfg(not(target_family = "wasm"))]
        impl Speaker for Pseudo {
            fn language(&self) -> Lang {
                Lang::Pseudo
            }
        }
    };
}

language_table!(languages! {});

/// The punctuation between and after parts of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Punctuation {
    /// Separates sentences.
    pub(crate) sentence: &'static str,
    /// Separates parts of a sentence.
    pub(crate) comma: &'static str,
    /// Separates items of a list.
    pub(crate) list: &'static str,
    /// Separates parts of a sentence that contain commas.
    pub(crate) clause: &'static str,
    /// Separates a label and its value.
    pub(crate) label: &'static str,
    /// Ends a sentence.
    pub(crate) full_stop: char,
}
