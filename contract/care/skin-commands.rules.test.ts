import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, instantOf, isoOf } from '../time.ts';
import {
  closedSkin,
  decideSkin,
  isGraveSkin,
  isPressure,
  isSkinKind,
  kindProblem,
  seenProblem,
  sizeText,
  skinText,
} from './skin-commands.rules.ts';

const now = instantOf('2026-03-05 10:00:00');
const row = { state: 1, kind: 2, seen_at: '2026-03-05 08:00:00' };
const seen = { kind: 3, length_mm: 20, width_mm: 15 };

describe('a finding of the skin', () => {
  it('is looked at until it has healed', () => {
    assert.deepEqual(decideSkin(row, { action: 'look', at: now, seen }, now), {
      change: { action: 'look', set: { ...seen, state: 1, seen_at: isoOf(now) } },
    });
    assert.deepEqual(decideSkin(row, { action: 'heal', at: now, seen: { ...seen, kind: 2 } }, now), {
      change: { action: 'heal', set: { state: 2, seen_at: isoOf(now), healed_at: isoOf(now) } },
    });
    assert.equal(closedSkin({ state: 2 }, 'look'), '该皮肤记录已愈合，不能登记观察');
    assert.equal(closedSkin({ state: 1 }, 'delete'), '该皮肤记录未愈合，不能删除');
    assert.deepEqual(decideSkin({ ...row, state: 2 }, { action: 'heal', at: now, seen }, now), {
      refusal: '该皮肤记录已愈合，不能登记愈合',
      status: 409,
    });
  });

  it('is seen after the look before, not later than now, and entered within three days', () => {
    assert.deepEqual(decideSkin(row, { action: 'look', at: now - 3 * HOUR, seen }, now), {
      refusal: '观察时间不能早于上一次观察',
      status: 422,
    });
    assert.equal(seenProblem(now + HOUR, now), '观察时间不能晚于现在');
    assert.equal(seenProblem(now - 73 * HOUR, now), '只能补记72小时内的观察');
    assert.equal(seenProblem(now - 71 * HOUR, now), null);
  });

  it('keeps the deepest stage of a pressure sore, and stays one', () => {
    assert.equal(kindProblem(3, 2), '压疮分期不能回退，愈合中的压疮仍按最深时的分期记录');
    assert.equal(kindProblem(2, 4), null);
    assert.equal(kindProblem(5, 3), null, 'what could not be staged is staged');
    assert.equal(kindProblem(2, 12), '压疮不能改为其他类别');
    assert.equal(kindProblem(11, 2), null);
  });

  it('is to be reported when it is a pressure sore that is open or deep', () => {
    assert.deepEqual([1, 2, 4, 5, 6, 11].map(isGraveSkin), [false, true, true, true, true, false]);
    assert.deepEqual([1, 6, 7, 99].map(isPressure), [true, true, false, false]);
    assert.deepEqual([1, 7, 99].map(isSkinKind), [true, false, true]);
  });

  it('is read with its place and size', () => {
    assert.equal(skinText({ part: 'sacrum', kind: 2, length: 3, width: 2.5 }), '骶尾部 压疮2期（3×2.5 cm）');
    assert.equal(skinText({ part: 'hand.left', kind: 13, length: null, width: null }), '左手 淤青');
    assert.equal(sizeText({ length: 3, width: null }), '3 cm');
  });
});
