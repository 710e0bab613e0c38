//! The page's content security policy.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

use crate::error::{StepResult, TaskError};

/// Allows the page's own files and its inline scripts (by hash), and nothing from other sites. It forbids `style` attributes; views set the property
/// instead (`~style`), which the policy allows because only the page's own scripts can do that.
pub(crate) fn content_security_policy(page: &str) -> StepResult<String> {
    let scripts: Vec<&str> = page
        .split("<script")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .filter(|(attributes, _)| !attributes.contains("src="))
        .filter_map(|(_, rest)| rest.split_once("</script>"))
        .map(|(code, _)| code)
        .collect();
    let hashes: Vec<String> =
        scripts.iter().map(|code| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(code)))).collect();
    if hashes.is_empty() {
        return Err(TaskError::content("index.html", "it has no inline script"));
    }
    let hashes = hashes.join(" ");
    Ok(format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {hashes}; worker-src 'self' blob:; connect-src 'self'; \
         style-src 'self'; manifest-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'"
    ))
}

#[cfg(test)]
mod tests {
    use super::content_security_policy;

    #[test]
    fn the_policy_has_the_hash_of_every_inline_script() {
        let text =
            content_security_policy("<head><script src=x></script><script>abc</script></head>").expect("a policy");
        assert!(text.contains("'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"), "{text}");
        assert!(!text.contains("unsafe-eval'") || text.contains("'wasm-unsafe-eval'"), "{text}");
        assert!(!text.contains(" 'unsafe-eval'") && !text.contains("unsafe-inline"), "{text}");
        assert!(content_security_policy("<head></head>").is_err());
    }
}
