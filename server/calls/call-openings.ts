/** When what callers reach is open, and where a call comes into a menu. */
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { sql } from 'kysely';
import { isOpen, type Calendar } from '#contract/calls/call-queues.rules.ts';
import { CLOSED, entered, nodeAt, placeOf, type MenuNode } from '#contract/calls/call-menus.rules.ts';
import { dayOf, nextDay, SECOND } from '#contract/time.ts';
import type { Tx } from '../db/tenant.ts';
import { lengthOf } from './call-sounds.ts';

/** Days off and weekend days that are worked, around `now`. */
export async function calendarOf(tx: Tx, now: number): Promise<Calendar> {
  const today = dayOf(now);
  const rows = await tx.rows<{ day: string; kind: number }>(sql`
    select day, kind from holidays where tenant_id = ${tx.tenantId} and day between ${nextDay(today, -1)}::date
      and ${nextDay(today)}::date`);
  return new Map(rows.map(({ day, kind }) => [day, kind]));
}

/** Until when a caller has time for a key at a place: its sound is heard to the end first. */
export async function dueAtPlace(tx: Tx, tree: MenuNode, place: string, now: number): Promise<number> {
  const { soundId, seconds } = nodeAt(tree, placeOf(place).at);
  const row = await tx.row<{ ms: number }>(sql`select ${lengthOf(tx, soundId ?? null)} as ms`);
  return now + (row?.ms ?? 0) + seconds * SECOND;
}

/** Where a call comes into a menu, and until when it has time; null when the menu takes no call now and has nothing to say about it. */
export async function menuEntry(tx: Tx, menuId: number, now: number): Promise<{ menuAt: string; dueAt: number } | null> {
  const menu = await tx.row<{ tree: MenuNode; hours: TimeWindow[]; holidays: boolean; closedMs: number }>(sql`
    select m.tree, m.hours, m.holidays, ${lengthOf(tx, sql`m.closed_sound_id`)} as "closedMs" from call_menus m
    where m.tenant_id = ${tx.tenantId} and m.id = ${menuId} and m.enabled`);
  if (!menu) return null;
  const menuAt = entered(isOpen(menu, await calendarOf(tx, now), now));
  if (menuAt !== CLOSED) return { menuAt, dueAt: await dueAtPlace(tx, menu.tree, menuAt, now) };
  return menu.closedMs === 0 ? null : { menuAt, dueAt: now + menu.closedMs };
}
