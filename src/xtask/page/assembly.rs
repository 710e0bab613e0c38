//! Puts the page together in a folder: copies the files of `www`, adds the programs, and writes `index.html`.
//!
//! Files with code are named after their content, and the page gets these names, so it never starts a worker of another build. The page's content
//! security policy lists what it may load. The style sheets are joined, and the licenses of everything that is shipped are listed.

use std::{fs, path::Path};

use serde_json::Value;

use super::{
    editor_bundle, licenses, policy,
    programs::{Bundles, bundle_stem},
    styles,
};
use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, list_files, read_bytes, read_file, write_file},
    process::{command, make_dir, root, run_command},
    timings::time_step,
};

/// The variable that names the address of the site, if it is known.
const SITE_URL: &str = "SCHEDSCOPE_SITE";

/// Where programs of others find the engine. Another contract than this would be another folder beside it.
pub(crate) const API: &str = "api/v1/";

/// Where the essay lies, with its program: who reads it not, does not keep it.
pub(crate) const ESSAY: &str = "preemption/";

/// What is copied from `www` as it is: files and whole folders.
const STATIC_FILES: [&str; 5] = ["icon.svg", "manifest.webmanifest", "open.html", "open.js", "open.css"];
const STATIC_FOLDERS: [&str; 2] = ["scenarios", "examples"];

/// The page's HTML, before the build fills in the names of its files.
pub(crate) struct PageSource {
    html: String,
    /// Whether a development server serves it. Such a page reloads itself and has no service worker, so that every change shows at once.
    is_served: bool,
}

impl PageSource {
    /// The page that is published.
    pub(crate) fn read() -> StepResult<Self> {
        Ok(Self { html: remove_trunk_link(&read_file(&root().join("index.html"))?), is_served: false })
    }

    /// The page with a script that reloads it.
    pub(crate) fn read_with_script(reload_script: &str) -> StepResult<Self> {
        let page = Self::read()?;
        let html = page.html.replacen("</body>", &format!("<script>{reload_script}</script></body>"), 1);
        Ok(Self { html, is_served: true })
    }

    /// What Trunk made of `index.html`. While it serves the page, its version has a script of its own; otherwise it differs in nothing that counts, and
    /// the page becomes the one that [`Self::read`] gives.
    pub(crate) fn of_trunk(source: &str, trunk_page: String) -> Self {
        let script_count = |page: &str| page.matches("<script").count();
        if script_count(&trunk_page) > script_count(source) {
            Self { html: trunk_page, is_served: true }
        } else {
            Self { html: remove_trunk_link(source), is_served: false }
        }
    }
}

/// Removes the element that tells Trunk to build no program.
pub(super) fn remove_trunk_link(source: &str) -> String {
    source.split_inclusive('\n').filter(|line| !line.contains("<link data-trunk ")).collect()
}

/// Fills the folder `stage` with the page, and with the rest of the site if its programs are there.
pub(crate) fn assemble_page(stage: &Path, page: &PageSource, bundles: &Bundles) -> StepResult {
    let www = root().join("www");
    for file in STATIC_FILES {
        fs::copy(www.join(file), stage.join(file)).map_err(TaskError::file(www.join(file)))?;
    }
    for folder in STATIC_FOLDERS {
        copy_files(&www.join(folder), &stage.join(folder))?;
    }
    copy_files(&bundles.page, stage)?;
    copy_files(&bundles.worker, stage)?;
    let names = Names {
        page: bundle_stem(&bundles.page)?.to_owned(),
        worker: bundle_stem(&bundles.worker)?.to_owned(),
        editor: place_editor(stage)?,
        style: styles::bundle_styles(stage, "style")?,
        late_style: styles::bundle_styles(stage, "late")?,
    };
    write_file(&stage.join("index.html"), &finish_index(page, &names)?)?;
    write_file(&stage.join("licences.txt"), &licenses::list_licenses()?)?;
    let site = std::env::var(SITE_URL).unwrap_or_else(|_| "/".to_owned());
    write_file(&stage.join("404.html"), &read_file(&www.join("404.html"))?.replace("ROOT", &site))?;
    if let Some(site) = &bundles.site {
        copy_files(&site.module, &stage.join(API))?;
        copy_files(&site.figures, &stage.join(ESSAY))?;
        time_step("Rendering lessons, handbook, manual, essay and pictures", || {
            run_command(command(&site.generator).arg(stage))
        })?;
    }
    if page.is_served { Ok(()) } else { write_file(&stage.join("offline.js"), &write_service_worker(stage)?) }
}

/// The names of files that have a version in them.
struct Names {
    page: String,
    worker: String,
    editor: String,
    style: String,
    late_style: String,
}

/// The page with the names of its files and its policy.
fn finish_index(source: &PageSource, names: &Names) -> StepResult<String> {
    let Names { page: program, worker, editor, style, late_style } = names;
    let mut page = source.html.clone();
    for (placeholder, name) in [
        ("content=\"page\"", format!("content=\"./{program}.js ./{program}_bg.wasm\"")),
        ("content=\"worker\"", format!("content=\"{worker}\"")),
        ("content=\"editor\"", format!("content=\"{editor}\"")),
        ("href=\"style.css\"", format!("href=\"./{style}\"")),
        ("href=\"late.css\"", format!("href=\"./{late_style}\"")),
    ] {
        if page.matches(placeholder).count() != 1 {
            return Err(TaskError::content("index.html", format!("it does not contain {placeholder} once")));
        }
        page = page.replace(placeholder, &name);
    }
    if source.is_served {
        page = page.replace("<meta name=\"offline\" content=\"offline.js\" />", "");
    }
    let policy = policy::content_security_policy(&page)?;
    let meta = format!("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />");
    Ok(page.replacen("<head>", &meta, 1))
}

/// Copies the files of a folder, without those of the folders in it.
fn copy_files(from: &Path, to: &Path) -> StepResult {
    make_dir(to)?;
    for file in list_files(from)? {
        fs::copy(&file, to.join(file.file_name().unwrap_or_default())).map_err(TaskError::file(&file))?;
    }
    Ok(())
}

/// Writes the service worker, which keeps the page for visits without a network, with the list of files. Pages of scenarios are kept when they are
/// seen; there are many.
fn write_service_worker(stage: &Path) -> StepResult<String> {
    let (mut files, mut whole) = (vec!["./".to_owned()], read_bytes(&stage.join("index.html"))?);
    let is_static_file = |name: &str| !["index.html", "404.html", "licences.txt"].contains(&name);
    for folder in ["", "scenarios/", "lessons/"] {
        for file in list_files(&stage.join(folder))? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if is_static_file(&name) {
                whole.extend(read_bytes(&file)?);
                files.push(format!("{folder}{name}"));
            }
        }
    }
    let program = read_file(&root().join("www/offline.js"))?;
    Ok(format!("const BUILD = \"{:016x}\";\nconst FILES = {};\n{program}", fingerprint(&whole), Value::from(files)))
}

/// Puts the program of the text's element beside the page's, named after what is in it.
fn place_editor(stage: &Path) -> StepResult<String> {
    let program = read_file(&editor_bundle::folder().join(editor_bundle::BUNDLE))?;
    let name = format!("editor-{:016x}.js", fingerprint(program.as_bytes()));
    write_file(&stage.join(&name), &program)?;
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::{Names, PageSource, finish_index, remove_trunk_link};

    const INDEX: &str = include_str!("../../../index.html");

    #[test]
    fn the_page_gets_the_names_of_its_files() {
        let names = Names {
            page: "page-1".to_owned(),
            worker: "worker-2".to_owned(),
            editor: "editor-3.js".to_owned(),
            style: "style-4.css".to_owned(),
            late_style: "late-5.css".to_owned(),
        };
        let published = PageSource::read().expect("the page");
        let page = finish_index(&published, &names).expect("all placeholders");
        for text in [
            "<meta name=\"page\" content=\"./page-1.js ./page-1_bg.wasm\" />",
            "<meta name=\"worker\" content=\"worker-2\" />",
            "<meta name=\"editor\" content=\"editor-3.js\" />",
            "<link rel=\"stylesheet\" href=\"./style-4.css\" />",
            "<link rel=\"stylesheet\" href=\"./late-5.css\" media=\"print\" />",
            "<meta name=\"offline\" content=\"offline.js\" />",
            "<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ",
        ] {
            assert!(page.contains(text), "{text}");
        }
        assert!(!page.contains("data-trunk "));
        let served = PageSource::read_with_script("reload()").expect("the page");
        let page = finish_index(&served, &names).expect("all placeholders");
        assert!(page.contains("<script>reload()</script></body>") && !page.contains("offline.js\""));
        let empty = PageSource { html: "<head></head>".to_owned(), is_served: false };
        assert!(finish_index(&empty, &names).is_err());
    }

    #[test]
    fn a_page_to_which_trunk_added_a_script_is_served() {
        // Trunk removes its own link, and may write the rest in another way.
        let trunk_page = remove_trunk_link(INDEX).replace(" />", ">");
        let page = PageSource::of_trunk(INDEX, trunk_page.clone());
        assert!(!page.is_served && page.html == PageSource::read().expect("the page").html);
        let page = PageSource::of_trunk(INDEX, trunk_page.replace("</body>", "<script>reload()</script></body>"));
        assert!(page.is_served && page.html.contains("reload()"));
    }
}
