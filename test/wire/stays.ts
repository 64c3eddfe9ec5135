/** Coming to live in the house and leaving it: `tmcheckinaudit`, `checkInPage`, `tmcheckoutrecord`. */
import assert from 'node:assert/strict';
import { departmentNames } from '#contract/stay/checkout-departments.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { has, paged, rows, unique, type Replay } from './wire.ts';

export const stays: Replay[] = [
  [
    'members POST tmcheckinaudit/subCheckInAudit',
    async ({ t, staff }) => {
      const beds = await t.call('GET', '/business/bcroom/institutionalBedInfoPage?takeable=true', { as: staff });
      const today = dayOf(Date.now());
      return {
        body: {
          id: '',
          enterType: '1',
          userName: unique('入住'),
          gender: '1',
          birthDate: '1940-02-01',
          bedId: String(beds.data.records[0].id),
          admitDate: today,
          trialDate: '',
          endDate: nextDay(today, 364),
          bedFee: '1500',
          careFee: 1800.5,
          mealFee: 900,
          otherFee: '',
          deposit: 4500,
          signerName: '王强',
          signerRelation: '1',
        },
      };
    },
    (id, { kept }) => (kept.admission = id),
  ],
  [
    'members GET oldman/checkInPage',
    () => ({ query: { ...paged, state: '1', userName: '' } }),
    (page, { kept }) => {
      const row = rows(page, 'id number state userName bedId admitDate monthFee').find(({ id }) => id === kept.admission);
      assert.deepEqual([row.state, row.monthFee], [1, 4200.5]);
    },
  ],
  [
    'members GET tmcheckoutrecord/getCheckOutFee',
    async (w) => {
      const { t, staff: as, kept } = w;
      const send = async (method: string, path: string, input: object) => {
        const { status, data, msg } = await t.call(method, `/members/${path}`, { as, input });
        assert.equal(status, 200, String(msg));
        return data;
      };
      const beds = await t.call('GET', '/business/bcroom/institutionalBedInfoPage?takeable=true', { as });
      const person = await send('POST', 'oldman', { userName: unique('退住'), bedId: beds.data.records[0].id });
      const today = dayOf(Date.now());
      kept.checkout = await send('POST', 'tmcheckoutrecord/submit', { oldmanId: person, leaveDate: today, destination: 1, reason: '回家' });
      for (const department of departmentNames) await send('PUT', 'tmcheckoutrecord/sign', { id: kept.checkout, department });
      return { query: { id: kept.checkout, oldmanId: person } };
    },
    (fee, { kept }) => (has(fee, 'lines dueAmount refund supplement availableBalance depositBalance'), (kept.fee = fee)),
  ],
  [
    'members POST tmcheckoutrecord/checkOut',
    ({ kept }) => ({
      body: { id: kept.checkout, dueAmount: String(kept.fee.dueAmount), refundType: '', receiver: '', payType: '', owed: false },
    }),
    (done) => assert.equal(done, true),
  ],
];
