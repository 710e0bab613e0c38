//! Reads `extenders` of a configuration or a policy.

use std::rc::Rc;

use api::{Millis, Set, Str};
use findings::ConfigurationProblem as Problem;
use scheduler::{
    cluster::is_extended,
    framework::{self, Extender, ExtenderSpec},
};

use super::{
    args::Args,
    json_reader::{ConfigError, JsonAt},
};

/// The extenders of a document.
#[derive(Default)]
pub(super) struct ExtenderDocs {
    /// The extenders in the order in which they are called: those that are not ignorable come first.
    pub list: Vec<Rc<Extender>>,
    /// Resources that the scheduler leaves to extenders (`ignoredByScheduler`).
    pub ignored: Vec<Str>,
}

/// How a release words its errors about extenders.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ErrorStyle {
    /// Full sentences.
    Sentences,
    /// Field paths with values.
    Paths,
}

const FIELDS: [&str; 13] = [
    "urlPrefix",
    "filterVerb",
    "preemptVerb",
    "prioritizeVerb",
    "bindVerb",
    "weight",
    "enableHTTPS",
    "enableHttps",
    "tlsConfig",
    "httpTimeout",
    "nodeCacheCapable",
    "managedResources",
    "ignorable",
];

impl ExtenderDocs {
    /// Reads the extenders of a `KubeSchedulerConfiguration`.
    pub(super) fn of_component(document: &JsonAt) -> Result<Self, ConfigError> {
        Self::read_extenders(document, ErrorStyle::Paths, true)
    }

    /// Reads the extenders of a `Policy`; `is_early` means that of v1.16, which ignores unknown fields.
    pub(super) fn of_policy(document: &JsonAt, is_early: bool) -> Result<Self, ConfigError> {
        Self::read_extenders(document, if is_early { ErrorStyle::Sentences } else { ErrorStyle::Paths }, !is_early)
    }

    fn read_extenders(document: &JsonAt, words: ErrorStyle, is_strict: bool) -> Result<Self, ConfigError> {
        let (mut specs, mut ignored, mut managed) = (Vec::new(), Vec::new(), Set::new());
        let mut binders = 0;
        for (ix, at) in document.elements("extenders")?.iter().enumerate() {
            if is_strict {
                at.known_fields(&FIELDS)?;
            } else {
                at.check_mapping()?;
            }
            let spec = read_spec(at)?;
            if !spec.prioritize_verb.is_empty() && spec.weight <= 0 {
                let text = match words {
                    ErrorStyle::Sentences => {
                        format!("Priority for extender {} should have a positive weight applied to it", spec.url_prefix)
                    }
                    ErrorStyle::Paths => format!(
                        "extenders[{ix}].weight: Invalid value: {}: must have a positive weight applied to it",
                        spec.weight
                    ),
                };
                return Err(at.error(Problem::NoWeight).with_document_text(&text));
            }
            binders += usize::from(!spec.bind_verb.is_empty());
            for (nth, resource) in at.elements("managedResources")?.iter().enumerate() {
                let name = resource.required_field("name")?.text()?;
                let path = format!("extenders[{ix}].managedResources[{nth}].name: Invalid value: {name:?}");
                if !is_extended(name) {
                    let plain = format!("{name} is an invalid extended resource name");
                    let text = if words == ErrorStyle::Sentences { plain } else { format!("{path}: {plain}") };
                    return Err(resource.error(Problem::NotExtended { name: name.into() }).with_document_text(&text));
                }
                if !managed.insert(name) {
                    let text = match words {
                        ErrorStyle::Sentences => format!("Duplicate extender managed resource name {name}"),
                        ErrorStyle::Paths => format!("{path}: duplicate extender managed resource name"),
                    };
                    return Err(resource
                        .error(Problem::RepeatedResource { name: name.into() })
                        .with_document_text(&text));
                }
                if resource.field("ignoredByScheduler").map_or(Ok(false), |flag| flag.flag())? {
                    ignored.push(name.into());
                }
            }
            specs.push(spec);
        }
        if binders > 1 {
            let text = match words {
                ErrorStyle::Sentences => format!("Only one extender can implement bind, found {binders}"),
                ErrorStyle::Paths => format!(
                    "extenders: Invalid value: \"found {binders} extenders implementing bind\": only one extender can \
                     implement bind"
                ),
            };
            return Err(document.error(Problem::TwoBinders { binders }).with_document_text(&text));
        }
        // The sort is stable: both groups keep the order of the document.
        specs.sort_by_key(|spec| spec.ignorable);
        Ok(Self { list: specs.into_iter().map(|spec| Rc::new(Extender::new(spec))).collect(), ignored })
    }

    /// Returns the extenders as a profile has them; `None` if there are none.
    pub(super) fn to_profile_extenders(&self) -> Option<framework::Extenders> {
        framework::Extenders::from_list(self.list.clone())
    }

    /// Makes the resource filter ignore the resources that extenders manage. They replace those that a profile ignores.
    pub(super) fn ignore_managed_resources(&self, args: &mut Args, is_latest: bool) {
        if !self.ignored.is_empty() {
            args.ignored.clone_from(&self.ignored);
            if !is_latest {
                args.ignored_groups.clear();
            }
        }
    }
}

fn read_spec(json_at: &JsonAt) -> Result<ExtenderSpec, ConfigError> {
    let text = |name: &str| -> Result<Str, ConfigError> {
        json_at.field(name).map_or(Ok(""), |json_at| json_at.text()).map(Str::from)
    };
    let flag = |name: &str| json_at.field(name).map_or(Ok(false), |json_at| json_at.flag());
    let mut managed = Vec::new();
    for resource in json_at.elements("managedResources")? {
        managed.push(resource.required_field("name")?.text()?.into());
    }
    Ok(ExtenderSpec {
        url_prefix: text("urlPrefix")?,
        filter_verb: text("filterVerb")?,
        prioritize_verb: text("prioritizeVerb")?,
        preempt_verb: text("preemptVerb")?,
        bind_verb: text("bindVerb")?,
        weight: json_at
            .field("weight")
            .map_or(Ok(0), |json_at| json_at.number(i64::from(i32::MIN), i64::from(i32::MAX)))?,
        is_node_cache_capable: flag("nodeCacheCapable")?,
        ignorable: flag("ignorable")?,
        managed_resources: managed,
        timeout: read_timeout(json_at)?,
    })
}

/// Reads `httpTimeout`: a number of nanoseconds, or a duration as Go formats it.
fn read_timeout(json_at: &JsonAt) -> Result<Millis, ConfigError> {
    const DEFAULT: Millis = Millis::from_seconds(5);
    let Some(field) = json_at.field("httpTimeout") else { return Ok(DEFAULT) };
    if let Ok(text) = field.text() {
        let millis = api::parse_duration(text);
        return millis.map(|millis| if millis.is_zero() { DEFAULT } else { millis }).ok_or_else(|| {
            field.error(findings::ScenarioProblem::NotADuration { actual: findings::FoundValue::Scalar(text.into()) })
        });
    }
    let millis = Millis::new(field.number(0, i64::MAX)?.unsigned_abs() / 1_000_000);
    Ok(if millis.is_zero() { DEFAULT } else { millis })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// `HTTPTimeout` is a `time.Duration` in a Policy, which JSON has as nanoseconds, and a `metav1.Duration` in configurations.
    #[test]
    fn a_timeout_is_a_duration_or_nanoseconds() {
        for (extender, millis) in [
            (json!({}), Some(5000)),
            (json!({"httpTimeout": 0}), Some(5000)),
            (json!({"httpTimeout": 1_000_000}), Some(1)),
            (json!({"httpTimeout": 30_000_000_000_000_i64}), Some(30_000_000)),
            (json!({"httpTimeout": -1}), None),
            (json!({"httpTimeout": "0s"}), Some(5000)),
            (json!({"httpTimeout": "1m30s"}), Some(90_000)),
            (json!({"httpTimeout": "soon"}), None),
        ] {
            let timeout = read_timeout(&JsonAt::new(&extender)).ok();
            assert_eq!(timeout, millis.map(Millis::new), "{extender}");
        }
    }
}
