//! Objects about devices in a text. They are kept as they stand: only the part of a program that knows claims reads what is in them, and
//! only texts with such objects need it.

use api::{
    Str,
    devices::{
        DeviceClass, DeviceKind, DeviceRequests, ExactRequest, ResourceClaim, ResourceClaimTemplate, ResourceSlice,
    },
    nearest_name,
};
use findings::{AdmissionProblem, ConfigurationProblem, Finding, Problem};
use serde::de::DeserializeOwned;

use super::{
    decode::{DecodeProblem, ErrorLocation, IgnoredField, decode_node},
    tree::TreeNode,
};

/// An object about devices, and where it stands.
#[derive(Clone, Debug)]
pub struct DeviceDoc {
    /// What it is.
    pub kind: DeviceKind,
    document: u32,
    /// The path of the object within its document.
    base: String,
    root: TreeNode,
}

impl DeviceDoc {
    pub(super) fn new(kind: DeviceKind, document: u32, base: &str, root: TreeNode) -> Self {
        Self { kind, document, base: base.to_owned(), root }
    }

    /// Reads the object.
    ///
    /// # Errors
    /// What is wrong with it. Otherwise the fields that nothing here acts on are reported.
    pub fn check(&self) -> Result<Vec<Finding>, Vec<Finding>> {
        match self.kind {
            DeviceKind::Claim => self.read_as(|claim: &ResourceClaim, faults| {
                check_requests(&claim.spec.devices, "spec.devices", faults);
            }),
            DeviceKind::Template => self.read_as(|template: &ResourceClaimTemplate, faults| {
                check_requests(&template.spec.spec.devices, "spec.spec.devices", faults);
            }),
            DeviceKind::Slice => self.read_as(|slice: &ResourceSlice, faults| {
                if slice.spec.driver.is_empty() {
                    faults.push(missing_field("spec.driver"));
                }
                if slice.spec.pool.name.is_empty() {
                    faults.push(missing_field("spec.pool.name"));
                }
            }),
            DeviceKind::Class => self.read_as(|_: &DeviceClass, _| {}),
        }
    }

    fn read_as<T: DeserializeOwned>(&self, check: fn(&T, &mut DeviceFaults)) -> Result<Vec<Finding>, Vec<Finding>> {
        let (object, ignored) = match decode_node::<T>(&self.root, &self.base) {
            Ok(read) => read,
            Err(misfit) => {
                let DecodeProblem { problem, location: at } = *misfit.0;
                let ErrorLocation { path, span } =
                    at.unwrap_or_else(|| ErrorLocation { path: self.base.clone(), span: self.root.span });
                return Err(vec![Finding::new(span.to_place(self.document, path), problem)]);
            }
        };
        let mut faults = Vec::new();
        check(&object, &mut faults);
        if !faults.is_empty() {
            let finding = |(path, fault): (String, Problem)| {
                let full_path = if self.base.is_empty() { path.clone() } else { format!("{}.{path}", self.base) };
                Finding::new(self.root.find_nearest(&path).span.to_place(self.document, full_path), fault)
            };
            return Err(faults.into_iter().map(finding).collect());
        }
        Ok(ignored.into_iter().filter_map(|field| self.ignored_field_notice(field)).collect())
    }

    fn ignored_field_notice(&self, field: IgnoredField) -> Option<Finding> {
        let path = field.path.strip_prefix(&self.base).unwrap_or(&field.path).trim_start_matches('.');
        let unsaid = matches!(path, "apiVersion" | "kind") || path.starts_with("metadata") || path.contains("opaque");
        let notice = field.to_notice(self.kind.name(), path);
        (!unsaid).then(|| Finding::new(field.span.to_place(self.document, field.path.clone()), notice))
    }
}

/// What is wrong, by the path within the object.
type DeviceFaults = Vec<(String, Problem)>;

/// A required field is missing: it is reported at the place where it belongs.
fn missing_field(path: &str) -> (String, Problem) {
    let field = path.rsplit('.').next().unwrap_or(path);
    (path.to_owned(), ConfigurationProblem::Missing { field: field.into() }.into())
}

fn check_requests(devices: &DeviceRequests, base: &str, faults: &mut DeviceFaults) {
    for (at, request) in devices.requests.iter().enumerate() {
        let path = format!("{base}.requests[{at}]");
        if request.name.is_empty() {
            faults.push(missing_field(&format!("{path}.name")));
        }
        match &request.exactly {
            Some(exact_request) => check_request(exact_request, &format!("{path}.exactly"), faults),
            None if request.first_available.is_empty() => faults.push(missing_field(&format!("{path}.exactly"))),
            None => {
                for (at, alternative) in request.first_available.iter().enumerate() {
                    check_request(alternative, &format!("{path}.firstAvailable[{at}]"), faults);
                }
            }
        }
    }
}

fn check_request(request: &ExactRequest, path: &str, faults: &mut DeviceFaults) {
    const MODES: [&str; 2] = ["ExactCount", "All"];
    if request.device_class_name.is_empty() {
        faults.push(missing_field(&format!("{path}.deviceClassName")));
    }
    let mode = request.allocation_mode.as_str();
    if !mode.is_empty() && !MODES.contains(&mode) {
        let (known, nearest) = (MODES.map(Str::from).into(), nearest_name(mode, MODES).map(Str::from));
        faults.push((
            format!("{path}.allocationMode"),
            AdmissionProblem::UnknownWord { word: mode.into(), known, near: nearest }.into(),
        ));
    }
    if request.count < 0 {
        let range = AdmissionProblem::OutOfRange { value: request.count, low: 1, high: i64::MAX };
        faults.push((format!("{path}.count"), range.into()));
    }
}
