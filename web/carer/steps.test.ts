import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  hasHappened,
  isOpenTo,
  jobWith,
  nextStep,
  pauseMs,
  stepId,
  verdictOf,
  withAddresses,
  type JobStepKind,
  type OwnJob,
  type Step,
} from './steps.ts';

const problem = { status: 409, text: '工单已取消', fresh: null };
const step = (kind: JobStepKind, jobId: number, at: number, change: Partial<Step> = {}): Step => ({
  id: stepId(kind, jobId, kind === 'answers' ? 'k' : ''),
  kind,
  jobId,
  workOrderId: 1,
  personName: '汤桂兰',
  title: '助浴',
  at,
  key: `key-${kind}-${jobId}`,
  body: { occurredAt: `2026-11-21 09:00:0${at}` },
  files: [],
  tries: 0,
  problem: null,
  ...change,
});
const asked = (key: string, resultId: number | null) => ({ key, resultId, required: true, name: key });
const own = (id: number, status: number, change: object = {}) =>
  ({ workOrderId: 1, job: { id, status, workOrderServer: null, projectUserVoList: [asked('k', null)], ...change } }) as unknown as OwnJob;

describe('what waits to be sent', () => {
  const start = step('start', 1, 1);
  const answers = step('answers', 1, 2);
  const finish = step('finish', 1, 3);
  const other = step('start', 2, 4);
  const cases: [string, Step[], Step | null][] = [
    ['nothing', [], null],
    ['the oldest first, however they are kept', [finish, other, answers, start], start],
    ['what came after it next', [finish, other, answers], answers],
    ['a refused step holds up its own job', [{ ...start, problem }, answers, finish, other], other],
    ['a refused later step holds up nothing before it', [start, { ...finish, problem }], start],
    ['nothing when all wait for the person', [{ ...start, problem }, finish], null],
    ['what is held stays here', [{ ...start, jobId: null, heldUntil: 11 }, other], other],
    ['and goes when that is over', [{ ...start, jobId: null, heldUntil: 10 }, other], { ...start, jobId: null, heldUntil: 10 }],
    ['what failed for want of a network stays where it is', [{ ...start, tries: 9 }, other], { ...start, tries: 9 }],
  ];
  for (const [name, steps, expected] of cases) it(name, () => assert.deepEqual(nextStep(steps, 10), expected));
  it('values of a round are no one’s job: one that was refused holds up nothing', () => {
    const values = (at: number): Step => ({ ...start, id: `measure.5.${at}`, kind: 'measure', jobId: null, workOrderId: null, at });
    const [refused, next] = [{ ...values(1), problem }, values(2)];
    assert.deepEqual(nextStep([refused, next, other], 10), next);
    assert.equal(hasHappened(refused, []), false);
  });
  it('has one name for what can be done once', () =>
    assert.deepEqual([stepId('start', 7), stepId('answers', 7, 'ab')], ['start.7', 'answers.7.ab']));
});

describe('an answer of the server', () => {
  const cases: [number, ReturnType<typeof verdictOf>][] = [
    [0, 'again'],
    [408, 'again'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
    [401, 'signIn'],
    [426, 'signIn'],
    [400, 'problem'],
    [403, 'problem'],
    [404, 'problem'],
    [409, 'problem'],
    [413, 'problem'],
    [422, 'problem'],
  ];
  for (const [status, expected] of cases) it(`${status} is ${expected}`, () => assert.equal(verdictOf(status), expected));
  it('lets the phone wait longer each time, up to five minutes, never all at once', () => {
    assert.deepEqual(
      [1, 2, 3, 8, 9, 50].map((tries) => pauseMs(tries, 0)),
      [2000, 4000, 8000, 256_000, 300_000, 300_000],
    );
    assert.equal(pauseMs(1, 0.5), 1500);
  });
});

describe('files', () => {
  const files = [{ url: '/admin/sys-file/kept/a.jpg', file: new Blob(), name: 'a.jpg', sent: '/admin/sys-file/s/1.jpg' }];
  it('get their own addresses wherever the body names them', () =>
    assert.deepEqual(
      withAddresses(
        {
          image: files[0]!.url,
          originalData: { field1: [{ fileName: 'a', url: files[0]!.url }], field2: 3, field3: null, field4: '未变' },
        },
        files,
      ),
      {
        image: '/admin/sys-file/s/1.jpg',
        originalData: { field1: [{ fileName: 'a', url: '/admin/sys-file/s/1.jpg' }], field2: 3, field3: null, field4: '未变' },
      },
    ));
  it('that are not sent yet stay as they are', () =>
    assert.deepEqual(withAddresses({ image: files[0]!.url }, [{ ...files[0]!, sent: null }]), { image: files[0]!.url }));
});

describe('a job on the phone', () => {
  const assigned = own(1, 2);
  const start = step('start', 1, 1);
  const finish = step('finish', 1, 3, { body: { occurredAt: '2026-11-21 09:00:03', result: '已助浴', signer: '' } });
  it('is as she left it, whatever the server knows', () => {
    const { job } = jobWith(assigned, [finish, start, step('start', 2, 0)]);
    assert.deepEqual(
      [job.status, job.workOrderServer?.serverStartTime, job.workOrderServer?.serverEndTime, job.workOrderServer?.result],
      [4, '2026-11-21 09:00:01', '2026-11-21 09:00:03', '已助浴'],
    );
    assert.equal(assigned.job.status, 2, 'the kept one is not changed');
  });
  it('is as the server says from the first refused step on', () => {
    assert.equal(jobWith(assigned, [{ ...start, problem }, finish]).job.status, 2);
    assert.equal(jobWith(assigned, [start, { ...finish, problem }]).job.status, 3);
  });
  it('counts answers that wait as given', () => {
    const { job } = jobWith(assigned, [step('answers', 1, 2, { body: { projectKey: 'k' } })]);
    assert.equal(job.projectUserVoList[0]?.resultId, 0);
  });
  it('is begun once and ended once', () => {
    assert.equal(isOpenTo('start', assigned), true);
    assert.equal(isOpenTo('finish', assigned), false);
    assert.equal(isOpenTo('start', jobWith(assigned, [start])), false);
    assert.equal(isOpenTo('finish', jobWith(assigned, [start])), true);
    assert.equal(isOpenTo('finish', jobWith(assigned, [start, finish])), false);
    for (const [status, open] of [
      [1, false],
      [2, true],
      [3, true],
      [4, false],
      [5, false],
      [6, false],
    ] as const)
      assert.equal(isOpenTo('answers', own(1, status)), open, String(status));
  });
});

describe('a refused step that has happened', () => {
  const start = step('start', 1, 1);
  const visited = (serverStartTime: string | null) => [own(1, 3, { workOrderServer: { serverStartTime, serverEndTime: null } })];
  it('is known by its very time', () => {
    assert.equal(hasHappened(start, visited('2026-11-21 09:00:01')), true);
    assert.equal(hasHappened(start, visited('2026-11-21 09:00:02')), false, 'somebody else was there');
    assert.equal(hasHappened(start, visited(null)), false);
    assert.equal(hasHappened(start, []), false, 'the job is not hers any more');
    assert.equal(hasHappened(step('finish', 1, 1), visited('2026-11-21 09:00:01')), false);
    assert.equal(hasHappened(step('answers', 1, 1), visited('2026-11-21 09:00:01')), false);
  });
});
