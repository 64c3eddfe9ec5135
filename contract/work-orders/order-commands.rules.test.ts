import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  closedOrder,
  decideOrder,
  jobsOf,
  type JobState,
  type OrderChange,
  type OrderCommand,
  type OrderState,
} from './order-commands.rules.ts';
import { canDo, canDoJob, jobStatus, orderStatus, statusOfJobs } from './work-orders.rules.ts';

const NOW = Date.UTC(2026, 5, 15, 1);
const AT = '2026-06-15T01:00:00.000Z';
const ANNA = { id: 7, username: 'anna', name: '李护理', phone: null };
const BEA = { id: 8, username: 'bea', name: '赵护理', phone: null };

const job = (status: number, more: Partial<JobState> = {}): JobState => ({
  id: 1,
  status,
  user_id: status === jobStatus.unassigned ? null : ANNA.id,
  user_name: status === jobStatus.unassigned ? null : ANNA.name,
  project_name: '助浴',
  check_in_at: status === jobStatus.inProgress ? '2026-06-15 08:00:00' : null,
  price_fen: 100,
  package_id: 0,
  service_at: '2026-06-15 08:00:00',
  ...more,
});
const order = (...jobs: JobState[]): OrderState => ({
  status: statusOfJobs(jobs.map(({ status }) => status)),
  recent: false,
  jobs: jobs.map((one, at) => ({ ...one, id: at + 1 })),
});

type Named = Exclude<OrderCommand['action'], 'comment' | 'edit'>;
const COMMANDS: Record<OrderCommand['action'], OrderCommand> = {
  stop: { action: 'stop', reason: '下雨' },
  continue: { action: 'continue', reason: null },
  cancel: { action: 'cancel', reason: '住院' },
  send: { action: 'send', unread: false, staff: BEA },
  return: { action: 'return', by: ANNA.id, name: ANNA.name, reason: '生病' },
  start: {
    action: 'start',
    by: ANNA.id,
    dispatcher: false,
    set: { started: 1 },
    job: { in: 1 },
    noteOf: ({ project_name }) => project_name,
  },
  finish: {
    action: 'finish',
    by: ANNA.id,
    dispatcher: false,
    ended: { ended: 1 },
    job: { out: 1 },
    noteOf: ({ project_name }) => project_name,
  },
  comment: { action: 'comment', note: '5星' },
  edit: { action: 'edit', log: 'edit', moves: [{ jobId: 1, serviceAt: '2026-06-16 08:00:00', staff: undefined }], notes: [{ note: '' }] },
};
const NAMED = Object.keys(COMMANDS).filter((action) => action !== 'comment' && action !== 'edit') as Named[];

/** The change; fails when the command is refused. */
function changed(state: OrderState, command: OrderCommand): OrderChange {
  const decision = decideOrder(state, command, NOW);
  assert.ok('change' in decision && decision.change, JSON.stringify(decision));
  return decision.change;
}
const refused = (state: OrderState, command: OrderCommand) => {
  const decision = decideOrder(state, command, NOW);
  return 'refusal' in decision ? `${decision.status} ${decision.refusal}` : 'done';
};
const columns = ({ jobs }: OrderChange) => jobs.map(({ job: { id }, set }) => [id, set]);

describe('each command in each state of an order of one job', () => {
  for (const status of Object.values(orderStatus)) {
    const state = { ...order(job(status === orderStatus.rated ? jobStatus.finished : status)), status };
    for (const command of Object.values(COMMANDS))
      it(`${command.action} in ${status}`, () => {
        const decision = decideOrder(state, command, NOW);
        if (!canDo(command.action, status)) assert.deepEqual(decision, { refusal: closedOrder(state, command.action), status: 409 });
        // The order is open to it, its only job need not be.
        else if (command.action !== 'comment' && command.action !== 'edit' && !canDoJob(command.action, state.jobs[0]!.status))
          assert.ok('refusal' in decision && decision.status === 409, JSON.stringify(decision));
        else assert.ok('change' in decision && decision.change?.log === command.action);
      });
  }
});

describe('each command on one job of an order that goes on', () => {
  // The other job is under way: the order is in progress in any case.
  for (const status of Object.values(jobStatus))
    for (const action of NAMED)
      it(`${action} of a job in ${status}`, () => {
        const state = order(job(status), job(jobStatus.inProgress));
        const decision = decideOrder(state, { ...COMMANDS[action], jobId: 1 } as OrderCommand, NOW);
        const whole = action === 'stop' || action === 'continue' || action === 'cancel';
        const open = whole || canDo(action, state.status);
        assert.equal('change' in decision, open && canDoJob(action, status), JSON.stringify(decision));
        if ('change' in decision)
          assert.deepEqual(
            decision.change?.jobs.map(({ job: { id } }) => id),
            [1],
          );
        else assert.equal(decision.status, 409);
      });

  it('is refused in the words of the job, and for an unknown job as missing', () => {
    const state = order(job(jobStatus.finished), job(jobStatus.inProgress));
    assert.equal(refused(state, { action: 'stop', jobId: 1, reason: null }), '409 服务已完成，不能暂停');
    assert.equal(refused(state, { action: 'cancel', jobId: 9, reason: null }), '404 服务不存在');
    // Its order is not under way.
    assert.equal(refused(order(job(jobStatus.assigned)), { action: 'stop', jobId: 1, reason: null }), '409 服务已派单，不能暂停');
  });
});

describe('sending', () => {
  const state = order(job(jobStatus.assigned), job(jobStatus.unassigned));
  it('gives all open jobs to the person, answers the alarm and tells both', () => {
    const change = changed(state, COMMANDS.send);
    assert.deepEqual([change.status, change.sends], [orderStatus.assigned, true]);
    assert.deepEqual(change.notes, [
      { jobId: 1, note: '助浴派给赵护理，原为李护理' },
      { jobId: 2, note: '助浴派给赵护理' },
    ]);
    assert.deepEqual(
      change.jobs.map(({ set }) => [set.status, set.user_id, set.check_in_at, set.returned_at]),
      [
        [2, BEA.id, null, null],
        [2, BEA.id, null, null],
      ],
    );
    assert.equal(change.given.length, 2);
    assert.deepEqual(
      change.told.map(({ how, jobs }) => [how, jobs.length]),
      [['handed', 2]],
    );
  });

  it('does not tell a person that the work went to another when it is the same one', () => {
    assert.deepEqual(changed(order(job(jobStatus.assigned)), { ...COMMANDS.send, staff: ANNA } as OrderCommand).told, [
      { how: 'handed', jobs: [] },
    ]);
  });

  it('is refused for a job that is over', () => {
    const left = order(job(jobStatus.unassigned), job(jobStatus.cancelled));
    assert.equal(refused(left, { ...COMMANDS.send, jobId: 2 } as OrderCommand), '409 没有可派的服务');
  });

  it('without a version does not overrule a colleague of a moment ago', () => {
    const unread = { ...COMMANDS.send, unread: true } as OrderCommand;
    assert.equal(refused({ ...state, recent: true }, unread), '409 工单刚刚已派出，如需改派请刷新后重试');
    assert.equal(refused({ ...state, recent: true }, COMMANDS.send), 'done');
    assert.equal(refused(state, unread), 'done');
  });
});

describe('handing back', () => {
  it('frees the own jobs that have not begun; a paused one stays paused', () => {
    const change = changed(
      order(job(jobStatus.assigned), job(jobStatus.paused), job(jobStatus.assigned, { user_id: BEA.id })),
      COMMANDS.return,
    );
    assert.deepEqual(
      change.jobs.map(({ job: { id }, set }) => [id, set.status, set.user_id, set.returned_at, set.returned_by]),
      [
        [1, jobStatus.unassigned, null, AT, ANNA.id],
        [2, jobStatus.paused, null, AT, ANNA.id],
      ],
    );
    assert.deepEqual([change.status, change.returned?.waits, change.returned?.reason], [orderStatus.unassigned, true, '生病']);
  });

  it('does not restart the clock of the answer while another job is under way', () => {
    assert.equal(changed(order(job(jobStatus.assigned), job(jobStatus.inProgress)), COMMANDS.return).returned?.waits, false);
  });

  it('says why nothing is there to hand back', () => {
    assert.equal(refused(order(job(jobStatus.assigned, { user_id: BEA.id })), COMMANDS.return), '409 服务已不由您负责');
    assert.equal(refused(order(job(jobStatus.inProgress)), COMMANDS.return), '409 已签到的服务不能改派，请联系调度人员');
    assert.equal(
      refused(order(job(jobStatus.finished), job(jobStatus.assigned, { user_id: BEA.id })), COMMANDS.return),
      '409 服务已完成，不能要求改派',
    );
  });
});

describe('a visit', () => {
  it('is about the own jobs; a dispatcher acts for the person assigned, others are forbidden', () => {
    const state = order(job(jobStatus.assigned), job(jobStatus.assigned, { user_id: BEA.id }));
    const ids = (by: number, dispatcher: boolean) => {
      const jobs = jobsOf(state, { action: 'start', by, dispatcher });
      return 'refusal' in jobs ? jobs : jobs.map(({ id }) => id);
    };
    assert.deepEqual(ids(ANNA.id, false), [1]);
    assert.deepEqual(ids(ANNA.id, true), [1]);
    assert.deepEqual(ids(99, true), [1, 2]);
    assert.deepEqual(ids(99, false), { refusal: '只有被派单的服务人员可以签到', status: 403 });
  });

  it('is refused where no job waits for it', () => {
    assert.equal(refused(order(job(jobStatus.inProgress)), COMMANDS.start), '409 没有可签到的服务');
    assert.equal(refused(order(job(jobStatus.finished), job(jobStatus.assigned)), COMMANDS.finish), '409 没有可签退的服务');
  });

  it('begins with the columns of order and job', () => {
    const change = changed(order(job(jobStatus.assigned)), COMMANDS.start);
    assert.deepEqual([change.status, change.sends, change.set, columns(change)], [3, true, { started: 1 }, [[1, { in: 1, status: 3 }]]]);
    assert.deepEqual(change.notes, [{ jobId: 1, note: '助浴' }]);
  });

  it('ends the order with its last job only', () => {
    const last = changed(order(job(jobStatus.inProgress), job(jobStatus.cancelled)), COMMANDS.finish);
    assert.deepEqual([last.status, last.finished, last.set], [orderStatus.finished, true, { ended: 1 }]);
    const one = changed(order(job(jobStatus.inProgress), job(jobStatus.assigned)), COMMANDS.finish);
    assert.deepEqual([one.status, one.finished, one.set], [orderStatus.inProgress, false, {}]);
  });
});

describe('stopping, continuing and cancelling', () => {
  it('pauses what is not over, and each goes on where it was', () => {
    const stopped = changed(order(job(jobStatus.inProgress), job(jobStatus.finished), job(jobStatus.unassigned)), COMMANDS.stop);
    assert.deepEqual(
      [stopped.status, columns(stopped)],
      [
        5,
        [
          [1, { status: 5 }],
          [3, { status: 5 }],
        ],
      ],
    );
    assert.deepEqual(stopped.notes, [{ note: '下雨' }]);
    const paused = order(job(5, { check_in_at: '2026-06-15 08:00:00' }), job(5), job(5, { user_id: null }));
    assert.deepEqual(columns(changed(paused, COMMANDS.continue)), [
      [1, { status: 3 }],
      [2, { status: 2 }],
      [3, { status: 1 }],
    ]);
  });

  it('cancels the whole order: it costs what was done, and packages get their counts back', () => {
    const change = changed(
      order(job(jobStatus.inProgress, { package_id: 4 }), job(jobStatus.finished), job(jobStatus.assigned)),
      COMMANDS.cancel,
    );
    assert.deepEqual([change.status, change.set, change.retarget, change.finished], [6, { total_fen: 100, finished_at: AT }, false, false]);
    assert.deepEqual(
      change.released.map(({ id }) => id),
      [1],
    );
    assert.deepEqual(
      change.told.map(({ how }) => how),
      ['cancelled'],
    );
    assert.deepEqual(changed(order(job(jobStatus.assigned)), { action: 'cancel', reason: null, quiet: true }).told, []);
  });

  it('cancels one job: with the last open one the order is finished, otherwise its targets are set anew', () => {
    const one = { action: 'cancel', jobId: 1, reason: '住院' } as const;
    const last = changed(order(job(jobStatus.inProgress), job(jobStatus.finished)), one);
    assert.deepEqual([last.status, last.finished, last.retarget, last.set], [4, true, false, { total_fen: 100, finished_at: AT }]);
    const more = changed(order(job(jobStatus.assigned), job(jobStatus.inProgress)), one);
    assert.deepEqual([more.status, more.finished, more.retarget, more.set], [3, false, true, { total_fen: 100 }]);
    assert.deepEqual(more.notes, [{ jobId: 1, note: '助浴，住院' }]);
  });
});
