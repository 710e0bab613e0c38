//! `extenders` of a configuration or a policy: which services the scheduler asks, for what, and how much the answer counts.

use std::rc::Rc;

use api::problem::Configuration as Problem;
use api::{Millis, Set, Str};
use scheduler::cluster::is_extended;
use scheduler::framework::{self, Extender, ExtenderSpec};

use super::args::Args;
use super::read::{At, Wrong};

/// The extenders of a document.
#[derive(Default)]
pub(super) struct Extenders {
    /// In the order in which they are asked: those that must answer first.
    pub list: Vec<Rc<Extender>>,
    /// Resources that the scheduler leaves to extenders.
    pub ignored: Vec<Str>,
}

/// In which words a release refuses extenders.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// Sentences.
    Early,
    /// Paths and values.
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

impl Extenders {
    /// Those of a `KubeSchedulerConfiguration`.
    pub(super) fn of_component(document: &At) -> Result<Self, Wrong> {
        Self::read(document, Words::Paths, true)
    }

    /// Those of a `Policy`; `early` is that of v1.16, which ignores unknown fields.
    pub(super) fn of_policy(document: &At, early: bool) -> Result<Self, Wrong> {
        Self::read(document, if early { Words::Early } else { Words::Paths }, !early)
    }

    fn read(document: &At, words: Words, strict: bool) -> Result<Self, Wrong> {
        let (mut specs, mut ignored, mut managed) = (Vec::new(), Vec::new(), Set::new());
        let mut binders = 0;
        for (ix, at) in document.elements("extenders")?.iter().enumerate() {
            if strict {
                at.fields(&FIELDS)?;
            } else {
                at.mapping()?;
            }
            let spec = spec(at)?;
            if !spec.prioritize_verb.is_empty() && spec.weight <= 0 {
                let text = match words {
                    Words::Early => {
                        format!("Priority for extender {} should have a positive weight applied to it", spec.url_prefix)
                    }
                    Words::Paths => format!(
                        "extenders[{ix}].weight: Invalid value: {}: must have a positive weight applied to it",
                        spec.weight
                    ),
                };
                return Err(at.wrong(Problem::NoWeight).said_of_all(&text));
            }
            binders += usize::from(!spec.bind_verb.is_empty());
            for (nth, resource) in at.elements("managedResources")?.iter().enumerate() {
                let name = resource.needed("name")?.text()?;
                let path = format!("extenders[{ix}].managedResources[{nth}].name: Invalid value: {name:?}");
                if !is_extended(name) {
                    let plain = format!("{name} is an invalid extended resource name");
                    let text = if words == Words::Early { plain } else { format!("{path}: {plain}") };
                    return Err(resource.wrong(Problem::NotExtended { name: name.into() }).said_of_all(&text));
                }
                if !managed.insert(name) {
                    let text = match words {
                        Words::Early => format!("Duplicate extender managed resource name {name}"),
                        Words::Paths => format!("{path}: duplicate extender managed resource name"),
                    };
                    return Err(resource.wrong(Problem::RepeatedResource { name: name.into() }).said_of_all(&text));
                }
                if resource.field("ignoredByScheduler").map_or(Ok(false), |flag| flag.flag())? {
                    ignored.push(name.into());
                }
            }
            specs.push(spec);
        }
        if binders > 1 {
            let text = match words {
                Words::Early => format!("Only one extender can implement bind, found {binders}"),
                Words::Paths => format!(
                    "extenders: Invalid value: \"found {binders} extenders implementing bind\": only one extender can \
                     implement bind"
                ),
            };
            return Err(document.wrong(Problem::TwoBinders { found: binders }).said_of_all(&text));
        }
        // Both groups keep the order of the document.
        specs.sort_by_key(|spec| spec.ignorable);
        Ok(Self { list: specs.into_iter().map(|spec| Rc::new(Extender::new(spec))).collect(), ignored })
    }

    /// As a profile lists them.
    pub(super) fn listed(&self) -> Option<framework::Extenders> {
        framework::Extenders::of(self.list.clone())
    }

    /// Leaves the resources to the extenders. Today they stand in the place of those that a profile ignores.
    pub(super) fn ignore(&self, args: &mut Args, latest: bool) {
        if !self.ignored.is_empty() {
            args.ignored.clone_from(&self.ignored);
            if !latest {
                args.ignored_groups.clear();
            }
        }
    }
}

fn spec(at: &At) -> Result<ExtenderSpec, Wrong> {
    let text = |name: &str| -> Result<Str, Wrong> { at.field(name).map_or(Ok(""), |it| it.text()).map(Str::from) };
    let flag = |name: &str| at.field(name).map_or(Ok(false), |it| it.flag());
    let mut managed = Vec::new();
    for resource in at.elements("managedResources")? {
        managed.push(resource.needed("name")?.text()?.into());
    }
    Ok(ExtenderSpec {
        url_prefix: text("urlPrefix")?,
        filter_verb: text("filterVerb")?,
        prioritize_verb: text("prioritizeVerb")?,
        preempt_verb: text("preemptVerb")?,
        bind_verb: text("bindVerb")?,
        weight: at.field("weight").map_or(Ok(0), |it| it.number(i64::from(i32::MIN), i64::from(i32::MAX)))?,
        node_cache_capable: flag("nodeCacheCapable")?,
        ignorable: flag("ignorable")?,
        managed,
        timeout: timeout(at)?,
    })
}

/// After how long an answer is too late: nanoseconds, or a duration as Go writes it.
fn timeout(at: &At) -> Result<Millis, Wrong> {
    const DEFAULT: Millis = Millis::of_seconds(5);
    let Some(field) = at.field("httpTimeout") else { return Ok(DEFAULT) };
    if let Ok(text) = field.text() {
        let millis = api::manifest::millis(text);
        return millis.map(|millis| if millis.is_zero() { DEFAULT } else { millis }).ok_or_else(|| {
            field.wrong(api::problem::Scenario::NotADuration { found: api::problem::Found::Scalar(text.into()) })
        });
    }
    let millis = Millis::new(field.number(0, i64::MAX)?.unsigned_abs() / 1_000_000);
    Ok(if millis.is_zero() { DEFAULT } else { millis })
}
