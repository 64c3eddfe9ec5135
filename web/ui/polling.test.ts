import { describe, it, type TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { POLL_MS, pollProgress, type Progress } from './polling.ts';

/** A task whose answers are given one by one; 'fails' is a call that does not come through. */
function task(t: TestContext, answers: (Progress | null | 'fails')[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  const heard: (Progress | string)[] = [];
  const poll = async () => {
    const answer = answers[asked++];
    if (answer === 'fails' || answer === undefined) throw new Error('no network');
    return answer;
  };
  const stop = pollProgress(poll, { onProgress: (one) => heard.push(one), onFailure: (text) => heard.push(text) });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    heard,
    stop,
    asked: () => asked,
    async wait(times = 1) {
      for (let time = 0; time < times; time++) {
        await settle();
        t.mock.timers.tick(POLL_MS);
        await settle();
      }
    },
  };
}

describe('asking for progress', () => {
  it('goes on every five seconds until a url arrives', async (t) => {
    const one = task(t, [
      { rate: 0, url: '' },
      { rate: 40, url: '' },
      { rate: 100, url: '/a.xlsx' },
    ]);
    await one.wait(5);
    assert.deepEqual(
      one.heard.map((progress) => (progress as Progress).rate),
      [0, 40, 100],
    );
    assert.equal(one.asked(), 3);
  });

  it('ends when it is stopped', async (t) => {
    const one = task(t, [
      { rate: 0, url: '' },
      { rate: 1, url: '' },
    ]);
    await one.wait(0);
    one.stop();
    await one.wait(3);
    assert.equal(one.asked(), 1);
    assert.deepEqual(one.heard, []);
  });

  it('survives a failure, and gives up after three in a row', async (t) => {
    const one = task(t, ['fails', 'fails', { rate: 5, url: '' }, 'fails', 'fails', 'fails']);
    await one.wait(9);
    assert.deepEqual(one.heard, [{ rate: 5, url: '' }, '暂时读取不到进度']);
    assert.equal(one.asked(), 6);
  });

  it('ends where the task is unknown', async (t) => {
    const one = task(t, [null]);
    await one.wait(3);
    assert.deepEqual(one.heard, ['任务不存在或已过期']);
    assert.equal(one.asked(), 1);
  });
});
