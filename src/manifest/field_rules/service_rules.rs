//! Rules for Services. Upstream: `ValidateService` of `pkg/apis/core/validation`.

use api::Set;
use findings::{FieldRule, NameForm};

use super::{
    field::{Field, FieldFaults},
    field_checks::check_name,
    provenance::Provenance,
};

const PORT_RANGE: &str = "must be between 1 and 65535, inclusive";
const MAX_PORT_NAME: usize = 15;

pub(super) fn check_service(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let is_new = provenance == Provenance::New;
    let service_type = spec.text("type");
    let is_headless = spec.text("clusterIP") == "None";
    if service_type == "ExternalName" {
        if is_new && spec.text("externalName").is_empty() {
            spec.report(".externalName", FieldRule::Required, &[], faults);
        }
    } else if is_new && !is_headless && spec.get("ports").is_none_or(|ports| ports.is_blank()) {
        spec.report(".ports", FieldRule::Required, &[], faults);
    }
    if is_headless && matches!(service_type, "NodePort" | "LoadBalancer") {
        let why = format!("may not be set to 'None' for {service_type} services");
        spec.report_invalid(".clusterIPs[0]", "\"None\"", &why, faults);
    }
    let address = spec.text("clusterIP");
    if !matches!(address, "" | "None") && address.parse::<std::net::IpAddr>().is_err() {
        let why = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
        spec.report_invalid(".clusterIPs[0]", &format!("{address:?}"), why, faults);
    }
    let Some(ports) = spec.get("ports") else { return };
    let are_named = ports.items().count() > 1;
    let (mut names, mut numbers) = (Set::new(), Set::new());
    for port in ports.items() {
        let name = port.text("name");
        if name.is_empty() {
            if are_named {
                port.report(".name", FieldRule::Missing, &[], faults);
            }
        } else {
            check_name(&port, ".name", name, NameForm::Label, faults);
            if !names.insert(name.to_owned()) {
                port.report(".name", FieldRule::Duplicate, &[name], faults);
            }
        }
        if port.number("port").is_some_and(|number| !(1..=65535).contains(&number)) {
            port.report_invalid(".port", port.text("port"), PORT_RANGE, faults);
        }
        check_target(&port, faults);
        let may_have_node_port = matches!(service_type, "NodePort" | "LoadBalancer");
        if !may_have_node_port && port.number("nodePort").is_some_and(|number| number != 0) {
            let why = format!(
                "may not be used when `type` is '{}'",
                if service_type.is_empty() { "ClusterIP" } else { service_type }
            );
            port.report_reason(".nodePort", FieldRule::Forbidden, &why, faults);
        }
        let protocol = Some(port.text("protocol")).filter(|protocol| !protocol.is_empty()).unwrap_or("TCP");
        if !numbers.insert((protocol.to_owned(), port.text("port").to_owned())) {
            let value = format!(
                "{{\"Name\":\"\",\"Protocol\":\"{protocol}\",\"AppProtocol\":null,\"Port\":{},\"TargetPort\":0,\"NodePort\":0}}",
                port.text("port")
            );
            port.report("", FieldRule::DuplicateObject, &[&value], faults);
        }
    }
}

fn check_target(port: &Field<'_>, faults: &mut FieldFaults) {
    let Some(target) = port.get("targetPort") else { return };
    let text = target.own_text();
    match target.whole_number() {
        // The API server replaces 0 by the port.
        Some(number) if (0..=65535).contains(&number) => {}
        Some(_) => target.report_invalid("", text, PORT_RANGE, faults),
        None => {
            if text.len() > MAX_PORT_NAME {
                target.report("", FieldRule::PortNameLength, &[text], faults);
            }
            if !text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
                let why = "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)";
                target.report_invalid("", &format!("{text:?}"), why, faults);
            }
            if text.starts_with('-') || text.ends_with('-') {
                let why = "must not begin or end with a hyphen";
                target.report_invalid("", &format!("{text:?}"), why, faults);
            }
        }
    }
}
