/** Free places of the slots: what is booked is counted while the slot's row is locked, so that no place is given twice. */
import { sql } from 'kysely';
import { heldOn, type Slot } from '#contract/visitors/visitor-slots.rules.ts';
import { clockOf, dayOf, instantOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import { settingsOf } from './visitor-settings.ts';

export interface PlacedSlot extends Slot {
  id: number;
  capacity: number;
}

const columns = sql`id, weekdays, start_clock as "startClock", end_clock as "endClock", building, capacity`;

export const slotsOf = (tx: Tx) =>
  tx.rows<PlacedSlot>(
    sql`select ${columns} from visitor_slots where tenant_id = ${tx.tenantId}
      order by start_clock, building nulls first, id`,
  );

/** People who are booked or have come, by slot and day. */
export async function takenOf(tx: Tx, from: string, to: string): Promise<Map<string, number>> {
  const rows = await tx.rows<{ slot_id: number; day: string; people: number }>(sql`
    select slot_id, day, sum(people)::integer as people from visitor_records
    where tenant_id = ${tx.tenantId} and day between ${from}::date and ${to}::date and slot_id is not null and state in (1, 2, 3, 4)
    group by 1, 2`);
  return new Map(rows.map(({ slot_id: slot, day, people }) => [`${slot} ${day}`, people]));
}

/** Where a resident lives; null: in no building. */
export async function buildingOf(tx: Tx, personId: number | null): Promise<string | null> {
  const row = await tx.row<{ building: string }>(sql`
    select r.building from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.id = ${personId}::bigint`);
  return row?.building ?? null;
}

interface Wanted {
  slotId: number;
  day: string;
  people: number;
  /** The building of the resident; null: lives in none. */
  building: string | null;
  /** A booking that is moved; its own places are free. */
  except?: number;
}

/** Holds a slot until the transaction ends. Throws 422 when it is not held then or not for the resident, 409 when it is full. */
export async function takePlaces({ tx, deps }: Work, { slotId, day, people, building, except = 0 }: Wanted): Promise<PlacedSlot> {
  const { closedDays } = await settingsOf(tx);
  const slot = await tx.row<PlacedSlot>(
    sql`select ${columns} from visitor_slots where tenant_id = ${tx.tenantId} and id = ${slotId} for update`,
  );
  if (!slot || !heldOn(slot, day, closedDays, deps.now())) throw refused('该时段不开放探访，请选择其他时段');
  if (slot.building !== null && slot.building !== building) throw refused('该时段不接待探访对象所在楼栋，请选择其他时段');
  const taken = await tx.row<{ people: number }>(sql`
    select coalesce(sum(people), 0)::integer as people from visitor_records
    where tenant_id = ${tx.tenantId} and slot_id = ${slotId} and day = ${day}::date and state in (1, 2, 3, 4) and id <> ${except}`);
  const free = slot.capacity - (taken?.people ?? 0);
  if (free < people) throw conflict(free > 0 ? `该时段只剩${free}个名额，请减少人数或选择其他时段` : '该时段已约满，请选择其他时段');
  return slot;
}

/** The slot that a booking of staff falls into; null: it is outside of the slots, and takes no place of them. */
export async function slotAt(tx: Tx, startTime: string, building: string | null): Promise<number | null> {
  const { closedDays } = await settingsOf(tx);
  const at = instantOf(startTime);
  const clock = clockOf(at);
  const found = (await slotsOf(tx)).find(
    (slot) =>
      slot.startClock <= clock &&
      clock < slot.endClock &&
      (slot.building === null || slot.building === building) &&
      heldOn(slot, dayOf(at), closedDays, at),
  );
  return found?.id ?? null;
}
