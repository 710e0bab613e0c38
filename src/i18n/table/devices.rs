//! Texts about devices: the search on a node, and descriptions on the stage.

use api::resources::Resource;
use runlog::{
    DeviceRefusal, DeviceRejection, DeviceRequestRecord, DeviceSearch, DeviceShortage, SearchEnd, SearchStep,
};

use crate::{ShortageTexts, languages::Speaker, messages::devices as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of views about devices.
    pub struct DeviceLabels from devices;
}

/// Sentences about devices.
pub trait DeviceSentences: Grammar {
    fn device_labels(&self) -> &'static DeviceLabels {
        DeviceLabels::of(self)
    }

    /// The number of claims that hold a device.
    fn claim_count(&self, claims: usize) -> String {
        messages::ClaimCount { claims }.text(self.language())
    }

    /// The demand of a request: `gpu of claim big: 1 of class gpu`.
    fn device_request(&self, wish: &DeviceRequestRecord) -> String {
        let (claim, class) = (crate::short_pod_name(&wish.claim), &wish.class);
        match wish.count {
            Some(count) => messages::DeviceRequestCount { claim, count, class }.text(self.language()),
            None => messages::DeviceRequestNone { claim, class }.text(self.language()),
        }
    }

    /// How many devices remain for a request.
    fn devices_left(&self, usable_devices: usize, total_count: usize) -> String {
        messages::DevicesLeft { usable_devices, total_count }.text(self.language())
    }

    /// How many devices remain after a selector of the class or the request.
    fn devices_left_by_selector(&self, of_class: bool, usable_devices: usize, total_count: usize) -> String {
        messages::DevicesLeftBySelector { of_class, usable_devices, total_count }.text(self.language())
    }

    /// Why a device is rejected.
    fn device_rejection(&self, rejection: &DeviceRejection) -> String {
        match rejection {
            DeviceRejection::PoolIncomplete => messages::device_rejection_pool_incomplete(self.language()).into(),
            DeviceRejection::PoolInvalid => messages::device_rejection_pool_invalid(self.language()).into(),
            DeviceRejection::NotKnown => messages::device_rejection_not_known(self.language()).into(),
            DeviceRejection::Taken(claim) => {
                let claim = crate::short_pod_name(claim);
                messages::DeviceRejectionTaken { claim }.text(self.language())
            }
            DeviceRejection::SetAside(claim) => {
                let claim = crate::short_pod_name(claim);
                messages::DeviceRejectionSetAside { claim }.text(self.language())
            }
            DeviceRejection::Selector { error: Some(error), .. } => {
                messages::DeviceRejectionSelector { error }.text(self.language())
            }
            DeviceRejection::Selector { looks, .. } => {
                let device_part_text = |(part, value): &(api::Str, Option<api::Str>)| match value {
                    Some(value) => {
                        messages::DeviceRejectionSelectorDevicePartTextValue { part, value }.text(self.language())
                    }
                    None => messages::DeviceRejectionSelectorDevicePartTextNone { part }.text(self.language()),
                };
                let looks: Vec<String> = looks.iter().map(device_part_text).collect();
                self.list(&looks.iter().map(String::as_str).collect::<Vec<_>>())
            }
            DeviceRejection::OtherNode => messages::device_rejection_other_node(self.language()).into(),
            DeviceRejection::Taint { key, value, effect } => {
                let taint =
                    if value.is_empty() { format!("{key}:{effect}") } else { format!("{key}={value}:{effect}") };
                messages::DeviceRejectionTaint { taint }.text(self.language())
            }
            DeviceRejection::Counter(short) => self.counter_shortage(short, true),
            DeviceRejection::Capacity(short) => self.counter_shortage(short, false),
        }
    }

    /// An amount that isn't sufficient.
    fn counter_shortage(&self, shortage: &DeviceShortage, counter: bool) -> String {
        let DeviceShortage { name: what, needed, remaining } = shortage;
        let ShortageTexts { needs, capacity: left, .. } = ShortageTexts::new(&Resource::Memory, *needed, 0, *remaining);
        match counter {
            true => messages::CounterShortageCounter { needs, what, left }.text(self.language()),
            false => messages::CounterShortageNotCounter { needs, what, left }.text(self.language()),
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
                messages::SearchStepChosen { of, at }.text(self.language())
            }
            SearchStep::PutBack { request: of, device: at } => {
                let (of, at) = (request(of), device(at));
                messages::SearchStepPutBack { of, at }.text(self.language())
            }
            SearchStep::Short { request: of, chosen } => {
                let requested_count = search.requests.get(*of).and_then(|device_request| device_request.count);
                let of = request(of);
                match requested_count {
                    Some(requested_count) => {
                        messages::SearchStepShortRequestedCount { of, chosen, requested_count }.text(self.language())
                    }
                    None => messages::SearchStepShortNone { of }.text(self.language()),
                }
            }
            SearchStep::Refused { request: of, device: at, why } => {
                let (of, at, reason) = (request(of), device(at), self.device_refusal(why));
                messages::SearchStepRefused { of, at, reason }.text(self.language())
            }
        }
    }

    /// Why a device isn't compatible with those chosen so far.
    fn device_refusal(&self, reason: &DeviceRefusal) -> String {
        match reason {
            DeviceRefusal::Chosen => messages::device_refusal_chosen(self.language()).into(),
            DeviceRefusal::Match { attribute, value: None, .. }
            | DeviceRefusal::Distinct { attribute, value: None } => {
                messages::DeviceRefusalMatch { attribute }.text(self.language())
            }
            DeviceRefusal::Match { attribute, value: Some(text), common } => {
                let common = common.as_deref().unwrap_or("-");
                messages::DeviceRefusalMismatch { attribute, text, common }.text(self.language())
            }
            DeviceRefusal::Distinct { attribute, value: Some(text) } => {
                messages::DeviceRefusalDistinct { attribute, text }.text(self.language())
            }
            DeviceRefusal::Counter(short) => self.counter_shortage(short, true),
            DeviceRefusal::Capacity(short) => self.counter_shortage(short, false),
        }
    }

    /// The end of the search on a node.
    fn search_end(&self, search: &DeviceSearch) -> String {
        match &search.end {
            _ if !search.out_of_reach.is_empty() => {
                let claims: Vec<&str> = search.out_of_reach.iter().map(|claim| crate::short_pod_name(claim)).collect();
                let claims = self.list(&claims);
                messages::SearchEnd { claims }.text(self.language())
            }
            SearchEnd::Found => messages::search_end_found(self.language()).into(),
            SearchEnd::Nothing => messages::search_end_nothing(self.language()).into(),
            SearchEnd::NotFound { request, chosen, wanted } => {
                let of = search.requests.get(*request);
                let (request, claim) = of.map_or(("", ""), |device_request| {
                    (device_request.request.as_str(), crate::short_pod_name(&device_request.claim))
                });
                match of.and_then(|device_request| device_request.count) {
                    Some(_) => messages::SearchEndNotFound { request, claim, chosen, wanted }.text(self.language()),
                    None => messages::SearchEndNotFoundNone { request, claim }.text(self.language()),
                }
            }
            SearchEnd::TooMany => messages::search_end_too_many(self.language()).into(),
            SearchEnd::Error(text) => messages::SearchEndError { text }.text(self.language()),
            SearchEnd::Late => messages::search_end_late(self.language()).into(),
        }
    }

    /// The number of devices or steps that aren't listed.
    fn more_not_listed(&self, count: usize) -> String {
        messages::MoreNotListed { count }.text(self.language())
    }

    /// The accessible description of a device on the stage.
    fn device_description(&self, name: &str, holders: &[String], taints: &[String], facts: &[String]) -> String {
        let labels = self.device_labels();
        let mut sentences = Vec::new();
        if !holders.is_empty() {
            let holders = self.list(&holders.iter().map(String::as_str).collect::<Vec<_>>());
            sentences.push(messages::DeviceDescription { taken: &labels.taken, holders }.text(self.language()));
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
            [] => messages::ClaimDescription { claim }.text(self.language()),
            users => {
                let users = self.list(users);
                messages::ClaimOfUsers { claim, users }.text(self.language())
            }
        }
    }

    /// A claim with devices reserved for a pod of a group, while its siblings are tried.
    fn claim_in_flight_description(&self, claim: &str, pod: &str) -> String {
        messages::ClaimInFlightDescription { claim, pod }.text(self.language())
    }

    /// The usage of a counter.
    fn counter_description(&self, name: &str, used: &str, all: &str) -> String {
        messages::CounterDescription { name, used, all }.text(self.language())
    }
}

impl<T: Speaker> DeviceSentences for T {}
