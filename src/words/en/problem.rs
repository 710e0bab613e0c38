//! Problems of texts: what is wrong, and what would be right.

use crate::catalogue::grammar::{Told, told};
use crate::catalogue::problem::Sentences;
use api::Str;
use api::manifest::ACTIONS;
use api::problem::{
    Admission, Configuration, Form, Found, Message, Noun, Object, Overdraft, Problem, Reading, Scenario, Unfit, Wanted,
};
use releases::overdrawn;

use super::notice::{breach, list, notice, remedy};

impl Sentences for super::En {
    fn problem(&self, problem: &Problem) -> Told {
        match problem {
            Problem::Reading(it) => reading(it),
            Problem::Object(it) => object(it),
            Problem::Admission(it) => admission(it),
            Problem::Scenario(it) => scenario(it),
            Problem::Configuration(it) => configuration(it),
            Problem::Refused(it) => self.problem(&it.problem),
            Problem::Message(it) => message(it),
            Problem::Notice(it) => (notice(it), remedy(it)),
        }
    }
}

/// The name that was meant, or the names that there are.
fn nearest(near: Option<&Str>, known: &[Str]) -> String {
    near.map_or_else(|| format!("one of {}", list(known)), |near| format!("did you mean {near}?"))
}

fn reading(problem: &Reading) -> Told {
    match problem {
        Reading::TooLarge { bytes, limit } => told(
            format!("the text has {bytes} bytes"),
            format!("the limit is {} MiB; leave out objects that don't matter for scheduling", limit >> 20),
        ),
        Reading::NotUtf8 { byte } => told(
            format!(
                "the text is not UTF-8: it has the byte {byte:#04x} here, perhaps a letter in Latin-1 or Windows-1252"
            ),
            "save it as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8",
        ),
        Reading::Binary => {
            told("this is no text", "a manifest is a text in UTF-8; a packed file is .gz, .tar.gz or .zip")
        }
        Reading::Refused { said } => told(
            format!("the browser cannot read it: {said}"),
            "a folder opens with \"Open folder\"; a file may have been moved since it was chosen",
        ),
        Reading::BrokenArchive => {
            told("this packed file is damaged, or packed in an unknown way", "unpack it and open the files in it")
        }
        Reading::Zip64 => told(
            "this zip has the format Zip64, which is for more than 4 GiB or 65,534 files, and is not read here",
            "pack it as .tar.gz, or unpack it and open only the files that matter: nodes, pods, workloads",
        ),
        Reading::UnpacksTooLarge { limit } => told(
            format!("this packed file holds more than {} MiB", limit >> 20),
            "unpack it and open only the files that matter: nodes, pods, workloads",
        ),
        Reading::Truncated => told(
            "the file ends in the middle of an object",
            "it was cut off when it was written or copied: get it once more",
        ),
        Reading::NotJson => told("this is not JSON", "check brackets, quotes and commas here and in the line before"),
        Reading::ReducedTooLarge { limit } => told(
            format!("what scheduling needs of this file is more than {} MiB", limit >> 20),
            "open fewer objects: nodes and pods of one cluster, without Jobs that are done",
        ),
        Reading::BrokenUtf16 => told("the text begins as UTF-16 but breaks here", "save it as UTF-8"),
        Reading::NotYaml { words } => told(
            format!("not valid YAML: {words}"),
            "check indentation, quotes and brackets here and in the line before",
        ),
        Reading::Template => told(
            "this is a Helm template, not a manifest yet",
            "render it first: helm template NAME CHART > all.yaml, or helm get manifest NAME for an installed release",
        ),
        Reading::TableForPeople => {
            told("this is a table that kubectl prints for people", "run the same command with -o yaml, or with -o json")
        }
        Reading::Described => told(
            "this is what kubectl describe prints for people",
            "run kubectl get with -o yaml: for example, kubectl get pods,nodes -A -o yaml",
        ),
        Reading::MergeOfOther => {
            told("<< merges mappings, and here is something else", "write <<: *name or <<: [*a, *b]")
        }
        Reading::AliasInItself => told("an alias inside the value that it names", ""),
        Reading::TooDeep { limit } => told(format!("values are nested more than {limit} deep"), ""),
        Reading::TooMany { limit } => told(
            format!("more than {limit} values, counting every use of an alias"),
            "leave out objects that don't matter, and aliases that multiply",
        ),
        Reading::KeyNotText => told("a key must be text", ""),
        Reading::RepeatedKey { key } => told(format!("the key `{key}` appears a second time"), "keep one of the two"),
    }
}

fn object(problem: &Object) -> Told {
    match problem {
        Object::NotAnObject { found } => told(
            format!("expected an object, found {}", self::found(found)),
            "an object has apiVersion, kind and metadata",
        ),
        Object::NoKind => told("the object has no kind", "write kind: Pod, Node, …"),
        Object::Table => told(
            "a Table has the columns that people read, and no objects",
            "run the same command with -o yaml, or with -o json",
        ),
        Object::Answer { said } => told(
            format!("this is an answer of the API server, not an object: {said}"),
            "ask again for what you want to look at",
        ),
        Object::Misfit { wanted: kind, found } => {
            let (wanted, remedy) = wanted(kind);
            told(format!("expected {wanted}, found {}", self::found(found)), remedy)
        }
        Object::Unquoted { text } => {
            told(format!("expected text, found {text}"), format!("write \"{text}\", with quotes"))
        }
        Object::Refused { words } => told(words.as_str(), ""),
    }
}

fn wanted(wanted: &Wanted) -> (String, &'static str) {
    match wanted {
        Wanted::Text => ("text".into(), ""),
        Wanted::Flag => ("true or false".into(), ""),
        Wanted::Whole { low: i64::MIN, high: i64::MAX } => ("a whole number".into(), ""),
        Wanted::Whole { low, high } => (format!("a whole number from {low} to {high}"), ""),
        Wanted::WholeOrPercentage => ("a whole number or a percentage".into(), "write, for example, 1 or 50%"),
        Wanted::Quantity => ("a quantity".into(), "write a number such as 500m, 1.5, 2Gi or 129e6"),
        Wanted::Time => ("a time".into(), "write a time such as 2024-03-01T12:00:00Z"),
        Wanted::Word { known } => (format!("one of {}", list(known)), ""),
        Wanted::List => ("a list".into(), ""),
        Wanted::Mapping => ("a mapping (key: value)".into(), ""),
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::Nothing => "nothing".into(),
        Found::Scalar(text) => format!("`{text}`"),
        Found::List => "a list".into(),
        Found::Mapping => "a mapping".into(),
    }
}

fn admission(problem: &Admission) -> Told {
    match problem {
        Admission::NoName => told("the object has no name", "write metadata: {name: …}"),
        Admission::Malformed { text, form } => told(format!("`{text}` is not {}", name(*form)), form_rule(*form)),
        Admission::TooLong { length, limit } => {
            told(format!("this has {length} characters"), format!("at most {limit} are allowed"))
        }
        Admission::OutOfRange { value, low, high } => told(
            if value < low { format!("{value} is less than {low}") } else { format!("{value} is more than {high}") },
            match *high {
                i64::MAX => format!("write {low} or more"),
                high => format!("write a whole number from {low} to {high}"),
            },
        ),
        Admission::Percentage { text, highest: Some(highest) } => told(
            format!("`{text}` is neither a number nor a percentage up to {highest}%"),
            "write a whole number such as 1, or a percentage such as 50%",
        ),
        Admission::Percentage { text, highest: None } => told(
            format!("`{text}` is neither a number nor a percentage"),
            "write a whole number such as 1, or a percentage such as 50%",
        ),
        Admission::TooManyPods { pods, limit } => told(
            format!("up to here the text asks for {pods} pods"),
            format!("at most {limit} are run, the largest cluster that Kubernetes supports; write fewer replicas"),
        ),
        Admission::NoContainers => told("the pod has no containers", "write containers: [{name: app}]"),
        Admission::RepeatedContainer { name } => {
            told(format!("a container named {name} exists already"), "give it another name")
        }
        Admission::AboveLimit { resource, request, limit } => told(
            format!("the {resource} request {request} is above the limit {limit}"),
            "lower the request or raise the limit",
        ),
        Admission::BelowContainers { resource, request, containers } => told(
            format!(
                "the {resource} request of the pod, {request}, is below that of its containers together: {containers}"
            ),
            format!("request {containers} or more for the pod"),
        ),
        Admission::AbovePod { resource, limit, pod } => told(
            format!("the {resource} limit {limit} of the container is above the limit of its pod: {pod}"),
            "lower the limit of the container or raise that of the pod",
        ),
        Admission::NotOfPods { resource } => told(
            format!("a pod as a whole can't ask for {resource}"),
            "write cpu, memory or hugepages-…, and the rest in the containers",
        ),
        Admission::LimitRange(it) => {
            let (says, remedy) = breach(it);
            told(format!("the LimitRange {} {says}", it.range), remedy)
        }
        Admission::Quota(it) => told(
            format!("the API server refuses it: {}", overdrawn(it)),
            match it.why {
                Overdraft::Unspecified(_) => "write these in every container",
                Overdraft::Exceeded(_) => "ask for less, or raise spec.hard of the quota",
            },
        ),
        Admission::SelectsOthers => {
            told("the selector does not match the template's labels", "use the same labels in both")
        }
        Admission::ClassPriority { given, class, value } => told(
            format!("priority {given} differs from {value}, the priority of class {class}"),
            format!("leave priority out, or write {value}"),
        ),
        Admission::ClassOverhead { class } => {
            told(format!("the overhead differs from that of RuntimeClass {class}"), "leave overhead out")
        }
        Admission::ClassSelector { class, value } => told(
            format!("RuntimeClass {class} asks for another value of this label: {value}"),
            "leave the label out, or write the same value",
        ),
        Admission::LabelValue { value } => told(
            format!("`{value}` is not a valid label value"),
            "up to 63 letters, digits, - _ . with a letter or digit at both ends",
        ),
        Admission::ReservedPriority { value, highest } => {
            told(format!("{value} is reserved for system classes"), format!("at most {highest}"))
        }
        Admission::MinAndMax => told("minAvailable and maxUnavailable exclude each other", "keep one of the two"),
        Admission::NoWayToRoll => told(
            "maxUnavailable and maxSurge are both 0, so no pod could ever be replaced",
            "let one of them be more than 0",
        ),
        Admission::NotWhole { amount } => told(
            format!("{amount} is not a whole number, and this resource comes in wholes only"),
            "write a whole number such as 1",
        ),
        Admission::Skew { skew } => told(format!("{skew} is not greater than 0"), "write maxSkew: 1"),
        Admission::NoTopologyKey => told("topologyKey must not be empty", "write topologyKey: kubernetes.io/hostname"),
        Admission::NegativeAmount { amount } => told(format!("{amount} is less than zero"), "write 0 or more"),
        Admission::UnknownWord { word, known, near } => {
            told(format!("unknown value `{word}`"), nearest(near.as_ref(), known))
        }
        Admission::NoValues { operator } => told(format!("{operator} needs values"), "write values: [a, b]"),
        Admission::UnwantedValues { operator } => told(format!("{operator} takes no values"), "leave values out"),
    }
}

fn name(form: Form) -> &'static str {
    match form {
        Form::Label | Form::Subdomain => "a valid name",
        Form::Key => "a valid label key",
    }
}

fn form_rule(form: Form) -> &'static str {
    match form {
        Form::Label => "lower-case letters, digits and -, with a letter or digit at both ends, such as web-0",
        Form::Subdomain => {
            "lower-case letters, digits, - and ., with a letter or digit at both ends, such as web-0.example"
        }
        Form::Key => "letters, digits, - _ . with a letter or digit at both ends, such as app or example.com/app",
    }
}

fn scenario(problem: &Scenario) -> Told {
    match problem {
        Scenario::Second => told("a second Scenario", "keep one of them"),
        Scenario::UnknownRelease { name, known } => {
            told(format!("unknown release {name}"), format!("write one of {}", list(known)))
        }
        Scenario::ScriptNotAList { found } => {
            told(format!("expected a list, found {}", self::found(found)), "write - at: 5s, then the action")
        }
        Scenario::NotAnEntry { found } => told(
            format!("expected an action, found {}", self::found(found)),
            "write at: 5s and, for example, cordon: node-a",
        ),
        Scenario::NoTime => told("the action has no time", "write at: 5s"),
        Scenario::NotADuration { found } => told(
            format!("expected a duration, found {}", self::found(found)),
            "write a duration such as 37s, 1m30s or 500ms",
        ),
        Scenario::SecondExtender { host } => told(format!("another Extender answers for {host} already"), ""),
        Scenario::NoExtender { host } => told(
            format!("no document answers for the extender {host}"),
            format!("add a document of kind Extender with host: {host}"),
        ),
        Scenario::SecondPlugin { name } => {
            told(format!("another plugin is named {name} already"), "give one of them another name")
        }
        Scenario::BuiltInPlugin { name, release } => {
            told(format!("{release} has a plugin {name} of its own"), "give yours another name")
        }
        Scenario::PluginOfNothing => told("the plugin extends no point", "say something under filter, score or permit"),
        Scenario::TooManyRules { rules, limit } => {
            told(format!("{rules} rules at one point"), format!("write at most {limit}"))
        }
        Scenario::NotOneAction => told("an entry has exactly one action", format!("one of {}", ACTIONS.join(", "))),
        Scenario::UnknownAction { name, near } => {
            told(format!("unknown action `{name}`"), nearest(near.as_ref(), &ACTIONS.map(Str::from)))
        }
        Scenario::NoReplicas => told("scale needs a number of replicas", "write replicas: 3"),
    }
}

fn configuration(problem: &Configuration) -> Told {
    match problem {
        Configuration::Unknown { noun: kind, name, known, near } => {
            let near = near.as_ref().map(|near| format!("\"{near}\"").into());
            let own = if *kind == Noun::Plugin { own_plugin(name, near.is_some()) } else { String::new() };
            told(format!("unknown {} \"{name}\"", noun(*kind)), nearest(near.as_ref(), known) + &own)
        }
        Configuration::UnknownVersion { version, known } => {
            let known: Vec<Str> = known.iter().map(|(version, of)| format!("{version} ({of})").into()).collect();
            told(format!("{version} belongs to no release here"), format!("one of {}", list(&known)))
        }
        Configuration::Missing { field } => told(format!("{field} is missing"), ""),
        Configuration::NoQueueSort => told("no plugin orders the queue", "enable PrioritySort at queueSort"),
        Configuration::LabelContradiction { label } => {
            told(format!("the label {label} must both be there and not be there"), "take it out of one list")
        }
        Configuration::OneArgument { found } => told(format!("{found} arguments, where exactly one is needed"), ""),
        Configuration::BadName { name } => {
            told(format!("\"{name}\" is no name for this"), "use two or more letters, digits and - between them")
        }
        Configuration::OtherWeight { name, than } => {
            told(format!("{name} and {than} become one plugin, but their weights differ"), "give both the same weight")
        }
        Configuration::WeightsOverflow => told("the weights are too large together", ""),
        Configuration::Redeclared { name, by } => {
            told(format!("{name} becomes the same plugin as {by}"), "keep one of them")
        }
        Configuration::NotExtended { name } => {
            told(format!("{name} is no extended resource"), "write a name such as example.com/gpu")
        }
        Configuration::RepeatedResource { name } => told(format!("another extender manages {name} already"), ""),
        Configuration::GroupWithSlash { group } => {
            told(format!("\"{group}\" is no group of resources"), "write what stands before the /")
        }
        Configuration::TwoBinders { found } => {
            told(format!("{found} extenders have a bindVerb"), "only one extender can bind pods")
        }
        Configuration::OtherArguments { kind, wanted } => {
            told(format!("these are {kind}, but the plugin takes {wanted}"), "")
        }
        Configuration::NoResourceWeight { name } => {
            told(format!("the weight of {name} is not allowed"), "write a weight of 1 to 100")
        }
        Configuration::PluginsOfOwn => told(
            "custom plugins are not supported",
            "use a Policy to choose predicates and priorities; plugins of your own work in v1.20 and later",
        ),
        Configuration::NoArguments { plugin } => told(format!("{plugin} takes no args"), ""),
        Configuration::NoCandidates => {
            told("minCandidateNodesPercentage and minCandidateNodesAbsolute cannot both be 0", "")
        }
        Configuration::WeightNotOne => told("weight must be 1", ""),
        Configuration::NoWeight => told("weight must be positive", ""),
        Configuration::NotRising => told("utilization must rise from point to point", ""),
        Configuration::NoPoints => told("shape needs at least one point", ""),
        Configuration::ConstraintsOfSystem => told("defaultConstraints need defaultingType: List", ""),
        Configuration::RepeatedConstraint => {
            told("a constraint with this topologyKey and whenUnsatisfiable exists already", "")
        }
        Configuration::RepeatedProfile { name } => told(format!("a profile \"{name}\" exists already"), ""),
        Configuration::RepeatedDocument { kind, release } => {
            told(format!("a {kind} for {release} exists already"), "keep one of them")
        }
        Configuration::BackoffOrder => told("podMaxBackoffSeconds must not be less than podInitialBackoffSeconds", ""),
        Configuration::RepeatedArguments { plugin } => told(format!("{plugin} is configured already"), ""),
        Configuration::NoShape { name } => told(format!("{name} needs a shape"), "give it one in its arguments"),
        Configuration::Repeated { name } => told(format!("{name} is listed already"), "keep one of the two"),
        Configuration::EnabledByDefault { plugin } => {
            told(format!("{plugin} is enabled by default"), "disable it here to enable it again in another place")
        }
        Configuration::NoBinder { scheduler } => told(
            match scheduler {
                Some(name) => {
                    format!("at least one bind plugin is needed for profile with scheduler name \"{name}\"")
                }
                None => "at least one bind plugin is needed".into(),
            },
            "leave DefaultBinder enabled at bind",
        ),
        Configuration::OtherPoint { plugin } => told(format!("{plugin} does not extend this point"), ""),
    }
}

/// What else an unknown plugin may be, behind a question or a list.
fn own_plugin(name: &str, question: bool) -> String {
    let stop = if question { "" } else { "." };
    format!("{stop} For a plugin of your own, add a document of kind Plugin with metadata.name: {name}")
}

fn noun(noun: Noun) -> &'static str {
    match noun {
        Noun::Field => "field",
        Noun::Kind => "kind",
        Noun::Plugin => "plugin",
        Noun::Predicate => "predicate",
        Noun::Priority => "priority",
        Noun::Strategy => "strategy",
        Noun::DefaultingType => "type",
        Noun::Action => "action",
        Noun::Argument => "argument",
    }
}

fn message(problem: &Message) -> Told {
    match problem {
        Message::Nodes { left, all, releases } => told(
            format!("a scheduler's message: {left} of {all} nodes are left for the pod"),
            match releases.is_empty() {
                true => "each part is explained below; a node counts in every part that is true of it".into(),
                false => format!("these are the words of {}; each part is explained below", list(releases)),
            },
        ),
        Message::Rejected { nodes, said, why } => told(format!("{nodes} × {said}"), unfit(why)),
        Message::Preempting { nodes, said, why } => told(format!("preemption: {nodes} × {said}"), unfit(why)),
    }
}

fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::Insufficient { resource } => {
            return format!(
                "allocatable {resource} minus what all pods there request is less than this pod requests; what containers really use does not count"
            );
        }
        Unfit::Taint { key: Some(key) } => return format!("add a toleration for the taint {key}, or remove the taint"),
        Unfit::Taint { key: None } => "add a toleration for a taint of these nodes; kubectl describe node shows them",
        Unfit::TooManyPods => "the nodes run as many pods as status.allocatable.pods allows",
        Unfit::Cordoned => "the nodes are cordoned: kubectl uncordon lets pods in again",
        Unfit::NodeAffinity => "the nodes lack labels that the pod's nodeSelector or required node affinity asks for",
        Unfit::OtherNodeNamed => "spec.nodeName or its affinity names another node",
        Unfit::PortTaken => "another pod there has the same hostPort",
        Unfit::Spread => "one more pod there would make the skew larger than maxSkew",
        Unfit::SpreadLabel => "the nodes lack the label that topologyKey names",
        Unfit::PodAffinity => "no pod that the pod's required affinity asks for runs in the same topology domain",
        Unfit::PodAntiAffinity => "a pod that the pod's required anti-affinity keeps away from runs in the same topology domain",
        Unfit::OthersAntiAffinity => "the required anti-affinity of a pod that runs there keeps this pod away",
        Unfit::AnyPodAffinity => "required pod affinity or anti-affinity; the part after it says which",
        Unfit::UnboundClaim => "a claim has no volume yet, and its class binds at once: look at the claim, its StorageClass and the provisioner",
        Unfit::NoClaim => "create the PersistentVolumeClaim in the pod's namespace",
        Unfit::NoVolume => "no volume that is free, large enough and reachable from these nodes, and none can be made for them",
        Unfit::VolumeElsewhere => "the volume can only be used on other nodes or in another zone",
        Unfit::TooManyVolumes => "the driver attaches no more volumes to these nodes",
        Unfit::VolumeInUse => "another pod uses the disk or the claim there, and it can't be shared",
        Unfit::NoVictims => "no pod with a lower priority runs there, so there is nothing to preempt",
        Unfit::NotHelped => "removing pods would not change why these nodes were rejected",
        Unfit::Unknown => "these are not words of a release here: perhaps a plugin's or an extender's",
    }
    .into()
}
