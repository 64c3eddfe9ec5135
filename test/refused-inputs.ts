/** Inputs that a route's schema refuses, read as a call's input is read, without a server. */
import assert from 'node:assert/strict';
import type { Route } from '#contract/http.ts';
import { firstMessage, readLeniently } from '#server/http/inputs.ts';

/**
 * Expects that the whole input is taken, and that each change of it is refused for one field and in these words.
 * A whole of null is for inputs that are no objects: each change is then all that is sent.
 */
export function refusesChanges(route: Route, whole: object | null, changes: readonly (readonly [change: unknown, text: string])[]): void {
  const said = `${route.method} ${route.path}`;
  if (whole) assert.equal(readLeniently(route, route.input, whole).parsed.error, undefined, said);
  for (const [change, text] of changes) {
    const { error } = readLeniently(route, route.input, whole ? { ...whole, ...(change as object) } : change).parsed;
    const sent = `${said} ${JSON.stringify(change).slice(0, 200)}`;
    assert.ok(error, `${sent} is taken`);
    const fields = new Set(error.issues.map(({ path }) => path.join('.')));
    assert.deepEqual([fields.size, firstMessage(error)], [1, text], sent);
  }
}

export const many = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));
/** Ids, each once. */
export const ids = (count: number) => many(count, (i) => i + 1);
export const long = (count: number) => 'x'.repeat(count);
