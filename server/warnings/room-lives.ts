/** Signs of life that a room gives, and what moving, leaving and coming back do to the waiting for them. */
import { sql } from 'kysely';
import type { LifeSource } from '#contract/warnings/life.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { on } from '../events.ts';
import { aloneIn } from './alone.ts';
import { isSeenBy, touchLife, waitAnew, watchedLives } from './life.ts';

interface Sign {
  readonly source: LifeSource;
  /** Epoch ms. */
  readonly at: number;
}

/** A sign of life of somebody, if such signs are waited for. */
async function touchWatched(tx: Tx, deps: Dependencies, personId: number, { source, at }: Sign): Promise<void> {
  const lives = await watchedLives(tx, [personId]);
  if (lives.get(personId)?.has(source)) await touchLife(tx, deps, personId, source, at);
}

/** What a device of a room noticed: a sign of life of whoever is alone there; of nobody where several live. */
export async function touchRoom(tx: Tx, deps: Dependencies, roomId: number, sign: Sign): Promise<void> {
  const personId = await aloneIn(tx, roomId);
  if (personId !== null) await touchWatched(tx, deps, personId, sign);
}

/** A lock noticed that its door turned at `at` (epoch ms), or that somebody's own code opened it: `personId` is whose. */
export async function touchDoor(tx: Tx, deps: Dependencies, deviceId: number, at: number, personId: number | null): Promise<void> {
  const device = await tx.row<{ personId: number | null; roomId: number | null }>(
    sql`select person_id as "personId", room_id as "roomId" from devices
      where tenant_id = ${tx.tenantId} and id = ${deviceId} and deleted_at is null`,
  );
  const whose = personId ?? device?.personId ?? null;
  if (whose !== null) await touchWatched(tx, deps, whose, { source: 'door', at });
  else if (device && device.roomId !== null) await touchRoom(tx, deps, device.roomId, { source: 'door', at });
}

/**
 * A person moved, went away or came back: from now on the devices of the rooms notice
 * another person, and what was before is not known. People who rest on those devices alone, and people who moved, are waited for anew.
 */
async function waitInRooms(tx: Tx, deps: Dependencies, personId: number, bedBefore: number | null): Promise<void> {
  const people = await tx.rows<{ id: number }>(sql`
    select p.id from people p join life_states l on l.tenant_id = p.tenant_id and l.person_id = p.id and l.stage = 0
      left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and (p.id = ${personId} or (
      b.room_id in (select r.room_id from beds r where r.tenant_id = p.tenant_id
        and (r.id = ${bedBefore} or r.id = (select m.bed_id from people m where m.tenant_id = p.tenant_id and m.id = ${personId})))))
    order by p.id`);
  const now = deps.now();
  for (const { id } of people) if (id === personId || !(await isSeenBy(tx, id, now, ({ ofRoom }) => !ofRoom))) await waitAnew(tx, id, now);
}

/** To be called once per process. */
export function waitWithMoves(): void {
  on('person.changed', async ({ personId, bedBefore }, tx, deps) => {
    if (bedBefore !== undefined) await waitInRooms(tx, deps, personId, bedBefore);
  });
}
