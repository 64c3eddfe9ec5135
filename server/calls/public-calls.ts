/** Calls of pages without an account: what a link opens, and the call of one page (docs/decisions/106). */
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { sql } from 'kysely';
import { publicCalls as routes } from '#contract/calls/call-links.ts';
import { CLOSED } from '#contract/calls/call-menus.rules.ts';
import { callProviders } from '#contract/calls/call-services.ts';
import { hoursText, isOpen } from '#contract/calls/call-queues.rules.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callPhases, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { CALLBACK_KEY } from '#contract/calls/spoken.rules.ts';
import { isoOf, MINUTE } from '#contract/time.ts';
import type { Actor, Dependencies, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, Refusal } from '../errors.ts';
import { workIn } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { rateLimiter } from '../http/rate-limits.ts';
import { tenantName } from '../messages/notices.ts';
import { arrive } from './call-begin.ts';
import { serviceOf } from './service-in-use.ts';
import { happen } from './call-commands.ts';
import { hashOf } from './call-link-sending.ts';
import { menuOf, press } from './call-menu-walk.ts';
import { calendarOf } from './call-openings.ts';
import { queueOf } from './call-queue.ts';
import { unseenSince } from './seats.ts';
import { iceServers } from './workbench-views.ts';

/** Who acts by the page of a link. */
const CALLER: Actor = { userId: null, name: '来电人' };
interface LinkRow {
  id: number;
  name: string;
  callId: number | null;
  legId: number | null;
  groupId: number | null;
  menuId: number | null;
  personId: number | null;
  /** Calls of it at once, besides what its group takes. */
  mostCalls: number;
  welcome: string;
}

const gone = () => new Refusal(403, '通话链接无效或已失效');
/** Aliyun carries the calls of the institution: its seats do not hear who calls by a link. */
const elsewhere = () => new Refusal(403, '该机构已不使用通话链接，请拨打机构的电话');
/** By link: requests from many addresses count as those of one caller. */
const limits = new WeakMap<Dependencies, ReturnType<typeof rateLimiter>>();
const limitOf = (deps: Dependencies) => limits.getOrInsertComputed(deps, () => rateLimiter(deps.now));

/** Runs `run` in the institution of the link. Throws 403 when the link is wrong, over or stopped. */
function withLink<T>(deps: Dependencies, token: string, run: (work: Work, link: LinkRow) => Promise<T>): Promise<T> {
  return deps.inTenant(Number(token.slice(0, token.indexOf('.'))), async (tx) => {
    const link = await tx.row<LinkRow>(sql`
      select l.id, l.name, l.call_id as "callId", l.leg_id as "legId", l.group_id as "groupId", l.menu_id as "menuId",
        l.person_id as "personId", l.most_calls as "mostCalls", l.welcome
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
  callback: number;
  groupId: number | null;
  menuId: number | null;
  seconds: number;
  ended: boolean;
}

/** The leg of the page of a link; null when it has none. Of a permanent link only the page that began it. */
const legOfPage = async (tx: Tx, link: LinkRow, pageId: string): Promise<PageLeg | null> =>
  (await tx.row<PageLeg>(sql`
    select l.id, l.call_id as "callId", l.state, c.phase, l.held, l.answer, c.disposition, c.callback, c.group_id as "groupId", c.menu_id as "menuId",
      coalesce(extract(epoch from coalesce(c.ended_at, now()) - c.established_at), 0)::integer as seconds,
        c.status = 2 or l.state = 4 as ended
    from call_legs l join calls c on c.tenant_id = l.tenant_id and c.id = l.call_id
    where l.tenant_id = ${tx.tenantId} and l.page_id = ${pageId}::uuid and l.kind = ${legKinds.page}
      and (l.id = ${link.legId}::bigint or ${link.callId}::bigint is null and c.link_id = ${link.id})
    order by l.id desc limit 1`)) ?? null;

async function needLeg(tx: Tx, link: LinkRow, pageId: string): Promise<PageLeg> {
  const leg = await legOfPage(tx, link, pageId);
  if (!leg) throw new Refusal(404, '通话不存在');
  return leg;
}

const OFFERED = [{ key: CALLBACK_KEY, name: '请我们回电' }];

const ENDED: Record<string, string> = {
  Success: '通话已结束',
  Blocked: '暂时无法接通',
  QueuingFailed: '现在不在服务时间',
  QueuingOverflow: '排队人数已满，请稍后再拨',
  QueuingTimeout: '坐席都在忙，请稍后再拨',
  Voicemail: '已登记，我们会尽快回电',
  IVRException: '通话中断，请重新呼叫',
};

/** How the call of a page ended, in words for the caller. */
function endText({ disposition, callback }: PageLeg): string {
  const said = disposition ?? '';
  if (said === 'Voicemail' && callback === 0) return '没有留下电话，无法回电，请填写电话后重新呼叫';
  return ENDED[said] ?? dispositionLabels[said] ?? '通话已结束';
}

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
      if (service?.provider === callProviders.aliyun) throw elsewhere();
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
        welcome: permanent ? link.welcome : '',
        title: permanent ? link.name : `${name}来电`,
        permanent,
        recorded: (service?.recorded && service.consentAnnounced) ?? false,
        ...(permanent ? await openingOf(tx, link, now) : { open: true, closedText: '' }),
        iceServers: iceServers(now, `link-${link.id}`),
      };
    }),

  join: ({ token, pageId, formerPages, offer, name, phone }, { deps }) => {
    limitOf(deps)(token, 'open');
    return withLink(deps, token, async (work, link) => {
      const { tx } = work;
      if ((await serviceOf(tx))?.provider === callProviders.aliyun) throw elsewhere();
      const known = await legOfPage(tx, link, pageId);
      if (known?.ended) throw conflict('通话已结束');
      if (link.callId !== null) await answerLink(work, link, pageId, offer);
      else if (known) await offerLeg(work, known.id, pageId, offer);
      else {
        const calls = await tx.row<{ live: number }>(sql`
          select count(*)::integer as live from calls where tenant_id = ${tx.tenantId} and status < 2 and link_id = ${link.id}`);
        if ((calls?.live ?? 0) >= link.mostCalls) throw new Refusal(429, '线路繁忙，请稍后再拨', null, { 'retry-after': '30' });
        const { legId } = await arrive(work, {
          from: phone ?? '',
          to: link.name,
          leg: { kind: legKinds.page, pageId, formerPages, name },
          groupId: link.groupId,
          menuId: link.menuId,
          personId: link.personId,
          linkId: link.id,
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
      const closed = menu?.place === CLOSED;
      const queue = leg.phase === callPhases.queued ? await queueOf(tx, leg.callId) : null;
      return {
        answer: leg.ended ? null : leg.answer,
        phase: leg.ended ? callPhases.ended : leg.phase,
        state: leg.state,
        held: leg.held,
        position: queue?.position ?? null,
        greeting: (closed ? menu?.closedText : menu?.node.greeting) ?? '',
        keys: closed ? [] : (menu?.node.keys.map(({ key, name }) => ({ key, name })) ?? (queue?.offered ? OFFERED : [])),
        ended: leg.ended ? endText(leg) : null,
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
