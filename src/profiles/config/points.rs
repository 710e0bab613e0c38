//! Determines which plugins run at which extension point: the defaults, as changed by a document.

use findings::ConfigurationProblem as Problem;
use releases::{
    documents::{
        MULTI_POINT, PluginSet, PluginWeight, PointPlugins, plugins_of_all_points, plugins_of_point, point_names,
    },
    plugins::ExtensionPoint,
};
use runlog::{ProfileSummary, RowId};
use scheduler::framework::{EnabledPoints, FilterRow, Permit, PointRow, Profile, ScoreRow};

use super::{
    super::default_profiles,
    args::Args,
    json_reader::{ConfigError, JsonAt},
    plugin_kind::plugin_kind,
    user_plugins,
    version::VersionRules,
};

/// What a document defines for one extension point.
#[derive(Default)]
struct PointPluginSet {
    path: String,
    /// Upstream's type name for plugins of the point.
    kind: String,
    plugin_set: PluginSet,
}

impl PointPluginSet {
    fn read_point(plugins: &JsonAt, point: &str, version: &VersionRules<'_>) -> Result<Self, ConfigError> {
        let kind = plugin_kind(point);
        let Some(at) = plugins.field(point) else { return Ok(Self { kind, ..Self::default() }) };
        at.known_fields(&["enabled", "disabled"])?;
        let mut set = Self { path: at.path.clone(), kind, ..Self::default() };
        for list in ["enabled", "disabled"] {
            for plugin in at.elements(list)? {
                plugin.known_fields(&["name", "weight"])?;
                let name = plugin.required_field("name")?;
                let text = name.text()?;
                if list == "disabled" {
                    if text != "*" && !version.is_latest() {
                        version.plugin_name(&name)?;
                    }
                    set.plugin_set.disabled.push(text.into());
                    continue;
                }
                let known = version.plugin_name(&name);
                known.map_err(|wrong| wrong.with_profile_text(&format!("{} {text:?} does not exist", set.kind)))?;
                if set.plugin_set.enabled.iter().any(|(other, _)| other == text) {
                    return Err(plugin.error(Problem::Repeated { name: text.into() }));
                }
                let weight = plugin.field("weight").map_or(Ok(0), |w| w.number(0, i64::from(i32::MAX)))?;
                set.plugin_set.enabled.push((text.into(), weight));
            }
        }
        Ok(set)
    }

    /// Returns the defaults that are not disabled, then the enabled plugins.
    fn merge_into(&self, defaults: &[PluginWeight], in_place: bool) -> Result<Vec<PluginWeight>, ConfigError> {
        self.plugin_set.merge_into(defaults, in_place).map_err(|name| {
            let problem = Problem::EnabledByDefault { plugin: name.into() };
            let text = format!("plugin {name:?} already registered as {:?}", self.kind);
            ConfigError::new(self.path.clone(), problem).with_profile_text(&text)
        })
    }
}

/// Sets the plugins of a profile as its document defines them.
pub(super) fn choose_plugins(
    profile: &mut Profile,
    plugins: &JsonAt,
    version: &VersionRules<'_>,
    args: &Args,
) -> Result<(), ConfigError> {
    for point in point_names(version.release) {
        PointPluginSet::read_point(plugins, point, version)?;
    }
    let set = |point: ExtensionPoint| PointPluginSet::read_point(plugins, point.name(), version);
    let (mut more_filters, mut more) = default_profiles::optional_rows(version.release, args);
    more.extend(user_plugins::user_scores(version.user_plugins));
    let mut everywhere: Vec<RowId> = row_ids(profile).chain(more.iter().map(|row| row.id.clone())).collect();
    more_filters.extend(user_plugins::user_filters(version.user_plugins));
    everywhere.extend(more_filters.iter().map(|row| row.id.clone()));
    let more_permits: Vec<PointRow<dyn Permit>> = user_plugins::user_permits(version.user_plugins).collect();
    everywhere.extend(more_permits.iter().map(|row| row.id.clone()));
    let multi = if version.is_latest() {
        let set = PointPluginSet::read_point(plugins, MULTI_POINT, version)?;
        Some(set.merge_into(&plugins_of_all_points(version.release).defaults, true)?)
    } else {
        None
    };
    let asked = PluginRequests { multi: multi.as_deref(), everywhere: &everywhere };
    let running = |point: ExtensionPoint| -> Result<Vec<String>, ConfigError> {
        asked.running_plugins(&set(point)?, &plugins_of_point(version.release, point))
    };
    let (pre_filters, pre_scores) = (running(ExtensionPoint::PreFilter)?, running(ExtensionPoint::PreScore)?);
    choose_filters(profile, more_filters, &set(ExtensionPoint::Filter)?, &asked, version, &pre_filters)?;
    asked.pick_rows(&mut profile.scores, more, &set(ExtensionPoint::Score)?)?;
    let with_pre_score = plugins_of_point(version.release, ExtensionPoint::PreScore);
    for row in &mut profile.scores {
        row.runs_pre_score =
            !with_pre_score.has_plugin(row.id.as_str()) || pre_scores.iter().any(|name| row.id == *name.as_str());
    }
    asked.pick_rows(&mut profile.post_filters, Vec::new(), &set(ExtensionPoint::PostFilter)?)?;
    asked.pick_rows(&mut profile.reserves, Vec::new(), &set(ExtensionPoint::Reserve)?)?;
    asked.pick_rows(&mut profile.permits, more_permits, &set(ExtensionPoint::Permit)?)?;
    asked.pick_rows(&mut profile.pre_binds, Vec::new(), &set(ExtensionPoint::PreBind)?)?;
    let bind = set(ExtensionPoint::Bind)?;
    asked.pick_rows(&mut profile.binds, Vec::new(), &bind)?;
    if profile.binds.is_empty() {
        let path = if bind.path.is_empty() { plugins.path.clone() } else { bind.path };
        // From v1.34 on the message names the profile.
        let scheduler = version.is_latest().then(|| profile.scheduler.clone());
        return Err(ConfigError::new(path, Problem::NoBinder { scheduler })
            .with_profile_text("at least one bind plugin is needed"));
    }
    check_queue_sort(plugins, version, &asked, profile)
}

/// Checks that a plugin sorts the queue.
fn check_queue_sort(
    plugins: &JsonAt,
    version: &VersionRules<'_>,
    asked: &PluginRequests<'_>,
    profile: &Profile,
) -> Result<(), ConfigError> {
    let point = ExtensionPoint::QueueSort;
    let set = PointPluginSet::read_point(plugins, point.name(), version)?;
    if asked.running_plugins(&set, &plugins_of_point(version.release, point))?.is_empty() {
        let path = if set.path.is_empty() { plugins.path.clone() } else { set.path };
        let text = format!("one queue sort plugin required for profile with scheduler name {:?}", profile.scheduler);
        return Err(ConfigError::new(path, Problem::NoQueueSort).with_profiles_text(&text));
    }
    Ok(())
}

/// Chooses the filters. `first` are the plugins whose `PreFilter` runs, in order.
fn choose_filters(
    profile: &mut Profile,
    more: Vec<FilterRow>,
    set: &PointPluginSet,
    asked: &PluginRequests<'_>,
    version: &VersionRules<'_>,
    first: &[String],
) -> Result<(), ConfigError> {
    let mut rows: Vec<FilterRow> = std::mem::take(&mut profile.filters);
    let known: Vec<FilterRow> = more;
    let left = asked.pick_and_return_rest(&mut rows, known, set)?;
    let with_pre_filter = plugins_of_point(version.release, ExtensionPoint::PreFilter);
    for row in &mut rows {
        let prepares =
            !with_pre_filter.has_plugin(row.id.as_str()) || first.iter().any(|name| row.id == *name.as_str());
        row.enabled = if prepares { EnabledPoints::Both } else { EnabledPoints::FilterOnly };
    }
    let only_first = left.into_iter().filter(|row| first.iter().any(|name| row.id == *name.as_str()));
    rows.extend(only_first.map(|row| FilterRow { enabled: EnabledPoints::PreFilterOnly, ..row }));
    let place = |name: &String| rows.iter().position(|row| row.id == *name.as_str());
    profile.pre_filters = first.iter().filter_map(place).collect();
    // Plugins without `PreFilter` in the release are still prepared here; their order does not matter.
    let others = (0..rows.len()).filter(|at| !profile.pre_filters.contains(at)).collect::<Vec<_>>();
    profile.pre_filters.extend(others);
    profile.filters = rows;
    Ok(())
}

/// A row of a profile at any extension point.
trait PluginTableRow: Sized {
    fn id(&self) -> &RowId;
    /// Returns the row with a weight from a configuration.
    fn with_weight(self, _: i64) -> Self {
        self
    }
    fn weight(&self) -> i64 {
        0
    }
}

impl PluginTableRow for FilterRow {
    fn id(&self) -> &RowId {
        &self.id
    }
}

impl PluginTableRow for ScoreRow {
    fn id(&self) -> &RowId {
        &self.id
    }
    fn with_weight(self, weight: i64) -> Self {
        Self { weight: weight.max(1), ..self }
    }
    fn weight(&self) -> i64 {
        self.weight
    }
}

impl<P: ?Sized> PluginTableRow for PointRow<P> {
    fn id(&self) -> &RowId {
        &self.id
    }
}

/// What a document defines beyond a single extension point.
struct PluginRequests<'a> {
    /// The plugins of `multiPoint`; `None` if the version does not support it.
    multi: Option<&'a [PluginWeight]>,
    /// The ids of all rows at any extension point.
    everywhere: &'a [RowId],
}

/// Returns the ids of a profile's rows.
fn row_ids(profile: &Profile) -> impl Iterator<Item = RowId> {
    let sheet = ProfileSummary::from(profile);
    let rows = sheet.filters.into_iter().chain(sheet.scores).chain(sheet.others.into_iter().map(|(_, row)| row));
    rows.map(|row| row.id)
}

impl PluginRequests<'_> {
    /// Returns the names of the plugins that run at a point.
    fn running_plugins(&self, set: &PointPluginSet, point: &PointPlugins) -> Result<Vec<String>, ConfigError> {
        let list = match self.multi {
            Some(multi) => set.plugin_set.expand_multi_point(multi, |name| point.has_plugin(name)),
            None => set.merge_into(&point.defaults, false)?,
        };
        let names = list.into_iter().map(|(name, _)| name);
        names
            .filter_map(|name| {
                if point.has_plugin(&name) { Some(Ok(name)) } else { self.check_extends(&name, set).err().map(Err) }
            })
            .collect()
    }

    /// Replaces the rows in `table` by those that the document defines for a point: `table` has the defaults, `more`
    /// the rows that can be enabled in addition.
    fn pick_rows<R: PluginTableRow>(
        &self,
        table: &mut Vec<R>,
        more: Vec<R>,
        set: &PointPluginSet,
    ) -> Result<(), ConfigError> {
        self.pick_and_return_rest(table, more, set).map(|_| ())
    }

    /// Like [`pick_rows`](Self::pick_rows), and returns the rows that do not run.
    fn pick_and_return_rest<R: PluginTableRow>(
        &self,
        table: &mut Vec<R>,
        more: Vec<R>,
        set: &PointPluginSet,
    ) -> Result<Vec<R>, ConfigError> {
        let defaults = table.len();
        let rows = std::mem::take(table).into_iter().chain(more);
        let mut rows: Vec<Option<R>> = rows.map(Some).collect();
        let known = rows.iter().flatten().map(|row| (row.id().to_string(), row.weight())).collect::<Vec<_>>();
        for (at, weight) in self.row_places(&known, defaults, set)? {
            table.extend(rows[at].take().map(|row| row.with_weight(weight)));
        }
        Ok(rows.into_iter().flatten().collect())
    }

    /// Returns the indices of the rows that run, in order, with their weights. The first `defaults` ones run by
    /// default.
    fn row_places(
        &self,
        rows: &[PluginWeight],
        defaults: usize,
        set: &PointPluginSet,
    ) -> Result<Vec<(usize, i64)>, ConfigError> {
        let list = match self.multi {
            Some(multi) => set.plugin_set.expand_multi_point(multi, |name| rows.iter().any(|(row, _)| row == name)),
            None => set.merge_into(&rows[..defaults], false)?,
        };
        let mut places = Vec::new();
        for (name, weight) in list {
            match rows.iter().position(|(row, _)| *row == name) {
                Some(at) => places.push((at, weight)),
                None => self.check_extends(&name, set)?,
            }
        }
        Ok(places)
    }

    /// Returns an error if the plugin does not extend the point. A plugin without any row has no effect here, and is
    /// accepted.
    fn check_extends(&self, name: &str, set: &PointPluginSet) -> Result<(), ConfigError> {
        if self.everywhere.iter().any(|row| *row == *name) {
            let text = format!("plugin {name:?} does not extend {} plugin", set.kind);
            return Err(ConfigError::new(set.path.clone(), Problem::OtherPoint { plugin: name.into() })
                .with_profile_text(&text));
        }
        Ok(())
    }
}
