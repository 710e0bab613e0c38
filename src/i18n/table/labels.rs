//! Fixed labels of the page.

use runlog::Queue;

use crate::{
    languages::Speaker,
    table::{
        grammar::Grammar,
        stage::{StageEditLabels, StageLabels},
    },
};

message_struct! {
    /// The labels of the page.
    pub struct PageLabels from page_labels;
}

message_struct! {
    /// The labels of the builder and the editor.
    pub struct BuilderLabels from builder_labels;
}

message_struct! {
    /// The labels of the map.
    pub struct MapLabels from map_labels;
}

message_struct! {
    /// The labels of the inspector.
    pub struct InspectorLabels from inspector_labels;
}

message_struct! {
    /// The labels of the timeline and the console.
    pub struct TimelineLabels from timeline_labels;
}

/// All groups of fixed labels.
pub trait FixedWords: Grammar {
    fn page_labels(&self) -> &'static PageLabels {
        PageLabels::of(self)
    }

    fn inspector_labels(&self) -> &'static InspectorLabels {
        InspectorLabels::of(self)
    }

    fn timeline_labels(&self) -> &'static TimelineLabels {
        TimelineLabels::of(self)
    }

    fn builder_labels(&self) -> &'static BuilderLabels {
        BuilderLabels::of(self)
    }

    fn map_labels(&self) -> &'static MapLabels {
        MapLabels::of(self)
    }

    fn stage_labels(&self) -> &'static StageLabels {
        StageLabels::of(self)
    }

    fn stage_edit_labels(&self) -> &'static StageEditLabels {
        StageEditLabels::of(self)
    }
}

impl<T: Speaker> FixedWords for T {}

impl PageLabels {
    /// The name of a queue.
    pub fn queue_name(&self, queue: Queue) -> &'static str {
        match queue {
            Queue::Active => self.active,
            Queue::Backoff => self.backoff,
            Queue::Unschedulable => self.unschedulable,
            Queue::Gated => self.gated,
        }
    }
}
