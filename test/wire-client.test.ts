/**
 * A client written from the wire facts alone (paths, fields, codes), not from our
 * contract: what staff and third parties already run keeps working.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import sharp from 'sharp';
import { seedDemo } from '../scripts/demo/demo.ts';
import { askCaptcha } from '#server/users/captchas.ts';
import { hashSecret } from '#server/users/clients.ts';
import { harness, type Harness } from './harness.ts';

const KEY = 'pigxpigxpigxpigx';
const TENANT = '1000001';

/** AES-128-CFB, key = iv, base64. */
function encrypt(password: string): string {
  const cipher = createCipheriv('aes-128-cfb', KEY, KEY);
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64');
}

let t: Harness;
let access = '';
let renewal = '';
before(async () => {
  t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  await t.owner.query('select app.put_client($1, $2, true, true)', ['pig', hashSecret('pig')]);
});
after(() => t.close());

interface Sent {
  status: number;
  body: any;
  headers: Headers;
}
async function send(
  method: string,
  path: string,
  { json, form, headers = {} }: { json?: unknown; form?: string; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const answer = await fetch(t.url + path, {
    method,
    headers: {
      'TENANT-ID': TENANT,
      ...(access ? { Authorization: `Bearer ${access}` } : {}),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json;charset=utf-8' }),
      ...(form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: form }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    headers: answer.headers,
  };
}
const basic = { Authorization: 'Basic cGlnOnBpZw==' };
const data = async (method: string, path: string, options = {}) => {
  const { status, body } = await send(method, path, options);
  assert.deepEqual([status, body.code], [200, 0], `${method} ${path}: ${body.msg}`);
  return body.data;
};

/** What is on the picture stands in for the eye that reads it. */
async function captcha(randomStr: string): Promise<void> {
  const answer = await fetch(`${t.url}/code?randomStr=${randomStr}`);
  assert.equal(answer.status, 200);
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  assert.deepEqual([width, height], [100, 40]);
  await askCaptcha(t.deps, randomStr, () => ({ text: '1+1=?', answer: 2 }));
}
const token = (query: string, form: string, headers: Record<string, string> = basic) =>
  send('POST', `/auth/oauth/token?${query}`, { form, headers });

describe('sign-in', () => {
  it('encrypts as published', () => {
    assert.equal(encrypt('123456'), 'JFat0Zdc');
    assert.equal(encrypt('Admin@2024 中文'), 'VADzjMwqLCD7bgwei8X2Gs4=');
  });

  it('refuses: no client 401, no captcha 428, wrong password 426', async () => {
    const form = `username=admin&password=${encodeURIComponent(encrypt('Demo2026'))}`;
    const noClient = await token('randomStr=a&code=2&grant_type=password', form, { Authorization: 'Basic bm86bm8=' });
    assert.deepEqual([noClient.status, noClient.body.msg], [401, '客户端信息错误，Basic认证失败']);
    const without = await token('randomStr=a&code=&grant_type=password', form);
    assert.deepEqual([without.status, without.body.code, without.body.msg], [428, 1, '验证码不能为空']);
    await captcha('a1');
    const wrongCode = await token('randomStr=a1&code=3&grant_type=password', form);
    assert.deepEqual([wrongCode.status, wrongCode.body.msg], [428, '验证码不合法']);
    await captcha('a2');
    const wrong = await token(
      'randomStr=a2&code=2&grant_type=password',
      `username=admin&password=${encodeURIComponent(encrypt('Wrong123'))}`,
    );
    assert.deepEqual([wrong.status, wrong.body], [426, { code: 1, msg: '用户名不存在或者密码错误', data: 'invalid_exception' }]);
  });

  it('gives OAuth2’s own JSON', async () => {
    await captcha('a3');
    const { status, body } = await token(
      'randomStr=a3&code=2&grant_type=password&scope=server',
      `username=admin&password=${encodeURIComponent(encrypt('Demo2026'))}`,
    );
    assert.equal(status, 200);
    assert.deepEqual(
      [body.token_type, body.scope, body.active, typeof body.expires_in, typeof body.license],
      ['bearer', 'server', true, 'number', 'string'],
    );
    const { user_info: user } = body;
    assert.deepEqual(
      [user.username, user.password, user.tenantId, user.enabled, user.accountNonLocked],
      ['admin', null, Number(TENANT), true, true],
    );
    assert.ok(
      user.authorities.some(({ authority }: any) => /^ROLE_\d+$/.test(authority)) &&
        user.authorities.some(({ authority }: any) => authority === 'sys_user_add'),
    );
    access = body.access_token;
    renewal = body.refresh_token;
    const checked = await send('GET', `/auth/oauth/check_token?token=${access}`);
    assert.deepEqual([checked.body.user_name, checked.body.active], ['admin', true]);
    assert.ok(checked.body.exp > Date.now() / 1000);
  });

  it('renews by the refresh token, which changes', async () => {
    const { status, body } = await token(`refresh_token=${renewal}&grant_type=refresh_token&scope=server`, '');
    assert.equal(status, 200);
    assert.notEqual(body.refresh_token, renewal);
    assert.notEqual(body.access_token, access);
    const old = await send('GET', '/admin/user/info');
    assert.deepEqual([old.status, old.body.code, old.body.msg], [401, 1, '用户凭证已过期']);
    access = body.access_token;
  });
});

describe('the session', () => {
  it('knows the person, the rights and the menu', async () => {
    const info = await data('GET', '/admin/user/info');
    assert.deepEqual(
      [info.sysUser.username, info.sysUser.lockFlag, info.sysUser.delFlag, info.sysUser.tenantId],
      ['admin', '0', '0', Number(TENANT)],
    );
    assert.ok(info.permissions.includes('sys_user_view') && info.roles.every(Number.isInteger));
    const menu = await data('GET', '/admin/menu');
    for (const node of menu) {
      for (const key of ['id', 'parentId', 'name', 'label', 'weight', 'sort', 'icon', 'path', 'type', 'permission', 'keepAlive'])
        assert.ok(key in node, key);
      assert.deepEqual([node.parentId, node.type, node.label], [-1, '0', node.name]);
      if (node.children) assert.ok(node.children.length > 0 && node.children.every((child: any) => child.type !== '1'));
    }
    assert.ok(Array.isArray(await data('GET', '/admin/menu?type=top')));
    const tree = await data('GET', '/admin/menu/tree?lazy=false');
    assert.ok(JSON.stringify(tree).includes('"type":"1"'));
  });

  it('is refused another tenant’s header', async () => {
    const { status, body } = await send('GET', '/admin/user/page', { headers: { 'TENANT-ID': '1000002' } });
    assert.deepEqual([status, body.msg], [403, '无效的租户编号:1000002']);
  });
});

describe('lists and forms', () => {
  it('page, sort by column names, tolerate empty filters', async () => {
    const page = await data('GET', '/admin/user/page?current=1&size=10&descs=create_time&username=&phone=');
    for (const key of ['records', 'total', 'size', 'current', 'pages']) assert.ok(key in page, key);
    for (const row of page.records) {
      for (const key of [
        'userId',
        'username',
        'phone',
        'avatar',
        'deptId',
        'deptName',
        'tenantId',
        'lockFlag',
        'delFlag',
        'createTime',
        'updateTime',
        'roleList',
      ])
        assert.ok(key in row, key);
      assert.match(row.createTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      if (row.phone) assert.match(row.phone, /^1\d\d\*{4}\d{4}$/);
    }
    assert.equal((await data('GET', '/admin/user/page?current=0&size=20&ascs=username&ascs=create_time')).current, 1);
    assert.equal((await send('GET', '/admin/user/page?descs=password;drop')).status, 200);
  });

  it('save a user as avue sends it, and take it away', async () => {
    const form = {
      username: 'wire_user',
      password: 'Wire2026a',
      newpassword1: 'Wire2026a',
      phone: '13812340000',
      role: [],
      lockFlag: '0',
      $lockFlag: '有效',
      createTime: '',
      updateTime: '',
    };
    assert.equal(await data('GET', '/admin/user/details/wire_user'), null);
    assert.equal(await data('POST', '/admin/user/save', { json: form }), true);
    const { userId } = await data('GET', '/admin/user/details/wire_user');
    const weak = await send('POST', '/admin/user/save', { json: { ...form, username: 'wire_two', password: '12345678' } });
    assert.deepEqual([weak.status, weak.body.code], [400, 1]);
    assert.equal(
      await data('PUT', '/admin/user', { json: { ...form, userId, password: '', newpassword1: '', lockFlag: '9', $lockFlag: '锁定' } }),
      true,
    );
    assert.equal((await data('GET', `/admin/user/details/${userId}`)).lockFlag, '9');
    assert.equal(await data('DELETE', `/admin/user/${userId}`), true);
  });

  it('read dictionaries, also with the trailing slash', async () => {
    const items = await data('GET', '/admin/dict/type/work_order_status');
    assert.ok(items.length > 0 && items.every((item: any) => typeof item.value === 'string' && typeof item.sort === 'number'));
    const made = await data('POST', '/admin/dict/', {
      json: { type: 'wire_type', description: '第三方', system: '0', $system: '业务类', createTime: '' },
    });
    assert.ok(made);
    const { records } = await data('GET', '/admin/dict/page?type=wire_type');
    assert.equal(
      (await data('POST', '/admin/dict/item', {
        json: { dictId: records[0].id, type: 'wire_type', value: '1', label: '一', description: '一', sort: 1 },
      })) !== undefined,
      true,
    );
    assert.equal((await data('GET', '/admin/dict/type/wire_type'))[0].label, '一');
    assert.equal(await data('DELETE', `/admin/dict/${records[0].id}`), true);
    const builtIn = (await data('GET', '/admin/dict/page?system=1')).records[0];
    const refused = await send('DELETE', `/admin/dict/${builtIn.id}`);
    assert.deepEqual([refused.body.code, refused.body.msg], [1, '系统内置字典不能删除']);
  });

  it('send queued errors and find them in the log', async () => {
    const log = {
      url: 'http://x/#/wel',
      time: '2026-11-21 10:00:00',
      user: 'admin',
      type: 'error',
      message: 'x is not defined',
      stack: 'at a.js:1',
      info: '前端错误',
    };
    assert.equal(await data('POST', '/admin/log/logs', { json: [log] }), true);
    const from = encodeURIComponent('2020-01-01 00:00:00');
    const to = encodeURIComponent('2099-01-01 00:00:00');
    const { records } = await data('GET', `/admin/log/page?type=9&createTime=${from}&createTime=${to}&descs=create_time`);
    assert.ok(records.some((row: any) => row.title === '前端错误' && row.exception === 'at a.js:1' && row.params === 'x is not defined'));
  });

  it('upload a file and read it back', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        new Uint8Array(
          await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
            .png()
            .toBuffer(),
        ),
      ]),
      '绿.png',
    );
    const answer = await fetch(`${t.url}/admin/sys-file/upload`, {
      method: 'POST',
      headers: { 'TENANT-ID': TENANT, Authorization: `Bearer ${access}` },
      body: form,
    });
    const { code, data: file } = (await answer.json()) as any;
    assert.equal(code, 0);
    assert.equal(file.url, `/admin/sys-file/${file.bucketName}/${file.fileName}`);
    const read = await fetch(t.url + file.url, { headers: { Authorization: `Bearer ${access}` } });
    assert.equal((await sharp(Buffer.from(await read.arrayBuffer())).metadata()).width, 8);
  });

  it('read a public parameter without signing in', async () => {
    const answer = await fetch(`${t.url}/admin/param/publicValue/SYSTEM_TITLE`, { headers: { 'TENANT-ID': TENANT } });
    assert.equal(((await answer.json()) as any).data, '颐安养老服务管理平台');
  });
});

describe('signing out', () => {
  it('ends the token', async () => {
    assert.equal(await data('DELETE', '/auth/token/logout'), true);
    assert.equal((await send('GET', '/admin/user/info')).status, 401);
    access = '';
    const none = await send('DELETE', '/auth/token/logout');
    assert.equal(none.body.msg, '退出失败，token 为空');
  });
});
