//! Parses the files of all languages and compares them: each must have the same topics, messages and variables.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::fluent::{Element, FluentMessage, Key, parse_messages};

/// A row of the table of languages.
pub(crate) struct LanguageRow {
    /// The variant of `Lang`.
    pub(crate) variant: &'static str,
    /// The folder in `www/i18n`.
    pub(crate) folder: &'static str,
    pub(crate) plural: PluralRule,
}

/// The plural categories (CLDR) that a language has for integers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PluralRule {
    /// `one` for 1, otherwise `other`.
    OneOther,
    /// `other` for all.
    Other,
}

impl PluralRule {
    /// The number that a plural category stands for: 1 for `one`. `None` for `other`, which stands for all remaining numbers.
    pub(crate) fn number_of(self, category: &str) -> Result<Option<usize>, String> {
        match (self, category) {
            (Self::OneOther, "one") => Ok(Some(1)),
            (_, "other") => Ok(None),
            _ => Err(format!("[{category}] is no plural category of this language")),
        }
    }
}

pub(crate) struct Topic {
    pub(crate) name: String,
    pub(crate) messages: Vec<Translations>,
}

/// A message in all languages.
pub(crate) struct Translations {
    pub(crate) id: String,
    /// The location in the first language: `www/i18n/en/story.ftl:12`.
    pub(crate) place: String,
    /// The patterns, in the order of the languages.
    pub(crate) patterns: Vec<Vec<Element>>,
    /// Whether it is a fixed word in the first language: a field of the struct of its topic.
    pub(crate) is_fixed_word: bool,
    /// The types of the variables, by name.
    pub(crate) variables: BTreeMap<String, VariableType>,
}

/// The Rust type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableType {
    /// Any type that implements `Display`.
    Text,
    /// A `usize` that selects variants.
    Count,
    /// A `bool` that selects variants.
    Bool,
}

/// All topics, or the errors of the files, each with its location.
pub(crate) fn read_topics(root: &Path, languages: &[LanguageRow]) -> Result<Vec<Topic>, Vec<String>> {
    let mut errors = Vec::new();
    let topics_by_language = languages.iter().map(|language| read_language(root, language, &mut errors));
    let topics_by_language: Vec<BTreeMap<String, Vec<FluentMessage>>> = topics_by_language.collect();
    let names: BTreeSet<&String> = topics_by_language.iter().flat_map(BTreeMap::keys).collect();
    let mut topics = Vec::new();
    for name in names {
        let files: Vec<String> =
            languages.iter().map(|language| format!("www/i18n/{}/{name}.ftl", language.folder)).collect();
        let by_language: Vec<Option<&Vec<FluentMessage>>> =
            topics_by_language.iter().map(|topics| topics.get(name)).collect();
        for (file, _) in files.iter().zip(&by_language).filter(|(_, by_language)| by_language.is_none()) {
            errors.push(format!("{file}:1: this file is missing, but another language has it"));
        }
        if let Some(by_language) = by_language.into_iter().collect::<Option<Vec<_>>>() {
            topics.push(Topic {
                name: name.clone(),
                messages: compare_topic(&files, &by_language, languages, &mut errors),
            });
        }
    }
    if errors.is_empty() { Ok(topics) } else { Err(errors) }
}

fn read_language(
    root: &Path,
    language: &LanguageRow,
    errors: &mut Vec<String>,
) -> BTreeMap<String, Vec<FluentMessage>> {
    let mut topics = BTreeMap::new();
    let folder = root.join(language.folder);
    let Ok(entries) = fs::read_dir(&folder) else {
        errors.push(format!("www/i18n/{}: no such folder, but the table of languages has it", language.folder));
        return topics;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let (Some(name), Some("ftl")) =
            (path.file_stem().and_then(|name| name.to_str()), path.extension().and_then(|ext| ext.to_str()))
        else {
            continue;
        };
        let source = fs::read_to_string(&path).unwrap_or_default();
        match parse_messages(&source) {
            Ok(messages) => {
                topics.insert(name.to_owned(), messages);
            }
            Err(line_errors) => {
                let place = |line| format!("www/i18n/{}/{name}.ftl:{line}", language.folder);
                errors.extend(line_errors.iter().map(|(line, error)| format!("{}: {error}", place(*line))));
                topics.insert(name.to_owned(), Vec::new());
            }
        }
    }
    topics
}

/// The messages that all languages have; what differs becomes an error.
fn compare_topic(
    files: &[String],
    by_language: &[&Vec<FluentMessage>],
    languages: &[LanguageRow],
    errors: &mut Vec<String>,
) -> Vec<Translations> {
    if by_language.iter().any(|messages| messages.is_empty()) {
        return Vec::new();
    }
    for (file, messages) in files.iter().zip(by_language) {
        let mut ids = BTreeSet::new();
        for message in messages.iter().filter(|message| !ids.insert(&message.id)) {
            errors.push(format!("{file}:{}: {} is here twice", message.line, message.id));
        }
    }
    let find = |messages: &'_ [FluentMessage], id: &str| messages.iter().position(|message| message.id == id);
    for (file, messages) in files.iter().zip(by_language) {
        for message in *messages {
            for (other_file, _) in files.iter().zip(by_language).filter(|(_, other)| find(other, &message.id).is_none())
            {
                errors.push(format!("{file}:{}: {other_file} has no message {}", message.line, message.id));
            }
        }
    }
    let mut translations = Vec::new();
    for message in by_language[0] {
        let in_languages = by_language.iter().map(|messages| find(messages, &message.id).map(|at| &messages[at]));
        let Some(in_languages) = in_languages.collect::<Option<Vec<&FluentMessage>>>() else { continue };
        let places: Vec<String> =
            files.iter().zip(&in_languages).map(|(file, message)| format!("{file}:{}", message.line)).collect();
        let variables = compare_variables(&places, &in_languages, languages, errors);
        translations.push(Translations {
            id: message.id.clone(),
            place: places[0].clone(),
            is_fixed_word: message.is_fixed_word,
            patterns: in_languages.iter().map(|message| message.pattern.clone()).collect(),
            variables,
        });
    }
    translations
}

/// The variables of a message. All languages must display the same variables, except those that a comment excuses.
fn compare_variables(
    places: &[String],
    messages: &[&FluentMessage],
    languages: &[LanguageRow],
    errors: &mut Vec<String>,
) -> BTreeMap<String, VariableType> {
    let mut variables = BTreeMap::new();
    let mut displayed_by_language = Vec::new();
    for ((place, message), language) in places.iter().zip(messages).zip(languages) {
        let mut displayed = BTreeSet::new();
        let visited = visit_elements(&message.pattern, language.plural, &mut |name, variable_type| {
            if variable_type == VariableType::Text {
                displayed.insert(name.to_owned());
            }
            let known = variables.entry(name.to_owned()).or_insert(variable_type);
            match (*known, variable_type) {
                (VariableType::Text, _) => *known = variable_type,
                (known, other) if known != other && other != VariableType::Text => {
                    return Err(format!("${name} is both counted and true or false"));
                }
                _ => {}
            }
            Ok(())
        });
        if let Err(error) = visited {
            errors.push(format!("{place}: {}: {error}", message.id));
        }
        displayed_by_language.push(displayed);
    }
    let all_displayed: BTreeSet<String> = displayed_by_language.iter().flatten().cloned().collect();
    for ((place, message), displayed) in places.iter().zip(messages).zip(&displayed_by_language) {
        for name in all_displayed.difference(displayed).filter(|name| !message.omissions.contains(name)) {
            errors.push(format!("{place}: {} lacks ${name}, which another language has", message.id));
        }
        for name in message.omissions.iter().filter(|name| displayed.contains(*name) || !all_displayed.contains(*name))
        {
            errors.push(format!("{place}: the comment of {} is wrong about ${name}", message.id));
        }
    }
    variables
}

/// Visits all variables, and checks the keys of selections.
fn visit_elements(
    elements: &[Element],
    plural: PluralRule,
    visit: &mut impl FnMut(&str, VariableType) -> Result<(), String>,
) -> Result<(), String> {
    for element in elements {
        match element {
            Element::Text(_) => {}
            Element::Variable(name) => visit(name, VariableType::Text)?,
            Element::Select { variable, variants } => {
                let keys: Vec<&Key> = variants.iter().map(|(key, _)| key).collect();
                visit(variable, type_of_keys(variable, &keys, plural)?)?;
                for (_, elements) in variants {
                    visit_elements(elements, plural, visit)?;
                }
            }
        }
    }
    Ok(())
}

fn type_of_keys(variable: &str, keys: &[&Key], plural: PluralRule) -> Result<VariableType, String> {
    if let [Key::Bool(first), Key::Bool(second)] = keys {
        return if first == second { Err(format!("${variable} has [{first}] twice")) } else { Ok(VariableType::Bool) };
    }
    let mut numbers = BTreeSet::new();
    for key in keys {
        let number = match key {
            Key::Number(number) => Some(*number),
            Key::Category(category) => plural.number_of(category)?,
            Key::Bool(_) => return Err(format!("${variable} needs [true] and *[false], or numbers and *[other]")),
        };
        if !numbers.insert(number) {
            return Err(format!("two variants of ${variable} are for the same number"));
        }
    }
    match keys.last() {
        Some(Key::Category(category)) if category == "other" => Ok(VariableType::Count),
        _ => Err(format!("the default variant of ${variable} must be *[other]")),
    }
}
