//! Tests every figure, in both languages, at every value of its handles.
#![allow(clippy::disallowed_types)] // native tests

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    rc::Rc,
};

use i18n::Lang;
use runlog::EventKind;
use stage::draw::text_layout::text_width;

use crate::{Essay, Figure, FigureState};

/// The head of a page for inspection.
const HEAD: &str = "<!doctype html><meta charset=utf-8><link rel=stylesheet href=essay.css><style>svg{position:static!important;border:1px solid #ccc;vertical-align:top}.camera{animation:none!important}</style>";

/// The script of the page.
const SCRIPT: &str = include_str!("../../www/essay/essay.js");

/// All combinations of values of a figure's handles.
///
/// Of a range, every sixth value and the last one.
fn all_values(figure: &Figure) -> Vec<Vec<usize>> {
    figure.handles().iter().fold(vec![Vec::new()], |all, handle| {
        let last = handle.values.len() - 1;
        let is_tried = |value: &usize| handle.range.is_none() || value.is_multiple_of(6) || *value == last;
        let tried: Vec<usize> = (0..=last).filter(is_tried).collect();
        all.into_iter()
            .flat_map(|values| {
                tried.iter().map(move |value| [values.clone(), vec![*value]].concat()).collect::<Vec<_>>()
            })
            .collect()
    })
}

/// The classes by which the page's script looks up its parts.
fn page_classes() -> BTreeSet<&'static str> {
    let selectors = SCRIPT.split(['"', '`']).filter(|text| text.starts_with('.'));
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
    assert_eq!((essay.figures.len(), essay.questions.len()), (9, 3));
    let of_page = page_classes();
    assert!(["playground", "said", "wide"].iter().all(|class| of_page.contains(class)), "{of_page:?}");
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
                check_drawing(&state, &place);
                assert!(!state.title.is_empty() && !state.seen.is_empty(), "{place}: {state:?}");
                // Otherwise the page's script would mistake a part of the picture for a part of the page.
                let classes = state.pictures.iter().flat_map(|picture| classes_of(picture));
                let shared: Vec<&str> = classes.filter(|class| of_page.contains(class)).collect();
                assert!(shared.is_empty(), "{place}: the page and the picture share {shared:?}");
                // A reader may move any handle at any time, so every fact that the page refers to must always exist.
                assert!(state.facts.keys().eq(at_first.facts.keys()), "{place}: {:?}", state.facts);
                let empty = state.facts.iter().find(|(_, fact)| fact.is_empty());
                assert_eq!(empty, None, "{place}");
                assert_eq!(state.walk[1] > 0, at_first.walk[1] > 0, "{place}: {:?}", state.walk);
                assert!(state.link.len() < 1900, "{place}: {}", state.link.len());
            }
        }
    }
}

/// The states of a figure in which one handle, or the step of its walk, differs from its initial value.
fn sample_states(figure: &Figure) -> Vec<(Vec<usize>, Option<usize>)> {
    let at_first = figure.defaults().to_vec();
    let mut states = vec![(at_first.clone(), None)];
    for (at, handle) in figure.handles().iter().enumerate() {
        for value in (0..handle.values.len()).filter(|value| *value != at_first[at]) {
            let mut values = at_first.clone();
            values[at] = value;
            states.push((values, None));
        }
    }
    let [_, last] = figure.draw(&[], None, Lang::En).expect("a state").walk;
    states.extend((0..=last).filter(|_| last > 0).map(|step| (at_first.clone(), Some(step))));
    states
}

/// The value of an attribute of the element at the beginning of a text.
fn attribute<'t>(element: &'t str, name: &str) -> &'t str {
    let element = element.split('>').next().unwrap_or_default();
    element.split_once(&format!("{name}=\"")).and_then(|(_, text)| text.split('"').next()).unwrap_or_default()
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Checks a drawing: nothing looks cut off that isn't, no text is too small, and no line crosses a text.
fn check_drawing(state: &FigureState, place: &str) {
    let [wide, narrow] = &state.pictures;
    if wide.contains(" newcomer fits") {
        assert!(!wide.contains("class=\"zigzag\"") && !narrow.contains("class=\"zigzag\""), "{place}: cut off");
    }
    for (picture, least) in [(wide, 11), (narrow, 10)] {
        // The labels of a low pod are scaled down with it.
        let is_on_pod = |text: &&str| ["rank", "name", "amount", "fate"].contains(&attribute(text, "class"));
        let texts = picture.split("<text ").skip(1).filter(|text| !is_on_pod(text));
        let small = texts.filter(|text| number(attribute(text, "font-size")) < least);
        let small: Vec<&str> = small.filter_map(|text| text.split("</text>").next()).collect();
        assert!(small.is_empty(), "{place}: {small:?}");
        let wires: Vec<&str> =
            picture.split("<path ").skip(1).filter(|path| attribute(path, "class").starts_with("wire")).collect();
        for rule in picture
            .split("<g ")
            .filter(|group| attribute(group, "class") == "rule")
            .filter_map(|rule| rule.split("</g>").next())
        {
            for line in rule.split("<text ").skip(1) {
                let [x, y, size] = ["x", "y", "font-size"].map(|name| number(attribute(line, name)));
                let words = line.split_once('>').and_then(|(_, text)| text.split("</text>").next()).unwrap_or_default();
                let right = x + text_width(words, size);
                for wire in &wires {
                    // `M120 40V60M120 80V90` is a line with gaps.
                    let pieces = attribute(wire, "d").split('M').skip(1).map(|piece| {
                        let (at, to) = piece.split_once('V').expect("a line down");
                        let (middle, from) = at.split_once(' ').expect("a place");
                        [middle, from, to].map(number)
                    });
                    let strikes = |[middle, from, to]: &[i64; 3]| {
                        (x..right).contains(middle) && *from < y && y - size * 7 / 10 < *to
                    };
                    assert_eq!(pieces.clone().find(strikes), None, "{place}: through {words}");
                }
            }
        }
    }
}

#[test]
fn a_trial_that_fails_has_no_victims() {
    let essay = Essay::read().expect("the figures");
    let who = essay.figure("who").expect("a figure");
    let picture = |priority: &str| {
        let values = who.values_of(&[("priority", priority)]).expect("values");
        who.draw(&values, None, Lang::En).expect("a state").pictures[0].clone()
    };
    assert!(picture("101").contains("Victims: 2"));
    for priority in ["1", "100"] {
        let picture = picture(priority);
        assert!(picture.contains("removed: 1") && !picture.contains("Victims"), "{picture}");
    }
}

#[test]
fn what_is_cut_off_is_marked() {
    let essay = Essay::read().expect("the figures");
    let gap = essay.figure("gap").expect("a figure");
    let states = (0..6).map(|step| gap.draw(&[], Some(step), Lang::En).expect("a state"));
    // Both nominations are drawn above the pods of the node.
    let both = states.filter(|state| state.title.contains("Node nominated") && state.text.contains("king"));
    let pictures: Vec<[String; 2]> = both.map(|state| state.pictures).collect();
    assert_eq!(pictures.len(), 1);
    for picture in &pictures[0] {
        let tiles = picture.split("<g data-pod=").skip(1);
        let is_nominated = |tile: &&str| tile.split_once('>').is_some_and(|(group, _)| group.contains("promise"));
        let rooms: Vec<&str> = tiles.filter(is_nominated).collect();
        let of = |pod: &str| {
            rooms
                .iter()
                .position(|room| room.starts_with(&format!("\"default/{pod}\"")))
                .unwrap_or_else(|| panic!("no room for {pod}: {rooms:?}"))
        };
        let is_cut_off = |pod: &str| rooms[of(pod)].contains("class=\"zigzag\"");
        // The nomination with the higher priority comes first.
        assert!(of("king") < of("middle"), "{picture}");
        assert!(!is_cut_off("king") && is_cut_off("middle"), "{picture}");
    }
}

#[test]
fn narrow_figure_has_four_nodes_in_a_square() {
    let essay = Essay::read().expect("the figures");
    let state = essay.figure("nodes").and_then(|nodes| nodes.draw(&[], None, Lang::En)).expect("a state");
    let corners = |picture: &str| -> Vec<[i64; 2]> {
        let nodes = picture.split(" data-node=\"").skip(1).filter_map(|node| node.split_once("<rect "));
        nodes.map(|(_, frame)| ["x", "y"].map(|name| number(attribute(&format!(" {frame}"), name)))).collect()
    };
    let count =
        |corners: &[[i64; 2]], at: usize| corners.iter().map(|corner| corner[at]).collect::<BTreeSet<_>>().len();
    let [wide, narrow] = state.pictures.each_ref().map(|picture| corners(picture));
    assert_eq!((count(&wide, 0), count(&wide, 1)), (4, 1), "{wide:?}");
    assert_eq!((count(&narrow, 0), count(&narrow, 1)), (2, 2), "{narrow:?}");
}

/// Position and size of every node in a picture.
fn grounds_of(picture: &str) -> Vec<[i64; 4]> {
    let rects = picture.split("<rect ").skip(1).filter(|rect| attribute(rect, "class") == "ground");
    rects.map(|rect| ["x", "y", "width", "height"].map(|name| number(attribute(&format!(" {rect}"), name)))).collect()
}

#[test]
fn nodes_stay_where_they_are_at_all_values() {
    let essay = Essay::read().expect("the figures");
    // Beside a field, the node gives way to the removed pods only where pods are removed.
    for figure in essay.figures.iter().filter(|figure| figure.field_handles().is_none()) {
        for lang in [Lang::En, Lang::Zh] {
            let mut states = Vec::new();
            for values in all_values(figure) {
                let state = figure.draw(&values, None, lang).expect("a state");
                let steps = (0..=state.walk[1]).filter(|_| state.walk[1] > 0);
                states.extend(steps.map(|step| figure.draw(&values, Some(step), lang).expect("a step")));
                states.push(state);
            }
            for (at, width) in ["wide", "narrow"].into_iter().enumerate() {
                let places: BTreeSet<_> = states.iter().map(|state| grounds_of(&state.pictures[at])).collect();
                assert_eq!(places.len(), 1, "{} {width} {lang:?}: {places:?}", figure.name());
                assert!(places.iter().all(|grounds| !grounds.is_empty()), "{}", figure.name());
            }
        }
    }
}

#[test]
fn winner_is_highlighted_among_all_nodes() {
    let essay = Essay::read().expect("the figures");
    let nodes = essay.figure("nodes").expect("a figure");
    let values = nodes.values_of(&[("cpu", "1")]).expect("values");
    for picture in &nodes.draw(&values, None, Lang::En).expect("a state").pictures {
        let counts =
            [" data-node=\"", "class=\"faded\"", "class=\"frame won\""].map(|part| picture.matches(part).count());
        assert_eq!(counts, [4, 3, 1], "{picture}");
    }
}

#[test]
fn waiting_pod_is_drawn_with_its_reason() {
    let essay = Essay::read().expect("the figures");
    let who = essay.figure("who").expect("a figure");
    let values = who.values_of(&[("policy", "Never")]).expect("values");
    for picture in &who.draw(&values, None, Lang::En).expect("a state").pictures {
        let waiting = picture.split("class=\"waiting\"").nth(1).expect("a pod that waits");
        assert!(waiting.contains("data-pod=\"default/urgent\"") && waiting.contains("Never."), "{waiting}");
    }
    // A reader is asked which pods it evicts, so it must be visible before the answer.
    let question = essay.question("ask-order").expect("a question");
    for picture in &question.judge(Lang::En).expect("a verdict").0[0].pictures {
        assert!(picture.contains("data-pod=\"default/urgent\""), "{picture}");
    }
}

#[test]
fn chinese_rules_have_a_line_each_beside_the_candidates() {
    let essay = Essay::read().expect("the figures");
    let ladder = essay.figure("ladder").expect("a figure");
    let [wide, _] = ladder.draw(&[], None, Lang::Zh).expect("a state").pictures;
    let left = grounds_of(&wide).iter().map(|[x, ..]| *x).min().expect("candidates");
    let rules: Vec<&str> = wide.split("class=\"rule\"").skip(1).filter_map(|rule| rule.split("</g>").next()).collect();
    assert_eq!(rules.len(), 5);
    for rule in rules {
        assert_eq!(rule.matches("<text ").count(), 1, "{rule}");
        let line = rule.split("<text ").nth(1).expect("a line");
        let [x, size] = ["x", "font-size"].map(|name| number(attribute(&format!(" {line}"), name)));
        let words = line.split_once('>').and_then(|(_, text)| text.split("</text>").next()).expect("words");
        assert!(x + text_width(words, size) <= left && !words.contains('…'), "{words}");
    }
}

#[test]
fn points_of_the_field_are_decided_as_in_runs_of_their_own() {
    let essay = Essay::read().expect("the figures");
    let figure = essay.figure("field").expect("a figure");
    let budgets = ["0", "1"].map(|allowed| figure.values_of(&[("allowed", allowed)]).expect("values"));
    let mut random: u64 = 42;
    let mut next_below = |limit: i64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(random >> 33).expect("31 bits") % limit
    };
    let mut counts = BTreeMap::new();
    for number in 0..1000 {
        let point = [next_below(4501), next_below(2001)];
        let (answer, run) = figure.decide_and_run(&budgets[number % 2], point).expect("a run");
        let attempt = run.trace.events().iter().find_map(|event| match &event.what {
            EventKind::Attempted(attempt) if *attempt.pod == *"default/urgent" => Some(Rc::clone(attempt)),
            _ => None,
        });
        let attempt = attempt.expect("an attempt");
        let mut victims: Vec<_> = attempt.room().map_or_else(Vec::new, |room| room.victims.clone());
        let mut expected = answer.victims().to_vec();
        victims.sort();
        expected.sort();
        assert_eq!(expected, victims, "{point:?}");
        let is_pending = attempt.room().is_none() && attempt.feasible == 0;
        assert_eq!(answer.is_pending(), is_pending, "{point:?}");
        *counts.entry(victims.len()).or_insert(0) += 1;
    }
    assert!(counts.len() >= 4 && counts.values().all(|count| *count >= 20), "{counts:?}");
}

/// Writes all figures with their texts at all values into a folder, for inspection.
#[test]
#[ignore = "it checks nothing: ESSAY_OUT=folder cargo test -p essay -- --ignored"]
fn figures_can_be_looked_at() {
    let folder = std::env::var("ESSAY_OUT").expect("ESSAY_OUT: a folder");
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
        for (values, step) in sample_states(figure) {
            let state = figure.draw(&values, step, Lang::En).expect("a state");
            println!("seen: {}", state.seen);
            let words: Vec<_> = state.handles.iter().map(|handle| format!("{}={}", handle.name, handle.word)).collect();
            let _ = write!(
                page,
                "<h2>{} {words:?} {:?}</h2><p>{}: {}</p>{}{}{}",
                figure.name(),
                state.walk,
                state.title,
                state.text,
                state.field.as_ref().map_or_else(String::new, |field| field.pictures.concat()),
                state.pictures[0],
                state.pictures[1]
            );
        }
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
