import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { told } from './mapped-texts.rules.ts';
import { mapBody } from './mappings.rules.ts';
import { Mapping } from './mappings.ts';
import { mappingTemplates } from './mapping-templates.ts';
import { minutesAsleep, nightOfReport, sleepProblem } from './sleep-reports.rules.ts';

const at = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}:00+08:00`);
const times = (bed: string, left: string) => ({ bedAt: at(bed), leftAt: at(left) });

describe('a night', () => {
  for (const [bed, left, night] of [
    ['20 21:30', '21 06:10', '2026-11-21'],
    ['20 19:00', '20 23:30', '2026-11-21'],
    ['21 00:30', '21 09:00', '2026-11-21'],
    ['20 18:00', '21 12:00', '2026-11-21'],
    ['21 12:30', '21 14:30', null],
    ['21 13:00', '21 17:00', null],
    ['21 08:00', '21 10:00', '2026-11-21'],
  ] as const)
    it(`from ${bed} to ${left} is ${night ?? 'none'}`, () => assert.equal(nightOfReport(times(bed, left)), night));

  it('cannot end before it begins, nor last for days or for minutes', () => {
    assert.equal(sleepProblem(times('20 21:00', '21 06:00')), null);
    for (const [bed, left] of [
      ['21 06:00', '20 21:00'],
      ['21 06:00', '21 06:00'],
      ['20 06:00', '21 06:00'],
      ['20 21:00', '20 21:05'],
    ] as const)
      assert.ok(sleepProblem(times(bed, left)));
  });

  it('is slept for its stages, or from falling asleep to waking up', () => {
    const none = {
      asleepAt: null,
      awakeAt: null,
      deep: null,
      light: null,
      rem: null,
      awake: null,
      turns: null,
      heartRate: null,
      breathing: null,
      score: null,
    };
    assert.equal(minutesAsleep({ ...none, deep: 90, light: 300, rem: 60, awake: 40 }), 450);
    assert.equal(minutesAsleep({ ...none, asleepAt: at('20 22:00'), awakeAt: at('21 05:30'), awake: 30 }), 420);
    assert.equal(minutesAsleep({ ...none, asleepAt: at('21 05:00'), awakeAt: at('21 04:00') }), null);
    assert.equal(minutesAsleep(none), null);
  });
});

describe('a report in a message', () => {
  const mapping = Mapping.parse({
    fields: [
      {
        target: 'sleep',
        path: 'bed',
        left: 'left',
        kind: 'text',
        unit: 'seconds',
        parts: { asleep: 'a', awakened: 'w', deep: 'd', light: 'l', heartRate: 'h', score: 's' },
      },
    ],
  });
  const body = {
    bed: '2026-11-20 21:30:00',
    left: '2026-11-21 06:10:00',
    a: '2026-11-20 22:00:00',
    w: '2026-11-21 05:50:00',
    d: 5400,
    l: '12600',
    h: 61,
    s: 82,
  };
  const read = (more: object = {}) => {
    const [record] = mapBody(mapping, { ...body, ...more }).records;
    return [record!.events.map((event) => told(event)).join(), record!.problems.map(({ message }) => message).join()];
  };

  it('is read with its units, as staff read it', () => {
    assert.deepEqual(read(), ['睡眠报告 11-20 21:30 至 06:10，入睡22:00，醒来05:50，深睡90分，浅睡210分，心率61，评分82', '']);
  });

  it('needs both of its times; without them there is none', () => {
    assert.deepEqual(read({ bed: undefined, left: undefined }), ['', '']);
    assert.deepEqual(read({ left: '' }), ['', '睡眠报告的上床或离床时间无法识别']);
    assert.deepEqual(read({ left: '2026-11-20 21:00:00' }), ['', '睡眠报告的离床时间不晚于上床时间']);
    assert.deepEqual(read({ left: 1_795_216_200 }), ['', '睡眠报告的上床或离床时间无法识别']);
  });

  it('loses what contradicts it, and says so; what no body has is not kept', () => {
    const [kept, said] = read({ d: 40_000 });
    assert.equal(kept?.includes('深睡'), false);
    assert.match(said!, /睡眠分期合计超过在床时间/);
    assert.match(read({ a: '2026-11-20 20:00:00' })[1]!, /入睡、醒来时间不在/);
    assert.deepEqual(read({ h: 500, s: 101, l: -1, d: 'x' }), ['睡眠报告 11-20 21:30 至 06:10，入睡22:00，醒来05:50', '']);
  });

  it('is read in every shipped template that has one', () => {
    const [record] = mapBody(Mapping.parse(mappingTemplates.sleepCloud.mapping), mappingTemplates.sleepCloud.sample).records;
    assert.deepEqual(record!.problems, []);
    assert.equal(
      told(record!.events[0]!),
      '睡眠报告 11-20 21:45 至 07:10，入睡22:10，醒来06:50，深睡96分，浅睡320分，快速眼动74分，清醒30分，翻身21次，心率61，呼吸15，评分84',
    );
    for (const name of ['plain', 'bedBelt', 'radar'] as const) {
      const sleep = { bed: at('20 21:30'), left: at('21 06:10'), deep: 90 };
      const [one] = mapBody(Mapping.parse(mappingTemplates[name].mapping), [{ sleep }]).records;
      assert.deepEqual(one!.events.map(told), ['睡眠报告 11-20 21:30 至 06:10，深睡90分'], name);
    }
  });
});
