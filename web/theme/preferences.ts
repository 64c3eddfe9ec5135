/** How a person likes the product to look: kept in this browser, not in the session. */
import { createStore } from 'zustand/vanilla';
import { ACCENTS, DEFAULT_ACCENT } from './tokens.ts';

export type Mode = 'system' | 'light' | 'dark';

/** What the top bar and the frame show; the labels are those of the settings drawer. */
export const features = { tags: '标签栏', fullScreen: '全屏', warnings: '预警信息', theme: '主题色', breadcrumbs: '面包屑' } as const;
export type Feature = keyof typeof features;

export interface Preferences {
  /** Six hexadecimal digits. */
  accent: string;
  mode: Mode;
  density: 'comfortable' | 'compact';
  collapsed: boolean;
  shows: Record<Feature, boolean>;
}

const KEY = 'yian.preferences';
export const defaults: Preferences = {
  accent: DEFAULT_ACCENT,
  mode: 'system',
  density: 'comfortable',
  collapsed: false,
  shows: { tags: true, fullScreen: true, warnings: true, theme: true, breadcrumbs: true },
};

/** What was kept, with anything unknown or broken replaced by the default. */
export function readPreferences(text: string | null): Preferences {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Preferences>;
    const accent = ACCENTS.find((one) => one === kept.accent) ?? (/^[0-9a-f]{6}$/i.test(kept.accent ?? '') ? (kept.accent as string) : defaults.accent);
    return {
      accent,
      mode: kept.mode === 'light' || kept.mode === 'dark' ? kept.mode : 'system',
      density: kept.density === 'compact' ? 'compact' : 'comfortable',
      collapsed: kept.collapsed === true,
      shows: Object.fromEntries(Object.keys(features).map((name) => [name, kept.shows?.[name as Feature] !== false])) as Preferences['shows'],
    };
  } catch {
    return defaults;
  }
}

export const preferences = createStore<Preferences>(() => readPreferences(typeof document === 'undefined' ? null : localStorage.getItem(KEY)));
preferences.subscribe((state) => localStorage.setItem(KEY, JSON.stringify(state)));

const darkScreen = () => window.matchMedia('(prefers-color-scheme: dark)');
export const isDark = (mode: Mode) => (mode === 'system' ? darkScreen().matches : mode === 'dark');

/** Keeps `<html data-theme>` true to the preference and the system. Gives a function that stops. */
export function followTheme(changed: (dark: boolean) => void): () => void {
  const apply = () => {
    const dark = isDark(preferences.getState().mode);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    changed(dark);
  };
  apply();
  const screen = darkScreen();
  screen.addEventListener('change', apply);
  const stop = preferences.subscribe(apply);
  return () => {
    screen.removeEventListener('change', apply);
    stop();
  };
}
