//! A plugin that does what a scenario says: it lets pods wait in `Permit`, or rejects them, and takes its time in `PreBind`.
//!
//! Upstream's own plugins let every pod pass there. Plugins of other people, such as those for gangs of pods, do not.

mod choice;
mod extender;
mod own;

pub use extender::ScriptedExtender;
pub use own::{OwnFilter, OwnPermit, OwnScore};

use crate::framework::{LONGEST_WAIT, Permit, Permitted, Placement, PreBind, Preparing, Wait};
use api::{Millis, Str};

/// What happens to a pod in `Permit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermitRule {
    /// The pod, by `namespace/name`.
    pub pod: Str,
    /// How long it waits; `None` if it is answered at once.
    pub wait: Option<Millis>,
    /// After how long it is rejected without an answer.
    pub timeout: Millis,
    /// Why it is rejected in the end; `None` if it is allowed.
    pub reject: Option<Str>,
    /// How many times the rule holds; the pod is allowed after that.
    pub times: u32,
}

/// `Permit` by rules.
#[derive(Clone, Debug, Default)]
pub struct ScriptedPermit {
    /// How long pods wait that no rule names.
    pub wait: Millis,
    /// Rules for single pods.
    pub rules: Vec<PermitRule>,
}

impl Permit for ScriptedPermit {
    fn permit(&self, placement: &Placement<'_>) -> Permitted {
        let Placement { pod, nth, .. } = *placement;
        let Some(rule) = self.rules.iter().find(|rule| *rule.pod == *pod.pod.key()) else {
            return match self.wait {
                Millis::ZERO => Permitted::Allow,
                after => Permitted::Wait(Wait { timeout: LONGEST_WAIT, verdict: Some((after, Ok(()))) }),
            };
        };
        let answer = rule.reject.clone().map_or(Ok(()), Err);
        match (rule.wait, answer) {
            _ if nth > rule.times => Permitted::Allow,
            (Some(after), answer) => Permitted::Wait(Wait { timeout: rule.timeout, verdict: Some((after, answer)) }),
            (None, Ok(())) => Permitted::Allow,
            (None, Err(text)) => Permitted::Reject(text),
        }
    }
}

/// `PreBind` that takes as long for every pod.
#[derive(Clone, Copy, Debug)]
pub struct ScriptedPreBind {
    /// How long.
    pub takes: Millis,
}

impl PreBind for ScriptedPreBind {
    fn pre_bind(&self, _: &Placement<'_>) -> Result<Preparing, Str> {
        Ok(Preparing::Takes(self.takes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::pod;

    #[test]
    fn rules_hold_for_their_pod_and_so_many_times() {
        let rule = |name: &str, wait, reject: Option<&str>, times| PermitRule {
            pod: format!("default/{name}").into(),
            wait,
            timeout: Millis::new(7),
            reject: reject.map(Str::from),
            times,
        };
        let rules = vec![
            rule("waits", Some(Millis::new(5)), None, 1),
            rule("refused", None, Some("no"), 2),
            rule("refused-later", Some(Millis::new(5)), Some("no"), 1),
            rule("free", None, None, 1),
        ];
        let wait = |timeout, after, answer: Result<(), &str>| {
            Permitted::Wait(Wait { timeout, verdict: Some((Millis::new(after), answer.map_err(Str::from))) })
        };
        let cases = [
            ("waits", 1, wait(Millis::new(7), 5, Ok(()))),
            ("waits", 2, Permitted::Allow),
            ("refused", 2, Permitted::Reject("no".into())),
            ("refused", 3, Permitted::Allow),
            ("refused-later", 1, wait(Millis::new(7), 5, Err("no"))),
            ("free", 1, Permitted::Allow),
            ("other", 1, wait(LONGEST_WAIT, 3, Ok(()))),
        ];
        let plugin = ScriptedPermit { wait: Millis::new(3), rules };
        for (name, nth, wanted) in cases {
            let pod = pod(&format!(r#"{{"metadata":{{"name":"{name}","namespace":"default"}}}}"#));
            assert_eq!(plugin.permit(&Placement { pod: &pod, node: "n", nth, state: None }), wanted, "{name} {nth}");
        }
    }
}
