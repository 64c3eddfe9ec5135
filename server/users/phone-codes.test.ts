import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { bySms, putClients } from '#test/accounts.ts';
import { harness, type Harness } from '#test/harness.ts';
import { loginCode, newPhone, ownerOf, sentCode, smsTo } from '#test/phones.ts';
import { checkPhoneCode, sendPhoneCode, type PhonePurpose } from './phone-codes.ts';

let t: Harness;
let admin: Client;
let phone: string;
before(async () => {
  t = await harness();
  await putClients(t);
  admin = new Client(t.target('superuser'));
  await admin.connect();
});
after(async () => {
  await admin.end();
  await t.close();
});
beforeEach(async () => {
  phone = newPhone();
  await admin.query('delete from code_sends; delete from login_failures');
});

const send = (purpose: PhonePurpose = 'register', number = phone, address = '127.0.0.1') =>
  sendPhoneCode(t.deps, { purpose, phone: number, address });
const check = (code: string, purpose: PhonePurpose = 'register', number = phone) =>
  checkPhoneCode(t.deps, { purpose, phone: number, code });
const WRONG = { status: 428, message: '验证码不合法' };
const OFTEN = { status: 429, message: '验证码发送过频繁' };
const older = (by: string) => admin.query(`update code_sends set sent_at = sent_at - interval '${by}'`);

describe('codes', () => {
  it('are six digits, right once, for one number and one purpose', async () => {
    await send();
    const code = await sentCode(t, phone);
    const other = newPhone();
    await send('register', other);
    await assert.rejects(check(code, 'bind'), WRONG);
    if ((await sentCode(t, other)) !== code) await assert.rejects(check(code, 'register', other), WRONG);
    await check(` ${code} `);
    await assert.rejects(check(code), WRONG);
    await assert.rejects(check(''), { status: 428 });
    await assert.rejects(send('register', '12345'), { status: 422, message: '手机号格式不正确' });
  });

  it('are worth nothing after five wrong tries, also of many at once', async () => {
    await send();
    const code = await sentCode(t, phone);
    const wrong = code === '000000' ? '111111' : '000000';
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => check(wrong)));
    assert.ok(tries.every(({ status }) => status === 'rejected'));
    await assert.rejects(check(code), WRONG);
  });

  it('live five minutes', async () => {
    await send();
    const code = await sentCode(t, phone);
    const { rows } = await admin.query(
      "select expires_at - clock_timestamp() between '4 min 50 s' and '5 min' as fresh from one_time_codes where purpose = 'phone:register'",
    );
    assert.ok(rows.some(({ fresh }) => fresh));
    await admin.query("update one_time_codes set expires_at = clock_timestamp() - interval '1 s'");
    await assert.rejects(check(code), WRONG);
  });

  it('go to one number once a minute, five times an hour, ten times a day', async () => {
    await send();
    await assert.rejects(send(), OFTEN);
    await assert.rejects(send('bind'), OFTEN);
    for (let round = 2; round <= 10; round++) {
      if (round === 6)
        await assert.rejects(
          older('61 s').then(() => send()),
          OFTEN,
        );
      await older(round === 6 ? '61 min' : '61 s');
      await send();
    }
    await older('61 min');
    await assert.rejects(send(), OFTEN);
    await older('24 hours');
    await send();
  });

  it('go to many numbers only so often from one address, and in parallel only once to one', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => send()));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    let sent = 1;
    for (let round = 0; round < 25; round++)
      sent += await send('register', newPhone()).then(
        () => 1,
        () => 0,
      );
    assert.equal(sent, 20);
    await send('register', newPhone(), '127.0.0.9');
  });

  it('are kept hashed, as are the numbers', async () => {
    await send();
    const code = await sentCode(t, phone);
    const { rows } = await admin.query(
      'select row_to_json(c)::text as row from one_time_codes c union all select row_to_json(s)::text from code_sends s',
    );
    for (const { row } of rows) assert.ok(!row.includes(phone) && !row.includes(`"${code}"`));
    await assert.rejects(t.deps.pool.query('select * from code_sends'), /permission denied/);
  });
});

describe('GET /admin/mobile/{mobile}', () => {
  it('answers the same whether the number has an account, and sends only when it has', async () => {
    const stranger = newPhone();
    await ownerOf(t, phone);
    const answers = [await t.call('GET', `/admin/mobile/${stranger}`), await t.call('GET', `/admin/mobile/${phone}`)];
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.code, answer.data, answer.msg], [200, 0, true, '若该手机号已绑定账号，验证码已发送']);
    await sentCode(t, phone);
    assert.deepEqual(smsTo(t, stranger), []);
    const again = [await t.call('GET', `/admin/mobile/${stranger}`), await t.call('GET', `/admin/mobile/${phone}`)];
    for (const answer of again) assert.deepEqual([answer.status, answer.msg], [429, '验证码发送过频繁']);
    assert.equal((await t.call('GET', '/admin/mobile/123')).status, 422);
  });
});

describe('one’s own number', () => {
  it('changes with a code that was sent to it', async () => {
    const me = await ownerOf(t, newPhone());
    const edit = (input: object) => t.call('PUT', '/admin/user/edit', { as: me, input });
    assert.equal((await t.call('POST', '/admin/user/phone-code', { input: { phone } })).status, 401);
    assert.equal((await t.call('POST', '/admin/user/phone-code', { as: me, input: { phone: '1' } })).status, 400);
    await t.call('POST', '/admin/user/phone-code', { as: me, input: { phone } });
    const code = await sentCode(t, phone);
    assert.equal((await edit({ phone: newPhone(), phoneCode: code })).status, 428);
    assert.equal((await edit({ phone, phoneCode: code })).status, 200);
    const { rows } = await admin.query('select phone, phone_verified_at is not null as proved from users where id = $1', [me.userId]);
    assert.deepEqual(rows, [{ phone, proved: true }]);
    assert.equal((await edit({ phone })).status, 200, 'what is there already needs no code');
    const other = await edit({ phone: newPhone() });
    assert.deepEqual([other.status, other.msg], [422, '原手机号已验证，可用于登录，修改需要填写发送到新手机号的验证码']);
    assert.deepEqual((await admin.query('select phone from users where id = $1', [me.userId])).rows, [{ phone }], 'nothing has changed');
  });

  it('changes without a code, as clients of the family send it, to one that proves nothing', async () => {
    const me = await ownerOf(t, newPhone());
    const wanted = newPhone();
    const form = { username: me.username, password: '', newpassword1: '', phone: wanted, avatar: '' };
    assert.equal((await t.call('PUT', '/admin/user/edit', { as: me, input: form })).status, 200);
    const read = async () =>
      (await admin.query('select phone, phone_verified_at is not null as proved from users where id = $1', [me.userId])).rows;
    assert.deepEqual(await read(), [{ phone: wanted, proved: false }]);
    const masked = `${wanted.slice(0, 3)}****${wanted.slice(7)}`;
    assert.equal((await t.call('PUT', '/admin/user/edit', { as: me, input: { ...form, phone: masked } })).status, 200);
    assert.deepEqual(await read(), [{ phone: wanted, proved: false }], 'a masked number that comes back is the one that was there');
    const holder = await ownerOf(t, wanted, true);
    const signedIn = await bySms(t, wanted, await loginCode(t, wanted));
    assert.equal(signedIn.status, 200);
    assert.equal(signedIn.body.user_info.id, holder.userId, 'whoever typed it neither takes nor blocks the owner’s sign-in');
  });
});
