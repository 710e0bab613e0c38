//! Validates extenders. Upstream: `validateExtenders`.

use api::Set;
use scheduler::cluster::is_extended;
use serde_json::Value;

use super::{
    faults::ValidationErrors,
    fields::{items_of, number_or},
    names,
};

pub(super) fn check(extenders: &[Value], faults: &mut ValidationErrors) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (mut binders, mut managed) = (0, Set::new());
    for (ix, extender) in extenders.iter().enumerate() {
        let weight = number_or(&extender["weight"], 0);
        if !text(&extender["prioritizeVerb"]).is_empty() && weight <= 0 {
            faults.invalid(
                &format!("extenders[{ix}].weight"),
                &weight.into(),
                "must have a positive weight applied to it",
            );
        }
        binders += usize::from(!text(&extender["bindVerb"]).is_empty());
        for (nth, resource) in items_of(&extender["managedResources"]).iter().enumerate() {
            let path = format!("extenders[{ix}].managedResources[{nth}].name");
            let name = text(&resource["name"]);
            let value: Value = name.as_str().into();
            let error = names::qualified_name_errors(&name);
            for why in &error {
                faults.invalid(&path, &value, why);
            }
            if error.is_empty() && !is_extended(&name) {
                faults.invalid(&path, &value, "is an invalid extended resource name");
            }
            if !managed.insert(name) {
                faults.invalid(&path, &value, "duplicate extender managed resource name");
            }
        }
    }
    if binders > 1 {
        let text = format!("found {binders} extenders implementing bind");
        faults.invalid("extenders", &text.into(), "only one extender can implement bind");
    }
}
