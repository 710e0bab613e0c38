//! Measures how fast the engine schedules in a browser, without a recorder: `cargo dev bench browser`. The same workloads as in `speed.rs`, built with
//! the page's cargo profile.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "natively, it is only compiled"))]

use std::hint::black_box;

use schedscope::{releases::Release, scheduler::framework::SeededChooser};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

#[path = "clusters.rs"]
mod clusters;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen]
extern "C" {
    /// `performance.now()`: milliseconds, with a higher resolution than `Date`.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The duration of the fastest of five runs, in milliseconds.
fn fastest(mut work: impl FnMut()) -> f64 {
    (0..5)
        .map(|_| {
            let begin = now();
            work();
            now() - begin
        })
        .fold(f64::MAX, f64::min)
}

#[wasm_bindgen_test]
fn scheduling() {
    for (kind, release, nodes, all, count) in clusters::workload_cells() {
        let workload = clusters::Workload::new(kind, release, nodes, all, count);
        let (mut start, mut chooser) = (0, SeededChooser::new(1));
        let mut state = workload.initial_state();
        let took = fastest(|| {
            // The copy is measured too, but is cheap, because the nodes are shared.
            state = workload.initial_state();
            workload.place(&mut state, &mut start, &mut chooser);
        });
        let share = if all { "100%" } else { "default" };
        let rate = f64::from(u32::try_from(count).expect("a count of pods")) * 1000.0 / took;
        console_log!("{}/{release}/{nodes}/{share}: {rate:.0} pods/s", kind.name());
    }
}

#[wasm_bindgen_test]
fn preemption() {
    for (release, is_exhaustive) in Release::ALL.into_iter().flat_map(|release| [(release, true), (release, false)]) {
        let (profile, snapshot, pod) = clusters::full(release, 5000, is_exhaustive);
        let mut chooser = SeededChooser::new(1);
        let took = fastest(|| clusters::preempt(&profile, &snapshot, &pod, &mut chooser));
        let share = if is_exhaustive { "100%" } else { "default" };
        console_log!("preempt/{release}/{share}: {took:.1} ms");
    }
}

#[wasm_bindgen_test]
fn frames() {
    let trace = clusters::long_run(100, 1000, 100_000);
    let mut at: usize = 1;
    let took = fastest(|| {
        for _ in 0..200 {
            at = (at * 31 + 17) % trace.events().len();
            black_box(trace.frame_at(at));
        }
    });
    console_log!("frame/100000: {:.2} ms", took / 200.0);
}
