//! The static site generator. It renders the lists of scenarios and lessons, the lessons (`lesson_data`), the handbook (`handbook`), the manual
//! (`manual`), the essay (`essay`), and what is visible before the page's program has loaded: in `index.html`, and in a separate page for each
//! built-in scenario and each lesson in each language. The build calls it with the folder in which it assembles the site.
//!
//! This program is native and never shipped (the cargo feature `prerender` of `page`). To prerender a page, it runs a built-in scenario and lets
//! Yew render the page's own views as HTML (`page/shell/prerender`): effects do not run there, so a view must only access the browser in its
//! effects. Since nothing can be measured (`View::is_prerender`), the scene is drawn for four screen sizes, and the style sheet shows one of them.
//! The start page shows the moment at which a first visit begins, before a pod that does not fit (`page/features/welcome`: one sentence and three
//! buttons), in both languages; `s/<scenario>/` and `zh/s/<scenario>/` show the most important moment (`PrerenderScenario::decisive_moment`), with
//! a title, a description, and a preview of 1200×630 pixels, which `resvg` draws from the same SVG and style sheet. Beside them is the river of the
//! run in small (`river.svg`, with its own styles from `svg_styles`): the picture in the gallery, and of an embedded page that waits for a click.
//!
//! Controls in the prerendered page are marked as inert. The program draws outside of the document until it has a complete picture, which then
//! replaces the prerendered one within one frame (`page/shell/prerender_swap`). If a link or a draft is going to be opened, the empty layout is
//! shown instead. The page of a scenario has the site's root (`<meta name="root">`) and what it opens (`<meta name="opens">`, `page/site`); as soon
//! as something else is shown, the address changes to that of the site. `l/<lesson>/` and `zh/l/<lesson>/` are the pages of lessons: the first
//! step, and below it the whole text, for readers without the program.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // native, and never part of the page

mod essay;
mod file;
mod handbook;
mod lesson_data;
mod manual;
mod page;
mod plain_page;
mod preview;
mod search_index;
mod svg_styles;
#[cfg(test)]
mod tests;

use std::{fs, num::NonZero, path::Path, process::ExitCode, rc::Rc, thread};

use ::page::prerender::{FIRST_SCENARIO, PrerenderScenario, river_path, scenario_numbers};
use file::{BuildResult, read_file, write_file};
use i18n::Lang;
use page::SitePage;
use preview::Preview;
use protocol::{Lesson, Term};

/// The environment variable with the address of the site, if it is known: previews and translations need absolute addresses.
const SITE: &str = "SCHEDSCOPE_SITE";

/// Sizes of the icons that `www/manifest.webmanifest` names, in pixels.
const ICONS: [u32; 2] = [192, 512];

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("site: which folder?");
        return ExitCode::FAILURE;
    };
    match build_site(Path::new(&folder), Lang::ALL) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("site: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Lessons and handbook are written first, because pages are made from them.
fn build_site(folder: &Path, languages: &[Lang]) -> BuildResult {
    write_file(&folder.join("scenarios/index.json"), lesson_data::scenario_list_json(&folder.join("scenarios"))?)?;
    lesson_data::write_lessons(folder)?;
    let mut pages = handbook::build_pages(folder, languages)?;
    pages.extend(manual::build_pages(folder, languages)?);
    pages.extend(essay::build_pages(folder, languages)?);
    pages.iter().try_for_each(|page| page.write_to(folder))?;
    search_index::write_indexes(folder, languages, &pages)?;
    draw_pages(folder, languages)
}

fn draw_pages(folder: &Path, languages: &[Lang]) -> BuildResult {
    let index = read_file(&folder.join("index.html"))?;
    let site = std::env::var(SITE).ok().map(|var| var.trim_end_matches('/').to_owned() + "/");
    for size in ICONS {
        write_file(&folder.join(format!("icon-{size}.png")), preview::render_icon(size)?)?;
    }
    // Each core draws every n-th scenario.
    let numbers: Vec<usize> = scenario_numbers().collect();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let some = |from: usize| {
            let (numbers, index, site) = (&numbers, &index, site.as_deref());
            scope.spawn(move || {
                let preview = Preview::new()?;
                let mut of_it = numbers.iter().skip(from).step_by(cores);
                of_it.try_for_each(|number| write_scenario_pages(folder, index, site, languages, &preview, *number))
            })
        };
        let drawn: Vec<_> = (0..cores).map(some).collect();
        drawn.into_iter().try_for_each(|handle| handle.join().map_err(|_| "a picture cannot be drawn".to_owned())?)
    })?;
    write_lesson_pages(folder, &index, site.as_deref(), languages)
}

/// The pages of a scenario, with their previews. The first scenario's page is the start page of the site.
fn write_scenario_pages(
    folder: &Path,
    index: &str,
    site: Option<&str>,
    languages: &[Lang],
    preview: &Preview,
    number: usize,
) -> BuildResult {
    let scenario = PrerenderScenario::new(number, &read_file(&folder.join(::page::prerender::scenario_path(number)))?);
    let (name, at) = (scenario.name(), scenario.decisive_moment());
    // It has no words, so all languages share it.
    let river = river_path(name);
    write_file(&folder.join(&river), svg_styles::with_river_styles(&scenario.thumbnail_svg())?)?;
    let river = scenario.has_story().then_some(river.as_str());
    for lang in languages.iter().copied() {
        let picture = scenario.prerender_moment(at, lang);
        let (place, opens) = (page::path(lang, page::SCENARIOS, name), format!("{name} {at}"));
        let preview_at = format!("{place}{}", page::PREVIEW);
        let page = SitePage {
            site,
            languages,
            lang,
            folder: page::SCENARIOS,
            name,
            opens: &opens,
            preview: &preview_at,
            river,
            text: "",
            picture: &picture,
        };
        let place = folder.join(place);
        write_file(&place.join("index.html"), page.compose(index)?)?;
        write_file(&place.join(page::PREVIEW), preview.render_png(&scenario.preview_svg(at, lang, preview::SIZE))?)?;
    }
    if name == FIRST_SCENARIO {
        let picture = |lang: &Lang| Ok((*lang, scenario.prerender_welcome(*lang)?));
        let pictures = languages.iter().map(picture).collect::<BuildResult<Vec<_>>>()?;
        write_file(&folder.join("index.html"), page::compose_first_page(index, site, &pictures)?)?;
    }
    Ok(())
}

/// The pages of lessons: the first step, and the whole text for readers without the program.
fn write_lesson_pages(folder: &Path, index: &str, site: Option<&str>, languages: &[Lang]) -> BuildResult {
    let terms: Vec<Term> =
        serde_json::from_str(&read_file(&folder.join("glossary.json"))?).map_err(|e| e.to_string())?;
    let terms = Rc::new(terms);
    for file in fs::read_dir(folder.join("lessons")).map_err(|e| e.to_string())?.filter_map(Result::ok) {
        if file.file_name() == "index.json" {
            continue;
        }
        let with_file_name = |e| format!("{}: {e}", file.path().display());
        let lesson: Lesson = serde_json::from_str(&read_file(&file.path())?).map_err(with_file_name)?;
        let lesson = Rc::new(lesson);
        let name = lesson.entry.name.as_str();
        // The preview of a lesson is that of its scenario.
        let scenario = if lesson.scenario.is_empty() { FIRST_SCENARIO } else { lesson.scenario.as_str() };
        for lang in languages.iter().copied() {
            let (picture, text) = PrerenderScenario::prerender_lesson(&lesson, &terms, lang);
            let preview = page::path(lang, page::SCENARIOS, scenario) + page::PREVIEW;
            let opens = format!("lesson {name}");
            let page = SitePage {
                site,
                languages,
                lang,
                folder: page::LESSONS,
                name,
                opens: &opens,
                preview: &preview,
                river: None,
                text: &text,
                picture: &picture,
            };
            let place = folder.join(page::path(lang, page::LESSONS, name));
            write_file(&place.join("index.html"), page.compose(index)?)?;
        }
    }
    Ok(())
}
