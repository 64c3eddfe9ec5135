/** What this page knows of the alarms: which drawer is open, what has arrived, which cards were put away. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';
import { newsOf, occurrenceOf, type Known, type Watched } from './arrivals.ts';
import type { WarningRow } from './use-open-warnings.ts';

/** How long a card says what became of the press on it. */
const TOLD_MS = 6000;

/** A warning as its card stood, and what became of it. */
export interface Told {
  row: WarningRow;
  text: string;
}

export interface Alarms {
  /** The warning in the drawer above every page; null when it is closed. */
  handling: number | null;
  /** Which one stands in a drawer, this one or that of a list: it needs no card. */
  watching: number | null;
  known: Known | null;
  /** Occurrences that came while this page watched. */
  arrived: ReadonlySet<string>;
  putAway: ReadonlySet<string>;
  /** By the warning's id. */
  told: ReadonlyMap<number, Told>;
}

const nothing: Alarms = { handling: null, watching: null, known: null, arrived: new Set(), putAway: new Set(), told: new Map() };
export const alarms = createStore<Alarms>(() => nothing);
onEnding(() => alarms.setState(nothing));

export const useAlarms = () => useStore(alarms);

/** Takes a reading of the open warnings; gives those that are news. */
export function learn<W extends Watched>(rows: readonly W[]): W[] {
  const { known, arrived } = alarms.getState();
  const news = newsOf(known, rows);
  alarms.setState({
    known: news.known,
    ...(news.fresh.length > 0 ? { arrived: new Set([...arrived, ...news.fresh.map(occurrenceOf)]) } : {}),
  });
  return news.fresh;
}

/** Opens the handling drawer above whatever page is shown. */
export const handleWarning = (id: number | null): void => alarms.setState({ handling: id });

/** Takes a card off the screen until the warning happens again. */
export const putAway = (row: Watched): void => alarms.setState(({ putAway }) => ({ putAway: new Set([...putAway, occurrenceOf(row)]) }));

/** Brings back the card that was put away. */
export const bringBack = (row: Watched): void =>
  alarms.setState(({ putAway }) => ({ putAway: new Set([...putAway].filter((one) => one !== occurrenceOf(row))) }));

/** Lets the card of a warning stand some seconds longer and say what became of it: `已派给 邱伟`. */
export function tellOnCard(row: WarningRow, text: string): void {
  const said: Told = { row, text };
  alarms.setState(({ told }) => ({ told: new Map(told).set(row.id, said) }));
  setTimeout(() => {
    const { told } = alarms.getState();
    if (told.get(row.id) === said) alarms.setState({ told: new Map([...told].filter(([id]) => id !== row.id)) });
  }, TOLD_MS);
}

/** What the card of a warning says became of it; null when nothing, or when it has happened again since. */
export function toldOf(told: ReadonlyMap<number, Told>, row: Watched): string | null {
  const said = told.get(row.id);
  return said && occurrenceOf(said.row) === occurrenceOf(row) ? said.text : null;
}
