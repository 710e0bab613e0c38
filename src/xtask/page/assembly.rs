//! Puts the page together in the folder into which Trunk has copied its files.
//!
//! The programs come in, whose files are named after their content; the page gets these names, so that it never starts a worker of another
//! build. The page's policy says what it may load. All style sheets become one. The licenses of what is shipped are listed.

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
    timings::{self, time_step},
};

/// The variable that names the address of the site, if it is known.
const SITE_URL: &str = "SCHEDSCOPE_SITE";

/// Where programs of others find the engine. Another contract than this would be another folder beside it.
pub(crate) const API: &str = "api/v1/";

/// Where the essay lies, with its program: who reads it not, does not keep it.
pub(crate) const ESSAY: &str = "preemption/";

/// Finishes what Trunk has made of the page `source` in `stage`.
pub(crate) fn assemble_page(stage: &Path, source: &Path, bundles: &Bundles) -> StepResult {
    let index = stage.join("index.html");
    let trunk_page = read_file(&index)?;
    let is_served = is_served(&read_file(source)?, &trunk_page);
    copy_files(&bundles.page, stage)?;
    copy_files(&bundles.worker, stage)?;
    copy_files(&bundles.module, &stage.join(API))?;
    copy_files(&bundles.figures, &stage.join(ESSAY))?;
    let names = Names {
        page: bundle_stem(&bundles.page)?.to_owned(),
        worker: bundle_stem(&bundles.worker)?.to_owned(),
        editor: place_editor(stage)?,
        style: styles::bundle_styles(stage, "style")?,
        late_style: styles::bundle_styles(stage, "late")?,
    };
    write_file(&index, &finish_index(&trunk_page, &names, is_served)?)?;
    write_file(&stage.join("licences.txt"), &licenses::list_licenses()?)?;
    let site = std::env::var(SITE_URL).unwrap_or_else(|_| "/".to_owned());
    write_file(&stage.join("404.html"), &read_file(&root().join("www/404.html"))?.replace("ROOT", &site))?;
    time_step("Rendering lessons, handbook, manual, essay and pictures", || {
        run_command(command(&bundles.site_program).arg(stage))
    })?;
    print!("{}", timings::timing_table());
    if is_served { Ok(()) } else { write_file(&stage.join("offline.js"), &write_service_worker(stage)?) }
}

/// Whether the page is served to whoever works on it, who wants to see every change at once: Trunk has added its own script to it.
fn is_served(source: &str, trunk_page: &str) -> bool {
    let script_count = |page: &str| page.matches("<script").count();
    script_count(trunk_page) > script_count(source)
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
fn finish_index(trunk_page: &str, names: &Names, is_served: bool) -> StepResult<String> {
    let Names { page: program, worker, editor, style, late_style } = names;
    let mut page = trunk_page.to_owned();
    for (placeholder, name) in [
        ("content=\"page\"", format!("content=\"./{program}.js ./{program}_bg.wasm\"")),
        ("content=\"worker\"", format!("content=\"{worker}\"")),
        ("content=\"editor\"", format!("content=\"{editor}\"")),
        ("href=\"style.css\"", format!("href=\"./{style}\"")),
        ("href=\"late.css\"", format!("href=\"./{late_style}\"")),
    ] {
        if page.matches(placeholder).count() != 1 {
            return Err(TaskError::content("www/index.html", format!("it does not contain {placeholder} once")));
        }
        page = page.replace(placeholder, &name);
    }
    if is_served {
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
    use super::{Names, finish_index, is_served};

    const INDEX: &str = include_str!("../../../www/index.html");

    #[test]
    fn the_page_gets_the_names_of_its_files() {
        let names = Names {
            page: "page-1".to_owned(),
            worker: "worker-2".to_owned(),
            editor: "editor-3.js".to_owned(),
            style: "style-4.css".to_owned(),
            late_style: "late-5.css".to_owned(),
        };
        let page = finish_index(INDEX, &names, false).expect("all placeholders");
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
        assert!(!finish_index(INDEX, &names, true).expect("all placeholders").contains("offline.js\""));
        assert!(finish_index("<head></head>", &names, false).is_err());
    }

    #[test]
    fn a_page_that_reloads_itself_is_served() {
        assert!(!is_served(INDEX, INDEX));
        assert!(is_served(INDEX, &INDEX.replace("</body>", "<script>reload()</script></body>")));
    }
}
