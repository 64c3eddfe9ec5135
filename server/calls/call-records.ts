/** 通话记录: the list of calls, one of them in full, the calls of a warning. */
import { sql } from 'kysely';
import type { Output } from '#contract/http.ts';
import { callRecords as routes } from '#contract/calls/call-records.ts';
import { callbackNumber, callbackStates, type Parties } from '#contract/calls/callbacks.rules.ts';
import { isoOf } from '#contract/time.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { matching, readOne, reads, withColumns } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { exporting } from '../transfers/exports.ts';
import { wishesOf } from './callback-holds.ts';
import { list, reachedCall, recordingsOf, sheet } from './record-rows.ts';

type Detail = Output<typeof routes.get>;
const MOST_CALLS = 100;

export const callRecords: Handlers<typeof routes> = {
  page: reads(list).page,
  export: exporting(routes.export, sheet),

  async get({ id }, context) {
    const { tx } = context;
    const call = await readOne(list, id, context);
    const times = await tx.row<Pick<Detail, 'queueTime' | 'ringTime' | 'keys'>>(sql`
      select queued_at as "queueTime", rang_at as "ringTime", keys from calls where tenant_id = ${tx.tenantId} and id = ${id}`);
    const legs = await tx.rows<Detail['legs'][number]>(sql`
      select l.id, l.kind, l.part, l.address, coalesce(nullif(l.name, ''), (select u.name from call_seats s
          join users u on u.tenant_id = s.tenant_id and u.id = s.user_id where s.tenant_id = l.tenant_id and s.id = l.seat_id), '') as name,
        l.began_at as "startTime", l.connected_at as "connectTime", l.ended_at as "endTime", (l.held_ms / 1000)::integer as "heldSeconds",
        l.reason, l.loss_percent as "lossPercent", l.jitter_ms as "jitterMs"
      from call_legs l where l.tenant_id = ${tx.tenantId} and l.call_id = ${id} order by l.id`);
    const events = await tx.rows<Detail['events'][number]>(sql`
      select e.id, e.what, e.detail, e.at as time, coalesce((select u.name from call_seats s
          join users u on u.tenant_id = s.tenant_id and u.id = s.user_id where s.tenant_id = e.tenant_id and s.id = e.seat_id),
        (select u.name from users u where u.tenant_id = e.tenant_id and u.id = e.user_id)) as "seatName"
      from call_events e where e.tenant_id = ${tx.tenantId} and e.call_id = ${id} order by e.id limit 1000`);
    return { ...call, ...(times as NonNullable<typeof times>), legs, events, recordingList: await recordingsOf(tx, [id]) };
  },

  async calledBack({ id, dropped, note }, { tx, session, deps, emit }) {
    if (dropped && note === '') throw invalid('请填写不再回电的原因');
    const call = await tx.row<Parties>(sql`
      select kind, caller, callee from calls
      where tenant_id = ${tx.tenantId} and id = ${id} and callback > 0 and ${reachedCall(session)}`);
    if (!call) throw notFound('预约回电');
    const number = callbackNumber(call);
    // The number of an erased person is gone.
    const wishes = number === null ? [{ id }] : await wishesOf(tx, number);
    const done = await tx.rows<{ id: number }>(sql`
      update calls set callback = ${dropped ? callbackStates.dropped : callbackStates.calledBack}, keeps_place = false,
        version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and callback = 1 and id = any(${wishes.map((wish) => wish.id)}::bigint[]) returning id`);
    if (done.length === 0) throw conflict('这个来电已经回电，或已由同事标记');
    await tx.run(sql`
      insert into call_events (tenant_id, call_id, what, user_id, detail, at)
      select ${tx.tenantId}, id, ${dropped ? 'call-back-dropped' : 'call-back-done'}, ${session.userId}, ${note}, ${isoOf(deps.now())}
      from unnest(${done.map((one) => one.id)}::bigint[]) as id`);
    for (const one of done) await emit('call.changed', { callId: one.id });
    return true;
  },

  async ofWarning({ warningId }, context) {
    const { tx, session } = context;
    const warning = await tx.row(sql`
      select 1 from warnings where tenant_id = ${tx.tenantId} and id = ${warningId}
        and (person_id is null or person_id in ${seenPeople(session)})`);
    if (!warning) throw notFound('预警');
    // The calls of all seats: without the scope of the list.
    const all = { ...list, scope: undefined };
    const calls = await tx.rows(
      withColumns<Output<typeof routes.page>['records'][number]>(matching(all, { warningId }, session), list.columns)
        .orderBy('began_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_CALLS),
    );
    const recordings = await recordingsOf(
      tx,
      calls.map(({ id }) => id),
    );
    return calls.map((call) => ({ ...call, recordingList: recordings.filter(({ callId }) => callId === call.id) }));
  },
};
