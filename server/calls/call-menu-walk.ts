/** Callers in a menu: where they are, what a key does, and where they leave it for. */
import { sql } from 'kysely';
import type { Onward } from '#contract/calls/call-happenings.rules.ts';
import { CLOSED, nodeAt, placeOf, pressed, silent, type MenuNode, type Step } from '#contract/calls/call-menus.rules.ts';
import { callPhases } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { closedGroup, groupOf } from './call-begin.ts';
import { askCallback, asksBack } from './callbacks.ts';
import { needService, wayTo } from './service-in-use.ts';
import { happen } from './call-commands.ts';
import { dueAtPlace } from './call-openings.ts';
import { lockCall } from './call-rows.ts';

interface InMenu {
  tree: MenuNode;
  place: string;
  node: MenuNode;
  /** Said in place of the node's greeting to a caller who came while it is closed. */
  closedText: string;
}

/** The menu that a call is in, and the node where it stands; null when its menu is gone. */
export async function menuOf(tx: Tx, callId: number): Promise<InMenu | null> {
  const row = await tx.row<{ tree: MenuNode; place: string; closedText: string }>(sql`
    select m.tree, c.menu_at as place, m.closed_text as "closedText" from calls c
      join call_menus m on m.tenant_id = c.tenant_id and m.id = c.menu_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${callId}`);
  return row ? { ...row, node: nodeAt(row.tree, placeOf(row.place).at) } : null;
}

/** The caller asks to be called back: it ends, and staff see it in 现在. */
async function callBack(work: Work, callId: number, keeps = false): Promise<void> {
  await askCallback(work, callId, keeps);
  await happen(work, callId, { what: 'onward', to: { kind: 'end', disposition: 'Voicemail' } });
}

/** Leads a call into a group, which may be closed or full. */
export async function intoGroup(work: Work, callId: number, groupId: number): Promise<void> {
  const { tx, deps } = work;
  const group = await groupOf(tx, groupId);
  const call = await tx.row<{ number: string; linkId: number | null }>(
    sql`select caller as number, link_id as "linkId" from calls where tenant_id = ${tx.tenantId} and id = ${callId}`,
  );
  const closed = group && call ? await closedGroup(tx, group, deps.now(), { ...call, callId }) : 'QueuingFailed';
  const to: Onward =
    closed || !group
      ? { kind: 'end', disposition: closed ?? 'QueuingFailed' }
      : { kind: 'group', groupId, queueSeconds: group.mostSeconds };
  if (group && !group.recorded) await tx.run(sql`update calls set recorded = false where tenant_id = ${tx.tenantId} and id = ${callId}`);
  await happen(work, callId, { what: 'onward', to });
}

/** Rings at one seat; where that is not free the call goes where silence leads. */
async function atSeat(work: Work, callId: number, tree: MenuNode, seatId: number): Promise<void> {
  if (await happen(work, callId, { what: 'onward', to: { kind: 'seat', seatId } })) return;
  const { otherwise } = (await menuOf(work.tx, callId))?.node ?? tree;
  const silence = otherwise.to === 'seat' ? ({ to: 'hangup' } as const) : otherwise;
  if (silence.to !== 'menu' && silence.to !== 'repeat' && silence.to !== 'up') return follow(work, callId, tree, { action: silence });
  await happen(work, callId, { what: 'onward', to: { kind: 'end', disposition: 'NoAnswer' } });
}

async function follow(work: Work, callId: number, tree: MenuNode, step: Step): Promise<void> {
  const { tx, deps } = work;
  if ('stays' in step) {
    const dueAt = await dueAtPlace(tx, tree, step.stays, deps.now());
    await tx.run(sql`
      update calls set menu_at = ${step.stays}, due_at = ${isoOf(dueAt)}, version = version + 1
      where tenant_id = ${tx.tenantId} and id = ${callId}`);
    return work.emit('call.changed', { callId });
  }
  const { action } = step;
  if (action.to === 'group') return intoGroup(work, callId, action.groupId);
  if (action.to === 'callback') return callBack(work, callId);
  if (action.to === 'seat') return atSeat(work, callId, tree, action.seatId);
  if (action.to === 'hangup')
    return void (await happen(work, callId, { what: 'onward', to: { kind: 'end', disposition: 'AbandonedInIVR' } }));
  if (action.to !== 'number') return;
  const by = wayTo(await needService(tx), action.number);
  await happen(work, callId, { what: 'onward', to: { kind: 'number', number: action.number, by } });
}

/** A key of a caller: in a menu it leads on, in a queue it may leave a callback; elsewhere it is only written down. */
export async function press(work: Work, callId: number, key: string): Promise<void> {
  const { tx } = work;
  const call = await lockCall(tx, callId);
  await tx.run(sql`update calls set keys = right(keys || ${key}, 100) where tenant_id = ${tx.tenantId} and id = ${callId}`);
  const back = await asksBack(work, call, key);
  if (back) return callBack(work, callId, back.keeps);
  if (call.phase !== callPhases.menu) return;
  const menu = await menuOf(tx, callId);
  if (menu && menu.place !== CLOSED) await follow(work, callId, menu.tree, pressed(menu.tree, menu.place, key));
}

/** The time for a key is over. */
export async function waited(work: Work, callId: number): Promise<void> {
  const menu = await menuOf(work.tx, callId);
  if (!menu || menu.place === CLOSED)
    return void (await happen(work, callId, { what: 'onward', to: { kind: 'end', disposition: 'QueuingFailed' } }));
  await follow(work, callId, menu.tree, silent(menu.tree, menu.place));
}

/** What becomes of a call whose time in the queue is over. */
export async function overflow(work: Work, callId: number, groupId: number): Promise<void> {
  const { tx } = work;
  const group = await tx.row<{ overflow: number; groupId: number | null; number: string; keeps: boolean }>(sql`
    select overflow, overflow_group_id as "groupId", overflow_number as number, callback_keeps as keeps from call_groups
    where tenant_id = ${tx.tenantId} and id = ${groupId}`);
  if (group?.overflow === 1) return callBack(work, callId, group.keeps);
  if (group?.overflow === 2 && group.groupId !== null) return intoGroup(work, callId, group.groupId);
  if (group?.overflow === 3 && group.number !== '') {
    const by = wayTo(await needService(tx), group.number);
    return void (await happen(work, callId, { what: 'onward', to: { kind: 'number', number: group.number, by } }));
  }
  await happen(work, callId, { what: 'onward', to: { kind: 'end', disposition: 'QueuingTimeout' } });
}
