//! A link as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};
use yew::{Html, html};

/// The longest link whose code phones can read, in characters.
const MAX_CODE_CHARS: usize = 1200;

/// The code of a link; `None` if it would be too fine for phones.
pub fn draw_qr_code(link: &str, name: &'static str) -> Option<Html> {
    let code = (link.len() <= MAX_CODE_CHARS).then(|| QrCode::encode_text(link, QrCodeEcc::Low).ok()).flatten()?;
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let path = dark.fold(String::new(), |path, (x, y)| path + &format!("M{x} {y}h1v1h-1z"));
    // Readers need a white margin of four modules.
    let area = format!("-4 -4 {0} {0}", size + 8);
    Some(html! { <svg class="code" role="img" aria-label={name} viewBox={area}><path d={path} /></svg> })
}
