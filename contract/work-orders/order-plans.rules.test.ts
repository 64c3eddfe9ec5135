import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { decideOrder, type JobState, type OrderChange, type OrderCommand, type OrderState } from './order-commands.rules.ts';
import { statusOfJobs } from './work-orders.rules.ts';

const BEA = { id: 8, username: 'bea', name: '赵护理', phone: null };
const here = '2026-06-15 08:00:00';

const job = (status: number): Omit<JobState, 'id'> => ({
  status,
  user_id: 7,
  user_name: '李护理',
  project_name: '助浴',
  check_in_at: null,
  price_fen: 100,
  package_id: 0,
  service_at: here,
});
const order = (...jobs: Omit<JobState, 'id'>[]): OrderState => ({
  status: statusOfJobs(jobs.map(({ status }) => status)),
  recent: false,
  jobs: jobs.map((one, at) => ({ ...one, id: at + 1 })),
});

/** The change; fails when the command is refused. */
function changed(state: OrderState, command: OrderCommand): OrderChange {
  const decision = decideOrder(state, command, 0);
  assert.ok('change' in decision && decision.change, JSON.stringify(decision));
  return decision.change;
}
const columns = ({ jobs }: OrderChange) => jobs.map(({ job: { id }, set }) => [id, set]);

describe('another plan', () => {
  const LATER = '2026-06-16 09:00:00';
  const plan = (moves: Extract<OrderCommand, { action: 'edit' }>['moves'], more = {}) =>
    ({ action: 'edit', log: 'edit', moves, notes: [{ note: '' }], ...more }) as const;

  it('gives jobs to another person, or to no one; a paused one stays paused', () => {
    const state = order(job(2), job(5), job(2));
    const change = changed(
      state,
      plan([
        { jobId: 1, serviceAt: here, staff: BEA },
        { jobId: 2, serviceAt: LATER, staff: BEA },
        { jobId: 3, serviceAt: here, staff: null },
      ]),
    );
    assert.deepEqual(
      change.jobs.map(({ set }) => [set.status, set.user_id]),
      [
        [2, BEA.id],
        [5, BEA.id],
        [1, null],
      ],
    );
    assert.deepEqual([change.status, change.sends, change.retarget, change.given.length], [1, true, true, 2]);
    assert.deepEqual(
      change.told.map(({ how, jobs }) => [how, jobs.length]),
      [
        ['handed', 3],
        ['moved', 0],
      ],
    );
  });

  it('at another time tells who does it, and answers the alarm', () => {
    const change = changed(order(job(2)), plan([{ jobId: 1, serviceAt: LATER, staff: undefined }]));
    assert.deepEqual([columns(change), change.sends, change.retarget], [[[1, { status: 2, service_at: LATER }]], true, true]);
    assert.deepEqual(
      change.told.map(({ how, jobs }) => [how, jobs.map(({ to }) => to)]),
      [
        ['handed', []],
        ['moved', [LATER]],
      ],
    );
  });

  it('of a form adds the price up anew, with what packages cover and what is new', () => {
    const added = [{ status: 1, priceFen: 30, packageId: 0 }];
    const change = changed(
      order(job(2), job(2)),
      plan(
        [
          { jobId: 1, serviceAt: here, staff: undefined, set: { package_id: 4 } },
          { jobId: 2, serviceAt: here, staff: undefined },
        ],
        { added },
      ),
    );
    assert.deepEqual([change.set, change.status, change.sends, change.retarget], [{ total_fen: 130 }, 1, true, true]);
  });

  it('that leaves time and staff answers nothing and moves no target', () => {
    const change = changed(order(job(2)), plan([{ jobId: 1, serviceAt: here, staff: undefined }], { added: [] }));
    assert.deepEqual([change.sends, change.retarget, change.set], [false, false, { total_fen: 100 }]);
  });
});
