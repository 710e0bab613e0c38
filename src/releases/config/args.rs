//! Arguments of plugins.

use crate::api::problem::{Configuration as Problem, Noun};
use crate::api::{NodeSelector, PreferredSchedulingTerm, Str, TopologySpreadConstraint};
use crate::cluster::Resource;
use crate::plugins::default_preemption::DefaultPreemption;
use crate::plugins::node_affinity::NodeAffinity;
use crate::plugins::node_resources::{Allocation, Fit, ShapePoint, Strategy};
use crate::plugins::pod_topology_spread::Defaults;

use super::read::{At, Wrong};

/// Arguments of all plugins of a profile; the defaults are those of every release.
pub(in super::super) struct Args {
    pub hard_weight: i64,
    pub ignores_existing_preferences: bool,
    pub ignored: Vec<Str>,
    pub ignored_groups: Vec<Str>,
    /// How `NodeResourcesFit` scores.
    pub fit: Scoring,
    /// Early releases have a plugin for each strategy.
    pub least: Scoring,
    pub most: Scoring,
    pub ratio: Scoring,
    pub balanced: Vec<Resource>,
    pub added: Option<NodeSelector>,
    pub added_preferred: Vec<PreferredSchedulingTerm>,
    pub spread: Defaults,
    min_candidates: (Option<i64>, Option<i64>),
}

/// A strategy and its resources.
pub(in super::super) struct Scoring {
    pub strategy: Strategy,
    pub resources: Vec<(Resource, i64)>,
}

impl Scoring {
    fn by(strategy: Strategy) -> Self {
        Self { strategy, resources: vec![(Resource::Cpu, 1), (Resource::Memory, 1)] }
    }

    /// The score plugin.
    pub fn allocation(&self, max: i64, drops_missing: bool) -> Allocation {
        Allocation { strategy: self.strategy.clone(), resources: self.resources.clone(), max, drops_missing }
    }
}

impl Default for Args {
    fn default() -> Self {
        Self {
            hard_weight: 1,
            ignores_existing_preferences: false,
            ignored: Vec::new(),
            ignored_groups: Vec::new(),
            fit: Scoring::by(Strategy::Least),
            least: Scoring::by(Strategy::Least),
            most: Scoring::by(Strategy::Most),
            ratio: Scoring::by(Strategy::Ratio(Vec::new())),
            balanced: vec![Resource::Cpu, Resource::Memory],
            added: None,
            added_preferred: Vec::new(),
            spread: Defaults::System,
            min_candidates: (None, None),
        }
    }
}

impl Args {
    /// The defaults, but preemption tries all nodes.
    pub fn exhaustive() -> Self {
        Self { min_candidates: (Some(100), None), ..Self::default() }
    }

    /// The resource filter, as far as arguments say.
    pub fn fit(&self) -> Fit {
        Fit { ignored: self.ignored.clone(), ignored_groups: self.ignored_groups.clone(), ..Fit::default() }
    }

    /// Node affinity, as far as arguments say.
    pub fn affinity(&self) -> NodeAffinity {
        NodeAffinity {
            added: self.added.clone(),
            added_preferred: self.added_preferred.clone(),
            ..NodeAffinity::default()
        }
    }

    /// Preemption, as far as arguments say.
    pub fn limit(&self, plugin: DefaultPreemption) -> DefaultPreemption {
        let (percentage, absolute) = self.min_candidates;
        DefaultPreemption {
            min_candidate_percentage: percentage.unwrap_or(plugin.min_candidate_percentage),
            min_candidate_absolute: absolute.unwrap_or(plugin.min_candidate_absolute),
            ..plugin
        }
    }

    /// Reads the `args` of a plugin. `latest` is the form of v1, otherwise that of v1beta1.
    pub(super) fn read(&mut self, plugin: &str, args: &At, latest: bool) -> Result<(), Wrong> {
        let known: &[&str] = match plugin {
            "DefaultPreemption" => &["minCandidateNodesPercentage", "minCandidateNodesAbsolute"],
            "InterPodAffinity" if latest => &["hardPodAffinityWeight", "ignorePreferredTermsOfExistingPods"],
            "InterPodAffinity" => &["hardPodAffinityWeight"],
            "NodeAffinity" => &["addedAffinity"],
            "NodeResourcesFit" if latest => &["ignoredResources", "ignoredResourceGroups", "scoringStrategy"],
            "NodeResourcesFit" => &["ignoredResources", "ignoredResourceGroups"],
            "NodeResourcesBalancedAllocation" if latest => &["resources"],
            "NodeResourcesLeastAllocated" | "NodeResourcesMostAllocated" if !latest => &["resources"],
            "RequestedToCapacityRatio" if !latest => &["shape", "resources"],
            "PodTopologySpread" => &["defaultConstraints", "defaultingType"],
            "VolumeBinding" => &["bindTimeoutSeconds", "shape"],
            "DynamicResources" if latest => &["filterTimeout", "bindingTimeout"],
            _ => return Err(args.wrong(Problem::NoArguments { plugin: plugin.into() })),
        };
        let known: Vec<&str> = known.iter().copied().chain(["apiVersion", "kind"]).collect();
        args.fields(&known)?;
        match plugin {
            "DefaultPreemption" => self.candidates(args)?,
            "InterPodAffinity" => {
                if let Some(weight) = args.field("hardPodAffinityWeight") {
                    self.hard_weight = weight.number(0, 100)?;
                }
                if let Some(flag) = args.field("ignorePreferredTermsOfExistingPods") {
                    self.ignores_existing_preferences = flag.flag()?;
                }
            }
            "NodeAffinity" => self.added_affinity(args)?,
            "NodeResourcesFit" => {
                self.ignored = texts(args, "ignoredResources")?;
                self.ignored_groups = texts(args, "ignoredResourceGroups")?;
                if let Some(strategy) = args.field("scoringStrategy") {
                    self.fit = scoring_strategy(&strategy)?;
                }
            }
            "NodeResourcesBalancedAllocation" => {
                if let Some(found) = resources(args, true)? {
                    self.balanced = found.into_iter().map(|(resource, _)| resource).collect();
                }
            }
            "NodeResourcesLeastAllocated" => set(&mut self.least.resources, resources(args, false)?),
            "NodeResourcesMostAllocated" => set(&mut self.most.resources, resources(args, false)?),
            "RequestedToCapacityRatio" => self.read_ratio(args, 10)?,
            "PodTopologySpread" => self.spread = spread(args)?,
            _ => {}
        }
        Ok(())
    }

    /// Reads shape and resources of the ratio; scores of 0 to 10 are multiplied by `scale`.
    pub(super) fn read_ratio(&mut self, args: &At, scale: i64) -> Result<(), Wrong> {
        self.ratio.strategy = Strategy::Ratio(shape(args, scale)?);
        set(&mut self.ratio.resources, resources(args, false)?);
        Ok(())
    }

    fn candidates(&mut self, args: &At) -> Result<(), Wrong> {
        if let Some(percentage) = args.field("minCandidateNodesPercentage") {
            self.min_candidates.0 = Some(percentage.number(0, 100)?);
        }
        if let Some(absolute) = args.field("minCandidateNodesAbsolute") {
            self.min_candidates.1 = Some(absolute.number(0, i64::from(i32::MAX))?);
        }
        if self.min_candidates == (Some(0), Some(0)) {
            return Err(args.wrong(Problem::NoCandidates));
        }
        Ok(())
    }

    fn added_affinity(&mut self, args: &At) -> Result<(), Wrong> {
        let Some(affinity) = args.field("addedAffinity") else { return Ok(()) };
        affinity.fields(&[
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
        ])?;
        let affinity: crate::api::NodeAffinity = affinity.object()?;
        self.added = affinity.required;
        self.added_preferred = affinity.preferred;
        Ok(())
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

fn texts(at: &At, name: &str) -> Result<Vec<Str>, Wrong> {
    at.elements(name)?.iter().map(|text| Ok(text.text()?.into())).collect()
}

fn scoring_strategy(at: &At) -> Result<Scoring, Wrong> {
    const TYPES: [&str; 3] = ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];
    at.fields(&["type", "resources", "requestedToCapacityRatio"])?;
    let strategy = match at.field("type").map_or(Ok(TYPES[0]), |name| name.one_of(Noun::Strategy, &TYPES))? {
        "MostAllocated" => Strategy::Most,
        "RequestedToCapacityRatio" => {
            let ratio = at.needed("requestedToCapacityRatio")?;
            ratio.fields(&["shape"])?;
            Strategy::Ratio(shape(&ratio, 10)?)
        }
        _ => Strategy::Least,
    };
    let mut scoring = Scoring::by(strategy);
    set(&mut scoring.resources, resources(at, false)?);
    Ok(scoring)
}

/// Resources with weights of 1 to 100 (1 if missing or 0); `None` for an empty list, which means the default.
fn resources(at: &At, only_one: bool) -> Result<Option<Vec<(Resource, i64)>>, Wrong> {
    let mut found = Vec::new();
    for resource in at.elements("resources")? {
        resource.fields(&["name", "weight"])?;
        let name = resource.needed("name")?;
        let name = name.text()?;
        let weight = resource.field("weight").map_or(Ok(1), |weight| weight.number(0, 100))?.max(1);
        if only_one && weight != 1 {
            return Err(resource.wrong(Problem::WeightNotOne));
        }
        found.push((Resource::named(name), weight));
    }
    Ok((!found.is_empty()).then_some(found))
}

/// Points of 0 to 100 % with scores of 0 to 10, in rising order.
fn shape(at: &At, scale: i64) -> Result<Vec<ShapePoint>, Wrong> {
    let mut points: Vec<ShapePoint> = Vec::new();
    for point in at.elements("shape")? {
        point.fields(&["utilization", "score"])?;
        let number = |name: &str, high| point.field(name).map_or(Ok(0), |number| number.number(0, high));
        let (utilization, score) = (number("utilization", 100)?, number("score", 10)? * scale);
        if points.last().is_some_and(|last| last.utilization >= utilization) {
            return Err(point.wrong(Problem::NotRising));
        }
        points.push(ShapePoint { utilization, score });
    }
    if points.is_empty() { Err(at.wrong(Problem::NoPoints)) } else { Ok(points) }
}

fn spread(at: &At) -> Result<Defaults, Wrong> {
    let kind = at
        .field("defaultingType")
        .map_or(Ok("System"), |kind| kind.one_of(Noun::DefaultingType, &["System", "List"]))?;
    let mut list: Vec<TopologySpreadConstraint> = Vec::new();
    for constraint in at.elements("defaultConstraints")? {
        if kind == "System" {
            return Err(constraint.wrong(Problem::ConstraintsOfSystem));
        }
        constraint.fields(&["maxSkew", "topologyKey", "whenUnsatisfiable"])?;
        for name in ["maxSkew", "topologyKey", "whenUnsatisfiable"] {
            constraint.needed(name)?;
        }
        if let Some(skew) = constraint.field("maxSkew") {
            skew.number(1, i64::from(i32::MAX))?;
        }
        if let Some(action) = constraint.field("whenUnsatisfiable") {
            action.one_of(Noun::Action, &["DoNotSchedule", "ScheduleAnyway"])?;
        }
        let constraint_read: TopologySpreadConstraint = constraint.object()?;
        let same = |other: &TopologySpreadConstraint| {
            other.topology_key == constraint_read.topology_key
                && other.when_unsatisfiable == constraint_read.when_unsatisfiable
        };
        if list.iter().any(same) {
            return Err(constraint.wrong(Problem::RepeatedConstraint));
        }
        list.push(constraint_read);
    }
    Ok(if kind == "System" { Defaults::System } else { Defaults::List(list) })
}
