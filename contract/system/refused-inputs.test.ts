import { describe, it } from 'node:test';
import { long, many, refusesChanges } from '#test/refused-inputs.ts';
import { files } from '../files/files.ts';
import { messages } from '../messages/messages.ts';
import { tenants } from '../tenants/tenants.ts';
import { dictionaries } from './dictionaries.ts';
import { embedded } from './embedded.ts';
import { errorLogs, MOST_ERRORS } from './error-logs.ts';
import { operationLogs } from './operation-logs.ts';
import { parameters } from './parameters.ts';

describe('the schemas of the administration refuse', () => {
  it('a dictionary and a parameter without a key', () => {
    refusesChanges(dictionaries.create, { type: 'pay_type' }, [
      [{ type: undefined }, '请输入字典类型'],
      [{ type: '1_type' }, '字典类型应为2到50位字母、数字或下划线，以字母开头'],
    ]);
    refusesChanges(parameters.create, { publicName: '名称', publicKey: 'SITE_NAME', publicValue: '' }, [
      [{ publicName: ' ' }, '请输入参数名称'],
      [{ publicKey: undefined }, '请输入参数键'],
      [{ publicKey: '1_NAME' }, '参数键应为2到64位字母、数字或_.-，以字母开头'],
    ]);
  });

  it('a tenant without a code or with a status that there is none of', () => {
    refusesChanges(tenants.create, { name: '松鹤院', code: 'songhe' }, [
      [{ name: ' ' }, '请输入租户名称'],
      [{ code: undefined }, '请输入租户编码'],
      [{ code: '松鹤' }, '租户编码应为2到32位字母、数字、下划线或横线'],
      [{ adminUsername: 'a' }, '用户名应为3到32位字母、数字或_.@-'],
    ]);
    refusesChanges(tenants.freeze, { id: 2, status: '9' }, [[{ status: '5' }, '租户状态不正确']]);
  });

  it('a page to be shown that has no address, or too long a one', () => {
    refusesChanges(embedded.frame, { tenant: 2, src: 'https://example.com' }, [
      [{ src: undefined }, '缺少页面地址'],
      [{ src: `https://${long(2000)}` }, '页面地址过长'],
    ]);
  });

  it('error logs that are no list, or too many at once', () => {
    const error = { url: '/', time: '', type: '', message: '', stack: '', info: '' };
    refusesChanges(errorLogs.record, null, [
      [error, '日志应为数组'],
      [many(MOST_ERRORS + 1, () => error), '一次最多上传100条日志'],
    ]);
  });

  it('a span of operation logs that is none, and an upload for a purpose that there is none of', () => {
    refusesChanges(operationLogs.page, { createTime: ['2026-01-01 00:00:00', '2026-01-02 00:00:00'] }, [
      [{ createTime: many(3, () => '2026-01-01 00:00:00') }, '请选择开始和结束时间'],
    ]);
    refusesChanges(files.upload, { purpose: 'private' }, [[{ purpose: 'fun' }, '文件用途不正确']]);
  });

  it('messages of a kind or a range that there is none of', () => {
    refusesChanges(messages.page, { a: 0, b: 'all' }, [
      [{ b: 'some' }, '消息范围不正确'],
      [{ kind: 'gossip' }, '消息类型不正确'],
    ]);
  });
});
