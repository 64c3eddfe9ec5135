import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assigned, freed } from './job-assignments.rules.ts';
import { decideOrder, type JobState, type OrderChange, type OrderCommand, type OrderState } from './order-commands.rules.ts';
import { planned, type JobMove, type PlanCommand } from './order-plans.rules.ts';
import { jobStatus, orderStatus, statusOfJobs } from './work-orders.rules.ts';

const HERE = '2026-06-15 08:00:00';
const LATER = '2026-06-16 09:00:00';
const BEA = { id: 8, username: 'bea', name: '赵护理', phone: null };
const { unassigned, assigned: given, inProgress, finished, paused, cancelled } = jobStatus;

const order = (...statuses: number[]): OrderState => ({
  status: statusOfJobs(statuses),
  recent: false,
  jobs: statuses.map((status, at): JobState => ({
    id: at + 1,
    status,
    user_id: 7,
    user_name: '李护理',
    project_name: '助浴',
    check_in_at: null,
    price_fen: 100,
    package_id: 0,
    service_at: HERE,
  })),
});
const move = (jobId: number, staff: JobMove['staff'], serviceAt = HERE, set?: JobMove['set']): JobMove => ({
  jobId,
  staff,
  serviceAt,
  ...(set ? { set } : {}),
});
const plan = (state: OrderState, moves: JobMove[], more: Partial<PlanCommand> = {}) =>
  planned(state, { action: 'edit', log: 'edit', notes: [{ note: '改' }], moves, ...more });

describe('the jobs of an order that is planned anew', () => {
  it('go to another person, to none, or stay; a paused one stays paused', () => {
    const cases: [status: number, staff: JobMove['staff'], becomes: number, columns: object][] = [
      [unassigned, BEA, given, assigned(BEA)],
      [given, BEA, given, assigned(BEA)],
      [given, null, unassigned, freed],
      [given, undefined, given, {}],
      [paused, BEA, paused, assigned(BEA)],
      [paused, null, paused, freed],
      [paused, undefined, paused, {}],
    ];
    for (const [status, staff, becomes, columns] of cases) {
      const state = order(status);
      const { jobs, given: told } = plan(state, [move(1, staff)]);
      assert.deepEqual(jobs, [{ job: state.jobs[0], set: { ...columns, status: becomes, service_at: HERE } }], `${status} ${staff?.name}`);
      assert.deepEqual(told, staff ? [{ staff, project: '助浴' }] : []);
    }
  });

  it('make the status of the order, with those that are left as they are and those that are new', () => {
    const added = [{ status: unassigned, priceFen: 0, packageId: 0 }];
    assert.equal(plan(order(unassigned, given), [move(1, BEA)]).status, orderStatus.assigned);
    assert.equal(plan(order(given, given), [move(1, null)]).status, orderStatus.unassigned);
    assert.equal(plan(order(given, inProgress), [move(1, null)]).status, orderStatus.inProgress);
    assert.equal(plan(order(given, cancelled), [move(1, undefined)]).status, orderStatus.assigned);
    assert.equal(plan(order(given), [], { added }).status, orderStatus.unassigned);
    assert.equal(plan(order(finished), [], { added }).status, orderStatus.inProgress);
  });

  it('make its price anew only with a form: what packages cover and what is cancelled costs nothing', () => {
    const added = [
      { status: unassigned, priceFen: 30, packageId: 0 },
      { status: unassigned, priceFen: 500, packageId: 9 },
    ];
    const moves = [move(1, undefined, HERE, { package_id: 4 })];
    assert.deepEqual(plan(order(given, given, cancelled), moves, { added, set: { remarks: '急' } }).set, { remarks: '急', total_fen: 130 });
    assert.deepEqual(plan(order(given, given), moves, { set: { remarks: '急' } }).set, { remarks: '急' });
    assert.deepEqual(plan(order(given), moves).jobs[0]?.set, { package_id: 4, status: given, service_at: HERE });
  });

  it('answer an alarm by a person, a time or a new job, and move the targets by a time or a new job', () => {
    const added = [{ status: unassigned, priceFen: 0, packageId: 0 }];
    for (const [moves, more, sends, retarget] of [
      [[move(1, undefined)], {}, false, false],
      [[move(1, null)], {}, false, false],
      [[move(1, BEA)], {}, true, false],
      [[move(1, undefined, LATER)], {}, true, true],
      [[move(1, BEA, LATER)], {}, true, true],
      [[], { added }, true, true],
      [[], { added: [] }, false, false],
      [[], { sends: true }, true, false],
      [[], { retarget: true }, false, true],
    ] as const) {
      const change = plan(order(given), [...moves], more);
      assert.deepEqual([change.sends, change.retarget], [sends, retarget], JSON.stringify([moves, more]));
    }
  });

  it('tell who had a job that it is another person’s, or that it is at another time, never both', () => {
    const { told, log, notes } = plan(order(given, given, given, given), [
      move(1, BEA, LATER),
      move(2, null, LATER),
      move(3, undefined, LATER),
      move(4, undefined),
    ]);
    assert.deepEqual(
      told.map(({ how, jobs }) => [how, jobs.map(({ id, to }) => [id, to])]),
      [
        [
          'handed',
          [
            [1, undefined],
            [2, undefined],
          ],
        ],
        ['moved', [[3, LATER]]],
      ],
    );
    assert.deepEqual([log, notes], ['edit', [{ note: '改' }]]);
  });
});

/** The change; fails when the command is refused. */
function changed(state: OrderState, command: OrderCommand): OrderChange {
  const decision = decideOrder(state, command, 0);
  assert.ok('change' in decision && decision.change, JSON.stringify(decision));
  return decision.change;
}
const columns = ({ jobs }: OrderChange) => jobs.map(({ job: { id }, set }) => [id, set]);

describe('another plan', () => {
  const edit = (moves: Extract<OrderCommand, { action: 'edit' }>['moves'], more = {}) =>
    ({ action: 'edit', log: 'edit', moves, notes: [{ note: '' }], ...more }) as const;

  it('gives jobs to another person, or to no one; a paused one stays paused', () => {
    const state = order(2, 5, 2);
    const change = changed(
      state,
      edit([
        { jobId: 1, serviceAt: HERE, staff: BEA },
        { jobId: 2, serviceAt: LATER, staff: BEA },
        { jobId: 3, serviceAt: HERE, staff: null },
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
    const change = changed(order(2), edit([{ jobId: 1, serviceAt: LATER, staff: undefined }]));
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
      order(2, 2),
      edit(
        [
          { jobId: 1, serviceAt: HERE, staff: undefined, set: { package_id: 4 } },
          { jobId: 2, serviceAt: HERE, staff: undefined },
        ],
        { added },
      ),
    );
    assert.deepEqual([change.set, change.status, change.sends, change.retarget], [{ total_fen: 130 }, 1, true, true]);
  });

  it('that leaves time and staff answers nothing and moves no target', () => {
    const change = changed(order(2), edit([{ jobId: 1, serviceAt: HERE, staff: undefined }], { added: [] }));
    assert.deepEqual([change.sends, change.retarget, change.set], [false, false, { total_fen: 100 }]);
  });
});
