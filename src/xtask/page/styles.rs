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
    write_file(&stage.join(&name), &minify_styles(&css))?;
    Ok(name)
}

/// Removes comments, and spaces that no style sheet needs: beside braces, semicolons and commas, and after colons. Text in quotation marks stays.
fn minify_styles(css: &str) -> String {
    let mut minified_css = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(next) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        let length = match next {
            '"' | '\'' => rest[1..].find(next).map_or(rest.len(), |end| end + 2),
            _ if next.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            _ => next.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        if !next.is_whitespace() {
            if next == '}' && minified_css.ends_with(';') {
                minified_css.pop();
            }
            minified_css += token;
        } else if !minified_css.ends_with(['{', '}', ';', ',', ':', ' ']) && !rest.starts_with(['{', '}', ';', ',']) {
            minified_css.push(' ');
        }
    }
    minified_css.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::minify_styles;

    #[test]
    fn styles_keep_their_meaning_without_comments_and_spaces() {
        for (css, minified_css) in [
            ("/* a */\na {\n  b: c; /* d */\n}\n/* open", "a{b:c}"),
            ("a, b > c :is(d, e) { f: calc(1px + 2px); }", "a,b > c :is(d,e){f:calc(1px + 2px)}"),
            (
                "a::before { content: \" , ; }\"; }\n@media (b: c) { d { e: f } }",
                "a::before{content:\" , ; }\"}@media (b:c){d{e:f}}",
            ),
            ("a /* b */ c {}", "a c{}"),
        ] {
            assert_eq!(minify_styles(css), minified_css);
        }
    }
}
