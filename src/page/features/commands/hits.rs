//! What a search finds: commands, nodes and pods of the current moment, and scenarios, lessons and pages of the site.

use std::rc::Rc;

use api::Str;
use i18n::{Lang, short_pod_name, table::command::CommandLabels};
use page_state::{
    actions::{Action, gallery::GalleryMsg, inspector::InspectorMsg, lesson::LessonMsg, selection::SelectionMsg},
    gallery,
    panels::InspectorPage,
};
use protocol::{SearchEntry, SitePart};
use trace::Frame;

use super::{PaletteCommand, has_words, search_commands};

/// The most nodes, and the most pods, in a list: the rest is found by more letters.
const MAX_OBJECTS: usize = 6;
/// The most entries of the site in a list.
const MAX_ENTRIES: usize = 24;

/// A result of a search.
pub struct SearchHit {
    pub name: String,
    /// What it is; empty for commands.
    pub part: &'static str,
    /// The shortcut of a command.
    pub key: &'static str,
    pub target: HitTarget,
}

/// Where a result leads.
#[derive(Clone, Debug)]
pub enum HitTarget {
    /// Actions of the page.
    Actions(Vec<Action>),
    /// Another page of the site, by its path below the folder of the language.
    Page(String),
}

/// All results of a search, the best of each kind first. Without a query, these are the commands. `entries` is empty until the index is there.
pub fn find_hits(
    commands: &[PaletteCommand],
    frame: &Frame,
    entries: &[SearchEntry],
    lang: Lang,
    query: &str,
) -> Vec<SearchHit> {
    let labels = i18n::command::words(lang).command_labels();
    let query = query.trim().to_lowercase();
    let of_command = |command: &PaletteCommand| SearchHit {
        name: command.name.clone(),
        part: "",
        key: command.key,
        target: HitTarget::Actions(command.actions.clone()),
    };
    let mut hits: Vec<SearchHit> = search_commands(commands, &query).into_iter().map(of_command).collect();
    if query.is_empty() {
        return hits;
    }
    hits.extend(find_objects(frame, labels, &query));
    hits.extend(rank_entries(entries, &query).map(|entry| hit_of_entry(entry, labels)));
    hits
}

/// Nodes and pods by their names; those whose name begins with the query come first.
fn find_objects(frame: &Frame, labels: &'static CommandLabels, query: &str) -> Vec<SearchHit> {
    let find = |keys: &mut dyn Iterator<Item = &str>, part: &'static str, page, open: fn(&str) -> SelectionMsg| {
        let begins = |key: &str| short_pod_name(key).to_lowercase().starts_with(query);
        let mut matching_keys: Vec<&str> = keys.filter(|key| has_words(short_pod_name(key), query)).collect();
        matching_keys.sort_by_key(|key| !begins(key));
        matching_keys.truncate(MAX_OBJECTS);
        let hit = |key: &str| SearchHit {
            name: short_pod_name(key).to_owned(),
            part,
            key: "",
            target: HitTarget::Actions(vec![
                Action::Selection(open(key)),
                // The inspector may be folded.
                Action::Inspector(InspectorMsg::ShowPage(page)),
            ]),
        };
        matching_keys.into_iter().map(hit).collect::<Vec<_>>()
    };
    let nodes = &mut frame.node_order.iter().map(Str::as_str);
    let pods = &mut frame.pods.iter().map(|(key, _)| &**key);
    let mut hits = find(nodes, labels.part_node, InspectorPage::Node, |name| SelectionMsg::OpenNode(name.into()));
    hits.extend(find(pods, labels.part_pod, InspectorPage::Pod, |key| SelectionMsg::PickPod(Some(key.into()))));
    hits
}

/// The entries that contain every word: first those with all words in their title, then by kind.
fn rank_entries<'e>(entries: &'e [SearchEntry], query: &str) -> impl Iterator<Item = &'e SearchEntry> {
    let rank = |entry: &'e SearchEntry| {
        let is_in_title = has_words(&entry.title, query);
        let begins = entry.title.to_lowercase().starts_with(query);
        let is_found = is_in_title || begins_words(&format!("{} {}", entry.title, entry.text), query);
        is_found.then_some(((!begins, !is_in_title, entry.part), entry))
    };
    let mut ranked_entries: Vec<_> = entries.iter().filter_map(rank).collect();
    ranked_entries.sort_by_key(|(rank, _)| *rank);
    ranked_entries.into_iter().take(MAX_ENTRIES).map(|(_, entry)| entry)
}

/// Whether each word of a query begins a word of a text. Texts are long enough that nearly any letters are in the middle of some word. Chinese has no
/// spaces, so words with other than ASCII letters may be anywhere.
fn begins_words(text: &str, query: &str) -> bool {
    let text = text.to_lowercase();
    let begins_word = |query_word: &str| match query_word.is_ascii() {
        true => text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.starts_with(query_word)),
        false => text.contains(query_word),
    };
    query.split(|c: char| c.is_whitespace() || c.is_ascii_punctuation()).all(begins_word)
}

fn hit_of_entry(entry: &SearchEntry, labels: &'static CommandLabels) -> SearchHit {
    let page = || HitTarget::Page(entry.path.clone());
    let (part, target) = match entry.part {
        SitePart::Scenario => {
            let number = gallery::scenario_number(&entry.path);
            let open = |number| HitTarget::Actions(vec![Action::Gallery(GalleryMsg::FetchScenario(number, true))]);
            (labels.part_scenario, number.map_or_else(page, open))
        }
        SitePart::Lesson => {
            let take = LessonMsg::TakeLesson { name: entry.path.clone(), step: 0, is_visit: true };
            (labels.part_lesson, HitTarget::Actions(vec![Action::Lesson(take)]))
        }
        SitePart::Glossary => (labels.part_glossary, page()),
        SitePart::Behavior => (labels.part_behavior, page()),
        SitePart::Essay => (labels.part_essay, page()),
        SitePart::Manual => (labels.part_manual, page()),
    };
    SearchHit { name: entry.title.clone(), part, key: "", target }
}

/// Parses the index; empty if it is invalid.
pub fn parse_index(json: &str) -> Rc<Vec<SearchEntry>> {
    Rc::new(serde_json::from_str(json).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use page_state::testing::InlineWorker;

    use super::*;
    use crate::features::commands::list_commands;

    fn entry(part: SitePart, title: &str, path: &str, text: &str) -> SearchEntry {
        let [title, path, text] = [title, path, text].map(str::to_owned);
        SearchEntry { part, title, path, text }
    }

    fn search(query: &str) -> Vec<(String, &'static str, String)> {
        let store = InlineWorker::default().open_text(include_str!("../../../../www/scenarios/preemption.yaml"));
        let commands = list_commands(&store);
        let frame = store.run.view.trace.frame_at(store.run.view.trace.events().len());
        let entries = [
            entry(SitePart::Manual, "Links: What a link carries", "manual/links/#what", ""),
            entry(SitePart::Glossary, "Gang", "glossary/#gang", "Pods that are scheduled together"),
            entry(SitePart::Lesson, "A gang and its devices", "gang-devices", ""),
            entry(SitePart::Scenario, "Two jobs", "two-jobs", "Two gangs"),
            entry(SitePart::Scenario, "No such scenario", "gone", ""),
        ];
        let hits = find_hits(&commands, &frame, &entries, Lang::En, query);
        hits.into_iter().map(|hit| (hit.name, hit.part, format!("{:?}", hit.target))).collect()
    }

    fn names(query: &str) -> Vec<String> {
        search(query).into_iter().map(|(name, part, _)| format!("{part} {name}")).collect()
    }

    #[test]
    fn titles_come_before_texts_and_each_result_says_what_it_is() {
        assert_eq!(names("gang"), ["Glossary Gang", "Lesson A gang and its devices", "Scenario Two jobs"]);
        assert_eq!(names("devices  GANG"), ["Lesson A gang and its devices"]);
        assert_eq!(names("link carries"), ["Manual Links: What a link carries"]);
        assert_eq!(names("scheduled tog"), ["Glossary Gang"]);
        assert!(
            names("no such thing").is_empty() && names("cheduled ogether").is_empty(),
            "words of texts are found by their beginning"
        );
    }

    #[test]
    fn nodes_and_pods_of_the_run_are_found_by_name_and_opened() {
        let (node, pod) = (search("test-worker"), search("nginx"));
        assert!(node[0].1 == "Node" && node[0].2.contains("OpenNode"), "{node:?}");
        assert!(pod.iter().all(|hit| hit.1 != "Node") && pod[0].2.contains("PickPod"), "{pod:?}");
    }

    #[test]
    fn scenarios_and_lessons_open_on_the_page_and_the_rest_as_pages() {
        assert!(search("two jobs")[0].2.contains("FetchScenario"));
        assert!(search("its devices")[0].2.contains("TakeLesson"));
        assert!(search("link carries")[0].2.contains("manual/links/#what"));
        assert!(search("no such scenario")[0].2.starts_with("Page"));
    }

    #[test]
    fn without_a_query_there_are_only_commands() {
        assert!(search(" ").iter().all(|(_, part, _)| part.is_empty()));
    }
}
