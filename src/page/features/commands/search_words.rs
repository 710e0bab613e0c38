//! The words of a query, and whether a text has them.

/// The shortest word that remains when an ending is cut off.
const MIN_STEM: usize = 3;

/// The words of a query in lower case, without those that say little, unless there are no others. `stop_words` has these, between spaces. Chinese has
/// no spaces, so a part of the query without letters and digits of ASCII is one word.
pub fn query_words(query: &str, stop_words: &str) -> Vec<String> {
    let query = query.to_lowercase();
    let every_word = split_words(&query);
    let is_stop_word = |word: &str| stop_words.split_whitespace().any(|stop_word| stop_word == word);
    // Within Chinese, stop words are between other words.
    let stripped = stop_words.split_whitespace().filter(|word| !word.is_ascii());
    let stripped = stripped.fold(query.clone(), |query, stop_word| query.replace(stop_word, " "));
    let mut telling_words = split_words(&stripped);
    telling_words.retain(|word| !is_stop_word(word));
    // A number matters only with nothing else to look for.
    if telling_words.iter().any(|word| !is_number(word)) {
        telling_words.retain(|word| !is_number(word));
    }
    if telling_words.is_empty() { every_word } else { telling_words }
}

/// Whether a word of a text begins with a word of a query in lower case, or with its stem. A word also begins at a capital letter within a name, such as
/// `ResourceClaim`. Chinese has no spaces, so Chinese words may be anywhere.
pub fn begins_word(text: &str, query_word: &str) -> bool {
    let lowercase_text = text.to_ascii_lowercase();
    if !query_word.is_ascii() {
        return lowercase_text.contains(query_word);
    }
    let stem = stem(query_word);
    word_starts(text).any(|start| lowercase_text[start..].starts_with(stem))
}

/// A name in lower case without spaces, signs and plural, for comparison.
pub fn plain_name(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    plain.strip_suffix('s').unwrap_or(&plain).to_owned()
}

/// A word by itself; of Chinese each pair of characters, since a query may contain several words.
pub fn word_parts(word: &str) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    if word.is_ascii() || characters.len() < 3 {
        return vec![word.to_owned()];
    }
    characters.windows(2).map(|pair| pair.iter().collect()).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The runs of letters and digits of ASCII, and those of other characters.
fn split_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last_kind = None;
    for c in text.chars() {
        let kind = c.is_alphanumeric().then_some(c.is_ascii());
        match (kind, words.last_mut()) {
            (Some(_), Some(word)) if kind == last_kind => word.push(c),
            (Some(_), _) => words.push(c.to_string()),
            (None, _) => {}
        }
        last_kind = kind;
    }
    words
}

/// The word without an ending of English: a plural, or a form of a verb.
fn stem(word: &str) -> &str {
    let endings = ["ing", "ed", "s"];
    let mut stems = endings.iter().filter_map(|ending| word.strip_suffix(ending));
    stems.find(|stem| stem.len() > MIN_STEM || stem.len() == MIN_STEM && word.ends_with('s')).unwrap_or(word)
}

/// The positions in bytes at which words of a text begin.
fn word_starts(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).filter(move |&at| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let is_after_sign = before.is_none_or(|before| !before.is_ascii_alphanumeric());
        let is_hump = bytes[at].is_ascii_uppercase() && before.is_some_and(|before| before.is_ascii_lowercase());
        bytes[at].is_ascii_alphanumeric() && (is_after_sign || is_hump)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_reduced_to_what_they_are_about() {
        let stop_words = "why is my the 为什么 我的 一直";
        for (query, words) in [
            ("Why is my pod pending?", "pod pending"),
            ("why", "why"),
            ("0/3 nodes are available", "nodes are available"),
            ("0/3", "0 3"),
            ("anti-affinity", "anti affinity"),
            ("为什么我的Pod一直Pending", "pod pending"),
            ("节点的污点", "节点的污点"),
            (" ", ""),
        ] {
            assert_eq!(query_words(query, stop_words).join(" "), words, "{query}");
        }
    }

    #[test]
    fn words_are_found_by_their_beginning_and_stem() {
        for (text, word, is_there) in [
            ("Room for a group", "oom", false),
            ("A pod is evicted", "evict", true),
            ("Eviction", "evicted", true),
            ("Taint and toleration", "taints", true),
            ("ResourceClaim", "claim", true),
            ("一个组作为整体被驱逐", "驱逐", true),
            ("一个组", "驱逐", false),
            ("Pods", "pods", true),
            ("This", "his", false),
        ] {
            assert_eq!(begins_word(text, word), is_there, "{word} in {text}");
        }
        assert_eq!(plain_name("Pod disruption budgets"), plain_name("PodDisruptionBudget"));
        assert_eq!(word_parts("抢占优先"), ["抢占", "占优", "优先"]);
        assert_eq!(word_parts("pending"), ["pending"]);
    }
}
