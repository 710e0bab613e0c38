use std::rc::Rc;

use queries::load;
use releases::Release;
use serde_json::{Value, json};

use super::document_release;
use crate::{
    actions::{
        Action,
        builder::{BuilderMsg, ConfigEdit, ObjectMsg, PluginEdit},
    },
    builder::{
        config_form::value_path,
        outline::{Outline, OutlineItem},
    },
    open_target::OpenTarget,
    store::Store,
    update::reduce,
};

const TEXT: &str = "# A comment that stays.\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: default-scheduler # the usual one\n---\n\
    apiVersion: schedscope.dev/v1alpha1\nkind: Plugin\nmetadata: {name: Mine}\nscore: {rules: [{score: 7}]}\n";

fn open_text(text: &str) -> Store {
    reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text(text.into()))).0
}

/// Applies edits to the first scheduler document.
fn apply_edits(store: &Store, changes: impl IntoIterator<Item = ConfigEdit>) -> Store {
    apply_edits_where(store, |_| true, changes)
}

/// Applies edits to the document of a kind.
fn apply_edits_to_kind(store: &Store, kind: &str, changes: impl IntoIterator<Item = ConfigEdit>) -> Store {
    apply_edits_where(store, |outline_item| outline_item.kind == kind, changes)
}

fn apply_edits_where(
    store: &Store,
    is: impl Fn(&OutlineItem) -> bool,
    changes: impl IntoIterator<Item = ConfigEdit>,
) -> Store {
    changes.into_iter().fold(reduce(store, Action::Builder(BuilderMsg::ClearSelection)).0, |store, change| {
        let manifest = store.builder.parse_current();
        let outline_item = manifest
            .outline()
            .entries
            .iter()
            .find(|entry| is(entry) && document_release(entry, store.run.shown_release()).is_some());
        let id = outline_item.expect("such a document").id.clone();
        reduce(&store, Action::from(ObjectMsg::EditConfig(id, change))).0
    })
}

fn value_at(store: &Store, path: &str) -> Value {
    value_where(store, |_| true, path)
}

fn value_of_kind(store: &Store, kind: &str, path: &str) -> Value {
    value_where(store, |outline_item| outline_item.kind == kind, path)
}

fn value_where(store: &Store, is: impl Fn(&OutlineItem) -> bool, path: &str) -> Value {
    let outline = Outline::new(&store.builder.text);
    let outline_item =
        outline.entries.iter().find(|entry| is(entry) && document_release(entry, store.run.shown_release()).is_some());
    value_path::value_at_path(&outline_item.expect("such a document").value, path).clone()
}

fn plugin_edit(point: &'static str, name: &str, edit: PluginEdit) -> ConfigEdit {
    ConfigEdit::EditPlugin { profile: 0, point, name: name.into(), edit }
}

fn set_field(path: &str, typed_text: &str) -> ConfigEdit {
    ConfigEdit::SetField { path: path.into(), typed: typed_text.into() }
}

#[test]
fn plugins_are_enabled_weighted_and_reordered() {
    let opened_store = open_text(TEXT);
    let score = "profiles.0.plugins.score";
    let store = apply_edits(
        &opened_store,
        [
            plugin_edit("score", "Mine", PluginEdit::Enable),
            plugin_edit("score", "Mine", PluginEdit::SetWeight(5)),
            plugin_edit("score", "ImageLocality", PluginEdit::Disable),
            plugin_edit("score", "NodeAffinity", PluginEdit::SetWeight(9)),
        ],
    );
    let expected = json!({"disabled": [{"name": "ImageLocality"}],
        "enabled": [{"name": "Mine", "weight": 5}, {"name": "NodeAffinity", "weight": 9}]});
    assert_eq!(value_at(&store, score), expected, "{}", store.builder.text);
    assert!(
        store.builder.text.contains("# A comment that stays.") && store.builder.text.contains("# the usual one"),
        "{}",
        store.builder.text
    );
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    // Reverting to the defaults removes the fields.
    let reverting_edits = [
        plugin_edit("score", "Mine", PluginEdit::Disable),
        plugin_edit("score", "ImageLocality", PluginEdit::Enable),
        plugin_edit("score", "NodeAffinity", PluginEdit::SetWeight(2)),
    ];
    let store = apply_edits(&store, reverting_edits);
    assert_eq!(
        (value_at(&store, "profiles.0.plugins"), &store.builder.text),
        (Value::Null, &opened_store.builder.text)
    );
    // A custom order lists all plugins, and reverting to the default order removes it.
    let store = apply_edits(&opened_store, [plugin_edit("filter", "NodeName", PluginEdit::MoveUp)]);
    let names = value_at(&store, "profiles.0.plugins.filter.enabled");
    assert_eq!((&names[0]["name"], &names[1]["name"]), (&json!("NodeName"), &json!("NodeUnschedulable")));
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    let again = apply_edits(&store, [plugin_edit("filter", "NodeName", PluginEdit::MoveDown)]);
    assert_eq!(again.builder.text, opened_store.builder.text);
    let undone = reduce(&store, Action::from(ObjectMsg::Undo)).0;
    assert_eq!(undone.builder.text, opened_store.builder.text);
}

#[test]
fn arguments_and_numbers_are_written() {
    let opened_store = open_text(TEXT);
    let fit = "profiles.0.pluginConfig.NodeResourcesFit.args.scoringStrategy";
    let store = apply_edits(
        &opened_store,
        [
            set_field("percentageOfNodesToScore", "40"),
            set_field(&format!("{fit}.type"), "MostAllocated"),
            set_field(&format!("{fit}.resources"), "cpu=3, memory=1"),
            set_field("profiles.0.pluginConfig.PodTopologySpread.args.defaultingType", "List"),
            set_field("profiles.0.pluginConfig.PodTopologySpread.args.defaultConstraints", "zone=2:ScheduleAnyway"),
            ConfigEdit::AddExtender,
            ConfigEdit::AddProfile,
        ],
    );
    assert!(!store.builder.is_edit_refused, "{}", store.builder.text);
    assert_eq!(value_at(&store, "percentageOfNodesToScore"), json!(40));
    assert_eq!(value_at(&store, &format!("{fit}.resources.cpu.weight")), json!(3));
    assert_eq!(value_at(&store, "profiles.1.schedulerName"), json!("scheduler-2"));
    assert_eq!(value_at(&store, "extenders.0.filterVerb"), json!("filter"));
    // The extender has no answers; everything else can run.
    let without = apply_edits(&store, [ConfigEdit::Remove("extenders", 0)]);
    assert!(load::load_scenario(&without.builder.text, None).is_ok(), "{}", without.builder.text);
    let store_after_error = apply_edits(&opened_store, [set_field("percentageOfNodesToScore", "140")]);
    assert_eq!(
        (&store_after_error.builder.text, store_after_error.builder.rejected_inputs.len()),
        (&opened_store.builder.text, 1)
    );
    let right = apply_edits(&store_after_error, [set_field("percentageOfNodesToScore", "")]);
    assert_eq!((&right.builder.text, right.builder.rejected_inputs.len()), (&opened_store.builder.text, 0));
}

#[test]
fn earlier_releases_have_other_forms() {
    let beta_text = TEXT.replace("/v1\n", "/v1beta1\n");
    let store = apply_edits(
        &open_text(&beta_text),
        [
            plugin_edit("score", "NodeAffinity", PluginEdit::SetWeight(9)),
            plugin_edit("filter", "NodeLabel", PluginEdit::Enable),
        ],
    );
    // A default plugin is enabled again only if it is disabled first.
    let score = json!({"disabled": [{"name": "NodeAffinity"}], "enabled": [{"name": "NodeAffinity", "weight": 9}]});
    assert_eq!(value_at(&store, "profiles.0.plugins.score"), score);
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    let mut opened_store = open_text("apiVersion: v1\nkind: Policy\n");
    opened_store.run.release = Some(Release::ALL[0]);
    let listed = |list, name: &str, edit| ConfigEdit::EditPolicyList { list, name: name.into(), edit };
    let store = apply_edits(
        &opened_store,
        [
            listed("priorities", "MostRequestedPriority", PluginEdit::Enable),
            listed("priorities", "LeastRequestedPriority", PluginEdit::Disable),
            listed("priorities", "MostRequestedPriority", PluginEdit::SetWeight(4)),
            listed("predicates", "NoDiskConflict", PluginEdit::Disable),
        ],
    );
    let weights = value_at(&store, "priorities.MostRequestedPriority.weight");
    assert_eq!(
        (weights, value_at(&store, "predicates.NoDiskConflict")),
        (json!(4), Value::Null),
        "{}",
        store.builder.text
    );
    assert!(load::load_scenario(&store.builder.text, Some(Release::ALL[0])).is_ok(), "{}", store.builder.text);
    let reset = apply_edits(
        &store,
        [ConfigEdit::ResetPolicyList("priorities"), listed("predicates", "NoDiskConflict", PluginEdit::Enable)],
    );
    assert_eq!(reset.builder.text, Rc::clone(&opened_store.builder.text));
}

#[test]
fn all_points_and_multi_point_can_be_edited() {
    let opened_store = open_text(TEXT);
    let store = apply_edits(&opened_store, [plugin_edit("multiPoint", "Mine", PluginEdit::Enable)]);
    assert_eq!(
        value_at(&store, "profiles.0.plugins.multiPoint.enabled"),
        json!([{"name": "Mine"}]),
        "{}",
        store.builder.text
    );
    let store = apply_edits(&store, [plugin_edit("multiPoint", "ImageLocality", PluginEdit::Disable)]);
    assert_eq!(value_at(&store, "profiles.0.plugins.multiPoint.disabled"), json!([{"name": "ImageLocality"}]));
    let store = apply_edits(
        &store,
        [
            plugin_edit("multiPoint", "NodeAffinity", PluginEdit::SetWeight(7)),
            plugin_edit("reserve", "VolumeBinding", PluginEdit::Disable),
        ],
    );
    assert_eq!(value_at(&store, "profiles.0.plugins.reserve.disabled"), json!([{"name": "VolumeBinding"}]));
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    // A weight at `multiPoint` applies to scores.
    let profile = value_at(&store, "profiles.0");
    let score =
        releases::documents::plugins_of_point(store.run.shown_release(), releases::plugins::ExtensionPoint::Score);
    let runs = super::plugin_edits::enabled_plugins(store.run.shown_release(), &profile, &score, &["Mine".into()])
        .expect("it can be read");
    assert!(runs.contains(&("NodeAffinity".into(), 7)) && runs.contains(&("Mine".into(), 1)), "{runs:?}");
    assert!(!runs.iter().any(|(name, _)| name == "ImageLocality"), "{runs:?}");
    let reset = apply_edits(
        &store,
        [
            ConfigEdit::ResetPoint { profile: 0, point: "multiPoint" },
            ConfigEdit::ResetPoint { profile: 0, point: "reserve" },
        ],
    );
    assert_eq!(reset.builder.text, opened_store.builder.text);
    // An order at `multiPoint` lists all plugins with their weights.
    let store = apply_edits(&opened_store, [plugin_edit("multiPoint", "NodeAffinity", PluginEdit::MoveUp)]);
    let all = value_at(&store, "profiles.0.plugins.multiPoint.enabled");
    assert_eq!(all[4], json!({"name": "NodeAffinity", "weight": 2}), "{}", store.builder.text);
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    // A profile without a bind or queue-sort plugin is rejected at that extension point.
    for (point, name) in [("bind", "DefaultBinder"), ("queueSort", "PrioritySort")] {
        let store = apply_edits(&opened_store, [plugin_edit(point, name, PluginEdit::Disable)]);
        let findings = load::load_scenario(&store.builder.text, None).err().expect("it cannot run");
        assert_eq!(findings[0].place.path.as_str(), format!("profiles[0].plugins.{point}"), "{findings:?}");
    }
}

#[test]
fn answers_of_an_extender_are_written() {
    let opened_store = open_text(
        "apiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {name: ext} # who\n---\nkind: Node\nmetadata: {name: a}\n",
    );
    let store = apply_edits(
        &opened_store,
        [
            set_field("delayMillis", "250"),
            set_field("filter.failed", "a: full, and: old\nb: no"),
            set_field("filter.failing.status", "503"),
            set_field("filter.failing.podLabels", "app=web"),
            ConfigEdit::AddRule("filter.rules"),
            ConfigEdit::AddRule("filter.rules"),
            set_field("filter.rules.0.for.freeBelow", "cpu=500m, memory=1Gi"),
            set_field("filter.rules.1.for.nodes", "a, b"),
            set_field("filter.rules.1.keep", "true"),
            set_field("filter.rules.1.message", ""),
            ConfigEdit::MoveRuleUp("filter.rules", 1),
            set_field("prioritize.scores", "a=10, b=0"),
            ConfigEdit::AddRule("preempt.rules"),
            set_field("preempt.rules.0.keepVictims", "1"),
            set_field("preempt.nodes", "a: {victims: [default/p], pdbViolations: 1}"),
        ],
    );
    assert!(
        !store.builder.is_edit_refused && store.builder.rejected_inputs.is_empty(),
        "{:?}\n{}",
        store.builder.rejected_inputs,
        store.builder.text
    );
    assert!(store.builder.text.contains("# who"), "{}", store.builder.text);
    assert!(
        load::load_scenario(&store.builder.text, None).is_ok(),
        "{:?}\n{}",
        load::load_scenario(&store.builder.text, None).err(),
        store.builder.text
    );
    let filter = json!({"failed": {"a": "full, and: old", "b": "no"}, "failing": {"status": 503, "podLabels": {"app": "web"}},
        "rules": [{"for": {"nodes": ["a", "b"]}, "keep": true},
            {"for": {"freeBelow": {"cpu": "500m", "memory": "1Gi"}}, "message": "not allowed by this rule"}]});
    assert_eq!(value_at(&store, "filter"), filter, "{}", store.builder.text);
    assert_eq!(value_at(&store, "prioritize.scores"), json!({"a": 10, "b": 0}));
    assert_eq!(value_at(&store, "preempt.rules"), json!([{"drop": true, "keepVictims": 1}]));
    // Undo restores the manifest, and invalid input is rejected at its field.
    let undone = (0..15).fold(store.clone(), |store, _| reduce(&store, Action::from(ObjectMsg::Undo)).0);
    assert_eq!(undone.builder.text, opened_store.builder.text);
    for (path, wrong) in
        [("delayMillis", "-1"), ("filter.failed", "a"), ("prioritize.scores", "a=11"), ("metadata.name", "")]
    {
        let store = apply_edits(&opened_store, [set_field(path, wrong)]);
        assert_eq!(
            (store.builder.rejected_inputs.len(), &store.builder.text),
            (1, &opened_store.builder.text),
            "{path}"
        );
    }
    let store = apply_edits(&store, [ConfigEdit::Remove("filter.rules", 0), ConfigEdit::Remove("filter.rules", 0)]);
    assert_eq!(value_at(&store, "filter.rules"), Value::Null, "{}", store.builder.text);
}

#[test]
fn a_custom_plugin_is_edited_and_renamed() {
    let opened_store = open_text(TEXT);
    let store = apply_edits(&opened_store, [plugin_edit("score", "Mine", PluginEdit::Enable)]);
    let store = apply_edits_to_kind(
        &store,
        "Plugin",
        [
            set_field("metadata.name", "Yours"),
            set_field("score.normalize", "HighestBest"),
            set_field("score.rules.0.score", "500"),
            set_field("score.rules.0.for.nodeLabels", "disk=ssd"),
            ConfigEdit::AddRule("permit.rules"),
            set_field("permit.rules.0.times", "1"),
            set_field("filter.failedAndUnresolvable", "a: no"),
        ],
    );
    assert!(
        !store.builder.is_edit_refused && store.builder.rejected_inputs.is_empty(),
        "{:?}\n{}",
        store.builder.rejected_inputs,
        store.builder.text
    );
    // Profiles that enable it follow the new name.
    assert_eq!(
        value_at(&store, "profiles.0.plugins.score.enabled"),
        json!([{"name": "Yours"}]),
        "{}",
        store.builder.text
    );
    assert_eq!(
        value_of_kind(&store, "Plugin", "score"),
        json!({"rules": [{"score": 500, "for": {"nodeLabels": {"disk": "ssd"}}}], "normalize": "HighestBest"})
    );
    assert_eq!(value_of_kind(&store, "Plugin", "permit.rules"), json!([{"waitMillis": 5000, "times": 1}]));
    assert!(
        load::load_scenario(&store.builder.text, None).is_ok(),
        "{:?}\n{}",
        load::load_scenario(&store.builder.text, None).err(),
        store.builder.text
    );
    // Scores that aren't normalized are limited to 100, which the loader reports at the field.
    let store = apply_edits_to_kind(&store, "Plugin", [set_field("score.normalize", "")]);
    let findings = load::load_scenario(&store.builder.text, None).err().expect("it cannot run");
    assert_eq!(findings[0].place.path.as_str(), "score.rules[0].score");
}

/// Every field of these forms exists in the decoders.
#[test]
fn fields_exist_in_the_documents() {
    for kind in ["Extender", "Plugin"] {
        for section in super::responder_schema::responder_sections(kind).expect("sections") {
            let rules = section.rules.iter().flat_map(|rules| {
                rules.fields.iter().copied().flatten().map(|field| format!("{}.{}", rules.path, field.path))
            });
            let path_prefix = if section.path.is_empty() { String::new() } else { format!("{}.", section.path) };
            for path in section.fields.iter().map(|field| format!("{path_prefix}{}", field.path)).chain(rules) {
                let steps: Vec<&str> = path.split('.').collect();
                assert!(manifest::field_shape(kind, &steps).is_some(), "{kind} {path}");
            }
        }
    }
}

/// Every argument field is supported by a plugin of some release.
#[test]
fn arguments_are_supported_by_a_plugin() {
    let shown: Vec<(&str, &str)> = Release::ALL
        .into_iter()
        .flat_map(super::plugin_arguments)
        .flat_map(|(plugin, fields)| fields.into_iter().map(move |field| (plugin, field.path)))
        .collect();
    for (plugin, fields) in super::ARGUMENTS {
        assert!(fields.iter().all(|field| shown.contains(&(*plugin, field.path))), "{plugin}");
    }
}
