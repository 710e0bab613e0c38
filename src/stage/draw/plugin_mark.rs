//! The mark of a score plugin: a letter and a color, the same in every picture, run and release.

use api::Str;
use scene::score_formula::plugin_letters;
use yew::{Html, html};

use crate::draw::text_layout::{Area, TextAnchor, draw_rect, draw_text};

/// The CSS classes of the colors, in the order of the letters.
const COLORS: [&str; 11] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10"];
const PART_CLASSES: [&str; COLORS.len()] = [
    "part s0", "part s1", "part s2", "part s3", "part s4", "part s5", "part s6", "part s7", "part s8", "part s9",
    "part s10",
];

/// The letter of a plugin, and its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PluginMark {
    pub letter: char,
    /// The CSS class of the color.
    pub color: &'static str,
    number: usize,
}

/// The marks of plugins with these names.
pub fn plugin_marks(names: &[Str]) -> Vec<PluginMark> {
    let mark = |letter: char| {
        let number = (letter as usize).wrapping_sub('A' as usize) % COLORS.len();
        PluginMark { letter, color: COLORS[number], number }
    };
    plugin_letters(names).into_iter().map(mark).collect()
}

impl PluginMark {
    /// The CSS classes of a part of a bar.
    pub(crate) fn part_class(self) -> &'static str {
        PART_CLASSES[self.number]
    }

    /// Draws the letter on its color, in a square of this size.
    pub(crate) fn draw(self, x: i64, y: i64, size: i64) -> Html {
        let text_size = size * 3 / 4;
        html! {
            <>
                { draw_rect(Area::new(x, y, size, size), self.part_class(), 3) }
                { draw_text(x + size / 2, y + size / 2 + text_size * 36 / 100, text_size, "key-letter", TextAnchor::Middle, self.letter.to_string()) }
            </>
        }
    }
}
