//! The priority classes that can be assigned to a pod, in its menu and on its page.

use api::NamespacedName;
use i18n::evictors;
use page_state::stage_edit::StageEdit;

use crate::view::View;

/// The label and action of each class, the highest first, then of no class, then of a new one.
pub(crate) fn class_choices(view: &View, pod: &NamespacedName) -> Vec<(String, StageEdit)> {
    let eviction_labels = evictors::words(view.store.lang).eviction_labels();
    let current_class =
        view.frame.pods.get(pod).map(|pod| pod.pod.spec.priority_class_name.clone()).unwrap_or_default();
    let mut classes: Vec<(i32, &str)> =
        view.frame.classes.iter().map(|(name, class)| (class.value, name.as_str())).collect();
    classes.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let choice = |class: &str, face_text: String| {
        let symbol = if current_class == *class { "✓ " } else { "" };
        (format!("{symbol}{face_text}"), StageEdit::SetPriorityClass { pod: pod.clone(), class: class.into() })
    };
    let mut entries: Vec<_> =
        classes.into_iter().map(|(value, name)| choice(name, format!("{name} · {value}"))).collect();
    entries.push(choice("", eviction_labels.no_class.to_owned()));
    entries.push((eviction_labels.new_class.to_owned(), StageEdit::AddPriorityClass(pod.clone())));
    entries
}
