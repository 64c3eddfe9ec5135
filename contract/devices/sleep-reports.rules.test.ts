import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { told } from './mapped-texts.rules.ts';
import { mapBody } from './mappings.rules.ts';
import { Mapping } from './mappings.ts';
import { mappingTemplates } from './mapping-templates.ts';
import {
  believable,
  isBelieved,
  minutesAsleep,
  nightOfReport,
  nightProblem,
  sleepProblem,
  sleepText,
  type SleepReport,
} from './sleep-reports.rules.ts';

const at = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}:00+08:00`);
const times = (bed: string, left: string) => ({ bedAt: at(bed), leftAt: at(left) });
/** What a report may say beside its times: nothing of it. */
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

describe('what can be believed of a report', () => {
  const NIGHT: SleepReport = { ...none, ...times('20 21:30', '21 06:10') };
  const [TIMES, STAGES] = ['入睡、醒来时间不在上床与离床之间，没有记录', '睡眠分期合计超过在床时间，没有记录，请检查单位'];

  it('is all of it, up to the ten minutes by which vendors round', () => {
    for (const more of [
      {},
      { asleepAt: at('20 21:20'), awakeAt: at('21 06:20') },
      { deep: 530 },
      { deep: 100, light: 200, rem: 130, awake: 100 },
    ]) {
      const report = { ...NIGHT, ...more };
      assert.deepEqual(believable(report), { report, left: null });
    }
  });

  it('is not what contradicts it: times, stages, or both; the rest stays', () => {
    const rest = { turns: 9, heartRate: 61, score: 80 };
    const cases: [more: Partial<SleepReport>, kept: Partial<SleepReport>, left: string][] = [
      [{ asleepAt: at('20 21:19'), awakeAt: at('21 05:00'), deep: 90 }, { deep: 90 }, TIMES],
      [{ awakeAt: at('21 06:21') }, {}, TIMES],
      [{ asleepAt: at('20 22:00'), deep: 531, light: 0 }, { asleepAt: at('20 22:00') }, STAGES],
      [{ deep: 200, light: 200, rem: 100, awake: 31 }, {}, STAGES],
      [{ asleepAt: at('21 07:00'), light: 600 }, {}, `${TIMES}；${STAGES}`],
    ];
    for (const [more, kept, left] of cases)
      assert.deepEqual(believable({ ...NIGHT, ...rest, ...more }), { report: { ...NIGHT, ...rest, ...kept }, left });
  });

  it('is told in a line, with what was said alone', () => {
    assert.equal(sleepText(NIGHT), '睡眠报告 11-20 21:30 至 06:10');
    assert.equal(
      sleepText({ ...NIGHT, asleepAt: at('20 22:00'), awakeAt: at('21 05:50'), deep: 0, light: 210, rem: 60, awake: 12 }),
      '睡眠报告 11-20 21:30 至 06:10，入睡22:00，醒来05:50，深睡0分，浅睡210分，快速眼动60分，清醒12分',
    );
    assert.equal(
      sleepText({ ...NIGHT, turns: 21, heartRate: 61, breathing: 15, score: 84 }),
      '睡眠报告 11-20 21:30 至 06:10，翻身21次，心率61，呼吸15，评分84',
    );
  });
});

describe('when a message came', () => {
  const came = at('21 07:00');

  it('decides whether its time can be right: seven days behind, ten minutes ahead', () => {
    for (const [time, believed] of [
      [came, true],
      [at('21 07:10'), true],
      [at('21 07:10') + 1, false],
      [at('14 07:00'), true],
      [at('14 07:00') - 1, false],
      [0, false],
      [null, false],
    ] as const)
      assert.equal(isBelieved(time, came), believed, String(time));
  });

  it('decides whether a night is kept: over by then, of the last 31 days, and no nap', () => {
    for (const [bed, left, minutes, problem] of [
      ['20 21:30', '21 06:10', 0, null],
      ['20 23:00', '21 07:10', 0, null],
      ['20 23:00', '21 07:11', 0, '睡眠报告的离床时间在将来，不会记录'],
      ['20 23:00', '21 07:00', 31 * 1440, null],
      ['20 23:00', '21 07:00', 31 * 1440 + 1, '睡眠报告早于31天，不会记录'],
      ['20 13:00', '20 15:00', 0, '下午的小睡不是夜间睡眠，不会记录'],
    ] as const)
      assert.equal(nightProblem(times(bed, left), came + minutes * 60_000), problem, `${bed} to ${left}`);
  });
});
