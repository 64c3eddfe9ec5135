/** A house whose callers wait: telephones by a trunk, a media that only writes down, a clock of the test. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { publicCalls } from '#contract/calls/call-links.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { clockOf } from '#server/calls/call-clock.ts';
import { hashOf } from '#server/calls/call-link-sending.ts';
import { runSwitchboard } from '#server/switchboard/running.ts';
import { callHouse, type Seat } from './calls.ts';
import { callMedia, settle as settled } from './fake-call-media.ts';
import { harness } from './harness.ts';

export interface CallRow {
  id: number;
  phase: number;
  disposition: string | null;
  callback: number;
  keeps: boolean;
}

/** The house, with the numbers 4001 and 4003 for two groups and a seat of the first one. `close` ends it. */
export async function waitingHouse() {
  let now = Date.now();
  const t = await harness({ now: () => now });
  const house = await callHouse(t, { provider: 2, recorded: false });
  const night = await house.group('夜班', { overflow: 4, most_seconds: 60 });
  const desk = await house.group('服务台', { overflow: 1 });
  const seat: Seat = await house.seat([desk]);
  const numbers = [
    { number: '4001', name: '热线', groupId: desk, menuId: null },
    { number: '4003', name: '夜班', groupId: night, menuId: null },
  ];
  await house.run(sql`update call_services set numbers = ${JSON.stringify(numbers)} where tenant_id = ${house.tenantId}`);
  const token = `${house.tenantId}.${'q'.repeat(32)}`;
  await house.run(sql`insert into call_links (tenant_id, token_hash, name, group_id)
    values (${house.tenantId}, ${hashOf(token)}, '服务台', ${desk})`);
  const media = callMedia();
  const running = runSwitchboard({ deps: t.deps, media, announcement: null }, { lookMs: 1_000_000, compareMs: 1_000_000 });
  await running.started;

  const settle = () => settled(running.board, house.tenantId);
  const pass = (ms: number) => void (now += ms);
  return {
    t,
    house,
    seat,
    night,
    desk,
    media,
    running,
    settle,
    pass,
    /** The time goes on, and the clock of the calls looks. */
    async tick(ms: number): Promise<void> {
      pass(ms);
      await house.run(
        sql`update call_presences set seen_at = to_timestamp(${now / 1000}) where tenant_id = ${house.tenantId} returning seat_id`,
      );
      await clockOf(t.deps, house.tenantId);
      await settle();
    },
    async phoneIn(from: string, to = '4001'): Promise<string> {
      const legId = randomUUID();
      media.happen({ type: 'phone.invited', legId, from, to, displayName: null, trunk: `trunk-${house.tenantId}`, phone: null });
      await settle();
      pass(10);
      return legId;
    },
    /** The seat calls a number, which answers, and ends the call. */
    async callBack(number: string): Promise<void> {
      await house.onDuty(seat);
      await house.act(seat, 'MakeCall', { Callee: number });
      await settle();
      media.happen({ type: 'phone.answered', legId: [...media.dialled.keys()].at(-1)! });
      await settle();
      await house.act(seat, 'ReleaseCall');
      await settle();
    },
    async hangUp(...legs: string[]): Promise<void> {
      for (const legId of legs) media.happen({ type: 'phone.ended', legId, status: 200, byUs: false });
      await settle();
    },
    async press(legId: string, digit: string): Promise<void> {
      media.happen({ type: 'leg.dtmf', legId, digit });
      await settle();
    },
    /** The page of the link that calls; gives its id. */
    async pageIn(phone: string | null, ...formerPages: string[]): Promise<string> {
      const pageId = randomUUID();
      assert.equal((await t.route(publicCalls.join, null, { token, pageId, formerPages, offer: 'v=0', phone })).status, 200);
      await settle();
      return pageId;
    },
    token,
    set: (to: ReturnType<typeof sql>) =>
      house.run(sql`update call_groups set ${to} where tenant_id = ${house.tenantId} and id = ${desk} returning id`),
    told: (legId: string) => media.told(legId)?.pieces.join(' ') ?? null,
    /** The piece that a telephone hears before it ends. */
    lastOf: (legId: string) => /([a-z]+)\.al/.exec(JSON.stringify(media.played.get(legId) ?? null))?.[1] ?? null,
    async callOf(legId: string): Promise<CallRow> {
      const [row] = await house.run<CallRow>(sql`
        select c.id, c.phase, c.disposition, c.callback, c.keeps_place as keeps from calls c join call_legs l
          on l.tenant_id = c.tenant_id and l.call_id = c.id where c.tenant_id = ${house.tenantId} and l.media_id = ${legId}::uuid`);
      return row!;
    },
    /** Who is to be called back, in 现在. */
    callbacks: async (): Promise<[string, string][]> =>
      (await t.route(nowRoutes.read, seat.user, { kind: 'callback' })).data.rows.map((row: { text: string; note: string }) => [
        row.text,
        row.note,
      ]),
    async close(): Promise<void> {
      await running.stop();
      await t.close();
    },
  };
}
export type WaitingHouse = Awaited<ReturnType<typeof waitingHouse>>;
