/** How a person likes the product to look: kept in this browser, not in the session. */
import { createStore } from 'zustand/vanilla';
import { ACCENTS, DEFAULT_ACCENT, LARGE, THEMES, type ThemeName } from './tokens.ts';

export type Mode = 'system' | 'light' | 'dark';

/** What the top bar and the frame show; the labels are those of the settings drawer. */
export const features = {
  tags: '标签栏',
  fullScreen: '全屏',
  lock: '锁屏',
  warnings: '预警信息',
  screens: '大屏',
  officialSite: '访问官网',
  theme: '主题色',
  breadcrumbs: '面包屑',
  notices: '桌面通知',
  watermark: '水印',
} as const;
export type Feature = keyof typeof features;

export interface Preferences {
  /** Six hexadecimal digits. */
  accent: string;
  theme: ThemeName;
  mode: Mode;
  density: 'comfortable' | 'compact';
  /** Everything that is written is larger by `LARGE`. */
  largeText: boolean;
  collapsed: boolean;
  shows: Record<Feature, boolean>;
}

const KEY = 'yian.preferences';
/** Off until somebody wants it. */
const OFF: ReadonlySet<Feature> = new Set(['watermark']);
const names = Object.keys(features) as Feature[];

export const defaults: Preferences = {
  accent: DEFAULT_ACCENT,
  theme: 'yian',
  mode: 'system',
  density: 'comfortable',
  largeText: false,
  collapsed: false,
  shows: Object.fromEntries(names.map((name) => [name, !OFF.has(name)])) as Preferences['shows'],
};

/** What was kept, with anything unknown or broken replaced by the default. */
export function readPreferences(text: string | null): Preferences {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Preferences>;
    const accent =
      ACCENTS.find((one) => one === kept.accent) ?? (/^[0-9a-f]{6}$/i.test(kept.accent ?? '') ? (kept.accent as string) : defaults.accent);
    const shown = (name: Feature) => (typeof kept.shows?.[name] === 'boolean' ? kept.shows[name] : defaults.shows[name]);
    return {
      accent,
      theme: THEMES.find((one) => one === kept.theme) ?? defaults.theme,
      mode: kept.mode === 'light' || kept.mode === 'dark' ? kept.mode : 'system',
      density: kept.density === 'compact' ? 'compact' : 'comfortable',
      largeText: kept.largeText === true,
      collapsed: kept.collapsed === true,
      shows: Object.fromEntries(names.map((name) => [name, shown(name)])) as Preferences['shows'],
    };
  } catch {
    return defaults;
  }
}

const kept = () => readPreferences(typeof document === 'undefined' ? null : localStorage.getItem(KEY));
export const preferences = createStore<Preferences>(kept);
preferences.subscribe((state) => localStorage.setItem(KEY, JSON.stringify(state)));

const darkScreen = () => window.matchMedia('(prefers-color-scheme: dark)');
export const isDark = (mode: Mode) => (mode === 'system' ? darkScreen().matches : mode === 'dark');

/** What sizes are multiplied by. */
export const textScale = ({ largeText }: Pick<Preferences, 'largeText'>) => (largeText ? LARGE : 1);

/**
 * Keeps `<html data-theme data-text>` true to the preferences, to the system and to what another tab chose. Gives a function that stops.
 */
export function followTheme(changed: (dark: boolean) => void): () => void {
  const apply = () => {
    const { mode, largeText } = preferences.getState();
    const dark = isDark(mode);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.text = largeText ? 'large' : 'normal';
    changed(dark);
  };
  const elsewhere = ({ key }: StorageEvent) => key === KEY && preferences.setState(kept());
  apply();
  const screen = darkScreen();
  screen.addEventListener('change', apply);
  window.addEventListener('storage', elsewhere);
  const stop = preferences.subscribe(apply);
  return () => {
    screen.removeEventListener('change', apply);
    window.removeEventListener('storage', elsewhere);
    stop();
  };
}
