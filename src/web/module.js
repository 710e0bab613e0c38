
// What follows stands in `src/web/module.js`; the build puts it behind what wasm-bindgen makes.

/** Fetches the engine. Node fetches no files, but reads them. */
async function fetchEngine(place) {
    if (!/^file:/.test(String(place?.href ?? place)) || typeof process !== "object" || !process.versions?.node) return fetch(place);
    // Bundlers for browsers are not to look for it.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(new URL(place));
}

/** The functions of the engine. One that breaks off, since no stack or memory is left, leaves the engine as it was in the middle of its work: the next call gets a new one. */
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
