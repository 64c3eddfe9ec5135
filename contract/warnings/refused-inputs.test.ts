import { describe, it } from 'node:test';
import { ids, long, many, refusesChanges } from '#test/refused-inputs.ts';
import { conditionRules } from './condition-rules.ts';
import { deliveryPreferences } from './delivery-preferences.ts';
import { fences } from './fences.ts';
import { warningPolicies } from './policies.ts';
import { warnings } from './warnings.ts';
import { warningStatistics } from './warning-statistics.ts';

const span = { days: [1], from: '08:00', to: '09:00' };

describe('the schema of a condition rule refuses', () => {
  const condition = { kind: 'value', metric: 'heartRate', compare: 'above', value: 120 };
  const rule = { name: '心率', severity: 2, content: '心率过高', groups: [{ conditions: [{ kind: 'situation' }] }] };
  const withOne = (more: object) => ({ groups: [{ conditions: [{ ...condition, compare: null, ...more }] }] });

  it('a condition that says nothing that there is', () => {
    refusesChanges(conditionRules.create, rule, [
      [withOne({ kind: 'mood' }), '请选择条件类型'],
      [withOne({ metric: 'mood' }), '请选择指标'],
      [withOne({ compare: 'like' }), '请选择比较方式'],
      [withOne({ beyond: 'far' }), '请选择超限方式'],
      [withOne({ situation: 'bored' }), '请选择状态'],
    ]);
  });

  it('no group or condition, and too many', () => {
    refusesChanges(conditionRules.create, rule, [
      [{ groups: [] }, '请至少添加一个条件'],
      [{ groups: [{ conditions: [] }] }, '条件组不能为空'],
      [{ groups: [{ conditions: many(6, () => ({ kind: 'value' })) }] }, '最多5个条件'],
      [{ groups: many(6, () => ({ conditions: [{ kind: 'value' }] })) }, '最多5个条件组'],
      [{ windows: many(15, () => span) }, '时段最多14个'],
      [{ scopeIds: ids(501) }, '适用对象最多500个'],
    ]);
  });
});

describe('the schemas of telling staff refuse', () => {
  it('preferences of no channel, of one twice, and of more spans than days', () => {
    const popup = { channel: 'popup', quiet: [] };
    refusesChanges(deliveryPreferences.save, { preferences: [popup] }, [
      [{ preferences: [] }, '请至少设置一种通知方式'],
      [{ preferences: [popup, popup] }, '同一通知方式设置了两次'],
      [{ preferences: [{ ...popup, channel: 'pigeon' }] }, '没有这个通知方式'],
      [{ preferences: [{ ...popup, quiet: many(8, () => span) }] }, '每种方式最多7个时段'],
      [{ preferences: [{ ...popup, quiet: [{ ...span, to: span.from }] }] }, '时段的开始与结束不能相同'],
    ]);
  });

  it('a policy without steps, with too many, and steps that tell no one', () => {
    const step = { delay: 0, to: [{ kind: 'role', id: 1 }] };
    refusesChanges(warningPolicies.create, { name: '夜间', steps: [step] }, [
      [{ name: ' ' }, '请输入策略名称'],
      [{ steps: [] }, '请至少设置一级通知'],
      [{ steps: many(11, () => step) }, '最多10级'],
      [{ steps: [{ delay: 0, to: [] }] }, '每一级至少一个通知对象'],
      [{ steps: [{ delay: 0, to: [{ kind: 'role', id: 1, address: long(301) }] }] }, '地址过长'],
    ]);
  });
});

describe('the schemas of fences, figures and evidence refuse', () => {
  it('a fence that is too small or too wide, or has too many subjects or spans', () => {
    const fence = { name: '院区', purpose: 1, shape: 1, longitude: 120.1, latitude: 30.2, radius: 100 };
    refusesChanges(fences.create, fence, [
      [{ radius: 19 }, '半径不能小于20米'],
      [{ radius: 100_001 }, '半径不能大于100公里'],
      [{ windows: many(15, () => span) }, '时段最多14个'],
      [{ personIds: ids(501) }, '服务对象最多500人'],
      [{ deviceIds: ids(501) }, '设备最多500台'],
    ]);
  });

  it('a time of statistics that is neither a day nor a moment', () => {
    refusesChanges(warningStatistics.read, { startTime: '2026-01-01', endTime: '2026-01-31 12:00:00' }, [
      [{ startTime: 'January' }, '时间格式应为yyyy-MM-dd或yyyy-MM-dd HH:mm:ss'],
    ]);
  });

  it('a hash or a seal that is none', () => {
    const [hash, seal] = ['a'.repeat(64), 'b'.repeat(64)];
    refusesChanges(warnings.verifyEvidence, { id: 1, hash, seal }, [
      [{ hash: hash.slice(1) }, '哈希格式不正确'],
      [{ seal: 'g'.repeat(64) }, '签章格式不正确'],
    ]);
  });
});
