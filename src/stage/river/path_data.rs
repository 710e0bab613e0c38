//! The data of SVG paths.

/// A coordinate with one decimal at most.
pub(super) fn decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// A path whose coordinates are written by [`decimal`].
macro_rules! path_data {
    ($($text:literal $(, $value:expr)* ;)*) => {{
        let mut d = String::new();
        $( let _ = std::fmt::Write::write_fmt(&mut d, format_args!($text $(, $crate::river::path_data::decimal($value))*)); )*
        d
    }};
}
pub(super) use path_data;
