//! The handbook: short entries that can be looked up, each with the moment of a built-in scenario that shows it. Its books are lists in
//! `www/handbook`: behaviors that surprise people, and terms.

use std::{fs, path::Path};

use api::Set;
use i18n::{Lang, problem_text::finding_line};
use protocol::{Bilingual, Term};
use releases::Release;
use serde::Deserialize;
use trace::moment_names::{MomentName, NameMatch};

use super::lesson_run::run_text;

/// A list of entries.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// What is in it.
    pub text: String,
    /// The same in 中文.
    pub zh: Translation,
    /// What can be looked up, in order.
    pub entries: Vec<Article>,
}

/// Something to look up.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Article {
    /// By which links find it.
    pub name: String,
    /// The term, or what happens.
    pub title: String,
    /// What it means, or why it happens.
    pub text: String,
    /// What texts of the page call it, as in [`Term::en`]. The page marks these.
    pub words: Vec<String>,
    /// The same in 中文.
    pub zh: Translation,
    /// Where it was described first: `docs`, the number of an issue or pull request of kubernetes/kubernetes, or an address.
    pub sources: Vec<String>,
    /// The built-in scenario that shows it; none where the engine can't, and then `note` says why.
    pub scenario: String,
    /// Why no scenario shows it.
    pub note: String,
    /// The release under which it does; if absent, that of the scenario.
    pub release: String,
    /// The moment, as links name it.
    pub step: String,
    /// Lines that the story of the run has, in this order.
    pub claims: Vec<String>,
    /// The lesson that tells more.
    pub lesson: String,
}

/// Title and text in a language.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Translation {
    /// The title.
    pub title: String,
    /// The text.
    pub text: String,
    /// Of a term: what texts call it.
    pub words: Vec<String>,
    /// Why no scenario shows it.
    pub note: String,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        manifest::parse_value(text).map_err(|finding| finding_line(Lang::En, &finding))
    }

    /// Finds every entry's moment in its run.
    ///
    /// # Errors
    /// What is wrong with which entry. `www` is the folder with scenarios and lessons.
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

    /// Title and text in a language.
    #[must_use]
    pub fn title_and_text(&self, lang: Lang) -> (&str, &str) {
        title_and_text(lang, &self.title, &self.text, &self.zh)
    }

    /// The entries as terms that the page can mark.
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

    /// What the page knows of it.
    fn term(&self) -> Term {
        let both = |en: &str, zh: &str| Bilingual { en: en.trim().to_owned(), zh: zh.trim().to_owned() };
        // Names of the source are the same in every language.
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

    /// What follows `s/` in the address of the page that shows it.
    #[must_use]
    pub fn scenario_path(&self) -> String {
        let release = if self.release.is_empty() { String::new() } else { format!("&release={}", self.release) };
        format!("{}/#step={}{release}", self.scenario, self.step)
    }

    /// Why no scenario shows it, in a language; empty if one does.
    #[must_use]
    pub fn reason_unshown(&self, lang: Lang) -> &str {
        if lang == Lang::Zh { self.zh.note.trim() } else { self.note.trim() }
    }

    /// The release under which the scenario is run, where the scenario's own does not count.
    ///
    /// # Errors
    /// There is no such release.
    pub fn release(&self) -> Result<Option<Release>, String> {
        match self.release.as_str() {
            "" => Ok(None),
            name => Release::from_name(name).map(Some).ok_or_else(|| format!("no release {name}")),
        }
    }

    /// The text of its scenario.
    ///
    /// # Errors
    /// There is none.
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

fn title_and_text<'a>(lang: Lang, title: &'a str, text: &'a str, zh: &'a Translation) -> (&'a str, &'a str) {
    if lang == Lang::Zh { (zh.title.trim(), zh.text.trim()) } else { (title.trim(), text.trim()) }
}
