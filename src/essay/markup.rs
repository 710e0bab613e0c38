//! References to figures in the text of the essay, in double braces.
//!
//! `{{putback}}` alone in a paragraph is the figure, `{{ask-order}}` the question. In a sentence, `{{putback.victims}}` is a fact of the figure in
//! its current state, `{{putback.cpu!}}` a handle that can be dragged right there, `{{putback.victims?cpu=2}}` a fact of the figure at other
//! values, and `{{putback@PriorityClass/web:value}}` a field of its manifest.

/// A part of a text: plain text, or a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    Text(&'t str),
    /// A figure or a question.
    Figure(&'t str),
    /// A fact of a figure in its current state.
    Fact {
        figure: &'t str,
        fact: &'t str,
    },
    /// A handle that can be dragged within the sentence.
    Handle {
        figure: &'t str,
        handle: &'t str,
    },
    /// A fact of a figure whose handles have these values.
    FactAt {
        figure: &'t str,
        fact: &'t str,
        values: Vec<(&'t str, &'t str)>,
    },
    /// A field of a figure's manifest.
    Field {
        figure: &'t str,
        object: &'t str,
        field: &'t str,
    },
}

/// Splits a text into its parts.
///
/// # Errors
/// An invalid reference.
pub fn split_text(text: &str) -> Result<Vec<Part<'_>>, String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, behind)) = rest.split_once("{{") {
        let (inside, after) = behind.split_once("}}").ok_or_else(|| format!("no }}}} behind {{{{{behind}"))?;
        if !before.is_empty() {
            parts.push(Part::Text(before));
        }
        parts.push(parse_reference(inside)?);
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Ok(parts)
}

fn parse_reference(inside: &str) -> Result<Part<'_>, String> {
    let refused = || format!("{{{{{inside}}}}} is nothing of a figure");
    if let Some((figure, place)) = inside.split_once('@') {
        let (object, field) = place.split_once(':').ok_or_else(refused)?;
        return Ok(Part::Field { figure, object, field });
    }
    let Some((figure, fact)) = inside.split_once('.') else { return Ok(Part::Figure(inside)) };
    if let Some(handle) = fact.strip_suffix('!') {
        return Ok(Part::Handle { figure, handle });
    }
    let Some((fact, pairs)) = fact.split_once('?') else { return Ok(Part::Fact { figure, fact }) };
    let values = pairs.split('&').map(|pair| pair.split_once('=').ok_or_else(refused)).collect::<Result<_, _>>()?;
    Ok(Part::FactAt { figure, fact, values })
}

#[cfg(test)]
mod tests {
    use super::{Part, split_text};

    #[test]
    fn references_are_read() {
        let text = "a {{f.cpu!}}{{f.victims}} b {{f.node?cpu=2&at=x y}} {{f@Pod/web:spec.a}}";
        assert_eq!(
            split_text(text).expect("parts"),
            [
                Part::Text("a "),
                Part::Handle { figure: "f", handle: "cpu" },
                Part::Fact { figure: "f", fact: "victims" },
                Part::Text(" b "),
                Part::FactAt { figure: "f", fact: "node", values: vec![("cpu", "2"), ("at", "x y")] },
                Part::Text(" "),
                Part::Field { figure: "f", object: "Pod/web", field: "spec.a" },
            ]
        );
        assert_eq!(split_text("{{f}}").expect("a figure"), [Part::Figure("f")]);
        for text in ["{{f", "{{f@x}}", "{{f.a?b}}"] {
            assert!(split_text(text).is_err(), "{text}");
        }
    }
}
