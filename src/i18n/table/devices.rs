//! What is said of devices: how they were looked for on a node, and what stands on the stage.

use runlog::{DeviceRefusal, DeviceRejection, DeviceRequestRecord, DeviceSearch, SearchEnd, SearchStep, Short};

use crate::{Shortage, languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words.
    pub struct DeviceLabels {
        search: "Search for devices", "查找设备";
        steps: "Step by step", "逐步查找";
        class_selector: "Class", "类";
        request_selector: "Request", "请求";
        would_do: "usable", "可用";
        free: "free", "空闲";
        taken: "taken", "已占用";
        tainted: "tainted", "有污点";
        chosen: "found for this pod", "为此 Pod 找到";
        out: "not usable by this pod", "不适合此 Pod";
        devices: "Devices", "设备";
        claims: "Claims", "申领";
    }
}

/// Sentences about devices.
pub trait DeviceSentences: Grammar {
    /// Fixed words.
    fn device_labels(&self) -> &'static DeviceLabels {
        DeviceLabels::of(self)
    }

    /// What a request wants: `gpu of claim big: 1 of class gpu`.
    fn device_request(&self, wish: &DeviceRequestRecord) -> String {
        let (claim, class) = (crate::short_pod_name(&wish.claim), &wish.class);
        match wish.count {
            Some(count) => translate!(
                self,
                format!("of claim {claim}: {count} × class {class}"),
                format!("（申领 {claim}）：{class} 类 × {count}")
            ),
            None => translate!(
                self,
                format!("of claim {claim}: all of class {class}"),
                format!("（申领 {claim}）：{class} 类的全部设备")
            ),
        }
    }

    /// How many devices a request is left with.
    fn devices_left(&self, usable_devices: usize, total_count: usize) -> String {
        translate!(
            self,
            format!("{usable_devices} of {total_count} usable"),
            format!("{total_count} 个中有 {usable_devices} 个可用")
        )
    }

    /// The same of an expression.
    fn devices_left_by_selector(&self, of_class: bool, usable_devices: usize, total_count: usize) -> String {
        translate!(
            self,
            format!(
                "Selector of the {}: true of {usable_devices} of {total_count}",
                if of_class { "class" } else { "request" }
            ),
            format!("{}的选择器：{total_count} 个中有 {usable_devices} 个为真", if of_class { "类" } else { "请求" })
        )
    }

    /// What speaks against a device.
    fn device_rejection(&self, rejection: &DeviceRejection) -> String {
        match rejection {
            DeviceRejection::PoolIncomplete => {
                translate!(self, "slices of its pool are missing".into(), "其资源池缺少切片".into())
            }
            DeviceRejection::PoolInvalid => {
                translate!(self, "its pool is inconsistent".into(), "其资源池自相矛盾".into())
            }
            DeviceRejection::NotKnown => {
                translate!(self, "this release doesn’t allocate such devices".into(), "此版本不分配这种设备".into())
            }
            DeviceRejection::Taken(claim) => {
                let claim = crate::short_pod_name(claim);
                translate!(self, format!("allocated to claim {claim}"), format!("已分配给申领 {claim}"))
            }
            DeviceRejection::SetAside(claim) => {
                let claim = crate::short_pod_name(claim);
                translate!(self, format!("set aside for claim {claim}"), format!("已为申领 {claim} 留出"))
            }
            DeviceRejection::Selector { error: Some(error), .. } => {
                translate!(self, format!("the expression fails: {error}"), format!("表达式出错：{error}"))
            }
            DeviceRejection::Selector { looks, .. } => {
                let device_part_text = |(part, value): &(api::Str, Option<api::Str>)| match value {
                    Some(value) => translate!(self, format!("{part} is {value}"), format!("{part} 为 {value}")),
                    None => translate!(self, format!("{part} is missing"), format!("{part} 不存在")),
                };
                let looks: Vec<String> = looks.iter().map(device_part_text).collect();
                self.list(&looks.iter().map(String::as_str).collect::<Vec<_>>())
            }
            DeviceRejection::OtherNode => {
                translate!(self, "only other nodes can reach it".into(), "只有其他节点能访问它".into())
            }
            DeviceRejection::Taint { key, value, effect } => {
                let taint =
                    if value.is_empty() { format!("{key}:{effect}") } else { format!("{key}={value}:{effect}") };
                translate!(self, format!("taint {taint} is not tolerated"), format!("不容忍污点 {taint}"))
            }
            DeviceRejection::Counter(short) => self.counter_shortage(short, true),
            DeviceRejection::Capacity(short) => self.counter_shortage(short, false),
        }
    }

    /// A number that is too small.
    fn counter_shortage(&self, short: &Short, counter: bool) -> String {
        let Short { what, needs, left } = short;
        let Shortage { needs, capacity: left, .. } = Shortage::new("memory", *needs, 0, *left);
        match counter {
            true => translate!(
                self,
                format!("needs {needs} of the counter {what}, {left} left"),
                format!("需要计数器 {what} 的 {needs}，剩余 {left}")
            ),
            false => {
                translate!(
                    self,
                    format!("needs {needs} of {what}, {left} left"),
                    format!("需要 {what} {needs}，剩余 {left}")
                )
            }
        }
    }

    /// A step of the search.
    fn search_step(&self, search: &DeviceSearch, step: &SearchStep) -> String {
        let device = |at: &usize| search.devices.get(*at).map_or("", |device| device.name.as_str());
        let request =
            |at: &usize| search.requests.get(*at).map_or("", |device_request| device_request.request.as_str());
        match step {
            SearchStep::Chosen { request: of, device: at } => {
                let (of, at) = (request(of), device(at));
                translate!(self, format!("{of}: takes {at}"), format!("{of}：选取 {at}"))
            }
            SearchStep::PutBack { request: of, device: at } => {
                let (of, at) = (request(of), device(at));
                translate!(self, format!("{of}: puts {at} back"), format!("{of}：放回 {at}"))
            }
            SearchStep::Short { request: of, chosen } => {
                let requested_count = search.requests.get(*of).and_then(|device_request| device_request.count);
                let of = request(of);
                match requested_count {
                    Some(requested_count) => translate!(
                        self,
                        format!("{of}: no other usable device, {chosen} of {requested_count} found"),
                        format!("{of}：没有其他可用设备，已找到 {chosen}/{requested_count} 个")
                    ),
                    None => translate!(
                        self,
                        format!("{of}: not all of its devices can be allocated"),
                        format!("{of}：无法取得全部设备")
                    ),
                }
            }
            SearchStep::Refused { request: of, device: at, why } => {
                let (of, at, reason) = (request(of), device(at), self.device_refusal(why));
                translate!(self, format!("{of}: skips {at}, {reason}"), format!("{of}：不选 {at}，{reason}"))
            }
        }
    }

    /// Why a device does not go with those that are chosen.
    fn device_refusal(&self, reason: &DeviceRefusal) -> String {
        match reason {
            DeviceRefusal::Chosen => translate!(self, "it is already chosen".into(), "它已被选取".into()),
            DeviceRefusal::Match { attribute, value: None, .. }
            | DeviceRefusal::Distinct { attribute, value: None } => {
                translate!(
                    self,
                    format!("a constraint requires {attribute}, which it lacks"),
                    format!("约束要求 {attribute}，而它没有该属性")
                )
            }
            DeviceRefusal::Match { attribute, value: Some(text), common } => {
                let common = common.as_deref().unwrap_or("-");
                translate!(
                    self,
                    format!("matchAttribute {attribute}: it has {text}, the others have {common}"),
                    format!("matchAttribute {attribute}：它为 {text}，其他为 {common}")
                )
            }
            DeviceRefusal::Distinct { attribute, value: Some(text) } => translate!(
                self,
                format!("distinctAttribute {attribute}: another device also has {text}"),
                format!("distinctAttribute {attribute}：另一个也为 {text}")
            ),
            DeviceRefusal::Counter(short) => self.counter_shortage(short, true),
            DeviceRefusal::Capacity(short) => self.counter_shortage(short, false),
        }
    }

    /// How the search on a node ended.
    fn search_end(&self, search: &DeviceSearch) -> String {
        match &search.end {
            _ if !search.out_of_reach.is_empty() => {
                let claims: Vec<&str> = search.out_of_reach.iter().map(|claim| crate::short_pod_name(claim)).collect();
                let claims = self.list(&claims);
                translate!(
                    self,
                    format!("Allocated on other nodes: {claims}. This node can’t reach those devices."),
                    format!("已在其他节点分配：{claims}。此节点无法访问这些设备。")
                )
            }
            SearchEnd::Found => {
                translate!(self, "All claims can be allocated here.".into(), "每个申领都能在此得到设备。".into())
            }
            SearchEnd::Nothing => translate!(
                self,
                "The claims are already allocated, and this node can reach their devices.".into(),
                "申领已有设备，且此节点可以访问。".into()
            ),
            SearchEnd::NotFound { request, chosen, wanted } => {
                let of = search.requests.get(*request);
                let (request, claim) = of.map_or(("", ""), |device_request| {
                    (device_request.request.as_str(), crate::short_pod_name(&device_request.claim))
                });
                match of.and_then(|device_request| device_request.count) {
                    Some(_) => translate!(
                        self,
                        format!("Cannot allocate all claims: request {request} of {claim} finds {chosen} of {wanted}."),
                        format!("无法分配全部申领：{claim} 的请求 {request} 只找到 {chosen}/{wanted} 个。")
                    ),
                    None => translate!(
                        self,
                        format!(
                            "Cannot allocate all claims: request {request} of {claim} needs all devices, but can’t get them."
                        ),
                        format!("无法分配全部申领：{claim} 的请求 {request} 要求全部设备，但无法取得。")
                    ),
                }
            }
            SearchEnd::TooMany => {
                translate!(self, "A claim can have at most 32 devices.".into(), "一个申领最多有 32 个设备。".into())
            }
            SearchEnd::Error(text) => {
                translate!(self, format!("The search failed: {text}"), format!("查找出错：{text}"))
            }
            SearchEnd::Late => translate!(self, "The search took too long.".into(), "查找耗时过长。".into()),
        }
    }

    /// Devices or steps that are not listed.
    fn more_not_listed(&self, count: usize) -> String {
        translate!(self, format!("and {count} more"), format!("另有 {count} 个"))
    }

    /// A device on the stage, for those who hear it or point at it.
    fn device_description(&self, name: &str, holders: &[String], taints: &[String], facts: &[String]) -> String {
        let labels = self.device_labels();
        let mut sentences = Vec::new();
        if !holders.is_empty() {
            let holders = self.list(&holders.iter().map(String::as_str).collect::<Vec<_>>());
            sentences.push(translate!(
                self,
                format!("{} by {holders}", labels.taken),
                format!("{}：{holders}", labels.taken)
            ));
        } else if taints.is_empty() {
            sentences.push(labels.free.to_owned());
        }
        if !taints.is_empty() {
            let taints = self.list(&taints.iter().map(String::as_str).collect::<Vec<_>>());
            sentences.push(format!("{}: {taints}", labels.tainted));
        }
        sentences.extend(facts.iter().cloned());
        format!("{name}: {}", sentences.join("; "))
    }

    /// A claim, with the pods that use it.
    fn claim_description(&self, claim: &str, users: &[&str]) -> String {
        match users {
            [] => translate!(self, format!("claim {claim}, used by no pod"), format!("申领 {claim}，没有 Pod 使用")),
            users => {
                let users = self.list(users);
                translate!(self, format!("claim {claim} for {users}"), format!("申领 {claim}，用于 {users}"))
            }
        }
    }

    /// A claim whose devices are set aside for a pod of a group, while its siblings are tried.
    fn claim_in_flight_description(&self, claim: &str, pod: &str) -> String {
        translate!(
            self,
            format!("set aside for claim {claim} of {pod}, not written yet"),
            format!("为 {pod} 的申领 {claim} 留出，尚未写入")
        )
    }

    /// What of a counter is taken.
    fn counter_description(&self, name: &str, used: &str, all: &str) -> String {
        translate!(self, format!("{name}: {used} of {all} taken"), format!("{name}：已用 {used}/{all}"))
    }
}

impl<T: Speaker> DeviceSentences for T {}
