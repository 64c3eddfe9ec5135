/**
 * The design, as values.
 *
 * Colour roles. Neutrals are warm greys: `layout` behind everything, `surface` for what one works on, `raised` for what floats above it.
 * Text has three weights (`text`, `secondary`, `tertiary`), all of them at least 4.5:1 on
 * every one of those grounds. The accent is the person's choice; it colours what can be acted on and what is selected, never whole
 * surfaces. Green, amber and red mean well, attention and danger, and nothing else.
 *
 * Space is counted in units of 4 px: 4 inside a control, 8 between controls, 12 between rows, 16
 * inside a card and between cards, 24 around a page that is read.
 * Type: 12 for what accompanies, 13 in compact density, 14 for everything, 16 for the title of a
 * card, 20 for the title of a page, 28 for a figure on its own.
 * Large text is all of it times `LARGE`: scripts/build-plugins.ts multiplies the sizes of
 * our style sheets, web/theme/antd-theme.ts those of antd.
 * Weights: 400, 500 for what is selected, 600 for titles and figures. Figures in tables are tabular.
 * Corners: 4 for tags, 6 for controls, 10 for cards, 14 for what floats alone. Shadows only under what floats.
 * Motion: 120 ms for colour, 200 ms for what opens; none where the person asked for less.
 */

/** The green of the brand. */
export const DEFAULT_ACCENT = '0f6b5c';
/** The brand's, and the specification's presets in its order. */
export const ACCENTS = [DEFAULT_ACCENT, 'ff4500', 'ff8c00', 'ffd700', '90ee90', '00ced1', '1e90ff', 'c71585', '007EEF'] as const;

/** The arrangements of colour of the frame: the brand's, and those of the specification by its names; web/theme/frame-colors.ts says what each is. */
export const THEMES = ['yian', 'white', 'default', 'colourful', 'iview', 'd2', 'hey'] as const;
export type ThemeName = (typeof THEMES)[number];

/** What large text is multiplied by: 14 becomes 16. */
export const LARGE = 1.15;

export interface Neutrals {
  layout: string;
  surface: string;
  raised: string;
  /** Heads of tables, wells, hovered rows. */
  sunken: string;
  border: string;
  divider: string;
  text: string;
  secondary: string;
  tertiary: string;
  /** Disabled only: exempt from contrast. */
  disabled: string;
}

export const light: Neutrals = {
  layout: '#f6f4ed',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#faf8f3',
  border: '#d6d3c9',
  divider: '#eae7de',
  text: '#1c2226',
  secondary: '#47515a',
  tertiary: '#626c74',
  disabled: '#a3abaf',
};

export const dark: Neutrals = {
  layout: '#0e1113',
  surface: '#161a1d',
  raised: '#1f2428',
  sunken: '#1b2023',
  border: '#3a4248',
  divider: '#272d32',
  text: '#e7eaeb',
  secondary: '#b6bfc4',
  tertiary: '#98a2a8',
  disabled: '#626b71',
};

/** Hues of meaning; the theme makes them readable on their own grounds. */
export const meanings = { success: '#178a4c', warning: '#c26a00', error: '#d3302f' } as const;

export const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";
export const FIGURES = "ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'Noto Sans Mono CJK SC', monospace";
