//! A run as the page shows it: the log, the moments to stop at, and the captions that come up at some of them.

use crate::api::manifest::Caption;
use crate::simulation::What;
use crate::trace::steps::{self, Moment};
use crate::trace::{Trace, captions};

use super::pace::Landmarks;
use super::state::Lang;

/// A run and its moments. Two are equal if they are the same.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The log.
    pub trace: Trace,
    /// Where the playhead can stop.
    pub moments: Vec<Moment>,
    /// All priorities that occur, lowest first.
    pub levels: Vec<i32>,
    /// Moments worth going to.
    pub landmarks: Landmarks,
    /// Captions of the scenario, in order of their moments.
    pub captions: Vec<(usize, Caption)>,
}

impl Shown {
    /// A run as far as it has come, with the captions whose moments it has.
    pub fn new(trace: Trace, captions: &[Caption]) -> Self {
        let moments = steps::moments(trace.events());
        let mut levels: Vec<i32> = trace
            .events()
            .iter()
            .filter_map(|event| match &event.what {
                What::PodCreated { pod, .. } => Some(pod.priority()),
                _ => None,
            })
            .collect();
        levels.sort_unstable();
        levels.dedup();
        let find = |caption: &Caption| captions::find(&caption.at, trace.events(), &moments);
        let found = captions.iter().filter_map(|caption| Some((find(caption)?, caption.clone())));
        let mut captions: Vec<(usize, Caption)> = found.collect();
        captions.sort_by_key(|(at, _)| *at);
        let landmarks = Landmarks::of(&trace, &moments);
        Self { trace, moments, levels, landmarks, captions }
    }

    /// How many captions have come by a moment; the last of them is the one that is shown.
    pub fn captions_told(&self, at: usize) -> usize {
        self.captions.partition_point(|(moment, _)| *moment <= at)
    }

    /// The caption shown at a moment, and whether it is its very own.
    pub fn caption(&self, at: usize) -> Option<(&Caption, bool)> {
        let (moment, caption) = self.captions.get(self.captions_told(at).checked_sub(1)?)?;
        Some((caption, *moment == at))
    }
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// How long it takes to read a caption that has just come up, in milliseconds.
pub fn reading(caption: Option<(&Caption, bool)>, lang: Lang) -> u32 {
    let Some((caption, true)) = caption else { return 0 };
    let (text, each) = if lang == Lang::Zh { (&caption.zh, 140) } else { (&caption.text, 45) };
    u32::try_from(text.chars().count()).map_or(0, |count| (count * each).clamp(1500, 9000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::manifest::{Anchor, Happening};
    use crate::app::state::{Action, Loaded, Store, reduce};
    use crate::simulation::Event;

    #[test]
    fn captions_come_at_their_moments() {
        let (store, _) = reduce(&Store { speed: 2, ..Store::default() }, Action::Open("x".into()));
        let anchor = |nth| Anchor { pod: "default/a".into(), event: Happening::Popped, nth, ..Anchor::default() };
        let caption = |nth, text: &str| Caption { at: anchor(nth), text: text.into(), ..Caption::default() };
        let captions = vec![caption(3, "last"), caption(1, "first"), caption(9, "never")];
        let (store, _) = reduce(&store, Action::Loaded(1, Loaded { captions, ..Loaded::default() }));
        let event = |at| Event { at, what: What::Popped { pod: "default/a".into(), attempt: 1 } };
        let (mut store, _) = reduce(&store, Action::Events(1, (0..4).map(event).collect(), true));
        let mut seen = Vec::new();
        for forward in [true, true, true, false, false] {
            seen.push(store.caption().map(|(caption, now)| (caption.text.to_string(), now)));
            store = reduce(&store, Action::StepCaption(forward)).0;
        }
        seen.push(store.caption().map(|(caption, now)| (caption.text.to_string(), now)));
        let told = |text: &str| Some((text.to_owned(), true));
        assert_eq!(seen, [None, told("first"), told("last"), told("last"), told("first"), None]);
        store = reduce(&store, Action::Seek(2)).0;
        assert_eq!(store.caption().map(|(caption, now)| (caption.text.as_str(), now)), Some(("first", false)));
    }
}
