//! Puts the page together in a folder: copies the files of `www`, adds the programs, and writes `index.html`.
//!
//! Names of code files contain a hash of their content. `index.html` names them, so the page never starts a worker of another build. The build also
//! writes the page's content security policy, joins the style sheets, and lists the licenses of everything that is shipped.

use std::{fs, path::Path};

use serde_json::Value;

use super::{
    archive, editor_bundle, licenses, policy,
    programs::{Bundles, bundle_stem},
    styles,
};
use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, list_dir, list_files, read_bytes, read_file, write_file},
    process::{command, make_dir, root, run_command},
    timings::time_step,
};

/// Environment variable with the URL of the site, if it is known.
const SITE_URL: &str = "SCHEDSCOPE_SITE";

/// Folder of the JavaScript module. An incompatible API would be published in a second folder, such as `api/v2/`.
pub(crate) const API: &str = "api/v1/";

/// Folder of the essay and its program. The service worker caches the text but not the program, so only visitors who move a figure download it.
pub(crate) const ESSAY: &str = "preemption/";

/// Files and folders of `www` that are copied unchanged.
const STATIC_FILES: [&str; 6] =
    ["icon.svg", "manifest.webmanifest", "open.html", "open.js", "open.css", "offline.html"];
const STATIC_FOLDERS: [&str; 2] = ["scenarios", "examples"];

/// The HTML of `index.html`, before the build fills in file names.
pub(crate) struct PageSource {
    html: String,
    /// Whether a development server serves the page. Such a page reloads itself and has no service worker, so that every change is visible at once.
    is_served: bool,
}

impl PageSource {
    /// Reads the page as it is published.
    pub(crate) fn read() -> StepResult<Self> {
        Ok(Self { html: remove_trunk_link(&read_file(&root().join("index.html"))?), is_served: false })
    }

    /// Reads the page and adds a script that reloads it.
    pub(crate) fn read_with_script(reload_script: &str) -> StepResult<Self> {
        let page = Self::read()?;
        let html = page.html.replacen("</body>", &format!("<script>{reload_script}</script></body>"), 1);
        Ok(Self { html, is_served: true })
    }

    /// Takes Trunk's version of `index.html`. If Trunk added a script of its own, it is serving the page, and its version is used. Otherwise the
    /// versions differ in formatting only, and the result is the same as that of [`Self::read`].
    pub(crate) fn of_trunk(source: &str, trunk_page: String) -> Self {
        let script_count = |page: &str| page.matches("<script").count();
        if script_count(&trunk_page) > script_count(source) {
            Self { html: trunk_page, is_served: true }
        } else {
            Self { html: remove_trunk_link(source), is_served: false }
        }
    }
}

/// Removes the `data-trunk` element, which keeps Trunk from building a program.
pub(super) fn remove_trunk_link(source: &str) -> String {
    source.split_inclusive('\n').filter(|line| !line.contains("<link data-trunk ")).collect()
}

/// Writes the page into the folder `stage`, and the rest of the site if `bundles` has its programs.
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
    if page.is_served {
        return Ok(());
    }
    write_file(&stage.join("offline.js"), &write_service_worker(stage)?)?;
    archive::write_archive(stage)
}

/// File names that contain a version.
struct Names {
    page: String,
    worker: String,
    editor: String,
    style: String,
    late_style: String,
}

/// Fills in the file names and adds the content security policy.
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

/// Copies the files of a folder, without its subfolders.
fn copy_files(from: &Path, to: &Path) -> StepResult {
    make_dir(to)?;
    for file in list_files(from)? {
        fs::copy(&file, to.join(file.file_name().unwrap_or_default())).map_err(TaskError::file(&file))?;
    }
    Ok(())
}

/// Folders with pages that are cached for offline visits, in each language: what a reader may want without a network.
const BOOK_FOLDERS: [&str; 4] = [ESSAY, "manual/", "behaviours/", "glossary/"];

/// Returns the service worker, which caches the listed files for offline visits: the programs, the data of scenarios and lessons, and the books. The
/// pages of scenarios and lessons are not cached, because there are many and the start page opens the same.
fn write_service_worker(stage: &Path) -> StepResult<String> {
    let mut files = vec!["./".to_owned()];
    for folder in ["", "scenarios/", "lessons/"] {
        let names = list_files(&stage.join(folder))?.into_iter().map(|path| file_name(&path));
        files.extend(names.filter(|name| !UNCACHED.contains(&name.as_str())).map(|name| format!("{folder}{name}")));
    }
    for language in list_languages(stage)? {
        for folder in BOOK_FOLDERS {
            add_book_files(stage, &format!("{language}{folder}"), &mut files)?;
        }
    }
    let mut contents = Vec::new();
    for file in &files {
        let file = if file.ends_with('/') { format!("{file}index.html") } else { file.clone() };
        contents.extend(read_bytes(&stage.join(file))?);
    }
    let program = read_file(&root().join("www/offline.js"))?;
    Ok(format!("const BUILD = \"{:016x}\";\nconst FILES = {};\n{program}", fingerprint(&contents), Value::from(files)))
}

/// Files at the root that are not cached. The start page is cached by its address, which is that of the folder.
const UNCACHED: [&str; 3] = ["index.html", "404.html", "licences.txt"];

/// The folders of the languages, relative to the site: the site itself, and each folder that has books, too.
fn list_languages(stage: &Path) -> StepResult<Vec<String>> {
    let folders =
        list_dir(stage)?.into_iter().filter(|path| BOOK_FOLDERS.iter().any(|folder| path.join(folder).is_dir()));
    Ok([String::new()].into_iter().chain(folders.map(|path| format!("{}/", file_name(&path)))).collect())
}

/// Adds the files of a book, if the site has it, as a browser asks for them: a page by the address of its folder. The programs of figures are left out.
fn add_book_files(stage: &Path, folder: &str, files: &mut Vec<String>) -> StepResult {
    let place = stage.join(folder);
    if !place.is_dir() {
        return Ok(());
    }
    for path in list_dir(&place)? {
        let name = file_name(&path);
        if path.is_dir() {
            add_book_files(stage, &format!("{folder}{name}/"), files)?;
        } else if !name.starts_with("figures") {
            files.push(format!("{folder}{}", if name == "index.html" { "" } else { &name }));
        }
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Copies the editor's bundle into `stage`, with a hash of its content in its name.
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
    fn placeholders_are_replaced_by_file_names_and_a_policy_is_added() {
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
    fn a_page_counts_as_served_if_trunk_added_a_script() {
        // Trunk removes its own link, and may format the rest differently.
        let trunk_page = remove_trunk_link(INDEX).replace(" />", ">");
        let page = PageSource::of_trunk(INDEX, trunk_page.clone());
        assert!(!page.is_served && page.html == PageSource::read().expect("the page").html);
        let page = PageSource::of_trunk(INDEX, trunk_page.replace("</body>", "<script>reload()</script></body>"));
        assert!(page.is_served && page.html.contains("reload()"));
    }
}
