//! A worker without a thread, for tests of the page and for the build.

use protocol::{Reply, Request};
use queries::WorkerService;

use crate::{
    actions::Action,
    chunk::LoadState,
    effects::Effect,
    open_target::OpenTarget,
    store::{Chunks, Store},
    update::{
        chunks::{EDITING_UPDATES, STUDY_UPDATES},
        reduce,
    },
    worker_protocol::{to_action, to_request},
};

impl Store {
    /// A state with all chunks loaded.
    pub fn with_all_chunks() -> Self {
        let chunks = Chunks {
            editing: LoadState::Ready(&EDITING_UPDATES),
            study: LoadState::Ready(&STUDY_UPDATES),
            chinese: LoadState::Ready(&()),
        };
        Self { chunks, ..Self::default() }
    }
}

/// A worker that answers every request at once.
#[derive(Default)]
pub struct InlineWorker(WorkerService);

impl InlineWorker {
    /// Opens and runs a manifest on a page with all chunks loaded.
    pub fn open_text(&mut self, text: &str) -> Store {
        self.apply_action(&Store::with_all_chunks(), Action::Open(OpenTarget::Text(text.into())))
    }

    /// Applies an action and, repeatedly, all worker effects that follow.
    pub fn apply_action(&mut self, store: &Store, action: Action) -> Store {
        let (store, effects) = reduce(store, action);
        self.run_effects(store, effects)
    }

    /// Runs the worker effects and everything that follows, and returns the resulting state.
    pub fn run_effects(&mut self, store: Store, effects: Vec<Effect>) -> Store {
        self.run_to_end(store, effects).0
    }

    /// Runs the worker effects, and returns the files saved along the way.
    #[cfg(test)]
    pub fn saved_files(&mut self, store: Store, effects: Vec<Effect>) -> Vec<(String, &'static str)> {
        let effects = self.run_to_end(store, effects).1.into_iter();
        let file = |effect| if let Effect::SaveFile(text, name) = effect { Some((text, name)) } else { None };
        effects.filter_map(file).collect()
    }

    fn run_to_end(&mut self, mut store: Store, effects: Vec<Effect>) -> (Store, Vec<Effect>) {
        let orders_in = |store: &Store, effects: &[Effect]| -> Vec<Request> {
            let worker_effect = |effect: &Effect| match effect {
                Effect::Worker(worker_effect) => Some(to_request(store, worker_effect)),
                _ => None,
            };
            effects.iter().filter_map(worker_effect).collect()
        };
        let mut orders = orders_in(&store, &effects);
        let mut all = effects;
        while !orders.is_empty() {
            let mut replies: Vec<Reply> = orders.drain(..).flat_map(|order| self.0.handle_request(order)).collect();
            replies.extend(std::iter::from_fn(|| self.0.advance()));
            for action in replies.into_iter().filter_map(to_action) {
                let (next_store, effects) = reduce(&store, action);
                store = next_store;
                orders.extend(orders_in(&store, &effects));
                all.extend(effects);
            }
        }
        (store, all)
    }
}
