//! The handbook: short articles, each with the moment of a built-in scenario that demonstrates it. Its books are lists in `www/handbook`:
//! surprising behaviors, and terms.

use std::{fs, path::Path};

use api::Set;
use i18n::{Lang, problem_text::finding_line};
use protocol::{Bilingual, Term};
use releases::Release;
use serde::Deserialize;
use trace::moment_names::{MomentName, NameMatch};

use super::lesson_run::run_text;

/// A list of articles.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Book {
    pub title: String,
    /// An introduction.
    pub text: String,
    /// Title and introduction in Chinese.
    pub zh: HandbookTranslation,
    /// The articles, in order.
    pub entries: Vec<Article>,
}

/// An entry of a book: a term of the glossary, or a surprising behavior.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Article {
    /// The identifier that links use.
    pub name: String,
    /// The term, or the behavior.
    pub title: String,
    /// The definition of the term, or the explanation of the behavior.
    pub text: String,
    /// The words for the term in texts, as in [`Term::en`]. The page marks these.
    pub words: Vec<String>,
    /// Other names by which a search finds it: kinds and fields of the API, plugins, commands, synonyms. The page doesn't mark these.
    pub names: Vec<String>,
    /// The texts in Chinese.
    pub zh: HandbookTranslation,
    /// Where it is described: `docs`, the number of an issue or pull request of kubernetes/kubernetes, or a URL.
    pub sources: Vec<String>,
    /// The built-in scenario that demonstrates it; empty if the engine can't, and then `note` says why.
    pub scenario: String,
    /// Why no scenario demonstrates it.
    pub note: String,
    /// The release to run the scenario under; empty for the scenario's own.
    pub release: String,
    /// The name of the moment, as in links.
    pub step: String,
    /// Lines that the story of the run must contain, in this order.
    pub claims: Vec<String>,
    /// The lesson about it; empty if there is none.
    pub lesson: String,
}

/// The texts of a book or an article in Chinese.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct HandbookTranslation {
    pub title: String,
    pub text: String,
    /// The words for the term in texts.
    pub words: Vec<String>,
    /// Other names besides those of the article, which are the same in every language.
    pub names: Vec<String>,
    /// Why no scenario demonstrates it.
    pub note: String,
}

impl Book {
    /// Parses a book.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        manifest::parse_value(text).map_err(|finding| finding_line(Lang::En, &finding))
    }

    /// Checks every article against the run of its scenario. `www` is the folder with scenarios and lessons.
    ///
    /// # Errors
    /// The first problem, with the name of its article.
    pub fn check(&self, www: &Path) -> Result<(), String> {
        let mut names = Set::new();
        for article in &self.entries {
            article.check(www).map_err(|error| format!("{}: {error}", article.name))?;
            if !names.insert(&article.name) {
                return Err(format!("{} is there twice", article.name));
            }
        }
        Ok(())
    }

    /// Title and introduction in a language.
    #[must_use]
    pub fn title_and_text(&self, lang: Lang) -> (&str, &str) {
        title_and_text(lang, &self.title, &self.text, &self.zh)
    }

    /// The articles as terms that the page can mark.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        self.entries.iter().map(Article::term).collect()
    }
}

impl Article {
    /// Title and text in a language.
    #[must_use]
    pub fn title_and_text(&self, lang: Lang) -> (&str, &str) {
        title_and_text(lang, &self.title, &self.text, &self.zh)
    }

    /// The other names by which a search finds it in a language: most are names of the API, which are the same in every language.
    #[must_use]
    pub fn other_names(&self, lang: Lang) -> Vec<String> {
        let translated = lang.pick_of(&[][..], &self.zh.names[..]);
        self.names.iter().chain(translated).cloned().collect()
    }

    /// The article as a term of the page.
    fn term(&self) -> Term {
        let both = |en: &str, zh: &str| Bilingual { en: en.trim().to_owned(), zh: zh.trim().to_owned() };
        // Names from the source code are the same in every language.
        let humps = |word: &str| {
            word.as_bytes().windows(2).any(|window| window[0].is_ascii_lowercase() && window[1].is_ascii_uppercase())
        };
        let names = self.words.iter().filter(|word| humps(word));
        Term {
            name: self.name.clone(),
            title: both(&self.title, &self.zh.title),
            text: both(&self.text, &self.zh.text),
            en: self.words.join("\n"),
            zh: self
                .zh
                .words
                .iter()
                .chain(names.filter(|name| !self.zh.words.contains(name)))
                .cloned()
                .collect::<Vec<_>>()
                .join("\n"),
            shows: self.scenario_path(),
            lesson: self.lesson.clone(),
        }
    }

    /// The part after `s/` in the address of the page that demonstrates it.
    #[must_use]
    pub fn scenario_path(&self) -> String {
        let release = if self.release.is_empty() { String::new() } else { format!("&release={}", self.release) };
        format!("{}/#step={}{release}", self.scenario, self.step)
    }

    /// Why no scenario demonstrates it, in a language; empty if one does.
    #[must_use]
    pub fn reason_unshown(&self, lang: Lang) -> &str {
        lang.pick_of(&self.note, &self.zh.note).trim()
    }

    /// The release to run the scenario under; `None` for the scenario's own.
    ///
    /// # Errors
    /// There is no such release.
    pub fn release(&self) -> Result<Option<Release>, String> {
        match self.release.as_str() {
            "" => Ok(None),
            name => Release::from_name(name).map(Some).ok_or_else(|| format!("no release {name}")),
        }
    }

    /// The manifest of its scenario.
    ///
    /// # Errors
    /// There is no such scenario.
    pub fn manifest(&self, www: &Path) -> Result<String, String> {
        let file = www.join(format!("scenarios/{}.yaml", self.scenario));
        fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))
    }

    fn check(&self, www: &Path) -> Result<(), String> {
        let fit = |name: &str| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || b"-0123456789".contains(&byte))
        };
        if !fit(&self.name) {
            return Err("its name is no name for a link".to_owned());
        }
        if [&self.title, &self.text, &self.zh.title, &self.zh.text].iter().any(|text| text.trim().is_empty()) {
            return Err("title or text is missing in a language".to_owned());
        }
        if !self.lesson.is_empty() && !www.join(format!("lessons/{}.md", self.lesson)).is_file() {
            return Err(format!("no lesson {}", self.lesson));
        }
        let notes = [&self.note, &self.zh.note].map(|note| !note.trim().is_empty());
        if self.scenario.is_empty() {
            return if notes == [true; 2] && self.step.is_empty() {
                Ok(())
            } else {
                Err("no scenario shows it, and no note says why in both languages".to_owned())
            };
        }
        if notes != [false; 2] {
            return Err("a scenario shows it, and a note says why none does".to_owned());
        }
        let lesson_run =
            run_text(&self.manifest(www)?, self.release()?, &[]).map_err(|finding| finding_line(Lang::En, &finding))?;
        let name = MomentName::parse(&self.step).ok_or_else(|| format!("{} names no moment", self.step))?;
        match name.find_moment(lesson_run.trace.events(), &lesson_run.moments) {
            NameMatch::Exact(_) => Ok(()),
            NameMatch::Near(_) => Err(format!("the run of {} has no moment {}", self.scenario, self.step)),
        }
    }
}

fn title_and_text<'a>(lang: Lang, title: &'a str, text: &'a str, zh: &'a HandbookTranslation) -> (&'a str, &'a str) {
    lang.pick_of((title.trim(), text.trim()), (zh.title.trim(), zh.text.trim()))
}
