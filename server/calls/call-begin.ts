/** Calls begin: a seat dials, a number rings in, a link is opened, a seat hears its own echo. */
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { sql } from 'kysely';
import { isOpen, priorities } from '#contract/calls/call-queues.rules.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callKinds, callPhases, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { mayDial } from '#contract/calls/seat-commands.rules.ts';
import { plainLeg, type CallLeg, type Presence } from '#contract/calls/call-state.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { beginsInQueue, beginWait } from './call-facts.ts';
import { addCallEvents, addLeg, lockPresences, savePresence, timesOf } from './call-rows.ts';
import { callRefusal } from './call-refusals.ts';
import { comesAgain, dialsBack, hasPlace, type Caller } from './callback-holds.ts';
import { sendCallLinks } from './call-link-sending.ts';
import { calendarOf, menuEntry } from './call-openings.ts';
import { dispatch } from './call-queue.ts';
import { whoIs } from './call-people.ts';
import { needOwnService, needService, wayTo } from './service-in-use.ts';
import { phone } from '../db/sealed-phones.ts';

type NewLeg = Partial<CallLeg> & Pick<CallLeg, 'kind' | 'state'>;

interface NewCall {
  kind: number;
  phase: number;
  caller: string;
  callee: string;
  status?: number;
  groupId?: number | null;
  menuId?: number | null;
  menuAt?: string;
  linkId?: number | null;
  seatId?: number | null;
  personId?: number | null;
  customerId?: number | null;
  warningId?: number | null;
  jobCaseId?: number | null;
  priority?: number;
  trunk?: string;
  dueAt?: number | null;
  disposition?: string | null;
  recorded?: boolean;
}

/** Adds a call; its legs follow. Gives its id and what the wire calls it. */
export async function addCall(
  { tx, deps, emit }: Pick<Work, 'tx' | 'deps' | 'emit'>,
  call: NewCall,
): Promise<{ id: number; jobId: string }> {
  const now = isoOf(deps.now());
  const ended = call.phase === callPhases.ended;
  const row = await tx.row<{ id: number; jobId: string }>(sql`
    insert into calls (tenant_id, kind, status, phase, caller, callee, group_id, menu_id, menu_at, link_id, seat_id, person_id, customer_id,
      warning_id, job_case_id, priority, trunk, due_at, disposition, recorded, began_at, queued_at, established_at, ended_at, ended_by)
    values (${tx.tenantId}, ${call.kind}, ${ended ? callStatus.hungUp : (call.status ?? callStatus.initialised)}, ${call.phase},
      ${phone(call.caller)}, ${phone(call.callee)}, ${call.groupId ?? null}, ${call.menuId ?? null}, ${call.menuAt ?? ''},
      ${call.linkId ?? null}, ${call.seatId ?? null}, ${call.personId ?? null},
      ${call.customerId ?? null}, ${call.warningId ?? null}, ${call.jobCaseId ?? null}, ${call.priority ?? priorities.ordinary},
      ${call.trunk ?? ''}, ${instant(call.dueAt ?? null)}, ${call.disposition ?? null}, ${call.recorded ?? true}, ${now},
      ${call.phase === callPhases.queued ? now : null}, ${call.status === callStatus.established ? now : null}, ${ended ? now : null},
      ${ended ? 3 : null})
    returning id, job_id as "jobId"`);
  if (beginsInQueue(call) && call.groupId) await beginWait(tx, row!.id, call.groupId, deps.now());
  await emit('call.changed', { callId: row!.id });
  return row!;
}

const withLeg = ({ tx, deps }: Work, callId: number, leg: NewLeg, mediaId?: string) =>
  addLeg(tx, callId, { ...plainLeg, ...leg }, deps.now(), mediaId);

export interface Dialled {
  /** An extension or a number, as it was typed. */
  callee: string;
  personId?: number | null;
  warningId?: number | null;
  jobCaseId?: number | null;
}

/** The seat's own row: locked, on duty, and free. Throws in CCC's shape. */
async function freeSeat(work: Work, seatId: number, others: readonly number[] = []) {
  const presences = await lockPresences(work.tx, [seatId, ...others]);
  const own = presences.find((one) => one.seatId === seatId);
  if (!own) throw callRefusal({ code: 'Callee.NotFound', refusal: '坐席不存在', status: 404 });
  const why = mayDial(own);
  if (why) throw callRefusal(why);
  return { own, presences };
}

/** A seat's part in a call of its own begins. */
const takes = (work: Work, own: Presence, state: number, callId: number) =>
  savePresence(work, { ...own, state, breakCode: '', callId, dueAt: null }, own, work.deps.now(), { callId, groupId: null });

/** A seat dials a colleague's extension or a number. Gives the call. Throws in CCC's shape. */
export async function dial(work: Work, seatId: number, { callee, ...about }: Dialled): Promise<{ id: number; jobId: string }> {
  const { tx, deps } = work;
  const typed = callee.trim();
  const service = await needOwnService(tx);
  const times = await timesOf(tx, null);
  const colleague = await tx.row<{ id: number; name: string; extension: string }>(sql`
    select s.id, u.name, s.extension from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.tenant_id = ${tx.tenantId} and s.extension = ${typed} and s.enabled`);
  const mine = await tx.row<{ extension: string }>(
    sql`select extension from call_seats where tenant_id = ${tx.tenantId} and id = ${seatId}`,
  );
  const { own, presences } = await freeSeat(work, seatId, colleague ? [colleague.id] : []);
  const dueAt = deps.now() + times.ringSeconds * 1000;
  const caller = mine?.extension ?? '';
  if (colleague) {
    if (colleague.id === seatId) throw callRefusal({ code: 'Callee.Invalid', refusal: '不能呼叫自己', status: 422 });
    const theirs = presences.find((one) => one.seatId === colleague.id);
    if (theirs?.state !== seatStates.ready)
      throw callRefusal({ code: 'Callee.Busy', refusal: `${colleague.name}不在空闲状态，请稍后再拨`, status: 409 });
    const call = await addCall(work, {
      kind: callKinds.internal,
      phase: callPhases.dialing,
      caller,
      callee: typed,
      seatId,
      dueAt,
      ...about,
    });
    await withLeg(work, call.id, { kind: legKinds.seat, state: legStates.connected, seatId });
    await withLeg(work, call.id, { kind: legKinds.seat, state: legStates.rings, seatId: colleague.id });
    await takes(work, own, seatStates.dialing, call.id);
    await takes(work, theirs, seatStates.ringing, call.id);
    await addCallEvents(work, call.id, [{ what: 'dialled', seatId, detail: typed }]);
    return call;
  }
  const number = phoneOf(typed, 'dialled');
  if (!number) throw callRefusal({ code: 'Callee.Invalid', refusal: '号码格式不正确，请输入分机号、手机号或固定电话', status: 422 });
  const by = wayTo(service, number);
  const who = await whoIs(tx, number);
  const call = await addCall(work, {
    kind: callKinds.outbound,
    phase: callPhases.dialing,
    caller,
    callee: number,
    seatId,
    // The holder of a link needs a moment to find it.
    dueAt: by === 'page' ? dueAt + 60_000 : dueAt,
    personId: about.personId ?? who.personId,
    customerId: who.customerId,
    warningId: about.warningId ?? null,
    jobCaseId: about.jobCaseId ?? null,
    priority: who.priority,
    recorded: service.recorded,
  });
  await withLeg(work, call.id, { kind: legKinds.seat, state: legStates.connected, seatId });
  const kind = by === 'phone' ? legKinds.phone : legKinds.page;
  await withLeg(work, call.id, { kind, state: legStates.waits, address: number, name: who.name });
  await takes(work, own, seatStates.dialing, call.id);
  await addCallEvents(work, call.id, [{ what: 'dialled', seatId, detail: '' }]);
  // A case of a job is another wish.
  if (!about.jobCaseId) await dialsBack(work, call.id, number);
  if (by === 'page') await sendCallLinks(work, call.id);
  return call;
}

/** A seat hears itself. */
export async function echo(work: Work, seatId: number): Promise<{ id: number; jobId: string }> {
  const { own } = await freeSeat(work, seatId);
  const now = work.deps.now();
  const call = await addCall(work, {
    kind: callKinds.echo,
    phase: callPhases.talking,
    status: callStatus.established,
    caller: 'echo',
    callee: 'echo',
    seatId,
    recorded: false,
  });
  await withLeg(work, call.id, { kind: legKinds.seat, state: legStates.connected, seatId });
  await savePresence(work, { ...own, state: seatStates.outbound, breakCode: '', callId: call.id, dueAt: null }, own, now);
  return call;
}

export interface Arrival {
  /** The caller's number; '' for a page that does not say. */
  from: string;
  /** The number of ours, or the name of the link. */
  to: string;
  leg: { kind: number; pageId?: string; formerPages?: readonly string[]; name?: string; mediaId?: string };
  menuId: number | null;
  groupId: number | null;
  personId?: number | null;
  /** The permanent link that it came by. */
  linkId?: number | null;
}

interface GroupRow {
  id: number;
  mostWaiting: number;
  mostSeconds: number;
  hours: TimeWindow[];
  holidays: boolean;
  recorded: boolean;
  enabled: boolean;
  waiting: number;
}
export const groupOf = (tx: Tx, id: number) =>
  tx.row<GroupRow>(sql`
    select g.id, g.most_waiting as "mostWaiting", g.most_seconds as "mostSeconds", g.hours, g.holidays, g.recorded, g.enabled,
      (select count(*)::integer from calls c where c.tenant_id = g.tenant_id and c.group_id = g.id and c.phase = 3) as waiting
    from call_groups g where g.tenant_id = ${tx.tenantId} and g.id = ${id}`);

/** Why a group takes no call of this caller now, as a disposition; null when it does. It is not full for who kept a place. */
export async function closedGroup(tx: Tx, group: GroupRow, now: number, caller: Caller): Promise<string | null> {
  if (!group.enabled || !isOpen(group, await calendarOf(tx, now), now)) return 'QueuingFailed';
  return group.waiting < group.mostWaiting || (await hasPlace(tx, caller, group.id)) ? null : 'QueuingOverflow';
}

/**
 * A caller comes in: refused when the number is blocked, led through the menu, or into the queue of the group. Gives the call and its
 * leg; the leg is null when the caller is refused, which is written down.
 */
export async function arrive(
  work: Work,
  { from, to, leg, menuId, groupId, personId, linkId = null }: Arrival,
): Promise<{ id: number; legId: number | null }> {
  const { tx, deps } = work;
  const now = deps.now();
  const [service, who] = [await needService(tx), await whoIs(tx, from, personId ?? null)];
  const about = {
    kind: callKinds.inbound,
    caller: from,
    callee: to,
    trunk: to,
    linkId,
    personId: personId ?? who.personId,
    customerId: who.customerId,
    priority: who.priority,
  };
  const refuse = async (disposition: string) => {
    const { id } = await addCall(work, { ...about, groupId, phase: callPhases.ended, disposition });
    await addCallEvents(work, id, [{ what: 'refused-caller', seatId: null, detail: disposition }]);
    return { id, legId: null };
  };
  if (who.blocked) return refuse('Blocked');
  const group = groupId === null ? undefined : await groupOf(tx, groupId);
  if (menuId === null && !group) return refuse('QueuingFailed');
  const entry = menuId === null ? null : await menuEntry(tx, menuId, now);
  const by: Caller = { number: from, linkId, formerPages: leg.formerPages };
  const closed = group ? await closedGroup(tx, group, now, by) : entry ? null : 'QueuingFailed';
  if (closed) return refuse(closed);
  const recorded = service.recorded && (group?.recorded ?? true);
  const { id } = await addCall(work, {
    ...about,
    recorded,
    groupId,
    menuId,
    ...(group ? { phase: callPhases.queued, dueAt: now + group.mostSeconds * 1000 } : { phase: callPhases.menu, ...entry }),
  });
  const { kind, name = '', mediaId, pageId } = leg;
  const legId = await withLeg(work, id, { kind, state: legStates.connected, address: from, name: name || who.name }, mediaId);
  if (pageId)
    await tx.run(sql`
    update call_legs set page_id = ${pageId}::uuid, seen_at = ${isoOf(now)} where tenant_id = ${tx.tenantId} and id = ${legId}`);
  await addCallEvents(work, id, [{ what: group ? 'queued' : 'menu', seatId: null, detail: to }]);
  await comesAgain(work, { ...by, callId: id });
  if (group) await dispatch(work);
  return { id, legId };
}
