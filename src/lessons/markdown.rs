//! Parses Markdown into typed blocks. Elements that lessons don't support (HTML, pictures, tables) are problems.

use std::ops::Range;

use findings::{InLesson, LessonProblem, UnsupportedMarkup};
use protocol::{Block, Inline};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// A part of the text.
pub(crate) enum MarkdownPiece {
    /// A heading, with its level.
    Heading(u8, String),
    /// A fenced block: its info string, and its content.
    Fenced(String, String),
    /// Any other block.
    Block(Block),
}

/// An element that is being parsed.
enum OpenBlock {
    Heading(u8),
    Fenced(String),
    Paragraph,
    List(Vec<Vec<Inline>>),
}

/// Splits a text into its parts, each with the line at which it begins. Unsupported elements are reported and skipped.
pub(crate) fn split_pieces(text: &str, problems: &mut Vec<InLesson>) -> Vec<(usize, MarkdownPiece)> {
    let (mut pieces, mut open_blocks) = (Vec::new(), Vec::<OpenBlock>::new());
    let (mut line, mut link): (Vec<Inline>, Option<String>) = (Vec::new(), None);
    let (mut strong, mut emphasized) = (false, false);
    let mut began = 1;
    // The number of open elements, starting with an unsupported one.
    let mut skipped_depth = 0_usize;
    for (event, range) in Parser::new(text).into_offset_iter() {
        let current_line = 1 + text[..range.start].matches('\n').count();
        if skipped_depth > 0 {
            match event {
                Event::Start(_) => skipped_depth += 1,
                Event::End(_) => skipped_depth -= 1,
                _ => {}
            }
            continue;
        }
        if open_blocks.is_empty() {
            began = current_line;
        }
        if let Some(markup) = unsupported_markup(&event, !open_blocks.is_empty()) {
            let problem = InLesson::new(current_line, LessonProblem::Markup(markup));
            // The end of an element is no other problem than its start.
            let is_end = |last: &InLesson| last.problem == problem.problem && last.line >= began;
            if markup != UnsupportedMarkup::Html || !problems.last().is_some_and(is_end) {
                problems.push(problem);
            }
            skipped_depth = usize::from(matches!(event, Event::Start(_)));
            continue;
        }
        match event {
            Event::Start(Tag::Heading { level, .. }) => open_blocks.push(OpenBlock::Heading(level as u8)),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                open_blocks.push(OpenBlock::Fenced(kind.to_string()));
            }
            Event::Start(Tag::Paragraph) if !matches!(open_blocks.last(), Some(OpenBlock::List(_))) => {
                open_blocks.push(OpenBlock::Paragraph);
            }
            Event::Start(Tag::List(_)) => open_blocks.push(OpenBlock::List(Vec::new())),
            Event::Start(Tag::Strong) => strong = true,
            Event::End(TagEnd::Strong) => strong = false,
            Event::Start(Tag::Emphasis) => emphasized = true,
            Event::End(TagEnd::Emphasis) => emphasized = false,
            Event::Start(Tag::Link { dest_url, .. }) => {
                if !dest_url.starts_with("https://") {
                    problems.push(InLesson::new(current_line, LessonProblem::Link((&*dest_url).into())));
                }
                link = Some(dest_url.to_string());
            }
            Event::End(TagEnd::Link) => link = None,
            Event::Text(cow_str) => match (open_blocks.last(), &link) {
                (Some(OpenBlock::Fenced(_)), _) => push_words(&mut line, &cow_str, Inline::Text),
                (_, Some(link_target)) => line.push(Inline::Link(cow_str.to_string(), link_target.clone())),
                (_, None) if strong => push_words(&mut line, &cow_str, Inline::Strong),
                (_, None) if emphasized => push_words(&mut line, &cow_str, Inline::Emphasis),
                _ => push_words(&mut line, &cow_str, Inline::Text),
            },
            Event::Code(cow_str) => line.push(Inline::Code(cow_str.to_string())),
            Event::SoftBreak | Event::HardBreak => {
                let between = break_after(&line);
                push_words(&mut line, between, Inline::Text);
            }
            Event::End(TagEnd::Item) => {
                if let Some(OpenBlock::List(items)) = open_blocks.last_mut() {
                    items.push(std::mem::take(&mut line));
                }
            }
            Event::End(TagEnd::Paragraph) if matches!(open_blocks.last(), Some(OpenBlock::List(_))) => {}
            Event::End(_) => {
                let mut line = || std::mem::take(&mut line);
                let piece = open_blocks.pop().map(|opened| match opened {
                    OpenBlock::Heading(level) => MarkdownPiece::Heading(level, plain_text(&line())),
                    OpenBlock::Fenced(kind) => MarkdownPiece::Fenced(kind, plain_text(&line())),
                    OpenBlock::Paragraph => MarkdownPiece::Block(Block::Paragraph(line())),
                    OpenBlock::List(items) => MarkdownPiece::Block(Block::List(items)),
                });
                pieces.extend(piece.map(|piece| (began, piece)));
            }
            // Items and paragraphs, and unsupported elements.
            _ => {}
        }
    }
    pieces
}

/// The unsupported element that an event belongs to, if it does.
fn unsupported_markup(event: &Event, is_in_block: bool) -> Option<UnsupportedMarkup> {
    Some(match event {
        Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::HtmlBlock) => UnsupportedMarkup::Html,
        Event::Start(Tag::Image { .. }) => UnsupportedMarkup::Picture,
        Event::Start(Tag::List(_)) if is_in_block => UnsupportedMarkup::NestedList,
        Event::Start(Tag::BlockQuote(_)) => UnsupportedMarkup::Quote,
        Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => UnsupportedMarkup::Indented,
        Event::Rule => UnsupportedMarkup::Rule,
        Event::Start(
            Tag::Heading { .. }
            | Tag::CodeBlock(_)
            | Tag::Paragraph
            | Tag::List(_)
            | Tag::Item
            | Tag::Strong
            | Tag::Emphasis
            | Tag::Link { .. },
        )
        | Event::End(_)
        | Event::Text(_)
        | Event::Code(_)
        | Event::SoftBreak
        | Event::HardBreak => return None,
        _ => UnsupportedMarkup::Other,
    })
}

/// The lines, from 1, of the first fence that is not closed: from its own to the one at which the text probably continues. If a block would extend
/// over the next step, or over the next block with an info string, its closing fence is missing, although the parser would take the fence of that
/// block for it.
pub(crate) fn find_open_fence(text: &str) -> Option<Range<usize>> {
    /// The marks of a fence, and its info string.
    fn split_fence(line: &str) -> Option<(&str, &str)> {
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let name = line.trim_start_matches(mark);
        let marks = &line[..line.len() - name.len()];
        (marks.len() >= 3).then_some((marks, name.trim()))
    }
    let is_heading = |line: &str| line.starts_with("## ") || line.starts_with("### ");
    // Where the text may continue: at the last heading, although in a manifest that could be a comment.
    let mut last_heading = None;
    let mut open_fence: Option<(usize, &str, &str)> = None;
    for (index, line) in text.lines().enumerate() {
        let Some((first_line, open_marks, open_name)) = open_fence else {
            open_fence = split_fence(line).map(|(marks, name)| (index + 1, marks, name));
            last_heading = None;
            continue;
        };
        if is_heading(line) {
            last_heading = Some(index + 1);
        }
        // Fewer or other marks are text within the block.
        match split_fence(line).filter(|(marks, _)| marks.starts_with(open_marks)) {
            Some((_, "")) => open_fence = None,
            Some(_) => return Some(first_line..last_heading.unwrap_or(index + 1)),
            None if open_name == "step" && is_heading(line) => return Some(first_line..index + 1),
            None => {}
        }
    }
    open_fence.map(|(first_line, ..)| first_line..text.lines().count() + 1)
}

/// The separator at a line break: Chinese has no spaces between lines.
fn break_after(line: &[Inline]) -> &'static str {
    let last = match line.last() {
        Some(
            Inline::Text(text)
            | Inline::Strong(text)
            | Inline::Emphasis(text)
            | Inline::Code(text)
            | Inline::Link(text, _),
        ) => text.chars().next_back(),
        None => None,
    };
    if last.is_some_and(|c| c >= '\u{3000}') { "" } else { " " }
}

/// Adds text, merged with the previous span if that is of the same kind.
fn push_words(line: &mut Vec<Inline>, text: &str, make: fn(String) -> Inline) {
    let segment = make(text.to_owned());
    match (line.last_mut(), &segment) {
        (Some(Inline::Text(last)), Inline::Text(_))
        | (Some(Inline::Strong(last)), Inline::Strong(_))
        | (Some(Inline::Emphasis(last)), Inline::Emphasis(_)) => *last += text,
        _ => line.push(segment),
    }
}

fn plain_text(line: &[Inline]) -> String {
    let text = |inline: &Inline| match inline {
        Inline::Text(text)
        | Inline::Strong(text)
        | Inline::Emphasis(text)
        | Inline::Code(text)
        | Inline::Link(text, _) => text.clone(),
    };
    line.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::find_open_fence;

    #[test]
    fn only_a_fence_without_its_end_is_open() {
        for (text, line) in [
            ("a\n```\nb\n```\n", None),
            ("a\n```\nb\n", Some(2..4)),
            ("````md\n```step\nlook: a\n```\n````\n", None),
            ("````md\n```step\nlook: a\n```\n", Some(1..5)),
            ("~~~\n```\n~~~\n", None),
            ("```step\nlook: a\n\n## Two\n```step\n```\n", Some(1..4)),
            ("```yaml\n## a remark\nkind: Pod\n\n## One\n```step\n```\n", Some(1..5)),
            ("```yaml\n## a remark\nkind: Pod\n```\n", None),
            ("``inline``\n", None),
        ] {
            assert_eq!(find_open_fence(text), line, "{text}");
        }
    }
}
