/** What this page knows of the alarms: which drawer is open, what has arrived, which cards were put away. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';
import { newsOf, occurrenceOf, type Known, type Watched } from './arrivals.ts';

export interface Alarms {
  /** The warning in the drawer above every page; null when it is closed. */
  handling: number | null;
  /** Which one stands in a drawer, this one or that of a list: it needs no card. */
  watching: number | null;
  known: Known | null;
  /** Occurrences that came while this page watched. */
  arrived: ReadonlySet<string>;
  putAway: ReadonlySet<string>;
}

const nothing: Alarms = { handling: null, watching: null, known: null, arrived: new Set(), putAway: new Set() };
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
