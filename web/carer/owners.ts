/** Whose data lies on this phone. The names of the databases only: small enough for the login page, which wipes after signing out. */
import { HOUR } from '#contract/time.ts';

const KEY = 'yian.carer';
/** What a phone may show without having heard of the server. */
export const KEPT_MS = 72 * HOUR;

export interface Owner {
  tenantId: number;
  userId: number;
  name: string;
  /** Epoch milliseconds of the last answer of the server; null before the first. */
  syncedAt: number | null;
  /** Steps that the server has not heard of. */
  waiting: number;
}

const same = (a: Pick<Owner, 'tenantId' | 'userId'>, b: Pick<Owner, 'tenantId' | 'userId'>) =>
  a.tenantId === b.tenantId && a.userId === b.userId;

export const databaseOf = ({ tenantId, userId }: Pick<Owner, 'tenantId' | 'userId'>) => `yian.carer.${tenantId}.${userId}`;

/** What was written down, without what nobody can read; the last user first. */
export function readOwners(text: string | null): Owner[] {
  try {
    const found = JSON.parse(text ?? '[]') as Owner[];
    return Array.isArray(found) ? found.filter((one) => Number.isInteger(one?.tenantId) && Number.isInteger(one.userId)) : [];
  } catch {
    return [];
  }
}

/** With `owner` first and only once. */
export const putFirst = (owners: readonly Owner[], owner: Owner): Owner[] => [owner, ...owners.filter((one) => !same(one, owner))];

/** Whether what is kept has to go: nobody has heard of the server for three days, or the phone's clock was turned back. */
export const isStale = ({ syncedAt }: Pick<Owner, 'syncedAt'>, now: number) =>
  syncedAt !== null && (now - syncedAt > KEPT_MS || syncedAt - now > HOUR);

export const owners = (): Owner[] => readOwners(localStorage.getItem(KEY));
export const keepOwner = (owner: Owner): void => localStorage.setItem(KEY, JSON.stringify(putFirst(owners(), owner)));

/** Deletes what lies here of an owner, and the owner. */
export function wipe(owner: Pick<Owner, 'tenantId' | 'userId'>): void {
  localStorage.setItem(KEY, JSON.stringify(owners().filter((one) => !same(one, owner))));
  indexedDB.deleteDatabase(databaseOf(owner));
}

/** Steps that would be lost if this person signed out here. */
export const waitingOf = (person: { tenantId: number; id: number } | null): number =>
  (person && owners().find((one) => same(one, { tenantId: person.tenantId, userId: person.id }))?.waiting) || 0;
