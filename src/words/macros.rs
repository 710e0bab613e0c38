//! How a part of the catalogue is declared.

/// A trait of sentences, which every language implements. In tests the pseudo-language says each of them in ⟦…⟧.
macro_rules! sentences {
    ($(#[$about:meta])* pub trait $name:ident {
        $($(#[$says:meta])* fn $say:ident($($value:ident: $type:ty),* $(,)?) -> $out:ty;)*
    }) => {
        $(#[$about])*
        pub trait $name {
            $($(#[$says])* fn $say(&self, $($value: $type),*) -> $out;)*
        }

        #[cfg(test)]
        impl $name for $crate::pseudo::Pseudo {
            $(fn $say(&self, $($value: $type),*) -> $out {
                $crate::pseudo::Wrap::wrap($name::$say(&$crate::en::En, $($value),*))
            })*
        }
    };
}

/// A struct of fixed words, without defaults.
macro_rules! fixed {
    ($(#[$about:meta])* pub struct $name:ident { $($word:ident,)* }) => {
        $(#[$about])*
        pub struct $name {
            $(pub $word: &'static str,)*
        }

        #[cfg(test)]
        impl $crate::pseudo::Wrap for &'static $name {
            fn wrap(self) -> Self {
                Box::leak(Box::new($name { $($word: $crate::pseudo::Wrap::wrap(self.$word),)* }))
            }
        }

        #[cfg(test)]
        impl $name {
            /// Every word with its name.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($word), self.$word),)*]
            }
        }
    };
}

/// Words that only one part of the program says. They are no part of [`Language`](super::catalogue::Language), so that the page comes
/// up without them.
macro_rules! apart {
    ($name:path) => {
        /// The words of a language.
        pub fn words(lang: $crate::Lang) -> &'static dyn $name {
            match lang {
                $crate::Lang::En => &$crate::en::En,
                $crate::Lang::Zh => &$crate::zh::Zh,
                #[cfg(test)]
                $crate::Lang::Pseudo => &$crate::pseudo::Pseudo,
            }
        }
    };
}
