/** Money, care plans and incidents of people: `oldmanaccount`, `oldmanaccountrecord`, `oldmanplan`, `adverseeventrecord`. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { form, has, rows, unique, type Replay } from './wire.ts';

const ACCOUNT = 'availableBalance virtualAvailableBalance tenantId';
const done = (answer: unknown) => assert.equal(answer, true);
/** A person of its own: the plan and the balances of the demonstration stay as they are. */
const newcomer: Replay = [
  'members POST oldman',
  () => ({ body: { id: '', userName: unique('账户'), mobile: '' } }),
  (id, { kept }) => (kept.newcomer = id),
];

export const care: Replay[] = [
  newcomer,
  [
    'members GET oldmanaccount/{id}',
    ({ kept }) => ({ at: [kept.newcomer] }),
    (row) => (has(row, ACCOUNT), assert.equal(row.availableBalance, 0)),
  ],
  [
    'members POST oldmanaccount/recharge',
    ({ kept }) => ({ body: { oldmanId: String(kept.newcomer), amount: '500.50', payType: '1', remarks: '' } }),
    (answer) => assert.equal(answer.caseId, null),
  ],
  [
    'members POST oldmanaccount/updatAccount',
    ({ kept }) => ({ body: { oldmanId: kept.newcomer, amount: '-0.50', reason: '更正' } }),
    (answer) => assert.equal(answer.caseId, null),
  ],
  ['members GET oldmanaccount/{id}', ({ kept }) => ({ at: [kept.newcomer] }), (row) => assert.equal(row.availableBalance, 500)],
  [
    'members GET oldmanaccountrecord/page',
    ({ kept }) => ({ query: { current: 1, size: 10, oldmanId: kept.newcomer } }),
    (page) => assert.equal(rows(page, 'amount tradingType createTime').length, 2),
  ],
  [
    'members POST oldman/replace',
    async (w) => {
      const [one, other] = await w.t.deps.inTenant(w.staff.tenantId, (tx) =>
        tx.rows<{ oldmanId: number; bedId: number }>(sql`select id as "oldmanId", bed_id as "bedId" from people
          where tenant_id = ${tx.tenantId} and bed_id is not null and status = 1 and deleted_at is null order by id desc limit 2`),
      );
      const moved = (from: typeof one, to: typeof one) => ({ oldmanId: from!.oldmanId, fromBedId: from!.bedId, bedId: to!.bedId });
      return { body: { moves: [moved(one, other), moved(other, one)] } };
    },
    (answer) => has(answer, 'endedCodes'),
  ],
  ['members PUT oldman/updateNursingLevel', ({ kept }) => ({ body: { id: String(kept.newcomer), careLevel: '2', reason: '评估' } }), done],
  ['members PUT oldman/updateMeal', ({ kept }) => ({ body: { id: kept.newcomer, meal: '2', mealNote: '', reason: '评估' } }), done],
  [
    'members POST oldmanplan/saveoldmanplan',
    ({ kept }) => ({
      body: {
        oldmanId: kept.newcomer,
        problems: [{ category: 'skin', text: '压疮风险', source: '' }],
        goals: [],
        interventions: [
          { name: '翻身', kind: 'turn', mode: 'clock', clocks: ['09:00'], beforeMinutes: 30, afterMinutes: 60, minutes: 10, two: false },
        ],
        remarks: '',
      },
    }),
    (id, { kept }) => (kept.plan = id),
  ],
  ['members GET oldmanplan/{id}', ({ kept }) => ({ at: [kept.plan] }), (row) => has(row, 'id oldmanId problems interventions')],
  [
    'members GET oldmanplan/page',
    ({ kept }) => ({ query: { current: 1, size: 10, oldmanId: kept.newcomer } }),
    (page) => assert.equal(rows(page, 'id oldmanId state').length, 1),
  ],
  ['members DELETE oldmanplan/{id}', ({ kept }) => ({ at: [kept.plan] }), done],
  [
    'members POST adverseeventrecord',
    ({ kept }) => ({ body: { oldmanIds: [kept.newcomer], type: '6', course: '在卫生间滑倒', place: '' } }),
    (id, { kept }) => (kept.incident = id),
  ],
  [
    'members GET adverseeventrecord/{id}',
    ({ kept }) => ({ at: [kept.incident] }),
    (row, { kept }) => (has(row, 'id type course state'), (kept.incidentRow = row)),
  ],
  ['members PUT adverseeventrecord', ({ kept }) => ({ body: form(kept.incidentRow, { course: '在卫生间滑倒，右膝擦伤' }) }), done],
  [
    'members GET adverseeventrecord/page',
    ({ kept }) => ({ query: { current: 1, size: 10, oldmanId: kept.newcomer } }),
    (page) => assert.equal(rows(page, 'id type state').length, 1),
  ],
  ['members DELETE adverseeventrecord/{id}', ({ kept }) => ({ at: [kept.incident] }), done],
];
