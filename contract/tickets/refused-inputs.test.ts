import { describe, it } from 'node:test';
import { ids, long, many, refusesChanges } from '#test/refused-inputs.ts';
import { familyTickets } from './family-tickets.ts';
import { defaultTicketSettings, ticketGroups, ticketReplies, ticketSettings } from './ticket-settings.ts';
import { tickets } from './tickets.ts';

const token = `1000001.${'a'.repeat(22)}`;

describe('the schemas of tickets refuse', () => {
  it('a ticket without words, with too many tags or files', () => {
    refusesChanges(tickets.create, { title: '热水', text: '没有热水' }, [
      [{ title: ' ' }, '请填写标题'],
      [{ text: '' }, '请填写内容'],
      [{ text: long(5001) }, '长度不能超过5000个字符'],
      [{ tags: many(11, String) }, '最多10个标签'],
      [{ tags: [long(13)] }, '长度不能超过12个字符'],
      [{ files: many(10, (i) => ({ fileName: `${i}`, fileUrl: `${i}` })) }, '一次最多9个文件'],
      [{ files: [{ fileName: '', fileUrl: 'a' }] }, '请输入文件名'],
      [{ files: [{ fileName: 'a', fileUrl: '' }] }, '请上传文件'],
    ]);
  });

  it('a solution without a result, a reopening without a reason, nothing to split off', () => {
    const which = { id: 1, version: 1 };
    refusesChanges(tickets.solve, { ...which, result: '已修好' }, [[{ result: ' ' }, '请填写处理结果']]);
    refusesChanges(tickets.reopen, { ...which, reason: '又坏了' }, [[{ reason: '' }, '请填写原因']]);
    refusesChanges(tickets.split, { ...which, title: '另一件', messageIds: [1] }, [
      [{ messageIds: [] }, '请选择要拆分的消息'],
      [{ messageIds: ids(101) }, '一次最多拆分100条消息'],
    ]);
  });

  it('settings that make no sense', () => {
    const { path: _none, ...settings } = defaultTicketSettings;
    refusesChanges(ticketSettings.update, settings, [
      [{ firstMinutes: [1, 2, 3] }, '请填写四种优先级的时限'],
      [{ hours: many(71, () => ({ day: 1, from: '08:00', to: '09:00' })) }, '服务时段过多'],
      [{ hours: [{ day: 1, from: '8点', to: '09:00' }] }, '时间格式应为HH:mm'],
    ]);
    refusesChanges(ticketGroups.create, { name: '前台' }, [
      [{ name: '' }, '请填写小组名称'],
      [{ memberIds: ids(201) }, '一个小组最多200人'],
    ]);
    refusesChanges(ticketReplies.create, { title: '收到', text: '您好' }, [
      [{ title: '' }, '请填写标题'],
      [{ text: '' }, '请填写内容'],
    ]);
  });

  it('what a family leaves out', () => {
    refusesChanges(familyTickets.write, { token, pass: 'x', name: '王女士', type: 1, text: '没有热水' }, [
      [{ token: '1.a' }, '诉求链接无效，请联系机构重新获取'],
      [{ pass: '' }, '请先验证手机号'],
      [{ pass: long(201) }, '操作已过期，请重新开始'],
      [{ name: '' }, '请填写您的姓名'],
      [{ text: ' ' }, '请填写内容'],
      [{ pictures: many(6, String) }, '最多5张图片'],
      [{ pictures: [long(61)] }, '图片不存在，请重新上传'],
    ]);
    refusesChanges(familyTickets.follow, { token, phone: '13912345678', code: 'abcd2345' }, [
      [{ code: undefined }, '请输入查询码'],
      [{ code: 'abc' }, '查询码为8位'],
    ]);
    refusesChanges(familyTickets.reopen, { token, pass: 'x', text: '又坏了' }, [[{ text: '' }, '请填写原因']]);
  });
});
