//! `kubectl get podgroups -o custom-columns=…`, as it would read at one moment.

use super::{format_row, widen_columns};
use crate::Frame;

const TITLES: [&str; 5] = ["NAME", "MINCOUNT", "PRIORITY", "SCHEDULED", "REASON"];

/// What `kubectl` prints where there is nothing.
const NONE: &str = "<none>";

/// The groups under their titles.
#[must_use]
pub fn pod_group_lines(frame: &Frame) -> Vec<String> {
    let mut rows = vec![TITLES.map(str::to_owned).to_vec()];
    rows.extend(frame.pod_groups.values().map(|group| {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
        let condition = group.scheduled_condition();
        vec![
            group.metadata.name.to_string(),
            or_none(group.min_count().map(|count| count.to_string())),
            or_none(group.spec.priority.map(|priority| priority.to_string())),
            or_none(condition.map(|condition| condition.status.to_string())),
            or_none(condition.map(|condition| condition.reason.to_string())),
        ]
    }));
    let mut widths = vec![0; TITLES.len()];
    for row in &rows {
        widen_columns(&mut widths, row);
    }
    rows.iter().map(|row| format_row(row, &widths)).collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::Millis;
    use runlog::{Event, EventKind};

    use super::*;

    #[test]
    fn groups_are_listed_with_their_condition() {
        let json = r#"{"metadata":{"name":"train","namespace":"default"},"spec":{"schedulingPolicy":{"gang":{"minCount":4}}}}"#;
        let group = Rc::new(serde_json::from_str(json).expect("a group"));
        let mut frame = Frame::default();
        frame.apply_event(&Event { at: Millis::ZERO, what: EventKind::PodGroupUpdated(group) });
        let lines = pod_group_lines(&frame);
        assert_eq!(
            lines,
            ["NAME    MINCOUNT   PRIORITY   SCHEDULED   REASON", "train   4          <none>     <none>      <none>"]
        );
    }
}
