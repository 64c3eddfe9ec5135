/**
 * The seven themes: what colours the sidebar, the top bar and the tabs have. Pages stay on the neutrals, which is where people read. Pure.
 */
import { contrast, over, readable } from './colors.ts';
import { dark, light, type Neutrals, type ThemeName } from './tokens.ts';

/** One part of the frame. `muted` and `text` can be read on `ground` and on `hover`, `selected` on `selectedGround`. */
export interface Part {
  ground: string;
  line: string;
  text: string;
  muted: string;
  hover: string;
  selected: string;
  selectedGround: string;
}

export interface FrameColors {
  side: Part;
  top: Part;
  tabs: Part;
}

const WHITE = '#ffffff';
const INK = '#0e1113';

function neutral(accent: string, neutrals: Neutrals, ground: string): Part {
  const selectedGround = over(accent, ground, neutrals === dark ? 0.2 : 0.1);
  const hover = over(neutrals.text, ground, 0.05);
  return {
    ground,
    line: neutrals.divider,
    text: neutrals.secondary,
    muted: readable(neutrals.tertiary, [ground, hover], 4.6),
    hover,
    selected: readable(accent, [selectedGround, ground, neutrals.surface, neutrals.layout], 4.6),
    selectedGround,
  };
}

/** A part that is dark whatever the mode. `solid` fills what is selected with the accent. */
function inked(accent: string, ground: string, solid = false): Part {
  const hover = over(WHITE, ground, 0.08);
  const selectedGround = solid ? readable(accent, [WHITE], 4.6) : over(accent, ground, 0.28);
  return {
    ground,
    line: over(WHITE, ground, 0.1),
    text: '#dfe4e8',
    muted: readable('#a3adb5', [ground, hover], 4.6),
    hover,
    selected: solid ? WHITE : readable(accent, [selectedGround, ground], 4.6),
    selectedGround,
  };
}

/** A part filled with the accent: deep in light mode, dim in dark mode, so that white reads on it. */
function filled(accent: string, isDark: boolean): Part {
  const ground = readable(isDark ? over(accent, INK, 0.55) : accent, [WHITE], 5.6);
  const hover = over(INK, ground, 0.18);
  return {
    ground,
    line: over(INK, ground, 0.15),
    text: WHITE,
    muted: over(WHITE, ground, 0.92),
    hover,
    selected: WHITE,
    selectedGround: over(INK, ground, 0.3),
  };
}

/** The colours of a theme for an accent (`#rrggbb`), light or dark. */
export function frameColors(theme: ThemeName, accent: string, isDark: boolean): FrameColors {
  const neutrals = isDark ? dark : light;
  const plain = neutral(accent, neutrals, neutrals.surface);
  const ground = neutral(accent, neutrals, neutrals.layout);
  switch (theme) {
    case 'yian': {
      // Cream by day; by night the frame is darker than the pages, with a breath of the brand's green.
      const frame = { ...neutral(accent, neutrals, isDark ? '#0c1312' : '#fdfaf4'), line: isDark ? '#22302d' : '#e9e2d3' };
      return { side: frame, top: frame, tabs: ground };
    }
    case 'default':
      return { side: inked(accent, isDark ? '#0a0c0e' : '#20262c'), top: plain, tabs: plain };
    case 'colourful':
      return { side: plain, top: filled(accent, isDark), tabs: plain };
    case 'iview':
      return { side: inked(accent, isDark ? '#1d2430' : '#3b4557', true), top: plain, tabs: ground };
    case 'd2':
      return {
        side: { ...ground, line: neutrals.layout },
        top: { ...ground, line: neutrals.layout },
        tabs: { ...ground, line: neutrals.layout },
      };
    case 'hey':
      return { side: plain, top: inked(accent, isDark ? '#0a0c0e' : '#20262c'), tabs: ground };
    default:
      return { side: plain, top: plain, tabs: plain };
  }
}

/** Pairs of a part that somebody has to read: text and what it stands on. */
export const readings = ({ ground, hover, text, muted, selected, selectedGround }: Part): [string, string][] => [
  [text, ground],
  [text, hover],
  [muted, ground],
  [muted, hover],
  [selected, selectedGround],
];

/** The worst contrast of a theme. */
export const worstOf = (colors: FrameColors): number =>
  Math.min(...[colors.side, colors.top, colors.tabs].flatMap(readings).map(([text, ground]) => contrast(text, ground)));

/** As CSS variables: `--y-side-ground`, `--y-top-selected-ground`, … */
export const variablesOf = (colors: FrameColors): [string, string][] =>
  Object.entries(colors).flatMap(([part, roles]) =>
    Object.entries(roles as Part).map(([role, value]): [string, string] => [
      `--y-${part}-${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );
