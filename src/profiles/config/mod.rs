//! Reads scheduler configurations and turns them into profiles.
//!
//! - v1.34 and v1.36: `KubeSchedulerConfiguration` of `kubescheduler.config.k8s.io/v1`
//! - v1.20: the same of `v1beta1`, or a `Policy`, whose names become plugins
//! - v1.16: the same of `v1alpha1`, which has few fields, and `Policy`, which names predicates and priorities
//!
//! The version of a document determines for which releases it is, so that a manifest may contain one for each version.
//! Names and values that upstream would refuse are errors with their path and, for names, the nearest valid one.
//! Plugins that are not implemented (`CinderLimits`, some that check resource claims) are known by name and have no
//! effect.
//!
//! Releases create their plugins from `Args`, whose defaults are upstream's. Upstream's message about a document that
//! it refuses is kept with the problem (`Problem::Refused`), and the page quotes it. `PreFilter` and `PreScore` can be
//! disabled separately: `Filter::prepare_without_pre_filter` and `Score::prepare_without_pre_score` define what a
//! plugin does then. A manifest keeps these documents as trees with positions, since only a release can read them. A
//! run has a list of profiles; a pod is scheduled with the one that its `schedulerName` names. The first event of a run
//! has a `ProfileSummary` for each profile: rows, weights, and the names of the extension points. Front ends need no
//! other tables.

pub(crate) mod args;
mod configuration;
mod extenders;
mod json_reader;
mod plugin_kind;
mod points;
pub(crate) mod policy;
mod profiles_config;
mod startup_validation;
mod user_plugins;
mod v1_16_policy;
mod v1_20_policy;
mod v1alpha1_config;
mod version;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use api::{CONFIGURATION_KINDS, Table, user_rules::PluginDoc};
pub use configuration::Configuration;
use findings::{ConfigurationProblem as Problem, Noun};
use json_reader::JsonAt;
pub use json_reader::{ConfigError, ConfigErrorDetails};
use releases::{Release, documents::DocumentVersion};
use scheduler::queue::BackoffLimits;
use serde_json::Value;
use version::VersionRules;

/// A wrong document about the scheduler.
#[derive(Debug)]
pub struct DocumentError {
    /// The document's index among those of the manifest.
    pub index: usize,
    pub error: ConfigError,
}

/// The scheduler configurations that a manifest's documents describe, by release.
#[derive(Default)]
pub struct Configurations {
    /// The configurations of the releases for which the manifest has a valid document.
    pub by_release: Table<Release, Configuration>,
    /// The releases that refuse a document which another release accepts, with the document's index and the error.
    pub refusals: Table<Release, DocumentError>,
}

/// Reads the scheduler documents of a manifest. Their profiles can enable the plugins of `plugin_docs`.
///
/// # Errors
/// The index of the invalid document, and its error.
pub fn configurations(documents: &[Value], plugin_docs: &[Rc<PluginDoc>]) -> Result<Configurations, DocumentError> {
    let mut sorted: Table<(Release, &str), usize> = Table::new();
    for (index, value) in documents.iter().enumerate() {
        let document = JsonAt::new(value);
        let (releases, kind) = releases_of(&document).map_err(|error| DocumentError { index, error })?;
        for release in releases {
            if sorted.insert((release, kind), index).is_some() {
                let problem = Problem::RepeatedDocument { kind: kind.into(), release: release.name().into() };
                return Err(DocumentError { index, error: document.error(problem) });
            }
        }
    }
    let mut all = Configurations::default();
    for (&(release, kind), &index) in &sorted {
        let policy = sorted.get(&(release, "Policy")).map(|index| &documents[*index]);
        let read = match kind {
            "Policy" => policy_of(release, &documents[index]),
            _ => component_of(release, &documents[index], policy, plugin_docs),
        };
        match read {
            // `Policy` sorts after the component's document, which has read it too or counts more.
            Ok(configuration) => drop(all.by_release.or_insert(release, configuration)),
            Err(error) => drop(all.refusals.insert(release, DocumentError { index, error })),
        }
    }
    // A document is for one of the releases that read it, if not for all: a later one has other plugins.
    for index in 0..documents.len() {
        let readers =
            sorted.iter().filter(|(_, document)| **document == index).map(|(&(release, kind), _)| (release, kind));
        let readers: Vec<(Release, &str)> = readers.collect();
        let is_refusal = |release: &Release| all.refusals.get(release).is_some_and(|refusal| refusal.index == index);
        if !readers.iter().all(|(release, _)| is_refusal(release)) {
            continue;
        }
        // The latest release says what is wrong; of a `Policy` the first, for the other one checks formalities first.
        let reported = readers.iter().find(|(_, kind)| *kind == "Policy").or(readers.last());
        if let Some(error) = reported.and_then(|(release, _)| all.refusals.remove(release)) {
            return Err(error);
        }
    }
    Ok(all)
}

/// Reads a `Policy` for a release, v1.16 or v1.20.
///
/// # Errors
/// The first field of the document that is invalid.
pub fn policy_of(release: Release, policy: &Value) -> Result<Configuration, ConfigError> {
    let document = JsonAt::new(policy);
    let profile = match release {
        Release::V1_16 => v1_16_policy::read_policy(Some(&document), None),
        _ => v1_20_policy::read_policy(&document),
    };
    profile.map(|profile| Configuration {
        profiles: vec![profile],
        backoff: BackoffLimits::default(),
        is_from_document: true,
    })
}

/// Reads a `KubeSchedulerConfiguration` for a release. In v1.16 it can be combined with a `Policy`: both make one
/// profile,
/// whose plugins are the policy's, changed by those that the component's document enables and disables.
///
/// # Errors
/// The first field of the document that is invalid.
pub fn component_of(
    release: Release,
    component: &Value,
    policy: Option<&Value>,
    plugin_docs: &[Rc<PluginDoc>],
) -> Result<Configuration, ConfigError> {
    let document = JsonAt::new(component);
    let version = VersionRules { release, user_plugins: plugin_docs };
    match release {
        Release::V1_16 => v1alpha1_config::configuration(&document, policy.map(JsonAt::new).as_ref()),
        Release::V1_20 => profiles_config::configuration(&document, &version),
        Release::V1_34 | Release::V1_36 => start_profiles(component, &version),
    }
}

/// Reads a `KubeSchedulerConfiguration` of v1 and checks it as kube-scheduler does when it starts.
fn start_profiles(component: &Value, version: &VersionRules<'_>) -> Result<Configuration, ConfigError> {
    let read = profiles_config::configuration(&JsonAt::new(component), version);
    match (startup_validation::startup_refusal(component, version, read.as_ref().err()), read) {
        (None, read) => read,
        (Some(refusal), Err(wrong)) => Err(wrong.with_upstream_text(refusal.text)),
        (Some(refusal), Ok(_)) => {
            let words = refusal.text.as_str().into();
            Err(ConfigError::new(refusal.path, findings::ObjectProblem::Refused { words })
                .with_upstream_text(refusal.text))
        }
    }
}

fn releases_of<'v>(document: &JsonAt<'v>) -> Result<(Vec<Release>, &'v str), ConfigError> {
    let kind = document.required_field("kind")?.one_of(Noun::Kind, &CONFIGURATION_KINDS)?;
    if kind == "Policy" {
        return Ok((vec![Release::V1_16, Release::V1_20], kind));
    }
    let at = document.required_field("apiVersion")?;
    let text = at.text()?;
    match DocumentVersion::ALL.into_iter().find(|version| version.api_version() == text) {
        Some(version) => Ok((version.releases().collect(), kind)),
        None => {
            let names = |version: DocumentVersion| version.releases().map(Release::name).collect::<Vec<_>>().join(", ");
            let known = |version: DocumentVersion| (version.api_version().into(), names(version).into());
            let known = DocumentVersion::ALL.map(known).into();
            Err(at.error(Problem::UnknownVersion { version: text.into(), known }))
        }
    }
}
