//! The pseudo language of the tests: English with every text in ⟦…⟧. The build script generates its messages.

/// The part of a text outside of ⟦…⟧.
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
