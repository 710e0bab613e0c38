//! Makes all of the site that stands still: the lists of scenarios and lessons, the lessons themselves (`lessons`), the handbook (`handbook`), the manual (`manual`),
//! and what is seen before the page's program is there: in `index.html`, and in a page of its own for each built-in scenario and
//! each lesson in each language. The build calls it with the folder in which it puts the page together.
//!
//! This program is native and never shipped (the cargo feature `still`). For the pictures it runs every built-in
//! scenario and lets Yew write the page's own views as HTML (`page/still`): effects do not run there, so a view touches
//! the browser in its effects alone. Where nothing can be measured (`View::still`), the scene is drawn for four sizes
//! of screens, and the style sheet shows one. The first page gets the moment at which a first visit begins, before a
//! pod that does not fit (`page/welcome`: one sentence and three doors), in both languages; `s/<scenario>/` and
//! `zh/s/<scenario>/` get the moment that tells most (`Scenario::decisive`), a title, a description, and a preview of
//! 1200×630, which `resvg` draws from the same SVG and style sheet.
//!
//! All that can be clicked there says that it cannot yet. The page draws outside of the document until it has a picture
//! too; then it takes the place of the first one, within one frame (`page/curtain`). Where a link or a draft is to be
//! opened, the empty layout stands instead. A page of a scenario says where the site begins (`<meta name="root">`) and
//! what it opens (`<meta name="opens">`, `page/site`); as soon as something else is shown, the address is the site's
//! own again. `l/<lesson>/` and `zh/l/<lesson>/` are the pages of lessons: the first step, and below it, for those who
//! run no program, all of the text.

mod file;
mod handbook;
mod lessons;
mod manual;
mod page;
mod plain;
mod preview;

use ::page::still::{FIRST, Scenario, all};
use file::{Done, read, write};
use page::Page;
use preview::Preview;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::thread;
use wire::{Lesson, Term};
use words::Lang;

/// The variable that names the address of the site, if it is known: previews and translations are looked up by whole addresses.
const SITE: &str = "SCHEDSCOPE_SITE";

/// Sizes of the icons that `www/manifest.webmanifest` names, in pixels.
const ICONS: [u32; 2] = [192, 512];

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("still: which folder?");
        return ExitCode::FAILURE;
    };
    match make(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("still: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Lessons and handbook come first: there are pages of what is in them.
fn make(folder: &Path) -> Done {
    write(&folder.join("scenarios/index.json"), lessons::scenarios(&folder.join("scenarios"))?)?;
    lessons::lessons(folder)?;
    handbook::pages(folder)?;
    manual::pages(folder)?;
    draw(folder)
}

fn draw(folder: &Path) -> Done {
    let index = read(&folder.join("index.html"))?;
    let site = std::env::var(SITE).ok().map(|it| it.trim_end_matches('/').to_owned() + "/");
    for size in ICONS {
        write(&folder.join(format!("icon-{size}.png")), preview::icon(size)?)?;
    }
    // Each core takes every so many of the scenarios.
    let numbers: Vec<usize> = all().collect();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let some = |from: usize| {
            let (numbers, index, site) = (&numbers, &index, site.as_deref());
            scope.spawn(move || {
                let preview = Preview::new()?;
                let mut of_it = numbers.iter().skip(from).step_by(cores);
                of_it.try_for_each(|number| pages(folder, index, site, &preview, *number))
            })
        };
        let drawn: Vec<_> = (0..cores).map(some).collect();
        drawn.into_iter().try_for_each(|it| it.join().map_err(|_| "a picture cannot be drawn".to_owned())?)
    })?;
    courses(folder, &index, site.as_deref())
}

/// The pages of a scenario, with their previews. The first one is that of the site.
fn pages(folder: &Path, index: &str, site: Option<&str>, preview: &Preview, number: usize) -> Done {
    let scenario = Scenario::new(number, &read(&folder.join(::page::still::file(number)))?);
    let (name, at) = (scenario.name(), scenario.decisive());
    for lang in [Lang::En, Lang::Zh] {
        let still = scenario.draw(at, lang);
        let (place, opens) = (page::path(lang, page::SCENARIOS, name), format!("{name} {at}"));
        let preview_at = format!("{place}{}", page::PREVIEW);
        let page = Page {
            site,
            lang,
            folder: page::SCENARIOS,
            name,
            opens: &opens,
            preview: &preview_at,
            text: "",
            still: &still,
        };
        let place = folder.join(place);
        write(&place.join("index.html"), page.compose(index)?)?;
        write(&place.join(page::PREVIEW), preview.draw(&scenario.preview(at, lang, preview::SIZE))?)?;
    }
    if name == FIRST {
        let (en, zh) = (scenario.welcome(Lang::En)?, scenario.welcome(Lang::Zh)?);
        write(&folder.join("index.html"), page::first(index, site, &en, &zh)?)?;
    }
    Ok(())
}

/// The pages of lessons: the first step, and for those who run no program all of it.
fn courses(folder: &Path, index: &str, site: Option<&str>) -> Done {
    let terms: Vec<Term> = serde_json::from_str(&read(&folder.join("glossary.json"))?).map_err(|e| e.to_string())?;
    let terms = Rc::new(terms);
    for file in fs::read_dir(folder.join("lessons")).map_err(|e| e.to_string())?.filter_map(Result::ok) {
        if file.file_name() == "index.json" {
            continue;
        }
        let wrong = |e| format!("{}: {e}", file.path().display());
        let lesson: Lesson = serde_json::from_str(&read(&file.path())?).map_err(wrong)?;
        let lesson = Rc::new(lesson);
        let name = lesson.entry.name.as_str();
        // What is shown of a lesson elsewhere is the picture of its scenario.
        let scenario = if lesson.scenario.is_empty() { FIRST } else { lesson.scenario.as_str() };
        for lang in [Lang::En, Lang::Zh] {
            let (still, text) = Scenario::taught(&lesson, &terms, lang);
            let preview = page::path(lang, page::SCENARIOS, scenario) + page::PREVIEW;
            let opens = format!("lesson {name}");
            let page = Page {
                site,
                lang,
                folder: page::LESSONS,
                name,
                opens: &opens,
                preview: &preview,
                text: &text,
                still: &still,
            };
            let place = folder.join(page::path(lang, page::LESSONS, name));
            write(&place.join("index.html"), page.compose(index)?)?;
        }
    }
    Ok(())
}
