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

use super::{
    PaletteCommand, has_words, search_commands,
    search_words::{self, begins_word, query_words},
};

/// The most nodes, and the most pods, in a list: the rest is found by more letters.
const MAX_OBJECTS: usize = 6;
/// The most entries of the site in a list.
const MAX_ENTRIES: usize = 24;
/// The most entries of a list if none has all words of the query.
const MAX_CLOSEST: usize = 8;

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
/// If nothing has all words of the query, the results are the entries with its rarest words.
pub fn find_hits(
    commands: &[PaletteCommand],
    frame: &Frame,
    entries: &[SearchEntry],
    lang: Lang,
    query: &str,
) -> Vec<SearchHit> {
    let labels = i18n::command::words(lang).command_labels();
    let query_words = query_words(query, labels.stop_words);
    let query = query.trim().to_lowercase();
    let of_command = |command: &PaletteCommand| SearchHit {
        name: command.name.clone(),
        part: "",
        key: command.key,
        target: HitTarget::Actions(command.actions.clone()),
    };
    let mut hits: Vec<SearchHit> =
        search_commands(commands, &query_words.join(" ")).into_iter().map(of_command).collect();
    if query_words.is_empty() {
        return hits;
    }
    hits.extend(find_objects(frame, labels, &query));
    hits.extend(rank_entries(entries, &query, &query_words).map(|entry| hit_of_entry(entry, labels)));
    if hits.is_empty() {
        hits.extend(closest_entries(entries, &query_words).map(|entry| hit_of_entry(entry, labels)));
    }
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

/// The entries that contain every word: first those that are called so, then those with all words in their title or another name, then by kind.
fn rank_entries<'e>(
    entries: &'e [SearchEntry],
    query: &str,
    query_words: &[String],
) -> impl Iterator<Item = &'e SearchEntry> {
    let plain_query = search_words::plain_name(query);
    let rank = |entry: &'e SearchEntry| {
        let names = || std::iter::once(&entry.title).chain(&entry.names);
        let is_called_so = names().any(|name| search_words::plain_name(name) == plain_query);
        let begins = entry.title.to_lowercase().starts_with(query);
        let is_in_title = has_all(&entry.title, query_words);
        let is_in_name = is_in_title || names().any(|name| has_all(name, query_words));
        let is_found = is_called_so || is_in_name || has_all(&full_text(entry), query_words);
        is_found.then_some(((!is_called_so, !begins, !is_in_title, !is_in_name, entry.part), entry))
    };
    let mut ranked_entries: Vec<_> = entries.iter().filter_map(rank).collect();
    ranked_entries.sort_by_key(|(rank, _)| *rank);
    ranked_entries.into_iter().take(MAX_ENTRIES).map(|(_, entry)| entry)
}

/// The entries with the rarest words of a query: a word counts the more, the fewer entries have it.
fn closest_entries<'e>(entries: &'e [SearchEntry], query_words: &[String]) -> impl Iterator<Item = &'e SearchEntry> {
    let texts: Vec<(&SearchEntry, String)> = entries.iter().map(|entry| (entry, full_text(entry))).collect();
    let parts: Vec<String> = query_words.iter().flat_map(|word| search_words::word_parts(word)).collect();
    let weigh = |part: &String| {
        let count = texts.iter().filter(|(_, text)| begins_word(text, part)).count();
        (entries.len() / (count + 1) + 1).ilog2()
    };
    let weights: Vec<u32> = parts.iter().map(weigh).collect();
    let score = |text: &str| -> u32 {
        parts.iter().zip(&weights).filter(|(part, _)| begins_word(text, part)).map(|(_, weight)| *weight).sum()
    };
    let mut scored: Vec<(u32, &SearchEntry)> = texts.iter().map(|(entry, text)| (score(text), *entry)).collect();
    scored.sort_by_key(|(score, entry)| (std::cmp::Reverse(*score), entry.part));
    let best_score = scored.first().map_or(0, |(score, _)| *score);
    let is_close = move |score: u32| score > 0 && score * 4 >= best_score * 3;
    scored.into_iter().take_while(move |(score, _)| is_close(*score)).take(MAX_CLOSEST).map(|(_, entry)| entry)
}

fn full_text(entry: &SearchEntry) -> String {
    format!("{} {} {}", entry.title, entry.names.join(" "), entry.text)
}

fn has_all(text: &str, query_words: &[String]) -> bool {
    query_words.iter().all(|word| begins_word(text, word))
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
        SearchEntry { part, title, path, text, names: Vec::new() }
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
            entry(SitePart::Behavior, "PodDisruptionBudget is no guarantee", "behaviours/#budget", ""),
            SearchEntry {
                names: vec!["PodDisruptionBudget".to_owned(), "PDB".to_owned()],
                ..entry(SitePart::Glossary, "Disruption budget", "glossary/#budget", "How many pods stay")
            },
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
        assert!(names("cheduled ogether").is_empty(), "words are found by their beginning");
    }

    #[test]
    fn other_names_lead_to_a_term_however_they_are_written() {
        for query in ["PodDisruptionBudget", "poddisruptionbudgets", "pod disruption budget", "PDB", "what is a PDB"] {
            assert_eq!(names(query)[0], "Glossary Disruption budget", "{query}");
        }
        assert_eq!(names("how does the gang get devices")[0], "Lesson A gang and its devices");
    }

    #[test]
    fn without_a_full_match_the_most_telling_words_count() {
        assert!(names("gang on the moon").contains(&"Glossary Gang".to_owned()));
        assert!(names("xylophone").is_empty());
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
