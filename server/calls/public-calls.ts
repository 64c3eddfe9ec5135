/** Calls of pages without an account: what a link opens, and the call of one page (docs/decisions/106). */
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { sql } from 'kysely';
import { publicCalls as routes } from '#contract/calls/call-links.ts';
import { hoursText, isOpen } from '#contract/calls/call-queues.rules.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callPhases, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { isoOf, MINUTE } from '#contract/time.ts';
import type { Actor, Dependencies, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, Refusal } from '../errors.ts';
import { workIn } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { rateLimiter } from '../http/rate-limits.ts';
import { tenantName } from '../messages/notices.ts';
import { arrive, calendarOf, serviceOf } from './call-begin.ts';
import { happen } from './call-commands.ts';
import { hashOf } from './call-link-sending.ts';
import { menuOf, press } from './call-menu-walk.ts';
import { unseenSince } from './seats.ts';
import { iceServers } from './workbench-views.ts';

/** Who acts by the page of a link. */
const CALLER: Actor = { userId: null, name: '来电人' };
/** Calls of one permanent link at once, besides what its group takes. */
const MOST_CALLS = 20;

interface LinkRow {
  id: number;
  name: string;
  callId: number | null;
  legId: number | null;
  groupId: number | null;
  menuId: number | null;
  personId: number | null;
}

const gone = () => new Refusal(403, '通话链接无效或已失效');
/** By link: requests from many addresses count as those of one caller. */
const limits = new WeakMap<Dependencies, ReturnType<typeof rateLimiter>>();
const limitOf = (deps: Dependencies) => limits.getOrInsertComputed(deps, () => rateLimiter(deps.now));

/** Runs `run` in the institution of the link. Throws 403 when the link is wrong, over or stopped. */
function withLink<T>(deps: Dependencies, token: string, run: (work: Work, link: LinkRow) => Promise<T>): Promise<T> {
  return deps.inTenant(Number(token.slice(0, token.indexOf('.'))), async (tx) => {
    const link = await tx.row<LinkRow>(sql`
      select l.id, l.name, l.call_id as "callId", l.leg_id as "legId", l.group_id as "groupId", l.menu_id as "menuId",
        l.person_id as "personId"
      from call_links l join tenants t on t.id = l.tenant_id and t.deleted_at is null
      where l.tenant_id = ${tx.tenantId} and l.token_hash = ${hashOf(token)} and l.enabled
        and (l.expires_at is null or l.expires_at > ${isoOf(deps.now())}::timestamptz)`);
    if (!link) throw gone();
    return run(workIn(tx, deps, CALLER), link);
  });
}

interface PageLeg {
  id: number;
  callId: number;
  state: number;
  phase: number;
  held: boolean;
  answer: string | null;
  disposition: string | null;
  groupId: number | null;
  menuId: number | null;
  seconds: number;
  ended: boolean;
}

/** The leg of the page of a link; null when it has none. Of a permanent link only the page that began it. */
const legOfPage = async (tx: Tx, link: LinkRow, pageId: string): Promise<PageLeg | null> =>
  (await tx.row<PageLeg>(sql`
    select l.id, l.call_id as "callId", l.state, c.phase, l.held, l.answer, c.disposition, c.group_id as "groupId", c.menu_id as "menuId",
      coalesce(extract(epoch from coalesce(c.ended_at, now()) - c.established_at), 0)::integer as seconds,
        c.status = 2 or l.state = 4 as ended
    from call_legs l join calls c on c.tenant_id = l.tenant_id and c.id = l.call_id
    where l.tenant_id = ${tx.tenantId} and l.page_id = ${pageId}::uuid and l.kind = ${legKinds.page}
      and (l.id = ${link.legId}::bigint or ${link.callId}::bigint is null and c.callee = ${link.name})
    order by l.id desc limit 1`)) ?? null;

async function needLeg(tx: Tx, link: LinkRow, pageId: string): Promise<PageLeg> {
  const leg = await legOfPage(tx, link, pageId);
  if (!leg) throw new Refusal(404, '通话不存在');
  return leg;
}

/** Where callers stand in the queue, from 1; null where the group does not tell it. */
async function positionOf(tx: Tx, { phase, groupId, callId }: PageLeg): Promise<number | null> {
  if (phase !== callPhases.queued || groupId === null) return null;
  const row = await tx.row<{ told: boolean; position: number }>(sql`
    select g.position_told as told, (select count(*)::integer from calls o where o.tenant_id = c.tenant_id and o.group_id = c.group_id
      and o.phase = 3 and (o.priority, o.queued_at, o.id) <= (c.priority, c.queued_at, c.id)) as position
    from calls c join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id where c.tenant_id = ${tx.tenantId}
      and c.id = ${callId}`);
  return row?.told ? row.position : null;
}

const ENDED: Record<string, string> = {
  Success: '通话已结束',
  Blocked: '暂时无法接通',
  QueuingFailed: '现在不在服务时间',
  QueuingOverflow: '排队人数已满，请稍后再拨',
  QueuingTimeout: '坐席都在忙，请稍后再拨',
  Voicemail: '已登记，我们会尽快回电',
  IVRException: '通话中断，请重新呼叫',
};

/** Whether the group or the menu of a link is open, and when it is. */
async function openingOf(tx: Tx, { groupId, menuId }: LinkRow, now: number): Promise<{ open: boolean; closedText: string }> {
  const row = await tx.row<{ hours: TimeWindow[]; holidays: boolean; text: string }>(
    groupId === null
      ? sql`select hours, holidays, closed_text as text from call_menus where tenant_id = ${tx.tenantId} and id = ${menuId} and enabled`
      : sql`select hours, holidays, '' as text from call_groups where tenant_id = ${tx.tenantId} and id = ${groupId} and enabled`,
  );
  if (!row) return { open: false, closedText: '该线路已停用' };
  const open = isOpen(row, await calendarOf(tx, now), now);
  return { open, closedText: open ? '' : row.text || `服务时间：${hoursText(row.hours) || '节假日除外'}` };
}

/** The sound of the page, which the process of the calls answers. */
async function offerLeg({ tx, deps, emit }: Work, legId: number, pageId: string, offer: string): Promise<void> {
  await tx.run(sql`
    update call_legs set page_id = ${pageId}::uuid, offer = ${offer}, answer = null, media_id = gen_random_uuid(),
      seen_at = ${isoOf(deps.now())}
    where tenant_id = ${tx.tenantId} and id = ${legId} and state < 4`);
  await emit('call-leg.changed', { legId });
}

/** The page of a link of one call answers it; another page that opens the same link is told so. */
async function answerLink(work: Work, link: LinkRow, pageId: string, offer: string): Promise<void> {
  const { tx, deps } = work;
  const won = await tx.run(sql`
    update call_links set used_at = coalesce(used_at, ${isoOf(deps.now())}), uses = uses + 1 where tenant_id = ${tx.tenantId}
      and id = ${link.id}
      and exists (select from call_legs l where l.tenant_id = call_links.tenant_id and l.id = call_links.leg_id and l.state < 4
        and (l.page_id is null or l.page_id = ${pageId}::uuid))`);
  if (won === 0) throw conflict('通话已结束，或已在另一个页面接听');
  await offerLeg(work, link.legId as number, pageId, offer);
  await happen(work, link.callId as number, { what: 'leg.connected', legId: link.legId as number });
}

export const publicCalls: Handlers<typeof routes> = {
  look: ({ token }, { deps }) =>
    withLink(deps, token, async ({ tx }, link) => {
      const [service, now] = [await serviceOf(tx), deps.now()];
      const permanent = link.callId === null;
      const live = permanent
        ? undefined
        : await tx.row<{ live: boolean }>(
            sql`select state < 4 as live from call_legs where tenant_id = ${tx.tenantId} and id = ${link.legId}`,
          );
      if (!permanent && !live?.live) throw new Refusal(403, '通话已结束');
      const name = await tenantName(tx);
      return {
        tenantName: name,
        title: permanent ? link.name : `${name}来电`,
        permanent,
        recorded: (service?.recorded && service.consentAnnounced) ?? false,
        ...(permanent ? await openingOf(tx, link, now) : { open: true, closedText: '' }),
        iceServers: iceServers(now, `link-${link.id}`),
      };
    }),

  join: ({ token, pageId, offer, name, phone }, { deps }) => {
    limitOf(deps)(token, 'open');
    return withLink(deps, token, async (work, link) => {
      const { tx } = work;
      const known = await legOfPage(tx, link, pageId);
      if (known?.ended) throw conflict('通话已结束');
      if (link.callId !== null) await answerLink(work, link, pageId, offer);
      else if (known) await offerLeg(work, known.id, pageId, offer);
      else {
        const calls = await tx.row<{ live: number }>(sql`
          select count(*)::integer as live from calls where tenant_id = ${tx.tenantId} and status < 2 and callee = ${link.name}`);
        if ((calls?.live ?? 0) >= MOST_CALLS) throw new Refusal(429, '线路繁忙，请稍后再拨', null, { 'retry-after': '30' });
        const { legId } = await arrive(work, {
          from: phone ?? '',
          to: link.name,
          leg: { kind: legKinds.page, pageId, name },
          groupId: link.groupId,
          menuId: link.menuId,
          personId: link.personId,
        });
        await tx.run(
          sql`update call_links set uses = uses + 1, used_at = ${isoOf(deps.now())} where tenant_id = ${tx.tenantId} and id = ${link.id}`,
        );
        if (legId === null) {
          // Written down, and told by a refusal only now: what refuses would take the record away.
          return true;
        }
        await offerLeg(work, legId, pageId, offer);
      }
      return true;
    });
  },

  answer: ({ token, pageId }, { deps }) =>
    withLink(deps, token, async (work, link) => {
      const { tx } = work;
      const leg = await legOfPage(tx, link, pageId);
      if (!leg) {
        const why = link.callId === null ? await openingOf(tx, link, deps.now()) : { open: true, closedText: '' };
        const ended = why.open ? '暂时无法接通，请稍后再拨' : why.closedText;
        return {
          answer: null,
          phase: callPhases.ended,
          state: legStates.ended,
          held: false,
          position: null,
          greeting: '',
          keys: [],
          ended,
          seconds: 0,
        };
      }
      tx.later(sql`update call_legs set seen_at = ${isoOf(deps.now())} where tenant_id = ${tx.tenantId} and id = ${leg.id} and state < 4`);
      const menu = leg.phase === callPhases.menu ? await menuOf(tx, leg.callId) : null;
      const said = leg.disposition ?? '';
      return {
        answer: leg.ended ? null : leg.answer,
        phase: leg.ended ? callPhases.ended : leg.phase,
        state: leg.state,
        held: leg.held,
        position: await positionOf(tx, leg),
        greeting: menu?.node.greeting ?? '',
        keys: menu?.node.keys.map(({ key, name }) => ({ key, name })) ?? [],
        ended: leg.ended ? (ENDED[said] ?? dispositionLabels[said] ?? '通话已结束') : null,
        seconds: leg.seconds,
      };
    }),

  keys: ({ token, pageId, keys }, { deps }) =>
    withLink(deps, token, async (work, link) => {
      const leg = await needLeg(work.tx, link, pageId);
      for (const key of keys) await press(work, leg.callId, key);
      return true;
    }),

  rate: ({ token, pageId, stars }, { deps }) =>
    withLink(deps, token, async (work, link) => {
      const { tx } = work;
      const leg = await needLeg(tx, link, pageId);
      const rated = await tx.run(sql`
        update calls set satisfaction = ${stars}, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${leg.callId}
          and satisfaction is null
          and status = 2 and established_at is not null and ended_at > ${isoOf(deps.now() - 10 * MINUTE)}::timestamptz`);
      if (rated === 0) throw conflict('已评价过，或评价时间已过');
      return true;
    }),

  end: ({ token, pageId }, { deps }) =>
    withLink(deps, token, async (work, link) => {
      if (pageId !== null) {
        const { callId, id } = await needLeg(work.tx, link, pageId);
        await happen(work, callId, { what: 'leg.gone', legId: id, reason: 'Released' });
      } else if (link.callId !== null && link.legId !== null) {
        const mine = await work.tx.row<{ waits: boolean }>(
          sql`select page_id is null as waits from call_legs where tenant_id = ${work.tx.tenantId} and id = ${link.legId}`,
        );
        if (mine?.waits) await happen(work, link.callId, { what: 'leg.gone', legId: link.legId, reason: 'Reject' });
      }
      return true;
    }),
};

/** Pages of links that are not heard of any more have hung up. */
export async function sweepPages(work: Work): Promise<void> {
  const { tx, deps } = work;
  const lost = await tx.rows<{ id: number; callId: number }>(sql`
    select id, call_id as "callId" from call_legs where tenant_id = ${tx.tenantId} and kind = ${legKinds.page} and state < 4
      and seen_at < ${isoOf(unseenSince(deps.now()))}::timestamptz order by call_id, id`);
  for (const { id, callId } of lost) await happen(work, callId, { what: 'leg.gone', legId: id, reason: 'Released' });
}
