/**
 * The points of indoor places: what a teaching, a hand or a file says of them. Each change
 * keeps what was before, so that it can be taken back once.
 */
import { sql } from 'kysely';
import { MOST_POINTS } from '#contract/devices/indoor-places.ts';
import type { Context, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';

export interface Point {
  mac: string;
  beacon: boolean;
  installed: boolean;
  rssi: number | null;
  samples: number;
}

/** Locks a place, so that its points change one after the other. Throws 404 unless it is there. */
export async function lockPlace(
  { tx }: Pick<Context, 'tx'>,
  id: number,
): Promise<{ id: number; roomId: number | null; before: Point[] | null; version: number }> {
  const row = await tx.row<{ id: number; roomId: number | null; before: Point[] | null; version: number }>(
    sql`select id, room_id as "roomId", before, version from indoor_places
      where tenant_id = ${tx.tenantId} and id = ${id} for no key update`,
  );
  if (!row) throw notFound('室内位置');
  return row;
}

/** The points of a place, those that hang there first, then the strongest. */
export const pointsOf = (tx: Tx, placeId: number): Promise<Point[]> =>
  tx.rows<Point>(sql`select mac, beacon, installed, rssi::float8 as rssi, samples from indoor_points
    where tenant_id = ${tx.tenantId} and place_id = ${placeId} order by installed desc, rssi desc nulls last, mac`);

async function write(tx: Tx, placeId: number, points: readonly Point[]): Promise<void> {
  await tx.run(sql`delete from indoor_points where tenant_id = ${tx.tenantId} and place_id = ${placeId}`);
  await tx.run(sql`
    insert into indoor_points (tenant_id, place_id, mac, beacon, installed, rssi, samples)
    select ${tx.tenantId}, ${placeId}, mac, beacon, installed, rssi, samples
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as p (mac text, beacon boolean, installed boolean, rssi real,
      samples integer)`);
}

/** Refuses beacons that hang elsewhere, and names where. */
async function refuseHungElsewhere(tx: Tx, placeId: number, points: readonly Point[]): Promise<void> {
  const macs = points.filter(({ installed }) => installed).map(({ mac }) => mac);
  const other = await tx.row<{ mac: string; place: string }>(sql`
    select p.mac, app.place_text(i.building, i.floor, i.name, null) as place from indoor_points p
      join indoor_places i on i.tenant_id = p.tenant_id and i.id = p.place_id
    where p.tenant_id = ${tx.tenantId} and p.installed and p.place_id <> ${placeId} and p.mac = any(${macs}::text[]) limit 1`);
  if (other) throw conflict(`信标 ${other.mac.toUpperCase()} 已登记在 ${other.place}，请先在那里移除`);
}

/** Puts `points` in the place of what a locked place had. `taught` notes who taught it and when. */
export async function replacePoints(
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  placeId: number,
  points: readonly Point[],
  taught: boolean,
): Promise<void> {
  if (points.length > MOST_POINTS) throw refused(`一个位置最多${MOST_POINTS}个信号`);
  await refuseHungElsewhere(tx, placeId, points);
  const before = JSON.stringify(await pointsOf(tx, placeId));
  await write(tx, placeId, points);
  await tx.run(sql`
    update indoor_places set before = ${before}::jsonb, version = version + 1, updated_at = now(),
      taught_at = case when ${taught} then now() when ${points.length} = 0 then null else taught_at end,
      taught_by = case when ${taught} then ${actor.userId}::bigint when ${points.length} = 0 then null else taught_by end
    where tenant_id = ${tx.tenantId} and id = ${placeId}`);
}

/** Takes the last change of a place back. */
export async function undoPoints(work: Pick<Work, 'tx' | 'actor'>, placeId: number): Promise<void> {
  const { tx } = work;
  const { before } = await lockPlace(work, placeId);
  if (before === null) throw refused('没有可以撤销的修改');
  await refuseHungElsewhere(tx, placeId, before);
  await write(tx, placeId, before);
  await tx.run(sql`
    update indoor_places set before = null, version = version + 1, updated_at = now(),
      taught_at = case when ${before.some(({ installed }) => !installed)} then coalesce(taught_at, now()) end
    where tenant_id = ${tx.tenantId} and id = ${placeId}`);
}
