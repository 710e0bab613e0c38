//! Objects about devices in a text. They are kept as they stand: only the part of a program that knows claims reads what is in them, and
//! only texts with such objects need it.

use serde::de::DeserializeOwned;

use super::decode::{Ignored, Reason, decode};
use super::tree::Node;
use crate::devices::DeviceRequests;
use crate::devices::{DeviceClass, DeviceKind, ExactRequest, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::problem::{Admission, Configuration, Finding, Problem};
use crate::{Str, nearest};

/// An object about devices, and where it stands.
#[derive(Clone, Debug)]
pub struct DeviceDoc {
    /// What it is.
    pub kind: DeviceKind,
    document: u32,
    /// The path of the object within its document.
    base: String,
    root: Node,
}

impl DeviceDoc {
    pub(super) fn new(kind: DeviceKind, document: u32, base: &str, root: Node) -> Self {
        Self { kind, document, base: base.to_owned(), root }
    }

    /// Reads the object.
    ///
    /// # Errors
    /// What is wrong with it. Otherwise the fields that nothing here acts on are told.
    pub fn check(&self) -> Result<Vec<Finding>, Vec<Finding>> {
        match self.kind {
            DeviceKind::Claim => self.read(|claim: &ResourceClaim, faults| {
                requests(&claim.spec.devices, "spec.devices", faults);
            }),
            DeviceKind::Template => self.read(|template: &ResourceClaimTemplate, faults| {
                requests(&template.spec.spec.devices, "spec.spec.devices", faults);
            }),
            DeviceKind::Slice => self.read(|slice: &ResourceSlice, faults| {
                if slice.spec.driver.is_empty() {
                    faults.push(missing("spec.driver"));
                }
                if slice.spec.pool.name.is_empty() {
                    faults.push(missing("spec.pool.name"));
                }
            }),
            DeviceKind::Class => self.read(|_: &DeviceClass, _| {}),
        }
    }

    fn read<T: DeserializeOwned>(&self, check: fn(&T, &mut Faults)) -> Result<Vec<Finding>, Vec<Finding>> {
        let (object, ignored) = match decode::<T>(&self.root, &self.base) {
            Ok(read) => read,
            Err(misfit) => {
                let Reason { problem, at } = *misfit.0;
                let (path, span) = at.unwrap_or((self.base.clone(), self.root.span));
                return Err(vec![Finding::new(span.place(self.document, path), problem)]);
            }
        };
        let mut faults = Vec::new();
        check(&object, &mut faults);
        if !faults.is_empty() {
            let finding = |(path, fault): (String, Problem)| {
                let full = if self.base.is_empty() { path.clone() } else { format!("{}.{path}", self.base) };
                Finding::new(self.root.find(&path).span.place(self.document, full), fault)
            };
            return Err(faults.into_iter().map(finding).collect());
        }
        Ok(ignored.into_iter().filter_map(|field| self.notice(field)).collect())
    }

    fn notice(&self, field: Ignored) -> Option<Finding> {
        let path = field.path.strip_prefix(&self.base).unwrap_or(&field.path).trim_start_matches('.');
        let unsaid = matches!(path, "apiVersion" | "kind") || path.starts_with("metadata") || path.contains("opaque");
        let notice = field.notice(self.kind.name(), path);
        (!unsaid).then(|| Finding::new(field.span.place(self.document, field.path.clone()), notice))
    }
}

/// What is wrong, by the path within the object.
type Faults = Vec<(String, Problem)>;

/// A field that must be there is not: it is told where it would stand.
fn missing(path: &str) -> (String, Problem) {
    let field = path.rsplit('.').next().unwrap_or(path);
    (path.to_owned(), Configuration::Missing { field: field.into() }.into())
}

fn requests(devices: &DeviceRequests, base: &str, faults: &mut Faults) {
    for (at, request) in devices.requests.iter().enumerate() {
        let path = format!("{base}.requests[{at}]");
        if request.name.is_empty() {
            faults.push(missing(&format!("{path}.name")));
        }
        match &request.exactly {
            Some(exactly) => one(exactly, &format!("{path}.exactly"), faults),
            None if request.first_available.is_empty() => faults.push(missing(&format!("{path}.exactly"))),
            None => {
                for (at, alternative) in request.first_available.iter().enumerate() {
                    one(alternative, &format!("{path}.firstAvailable[{at}]"), faults);
                }
            }
        }
    }
}

fn one(request: &ExactRequest, path: &str, faults: &mut Faults) {
    const MODES: [&str; 2] = ["ExactCount", "All"];
    if request.device_class_name.is_empty() {
        faults.push(missing(&format!("{path}.deviceClassName")));
    }
    let mode = request.allocation_mode.as_str();
    if !mode.is_empty() && !MODES.contains(&mode) {
        let (known, near) = (MODES.map(Str::from).into(), nearest(mode, MODES).map(Str::from));
        faults
            .push((format!("{path}.allocationMode"), Admission::UnknownWord { word: mode.into(), known, near }.into()));
    }
    if request.count < 0 {
        let range = Admission::OutOfRange { value: request.count, low: 1, high: i64::MAX };
        faults.push((format!("{path}.count"), range.into()));
    }
}
