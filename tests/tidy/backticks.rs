//! Words in backticks in doc comments: each must exist in the code, so that a comment cannot name what was renamed or removed.
//!
//! Only words that look like names of parameters or functions are checked: lower-case letters, digits and underscores.

use std::collections::BTreeSet;

use super::{Source, report, sources, without_comments};

type Words<'s> = BTreeSet<&'s str>;

/// Words that exist outside of the code: values and names in YAML, `kubectl` commands, and types of other languages and libraries.
const FOREIGN: [&str; 14] = [
    "apps",
    "data",
    "float64",
    "latest",
    "map_err",
    "match",
    "null",
    "on",
    "svg",
    "train",
    "uncordon",
    "undefined",
    "y",
    "yes",
];

/// The words of a text that can be identifiers.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The words in backticks in a line that look like names of parameters, fields or functions.
fn quoted_names(line: &str) -> impl Iterator<Item = &str> {
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    line.split('`').skip(1).step_by(2).filter(is_name)
}

/// The names of the items that the code of a file declares, and of the folders and the file in its path.
fn declared_items<'s>(path: &'s str, code: &'s str) -> Words<'s> {
    const KEYWORDS: [&str; 9] = ["const", "enum", "fn", "macro_rules", "mod", "static", "struct", "trait", "type"];
    let words: Vec<&str> = identifiers(code).collect();
    let declared = words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0])).map(|pair| pair[1]);
    declared.chain(identifiers(path)).collect()
}

/// The names of the fields that the code of a file declares, one a line.
fn declared_fields(code: &str) -> Words<'_> {
    let declaration = |line| -> Option<&str> { Some(str::split_once(line, ": ")?.0) };
    let field = |before| match identifiers(before).collect::<Vec<_>>().as_slice() {
        ["pub", .., name] | [name] => Some(*name),
        _ => None,
    };
    code.lines().filter_map(declaration).filter_map(field).collect()
}

/// The number of lines of the function that begins with the first of these lines.
fn function_length(code: &[&str]) -> usize {
    let (mut depth, mut has_body) = (0_usize, false);
    for (index, line) in code.iter().enumerate() {
        has_body |= line.contains('{');
        depth = (depth + line.matches('{').count()).saturating_sub(line.matches('}').count());
        let is_declaration = !has_body && line.trim_end().ends_with(';');
        if has_body && depth == 0 || is_declaration {
            return index + 1;
        }
    }
    code.len()
}

fn is_function(line: &str) -> bool {
    let has_fn = line.trim_start().split("fn ").next().is_some_and(|before| {
        identifiers(before).all(|word| ["pub", "crate", "super", "in", "const", "async", "unsafe"].contains(&word))
    });
    has_fn && line.contains("fn ")
}

/// The words of doc comments that do not exist, as `path:line: word`.
///
/// The comment of a function may name what the function itself contains, the fields of its file, the items of all files, and the fields of Kubernetes
/// objects. Any other comment may name whatever its file contains, and every word in a string.
fn missing_words(sources: &[Source]) -> Vec<(String, usize, String)> {
    let texts: Vec<String> = sources.iter().map(|source| without_comments(&source.text)).collect();
    let items: Words<'_> =
        sources.iter().flat_map(|source| declared_items(source.path.trim_end_matches(".rs"), &source.code)).collect();
    let object_fields: Words<'_> =
        sources.iter().filter(|source| source.home == "api").flat_map(|source| declared_fields(&source.code)).collect();
    let mut string_words = BTreeSet::new();
    for (source, text) in sources.iter().zip(&texts) {
        for (text_line, code_line) in text.lines().zip(source.code.lines()) {
            if text_line != code_line {
                string_words.extend(identifiers(text_line));
            }
        }
    }
    let mut missing = Vec::new();
    for (source, text) in sources.iter().zip(&texts) {
        let lines: Vec<&str> = source.text.lines().collect();
        let (text, code): (Vec<&str>, Vec<&str>) = (text.lines().collect(), source.code.lines().collect());
        let fields = declared_fields(&source.code);
        let file: Words<'_> = text.iter().flat_map(|line| identifiers(line)).collect();
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("///")) {
            let is_above_item = |line: &&str| ["///", "#["].iter().any(|start| line.trim_start().starts_with(start));
            let item = index + lines[index..].iter().take_while(|line| is_above_item(line)).count();
            let scope: Option<Words<'_>> = code.get(item).filter(|line| is_function(line)).map(|_| {
                let end = item + function_length(&code[item..]);
                text[item..end].iter().flat_map(|line| identifiers(line)).collect()
            });
            let exists = |word: &&str| {
                let in_scope = match &scope {
                    Some(function) => function.contains(word) || fields.contains(word),
                    None => file.contains(word) || string_words.contains(word),
                };
                in_scope || items.contains(word) || object_fields.contains(word) || FOREIGN.contains(word)
            };
            missing.extend(
                quoted_names(line)
                    .filter(|word| !exists(word))
                    .map(|word| (source.path.clone(), index + 1, word.to_owned())),
            );
        }
    }
    missing
}

#[test]
fn doc_comments_name_only_what_exists() {
    let missing = missing_words(&sources());
    report(
        "a word in backticks that is neither in the function nor in the code around it",
        &missing.iter().map(|(path, line, word)| format!("{path}:{line}: {word}")).collect::<Vec<_>>(),
    );
}

#[test]
fn renamed_parameters_are_found() {
    let text = [
        "struct S {",
        "    pub size: u8,",
        "}",
        "/// The `size` of `old`, or of `new`.",
        "#[must_use]",
        "fn f(new: &S) -> u8 {",
        "    new.size",
        "}",
        "/// Like `f`, but for `new` and `Other::old`.",
        "fn g() {}",
        "/// Has `new`, `words` and `others`.",
        "const WORDS: &str = \"words\";",
    ];
    let text = text.join("\n");
    let source = Source {
        path: "src/x/a.rs".to_owned(),
        home: "x".to_owned(),
        code: super::without_comments_and_texts(&text),
        text,
    };
    let missing: Vec<_> = missing_words(&[source]).into_iter().map(|(_, line, word)| (line, word)).collect();
    assert_eq!(missing, [(4, "old".to_owned()), (9, "new".to_owned()), (11, "others".to_owned())]);
}
