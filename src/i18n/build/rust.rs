//! Generates the Rust code of messages: for each language a `format!` or `match` as it would be written by hand.
//!
//! A message without variables is a function. A message with variables is a struct with a field for each of them, so that their names are
//! checked where the message is used.

use std::fmt::Write;

use super::{
    check::{LanguageRow, PluralRule, Topic, Translations, VariableType},
    fluent::{Element, Key},
};

/// The code of all topics, for inclusion in a module.
pub(crate) fn module_of_topics(topics: &[Topic], languages: &[LanguageRow]) -> String {
    let mut code = String::new();
    for topic in topics {
        write!(code, "#[deny(dead_code)]\n#[allow(clippy::all, clippy::pedantic)]\npub(crate) mod {} {{\n    use crate::languages::Lang;\n", topic.name)
            .expect("a String");
        for message in &topic.messages {
            code.push_str(&message_code(message, languages));
        }
        code.push_str(&words_macro(topic));
        code.push_str("}\n");
    }
    code
}

/// A macro that passes the names of the fixed words on to another macro, which makes them the fields of a struct.
fn words_macro(topic: &Topic) -> String {
    let words = topic.messages.iter().filter(|message| message.is_fixed_word && message.variables.is_empty());
    let (name, ids) = (&topic.name, words.map(|message| snake_case(&message.id) + ", ").collect::<String>());
    format!(
        "    #[allow(unused_macros)]\n    macro_rules! {name}_words {{\n        \
         ($define:ident! {{ $($head:tt)* }}) => {{ $define! {{ $($head)* {{ {ids}}} }} }};\n    }}\n    \
         #[allow(unused_imports)]\n    pub(crate) use {name}_words as with_words;\n"
    )
}

/// The arms of a message's `match`, one for each language. Tests have an additional pseudo language, derived from the first one.
fn arms(message: &Translations, languages: &[LanguageRow], code: impl Fn(&[Element], PluralRule) -> String) -> String {
    let mut arms = String::new();
    for (language, pattern) in languages.iter().zip(&message.patterns) {
        writeln!(
            arms,
            "            Lang::{} => {},",
            language.variant,
            code(&pull_out_counts(pattern, language.plural), language.plural)
        )
        .expect("a String");
    }
    let pseudo = code(&mark(&message.patterns[0]), languages[0].plural);
    writeln!(arms, "            #[cfg(not(target_family = \"wasm\"))]\n            Lang::Pseudo => {pseudo},")
        .expect("a String");
    arms
}

/// Splits off counts, to generate less code: `1 pod` or `{n} pods` becomes `{n}` and ` pod` or ` pods`, which need no formatting.
fn pull_out_counts(pattern: &[Element], plural: PluralRule) -> Vec<Element> {
    let mut elements = Vec::new();
    for element in pattern {
        let Element::Select { variable, variants } = element else {
            elements.push(element.clone());
            continue;
        };
        let variants: Vec<(Key, Vec<Element>)> =
            variants.iter().map(|(key, pattern)| (key.clone(), pull_out_counts(pattern, plural))).collect();
        let rests =
            variants.iter().map(|(key, pattern)| Some((key.clone(), after_count(key, pattern, variable, plural)?)));
        match rests.collect::<Option<Vec<_>>>() {
            Some(rests) => {
                elements.push(Element::Variable(variable.clone()));
                elements.push(Element::Select { variable: variable.clone(), variants: rests });
            }
            None => elements.push(Element::Select { variable: variable.clone(), variants }),
        }
    }
    elements
}

/// The rest of a variant that starts with the count, as a variable or in digits; `None` if it starts otherwise.
fn after_count(key: &Key, pattern: &[Element], variable: &str, plural: PluralRule) -> Option<Vec<Element>> {
    let number = match key {
        Key::Number(number) => Some(*number),
        Key::Category(category) => plural.number_of(category).ok()?,
        Key::Bool(_) => return None,
    };
    let (first, rest) = pattern.split_first()?;
    match first {
        Element::Variable(name) if name == variable => Some(rest.to_vec()),
        Element::Text(text) => {
            let text = text.strip_prefix(&number?.to_string())?;
            let is_whole = !text.starts_with(|letter: char| letter.is_ascii_digit());
            let text = Element::Text(text.to_owned());
            is_whole.then(|| [text].into_iter().chain(rest.iter().cloned()).collect())
        }
        _ => None,
    }
}

/// Encloses a text, or each of its variants, in ⟦…⟧.
fn mark(pattern: &[Element]) -> Vec<Element> {
    match pattern {
        [] => Vec::new(),
        [Element::Select { variable, variants }] => {
            let variants = variants.iter().map(|(key, pattern)| (key.clone(), mark(pattern))).collect();
            vec![Element::Select { variable: variable.clone(), variants }]
        }
        _ => {
            let (start, end) = (Element::Text("⟦".to_owned()), Element::Text("⟧".to_owned()));
            [start].into_iter().chain(pattern.iter().cloned()).chain([end]).collect()
        }
    }
}

fn message_code(message: &Translations, languages: &[LanguageRow]) -> String {
    let is_static = message.patterns.iter().all(|pattern| is_static(pattern));
    let (result, qualifier) = if is_static { ("&'static str", "const ") } else { ("String", "") };
    let arms = if is_static { arms(message, languages, static_code) } else { arms(message, languages, string_code) };
    let (id, place) = (&message.id, &message.place);
    let function = |name: &str, argument: &str, body: &str| {
        format!(
            "    #[inline(always)]\n    pub(crate) {qualifier}fn {name}({argument}lang: Lang) -> {result} {{ // {place}\n{body}        match lang {{\n{arms}        }}\n    }}\n"
        )
    };
    if message.variables.is_empty() {
        return function(&snake_case(id), "", "");
    }
    let name = camel_case(id);
    let (mut generics, mut bounds, mut fields, mut names) =
        (String::new(), String::new(), String::new(), String::new());
    for (at, (variable, variable_type)) in message.variables.iter().enumerate() {
        let field_type = match variable_type {
            VariableType::Text => {
                write!(generics, "T{at}, ").expect("a String");
                write!(bounds, "T{at}: std::fmt::Display, ").expect("a String");
                format!("T{at}")
            }
            VariableType::Count => "usize".to_owned(),
            VariableType::Bool => "bool".to_owned(),
        };
        writeln!(fields, "        pub(crate) {}: {field_type},", snake_case(variable)).expect("a String");
        write!(names, "{}, ", snake_case(variable)).expect("a String");
    }
    let body = format!("        let Self {{ {names}}} = self;\n");
    format!(
        "    pub(crate) struct {name}<{generics}> {{ // {place}\n{fields}    }}\n    impl<{bounds}> {name}<{generics}> {{\n{}    }}\n",
        function("text", "self, ", &body)
    )
}

/// Whether a text has no variables to display.
fn is_static(pattern: &[Element]) -> bool {
    match pattern {
        [Element::Select { variants, .. }] => variants.iter().all(|(_, pattern)| is_static(pattern)),
        _ => pattern.iter().all(|element| matches!(element, Element::Text(_))),
    }
}

/// The code of an expression of type `&'static str`.
fn static_code(pattern: &[Element], plural: PluralRule) -> String {
    match pattern {
        [Element::Select { variable, variants }] => select_code(variable, variants, plural, static_code),
        _ => format!("{:?}", plain_text(pattern)),
    }
}

/// The code of an expression of type `String`.
fn string_code(pattern: &[Element], plural: PluralRule) -> String {
    match pattern {
        [] => "String::new()".to_owned(),
        [Element::Select { variable, variants }] => select_code(variable, variants, plural, string_code),
        _ if pattern.iter().all(|element| matches!(element, Element::Text(_))) => {
            format!("{:?}.to_owned()", plain_text(pattern))
        }
        _ => {
            let (mut template, mut arguments) = (String::new(), String::new());
            for (at, element) in pattern.iter().enumerate() {
                match element {
                    Element::Text(text) => template.push_str(&text.replace('{', "{{").replace('}', "}}")),
                    Element::Variable(name) => write!(template, "{{{}}}", snake_case(name)).expect("a String"),
                    Element::Select { .. } => {
                        let selection = &pattern[at..=at];
                        let code = if is_static(selection) { static_code } else { string_code };
                        write!(template, "{{part_{at}}}").expect("a String");
                        write!(arguments, ", part_{at} = {}", code(selection, plural)).expect("a String");
                    }
                }
            }
            format!("format!({template:?}{arguments})")
        }
    }
}

fn plain_text(pattern: &[Element]) -> String {
    let texts = pattern.iter().map(|element| match element {
        Element::Text(text) => text.as_str(),
        _ => "",
    });
    texts.collect()
}

fn select_code(
    variable: &str,
    variants: &[(Key, Vec<Element>)],
    plural: PluralRule,
    code: impl Fn(&[Element], PluralRule) -> String,
) -> String {
    let arms = variants.iter().map(|(key, pattern)| {
        let key = match key {
            Key::Number(number) => number.to_string(),
            Key::Bool(is_true) => is_true.to_string(),
            Key::Category(category) => match plural.number_of(category) {
                Ok(Some(number)) => number.to_string(),
                _ => "_".to_owned(),
            },
        };
        format!("{key} => {}", code(pattern, plural))
    });
    format!("match {} {{ {} }}", snake_case(variable), arms.collect::<Vec<_>>().join(", "))
}

fn snake_case(id: &str) -> String {
    id.replace('-', "_")
}

fn camel_case(id: &str) -> String {
    let words = id.split(['-', '_']).map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
