//! Arguments of plugins (`pluginConfig`).

use api::{
    Millis, NodeSelector, PreferredSchedulingTerm, Str, TopologySpreadConstraint, UnsatisfiableAction, parse_duration,
};
use findings::{ConfigurationProblem as Problem, Noun};
use releases::plugins::ReleasePlugin;
use runlog::PluginId;
use scheduler::{
    cluster::Resource,
    plugins::{
        default_preemption::DefaultPreemption,
        node_affinity::NodeAffinityPlugin,
        node_label::LabelPresence,
        node_resources::{AllocationScore, Fit, ShapePoint, Strategy},
        pod_topology_spread::DefaultConstraints,
    },
};

use super::{
    json_reader::{ConfigError, JsonAt},
    version::VersionRules,
};

/// The arguments of all plugins of a profile; the defaults are those of every release.
pub(crate) struct Args {
    pub hard_weight: i64,
    pub ignores_existing_preferences: bool,
    pub ignored: Vec<Str>,
    pub ignored_groups: Vec<Str>,
    /// The scoring strategy of `NodeResourcesFit`.
    pub fit_scoring: ScoringArgs,
    /// The resources of the scoring plugins of early releases, which have one for each strategy.
    pub least_allocated: ScoringArgs,
    pub most_allocated: ScoringArgs,
    pub capacity_ratio: ScoringArgs,
    pub balanced_resources: Vec<Resource>,
    pub added_affinity: Option<NodeSelector>,
    pub added_preferred: Vec<PreferredSchedulingTerm>,
    pub default_constraints: DefaultConstraints,
    /// Labels that the filter `NodeLabel` requires or forbids, and those that its score prefers.
    pub labels: LabelPresence,
    pub(crate) preferred_labels: LabelPresence,
    /// Labels whose values must be equal for all pods of a service, and those over whose values these are spread.
    pub(crate) service_labels: Vec<Str>,
    pub(crate) service_spread: Vec<Str>,
    /// `bindTimeoutSeconds` of `VolumeBinding`.
    pub(crate) bind_timeout: Millis,
    /// `bindingTimeout` of `DynamicResources`.
    pub(crate) device_timeout: Millis,
    /// `minCandidateNodesPercentage` and `minCandidateNodesAbsolute`.
    pub(super) min_candidates: (Option<i64>, Option<i64>),
}

/// A scoring strategy and its resources with weights.
pub(crate) struct ScoringArgs {
    pub strategy: Strategy,
    pub resources: Vec<(Resource, i64)>,
}

impl ScoringArgs {
    fn from_strategy(strategy: Strategy) -> Self {
        Self { strategy, resources: vec![(Resource::Cpu, 1), (Resource::Memory, 1)] }
    }

    /// Creates the score plugin.
    pub(crate) fn allocation(&self, max: i64, skips_missing_resources: bool) -> AllocationScore {
        AllocationScore {
            strategy: self.strategy.clone(),
            resources: self.resources.clone(),
            max,
            skips_missing_resources,
        }
    }
}

impl Default for Args {
    fn default() -> Self {
        Self {
            hard_weight: 1,
            ignores_existing_preferences: false,
            ignored: Vec::new(),
            ignored_groups: Vec::new(),
            fit_scoring: ScoringArgs::from_strategy(Strategy::Least),
            least_allocated: ScoringArgs::from_strategy(Strategy::Least),
            most_allocated: ScoringArgs::from_strategy(Strategy::Most),
            capacity_ratio: ScoringArgs::from_strategy(Strategy::Ratio(Vec::new())),
            balanced_resources: vec![Resource::Cpu, Resource::Memory],
            added_affinity: None,
            added_preferred: Vec::new(),
            default_constraints: DefaultConstraints::System,
            labels: LabelPresence::default(),
            preferred_labels: LabelPresence::default(),
            service_labels: Vec::new(),
            service_spread: Vec::new(),
            bind_timeout: Millis::from_seconds(600),
            device_timeout: Millis::from_seconds(600),
            min_candidates: (None, None),
        }
    }
}

impl Args {
    /// Returns the defaults, except that preemption tries all nodes.
    pub(crate) fn exhaustive() -> Self {
        Self { min_candidates: (Some(100), None), ..Self::default() }
    }

    /// Creates the resource filter, with the fields that arguments define.
    pub(crate) fn fit(&self) -> Fit {
        Fit { ignored: self.ignored.clone(), ignored_groups: self.ignored_groups.clone(), ..Fit::default() }
    }

    /// Creates the node affinity plugin, with the fields that arguments define.
    pub(crate) fn affinity(&self) -> NodeAffinityPlugin {
        NodeAffinityPlugin {
            added: self.added_affinity.clone(),
            added_preferred: self.added_preferred.clone(),
            ..NodeAffinityPlugin::default()
        }
    }

    /// Sets the fields of the preemption plugin that arguments define.
    pub(crate) fn limit_candidates(&self, plugin: DefaultPreemption) -> DefaultPreemption {
        let (percentage, absolute) = self.min_candidates;
        DefaultPreemption {
            min_candidate_percentage: percentage.unwrap_or(plugin.min_candidate_percentage),
            min_candidate_absolute: absolute.unwrap_or(plugin.min_candidate_absolute),
            ..plugin
        }
    }

    /// Reads the `args` of a plugin.
    pub(super) fn read_plugin_args(
        &mut self,
        plugin: &str,
        args: &JsonAt,
        version: &VersionRules<'_>,
    ) -> Result<(), ConfigError> {
        let is_latest = version.is_latest();
        let Some(ReleasePlugin { id, usage, .. }) =
            version.find_plugin(plugin).filter(|plugin| !plugin.usage.arguments.is_empty())
        else {
            // From v1.34 on, arguments of a plugin that has none are ignored.
            return if is_latest { Ok(()) } else { Err(args.error(Problem::NoArguments { plugin: plugin.into() })) };
        };
        let known: Vec<&str> = usage.arguments.iter().copied().chain(["apiVersion", "kind"]).collect();
        args.known_fields(&known)?;
        check_kind(args, plugin)?;
        match id {
            PluginId::DefaultPreemption => self.read_candidates(args)?,
            PluginId::InterPodAffinity => {
                if let Some(weight) = args.field("hardPodAffinityWeight") {
                    self.hard_weight = weight.in_range("hardPodAffinityWeight", 0, 100)?;
                }
                if let Some(flag) = args.field("ignorePreferredTermsOfExistingPods") {
                    self.ignores_existing_preferences = flag.flag()?;
                }
            }
            PluginId::NodeAffinity => self.read_added_affinity(args)?,
            PluginId::NodeResourcesFit => {
                self.ignored = texts(args, "ignoredResources")?;
                self.ignored_groups = resource_groups(args)?;
                if let Some(strategy) = args.field("scoringStrategy") {
                    self.fit_scoring = scoring_strategy(&strategy)?;
                }
            }
            PluginId::NodeResourcesBalancedAllocation => {
                if let Some(resource_weights) = resources(args, true)? {
                    self.balanced_resources = resource_weights.into_iter().map(|(resource, _)| resource).collect();
                }
            }
            PluginId::NodeResourcesLeastAllocated => {
                set_if_some(&mut self.least_allocated.resources, weighted_resources(args)?);
            }
            PluginId::NodeResourcesMostAllocated => {
                set_if_some(&mut self.most_allocated.resources, weighted_resources(args)?);
            }
            PluginId::RequestedToCapacityRatio => {
                self.read_ratio(args, RatioRules { scale: 10, has_upstream_typo: false, fills_in_defaults: true })?;
            }
            PluginId::NodeLabel => {
                let labels = |present: &str, absent: &str| -> Result<LabelPresence, ConfigError> {
                    Ok(LabelPresence { present: texts(args, present)?, absent: texts(args, absent)? })
                };
                self.labels = labels("presentLabels", "absentLabels")?;
                self.preferred_labels = labels("presentLabelsPreference", "absentLabelsPreference")?;
                for labels in [&self.labels, &self.preferred_labels] {
                    check_contradiction(args, labels)?;
                }
            }
            PluginId::ServiceAffinity => {
                self.service_labels = texts(args, "affinityLabels")?;
                self.service_spread = texts(args, "antiAffinityLabelsPreference")?;
            }
            PluginId::PodTopologySpread => self.default_constraints = spread(args, is_latest)?,
            PluginId::VolumeBinding => set_if_some(&mut self.bind_timeout, bind_timeout(args)?),
            // An invalid duration is refused at startup (`config/startup_validation`). A search takes no virtual time,
            // so `filterTimeout` has no effect.
            PluginId::DynamicResources => {
                set_if_some(
                    &mut self.device_timeout,
                    args.field("bindingTimeout").and_then(|field| parse_duration(field.text().ok()?)),
                );
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads shape and resources of a requested-to-capacity ratio.
    pub(super) fn read_ratio(&mut self, args: &JsonAt, how: RatioRules) -> Result<(), ConfigError> {
        self.capacity_ratio.strategy = Strategy::Ratio(shape(args, how)?);
        let resource_weights = resources(args, false)?;
        if !how.fills_in_defaults
            && let Some(resource) = args.elements("resources")?.iter().find(|element| element.field("weight").is_none())
        {
            let name: Str = resource.required_field("name")?.text()?.into();
            let text = format!("resource weight of {name} should be a positive value, got 0");
            return Err(resource.error(Problem::NoResourceWeight { name }).with_profile_text(&text));
        }
        match how.fills_in_defaults {
            true => set_if_some(&mut self.capacity_ratio.resources, resource_weights),
            // There is no default: without resources every node scores 0.
            false => self.capacity_ratio.resources = resource_weights.unwrap_or_default(),
        }
        Ok(())
    }

    fn read_candidates(&mut self, args: &JsonAt) -> Result<(), ConfigError> {
        if let Some(percentage) = args.field("minCandidateNodesPercentage") {
            self.min_candidates.0 = Some(percentage.number(0, 100)?);
        }
        if let Some(absolute) = args.field("minCandidateNodesAbsolute") {
            self.min_candidates.1 = Some(absolute.number(0, i64::from(i32::MAX))?);
        }
        if self.min_candidates == (Some(0), Some(0)) {
            return Err(args.error(Problem::NoCandidates));
        }
        Ok(())
    }

    fn read_added_affinity(&mut self, args: &JsonAt) -> Result<(), ConfigError> {
        let Some(affinity) = args.field("addedAffinity") else { return Ok(()) };
        affinity.known_fields(&[
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
        ])?;
        let affinity: api::NodeAffinity = affinity.decode_object()?;
        self.added_affinity = affinity.required;
        self.added_preferred = affinity.preferred;
        Ok(())
    }
}

/// The differences between releases in reading a requested-to-capacity ratio.
#[derive(Clone, Copy)]
pub(super) struct RatioRules {
    /// The factor of scores of 0 to 10.
    pub scale: i64,
    /// Whether the message about a score that is too high has the typo of v1.16's `NewFunctionShape`. Test:
    /// `configurations_are_rejected_as_upstream_rejects_them`.
    pub(crate) has_upstream_typo: bool,
    /// Whether missing values have defaults: a weight of 1, and cpu and memory if there are no resources.
    pub fills_in_defaults: bool,
}

/// Returns an error with upstream's message if a label is both required and forbidden.
pub(super) fn check_contradiction(at: &JsonAt, labels: &LabelPresence) -> Result<(), ConfigError> {
    let Some(label) = labels.contradictory_label() else { return Ok(()) };
    let list = |labels: &[Str]| labels.iter().map(Str::as_str).collect::<Vec<_>>().join(" ");
    let (present, absent) = (list(&labels.present), list(&labels.absent));
    let text = format!(
        "detecting at least one label (e.g., \"{label}\") that exist in both the present([{present}]) and \
         absent([{absent}]) label list"
    );
    Err(at.error(Problem::LabelContradiction { label: label.clone() }).with_profile_text(&text))
}

/// Checks the `kind` of arguments, if given; it must be that of the plugin.
fn check_kind(args: &JsonAt, plugin: &str) -> Result<(), ConfigError> {
    let Some(kind) = args.field("kind") else { return Ok(()) };
    let (kind_text, wanted) = (kind.text()?, format!("{plugin}Args"));
    if kind_text == wanted {
        return Ok(());
    }
    let place = args.path.strip_suffix(".args").unwrap_or(&args.path);
    let group = "kubescheduler.config.k8s.io";
    let text = format!(
        "decoding .{place}: args for plugin {plugin} were not of type {wanted}.{group}, got {kind_text}.{group}"
    );
    Err(kind
        .error(Problem::OtherArguments { kind: kind_text.into(), wanted: wanted.as_str().into() })
        .with_document_text(&text))
}

fn resource_groups(args: &JsonAt) -> Result<Vec<Str>, ConfigError> {
    for (at, group) in args.elements("ignoredResourceGroups")?.iter().enumerate() {
        let name = group.text()?;
        if name.contains('/') {
            let text =
                format!("ignoredResourceGroups[{at}]: Invalid value: {name:?}: resource group name can't contain '/'");
            return Err(group.error(Problem::GroupWithSlash { group: name.into() }).with_profile_text(&text));
        }
    }
    texts(args, "ignoredResourceGroups")
}

/// Reads the resources of a scoring plugin of an early release, which need a weight each.
fn weighted_resources(args: &JsonAt) -> Result<Option<Vec<(Resource, i64)>>, ConfigError> {
    for resource in args.elements("resources")? {
        let name = resource.required_field("name")?;
        let (name, weight) = (name.text()?, resource.field("weight"));
        let weight = weight.map_or(Ok(0), |weight| weight.number(i64::MIN, i64::MAX))?;
        let wrong =
            |text: String| resource.error(Problem::NoResourceWeight { name: name.into() }).with_profile_text(&text);
        if weight < 1 {
            return Err(wrong(format!("resource Weight of {name} should be a positive value, got {weight}")));
        }
        if weight > 100 {
            return Err(wrong(format!("resource Weight of {name} should be less than 100, got {weight}")));
        }
    }
    resources(args, false)
}

fn set_if_some<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// Reads `bindTimeoutSeconds`, if given.
pub(super) fn bind_timeout(at: &JsonAt) -> Result<Option<Millis>, ConfigError> {
    let Some(seconds) = at.field("bindTimeoutSeconds") else { return Ok(None) };
    let text = format!(
        "bindTimeoutSeconds: Invalid value: {}: invalid BindTimeoutSeconds, should not be a negative value",
        seconds.to_json_text()
    );
    let seconds = seconds.number(0, i64::MAX).map_err(|wrong| wrong.with_profile_text(&text))?;
    Ok(Some(Millis::from_signed_seconds(seconds)))
}

fn texts(at: &JsonAt, name: &str) -> Result<Vec<Str>, ConfigError> {
    at.elements(name)?.iter().map(|text| Ok(text.text()?.into())).collect()
}

fn scoring_strategy(at: &JsonAt) -> Result<ScoringArgs, ConfigError> {
    const TYPES: [&str; 3] = ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];
    at.known_fields(&["type", "resources", "requestedToCapacityRatio"])?;
    let strategy = match at.field("type").map_or(Ok(TYPES[0]), |name| name.one_of(Noun::Strategy, &TYPES))? {
        "MostAllocated" => Strategy::Most,
        "RequestedToCapacityRatio" => {
            let ratio = at.required_field("requestedToCapacityRatio")?;
            ratio.known_fields(&["shape"])?;
            Strategy::Ratio(shape(&ratio, RatioRules { scale: 10, has_upstream_typo: false, fills_in_defaults: true })?)
        }
        _ => Strategy::Least,
    };
    let mut scoring = ScoringArgs::from_strategy(strategy);
    set_if_some(&mut scoring.resources, resources(at, false)?);
    Ok(scoring)
}

/// Reads resources with weights of 1 to 100 (1 if missing or 0); `None` for an empty list, which means the default.
/// With `only_one`, other weights than 1 are errors.
fn resources(at: &JsonAt, only_one: bool) -> Result<Option<Vec<(Resource, i64)>>, ConfigError> {
    let mut resource_weights = Vec::new();
    for resource in at.elements("resources")? {
        resource.known_fields(&["name", "weight"])?;
        let name = resource.required_field("name")?;
        let name = name.text()?;
        let weight = resource.field("weight").map_or(Ok(1), |weight| weight.number(0, 100))?.max(1);
        if only_one && weight != 1 {
            return Err(resource.error(Problem::WeightNotOne));
        }
        resource_weights.push((Resource::from_name(name), weight));
    }
    Ok((!resource_weights.is_empty()).then_some(resource_weights))
}

/// Reads points with utilizations of 0 to 100 %, in increasing order, and scores of 0 to 10.
fn shape(at: &JsonAt, how: RatioRules) -> Result<Vec<ShapePoint>, ConfigError> {
    let mut points: Vec<ShapePoint> = Vec::new();
    let all = at.elements("shape")?;
    if all.is_empty() {
        return Err(at.error(Problem::NoPoints).with_profile_text("at least one point must be specified"));
    }
    let number =
        |point: &JsonAt, name: &str| point.field(name).map_or(Ok(0), |json_at| json_at.number(i64::MIN, i64::MAX));
    for (ix, point) in all.iter().enumerate() {
        point.known_fields(&["utilization", "score"])?;
        let (utilization, score) = (number(point, "utilization")?, number(point, "score")?);
        if let Some(last) = points.last().filter(|last| last.utilization >= utilization) {
            let before = format!("Utilization[{}]=={}", ix - 1, last.utilization);
            let text = format!("utilization values must be sorted. {before} >= Utilization[{ix}]=={utilization}");
            return Err(point.error(Problem::NotRising).with_profile_text(&text));
        }
        points.push(ShapePoint { utilization, score });
    }
    for (ix, (point, values)) in all.iter().zip(&mut points).enumerate() {
        let (used, score) = (values.utilization, values.score);
        let beyond = |text: &str, of: &str, value: i64| format!("{text}. {of}[{ix}]=={value}");
        let too_high = if how.has_upstream_typo {
            "score valuses not be greater than 10"
        } else {
            "score values must not be greater than 10"
        };
        let text = match (used, score) {
            (..0, _) => beyond("utilization values must not be less than 0", "Utilization", used),
            (101.., _) => beyond("utilization values must not be greater than 100", "Utilization", used),
            (_, ..0) => beyond("score values must not be less than 0", "Score", score),
            (_, 11..) => beyond(too_high, "Score", score),
            _ => {
                values.score *= how.scale;
                continue;
            }
        };
        let (name, high) = if (0..=100).contains(&used) { ("score", 10) } else { ("utilization", 100) };
        let wrong =
            point.field(name).map_or_else(|| point.error(Problem::NoPoints), |json_at| json_at.out_of_range(0, high));
        return Err(wrong.with_profile_text(&text));
    }
    Ok(points)
}

/// Reads the default spread constraints. In early releases constraints without a `defaultingType` count as `List`.
fn spread(at: &JsonAt, is_latest: bool) -> Result<DefaultConstraints, ConfigError> {
    let given = at.field("defaultingType");
    let default = if !is_latest && !at.elements("defaultConstraints")?.is_empty() { "List" } else { "System" };
    let kind = given.map_or(Ok(default), |kind| kind.one_of(Noun::DefaultingType, &["System", "List"]))?;
    let mut list: Vec<TopologySpreadConstraint> = Vec::new();
    for constraint in at.elements("defaultConstraints")? {
        if kind == "System" {
            let text = "defaultingType: Invalid value: \"System\": when .defaultConstraints are not empty";
            return Err(constraint.error(Problem::ConstraintsOfSystem).with_profile_text(text));
        }
        // The field `labelSelector` exists, but upstream refuses it by a rule of its own.
        let known = ["maxSkew", "topologyKey", "whenUnsatisfiable", "labelSelector"];
        constraint.known_fields(&known[..if is_latest { 4 } else { 3 }])?;
        for name in ["maxSkew", "topologyKey", "whenUnsatisfiable"] {
            constraint.required_field(name)?;
        }
        if let Some(skew) = constraint.field("maxSkew") {
            skew.number(1, i64::from(i32::MAX))?;
        }
        if let Some(action) = constraint.field("whenUnsatisfiable") {
            action.one_of(Noun::Action, UnsatisfiableAction::WORDS)?;
        }
        let constraint_read: TopologySpreadConstraint = constraint.decode_object()?;
        let same = |other: &TopologySpreadConstraint| {
            other.topology_key == constraint_read.topology_key
                && other.when_unsatisfiable == constraint_read.when_unsatisfiable
        };
        if list.iter().any(same) {
            return Err(constraint.error(Problem::RepeatedConstraint));
        }
        list.push(constraint_read);
    }
    Ok(if kind == "System" { DefaultConstraints::System } else { DefaultConstraints::List(list) })
}
