//! CEL expressions that select devices: each text is compiled once, each device converted once, and each pair evaluated
//! once.

use std::{cell::RefCell, rc::Rc};

use api::{
    Str, Table,
    devices::{Device, DeviceSelector},
};
use cel::{Attribute, Gates, Program, QualifiedName};

/// Converts a device of a driver for CEL.
fn cel_device(driver: &Str, device: &Device) -> cel::DeviceProperties {
    let attributes = device.attributes.iter().filter_map(|(name, value)| {
        let value = value
            .int
            .map(Attribute::Int)
            .or(value.bool.map(Attribute::Bool))
            .or(value.string.clone().map(Attribute::Text))
            .or(value.version.clone().map(Attribute::Version))?;
        Some((QualifiedName(name.clone()), value))
    });
    let capacity = device
        .capacity
        .iter()
        .map(|(name, device_capacity)| (QualifiedName(name.clone()), device_capacity.value.clone()));
    cel::DeviceProperties {
        driver: driver.clone(),
        attributes: attributes.collect(),
        capacity: capacity.collect(),
        allow_multiple_allocations: device.allow_multiple_allocations == Some(true),
    }
}

/// A compiled expression, or the error of its compilation.
type CompiledSelector = Rc<Result<Program, Str>>;

/// An expression of a class or a request, with its index among the selectors.
pub(crate) struct NumberedSelector {
    number: usize,
    expression: Str,
    compiled: CompiledSelector,
}

/// Maximum number of expressions whose results a slice caches. The oldest one is evicted: each claim may have its own
/// expressions.
const MAX_VERDICTS: usize = 16;

/// The devices of a slice, converted for CEL, with cached results of expressions. Neither ever changes, so it is stored
/// with the slice, which all states share.
///
/// Invariant: a cached result is the one that an evaluation would give. Failed evaluations are not cached.
#[derive(Debug)]
pub(crate) struct SelectableDevices {
    devices: Vec<cel::DeviceProperties>,
    /// The result of each expression for each device.
    verdicts: RefCell<Vec<(CompiledSelector, Vec<Option<bool>>)>>,
}

impl SelectableDevices {
    /// Converts the devices of a driver, without cached results.
    pub(crate) fn new(driver: &Str, devices: &[Device]) -> Self {
        let devices = devices.iter().map(|device| cel_device(driver, device)).collect();
        Self { devices, verdicts: RefCell::default() }
    }

    /// Whether every expression matches a device; stops at the first that does not.
    ///
    /// # Errors
    /// The index of the expression that fails, and upstream's message.
    pub(crate) fn matches_all(&self, selectors: &[NumberedSelector], device: usize) -> Result<bool, (usize, String)> {
        for selector in selectors {
            if !self.matches(&selector.compiled, device).map_err(|error| (selector.number, error))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the first expression that does not match a device, with the values that it read.
    pub(crate) fn explain(&self, selectors: &[NumberedSelector], device: usize) -> Option<SelectorMismatch> {
        let is_match = |selector: &NumberedSelector| self.matches(&selector.compiled, device) == Ok(true);
        let selector = selectors.iter().find(|selector| !is_match(selector))?;
        let NumberedSelector { number, expression, compiled } = selector;
        let mut mismatch = SelectorMismatch {
            number: *number,
            expression: expression.clone(),
            read_attributes: Vec::new(),
            error: None,
        };
        match &**compiled {
            Ok(program) => {
                let explained = program.explain(&self.devices[device]);
                debug_assert_ne!(explained.result, Ok(true), "explaining gives the same result");
                for access in explained.device_accesses {
                    let part: Str = expression.as_str().get(access.range).unwrap_or_default().into();
                    if mismatch.read_attributes.iter().all(|(other, _)| *other != part) {
                        mismatch.read_attributes.push((part, access.value.ok().map(Str::from)));
                    }
                }
                mismatch.error = explained.result.err().map(|error| error.to_string().into());
            }
            Err(error) => mismatch.error = Some(error.clone()),
        }
        Some(mismatch)
    }

    /// Returns whether an expression matches a device, from the cache if possible.
    fn matches(&self, selector: &CompiledSelector, device: usize) -> Result<bool, String> {
        let evaluate = || match &**selector {
            Ok(program) => {
                program.matches(&self.devices[device]).map_err(|error| format!("CEL runtime error: {error}"))
            }
            Err(error) => Err(format!("CEL compile error: {error}")),
        };
        let mut verdicts = self.verdicts.borrow_mut();
        let at = verdicts.iter().position(|(other, _)| Rc::ptr_eq(other, selector)).unwrap_or_else(|| {
            if verdicts.len() == MAX_VERDICTS {
                verdicts.remove(0);
            }
            verdicts.push((Rc::clone(selector), vec![None; self.devices.len()]));
            verdicts.len() - 1
        });
        let verdict = &mut verdicts[at].1[device];
        let matches = match *verdict {
            Some(matches) => matches,
            None => *verdict.insert(evaluate()?),
        };
        debug_assert_eq!(Ok(matches), evaluate(), "a cached result is up to date");
        Ok(matches)
    }
}

/// An expression that does not match a device, with the values that it read.
pub(crate) struct SelectorMismatch {
    pub number: usize,
    pub expression: Str,
    pub read_attributes: Vec<(Str, Option<Str>)>,
    pub error: Option<Str>,
}

/// Compiled expressions, by their text and whether beta features are on.
#[derive(Debug, Default)]
pub(crate) struct SelectorCache(RefCell<Table<(Str, bool), CompiledSelector>>);

impl SelectorCache {
    fn compile_selector(&self, expression: &Str, has_beta_features: bool) -> CompiledSelector {
        let key = (expression.clone(), has_beta_features);
        if let Some(program) = self.0.borrow().get(&key) {
            return Rc::clone(program);
        }
        let compiled = Program::compile_with(expression, Gates { has_consumable_capacity: has_beta_features });
        let program = Rc::new(compiled.map_err(|error| error.to_string().into()));
        self.0.borrow_mut().insert(key, Rc::clone(&program));
        program
    }

    /// Compiles the expressions of a class or a request.
    pub(crate) fn compile_selectors(
        &self,
        selectors: &[DeviceSelector],
        has_beta_features: bool,
    ) -> Vec<NumberedSelector> {
        let compile = |(number, selector): (usize, &DeviceSelector)| {
            let expression = selector.cel.as_ref()?.expression.clone();
            let compiled = self.compile_selector(&expression, has_beta_features);
            Some(NumberedSelector { number, expression, compiled })
        };
        selectors.iter().enumerate().filter_map(compile).collect()
    }
}

#[cfg(test)]
mod tests {
    use api::devices::Cel;

    use super::*;

    #[test]
    fn a_slice_keeps_what_expressions_say_of_its_devices() {
        let device = |json: &str| -> Device { serde_json::from_str(json).expect("a device") };
        let devices = [
            device(r#"{"name":"a","attributes":{"model":{"string":"l4"},"size":{"int":1}}}"#),
            device(r#"{"name":"b","attributes":{"model":{"string":"h100"}}}"#),
            device(r#"{"name":"c"}"#),
        ];
        let driver: Str = "d".into();
        let shared = SelectableDevices::new(&driver, &devices);
        let programs = SelectorCache::default();
        // More expressions than the cache of a slice holds, each used several times in turn: some fail for some
        // devices, and one does not compile.
        let mut expressions: Vec<Str> = vec![
            "device.attributes['d'].model == 'l4'".into(),
            "has(device.attributes['d'].size) && device.attributes['d'].size == 1".into(),
            "device.driver == 'd'".into(),
            "device.".into(),
        ];
        expressions.extend((0..MAX_VERDICTS).map(|number| format!("device.driver == 'd' && {number} < 8").into()));
        for round in 0..3 {
            for expression in expressions.iter().chain(expressions.iter().rev()) {
                let selector = DeviceSelector { cel: Some(Cel { expression: expression.clone() }) };
                let selectors = programs.compile_selectors(&[selector], true);
                for at in 0..devices.len() {
                    let fresh = SelectableDevices::new(&driver, &devices);
                    let matches = shared.matches_all(&selectors, at);
                    assert_eq!(matches, fresh.matches_all(&selectors, at), "{round} {expression} {at}");
                }
                assert!(shared.verdicts.borrow().len() <= MAX_VERDICTS);
            }
        }
    }

    #[test]
    fn expressions_read_whether_a_device_can_be_shared() {
        let programs = SelectorCache::default();
        let selector = DeviceSelector { cel: Some(Cel { expression: "device.allowMultipleAllocations".into() }) };
        let selectors = programs.compile_selectors(&[selector], true);
        for (field, expected) in [("null", false), ("false", false), ("true", true)] {
            let json = format!(r#"{{"name":"a","allowMultipleAllocations":{field}}}"#);
            let device: Device = serde_json::from_str(&json).expect("a device");
            let devices = SelectableDevices::new(&"d".into(), &[device]);
            assert_eq!(devices.matches_all(&selectors, 0), Ok(expected), "{field}");
        }
    }
}
