//! `Policy`: predicates and priorities by name. v1.16 runs them; v1.20 turns them into plugins.

use api::Str;
use api::problem::{Configuration as Problem, Noun};
use scheduler::plugins::node_label::Labels;

use super::args::{Args, Ratio};
use super::read::{At, Wrong};

/// The argument of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PredicateArgument {
    /// Labels that must be there, or must not.
    Labels(Labels),
    /// Labels whose values pods of a service share.
    Service(Vec<Str>),
}

/// The argument of a priority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PriorityArgument {
    /// A label that had better be there, or not.
    Labels(Labels),
    /// A label over whose values pods of a service are spread.
    Service(Str),
    /// Shape and resources are in the [`Args`].
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

/// What differs between releases in reading a policy.
pub(super) struct Dialect {
    pub predicates: &'static [&'static str],
    pub priorities: &'static [&'static str],
    /// Fields of other names are ignored.
    pub(crate) lenient: bool,
    /// Names are put into quotes.
    pub quotes: bool,
    /// A weight that is not positive, in upstream's words.
    pub weight: fn(&str) -> String,
    /// Names of things with arguments are made of letters, digits and `-`.
    pub names: bool,
    pub ratio: Ratio,
    /// What upstream says before what is wrong with a ratio.
    pub(crate) ratio_words: &'static str,
}

/// Past this a total could overflow.
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
    fn fields(&self, at: &At, known: &[&str]) -> Result<(), Wrong> {
        if self.lenient { at.mapping() } else { at.fields(known).map(|_| ()) }
    }

    pub(super) fn document(&self, at: &At) -> Result<(), Wrong> {
        self.fields(at, &FIELDS)
    }

    /// The predicates; `None` where the policy leaves them to the release.
    pub(super) fn predicates(&self, document: &At) -> Result<Option<Vec<Predicate>>, Wrong> {
        let Some(list) = document.field("predicates") else { return Ok(None) };
        list.list()?.iter().map(|at| self.predicate(at)).collect::<Result<_, _>>().map(Some)
    }

    fn predicate(&self, at: &At) -> Result<Predicate, Wrong> {
        self.fields(at, &["name", "argument"])?;
        let name = at.needed("name")?;
        let text = name.text()?;
        let Some(argument) = at.field("argument") else {
            let known = name.one_of(Noun::Predicate, self.predicates);
            known.map_err(|wrong| wrong.said_of_all(&self.not_found("Predicate", text)))?;
            return Ok(Predicate { name: text.into(), argument: None });
        };
        self.one_argument(&argument, "predicate", text, &["serviceAffinity", "labelsPresence"])?;
        self.well_named(&name)?;
        let labels = |of: &At| -> Result<Vec<Str>, Wrong> {
            of.elements("labels")?.iter().map(|it| it.text().map(Str::from)).collect()
        };
        let argument = if let Some(affinity) = argument.field("serviceAffinity") {
            self.fields(&affinity, &["labels"])?;
            PredicateArgument::Service(labels(&affinity)?)
        } else {
            let presence = argument.needed("labelsPresence")?;
            self.fields(&presence, &["labels", "presence"])?;
            let (list, present) = (labels(&presence)?, flag(&presence, "presence")?);
            PredicateArgument::Labels(either(list, present))
        };
        Ok(Predicate { name: text.into(), argument: Some(argument) })
    }

    /// The priorities one by one; none where the policy leaves them to the release.
    pub(super) fn each_priority<'v>(&'v self, list: &At<'v>) -> Result<Priorities<'v>, Wrong> {
        Ok(Priorities { dialect: self, left: list.list()?.into_iter() })
    }

    fn priority(&self, at: &At, args: &mut Args) -> Result<Priority, Wrong> {
        self.fields(at, &["name", "weight", "argument"])?;
        let name = at.needed("name")?;
        let text = name.text()?;
        let no_weight = |wrong: Wrong| wrong.said_of_all(&(self.weight)(text));
        let weight = at.field("weight").ok_or_else(|| no_weight(at.wrong(Problem::NoWeight)))?;
        let weight = weight.number(1, MAX_WEIGHT - 1).map_err(no_weight)?;
        let Some(argument) = at.field("argument") else {
            let known = name.one_of(Noun::Priority, self.priorities);
            known.map_err(|wrong| wrong.said_of_all(&self.not_found("Priority", text)))?;
            return Ok(Priority { name: text.into(), weight, argument: None });
        };
        let kinds = ["serviceAntiAffinity", "labelPreference", "requestedToCapacityRatioArguments"];
        self.one_argument(&argument, "priority", text, &kinds)?;
        self.well_named(&name)?;
        let argument = if let Some(spread) = argument.field("serviceAntiAffinity") {
            self.fields(&spread, &["label"])?;
            PriorityArgument::Service(spread.field("label").map_or(Ok(""), |label| label.text())?.into())
        } else if let Some(preference) = argument.field("labelPreference") {
            self.fields(&preference, &["label", "presence"])?;
            let label = preference.field("label").map_or(Ok(""), |label| label.text())?;
            PriorityArgument::Labels(either(vec![label.into()], flag(&preference, "presence")?))
        } else {
            let ratio = argument.needed("requestedToCapacityRatioArguments")?;
            self.fields(&ratio, &["shape", "resources"])?;
            args.read_ratio(&ratio, self.ratio).map_err(|wrong| wrong.while_in(self.ratio_words, ""))?;
            PriorityArgument::Ratio
        };
        Ok(Priority { name: text.into(), weight, argument: Some(argument) })
    }

    /// Whether an argument is of exactly one of these kinds.
    fn one_argument(&self, argument: &At, what: &str, name: &str, kinds: &[&str]) -> Result<(), Wrong> {
        self.fields(argument, kinds)?;
        let found = kinds.iter().filter(|kind| argument.field(kind).is_some()).count();
        if found == 1 {
            return Ok(());
        }
        let title = if what == "predicate" { "Predicate" } else { "Priority" };
        let text = format!("Exactly 1 {what} argument is required, numArgs: {found}, {title}: {name}");
        Err(argument.wrong(Problem::OneArgument { found }).said_of_all(&text))
    }

    fn well_named(&self, name: &At) -> Result<(), Wrong> {
        let text = name.text()?;
        let plain = |c: char| c.is_ascii_alphanumeric();
        let good = text.len() > 1
            && text.chars().all(|c| plain(c) || c == '-')
            && text.starts_with(plain)
            && text.ends_with(plain);
        if good || !self.names {
            return Ok(());
        }
        let words = "does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\".";
        let text = format!("Algorithm name {text} {words}");
        Err(name.wrong(Problem::BadName { name: name.text()?.into() }).said_of_all(&text))
    }

    fn not_found(&self, what: &str, name: &str) -> String {
        let name = if self.quotes { format!("{name:?}") } else { name.into() };
        format!("Invalid configuration: {what} type not found for {name}")
    }
}

/// Priorities, read one after the other: the arguments of a ratio are in the [`Args`] until the next one is read.
pub(super) struct Priorities<'v> {
    dialect: &'v Dialect,
    left: std::vec::IntoIter<At<'v>>,
}

impl Priorities<'_> {
    pub(super) fn next(&mut self, args: &mut Args) -> Result<Option<Priority>, Wrong> {
        self.left.next().map(|at| self.dialect.priority(&at, args)).transpose()
    }
}

fn flag(at: &At, name: &str) -> Result<bool, Wrong> {
    at.field(name).map_or(Ok(false), |flag| flag.flag())
}

fn either(labels: Vec<Str>, present: bool) -> Labels {
    match present {
        true => Labels { present: labels, absent: Vec::new() },
        false => Labels { present: Vec::new(), absent: labels },
    }
}
