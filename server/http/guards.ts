/** Refuses what would change money, rights or identity by a key that the route does not take (contract/guards.ts). */
import { z } from 'zod';
import { pathParameters, type Route } from '#contract/http.ts';
import { identity, money, rights } from '#contract/guards.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Unknown } from './lenient-input.ts';

type Plain = Record<string, unknown>;

/** The calls of one service, by name. */
export interface Siblings {
  routes: Record<string, Route>;
  handlers: Record<string, (input: never, context: Context) => Promise<unknown>>;
}

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What forms send for a value that they do not have. */
const isUnset = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Gives nothing to anybody: no right, no name, no payment. */
const givesNothing = (key: string, value: unknown) =>
  isUnset(value) ||
  (value === false && [rights, identity, money].some((guards) => key in guards)) ||
  ((value === 0 || value === '0') && (key in rights || key in identity));

/** Equal on the wire: `"12.00"` and 12 are, and so are objects whose keys come in another order. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => same(one, b[i]));
  if (typeof a === 'object' && typeof b === 'object' && a && b) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => same((a as Plain)[key], (b as Plain)[key]));
  }
  if (typeof a === 'object' || typeof b === 'object' || a === '' || b === '') return false;
  return String(a) === String(b) || Number(a) === Number(b);
}

/** The row as its own call answers it now; null where there is no such call, or the session may not make it. */
async function standingOf(route: Route, input: Plain, { routes, handlers }: Siblings, context: Context): Promise<Plain | null> {
  const { call, by, within } = route.standing ?? { call: 'get', by: 'id' };
  const reader = routes[call];
  if (!reader || reader.kind !== 'json' || (by && input[by] === undefined)) return null;
  if (reader.access !== 'session' && !context.session.permissions.has(reader.access)) return null;
  const name = pathParameters(reader.path)[0];
  const asked = reader.input.safeParse(by && name ? { [name]: String(input[by]) } : {});
  if (!asked.success) return null;
  const answer = z.safeParse(reader.output, await handlers[call]?.(asked.data as never, context));
  const row = answer.success ? (within ? (answer.data as Plain)[within] : answer.data) : null;
  return row && typeof row === 'object' ? (row as Plain) : null;
}

const at = (row: unknown, path: string[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Plain | null | undefined)?.[camel(key)], row);

/** The keys that the route guards, of those that it does not take. */
export function guardedOf(route: Route, unknown: Unknown[]): Unknown[] {
  const guards = route.guards ?? {};
  return unknown.filter(({ path, value }) => Object.hasOwn(guards, camel(path.at(-1) as string)) && !isUnset(value));
}

/** Throws 400 with the field's name, unless each says what stands anyway. `context` is null on public routes, where nothing stands. */
export async function refuseChanges(
  route: Route,
  guarded: Unknown[],
  input: unknown,
  siblings: Siblings,
  context: Context | null,
): Promise<void> {
  if (guarded.length === 0) return;
  const row = context ? await standingOf(route, input as Plain, siblings, context) : null;
  for (const { path, value } of guarded) {
    const key = camel(path.at(-1) as string);
    const stands = at(row, path) ?? (key === 'tenantId' && context ? context.session.tenantId : undefined);
    if (stands === undefined ? givesNothing(key, value) : same(stands, value)) continue;
    throw invalid(`不允许设置或修改“${route.guards?.[key]}”（${path.join('.')}）`);
  }
}
