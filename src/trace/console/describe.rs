//! Renders the output of `kubectl describe pod`, and of `kubectl describe resourceclaim` and the like, at a moment.
//!
//! Order and spacing are `kubectl`'s; fields that the simulation has no value for are left out. Unlike `kubectl`, conditions are printed with
//! reason and message, because they explain why a pod is pending.

use api::{
    ConditionStatus, ConditionType, Container, LabelSelector, Millis, ObjectMeta, Operator, Pod, PodPhase, QosClass,
    ResourceList, Toleration, TolerationOperator, TopologySpreadConstraint, devices::DeviceKind, not_found_message,
    resource_name,
};
use runlog::Queue;
use serde_json::{Map, Value};

use super::{ConsoleLine, LinePosition, format_age, pad_text};
use crate::{Frame, Phase, PodView};

/// A line of output, with its position in the run if it comes from a single event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribeLine {
    pub text: String,
    /// The position of that event.
    pub place: Option<LinePosition>,
}

/// Describes a pod. `events` are the lines of `kubectl get events` about it so far.
#[must_use]
pub fn describe_pod<'l>(frame: &Frame, key: &str, events: impl Iterator<Item = &'l ConsoleLine>) -> Vec<DescribeLine> {
    let Some(view) = frame.pods.get(key) else {
        let name = key.rsplit('/').next().unwrap_or(key);
        let text = format!("Error from server (NotFound): pods \"{name}\" not found");
        return vec![DescribeLine { text, place: None }];
    };
    let mut description = Columns::default();
    write_head(&mut description, frame, view);
    write_containers(&mut description, &view.pod);
    write_conditions(&mut description, view);
    let pod = &view.pod;
    description.push_field("QoS Class", &QosClass::of_pod(pod).to_string());
    description.push_list("Node-Selectors", pod.spec.node_selector.iter().map(|(key, value)| format!("{key}={value}")));
    description.push_list("Tolerations", pod.spec.tolerations.iter().map(format_toleration));
    if !pod.spec.topology_spread_constraints.is_empty() {
        description
            .push_list("Topology Spread Constraints", pod.spec.topology_spread_constraints.iter().map(format_spread));
    }
    write_events(&mut description, frame.now, scheduler_name(pod), events);
    description.lines
}

/// Describes a device claim or another object of dynamic resource allocation. `kubectl` has no describer for these. Upstream: `genericDescriber`.
#[must_use]
pub fn describe_device(frame: &Frame, key: &str) -> Vec<DescribeLine> {
    let Some(object) = frame.devices.get(key) else {
        let (kind, name) = (key.split('/').next().unwrap_or(key), key.rsplit('/').next().unwrap_or(key));
        let text = not_found_message(&resource_name(kind), name);
        return vec![DescribeLine { text, place: None }];
    };
    let meta = &object.metadata;
    let mut description = Columns::default();
    description.push_field("Name", &meta.name);
    description.push_field("Namespace", &meta.namespace);
    write_labels(&mut description, meta);
    let mut content: Map<String, Value> = serde_json::from_str(&object.json).unwrap_or_default();
    let mut metadata = serde_json::to_value(meta).unwrap_or_default();
    if let Some(fields) = metadata.as_object_mut() {
        fields.retain(|field, _| !matches!(field.as_str(), "name" | "namespace" | "labels" | "annotations"));
    }
    content.insert("apiVersion".into(), object.kind.kind().info().api_version.into());
    content.insert("kind".into(), object.kind.name().into());
    content.insert("metadata".into(), metadata);
    if object.kind == DeviceKind::Claim && !content.contains_key("status") {
        // Objects from the API server always have a status, even an empty one.
        content.insert("status".into(), Value::Object(Map::new()));
    }
    write_fields(&mut description, 0, &content);
    // The resource claim controller records its events on pods.
    description.push_field("Events", "<none>");
    description.flush_row();
    description.lines
}

/// Fields sorted by name, with increasing indentation. Upstream: `printUnstructuredContent`.
fn write_fields(description: &mut Columns, level: usize, content: &Map<String, Value>) {
    let mut names: Vec<&String> = content.keys().collect();
    names.sort();
    for name in names {
        let label = format!("{}{}", "  ".repeat(level), field_label(name));
        match &content[name] {
            // The API server omits such a field.
            Value::Null => {}
            Value::String(text) if text.is_empty() => {}
            Value::Array(items) if items.is_empty() => {}
            Value::Object(inner) if inner.is_empty() && level > 0 => {}
            Value::Object(inner) => {
                description.push_title(&label);
                write_fields(description, level + 1, inner);
            }
            Value::Array(items) => {
                description.push_title(&label);
                for item in items {
                    match item {
                        Value::Object(inner) => write_fields(description, level + 1, inner),
                        other => {
                            description.push_title_line(&format!("{}{}", "  ".repeat(level + 1), plain_text(other)));
                        }
                    }
                }
            }
            other => description.push_field(&label, &plain_text(other)),
        }
    }
}

fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// `deviceClassName` as `Device Class Name`. Upstream: `smartLabelFor`.
fn field_label(field: &str) -> String {
    if field.chars().any(|char| !char.is_alphabetic() && char != '-') {
        return field.to_owned();
    }
    let mut words: Vec<String> = Vec::new();
    let letters: Vec<char> = field.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let follows_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = match before {
            None => true,
            Some(before) if letter.is_uppercase() => !before.is_uppercase() || follows_lower,
            Some(before) => (letter == '-') != (before == '-'),
        };
        match words.last_mut() {
            Some(word) if !begins => word.push(letter),
            _ => words.push(letter.into()),
        }
    }
    // A word in capitals is not separated from the next one.
    let mut merged: Vec<String> = Vec::new();
    let mut is_section_open = false;
    for word in words {
        let capitals = word.len() >= 2 && word.chars().all(char::is_uppercase);
        match merged.last_mut() {
            Some(last) if is_section_open && word.starts_with(char::is_uppercase) => {
                last.push_str(&word);
                is_section_open = false;
            }
            _ => {
                merged.push(word);
                is_section_open = capitals;
            }
        }
    }
    let face = |word: String| {
        let upper = word.to_uppercase();
        if ["API", "URL", "UID", "GUID"].contains(&upper.as_str()) {
            upper
        } else if word.chars().all(char::is_lowercase) {
            upper.chars().take(1).chain(word.chars().skip(1)).collect()
        } else {
            word
        }
    };
    merged.into_iter().map(face).collect::<Vec<_>>().join(" ")
}

fn write_head(description: &mut Columns, frame: &Frame, pod_view: &PodView) {
    let pod = &pod_view.pod;
    description.push_field("Name", &pod.metadata.name);
    description.push_field("Namespace", &pod.metadata.namespace);
    description.push_field("Priority", &pod.priority().to_string());
    if !pod.spec.priority_class_name.is_empty() {
        description.push_field("Priority Class Name", &pod.spec.priority_class_name);
    }
    description.push_field("Node", pod_view.bound_to().map_or("<none>", |node| node));
    if let Some(start_time) = pod_view.start.filter(|_| pod_view.bound_to().is_some()) {
        description.push_field("Start Time", &format_rfc1123(start_time));
    }
    write_labels(description, &pod.metadata);
    if pod_view.phase == Phase::Terminating {
        let seconds_left =
            pod_view.terminates_at.map_or(0, |at| at.saturating_since(frame.now).to_millis().div_ceil(1000));
        description.push_field("Status", &format!("Terminating (lasts {})", super::format_duration(seconds_left)));
        let grace = pod.spec.termination_grace_period_seconds.unwrap_or(30);
        description.push_field("Termination Grace Period", &format!("{grace}s"));
    } else {
        let status = match pod_view.phase {
            Phase::Running => PodPhase::Running,
            Phase::Succeeded => PodPhase::Succeeded,
            Phase::Failed => PodPhase::Failed,
            _ => PodPhase::Pending,
        };
        description.push_field("Status", status.as_str());
        if !pod.status.reason.is_empty() {
            description.push_field("Reason", &pod.status.reason);
        }
    }
    description.push_field("IP", &pod_view.ip);
    if let Some(owner) = pod.metadata.controller() {
        description.push_field("Controlled By", &format!("{}/{}", owner.kind, owner.name));
    }
    if let Some(node) = &pod_view.nominated {
        description.push_field("NominatedNodeName", node);
    }
    description.flush_row();
}

fn write_labels(description: &mut Columns, meta: &ObjectMeta) {
    description.push_list("Labels", meta.labels.iter().map(|(key, value)| format!("{key}={value}")));
    description.push_list("Annotations", meta.annotations.iter().map(|(key, value)| format!("{key}: {value}")));
}

fn write_containers(description: &mut Columns, pod: &Pod) {
    let kinds = [("Init Containers:", &pod.spec.init_containers), ("Containers:", &pod.spec.containers)];
    for (title, containers) in kinds.into_iter().filter(|(_, containers)| !containers.is_empty()) {
        description.push_line(title);
        for container in containers {
            description.push_line(&format!("  {}:", container.name));
            write_ports_and_image(description, container);
            write_amounts(description, "Limits", &container.resources.limits);
            write_amounts(description, "Requests", &container.resources.requests);
        }
    }
}

fn write_ports_and_image(description: &mut Columns, container: &Container) {
    if !container.image.is_empty() {
        description.push_line(&format!("    Image:      {}", container.image));
    }
    let protocol = |text: &str| if text.is_empty() { "TCP" } else { text }.to_owned();
    let ports = |pick: &dyn Fn(&api::ContainerPort) -> i32| {
        let ports = container.ports.iter().map(|port| format!("{}/{}", pick(port), protocol(&port.protocol)));
        ports.collect::<Vec<_>>().join(", ")
    };
    if !container.ports.is_empty() {
        description.push_line(&format!("    Port:       {}", ports(&|port| port.container_port)));
        description.push_line(&format!("    Host Port:  {}", ports(&|port| port.host_port)));
    }
}

fn write_amounts(description: &mut Columns, title: &str, resource_list: &ResourceList) {
    if resource_list.is_empty() {
        return;
    }
    description.push_line(&format!("    {title}:"));
    let width = resource_list.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 3;
    for (name, quantity) in resource_list.iter() {
        description.push_line(&format!("      {}{quantity}", pad_text(&format!("{name}:"), width)));
    }
}

/// `PodScheduled`, which the scheduler sets, and the conditions that the pod was created with.
fn write_conditions(description: &mut Columns, pod_view: &PodView) {
    let gated = pod_view.queue == Some(Queue::Gated);
    let scheduled = match (pod_view.bound_to(), gated) {
        (Some(_), _) => Some((ConditionStatus::True, "", "")),
        (None, true) => {
            let why = "Scheduling is blocked due to non-empty scheduling gates";
            Some((ConditionStatus::False, "SchedulingGated", why))
        }
        (None, false) if !pod_view.message.is_empty() => {
            Some((ConditionStatus::False, "Unschedulable", &*pod_view.message))
        }
        (None, false) => None,
    };
    let conditions =
        pod_view.pod.status.conditions.iter().filter(|condition| condition.r#type != ConditionType::PodScheduled);
    let condition_rows = conditions.map(|condition| {
        [condition.r#type.as_str(), condition.status.as_str(), &*condition.reason, &*condition.message]
    });
    let mut rows = vec![["Type", "Status", "Reason", "Message"], ["----", "------", "------", "-------"]];
    rows.extend(condition_rows);
    rows.extend(
        scheduled
            .as_ref()
            .map(|scheduled| [ConditionType::PodScheduled.as_str(), scheduled.0.as_str(), scheduled.1, scheduled.2]),
    );
    if rows.len() > 2 {
        description.push_line("Conditions:");
        description.push_table(&rows, |_| None);
    }
}

fn write_events<'l>(
    description: &mut Columns,
    now: Millis,
    scheduler: &str,
    events: impl Iterator<Item = &'l ConsoleLine>,
) {
    // Repeated events are printed once with a count, as upstream's event recorder aggregates them.
    struct Series<'l> {
        first: Millis,
        last: &'l ConsoleLine,
        count: usize,
    }
    let mut all_series: Vec<Series<'_>> = Vec::new();
    for line in events {
        match all_series.iter().position(|series| series.last.cells[1..] == line.cells[1..]) {
            Some(at) => {
                let mut series = all_series.remove(at);
                (series.last, series.count) = (line, series.count + 1);
                all_series.push(series);
            }
            None => all_series.push(Series { first: line.at, last: line, count: 1 }),
        }
    }
    if all_series.is_empty() {
        description.push_field("Events", "<none>");
        return description.flush_row();
    }
    description.flush_row();
    let head = ["Type", "Reason", "Age", "From", "Message"];
    let mut rows: Vec<[String; 5]> = vec![head.map(str::to_owned), head.map(|title| "-".repeat(title.len()))];
    for Series { first, last, count } in &all_series {
        let since = format_age(now, last.at);
        let since = if *count > 1 { format!("{since} (x{count} over {})", format_age(now, *first)) } else { since };
        let from = match last.cells[2].as_str() {
            "Scheduled" | "FailedScheduling" | "Preempted" | "BindingConditionsPending" => scheduler,
            "FailedResourceClaimCreation" => "resource_claim",
            "TaintManagerEviction" => "taint-eviction-controller",
            _ => "kubelet",
        };
        rows.push([last.cells[1].clone(), last.cells[2].clone(), since, from.to_owned(), last.cells[4].clone()]);
    }
    description.push_line("Events:");
    let rows: Vec<[&str; 5]> = rows.iter().map(|row| row.each_ref().map(String::as_str)).collect();
    description.push_table(&rows, |at| at.checked_sub(2).map(|at| all_series[at].last.place));
}

fn scheduler_name(pod: &Pod) -> &str {
    if pod.spec.scheduler_name.is_empty() { "default-scheduler" } else { &pod.spec.scheduler_name }
}

/// A toleration as `key=value:Effect op=Exists for 300s`.
fn format_toleration(toleration: &Toleration) -> String {
    let Toleration { key, operator, value, effect, toleration_seconds } = toleration;
    let value = if value.is_empty() { String::new() } else { format!("={value}") };
    let effect = if effect.is_unset() { String::new() } else { format!(":{effect}") };
    let mut parts = vec![format!("{key}{value}{effect}")];
    if *operator == TolerationOperator::Exists && value.is_empty() {
        parts.push(format!("op={operator}"));
    }
    parts.extend(toleration_seconds.map(|seconds| format!("for {seconds}s")));
    parts.join(" ").trim_start().to_owned()
}

fn format_spread(constraint: &TopologySpreadConstraint) -> String {
    let selector = constraint.label_selector.as_ref().map_or_else(|| "<none>".to_owned(), format_selector);
    format!(
        "{}:{} when max skew {} is exceeded for selector {selector}",
        constraint.topology_key, constraint.when_unsatisfiable, constraint.max_skew
    )
}

/// Upstream: `metav1.FormatLabelSelector`.
fn format_selector(selector: &LabelSelector) -> String {
    let labels = selector.match_labels.iter().map(|(key, value)| format!("{key}={value}"));
    let expressions = selector.match_expressions.iter().map(|expression| match expression.operator {
        Operator::Exists => expression.key.to_string(),
        Operator::DoesNotExist => format!("!{}", expression.key),
        Operator::NotIn => format!("{} notin ({})", expression.key, expression.values.join(",")),
        _ => format!("{} in ({})", expression.key, expression.values.join(",")),
    });
    let lines: Vec<String> = labels.chain(expressions).collect();
    if lines.is_empty() { "<none>".to_owned() } else { lines.join(",") }
}

/// A wall-clock time in milliseconds as `Mon, 02 Jan 2006 15:04:05 +0000`.
fn format_rfc1123(millis: i64) -> String {
    let iso = api::Time(millis).to_string();
    let month = iso.get(5..7).and_then(|month| month.parse::<usize>().ok()).unwrap_or(1);
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let day = usize::try_from(millis.div_euclid(86_400_000).rem_euclid(7)).unwrap_or(0);
    let part = |range| iso.get(range).unwrap_or_default();
    format!("{}, {} {} {} {} +0000", days[day], part(8..10), months[(month - 1) % 12], part(0..4), part(11..19))
}

/// Collects lines; the values of consecutive fields are aligned.
#[derive(Default)]
struct Columns {
    lines: Vec<DescribeLine>,
    fields: Vec<(String, Vec<String>)>,
}

impl Columns {
    fn push_line(&mut self, text: &str) {
        self.lines.push(DescribeLine { text: text.to_owned(), place: None });
    }

    fn push_field(&mut self, name: &str, value: &str) {
        self.fields.push((format!("{name}:"), vec![value.to_owned()]));
    }

    fn push_list(&mut self, name: &str, values: impl Iterator<Item = String>) {
        let mut values: Vec<String> = values.collect();
        if values.is_empty() {
            values.push("<none>".to_owned());
        }
        self.fields.push((format!("{name}:"), values));
    }

    /// Adds a line without a value, which ends the alignment.
    fn push_title(&mut self, name: &str) {
        self.push_title_line(&format!("{name}:"));
    }

    fn push_title_line(&mut self, text: &str) {
        self.flush_row();
        self.push_line(text);
    }

    fn flush_row(&mut self) {
        let width = self.fields.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 2;
        for (name, values) in std::mem::take(&mut self.fields) {
            for (index, value) in values.iter().enumerate() {
                let name = if index == 0 { name.as_str() } else { "" };
                self.push_line(format!("{}{value}", pad_text(name, width)).trim_end());
            }
        }
    }

    fn push_table<const N: usize>(&mut self, rows: &[[&str; N]], place: impl Fn(usize) -> Option<LinePosition>) {
        let widths: Vec<usize> =
            (0..N).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
        for (index, cells) in rows.iter().enumerate() {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("  {}", pad_text(cell, width)));
            let text = padded.collect::<String>().trim_end().to_owned();
            self.lines.push(DescribeLine { text, place: place(index) });
        }
    }
}

#[cfg(test)]
mod tests {
    use api::devices::DeviceRecord;
    use runlog::{Event, EventKind};

    use super::*;

    #[test]
    fn a_claim_is_described_field_by_field() {
        let object = |name: &str, json: &str| {
            let labels = [("app".into(), "x".into())].into_iter().collect();
            let metadata = api::ObjectMeta {
                name: name.into(),
                namespace: "default".into(),
                uid: "u".into(),
                labels,
                ..api::ObjectMeta::default()
            };
            EventKind::DeviceApplied(DeviceRecord { kind: DeviceKind::Claim, metadata, json: json.into() })
        };
        let spec = r#""spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu","allocationMode":"ExactCount","count":1}}]}}"#;
        let given = r#""status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"d","pool":"a","device":"gpu-0"}]}},"reservedFor":[{"resource":"pods","name":"p","uid":"1"}]}"#;
        let mut frame = Frame::default();
        for what in [object("had", &format!("{{{spec},{given}}}")), object("wait", &format!("{{{spec}}}"))] {
            frame.apply_event(&Event { at: Millis::from_seconds(0), what });
        }
        let claim_text =
            |key: &str| describe_device(&frame, key).into_iter().map(|line| line.text + "\n").collect::<String>();
        let head = |name: &str| {
            format!(
                "\
Name:         {name}
Namespace:    default
Labels:       app=x
Annotations:  <none>
API Version:  resource.k8s.io/v1
Kind:         ResourceClaim
Metadata:
  UID:  u
Spec:
  Devices:
    Requests:
      Exactly:
        Allocation Mode:    ExactCount
        Count:              1
        Device Class Name:  gpu
      Name:                 gpu
Status:
"
            )
        };
        let status = "  Allocation:
    Devices:
      Results:
        Device:   gpu-0
        Driver:   d
        Pool:     a
        Request:  gpu
  Reserved For:
    Name:      p
    Resource:  pods
    UID:       1
Events:        <none>
";
        assert_eq!(claim_text("ResourceClaim/default/had"), head("had") + status);
        assert_eq!(claim_text("ResourceClaim/default/wait"), head("wait") + "Events:  <none>\n");
        for (key, plural) in [("ResourceClaim/default/gone", "resourceclaims"), ("DeviceClass/gone", "deviceclasses")] {
            let wanted = format!("Error from server (NotFound): {plural}.resource.k8s.io \"gone\" not found\n");
            assert_eq!(claim_text(key), wanted);
        }
    }

    #[test]
    fn labels_are_kubectls() {
        for (field, wanted) in [
            ("apiVersion", "API Version"),
            ("uid", "UID"),
            ("deviceClassName", "Device Class Name"),
            ("shareID", "Share ID"),
            ("GPUConfig", "GPUConfig"),
            ("ANode", "A Node"),
            ("kubeletConfigKey", "Kubelet Config Key"),
            ("memory", "Memory"),
            ("gpu.example.com/model", "gpu.example.com/model"),
            ("l4", "l4"),
        ] {
            assert_eq!(field_label(field), wanted);
        }
    }

    #[test]
    fn ports_and_conditions_of_a_pod_are_described() {
        let json = r#"{"metadata":{"namespace":"default","name":"p"},
            "spec":{"containers":[{"name":"c","ports":[{"containerPort":80,"hostPort":8080},{"containerPort":53,"protocol":"UDP"}]}]},
            "status":{"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady"}]}}"#;
        let given = std::rc::Rc::new(serde_json::from_str(json).expect("a pod"));
        let mut frame = Frame::default();
        frame.apply_event(&Event {
            at: Millis::ZERO,
            what: EventKind::PodCreated { pod: given, by: api::Str::default(), dropped_group: None },
        });
        let texts: Vec<String> =
            describe_pod(&frame, "default/p", std::iter::empty()).into_iter().map(|line| line.text).collect();
        for wanted in
            ["    Port:       80/TCP, 53/UDP", "    Host Port:  8080/TCP, 0/UDP", "  Ready  False   ContainersNotReady"]
        {
            assert!(texts.iter().any(|line| line.trim_end() == wanted), "no {wanted:?} in {texts:#?}");
        }
    }
}
