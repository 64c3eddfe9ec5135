/** Colours that can be read: contrast by WCAG 2.2, lightness changed in OKLCH so that the hue stays. Pure. */

type Triple = readonly [number, number, number];

const channels = (hex: string): Triple => {
  const text = hex.replace('#', '');
  return [0, 2, 4].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255) as unknown as Triple;
};
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const hexOf = (rgb: Triple) =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Relative luminance, 0 to 1, of `#rrggbb`. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(linear) as unknown as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** Lightness 0–1, and the two opponent axes of OKLab. */
function oklab(hex: string): Triple {
  const [r, g, b] = channels(hex).map(linear) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The colour with another lightness (0–1); chroma is given up where the screen cannot show it. */
export function withLightness(hex: string, lightness: number): string {
  const [, a, b] = oklab(hex);
  for (let keep = 1; keep > 0; keep -= 0.04) {
    const rgb = fromOklab([lightness, a * keep, b * keep]);
    if (rgb.every((value) => value >= -0.002 && value <= 1.002)) return hexOf(rgb);
  }
  return hexOf(fromOklab([lightness, 0, 0]));
}

export const lightnessOf = (hex: string) => oklab(hex)[0];

/** The nearest shade of a colour whose contrast with every ground is at least `ratio`; darker on light grounds, lighter on dark ones. */
export function readable(hex: string, grounds: readonly string[], ratio = 4.5): string {
  const enough = (color: string) => grounds.every((ground) => contrast(color, ground) >= ratio);
  if (enough(hex)) return hex;
  const darken = Math.max(...grounds.map(luminance)) > 0.18;
  let near = lightnessOf(hex);
  let far = darken ? 0 : 1;
  for (let step = 0; step < 14; step++) {
    const middle = (near + far) / 2;
    if (enough(withLightness(hex, middle))) far = middle;
    else near = middle;
  }
  return withLightness(hex, far);
}

/** `share` (0–1) of the first colour laid over the second. */
export function over(hex: string, ground: string, share: number): string {
  const [above, below] = [channels(hex), channels(ground)];
  return hexOf(above.map((value, at) => value * share + (below[at] as number) * (1 - share)) as unknown as Triple);
}
