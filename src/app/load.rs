//! From a text to what the engine runs.

use crate::api::manifest::{self, Kind, ScenarioDoc};
use crate::releases::Release;
use crate::simulation::Scenario;

use super::state::{Bilingual, Loaded, Problem};

/// Reads a text, with so many nodes more than it has.
pub fn scenario(text: &str, release: Option<Release>, nodes: usize) -> Result<(Loaded, Scenario), Vec<Problem>> {
    let with_nodes = if nodes == 0 { text.to_owned() } else { format!("{text}{}", extra_nodes(nodes)) };
    let manifest = manifest::load(&with_nodes).map_err(|errors| errors.into_iter().map(problem).collect::<Vec<_>>())?;
    let scenario = Scenario::from_manifest(&manifest, release).map_err(|error| vec![problem(error)])?;
    let count = |wanted: fn(&Kind) -> bool| manifest.objects.iter().filter(|object| wanted(&object.kind)).count();
    let nodes = count(|kind| matches!(kind, Kind::Node(_)));
    let pods = count(|kind| !matches!(kind, Kind::Node(_)));
    let notices = manifest.notices.iter().map(|notice| {
        let times = if notice.count > 1 { format!(" (×{})", notice.count) } else { String::new() };
        Problem { line: notice.line, what: format!("{}{times}", notice.message), ..Problem::default() }
    });
    let mut notices: Vec<Problem> = notices.collect();
    if let (Some(document), None) = (manifest.configurations.first(), &scenario.configuration) {
        let what = format!("no configuration here is for {}: it runs with its defaults", scenario.release);
        notices.push(Problem { line: document.line(), what, ..Problem::default() });
    }
    let (title, description) = texts(&manifest.scenario);
    let captions = &manifest.scenario.captions;
    let captions = captions.iter().filter(|caption| caption.is_for(scenario.release.name())).cloned().collect();
    let loaded = Loaded {
        title,
        description,
        captions,
        release: scenario.release,
        epoch: scenario.epoch.0,
        notices,
        nodes,
        pods,
    };
    Ok((loaded, scenario))
}

/// Title and description.
pub fn texts(scenario: &ScenarioDoc) -> (Bilingual, Bilingual) {
    let both = |en: &str, zh: &str| Bilingual { en: en.trim().to_owned(), zh: zh.trim().to_owned() };
    let zh = &scenario.zh;
    (both(&scenario.title, &zh.title), both(&scenario.description, &zh.description))
}

fn problem(error: manifest::Error) -> Problem {
    Problem { line: error.line, column: error.column, path: error.path, what: error.message, remedy: error.remedy }
}

fn extra_nodes(count: usize) -> String {
    let documents: Vec<String> = (1..=count)
        .map(|number| {
            format!(
                "\n---\napiVersion: v1\nkind: Node\nmetadata:\n  name: node-{number}\n  labels: {{kubernetes.io/hostname: node-{number}}}\n\
                 status:\n  capacity: {{cpu: \"4\", memory: 8Gi, pods: \"110\"}}\n"
            )
        })
        .collect();
    documents.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_can_be_added() {
        let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}]}\n";
        assert_eq!(scenario(pod, None, 0).map(|(loaded, _)| loaded.nodes), Ok(0));
        assert_eq!(scenario(pod, None, 3).map(|(_, scenario)| scenario.nodes.len()), Ok(3));
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        let problems = scenario("kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n", None, 0);
        assert_eq!(problems.map(|_| ()).map_err(|problems| problems[0].line), Err(3));
        for (text, line, column) in [
            ("kind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a}]\n  priorityClassName: hgh\n", 5, 22),
            (
                "kind: Scenario\nscript:\n- at: 1s\n  create:\n    kind: Pod\n    metadata: {name: a}\n    spec:\n      priorityClassName: hgh\n",
                8,
                26,
            ),
        ] {
            let problems = scenario(text, None, 0).err().unwrap_or_default();
            assert_eq!((problems[0].line, problems[0].column), (line, column), "{problems:?}");
        }
    }
}
