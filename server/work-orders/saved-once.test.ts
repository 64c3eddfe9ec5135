/** A form of an order that is sent again under its key, because it was pressed twice or its answer was lost, is one order. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { harness, refusal, type Harness } from '#test/harness.ts';
import { orderDesk } from '#test/order-desk.ts';
import { connection } from '../db/pool.ts';

let t: Harness;
let its: Awaited<ReturnType<typeof orderDesk>>;
let admin: pg.Client;
before(async () => {
  t = await harness();
  its = await orderDesk(t);
  admin = new pg.Client(connection(t.target('superuser'), 'saved-once'));
  await admin.connect();
});
after(async () => {
  await admin?.end();
  await t?.close();
});

const { path } = workOrders.create;
const send = (key: string, input: object = its.form()) =>
  t.call('POST', path, { as: its.desk, input, headers: { 'idempotency-key': key } });
const counts = async () => {
  const { rows } = await admin.query(
    `select (select count(*)::integer from work_orders where tenant_id = $1) as orders,
      (select count(*)::integer from work_order_jobs where tenant_id = $1) as jobs,
      (select count(*)::integer from work_order_logs where tenant_id = $1 and action = 'create') as logs,
      (select coalesce(sum(last), 0)::integer from work_order_numbers where tenant_id = $1) as numbers`,
    [its.desk.tenantId],
  );
  return rows[0] as { orders: number; jobs: number; logs: number; numbers: number };
};
const oneMore = ({ orders, jobs, logs, numbers }: Awaited<ReturnType<typeof counts>>) => ({
  orders: orders + 1,
  jobs: jobs + 1,
  logs: logs + 1,
  numbers: numbers + 1,
});

describe('an order of one key', () => {
  it('is one, with one number, however many times it is sent at once', async () => {
    const earlier = await counts();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('at-once')));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array<number>(8).fill(200),
      answers[0]?.msg ?? '',
    );
    assert.equal(new Set(answers.map(({ data }) => data)).size, 1);
    assert.deepEqual(await counts(), oneMore(earlier));
  });

  it('is one when the page gave up waiting and sends it again while the first is still being written', async () => {
    const earlier = await counts();
    // Numbers are taken one after the other: who holds the last one holds up the order.
    await admin.query('begin');
    await admin.query('select from work_order_numbers where tenant_id = $1 for update', [its.desk.tenantId]);
    const givesUp = new AbortController();
    const first = fetch(t.url + path, {
      method: 'POST',
      signal: givesUp.signal,
      headers: { authorization: `Bearer ${its.desk.token}`, 'content-type': 'application/json', 'idempotency-key': 'given-up' },
      body: JSON.stringify(its.form()),
    });
    // Asked elsewhere: within a transaction the answer would stay what it was.
    const waiting = async () => {
      const { rows } = await t.admin.query(`select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [t.database]);
      return rows.length;
    };
    while ((await waiting()) === 0) await wait(20);
    givesUp.abort();
    await assert.rejects(first, { name: 'AbortError' });
    const again = send('given-up');
    while ((await waiting()) < 2) await wait(20);
    await admin.query('commit');
    const { status, data, msg } = await again;
    assert.equal(status, 200, msg ?? '');
    assert.deepEqual(await counts(), oneMore(earlier));
    assert.equal((await send('given-up')).data, data, 'and later on the same');
    assert.deepEqual(await counts(), oneMore(earlier));
  });

  it('is not another one with other content: that is refused, and nothing is written', async () => {
    const id = (await send('changed')).data;
    const earlier = await counts();
    const other = await send('changed', its.form({ remarks: '改过' }));
    assert.deepEqual(refusal(other), [422, '幂等键已用于内容不同的请求，请更换后重试']);
    assert.equal((await send('changed')).data, id);
    assert.deepEqual(await counts(), earlier);
  });

  it('is written by the repetition when the first was refused', async () => {
    const earlier = await counts();
    assert.equal((await send('refused', its.form({ oldmanId: 99_999_999 }))).status, 404);
    assert.equal((await send('refused')).status, 200);
    assert.deepEqual(await counts(), oneMore(earlier));
  });
});
