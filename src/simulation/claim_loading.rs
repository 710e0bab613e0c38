//! The claims of a manifest: its objects about devices are checked, and kept by [`dra`].

use std::rc::Rc;

use dra::ClaimState;
use findings::Finding;
use manifest::Manifest;
use scheduler::cluster::Claims;

/// Checks the device objects of a text, and returns empty claims to which objects are then added one by one, with the notices about
/// fields that nothing here acts on.
///
/// # Errors
/// What is wrong with the text.
pub fn load_claims(manifest: &Manifest) -> Result<LoadedClaims, Vec<Finding>> {
    let (mut notices, mut error) = (Vec::new(), Vec::new());
    for document in &manifest.devices {
        match document.check() {
            Ok(findings) => notices.extend(findings),
            Err(findings) => error.extend(findings),
        }
    }
    if error.is_empty() { Ok((Rc::new(ClaimState::default()), notices)) } else { Err(error) }
}

/// Claims, and notices about ignored fields.
pub type LoadedClaims = (Rc<dyn Claims>, Vec<Finding>);

/// A function like [`load_claims`], from wherever a program has it.
pub type LoadClaimsFn = fn(&Manifest) -> Result<LoadedClaims, Vec<Finding>>;
