//! Assigns uids to objects; each uid is used once.

use api::{ObjectMeta, Set, Str};

/// All uids assigned so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uids(Set<Str>);

impl Uids {
    /// Assigns a uid to a new object: its own, or one derived from its name, with a number appended if another object has had it.
    pub(crate) fn assign(&mut self, meta: &ObjectMeta) -> Str {
        let derived_uid = || format!("uid-{}-{}", meta.namespace, meta.name).into();
        let wish: Str = if meta.uid.is_empty() { derived_uid() } else { meta.uid.clone() };
        let mut uid = wish.clone();
        let mut number = 1;
        while !self.0.insert(uid.clone()) {
            number += 1;
            uid = format!("{wish}-{number}").into();
        }
        uid
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
            .map(|(name, uid)| uids.assign(&meta(name, uid)).to_string())
            .into();
        assert_eq!(given, ["u", "u-2", "u-2-2", "uid-d-p", "uid-d-p-2"]);
    }
}
