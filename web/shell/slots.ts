/**
 * What the areas put into the frame. The frame knows the slots only; each area says in its
 * slots.ts what it has for them, web/application.tsx puts them in order.
 */
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { Route } from '#contract/http.ts';
import type { LoadFinder } from './finders.ts';
import type { PageRoute } from './page-routes.ts';

export interface UserMenuEntry {
  label: string;
  icon: ReactNode;
  /** The entry is there for who may call this route; without it, for everybody. */
  needs?: Pick<Route, 'access'>;
  run: () => void;
}

/** By name, drawn in the order in which they are written. A component draws nothing where it is not for this person. */
type Components = Readonly<Record<string, ComponentType>>;

export interface Slots {
  pages: readonly PageRoute[];
  /** Of the top bar, from left to right. */
  tools: Components;
  /** Lines above the page. */
  banners: Components;
  /** Draw nothing: they work as long as the frame is there. */
  background: Components;
  userMenu: Readonly<Record<string, UserMenuEntry>>;
  /** What signing out on this device would lose, as a text for the question; null where nothing is lost. */
  losses: Readonly<Record<string, () => string | null>>;
  /** What the command palette finds, in the order of its groups. */
  finders: Readonly<Record<string, LoadFinder>>;
}

/** What one area puts into the frame. */
export type AreaSlots = Partial<Omit<Slots, 'pages'>>;

export const SlotsContext = createContext<Slots>({
  pages: [],
  tools: {},
  banners: {},
  background: {},
  userMenu: {},
  losses: {},
  finders: {},
});

/** Gives all that the areas put into the frame. */
export const useSlots = (): Slots => useContext(SlotsContext);
