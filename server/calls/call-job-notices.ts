/** Jobs that play a notice: the product dials a telephone without a seat and leads who answers through the menu of the job (docs/decisions/111). */
import { sql } from 'kysely';
import { dialWays, jobStates } from '#contract/calls/call-jobs.rules.ts';
import { isOpen } from '#contract/calls/call-queues.rules.ts';
import { callProviders } from '#contract/calls/call-services.ts';
import { plainLeg } from '#contract/calls/call-state.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callKinds, callPhases } from '#contract/calls/seat-states.rules.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { SECOND } from '#contract/time.ts';
import type { Dependencies, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { workIn } from '../events.ts';
import { addCall } from './call-begin.ts';
import { serviceOf, type Service } from './service-in-use.ts';
import { calendarOf } from './call-openings.ts';
import { SYSTEM } from './call-clock.ts';
import { giveUp, openJobs, takeCase } from './call-job-queue.ts';
import { whoIs } from './call-people.ts';
import { addCallEvents, addLeg, timesOf } from './call-rows.ts';

export const NO_LINE = '未开通电话线路，语音通知不能拨打，请先在“呼叫服务”启用SIP中继';

interface NoticeMenu {
  id: number;
  enabled: boolean;
  hours: TimeWindow[];
  holidays: boolean;
}
const menuOf = (tx: Tx, jobId: number) =>
  tx.row<NoticeMenu>(sql`
    select m.id, m.enabled, m.hours, m.holidays from call_jobs j join call_menus m on m.tenant_id = j.tenant_id and m.id = j.menu_id
    where j.tenant_id = ${tx.tenantId} and j.id = ${jobId}`);

/** Throws 422 with what is missing for a job to play its notice. */
export async function needNotice(tx: Tx, jobId: number): Promise<void> {
  const menu = await menuOf(tx, jobId);
  if (!menu?.enabled) throw refused('语音通知的语音菜单已停用，请先启用或更换');
  if ((await serviceOf(tx))?.provider !== callProviders.sip) throw refused(NO_LINE);
}

/** Dials the next case of a job that has a free line, in one transaction. Gives whether it did. */
async function playNext(work: Work, service: Service, jobId: number): Promise<boolean> {
  const { tx, deps } = work;
  // The job's row is locked, so that two processes do not both count its lines as free.
  const job = await tx.row<{ lines: number; live: number }>(sql`
    select lines, (select count(*)::integer from calls c join call_job_cases k on k.tenant_id = c.tenant_id and k.id = c.job_case_id
      where c.tenant_id = j.tenant_id and k.job_id = j.id and c.status < 2) as live
    from call_jobs j where tenant_id = ${tx.tenantId} and id = ${jobId} and state = ${jobStates.running} for no key update skip locked`);
  if (!job || job.live >= job.lines) return false;
  const menu = await menuOf(tx, jobId);
  if (!menu?.enabled || !isOpen(menu, await calendarOf(tx, deps.now()), deps.now())) return false;
  const one = await takeCase(work, [jobId], null);
  if (!one) return false;
  const number = phoneOf(one.mobile, 'dialled');
  if (!number) {
    await giveUp(work, one, '号码格式不正确，不能拨打');
    return true;
  }
  const who = await whoIs(tx, number);
  const own = service.numbers[0]?.number ?? '';
  const { ringSeconds } = await timesOf(tx, null);
  const { id } = await addCall(work, {
    kind: callKinds.job,
    phase: callPhases.dialing,
    caller: own,
    callee: number,
    trunk: own,
    menuId: menu.id,
    personId: one.personId ?? who.personId,
    customerId: who.customerId,
    jobCaseId: one.id,
    priority: who.priority,
    recorded: service.recorded,
    dueAt: deps.now() + ringSeconds * SECOND,
  });
  await addLeg(tx, id, { ...plainLeg, kind: legKinds.phone, state: legStates.waits, address: number, name: who.name }, deps.now());
  await addCallEvents(work, id, [{ what: 'dialled', seatId: null, detail: '' }]);
  return true;
}

/** Plays notices of a tenant on all lines that are free; gives how many calls began. */
export async function playNotices(deps: Dependencies, tenantId: number): Promise<number> {
  const within = <T>(run: (work: Work) => Promise<T>) => deps.inTenant(tenantId, (tx) => run(workIn(tx, deps, SYSTEM)));
  const found = await within(async (work) => {
    const service = await serviceOf(work.tx);
    if (service?.provider !== callProviders.sip) return null;
    return { service, jobs: await openJobs(work, { dialling: [dialWays.notice], groups: null }) };
  });
  if (!found) return 0;
  let begun = 0;
  for (const jobId of found.jobs) while (await within((work) => playNext(work, found.service, jobId))) begun++;
  return begun;
}
