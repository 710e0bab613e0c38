//! Sizes of pictures and areas, and text layout: the width of text, truncation and wrapping. Browsers measure text more precisely, but
//! only after drawing.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use yew::{Html, html};

/// The size of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: i64,
    pub height: i64,
}

impl Size {
    pub const fn new(width: i64, height: i64) -> Self {
        Self { width, height }
    }
}

/// A part of the picture, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    pub x: i64,
    pub y: i64,
    pub w: i64,
    pub h: i64,
}

impl Area {
    /// An area by its upper left corner and size; negative sizes become 0.
    pub fn new(x: i64, y: i64, width: i64, height: i64) -> Self {
        Self { x, y, w: width.max(0), h: height.max(0) }
    }

    /// The x of the right edge.
    pub fn right(&self) -> i64 {
        self.x + self.w
    }

    /// The y of the bottom edge.
    pub(crate) fn bottom(&self) -> i64 {
        self.y + self.h
    }
}

/// The minimal size of plain text.
pub(crate) const MIN_TEXT_SIZE: i64 = 12;

/// The size of plain text in a picture of this size; larger pictures have larger text, to be readable from a distance.
pub(crate) fn base_text_size(size: Size) -> i64 {
    (size.width.min(size.height * 3 / 2) * 14 / 640).clamp(MIN_TEXT_SIZE, 34)
}

/// The approximate width of a text, in pixels.
pub fn text_width(text: &str, size: i64) -> i64 {
    let each = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' | 't' | 'f' | 'r' => 0.38,
        'm' | 'w' | 'M' | 'W' => 0.92,
        c if c.is_ascii_uppercase() || c == '→' => 0.7,
        c if c > '\u{2e7f}' => 1.02,
        _ => 0.62,
    };
    (text.chars().map(each).sum::<f64>() * size as f64) as i64 + 1
}

/// The approximate width of a bold text, in pixels.
pub(crate) fn bold_text_width(text: &str, size: i64) -> i64 {
    text_width(text, size) * 112 / 100
}

/// The largest size from `size` down to `least` at which a text fits.
pub fn fit_text_size(text: &str, size: i64, available_width: i64, least: i64) -> i64 {
    (least..=size).rev().find(|size| text_width(text, *size) <= available_width).unwrap_or(least.min(size))
}

/// A text, truncated to the available width.
pub(crate) fn clip_text(text: &str, size: i64, available_width: i64) -> String {
    if text_width(text, size) <= available_width {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for c in text.chars() {
        clipped.push(c);
        if text_width(&clipped, size) + size > available_width {
            clipped.pop();
            break;
        }
    }
    if clipped.is_empty() { clipped } else { clipped.trim_end().to_owned() + "…" }
}

/// The name of a pod, truncated to the available width. Names of siblings differ at their ends, so the last part stays if it is short.
pub(crate) fn clip_name(name: &str, size: i64, available_width: i64) -> String {
    const LONGEST_TAIL: usize = 3;
    let tail = name.rsplit_once('-').map(|(_, tail)| tail).filter(|tail| (1..=LONGEST_TAIL).contains(&tail.len()));
    if text_width(name, size) <= available_width {
        return name.to_owned();
    }
    let with_tail = tail.and_then(|tail| {
        let head = clip_text(name, size, available_width - text_width(tail, size));
        head.ends_with('…').then(|| head + tail)
    });
    with_tail.unwrap_or_else(|| clip_text(name, size, available_width))
}

/// Wraps a text into at most `most` lines; the last one is truncated.
pub fn wrap_text(text: &str, size: i64, available_width: i64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    // Lines may break between two Chinese characters, but not after an opening bracket.
    let mut words: Vec<String> = Vec::new();
    for word in text.split_inclusive(' ') {
        let mut part = String::new();
        for c in word.chars() {
            part.push(c);
            if c > '\u{2e7f}' && !matches!(c, '（' | '《' | '「') {
                words.push(std::mem::take(&mut part));
            }
        }
        // A sign stays with its word.
        match words.last_mut().filter(|last| matches!(last.trim_end(), "✓" | "✗")) {
            Some(mark) => mark.push_str(&part),
            None => words.extend((!part.is_empty()).then_some(part)),
        }
    }
    for word in words {
        let last = lines.last_mut().expect("there is a line");
        let stop = matches!(word.trim(), "，" | "、" | "。" | "：" | "；" | "？" | "！" | "）" | "》" | "」");
        if last.is_empty() || stop || text_width((last.clone() + &word).trim_end(), size) <= available_width {
            last.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    if lines.len() > most {
        let rest = lines[most - 1..].concat();
        lines.truncate(most - 1);
        lines.push(rest);
    }
    // A full stop may exceed the width.
    lines.iter().map(|line| clip_text(line.trim_end(), size, available_width + size)).collect()
}

/// Wraps a text into lines of similar length, so that no single word has its own line.
pub(crate) fn wrap_text_evenly(text: &str, size: i64, available_width: i64, most: usize) -> Vec<String> {
    let lines = wrap_text(text, size, available_width, most);
    let is_cut = |lines: &[String]| lines.last().is_some_and(|line| line.ends_with('…'));
    if lines.len() < 2 || is_cut(&lines) {
        return lines;
    }
    let widths = (available_width / 2..available_width).step_by(4);
    let mut narrower = widths.map(|width| wrap_text(text, size, width, most));
    narrower.find(|narrower| narrower.len() == lines.len() && !is_cut(narrower)).unwrap_or(lines)
}

/// The position of a text relative to its x.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextAnchor {
    Start,
    Middle,
    End,
}

/// Draws a line of text; `y` is its baseline.
pub fn draw_text(x: i64, y: i64, size: i64, class: &'static str, at: TextAnchor, text: String) -> Html {
    if text.is_empty() {
        return Html::default();
    }
    let anchor = match at {
        TextAnchor::Start => "start",
        TextAnchor::Middle => "middle",
        TextAnchor::End => "end",
    };
    html! {
        <text x={x.to_string()} y={y.to_string()} font-size={size.to_string()} {class} text-anchor={anchor}>{ text }</text>
    }
}

/// Drawn lines of text.
pub struct TextBlock {
    pub html: Html,
    /// The y of their bottom.
    pub bottom: i64,
}

/// Draws lines of text below each other.
pub fn draw_lines(x: i64, y: i64, size: i64, class: &'static str, texts: &[String]) -> TextBlock {
    let pitch = size * 13 / 10;
    let each = texts
        .iter()
        .zip(0_i64..)
        .map(|(line, at)| draw_text(x, y + size + at * pitch, size, class, TextAnchor::Start, line.clone()));
    TextBlock { html: html! { { for each } }, bottom: y + i64::try_from(texts.len()).unwrap_or(0) * pitch }
}

/// Draws a rectangle.
pub fn draw_rect(area: Area, class: &'static str, round: i64) -> Html {
    html! {
        <rect x={area.x.to_string()} y={area.y.to_string()} width={area.w.to_string()} height={area.h.to_string()} rx={round.to_string()} {class} />
    }
}

/// Draws a path.
pub fn draw_path(d: String, class: &'static str) -> Html {
    html! { <path {d} {class} /> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_truncated_and_wrapped() {
        assert_eq!(clip_text("nginx-a", 10, 100), "nginx-a");
        let cut = clip_text("a-very-long-name-of-a-pod", 10, 60);
        assert!(cut.ends_with('…') && text_width(&cut, 10) <= 66, "{cut}");
        assert_eq!(clip_text("name", 10, 3), "");
        assert_eq!(clip_name("c-batch-3", 10, 100), "c-batch-3");
        let clipped_names = ["c-batch-2", "c-batch-3", "c-batch-database"].map(|name| clip_name(name, 10, 45));
        assert_eq!(clipped_names, ["c-ba…2", "c-ba…3", "c-batc…"]);
        assert_eq!(clip_name("c-batch-3", 10, 12), "");
        let texts = wrap_text("needs 4; 8 of 8 requested: 4 short", 10, 90, 3);
        assert!(
            texts.len() > 1 && texts.len() <= 3 && texts.iter().all(|line| text_width(line, 10) <= 96),
            "{texts:?}"
        );
        assert_eq!(wrap_text("需要四个核，还差两个。", 10, 60, 4).concat(), "需要四个核，还差两个。");
        assert_eq!(wrap_text("四个核（两个）", 10, 44, 3), ["四个核", "（两个）"]);
        assert!(wrap_text("one two three four five six", 10, 40, 2)[1].ends_with('…'));
    }
}
