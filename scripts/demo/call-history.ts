/** The last month of the demonstration's call centre: calls of residents and strangers, some given up, each with its history. */
import { sql } from 'kysely';
import { callOutcomes } from '#contract/calls/call-notes.ts';
import { DAY, HOUR, isoOf, MINUTE, SECOND } from '#contract/time.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { randomOf } from './random.ts';

const CALLS = 60;
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
      insert into call_customers (tenant_id, name, mobile, relation, remarks) values (${tx.tenantId}, ${name}, ${mobile}, ${relation},
        ${remarks}) returning id`);
    sides.push({ number: mobile, personId: null, customerId: row!.id });
  }
  return sides;
}

/** Seeds an institution that has groups and seats; `now` in epoch ms. */
export async function seedCallHistory(tx: Tx, now: number): Promise<void> {
  const random = randomOf('calls');
  const sides = await sidesOf(tx);
  const groups = await tx.rows<{ id: number }>(sql`select id from call_groups where tenant_id = ${tx.tenantId} order by id limit 1`);
  const seats = await tx.rows<{ id: number; extension: string }>(
    sql`select id, extension from call_seats where tenant_id = ${tx.tenantId} order by id`,
  );
  const [group] = groups;
  if (!group || seats.length === 0) return;
  for (let index = 0; index < CALLS; index += 1) {
    const began = now - ((CALLS - index) * DAYS_BACK * DAY) / CALLS - random.int(0, 5) * HOUR - random.int(0, 59) * MINUTE;
    const [side, seat] = [random.pick(sides), random.pick(seats)];
    const inbound = random.chance(0.7);
    const answered = random.chance(0.85);
    const wait = random.int(3, answered ? 25 : 90) * SECOND;
    const talk = random.int(25, 400) * SECOND;
    const ended = began + wait + (answered ? talk : 0);
    const how = answered ? 'Success' : inbound ? 'AbandonedInQueue' : 'NoAnswer';
    const noted = answered && random.chance(0.8);
    const [caller, callee] = inbound ? [side.number, '4008001234'] : [seat.extension, side.number];
    const row = await tx.row<{ id: number }>(sql`
      insert into calls (tenant_id, kind, status, phase, caller, callee, group_id, seat_id, person_id, customer_id, began_at, queued_at,
        established_at, ended_at, disposition, ended_by, summary, outcome, satisfaction)
      values (${tx.tenantId}, ${inbound ? 1 : 2}, 2, 7, ${caller}, ${callee}, ${inbound ? group.id : null},
        ${answered || !inbound ? seat.id : null}, ${side.personId}, ${side.customerId}, ${isoOf(began)}, ${inbound ? isoOf(began) : null},
        ${answered ? isoOf(began + wait) : null}, ${isoOf(ended)}, ${how}, ${random.int(1, 2)}, ${noted ? random.pick(SUMMARIES) : ''},
        ${noted ? random.pick(callOutcomes.slice(0, 4)) : ''}, ${answered && inbound && random.chance(0.5) ? random.int(3, 5) : null})
      returning id`);
    const steps: [string, number, number | null][] = [
      [inbound ? 'queued' : 'dialled', began, inbound ? null : seat.id],
      ...(answered ? [['answered', began + wait, seat.id] as [string, number, number]] : []),
      ['ended', ended, null],
    ];
    for (const [what, at, by] of steps)
      await tx.run(sql`
        insert into call_events (tenant_id, call_id, what, seat_id, detail, at)
        values (${tx.tenantId}, ${row!.id}, ${what}, ${by}, ${what === 'ended' ? how : ''}, ${isoOf(at)})`);
  }
}
