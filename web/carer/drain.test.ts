import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { drain, type Ports } from './drain.ts';
import { stepId, type Step } from './steps.ts';

const step = (kind: Step['kind'], jobId: number, at: number): Step => ({
  id: stepId(kind, jobId),
  kind,
  jobId,
  workOrderId: jobId,
  personName: '',
  title: '',
  at,
  key: '',
  body: {},
  files: [],
  tries: 0,
  problem: null,
});

/** A server with an answer for each sending, 200 when it has none left; and the tabs of one phone before it. */
function world(steps: Step[], answers: number[] = [], happened = false) {
  const queue = new Map(steps.map((one) => [one.id, one]));
  const heard: string[] = [];
  let held = false;
  const tab = (): Ports => ({
    async alone(run) {
      if (held) return null;
      held = true;
      return run().finally(() => (held = false));
    },
    steps: async () => [...queue.values()],
    now: () => 0,
    async send({ id }) {
      heard.push(id);
      // The other tab gets its turn while this one waits.
      await new Promise((resolve) => setImmediate(resolve));
      const status = answers.shift() ?? 200;
      if (status !== 200) throw status;
    },
    refusalOf: (error) => ({ status: error as number, text: `HTTP ${error}`, fresh: null }),
    happened: async () => happened,
    done: async ({ id }) => void queue.delete(id),
    change: async ({ id }, part) => void queue.set(id, { ...(queue.get(id) as Step), ...part }),
  });
  return { tab, heard, left: () => [...queue.values()] };
}

const visit = (jobId: number, at: number) => [step('finish', jobId, at + 1), step('start', jobId, at)];

describe('sending what waits', () => {
  it('goes in the order in which it was done', async () => {
    const { tab, heard, left } = world([...visit(2, 5), ...visit(1, 1)]);
    assert.deepEqual(await drain(tab()), { end: 'empty', sent: 4 });
    assert.deepEqual(heard, ['start.1', 'finish.1', 'start.2', 'finish.2']);
    assert.deepEqual(left(), []);
  });
  it('stops at the first that does not get through, and begins with it the next time', async () => {
    const { tab, heard, left } = world(visit(1, 1), [0, 503]);
    assert.deepEqual(await drain(tab()), { end: 'again', sent: 0, tries: 1 });
    assert.deepEqual(await drain(tab()), { end: 'again', sent: 0, tries: 2 });
    assert.equal(left().length, 2);
    assert.deepEqual(await drain(tab()), { end: 'empty', sent: 2 });
    assert.deepEqual(heard, ['start.1', 'start.1', 'start.1', 'finish.1']);
  });
  it('keeps everything when the session is over', async () => {
    const { tab, left } = world(visit(1, 1), [200, 401]);
    assert.deepEqual(await drain(tab()), { end: 'signIn', sent: 1 });
    assert.deepEqual(
      left().map(({ id, problem, tries }) => [id, problem, tries]),
      [['finish.1', null, 0]],
    );
  });
  it('leaves a refused one to the person with its job, and goes on with the others', async () => {
    const { tab, heard, left } = world([...visit(1, 1), ...visit(2, 5)], [409]);
    assert.deepEqual(await drain(tab()), { end: 'empty', sent: 2 });
    assert.deepEqual(heard, ['start.1', 'start.2', 'finish.2']);
    assert.deepEqual(
      left()
        .map(({ id, problem }) => [id, problem?.status])
        .sort(),
      [
        ['finish.1', undefined],
        ['start.1', 409],
      ],
    );
    assert.deepEqual(await drain(tab()), { end: 'empty', sent: 0 }, 'nothing is tried by itself that was refused');
  });
  it('takes a conflict with itself for done', async () => {
    const { tab, heard, left } = world(visit(1, 1), [409], true);
    assert.deepEqual(await drain(tab()), { end: 'empty', sent: 2 });
    assert.deepEqual(heard, ['start.1', 'finish.1']);
    assert.deepEqual(left(), []);
  });
  it('never takes another refusal for done', async () => {
    const { tab, left } = world(visit(1, 1), [422], true);
    assert.deepEqual(await drain(tab()), { end: 'empty', sent: 0 });
    assert.equal(left().length, 2);
  });
  it('is done by one of two tabs', async () => {
    const { tab, heard } = world([...visit(1, 1), ...visit(2, 5)]);
    const ends = await Promise.all([drain(tab()), drain(tab())]);
    assert.deepEqual(ends.map(({ end }) => end).sort(), ['busy', 'empty']);
    assert.deepEqual(heard, ['start.1', 'finish.1', 'start.2', 'finish.2']);
  });
});
