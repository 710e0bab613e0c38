// Gives each frame the height that it asks for, within this page's limits.
addEventListener("message", ({ source, data }) => {
  if (data?.schedscope !== "height") return;
  const frame = [...document.querySelectorAll("iframe")].find((it) => it.contentWindow === source);
  if (frame) frame.height = Math.min(900, Math.max(320, data.height));
});
