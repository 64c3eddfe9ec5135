import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fateOfCall, fateOfWait, inboundOf, timesOf, type Tally } from './call-figures.rules.ts';
import { waitOutcomes, waitStep } from './call-waits.rules.ts';
import { callPhases, seatStates } from './seat-states.rules.ts';

const tally = (fate: Tally['fate'], calls: number, more: Partial<Tally> = {}): Tally => ({
  fate,
  calls,
  waited: true,
  quick: false,
  short: false,
  waitSeconds: 0,
  longestWait: 0,
  ...more,
});

describe('inboundOf', () => {
  it('adds up to what was offered; blocked numbers are not counted', () => {
    const fates = ['answered', 'menu', 'queue', 'ring', 'late', 'refused'] as const;
    const { offered, answered, inMenu, inQueue, inRing, late, refused } = inboundOf([
      ...fates.map((fate) => tally(fate, 2)),
      tally(null, 9),
    ]);
    assert.deepEqual([offered, answered, inMenu, inQueue, inRing, late, refused], [12, 2, 2, 2, 2, 2, 2]);
  });
  it('measures the level by those who waited, without who gave up at once', () => {
    const { level, short, quick, averageWait, longestWait } = inboundOf([
      tally('answered', 6, { quick: true, waitSeconds: 60, longestWait: 15 }),
      tally('answered', 2, { waitSeconds: 100, longestWait: 70 }),
      tally('answered', 3, { waited: false, quick: true }),
      tally('queue', 1, { longestWait: 90 }),
      tally('ring', 5, { short: true }),
      tally('late', 1),
      tally('refused', 4, { waited: false }),
    ]);
    assert.deepEqual([level, short, quick, averageWait, longestWait], [0.6, 5, 6, 20, 90]);
  });
  it('has no share of nothing', () => {
    assert.deepEqual(
      [inboundOf([]).level, inboundOf([]).averageWait, timesOf([]).occupancy, timesOf([]).averageHandle],
      [null, null, null, null],
    );
  });
});

describe('fateOfCall', () => {
  const call = (more: object) => fateOfCall({ established: false, waited: true, disposition: 'NoAnswer', endedBy: 3, ...more });
  it('is answered once it was, also when the caller gives up in a second queue', () => {
    assert.equal(call({ established: true, disposition: 'AbandonedInQueue', endedBy: 1 }), 'answered');
  });
  it('tells who gave up from whom the house let go', () => {
    assert.equal(call({ disposition: 'AbandonedInIVR', endedBy: 1, waited: false }), 'menu');
    assert.equal(call({ disposition: 'AbandonedInIVR', endedBy: 3, waited: false }), 'refused');
    assert.equal(call({ disposition: 'QueuingTimeout' }), 'late');
    assert.equal(call({ disposition: 'QueuingFailed', waited: false }), 'refused');
    assert.equal(call({ disposition: 'Blocked', waited: false }), null);
  });
});

describe('timesOf', () => {
  const span = (state: number, seconds: number, next: number | null = null, spans = 1) => ({ state, seconds, next, spans });
  it('counts what ended, and the seconds of all hours', () => {
    const times = timesOf([
      span(seatStates.ringing, 10, seatStates.inbound, 2),
      span(seatStates.ringing, 30, seatStates.break),
      span(seatStates.ringing, 5, seatStates.ready),
      span(seatStates.dialing, 8, seatStates.outbound),
      span(seatStates.dialing, 9, seatStates.ready),
      span(seatStates.inbound, 100),
      span(seatStates.inbound, 20, seatStates.held),
      span(seatStates.held, 15, seatStates.inbound),
      span(seatStates.afterCall, 15, seatStates.ready),
      span(0, 88, seatStates.ready),
    ]);
    assert.deepEqual([times.rang, times.answered, times.missed, times.dialled, times.connected], [4, 2, 1, 2, 1]);
    assert.deepEqual([times.talkSeconds, times.holdSeconds, times.afterSeconds, times.signedSeconds], [120, 15, 15, 300]);
    assert.deepEqual([times.occupancy, times.averageHandle], [0.5, 50]);
  });
});

describe('waitStep', () => {
  const { queued, ringing, talking, consulting, dialing, ended, menu } = callPhases;
  const call = (phase: number, more: object = {}) => ({
    kind: 1,
    phase,
    groupId: 7,
    seatId: null,
    endedBy: null,
    disposition: null,
    ...more,
  });
  it('begins in a queue, goes on while it rings in vain, and ends with the answer', () => {
    assert.deepEqual(waitStep(call(menu, { groupId: null }), call(queued)), { ends: null, seatId: null, begins: 7 });
    assert.deepEqual(waitStep(call(queued), call(ringing)), { ends: null, seatId: null, begins: null });
    assert.equal(waitStep(call(ringing), call(queued)).ends, null);
    assert.deepEqual(waitStep(call(ringing), call(talking, { seatId: 3 })), { ends: waitOutcomes.answered, seatId: 3, begins: null });
    assert.deepEqual(waitStep(call(consulting), call(talking)), { ends: null, seatId: null, begins: null });
  });
  it('begins anew in another group, and after a transfer', () => {
    assert.deepEqual(waitStep(call(queued), call(queued, { groupId: 8 })), { ends: waitOutcomes.moved, seatId: null, begins: 8 });
    assert.deepEqual(waitStep(call(talking), call(queued)), { ends: null, seatId: null, begins: 7 });
    assert.equal(waitStep(call(queued), call(dialing)).ends, waitOutcomes.moved);
  });
  it('says how it ended without an answer', () => {
    const over = (from: number, endedBy: number, disposition: string) => waitStep(call(from), call(ended, { endedBy, disposition })).ends;
    assert.equal(over(queued, 1, 'AbandonedInQueue'), waitOutcomes.leftQueue);
    assert.equal(over(ringing, 1, 'AbandonedInRing'), waitOutcomes.leftRinging);
    // A caller who was spoken with before ends with Success, who ended it stays.
    assert.equal(over(queued, 3, 'Success'), waitOutcomes.tooLong);
    assert.equal(over(ringing, 3, 'IVRException'), waitOutcomes.broken);
    assert.deepEqual(Object.values(waitOutcomes).map(fateOfWait), ['answered', 'queue', 'ring', 'late', 'late', 'late']);
  });
  it('is of callers only', () => {
    assert.equal(waitStep(call(talking, { kind: 4 }), call(queued, { kind: 4 })).begins, null);
  });
});
