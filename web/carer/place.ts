/** Where one is within /carer, in the address: the phone's own way back works, and a reload stays. */
import { ONLY, type Only } from '#web/health/round-filter.ts';
import { useMemo, useSyncExternalStore } from 'react';

export const CARER = '/carer';

export interface Place {
  /** A job's page. */
  job: number | null;
  /** Instead of a job, when only its order is known: the next one of it. */
  order: number | null;
  visit: 'start' | 'finish' | null;
  /** A questionnaire's key. */
  paper: string | null;
  /** What waits to be sent. */
  steps: boolean;
  /** One's own leaves. */
  leave: boolean;
  /** The care tasks of the shift. */
  care: boolean;
  /** The meals of today. */
  meals: boolean;
  /** The skin: looks at findings, and a new one; null elsewhere. */
  skin: SkinPlace | null;
  /** Restraints. */
  restraint: boolean;
  /** Rounds through floors, and one of them; null elsewhere. */
  patrol: FloorPlace | null;
  /** Notes of care, and the person whom one is of. */
  notes: NotesPlace | null;
  /** One's own caring visits, and one of them; null elsewhere. */
  visits: VisitsPlace | null;
  /** Reporting an incident. */
  incident: boolean;
  /** The round of measurements; null elsewhere. */
  round: RoundPlace | null;
}

export interface FloorPlace {
  building: string | null;
  floor: string | null;
}

export interface NotesPlace {
  person: number | null;
}

export interface VisitsPlace {
  id: number | null;
}

export interface SkinPlace {
  /** A new finding is written down, of a person once one is chosen. */
  add: boolean;
  person: number | null;
}

/** The findings that are known. */
export const knownSkin: SkinPlace = { add: false, person: null };

export interface RoundPlace {
  /** Where it begins. */
  person: number | null;
  building: string | null;
  floor: string | null;
  only: Only;
}

/** A round of all. */
export const wholeRound: RoundPlace = { person: null, building: null, floor: null, only: 'all' };

function roundOf(params: URLSearchParams): RoundPlace | null {
  if (!params.has('round')) return null;
  const only = params.get('only') ?? '';
  return {
    person: Number(params.get('person')) || null,
    building: params.get('building'),
    floor: params.get('floor'),
    only: Object.hasOwn(ONLY, only) ? (only as Only) : 'all',
  };
}

/** From the part of the address behind the question mark. Pure. */
export function placeOf(search: string): Place {
  const params = new URLSearchParams(search);
  const visit = params.get('visit');
  return {
    job: Number(params.get('job')) || null,
    order: Number(params.get('order')) || null,
    visit: visit === 'start' || visit === 'finish' ? visit : null,
    paper: params.get('paper'),
    steps: params.has('steps'),
    leave: params.has('leave'),
    care: params.has('care'),
    restraint: params.has('restraint'),
    meals: params.has('meals'),
    skin: params.has('skin') ? { add: params.has('add'), person: Number(params.get('person')) || null } : null,
    patrol: params.has('patrol') ? { building: params.get('building'), floor: params.get('floor') } : null,
    notes: params.has('notes') ? { person: Number(params.get('person')) || null } : null,
    visits: params.has('visits') ? { id: Number(params.get('id')) || null } : null,
    incident: params.has('incident'),
    round: roundOf(params),
  };
}

export const addressOf = (place: Partial<Place>): string => {
  const { job, order, visit, paper, steps, leave, care, restraint, meals, skin, patrol, notes, visits, incident, round } = place;
  const params = new URLSearchParams();
  if (order) params.set('order', String(order));
  if (job) params.set('job', String(job));
  if (visit) params.set('visit', visit);
  if (paper) params.set('paper', paper);
  if (steps) params.set('steps', '');
  if (leave) params.set('leave', '');
  if (care) params.set('care', '');
  if (skin) {
    params.set('skin', '');
    if (skin.add) params.set('add', '');
    if (skin.person) params.set('person', String(skin.person));
  }
  if (meals) params.set('meals', '');
  if (restraint) params.set('restraint', '');
  if (patrol) {
    params.set('patrol', '');
    if (patrol.building !== null) params.set('building', patrol.building);
    if (patrol.floor !== null) params.set('floor', patrol.floor);
  }
  if (notes) {
    params.set('notes', '');
    if (notes.person) params.set('person', String(notes.person));
  }
  if (visits) {
    params.set('visits', '');
    if (visits.id) params.set('id', String(visits.id));
  }
  if (incident) params.set('incident', '');
  if (round) {
    params.set('round', '');
    if (round.person) params.set('person', String(round.person));
    if (round.building) params.set('building', round.building);
    if (round.floor) params.set('floor', round.floor);
    if (round.only !== 'all') params.set('only', round.only);
  }
  return params.size ? `${CARER}?${params}` : CARER;
};

const MOVED = 'carer-moved';

export function visit(place: Partial<Place>, replace = false): void {
  if (replace) history.replaceState(history.state, '', addressOf(place));
  else history.pushState({ inside: true }, '', addressOf(place));
  window.dispatchEvent(new Event(MOVED));
  window.scrollTo(0, 0);
}

/** One step back; to `otherwise` when the page was opened here. */
export function goBack(otherwise: Partial<Place>): void {
  if ((history.state as { inside?: boolean } | null)?.inside) history.back();
  else visit(otherwise, true);
}

function subscribe(hear: () => void): () => void {
  window.addEventListener('popstate', hear);
  window.addEventListener(MOVED, hear);
  return () => {
    window.removeEventListener('popstate', hear);
    window.removeEventListener(MOVED, hear);
  };
}

export function usePlace(): Place {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => placeOf(search), [search]);
}
