/** The last month of the demonstration's call centre: calls of residents and strangers, some given up, each with its history. */
import { sql } from 'kysely';
import { callbackStates } from '#contract/calls/callbacks.rules.ts';
import { callOutcomes } from '#contract/calls/call-notes.ts';
import { isoOf, midnightOf, MINUTE, SECOND } from '#contract/time.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { CLOSES, OPENS, seedCallDays, type PastCall } from './call-days.ts';
import { randomOf, type Random } from './random.ts';
import { phone as sealed } from '../../server/db/sealed-phones.ts';

const DAYS_BACK = 30;
const SUMMARIES = [
  '询问本周膳食安排，已说明。',
  '女儿询问近况，已转告护士回电。',
  '预约周末探视，已登记。',
  '反映房间空调不制冷，已报修。',
  '咨询入住费用，已发资料。',
  '提醒明日体检时间，对方已知悉。',
];
const CUSTOMERS = [
  { name: '何女士', mobile: '13700010001', relation: '咨询入住', remarks: '为母亲咨询失能护理' },
  { name: '刘先生', mobile: '13700010002', relation: '志愿者', remarks: '' },
];

/** The institution's own number. */
const HOUSE = '4008001234';

interface Side {
  number: string;
  personId: number | null;
  customerId: number | null;
}

async function sidesOf(tx: Tx): Promise<Side[]> {
  const sides = await tx.rows<Side>(sql`
    select mobile as number, id as "personId", null::bigint as "customerId" from people
    where tenant_id = ${tx.tenantId} and deleted_at is null and mobile is not null order by id limit 12`);
  for (const { name, mobile, relation, remarks } of CUSTOMERS) {
    const row = await tx.row<{ id: number }>(sql`
      insert into call_customers (tenant_id, name, mobile, relation, remarks) 
        values (${tx.tenantId}, ${name}, ${sealed(mobile)}, ${relation}, ${remarks}) returning id`);
    sides.push({ number: mobile, personId: null, customerId: row!.id });
  }
  return sides;
}

/** When the calls began: in the hours of the desk, apart from each other, none in what is still to come. */
function beginnings(random: Random, now: number): number[] {
  const today = midnightOf(now);
  const all: number[] = [];
  for (let back = DAYS_BACK; back >= 0; back -= 1) {
    const day = midnightOf(now, -back);
    for (let at = day + OPENS + random.int(5, 50) * MINUTE; at < day + CLOSES; at += random.int(20, 120) * MINUTE)
      if (day < today || at < now - 15 * MINUTE) all.push(at + random.int(0, 59) * SECOND);
  }
  return all;
}

/** Seeds an institution that has groups and seats; `now` in epoch ms. */
export async function seedCallHistory(tx: Tx, now: number): Promise<void> {
  const random = randomOf('calls');
  const sides = await sidesOf(tx);
  const groups = await tx.rows<{ id: number }>(sql`select id from call_groups where tenant_id = ${tx.tenantId} order by id limit 2`);
  const seats = await tx.rows<{ id: number; extension: string }>(
    sql`select id, extension from call_seats where tenant_id = ${tx.tenantId} order by id`,
  );
  const [desk, urgent] = groups;
  if (!desk || !urgent || seats.length === 0) return;
  const past: PastCall[] = [];
  for (const began of beginnings(random, now)) {
    const [side, seat] = [random.pick(sides), random.pick(seats)];
    const inbound = random.chance(0.7);
    const group = random.chance(0.8) ? desk : urgent;
    const answered = random.chance(0.85);
    // Some hang up in the menu, before they wait for a group.
    const inMenu = inbound && !answered && random.chance(0.25);
    const rang = !answered && random.chance(0.4);
    const wait = random.int(3, answered ? 28 : 90) * SECOND;
    const ended = began + wait + (answered ? random.int(25, 400) * SECOND : 0);
    const how = answered ? 'Success' : !inbound ? 'NoAnswer' : inMenu ? 'AbandonedInIVR' : rang ? 'AbandonedInRing' : 'AbandonedInQueue';
    const noted = answered && random.chance(0.8);
    const [caller, callee] = inbound ? [side.number, HOUSE] : [seat.extension, side.number];
    const groupId = inbound && !inMenu ? group.id : null;
    const row = await tx.row<{ id: number }>(sql`
      insert into calls (tenant_id, kind, status, phase, caller, callee, group_id, seat_id, person_id, customer_id, began_at, queued_at,
        established_at, ended_at, disposition, ended_by, summary, outcome, satisfaction)
      values (${tx.tenantId}, ${inbound ? 1 : 2}, 2, 7, ${sealed(caller)}, ${sealed(callee)}, ${groupId},
        ${answered || !inbound ? seat.id : null}, ${side.personId}, ${side.customerId}, ${isoOf(began)},
        ${groupId === null ? null : isoOf(began)}, ${answered ? isoOf(began + wait) : null}, ${isoOf(ended)}, ${how},
        ${answered ? random.int(1, 2) : inbound ? 1 : 3}, ${noted ? random.pick(SUMMARIES) : ''},
        ${noted ? random.pick(callOutcomes.slice(0, 4)) : ''}, ${answered && inbound && random.chance(0.5) ? random.int(3, 5) : null})
      returning id`);
    past.push({ id: row!.id, inbound, groupId, seatId: seat.id, began, answered: answered ? began + wait : null, ended, rang });
    const steps: [string, number, number | null][] = [
      [!inbound ? 'dialled' : inMenu ? 'menu' : 'queued', began, inbound ? null : seat.id],
      ...(answered ? [['answered', began + wait, seat.id] as [string, number, number]] : []),
      ['ended', ended, null],
    ];
    for (const [what, at, by] of steps)
      await tx.run(sql`
        insert into call_events (tenant_id, call_id, what, seat_id, detail, at)
        values (${tx.tenantId}, ${row!.id}, ${what}, ${by}, ${what === 'ended' ? how : ''}, ${isoOf(at)})`);
  }
  await seedWishes(tx, sides, { groupId: desk.id, seatId: seats[0]!.id }, now);
  await seedCallDays(tx, past, now, random);
}

/** Callers of today who asked to be called back: one was dialled twice in vain, one waits, one came again by herself, one is called no more. */
async function seedWishes(
  tx: Tx,
  sides: readonly Side[],
  { groupId, seatId }: { groupId: number; seatId: number },
  now: number,
): Promise<void> {
  const wishes: [minutes: number, side: Side | undefined, callback: number, events: [what: string, minutes: number, detail?: string][]][] =
    [
      [
        50,
        sides[0],
        callbackStates.waits,
        [
          ['call-back-missed', 40],
          ['call-back-missed', 15],
        ],
      ],
      [12, sides.at(-1), callbackStates.waits, []],
      [170, sides[1], callbackStates.cameAgain, [['came-again', 150]]],
      [240, sides[2], callbackStates.dropped, [['call-back-dropped', 200, '拨打三次无人接听，已发短信告知']]],
    ];
  for (const [minutes, side, callback, events] of wishes) {
    if (!side) continue;
    const began = now - minutes * MINUTE;
    const row = await tx.row<{ id: number }>(sql`
      insert into calls (tenant_id, kind, status, phase, caller, callee, group_id, person_id, customer_id, began_at, queued_at, ended_at,
        disposition, ended_by, callback)
      values (${tx.tenantId}, 1, 2, 7, ${sealed(side.number)}, ${sealed(HOUSE)}, ${groupId}, ${side.personId},
        ${side.customerId}, ${isoOf(began)}, ${isoOf(began)}, ${isoOf(began + MINUTE)}, 'Voicemail', 3, ${callback}) returning id`);
    if (callback === callbackStates.cameAgain) {
      const at = isoOf(began + 20 * MINUTE);
      await tx.run(sql`
        with again as (insert into calls (tenant_id, kind, status, phase, caller, callee, group_id, seat_id, person_id, customer_id,
            began_at, queued_at, established_at, ended_at, disposition, ended_by, summary)
          values (${tx.tenantId}, 1, 2, 7, ${sealed(side.number)}, ${sealed(HOUSE)}, ${groupId}, ${seatId}, ${side.personId},
            ${side.customerId}, ${at}, ${at}, ${isoOf(began + 20.2 * MINUTE)}, ${isoOf(began + 23 * MINUTE)}, 'Success', 1,
            '询问探视时间，已答复。') returning id)
        update calls c set met_by = again.id from again where c.tenant_id = ${tx.tenantId} and c.id = ${row!.id}`);
    }
    for (const [what, before, detail = ''] of [['call-back-asked', minutes - 1] as const, ...events])
      await tx.run(sql`
        insert into call_events (tenant_id, call_id, what, detail, at)
        values (${tx.tenantId}, ${row!.id}, ${what}, ${detail}, ${isoOf(now - before * MINUTE)})`);
  }
}
