//! Pods and workloads by priority class.

use manifest::admission::SYSTEM_CLASSES;

use crate::builder::outline::{ObjectGroup, Outline, OutlineItem, plain_scalar, value_at};

/// A priority class, or the pods without one.
#[derive(Debug, PartialEq)]
pub struct PriorityLevel<'o> {
    /// The name of the class; empty for pods without one.
    pub class: String,
    pub value: i64,
    /// Whether it is the global default, and so applies to pods without a class.
    pub is_default: bool,
    /// The pods and workloads with this class.
    pub entries: Vec<&'o OutlineItem>,
}

/// The path of an object's priority class; `None` for objects without pods.
pub fn class_path(outline_item: &OutlineItem) -> Option<&'static str> {
    match (outline_item.group, outline_item.kind.as_str()) {
        (ObjectGroup::Pods, _) => Some("spec.priorityClassName"),
        (ObjectGroup::Workloads, _) => Some("spec.template.spec.priorityClassName"),
        (ObjectGroup::Script, "create") if outline_item.value["create"]["kind"] == "Pod" => {
            Some("create.spec.priorityClassName")
        }
        _ => None,
    }
}

/// The priority class of an object; empty if it names none.
pub fn class_name(outline_item: &OutlineItem) -> String {
    class_path(outline_item).map_or_else(String::new, |path| plain_scalar(value_at(&outline_item.value, path)))
}

/// All levels, highest first. System classes are included once a pod uses them.
pub fn priority_levels(outline: &Outline) -> Vec<PriorityLevel<'_>> {
    let classes = outline.entries.iter().filter(|outline_item| outline_item.group == ObjectGroup::Classes);
    let mut levels: Vec<PriorityLevel<'_>> = classes
        .map(|outline_item| PriorityLevel {
            class: outline_item.name.clone(),
            value: outline_item.value["value"].as_i64().unwrap_or(0),
            is_default: outline_item.value["globalDefault"] == true,
            entries: Vec::new(),
        })
        .collect();
    let level =
        |class: &str, value| PriorityLevel { class: class.to_owned(), value, is_default: false, entries: Vec::new() };
    for (class, value) in SYSTEM_CLASSES {
        let used = outline.entries.iter().any(|outline_item| self::class_name(outline_item) == class);
        if used && !levels.iter().any(|level| level.class == class) {
            levels.push(level(class, value.into()));
        }
    }
    if !levels.iter().any(|level| level.is_default) {
        levels.push(level("", 0));
    }
    for outline_item in outline.entries.iter().filter(|outline_item| class_path(outline_item).is_some()) {
        let class = class_name(outline_item);
        let stands = |priority_level: &&mut PriorityLevel<'_>| {
            if class.is_empty() {
                priority_level.is_default || priority_level.class.is_empty()
            } else {
                priority_level.class == class
            }
        };
        if let Some(level) = levels.iter_mut().find(stands) {
            level.entries.push(outline_item);
        }
    }
    levels.sort_by_key(|level| std::cmp::Reverse(level.value));
    levels
}

/// The class above or below an object's class; an empty name for no class.
pub fn neighbor_class(outline: &Outline, entry: &OutlineItem, is_up: bool) -> Option<String> {
    let levels = priority_levels(outline);
    let at = levels.iter().position(|level| level.entries.iter().any(|outline_item| outline_item.id == entry.id))?;
    let target_index = if is_up { at.checked_sub(1)? } else { at + 1 };
    levels.get(target_index).map(|level| level.class.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_are_listed_by_their_classes() {
        let text = "kind: PriorityClass\nmetadata: {name: low}\nvalue: 10\n---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n---\n\
            kind: Pod\nmetadata: {name: a}\nspec: {priorityClassName: low}\n---\nkind: Pod\nmetadata: {name: b}\n---\n\
            kind: Pod\nmetadata: {name: c}\nspec: {priorityClassName: system-node-critical}\n";
        let outline = Outline::new(text);
        let levels: Vec<(String, Vec<&str>)> = priority_levels(&outline)
            .into_iter()
            .map(|level| (level.class, level.entries.iter().map(|outline_item| outline_item.name.as_str()).collect()))
            .collect();
        let expected = [("system-node-critical", vec!["c"]), ("high", vec![]), ("low", vec!["a"]), ("", vec!["b"])];
        assert_eq!(levels, expected.map(|(class, names)| (class.to_owned(), names)));
        let of = |name: &str, is_up| {
            neighbor_class(&outline, outline.get(&format!("Pod//{name}")).expect("it is there"), is_up)
        };
        assert_eq!(of("a", true).as_deref(), Some("high"));
        assert_eq!(of("a", false).as_deref(), Some(""));
        assert_eq!((of("b", false), of("c", true)), (None, None));
    }
}
