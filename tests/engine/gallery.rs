//! Every scenario of the gallery: its captions find their moments under each of their releases, and it shows what it is meant to show.

use std::rc::Rc;

use schedscope::{
    lessons::story,
    manifest::{self, Manifest},
    releases::Release,
    simulation::{Scenario, Simulation},
    trace::{captions::CaptionFinder, steps},
};

use crate::{group_stories, support::texts};

/// The scenarios by name, each loaded for a release, or for its own.
fn gallery(release: Option<Release>) -> Vec<(String, Manifest)> {
    let read = |(name, text): (String, String)| {
        let manifest = manifest::load_for(&text, release).unwrap_or_else(|errors| panic!("{name}: {:?}", errors[0]));
        (name, manifest)
    };
    texts::built_in().into_iter().map(read).collect()
}

#[test]
fn captions_find_their_moments_in_order() {
    let mut wrong = Vec::new();
    for release in Release::ALL {
        for (name, manifest) in gallery(Some(release)) {
            let applicable = manifest.scenario.captions.iter().filter(|caption| caption.applies_to(release.name()));
            let captions: Vec<_> = applicable.collect();
            let mut finder = CaptionFinder::new(captions.iter().map(|caption| &caption.at));
            let mut simulation = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario"));
            let (mut events, mut caption_moments) = (Vec::new(), Vec::new());
            while let Some(more) = simulation.step() {
                caption_moments
                    .extend(finder.find_captions(&more, simulation.last_attempt().map(|attempt| &**attempt)));
                events.extend(more.into_iter().map(Rc::new));
            }
            let moments = steps::moments(&events);
            let mut last = 0;
            for (number, caption) in captions.iter().enumerate() {
                let place = caption_moments.iter().find(|place| place.caption == number);
                match place.and_then(|place| place.moment(&moments)) {
                    None => wrong.push(format!("{name} {release}: no moment for {:?}", caption.at)),
                    Some(at) if at <= last => wrong.push(format!("{name} {release}: too early: {:?}", caption.at)),
                    Some(at) => last = at,
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_texts_are_in_both_languages() {
    for (name, manifest) in gallery(None) {
        let scenario = &manifest.scenario;
        let texts = [&scenario.title, &scenario.description, &scenario.zh.title, &scenario.zh.description];
        assert!(texts.iter().all(|text| !text.is_empty()), "{name}: title or description");
        assert!(scenario.captions.len() >= 2, "{name}: captions");
        for caption in &scenario.captions {
            assert!(!caption.text.is_empty() && !caption.zh.is_empty(), "{name}: {:?}", caption.at);
            assert!(caption.releases.iter().all(|name| Release::from_name(name).is_some()), "{name}: {:?}", caption.at);
        }
        assert!(manifest.notices.is_empty(), "{name}: {:?}", manifest.notices);
    }
}

const OLD: &[Release] = &[Release::V1_16, Release::V1_20];
const NEW: &[Release] = &[Release::V1_34, Release::V1_36];
const FROM_V1_20: &[Release] = &[Release::V1_20, Release::V1_34, Release::V1_36];
const ALL: &[Release] = &Release::ALL;

/// Scenario, releases, and the beginnings of lines that its story must have, in this order. `…` matches anything within a line.
pub(crate) type Decisive = (&'static str, &'static [Release], &'static [&'static str]);

const DECISIVE: &[Decisive] = &[
    (
        "budget-counts",
        NEW,
        &[
            "eviction of default/web-0 refused by default/web: 429 … needs 4 healthy pods and has 4 currently",
            "eviction of default/tools-1 refused by default/tools: 429",
            "preempts on",
            "eviction of default/web-0 allowed by default/web, 1 left",
            "eviction of default/web-1 allowed by default/web, 0 left",
            "eviction of default/web-2 refused by default/web: 429",
        ],
    ),
    (
        "silent-node",
        NEW,
        &[
            "zone zone-a is Normal, 1/5 not ready",
            "default/cache terminating",
            "default/web-… terminating",
            "default/cache gone",
            "zone zone-a is PartialDisruption, 3/5 not ready, 0 nodes",
            "zone zone-a is FullDisruption, 5/5 not ready, 0 nodes",
        ],
    ),
    (
        "first-pod",
        ALL,
        &["decision for default/web", "node-a … Insufficient cpu", "goes to node-c", "default/web bound"],
    ),
    (
        "tie",
        &[Release::V1_16, Release::V1_20, Release::V1_34],
        &[
            "decision for default/first",
            "goes to … tied: node-a, node-b, node-c",
            "decision for default/second",
            "goes to node-b, tied: node-a, node-b",
            "decision for default/third",
            "goes to node-a",
        ],
    ),
    (
        "tie",
        &[Release::V1_36],
        &[
            "decision for default/first",
            "goes to node-a, tied: node-a, node-b, node-c",
            "decision for default/second",
            "goes to node-b, tied: node-b, node-c",
            "decision for default/third",
            "goes to node-c",
        ],
    ),
    (
        "extender",
        ALL,
        &[
            "decision for default/solver",
            "extender licences keeps … rejects worker-1: no licence left",
            "goes to worker-3",
            "default/solver bound",
        ],
    ),
    (
        "own-plugin",
        FROM_V1_20,
        &[
            "decision for default/solver-1",
            "goes to worker-3",
            "default/solver-1 waits in Permit on worker-3 for Headroom",
            "default/solver-1 bound",
            "decision for default/urgent",
            "worker-1 Headroom: node(s) had less than 2 cpu free",
            "preempts on worker-1",
            "default/old gone",
            "default/urgent bound to worker-1",
        ],
    ),
    ("own-plugin", &[Release::V1_16], &["decision for default/urgent", "goes to worker-1", "default/urgent bound"]),
    ("extender-empty-nodes", OLD, &["extender observer keeps busy, idle", "goes to idle", "default/web bound to idle"]),
    (
        "extender-empty-nodes",
        NEW,
        &["extender observer keeps bare busy, idle", "goes to busy", "default/web bound to busy"],
    ),
    (
        "extender-budgets",
        &[Release::V1_16],
        &[
            "default/web (would violate web) must go",
            "extender auditor leaves node-a without default/web, violating 0",
            "FewestViolations: node-a 0, node-b 0 -> node-a, node-b",
            "preempts on node-a",
        ],
    ),
    ("extender-budgets", &[Release::V1_20], &["FewestViolations: node-a 1, node-b 0", "preempts on node-b"]),
    (
        "extender-budgets",
        NEW,
        &["extender auditor leaves node-a without default/web, violating 1", "preempts on node-b"],
    ),
    ("extender-victims", &[Release::V1_20], &["preempts on node-a", "default/ledger gone"]),
    (
        "extender-victims",
        &[Release::V1_16, Release::V1_34, Release::V1_36],
        &["extender guard leaves node-b without default/importer", "preempts on node-b", "default/importer gone"],
    ),
    (
        "extender-errors",
        ALL,
        &[
            "extender security keeps node-a, node-c; rejects node-b: not certified",
            "extender prices fails, ignored: … code 503",
            "default/web bound",
            "decision for default/audit",
            "extender security fails: … code 500",
            "fails: … code 500",
        ],
    ),
    (
        "extender-managed",
        ALL,
        &[
            "decision for default/render",
            "node-a fits",
            "extender licences keeps node-b; rejects node-a: no licence left",
            "goes to node-b",
            "decision for default/web",
            "goes to node-a",
        ],
    ),
    (
        "sampling",
        ALL,
        &["decision for default/web-1", "goes to …", "decision for default/web-2", "n-105 fits", "goes to n-105"],
    ),
    (
        "stale-budget",
        ALL,
        &[
            "budget web allows 1 (3 healthy, 2 desired)",
            "default/web-… terminating",
            "default/web-… terminating",
            "budget web allows 0 (1 healthy, 2 desired)",
        ],
    ),
    (
        "global-default",
        ALL,
        &[
            "pod default/early created, priority 0",
            "pod default/late created, priority 50",
            "preempts on node-a",
            "default/late bound to node-a",
        ],
    ),
    (
        "woken",
        NEW,
        &[
            "default/held -> Gated",
            "node node-b comes",
            "default/big -> Active (NodeAdd)",
            "default/late -> Backoff until 11.000 (NodeAdd)",
            "default/late bound",
            "node node-c comes",
            "default/big bound",
            "default/on-ssd bound",
        ],
    ),
    (
        "woken",
        OLD,
        &["node node-b comes", "default/big ->", "default/late ->", "default/on-ssd ->", "default/big bound"],
    ),
    (
        "not-woken",
        NEW,
        &["$ kubectl label node node-a", "default/small gone", "default/big popped, attempt 2", "default/big bound"],
    ),
    (
        "not-woken",
        OLD,
        &[
            "$ kubectl label node node-a",
            "default/big popped, attempt 2",
            "fails",
            "default/small gone",
            "default/big bound",
        ],
    ),
    (
        "still-terminating",
        ALL,
        &[
            "default/batch terminating",
            "default/urgent popped, attempt 2",
            "fails",
            "default/batch gone",
            "default/urgent popped, attempt 4",
            "default/urgent bound to node-a",
        ],
    ),
    ("still-terminating", NEW, &["fails: … preemption: not eligible due to a terminating pod on the nominated node."]),
    (
        "two-budgets",
        ALL,
        &[
            "budget by-app allows 1",
            "… This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
            "default/db-1 must go: …",
            "preempts on node-a",
            "default/db-1 gone",
        ],
    ),
    (
        "reprieve",
        ALL,
        &[
            "dry run on node-a: without 3 pods it fits",
            "default/db (would violate db) stays",
            "default/web must go",
            "default/batch must go",
            "preempts on node-a",
        ],
    ),
    (
        "preemption",
        ALL,
        &["default/nginx-a nominated to test-worker", "… gone", "default/nginx-a bound to test-worker"],
    ),
    (
        "budget",
        ALL,
        &[
            "default/web-2 (would violate web) must go",
            "FewestViolations: node-a 1, node-b 0 -> node-b",
            "preempts on node-b",
        ],
    ),
    (
        "ladder",
        ALL,
        &[
            "FewestViolations: … -> node-b, node-c, node-d, node-e",
            "LowestFirstPriority: … -> node-c, node-d, node-e",
            "SmallestPrioritySum: … -> node-d, node-e",
            "FewestVictims: node-d 2, node-e 2 -> node-d, node-e",
            "LatestStart: … -> node-e",
            "preempts on node-e",
        ],
    ),
    ("unresolvable", ALL, &["dry run on node-d: without 1 pods it fits", "preempts on node-d"]),
    (
        "nomination",
        ALL,
        &[
            "default/boss nominated to node-a",
            "decision for default/small",
            "node-a … Insufficient cpu (pass 1, with default/boss)",
            "decision for default/probe",
            "node-a fits (pass 2, with default/boss)",
            "default/old gone",
        ],
    ),
    (
        "nomination",
        NEW,
        &["default/boss popped, attempt 2", "decision for default/boss", "node-a fits", "goes to node-a"],
    ),
    ("nomination", OLD, &["default/boss popped, attempt 2", "node-a fits", "node-b … Insufficient cpu"]),
    (
        "no-requests",
        ALL,
        &["decision for default/free-1", "node-a fits", "decision for default/honest", "node-a … Insufficient cpu"],
    ),
    ("anti-affinity", ALL, &["fails: 0/2 nodes are available", "script: add node node-c", "… bound to node-c"]),
    (
        "spread",
        FROM_V1_20,
        &[
            "goes to node-west",
            "goes to node-east",
            "goes to node-west",
            "node-east … Insufficient cpu",
            "node-west PodTopologySpread: node(s) didn't match pod topology spread constraints",
            "fails: 0/2",
        ],
    ),
    (
        "backoff",
        OLD,
        &[
            "default/big -> Unschedulable until 3.000",
            "default/big -> Backoff until 7.000",
            "default/big -> Backoff until 11.000",
            "default/big -> Backoff until 19.000",
            "default/big -> Backoff until 29.000",
            "default/big bound to node-z",
        ],
    ),
    (
        "backoff",
        NEW,
        &[
            "default/big -> Backoff until 7.000 (NodeUpdateNodeTaint)",
            "default/big popped, attempt 3",
            "script: add node node-d",
        ],
    ),
    (
        "first-consumer",
        ALL,
        &[
            "event WaitForFirstConsumer",
            "decision for default/db",
            "node-a … Insufficient cpu",
            "node-b fits",
            "default/db reserves on node-b [], to be made [default/data]",
            "volume for default/data of waits",
            "pvc-default-data made for default/data",
            "default/data bound to pvc-default-data",
            "default/db bound to node-b",
            "pvc-default-early made for default/early",
            "decision for default/eager",
            "node-a … Insufficient cpu",
            "node-b … node affinity",
            "default/eager -> Unschedulable",
        ],
    ),
    (
        "second-gpu",
        NEW,
        &[
            "decision for default/train",
            "node-a DynamicResources: cannot allocate all claims",
            "default/notebook gone",
            "ResourceClaim/default/notebook-gpu-… goes",
            "default/train bound to node-b",
        ],
    ),
    (
        "all-devices",
        NEW,
        &[
            "default/probe bound to node-a",
            "decision for default/train",
            "node-a DynamicResources: cannot allocate all claims",
            "default/train bound to node-a",
        ],
    ),
    (
        "pinned-claim",
        NEW,
        &[
            "node-b DynamicResources: resourceclaim not available on the node",
            "fails: … deallocation of ResourceClaim completed",
            "ResourceClaim/default/kept applied",
            "default/train -> Backoff … (resource.k8s.io/ResourceClaimUpdate)",
            "default/train bound to node-b",
        ],
    ),
    (
        "one-error",
        NEW,
        &[
            "decision for default/plain",
            "fails: … no such key: healthy",
            "decision for default/guarded",
            "default/guarded bound to node-b",
        ],
    ),
    (
        "first-available",
        &[Release::V1_36],
        &["default/one bound to node-b", "default/two bound to node-a", "decision for default/three", "fails: 0/2"],
    ),
    ("first-available", &[Release::V1_34], &["decision for default/three", "fails: 0/2"]),
    (
        "mig-parts",
        &[Release::V1_36],
        &[
            "default/serve bound to node-a",
            "decision for default/train",
            "node-a DynamicResources: cannot allocate all claims",
            "default/tune bound to node-a",
            "decision for default/serve-2",
            "node-a DynamicResources: cannot allocate all claims",
            "default/train bound to node-a",
        ],
    ),
    (
        "tainted-device",
        &[Release::V1_36],
        &[
            "default/web bound to node-a",
            "decision for default/api",
            "node-a DynamicResources: cannot allocate all claims",
            "default/batch bound to node-a",
            "ResourceSlice/node-a-gpu.example.com applied",
            "default/api -> Active (resource.k8s.io/ResourceSliceUpdate)",
            "default/api bound to node-a",
        ],
    ),
    (
        "extended-by-class",
        &[Release::V1_36],
        &[
            "decision for default/old-style",
            "ResourceClaim/default/old-style-extended-resources-… applied",
            "default/old-style bound to node-a",
            "decision for default/next",
            "node-a DynamicResources: cannot allocate all claims",
        ],
    ),
    (
        "shared-claim",
        &[Release::V1_34, Release::V1_36],
        &[
            "decision for default/train",
            "node-a … cannot allocate all claims",
            "node-b fits",
            "default/train bound to node-b",
            "decision for default/debug",
            "default/debug bound to node-b",
            "decision for default/alone",
            "fails: 0/2 nodes are available: 2 cannot allocate all claims.",
        ],
    ),
    (
        "gates",
        NEW,
        &["default/gated -> Gated", "pod default/gated edited", "pod default/gated edited", "default/gated -> Active"],
    ),
    (
        "grace-gap",
        ALL,
        &[
            "default/middle nominated to node-a",
            "default/king nominated to node-a",
            "default/low gone",
            "default/king bound to node-a",
        ],
    ),
    (
        "stale-nomination",
        NEW,
        &[
            "default/middle nominated to node-a",
            "default/low terminating",
            "default/king bound to node-a",
            "decision for default/small",
            "node-a NodeResourcesFit: Insufficient cpu",
            "default/low gone",
            "decision for default/middle",
            "default/middle nominated no more",
            "default/small bound to node-a",
        ],
    ),
    (
        "stale-nomination",
        OLD,
        &[
            "default/middle nominated to node-a",
            "default/king bound to node-a",
            "default/low gone",
            "decision for default/middle",
            "dry run on node-a: no candidate",
            "decision for default/small",
            "dry run on node-a: no candidate",
            "default/small -> Unschedulable",
            "end: Quiet",
        ],
    ),
    (
        "cascade",
        ALL,
        &[
            "decision for default/c",
            "preempts on node-a",
            "pod default/a-… created by ReplicaSet/a",
            "default/b (would violate b) must go",
            "preempts on node-b",
            "default/c bound to node-a",
            "default/a-… bound to node-b",
        ],
    ),
    (
        "never",
        FROM_V1_20,
        &[
            "decision for default/patient",
            "may not preempt: PolicyNever",
            "default/old gone",
            "default/patient popped, attempt 2",
            "goes to node-a",
        ],
    ),
    ("never", &[Release::V1_16], &["decision for default/patient", "preempts on node-a"]),
    (
        "equal",
        ALL,
        &["decision for default/agent-", "node-b … Insufficient cpu", "dry run on node-b: no candidate", "fails"],
    ),
    ("affinity", ALL, &["dry run on node-a: no candidate … Affinity", "fails: 0/1"]),
    ("cross-node", ALL, &["dry run on node-a: no candidate … Affinity", "fails: 0/2", "end: Quiet"]),
    ("rung-priority", ALL, &["LowestFirstPriority: node-a 100, node-b 10 -> node-b", "preempts on node-b"]),
    (
        "rung-sum",
        ALL,
        &["LowestFirstPriority: … -> node-a, node-b", "SmallestPrioritySum: … -> node-a", "preempts on node-a"],
    ),
    (
        "rung-count",
        ALL,
        &[
            "SmallestPrioritySum: … -> node-a, node-b",
            "FewestVictims: node-a 1, node-b 2 -> node-a",
            "preempts on node-a",
        ],
    ),
    (
        "rung-start",
        ALL,
        &["FewestVictims: node-a 1, node-b 1 -> node-a, node-b", "LatestStart: … -> node-b", "preempts on node-b"],
    ),
    ("rung-tie", ALL, &["draw … of 2 for VictimNode", "LatestStart: … -> node-a, node-b"]),
    (
        "best-effort-budget",
        ALL,
        &["default/db (would violate db) must go", "preempts on node-a", "default/db terminating", "default/db gone"],
    ),
    (
        "drain",
        ALL,
        &[
            "kubectl: error when evicting … Cannot evict pod as it would violate the pod's disruption budget.",
            "budget web allows 1",
            "… terminating … Drained",
            "decision for default/urgent",
            "… (would violate web) must go",
            "preempts on node-b",
        ],
    ),
    (
        "balance",
        &[Release::V1_34],
        &[
            "decision for default/cache",
            "node-a scores 449 = … NodeResourcesBalancedAllocation 90x1",
            "node-b scores 442 = … NodeResourcesBalancedAllocation 84x1",
            "goes to node-a",
        ],
    ),
    (
        "balance",
        &[Release::V1_36],
        &[
            "decision for default/cache",
            "node-a scores 429 = … DynamicResources 0x2 … NodeResourcesBalancedAllocation 70x1",
            "node-b scores 437 = … DynamicResources 0x2 … NodeResourcesBalancedAllocation 79x1",
            "goes to node-b",
        ],
    ),
    (
        "then-and-now",
        &[Release::V1_16],
        &["FewestViolations: node-a 0, node-b 0 -> node-a, node-b", "preempts on node-a"],
    ),
    ("then-and-now", FROM_V1_20, &["FewestViolations: node-a 1, node-b 0 -> node-b", "preempts on node-b"]),
];

fn decisive() -> impl Iterator<Item = &'static Decisive> {
    DECISIVE.iter().chain(group_stories::DECISIVE)
}

#[test]
fn stories_have_the_decisive_lines() {
    let galleries = Release::ALL.map(|release| (release, gallery(Some(release))));
    for (name, releases, expected) in decisive() {
        for (release, gallery) in galleries.iter().filter(|(release, _)| releases.contains(release)) {
            let (_, manifest) = gallery.iter().find(|(text, _)| text == name).expect("the scenario");
            let text = story::story_of(Scenario::from_manifest(manifest).expect("a scenario"));
            let mut lines = text.lines();
            for wanted in *expected {
                assert!(
                    lines.any(|line| story::line_matches(line, wanted)),
                    "{name} {release}: no `{wanted}` (in this order) in\n{text}"
                );
            }
        }
    }
    for (name, _) in &galleries[0].1 {
        assert!(decisive().any(|(shown, ..)| shown == name), "{name}: nothing says what it is there for");
        assert!(
            include_str!("../../src/page_state/gallery/mod.rs").contains(&format!("\"{name}\"")),
            "{name}: not in the gallery"
        );
    }
}
