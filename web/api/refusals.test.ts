import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { reactionTo, textOf, UNKNOWN } from './refusals.ts';

describe('texts', () => {
  it('are the server’s own when it says something, the catalogue’s otherwise', () => {
    assert.equal(textOf(404, '工单不存在'), '工单不存在');
    const own: [number, string][] = [
      [401, '当前操作没有权限'],
      [403, '当前操作没有权限'],
      [404, '资源不存在'],
      [417, '未绑定登录账号，请使用密码登录后绑定'],
      [423, '演示环境不能操作'],
      [426, '用户名不存在或密码错误'],
      [428, '验证码错误，请重新输入'],
      [429, '请求过于频繁，请稍后再试'],
      [479, '演示环境，没有权限操作'],
      [500, UNKNOWN],
      [502, UNKNOWN],
    ];
    for (const [status, text] of own) for (const empty of [null, undefined, '', ' ', 'null']) assert.equal(textOf(status, empty), text);
  });

  it('never show a database or a framework', () => {
    for (const text of [
      'ERROR: duplicate key value violates unique constraint "users_pkey"',
      'select * from users where id = 1',
      'relation "people" does not exist',
      'nested exception is org.springframework.dao.DataIntegrityViolationException',
      'java.lang.NullPointerException',
      'bad SQL grammar',
      "Cannot read properties of undefined (reading 'id')",
      'at handler (/srv/server/users.ts:12:3)',
    ])
      assert.equal(textOf(500, text), UNKNOWN, text);
    for (const text of ['请选择时间', '用户名不存在或者密码错误', '无效的租户编号:7']) assert.equal(textOf(400, text), text);
  });
});

describe('reactions', () => {
  const cases: [number, string | null, string, string][] = [
    [401, '用户凭证已过期', 'signOut', '用户凭证已过期'],
    [401, null, 'signOut', '当前操作没有权限'],
    [401, '租户已冻结，请联系管理员', 'stop', '租户已冻结，请联系管理员'],
    [401, '租户已过期，请联系管理员', 'stop', '租户已过期，请联系管理员'],
    [426, null, 'signOut', '用户名不存在或密码错误'],
    [500, '请先发送验证码', 'signOut', '系统繁忙，请重新登录'],
    [500, '验证码已过期', 'signOut', '系统繁忙，请重新登录'],
    [500, null, 'show', UNKNOWN],
    [503, '系统正在恢复，请稍后重试', 'show', '系统正在恢复，请稍后重试'],
    [200, '菜单含有下级不能删除', 'show', '菜单含有下级不能删除'],
    [409, '数据正在被他人修改，请重试', 'show', '数据正在被他人修改，请重试'],
  ];
  for (const [status, message, reaction, text] of cases) {
    it(`${status} ${message}`, () => assert.deepEqual(reactionTo(status, message), { reaction, text }));
  }
});
