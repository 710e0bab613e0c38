//! Sends replies to the page.

use js_sys::Uint8Array;
use protocol::Reply;
use web_sys::DedicatedWorkerGlobalScope;

pub(crate) fn post_reply(scope: &DedicatedWorkerGlobalScope, reply: &Reply) {
    if let Some(bytes) = protocol::encode(reply) {
        // The bytes are transferred without a copy. This only fails if the page is gone.
        let bytes = Uint8Array::from(&bytes[..]);
        let _ = scope.post_message_with_transfer(&bytes, &js_sys::Array::of1(&bytes.buffer()));
    }
}
