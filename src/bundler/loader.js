// What loads the program's chunks. It stands in `src/bundler/loader.js`; the build puts the list of the chunks behind it.

/** What all chunks share: the memory and the table of functions. */
const imports = () => ({ __wasm_split: initSync() });

/** Fetches a chunk that is a file. */
const file = (name) => () => {
    const answer = fetch(new URL(name, import.meta.url));
    // It is awaited when the chunks that it needs are there; until then, its rejection must not count as unhandled.
    answer.catch(() => {});
    return () => WebAssembly.instantiateStreaming(answer, imports());
};

/** The small chunks, one behind the other. They are fetched once; after a failure the next chunk tries again. */
let bundle;
const fetchBundle = () => {
    const attempt = (bundle ??= fetch(new URL(BUNDLE, import.meta.url)).then((answer) => {
        if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
        return answer.arrayBuffer();
    }));
    attempt.catch(() => {
        if (bundle === attempt) bundle = undefined;
    });
    return attempt;
};

/** Fetches a chunk that is these bytes of the bundle. It is compiled beside the page's thread, which several dozen would keep busy on a phone. */
const slice = (from, to) => () => {
    const bytes = fetchBundle();
    return async () => WebAssembly.instantiate(new Uint8Array(await bytes, from, to - from), imports());
};

/** A split point without a chunk of its own. */
const nothing = () => () => {};

/** Loads a chunk once, and those before it that it needs. After a failure the next call tries again. */
const chunk = (fetchChunk, needed = []) => {
    let loading;
    const load = async () => {
        const others = needed.map((other) => other());
        const instantiate = fetchChunk();
        await Promise.all(others);
        return instantiate();
    };
    return () => {
        if (!loading) {
            const attempt = load();
            attempt.catch(() => {
                if (loading === attempt) loading = undefined;
            });
            loading = attempt;
        }
        return loading;
    };
};

/** What the program calls to have a chunk loaded. It tells whether the chunk is there by calling a function of the program. */
const splitPoint = (load) => async (callback, data) => {
    let isLoaded = true;
    try {
        await load();
    } catch (error) {
        console.error(error);
        isLoaded = false;
    }
    imports().__wasm_split.__indirect_function_table.get(callback)(data, isLoaded);
};
