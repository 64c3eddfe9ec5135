import { describe, it, mock, type TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { soon } from './soon.ts';

/** What was written, and the clock. */
function begin(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const write = mock.fn((_text: string) => {});
  return {
    late: soon(write, 300),
    tick: (ms: number) => t.mock.timers.tick(ms),
    written: () => write.mock.calls.map(({ arguments: [text] }) => text),
  };
}

describe('what is being typed', () => {
  it('is written once, as it is in the end', (t) => {
    const { late, tick, written } = begin(t);
    late.put('a');
    tick(200);
    late.put('ab');
    tick(200);
    assert.deepEqual(written(), []);
    tick(100);
    assert.deepEqual(written(), ['ab']);
    tick(1000);
    assert.deepEqual(written(), ['ab']);
  });

  it('is written at once when the page is left, and not again afterwards', (t) => {
    const { late, tick, written } = begin(t);
    late.put('a');
    late.flush();
    assert.deepEqual(written(), ['a']);
    late.flush();
    tick(1000);
    assert.deepEqual(written(), ['a']);
  });

  it('is not written once it is not wanted any more', (t) => {
    const { late, tick, written } = begin(t);
    late.put('a');
    late.drop();
    late.flush();
    tick(1000);
    assert.deepEqual(written(), []);
  });
});
