//! The languages, each as a type. What a table says is compiled once for each of them, with its own column alone: so the page can
//! fetch one language without the others.

/// What speaks a language.
pub trait Speaker {
    /// Which column of the tables it says.
    fn column(&self) -> Column;
}

macro_rules! speakers {
    ($($(#[$about:meta])* $name:ident)*) => {
        /// The columns of the tables.
        pub enum Column {
            $(
                $(#[$about])*
                $name,
            )*
        }

        $(
            $(#[$about])*
            pub(crate) struct $name;

            $(#[$about])*
            impl Speaker for $name {
                // Always inlined, so that no other column is left in what this language says.
                #[inline(always)]
                fn column(&self) -> Column {
                    Column::$name
                }
            }
        )*
    };
}

speakers! {
    /// English.
    En
    /// 中文，用语依照 Kubernetes 文档。
    Zh
    /// English, every text in ⟦…⟧: a language to try the tables with.
    #[cfg(test)]
    Pseudo
}
