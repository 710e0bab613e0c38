//! How fast the engine decides in a browser, with the recorder off: `cargo dev bench browser`. The same work as in
//! `speed.rs`, in the page's own cargo profile.
#![cfg(target_arch = "wasm32")]

use schedscope::{releases::Release, scheduler::framework::SeededChooser};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

#[path = "clusters.rs"]
mod clusters;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Milliseconds of the fastest of five tries.
fn fastest(mut work: impl FnMut()) -> f64 {
    (0..5)
        .map(|_| {
            let begin = js_sys::Date::now();
            work();
            js_sys::Date::now() - begin
        })
        .fold(f64::MAX, f64::min)
}

#[wasm_bindgen_test]
fn scheduling() {
    for release in Release::ALL {
        for nodes in [100, 1000, 5000] {
            for all in [false, true] {
                let profile = clusters::at_percentage(release, all);
                let snapshot = clusters::cluster(nodes, 10, "100m", &profile);
                let count: u16 = if nodes == 5000 { 100 } else { 1000 };
                let pods = clusters::incoming(count.into(), &profile.accounting);
                let (mut start, mut dice) = (0, Dice::new(1));
                let took = fastest(|| clusters::place(&profile, &mut snapshot.clone(), &pods, &mut start, &mut dice));
                let share = if all { "100%" } else { "default" };
                console_log!("schedule/{release}/{nodes}/{share}: {:.0} pods/s", f64::from(count) * 1000.0 / took);
            }
        }
    }
}

#[wasm_bindgen_test]
fn preemption() {
    for release in Release::ALL {
        let (profile, snapshot, pod) = clusters::full(release, 5000);
        let mut dice = Dice::new(1);
        let took = fastest(|| clusters::preempt(&profile, &snapshot, &pod, &mut dice));
        console_log!("preempt/{release}: {took:.1} ms");
    }
}

#[wasm_bindgen_test]
fn frames() {
    let trace = clusters::long_run(100, 1000, 100_000);
    let mut at: usize = 1;
    let took = fastest(|| {
        for _ in 0..200 {
            at = (at * 31 + 17) % trace.events().len();
            trace.frame(at);
        }
    });
    console_log!("frame/100000: {:.2} ms", took / 200.0);
}
