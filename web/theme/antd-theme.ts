/** From the design's tokens to antd's: the algorithm derives, then what would be hard to read is pinned. */
import { theme, type ThemeConfig } from 'antd';
import { lightnessOf, over, readable, withLightness } from './colors.ts';
import type { Part } from './frame-colors.ts';
import { dark, FIGURES, FONT, light, meanings, type Neutrals } from './tokens.ts';

export type Density = 'comfortable' | 'compact';

/** Shades of one hue for one ground: `base` carries text and takes text, `bg` lies under it. */
function shades(hue: string, neutrals: Neutrals, isDark: boolean) {
  const bg = over(hue, neutrals.surface, isDark ? 0.16 : 0.08);
  const bgHover = over(hue, neutrals.surface, isDark ? 0.24 : 0.14);
  const grounds = [neutrals.surface, neutrals.layout, neutrals.raised, bg];
  const base = readable(hue, grounds, 4.6);
  const step = isDark ? 0.05 : -0.05;
  const shift = (by: number) => withLightness(base, Math.min(0.97, Math.max(0.12, lightnessOf(base) + by)));
  return {
    bg,
    bgHover,
    border: over(hue, neutrals.surface, 0.4),
    borderHover: over(hue, neutrals.surface, 0.6),
    base,
    hover: shift(isDark ? step : -step * 0.4),
    active: shift(step),
  };
}

type Shades = ReturnType<typeof shades>;

const tokensOf = (name: string, { bg, bgHover, border, borderHover, base, hover, active }: Shades) => ({
  [`color${name}Bg`]: bg,
  [`color${name}BgHover`]: bgHover,
  [`color${name}Border`]: border,
  [`color${name}BorderHover`]: borderHover,
  [`color${name}`]: base,
  [`color${name}Hover`]: hover,
  [`color${name}Active`]: active,
  [`color${name}Text`]: base,
  [`color${name}TextHover`]: hover,
  [`color${name}TextActive`]: active,
});

const PALETTES = [
  'blue',
  'purple',
  'cyan',
  'green',
  'magenta',
  'pink',
  'red',
  'orange',
  'yellow',
  'volcano',
  'geekblue',
  'gold',
  'lime',
] as const;

export interface Look {
  /** `#rrggbb` */
  accent: string;
  isDark: boolean;
  /** Nothing moves: what opens is there at once, where it stays. */
  still: boolean;
  density: Density;
  /** What sizes of text are multiplied by. */
  scale: number;
  /** The colours of the sidebar, whose menu is antd's. */
  side: Part;
}

/** antd's theme for a look. */
export function antdTheme({ accent, isDark, still, density, scale, side }: Look): ThemeConfig {
  const neutrals = isDark ? dark : light;
  const primary = shades(accent, neutrals, isDark);
  const compact = density === 'compact';
  const sized = (pixels: number) => Math.round(pixels * scale);
  const base = isDark ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const pin: typeof base = (seed) => {
    const map = base(seed) as unknown as Record<string, string>;
    // Coloured tags write shade 7 on shade 1.
    for (const name of PALETTES) {
      const readableShade = readable(map[`${name}7`] as string, [map[`${name}1`] as string, neutrals.surface], 4.6);
      map[`${name}7`] = readableShade;
      map[`${name}-7`] = readableShade;
    }
    return {
      ...map,
      ...tokensOf('Primary', primary),
      ...tokensOf('Info', primary),
      ...tokensOf('Success', shades(meanings.success, neutrals, isDark)),
      ...tokensOf('Warning', shades(meanings.warning, neutrals, isDark)),
      ...tokensOf('Error', shades(meanings.error, neutrals, isDark)),
      colorLink: primary.base,
      colorLinkHover: primary.hover,
      colorLinkActive: primary.active,
      colorBgLayout: neutrals.layout,
      colorBgContainer: neutrals.surface,
      colorBgElevated: neutrals.raised,
      colorBorder: neutrals.border,
      colorBorderSecondary: neutrals.divider,
      colorText: neutrals.text,
      colorTextSecondary: neutrals.secondary,
      colorTextTertiary: neutrals.tertiary,
      colorTextQuaternary: neutrals.disabled,
    } as unknown as ReturnType<typeof base>;
  };
  return {
    zeroRuntime: true,
    cssVar: { key: 'yian', prefix: 'ant' },
    algorithm: pin,
    token: {
      colorPrimary: accent,
      fontFamily: FONT,
      fontFamilyCode: FIGURES,
      fontSize: sized(compact ? 13 : 14),
      sizeStep: compact ? 3 : 4,
      controlHeight: 2 * Math.round(sized(compact ? 28 : 32) / 2),
      borderRadius: 6,
      borderRadiusLG: 10,
      borderRadiusSM: 4,
      // Steps of movements that take no time would still be drawn one after the other, on a slow machine for a third of a second.
      motion: !still,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      colorTextPlaceholder: neutrals.tertiary,
      colorTextDescription: neutrals.tertiary,
      colorIcon: neutrals.tertiary,
      // On light solids of the dark theme text is dark, and tooltips are light.
      ...(isDark ? { colorTextLightSolid: '#0e1113', colorBgSpotlight: '#dfe3e4' } : { colorBgSpotlight: '#22292e' }),
      boxShadow: '0 8px 28px rgba(20, 28, 32, 0.14), 0 2px 6px rgba(20, 28, 32, 0.08)',
      boxShadowSecondary: '0 8px 28px rgba(20, 28, 32, 0.14), 0 2px 6px rgba(20, 28, 32, 0.08)',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 400 },
      Table: {
        headerBg: neutrals.sunken,
        headerColor: neutrals.secondary,
        headerSplitColor: 'transparent',
        rowHoverBg: neutrals.sunken,
        cellPaddingBlock: compact ? 7 : 11,
        cellPaddingInline: compact ? 10 : 14,
        cellFontSize: sized(compact ? 13 : 14),
        cellFontSizeMD: sized(compact ? 13 : 14),
        cellFontSizeSM: sized(compact ? 13 : 14),
      },
      Menu: {
        itemHeight: sized(compact ? 34 : 38),
        itemBorderRadius: 6,
        subMenuItemBorderRadius: 6,
        itemMarginInline: 8,
        itemMarginBlock: 2,
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        activeBarBorderWidth: 0,
        itemColor: side.text,
        itemHoverColor: side.text,
        itemHoverBg: side.hover,
        itemActiveBg: side.hover,
        itemSelectedColor: side.selected,
        itemSelectedBg: side.selectedGround,
        subMenuItemSelectedColor: side.text,
        popupBg: side.ground,
      },
      Card: { headerFontSize: sized(15), headerHeight: 48 },
      Form: { itemMarginBottom: compact ? 14 : 18 },
      Drawer: { footerPaddingBlock: 12 },
      // Above the cards of new warnings (1060), which must not lie over a menu that was asked for.
      Dropdown: { zIndexPopup: 1070 },
      Popover: { zIndexPopup: 1070 },
    },
  };
}
