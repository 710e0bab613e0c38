//! Plugins that a scenario or a user defines: they let pods wait in `Permit` or reject them, and delay `PreBind`.
//!
//! Upstream's in-tree plugins allow every pod there. Out-of-tree plugins, such as those for gang scheduling, do not.

mod extender;
mod rule_selector;
mod user_plugin;

use api::{Millis, NamespacedName, Str};
pub use extender::ScriptedExtender;
pub use user_plugin::{UserFilter, UserPermit, UserScore};

use crate::framework::{MAX_PERMIT_WAIT, Permit, PermitAnswer, Placement, PreBind, PreBindAnswer, Wait};

/// What `Permit` does with one pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermitRule {
    pub pod: NamespacedName,
    /// How long the pod waits; `None` if it is allowed or rejected at once.
    pub wait: Option<Millis>,
    /// The `Permit` timeout, after which a waiting pod is rejected.
    pub timeout: Millis,
    /// The message with which the pod is rejected in the end; `None` if it is allowed.
    pub reject: Option<Str>,
    /// How many times the rule applies; after that the pod is allowed.
    pub times: u32,
}

/// A `Permit` plugin that follows a scenario's rules.
#[derive(Clone, Debug, Default)]
pub struct ScriptedPermit {
    /// How long pods wait to which no rule applies.
    pub wait: Millis,
    pub rules: Vec<PermitRule>,
}

impl Permit for ScriptedPermit {
    fn permit(&self, placement: &Placement<'_>) -> PermitAnswer {
        let Placement { pod, permit_attempt: nth, .. } = *placement;
        let Some(rule) = self.rules.iter().find(|rule| rule.pod == pod.pod.key()) else {
            return match self.wait {
                Millis::ZERO => PermitAnswer::Allow,
                after => PermitAnswer::Wait(Wait {
                    timeout: MAX_PERMIT_WAIT,
                    verdict: Some((after, Ok(()))),
                    reason: Str::default(),
                }),
            };
        };
        let answer = rule.reject.clone().map_or(Ok(()), Err);
        match (rule.wait, answer) {
            _ if nth > rule.times => PermitAnswer::Allow,
            (Some(after), answer) => PermitAnswer::Wait(Wait {
                timeout: rule.timeout,
                verdict: Some((after, answer)),
                reason: Str::default(),
            }),
            (None, Ok(())) => PermitAnswer::Allow,
            (None, Err(text)) => PermitAnswer::Reject(text),
        }
    }
}

/// A `PreBind` plugin that takes the same time for every pod.
#[derive(Clone, Copy, Debug)]
pub struct ScriptedPreBind {
    /// How long it takes.
    pub takes: Millis,
}

impl PreBind for ScriptedPreBind {
    fn pre_bind(&self, _: &Placement<'_>) -> Result<PreBindAnswer, Str> {
        Ok(PreBindAnswer::Duration(self.takes))
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
            PermitAnswer::Wait(Wait {
                timeout,
                verdict: Some((Millis::new(after), answer.map_err(Str::from))),
                reason: Str::default(),
            })
        };
        let cases = [
            ("waits", 1, wait(Millis::new(7), 5, Ok(()))),
            ("waits", 2, PermitAnswer::Allow),
            ("refused", 2, PermitAnswer::Reject("no".into())),
            ("refused", 3, PermitAnswer::Allow),
            ("refused-later", 1, wait(Millis::new(7), 5, Err("no"))),
            ("free", 1, PermitAnswer::Allow),
            ("other", 1, wait(MAX_PERMIT_WAIT, 3, Ok(()))),
        ];
        let plugin = ScriptedPermit { wait: Millis::new(3), rules };
        for (name, nth, wanted) in cases {
            let pod = pod(&format!(r#"{{"metadata":{{"name":"{name}","namespace":"default"}}}}"#));
            assert_eq!(
                plugin.permit(&Placement { pod: &pod, node: "n", permit_attempt: nth, state: None, group: None }),
                wanted,
                "{name} {nth}"
            );
        }
    }
}
