//! Device claims with admin access in namespaces that do not permit it.

use api::{ApiObject, Set, Str, devices::DeviceObject};
use findings::{AdmissionProblem, FieldError, FieldRule};

use crate::{admission::Fault, loaded_manifest::ManifestObject};

/// The namespace label that permits claims with admin access.
const ADMIN_ACCESS_LABEL: &str = "resource.kubernetes.io/admin-access";

/// Claims with admin access in namespaces that do not permit it, each with the start of its object. Upstream: `validateDeviceRequest` and
/// `AuthorizedForAdmin` of `pkg/registry/resource`.
pub(super) fn forbidden_admin_access<'o>(
    objects: &'o [ManifestObject],
    is_new: &'o dyn Fn(usize) -> bool,
) -> impl Iterator<Item = (u32, Fault)> + 'o {
    let allows = |object: &'o ManifestObject| match &object.kind {
        ApiObject::Namespace(namespace) => {
            let label = namespace.metadata.labels.get(ADMIN_ACCESS_LABEL);
            label.filter(|value| **value == "true").map(|_| &namespace.metadata.name)
        }
        _ => None,
    };
    let open_namespaces: Set<&Str> = objects.iter().filter_map(allows).collect();
    objects.iter().enumerate().filter(|(index, _)| is_new(*index)).flat_map(move |(_, object)| {
        let (base, devices) = match &object.kind {
            ApiObject::Device(DeviceObject::Claim(claim)) => ("spec.devices", &claim.spec.devices.requests[..]),
            ApiObject::Device(DeviceObject::Template(template)) => {
                ("spec.spec.devices", &template.spec.spec.devices.requests[..])
            }
            _ => ("", &[][..]),
        };
        let is_open = open_namespaces.contains(&object.kind.metadata().namespace);
        let requests = devices.iter().enumerate().filter(move |(_, request)| {
            !is_open && request.exactly.as_ref().is_some_and(|exact| exact.admin_access == Some(true))
        });
        requests.map(move |(at, _)| {
            let error = FieldError { rule: FieldRule::AdminAccess, values: Vec::new() };
            let refusal = AdmissionProblem::Field(error.into());
            (object.span.start, Fault { path: format!("{base}.requests[{at}].adminAccess"), refusal })
        })
    })
}
