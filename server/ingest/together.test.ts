import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { together } from './together.ts';

/** An asker that answers when it is let, and what it was asked. */
function slow() {
  const asked: [number, readonly number[]][] = [];
  const waiting: { answer(values?: Map<number, string>): void; fail(error: Error): void }[] = [];
  const ask = together((group: number, keys: readonly number[]) => {
    asked.push([group, keys]);
    return new Promise<Map<number, string>>((resolve, reject) =>
      waiting.push({ answer: (values = new Map(keys.map((key) => [key, `${group}:${key}`]))) => resolve(values), fail: reject }),
    );
  });
  return { asked, waiting, ask };
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('questions asked together', () => {
  it('are one for a turn, one at a time for a group, and groups do not wait for each other', async () => {
    const { asked, waiting, ask } = slow();
    const first = [ask(1, 10), ask(1, 11), ask(1, 10), ask(2, 10)];
    await turn();
    const second = [ask(1, 10), ask(1, 12)];
    await turn();
    assert.deepEqual(asked, [
      [1, [10, 11]],
      [2, [10]],
    ]);
    for (const one of waiting) one.answer();
    assert.deepEqual(await Promise.all(first), ['1:10', '1:11', '1:10', '2:10']);
    await turn();
    assert.deepEqual(asked[2], [1, [10, 12]], 'who asks while an answer is under way is not given that one');
    waiting[2]!.answer();
    assert.deepEqual(await Promise.all(second), ['1:10', '1:12']);
    const again = ask(1, 13);
    await turn();
    waiting[3]!.answer(new Map());
    assert.equal(await again, undefined);
  });

  it('that fail, fail for whoever asked with them and for nobody else', async () => {
    const { waiting, ask } = slow();
    const [a, b] = [ask(1, 10), ask(1, 11)];
    await turn();
    const later = ask(1, 10);
    waiting[0]!.fail(new Error('away'));
    await assert.rejects(a, /away/);
    await assert.rejects(b, /away/);
    await turn();
    waiting[1]!.answer();
    assert.equal(await later, '1:10');
  });

  it('are at most 500 at once', async () => {
    const { asked, waiting, ask } = slow();
    const all = Array.from({ length: 1200 }, (_, key) => ask(1, key));
    for (let at = 0; at < 3; at++) {
      await turn();
      waiting[at]!.answer();
    }
    assert.equal((await Promise.all(all)).length, 1200);
    assert.deepEqual(
      asked.map(([, keys]) => keys.length),
      [500, 500, 200],
    );
  });
});
