import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Busy, Wanted } from './feasibility.rules.ts';
import { rosteredOn } from './proposals.rules.ts';
import { responderWords } from './responders.rules.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`);
const alarm: Wanted = {
  jobId: 0,
  startsAt: at('14:00'),
  minutes: 30,
  place: null,
  indoors: { building: '1号楼', floor: '3' },
  typeName: '应急服务',
  personName: '王秀英',
  returnedBy: null,
  emergency: true,
};
const busy = (time: string, minutes: number, more: Partial<Busy> = {}): Busy => ({
  jobId: 1,
  startsAt: at(time),
  minutes,
  place: null,
  label: '王秀英·助浴',
  ...more,
});
const shift = { startsAt: at('07:00'), endsAt: at('15:00') };
const words = (jobs: Busy[] = [], duties = [shift], rostered = true) => responderWords(alarm, { busy: jobs, duties }, rostered);

describe('the words on the button', () => {
  it('say whether somebody is on duty, or that nobody knows', () => {
    assert.equal(words().duty, '当班');
    assert.equal(words([], []).duty, '不当班');
    assert.equal(words([], [{ startsAt: at('15:00'), endsAt: at('23:00') }]).duty, '不当班');
    assert.equal(words([], [], false).duty, '无排班');
  });

  it('say who is on leave', () => {
    const leaves = [{ startsAt: at('12:00'), endsAt: at('14:01') }];
    assert.equal(responderWords(alarm, { busy: [], duties: [shift], leaves }, true).duty, '请假中');
  });

  it('say what somebody is doing and until when', () => {
    assert.equal(words().doing, '空闲');
    assert.equal(words([busy('13:45', 45)]).doing, '忙（王秀英·助浴，至 14:30）');
    assert.equal(words([busy('13:00', 30, { state: 'begun' })]).doing, '忙（王秀英·助浴）', 'longer than was planned');
    assert.equal(words([busy('14:25', 30), busy('14:10', 30, { jobId: 2 })]).doing, '空闲至 14:10');
    assert.equal(words([busy('13:45', 45, { state: 'over' })]).doing, '空闲');
  });

  it('say how near somebody is', () => {
    const last = (building: string, floor: string) => words([busy('13:00', 30, { indoors: { building, floor } })]).near;
    assert.deepEqual([last('1号楼', '3'), last('1号楼', '1'), last('2号楼', '3'), words().near], ['同楼层', '同楼', '', '']);
  });
});

describe('the roster', () => {
  it('is there when anybody has a shift on that day', () => {
    assert.equal(rosteredOn(at('14:00'), [{ duties: [] }, { duties: [shift] }]), true);
    assert.equal(rosteredOn(at('14:00') + 24 * 3_600_000, [{ duties: [shift] }]), false);
  });
});
