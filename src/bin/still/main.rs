//! Draws what is seen before the page's program is there: into `index.html`, and into a page of its own for each built-in scenario in
//! each language. The build calls it with the folder in which it puts the page together.

mod page;
mod preview;

use page::Page;
use preview::Preview;
use schedscope::app::still::{FIRST, Scenario, Still, all, file};
use schedscope::words::Lang;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

type Done<T = ()> = Result<T, String>;

/// The variable that names the address of the site, if it is known: previews and translations are looked up by whole addresses.
const SITE: &str = "SCHEDSCOPE_SITE";

/// Sizes of the icons that `www/manifest.webmanifest` names, in pixels.
const ICONS: [u32; 2] = [192, 512];

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("still: which folder?");
        return ExitCode::FAILURE;
    };
    match draw(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("still: {why}");
            ExitCode::FAILURE
        }
    }
}

fn draw(folder: &Path) -> Done {
    let index = read(&folder.join("index.html"))?;
    let site = std::env::var(SITE).ok().map(|it| it.trim_end_matches('/').to_owned() + "/");
    let preview = Preview::new()?;
    for size in ICONS {
        write(&folder.join(format!("icon-{size}.png")), &preview::icon(size)?)?;
    }
    for number in all() {
        let scenario = Scenario::new(number, &read(&folder.join(file(number)))?);
        let (name, at) = (scenario.name(), scenario.decisive());
        for lang in [Lang::En, Lang::Zh] {
            let still = scenario.draw(at, lang);
            let page = Page { site: site.as_deref(), lang, name, at, still: &still };
            let place = folder.join(page::path(lang, name));
            write(&place.join("index.html"), page.compose(&index)?.as_bytes())?;
            write(&place.join(page::PREVIEW), &preview.draw(&scenario.preview(at, lang, preview::SIZE))?)?;
        }
        if name == FIRST {
            let [en, zh]: [Still; 2] = [Lang::En, Lang::Zh].map(|lang| scenario.draw(0, lang));
            write(&folder.join("index.html"), page::first(&index, site.as_deref(), &en, &zh)?.as_bytes())?;
        }
    }
    Ok(())
}

fn read(file: &Path) -> Done<String> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Done {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes)).map_err(|e| format!("{}: {e}", file.display()))
}
