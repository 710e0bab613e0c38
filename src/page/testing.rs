//! The worker without its thread: in tests of the page, and where the build draws.

use crate::store::{Effect, Store};
use crate::talk::{heard, order};
use crate::update::reduce;
use answers::Service;
use wire::{Order, Reply};

/// Answers at once whatever the page asks.
#[derive(Default)]
pub struct Worker(Service);

impl Worker {
    /// Does what these effects ask of the worker and what follows from that, and gives the state after it.
    pub fn serve(&mut self, store: Store, effects: Vec<Effect>) -> Store {
        self.follow(store, effects).0
    }

    /// The same, and gives the files that are saved on the way.
    #[cfg(test)]
    pub fn saved(&mut self, store: Store, effects: Vec<Effect>) -> Vec<(String, &'static str)> {
        let effects = self.follow(store, effects).1.into_iter();
        let file = |effect| if let Effect::Save(text, name) = effect { Some((text, name)) } else { None };
        effects.filter_map(file).collect()
    }

    fn follow(&mut self, mut store: Store, effects: Vec<Effect>) -> (Store, Vec<Effect>) {
        let mut orders: Vec<Order> = effects.iter().filter_map(|effect| order(&store, effect)).collect();
        let mut all = effects;
        while !orders.is_empty() {
            let mut replies: Vec<Reply> = orders.drain(..).flat_map(|order| self.0.take(order)).collect();
            replies.extend(std::iter::from_fn(|| self.0.go_on()));
            for action in replies.into_iter().filter_map(heard) {
                let (next, effects) = reduce(&store, action);
                store = next;
                orders.extend(effects.iter().filter_map(|effect| order(&store, effect)));
                all.extend(effects);
            }
        }
        (store, all)
    }
}
