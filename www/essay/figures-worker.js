// The thread in which the scheduler runs and the figures are drawn, so that the page never waits for it.
let program;

self.onmessage = async ({ data }) => {
  if (data.program) {
    program = import(`./${data.program}`).then(async (module) => {
      await module.default();
      return module;
    });
    return;
  }
  const { figure, lang, values, walk, isWarmUp } = data;
  try {
    const { draw } = await program;
    const state = JSON.parse(draw(figure, Uint32Array.from(values), walk ?? undefined, lang === "zh"));
    if (!isWarmUp) self.postMessage({ figure, state });
  } catch (error) {
    self.postMessage({ figure, error: String(error) });
  }
};
