/** What forms of services, groups, seats and customers refuse before a handler sees them. */
import { describe, it } from 'node:test';
import { long, many, refusesChanges } from '#test/refused-inputs.ts';
import { callCustomers } from './call-customers.ts';
import { callGroups } from './call-groups.ts';
import { callInspections } from './call-inspections.ts';
import { callJobs } from './call-jobs.ts';
import { callSamplePlans } from './call-sample-plans.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';
import { callSheets } from './call-sheets.ts';

describe('the schemas of the call centre refuse', () => {
  it('groups without name and code, and hours that are none', () => {
    const hours = { days: [1], from: '08:00', to: '18:00' };
    refusesChanges(callGroups.create, { name: '服务台', code: 'desk' }, [
      [{ name: '' }, '请输入技能组名称'],
      [{ code: undefined }, '请输入编码'],
      [{ code: '服务台' }, '编码由字母、数字、横线组成，最多30位'],
      [{ mostWaiting: 0 }, '最多排队人数应为1至1000的整数'],
      [{ positionSeconds: 5 }, '播报间隔应为15至600的整数'],
      [{ mostSeconds: 5 }, '最长等待秒数应为10至7200的整数'],
      [{ hours: many(21, () => hours) }, '最多20个时段'],
      [{ hours: [{ ...hours, to: '08:00' }] }, '时段的开始与结束不能相同'],
    ]);
  });

  it('seats without a person, extension or skill', () => {
    refusesChanges(callSeats.create, { userId: 1, extension: '8001' }, [
      [{ userId: 0 }, '请选择员工'],
      [{ extension: undefined }, '请输入分机号'],
      [{ extension: '0800' }, '分机号为3至6位数字，不以0开头'],
      [{ groups: [{ id: 0 }] }, '请选择技能组'],
      [{ groups: [{ id: 1, level: 11 }] }, '技能等级应为1至10的整数'],
      [{ groups: many(51, (i) => ({ id: i + 1 })) }, '最多50个技能组'],
      [{ sipPassword: long(201) }, '长度不能超过200个字符'],
    ]);
  });

  it('services without a name, with addresses and numbers that are none', () => {
    const number = { number: '4008001234' };
    refusesChanges(callServices.create, { name: '内置', provider: 1 }, [
      [{ name: '' }, '请输入服务名称'],
      [{ sdkUrl: 'http://a.example' }, 'SDK地址应以 https:// 开头'],
      [{ sdkUrl: `https://${long(300)}` }, 'SDK地址过长'],
      [{ trunk: { host: 'a b' } }, '中继地址不正确'],
      [{ trunk: { host: 'a', port: 0 } }, '中继端口应为1至65535的整数'],
      [{ numbers: [{}] }, '请输入号码'],
      [{ numbers: [{ number: '12' }] }, '号码为3至20位数字'],
      [{ numbers: many(51, () => number) }, '最多50个号码'],
      [{ keptDays: 0 }, '录音保存天数应为1至3650的整数'],
      [{ afterCallSeconds: -1 }, '话后处理秒数应为0至600的整数'],
      [{ ringSeconds: 1 }, '振铃秒数应为5至120的整数'],
    ]);
  });

  it('lists of numbers that are too long', () =>
    refusesChanges(callJobs.create, { name: '回访', kind: 3 }, [[{ numbers: long(200_001) }, '号码过多，请分批添加']]));

  it('scoring sheets, plans and scores that lack something', () => {
    const item = { key: 'a', name: '问候', points: 100 };
    const groups = [{ name: '礼仪', items: [item] }];
    const one = (more: object) => ({ groups: [{ name: '礼仪', items: [{ ...item, ...more }] }] });
    refusesChanges(callSheets.create, { name: '来电', groups }, [
      [{ name: '' }, '请输入评分表名称'],
      [{ enabled: 'x' }, '请选择是否启用'],
      [{ passPoints: 0 }, '合格分应为1至100的整数'],
      [{ appealDays: 91 }, '申诉期限应为1至90的整数'],
      [{ groups: [{ name: '', items: [item] }] }, '请输入分组名称'],
      [{ groups: many(21, () => groups[0]) }, '分组最多20个'],
      [one({ name: '' }), '请输入评分项名称'],
      [one({ key: 'A-1' }), '评分项编号格式不正确'],
      [one({ points: 101 }), '分值应为0至100的整数'],
      [one({ fatal: 'x' }), '请选择是否一票否决'],
    ]);
    refusesChanges(callSamplePlans.create, { name: '每周', sheetId: 1 }, [
      [{ name: '' }, '请输入计划名称'],
      [{ sheetId: 0 }, '请选择评分表'],
      [{ enabled: 'x' }, '请选择是否启用'],
      [{ leastSeconds: -1 }, '最短通话秒数应为0至3600的整数'],
      [{ ratedBadly: 'x' }, '请选择是否只抽差评'],
      [{ amount: 101 }, '抽取数量或比例应为1至100的整数'],
    ]);
    refusesChanges(callInspections.score, { id: 1, version: 1, serial: 1, answers: [{ key: 'a', points: 1 }] }, [
      [{ version: undefined }, '缺少版本，请刷新后重试'],
      [{ serial: undefined }, '缺少评分表版本'],
      [{ answers: undefined }, '请逐项评分'],
      [{ answers: many(101, () => ({ key: 'a' })) }, '评分项过多'],
      [{ answers: [{ key: long(21) }] }, '评分项编号格式不正确'],
      [{ answers: [{ key: 'a', points: 1.5 }] }, '请输入整数分'],
      [{ answers: [{ key: 'a', hit: 'x' }] }, '请选择是否发生'],
    ]);
    refusesChanges(callInspections.create, { callId: 1, sheetId: 1 }, [[{ sheetId: 0 }, '请选择评分表']]);
    refusesChanges(callInspections.skip, { id: 1, version: 1, reason: '误拨' }, [[{ reason: '' }, '请填写免检原因']]);
    refusesChanges(callInspections.appeal, { id: 1, version: 1, reason: '已问候' }, [[{ reason: '' }, '请填写申诉理由']]);
    refusesChanges(callInspections.decide, { id: 1, version: 1, note: '重听' }, [[{ note: '' }, '请填写裁定说明']]);
  });

  it('customers without a name or a number', () => {
    refusesChanges(callCustomers.create, { name: '王芳', mobile: '13800001111' }, [
      [{ name: '' }, '请输入姓名'],
      [{ mobile: '12' }, '电话号码格式不正确，请填写手机号、固定电话（如0571-87654321）或400等服务号码'],
    ]);
  });
});
