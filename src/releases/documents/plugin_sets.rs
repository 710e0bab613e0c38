//! Merges the default plugins of an extension point with those that a document enables and disables. It needs no plugin
//! implementations, so that the page's form follows the same rules.

/// Name and weight of a plugin; the weight is 0 if unset.
pub type PluginWeight = (String, i64);

/// What a document defines for one extension point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginSet {
    /// Enabled plugins, in this order.
    pub enabled: Vec<PluginWeight>,
    /// Disabled default plugins; `*` for all of them.
    pub disabled: Vec<String>,
}

impl PluginSet {
    fn disables_plugin(&self, name: &str) -> bool {
        self.disabled.iter().any(|disabled| disabled == name || disabled == "*")
    }

    fn enables_plugin(&self, name: &str) -> bool {
        self.enabled.iter().any(|(enabled, _)| enabled == name)
    }

    /// Returns the defaults that are not disabled, then the enabled plugins. With `in_place` (from v1.34 on), an
    /// enabled plugin replaces the default of its name. Upstream: `mergePluginSet`.
    ///
    /// # Errors
    /// The name of an enabled plugin that is already a default, if not `in_place`.
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

    /// Returns first the plugins of `multi` that the point enables itself, then the rest of `multi`, then the rest of
    /// the point. A weight at the point takes precedence over that in `multi`. Upstream: `expandMultiPointPlugins`.
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
