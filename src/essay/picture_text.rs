//! Serializes a drawing as SVG, and collects its labels.

use std::fmt::Write as _;

use yew::{Html, virtual_dom::VNode};

/// Attributes of interactive elements. A figure's picture is a single image, so nothing in it can be selected.
const OF_USE: [&str; 5] = ["tabindex", "role", "aria-label", "aria-pressed", "id"];

/// Serializes a drawing as SVG. It consists of elements and texts only.
pub(crate) fn write_svg(html: &Html) -> String {
    let mut text = String::new();
    write_node(html, true, &mut text);
    text
}

fn write_node(node: &VNode, is_root: bool, text: &mut String) {
    match node {
        VNode::VTag(tag) => {
            let name = tag.tag();
            let _ = write!(text, "<{name}");
            let attributes = tag.attributes.iter();
            for (key, value) in attributes.filter(|(key, _)| !(OF_USE.contains(key) || is_root && *key == "height")) {
                let _ = write!(text, " {key}=\"{}\"", escape_text(value));
            }
            *text += if is_root { " aria-hidden=\"true\">" } else { ">" };
            if let Some(children) = tag.children() {
                write_node(children, false, text);
            }
            let _ = write!(text, "</{name}>");
        }
        VNode::VText(words) => *text += &escape_text(&words.text),
        VNode::VList(list) => list.iter().for_each(|child| write_node(child, is_root, text)),
        _ => {}
    }
}

/// Classes of groups that are described by their title: pods, and reserved space for a nominated one.
const TITLED: [&str; 2] = ["pod", "promise"];

/// Classes of texts that state an outcome.
const VERDICTS: [&str; 4] = ["good", "bad", "wrong", "maybe"];

/// The labels of a drawing, in order: nodes by their names, their pods, what each rule compares, and the outcome.
pub(crate) fn list_labels(html: &Html) -> Vec<String> {
    let mut labels = Vec::new();
    collect_labels(html, &mut labels);
    labels
}

fn collect_labels(node: &VNode, labels: &mut Vec<String>) {
    match node {
        VNode::VTag(tag) => {
            let attribute = |name: &str| tag.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
            let class = attribute("class").unwrap_or_default();
            let is_one_of = |names: &[&str]| class.split(' ').any(|name| names.contains(&name));
            let content = || tag.children().map(collect_text);
            let label = match tag.tag() {
                "g" if is_one_of(&TITLED) => tag.children().and_then(find_title),
                // The lines of a rule are one sentence. A rule that was not needed is omitted.
                "g" if is_one_of(&["rule"]) => content().filter(|_| attribute("data-later").is_none()),
                "g" => attribute("data-node").map(ToString::to_string),
                "text" if is_one_of(&VERDICTS) => content(),
                _ => None,
            };
            // A mark alone is meaningless without its place.
            labels.extend(label.filter(|label| label.chars().count() > 1 && !labels.contains(label)));
            if let Some(children) = tag.children() {
                collect_labels(children, labels);
            }
        }
        VNode::VList(list) => list.iter().for_each(|child| collect_labels(child, labels)),
        _ => {}
    }
}

/// The text of a `<title>` among these nodes.
fn find_title(node: &VNode) -> Option<String> {
    match node {
        VNode::VTag(tag) if tag.tag() == "title" => tag.children().map(collect_text),
        VNode::VList(list) => list.iter().find_map(find_title),
        _ => None,
    }
}

fn collect_text(node: &VNode) -> String {
    match node {
        VNode::VText(words) => words.text.to_string(),
        VNode::VTag(tag) => tag.children().map_or_else(String::new, collect_text),
        VNode::VList(list) => {
            list.iter().map(collect_text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}

/// Escapes a text for HTML and for values of attributes.
pub(crate) fn escape_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use yew::html;

    use super::{list_labels, write_svg};

    #[test]
    fn drawing_is_serialized_like_in_a_browser() {
        let width = 4.to_string();
        let tile = html! { <g class="pod p1" role="button" tabindex="0" ><title>{ "a, priority 1" }</title><rect {width} height="2"/></g> };
        let html = html! { <svg class="picture" height="9" role="group">{ tile.clone() }<text x="1">{ "1 < \"2\"" }</text>{ tile }</svg> };
        assert_eq!(
            write_svg(&html),
            "<svg class=\"picture\" aria-hidden=\"true\"><g class=\"pod p1\"><title>a, priority 1</title><rect width=\"4\" height=\"2\"></rect></g>\
             <text x=\"1\">1 &lt; &quot;2&quot;</text><g class=\"pod p1\"><title>a, priority 1</title><rect width=\"4\" height=\"2\"></rect></g></svg>"
        );
        assert_eq!(list_labels(&html), ["a, priority 1"]);
        let node = html! {
            <svg><g class="node" data-node="node-a"><text class="text strong">{ "node-a" }</text><g><text class="bad">{ "✗ 1 short" }</text></g>
            <g class="promise"><title>{ "1 cpu for b" }</title></g></g><g class="rule"><text>{ "1. Fewest" }</text><text>{ "victims" }</text></g><g class="rule" data-later=""><text>{ "2. Latest" }</text></g></svg>
        };
        assert_eq!(list_labels(&node), ["node-a", "✗ 1 short", "1 cpu for b", "1. Fewest victims"]);
    }
}
