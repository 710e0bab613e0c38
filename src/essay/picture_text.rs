//! A drawing as text: its SVG, and the labels in it.

use std::fmt::Write as _;

use yew::{Html, virtual_dom::VNode};

/// Attributes of interactive elements. A figure's picture is a single image, so nothing in it can be selected.
const OF_USE: [&str; 5] = ["tabindex", "role", "aria-label", "aria-pressed", "id"];

/// Writes a drawing as SVG. It consists of elements and texts only.
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

/// The labels of the pods in a drawing, in order.
pub(crate) fn list_labels(html: &Html) -> Vec<String> {
    let mut labels = Vec::new();
    collect_labels(html, &mut labels);
    labels
}

fn collect_labels(node: &VNode, labels: &mut Vec<String>) {
    match node {
        VNode::VTag(tag) => {
            let class = tag.attributes.iter().find(|(key, _)| *key == "class").map(|(_, value)| value);
            let is_pod = class.is_some_and(|class| class.split(' ').any(|name| name == "pod"));
            if is_pod
                && let Some(label) = tag.children().and_then(find_title)
                && !labels.contains(&label)
            {
                labels.push(label);
            }
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
        VNode::VList(list) => list.iter().map(collect_text).collect(),
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
    fn a_drawing_is_written_as_a_browser_has_it() {
        let width = 4.to_string();
        let tile = html! { <g class="pod p1" role="button" tabindex="0" ><title>{ "a, priority 1" }</title><rect {width} height="2"/></g> };
        let html = html! { <svg class="picture" height="9" role="group">{ tile.clone() }<text x="1">{ "1 < \"2\"" }</text>{ tile }</svg> };
        assert_eq!(
            write_svg(&html),
            "<svg class=\"picture\" aria-hidden=\"true\"><g class=\"pod p1\"><title>a, priority 1</title><rect width=\"4\" height=\"2\"></rect></g>\
             <text x=\"1\">1 &lt; &quot;2&quot;</text><g class=\"pod p1\"><title>a, priority 1</title><rect width=\"4\" height=\"2\"></rect></g></svg>"
        );
        assert_eq!(list_labels(&html), ["a, priority 1"]);
    }
}
