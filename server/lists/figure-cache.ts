/**
 * Figures over a whole table: exact at once while it is small, beyond that made aside and remembered, so that a home page never waits for a
 * million rows. In memory of the process.
 */
import { BoundedMap } from '../bounded-map.ts';
import { sql } from 'kysely';
import type { Context, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';

/** Up to so many rows are counted within the request. */
const SMALL = 10_000;
const FRESH_MS = 60_000;
const MOST = 2000;
const AT_ONCE = 2;

const known = new BoundedMap<string, { value: unknown; at: number }>(MOST);
const running = new Set<string>();

function remember(name: string, value: unknown, at: number): void {
  known.delete(name);
  known.set(name, { value, at });
}

/** Makes a figure aside; what is being made already is left alone. A failure is remembered as nothing, for as long as a figure would be. */
function makeLater<T>(name: string, make: (tx: Tx) => Promise<T>, { deps, tx }: Work): void {
  if (running.has(name) || running.size >= AT_ONCE) return;
  running.add(name);
  const made = deps.inTenant(tx.tenantId, async (own) => {
    await own.run(sql`set local statement_timeout = 55000`);
    return make(own);
  });
  made
    .catch((error) => {
      deps.log.warn({ err: error }, 'making a figure failed');
      return known.get(name)?.value ?? null;
    })
    .then((value) => remember(name, value, deps.now()))
    .finally(() => running.delete(name));
}

/**
 * What `make` gives, by `name` within tenant and data scope. `table` (from and where of the
 * tenant's rows) says how large the matter is. In a large one, of more than `small` rows, the value is the last known, null at first, with
 * `counting` as long as it is not of the last minute.
 */
export async function cachedFigure<T>(
  context: Context,
  name: string,
  table: ReturnType<typeof sql>,
  make: (tx: Tx) => Promise<T>,
  small = SMALL,
): Promise<{ value: T | null; counting: boolean }> {
  const { tx, session, deps } = context;
  const probe = await tx.row<{ n: number }>(sql`select count(*)::integer as n from (select 1 ${table} limit ${sql.lit(small + 1)}) found`);
  if ((probe?.n ?? 0) <= small) return { value: await make(tx), counting: false };
  const own = session.dataScope <= 1 ? 'all' : session.userId;
  const key = `${tx.tenantId} ${name} ${own}`;
  const last = known.get(key);
  const fresh = last !== undefined && deps.now() - last.at < FRESH_MS;
  if (!fresh) makeLater(key, make, context);
  return { value: (last?.value ?? null) as T | null, counting: !fresh };
}
