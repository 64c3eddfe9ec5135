import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { questionnaireResults as results } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaireSettings } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaireVisitors as routes } from '#contract/questionnaires/questionnaire-visitors.ts';
import { messages } from '#contract/messages/messages.ts';
import { MINUTE } from '#contract/time.ts';
import { job, questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, newPhone, smsTo } from '#test/phones.ts';
import { runCleanup, tasks } from '../cleanup.ts';

let clock = Date.now();
let t: Harness;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness({ now: () => clock, trustProxy: ['loopback'] });
  admin = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), Buffer.alloc(2000, 32), Buffer.from('\n%%EOF\n')]);
const FILES = [
  { type: 'UPLOAD', label: '照片', expand: { limit: 2, fileSize: 1, sizeUnit: 'KB', accept: '.png' } },
  { type: 'SIGN_PAD', label: '签名' },
];
let addresses = 0;
/** From an address of its own, unless one is given. */
async function upload(key: string, bytes = PNG, address = `198.51.${++addresses >> 8}.${addresses & 255}`) {
  const body = new FormData();
  body.append('file', new Blob([bytes]), '照片.png');
  const headers = { 'x-forwarded-for': address };
  const answer = await fetch(`${t.url}/questionnaire/project/file/upload/${key}`, { method: 'POST', body, headers });
  const { msg, data } = (await answer.json()) as { msg: string | null; data: string };
  return { status: answer.status, msg, data };
}
const answer = (key: string, originalData: object, as: TestUser | null = null) =>
  t.route(results.create, as, { projectKey: key, originalData });
const named = (url: string) => ({ field101: [{ fileName: '照片.png', url }] });
const download = (url: string, as: TestUser | null = null) =>
  fetch(t.url + url, as ? { headers: { authorization: `Bearer ${as.token}` } } : {}).then(({ status }) => status);
const count = async (what: ReturnType<typeof sql>) =>
  (await t.deps.inTenant(admin.tenantId, (tx) => tx.row<{ n: number }>(sql`select count(*)::integer as n from ${what}`)))!.n;

describe('the files of a stranger', () => {
  it('are named by one answer to the questionnaire that they were uploaded for, and read by its staff alone', async () => {
    const [{ key }, other] = await Promise.all([questionnaire(t, admin, { items: FILES }), questionnaire(t, admin, { items: FILES })]);
    const { status, data: url } = await upload(key);
    assert.equal(status, 200);
    assert.match(url, /^\/admin\/sys-file\/files\/[0-9a-f-]{36}\.png$/);
    assert.deepEqual([await download(url), await download(url, stranger), await download(url, admin)], [401, 404, 200]);
    assert.equal((await answer(other.key, named(url))).msg, '照片的文件不存在，请重新上传');
    assert.equal((await answer(key, { ...named(url), field102: (await upload(key)).data })).status, 200);
    clock += MINUTE;
    assert.equal((await answer(key, named(url))).msg, '照片的文件不存在，请重新上传');
    assert.equal(await count(sql`questionnaire_uploads`), 0);
  });

  it('are taken only while the questionnaire collects and asks for them, of the size and kind that it takes', async () => {
    const { key } = await questionnaire(t, admin, { items: FILES.slice(0, 1) });
    assert.deepEqual(refusal(await upload(key, PDF)), [400, '该问卷不接受这种类型的文件']);
    assert.deepEqual(refusal(await upload(key, Buffer.from('<script>'))), [400, '不支持的文件类型或文件已损坏']);
    assert.deepEqual(refusal(await upload(key, Buffer.concat([PNG, Buffer.alloc(1024)]))), [413, '单个文件不能超过1KB']);
    const text = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '意见' }] });
    assert.deepEqual(refusal(await upload(text.key)), [422, '该问卷没有需要上传文件的题目']);
    assert.deepEqual(refusal(await upload('f'.repeat(32))), [422, '项目暂时无法填写']);
    assert.equal((await upload(key)).status, 200);
    await t.route(questionnaires.stop, admin, { key });
    assert.deepEqual(refusal(await upload(key)), [422, '项目暂时无法填写']);
    await t.route(questionnaires.publish, admin, { key });
    await t.route(questionnaireSettings.save, admin, { projectKey: key, timedCollectionEndTime: '2020-01-01 00:00:00' });
    assert.deepEqual(refusal(await upload(key)), [422, '项目时间已结束。']);
  });

  it('may wait in a bounded number of bytes, of one address and of all', async () => {
    const { key, id } = await questionnaire(t, admin, { items: FILES });
    const full = [429, '未提交的文件过多，请先提交问卷或稍后再试'];
    assert.equal((await upload(key, PNG, '203.0.113.7')).status, 200);
    const grow = (megabytes: number) =>
      t.deps.inTenant(admin.tenantId, (tx) =>
        tx.run(sql`update questionnaire_uploads set size = ${megabytes * 1024 * 1024} where questionnaire_id = ${id}`),
      );
    await grow(100);
    assert.deepEqual(refusal(await upload(key, PNG, '203.0.113.7')), full);
    assert.equal((await upload(key, PNG, '203.0.113.8')).status, 200);
    await grow(500);
    assert.deepEqual(refusal(await upload(key, PNG, '203.0.113.9')), full);
  });

  it('go after a day when no answer names them', async () => {
    const { key } = await questionnaire(t, admin, { items: FILES });
    const [kept, lost, fresh] = [await upload(key), await upload(key), await upload(key)];
    await answer(key, named(kept.data));
    const age = (url: string) =>
      t.deps.inTenant(admin.tenantId, (tx) =>
        tx.run(sql`update questionnaire_uploads set created_at = now() - interval '25 hours' where name = ${url.split('/').at(-1)}`),
      );
    await Promise.all([age(kept.data), age(lost.data)]);
    const done = await runCleanup(
      t.deps,
      tasks.filter(({ name }) => name === 'questionnaireUploads' || name === 'deletedFiles'),
    );
    assert.deepEqual(done?.removed, { questionnaireUploads: 1, deletedFiles: 1 });
    const seen = [kept, lost, fresh].map(({ data }) => download(data, admin));
    assert.deepEqual(await Promise.all(seen), [200, 404, 200]);
  });
});

describe('a number of a stranger', () => {
  const ITEMS = [{ type: 'PHONE_VERIFICATION', label: '手机号', required: true }];
  const check = (key: string, phoneNumber: string, code: string) =>
    t.route(routes.checkPhoneCode, null, { projectKey: key, phoneNumber, code });

  it('is proved by a code, once, and stands for half an hour in this questionnaire', async () => {
    const [{ key }, other] = await Promise.all([questionnaire(t, admin, { items: ITEMS }), questionnaire(t, admin, { items: ITEMS })]);
    const phone = newPhone();
    const unproved = await answer(key, { field101: phone });
    assert.deepEqual(
      [...refusal(unproved), unproved.data],
      [400, '请先完成手机号验证', [{ formItemId: 101, message: '请先完成手机号验证' }]],
    );
    const sent = await t.route(routes.phoneCode, null, { projectKey: key, phoneNumber: phone });
    assert.deepEqual([sent.status, sent.msg], [200, '验证码已发送']);
    const code = /问卷验证码(\d{6})/.exec(smsTo(t, phone).at(-1)!)![1]!;
    const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0');
    assert.deepEqual(refusal(await check(key, phone, wrong)), [422, '验证码错误']);
    assert.equal((await check(key, phone, code)).data, phone);
    assert.deepEqual(refusal(await check(key, phone, code)), [422, '验证码错误']);
    assert.equal((await answer(other.key, { field101: phone })).msg, '请先完成手机号验证');
    assert.equal((await answer(key, { field101: newPhone() }, admin)).status, 200, 'staff are known');
    const proved = clock;
    clock = proved + 30 * MINUTE - 1;
    assert.equal((await answer(key, { field101: phone })).status, 200);
    clock = proved + 31 * MINUTE;
    assert.equal((await answer(key, { field101: phone })).status, 400);
    clock = proved;
  });

  it('is proved without the key for what the address opened, and for nothing else', async () => {
    const [{ key }, unseen] = await Promise.all([questionnaire(t, admin, { items: ITEMS }), questionnaire(t, admin, { items: ITEMS })]);
    const phone = newPhone();
    const ask = () => t.route(routes.phoneCode, null, { phoneNumber: phone });
    assert.deepEqual(refusal(await ask()), [422, '项目暂时无法填写'], 'nothing was opened');
    assert.deepEqual(smsTo(t, phone), []);
    await t.route(routes.view, null, { projectKey: key });
    assert.equal((await ask()).status, 200);
    const code = /问卷验证码(\d{6})/.exec(smsTo(t, phone).at(-1)!)![1]!;
    assert.equal((await t.route(routes.checkPhoneCode, null, { phoneNumber: phone, code })).data, phone);
    assert.equal((await answer(key, { field101: phone })).status, 200);
    assert.equal((await answer(unseen.key, { field101: phone })).msg, '请先完成手机号验证');
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update questionnaire_openings set opened_at = now() - interval '121 minutes'`),
    );
    assert.deepEqual(refusal(await ask()), [422, '项目暂时无法填写'], 'two hours later');
    const done = await runCleanup(
      t.deps,
      tasks.filter(({ name }) => name === 'questionnaireOpenings'),
    );
    assert.deepEqual(done?.removed, { questionnaireOpenings: 1 });
  });

  it('is refused after five guesses, by a questionnaire that asks for none, and when it is none', async () => {
    const { key } = await questionnaire(t, admin, { items: ITEMS });
    const text = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '意见' }] });
    const phone = newPhone();
    const code = await codeFor(t, 'survey', phone);
    const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0');
    for (let n = 0; n < 5; n++) assert.equal((await check(key, phone, wrong)).msg, '验证码错误');
    assert.equal((await check(key, phone, code)).msg, '验证码错误');
    const ask = async (projectKey: string, phoneNumber = newPhone()) =>
      refusal(await t.route(routes.phoneCode, null, { projectKey, phoneNumber }));
    assert.deepEqual(await ask(text.key), [422, '该问卷不需要验证手机号']);
    assert.deepEqual(await ask(key, '12345'), [400, '手机号码不正确']);
    assert.deepEqual(await ask(''), [422, '项目暂时无法填写']);
    assert.deepEqual(refusal(await t.route(routes.checkPhoneCode, null, { phoneNumber: phone, code })), [422, '项目暂时无法填写']);
    await t.route(questionnaires.stop, admin, { key });
    assert.deepEqual(await ask(key), [422, '项目暂时无法填写']);
  });
});

describe('who opened a questionnaire', () => {
  it('is counted once for each address, while it collects', async () => {
    const { key, id } = await questionnaire(t, admin, { items: FILES });
    const view = (address: string, path = 'user/project/result/view') =>
      t.call('POST', `/questionnaire/${path}/${key}`, { headers: { 'x-forwarded-for': address } });
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8::2'])
      assert.equal((await view(address)).data, true);
    await view('203.0.113.2', 'result/view');
    const viewers = () => count(sql`questionnaire_viewers where questionnaire_id = ${id}`);
    assert.equal(await viewers(), 3);
    await t.route(questionnaires.stop, admin, { key });
    assert.equal((await view('203.0.113.3')).data, true);
    assert.equal(await viewers(), 3);
    assert.equal((await t.route(routes.view, null, { projectKey: 'x' })).data, true);
  });
});

describe('public results', () => {
  const ITEMS = [...FILES, { type: 'PASSWORD_INPUT', label: '口令' }, { type: 'PHONE_VERIFICATION', label: '手机号' }];
  const read = (key: string, more: object = {}) =>
    t.call('GET', '/questionnaire/user/project/result/public/page', { input: { projectKey: key, ...more } });

  it('are there when the setting says so, without anything of who answered', async () => {
    const { key, id } = await questionnaire(t, admin, { items: ITEMS });
    const { data: url } = await upload(key);
    await answer(key, named(url));
    const field104 = '13912345678';
    const own = await answer(key, { field103: '秘密', field104 }, admin);
    assert.equal((await read(key)).data, null);
    await t.route(questionnaireSettings.save, admin, { projectKey: key, publicResult: true });
    const { data } = await read(key, { ascs: 'serial_number' });
    assert.deepEqual([data.total, data.size, data.current], [2, 20, 1]);
    assert.deepEqual(
      Object.keys(data.records[0]).sort(),
      'completeTime createTime id processData projectKey serialNumber submitAddress updateTime'.split(' '),
    );
    const link = data.records[0].processData.field101.files[0].url;
    assert.ok(link.startsWith(`${url}?t=`));
    assert.deepEqual([await download(link), await download(url)], [200, 401]);
    assert.deepEqual(data.records[1].processData, { field104: '139****5678' });
    // Nor is what is not shown found by searching for it.
    const found = async (extParams: object) =>
      (await t.route(results.publicPage, null, { projectKey: key, extParams: JSON.stringify(extParams) })).data.total;
    assert.deepEqual([await found({ field103: '猜' }), await found({ field104: '13900000000' })], [2, 2]);
    // The record of a job, or about a person, is nobody's outside.
    const { jobId } = await job(t, admin, admin);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update questionnaire_results set job_id = ${jobId} where questionnaire_id = ${id} and id = ${own.data}`),
    );
    assert.equal((await read(key)).data.total, 1);
    assert.equal((await read('f'.repeat(32))).data, null);
    // They are looked at when it is over, too; then nothing else of it is open.
    await t.route(questionnaires.stop, admin, { key });
    assert.equal((await read(key)).data.total, 1);
    const items = await t.call('GET', '/questionnaire/item/list', { input: { key, displayType: false } });
    assert.equal(items.data.length, ITEMS.length);
    assert.equal((await t.call('GET', `/questionnaire/user/project/details/${key}`)).status, 404);
    await t.route(questionnaireSettings.save, admin, { projectKey: key, publicResult: false });
    assert.equal((await read(key)).data, null);
    assert.equal((await t.call('GET', '/questionnaire/item/list', { input: { key } })).status, 404);
  });
});

describe('the creator', () => {
  it('is told of new answers, once until it has read that', async () => {
    const { key } = await questionnaire(t, admin, { name: '满意度', items: [{ type: 'INPUT', label: '意见' }] });
    const told = async () =>
      (await t.route(messages.page, admin, { a: admin.userId, b: 'all' })).data.records.filter(({ text }: { text: string }) =>
        text.includes('满意度'),
      );
    await answer(key, { field101: '自己' }, admin);
    assert.deepEqual(await told(), []);
    await Promise.all(['甲', '乙', '丙'].map((field101) => answer(key, { field101 })));
    const [first, ...others] = await told();
    assert.deepEqual(
      [others, first.title, first.text, first.link],
      [[], '问卷有新的答卷', '《满意度》收到了新的答卷', `/questionnaire/form?key=${key}&tab=statistics`],
    );
    await t.route(messages.read, admin, { ids: [first.id] });
    await answer(key, { field101: '丁' });
    assert.equal((await told()).length, 2);
  });
});
