import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import { HOUR, instantOf } from '#contract/time.ts';
import { holidays } from '#contract/work-orders/work-order-plans.ts';
import { runCleanup, tasks } from '#server/cleanup.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { AT_ONCE } from '#server/tickets/ticket-calendars.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

/** A Friday of next year, half an hour before the end of the day; of the weekend after it one day may be worked. */
const FRIDAY = instantOf('2027-03-05 17:00');
const [SATURDAY, MONDAY, TUESDAY] = ['2027-03-06', '2027-03-08', '2027-03-09'];
/** The four hours of a first answer: half an hour of the Friday, then 3.5 of the next morning with hours. */
const NOON = '12:00:00';

let t: Harness;
let clock = Date.now();
let tenant: number;
let chief: TestUser;
before(async () => {
  t = await harness({ now: () => clock });
  tenant = await t.tenant();
  chief = await t.user(tenant);
});
after(() => t.close());

async function move(instant: number): Promise<void> {
  clock = instant;
  const later = new Date(clock + 8 * HOUR).toISOString();
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update sessions set access_expires_at = ${later}, refresh_expires_at = ${later}, absolute_expires_at = ${later},
      last_seen_at = ${later} where tenant_id = ${tenant}`),
  );
}
const create = async (): Promise<number> =>
  (await t.route(routes.create, chief, { title: '热水不热', text: '302没有热水', ownerId: chief.userId })).data;
const read = async (id: number) => (await t.route(routes.get, chief, { id })).data;
const command = async (route: 'answer' | 'resume' | 'solve', id: number, more: object = {}) => {
  const { version } = await read(id);
  const answer = await t.route(routes[route], chief, { id, version, ...more });
  assert.equal(answer.status, 200, String(answer.msg));
};
/** A day off, or with 2 one that is worked; gives its id. */
const addDay = async (day: string, kind = 1): Promise<number> => {
  const made = await t.route(holidays.create, chief, { day, name: '院庆', kind });
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
};
const removeDay = async (id: number) => assert.equal((await t.route(holidays.remove, chief, { id })).status, 200);

describe('the due times of open tickets', () => {
  it('skip the weekend, follow a holiday that is added, moved and taken away, and a weekend day that is worked', async () => {
    await move(FRIDAY);
    const id = await create();
    const due = async () => (await read(id)).firstDueTime as string;
    const { version, solveDueTime } = await read(id);
    assert.equal(await due(), `${MONDAY} ${NOON}`);
    const holiday = await addDay(MONDAY);
    assert.equal(await due(), `${TUESDAY} ${NOON}`);
    assert.ok((await read(id)).solveDueTime > solveDueTime);
    assert.equal((await t.route(holidays.update, chief, { id: holiday, day: TUESDAY, name: '院庆', kind: 1 })).status, 200);
    assert.equal(await due(), `${MONDAY} ${NOON}`);
    await removeDay(holiday);
    const worked = await addDay(SATURDAY, 2);
    assert.equal(await due(), `${SATURDAY} ${NOON}`);
    await removeDay(worked);
    assert.deepEqual(
      [await due(), (await read(id)).solveDueTime, (await read(id)).version],
      [`${MONDAY} ${NOON}`, solveDueTime, version],
      'as if nothing had been, and no form is stale',
    );
  });

  it('stand while the asker is waited for; a holiday within the pause counts once', async () => {
    await move(FRIDAY);
    const id = await create();
    await command('answer', id, { text: '请问哪间？', wait: true });
    const holiday = await addDay(MONDAY);
    const waits = await read(id);
    assert.deepEqual([waits.state, waits.dueTime, waits.solveDueTime], [3, null, null]);
    await move(instantOf(`${TUESDAY} 08:30`));
    await command('resume', id);
    const { solveDueTime } = await read(id);
    await removeDay(holiday);
    assert.equal((await read(id)).solveDueTime, solveDueTime, 'the pause holds the day already');
  });

  it('are late no more when a day off puts them off, and are told of anew; what was answered in time stays so', async () => {
    await move(FRIDAY);
    const [late, answered] = [await create(), await create()];
    await move(instantOf(`${MONDAY} 12:30`));
    await runCleanup(
      t.deps,
      tasks.filter(({ name }) => name === 'dueTickets'),
    );
    await command('answer', answered, { text: '马上来' });
    const overdue = async () =>
      (await t.route(routes.page, chief, { view: 'overdue', size: 100 })).data.records.map(({ id }: { id: number }) => id) as number[];
    assert.ok((await overdue()).includes(late));
    const before = await read(answered);
    assert.equal(before.firstMet, false);
    const holiday = await addDay(MONDAY);
    assert.equal((await overdue()).includes(late), false);
    const told = await t.deps.inTenant(tenant, (tx) =>
      tx.row<{ told: number }>(sql`select told from tickets where tenant_id = ${tenant} and id = ${late}`),
    );
    assert.equal(told?.told, 0);
    const { firstMet, firstDueTime } = await read(answered);
    assert.deepEqual([firstMet, firstDueTime], [before.firstMet, before.firstDueTime]);
    await removeDay(holiday);
    assert.ok((await overdue()).includes(late));
  });

  it('follow the hours, and no holiday where the institution keeps none', async () => {
    await move(FRIDAY);
    const id = await create();
    const { path: _none, ...settings } = (await t.route(ticketSettings.get, chief)).data;
    const save = async (more: object) => {
      const { version } = (await t.route(ticketSettings.get, chief)).data;
      assert.equal((await t.route(ticketSettings.update, chief, { ...settings, ...more, version })).status, 200);
    };
    const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));
    await save({ hours });
    assert.equal((await read(id)).firstDueTime, '2027-03-05 21:00:00');
    await save({ holidays: false });
    assert.equal((await read(id)).firstDueTime, `${MONDAY} ${NOON}`);
    const holiday = await addDay(MONDAY);
    assert.equal((await read(id)).firstDueTime, `${MONDAY} ${NOON}`);
    await save({});
    assert.equal((await read(id)).firstDueTime, `${TUESDAY} ${NOON}`);
    await removeDay(holiday);
  });

  it('follow of new tickets, too, that are written while the day is added', async () => {
    await move(FRIDAY);
    const [holiday, ...ids] = await Promise.all([addDay(MONDAY), ...Array.from({ length: 12 }, create)]);
    for (const id of ids) assert.equal((await read(id)).firstDueTime, `${TUESDAY} ${NOON}`);
    await removeDay(holiday);
  });

  it('of very many follow in a job, which may be done twice', async () => {
    await move(FRIDAY);
    const many = AT_ONCE + 20;
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into tickets (tenant_id, number, title, type, priority, created_at)
        select ${tenant}, 'MANY' || i, '走廊太吵', 1, 3, ${new Date(FRIDAY).toISOString()}::timestamptz from generate_series(1, ${many}) as i`),
    );
    const on = async (day: string) =>
      (
        await t.deps.inTenant(tenant, (tx) =>
          tx.row<{ n: number }>(sql`select count(*)::integer as n from tickets
            where tenant_id = ${tenant} and number like 'MANY%' and first_due_at = ${`${day} ${NOON}`}::timestamp at time zone 'Asia/Shanghai'`),
        )
      )?.n;
    const holiday = await addDay(MONDAY);
    assert.ok((await on(TUESDAY))! < many);
    await runJobs(t.deps, jobHandlers(null));
    assert.equal(await on(TUESDAY), many);
    await removeDay(holiday);
    await runJobs(t.deps, jobHandlers(null));
    assert.equal(await on(MONDAY), many);
  });
});
