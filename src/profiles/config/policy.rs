//! Reads a `Policy`: predicates and priorities by name. v1.16 runs them; v1.20 turns them into plugins.

use api::Str;
use findings::{ConfigurationProblem as Problem, Noun};
use releases::{Release, documents::policy_names::known_policy_names};
use scheduler::plugins::node_label::LabelPresence;

use super::{
    args::{Args, RatioRules},
    json_reader::{ConfigError, JsonAt},
};

/// The argument of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PredicateArgument {
    /// Labels that are required or forbidden.
    Labels(LabelPresence),
    /// Labels whose values must be equal for all pods of a service.
    Service(Vec<Str>),
}

/// The argument of a priority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PriorityArgument {
    /// A label that is preferred to be present or absent.
    Labels(LabelPresence),
    /// A label over whose values the pods of a service are spread.
    Service(Str),
    /// A requested-to-capacity ratio, whose shape and resources are in the [`Args`].
    Ratio,
}

/// A predicate that a policy names.
pub(super) struct Predicate {
    pub name: String,
    pub argument: Option<PredicateArgument>,
}

/// A priority that a policy names.
pub(super) struct Priority {
    pub name: String,
    pub weight: i64,
    pub argument: Option<PriorityArgument>,
}

/// The differences between releases in reading a policy.
pub(super) struct Dialect {
    pub release: Release,
    /// Whether unknown fields are ignored.
    pub(crate) is_lenient: bool,
    /// Whether messages quote names.
    pub quotes_names: bool,
    /// Renders the message about a weight that is not positive.
    pub weight: fn(&str) -> String,
    /// Whether names of entries with arguments may only have letters, digits and `-`.
    pub validates_names: bool,
    pub ratio: RatioRules,
    /// Prefix of upstream's message about a ratio.
    pub(crate) ratio_error_prefix: &'static str,
}

/// Maximum weight: with higher ones a total could overflow.
pub(super) const MAX_WEIGHT: i64 = i64::MAX / 10;

const FIELDS: [&str; 7] = [
    "apiVersion",
    "kind",
    "predicates",
    "priorities",
    "extenders",
    "hardPodAffinitySymmetricWeight",
    "alwaysCheckAllPredicates",
];

impl Dialect {
    fn check_fields(&self, at: &JsonAt, known: &[&str]) -> Result<(), ConfigError> {
        if self.is_lenient { at.check_mapping() } else { at.known_fields(known).map(|_| ()) }
    }

    /// Returns the names in a list that need no argument.
    pub(super) fn known_names(&self, list: &str) -> Vec<&'static str> {
        known_policy_names(self.release, list)
    }

    pub(super) fn check_document(&self, at: &JsonAt) -> Result<(), ConfigError> {
        self.check_fields(at, &FIELDS)
    }

    /// Reads the predicates; `None` if the policy has no list.
    pub(super) fn predicates(&self, document: &JsonAt) -> Result<Option<Vec<Predicate>>, ConfigError> {
        let Some(list) = document.field("predicates") else { return Ok(None) };
        list.list()?.iter().map(|at| self.predicate(at)).collect::<Result<_, _>>().map(Some)
    }

    fn predicate(&self, at: &JsonAt) -> Result<Predicate, ConfigError> {
        self.check_fields(at, &["name", "argument"])?;
        let name = at.required_field("name")?;
        let text = name.text()?;
        let Some(argument) = at.field("argument") else {
            let known = name.one_of(Noun::Predicate, &self.known_names("predicates"));
            known.map_err(|wrong| wrong.with_document_text(&self.not_found("Predicate", text)))?;
            return Ok(Predicate { name: text.into(), argument: None });
        };
        self.check_one_argument(&argument, "predicate", text, &["serviceAffinity", "labelsPresence"])?;
        self.check_name(&name)?;
        let labels = |of: &JsonAt| -> Result<Vec<Str>, ConfigError> {
            of.elements("labels")?.iter().map(|element| element.text().map(Str::from)).collect()
        };
        let argument = if let Some(affinity) = argument.field("serviceAffinity") {
            self.check_fields(&affinity, &["labels"])?;
            PredicateArgument::Service(labels(&affinity)?)
        } else {
            let presence = argument.required_field("labelsPresence")?;
            self.check_fields(&presence, &["labels", "presence"])?;
            let (list, present) = (labels(&presence)?, bool_or_false(&presence, "presence")?);
            PredicateArgument::Labels(label_presence(list, present))
        };
        Ok(Predicate { name: text.into(), argument: Some(argument) })
    }

    /// Returns a reader of the priorities in `list`.
    pub(super) fn priorities<'v>(&'v self, list: &JsonAt<'v>) -> Result<Priorities<'v>, ConfigError> {
        Ok(Priorities { dialect: self, rest: list.list()?.into_iter() })
    }

    fn priority(&self, at: &JsonAt, args: &mut Args) -> Result<Priority, ConfigError> {
        self.check_fields(at, &["name", "weight", "argument"])?;
        let name = at.required_field("name")?;
        let text = name.text()?;
        let no_weight = |wrong: ConfigError| wrong.with_document_text(&(self.weight)(text));
        let weight = at.field("weight").ok_or_else(|| no_weight(at.error(Problem::NoWeight)))?;
        let weight = weight.number(1, MAX_WEIGHT - 1).map_err(no_weight)?;
        let Some(argument) = at.field("argument") else {
            let known = name.one_of(Noun::Priority, &self.known_names("priorities"));
            known.map_err(|wrong| wrong.with_document_text(&self.not_found("Priority", text)))?;
            return Ok(Priority { name: text.into(), weight, argument: None });
        };
        let kinds = ["serviceAntiAffinity", "labelPreference", "requestedToCapacityRatioArguments"];
        self.check_one_argument(&argument, "priority", text, &kinds)?;
        self.check_name(&name)?;
        let argument = if let Some(spread) = argument.field("serviceAntiAffinity") {
            self.check_fields(&spread, &["label"])?;
            PriorityArgument::Service(spread.field("label").map_or(Ok(""), |label| label.text())?.into())
        } else if let Some(preference) = argument.field("labelPreference") {
            self.check_fields(&preference, &["label", "presence"])?;
            let label = preference.field("label").map_or(Ok(""), |label| label.text())?;
            PriorityArgument::Labels(label_presence(vec![label.into()], bool_or_false(&preference, "presence")?))
        } else {
            let ratio = argument.required_field("requestedToCapacityRatioArguments")?;
            self.check_fields(&ratio, &["shape", "resources"])?;
            args.read_ratio(&ratio, self.ratio)
                .map_err(|wrong| wrong.with_profile_context(self.ratio_error_prefix, ""))?;
            PriorityArgument::Ratio
        };
        Ok(Priority { name: text.into(), weight, argument: Some(argument) })
    }

    /// Checks that an argument is of exactly one of these kinds.
    fn check_one_argument(&self, argument: &JsonAt, what: &str, name: &str, kinds: &[&str]) -> Result<(), ConfigError> {
        self.check_fields(argument, kinds)?;
        let argument_count = kinds.iter().filter(|kind| argument.field(kind).is_some()).count();
        if argument_count == 1 {
            return Ok(());
        }
        let title = if what == "predicate" { "Predicate" } else { "Priority" };
        let text = format!("Exactly 1 {what} argument is required, numArgs: {argument_count}, {title}: {name}");
        Err(argument.error(Problem::OneArgument { kinds: argument_count }).with_document_text(&text))
    }

    fn check_name(&self, name: &JsonAt) -> Result<(), ConfigError> {
        let text = name.text()?;
        let plain = |c: char| c.is_ascii_alphanumeric();
        let good = text.len() > 1
            && text.chars().all(|c| plain(c) || c == '-')
            && text.starts_with(plain)
            && text.ends_with(plain);
        if good || !self.validates_names {
            return Ok(());
        }
        let words = "does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\".";
        let text = format!("Algorithm name {text} {words}");
        Err(name.error(Problem::BadName { name: name.text()?.into() }).with_document_text(&text))
    }

    fn not_found(&self, what: &str, name: &str) -> String {
        let name = if self.quotes_names { format!("{name:?}") } else { name.into() };
        format!("Invalid configuration: {what} type not found for {name}")
    }
}

/// Reads priorities one after the other: the arguments of a ratio are in the [`Args`] until the next one is read.
pub(super) struct Priorities<'v> {
    dialect: &'v Dialect,
    rest: std::vec::IntoIter<JsonAt<'v>>,
}

impl Priorities<'_> {
    pub(super) fn next(&mut self, args: &mut Args) -> Result<Option<Priority>, ConfigError> {
        self.rest.next().map(|at| self.dialect.priority(&at, args)).transpose()
    }
}

fn bool_or_false(at: &JsonAt, name: &str) -> Result<bool, ConfigError> {
    at.field(name).map_or(Ok(false), |flag| flag.flag())
}

fn label_presence(labels: Vec<Str>, present: bool) -> LabelPresence {
    match present {
        true => LabelPresence { present: labels, absent: Vec::new() },
        false => LabelPresence { present: Vec::new(), absent: labels },
    }
}
