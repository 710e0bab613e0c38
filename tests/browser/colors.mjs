// Colors as a browser paints them, and the contrast between two of them (WCAG 2.2).

/**
 * Puts `colors` into a page, for what is evaluated there:
 * `read` makes three channels, and how much of what is below it hides, of a color that CSS writes;
 * `over` is what one sees of a color on what is below it, where only a share of it is painted;
 * `ratio` is the contrast of two.
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
    // There are few of them, and looking is slow.
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
