//! `DefaultBinder`: tells the API server which node a pod goes to.

use crate::framework::{Bind, Placement};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBinder;

impl Bind for DefaultBinder {
    fn can_bind(&self, _: &Placement<'_>) -> bool {
        true
    }
}
