//! A third language, to try the tables with: English, every text in ⟦…⟧. `translate!` makes its column.

/// What can be put between ⟦ and ⟧.
pub(crate) trait Wrap {
    fn wrap(self) -> Self;
}

impl Wrap for String {
    fn wrap(self) -> Self {
        if self.is_empty() { self } else { format!("⟦{self}⟧") }
    }
}

impl Wrap for &'static str {
    fn wrap(self) -> Self {
        Box::leak(self.to_owned().wrap().into_boxed_str())
    }
}

impl<A: Wrap, B: Wrap> Wrap for (A, B) {
    fn wrap(self) -> Self {
        (self.0.wrap(), self.1.wrap())
    }
}

impl<T: Wrap> Wrap for Option<T> {
    fn wrap(self) -> Self {
        self.map(T::wrap)
    }
}

impl<T: Wrap> Wrap for Vec<T> {
    fn wrap(self) -> Self {
        self.into_iter().map(T::wrap).collect()
    }
}

impl<T: Wrap, const N: usize> Wrap for [T; N] {
    fn wrap(self) -> Self {
        self.map(T::wrap)
    }
}

/// What of a text stands outside every ⟦…⟧.
pub(crate) fn strip_marked(text: &str) -> String {
    let mut depth = 0;
    let mut unmarked_text = String::new();
    for c in text.chars() {
        match c {
            '⟦' => depth += 1,
            '⟧' => depth -= 1,
            c if depth == 0 => unmarked_text.push(c),
            _ => {}
        }
    }
    unmarked_text
}
