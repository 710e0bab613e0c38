use std::rc::Rc;

use serde_json::{Value, json};

use super::{ConfigEdit, Turn, release};
use crate::builder::Build;
use crate::builder::configuring::value;
use crate::builder::outline::{Outline, OutlineItem};
use crate::opening::Opening;
use crate::store::{Action, Store};
use crate::update::reduce;
use answers::load;
use releases::Release;

const TEXT: &str = "# A comment that stays.\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: default-scheduler # the usual one\n---\n\
    apiVersion: schedscope.dev/v1alpha1\nkind: Plugin\nmetadata: {name: Mine}\nscore: {rules: [{score: 7}]}\n";

fn opened(text: &str) -> Store {
    reduce(&Store::default(), Action::Open(Opening::Text(text.into()))).0
}

/// The state after changes of the first document about the scheduler.
fn changed(store: &Store, changes: impl IntoIterator<Item = ConfigEdit>) -> Store {
    changed_in(store, |_| true, changes)
}

/// The state after changes of the document of a kind.
fn changed_of(store: &Store, kind: &str, changes: impl IntoIterator<Item = ConfigEdit>) -> Store {
    changed_in(store, |it| it.kind == kind, changes)
}

fn changed_in(
    store: &Store,
    is: impl Fn(&OutlineItem) -> bool,
    changes: impl IntoIterator<Item = ConfigEdit>,
) -> Store {
    changes.into_iter().fold(reduce(store, Action::Builder(Build::Leave)).0, |store, change| {
        let read = store.builder.read();
        let found = read.outline().entries.iter().find(|it| is(it) && release(it, store.run.shown_release()).is_some());
        let id = found.expect("such a document").id.clone();
        reduce(&store, Action::Builder(Build::Configure(id, change))).0
    })
}

fn said(store: &Store, path: &str) -> Value {
    said_in(store, |_| true, path)
}

fn said_of(store: &Store, kind: &str, path: &str) -> Value {
    said_in(store, |it| it.kind == kind, path)
}

fn said_in(store: &Store, is: impl Fn(&OutlineItem) -> bool, path: &str) -> Value {
    let outline = Outline::new(&store.builder.text);
    let found = outline.entries.iter().find(|it| is(it) && release(it, store.run.shown_release()).is_some());
    value::at(&found.expect("such a document").value, path).clone()
}

fn plugin(point: &'static str, name: &str, turn: Turn) -> ConfigEdit {
    ConfigEdit::Plugin { profile: 0, point, name: name.into(), turn }
}

fn typed(path: &str, typed: &str) -> ConfigEdit {
    ConfigEdit::Type { path: path.into(), typed: typed.into() }
}

#[test]
fn plugins_are_chosen_weighed_and_put_in_order() {
    let open = opened(TEXT);
    let score = "profiles.0.plugins.score";
    let store = changed(
        &open,
        [
            plugin("score", "Mine", Turn::Enable),
            plugin("score", "Mine", Turn::Weigh(5)),
            plugin("score", "ImageLocality", Turn::Disable),
            plugin("score", "NodeAffinity", Turn::Weigh(9)),
        ],
    );
    let expected = json!({"disabled": [{"name": "ImageLocality"}],
        "enabled": [{"name": "Mine", "weight": 5}, {"name": "NodeAffinity", "weight": 9}]});
    assert_eq!(said(&store, score), expected, "{}", store.builder.text);
    assert!(
        store.builder.text.contains("# A comment that stays.") && store.builder.text.contains("# the usual one"),
        "{}",
        store.builder.text
    );
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    // What is as by default again is not said any more.
    let back = [
        plugin("score", "Mine", Turn::Disable),
        plugin("score", "ImageLocality", Turn::Enable),
        plugin("score", "NodeAffinity", Turn::Weigh(2)),
    ];
    let store = changed(&store, back);
    assert_eq!((said(&store, "profiles.0.plugins"), &store.builder.text), (Value::Null, &open.builder.text));
    // An order of one's own names all of them, and the default one is none.
    let store = changed(&open, [plugin("filter", "NodeName", Turn::Up)]);
    let names = said(&store, "profiles.0.plugins.filter.enabled");
    assert_eq!((&names[0]["name"], &names[1]["name"]), (&json!("NodeName"), &json!("NodeUnschedulable")));
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    let again = changed(&store, [plugin("filter", "NodeName", Turn::Down)]);
    assert_eq!(again.builder.text, open.builder.text);
    let undone = reduce(&store, Action::Builder(Build::Undo)).0;
    assert_eq!(undone.builder.text, open.builder.text);
}

#[test]
fn arguments_and_numbers_are_typed() {
    let open = opened(TEXT);
    let fit = "profiles.0.pluginConfig.NodeResourcesFit.args.scoringStrategy";
    let store = changed(
        &open,
        [
            typed("percentageOfNodesToScore", "40"),
            typed(&format!("{fit}.type"), "MostAllocated"),
            typed(&format!("{fit}.resources"), "cpu=3, memory=1"),
            typed("profiles.0.pluginConfig.PodTopologySpread.args.defaultingType", "List"),
            typed("profiles.0.pluginConfig.PodTopologySpread.args.defaultConstraints", "zone=2:ScheduleAnyway"),
            ConfigEdit::AddExtender,
            ConfigEdit::AddProfile,
        ],
    );
    assert!(!store.builder.refused, "{}", store.builder.text);
    assert_eq!(said(&store, "percentageOfNodesToScore"), json!(40));
    assert_eq!(said(&store, &format!("{fit}.resources.cpu.weight")), json!(3));
    assert_eq!(said(&store, "profiles.1.schedulerName"), json!("scheduler-2"));
    assert_eq!(said(&store, "extenders.0.filterVerb"), json!("filter"));
    // Nobody answers for the extender; all the rest can run.
    let without = changed(&store, [ConfigEdit::Remove("extenders", 0)]);
    assert!(load::scenario(&without.builder.text, None).is_ok(), "{}", without.builder.text);
    let wrong = changed(&open, [typed("percentageOfNodesToScore", "140")]);
    assert_eq!((&wrong.builder.text, wrong.builder.wrong.len()), (&open.builder.text, 1));
    let right = changed(&wrong, [typed("percentageOfNodesToScore", "")]);
    assert_eq!((&right.builder.text, right.builder.wrong.len()), (&open.builder.text, 0));
}

#[test]
fn earlier_releases_have_forms_of_their_own() {
    let early = TEXT.replace("/v1\n", "/v1beta1\n");
    let store = changed(
        &opened(&early),
        [plugin("score", "NodeAffinity", Turn::Weigh(9)), plugin("filter", "NodeLabel", Turn::Enable)],
    );
    // A default is enabled once more only where it is disabled before.
    let score = json!({"disabled": [{"name": "NodeAffinity"}], "enabled": [{"name": "NodeAffinity", "weight": 9}]});
    assert_eq!(said(&store, "profiles.0.plugins.score"), score);
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    let mut open = opened("apiVersion: v1\nkind: Policy\n");
    open.run.release = Some(Release::ALL[0]);
    let listed = |list, name: &str, turn| ConfigEdit::Listed { list, name: name.into(), turn };
    let store = changed(
        &open,
        [
            listed("priorities", "MostRequestedPriority", Turn::Enable),
            listed("priorities", "LeastRequestedPriority", Turn::Disable),
            listed("priorities", "MostRequestedPriority", Turn::Weigh(4)),
            listed("predicates", "NoDiskConflict", Turn::Disable),
        ],
    );
    let weights = said(&store, "priorities.MostRequestedPriority.weight");
    assert_eq!((weights, said(&store, "predicates.NoDiskConflict")), (json!(4), Value::Null), "{}", store.builder.text);
    assert!(load::scenario(&store.builder.text, Some(Release::ALL[0])).is_ok(), "{}", store.builder.text);
    let reset =
        changed(&store, [ConfigEdit::ResetListed("priorities"), listed("predicates", "NoDiskConflict", Turn::Enable)]);
    assert_eq!(reset.builder.text, Rc::clone(&open.builder.text));
}

#[test]
fn all_points_can_be_chosen_and_one_for_all() {
    let open = opened(TEXT);
    let store = changed(&open, [plugin("multiPoint", "Mine", Turn::Enable)]);
    assert_eq!(
        said(&store, "profiles.0.plugins.multiPoint.enabled"),
        json!([{"name": "Mine"}]),
        "{}",
        store.builder.text
    );
    let store = changed(&store, [plugin("multiPoint", "ImageLocality", Turn::Disable)]);
    assert_eq!(said(&store, "profiles.0.plugins.multiPoint.disabled"), json!([{"name": "ImageLocality"}]));
    let store = changed(
        &store,
        [plugin("multiPoint", "NodeAffinity", Turn::Weigh(7)), plugin("reserve", "VolumeBinding", Turn::Disable)],
    );
    assert_eq!(said(&store, "profiles.0.plugins.reserve.disabled"), json!([{"name": "VolumeBinding"}]));
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    // A weight for all points counts in the list of scores.
    let profile = said(&store, "profiles.0");
    let score =
        releases::documents::points(store.run.shown_release()).iter().find(|it| it.name == "score").expect("a point");
    let runs =
        super::plugins::runs(store.run.shown_release(), &profile, score, &["Mine".into()]).expect("it can be read");
    assert!(runs.contains(&("NodeAffinity".into(), 7)) && runs.contains(&("Mine".into(), 1)), "{runs:?}");
    assert!(!runs.iter().any(|(name, _)| name == "ImageLocality"), "{runs:?}");
    let reset = changed(
        &store,
        [ConfigEdit::Reset { profile: 0, point: "multiPoint" }, ConfigEdit::Reset { profile: 0, point: "reserve" }],
    );
    assert_eq!(reset.builder.text, open.builder.text);
    // An order for all points names all of them, with their weights.
    let store = changed(&open, [plugin("multiPoint", "NodeAffinity", Turn::Up)]);
    let all = said(&store, "profiles.0.plugins.multiPoint.enabled");
    assert_eq!(all[4], json!({"name": "NodeAffinity", "weight": 2}), "{}", store.builder.text);
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    // Without a plugin that binds or sorts nothing runs, which is told at the point.
    for (point, name) in [("bind", "DefaultBinder"), ("queueSort", "PrioritySort")] {
        let store = changed(&open, [plugin(point, name, Turn::Disable)]);
        let found = load::scenario(&store.builder.text, None).err().expect("it cannot run");
        assert_eq!(found[0].place.path.as_str(), format!("profiles[0].plugins.{point}"), "{found:?}");
    }
}

#[test]
fn answers_of_an_extender_are_typed() {
    let open = opened(
        "apiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: ext} # who\n---\nkind: Node\nmetadata: {name: a}\n",
    );
    let store = changed(
        &open,
        [
            typed("delayMillis", "250"),
            typed("filter.failed", "a: full, and: old\nb: no"),
            typed("filter.failing.status", "503"),
            typed("filter.failing.podLabels", "app=web"),
            ConfigEdit::AddRule("filter.rules"),
            ConfigEdit::AddRule("filter.rules"),
            typed("filter.rules.0.for.freeBelow", "cpu=500m, memory=1Gi"),
            typed("filter.rules.1.for.nodes", "a, b"),
            typed("filter.rules.1.keep", "true"),
            typed("filter.rules.1.message", ""),
            ConfigEdit::RaiseRule("filter.rules", 1),
            typed("prioritize.scores", "a=10, b=0"),
            ConfigEdit::AddRule("preempt.rules"),
            typed("preempt.rules.0.keepVictims", "1"),
            typed("preempt.nodes", "a: {victims: [default/p], pdbViolations: 1}"),
        ],
    );
    assert!(
        !store.builder.refused && store.builder.wrong.is_empty(),
        "{:?}\n{}",
        store.builder.wrong,
        store.builder.text
    );
    assert!(store.builder.text.contains("# who"), "{}", store.builder.text);
    assert!(
        load::scenario(&store.builder.text, None).is_ok(),
        "{:?}\n{}",
        load::scenario(&store.builder.text, None).err(),
        store.builder.text
    );
    let filter = json!({"failed": {"a": "full, and: old", "b": "no"}, "failing": {"status": 503, "podLabels": {"app": "web"}},
        "rules": [{"for": {"nodes": ["a", "b"]}, "keep": true},
            {"for": {"freeBelow": {"cpu": "500m", "memory": "1Gi"}}, "message": "not allowed by this rule"}]});
    assert_eq!(said(&store, "filter"), filter, "{}", store.builder.text);
    assert_eq!(said(&store, "prioritize.scores"), json!({"a": 10, "b": 0}));
    assert_eq!(said(&store, "preempt.rules"), json!([{"drop": true, "keepVictims": 1}]));
    // What is taken back leaves nothing behind, and what cannot be written is told at its field.
    let undone = (0..15).fold(store.clone(), |store, _| reduce(&store, Action::Builder(Build::Undo)).0);
    assert_eq!(undone.builder.text, open.builder.text);
    for (path, wrong) in
        [("delayMillis", "-1"), ("filter.failed", "a"), ("prioritize.scores", "a=11"), ("metadata.name", "")]
    {
        let store = changed(&open, [typed(path, wrong)]);
        assert_eq!((store.builder.wrong.len(), &store.builder.text), (1, &open.builder.text), "{path}");
    }
    let store = changed(&store, [ConfigEdit::Remove("filter.rules", 0), ConfigEdit::Remove("filter.rules", 0)]);
    assert_eq!(said(&store, "filter.rules"), Value::Null, "{}", store.builder.text);
}

#[test]
fn a_plugin_of_ones_own_is_built_and_renamed() {
    let open = opened(TEXT);
    let store = changed(&open, [plugin("score", "Mine", Turn::Enable)]);
    let store = changed_of(
        &store,
        "Plugin",
        [
            typed("metadata.name", "Yours"),
            typed("score.normalize", "HighestBest"),
            typed("score.rules.0.score", "500"),
            typed("score.rules.0.for.nodeLabels", "disk=ssd"),
            ConfigEdit::AddRule("permit.rules"),
            typed("permit.rules.0.times", "1"),
            typed("filter.failedAndUnresolvable", "a: no"),
        ],
    );
    assert!(
        !store.builder.refused && store.builder.wrong.is_empty(),
        "{:?}\n{}",
        store.builder.wrong,
        store.builder.text
    );
    // Who enables it goes along.
    assert_eq!(said(&store, "profiles.0.plugins.score.enabled"), json!([{"name": "Yours"}]), "{}", store.builder.text);
    assert_eq!(
        said_of(&store, "Plugin", "score"),
        json!({"rules": [{"score": 500, "for": {"nodeLabels": {"disk": "ssd"}}}], "normalize": "HighestBest"})
    );
    assert_eq!(said_of(&store, "Plugin", "permit.rules"), json!([{"waitMillis": 5000, "times": 1}]));
    assert!(
        load::scenario(&store.builder.text, None).is_ok(),
        "{:?}\n{}",
        load::scenario(&store.builder.text, None).err(),
        store.builder.text
    );
    // Scores that are not normalized end at 100, which the loader tells at the field.
    let store = changed_of(&store, "Plugin", [typed("score.normalize", "")]);
    let found = load::scenario(&store.builder.text, None).err().expect("it cannot run");
    assert_eq!(found[0].place.path.as_str(), "score.rules[0].score");
}

/// Every field of these forms is one that the decoders know.
#[test]
fn fields_are_those_of_the_documents() {
    for kind in ["Extender", "Plugin"] {
        for section in super::answering::sections(kind).expect("sections") {
            let rules = section.rules.iter().flat_map(|rules| {
                rules.fields.iter().copied().flatten().map(|field| format!("{}.{}", rules.path, field.path))
            });
            let start = if section.path.is_empty() { String::new() } else { format!("{}.", section.path) };
            for path in section.fields.iter().map(|field| format!("{start}{}", field.path)).chain(rules) {
                let steps: Vec<&str> = path.split('.').collect();
                assert!(api::manifest::shape(kind, &steps).is_some(), "{kind} {path}");
            }
        }
    }
}
