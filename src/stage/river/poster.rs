//! The poster of a run: its river with numbered notes, for paper.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)] // pixels

use i18n::river::words;
use yew::{Html, html};

use super::{
    draw_river, layout::RiverLayout, legend_samples, legend_texts, marks::draw_text_at, path_data::decimal,
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{Area, Size, TextAnchor, draw_lines, draw_rect, draw_text, text_width, wrap_text};

/// A3 in landscape, at 96 pixels an inch.
pub const POSTER_SIZE: Size = Size::new(1588, 1122);

const MARGIN: i64 = 56;
const TITLE_SIZE: i64 = 38;
const ABOUT_SIZE: i64 = 17;
const NOTE_SIZE: i64 = 16;
const LEGEND_SIZE: i64 = 13;
/// Notes stand in this many columns, with so much room between them.
const COLUMNS: i64 = 3;
const COLUMN_GAP: i64 = 36;
/// The room of a note's number.
const NUMBER_ROOM: i64 = 34;
const MAX_NOTE_LINES: usize = 5;
/// The most notes of a poster.
pub const MAX_NOTES: usize = 6;
/// The room for the numbers above the river.
const DISC_ROOM: i64 = 30;
const DISC_RADIUS: i64 = 11;

/// A note at a place of the time axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PosterNote {
    pub place: u64,
    pub text: String,
}

/// What a poster says besides its river.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PosterText {
    pub title: String,
    /// What is to be seen, in a few sentences.
    pub about: String,
    /// Release and scenario, below each other at the right.
    pub source: Vec<String>,
    pub notes: Vec<PosterNote>,
}

/// The lines of a poster's texts, and where its river is.
pub struct PosterPlan {
    about: Vec<String>,
    notes: Vec<Vec<String>>,
    river_top: i64,
    /// The size of the river.
    pub river_size: Size,
}

impl PosterPlan {
    /// The river gets the room that the texts leave.
    #[must_use]
    pub fn new(text: &PosterText) -> Self {
        let width = POSTER_SIZE.width - 2 * MARGIN;
        let source_width = text.source.iter().map(|line| text_width(line, ABOUT_SIZE)).max().unwrap_or(0);
        let about = wrap_text(&text.about, ABOUT_SIZE, width - source_width - 48, 4);
        let column = (width - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS;
        let notes: Vec<Vec<String>> = text
            .notes
            .iter()
            .take(MAX_NOTES)
            .map(|note| wrap_text(&note.text, NOTE_SIZE, column - NUMBER_ROOM, MAX_NOTE_LINES))
            .collect();
        let header_lines = about.len().max(text.source.len().saturating_sub(2)) as i64;
        let river_top = MARGIN + TITLE_SIZE + 14 + header_lines * line_height(ABOUT_SIZE) + 22 + DISC_ROOM;
        let below = notes_height(&notes) + 30 + LEGEND_SIZE + MARGIN / 2;
        let river_size = Size::new(width + 14, POSTER_SIZE.height - MARGIN / 2 - river_top - below);
        Self { about, notes, river_top, river_size }
    }
}

fn line_height(size: i64) -> i64 {
    size * 13 / 10
}

/// The height of the rows of notes.
fn notes_height(notes: &[Vec<String>]) -> i64 {
    let row_height = |row: &[Vec<String>]| row.iter().map(Vec::len).max().unwrap_or(0) as i64 * line_height(NOTE_SIZE);
    notes.chunks(COLUMNS as usize).map(|row| row_height(row) + 16).sum()
}

/// Draws a poster. The layout has the size of the plan.
pub fn draw_poster(ctx: &RiverCtx<'_>, layout: &RiverLayout, plan: &PosterPlan, text: &PosterText) -> Html {
    let Size { width, height } = POSTER_SIZE;
    let title_base = MARGIN + TITLE_SIZE * 3 / 4;
    let sources = text.source.iter().zip(0_i64..).map(|(line, at)| {
        let y = MARGIN + ABOUT_SIZE + at * line_height(ABOUT_SIZE);
        draw_text(width - MARGIN, y, ABOUT_SIZE, "soft", TextAnchor::End, line.clone())
    });
    // The names of nodes stand at the left margin.
    let river_left = MARGIN;
    let notes_top = plan.river_top + layout.size.height + 22;
    html! {
        <svg xmlns="http://www.w3.org/2000/svg" class="picture river poster-sheet" viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()}>
            { draw_rect(Area::new(0, 0, width, height), "paper", 0) }
            { draw_text(MARGIN, title_base, TITLE_SIZE, "strong", TextAnchor::Start, text.title.clone()) }
            { draw_lines(MARGIN, MARGIN + TITLE_SIZE + 8, ABOUT_SIZE, "soft", &plan.about).html }
            { for sources }
            <g transform={format!("translate({river_left} {})", plan.river_top)}>
                { draw_river(ctx, layout) }
                { draw_discs(layout, &text.notes) }
            </g>
            { draw_notes(plan, notes_top) }
            { draw_legend(ctx, height - MARGIN) }
            { draw_text(width - MARGIN, height - MARGIN + LEGEND_SIZE - 2, ABOUT_SIZE, "strong", TextAnchor::End, "Schedscope".to_owned()) }
        </svg>
    }
}

/// The numbers of notes above the river. Notes of nearby moments stand beside each other.
fn draw_discs(layout: &RiverLayout, notes: &[PosterNote]) -> Html {
    let apart = (2 * DISC_RADIUS + 3) as f64;
    let mut last = f64::NEG_INFINITY;
    let discs = notes.iter().take(MAX_NOTES).zip(1_i64..).map(|(note, number)| {
        let x = layout.x_of_place(note.place).max(last + apart);
        last = x;
        draw_disc(x, layout.top - 24.0, number)
    });
    html! { { for discs } }
}

fn draw_disc(x: f64, y: f64, number: i64) -> Html {
    html! {
        <g class="disc">
            <circle cx={decimal(x)} cy={decimal(y)} r={DISC_RADIUS.to_string()} />
            { draw_text_at(x, y + 5.0, 14, "disc-number", TextAnchor::Middle, number.to_string()) }
        </g>
    }
}

fn draw_notes(plan: &PosterPlan, top: i64) -> Html {
    let column = (POSTER_SIZE.width - 2 * MARGIN + COLUMN_GAP) / COLUMNS;
    let mut y = top;
    let rows = plan.notes.chunks(COLUMNS as usize).enumerate().map(|(row, notes)| {
        let row_top = y;
        y += notes_height(notes);
        let notes = notes.iter().zip(0_i64..).map(|(lines, at)| {
            let x = MARGIN + at * column;
            let number = row as i64 * COLUMNS + at + 1;
            html! {
                <>
                    { draw_disc((x + DISC_RADIUS) as f64, (row_top + NOTE_SIZE * 2 / 3) as f64, number) }
                    { draw_lines(x + NUMBER_ROOM, row_top, NOTE_SIZE, "text", lines).html }
                </>
            }
        });
        html! { { for notes } }
    });
    html! { { for rows } }
}

fn draw_legend(ctx: &RiverCtx<'_>, y: i64) -> Html {
    let mut x = MARGIN;
    let entries = legend_samples().into_iter().zip(legend_texts(words(ctx.lang).river_labels())).map(|(sample, text)| {
        let left = x;
        x += 32 + text_width(text, LEGEND_SIZE) + 22;
        html! {
            <>
                <g transform={format!("translate({left} {y})")}>{ sample }</g>
                { draw_text(left + 30, y + LEGEND_SIZE - 2, LEGEND_SIZE, "soft", TextAnchor::Start, text.to_owned()) }
            </>
        }
    });
    html! { { for entries } }
}
