// Colors as the browser renders them, and their contrast ratio (WCAG 2.2).

/**
 * Adds a global `colors` to a page, for code that is evaluated there:
 * `read` parses a CSS color into three channels and its opacity,
 * `over` is the color that results from painting a partly transparent color on another,
 * `ratio` is the contrast ratio of two colors.
 */
export const addColors = (page) =>
  page.evaluate(() => {
    if (globalThis.colors) return;
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const paint = (color) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      return { rgb: [r, g, b], alpha: a / 255 };
    };
    // Cached, because there are few colors, and reading them is slow.
    const known = new Map();
    const read = (color) => known.get(color) ?? known.set(color, paint(color)).get(color);
    const over = ({ rgb, alpha }, below, share = 1) => rgb.map((part, at) => part * alpha * share + below[at] * (1 - alpha * share));
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (one, other) => {
      const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    globalThis.colors = { read, over, ratio };
  });
