//! The preview that other sites show beside a link. It is styled by the page's own style sheets, whose variables are substituted first, because the
//! rasterizer doesn't support variables.
//!
//! The fonts in `fonts/` are Noto Sans CJK SC and Noto Sans Symbols 2 (SIL Open Font License, `fonts/OFL.txt`), reduced to the characters of the
//! page's texts and scenarios; [`Preview::render_png`] names a missing one. They are used here only and not shipped.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use resvg::{tiny_skia, usvg};
use ttf_parser::Face;

use crate::{file::BuildResult, svg_styles::rules_of};

/// The size of a preview, in pixels.
pub(crate) const SIZE: (i64, i64) = (1200, 630);

const FONT: &str = "Noto Sans CJK SC";
const FONTS: [&[u8]; 3] =
    [include_bytes!("fonts/text.otf"), include_bytes!("fonts/bold.otf"), include_bytes!("fonts/signs.ttf")];

/// The fonts and styles that all previews share.
pub(crate) struct Preview {
    options: usvg::Options<'static>,
    styles: String,
    faces: Vec<Face<'static>>,
    /// Whether a letter that no font has is an error. A pseudo-language has such letters.
    needs_all_letters: bool,
}

impl Preview {
    /// Reads fonts and style sheets.
    pub(crate) fn new() -> BuildResult<Self> {
        let mut fonts = usvg::fontdb::Database::new();
        let mut faces = Vec::new();
        for file in FONTS {
            fonts.load_font_data(file.to_vec());
            faces.push(Face::parse(file, 0).map_err(|e| format!("a font in src/site/fonts: {e}"))?);
        }
        let tokens = include_str!("../../www/styles/tokens.css");
        // In a picture of priorities, all texts have the ink of their priority, but these stand on paper.
        let ink = *parse_variables(tokens).get("ink").ok_or("tokens.css has no --ink")?;
        let mut styles = format!(".life .halo {{ fill: {ink} }}");
        styles += &resolve_styles(tokens, include_str!("../../www/styles/picture.css"))?;
        styles += &resolve_river_styles(tokens)?;
        let paper = *parse_variables(tokens).get("paper").ok_or("tokens.css has no --paper")?;
        let _ = write!(styles, ".paper {{ fill: {paper} }}");
        let options =
            usvg::Options { fontdb: Arc::new(fonts), font_family: FONT.to_owned(), ..usvg::Options::default() };
        Ok(Self { options, styles, faces, needs_all_letters: true })
    }

    /// Draws letters that no font has as boxes.
    #[cfg(test)]
    pub(crate) fn with_missing_letters(self) -> Self {
        Self { needs_all_letters: false, ..self }
    }

    /// Renders an SVG as PNG.
    pub(crate) fn render_png(&self, svg: &str) -> BuildResult<Vec<u8>> {
        let texts = svg.split("<text ").skip(1).filter_map(|text| text.split_once('>')?.1.split('<').next());
        let lacks = |letter: &char| self.faces.iter().all(|face| face.glyph_index(*letter).is_none());
        if let Some(letter) = texts.flat_map(str::chars).find(lacks).filter(|_| self.needs_all_letters) {
            return Err(format!("the fonts in src/site/fonts lack `{letter}`"));
        }
        let (head, rest) = svg.split_once('>').ok_or("no drawing")?;
        let svg = format!("{head} font-family=\"{FONT}\"><style>{}</style>{rest}", self.styles);
        let tree = usvg::Tree::from_str(&svg, &self.options).map_err(|e| format!("a preview cannot be read: {e}"))?;
        let size = tree.size().to_int_size();
        let mut paper = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("a preview without a size")?;
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut paper.as_mut());
        paper.encode_png().map_err(|e| e.to_string())
    }
}

/// The variables of the light theme, which comes first in the file.
fn parse_variables(tokens: &str) -> BTreeMap<&str, &str> {
    let light = tokens.split_once(":root {").and_then(|(_, rest)| rest.split_once('}')).map_or("", |(light, _)| light);
    light
        .split(';')
        .filter_map(|text| text.trim().rsplit_once("--").and_then(|(_, text)| text.split_once(": ")))
        .collect()
}

/// The rules for the river, with its own values of some variables.
fn resolve_river_styles(tokens: &str) -> BuildResult<String> {
    let mut tokens = tokens.to_owned();
    let mut drawn = String::new();
    for (selector, body) in rules_of(include_str!("../../www/styles/river_picture.css")) {
        let Some(names) = body.contains("--").then(|| body.split(';')).filter(|_| !body.contains("var(")) else {
            let _ = writeln!(drawn, "{selector} {{ {body} }}");
            continue;
        };
        // `.river .p0` sets `--fill`, the variable `--p0` of the page's tokens.
        let level = selector.strip_prefix(".river .").unwrap_or_default();
        for (name, value) in names.filter_map(|text| text.trim().strip_prefix("--")?.split_once(": ")) {
            let name = name.replacen("fill", level, usize::from(!level.is_empty()));
            tokens = tokens.replacen('}', &format!("--{name}: {value}; }}"), 1);
        }
    }
    resolve_styles(&tokens, &format!("/* What is drawn. */ {drawn} .camera"))
}

/// The rules for what is drawn. A variable that a class sets (`--fill` by `.p3`) is substituted for each such class.
fn resolve_styles(tokens: &str, sheet: &str) -> BuildResult<String> {
    let known_names = parse_variables(tokens);
    let (_, drawn) = sheet.split_once("/* What is drawn.").ok_or("picture.css does not say what is drawn")?;
    let (_, drawn) = drawn.split_once("*/").ok_or("a comment without an end")?;
    let (drawn, _) = drawn.split_once(".camera").ok_or("picture.css has no .camera")?;
    let mut preview_html = String::new();
    // The rasterizer stops reading at what it can't parse: declarations of variables, and functions in selectors. States of the pointer are
    // irrelevant here.
    let rules = rules_of(drawn).into_iter();
    for (selector, body) in rules.filter(|(selector, body)| !selector.contains(':') && !body.starts_with("--")) {
        for (class, declarations) in variable_classes(&body) {
            let variables: BTreeMap<&str, &str> = known_names
                .iter()
                .map(|(k, v)| (*k, *v))
                .chain(declarations.iter().filter_map(|(text, name)| Some((*text, *known_names.get(name.as_str())?))))
                .collect();
            let body = mix_colors(&substitute_variables(&body, &variables)?)?;
            let _ = writeln!(preview_html, "{} {{{body}}}", selector_with_class(&selector, &class));
        }
    }
    Ok(preview_html)
}

/// Classes that set variables of this rule, with the values of the variables.
fn variable_classes(body: &str) -> Vec<(String, Vec<(&'static str, String)>)> {
    if body.contains("var(--fill") {
        let level = |n| (format!(".p{n}"), vec![("fill", format!("p{n}")), ("fill-ink", format!("p{n}-ink"))]);
        (0..7).map(level).collect()
    } else if body.contains("var(--s)") {
        (0..11).map(|n| (format!(".s{n}"), vec![("s", format!("s{n}"))])).collect()
    } else {
        vec![(String::new(), Vec::new())]
    }
}

/// A selector restricted to elements with a class that sets a variable. It keeps its specificity, so that later rules still win.
fn selector_with_class(selector: &str, class: &str) -> String {
    let end = selector[1..].find(['.', ' ']).map_or(selector.len(), |at| at + 1);
    match class {
        "" => selector.to_owned(),
        class => format!("{class}{}", &selector[end..]),
    }
}

/// Replaces `var(--name)` with the value of the variable.
fn substitute_variables(body: &str, known_names: &BTreeMap<&str, &str>) -> BuildResult<String> {
    let mut css = body.to_owned();
    while let Some((text_before, rest)) = css.split_once("var(--") {
        let (name, text_after) = rest.split_once(')').ok_or("a variable without an end")?;
        let value = known_names.get(name).ok_or_else(|| format!("tokens.css has no --{name}"))?;
        css = format!("{text_before}{value}{text_after}");
    }
    // The font has no weights in between.
    Ok(css.replace("font-weight: 650", "font-weight: 700").replace("font-weight: 600", "font-weight: 700"))
}

/// Evaluates mixtures of colors: `color-mix(in srgb, #a 40%, #b)`.
fn mix_colors(body: &str) -> BuildResult<String> {
    let mut css = body.to_owned();
    while let Some((text_before, rest)) = css.split_once("color-mix(in srgb, ") {
        let (inside, text_after) = rest.split_once(')').ok_or("a mixture without an end")?;
        let (one, other) = inside.split_once("%, ").ok_or_else(|| format!("not understood: {inside}"))?;
        let (one, part) = one.split_once(' ').ok_or_else(|| format!("not understood: {inside}"))?;
        let part: u32 = part.parse().map_err(|_| format!("not understood: {inside}"))?;
        let (one, other) = (rgb_channels(one)?, rgb_channels(other)?);
        let mix = |n: usize| (one[n] * part + other[n] * (100 - part)) / 100;
        css = format!("{text_before}#{:02x}{:02x}{:02x}{text_after}", mix(0), mix(1), mix(2));
    }
    Ok(css)
}

/// Red, green and blue of `#rrggbb`.
fn rgb_channels(color: &str) -> BuildResult<[u32; 3]> {
    let number =
        color.strip_prefix('#').filter(|text| text.len() == 6).and_then(|text| u32::from_str_radix(text, 16).ok());
    let number = number.ok_or_else(|| format!("`{color}` is no color"))?;
    Ok([number >> 16 & 255, number >> 8 & 255, number & 255])
}

/// The page's icon as PNG, for installed apps.
pub(crate) fn render_icon(size: u32) -> BuildResult<Vec<u8>> {
    let svg = include_str!("../../www/icon.svg");
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| format!("www/icon.svg: {e}"))?;
    let mut paper = tiny_skia::Pixmap::new(size, size).ok_or("an icon without a size")?;
    #[allow(clippy::cast_precision_loss)] // pixels
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut paper.as_mut());
    paper.encode_png().map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn variables_are_put_in_for_every_level() {
        let mut tokens = ":root { color-scheme: light;\n --paper: #ffffff; ".to_owned();
        for n in 0..7 {
            let _ = write!(tokens, "--p{n}: #00000{n}; --p{n}-ink: #10101{n}; ");
        }
        let tokens = &(tokens + "}");
        let sheet = "/* What is drawn. */ .pod .body { fill: color-mix(in srgb, var(--fill) 50%, var(--paper)); } .a:hover { fill: none } .camera";
        let text = resolve_styles(tokens, sheet).expect("styles");
        assert!(text.contains(".p0 .body {fill: #7f7f7f;}") && text.contains(".p6 .body"), "{text}");
        assert!(!text.contains("hover"), "{text}");
        assert!(resolve_styles(tokens, "/* What is drawn. */ .a { fill: var(--no) } .camera").is_err());
    }

    #[test]
    fn a_drawing_becomes_a_png_in_the_colors_of_the_page() {
        let preview = Preview::new().expect("fonts and styles");
        let render = |class: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture river\" width=\"40\" height=\"20\"><g class=\"p0\"><rect class=\"{class}\" width=\"40\" height=\"20\"/></g></svg>"
            )
        };
        // The styles of the stage, of the river, and the last one.
        for (class, expected) in
            [("ground", [0xf2, 0xf0, 0xeb]), ("ribbon-body", [0xcf, 0xd7, 0xe0]), ("paper", [0xfb, 0xfa, 0xf7])]
        {
            let png = preview.render_png(&render(class)).expect("a picture");
            let drawn = tiny_skia::Pixmap::decode_png(&png).expect("a png");
            let color = drawn.pixel(20, 10).expect("a pixel");
            assert_eq!((drawn.width(), [color.red(), color.green(), color.blue()]), (40, expected), "{class}");
        }
        let svg = &render("ground");
        let text = svg.replace("</svg>", "<text y=\"9\">\u{1f9ff}</text></svg>");
        assert!(preview.render_png(&text).is_err_and(|reason| reason.contains('\u{1f9ff}')));
    }

    /// The beginnings of the names of topics that are in no picture: problems, dialogs, and the static pages.
    const NOT_IN_PICTURES: [&str; 8] =
        ["answer", "command", "field", "problem", "live_cluster", "notices", "second_opinion", "site"];

    /// Which texts a picture contains depends on its moment, so the fonts must have all Chinese characters of the Fluent files.
    #[test]
    fn the_fonts_have_the_letters_of_all_words() {
        let preview = Preview::new().expect("fonts and styles");
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/i18n/zh");
        let is_chinese = |letter: &char| ('\u{4e00}'..='\u{9fff}').contains(letter);
        let files = std::fs::read_dir(folder).expect("the Fluent files").filter_map(Result::ok);
        let is_in_pictures = |file: &std::fs::DirEntry| {
            let file_name = file.file_name();
            let topic = file_name.to_string_lossy();
            !NOT_IN_PICTURES.iter().any(|beginning| topic.starts_with(beginning))
        };
        let files = files.filter(is_in_pictures);
        let words: String = files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
        let letters: BTreeSet<char> = words.chars().filter(is_chinese).collect();
        let lacking: String = letters
            .iter()
            .filter(|letter| preview.faces.iter().all(|face| face.glyph_index(**letter).is_none()))
            .collect();
        assert!(letters.len() > 500 && lacking.is_empty(), "{} letters; missing: {lacking}", letters.len());
    }
}
