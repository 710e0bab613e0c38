//! The preview of an import until its run starts: the nodes and pods found so far.
//!
//! It isn't a run: nothing is scheduled, so playback is disabled.

use std::rc::Rc;

use api::Millis;
use imports::dump::PreviewObject;
use runlog::{Event, EventKind};
use trace::steps::{Moment, Step};

use super::ImportState;
use crate::run_view::RunView;

impl ImportState {
    /// Adds the objects found since the last report.
    pub fn add_to_preview(&mut self, objects: Vec<PreviewObject>) {
        if objects.is_empty() {
            return;
        }
        let mut trace = self.preview.take().map_or_else(Default::default, |sketch| Rc::unwrap_or_clone(sketch).trace);
        trace.extend(objects.into_iter().map(|objects| {
            let event_kind = match objects {
                PreviewObject::Node(node) => EventKind::NodeAdded(node),
                PreviewObject::Pod(pod) => EventKind::PodCreated { pod, by: "".into(), dropped_group: None },
            };
            Event { at: Millis::ZERO, what: event_kind }
        }));
        let moment = Moment { events: trace.events().len(), step: Step::Start, dwell: 0 };
        self.preview = Some(Rc::new(RunView { trace, moments: vec![moment], is_preview: true, ..RunView::default() }));
    }
}
