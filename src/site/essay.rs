//! The essay "How Kubernetes makes room": a page in each language, with its figures drawn.
//!
//! Its text is in `www/essay/en.md` and `zh.md`. References in double braces are replaced with facts of the figures (`essay::split_text`): the text
//! has no numbers of its own. The page is complete without a program. `www/essay/essay.js` makes the figures interactive: it calls the program
//! `figures` of `web`, which draws with the same code.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use ::essay::{Essay, Figure, FigureState, HandleKind, Part, ReaderQuestion, TableRow, split_text};
use i18n::{
    Lang,
    site::{self, SiteLabels},
};

use protocol::SitePart;

use crate::{
    file::{BuildResult, read_file, root, write_file},
    manual::chapter::Chapter,
    plain_page::{OwnFiles, PlainPage, escape_html, language_root, site_root},
};

/// The folder of its pages and files, below the site's.
const FOLDER: &str = "preemption/";

/// The prefix of the names of the program's files.
const PROGRAM: &str = "figures-";

/// The end of the element in which a figure stays visible while the reader scrolls.
const SCENE_END: &str = "</div>\n";

/// The maximum height of narrow pictures that leaves room for text in the window of a phone, in pixels.
const LOW_PICTURE: i64 = 350;

/// The parts of its style sheet, below `www`.
const STYLES: [&str; 4] = ["styles/tokens.css", "styles/picture.css", "styles/field_picture.css", "essay/essay.css"];

/// Its scripts, below `www/essay`: that of the page, and that of the worker which runs the program.
const SCRIPTS: [&str; 2] = ["essay.js", "figures-worker.js"];

/// Writes the files that the page needs, and returns the page in each language.
pub(crate) fn build_pages(stage: &Path, languages: &[Lang]) -> BuildResult<Vec<PlainPage>> {
    let (www, folder) = (root().join("www"), stage.join(FOLDER));
    let parts: BuildResult<Vec<String>> = STYLES.iter().map(|part| read_file(&www.join(part))).collect();
    write_file(&folder.join("essay.css"), parts?.concat())?;
    for script in SCRIPTS {
        write_file(&folder.join(script), read_file(&www.join("essay").join(script))?)?;
    }
    let program = program_script(&folder)?;
    let essay = Essay::read()?;
    languages.iter().map(|lang| EssayPage::new(&essay, *lang)?.page(&program)).collect()
}

/// The file name of the program's script, which contains a hash.
fn program_script(folder: &Path) -> BuildResult<String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = files.filter_map(Result::ok).map(|file| file.file_name().to_string_lossy().into_owned());
    let is_script = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "js");
    let mut scripts =
        names.filter(|name| name.starts_with(PROGRAM) && is_script(name) && !SCRIPTS.contains(&name.as_str()));
    scripts.next().ok_or_else(|| format!("{} has no program of the figures", folder.display()))
}

/// The file with the text for a language.
fn text_file(lang: Lang) -> PathBuf {
    root().join("www/essay").join(lang.content().folder()).with_extension("md")
}

struct EssayPage<'e> {
    essay: &'e Essay,
    lang: Lang,
    chapter: Chapter,
    /// The initial state of every figure.
    states: BTreeMap<&'e str, FigureState>,
}

impl<'e> EssayPage<'e> {
    fn new(essay: &'e Essay, lang: Lang) -> BuildResult<Self> {
        let file = text_file(lang);
        let with_file_name = |error| format!("{}: {error}", file.display());
        let chapter = Chapter::parse(&read_file(&file)?, |to| resolve_link(lang, to)).map_err(with_file_name)?;
        let mut states = BTreeMap::new();
        for figure in &essay.figures {
            figure.check_claims()?;
            states.insert(figure.name(), figure.draw(&[], None, lang.content())?);
        }
        Ok(Self { essay, lang, chapter, states })
    }

    fn page(&self, program: &str) -> BuildResult<PlainPage> {
        let note = self.labels().without_script;
        let body = format!("<main>\n<noscript><p class=\"note\">{note}</p></noscript>\n{}</main>\n", self.body()?);
        Ok(PlainPage {
            part: SitePart::Essay,
            lang: self.lang,
            place: FOLDER.to_owned(),
            title: self.chapter.title.clone(),
            description: self.chapter.lead.clone(),
            body,
            sections: self.chapter.sections(),
            own_files: Some(OwnFiles {
                style: format!("{FOLDER}essay.css"),
                script: format!("{FOLDER}essay.js"),
                head: format!("<meta name=\"figures\" content=\"{program}\" />\n"),
            }),
        })
    }

    fn labels(&self) -> &'static SiteLabels {
        site::words(self.lang).site_labels()
    }

    /// The text as HTML, with all references replaced.
    fn body(&self) -> BuildResult<String> {
        let mut html = String::new();
        let (mut is_behind_figure, mut is_in_scene) = (false, false);
        for part in split_text(&self.chapter.html)? {
            match part {
                // A figure replaces its paragraph.
                Part::Text(text) => {
                    let text = if is_behind_figure { text.strip_prefix("</p>").unwrap_or(text) } else { text };
                    // A figure stays visible up to the next heading.
                    match text.find("<h2").filter(|_| is_in_scene) {
                        Some(end) => {
                            html += &[&text[..end], SCENE_END, &text[end..]].concat();
                            is_in_scene = false;
                        }
                        None => html += text,
                    }
                }
                Part::Figure(name) => {
                    html.truncate(html.strip_suffix("<p>").map_or(html.len(), str::len));
                    let element = match self.essay.figure(name) {
                        Ok(figure) => {
                            // A figure stays visible up to the next figure, too.
                            if is_in_scene {
                                html += SCENE_END;
                            }
                            is_in_scene = true;
                            self.figure_html(figure)?
                        }
                        Err(_) => self.question_html(self.essay.question(name)?)?,
                    };
                    html += &element;
                }
                Part::Fact { figure, fact } => {
                    let word = self.fact(figure, fact)?;
                    let _ =
                        write!(html, "<span class=\"fact\" data-fact=\"{figure}.{fact}\">{}</span>", escape_html(word));
                }
                Part::Handle { figure, handle } => {
                    let word = self.fact(figure, handle)?;
                    let _ = write!(
                        html,
                        "<span class=\"grip\" data-figure=\"{figure}\" data-handle=\"{handle}\" data-label=\"{}\">{}</span>",
                        escape_html(&self.grip_label(figure, handle)?),
                        escape_html(word)
                    );
                }
                Part::FactAt { figure, fact, ref values } => {
                    let figure = self.essay.figure(figure)?;
                    // In HTML, an ampersand is written as `&amp;`.
                    let pairs: Vec<_> =
                        values.iter().map(|(name, word)| (name.trim_start_matches("amp;"), *word)).collect();
                    let state = figure.draw(&figure.values_of(&pairs)?, None, self.lang.content())?;
                    html += &escape_html(fact_of(&state, figure.name(), fact)?);
                }
                Part::Field { figure, object, field } => {
                    html += &escape_html(&self.essay.figure(figure)?.field(object, field)?);
                }
            }
            is_behind_figure = matches!(part, Part::Figure(_));
        }
        if is_in_scene {
            html += SCENE_END;
        }
        Ok(html + &self.answers_html()?)
    }

    /// The answers to the questions, for printing: on paper, nothing can be opened, and answers must come after all questions.
    fn answers_html(&self) -> BuildResult<String> {
        let heading = self.labels().answers;
        let mut html = format!("<section class=\"answers\">\n<h2>{heading}</h2>\n");
        for question in &self.essay.questions {
            let (_, choices) = question.judge(self.lang.content())?;
            let title = self.lang.pick(question.figures()[0].title());
            let _ = write!(html, "<h3>{}</h3>\n<ul>\n", escape_html(title));
            for choice in &choices {
                let _ = writeln!(
                    html,
                    "<li><b>{} {}</b><br />{}</li>",
                    if choice.is_right { "✓" } else { "✗" },
                    escape_html(self.lang.pick(choice.text)),
                    escape_html(self.lang.pick(choice.why))
                );
            }
            html += "</ul>\n";
        }
        Ok(html + "</section>\n")
    }

    fn fact(&self, figure: &str, fact: &str) -> BuildResult<&str> {
        let state = self.states.get(figure).ok_or_else(|| format!("there is no figure {figure}"))?;
        fact_of(state, figure, fact)
    }

    /// The accessible name of a number that can be dragged, which must differ from that of the slider that does the same.
    fn grip_label(&self, figure: &str, handle: &str) -> BuildResult<String> {
        let figure = self.essay.figure(figure)?;
        let title = self.lang.pick(figure.title());
        let handle = figure.handles().iter().find(|other| other.name == handle);
        let handle = handle.ok_or_else(|| format!("{} has no handle of this name", figure.name()))?;
        let label = self.lang.pick(&handle.label);
        Ok(site::words(self.lang).drag_label(label, title))
    }

    /// A figure: pictures, sliders, and a description. It begins a scene, which includes the following paragraphs.
    fn figure_html(&self, figure: &Figure) -> BuildResult<String> {
        let name = figure.name();
        let state = self.states.get(name).ok_or_else(|| format!("there is no figure {name}"))?;
        let playground = site_root(self.lang, FOLDER);
        let values: Vec<String> = figure.defaults().iter().map(ToString::to_string).collect();
        let title = self.lang.pick(figure.title());
        let [_, [_, narrow_height]] = figure.sizes();
        let mut html = format!(
            "<div id=\"{name}\" class=\"scene{}\" data-figure=\"{name}\" data-values=\"{}\" data-walk=\"{}\">\n<figure aria-label=\"{}\">\n{}{}</figure>\n",
            if state.field.is_some() {
                " with-field"
            } else if narrow_height > LOW_PICTURE {
                " high"
            } else {
                ""
            },
            values.join(" "),
            if state.walk[1] > 0 { state.walk[0].to_string() } else { String::new() },
            escape_html(title),
            Self::field_html(figure, state),
            Self::pictures_html(state, title)
        );
        let _ = writeln!(html, "<div class=\"handles\" role=\"group\" aria-label=\"{}\">", escape_html(title));
        if state.walk[1] > 0 {
            let [value, last] = state.walk;
            let SiteLabels { walk_step: label, previous_step: previous, next_step: next, .. } = self.labels();
            let turn = |by: i32, sign: &str, label: &str| {
                format!(
                    "<button class=\"turn\" type=\"button\" data-by=\"{by}\" aria-label=\"{label}\">{sign}</button>"
                )
            };
            let buttons = [turn(-1, "‹", previous), turn(1, "›", next)].concat();
            html += &slider_html(
                name,
                "walk",
                label,
                (value, last),
                &format!("{} / {}", value + 1, last + 1),
                &format!(" <span class=\"turns\">{buttons}</span>"),
            );
        }
        for (handle, current) in figure.handles().iter().zip(&state.handles) {
            let label = escape_html(self.lang.pick(&handle.label));
            html += &match handle.kind {
                HandleKind::Slider => {
                    slider_html(name, &handle.name, &label, (current.value, handle.values.len() - 1), &current.word, "")
                }
                HandleKind::Choice => {
                    let choices = (0..handle.values.len()).map(|number| {
                        let checked = if number == current.value { " checked" } else { "" };
                        format!(
                            "<label><input type=\"radio\" autocomplete=\"off\" name=\"{name}-{handle}\" value=\"{number}\" data-handle=\"{handle}\"{checked} /> {word}</label>",
                            handle = handle.name,
                            word = escape_html(&handle.word(number, self.lang.content())),
                        )
                    });
                    let choices: String = choices.collect();
                    ["<fieldset><legend>", &label, "</legend>", &choices, "</fieldset>\n"].concat()
                }
            };
        }
        let SiteLabels { open_playground: open, reset, .. } = self.labels();
        let _ = write!(
            html,
            "</div>\n<div class=\"caption\"><p class=\"said\"><b>{}</b> <span>{}</span></p>\
             <p class=\"ways\"><a class=\"playground\" href=\"{playground}#{}\">{open}</a> <button class=\"reset\" type=\"button\" hidden>{reset}</button></p></div>\n",
            escape_html(&state.title),
            escape_html(&state.text),
            state.link
        );
        html += &Self::field_table(state);
        Ok(html)
    }

    /// The field of a figure. It is moved by the pointer only: the sliders of its axes do the same for the keyboard.
    fn field_html(figure: &Figure, state: &FigureState) -> String {
        let (Some(field), Some([x, y])) = (&state.field, figure.field_handles()) else { return String::new() };
        let [wide, narrow] = &field.pictures;
        format!(
            "<div class=\"field\" data-x=\"{x}\" data-y=\"{y}\"><div class=\"wide\">{wide}</div><div class=\"narrow\">{narrow}</div></div>\n"
        )
    }

    /// What happens on the horizontal line of a field, as a table.
    fn field_table(state: &FigureState) -> String {
        let Some(field) = &state.field else { return String::new() };
        let row = |row: &TableRow| {
            format!("<tr><td>{}</td><td>{}</td></tr>", escape_html(&row.amount), escape_html(&row.answer))
        };
        let rows: String = field.rows.iter().map(row).collect();
        format!(
            "<details class=\"row-table\"><summary class=\"row-caption\">{}</summary><table><tbody>{rows}</tbody></table></details>\n",
            escape_html(&field.caption)
        )
    }

    /// The wide and the narrow picture of a moment, of which the style sheet shows one.
    fn pictures_html(state: &FigureState, title: &str) -> String {
        let [wide, narrow] = &state.pictures;
        let label =
            escape_html(&if state.seen.is_empty() { title.to_owned() } else { format!("{title}: {}", state.seen) });
        format!(
            "<div class=\"pictures\" role=\"img\" aria-label=\"{label}\"><div class=\"wide\">{wide}</div><div class=\"narrow\">{narrow}</div></div>\n"
        )
    }

    /// A question: its choices open one by one, and the right one shows the outcome.
    fn question_html(&self, question: &ReaderQuestion) -> BuildResult<String> {
        let name = question.name();
        let ([open, answer], choices) = question.judge(self.lang.content())?;
        let title = self.lang.pick(question.figures()[0].title());
        let mut html = format!(
            "<section class=\"question\" id=\"{name}\" aria-labelledby=\"{name}-text\">\n<h3>{}</h3>\n<p id=\"{name}-text\">{}</p>\n{}",
            escape_html(title),
            escape_html(self.lang.pick(question.text())),
            Self::pictures_html(&open, title)
        );
        for choice in &choices {
            let (class, verdict) =
                if choice.is_right { ("right", self.labels().yes) } else { ("wrong", self.labels().no) };
            let _ = write!(
                html,
                "<details class=\"{class}\" name=\"{name}\"><summary>{}</summary><p><b>{verdict}</b> {}</p>",
                escape_html(self.lang.pick(choice.text)),
                escape_html(self.lang.pick(choice.why))
            );
            if choice.is_right {
                let _ = write!(
                    html,
                    "{}<p class=\"ways\"><a class=\"playground\" href=\"{}#{}\">{}</a></p>",
                    Self::pictures_html(&answer, &answer.title),
                    site_root(self.lang, FOLDER),
                    answer.link,
                    self.labels().open_playground
                );
            }
            html += "</details>\n";
        }
        Ok(html + "</section>\n")
    }
}

/// A slider at one of its values, with the value's text.
fn slider_html(
    figure: &str,
    handle: &str,
    label: &str,
    (value, last): (usize, usize),
    word: &str,
    extra: &str,
) -> String {
    let (id, word) = (format!("{figure}-{handle}"), escape_html(word));
    format!(
        "<div class=\"slider\"><label for=\"{id}\">{label}</label> <input id=\"{id}\" type=\"range\" autocomplete=\"off\" min=\"0\" max=\"{last}\" value=\"{value}\" \
         data-handle=\"{handle}\" aria-valuetext=\"{word}\" /> <output for=\"{id}\">{word}</output>{extra}</div>\n"
    )
}

fn fact_of<'s>(state: &'s FigureState, figure: &str, fact: &str) -> BuildResult<&'s str> {
    state.facts.get(fact).map(String::as_str).ok_or_else(|| format!("{figure} has no fact {fact}"))
}

/// The address of a link's target. Links are written so that they work in the sources, too.
fn resolve_link(lang: Lang, to: &str) -> BuildResult<String> {
    if !root().join("www/essay").join(to).is_file() {
        return Err(format!("there is no {to}"));
    }
    let (language, site) = (language_root(FOLDER), site_root(lang, FOLDER));
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    match to.split('/').collect::<Vec<_>>().as_slice() {
        ["..", "..", "index.html"] => Ok(site),
        ["..", "lessons", name] => Ok(format!("{language}l/{}/", stem(name))),
        ["..", "handbook", name] => Ok(format!("{language}{}/", stem(name))),
        _ => Err(format!("the site has no page for {to}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter_text(lang: Lang) -> String {
        read_file(&text_file(lang)).expect("a text")
    }

    /// The figures and questions of a text, in order.
    fn figures_of(text: &str) -> Vec<&str> {
        let parts = split_text(text).expect("parts");
        parts.iter().filter_map(|part| if let Part::Figure(name) = part { Some(*name) } else { None }).collect()
    }

    #[test]
    fn essay_text_contains_no_literal_numbers() {
        for lang in [Lang::En, Lang::Zh] {
            let text = chapter_text(lang);
            for part in split_text(&text).expect("parts") {
                let Part::Text(words) = part else { continue };
                // Numbers of a list, and files.
                let line_has_number = |line: &&str| {
                    let line = line.trim_start_matches(|c: char| c.is_ascii_digit());
                    line.chars().any(|c| c.is_ascii_digit())
                };
                assert_eq!(words.lines().find(line_has_number), None, "{lang:?}");
            }
        }
    }

    #[test]
    fn both_languages_show_the_same() {
        let texts = [Lang::En, Lang::Zh].map(chapter_text);
        let [en, zh] = texts.each_ref().map(|text| figures_of(text));
        assert_eq!(en, zh);
        let essay = Essay::read().expect("the figures");
        let names = essay.figures.iter().map(Figure::name).chain(essay.questions.iter().map(ReaderQuestion::name));
        assert_eq!(en, names.collect::<Vec<_>>());
        // Both texts have the same references; their order may depend on the language.
        let [mut en, mut zh] = texts.each_ref().map(|text| {
            let parts = split_text(text).expect("parts").into_iter();
            parts.filter(|part| !matches!(part, Part::Text(_))).map(|part| format!("{part:?}")).collect::<Vec<_>>()
        });
        en.sort();
        zh.sort();
        assert_eq!(en, zh);
    }

    #[test]
    fn the_page_is_whole_without_a_program() {
        let essay = Essay::read().expect("the figures");
        for lang in [Lang::En, Lang::Zh] {
            let page =
                EssayPage::new(&essay, lang).and_then(|page| page.page("figures-0.js")).expect("a page").compose();
            // Writes the page for inspection without a build of the whole site.
            if let Some(folder) = std::env::var_os("ESSAY_OUT") {
                let folder = Path::new(&folder);
                let place = folder.join(lang.site_folder()).join(FOLDER);
                write_file(&place.join("index.html"), &page).expect("a page");
                let parts = STYLES.map(|part| read_file(&root().join("www").join(part)).expect("a style sheet"));
                write_file(&folder.join(FOLDER).join("essay.css"), parts.concat()).expect("a style sheet");
            }
            assert!(!page.contains("{{") && !page.contains(" style="), "{lang:?}");
            assert_eq!(page.matches("<figure ").count(), 9, "{lang:?}");
            assert_eq!(page.matches("<section class=\"question\"").count(), 3, "{lang:?}");
            assert_eq!(page.matches("class=\"right\"").count(), 3, "{lang:?}");
            assert_eq!(page.matches("<svg ").count(), 2 * (9 + 1 + 2 * 3), "{lang:?}");
            assert!(!page.contains("<p></p>") && !page.contains("<p><div"), "{lang:?}");
            // Every figure has its scene, which ends before the next heading.
            let scenes: Vec<&str> = page.split("class=\"scene").skip(1).collect();
            assert_eq!(scenes.len(), 9, "{lang:?}");
            for scene in scenes {
                let scene = scene.split("<h2").next().expect("a scene");
                // Another scene may follow at once: the beginning of its tag is not part of this one.
                let scene = match scene.rsplit_once("<div id=") {
                    Some((before, next)) if !next.contains('>') => before,
                    _ => scene,
                };
                let count = |part: &str| scene.matches(part).count();
                assert_eq!((count("<figure "), count("</div>")), (1, count("<div ") + 1), "{lang:?}: {scene}");
            }
            // A number that can be dragged has a name of its own, different from that of every slider.
            let cut = |mark: &str, end: char| -> Vec<&str> {
                page.split(mark).skip(1).filter_map(|text| text.split(end).next()).collect()
            };
            let grips = cut(" data-label=\"", '"');
            let labels = cut("<label for=\"", '<');
            let labels: Vec<&str> =
                labels.iter().filter_map(|label| label.split_once('>')).map(|(_, text)| text).collect();
            assert_eq!(grips.iter().collect::<std::collections::BTreeSet<_>>().len(), 16, "{lang:?}: {grips:?}");
            assert!(labels.len() > 10 && !grips.iter().any(|grip| labels.contains(grip)), "{lang:?}: {labels:?}");
            // The answers for printing come after all questions.
            let (before, answers) = page.split_once("<section class=\"answers\">").expect("answers");
            assert_eq!(before.matches("<section class=\"question\"").count(), 3, "{lang:?}");
            assert_eq!(answers.matches("<li>").count(), page.matches("<summary>").count(), "{lang:?}");
            // Emphasis that the parser did not recognize.
            let stars = page.find("**").map(|at| &page[at.saturating_sub(90)..at]);
            assert_eq!(stars, None, "{lang:?}");
            for part in ["'wasm-unsafe-eval'", "<meta name=\"figures\" content=\"figures-0.js\" />", "#s2:"] {
                assert!(page.contains(part), "{lang:?} lacks {part}");
            }
        }
    }
}
