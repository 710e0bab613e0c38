//! The claims of pods: shared claims, claims created from templates, and the objects that they need.

use i18n::table::form_labels::FormLabel;
use manifest::edit::{self, EditError, ValuePath};
use serde_json::{Value, json};

use super::{
    edits::{EditResult, add_template, append_object},
    form,
    labels::is_same_namespace,
    outline::{ObjectGroup, Outline, OutlineItem, path_steps, plain_scalar, value_at},
    own_label,
    palette::{GPU_CLASS, GPU_TEMPLATE, PALETTE, free_name},
    parsed_manifest::ParsedManifest,
};

/// A claim that a pod has or can get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimOption {
    /// `claim/NAME`, `template/NAME`, `class/NAME` for a template to be created, or `new` if a class has to be created too.
    pub key: String,
    /// The name; empty for `new`.
    pub name: String,
    /// The label of its type.
    pub kind_label: FormLabel,
    /// Whether the pod already has it.
    pub is_claimed: bool,
}

/// The path of an object's pod; `None` for objects without pods.
fn pod_path(outline_item: &OutlineItem) -> Option<&'static str> {
    match (outline_item.group, outline_item.kind.as_str()) {
        (ObjectGroup::Pods, _) => Some(""),
        (ObjectGroup::Workloads, _) => Some("spec.template"),
        (ObjectGroup::Script, "create") if outline_item.value["create"]["kind"] == "Pod" => Some("create"),
        _ => None,
    }
}

const CLAIM_FIELDS: [(&str, &str); 2] = [("claim", "resourceClaimName"), ("template", "resourceClaimTemplateName")];

/// The key of the option that a pod's claim corresponds to.
fn claim_key(claim: &Value) -> Option<String> {
    CLAIM_FIELDS.iter().find_map(|(kind, field)| Some(format!("{kind}/{}", claim[*field].as_str()?)))
}

fn claims_in_pod(outline_item: &OutlineItem, prefix: &str) -> Vec<Value> {
    value_at(&outline_item.value, &form::join_path(prefix, "spec.resourceClaims"))
        .as_array()
        .cloned()
        .unwrap_or_default()
}

/// Whether an object's pods use a claim or template.
pub fn has_claim(outline_item: &OutlineItem, claim: &OutlineItem) -> bool {
    let kind = if claim.kind == "ResourceClaim" { "claim" } else { "template" };
    let key = format!("{kind}/{}", claim.name);
    pod_path(outline_item)
        .is_some_and(|prefix| claims_in_pod(outline_item, prefix).iter().filter_map(claim_key).any(|text| text == key))
}

/// The device classes that a claim's requests name.
pub fn device_classes(devices: &Value) -> impl Iterator<Item = &str> {
    let requests = devices["requests"].as_array().into_iter().flatten();
    let each = |request| {
        let alternatives = value_at(request, "firstAvailable").as_array().into_iter().flatten();
        alternatives.chain([&request["exactly"]]).filter_map(|value| value["deviceClassName"].as_str())
    };
    requests.flat_map(each)
}

/// The `devices` of a claim, or of a template.
pub fn device_spec(outline_item: &OutlineItem) -> &Value {
    value_at(
        &outline_item.value,
        if outline_item.kind == "ResourceClaim" { "spec.devices" } else { "spec.spec.devices" },
    )
}

/// The options for an object's pods: claims and templates in their namespace, a new template for each class without one, or a complete
/// setup if there are none.
pub fn list_claim_options(outline: &Outline, entry: &OutlineItem) -> Vec<ClaimOption> {
    let Some(prefix) = pod_path(entry) else { return Vec::new() };
    let (namespace, claimed) = (own_label::namespace(entry), claims_in_pod(entry, prefix));
    let claimed: Vec<String> = claimed.iter().filter_map(claim_key).collect();
    let claims_of_kind = |kind: &'static str| {
        let is_same_object = |outline_item: &&OutlineItem| {
            is_same_namespace(&plain_scalar(value_at(&outline_item.value, "metadata.namespace")), &namespace)
        };
        outline.entries.iter().filter(move |entry| entry.kind == kind).filter(is_same_object)
    };
    let offer = |key: String, name: &str, what| {
        let claimed = claimed.contains(&key);
        ClaimOption { key, name: name.to_owned(), kind_label: what, is_claimed: claimed }
    };
    let shared_claims = claims_of_kind("ResourceClaim")
        .map(|claim| offer(format!("claim/{}", claim.name), &claim.name, FormLabel::SharedClaim));
    let templates = claims_of_kind("ResourceClaimTemplate")
        .map(|claim| offer(format!("template/{}", claim.name), &claim.name, FormLabel::ClaimPerPod));
    let mut offers: Vec<ClaimOption> = shared_claims.chain(templates).collect();
    // A claim of the pod that the manifest lacks can be removed.
    for key in &claimed {
        if !offers.iter().any(|offer| offer.key == *key) {
            let name = key.split_once('/').map_or("", |(_, name)| name);
            offers.push(ClaimOption {
                key: key.clone(),
                name: name.to_owned(),
                kind_label: FormLabel::NotInThisText,
                is_claimed: true,
            });
        }
    }
    let has = |class: &str| {
        claims_of_kind("ResourceClaimTemplate")
            .any(|outline_item| device_classes(device_spec(outline_item)).eq([class]))
    };
    let unlisted_classes = outline.names_of_kind("DeviceClass").filter(|class| !has(class));
    offers.extend(unlisted_classes.map(|class| offer(format!("class/{class}"), class, FormLabel::NewClaimTemplate)));
    if offers.is_empty() {
        offers.push(offer("new".into(), "", FormLabel::CompleteGpuSetup));
    }
    offers
}

/// Adds the claim of an option to an object's pods, or removes it. Creates the template, class and devices if needed.
pub fn toggle_claim(manifest: &ParsedManifest, id: &str, key: &str) -> EditResult {
    let mut manifest = manifest.clone();
    let find_entry = |manifest: &ParsedManifest| {
        let outline_item = manifest.outline().get(id)?;
        Some((outline_item.clone(), pod_path(outline_item)?))
    };
    let (outline_item, prefix) = find_entry(&manifest).ok_or(EditError::Notation)?;
    if claims_in_pod(&outline_item, prefix)
        .iter()
        .any(|claim| claim_key(claim).is_some_and(|claim_key| claim_key == key))
    {
        return remove_claim(&manifest, &outline_item, prefix, key);
    }
    let (kind, name) = match key.split_once('/') {
        Some(("class", class)) => {
            ("template", find_or_add_template(&mut manifest, &own_label::namespace(&outline_item), class)?)
        }
        Some((kind, name)) => (kind, name.to_owned()),
        None => {
            let class = add_class_and_devices(&mut manifest)?;
            ("template", find_or_add_template(&mut manifest, &own_label::namespace(&outline_item), &class)?)
        }
    };
    let (outline_item, prefix) = find_entry(&manifest).ok_or(EditError::Notation)?;
    let field = CLAIM_FIELDS.iter().find(|(text, _)| *text == kind).ok_or(EditError::Notation)?.1;
    let (claims, path) = (claims_in_pod(&outline_item, prefix), form::join_path(prefix, "spec.resourceClaims"));
    let claim_name = free_name(&dotless_name(&name), claims.iter().filter_map(|claim| claim["name"].as_str()));
    let claim = json!({"name": claim_name.as_str(), field: name});
    let container = form::join_path(prefix, "spec.containers.0");
    // One after the other, because both may insert at the end of the text.
    let write = |text: &str, list: &str, value: &Value| {
        let length = value_at(&outline_item.value, list).as_array().map_or(0, Vec::len);
        edit::set_value(text, &outline_item.place.join(path_steps(&format!("{list}.{length}"))), value)
    };
    let mut text = write(&manifest.text, &path, &claim)?;
    if !value_at(&outline_item.value, &container).is_null() {
        text = write(&text, &form::join_path(&container, "resources.claims"), &json!({"name": claim_name}))?;
    }
    Ok((text.into(), vec![id.to_owned()]))
}

/// Removes a claim from a pod and its containers.
fn remove_claim(manifest: &ParsedManifest, outline_item: &OutlineItem, prefix: &str, key: &str) -> EditResult {
    let mut changes = Vec::new();
    let mut removed_claims = Vec::new();
    for (index, claim) in claims_in_pod(outline_item, prefix).iter().enumerate() {
        if claim_key(claim).is_some_and(|claim_key| claim_key == key) {
            removed_claims.push(claim["name"].clone());
            changes.push(form::join_path(prefix, &format!("spec.resourceClaims.{index}")));
        }
    }
    for list in ["containers", "initContainers"] {
        let list = form::join_path(prefix, &format!("spec.{list}"));
        for (at_container, container) in
            value_at(&outline_item.value, &list).as_array().into_iter().flatten().enumerate()
        {
            for (index, used) in value_at(container, "resources.claims").as_array().into_iter().flatten().enumerate() {
                if removed_claims.contains(&used["name"]) {
                    changes.push(format!("{list}.{at_container}.resources.claims.{index}"));
                }
            }
        }
    }
    // From the end, so that the indices of the others stay valid.
    let remove = |text: String, path: &String| edit::remove_value(&text, &outline_item.place.join(path_steps(path)));
    let text = changes.iter().rev().try_fold(manifest.text.to_string(), remove)?;
    Ok((text.into(), vec![outline_item.id.clone()]))
}

/// The name of a template that requests one device of a class; creates one if needed.
fn find_or_add_template(manifest: &mut ParsedManifest, namespace: &str, class: &str) -> Result<String, EditError> {
    let asks_one_device = |outline_item: &&OutlineItem| {
        let exactly = value_at(&outline_item.value, "spec.spec.devices.requests.0.exactly");
        outline_item.kind == "ResourceClaimTemplate"
            && is_same_namespace(&plain_scalar(value_at(&outline_item.value, "metadata.namespace")), namespace)
            && device_classes(device_spec(outline_item)).eq([class])
            && matches!(exactly["count"].as_u64(), None | Some(1))
            && exactly["allocationMode"] != "All"
    };
    if let Some(outline_item) = manifest.outline().entries.iter().find(asks_one_device) {
        return Ok(outline_item.name.clone());
    }
    let name = free_name(class, manifest.outline().names_of_kind("ResourceClaimTemplate"));
    let mut metadata = json!({"name": name});
    if !namespace.is_empty() {
        metadata["namespace"] = namespace.into();
    }
    let request = |field: &str| format!("spec.spec.devices.requests.0.{field}");
    let document = fill_in(
        GPU_TEMPLATE,
        [
            ("metadata", metadata),
            (&request("name"), dotless_name(class).into()),
            (&request("exactly.deviceClassName"), class.into()),
        ],
    )?;
    *manifest = append_object(manifest, &document)?;
    Ok(name)
}

/// Adds a device class, and if the manifest has no devices, a ResourceSlice for the first node or a new one. Returns the name of the
/// class.
fn add_class_and_devices(manifest: &mut ParsedManifest) -> Result<String, EditError> {
    let outline = manifest.outline();
    let driver = outline
        .entries
        .iter()
        .find(|entry| entry.kind == "ResourceSlice")
        .map(|outline_item| plain_scalar(value_at(&outline_item.value, "spec.driver")));
    let Some(driver) = driver else {
        let node = outline.names_of_kind("Node").next().map(ToOwned::to_owned);
        let template =
            PALETTE.iter().find(|template| template.label == FormLabel::NodeWithTwoGpus).ok_or(EditError::Notation)?;
        let Some(node) = node else {
            *manifest = add_template(manifest, template)?.0;
            return Ok("gpu".into());
        };
        let of = |kind: &str| {
            let mut texts = template.objects.iter().map(|(_, text)| *text);
            texts.find(|text| text.contains(kind)).ok_or(EditError::Notation)
        };
        *manifest = append_object(manifest, &of("kind: DeviceClass")?.replace("$NAME", "gpu"))?;
        *manifest = append_object(manifest, &of("kind: ResourceSlice")?.replace("$NAME", &node))?;
        return Ok("gpu".into());
    };
    let expression = format!("device.driver == {}", json!(driver));
    let document = fill_in(
        GPU_CLASS,
        [("metadata.name", driver.as_str().into()), ("spec.selectors.0.cel.expression", expression.into())],
    )?;
    *manifest = append_object(manifest, &document)?;
    Ok(driver)
}

/// A document of the palette with other values at some paths.
fn fill_in<const N: usize>(document: &str, values: [(&str, Value); N]) -> Result<String, EditError> {
    let change = |(path, value): (&str, Value)| (ValuePath { document: 0, steps: path_steps(path) }, Some(value));
    edit::change_values(document, &values.map(change))
}

/// The part of a name before the first dot, because names of claims and requests can't have dots.
fn dotless_name(name: &str) -> String {
    name.split('.').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pods(text: &str, id: &str) -> Vec<(String, bool)> {
        let outline = Outline::new(text);
        let offers = list_claim_options(&outline, outline.get(id).expect("it is there"));
        offers.into_iter().map(|offer| (offer.key, offer.is_claimed)).collect()
    }

    fn claim_values(text: &str, id: &str, key: &str) -> String {
        let (manifest, ids) =
            toggle_claim(&ParsedManifest::from(text.to_owned()), id, key).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(ids, [id]);
        manifest.text.to_string()
    }

    fn spec(text: &str, id: &str, path: &str) -> Value {
        value_at(&Outline::new(text).get(id).unwrap_or_else(|| panic!("{id} in {text}")).value, path).clone()
    }

    const POD: &str = "kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n";
    const NODE: &str = "kind: Node\nmetadata: {name: n}\n";
    const CLASS: &str = "kind: DeviceClass\nmetadata: {name: gpu.example.com}\n";
    const SHARED: &str = "kind: ResourceClaim\nmetadata: {name: shared}\nspec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}\n";

    #[test]
    fn existing_claims_and_classes_can_be_claimed_and_removed() {
        let text = [POD, CLASS, SHARED].join("---\n");
        assert_eq!(pods(&text, "Pod//p"), [("claim/shared".into(), false), ("class/gpu.example.com".into(), false)]);
        let shared = claim_values(&text, "Pod//p", "claim/shared");
        let both = claim_values(&shared, "Pod//p", "class/gpu.example.com");
        let expected = json!([
            {"name": "shared", "resourceClaimName": "shared"}, {"name": "gpu", "resourceClaimTemplateName": "gpu.example.com"}
        ]);
        assert_eq!(spec(&both, "Pod//p", "spec.resourceClaims"), expected, "{both}");
        let used = json!([{"name": "shared"}, {"name": "gpu"}]);
        assert_eq!(spec(&both, "Pod//p", "spec.containers.0.resources.claims"), used);
        let request = "spec.spec.devices.requests.0";
        let request_value = spec(&both, "ResourceClaimTemplate//gpu.example.com", request);
        assert_eq!(request_value, json!({"name": "gpu", "exactly": {"deviceClassName": "gpu.example.com"}}));
        assert_eq!(pods(&both, "Pod//p"), [("claim/shared".into(), true), ("template/gpu.example.com".into(), true)]);
        let values = claim_values(&both, "Pod//p", "claim/shared");
        assert_eq!(spec(&values, "Pod//p", "spec.resourceClaims"), json!([expected[1]]));
        assert_eq!(spec(&values, "Pod//p", "spec.containers.0.resources.claims"), json!([{"name": "gpu"}]));
        let none = claim_values(&values, "Pod//p", "template/gpu.example.com");
        assert_eq!(spec(&none, "Pod//p", "spec"), json!({"containers": [{"name": "c"}]}), "{none}");
    }

    #[test]
    fn missing_objects_of_a_claim_are_created() {
        for (text, node) in [(POD.to_owned(), "gpu-node-1"), ([POD, NODE].join("---\n"), "n")] {
            assert_eq!(pods(&text, "Pod//p"), [("new".into(), false)]);
            let text_after = claim_values(&text, "Pod//p", "new");
            assert_eq!(spec(&text_after, &format!("ResourceSlice//{node}"), "spec.nodeName"), node);
            assert_eq!(
                spec(&text_after, "ResourceClaimTemplate//gpu", "spec.spec.devices.requests.0.exactly.deviceClassName"),
                "gpu"
            );
            assert_eq!(spec(&text_after, "Pod//p", "spec.resourceClaims.0.resourceClaimTemplateName"), "gpu");
            assert!(Outline::new(&text_after).get("DeviceClass//gpu").is_some());
            let load_result = queries::load::load_scenario(&text_after, None);
            assert!(load_result.is_ok(), "{:?}\n{text_after}", load_result.err());
        }
        let slice =
            "kind: ResourceSlice\nmetadata: {name: s}\nspec: {driver: net.example.org, nodeName: n, pool: {name: n}}\n";
        let text_after = claim_values(&[POD, NODE, slice].join("---\n"), "Pod//p", "new");
        assert_eq!(
            spec(&text_after, "DeviceClass//net.example.org", "spec.selectors.0.cel.expression"),
            "device.driver == \"net.example.org\""
        );
        assert_eq!(Outline::new(&text_after).names_of_kind("ResourceSlice").count(), 1);
        let added = "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: net.example.org}\nspec:\n  selectors:\n    - \
                     cel: {expression: \"device.driver == \\\"net.example.org\\\"\"}\n---\napiVersion: resource.k8s.io/v1\nkind: \
                     ResourceClaimTemplate\nmetadata: {name: net.example.org}\nspec:\n  spec:\n    devices:\n      requests:\n        - \
                     name: net\n          exactly: {deviceClassName: net.example.org}\n";
        assert!(text_after.contains(added), "{text_after}");
    }

    #[test]
    fn workloads_and_scripted_pods_claim_in_their_namespace() {
        let web = "kind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 2, selector: {matchLabels: {app: web}}, \
                   template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}\n";
        let late = "kind: Scenario\nscript:\n- {at: 1s, create: {kind: Pod, metadata: {name: late}, spec: {containers: [{name: c}]}}}\n";
        let text = [web, late, CLASS, SHARED].join("---\n");
        assert_eq!(pods(&text, "Deployment/shop/web"), [("class/gpu.example.com".into(), false)]);
        let text_after = claim_values(&text, "Deployment/shop/web", "class/gpu.example.com");
        assert_eq!(spec(&text_after, "Deployment/shop/web", "spec.template.spec.resourceClaims.0.name"), "gpu");
        assert_eq!(spec(&text_after, "ResourceClaimTemplate/shop/gpu.example.com", "metadata.namespace"), "shop");
        let text_after = claim_values(&text_after, "script/0", "claim/shared");
        assert_eq!(spec(&text_after, "script/0", "create.spec.resourceClaims.0.resourceClaimName"), "shared");
        assert_eq!(
            spec(&text_after, "script/0", "create.spec.containers.0.resources.claims"),
            json!([{"name": "shared"}])
        );
        assert_eq!(pods(&text, "DeviceClass//gpu.example.com"), []);
    }

    #[test]
    fn a_claim_that_the_manifest_lacks_can_be_removed() {
        let text = "kind: Pod\nmetadata: {name: p}\nspec: {resourceClaims: [{name: a, resourceClaimName: gone}], containers: [{name: c}]}\n";
        assert_eq!(pods(text, "Pod//p"), [("claim/gone".into(), true)]);
        assert_eq!(spec(&claim_values(text, "Pod//p", "claim/gone"), "Pod//p", "spec.resourceClaims"), Value::Null);
    }
}
