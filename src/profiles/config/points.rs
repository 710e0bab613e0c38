//! Which plugins run at which extension point: what a document enables and disables, over the defaults.

use api::problem::Configuration as Problem;
use record::{RowId, Sheet};
use scheduler::framework::{Enabled, FilterRow, Permit, Profile, Row, ScoreRow};

use super::args::Args;
use super::own;
use super::read::{At, Wrong};
use super::version::Version;
use releases::documents::{Chosen, Wanted};

/// What a document says about one extension point.
#[derive(Default)]
struct Set {
    path: String,
    /// What upstream calls plugins of the point.
    kind: String,
    wanted: Wanted,
}

impl Set {
    fn read(plugins: &At, point: &str, version: &Version<'_>) -> Result<Self, Wrong> {
        let mut letters = point.chars();
        let kind = letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string());
        let kind = format!("{kind}{}Plugin", letters.as_str());
        let Some(at) = plugins.field(point) else { return Ok(Self { kind, ..Self::default() }) };
        at.fields(&["enabled", "disabled"])?;
        let mut set = Self { path: at.path.clone(), kind, ..Self::default() };
        for list in ["enabled", "disabled"] {
            for plugin in at.elements(list)? {
                plugin.fields(&["name", "weight"])?;
                let name = plugin.needed("name")?;
                let text = name.text()?;
                if list == "disabled" {
                    if text != "*" && !version.latest {
                        version.plugin(&name)?;
                    }
                    set.wanted.disabled.push(text.into());
                    continue;
                }
                let known = version.plugin(&name);
                known.map_err(|wrong| wrong.said(&format!("{} {text:?} does not exist", set.kind)))?;
                if set.wanted.enabled.iter().any(|(other, _)| other == text) {
                    return Err(plugin.wrong(Problem::Repeated { name: text.into() }));
                }
                let weight = plugin.field("weight").map_or(Ok(0), |w| w.number(0, i64::from(i32::MAX)))?;
                set.wanted.enabled.push((text.into(), weight));
            }
        }
        Ok(set)
    }

    /// The defaults that are left, then what is enabled.
    fn over(&self, defaults: &[Chosen], in_place: bool) -> Result<Vec<Chosen>, Wrong> {
        self.wanted.over(defaults, in_place).map_err(|name| {
            let problem = Problem::EnabledByDefault { plugin: name.into() };
            let text = format!("plugin {name:?} already registered as {:?}", self.kind);
            Wrong::new(self.path.clone(), problem).said(&text)
        })
    }
}

/// Puts the plugins into a profile that its document asks for.
pub(super) fn choose(profile: &mut Profile, plugins: &At, version: &Version<'_>, args: &Args) -> Result<(), Wrong> {
    for point in version.points {
        Set::read(plugins, point, version)?;
    }
    let set = |point: &str| Set::read(plugins, point, version);
    let mut more = (version.more_scores)(args);
    more.extend(own::scores(version.own));
    let mut everywhere: Vec<RowId> = ids(profile).chain(more.iter().map(|row| row.id.clone())).collect();
    let mut more_filters = (version.more_filters)(args);
    more_filters.extend(own::filters(version.own));
    everywhere.extend(more_filters.iter().map(|row| row.id.clone()));
    let more_permits: Vec<Row<dyn Permit>> = own::permits(version.own).collect();
    everywhere.extend(more_permits.iter().map(|row| row.id.clone()));
    let multi = if version.latest {
        // Where a multi-point default has no weight of its own, a score counts once.
        let of = |name: &&str| {
            let row = profile.scores.iter().find(|row| row.id == **name);
            (String::from(*name), row.map_or(0, |row| row.weight))
        };
        Some(set("multiPoint")?.over(&version.plugins.iter().map(of).collect::<Vec<_>>(), true)?)
    } else {
        None
    };
    let asked = Asked { multi: multi.as_deref(), everywhere: &everywhere };
    let (pre_filter, pre_score) = (set("preFilter")?, set("preScore")?);
    let pre_filters = asked.names(&pre_filter, version.pre_filters, version.optional_firsts)?;
    let pre_scores = asked.names(&pre_score, version.pre_scores, version.optional_firsts)?;
    filters(profile, more_filters, &set("filter")?, &asked, (version, &pre_filters))?;
    asked.pick(&mut profile.scores, more, &set("score")?)?;
    let extends = |name: &str| [version.pre_scores, version.optional_firsts].concat().contains(&name);
    for row in &mut profile.scores {
        row.prepares = !extends(row.id.as_str()) || pre_scores.iter().any(|name| row.id == *name.as_str());
    }
    let set_of = |point: &str| Set::read(plugins, point, version);
    asked.pick(&mut profile.post_filters, Vec::new(), &set_of("postFilter")?)?;
    asked.pick(&mut profile.reserves, Vec::new(), &set_of("reserve")?)?;
    asked.pick(&mut profile.permits, more_permits, &set_of("permit")?)?;
    asked.pick(&mut profile.pre_binds, Vec::new(), &set_of("preBind")?)?;
    let bind = set_of("bind")?;
    asked.pick(&mut profile.binds, Vec::new(), &bind)?;
    if profile.binds.is_empty() {
        let path = if bind.path.is_empty() { plugins.path.clone() } else { bind.path };
        // From v1.34 on the profile is named.
        let scheduler = version.latest.then(|| profile.scheduler.clone());
        return Err(Wrong::new(path, Problem::NoBinder { scheduler }).said("at least one bind plugin is needed"));
    }
    sorts(plugins, version, &asked, profile)
}

/// Exactly one plugin has to order the queue.
fn sorts(plugins: &At, version: &Version<'_>, asked: &Asked<'_>, profile: &Profile) -> Result<(), Wrong> {
    let set = Set::read(plugins, "queueSort", version)?;
    if asked.names(&set, &["PrioritySort"], &[])?.is_empty() {
        let path = if set.path.is_empty() { plugins.path.clone() } else { set.path };
        let text = format!("one queue sort plugin required for profile with scheduler name {:?}", profile.scheduler);
        return Err(Wrong::new(path, Problem::NoQueueSort).said_of_profiles(&text));
    }
    Ok(())
}

/// Chooses the filters, and which of them have their `PreFilter`, in which order.
fn filters(
    profile: &mut Profile,
    more: Vec<FilterRow>,
    set: &Set,
    asked: &Asked<'_>,
    (version, first): (&Version<'_>, &[String]),
) -> Result<(), Wrong> {
    let mut rows: Vec<FilterRow> = std::mem::take(&mut profile.filters);
    let known: Vec<FilterRow> = more;
    let left = asked.pick_some(&mut rows, known, set)?;
    let extends = |name: &str| [version.pre_filters, version.optional_firsts].concat().contains(&name);
    for row in &mut rows {
        let prepares = !extends(row.id.as_str()) || first.iter().any(|name| row.id == *name.as_str());
        row.enabled = if prepares { Enabled::Both } else { Enabled::Second };
    }
    let only_first = left.into_iter().filter(|row| first.iter().any(|name| row.id == *name.as_str()));
    rows.extend(only_first.map(|row| FilterRow { enabled: Enabled::First, ..row }));
    let place = |name: &String| rows.iter().position(|row| row.id == *name.as_str());
    profile.pre_filters = first.iter().filter_map(place).collect();
    // Rows of plugins that have no `PreFilter` here prepare themselves; when that is plays no part.
    let others = (0..rows.len()).filter(|at| !profile.pre_filters.contains(at)).collect::<Vec<_>>();
    profile.pre_filters.extend(others);
    profile.filters = rows;
    Ok(())
}

/// A row of any table.
trait Named: Sized {
    fn id(&self) -> &RowId;
    /// The row with the weight that a configuration gives it.
    fn weighed(self, _: i64) -> Self {
        self
    }
    fn weight(&self) -> i64 {
        0
    }
}

impl Named for FilterRow {
    fn id(&self) -> &RowId {
        &self.id
    }
}

impl Named for ScoreRow {
    fn id(&self) -> &RowId {
        &self.id
    }
    fn weighed(self, weight: i64) -> Self {
        Self { weight: weight.max(1), ..self }
    }
    fn weight(&self) -> i64 {
        self.weight
    }
}

impl<P: ?Sized> Named for Row<P> {
    fn id(&self) -> &RowId {
        &self.id
    }
}

/// What is asked for beyond a single point.
struct Asked<'a> {
    /// What `multiPoint` comes to, where there is one.
    multi: Option<&'a [Chosen]>,
    /// Plugins that have a row anywhere.
    everywhere: &'a [RowId],
}

/// The rows that stand in a profile.
fn ids(profile: &Profile) -> impl Iterator<Item = RowId> {
    let sheet = Sheet::from(profile);
    let rows = sheet.filters.into_iter().chain(sheet.scores).chain(sheet.others.into_iter().map(|(_, row)| row));
    rows.map(|row| row.id)
}

impl Asked<'_> {
    /// The plugins that run at a point which has the defaults `names`; `optional` ones can be enabled beside them.
    fn names(&self, set: &Set, names: &[&str], optional: &[&str]) -> Result<Vec<String>, Wrong> {
        let known = |name: &str| names.contains(&name) || optional.contains(&name);
        let defaults: Vec<Chosen> = names.iter().map(|name| (String::from(*name), 0)).collect();
        let list = match self.multi {
            Some(multi) => set.wanted.expand(multi, known),
            None => set.over(&defaults, false)?,
        };
        let names = list.into_iter().map(|(name, _)| name);
        names
            .filter_map(|name| if known(&name) { Some(Ok(name)) } else { self.extends(&name, set).err().map(Err) })
            .collect()
    }

    /// Puts those rows into a table that the document asks for at a point: `table` has the defaults, `more` what can be
    /// enabled beside them.
    fn pick<R: Named>(&self, table: &mut Vec<R>, more: Vec<R>, set: &Set) -> Result<(), Wrong> {
        self.pick_some(table, more, set).map(|_| ())
    }

    /// The same; the rows that were not asked for.
    fn pick_some<R: Named>(&self, table: &mut Vec<R>, more: Vec<R>, set: &Set) -> Result<Vec<R>, Wrong> {
        let defaults = table.len();
        let rows = std::mem::take(table).into_iter().chain(more);
        let mut rows: Vec<Option<R>> = rows.map(Some).collect();
        let known = rows.iter().flatten().map(|row| (row.id().to_string(), row.weight())).collect::<Vec<_>>();
        for (at, weight) in self.places(&known, defaults, set)? {
            table.extend(rows[at].take().map(|row| row.weighed(weight)));
        }
        Ok(rows.into_iter().flatten().collect())
    }

    /// Which of the rows run, in order, with their weights. The first `defaults` ones do unless something else is said.
    fn places(&self, rows: &[Chosen], defaults: usize, set: &Set) -> Result<Vec<(usize, i64)>, Wrong> {
        let list = match self.multi {
            Some(multi) => set.wanted.expand(multi, |name| rows.iter().any(|(row, _)| row == name)),
            None => set.over(&rows[..defaults], false)?,
        };
        let mut places = Vec::new();
        for (name, weight) in list {
            match rows.iter().position(|(row, _)| *row == name) {
                Some(at) => places.push((at, weight)),
                None => self.extends(&name, set)?,
            }
        }
        Ok(places)
    }

    /// A plugin that has no row at a point is one that has no effect here, unless it has a row elsewhere.
    fn extends(&self, name: &str, set: &Set) -> Result<(), Wrong> {
        if self.everywhere.iter().any(|row| *row == *name) {
            let text = format!("plugin {name:?} does not extend {} plugin", set.kind);
            return Err(Wrong::new(set.path.clone(), Problem::OtherPoint { plugin: name.into() }).said(&text));
        }
        Ok(())
    }
}
