import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gapsOf, type Facts } from './evidence.rules.ts';

/** A warning of which everything is known. */
const whole: Facts = {
  severity: 1,
  closed: true,
  real: true,
  answerSeconds: 60,
  acknowledgedAfter: 60,
  hasPlace: true,
  approximate: false,
  hasSource: true,
  told: 2,
  failed: 0,
  visit: true,
  arrived: true,
  finished: true,
  hasRemark: true,
  late: false,
  clipsMissing: 0,
  clipsExpired: 0,
  familyTold: true,
  reviewed: true,
};
/** Calls are never recorded. */
const ALWAYS = '没有通话录音';

describe('the gaps of an evidence pack', () => {
  it('are one where everything is known', () => assert.deepEqual(gapsOf(whole), [ALWAYS]));

  it('name each thing that is missing, in the order of the events', () => {
    const cases: [Partial<Facts>, before: string[], after?: string[]][] = [
      [{ hasSource: false }, ['没有设备原始记录']],
      [{ late: true }, ['设备补传，产生时间与上报时间不一致']],
      [{ clipsMissing: 2 }, ['有2段预警录像没有取得']],
      [{ clipsExpired: 1 }, ['有1段预警录像已过期删除，仅存哈希']],
      [{ hasPlace: false }, ['没有位置记录']],
      [{ approximate: true }, ['位置为近似位置，非卫星定位']],
      // Of no place nothing is said to be approximate.
      [{ hasPlace: false, approximate: true }, ['没有位置记录']],
      [{ told: 0 }, ['没有通知记录']],
      [{ failed: 3 }, ['有3次通知发送失败']],
      [{ acknowledgedAfter: null }, ['没有人确认收到']],
      [{ acknowledgedAfter: 61 }, ['确认收到用时超过60秒']],
      // Only of the gravest, and only where there is a time for it.
      [{ acknowledgedAfter: 61, severity: 2 }, []],
      [{ acknowledgedAfter: 9999, answerSeconds: null }, []],
      [{ closed: false }, ['预警尚未关闭']],
      [{ closed: false, hasRemark: false, visit: false }, ['预警尚未关闭']],
      [{ hasRemark: false }, ['没有处理备注']],
      [{ visit: false, arrived: false, finished: false }, ['没有上门处理记录']],
      [{ visit: false, arrived: false, finished: false, real: false }, []],
      [{ arrived: false }, ['上门服务没有签到记录']],
      [{ finished: false }, ['上门服务没有完成记录']],
      [{ familyTold: false }, [], ['没有家属告知回执']],
      [{ reviewed: false }, [], ['没有复盘记录']],
      [
        { hasSource: false, told: 0, acknowledgedAfter: null, closed: false, familyTold: false, reviewed: false },
        ['没有设备原始记录', '没有通知记录', '没有人确认收到', '预警尚未关闭'],
        ['没有家属告知回执', '没有复盘记录'],
      ],
    ];
    for (const [facts, before, after = []] of cases)
      assert.deepEqual(gapsOf({ ...whole, ...facts }), [...before, ALWAYS, ...after], JSON.stringify(facts));
  });
});
