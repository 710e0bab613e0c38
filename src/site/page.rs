//! Composes a page from `index.html` and a prerendered picture.

use std::fmt::Write as _;

use i18n::Lang;
use page::prerender::PrerenderedPage;

use crate::{file::BuildResult, plain_page::escape_html};

/// The page of a scenario or a lesson in one language.
pub(crate) struct SitePage<'a> {
    /// The absolute address of the site, if it is known.
    pub site: Option<&'a str>,
    /// The languages of the site.
    pub languages: &'a [Lang],
    pub lang: Lang,
    /// The folder of pages of its kind.
    pub folder: &'a str,
    /// The name of the scenario or lesson.
    pub name: &'a str,
    /// The value of `<meta name="opens">`: what the page's program opens.
    pub opens: &'a str,
    /// The path of its preview.
    pub preview: &'a str,
    /// The path of the river that an embedded page shows until somebody clicks; `None` if the picture of the moment says more.
    pub river: Option<&'a str>,
    /// The text for readers without the program, as HTML.
    pub text: &'a str,
    /// The prerendered picture.
    pub picture: &'a PrerenderedPage,
}

/// The `<meta>` with the languages for the page's script.
const LANGUAGES: &str = "languages";

/// The file name of a page's preview, in the page's folder.
pub(crate) const PREVIEW: &str = "preview.png";

/// The folder of the pages of scenarios.
pub(crate) const SCENARIOS: &str = "s";
/// The folder of the pages of lessons.
pub(crate) const LESSONS: &str = "l";

/// The path of the page of a scenario or a lesson in the site.
pub(crate) fn path(lang: Lang, folder: &str, name: &str) -> String {
    format!("{}{folder}/{name}/", lang.site_folder())
}

/// A language's name in the page's script and in the browser's storage.
fn script_name(lang: Lang) -> String {
    format!("{lang:?}")
}

/// The languages for the page's script: the names there, in links, and in documents.
fn language_list(languages: &[Lang]) -> String {
    let names = |lang: &Lang| format!("{} {} {}", script_name(*lang), lang.folder(), lang.code());
    languages.iter().map(names).collect::<Vec<_>>().join(", ")
}

impl SitePage<'_> {
    /// Inserts the picture and the metadata into the page.
    pub(crate) fn compose(&self, index: &str) -> BuildResult<String> {
        let (tag, script_name) = (self.lang.code(), script_name(self.lang));
        let path_in_site = path(self.lang, self.folder, self.name);
        let root = "../".repeat(path_in_site.matches('/').count());
        let address = |path: &str| format!("{}{path}", self.site.unwrap_or(&root));
        let (title, description) = (escape_html(&self.picture.title), escape_html(&self.picture.description));
        let mut head = format!("<meta name=\"opens\" content=\"{}\" />", self.opens);
        if let Some(river) = self.river {
            let _ = write!(head, "<meta name=\"river\" content=\"{root}{river}\" />");
        }
        // Search engines require absolute addresses.
        if let Some(site) = self.site {
            for lang in self.languages {
                let (tag, path) = (lang.code(), path(*lang, self.folder, self.name));
                let _ = write!(head, "<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{site}{path}\" />");
            }
            let _ = write!(head, "<link rel=\"canonical\" href=\"{site}{path_in_site}\" />");
        }
        head += &social_meta(&title, &description, &address(&path_in_site), &address(self.preview));
        let page = insert_picture(index, &script_name, &self.picture.page, &[])?;
        let page = page.replacen("<noscript>", &format!("<noscript>{}", self.text), 1);
        // The page's files are at the root of the site.
        let page = page.replace("href=\"./", &format!("href=\"{root}"));
        replace_all(
            page,
            &[
                ("<html lang=\"en\">", &format!("<html lang=\"{tag}\" data-own=\"{script_name}\">")),
                ("<title>Schedscope</title>", &format!("<title>{title} · Schedscope</title>{head}")),
                (description_of(index)?, &description),
                (content_of(index, LANGUAGES)?, &language_list(self.languages)),
                ("<meta name=\"root\" content=\"./\" />", &format!("<meta name=\"root\" content=\"{root}\" />")),
            ],
        )
    }
}

/// The start page, which has pictures in each language. The first one is shown if the browser's language is none of them.
pub(crate) fn compose_first_page(
    index: &str,
    site: Option<&str>,
    pictures: &[(Lang, PrerenderedPage)],
) -> BuildResult<String> {
    let languages: Vec<Lang> = pictures.iter().map(|(lang, _)| *lang).collect();
    let mut named = pictures.iter().map(|(lang, picture)| (script_name(*lang), picture.page.as_str()));
    let (name, picture) = named.next().ok_or("the site has no language")?;
    let page = insert_picture(index, &name, picture, &named.collect::<Vec<_>>())?;
    let address = |path: &str| format!("{}{path}", site.unwrap_or("./"));
    let preview = address(&format!("{}{PREVIEW}", path(Lang::En, SCENARIOS, page::prerender::FIRST_SCENARIO)));
    let head = social_meta("Schedscope", description_of(index)?, &address(""), &preview);
    replace_all(
        page,
        &[
            ("<title>Schedscope</title>", &format!("<title>Schedscope</title>{head}")),
            (content_of(index, LANGUAGES)?, &language_list(&languages)),
        ],
    )
}

/// The metadata for the preview of a link on other sites.
fn social_meta(title: &str, description: &str, address: &str, picture: &str) -> String {
    let tags = [
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Schedscope"),
        ("property", "og:title", title),
        ("property", "og:description", description),
        ("property", "og:url", address),
        ("property", "og:image", picture),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "twitter:title", title),
        ("name", "twitter:description", description),
        ("name", "twitter:image", picture),
    ];
    tags.map(|(kind, name, text)| format!("<meta {kind}=\"{name}\" content=\"{text}\" />")).concat()
}

/// Inserts a picture before the empty layout, which is kept in a template, as are pictures in other languages.
fn insert_picture(index: &str, language: &str, picture: &str, others: &[(String, &str)]) -> BuildResult<String> {
    let (begin, end) = ("<div id=\"app\">", "<!-- The end of the layout. -->");
    let (text_before, rest) = index.split_once(begin).ok_or(format!("index.html has no {begin}"))?;
    let (layout, text_after) = rest.split_once(end).ok_or(format!("index.html has no {end}"))?;
    let (close, text_after) = text_after.split_once("</div>").ok_or("index.html has no end of the layout")?;
    let other = |(name, page): (&str, &str)| format!("<template data-still=\"{name}\">{page}</template>");
    let others: String =
        others.iter().map(|(name, page)| (name.as_str(), *page)).chain([("none", layout)]).map(other).collect();
    Ok(format!("{text_before}<div id=\"app\" data-still=\"{language}\">{picture}{close}</div>{others}{text_after}"))
}

fn description_of(index: &str) -> BuildResult<&str> {
    content_of(index, "description")
}

/// The content of a `<meta>` of this name.
fn content_of<'i>(index: &'i str, name: &str) -> BuildResult<&'i str> {
    let begin = format!("<meta name=\"{name}\" content=\"");
    index
        .split_once(&begin)
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|parts| parts.0)
        .ok_or(format!("index.html has no {begin}"))
}

fn replace_all(mut page: String, pairs: &[(&str, &str)]) -> BuildResult<String> {
    for (path, with) in pairs {
        if !page.contains(path) {
            return Err(format!("index.html has no {path}"));
        }
        page = page.replacen(path, with, 1);
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<html lang=\"en\"><head><title>Schedscope</title><meta name=\"description\" content=\"glass\" />\
                         <link href=\"./style.css\" /><meta name=\"root\" content=\"./\" /><meta name=\"languages\" content=\"En\" /></head>\
                         <body><div id=\"app\"><p>empty</p><!-- The end of the layout. --></div><script>x</script><noscript></noscript></body></html>";

    fn sample_picture(page: &str) -> PrerenderedPage {
        PrerenderedPage { title: "A \"title\"".to_owned(), description: "1 < 2".to_owned(), page: page.to_owned() }
    }

    #[test]
    fn scenario_page_has_site_root_and_metadata() {
        let still = sample_picture("<p>picture</p>");
        let page = SitePage {
            site: Some("https://host/x/"),
            languages: Lang::ALL,
            lang: Lang::En,
            folder: SCENARIOS,
            name: "ladder",
            opens: "ladder 40",
            preview: "s/ladder/preview.png",
            river: Some("s/ladder/river.svg"),
            text: "",
            picture: &still,
        };
        let site = SitePage { ..page };
        let page =
            SitePage { site: None, lang: Lang::Zh, text: "<p>all</p>", preview: "zh/s/ladder/preview.png", ..page }
                .compose(INDEX)
                .expect("a page");
        for part in [
            "<html lang=\"zh-CN\" data-own=\"Zh\">",
            "<title>A &quot;title&quot; · Schedscope</title>",
            "<meta name=\"opens\" content=\"ladder 40\" />",
            "<meta property=\"og:image\" content=\"../../../zh/s/ladder/preview.png\" />",
            "<meta name=\"description\" content=\"1 &lt; 2\" />",
            "<link href=\"../../../style.css\" />",
            "<meta name=\"root\" content=\"../../../\" />",
            "<meta name=\"languages\" content=\"En en en, Zh zh zh-CN\" />",
            "<noscript><p>all</p></noscript>",
            "<div id=\"app\" data-still=\"Zh\"><p>picture</p></div><template data-still=\"none\"><p>empty</p></template><script>",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        let page = site.compose(INDEX).expect("a page");
        for part in
            ["hreflang=\"zh-CN\" href=\"https://host/x/zh/s/ladder/\"", "\"https://host/x/s/ladder/preview.png\""]
        {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(site.compose("<html>").is_err());
    }

    #[test]
    fn the_first_page_has_a_picture_in_every_language() {
        let pictures = [(Lang::En, sample_picture("english")), (Lang::Zh, sample_picture("chinese"))];
        let page = compose_first_page(INDEX, None, &pictures).expect("a page");
        assert!(
            page.contains("data-still=\"En\">english</div><template data-still=\"Zh\">chinese</template>"),
            "{page}"
        );
        assert!(page.contains("href=\"./style.css\"") && page.contains("<html lang=\"en\">"), "{page}");
    }
}
