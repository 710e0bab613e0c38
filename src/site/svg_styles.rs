//! The styles of an SVG file that stands alone: those rules of the page's style sheets that it uses, for both themes. A page that shows the file as an
//! image passes it its color scheme.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use crate::file::BuildResult;

const TOKENS: &str = include_str!("../../www/styles/tokens.css");
const PICTURE: &str = include_str!("../../www/styles/picture.css");
const RIVER: &str = include_str!("../../www/styles/river_picture.css");
/// Of this style sheet, only the rules for the dark theme are meant.
const RIVER_VIEW: &str = include_str!("../../www/styles/river.css");

/// How the page marks its dark theme.
const DARK: &str = ":root[data-theme=\"dark\"]";

/// A rule of a style sheet: its selector, and its declarations.
type Rule = (String, String);

/// The SVG of a river with its styles.
pub(crate) fn with_river_styles(svg: &str) -> BuildResult<String> {
    let (head, rest) = svg.split_once('>').ok_or("no drawing")?;
    let classes = used_classes(svg);
    let is_used = |rule: &Rule| classes_of_selector(&rule.0).all(|class| classes.contains(class));
    let priorities = rules_of(PICTURE).into_iter().filter(|(selector, _)| is_priority(selector));
    let paper = (".paper".to_owned(), "fill: var(--paper)".to_owned());
    let rules: Vec<Rule> = priorities.chain(rules_of(RIVER)).chain([paper]).filter(is_used).collect();
    let of_theme = |selector: &String| selector.strip_prefix(DARK).map(str::trim).map(str::to_owned);
    let dark_rules: Vec<Rule> = rules_of(RIVER_VIEW)
        .into_iter()
        .filter_map(|(selector, body)| Some((of_theme(&selector)?, body)))
        .filter(is_used)
        .collect();
    let light_values = variables(TOKENS, ".on-paper, :root {")?;
    let dark_values = variables(TOKENS, &format!("{DARK} {{"))?;
    let names = used_variables(&rules);
    let values = |values: &BTreeMap<&str, &str>| -> String {
        names.iter().fold(String::new(), |mut text, name| {
            if let Some(value) = values.get(name.as_str()) {
                let _ = write!(text, "--{name}:{value};");
            }
            text
        })
    };
    let (light, dark) = (values(&light_values), values(&dark_values));
    let styles = minify(&format!(
        ":root{{{light}}}{}@media (prefers-color-scheme: dark){{:root{{{dark}}}{}}}",
        text_of(&rules),
        text_of(&dark_rules)
    ));
    Ok(format!("{head}><style>{styles}</style>{rest}"))
}

/// The rules of a style sheet, one for each selector. Rules within a media query are left out.
pub(crate) fn rules_of(sheet: &str) -> Vec<Rule> {
    let mut text = String::new();
    for (at, part) in sheet.split("/*").enumerate() {
        text += if at == 0 { part } else { part.split_once("*/").map_or("", |parts| parts.1) };
    }
    let mut rules = Vec::new();
    let mut rest = text.as_str();
    while let Some((selectors, after)) = rest.split_once('{') {
        let mut depth = 1;
        let end = after.find(|letter| {
            depth += nesting(letter, ['{', '}']);
            depth == 0
        });
        let Some(end) = end else { break };
        if !selectors.trim().starts_with('@') {
            let body = after[..end].trim().to_owned();
            rules.extend(split_selectors(selectors).into_iter().map(|selector| (selector, body.clone())));
        }
        rest = &after[end + 1..];
    }
    rules
}

/// How a letter changes the depth in these brackets.
fn nesting(letter: char, [open, close]: [char; 2]) -> i32 {
    i32::from(letter == open) - i32::from(letter == close)
}

/// The selectors of a list. Those within the parentheses of one stay together.
fn split_selectors(selectors: &str) -> Vec<String> {
    let mut depth = 0;
    let parts = selectors.split(|letter| {
        depth += nesting(letter, ['(', ')']);
        letter == ',' && depth == 0
    });
    parts.map(|selector| selector.trim().to_owned()).collect()
}

fn text_of(rules: &[Rule]) -> String {
    rules.iter().fold(String::new(), |mut text, (selector, body)| {
        let _ = write!(text, "{selector}{{{body}}}");
        text
    })
}

/// Whether a selector is the class of a priority.
fn is_priority(selector: &str) -> bool {
    selector.strip_prefix(".p").is_some_and(|level| level.len() == 1 && level.bytes().all(|byte| byte.is_ascii_digit()))
}

/// All classes of the elements of an SVG.
fn used_classes(svg: &str) -> BTreeSet<&str> {
    svg.split("class=\"").skip(1).filter_map(|text| text.split('"').next()).flat_map(str::split_whitespace).collect()
}

fn classes_of_selector(selector: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    selector.split('.').skip(1).map(move |text| text.split(|letter| !is_name(letter)).next().unwrap_or_default())
}

/// The variables that a theme sets.
fn variables<'s>(sheet: &'s str, begin: &str) -> BuildResult<BTreeMap<&'s str, &'s str>> {
    let (_, rest) = sheet.split_once(begin).ok_or_else(|| format!("tokens.css has no {begin}"))?;
    let (body, _) = rest.split_once('}').ok_or("a rule without an end")?;
    Ok(body
        .split(';')
        .filter_map(|text| text.trim().rsplit_once("--").and_then(|(_, text)| text.split_once(": ")))
        .collect())
}

/// The names of all variables that rules use.
fn used_variables(rules: &[Rule]) -> BTreeSet<String> {
    let in_body = |body: &String| -> Vec<String> {
        body.split("var(--").skip(1).filter_map(|text| text.split(')').next()).map(str::to_owned).collect()
    };
    rules.iter().flat_map(|(_, body)| in_body(body)).collect()
}

fn minify(css: &str) -> String {
    let mut css = css.to_owned();
    for (text, shorter) in [(": ", ":"), ("; ", ";"), (";}", "}"), (", ", ",")] {
        css = css.replace(text, shorter);
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_river_has_the_rules_that_it_uses_in_both_themes() {
        let svg = "<svg class=\"picture river\"><rect class=\"paper\"/><g class=\"life p0\"><path class=\"pending-body\"/></g><path class=\"water\"/></svg>";
        let svg = with_river_styles(svg).expect("styles");
        let (_, dark) = svg.split_once("@media (prefers-color-scheme:dark)").expect("a dark theme");
        for rule in [".river .water{fill:var(--water)}", ".p0{--fill:var(--p0)", ".river .p0{", "color-mix(in srgb,"] {
            assert!(svg.contains(rule), "no {rule} in {svg}");
        }
        assert!(!svg.contains("sill") && !svg.contains(".p1"), "{svg}");
        assert!(dark.contains(".river{--water:") && dark.contains("--paper:#16171a"), "{svg}");
        assert!(svg.len() < 1800, "{}", svg.len());
    }

    #[test]
    fn rules_in_media_queries_and_comments_are_left_out() {
        let rules =
            rules_of("/* .a, .d { x } */ .b, .c:is(.f, .g) { fill: none; } @media print { .d { x: y } } .e { }");
        let selectors: Vec<&str> = rules.iter().map(|(selector, _)| selector.as_str()).collect();
        assert_eq!(selectors, [".b", ".c:is(.f, .g)", ".e"]);
    }
}
