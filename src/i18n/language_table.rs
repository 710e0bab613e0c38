//! The languages: a row for each. The build script reads this file too.

/// Calls a macro with all rows: `language_table!(macro_name! { arguments })`.
///
/// `code` is the language's BCP 47 code, `name` its name in the language itself, and `folder` its folder in `www/i18n`, which is also its name in
/// links. `plural` is its rule for counts (the cardinal categories of Unicode CLDR for integers), and `spaces` whether spaces separate its words. The
/// rest is punctuation: `sentence` separates sentences, `comma` parts of a sentence, `list` items of a list, `clause` parts that contain commas,
/// `label` a label and its value, and `full_stop` ends a sentence.
macro_rules! language_table {
    ($rows:ident! $arguments:tt) => {
        $rows! {
            $arguments
            /// English.
            #[default]
            En {
                code: "en",
                name: "English",
                folder: "en",
                plural: OneOther,
                spaces: true,
                sentence: " ",
                comma: ", ",
                list: ", ",
                clause: "; ",
                label: ": ",
                full_stop: '.'
            }
            /// 中文，用语依照 Kubernetes 文档。
            Zh {
                code: "zh-CN",
                name: "中文",
                folder: "zh",
                plural: Other,
                spaces: false,
                sentence: "",
                comma: "，",
                list: "、",
                clause: "；",
                label: "：",
                full_stop: '。'
            }
        }
    };
}
