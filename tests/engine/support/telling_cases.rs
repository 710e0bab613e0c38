//! Properties that say something about some random values only: a pod that fits proves nothing about victims.

use std::{cell::Cell, fmt::Debug};

use proptest::{
    prelude::*,
    test_runner::{TestCaseError, TestRunner},
};

/// Checks a property on random values. `check` returns whether the value put the property to the test; at least `least` of `cases` values must.
pub(crate) fn check_telling_cases<S: Strategy<Value: Debug>>(
    cases: u32,
    least: u32,
    strategy: S,
    check: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let telling = Cell::new(0);
    let config = ProptestConfig { source_file: Some(file!()), ..ProptestConfig::with_cases(cases) };
    let result = TestRunner::new(config).run(&strategy, |value| {
        telling.set(telling.get() + u32::from(check(value)?));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(telling.get() >= least, "only {} of {cases} values put the property to the test", telling.get());
}
