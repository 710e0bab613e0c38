//! The stored nodes, in the order of their creation.

use std::rc::Rc;

use api::{Node, Str, Table};

#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    // Both are shared between copies of a run until a node changes.
    list: Rc<Vec<Rc<Node>>>,
    by_name: Rc<Table<Str, usize>>,
}

impl Nodes {
    pub(super) fn list(&self) -> &[Rc<Node>] {
        &self.list
    }

    pub(super) fn get(&self, name: &str) -> Option<&Rc<Node>> {
        self.by_name.get(name).map(|index| &self.list[*index])
    }

    /// Stores a node, and returns the one of the same name that it replaced.
    pub(super) fn put(&mut self, node: Rc<Node>) -> Option<Rc<Node>> {
        match self.by_name.get(&node.metadata.name) {
            Some(index) => Some(std::mem::replace(&mut Rc::make_mut(&mut self.list)[*index], node)),
            None => {
                Rc::make_mut(&mut self.by_name).insert(node.metadata.name.clone(), self.list.len());
                Rc::make_mut(&mut self.list).push(node);
                None
            }
        }
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Rc<Node>> {
        let index = *self.by_name.get(name)?;
        let node = Rc::make_mut(&mut self.list).remove(index);
        let places = self.list.iter().enumerate().map(|(index, node)| (node.metadata.name.clone(), index));
        self.by_name = Rc::new(places.collect());
        Some(node)
    }
}
