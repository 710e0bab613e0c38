//! CEL expressions that select devices: each text is compiled once, each device converted once.

use std::{cell::RefCell, rc::Rc};

use api::{
    Str, Table,
    devices::{Cel, Device, DeviceSelector},
};
use cel::{Attribute, Gates, Program, QualifiedName};

/// A device as expressions see it.
pub(crate) type CelDevice = cel::Device;

/// A device of a driver as expressions see it.
pub(crate) fn cel_device(driver: &Str, device: &Device) -> CelDevice {
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
    CelDevice {
        driver: driver.clone(),
        attributes: attributes.collect(),
        capacity: capacity.collect(),
        allow_multiple_allocations: device.allow_multiple_allocations == Some(true),
    }
}

/// An expression that was read, or why it cannot be.
type CompiledSelector = Rc<Result<Program, Str>>;

/// An expression that is not true of a device.
pub(crate) struct SelectorMismatch {
    pub number: usize,
    pub expression: Str,
    pub read_attributes: Vec<(Str, Option<Str>)>,
    pub error: Option<Str>,
}

/// Expressions that were read, by their text.
#[derive(Debug, Default)]
pub(crate) struct SelectorCache(RefCell<Table<(Str, bool), CompiledSelector>>);

impl SelectorCache {
    fn compile_selector(&self, expression: &Str, beta_features: bool) -> CompiledSelector {
        let key = (expression.clone(), beta_features);
        if let Some(program) = self.0.borrow().get(&key) {
            return Rc::clone(program);
        }
        let compiled = Program::compile_with(expression, Gates { consumable_capacity: beta_features });
        let program = Rc::new(compiled.map_err(|error| error.to_string().into()));
        self.0.borrow_mut().insert(key, Rc::clone(&program));
        program
    }

    /// The first expression that is not true of a device, with what it asked of it.
    pub(crate) fn explain(
        &self,
        selectors: &[DeviceSelector],
        device: &CelDevice,
        beta_features: bool,
    ) -> Option<SelectorMismatch> {
        selectors.iter().enumerate().find_map(|(number, selector)| {
            let expression = selector.cel.as_ref()?.expression.clone();
            let program = self.compile_selector(&expression, beta_features);
            let selector_mismatch = |read_attributes, error| {
                Some(SelectorMismatch { number, expression: expression.clone(), read_attributes, error })
            };
            let program = match &*program {
                Ok(program) => program,
                Err(error) => return selector_mismatch(Vec::new(), Some(error.clone())),
            };
            let explained = program.explain(device);
            if explained.result == Ok(true) {
                return None;
            }
            let mut read_attributes: Vec<(Str, Option<Str>)> = Vec::new();
            for access in explained.device_accesses {
                let part: Str = expression.as_str().get(access.range).unwrap_or_default().into();
                if read_attributes.iter().all(|(other, _)| *other != part) {
                    read_attributes.push((part, access.value.ok().map(Str::from)));
                }
            }
            selector_mismatch(read_attributes, explained.result.err().map(|error| error.to_string().into()))
        })
    }

    /// Whether every expression is true of a device: the first that is not ends it.
    ///
    /// # Errors
    /// The number of the expression that fails, and upstream's text.
    pub(crate) fn matches_all(
        &self,
        selectors: &[DeviceSelector],
        device: &CelDevice,
        beta_features: bool,
    ) -> Result<bool, (usize, String)> {
        for (at, selector) in selectors.iter().enumerate() {
            let Some(Cel { expression }) = &selector.cel else { continue };
            match &*self.compile_selector(expression, beta_features) {
                Err(error) => return Err((at, format!("CEL compile error: {error}"))),
                Ok(program) => match program.matches(device) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(error) => return Err((at, format!("CEL runtime error: {error}"))),
                },
            }
        }
        Ok(true)
    }
}
