//! The output of `kubectl get podgroups -w`.

use api::{ConditionStatus, Millis, NamespacedName, PodGroup, Table};
use runlog::{Event, EventKind};

use super::{
    format_age,
    stored_lines::{StoredLines, StoredSource},
};

/// A line for each creation of a pod group, and for each update of its status.
pub struct PodGroupWatch {
    lines: StoredLines,
    created: Table<NamespacedName, Millis>,
}

impl Default for PodGroupWatch {
    fn default() -> Self {
        Self { lines: StoredLines::new(Self::TITLES), created: Table::new() }
    }
}

impl StoredSource for PodGroupWatch {
    /// The columns of upstream's `printPodGroup`.
    const TITLES: &'static [&'static str] = &["NAME", "POLICY", "WORKLOAD", "STATUS", "AGE"];

    fn lines(&self) -> &StoredLines {
        &self.lines
    }

    fn lines_mut(&mut self) -> &mut StoredLines {
        &mut self.lines
    }

    fn read_event(&mut self, event: &Event) {
        match &event.what {
            EventKind::PodGroupUpdated(group) => {
                let created = *self.created.or_insert_with(group.key(), || event.at);
                let mut cells = group_cells(group);
                cells.push(format_age(event.at, created));
                self.lines.push(event.at, group.key().into(), cells);
            }
            EventKind::PodGroupRemoved(group) => {
                self.created.remove(group);
            }
            _ => {}
        }
    }
}

/// All columns except the age.
fn group_cells(group: &PodGroup) -> Vec<String> {
    let template = group.spec.pod_group_template_ref.as_ref().and_then(|template| template.workload.as_ref());
    let status = match group.scheduled_condition() {
        None => "Pending",
        Some(condition) if condition.status == ConditionStatus::True => "Scheduled",
        Some(_) => "Unschedulable",
    };
    vec![
        group.metadata.name.to_string(),
        if group.min_count().is_some() { "Gang" } else { "Basic" }.to_owned(),
        template.map_or_else(|| "<none>".to_owned(), |template| template.workload_name.to_string()),
        status.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::console::{LineSource, render_lines};

    #[test]
    fn groups_are_printed_as_upstream_does_whenever_their_condition_is_written() {
        let group = |at: u64, spec: &str, condition: &str| {
            let json = format!(
                r#"{{"metadata":{{"namespace":"default","name":"train"}},"spec":{{{spec}}},"status":{{"conditions":[{condition}]}}}}"#
            );
            let what = EventKind::PodGroupUpdated(Rc::new(serde_json::from_str(&json).expect("a group")));
            Rc::new(Event { at: Millis::from_seconds(at), what })
        };
        let condition =
            |status: &str| format!(r#"{{"type":"PodGroupScheduled","status":"{status}","reason":"Unschedulable"}}"#);
        let gang = r#""schedulingPolicy":{"gang":{"minCount":4}}"#;
        let made = r#""podGroupTemplateRef":{"workload":{"workloadName":"w","podGroupTemplateName":"t"}},"schedulingPolicy":{"basic":{}}"#;
        let events = [
            group(1, gang, ""),
            group(6, gang, &condition("False")),
            group(9, gang, &condition("True")),
            Rc::new(Event { at: Millis::from_seconds(10), what: EventKind::PodGroupRemoved("default/train".into()) }),
            group(12, made, ""),
        ];
        let mut book = PodGroupWatch::default();
        for count in 0..=events.len() {
            book.extend(&events[..count]);
        }
        assert_eq!(
            render_lines(&book, &events, 0..4, Millis::from_seconds(20), &|_| None),
            "NAME    POLICY   WORKLOAD   STATUS          AGE\n\
             train   Gang     <none>     Pending         0s\n\
             train   Gang     <none>     Unschedulable   5s\n\
             train   Gang     <none>     Scheduled       8s\n\
             train   Basic    w          Pending         0s\n"
        );
    }
}
