// Loads the program's chunks. The source is `src/bundler/loader.js`, to which the build appends the list of chunks.

/** The imports of every chunk: the program's exports, which include memory and function table. */
const imports = () => ({ __wasm_split: initSync() });

/** Fetches a chunk that is stored as a file. */
const file = (name) => () => {
    const answer = fetch(new URL(name, import.meta.url));
    // The answer is awaited after the chunks that this one needs have loaded; until then, a rejection must not count as unhandled.
    answer.catch(() => {});
    return () => WebAssembly.instantiateStreaming(answer, imports());
};

/** The concatenated small chunks. They are fetched once; after a failure the next chunk tries again. */
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

/** Takes a chunk from this byte range of the bundle. It is compiled asynchronously, because several dozen would block a phone's main thread. */
const slice = (from, to) => () => {
    const bytes = fetchBundle();
    return async () => WebAssembly.instantiate(new Uint8Array(await bytes, from, to - from), imports());
};

/** Takes the place of the chunk of a split point that has none of its own. */
const nothing = () => () => {};

/** Loads a chunk once, after the chunks that it needs. After a failure the next call tries again. */
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

/** The function that the program calls to load a chunk. It reports success or failure by calling a function of the program. */
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
