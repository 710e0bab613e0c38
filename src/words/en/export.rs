//! Files that are taken away, in English.

use super::En;
use crate::catalogue::export::{Exports, Sentences};
use crate::clock;
use wire::Note;

static EXPORTS: Exports = Exports {
    take_away: "Take away",
    cluster: "For a real cluster (YAML)",
    kwok: "Script for KWOK",
    trace: "Events of the run (JSON)",
    story: "What happened (Markdown)",
    stage_svg: "Stage (SVG)",
    stage_png: "Stage (PNG)",
    score_svg: "Timeline (SVG)",
    score_png: "Timeline (PNG)",
    names: "Other names",
    names_hint: "Opens the same scenario with made-up names for nodes, namespaces, pods, labels and images, without descriptions, and with nothing but what scheduling reads. Then links, files and pictures say nothing of whose cluster it is. Configurations of schedulers are kept, with the names in them replaced. The file names.json is saved on this device only: open it here to get the names back.",
    replace_names: "Replace the names",
    cluster_head: "The objects that are there when the scenario begins, written by Schedscope for: kubectl apply -f",
    kwok_head: "Lets the scenario happen in a real cluster without kubelets, made with KWOK (https://kwok.sigs.k8s.io). It needs kwokctl and kubectl. Give it a name for the cluster, or none for schedscope; kwokctl delete cluster --name=schedscope takes it away again.",
    names_differ: "Pods that workloads make have other names there: a command about one of them may fail.",
    differs: "What differs from the scenario:",
    handout: "Hand-out for print",
    print: "Print",
    name_and_date: "Name: ____________________   Date: ______________",
    open_online: "Open it here",
    questions: "Predict",
    why: "Why?",
    answers: "Answers",
    happened: "What happened",
};

fn documents(times: usize, kind: &str) -> String {
    if times == 1 { format!("1 document of kind {kind}") } else { format!("{times} documents of kind {kind}") }
}

fn pods(times: usize) -> String {
    if times == 1 { "1 pod".to_owned() } else { format!("{times} pods") }
}

impl Sentences for En {
    fn exports(&self) -> &'static Exports {
        &EXPORTS
    }

    fn in_short(&self, told: usize, all: usize) -> String {
        format!("The first {told} of {all} attempts are told in full, the others in short.")
    }

    fn more_moments(&self, left: usize) -> String {
        format!("… and {left} moments more.")
    }

    fn note(&self, note: &Note, times: usize) -> String {
        match note {
            Note::Ours { kind } => format!("Left out: {}, which only Schedscope knows.", documents(times, kind)),
            Note::Configuration { kind } => {
                format!("Left out: {}, a file for kube-scheduler and no object of a cluster.", documents(times, kind))
            }
            Note::NoVersion { kind } => format!("Left out: {}, without an apiVersion.", documents(times, kind)),
            Note::SystemClass { name } => format!("Left out: the priority class {name}, which every cluster has."),
            Note::ClassMade { name, value } => format!(
                "Added: the priority class {name} for {} with priority {value}, since a pod may bring no priority of its own.",
                pods(times)
            ),
            Note::TooHigh { value } => format!(
                "{} with priority {value} have 1000000000 here: no class that people make may have more.",
                pods(times)
            ),
            Note::Added { kind, name } if name.is_empty() => {
                format!("Added: an object of kind {kind} that others need.")
            }
            Note::Added { kind, name } => format!("Added: {kind} {name}, which others name and the text lacks."),
            Note::Ended => format!("Left out: {} that had ended.", pods(times)),
            Note::NoSuchNode => format!("Left out: {} on nodes that the text does not have.", pods(times)),
            Note::Terminating => format!("{} that were being deleted stay.", pods(times)),
            Note::NotReady => "Nodes that are not ready in the scenario become ready.".to_owned(),
            Note::Owners => "Owner references are left out, because a cluster gives other identities.".to_owned(),
            Note::Accounts => "Service accounts of pods are left out.".to_owned(),
            Note::Named => "Objects with generateName have a name here.".to_owned(),
            Note::Filled => {
                "What a cluster requires and scheduling does not was filled in: names and images of containers, selectors, sources of volumes."
                    .to_owned()
            }
            Note::Later => {
                let actions = if times == 1 { "1 action".to_owned() } else { format!("{times} actions") };
                format!("Not in this file: {actions} of the script. The script for KWOK has them.")
            }
            Note::NotDone { at, action } => format!("Not reproduced, at {}: {action}.", clock(*at)),
            Note::Simulated { field } => {
                format!("Not reproduced: {field} of the scenario, which has no counterpart in a cluster.")
            }
            Note::Extenders => {
                "Not reproduced: the answers of extenders. The scheduler asks the addresses in its configuration.".to_owned()
            }
            Note::Grace => "KWOK removes a pod as soon as it is deleted, so grace periods take no time.".to_owned(),
            Note::Seconds => "Times are rounded down to seconds.".to_owned(),
        }
    }
}
