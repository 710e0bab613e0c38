//! `DefaultBinder`: binds every pod by writing its node to the API server. Upstream: `defaultbinder.Bind`.

use crate::framework::{Bind, Placement};

#[derive(Clone, Copy, Debug)]
pub struct DefaultBinder;

impl Bind for DefaultBinder {
    fn can_bind(&self, _: &Placement<'_>) -> bool {
        true
    }
}
