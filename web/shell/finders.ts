/** What the command palette asks the areas: each finds its own things by what was typed. */
import type { ReactNode } from 'react';
import type { Route } from '#contract/http.ts';
import type { Entry } from './palette-entries.ts';

export interface Command extends Entry {
  icon?: ReactNode;
  run: () => void;
}

/** Whether the signed-in person may call a route. */
export type May = (route: Pick<Route, 'access'>) => boolean;

export interface Finder {
  /** Whether these words may mean something of this area, to this person. Trimmed; empty when nothing is typed yet. */
  looksFor: (words: string, may: May) => boolean;
  /** The best few, in their order. */
  find: (words: string, may: May, signal: AbortSignal) => Promise<Command[]>;
}

/** Fetched when the palette is opened. */
export type LoadFinder = () => Promise<{ finder: Finder }>;
