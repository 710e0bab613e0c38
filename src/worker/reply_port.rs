//! What the worker says to the page.

use js_sys::Uint8Array;
use protocol::Reply;
use web_sys::DedicatedWorkerGlobalScope;

/// Says it.
pub(crate) fn post_reply(scope: &DedicatedWorkerGlobalScope, reply: &Reply) {
    if let Some(bytes) = protocol::encode(reply) {
        // The bytes change hands without a copy. Only a page that is gone refuses.
        let bytes = Uint8Array::from(&bytes[..]);
        let _ = scope.post_message_with_transfer(&bytes, &js_sys::Array::of1(&bytes.buffer()));
    }
}
