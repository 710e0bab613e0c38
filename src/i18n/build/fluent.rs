//! Parses a Fluent file into messages, with the subset of Fluent that the generated code supports.

use fluent_syntax::{ast, parser, unicode::unescape_unicode_to_string};

/// A message of a language.
#[derive(Debug)]
pub(crate) struct FluentMessage {
    pub(crate) id: String,
    /// The line, from 1.
    pub(crate) line: usize,
    pub(crate) pattern: Vec<Element>,
    /// Whether it is in the group `## Fixed words`, or in a file without groups.
    pub(crate) is_fixed_word: bool,
    /// Variables excused by the comment `# Leaves out $pod, $node.`
    pub(crate) omissions: Vec<String>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Element {
    Text(String),
    /// The value of a variable.
    Variable(String),
    /// A choice among texts by the value of a variable. The last variant is the default.
    Select {
        variable: String,
        variants: Vec<(Key, Vec<Element>)>,
    },
}

/// The key of a variant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Key {
    /// Exactly this number.
    Number(usize),
    /// `true` or `false`.
    Bool(bool),
    /// A plural category.
    Category(String),
}

/// An error in a file, as (line, message).
pub(crate) type LineError = (usize, String);

/// The messages of a file, in order.
pub(crate) fn parse_messages(source: &str) -> Result<Vec<FluentMessage>, Vec<LineError>> {
    let resource = parser::parse(source).map_err(|(_, errors)| {
        errors.iter().map(|error| (line_at(source, error.pos.start), error.kind.to_string())).collect::<Vec<_>>()
    })?;
    let mut messages = Vec::new();
    let mut errors = Vec::new();
    let mut is_fixed_word = !resource.body.iter().any(|entry| matches!(entry, ast::Entry::GroupComment(_)));
    for entry in &resource.body {
        match entry {
            ast::Entry::Message(message) => {
                let line = line_of(source, message.id.name);
                match parse_message(message, line, is_fixed_word) {
                    Ok(message) => messages.push(message),
                    Err(error) => errors.push((line, format!("{}: {error}", message.id.name))),
                }
            }
            ast::Entry::Term(term) => {
                errors.push((line_of(source, term.id.name), format!("-{}: terms are not supported", term.id.name)));
            }
            ast::Entry::Junk { content } => errors.push((line_of(source, content), "not a message".to_owned())),
            ast::Entry::GroupComment(group) => is_fixed_word = group.content == ["Fixed words"],
            ast::Entry::Comment(_) | ast::Entry::ResourceComment(_) => {}
        }
    }
    if errors.is_empty() { Ok(messages) } else { Err(errors) }
}

fn parse_message(message: &ast::Message<&str>, line: usize, is_fixed_word: bool) -> Result<FluentMessage, String> {
    let pattern = message.value.as_ref().ok_or("a message needs a text")?;
    if let Some(attribute) = message.attributes.first() {
        return Err(format!("attributes are not supported (.{}): write another message", attribute.id.name));
    }
    let comment = message.comment.iter().flat_map(|comment| &comment.content);
    let omissions = comment
        .filter_map(|line| line.strip_prefix("Leaves out "))
        .flat_map(|names| names.trim_end_matches('.').split(", "))
        .map(|name| name.trim_start_matches('$').to_owned())
        .collect();
    Ok(FluentMessage {
        id: message.id.name.to_owned(),
        line,
        pattern: parse_pattern(pattern)?,
        is_fixed_word,
        omissions,
    })
}

fn parse_pattern(pattern: &ast::Pattern<&str>) -> Result<Vec<Element>, String> {
    let mut elements: Vec<Element> = Vec::new();
    for element in &pattern.elements {
        let element = match element {
            ast::PatternElement::TextElement { value } => Element::Text((*value).to_owned()),
            ast::PatternElement::Placeable { expression } => parse_expression(expression)?,
        };
        match (elements.last_mut(), element) {
            (Some(Element::Text(before)), Element::Text(text)) => before.push_str(&text),
            (_, element) => elements.push(element),
        }
    }
    elements.retain(|element| *element != Element::Text(String::new()));
    Ok(elements)
}

fn parse_expression(expression: &ast::Expression<&str>) -> Result<Element, String> {
    match expression {
        ast::Expression::Inline(ast::InlineExpression::StringLiteral { value }) => {
            Ok(Element::Text(unescape_unicode_to_string(value).into_owned()))
        }
        ast::Expression::Inline(ast::InlineExpression::VariableReference { id }) => {
            Ok(Element::Variable(id.name.to_owned()))
        }
        ast::Expression::Inline(_) => Err("only variables and quoted text can be placed in a text".to_owned()),
        ast::Expression::Select { selector: ast::InlineExpression::VariableReference { id }, variants } => {
            let (defaults, mut ordered): (Vec<_>, Vec<_>) = variants.iter().partition(|variant| variant.default);
            ordered.extend(defaults);
            let variants =
                ordered.into_iter().map(|variant| Ok((parse_key(&variant.key)?, parse_pattern(&variant.value)?)));
            Ok(Element::Select { variable: id.name.to_owned(), variants: variants.collect::<Result<_, String>>()? })
        }
        ast::Expression::Select { .. } => Err("only a variable can select".to_owned()),
    }
}

fn parse_key(key: &ast::VariantKey<&str>) -> Result<Key, String> {
    match key {
        ast::VariantKey::NumberLiteral { value } => {
            value.parse().map(Key::Number).map_err(|_| format!("[{value}] is not a count"))
        }
        ast::VariantKey::Identifier { name: "true" } => Ok(Key::Bool(true)),
        ast::VariantKey::Identifier { name: "false" } => Ok(Key::Bool(false)),
        ast::VariantKey::Identifier { name } => Ok(Key::Category((*name).to_owned())),
    }
}

/// The line of a part of the source, from 1.
fn line_of(source: &str, part: &str) -> usize {
    line_at(source, part.as_ptr() as usize - source.as_ptr() as usize)
}

fn line_at(source: &str, offset: usize) -> usize {
    source.as_bytes()[..offset.min(source.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}
