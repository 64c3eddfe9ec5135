/** What forms of services, groups, seats and customers refuse before a handler sees them. */
import { describe, it } from 'node:test';
import { long, many, refusesChanges } from '#test/refused-inputs.ts';
import { callCustomers } from './call-customers.ts';
import { callGroups } from './call-groups.ts';
import { callJobs } from './call-jobs.ts';
import { callSeats } from './call-seats.ts';
import { callServices } from './call-services.ts';

describe('the schemas of the call centre refuse', () => {
  it('groups without name and code, and hours that are none', () => {
    const hours = { days: [1], from: '08:00', to: '18:00' };
    refusesChanges(callGroups.create, { name: '服务台', code: 'desk' }, [
      [{ name: '' }, '请输入技能组名称'],
      [{ code: undefined }, '请输入编码'],
      [{ code: '服务台' }, '编码由字母、数字、横线组成，最多30位'],
      [{ mostWaiting: 0 }, '最多排队人数应为1至1000的整数'],
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

  it('customers without a name or a number', () => {
    refusesChanges(callCustomers.create, { name: '王芳', mobile: '13800001111' }, [
      [{ name: '' }, '请输入姓名'],
      [{ mobile: '12' }, '电话号码格式不正确，请填写手机号、固定电话（如0571-87654321）或400等服务号码'],
    ]);
  });
});
