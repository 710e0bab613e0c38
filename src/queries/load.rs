//! Loads a manifest: from YAML to a scenario that the engine runs.

use std::rc::Rc;

use api::{ApiObject, Kind, NamespacedName, Node, PodSpec, Str, Table, WorkloadKind, shorten};
use dra::{create_claims, find_selector_error};
use findings::{Finding, ForeignText, GroupSystem, Notice, Place, Problem, ReadingProblem};
use manifest::{
    CustomResource, KubeletVersion, Manifest, ManifestObject, ScenarioDoc, admission::has_own_uid, load_common,
};
use profiles::config::Configuration;
use protocol::{Bilingual, LoadResult, ManifestSummary, ObjectCount};
use releases::{Release, ReleaseChoice};
use scheduler::{cluster::Claims, framework::Profile};
use simulation::{Scenario, should_run_daemon};

use super::{
    engine_chunk::{ClaimEngine, EngineChunk},
    node_offer,
};

/// The largest number of Jobs that a notice names.
const MAX_JOBS: usize = 5;

/// The summary of a manifest with its notices, and its scenario; or the problems because of which it can't be run.
pub type LoadedScenario = Result<(LoadResult<Vec<Finding>>, Scenario), Vec<Finding>>;

/// Loads any manifest, with all chunks of the engine.
pub fn load_scenario(text: &str, release: Option<Release>) -> LoadedScenario {
    let claims = ClaimEngine { create_claims, find_selector_error };
    load_text(text, release.into(), Some(&claims)).unwrap_or_else(|chunk| unreachable!("{chunk:?} is loaded"))
}

/// Loads any manifest. `claims` is `None` while its chunk is not loaded.
///
/// # Errors
/// The manifest has device claims, and the chunk that creates them is not loaded.
pub(super) fn load_text(
    text: &str,
    release: ReleaseChoice,
    claims: Option<&ClaimEngine>,
) -> Result<LoadedScenario, EngineChunk> {
    let manifest = match manifest::load_compiled(text, release, claims.map(|claims| claims.find_selector_error)) {
        Ok(manifest) => manifest,
        Err(findings) => return Ok(Err(explain_messages(text, findings))),
    };
    let claims = match manifest.uses_device_claims() {
        true => Some((claims.ok_or(EngineChunk::Claims)?.create_claims)()),
        false => None,
    };
    Ok(from_manifest(manifest, release.chosen.is_some(), claims))
}

/// Loads a [simple](Manifest::is_simple) manifest; `None` if it is not simple, so that a program can fetch the chunk that loads all others.
pub(super) fn load_simple_text(text: &str, release: ReleaseChoice) -> Option<(LoadResult<Vec<Finding>>, Scenario)> {
    let mut manifest = load_common(text, release).ok().filter(Manifest::is_simple)?;
    let scenario = Scenario::from_simple_manifest(&manifest)?;
    let is_default = |spec: &PodSpec| !spec.node_name.is_empty() || spec.scheduler_name == *releases::DEFAULT_SCHEDULER;
    let has_nodes = manifest.objects.iter().any(is_node);
    let is_left_to_default =
        has_nodes && manifest.objects.iter().filter_map(|object| object.kind.pod_spec()).all(is_default);
    let notices = std::mem::take(&mut manifest.notices);
    is_left_to_default.then(|| {
        let summary = describe_text(&manifest, &scenario, &notices);
        (LoadResult { summary, notices }, scenario)
    })
}

fn is_node(object: &ManifestObject) -> bool {
    matches!(object.kind, ApiObject::Node(_))
}

/// Parses a manifest for a release, or for the one that it states.
pub fn load_manifest(text: &str, release: impl Into<ReleaseChoice>) -> Result<Manifest, Vec<Finding>> {
    manifest::load_for(text, release).map_err(|findings| explain_messages(text, findings))
}

/// The scenario of a manifest. `is_release_given` says whether the release was chosen explicitly; `claims` handles device claims, if there are any.
pub fn from_manifest(mut manifest: Manifest, is_release_given: bool, claims: Option<Rc<dyn Claims>>) -> LoadedScenario {
    let wants_claims = claims.is_some();
    let scenario = Scenario::from_manifest_with(&manifest, claims).map_err(|finding| vec![finding])?;
    let mut notices = std::mem::take(&mut manifest.notices);
    if let (Some(document), None) = (manifest.configurations.first(), stated_configuration(&scenario)) {
        let release = scenario.release.name().into();
        notices.push(Finding::new(document.place_of(""), Notice::NotConfigured { release }));
    }
    if let Some(KubeletVersion { minor, text: version, place }) = manifest.newest_kubelet.clone() {
        let is_chosen = is_release_given || manifest.scenario.release.is_some();
        let (is_same_minor, release) = (scenario.release.minor() == minor, scenario.release.name().into());
        let notice = match is_chosen {
            false => Some(Notice::NearestRelease { version, minor, release }),
            true => (!is_same_minor).then_some(Notice::OtherRelease { version, minor, release }),
        };
        notices.splice(..0, notice.map(|notice| Finding::new(place, notice)));
    }
    for (counts, notice) in [
        (&scenario.inferred_owners, (|owners| Notice::OwnersAssumed { owners }) as fn(Vec<Str>) -> Notice),
        (&scenario.unsimulated_owners, |owners| Notice::OwnersNotSimulated { owners }),
    ] {
        let owners: Vec<Str> = counts.iter().map(|(kind, count)| format!("{count} {kind}").into()).collect();
        notices
            .extend((!owners.is_empty()).then(|| Finding::new(first_owned_place(&manifest, counts), notice(owners))));
    }
    notices.extend(job_run_time(&manifest, &scenario));
    notices.extend(batching_notices(&manifest, &scenario));
    notices.extend(other_schedulers(&manifest, &scenario));
    notices.extend(groups_by_name(&manifest));
    notices.extend(idle_plugins(&manifest, &scenario));
    notices.extend(idle_daemon_sets(&manifest));
    let gangs = has_gangs(&manifest, scenario.release, &notices);
    let described = describe_text(&manifest, &scenario, &notices);
    let offer = (described.nodes == 0).then(|| node_offer::offer_nodes(&manifest));
    let summary = ManifestSummary { offer, claims: wants_claims, gangs, ..described };
    Ok((LoadResult { summary, notices }, scenario))
}

/// A notice about the assumed run time of Jobs that don't state one, at the first Job or pod of one.
fn job_run_time(manifest: &Manifest, scenario: &Scenario) -> Option<Finding> {
    let (running, starting) = scenario.jobs_without_run_time();
    let names = |jobs: &[NamespacedName]| -> Vec<Str> {
        let hidden_count = jobs.len().saturating_sub(MAX_JOBS);
        let hidden = (hidden_count > 0).then(|| Str::from(format!("+{hidden_count}")));
        jobs.iter().take(MAX_JOBS).map(|job| job.name().into()).chain(hidden).collect()
    };
    let is_of_job = |object: &&ManifestObject| match object.kind.workload() {
        Some(_) => object.kind.key().kind == Kind::Job,
        None => object.kind.metadata().controller().is_some_and(|owner| owner.workload() == Some(WorkloadKind::Job)),
    };
    let first = manifest.objects.iter().find(is_of_job)?;
    let notice = Notice::JobRunTime { running: names(&running), starting: names(&starting) };
    let has_jobs = !running.is_empty() || !starting.is_empty();
    has_jobs.then(|| Finding::new(first.span.to_place(first.document, ""), notice))
}

/// The part of a manifest's summary that is the same for simple manifests and all others.
fn describe_text(manifest: &Manifest, scenario: &Scenario, notices: &[Finding]) -> ManifestSummary {
    let nodes = manifest.objects.iter().filter(|object| is_node(object)).count();
    let is_given_out = |object: &ManifestObject| has_own_uid(object.kind.metadata());
    let is_reduced = |finding: &Finding| matches!(finding.problem, Problem::Notice(Notice::Reduced { .. }));
    let is_dump = manifest.objects.iter().any(is_given_out) || notices.iter().any(is_reduced);
    let (title, description) = title_and_description(&manifest.scenario);
    let captions = &manifest.scenario.captions;
    let captions = captions.iter().filter(|caption| caption.applies_to(scenario.release.name())).cloned().collect();
    ManifestSummary {
        title,
        description,
        captions,
        release: scenario.release,
        epoch: scenario.epoch.0,
        imported_counts: count_kinds(manifest),
        is_dump,
        nodes,
        offer: None,
        pods: manifest.objects.len() - nodes,
        claims: false,
        gangs: None,
    }
}

/// Whether the manifest has pod groups that take effect; `None` if it has none, or the release has no feature gates for them.
fn has_gangs(manifest: &Manifest, release: Release, notices: &[Finding]) -> Option<bool> {
    let is_left_out = |finding: &Finding| matches!(&finding.problem, Problem::Notice(Notice::KindBehindGate { kind, .. }) if **kind == *Kind::PodGroup.name());
    let is_group = |object: &ManifestObject| object.kind.kind() == Kind::PodGroup;
    releases::feature_gates::names(release).next()?;
    match manifest.objects.iter().any(is_group) {
        true => Some(true),
        false => notices.iter().any(is_left_out).then_some(false),
    }
}

/// The position of the first pod whose owner is of one of these kinds.
fn first_owned_place(manifest: &Manifest, kinds: &Table<Str, usize>) -> Place {
    let is_one = |object: &&ManifestObject| {
        let ApiObject::Pod(pod) = &object.kind else { return false };
        pod.metadata.controller().is_some_and(|owner| kinds.get(&owner.kind).is_some())
    };
    manifest
        .objects
        .iter()
        .find(is_one)
        .map_or_else(Place::default, |manifest_object| manifest_object.span.to_place(manifest_object.document, ""))
}

/// The number of objects of each kind in a manifest.
fn count_kinds(manifest: &Manifest) -> Vec<ObjectCount> {
    let mut kind_counts: Vec<ObjectCount> = Vec::new();
    for object in &manifest.objects {
        let kind = object.kind.kind().name();
        match kind_counts.iter_mut().find(|object_count| object_count.kind == *kind) {
            Some(same) => same.count += 1,
            None => {
                kind_counts.push(ObjectCount {
                    kind: kind.into(),
                    count: 1,
                    place: object.span.to_place(object.document, ""),
                });
            }
        }
    }
    kind_counts
}

/// The configuration that documents state; `None` if the release runs with its defaults.
fn stated_configuration(scenario: &Scenario) -> Option<&Configuration> {
    scenario.configuration.as_ref().filter(|configuration| configuration.is_from_document)
}

/// The profiles of the stated configuration.
fn configured_profiles(scenario: &Scenario) -> &[Profile] {
    stated_configuration(scenario).map_or(&[], |configuration| &configuration.profiles)
}

/// Notices about profiles for which upstream may schedule equal pods in batches.
fn batching_notices(manifest: &Manifest, scenario: &Scenario) -> Vec<Finding> {
    let profiles = configured_profiles(scenario);
    let Some(document) = manifest.configurations.first() else { return Vec::new() };
    let notice = |profile: &Profile| Notice::EqualPodsBatched {
        release: scenario.release.name().into(),
        profile: profile.scheduler.clone(),
    };
    let batching = profiles.iter().filter(|profile| profile.cycle.batches_equal_pods);
    batching.map(|profile| Finding::new(document.place_of(""), notice(profile))).collect()
}

/// The problems of a rejected manifest. Scheduler messages in it are explained if it consists of them or of a program's output.
fn explain_messages(text: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    use ReadingProblem::{Described, Foreign, TableForPeople};
    let is_output = |finding: &Finding| {
        let Problem::Reading(problem) = &finding.problem else { return false };
        matches!(problem, Described | TableForPeople | Foreign { text: ForeignText::Log | ForeignText::SchedulerLog })
    };
    let is_printed = findings.iter().any(is_output);
    if !is_printed && manifest::has_kind_key(text) {
        return findings;
    }
    let messages = releases::message_parser::explain_messages(text);
    if messages.is_empty() {
        return findings;
    }
    if !is_printed {
        return messages;
    }
    findings.extend(messages);
    findings
}

/// Notices about schedulers that pods request and that don't run, each at its first pod.
fn other_schedulers(manifest: &Manifest, scenario: &Scenario) -> Vec<Finding> {
    let profiles = scenario.configuration.as_ref().map_or(&[][..], |configuration| &configuration.profiles);
    let runs = |name: &Str| profiles.iter().any(|profile| profile.scheduler == *name);
    let mut notices = Table::<&Str, Finding>::new();
    for object in &manifest.objects {
        let Some(spec) = object.kind.pod_spec().filter(|spec| spec.node_name.is_empty()) else { continue };
        let name = &spec.scheduler_name;
        if runs(name) {
            continue;
        }
        let place = || object.span.to_place(object.document, "");
        let notice = || Finding { times: 0, ..Finding::new(place(), Notice::OtherScheduler { name: shorten(name) }) };
        notices.or_insert_with(name, notice).times += 1;
    }
    notices.into_values().collect()
}

/// Notices about systems of pod groups that labels or annotations refer to, while the groups are not in the manifest; each at its first object.
fn groups_by_name(manifest: &Manifest) -> Vec<Finding> {
    let mut notices = Table::<GroupSystem, Finding>::new();
    for object in &manifest.objects {
        let metadata = object.kind.metadata();
        let Some((system, source)) = manifest::group_key_of_pod(&metadata.labels, &metadata.annotations) else {
            continue;
        };
        let place = object.span.to_place(object.document, "");
        let notice = Notice::ForeignGroup { system, source, minimum: None };
        notices.or_insert_with(system, || Finding { times: 0, ..Finding::new(place, notice) }).times += 1;
    }
    for system in manifest.customs.iter().filter_map(CustomResource::group_system) {
        notices.remove(&system);
    }
    notices.into_values().collect()
}

/// Notices about user-defined plugins that no profile enables.
fn idle_plugins(manifest: &Manifest, scenario: &Scenario) -> Vec<Finding> {
    let profiles = configured_profiles(scenario);
    let enabled = |name: &Str| {
        let enables = |profile: &Profile| {
            let filters = profile.filters.iter().map(|row| &row.id);
            let rows = filters.chain(profile.scores.iter().map(|row| &row.id));
            rows.chain(profile.permits.iter().map(|row| &row.id)).any(|row| *row == **name)
        };
        profiles.iter().any(enables)
    };
    let idle = manifest.plugins.iter().filter(|plugin| !enabled(&plugin.document.metadata.name));
    let notices = idle.map(|plugin| {
        let (name, release) = (plugin.document.metadata.name.clone(), scenario.release.name().into());
        let has_builtin_plugins = releases::documents::built_in_plugins(scenario.release).is_some();
        Finding::new(
            plugin.place.clone(),
            Notice::PluginNotEnabled { name, release, can_be_enabled: has_builtin_plugins },
        )
    });
    notices.collect()
}

/// A notice for every DaemonSet without an eligible node.
fn idle_daemon_sets(manifest: &Manifest) -> Vec<Finding> {
    let nodes = manifest.objects.iter().filter_map(|object| match &object.kind {
        ApiObject::Node(node) => Some(&**node),
        _ => None,
    });
    let nodes: Vec<&Node> = nodes.collect();
    let lonely = manifest.objects.iter().filter_map(|object| match &object.kind {
        ApiObject::DaemonSet(set) if !nodes.is_empty() && !set.spec.has_refused_pods => {
            let spec = &set.spec.template.spec;
            let name = shorten(&set.metadata.name);
            let notice = || Finding::new(object.span.to_place(object.document, ""), Notice::NoDaemons { name });
            (!nodes.iter().any(|node| should_run_daemon(spec, node))).then(notice)
        }
        _ => None,
    });
    lonely.collect()
}

/// The title and the description in both languages.
#[must_use]
pub fn title_and_description(scenario: &ScenarioDoc) -> (Bilingual, Bilingual) {
    let both = |en: &str, zh: &str| Bilingual { en: en.trim().to_owned(), zh: zh.trim().to_owned() };
    let zh = &scenario.zh;
    (both(&scenario.title, &zh.title), both(&scenario.description, &zh.description))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_has_its_line() {
        let problems = load_scenario("kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n", None);
        assert_eq!(problems.map(|_| ()).map_err(|problems| problems[0].place.line), Err(3));
        for (text, line, column) in [
            ("kind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a}]\n  preemptionPolicy: hgh\n", 5, 21),
            (
                "kind: Scenario\nscript:\n- at: 1s\n  create:\n    kind: Pod\n    metadata: {name: a}\n    spec:\n      preemptionPolicy: hgh\n      containers: [{}]\n",
                8,
                25,
            ),
        ] {
            let problems = load_scenario(text, None).err().unwrap_or_default();
            let place = &problems[0].place;
            assert_eq!((place.line, place.column), (line, column), "{problems:?}");
        }
    }

    #[test]
    fn findings_cross_from_the_worker_to_the_page() {
        for text in [
            "kind: Pod\n[kind]: Pod\n",
            "kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n",
            "kind: Pod\nmetadata: {name: a}\nspec: {priorityClassName: hgh, tolerations: [{operator: Exist}]}\n",
            "kind: Scenario\nrelease: v1\n",
            "kind: Policy\npredicates: [{name: PodFitsResource}]\n",
            "kind: ConfigMap\n---\nkind: Node\nmetadata: {name: a}\n",
        ] {
            let findings = load_scenario(text, None).map_or_else(|problems| problems, |(loaded, _)| loaded.notices);
            let bytes = postcard::to_allocvec(&findings).expect("bytes");
            assert_eq!(postcard::from_bytes(&bytes), Ok(findings), "{text}");
        }
    }

    #[test]
    fn expressions_that_do_not_compile_are_rejected_when_objects_are_created() {
        let class = |cel: &str| {
            format!(
                "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {{name: c}}\nspec:\n  selectors:\n  - cel: {{expression: '{cel}'}}\n"
            )
        };
        let claim = |spec: &str| {
            format!(
                "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {{name: c}}\nspec: {{devices: {{requests: [{spec}]}}}}\n"
            )
        };
        let wrong = "selectors: [{cel: {expression: device.model}}]";
        let template = claim(&format!("{{name: r, exactly: {{deviceClassName: c, {wrong}}}}}"))
            .replace("kind: ResourceClaim", "kind: ResourceClaimTemplate")
            .replace("spec: {devices", "spec: {spec: {devices")
            + "}";
        for (text, path) in [
            (class("device.model"), "spec.selectors[0].cel.expression"),
            (
                claim(&format!("{{name: r, exactly: {{deviceClassName: c, {wrong}}}}}")),
                "spec.devices.requests[0].exactly.selectors[0].cel.expression",
            ),
            (
                claim(&format!("{{name: r, firstAvailable: [{{name: a, deviceClassName: c, {wrong}}}]}}")),
                "spec.devices.requests[0].firstAvailable[0].selectors[0].cel.expression",
            ),
            (template.replace("}}\n}", "}}}\n"), "spec.spec.devices.requests[0].exactly.selectors[0].cel.expression"),
        ] {
            let findings = load_scenario(&text, None).err().unwrap_or_default();
            let [finding] = &findings[..] else { panic!("{findings:?} in {text}") };
            let Problem::Admission(findings::AdmissionProblem::Field(error)) = &finding.problem else {
                panic!("{finding:?}")
            };
            let message = releases::field_error_message(error);
            assert_eq!(*finding.place.path, *path);
            assert!(
                message.starts_with("Invalid value: \"device.model\": compilation failed: ERROR: <input>:1:7: "),
                "{message}"
            );
        }
        // In a script `kubectl` reports it, when its moment has come.
        let scripted = format!(
            "apiVersion: schedscope.dev/v1alpha1\nkind: Scenario\nscript:\n- at: 1s\n  create: {{apiVersion: resource.k8s.io/v1, \
             kind: DeviceClass, metadata: {{name: c}}, spec: {{{wrong}}}}}\n"
        );
        let (loaded, _) = load_scenario(&scripted, None).unwrap_or_else(|problems| panic!("{problems:?}"));
        let is_noticed = |finding: &Finding| {
            matches!(&finding.problem, Problem::Notice(Notice::FieldInvalid { path, error, .. })
                if *path == "spec.selectors[].cel.expression"
                    && releases::field_error_message(error).contains("compilation failed"))
        };
        assert!(loaded.notices.iter().any(is_noticed), "{:?}", loaded.notices);
        // Objects of a cluster were accepted by its API server.
        let of_cluster = class("device.model").replace("{name: c}", "{name: c, uid: u, resourceVersion: \"1\"}");
        assert!(load_scenario(&of_cluster, None).is_ok());
        assert!(load_scenario(&class("device.driver == \"a\""), None).is_ok());
        let shares = class("device.allowMultipleAllocations == true");
        assert!(load_scenario(&shares, Some(Release::V1_36)).is_ok());
        assert!(load_scenario(&shares, Some(Release::V1_34)).is_err());
    }

    #[test]
    fn what_was_taken_of_a_text_is_counted_by_kind() {
        let text = "kind: Node\nmetadata: {name: a}\n---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n---\nkind: \
                    Node\nmetadata: {name: b}\n";
        let (loaded, _) = load_scenario(text, None).unwrap_or_else(|problems| panic!("{problems:?}"));
        let taken: Vec<_> = loaded
            .imported_counts
            .iter()
            .map(|object_count| (object_count.kind.as_str(), object_count.count, object_count.place.line))
            .collect();
        assert_eq!(taken, [("Node", 2, 1), ("Pod", 1, 4)]);
    }

    #[test]
    fn a_message_of_a_scheduler_is_explained_and_other_prose_is_no_manifest() {
        let load_errors = |text: &str| load_scenario(text, None).err().unwrap_or_default();
        let message = "0/3 nodes are available: 3 Insufficient cpu.";
        assert_eq!(load_errors(message), releases::message_parser::explain_messages(message));
        assert_ne!(load_errors("Nothing that a scheduler says."), []);
        // Within a manifest, it is a part of the manifest.
        let status = format!("kind: Pod\nmetadata: [}}\nstatus: {{conditions: [{{message: '{message}'}}]}}\n");
        let problems: Vec<Problem> = load_errors(&status).into_iter().map(|finding| finding.problem).collect();
        assert!(matches!(problems[..], [Problem::Reading(_)]), "{problems:?}");
    }
}
