import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainLeg } from './call-state.ts';
import { hearing, type Leg } from './hearing.rules.ts';

const leg = (id: number, more: Partial<Leg> = {}): Leg => ({ ...plainLeg, id, kind: 2, state: 3, ...more });
const customer = leg(1);
const agent = leg(2, { kind: 1, seatId: 20 });
const boss = (part: number) => leg(3, { kind: 1, seatId: 30, part, toSeatId: 20 });
const heard = (...legs: Leg[]) => Object.fromEntries(hearing(legs).map(({ legId, hears, plays }) => [legId, plays ?? hears.join(',')]));

describe('who hears whom', () => {
  it('lets two talk, and three', () => {
    assert.deepEqual(heard(customer, agent), { 1: '2', 2: '1' });
    assert.deepEqual(heard(customer, agent, boss(1)), { 1: '2,3', 2: '1,3', 3: '1,2' });
  });

  it('lets a supervisor hear both unheard, or whisper to the seat alone', () => {
    assert.deepEqual(heard(customer, agent, boss(2)), { 1: '2', 2: '1', 3: '1,2' });
    assert.deepEqual(heard(customer, agent, boss(3)), { 1: '2', 2: '1,3', 3: '1,2' });
  });

  it('plays music to who is held, and silences who is muted', () => {
    assert.deepEqual(heard({ ...customer, held: true }, agent), { 1: 'hold-music', 2: '' });
    assert.deepEqual(heard(customer, { ...agent, muted: true }), { 1: '', 2: '1' });
    assert.deepEqual(heard({ ...customer, held: true }, agent, boss(4)), { 1: 'hold-music', 2: '3', 3: '2' });
    assert.deepEqual(heard({ ...customer, held: true }, agent, boss(2)), { 1: 'hold-music', 2: '', 3: '2' });
  });

  it('keeps a consulted colleague from the customer even when the hold ended', () => {
    assert.deepEqual(heard(customer, agent, boss(4)), { 1: '2', 2: '1,3', 3: '2' });
  });

  it('rings for who waits alone', () => {
    assert.deepEqual(heard(agent, { ...customer, state: 2 }), { 2: 'ringback' });
    assert.deepEqual(heard(customer, { ...agent, state: 4 }), { 1: '' });
    assert.deepEqual(heard(customer, agent, { ...boss(4), state: 2 }), { 1: '2', 2: '1' });
  });
});
