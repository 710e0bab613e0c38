//! Which plugins run at which extension point: what a document enables and disables, over the defaults.

use api::problem::ConfigurationProblem as Problem;
use releases::documents::{PluginSet, PluginWeight};
use runlog::{ProfileSummary, RowId};
use scheduler::framework::{EnabledPoints, FilterRow, Permit, PointRow, Profile, ScoreRow};

use super::{
    args::Args,
    json_reader::{ConfigError, JsonAt},
    user_plugins,
    version::VersionRules,
};

/// What a document says about one extension point.
#[derive(Default)]
struct PointPluginSet {
    path: String,
    /// What upstream calls plugins of the point.
    kind: String,
    plugin_set: PluginSet,
}

impl PointPluginSet {
    fn read_point(plugins: &JsonAt, point: &str, version: &VersionRules<'_>) -> Result<Self, ConfigError> {
        let mut letters = point.chars();
        let kind = letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string());
        let kind = format!("{kind}{}Plugin", letters.as_str());
        let Some(at) = plugins.field(point) else { return Ok(Self { kind, ..Self::default() }) };
        at.known_fields(&["enabled", "disabled"])?;
        let mut plugin_set = Self { path: at.path.clone(), kind, ..Self::default() };
        for list in ["enabled", "disabled"] {
            for plugin in at.elements(list)? {
                plugin.known_fields(&["name", "weight"])?;
                let name = plugin.required_field("name")?;
                let text = name.text()?;
                if list == "disabled" {
                    if text != "*" && !version.latest {
                        version.plugin_name(&name)?;
                    }
                    plugin_set.plugin_set.disabled.push(text.into());
                    continue;
                }
                let canonical_name = version.plugin_name(&name);
                canonical_name.map_err(|error| {
                    error.with_profile_text(&format!("{} {text:?} does not exist", plugin_set.kind))
                })?;
                if plugin_set.plugin_set.enabled.iter().any(|(other, _)| other == text) {
                    return Err(plugin.error(Problem::Repeated { name: text.into() }));
                }
                let weight = plugin.field("weight").map_or(Ok(0), |w| w.number(0, i64::from(i32::MAX)))?;
                plugin_set.plugin_set.enabled.push((text.into(), weight));
            }
        }
        Ok(plugin_set)
    }

    /// The defaults that are left, then what is enabled.
    fn merge_into(&self, defaults: &[PluginWeight], in_place: bool) -> Result<Vec<PluginWeight>, ConfigError> {
        self.plugin_set.merge_into(defaults, in_place).map_err(|name| {
            let problem = Problem::EnabledByDefault { plugin: name.into() };
            let text = format!("plugin {name:?} already registered as {:?}", self.kind);
            ConfigError::new(self.path.clone(), problem).with_profile_text(&text)
        })
    }
}

/// Puts the plugins into a profile that its document asks for.
pub(super) fn choose_plugins(
    profile: &mut Profile,
    plugins: &JsonAt,
    version: &VersionRules<'_>,
    args: &Args,
) -> Result<(), ConfigError> {
    for point in version.points {
        PointPluginSet::read_point(plugins, point, version)?;
    }
    let plugin_set = |point: &str| PointPluginSet::read_point(plugins, point, version);
    let mut more_scores = (version.more_scores)(args);
    more_scores.extend(user_plugins::user_scores(version.user_plugins));
    let mut everywhere: Vec<RowId> = row_ids(profile).chain(more_scores.iter().map(|row| row.id.clone())).collect();
    let mut more_filters = (version.more_filters)(args);
    more_filters.extend(user_plugins::user_filters(version.user_plugins));
    everywhere.extend(more_filters.iter().map(|row| row.id.clone()));
    let more_permits: Vec<PointRow<dyn Permit>> = user_plugins::user_permits(version.user_plugins).collect();
    everywhere.extend(more_permits.iter().map(|row| row.id.clone()));
    let multi = if version.latest {
        // Where a multi-point default has no weight of its own, a score counts once.
        let is_name_of_plugin = |name: &&str| {
            let row = profile.scores.iter().find(|row| row.id == **name);
            (String::from(*name), row.map_or(0, |row| row.weight))
        };
        Some(
            plugin_set("multiPoint")?
                .merge_into(&version.plugins.iter().map(is_name_of_plugin).collect::<Vec<_>>(), true)?,
        )
    } else {
        None
    };
    let plugin_requests = PluginRequests { multi: multi.as_deref(), everywhere: &everywhere };
    let (pre_filter, pre_score) = (plugin_set("preFilter")?, plugin_set("preScore")?);
    let pre_filters = plugin_requests.running_plugins(&pre_filter, version.pre_filters, version.optional_pre_points)?;
    let pre_scores = plugin_requests.running_plugins(&pre_score, version.pre_scores, version.optional_pre_points)?;
    choose_filters(profile, more_filters, &plugin_set("filter")?, &plugin_requests, version, &pre_filters)?;
    plugin_requests.pick_rows(&mut profile.scores, more_scores, &plugin_set("score")?)?;
    let extends = |name: &str| [version.pre_scores, version.optional_pre_points].concat().contains(&name);
    for row in &mut profile.scores {
        row.runs_pre_score = !extends(row.id.as_str()) || pre_scores.iter().any(|name| row.id == *name.as_str());
    }
    let set_of = |point: &str| PointPluginSet::read_point(plugins, point, version);
    plugin_requests.pick_rows(&mut profile.post_filters, Vec::new(), &set_of("postFilter")?)?;
    plugin_requests.pick_rows(&mut profile.reserves, Vec::new(), &set_of("reserve")?)?;
    plugin_requests.pick_rows(&mut profile.permits, more_permits, &set_of("permit")?)?;
    plugin_requests.pick_rows(&mut profile.pre_binds, Vec::new(), &set_of("preBind")?)?;
    let bind = set_of("bind")?;
    plugin_requests.pick_rows(&mut profile.binds, Vec::new(), &bind)?;
    if profile.binds.is_empty() {
        let path = if bind.path.is_empty() { plugins.path.clone() } else { bind.path };
        // From v1.34 on the profile is named.
        let scheduler = version.latest.then(|| profile.scheduler.clone());
        return Err(ConfigError::new(path, Problem::NoBinder { scheduler })
            .with_profile_text("at least one bind plugin is needed"));
    }
    check_queue_sort(plugins, version, &plugin_requests, profile)
}

/// Exactly one plugin has to order the queue.
fn check_queue_sort(
    plugins: &JsonAt,
    version: &VersionRules<'_>,
    plugin_requests: &PluginRequests<'_>,
    profile: &Profile,
) -> Result<(), ConfigError> {
    let plugin_set = PointPluginSet::read_point(plugins, "queueSort", version)?;
    if plugin_requests.running_plugins(&plugin_set, &["PrioritySort"], &[])?.is_empty() {
        let path = if plugin_set.path.is_empty() { plugins.path.clone() } else { plugin_set.path };
        let text = format!("one queue sort plugin required for profile with scheduler name {:?}", profile.scheduler);
        return Err(ConfigError::new(path, Problem::NoQueueSort).with_profiles_text(&text));
    }
    Ok(())
}

/// Chooses the filters, and which of them have their `PreFilter`, in which order.
fn choose_filters(
    profile: &mut Profile,
    more_rows: Vec<FilterRow>,
    plugin_set: &PointPluginSet,
    plugin_requests: &PluginRequests<'_>,
    version: &VersionRules<'_>,
    first: &[String],
) -> Result<(), ConfigError> {
    let mut rows: Vec<FilterRow> = std::mem::take(&mut profile.filters);
    let known_rows: Vec<FilterRow> = more_rows;
    let unplaced_rows = plugin_requests.pick_and_return_rest(&mut rows, known_rows, plugin_set)?;
    let extends = |name: &str| [version.pre_filters, version.optional_pre_points].concat().contains(&name);
    for row in &mut rows {
        let prepares = !extends(row.id.as_str()) || first.iter().any(|name| row.id == *name.as_str());
        row.enabled = if prepares { EnabledPoints::Both } else { EnabledPoints::FilterOnly };
    }
    let only_first = unplaced_rows.into_iter().filter(|row| first.iter().any(|name| row.id == *name.as_str()));
    rows.extend(only_first.map(|row| FilterRow { enabled: EnabledPoints::PreFilterOnly, ..row }));
    let place = |name: &String| rows.iter().position(|row| row.id == *name.as_str());
    profile.pre_filters = first.iter().filter_map(place).collect();
    // Rows of plugins that have no `PreFilter` here prepare themselves; when that is plays no part.
    let others = (0..rows.len()).filter(|at| !profile.pre_filters.contains(at)).collect::<Vec<_>>();
    profile.pre_filters.extend(others);
    profile.filters = rows;
    Ok(())
}

/// A row of any table.
trait PluginTableRow: Sized {
    fn id(&self) -> &RowId;
    /// The row with the weight that a configuration gives it.
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

/// What is asked for beyond a single point.
struct PluginRequests<'a> {
    /// What `multiPoint` comes to, where there is one.
    multi: Option<&'a [PluginWeight]>,
    /// Plugins that have a row anywhere.
    everywhere: &'a [RowId],
}

/// The rows that stand in a profile.
fn row_ids(profile: &Profile) -> impl Iterator<Item = RowId> {
    let profile_summary = ProfileSummary::from(profile);
    let rows = profile_summary
        .filters
        .into_iter()
        .chain(profile_summary.scores)
        .chain(profile_summary.others.into_iter().map(|(_, row)| row));
    rows.map(|row| row.id)
}

impl PluginRequests<'_> {
    /// The plugins that run at a point which has the defaults `running_plugins`; `optional` ones can be enabled beside them.
    fn running_plugins(
        &self,
        plugin_set: &PointPluginSet,
        names: &[&str],
        optional: &[&str],
    ) -> Result<Vec<String>, ConfigError> {
        let is_known_name = |name: &str| names.contains(&name) || optional.contains(&name);
        let defaults: Vec<PluginWeight> = names.iter().map(|name| (String::from(*name), 0)).collect();
        let list = match self.multi {
            Some(multi) => plugin_set.plugin_set.expand_multi_point(multi, is_known_name),
            None => plugin_set.merge_into(&defaults, false)?,
        };
        let names = list.into_iter().map(|(name, _)| name);
        names
            .filter_map(|name| {
                if is_known_name(&name) { Some(Ok(name)) } else { self.check_extends(&name, plugin_set).err().map(Err) }
            })
            .collect()
    }

    /// Puts those rows into a table that the document asks for at a point: `table` has the defaults, `more` what can be
    /// enabled beside them.
    fn pick_rows<R: PluginTableRow>(
        &self,
        table: &mut Vec<R>,
        more_rows: Vec<R>,
        plugin_set: &PointPluginSet,
    ) -> Result<(), ConfigError> {
        self.pick_and_return_rest(table, more_rows, plugin_set).map(|_| ())
    }

    /// The same; the rows that were not asked for.
    fn pick_and_return_rest<R: PluginTableRow>(
        &self,
        table: &mut Vec<R>,
        more_rows: Vec<R>,
        plugin_set: &PointPluginSet,
    ) -> Result<Vec<R>, ConfigError> {
        let defaults = table.len();
        let rows = std::mem::take(table).into_iter().chain(more_rows);
        let mut rows: Vec<Option<R>> = rows.map(Some).collect();
        let known_weights = rows.iter().flatten().map(|row| (row.id().to_string(), row.weight())).collect::<Vec<_>>();
        for (at, weight) in self.row_places(&known_weights, defaults, plugin_set)? {
            table.extend(rows[at].take().map(|row| row.with_weight(weight)));
        }
        Ok(rows.into_iter().flatten().collect())
    }

    /// Which of the rows run, in order, with their weights. The first `defaults` ones do unless something else is said.
    fn row_places(
        &self,
        rows: &[PluginWeight],
        defaults: usize,
        plugin_set: &PointPluginSet,
    ) -> Result<Vec<(usize, i64)>, ConfigError> {
        let list = match self.multi {
            Some(multi) => {
                plugin_set.plugin_set.expand_multi_point(multi, |name| rows.iter().any(|(row, _)| row == name))
            }
            None => plugin_set.merge_into(&rows[..defaults], false)?,
        };
        let mut places = Vec::new();
        for (name, weight) in list {
            match rows.iter().position(|(row, _)| *row == name) {
                Some(at) => places.push((at, weight)),
                None => self.check_extends(&name, plugin_set)?,
            }
        }
        Ok(places)
    }

    /// A plugin that has no row at a point is one that has no effect here, unless it has a row elsewhere.
    fn check_extends(&self, name: &str, plugin_set: &PointPluginSet) -> Result<(), ConfigError> {
        if self.everywhere.iter().any(|row| *row == *name) {
            let text = format!("plugin {name:?} does not extend {} plugin", plugin_set.kind);
            return Err(ConfigError::new(plugin_set.path.clone(), Problem::OtherPoint { plugin: name.into() })
                .with_profile_text(&text));
        }
        Ok(())
    }
}
