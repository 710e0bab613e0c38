//! Captures an element as it is on the screen: every box, text and drawing as SVG, in its current colors.
//!
//! The file doesn't have the page's style sheet. So the computed style of each element is read, and equal styles become a class of a style sheet
//! inside the picture.

use std::{collections::BTreeMap, fmt::Write};

use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CanvasRenderingContext2d, CssStyleDeclaration, DomRect, Element, HtmlCanvasElement, HtmlImageElement, Node, Range,
};

/// The style properties that are captured for shapes and texts of SVG.
const SVG_PROPERTIES: [&str; 17] = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "opacity",
    "paint-order",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
    "dominant-baseline",
    "text-decoration-line",
];

/// Pixels of the PNG for each CSS pixel.
const PIXEL_RATIO: f64 = 2.0;

/// The SVG of an element as it is visible, with a title.
pub fn capture_svg(root: &Element, title: &str) -> Result<String, JsValue> {
    let area = root.get_bounding_client_rect();
    let mut drawing = SvgCapture { origin: (area.x(), area.y()), style_classes: BTreeMap::new(), body: String::new() };
    let paper = background_of(root)?;
    drawing.add_element(root)?;
    let (width, height) = (round_hundredths(area.width()), round_hundredths(area.height()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>",
        escape_xml(title)
    );
    for (style_class, number) in &drawing.style_classes {
        let _ = write!(svg, ".l{number}{{{style_class}}}");
    }
    let _ = write!(
        svg,
        "</style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{}</svg>\n",
        escape_xml(&paper),
        drawing.body
    );
    Ok(svg)
}

/// The first opaque background color behind an element.
fn background_of(element: &Element) -> Result<String, JsValue> {
    let mut next = Some(element.clone());
    while let Some(element) = next {
        let color = computed_style(&element)?.get_property_value("background-color")?;
        if !is_transparent(&color) {
            return Ok(color);
        }
        next = element.parent_element();
    }
    Ok("white".to_owned())
}

/// Renders an SVG as PNG. A `data:` image is allowed by the page's content security policy.
pub async fn render_png(svg: &str) -> Result<web_sys::Blob, JsValue> {
    let image = HtmlImageElement::new()?;
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", js_sys::encode_uri_component(svg)));
    JsFuture::from(image.decode()).await?;
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    let (width, height) =
        (f64::from(image.natural_width()) * PIXEL_RATIO, f64::from(image.natural_height()) * PIXEL_RATIO);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // pixels of a screen
    let size = (width as u32, height as u32);
    canvas.set_width(size.0);
    canvas.set_height(size.1);
    let context = canvas.get_context("2d")?.ok_or("no canvas")?.unchecked_into::<CanvasRenderingContext2d>();
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)?;
    let promise = js_sys::Promise::new(&mut |done, _| {
        // A canvas without a size calls back without a blob.
        let _ = canvas.to_blob(done.unchecked_ref());
    });
    JsFuture::from(promise).await?.dyn_into()
}

/// A picture that is being captured.
struct SvgCapture {
    /// The position of the element on the screen, in pixels.
    origin: (f64, f64),
    /// The captured styles, each with the number of its class.
    style_classes: BTreeMap<String, usize>,
    body: String,
}

impl SvgCapture {
    fn add_element(&mut self, element: &Element) -> Result<(), JsValue> {
        // Cards that add something are omitted, since they can't be clicked in a file.
        if element.matches(".adds")? {
            return Ok(());
        }
        let style = computed_style(element)?;
        let get = |name: &str| style.get_property_value(name);
        if get("display")? == "none" || get("visibility")? != "visible" || parse_number(&get("opacity")?) == 0.0 {
            return Ok(());
        }
        let area = element.get_bounding_client_rect();
        if element.local_name() == "svg" {
            return self.add_svg(element, &area, &style);
        }
        if let Some(canvas) = element.dyn_ref::<HtmlCanvasElement>() {
            let (x, y) = self.to_local(area.x(), area.y());
            let (width, height) = (round_hundredths(area.width()), round_hundredths(area.height()));
            let data = canvas.to_data_url()?;
            let _ = writeln!(
                self.body,
                "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" href=\"{data}\"/>"
            );
            return Ok(());
        }
        // What is clipped or scrolled on the screen is clipped here.
        let cuts = get("overflow-x")? != "visible" && area.width() > 0.0;
        if cuts {
            let (x, y) = self.to_local(area.x(), area.y());
            let (width, height) = (round_hundredths(area.width()), round_hundredths(area.height()));
            let _ = writeln!(
                self.body,
                "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">"
            );
        }
        self.add_box(&area, &style)?;
        let children = element.child_nodes();
        for index in 0..children.length() {
            let Some(child) = children.get(index) else { continue };
            match child.node_type() {
                Node::ELEMENT_NODE => self.add_element(child.unchecked_ref())?,
                Node::TEXT_NODE => self.add_text(&child, &style)?,
                _ => {}
            }
        }
        if cuts {
            self.body += "</svg>\n";
        }
        Ok(())
    }

    /// The background and borders of a box.
    fn add_box(&mut self, area: &DomRect, style: &CssStyleDeclaration) -> Result<(), JsValue> {
        if area.width() <= 0.0 || area.height() <= 0.0 {
            return Ok(());
        }
        let background = style.get_property_value("background-color")?;
        let radius = round_hundredths(parse_number(&style.get_property_value("border-top-left-radius")?));
        let (x, y) = self.to_local(area.x(), area.y());
        let (width, height) = (round_hundredths(area.width()), round_hundredths(area.height()));
        if !is_transparent(&background) {
            let class = self.class_of(format!("fill:{background}"));
            let _ = writeln!(
                self.body,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>"
            );
        }
        let mut edges = Vec::new();
        for side in ["top", "right", "bottom", "left"] {
            let get = |what: &str| style.get_property_value(&format!("border-{side}-{what}"));
            let (wide, color, kind) = (parse_number(&get("width")?), get("color")?, get("style")?);
            let dashed = if kind == "dashed" || kind == "dotted" { ";stroke-dasharray:4 3" } else { "" };
            let is_visible = wide > 0.0 && kind != "none" && !is_transparent(&color);
            edges.push(
                is_visible.then(|| format!("fill:none;stroke:{color};stroke-width:{}{dashed}", round_hundredths(wide))),
            );
        }
        if let (Some(style_class), true) = (&edges[0], edges.iter().all(|edge| *edge == edges[0])) {
            let class = self.class_of(style_class.clone());
            let _ = writeln!(
                self.body,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>"
            );
            return Ok(());
        }
        let (right, bottom) = self.to_local(area.right(), area.bottom());
        let lines = [(x, y, right, y), (right, y, right, bottom), (x, bottom, right, bottom), (x, y, x, bottom)];
        for (edge, (x1, y1, x2, y2)) in edges.into_iter().zip(lines) {
            let Some(style_class) = edge else { continue };
            let class = self.class_of(style_class);
            let _ = writeln!(self.body, "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>");
        }
        Ok(())
    }

    /// Text, line by line as it is broken on the screen.
    fn add_text(&mut self, node: &Node, style: &CssStyleDeclaration) -> Result<(), JsValue> {
        let text: Vec<u16> = node.text_content().unwrap_or_default().encode_utf16().collect();
        if String::from_utf16_lossy(&text).trim().is_empty() {
            return Ok(());
        }
        let size = parse_number(&style.get_property_value("font-size")?);
        let mut style_class = format!("fill:{}", style.get_property_value("color")?);
        for name in ["font-family", "font-size", "font-weight", "font-style"] {
            let _ = write!(style_class, ";{name}:{}", style.get_property_value(name)?);
        }
        let class = self.class_of(style_class);
        // A line ends where the next word is further down.
        let range = Range::new()?;
        let mut line: Option<(f64, f64, String)> = None;
        for (from, to) in word_spans(&text) {
            range.set_start(node, from)?;
            range.set_end(node, to)?;
            let area = range.get_bounding_client_rect();
            let word = String::from_utf16_lossy(&text[from as usize..to as usize]);
            if area.width() <= 0.0 {
                continue;
            }
            // The baseline is about a fifth of the font size above the bottom of the line.
            let (x, y) = self.to_local(area.x(), area.y() + area.height() / 2.0 + size * 0.35);
            match &mut line {
                Some((_, foot, text)) if (*foot - y).abs() < size / 2.0 => *text += &word,
                _ => {
                    if let Some(line) = line.replace((x, y, word)) {
                        self.add_line(&class, line);
                    }
                }
            }
        }
        if let Some(line) = line {
            self.add_line(&class, line);
        }
        Ok(())
    }

    fn add_line(&mut self, class: &str, (x, y, text): (f64, f64, String)) {
        let _ =
            writeln!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape_xml(text.trim_end()));
    }

    /// An SVG of the page: its geometry is kept, its styles become classes.
    fn add_svg(&mut self, svg: &Element, area: &DomRect, style: &CssStyleDeclaration) -> Result<(), JsValue> {
        if area.width() <= 0.0 || area.height() <= 0.0 {
            return Ok(());
        }
        let (x, y) = self.to_local(area.x(), area.y());
        let _ = write!(
            self.body,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"",
            round_hundredths(area.width()),
            round_hundredths(area.height())
        );
        for name in ["viewBox", "preserveAspectRatio"] {
            if let Some(value) = svg.get_attribute(name) {
                let _ = write!(self.body, " {name}=\"{}\"", escape_xml(&value));
            }
        }
        let overflow = if style.get_property_value("overflow-x")? == "visible" { " overflow=\"visible\"" } else { "" };
        let _ = writeln!(self.body, "{overflow}>");
        self.add_shapes(svg)?;
        self.body += "</svg>\n";
        Ok(())
    }

    fn add_shapes(&mut self, parent: &Element) -> Result<(), JsValue> {
        const GEOMETRY: [&str; 26] = [
            "x",
            "y",
            "x1",
            "y1",
            "x2",
            "y2",
            "dx",
            "dy",
            "cx",
            "cy",
            "r",
            "rx",
            "ry",
            "width",
            "height",
            "d",
            "points",
            "transform",
            "viewBox",
            "href",
            "id",
            "clip-path",
            "textLength",
            "overflow",
            "patternUnits",
            "patternTransform",
        ];
        let children = parent.child_nodes();
        for index in 0..children.length() {
            let Some(child) = children.get(index) else { continue };
            if child.node_type() == Node::TEXT_NODE {
                self.body += &escape_xml(&child.text_content().unwrap_or_default());
            }
            let Some(element) = child.dyn_ref::<Element>() else { continue };
            let (style, name) = (self::computed_style(element)?, element.local_name());
            let get = |name: &str| style.get_property_value(name);
            if get("display")? == "none" || get("visibility")? == "hidden" || name == "title" {
                continue;
            }
            let mut style_class = String::new();
            let plain = ["g", "defs", "clipPath", "svg"].contains(&name.as_str());
            for property in SVG_PROPERTIES {
                if plain && property != "opacity" {
                    continue;
                }
                let value = get(property)?;
                let is_usual = matches!(
                    (property, value.as_str()),
                    (_, "normal" | "auto" | "")
                        | ("fill-opacity" | "stroke-opacity" | "opacity", "1")
                        | ("stroke" | "stroke-dasharray" | "text-decoration-line", "none")
                        | ("stroke-linecap", "butt")
                        | ("stroke-linejoin", "miter")
                        | ("text-anchor", "start")
                );
                let of_text =
                    property.starts_with("font") || property.starts_with("text") || property == "dominant-baseline";
                if !is_usual && (!of_text || name == "text" || name == "tspan") {
                    let _ = write!(style_class, "{property}:{value};");
                }
            }
            let _ = write!(self.body, "<{name}");
            if !style_class.is_empty() {
                let class = self.class_of(style_class);
                let _ = write!(self.body, " class=\"{class}\"");
            }
            for attribute in GEOMETRY {
                if let Some(value) = element.get_attribute(attribute) {
                    let _ = write!(self.body, " {attribute}=\"{}\"", escape_xml(&value));
                }
            }
            self.body += ">";
            self.add_shapes(element)?;
            let _ = write!(self.body, "</{name}>");
        }
        Ok(())
    }

    /// The class of a style.
    fn class_of(&mut self, style_class: String) -> String {
        let next = self.style_classes.len();
        format!("l{}", self.style_classes.entry(style_class.replace(['<', '&'], "")).or_insert(next))
    }

    fn to_local(&self, x: f64, y: f64) -> (f64, f64) {
        (round_hundredths(x - self.origin.0), round_hundredths(y - self.origin.1))
    }
}

fn computed_style(element: &Element) -> Result<CssStyleDeclaration, JsValue> {
    window().get_computed_style(element)?.ok_or_else(|| "no style".into())
}

/// The start and end of each word in a text, including the space after it. Each Chinese character is a word.
fn word_spans(text: &[u16]) -> Vec<(u32, u32)> {
    let space = |unit: u16| char::from_u32(unit.into()).is_some_and(char::is_whitespace);
    let wide = |unit: u16| (0x2E80..0xD800).contains(&unit);
    let mut spans = Vec::new();
    let mut copied_end = 0;
    for at in 1..=text.len() {
        let ends =
            at == text.len() || (space(text[at - 1]) && !space(text[at])) || wide(text[at]) || wide(text[at - 1]);
        if let (true, Ok(from), Ok(to)) = (ends, u32::try_from(copied_end), u32::try_from(at)) {
            spans.push((from, to));
            copied_end = at;
        }
    }
    spans
}

/// Whether a color is fully transparent.
fn is_transparent(color: &str) -> bool {
    let alpha = color.starts_with("rgba") && color.replace(' ', "").ends_with(",0)");
    alpha || color == "transparent" || color.ends_with("/ 0)")
}

fn parse_number(text: &str) -> f64 {
    text.trim_end_matches(|c: char| !c.is_ascii_digit())
        .split("px")
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0.0)
}

/// Rounds to hundredths, which is precise enough for pixels.
fn round_hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_text_keeps_trailing_spaces() {
        let split_words = |text: &str| {
            let units: Vec<u16> = text.encode_utf16().collect();
            word_spans(&units)
                .iter()
                .map(|(from, to)| String::from_utf16_lossy(&units[*from as usize..*to as usize]))
                .collect::<Vec<_>>()
        };
        assert_eq!(split_words("one  two three"), ["one  ", "two ", "three"]);
        assert_eq!(split_words("pod 节点"), ["pod ", "节", "点"]);
        assert!(
            is_transparent("rgba(0, 0, 0, 0)")
                && is_transparent("color(srgb 1 1 1 / 0)")
                && !is_transparent("rgb(1, 2, 0)")
        );
    }
}
