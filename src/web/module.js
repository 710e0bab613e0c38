
// The source of the following is `src/web/module.js`, which the build appends to wasm-bindgen's script.

/** Fetches the engine. In Node, where fetch does not support files, reads it. */
async function fetchEngine(place) {
    if (!/^file:/.test(String(place?.href ?? place)) || typeof process !== "object" || !process.versions?.node) return fetch(place);
    // Bundlers for browsers must not resolve this import.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(new URL(place));
}

/** Wraps the exported functions of the engine. After a call that crashed, for example because stack or memory was exhausted, the engine's state is inconsistent, so the next call gets a new instance. */
function guardExports(exports) {
    const guard = (call) => (...words) => {
        try {
            return call(...words);
        } catch (cause) {
            __wbg_finalize_init(new WebAssembly.Instance(wasmModule, __wbg_get_imports()), wasmModule);
            const message = `the engine broke off and was started anew: ${cause?.message ?? cause}`;
            throw Object.assign(new Error(message, { cause }), { name: "SchedscopeError", problems: [{ code: "Call.Broken", message, times: 1 }] });
        }
    };
    const isFunction = (name) => /^(decide|explain|lesson|load|run|story|version)$/.test(name);
    return Object.fromEntries(Object.entries(exports).map(([name, it]) => [name, isFunction(name) ? guard(it) : it]));
}
