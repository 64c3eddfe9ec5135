/** Actions of CCC on calls. */
import { sql } from 'kysely';
import type { SeatCommand, Target } from '#contract/calls/call-commands.rules.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import { workbench } from '#contract/calls/workbench.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import type { Context } from '../context.ts';
import { appendLog } from '../http/operation-log.ts';
import { invalid, notFound } from '../errors.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { dial, echo, groupOf } from './call-begin.ts';
import { needService, wayTo } from './service-in-use.ts';
import { callOfSeat, command } from './call-commands.ts';
import { callRefusal } from './call-refusals.ts';
import { contextsOf } from './ccc-contexts.ts';
import type { Act, Acts, Parameters } from './invoke.ts';
import { seatNamed, type SeatRow } from './seats.ts';

/** Gives a command to the call that the seat is in. */
async function give(context: Context, seat: SeatRow, given: Parameters, what: SeatCommand): Promise<unknown> {
  const jobId = given.text('JobId') || null;
  const callId = await callOfSeat(context, seat.id, jobId);
  await command(context, callId, seat.id, what);
  return contextsOf(context.tx, seat, callId);
}
const giving =
  (action: Exclude<SeatCommand, { to: Target } | { target: number } | { digits: string } | { legId: number }>['action']): Act =>
  (context, seat, given) =>
    give(context, seat, given, { action });

/** To whom: a group by its id, a seat by its extension or user, else a number. */
async function targetOf({ tx }: Context, named: string, type = '', group = ''): Promise<Target> {
  const groupId = group || (type.includes('group') ? named : '');
  if (groupId !== '') {
    if (!/^[1-9]\d{0,14}$/.test(groupId)) throw invalid('参数SkillGroupId应为数字');
    const found = await groupOf(tx, Number(groupId));
    if (!found?.enabled) throw notFound('技能组');
    return { kind: 'group', groupId: found.id, name: groupId, queueSeconds: found.mostSeconds };
  }
  const isSeat = type.includes('agent') || named.includes('@');
  if (isSeat || /^[1-9]\d{2,5}$/.test(named)) {
    const seat = await seatNamed(tx, named).catch((error: unknown) => {
      if (isSeat) throw error;
      return null;
    });
    if (seat) return { kind: 'seat', seatId: seat.id, address: seat.extension, name: seat.name };
  }
  const number = phoneOf(named, 'dialled');
  if (!number) throw callRefusal({ code: 'Callee.Invalid', refusal: '号码格式不正确，请输入分机号、手机号或固定电话', status: 422 });
  return { kind: 'number', number, name: '', by: wayTo(await needService(tx), number) };
}

/** To whom the parameters of a transfer lead. */
function transferee(context: Context, given: Parameters): Promise<Target> {
  const group = given.text('SkillGroupId').split('@')[0] ?? '';
  const type = given.text('TransfereeType').toLowerCase();
  return targetOf(context, group ? '' : given.need('Transferee'), type, group);
}

/** A supervisor stands behind another's call: told in the operation log by name, and in the history of the call. */
const supervising =
  (action: 'monitor' | 'coach' | 'barge' | 'intercept', key: string, title: string): Act =>
  async (context, seat, given) => {
    const { tx, session, request } = context;
    const target = await seatNamed(tx, given.need(key));
    const its = await tx.row<{ id: number | null }>(
      sql`select call_id as id from call_presences where tenant_id = ${tx.tenantId} and seat_id = ${target.id}`,
    );
    if (!its?.id) throw callRefusal({ code: 'Callee.StateError', refusal: '该坐席当前没有在通话', status: 409 });
    await command(context, its.id, seat.id, { action, target: target.id });
    await appendLog(tx, {
      title,
      user_id: session.userId,
      username: session.username,
      address: request.address,
      user_agent: request.userAgent,
      method: workbench.invoke.method,
      uri: workbench.invoke.path,
      parameters: `callId=${its.id}&seatId=${target.id}`,
      request_id: request.id,
    });
    return contextsOf(tx, seat, its.id);
  };

/** What the page knows about whom it calls, in `Tags` or beside it. */
export function aboutOf(given: Parameters) {
  const tags = given.json('Tags');
  const said = (typeof tags === 'object' && tags !== null && !Array.isArray(tags) ? tags : {}) as Record<string, unknown>;
  const id = (key: string) => {
    const value = Number(said[key] ?? given.number(key.charAt(0).toUpperCase() + key.slice(1)) ?? Number.NaN);
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  return { personId: id('oldmanId'), warningId: id('warningId') };
}

/**
 * What a call is about, as far as the session sees it: a person out of its reach is left out (unless the session sees a warning of that
 * person), a warning without the right to see warnings, too. The number is dialled all the same: staff are given numbers by their work
 * orders. Throws 404 for what the institution does not have.
 */
export async function seenOf(
  { tx, session }: Context,
  { personId, warningId }: ReturnType<typeof aboutOf>,
): Promise<ReturnType<typeof aboutOf>> {
  const seesWarnings = session.permissions.has(warnings.page.access);
  const row = await tx.row<{ person: boolean; warning: boolean; reached: boolean }>(sql`
    with warning as (select person_id from warnings where tenant_id = ${tx.tenantId} and id = ${warningId})
    select ${personId}::bigint is null or exists (select from people where tenant_id = ${tx.tenantId} and id = ${personId}) as person,
      ${warningId}::bigint is null or exists (select from warning) as warning,
      coalesce(${personId}::bigint in ${seenPeople(session)}, false)
        or ${seesWarnings}::boolean and exists (select from warning where person_id = ${personId}) as reached`);
  if (!row?.person) throw notFound('服务对象');
  if (!row.warning) throw notFound('预警');
  return { personId: row.reached ? personId : null, warningId: seesWarnings ? warningId : null };
}

export const actOnCall: Acts = {
  async MakeCall(context, seat, given) {
    const about = await seenOf(context, aboutOf(given));
    const callee = given.need('Callee');
    const { id } = await (callee === 'echo' ? echo(context, seat.id) : dial(context, seat.id, { callee, ...about }));
    return contextsOf(context.tx, seat, id);
  },
  async RedialCall(context, seat, given) {
    const last = await context.tx.row<{ callee: string }>(sql`
      select callee from calls where tenant_id = ${context.tx.tenantId} and seat_id = ${seat.id} and kind in (2, 3)
      order by began_at desc, id desc limit 1`);
    const callee = given.text('Callee') || last?.callee;
    if (!callee) throw callRefusal({ code: 'Callee.NotFound', refusal: '没有可以重拨的号码', status: 404 });
    const { id } = await dial(context, seat.id, { callee });
    return contextsOf(context.tx, seat, id);
  },
  AnswerCall: giving('answer'),
  ReleaseCall: giving('hangup'),
  HoldCall: giving('hold'),
  RetrieveCall: giving('retrieve'),
  MuteCall: giving('mute'),
  UnmuteCall: giving('unmute'),
  SendDtmfSignaling(context, seat, given) {
    const digits = given.need('Dtmf');
    if (!/^[0-9*#A-D]{1,30}$/.test(digits)) throw invalid('按键只能是数字、*、#，最多30个');
    return give(context, seat, given, { action: 'digits', digits });
  },
  BlindTransfer: async (context, seat, given) => give(context, seat, given, { action: 'transfer', to: await transferee(context, given) }),
  InitiateAttendedTransfer: async (context, seat, given) =>
    give(context, seat, given, { action: 'consult', to: await transferee(context, given) }),
  CompleteAttendedTransfer: giving('complete'),
  CancelAttendedTransfer: giving('cancel'),
  SwitchToConference: giving('conference'),
  async StartConference(context, seat, given) {
    const list = given.json('ParticipantListJson');
    if (!Array.isArray(list) || list.length === 0 || list.length > 6) throw invalid('参数ParticipantListJson应为1至6个参与者的列表');
    for (const one of list) {
      const named = typeof one === 'object' && one !== null ? Object.values(one as object)[0] : one;
      const to = await targetOf(context, String(named));
      await give(context, seat, given, { action: 'invite', to });
    }
    return contextsOf(context.tx, seat);
  },
  EndConference: giving('endConference'),
  RemoveParticipant(context, seat, given) {
    const legId = given.number('LegId');
    if (legId === null) throw invalid('缺少参数LegId');
    return give(context, seat, given, { action: 'remove', legId });
  },
  MonitorCall: supervising('monitor', 'MonitoredUserId', '监听通话'),
  CoachCall: supervising('coach', 'CoachedUserId', '耳语辅导'),
  BargeInCall: supervising('barge', 'BargedUserId', '强插通话'),
  InterceptCall: supervising('intercept', 'InterceptedUserId', '强制接管通话'),
  async LaunchSurvey(context, seat, given) {
    const callId = await callOfSeat(context, seat.id, given.text('JobId') || null);
    // The call of another seat is none of this one's.
    const part = await context.tx.row<{ id: number }>(sql`
      select id from call_legs where tenant_id = ${context.tx.tenantId} and call_id = ${callId} and kind = ${legKinds.seat}
        and seat_id = ${seat.id} limit 1`);
    if (!part) throw callRefusal({ code: 'Call.NotFound', refusal: '该通话不是您的，不能发送评价', status: 404 });
    const page = await context.tx.row<{ id: number }>(sql`
      select id from call_legs where tenant_id = ${context.tx.tenantId} and call_id = ${callId} and kind = ${legKinds.page}
        and state = ${legStates.connected} limit 1`);
    if (!page) throw callRefusal({ code: 'Call.StateError', refusal: '对方不是通话链接，不能发送评价', status: 409 });
    // The page asks for stars when the call is over.
    return contextsOf(context.tx, seat, callId);
  },
  async PollUserStatus(context, seat) {
    return contextsOf(context.tx, seat);
  },
};
