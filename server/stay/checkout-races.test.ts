/** A check-out while something is done for the person, in both orders and in the middle of each: no request waits for another for ever. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Route } from '#contract/http.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { personMerge } from '#contract/elderly/person-merge.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { textOf } from '#contract/time.ts';
import { outings } from '#contract/visitors/outings.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { project } from '#test/care.ts';
import { checkoutHouse } from '#test/checkouts.ts';
import { AT_COMMIT, faults, type Faults, type Held, type Request } from '#test/faults.ts';
import { newPhone } from '#test/phones.ts';

let its: Awaited<ReturnType<typeof checkoutHouse>>;
let f: Faults;
let bath = 0;
before(async () => {
  its = await checkoutHouse();
  f = await faults(its.t);
  bath = (await project(its.t, its.head)).projectId;
  const settings = (await its.t.route(visitorSettings.get, its.head)).data;
  assert.equal((await its.t.route(visitorSettings.update, its.head, { ...settings, questions: [] } as never)).status, 200);
});
after(async () => {
  await f?.close();
  await its?.t.close();
});

const request = (route: Route, input: object): Request => ({
  as: its.head,
  method: route.method,
  path: route.path,
  input,
  key: randomUUID(),
});
const at = (one: Request, point: string): Held => ({ ...one, tenantId: its.tenantId, point });
const need = ({ status, msg, data }: { status: number; msg: unknown; data: any }) => {
  assert.equal(status, 200, String(msg));
  return data;
};
const one = async <R extends object>(query: ReturnType<typeof sql<R>>) => (await its.row(query))!;

/** What is done for a person: made ready, and the request that does it; `tables` that it writes, at whose first row it is held. */
interface Deed {
  name: string;
  tables: readonly string[];
  ready: (oldmanId: number) => Promise<Request>;
}

const soon = () => ({ leaveTime: textOf(Date.now() + 60_000), dueTime: textOf(Date.now() + 7_200_000) });
const deeds: readonly Deed[] = [
  {
    name: 'a resident comes back from an outing',
    tables: ['outings', 'people', AT_COMMIT],
    async ready(oldmanId) {
      const out = { oldmanId, companionName: '陈强', companionPhone: '13912340000', destination: '家', ...soon(), leaves: true };
      const id = need(await its.t.route(outings.create, its.head, out as never));
      const { version } = need(await its.t.route(outings.get, its.head, { id }));
      return request(outings.return, { id, version });
    },
  },
  {
    name: 'a care task is marked',
    tables: ['care_tasks', AT_COMMIT],
    async ready(oldmanId) {
      const wash = { name: '翻身', kind: 'turn', mode: 'clock', clocks: ['00:10', '23:50'] };
      const id = need(await its.t.route(carePlans.save, its.head, { oldmanId, interventions: [wash] } as never));
      need(await its.t.route(carePlans.start, its.head, { id, startDay: its.today } as never));
      const task = await one<{ id: number; version: number }>(sql`
        update care_tasks set opens_at = now() - interval '5 minutes', due_at = now() + interval '5 minutes',
          closes_at = now() + interval '1 hour'
        where tenant_id = ${its.tenantId}
          and id = (select min(id) from care_tasks where tenant_id = ${its.tenantId} and person_id = ${oldmanId})
        returning id, version`);
      return request(careTasks.done, { ...task });
    },
  },
  {
    name: 'a work order is begun',
    tables: ['work_orders', AT_COMMIT],
    async ready(oldmanId) {
      const phone = { oldmanPhone: '13911112222', oldmanAddress: '北京市东城区景山前街4号' };
      const jobLists = [{ serverProjectId: bath, serverTime: textOf(Date.now() + 3_600_000) }];
      const id = need(await its.t.route(workOrders.create, its.head, { oldmanId, ...phone, jobLists } as never));
      need(await its.t.route(workOrders.dispatch, its.head, { id, serverUserId: its.head.userId } as never));
      return request(workOrders.start, { id });
    },
  },
  {
    name: 'a visitor comes',
    tables: ['visitor_records', AT_COMMIT],
    ready: async (oldmanId) =>
      request(visitorRecords.walkIn, { oldmanId, visitorName: '王强', visitorPhone: newPhone(), relation: 2, people: 1 }),
  },
  {
    name: 'money is paid in',
    tables: ['person_accounts', AT_COMMIT],
    ready: async (oldmanId) => request(accounts.recharge, { oldmanId, purse: 1, amount: 100.5, payType: 1 }),
  },
];

/** A resident with money who may be checked out, what is done for them, and the request that checks them out. */
async function ready({ name, ready: prepare }: Deed) {
  const oldmanId = await its.resident(name.slice(0, 20), { cash: 3000, deposit: 500 });
  const deed = await prepare(oldmanId);
  const id = await its.asked(oldmanId);
  await its.signAll(id);
  const fee = need(await its.t.route(checkouts.fee, its.head, { id }));
  const settle = { id, dueAmount: fee.dueAmount, refund: fee.refund - fee.supplement, refundType: 2, receiver: '王强', payType: 1 };
  return { oldmanId, id, deed, leaving: request(checkouts.checkOut, settle) };
}

/** What holds of a person whatever came first. */
async function consistent(oldmanId: number, checkoutId: number, left: boolean, said: string): Promise<void> {
  const row = await one<Record<string, unknown>>(sql`
    select p.status in (4, 5) as gone, p.bed_id is null as free, c.state = 3 as done,
      (select count(*)::integer from outings o where o.tenant_id = p.tenant_id and o.person_id = p.id and o.state in (1, 2)) as out,
      (select count(*)::integer from care_tasks k where k.tenant_id = p.tenant_id and k.person_id = p.id and k.state = 1
        and k.due_at > now()) as tasks,
      (select count(*)::integer from account_movements m where m.tenant_id = p.tenant_id and m.person_id = p.id and m.kind = 7) as settled
    from people p join checkouts c on c.tenant_id = p.tenant_id and c.person_id = p.id and c.id = ${checkoutId}
    where p.tenant_id = ${its.tenantId} and p.id = ${oldmanId}`);
  const { tasks, ...rest } = row;
  const expected = left
    ? { gone: true, free: true, done: true, out: 0, settled: 1 }
    : { gone: false, free: false, done: false, out: 0, settled: 0 };
  assert.deepEqual(rest, expected, said);
  if (left) assert.equal(tasks, 0, said);
}

/** Refusals say what to do; a request that stood still against another would be answered 503. */
const ANSWERS = [200, 404, 409, 422];

describe('a check-out', () => {
  for (const deed of deeds)
    it(`while ${deed.name} comes to the same as one after the other`, async (context) => {
      for (const table of deed.tables)
        for (const first of ['deed', 'leaving'] as const) {
          const made = await ready(deed);
          // The check-out is held where it writes the same table, or at its end.
          const point =
            first === 'deed' || ['outings', 'people', 'care_tasks', 'person_accounts', AT_COMMIT].includes(table) ? table : AT_COMMIT;
          const [one, two] = first === 'deed' ? [made.deed, made.leaving] : [made.leaving, made.deed];
          const answers = await f.during(at(one, point), two);
          const [done, left] = first === 'deed' ? answers : answers.toReversed();
          const said = `${first} first, held at ${point}: ${done!.status} ${done!.msg}, ${left!.status} ${left!.msg}`;
          context.diagnostic(said);
          for (const { status } of answers) assert.ok(ANSWERS.includes(status), said);
          assert.ok(
            answers.some(({ status }) => status === 200),
            said,
          );
          await consistent(made.oldmanId, made.id, left!.status === 200, said);
        }
    });

  it('while an outing is planned leaves none: it waits, and is refused', async () => {
    const made = await ready(deeds[4]!);
    const out = {
      oldmanId: made.oldmanId,
      companionName: '陈强',
      companionPhone: '13912340000',
      destination: '家',
      ...soon(),
      leaves: false,
    };
    const [left, planned] = await f.during(at(made.leaving, 'people'), request(outings.create, out));
    assert.deepEqual([left.status, planned.status, planned.msg], [200, 422, '该服务对象已离开机构，费用已结算，不能登记外出或住院']);
    await consistent(made.oldmanId, made.id, true, 'the check-out was first');
  });

  it('while money is paid in pays back what was seen, or is refused with the new sum', async () => {
    const made = await ready(deeds.at(-1)!);
    const [paid, left] = await f.during(at(made.deed, AT_COMMIT), made.leaving);
    assert.deepEqual([paid.status, left.status], [200, 409]);
    assert.match(String(left.msg), /^账户余额已变化，现应退¥[\d,]+\.\d\d，请核对后重新确认$/);
    const { refund, supplement } = left.data;
    const again = { ...(made.leaving.input as object), refund: refund - supplement };
    need(await its.t.route(checkouts.checkOut, its.head, again as never));
    assert.deepEqual(await its.purses(made.oldmanId), [0, 0, 0]);
  });

  it('and a merge of the person happen one after the other, and one of them is refused', async () => {
    for (const first of ['merge', 'leaving'] as const) {
      const made = await ready(deeds[3]!);
      const keep = await one<{ id: number }>(sql`insert into people (tenant_id, name) values (${its.tenantId}, '同一人') returning id`);
      const {
        keep: kept,
        drop,
        against,
      } = need(await its.t.route(personMerge.preview, its.head, { keepId: keep.id, dropId: made.oldmanId }));
      assert.ok(against.includes('有未完成的退住办理，请先完成或取消'));
      const versions = { keepVersion: kept.version, dropVersion: drop.version };
      const merge = request(personMerge.merge, { keepId: keep.id, dropId: made.oldmanId, ...versions });
      if (first === 'leaving') {
        const [left, merged] = await f.during(at(made.leaving, 'people'), merge);
        assert.deepEqual([left.status, merged.status], [200, 409], String(merged.msg));
        await consistent(made.oldmanId, made.id, true, 'the check-out was first');
      } else {
        // A merge is refused while a check-out is open; the check-out goes on.
        const merged = await its.t.call(merge.method, merge.path, { as: its.head, input: merge.input });
        assert.equal(merged.status, 422, String(merged.msg));
        need(await its.t.call(made.leaving.method, made.leaving.path, { as: its.head, input: made.leaving.input }));
      }
    }
  });
});
