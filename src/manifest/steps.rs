//! Counts steps in tests: the work for a text has to grow linearly with its length, whatever it contains.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts work that is not bounded by the bytes consumed. Does nothing outside of tests.
#[inline]
pub(super) fn count_steps(steps: usize) {
    #[cfg(test)]
    STEPS.with(|counter| counter.set(counter.get().saturating_add(steps)));
    #[cfg(not(test))]
    let _ = steps;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::STEPS;

    /// The number of steps to load a text, including its error messages.
    fn steps_of(text: &str) -> usize {
        STEPS.with(|counter| counter.set(0));
        let _ = crate::load(text);
        STEPS.with(std::cell::Cell::get)
    }

    /// Parts of lines that some function searches for.
    const PARTS: [&str; 42] = [
        "%",
        "$ ",
        "# ",
        "> ",
        ">",
        "% k ",
        "\t",
        " ",
        "\"",
        "'",
        "{",
        "[",
        "]",
        "}",
        ": ",
        ":",
        ",",
        "- ",
        "? ",
        "{{",
        "{{ .Values",
        "{%",
        "```",
        "~~~",
        "<<",
        "<b>",
        "</b>",
        "\"kind\":",
        "\"items\": [",
        "&a ",
        "*a",
        "|",
        "\\",
        "nodes are available: 1 x, ",
        "\r",
        "$\n",
        "- \n",
        "---",
        "---\n",
        "!",
        "@",
        "`",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]
        #[test]
        fn steps_grow_with_the_text(
            start in prop::sample::select(&["", "a", "x: ", "kind: Node\nmetadata: {name: a}\n---\n", "{\"items\": [", "[1], ", "a: [", "- "][..]),
            parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 1..4),
            line_end in prop::sample::select(&["", "", "\n", " x\n"][..]),
        ) {
            let part = parts.concat() + line_end;
            let text = |length: usize| format!("{start}{}", part.repeat(length / part.len()));
            for length in [5_000, 50_000] {
                let steps = steps_of(&text(length));
                prop_assert!(steps <= 40 * length, "{} steps for {length} bytes of {start:?} and {part:?}", steps);
            }
        }
    }

    /// A line may be as long as the whole text.
    #[test]
    fn long_lines_take_as_many_steps_as_short_ones() {
        for part in ["%", "x<div class=a><b>x</b></div>", "[{", "{{ "] {
            let length = 10 << 20;
            let steps =
                steps_of(&format!("kind: Node\nmetadata: {{name: a}}\n---\nx{}", part.repeat(length / part.len())));
            assert!(steps <= 40 * length, "{steps} steps for {part:?}");
        }
    }
}
