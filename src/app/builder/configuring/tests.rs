use std::rc::Rc;

use serde_json::{Value, json};

use super::{Change, Turn, release};
use crate::answers::load;
use crate::app::builder::outline::Outline;
use crate::app::builder::{Build, configuring::value};
use crate::app::store::{Action, Store};
use crate::app::update::reduce;
use crate::releases::Release;

const TEXT: &str = "# A comment that stays.\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: default-scheduler # the usual one\n---\n\
    apiVersion: schedscope.dev/v1alpha1\nkind: Plugin\nmetadata: {name: Mine}\nscore: {rules: [{score: 7}]}\n";

fn opened(text: &str) -> Store {
    reduce(&Store::default(), Action::Open(text.into())).0
}

/// The state after changes of the only configuration.
fn changed(store: &Store, changes: impl IntoIterator<Item = Change>) -> Store {
    changes.into_iter().fold(reduce(store, Action::Build(Build::Leave)).0, |store, change| {
        let read = store.read();
        let found = read.outline().entries.iter().find(|it| release(it, store.shown_release()).is_some());
        let id = found.expect("a configuration").id.clone();
        reduce(&store, Action::Build(Build::Configure(id, change))).0
    })
}

fn said(store: &Store, path: &str) -> Value {
    let outline = Outline::new(&store.text);
    let entry =
        outline.entries.iter().find(|it| release(it, store.shown_release()).is_some()).expect("a configuration");
    value::at(&entry.value, path).clone()
}

fn plugin(point: &'static str, name: &str, turn: Turn) -> Change {
    Change::Plugin { profile: 0, point, name: name.into(), turn }
}

fn typed(path: &str, typed: &str) -> Change {
    Change::Type { path: path.into(), typed: typed.into() }
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
    assert_eq!(said(&store, score), expected, "{}", store.text);
    assert!(store.text.contains("# A comment that stays.") && store.text.contains("# the usual one"), "{}", store.text);
    assert!(load::scenario(&store.text, None).is_ok(), "{}", store.text);
    // What is as by default again is not said any more.
    let back = [
        plugin("score", "Mine", Turn::Disable),
        plugin("score", "ImageLocality", Turn::Enable),
        plugin("score", "NodeAffinity", Turn::Weigh(2)),
    ];
    let store = changed(&store, back);
    assert_eq!((said(&store, "profiles.0.plugins"), &store.text), (Value::Null, &open.text));
    // An order of one's own names all of them, and the default one is none.
    let store = changed(&open, [plugin("filter", "NodeName", Turn::Up)]);
    let names = said(&store, "profiles.0.plugins.filter.enabled");
    assert_eq!((&names[0]["name"], &names[1]["name"]), (&json!("NodeName"), &json!("NodeUnschedulable")));
    assert!(load::scenario(&store.text, None).is_ok(), "{}", store.text);
    let again = changed(&store, [plugin("filter", "NodeName", Turn::Down)]);
    assert_eq!(again.text, open.text);
    let undone = reduce(&store, Action::Build(Build::Undo)).0;
    assert_eq!(undone.text, open.text);
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
            Change::AddExtender,
            Change::AddProfile,
        ],
    );
    assert!(!store.builder.refused, "{}", store.text);
    assert_eq!(said(&store, "percentageOfNodesToScore"), json!(40));
    assert_eq!(said(&store, &format!("{fit}.resources.cpu.weight")), json!(3));
    assert_eq!(said(&store, "profiles.1.schedulerName"), json!("scheduler-2"));
    assert_eq!(said(&store, "extenders.0.filterVerb"), json!("filter"));
    // Nobody answers for the extender; all the rest can run.
    let without = changed(&store, [Change::Remove("extenders", 0)]);
    assert!(load::scenario(&without.text, None).is_ok(), "{}", without.text);
    let wrong = changed(&open, [typed("percentageOfNodesToScore", "140")]);
    assert_eq!((&wrong.text, wrong.builder.wrong.len()), (&open.text, 1));
    let right = changed(&wrong, [typed("percentageOfNodesToScore", "")]);
    assert_eq!((&right.text, right.builder.wrong.len()), (&open.text, 0));
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
    assert!(load::scenario(&store.text, None).is_ok(), "{}", store.text);
    let mut open = opened("apiVersion: v1\nkind: Policy\n");
    open.release = Some(Release::ALL[0]);
    let listed = |list, name: &str, turn| Change::Listed { list, name: name.into(), turn };
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
    assert_eq!((weights, said(&store, "predicates.NoDiskConflict")), (json!(4), Value::Null), "{}", store.text);
    assert!(load::scenario(&store.text, Some(Release::ALL[0])).is_ok(), "{}", store.text);
    let reset =
        changed(&store, [Change::ResetListed("priorities"), listed("predicates", "NoDiskConflict", Turn::Enable)]);
    assert_eq!(reset.text, Rc::clone(&open.text));
}
