import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, instantOf, isoOf } from '../time.ts';
import {
  bookingStateLabels,
  closedBooking,
  decideBooking,
  FAMILY_MOVES,
  mayCancel,
  mayRebook,
  notBegun,
  rebookProblem,
  type BookingCommand,
  type BookingState,
} from './home-booking-commands.rules.ts';

const VISIT = '2026-11-27 09:00:00';
const now = instantOf('2026-11-25 09:00:00');
const waits: BookingState = { state: 1, order_state: null, service_at: null, family_moves: 0 };
const ordered: BookingState = { state: 2, order_state: 2, service_at: VISIT, family_moves: 0 };

const commands: BookingCommand[] = [
  { action: 'confirm', by: '张敏', orderId: 7, set: { day: '2026-11-27' } },
  { action: 'decline', by: '张敏', reason: '没有人手' },
  { action: 'cancel', by: '张敏', reason: '不需要了', hours: null },
  { action: 'move', set: { half: 2 } },
  { action: 'finish' },
  { action: 'rebook', day: '2026-11-29', half: 2, hours: 12, from: '2026-11-27 上午' },
];

describe('bookings of care at home', () => {
  it('decideBooking: what each command makes of a booking in each state', () => {
    const table = [1, 2, 3, 4, 5].map((state) => {
      const row = state === 2 ? ordered : { ...waits, state };
      return commands.map((command) => {
        const decision = decideBooking(row, command, now);
        return 'refusal' in decision ? decision.status : ((decision.change?.set as { state?: number } | undefined)?.state ?? 'same');
      });
    });
    assert.deepEqual(table, [
      [2, 3, 4, 'same', 409, 1],
      [409, 409, 4, 'same', 5, 1],
      [409, 409, 409, 409, 409, 409],
      [409, 409, 409, 409, 409, 409],
      [409, 409, 409, 409, 409, 409],
    ]);
  });
  it('decideBooking: a confirmed booking has its order, and its cancellation cancels that one', () => {
    const [confirm, , cancel] = commands as [BookingCommand, BookingCommand, BookingCommand];
    assert.deepEqual(decideBooking(waits, confirm, now), {
      change: { action: 'confirm', set: { day: '2026-11-27', state: 2, decided_by: '张敏', work_order_id: 7 }, cancelOrder: null },
    });
    assert.deepEqual(decideBooking(ordered, cancel, now), {
      change: {
        action: 'cancel',
        set: { ended_at: isoOf(now), state: 4, decided_by: '张敏', reason: '不需要了' },
        cancelOrder: '预约取消：不需要了',
      },
    });
    const quiet = decideBooking(ordered, { action: 'cancel', by: '工单', reason: null, hours: null, quiet: true }, now);
    assert.equal('change' in quiet && quiet.change?.cancelOrder, null);
  });
  it('decideBooking: what has begun is neither cancelled nor moved', () => {
    const begun = { ...ordered, order_state: 3 };
    assert.deepEqual(decideBooking(begun, commands[2]!, now), { refusal: '服务已经开始，不能取消', status: 422 });
    assert.deepEqual(decideBooking(begun, commands[3]!, now), { refusal: '服务已经开始，不能改约', status: 422 });
  });
  it('mayCancel: family cancels what waits at any time, and what is confirmed until so many hours before the visit', () => {
    const last = instantOf(VISIT) - 12 * HOUR;
    assert.equal(mayCancel(waits, 12, now), true);
    assert.equal(mayCancel(ordered, 12, last), true);
    assert.equal(mayCancel(ordered, 12, last + 1), false);
    assert.equal(mayCancel({ ...ordered, order_state: 3 }, 12, now), false);
    const late = decideBooking(ordered, { action: 'cancel', by: '家属本人', reason: null, hours: 12 }, last + 1);
    assert.deepEqual(late, { refusal: '距上门不足12小时，请打电话与机构联系', status: 422 });
  });
  it('rebookProblem, mayRebook: family moves a booking as long as it may cancel it, and three times', () => {
    assert.equal(mayRebook(waits, 12, now), true);
    assert.equal(rebookProblem(ordered, 49, now), '距上门不足49小时，请打电话与机构联系');
    assert.equal(rebookProblem({ ...waits, family_moves: FAMILY_MOVES }, 12, now), '已改过3次时间，如需再改请打电话与机构联系');
    assert.equal(mayRebook({ ...waits, state: 4 }, 12, now), false);
  });
  it('decideBooking: what family moves waits anew, without its order', () => {
    const decision = decideBooking(ordered, { action: 'rebook', day: '2026-11-29', half: 2, hours: 12, from: '2026-11-27 09:00' }, now);
    assert.deepEqual(decision, {
      change: {
        action: 'rebook',
        set: {
          state: 1,
          work_order_id: null,
          decided_by: null,
          override_reason: null,
          override_by: null,
          family_moves: 1,
          moved_at: isoOf(now),
          moved_from: '2026-11-27 09:00',
          day: '2026-11-29',
          half: 2,
          others: '[]',
        },
        cancelOrder: '家属改时间',
      },
    });
  });
  it('notBegun: orders that wait, are given to a carer or are paused have not begun', () => {
    const begun = [null, 1, 2, 3, 4, 5, 6, 7].map((order_state) => notBegun({ order_state }));
    assert.deepEqual(begun, [true, true, true, false, false, true, false, false]);
  });
  it('closedBooking: says the state and what it does not allow', () => {
    assert.equal(closedBooking({ state: 3 }, 'confirm'), '该预约已婉拒，不能确认');
    assert.equal(closedBooking({ state: 1 }, 'finish'), '该预约待确认，不能完成');
    assert.equal(closedBooking({ state: 1 }, 'confirm'), null);
    assert.equal(Object.keys(bookingStateLabels).length, 5);
  });
});
