//! Which plugins a point has in the end: its defaults, and what a document enables and disables there. No plugin is needed for it, so the
//! page's form has the same rules.

/// A plugin and its weight; 0 where none is said.
pub type PluginWeight = (String, i64);

/// What a document says about one extension point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginSet {
    /// Plugins that run, in this order.
    pub enabled: Vec<PluginWeight>,
    /// Defaults that do not; `*` for all of them.
    pub disabled: Vec<String>,
}

impl PluginSet {
    fn disables_plugin(&self, name: &str) -> bool {
        self.disabled.iter().any(|disabled| disabled == name || disabled == "*")
    }

    fn enables_plugin(&self, name: &str) -> bool {
        self.enabled.iter().any(|(enabled, _)| enabled == name)
    }

    /// `mergePluginSet`: the defaults that are left, then what is enabled. From v1.34 on what is enabled under the name of
    /// a default takes its place.
    ///
    /// # Errors
    /// The plugin that is there already.
    pub fn merge_into(&self, defaults: &[PluginWeight], in_place: bool) -> Result<Vec<PluginWeight>, &str> {
        let mut merged: Vec<PluginWeight> =
            defaults.iter().filter(|(name, _)| !self.disables_plugin(name)).cloned().collect();
        for (name, weight) in &self.enabled {
            match merged.iter_mut().find(|(text, _)| text == name) {
                Some(default_plugin) if in_place => default_plugin.1 = *weight,
                Some(_) => return Err(name),
                None => merged.push((name.clone(), *weight)),
            }
        }
        Ok(merged)
    }

    /// `expandMultiPointPlugins`: first those of `multi` that the point names itself, then the rest of `multi`, then the
    /// rest of the point. A weight that the point gives counts more than that of `multi`.
    #[must_use]
    pub fn expand_multi_point(&self, multi: &[PluginWeight], extends: impl Fn(&str) -> bool) -> Vec<PluginWeight> {
        if self.disabled.iter().any(|name| name == "*") {
            return self.enabled.clone();
        }
        let multi: Vec<_> = multi.iter().filter(|(name, _)| extends(name) && !self.disables_plugin(name)).collect();
        let is_multi = |name: &str| multi.iter().any(|(other, _)| other == name);
        let (first, last): (Vec<_>, Vec<_>) = self.enabled.iter().partition(|(name, _)| is_multi(name));
        let rest = multi.iter().copied().filter(|(name, _)| !self.enables_plugin(name));
        first.into_iter().chain(rest).chain(last).cloned().collect()
    }
}
