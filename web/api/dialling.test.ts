import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { FORGET_MS } from '#contract/calls/seat-states.rules.ts';
import { dialLink, dialling, dialWith, noteCall, SECOND_CLICK_MS, type Dialled } from './dialling.ts';

const call = { callPhone: '13812345678', jobId: 'a', status: 0, warningId: null };

describe('the call at hand', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    dialling.setState({ dial: null, call: null });
    mock.timers.reset();
  });

  it('is forgotten 120,000 ms after it was hung up, not before', () => {
    noteCall({ ...call, status: 1 });
    mock.timers.tick(FORGET_MS);
    assert.equal(dialling.getState().call?.status, 1);
    noteCall({ ...call, status: 2 });
    mock.timers.tick(FORGET_MS - 1);
    assert.deepEqual(dialling.getState().call, { ...call, status: 2 });
    mock.timers.tick(1);
    assert.equal(dialling.getState().call, null);
  });

  it('counts from the hang-up, however often that is read; the next call is not forgotten for it', () => {
    noteCall({ ...call, status: 2 });
    mock.timers.tick(FORGET_MS - 1000);
    noteCall({ ...call, status: 2 });
    mock.timers.tick(1000);
    assert.equal(dialling.getState().call, null);
    noteCall({ ...call, status: 2 });
    noteCall({ ...call, jobId: 'b' });
    mock.timers.tick(FORGET_MS);
    assert.equal(dialling.getState().call?.jobId, 'b');
  });
});

describe('a click on a number', () => {
  const dialled: Dialled[] = [];
  const phone = '13812345678';
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    dialWith(null);
    dialled.length = 0;
    mock.timers.reset();
  });

  /** Clicks the number so often, fast; gives for each click whether its telephone link was kept from opening. */
  function click(times: number, opensRow: boolean, onTel?: () => void): boolean[] {
    const { onClick } = dialLink({ phone }, onTel);
    return Array.from({ length: times }, (_, at) => {
      let kept = false;
      const currentTarget = { closest: () => (opensRow ? {} : null) } as unknown as Element;
      onClick({ detail: at + 1, currentTarget, stopPropagation() {}, preventDefault: () => void (kept = true) });
      return kept;
    });
  }

  it('dials through the seat, twice is once', () => {
    dialWith((what) => void dialled.push(what));
    assert.deepEqual(click(2, false), [true, true]);
    mock.timers.tick(SECOND_CLICK_MS);
    assert.deepEqual(dialled, [{ phone }]);
  });

  it('dials from a row that opens by a double click when no second click comes, and a double click dials nothing', () => {
    dialWith((what) => void dialled.push(what));
    click(2, true);
    mock.timers.tick(SECOND_CLICK_MS);
    assert.deepEqual(dialled, []);
    click(1, true);
    mock.timers.tick(SECOND_CLICK_MS);
    assert.deepEqual(dialled, [{ phone }]);
  });

  it('is the telephone link of the device where there is no seat, once', () => {
    let heard = 0;
    assert.deepEqual(
      click(2, false, () => (heard += 1)),
      [false, true],
    );
    assert.equal(heard, 1);
  });
});
