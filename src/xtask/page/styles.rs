//! Bundles style sheets: `www/style.css` has those needed for the first paint, `www/late.css` the others.

use std::path::Path;

use crate::{
    error::StepResult,
    files::{fingerprint, read_file, write_file},
    process::root,
};

/// Joins the style sheets that `www/NAME.css` imports, in their order, and writes the result to `stage`. Returns its file name.
pub(crate) fn bundle_styles(stage: &Path, name: &str) -> StepResult<String> {
    let folder = root().join("www");
    let list = read_file(&folder.join(format!("{name}.css")))?;
    let mut css = String::new();
    for line in list.lines() {
        if let Some(file) = line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) {
            css += &read_file(&folder.join(file))?;
        }
    }
    let name = format!("{name}-{:016x}.css", fingerprint(css.as_bytes()));
    write_file(&stage.join(&name), &without_comments(&css))?;
    Ok(name)
}

/// Removes comments and indentation.
fn without_comments(css: &str) -> String {
    let mut minified_css = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((text_before, text_after)) = rest.split_once("/*") {
        minified_css += text_before;
        rest = text_after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    minified_css += rest;
    minified_css.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_and_indentation_are_left_out() {
        assert_eq!(without_comments("/* a */\na {\n  b: c; /* d */\n}\n/* open"), "a {\nb: c;\n}");
    }
}
