//! Tests that the manual is complete: every chapter in every language, with the same examples, which must load without notices.

use std::collections::BTreeSet;

use manifest::ACTIONS;

use super::*;

fn manuals() -> [Manual; 2] {
    [Lang::En, Lang::Zh].map(|lang| Manual::read_chapters(lang).unwrap_or_else(|error| panic!("{error}")))
}

fn chapter<'a>(manual: &'a Manual, chapter_name: &str) -> &'a Chapter {
    &manual
        .chapters
        .iter()
        .find(|(name, _)| name == chapter_name)
        .unwrap_or_else(|| panic!("no chapter {chapter_name}"))
        .1
}

#[test]
fn every_chapter_is_there_in_every_language() {
    for manual in manuals() {
        let names: BTreeSet<String> = manual.chapters.iter().map(|(name, _)| format!("{name}.md")).collect();
        assert!(names.len() == manual.chapters.len() && names.len() >= 11, "{names:?}");
        let files = fs::read_dir(folder(manual.lang)).expect("the chapters");
        let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        assert_eq!(files.collect::<BTreeSet<_>>(), names, "what the contents name, and what is there");
    }
    let [en, zh] = manuals();
    let names = |manual: &Manual| manual.chapters.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&en), names(&zh));
}

#[test]
fn manual_has_the_same_structure_in_every_language() {
    let [en, zh] = manuals();
    for ((name, en), (_, zh)) in en.chapters.iter().zip(&zh.chapters) {
        let levels = |chapter: &Chapter| chapter.headings.iter().map(|heading| heading.level).collect::<Vec<_>>();
        assert_eq!(levels(en), levels(zh), "{name}: headings");
        assert_eq!(en.headings.iter().filter(|heading| heading.level == 1).count(), 1, "{name}: it has one title");
        assert!(!en.lead.is_empty() && !zh.lead.is_empty(), "{name}: it says what it is about");
        assert_eq!(en.blocks, zh.blocks, "{name}: what stands in fences");
        // What is the same in every language: code, and cells of tables without words.
        let codes = |chapter: &Chapter| {
            let mut codes = chapter.codes.clone();
            codes.sort();
            codes
        };
        assert_eq!(codes(en), codes(zh), "{name}: code");
        assert_eq!(en.cells.len(), zh.cells.len(), "{name}: cells");
        for (en, zh) in en.cells.iter().zip(&zh.cells).filter(|(en, _)| !en.contains(char::is_alphabetic)) {
            assert_eq!(en, zh, "{name}: a cell");
        }
        let files = |chapter: &Chapter| {
            let file = |link: &String| link.split_once('#').map_or(link.clone(), |pair| pair.0.to_owned());
            chapter.links.iter().map(file).collect::<Vec<_>>()
        };
        let is_compared = |link: &String| !link.starts_with("https://kubernetes.io/");
        let [en, zh] =
            [files(en), files(zh)].map(|links| links.into_iter().filter(is_compared).collect::<BTreeSet<_>>());
        assert_eq!(en, zh, "{name}: links");
    }
}

#[test]
fn examples_load_without_a_notice() {
    let [en, _] = manuals();
    let mut checked_count = 0;
    for (name, chapter) in &en.chapters {
        for (kind, text) in &chapter.blocks {
            match kind.as_str() {
                "yaml" => {
                    let (load_result, _) = queries::load::load_scenario(text, None)
                        .unwrap_or_else(|mismatches| panic!("{name}: {mismatches:?}\n{text}"));
                    assert!(load_result.notices.is_empty(), "{name}: {:?}\n{text}", load_result.notices);
                    checked_count += 1;
                }
                "md" => {
                    let draft =
                        lessons::parse_custom_lesson(text).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
                    let built = draft.build_lesson(draft.manifest.clone()).map(|(lesson, _)| lesson.steps.len());
                    assert_eq!(built, Ok(6), "{name}");
                    let template = read_file(&root().join("src/page/features/classroom/template_en.md"));
                    assert_eq!(template.as_ref(), Ok(text), "{name}: it is the template of the page");
                }
                "step" => {
                    let lesson = format!(
                        "---\ntitle: A\ngoal: B\nmisconception: C\nscenario: ladder\n---\n\n## One\n```step\n{text}\n```\nText\n"
                    );
                    lessons::parse_custom_lesson(&lesson).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
                }
                "sh" | "js" | "html" => {}
                other => panic!("{name}: a block of {other:?}"),
            }
        }
    }
    assert!(checked_count >= 5, "{checked_count} examples");
}

#[test]
fn what_can_be_written_is_named() {
    let [en, _] = manuals();
    let codes = |name: &str| chapter(&en, name).codes.iter().map(|code| code.1.clone()).collect::<BTreeSet<_>>();
    let scenario = codes("scenario");
    let missing: Vec<_> = ACTIONS.iter().filter(|action| !scenario.contains(**action)).collect();
    assert!(missing.is_empty(), "actions of a script: {missing:?}");
    let source = |file: &str| read_file(&root().join("src").join(file)).expect(file);
    let module = codes("module");
    let (text, mut checked_count) = (source("web/module.rs"), 0);
    for rest in text.split("\npub fn ").skip(1) {
        let function = format!("{}(", rest.split('(').next().unwrap_or_default());
        assert!(module.iter().any(|code| code.starts_with(&function)), "a function of the module: {function}");
        checked_count += 1;
    }
    assert!(checked_count >= 6, "{checked_count} functions");
    let (links, text) = (codes("links"), source("page_state/panels.rs"));
    let tabs = text.split("link_name: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let tabs: Vec<&str> = tabs.filter(|name| !name.is_empty()).collect();
    assert!(tabs.contains(&"filters") && tabs.contains(&"source"), "{tabs:?}");
    let missing: Vec<_> = tabs.iter().filter(|tab| !links.contains(**tab)).collect();
    assert!(missing.is_empty(), "tabs of a link: {missing:?}");
}

#[test]
fn links_lead_from_page_to_page() {
    let [_, zh] = manuals();
    let page = |name: &str| {
        let number = zh.chapters.iter().position(|chapter| chapter.0 == name).expect("a chapter");
        zh.page(number).compose()
    };
    for (name, part) in [
        (CONTENTS, "href=\"../manual/scenario/\""),
        (CONTENTS, "href=\"../../handbook.css\""),
        (CONTENTS, "href=\"../../manual/\" lang=\"en\""),
        ("scenario", "href=\"../../manual/\""),
        ("scenario", "href=\"../../manual/scenario/\" aria-current=\"page\""),
        ("scenario", "href=\"../../../manual/scenario/\" lang=\"en\""),
        ("scenario", "rel=\"next\" href=\"../../manual/scheduler/\""),
        ("playground", "src=\"../../../manual/pictures/ladder.png\""),
        ("playground", "href=\"../../behaviours/\""),
        ("embedding", "href=\"../../../examples/embed.html\""),
    ] {
        let page = page(name);
        assert!(page.contains(part), "{part} is not in {page}");
    }
    for wrong in
        ["nothing.md", "../../scenarios/nothing.yaml", "../../handbook/glossary.yaml#nothing", "../../style.css"]
    {
        assert!(resolve_link(Lang::En, "links", wrong).is_err(), "{wrong}");
    }
    let broken = Chapter::parse("# T\n\n[a](#nothing)\n", |to| Ok(to.to_owned())).expect("a chapter");
    let broken = Manual { lang: Lang::En, chapters: vec![(CONTENTS.to_owned(), broken)] };
    assert!(broken.check().is_err_and(|error| error.contains("#nothing")));
}

/// The page's note for browsers that are too old.
#[test]
fn the_page_names_the_browsers_of_the_manual() {
    let page = read_file(&root().join("index.html")).expect("the page");
    let [en, zh] = manuals().map(|manual| chapter(&manual, "browsers").html.clone());
    let between = |text: &str, begin: &str, end: &str| {
        let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("{begin} is not in {text}"));
        rest.split_once(end).unwrap_or_else(|| panic!("{end} is not in {rest}")).0.to_owned()
    };
    let (versions, chinese) =
        (between(&en, "Chrome and Edge ", ", and later"), between(&zh, "Chrome 和 Edge ", "，以及更高版本"));
    assert_eq!(versions.replace(", ", "、"), chinese);
    let readme = between(&read_file(&root().join("README.md")).expect("README.md"), "Chrome and Edge ", ", and later");
    assert_eq!(readme, versions);
    assert!(page.contains(&format!("Chrome or Edge {versions}")), "in English: {versions}");
    assert!(page.contains(&format!("Chrome 或 Edge {chinese}")), "in Chinese: {chinese}");
}

#[test]
fn the_readme_leads_to_what_is_there_and_sums_up_the_manual() {
    let text = read_file(&root().join("README.md")).expect("README.md");
    let readme = Chapter::parse(&text, |to| Ok(to.to_owned())).expect("it is written as the manual is");
    let mut checked_count = 0;
    for link in readme.links.iter().filter(|link| !link.starts_with("https://")) {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        assert!(root().join(file).exists(), "{link}");
        if !heading.is_empty() {
            let target = read_file(&root().join(file)).expect(file);
            let target = Chapter::parse(&target, |to| Ok(to.to_owned())).expect(file);
            assert!(target.headings.iter().any(|other| other.anchor == heading), "{link}");
        }
        checked_count += usize::from(file.starts_with("www/manual/"));
    }
    assert!(checked_count >= 8, "{checked_count} links to the manual");
    // The numbers of agreeing and of all cases by release; both tables have a column for each.
    let cases = |chapter: &Chapter| {
        let mut sums = [(0, 0); 4];
        for row in chapter.cells.chunks(5) {
            for (cell, sum) in row.iter().skip(1).zip(&mut sums) {
                if let Some((agreeing, all)) = cell.replace(',', "").split_once('/') {
                    let number = |text: &str| text.parse::<u32>().unwrap_or_else(|_| panic!("{cell} is no number"));
                    *sum = (sum.0 + number(agreeing), sum.1 + number(all));
                }
            }
        }
        sums
    };
    let (table, rest) =
        readme.cells.split_at(readme.cells.iter().position(|cell| cell == "Case").expect("the second table"));
    let table = Chapter { cells: table.to_vec(), ..Chapter::default() };
    let [en, _] = manuals();
    let chapter_of_cases = chapter(&en, "agreement");
    // What whole clusters did is in a table of its own.
    let scenario_cell = chapter_of_cases.cells.iter().position(|cell| cell == "Scenarios").expect("the second table");
    let of_cases = Chapter { cells: chapter_of_cases.cells[..scenario_cell - 1].to_vec(), ..Chapter::default() };
    let sums = cases(&table);
    assert!(sums.iter().all(|sum| sum.1 > 1000), "{sums:?}");
    assert_eq!(sums, cases(&of_cases));
    // The README has the first four of five columns, and some of the rows.
    let speed_cells = chapter(&en, "speed").cells.clone();
    let (rows, remainder) = rest.as_chunks::<4>();
    assert!(rows.len() > 8 && remainder.is_empty(), "{rest:?}");
    for row in rows {
        assert!(speed_cells.chunks(5).any(|other| other.starts_with(row)), "the table of speed: {row:?}");
    }
}
