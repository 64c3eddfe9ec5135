import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { FORGET_MS } from '#contract/calls/seat-states.rules.ts';
import { dialling, noteCall } from './dialling.ts';

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
