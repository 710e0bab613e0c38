//! Converts a chapter from Markdown to HTML, and collects what tests compare between languages.

use std::fmt::Write as _;

use api::Set;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::{
    file::BuildResult,
    plain_page::{PageSection, escape_html},
};

/// A chapter in one language.
#[derive(Default)]
pub(crate) struct Chapter {
    /// The text of its first heading.
    pub title: String,
    /// The text of its first paragraph, without markup.
    pub lead: String,
    /// The whole chapter as HTML.
    pub html: String,
    pub headings: Vec<Heading>,
    /// Its fenced blocks: info string and content.
    pub blocks: Vec<(String, String)>,
    /// Its code spans, each with the index of its heading.
    pub codes: Vec<(usize, String)>,
    /// The cells of its tables.
    pub cells: Vec<String>,
    /// The targets of its links, as written.
    pub links: Vec<String>,
}

/// A heading of a chapter.
#[derive(Debug, PartialEq)]
pub(crate) struct Heading {
    pub level: u8,
    /// The anchor, by which links refer to it.
    pub anchor: String,
    /// The text without markup.
    pub text: String,
}

impl Chapter {
    /// The headings below the title, as sections of the chapter's page.
    pub(crate) fn sections(&self) -> Vec<PageSection> {
        let below_title = self.headings.iter().enumerate().filter(|(_, heading)| heading.level > 1);
        let section = |(at, heading): (usize, &Heading)| PageSection {
            anchor: heading.anchor.clone(),
            title: heading.text.clone(),
            text: self.codes_below(at),
            names: Vec::new(),
        };
        below_title.map(section).collect()
    }

    /// The code spans below a heading, each once: the kinds, fields and commands that the section is about.
    fn codes_below(&self, heading: usize) -> String {
        let codes = self.codes.iter().filter(|(headings, _)| *headings == heading + 1);
        let codes: Set<&str> = codes.map(|(_, code)| code.as_str()).collect();
        codes.into_iter().collect::<Vec<_>>().join(" ")
    }

    /// Parses a chapter. `address` converts the target of a link to an address in the site.
    ///
    /// Only what the manual needs is supported: no HTML, and no nested lists.
    pub(crate) fn parse(text: &str, address: impl Fn(&str) -> BuildResult<String>) -> BuildResult<Self> {
        let mut writer = Writer::default();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            writer.handle_event(event, &address)?;
        }
        Ok(writer.chapter)
    }
}

/// The state of the conversion.
#[derive(Default)]
struct Writer {
    chapter: Chapter,
    /// The position in the HTML at which the innermost heading, paragraph, cell or block began, and its text without markup.
    html_start: usize,
    plain: String,
    /// The info string, within a fenced block.
    fence: Option<String>,
    is_in_head: bool,
}

impl Writer {
    fn handle_event(&mut self, event: Event<'_>, address: impl Fn(&str) -> BuildResult<String>) -> BuildResult {
        let chapter_html = &mut self.chapter.html;
        match event {
            Event::Start(tag) => return self.start_tag(tag, address),
            Event::End(tag) => self.end_tag(tag),
            Event::Text(cow_str) => {
                self.plain += &cow_str;
                *chapter_html += &escape_html(&cow_str);
            }
            Event::Code(cow_str) => {
                self.plain += &cow_str;
                let _ = write!(chapter_html, "<code>{}</code>", escape_html(&cow_str));
                self.chapter.codes.push((self.chapter.headings.len(), cow_str.into_string()));
            }
            Event::SoftBreak => {
                // Chinese has no spaces between lines.
                let space = if self.plain.ends_with(|c: char| c >= '\u{3000}') { "" } else { " " };
                self.plain += space;
                *chapter_html += space;
            }
            other => return Err(format!("the manual has no {other:?}")),
        }
        Ok(())
    }

    fn start_tag(&mut self, tag: Tag<'_>, address: impl Fn(&str) -> BuildResult<String>) -> BuildResult {
        let chapter_html = &mut self.chapter.html;
        match tag {
            Tag::Heading { .. } | Tag::Paragraph => {
                self.html_start = chapter_html.len();
                self.plain.clear();
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(word)) => {
                self.plain.clear();
                self.fence = Some(word.into_string());
                // Makes the block scrollable with the keyboard.
                *chapter_html += "<pre tabindex=\"0\"><code>";
            }
            Tag::List(first) => *chapter_html += if first.is_some() { "<ol>\n" } else { "<ul>\n" },
            Tag::Item => *chapter_html += "<li>",
            Tag::Strong => *chapter_html += "<strong>",
            Tag::Emphasis => *chapter_html += "<em>",
            Tag::Table(_) => *chapter_html += "<div class=\"wide\" tabindex=\"0\"><table>\n",
            Tag::TableHead => {
                self.is_in_head = true;
                *chapter_html += "<thead><tr>";
            }
            Tag::TableRow => *chapter_html += "<tr>",
            Tag::TableCell => {
                self.plain.clear();
                *chapter_html += if self.is_in_head { "<th>" } else { "<td>" };
            }
            Tag::Link { dest_url, .. } => {
                let class_name = address(&dest_url)?;
                let rel = if class_name.starts_with("https://") { " rel=\"external noreferrer\"" } else { "" };
                let _ = write!(chapter_html, "<a href=\"{}\"{rel}>", escape_html(&class_name));
                self.chapter.links.push(dest_url.into_string());
            }
            Tag::Image { dest_url, .. } => {
                let _ =
                    write!(chapter_html, "<img loading=\"lazy\" src=\"{}\" alt=\"", escape_html(&address(&dest_url)?));
                self.chapter.links.push(dest_url.into_string());
            }
            other => return Err(format!("the manual has no {other:?}")),
        }
        Ok(())
    }

    fn end_tag(&mut self, tag: TagEnd) {
        let chapter_html = &mut self.chapter.html;
        match tag {
            TagEnd::Heading(level) => {
                let name = heading_anchor(&self.plain);
                let html = chapter_html.split_off(self.html_start);
                let _ = writeln!(chapter_html, "<{level} id=\"{name}\">{html}</{level}>");
                if level == HeadingLevel::H1 {
                    self.chapter.title = self.plain.clone();
                }
                self.chapter.headings.push(Heading { level: level as u8, anchor: name, text: self.plain.clone() });
            }
            TagEnd::Paragraph => {
                let html = chapter_html.split_off(self.html_start);
                let _ = writeln!(chapter_html, "<p>{html}</p>");
                if self.chapter.lead.is_empty() {
                    self.chapter.lead = self.plain.clone();
                }
            }
            TagEnd::CodeBlock => {
                *chapter_html += "</code></pre>\n";
                self.chapter.blocks.push((self.fence.take().unwrap_or_default(), self.plain.clone()));
            }
            TagEnd::List(ordered) => *chapter_html += if ordered { "</ol>\n" } else { "</ul>\n" },
            TagEnd::Item => *chapter_html += "</li>\n",
            TagEnd::Strong => *chapter_html += "</strong>",
            TagEnd::Emphasis => *chapter_html += "</em>",
            TagEnd::Table => *chapter_html += "</tbody></table></div>\n",
            TagEnd::TableHead => {
                self.is_in_head = false;
                *chapter_html += "</tr></thead>\n<tbody>\n";
            }
            TagEnd::TableRow => *chapter_html += "</tr>\n",
            TagEnd::TableCell => {
                *chapter_html += if self.is_in_head { "</th>" } else { "</td>" };
                self.chapter.cells.push(self.plain.clone());
            }
            TagEnd::Link => *chapter_html += "</a>",
            TagEnd::Image => *chapter_html += "\" />",
            _ => {}
        }
    }
}

/// The anchor of a heading, as GitHub generates it, so that links between chapters work in both places.
fn heading_anchor(heading: &str) -> String {
    let text = heading.trim().to_lowercase();
    let anchor_chars = text.chars().filter(|char| char.is_alphanumeric() || "-_ ".contains(*char));
    anchor_chars.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html() {
        let address = |to: &str| if to == "gone.md" { Err("gone".to_owned()) } else { Ok(format!("x/{to}")) };
        let text = "# A `b` & C, d\n\none\n*two* [**three**](a.md#b)\n\n## 甲\n\n甲\n乙\n\n- a\n- b\n\n| h | |\n| --- | --- |\n| `x<y` | 2 |\n\n```yaml\na: \"<\"\n```\n\n![p\"q](p.png)\n";
        let chapter = Chapter::parse(text, address).expect("a chapter");
        for part in [
            "<h1 id=\"a-b--c-d\">A <code>b</code> &amp; C, d</h1>",
            "<p>one <em>two</em> <a href=\"x/a.md#b\"><strong>three</strong></a></p>",
            "<h2 id=\"甲\">甲</h2>\n<p>甲乙</p>",
            "<ul>\n<li>a</li>\n<li>b</li>\n</ul>",
            "<thead><tr><th>h</th><th></th></tr></thead>\n<tbody>\n<tr><td><code>x&lt;y</code></td><td>2</td></tr>\n</tbody>",
            "<pre tabindex=\"0\"><code>a: &quot;&lt;&quot;\n</code></pre>",
            "src=\"x/p.png\" alt=\"p&quot;q\" />",
        ] {
            assert!(chapter.html.contains(part), "{part} is not in {}", chapter.html);
        }
        assert_eq!((chapter.title.as_str(), chapter.lead.as_str()), ("A b & C, d", "one two three"));
        let headings: Vec<_> =
            chapter.headings.iter().map(|heading| (heading.level, &*heading.anchor, &*heading.text)).collect();
        assert_eq!(headings, [(1, "a-b--c-d", "A b & C, d"), (2, "甲", "甲")]);
        assert_eq!(chapter.blocks, [("yaml".to_owned(), "a: \"<\"\n".to_owned())]);
        assert_eq!(chapter.codes, [(0, "b".to_owned()), (2, "x<y".to_owned())]);
        assert_eq!(chapter.cells, ["h", "", "x<y", "2"]);
        assert_eq!(chapter.links, ["a.md#b", "p.png"]);
        for invalid_text in ["<b>x</b>\n", "a <i>b</i>\n", "[x](gone.md)\n", "> x\n", "    x\n", "---\n"] {
            assert!(Chapter::parse(invalid_text, address).is_err(), "{invalid_text}");
        }
    }
}
