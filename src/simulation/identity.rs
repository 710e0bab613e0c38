//! Who is who. Names come back, identities do not: whatever is remembered about an object is kept by its uid, and is
//! forgotten in one place when the object is gone.

use std::collections::BTreeSet;

use crate::api::{ObjectMeta, Str};

use super::Simulation;
use super::agenda::PodId;

/// All uids that were ever given out.
#[derive(Clone, Debug, Default)]
pub(super) struct Uids(BTreeSet<Str>);

impl Uids {
    /// The uid of an object that comes: its own, unless another object had that.
    pub(super) fn give(&mut self, meta: &ObjectMeta) -> Str {
        let own = || format!("uid-{}-{}", meta.namespace, meta.name).into();
        let wish: Str = if meta.uid.is_empty() { own() } else { meta.uid.clone() };
        let mut uid = wish.clone();
        let mut number = 1;
        while !self.0.insert(uid.clone()) {
            number += 1;
            uid = format!("{wish}-{number}").into();
        }
        uid
    }
}

impl Simulation {
    /// The pod that has this name now.
    pub(super) fn id(&self, key: &str) -> Option<PodId> {
        let (key, state) = self.pods.get_key_value(key)?;
        Some(PodId { key: key.clone(), uid: state.info.uid().clone() })
    }

    /// Whether this very pod is there, not a successor of its name.
    pub(super) fn is_there(&self, id: &PodId) -> bool {
        self.pods.get(&id.key).is_some_and(|state| *state.info.uid() == id.uid)
    }

    /// Forgets all that anybody remembers about a pod that is gone. Returns whether it was nominated.
    pub(super) fn forget_pod(&mut self, id: &PodId, owner: Option<&Str>) -> bool {
        self.agenda.forget(id);
        self.node_life.forget(id);
        self.refused.remove(&id.key);
        self.queue.remove(&id.key);
        if let Some(owner) = owner {
            self.workloads.disown(owner, &id.key);
        }
        self.nominator.remove(&id.uid).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uid_is_given_once() {
        let mut uids = Uids::default();
        let meta = |name: &str, uid: &str| ObjectMeta {
            name: name.into(),
            namespace: "d".into(),
            uid: uid.into(),
            ..ObjectMeta::default()
        };
        let given: Vec<_> = [("p", "u"), ("p", "u"), ("q", "u-2"), ("p", ""), ("p", "")]
            .map(|(name, uid)| uids.give(&meta(name, uid)).to_string())
            .into();
        assert_eq!(given, ["u", "u-2", "u-2-2", "uid-d-p", "uid-d-p-2"]);
    }
}
