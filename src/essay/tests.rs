//! Every figure holds, in both languages, at every value of its handles.

use std::{collections::BTreeSet, fmt::Write as _};

use i18n::Lang;

use crate::{Essay, Figure};

/// The head of a page to look at.
const HEAD: &str = "<!doctype html><meta charset=utf-8><link rel=stylesheet href=essay.css><style>svg{position:static!important;border:1px solid #ccc;vertical-align:top}.camera{animation:none!important}</style>";

/// The program of the page.
const SCRIPT: &str = include_str!("../../www/essay/essay.js");

/// All values that the handles of a figure can have together.
fn all_values(figure: &Figure) -> Vec<Vec<usize>> {
    figure.handles().iter().fold(vec![Vec::new()], |all, handle| {
        let with =
            |values: Vec<usize>| (0..handle.values.len()).map(move |value| [values.clone(), vec![value]].concat());
        all.into_iter().flat_map(with).collect()
    })
}

/// The classes by which the program of the page looks up its parts.
fn page_classes() -> BTreeSet<&'static str> {
    let selectors = SCRIPT.split("querySelector").skip(1).filter_map(|text| text.split(')').next());
    let names = selectors.flat_map(|selector| selector.split('.').skip(1));
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let names = names.map(|name| name.split(|c| !is_part(c)).next().unwrap_or_default());
    names.filter(|name| !name.is_empty()).collect()
}

/// The classes in a picture.
fn classes_of(picture: &str) -> impl Iterator<Item = &str> {
    let lists = picture.split(" class=\"").skip(1).filter_map(|text| text.split('"').next());
    lists.flat_map(|list| list.split(' '))
}

#[test]
fn every_figure_has_its_picture_at_all_values() {
    let essay = Essay::read().expect("the figures");
    assert_eq!((essay.figures.len(), essay.questions.len()), (8, 3));
    let of_page = page_classes();
    assert!(of_page.len() > 5, "{of_page:?}");
    for figure in &essay.figures {
        figure.check_claims().expect("what the text says");
        let at_first = figure.draw(&[], None, Lang::En).expect("a state");
        for values in all_values(figure) {
            for lang in [Lang::En, Lang::Zh] {
                let state = figure.draw(&values, None, lang).unwrap_or_else(|error| panic!("{values:?}: {error}"));
                let place = format!("{} {values:?} {lang:?}", figure.name());
                for picture in &state.pictures {
                    assert!(
                        picture.starts_with("<svg ") && picture.contains("class=\"picture\""),
                        "{place}: {picture}"
                    );
                    assert!(!picture.contains("tabindex") && !picture.contains(" style="), "{place}");
                }
                assert!(!state.title.is_empty() && !state.seen.is_empty(), "{place}: {state:?}");
                // Else the program of the page would take a part of the picture for a part of the page.
                let classes = state.pictures.iter().flat_map(|picture| classes_of(picture));
                let shared: Vec<&str> = classes.filter(|class| of_page.contains(class)).collect();
                assert!(shared.is_empty(), "{place}: the page and the picture share {shared:?}");
                // A reader may move any handle at any time: nothing that the page refers to is missing then.
                assert!(state.facts.keys().eq(at_first.facts.keys()), "{place}: {:?}", state.facts);
                let empty = state.facts.iter().find(|(_, fact)| fact.is_empty());
                assert_eq!(empty, None, "{place}");
                assert_eq!(state.walk[1] > 0, at_first.walk[1] > 0, "{place}: {:?}", state.walk);
                assert!(state.link.len() < 1900, "{place}: {}", state.link.len());
            }
        }
    }
}

/// Writes all figures and what the engine says at all values into a folder, to be looked at.
#[test]
fn figures_can_be_looked_at() {
    let Ok(folder) = std::env::var("ESSAY_OUT") else { return };
    let essay = Essay::read().expect("the figures");
    let mut page = HEAD.to_owned();
    for figure in &essay.figures {
        for values in all_values(figure) {
            let state = figure.draw(&values, None, Lang::En).expect("a state");
            let words: Vec<_> = state.handles.iter().map(|handle| format!("{}={}", handle.name, handle.word)).collect();
            println!(
                "{} {words:?} walk {:?}\n    {} | {}\n    {:?}",
                figure.name(),
                state.walk,
                state.title,
                state.text,
                state.facts
            );
        }
        let state = figure.draw(&[], None, Lang::En).expect("a state");
        println!("seen: {}", state.seen);
        let _ = write!(
            page,
            "<h2>{}</h2><p>{}: {}</p>{}{}",
            figure.name(),
            state.title,
            state.text,
            state.pictures[0],
            state.pictures[1]
        );
        std::fs::write(format!("{folder}/{}.html", figure.name()), page).expect("a file");
        page = HEAD.to_owned();
    }
    for question in &essay.questions {
        match question.judge(Lang::En) {
            Ok((states, _)) => {
                page = HEAD.to_owned();
                for state in states {
                    println!("{} {} | {} {:?}", question.name(), state.title, state.text, state.facts);
                    let _ = write!(
                        page,
                        "<h2>{}</h2><p>{}: {}</p>{}{}",
                        question.name(),
                        state.title,
                        state.text,
                        state.pictures[0],
                        state.pictures[1]
                    );
                }
                std::fs::write(format!("{folder}/{}.html", question.name()), &page).expect("a file");
            }
            Err(error) => println!("{error}"),
        }
    }
}
